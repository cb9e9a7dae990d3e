"""The table of errors: every row is a clause and a sentence, and no face speaks of another's controls."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from workbench.cli.verbs import VERBS
from workbench.display.prose import filled
from workbench.engine.base import english
from workbench.engine.base.english import ENGLISH
from workbench.engine.base.errors import EngineError

ROOT = Path(__file__).resolve().parents[3]

_FLAG = re.compile(r"(?<![\w-])--[a-z]|`workbench ")
_ARGUMENT = re.compile(r"\b[a-z]\w*=|\b[a-z]+_[a-z_]+\b")
_MENU = re.compile(r" › ")
_VERB = re.compile("|".join(verb for verb in VERBS if "-" in verb))  # the others are words, too
_PLURAL_OF_ONE = re.compile(
    r"\b1 (?!files can|million)(\w+ )?(bytes|characters|digits|documents|files|keys|lines|members"
    r"|merges|pieces|texts|tokens)\b|\b1 (byte|character|file|line|merge|token)( [a-z]+)? (are|have)\b"
)


def shown(template: str) -> str:
    """Return the template without its facts."""
    return re.sub(r"\{[^{}]*\}", "", template)


def test_no_code_has_two_rows() -> None:
    assert len(set(ENGLISH)) == len(ENGLISH) > 400
    assert "no_such_code" not in ENGLISH


@pytest.mark.parametrize("code", sorted(ENGLISH))
def test_a_row_is_a_clause_and_sentences_for_each_face(code: str) -> None:
    prose = ENGLISH[code]
    assert prose.cause
    assert not prose.cause.endswith((".", "!"))
    for remedy in (prose.remedy, prose.in_shell, prose.in_python):
        assert remedy.endswith(".")
        assert not remedy.endswith("..")


@pytest.mark.parametrize("code", sorted(ENGLISH))
def test_no_face_speaks_of_another_ones_controls(code: str) -> None:
    prose = ENGLISH[code]
    window, shell, python = (shown(text) for text in (prose.remedy, prose.in_shell, prose.in_python))
    published = (
        "model.vocab",
        "input_ids",
        "bpe_simple_vocab_16e6.txt.gz",
        "tokenizer_config.json",
        "do_lower_case",
        "huggingface_hub",
    )  # names in files, and of a package
    for name in published:
        window, shell = window.replace(name, ""), shell.replace(name, "")
    assert not _FLAG.search(window)
    assert not _VERB.search(window + python)
    assert not _ARGUMENT.search(window)
    assert not _FLAG.search(python)
    assert not _MENU.search(shell + python)
    assert not _ARGUMENT.search(re.sub(r"--[\w-]+ \w+", "", shell))  # a flag's value may be a word of ours


def test_a_cause_names_no_control_at_all() -> None:
    for prose in ENGLISH.values():
        assert not _FLAG.search(prose.cause)
        assert not _MENU.search(prose.cause)


def test_the_remedies_of_a_code_need_no_more_facts_than_the_window_shows() -> None:
    for prose in ENGLISH.values():
        for template in (prose.in_shell, prose.in_python):
            named = {name for _, name, _, _ in Formatter().parse(template) if name}
            known = {
                name
                for text in (prose.cause, prose.remedy)
                for _, name, _, _ in Formatter().parse(text)
                if name
            }
            assert named <= known


@pytest.mark.parametrize("code", sorted(ENGLISH))
def test_what_is_counted_agrees_with_one(code: str) -> None:
    prose = ENGLISH[code]
    for template in (prose.cause, prose.remedy, prose.in_shell, prose.in_python):
        facts = {name: 1 for _, name, _, _ in Formatter().parse(template) if name}
        assert not _PLURAL_OF_ONE.search(filled(template, facts))


def test_python_and_the_command_line_get_their_own_remedy() -> None:
    error = EngineError("special_token_in_text", file="a.txt", token="<|x|>")
    assert str(error) == error.message("python")
    assert "allowed_special" in str(error)
    assert "--special all" in error.message("command line")
    assert error.message("window").endswith("Allow it, or treat it as text.")


def test_the_table_stays_a_table_one_can_read() -> None:
    for table in (english._CANNOT_STORE, english._ROWS):
        assert list(table) == sorted(table)
    words = [len(shown(prose.cause).split()) for prose in ENGLISH.values()]
    assert max(words) <= 20


def test_no_two_codes_say_the_same() -> None:
    said: dict[object, list[str]] = {}
    for code, prose in ENGLISH.items():
        said.setdefault((prose.cause, prose.remedy), []).append(code)
    assert not [codes for codes in said.values() if len(codes) > 1]


def test_every_code_is_used_and_every_code_used_has_a_row() -> None:
    files = [path for path in (ROOT / "workbench").rglob("*.py") if path.name != "english.py"]
    text = "\n".join(path.read_text("utf-8") for path in files)
    named = set(re.findall(r"[\"']([a-z][a-z0-9_]+)[\"']", text))
    assert not ENGLISH.keys() - named
    assert not set(re.findall(r"\b(?:EngineError|Notice)\(\s*\"([a-z0-9_]+)\"", text)) - ENGLISH.keys()
