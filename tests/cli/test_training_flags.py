"""Every option of a training: a flag of the command, a keyword of `workbench.train`, a field of the panel."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication

import workbench
from workbench import api
from workbench.api import python
from workbench.cli import source_flags, train
from workbench.cli.training_flags import add_training_flags
from workbench.panels.training.options import TrainingOptionsPanel


@dataclass(frozen=True)
class Way:
    """One value of an option, said in three ways.

    Attributes:
        value: as `api.Options` or `api.SourceOptions` has it.
        flags: of the command.
        keywords: of `workbench.train`.
        choose: how a person chooses it in the panel, None where the panel asks when it comes to that.

    """

    value: Any
    flags: tuple[str, ...]
    keywords: dict[str, Any]
    choose: Callable[[TrainingOptionsPanel], object] | None


def _typed(field: QAbstractSpinBox, text: str) -> None:
    field.lineEdit().setText(text)
    field.interpretText()


def _special(panel: TrainingOptionsPanel) -> None:
    panel.special_tokens.add_button.click()
    panel.special_tokens._rows[0].field.setText("<x>")


def _custom(panel: TrainingOptionsPanel) -> None:
    panel._tiles["custom"].click()
    panel.pattern.selectAll()
    panel.pattern.insertPlainText(r"\w+|\W")


WAYS = {
    "preset": Way("gpt2", ("--preset", "gpt2"), {"preset": "gpt2"}, lambda p: p._tiles["gpt2"].click()),
    "pattern": Way(
        r"\w+|\W",
        ("--preset", "custom", "--pattern", r"\w+|\W"),
        {"preset": "custom", "pattern": r"\w+|\W"},
        _custom,
    ),
    "vocab_size": Way(
        777, ("--vocab-size", "777"), {"vocab_size": 777}, lambda p: _typed(p.vocab_size, "777")
    ),
    "min_count": Way(3, ("--min-count", "3"), {"min_count": 3}, lambda p: _typed(p.more.min_count, "3")),
    "max_token_length": Way(
        9, ("--max-token-bytes", "9"), {"max_token_bytes": 9}, lambda p: _typed(p.more.longest_token, "9")
    ),
    "tie": Way(
        "first-seen",
        ("--tie", "first-seen"),
        {"tie": "first-seen"},
        lambda p: p.more.tie.set_value("first-seen"),
    ),
    "special_tokens": Way(("<x>",), ("--special", "<x>"), {"special_tokens": ("<x>",)}, _special),
    "character_coverage": Way(
        0.99,
        ("--character-coverage", "0.99"),
        {"character_coverage": 0.99},
        lambda p: _typed(p.more.coverage, "99"),
    ),
    "remove_extra_whitespaces": Way(
        True,
        ("--remove-extra-whitespaces",),
        {"remove_extra_whitespaces": True},
        lambda p: p.more.single_spaces.click(),
    ),
    "split_digits": Way(
        False, ("--keep-digits-together",), {"split_digits": False}, lambda p: p.more.split_digits.click()
    ),
    "min_gain": Way(
        0.0001, ("--min-gain", "0.0001"), {"min_gain": 0.0001}, lambda p: _typed(p.more.min_gain, "0.01")
    ),
    "extend": Way(
        "base.model",
        ("--extend", "base.model", "12", "--move-special"),  # in the panel they always move
        {"extend": ("base.model", 12), "move_special": True},
        lambda p: (p.more.extend.take("base.model"), _typed(p.more.extend.merges, "12")),
    ),
    "extend_by": Way(
        12,
        ("--extend", "base.model", "12", "--move-special"),  # in the panel they always move
        {"extend": ("base.model", 12), "move_special": True},
        lambda p: (p.more.extend.take("base.model"), _typed(p.more.extend.merges, "12")),
    ),
    "numbers": Way(
        "right", ("--numbers", "right"), {"numbers": "right"}, lambda p: p.numbers.set_value("right")
    ),
    "whole_characters": Way(
        True,
        ("--whole-characters",),
        {"whole_characters": True},
        lambda p: p.more.forbidden.whole_characters.click(),
    ),
    "forbidden_tokens": Way(
        (" the", "\\n"),
        ("--forbid", " the", "--forbid", "\\n"),
        {"forbidden_tokens": [" the", "\\n"]},
        lambda p: p.more.forbidden.lines.insertPlainText(" the\n\\n\n"),
    ),
    "forbidden_pattern": Way(
        "a+",
        ("--forbid-pattern", "a+"),
        {"forbidden_pattern": "a+"},
        lambda p: p.more.forbidden.pattern.setText("a+"),
    ),
    "seed_tokens": Way(
        (" the", "\\n\\n"),
        ("--seed-token", " the", "--seed-token", "\\n\\n"),
        {"seed_tokens": [" the", "\\n\\n"]},
        lambda p: p.more.seeds.lines.insertPlainText(" the\n\\n\\n\n"),
    ),
    "roles": Way(
        (("eos", "<x>"),),
        ("--special", "<x>", "--role", "eos=<x>"),
        {"special_tokens": ("<x>",), "roles": {"eos": "<x>"}},
        lambda p: (_special(p), p.special_tokens._rows[0].role._entries["eos"].trigger()),
    ),
    "chat_template": Way(
        "chatml",
        ("--chat-template", "chatml"),
        {"chat_template": "chatml"},
        lambda p: p.chat_template.set_value("chatml"),
    ),
    "add_bos": Way(
        True, ("--role", "bos=<x>", "--add-bos"), {"roles": {"bos": "<x>"}, "add_bos": True}, None
    ),
    "add_eos": Way(
        True, ("--role", "eos=<x>", "--add-eos"), {"roles": {"eos": "<x>"}, "add_eos": True}, None
    ),
    "memory_limit": Way(
        5_000_000,
        ("--memory-limit", "5M"),
        {"memory_limit": 5_000_000},
        lambda p: _typed(p.more.memory_limit, "5"),
    ),
    "move_special": Way(True, ("--move-special",), {"move_special": True}, None),
    "when_full": Way("drop", ("--when-full", "drop"), {"when_full": "drop"}, None),
}


class _TakenError(Exception):
    """Carries what a training was asked for."""

    def __init__(self, sources: list[Any], options: api.Options) -> None:
        super().__init__()
        self.sources, self.options = sources, options


def by_flags(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("sources", nargs="*")
    add_training_flags(parser)
    source_flags.add_source_flags(parser)
    return parser.parse_args(["corpus.txt", *words])


def by_keywords(monkeypatch: pytest.MonkeyPatch, **keywords: Any) -> _TakenError:
    def take(sources: list[Any], options: api.Options, **_: object) -> None:
        raise _TakenError(sources, options)

    monkeypatch.setattr(python, "TrainingRun", take)
    with pytest.raises(_TakenError) as taken:
        workbench.train("corpus.txt", **keywords)
    return taken.value


def test_every_option_is_in_the_table() -> None:
    assert set(WAYS) == {each.name for each in fields(api.Options)}
    for name, way in WAYS.items():
        default = next(each.default for each in fields(api.Options) if each.name == name)
        assert way.value not in (default, MISSING), f"{name} is at its default, which shows nothing"


@pytest.mark.parametrize("name", WAYS)
def test_flag_keyword_and_panel_say_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    way = WAYS[name]
    wanted = train._options(by_flags(*way.flags))
    assert getattr(wanted, name) == way.value
    assert by_keywords(monkeypatch, **way.keywords).options == wanted
    if way.choose is not None:
        panel = TrainingOptionsPanel()
        way.choose(panel)
        found = panel.options()
        assert getattr(found, name) == way.value
        assert found == wanted


SOURCE_WAYS: dict[str, tuple[Any, tuple[str, ...], dict[str, Any]]] = {
    "kind": ("json", ("--kind", "json"), {"kind": "json"}),
    "field": ("body", ("--field", "body"), {"field": "body"}),
    "column": ("text", ("--column", "text"), {"column": "text"}),
    "encoding": ("cp1252", ("--encoding", "cp1252"), {"encoding": "cp1252"}),
    "weight": (2.5, ("--weight", "2.5"), {"weight": 2.5}),
    "sample_bytes": (5000, ("--sample", "5K"), {"sample": 5000}),
    "sample_share": (0.1, ("--sample", "10%"), {"sample": 0.1}),
    "held_out": (0.05, ("--held-out", "5%"), {"held_out": 0.05}),
    "seed": (7, ("--seed", "7"), {"seed": 7}),
    "clean": (("nfc", "html"), ("--clean", "nfc,html"), {"clean": ("nfc", "html")}),
    "on_invalid": ("skip", ("--on-invalid", "skip"), {"on_invalid": "skip"}),
    "patterns": (("*.txt",), ("--files", "*.txt"), {"patterns": ("*.txt",)}),
    "accept": (("looks_binary",), ("--accept", "looks_binary"), {"accept": ("looks_binary",)}),
    "on_unreadable": ("stop", ("--strict",), {"strict": True}),
}


def test_every_option_of_a_source_is_in_the_table() -> None:
    # What is off is not given at all; what holds for single files is chosen in their list; only a comparison
    # reads what is held out alone.
    assert set(SOURCE_WAYS) | {"path", "enabled", "files", "only_held_out"} == {
        each.name for each in fields(api.SourceOptions)
    }


@pytest.mark.parametrize("name", SOURCE_WAYS)
def test_flag_and_keyword_read_a_source_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    value, flags, keywords = SOURCE_WAYS[name]
    (wanted,) = source_flags.sources_of(by_flags(*flags))
    assert getattr(wanted, name) == value
    assert by_keywords(monkeypatch, **keywords).sources == [wanted]


def test_all_at_once_they_give_the_same_file(tmp_path: Path) -> None:
    from workbench.cli.main import main

    corpus = tmp_path / "corpus.jsonl"
    lines = (f'{{"body": "The cat number {i} sat on the mat"}}' for i in range(300))
    corpus.write_text("\n".join(lines), encoding="ascii")
    flags = (
        "--preset", "gpt2", "--vocab-size", "400", "--min-count", "2", "--max-token-bytes", "6", "--tie",
        "huggingface", "--special", "<x>", "--min-gain", "0.001", "--field", "body", "--clean", "lowercase",
        "--held-out", "10%", "--seed", "3", "--weight", "2",
    )  # fmt: skip
    by_flag, by_keyword = tmp_path / "flags.model", tmp_path / "keywords.model"
    assert main(["train", str(corpus), "--out", str(by_flag), *flags]) == 0
    tokenizer = workbench.train(
        corpus,
        preset="gpt2",
        vocab_size=400,
        min_count=2,
        max_token_bytes=6,
        tie="huggingface",
        special_tokens=["<x>"],
        min_gain=0.001,
        field="body",
        clean=["lowercase"],
        held_out=0.1,
        seed=3,
        weight=2,
    )
    workbench.save_tokenizer(tokenizer, by_keyword)
    assert by_flag.read_bytes() == by_keyword.read_bytes()
    assert workbench.open_tokenizer(by_flag).record == workbench.open_tokenizer(by_keyword).record
