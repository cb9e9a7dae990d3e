"""The manual's page on the command line has every verb and option, and its examples run."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from workbench.cli.arguments import parser
from workbench.cli.main import main
from workbench.cli.verbs import VERBS

MANUAL = Path(__file__).parents[2] / "resources" / "manual"
PAGES = sorted(MANUAL.rglob("cli.md"))
SHARED = 3  # parts before those of the verbs: the head, options of several verbs, sources
EXAMPLE = re.compile(r"^workbench (.+)$", re.MULTILINE)


def parts(page: Path) -> list[str]:
    return re.split(r"^## ", page.read_text("utf-8"), flags=re.MULTILINE)


def options(verb: str) -> set[str]:
    (verbs,) = (each for each in parser([verb])._actions if isinstance(each, argparse._SubParsersAction))
    return {option for option in verbs.choices[verb]._option_string_actions if option.startswith("--")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_verb_has_its_part_with_every_option(page: Path) -> None:
    own = {part.splitlines()[0]: part for part in parts(page)[SHARED:]}
    assert list(own) == list(VERBS)
    shared = "".join(parts(page)[:SHARED])
    for verb in VERBS:
        named = set(re.findall(r"--[a-z][a-z-]*", shared + own[verb]))
        assert options(verb) - named == set(), verb
        assert set(re.findall(r"--[a-z][a-z-]*", own[verb])) - options(verb) == set(), verb


def test_the_examples_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("texts", "parts"):
        (tmp_path / folder).mkdir()
    lines = [f"the cat {number} sat on the mat of tokenization" for number in range(200)]
    for number in range(10):
        (tmp_path / "texts" / f"{number}.txt").write_text("\n".join(lines[number::10]))
    (tmp_path / "book.txt").write_text("\n".join(lines))
    (tmp_path / "lines.jsonl").write_text("".join(json.dumps({"text": line}) + "\n" for line in lines))
    examples = EXAMPLE.findall((MANUAL / "cli.md").read_text("utf-8"))
    assert {example.split()[0] for example in examples} == set(VERBS)
    for example in examples:
        assert main(shlex.split(example)) == example.startswith("same"), example
    assert np.load(tmp_path / "ids.npy").shape > (200,)
