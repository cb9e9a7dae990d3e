"""Llama 2's tokenizer in the window: what goes around the text, the two rules, and its five steps."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tests.formats.toys import score_toy
from tests.journeys.conftest import Person
from tests.journeys.test_opening import drop, said
from tests.widgets.token_views import tokens_shown
from workbench.formats.registry import open_file, save_file

MODELS = ("llama2_tokenizer.model", "llama2_tokenizer.bin")


def open_llama(person: Person, file: Path) -> None:
    drop(person.parts.window, file)
    person.wait(lambda: person.tokenizer.path == str(file) and person.encoded())


def write(person: Person, text: str) -> None:
    """Type a text in place of what stands there."""
    view = person.parts.tokens.view
    view.setFocus()
    person.bot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    person.bot.keyClick(view, Qt.Key.Key_Delete)
    person.bot.keyClicks(view, text)
    person.wait(lambda: person.parts.tokens.text() == text.encode() and person.encoded())


def switch(person: Person, chip: QWidget) -> None:
    person.click(chip)
    person.wait(person.encoded)


@pytest.mark.parametrize("name", MODELS)
def test_hello_with_bos_and_love_without(person: Person, shared: Path, name: str) -> None:
    open_llama(person, shared / "data" / name)
    choices = person.parts.tokens.choices
    assert not choices.before_chip.isChecked(), "a text is plain at first"
    write(person, "I love you, baby")
    assert person.ids() == [306, 5360, 366, 29892, 24354]
    write(person, "Hello")
    assert person.ids() == [15043]
    switch(person, choices.before_chip)
    assert person.ids() == [1, 15043]
    assert person.counts() == "2"
    switch(person, choices.after_chip)
    assert person.ids() == [1, 15043, 2]
    assert tokens_shown(person.parts.tokens.view) == 3
    switch(person, choices.after_chip)
    switch(person, choices.before_chip)
    assert person.ids() == [15043]


def test_what_is_chosen_is_remembered_for_the_tokenizer(person: Person, shared: Path) -> None:
    file = shared / "data" / MODELS[0]
    open_llama(person, file)
    chip = person.parts.tokens.choices.before_chip
    switch(person, chip)
    person.parts.window.commands["tokenizer.next"].trigger()
    person.wait(lambda: person.tokenizer.path != str(file) and person.encoded())
    assert not chip.isVisible()
    person.parts.window.commands["tokenizer.next"].trigger()
    person.wait(lambda: person.tokenizer.path == str(file) and person.encoded())
    assert chip.isVisible()
    assert chip.isChecked()
    assert person.ids()[0] == 1
    assert person.parts.window.settings.token_choices[str(file)]["before"] is True


@pytest.mark.parametrize("name", MODELS)
def test_where_the_two_programs_part_one_of_them_is_chosen(person: Person, shared: Path, name: str) -> None:
    open_llama(person, shared / "data" / name)
    tokens = person.parts.tokens
    expected = {
        "sentencepiece": {"a▁b".encode(): [263, 289], b"\xff": [29871, 30140]},
        "llama2c": {"a▁b".encode(): [263, 229, 153, 132, 29890], b"\xff": [29871, 258]},
    }
    for rule in ("llama2c", "sentencepiece", "llama2c"):
        entry = tokens.choices._rules[rule]
        assert entry in tokens.choices.rule_button.menu.actions()
        entry.trigger()
        for text, ids in expected[rule].items():
            tokens.set_text(text)
            person.wait(lambda text=text: person.encoded() and tokens.text() == text)
            assert person.ids() == ids, (rule, text)
        assert tokens.choices.rule_button.text().endswith({"llama2c": "llama2.c"}.get(rule, "SentencePiece"))


def test_the_five_steps_of_hello_forwards_backwards_and_played(person: Person, shared: Path) -> None:
    open_llama(person, shared / "data" / MODELS[1])
    write(person, "Hello")
    switch(person, person.parts.tokens.choices.before_chip)
    view, steps = person.parts.tokens.view, person.parts.selected.steps
    hit = view.places.hit_of_token(1)
    person.click(view.viewport(), hit.rect.center())
    person.wait(lambda: steps.isVisible() and len(steps.steps) == 14)
    person.wait(lambda: steps.steps[1].title == "start: [1, 29871]")
    titles = [(step.name, step.title, step.value) for step in steps.steps]
    assert titles[0] == ("S1", "sorted vocabulary", "")
    assert [bool(value) for *_, value in titles] == [steps.steps.chooses(number) for number in range(14)]
    assert [(row.pair, row.value) for row in steps.steps[0].rows] == [
        ("↵</s>↵", "2"), ("↵<s>↵", "1"), ("⟨CR⟩", "30004"), ("·", "29871"), ("·⟨CR⟩", "6756"),
    ]  # fmt: skip
    assert [symbol.id for symbol in steps.steps[2].symbols] == [1, 29871, 29950, 29872, 29880, 29880, 29877]
    assert [(name, title, value) for name, title, value in titles if name == "S4"] == [
        ("S4", "3  e + l → el 295", "−36"),
        ("S4", "1  · + H → ·H 379", "−120"),
        ("S4", "3  l + o → lo 417", "−158"),
        ("S4", "2  el + lo → ello 3156", "−2,897"),
        ("S4", "1  ·H + ello → ·Hello 15043", "−14,784"),
    ]
    best = steps.steps[3]
    assert best.sentence.endswith("score −36, highest of 5 pairs")
    assert [(row.token, row.id, row.value) for row in best.rows] == [
        ("el", "295", "−36"), ("·H", "379", "−120"), ("lo", "417", "−158"), ("ll", "645", "−386"),
        ("He", "3868", "−3,609"),
    ]  # fmt: skip
    assert titles[-1] == ("end", "[1, 15043]", "")
    steps.slider.setFocus()
    person.bot.keyClick(steps.slider, Qt.Key.Key_Home)
    assert steps.at == 0
    person.bot.keyClick(steps.slider, Qt.Key.Key_Right)
    assert steps.at == 1
    person.bot.keyClick(steps.slider, Qt.Key.Key_End)
    assert steps.at == 13
    person.bot.keyClick(steps.slider, Qt.Key.Key_Space)
    assert steps.playing
    assert steps.at == 0
    person.wait(lambda: steps.at >= 1)
    person.bot.keyClick(steps.slider, Qt.Key.Key_Space)
    assert not steps.playing


def test_love_takes_twelve_merges(person: Person, shared: Path) -> None:
    open_llama(person, shared / "data" / MODELS[0])
    write(person, "I love you, baby")
    steps = person.parts.selected.steps
    view = person.parts.tokens.view
    person.click(view.viewport(), view.places.hit_of_token(1).rect.center())
    merges = [283, 289, 301, 306, 343, 345, 366, 370, 658, 5360, 10798, 24354]
    person.wait(lambda: [step.result for step in steps.steps if step.name == "S4"] == merges)
    assert [symbol.id for symbol in steps.steps[-1].symbols] == [306, 5360, 366, 29892, 24354]


def test_saving_says_what_the_file_does_not_hold(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "toy.bin"
    save_file(score_toy("llama2c"), file)
    open_llama(person, file)
    person.parts.session.saving.save_to(person.tokenizer, str(tmp_path / "toy.model"), "sentencepiece")
    person.wait((tmp_path / "toy.model").exists)
    person.wait(lambda: "Saved toy.model" in said(person))
    assert "the file does not say whose score rule applies; the card does" in said(person)
    assert open_file(tmp_path / "toy.model").tokenizer.model.rule == "llama2c"
