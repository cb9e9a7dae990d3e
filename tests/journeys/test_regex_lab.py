"""From the training options into the regex lab, and with its pattern into training."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.journeys.conftest import Person
from workbench import api
from workbench.engine.splitting.pre_tokenizers import custom
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.settings import Settings
from workbench.shell.pages.arrangements import panels_of

CL100K = PUBLISHED["cl100k"].pattern
LINE = "December 13, 1989 (age 34) — “Taylor’s” songs\n"


def use_corpus(person: Person, folder: Path) -> Path:
    file = folder / "corpus.txt"
    file.write_text("".join(f"{row} {LINE}" for row in range(200)), encoding="utf-8")
    parts = person.parts
    parts.window.show_task("train")
    parts.corpus.sources.add_paths([str(file)])
    person.wait(parts.corpus.sources.enabled_sources)
    return file


def open_lab(person: Person) -> None:
    person.click(person.parts.options.lab_button)
    person.wait(lambda: tried(person))


def tried(person: Person) -> bool:
    """Say whether the pattern as it stands has been through the text, and all is told of it."""
    found = person.parts.lab.trials.findings
    return found.checked and found.good.pattern == person.parts.lab.pattern() and found.this is not None


def type_pattern(person: Person, pattern: str) -> None:
    editor = person.parts.lab.editor.editor
    editor.setFocus()
    editor.selectAll()
    person.bot.keyClicks(editor, pattern)
    assert editor.pattern() == pattern


def pieces(person: Person) -> list[bytes]:
    view = person.parts.lab.pieces.view
    run, text = view.spans.take(0, len(view.spans)), view.content()
    return [text[a:b] for a, b in zip(run.starts.tolist(), run.ends.tolist(), strict=True)]


def test_a_pattern_is_edited_repaired_used_and_trained_with(person: Person, tmp_path: Path) -> None:
    parts, lab = person.parts, person.parts.lab
    file = use_corpus(person, tmp_path)
    open_lab(person)
    assert all(parts.window.dock(name).isVisible() for name in panels_of("lab"))
    assert lab.pattern() == CL100K
    assert lab.pieces.texts.currentText() == "corpus.txt"
    type_pattern(person, r"\p{L}+|\d|[^\s\w]+")
    person.wait(lambda: tried(person) and lab.trials.findings.repair)
    assert lab.editor.use_button.kind == "plain"
    person.click(lab.pieces.lost.repair)
    person.wait(lambda: tried(person) and not lab.trials.findings.n_lost)
    pattern = lab.pattern()
    assert pattern == r"\p{L}+|\d|[^\s\w]+|\s"
    shown = pieces(person)
    person.click(lab.editor.use_button)
    assert parts.window.tasks.current == "train"
    assert parts.options.options().preset == "custom"
    assert parts.options.options().pattern == parts.options.pattern.text() == pattern
    # The very pieces of training, and of `train --pattern`.
    splitter = custom(pattern)
    text = file.read_bytes()
    assert [text[a:b] for a, b in splitter.split(text).tolist()] == shown
    splitter.close()
    parts.options.vocab_size.setValue(300)
    person.click(person.button("Start training"))
    person.wait(lambda: parts.session.training.run is None and person.tokenizer.name == "Training run 1")
    assert person.tokenizer.pattern == pattern
    trained = api.train([str(file)], preset="custom", pattern=pattern, vocab_size=300)
    assert trained.pre_tokenizer.pattern == pattern
    listed = parts.lanes.jobs._store.tokenizer(person.tokenizer.handle)
    assert [listed.token_bytes(i) for i in range(300)] == [trained.token_bytes(i) for i in range(300)]
    trained.close()


def test_several_sources_are_sampled_together_or_one_by_one(person: Person, tmp_path: Path) -> None:
    parts, lab = person.parts, person.parts.lab
    for name, text in (("one.txt", "first words"), ("two.jsonl", '{"text": "second words"}\n')):
        (tmp_path / name).write_text(text, encoding="utf-8")
    parts.window.show_task("train")
    parts.corpus.sources.add_paths([str(tmp_path / "one.txt"), str(tmp_path / "two.jsonl")])
    person.wait(lambda: len(parts.corpus.sources.enabled_sources()) == 2)
    open_lab(person)
    assert [lab.pieces.texts.itemText(n) for n in range(3)] == ["All 2 sources", "one.txt", "two.jsonl"]
    assert lab.pieces.view.content() == b"first words\nsecond words"
    assert pieces(person) == [b"first", b" words", b"second", b" words"]
    lab.pieces.texts.setCurrentIndex(2)
    lab.pieces.texts.activated.emit(2)
    person.wait(lambda: lab.pieces.view.content() == b"second words" and tried(person))
    assert pieces(person) == [b"second", b" words"]


def test_the_use_is_undone_by_the_toast(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    use_corpus(person, tmp_path)
    before = parts.options.options()
    open_lab(person)
    type_pattern(person, r"\w+|\W")
    person.wait(lambda: tried(person))
    person.bot.keyClick(parts.lab.editor.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert parts.options.options().pattern == r"\w+|\W"
    assert parts.window.notices._toast.text() == "Training now uses the pattern of the regex lab."
    person.click(parts.window.notices._toast._undo)
    assert parts.options.options() == before


def test_it_is_reached_by_keys_menu_and_palette_and_undo_is_the_labs(person: Person) -> None:
    parts, commands = person.parts, person.parts.window.commands
    text = parts.tokens.text()
    action = commands["view.lab"]
    assert action.shortcut().toString() == "Ctrl+Shift+R"
    assert action in list(commands)
    action.trigger()
    person.wait(lambda: tried(person))
    # Without a corpus it is the text of the Tokens panel.
    assert parts.lab.pieces.texts.currentText() == "Text in Tokens"
    assert b"".join(pieces(person)) == text
    assert parts.window.rail._items["train"].isChecked()
    type_pattern(person, r"\w|\W")
    parts.lab.patterns.view.setFocus()
    assert commands["edit.undo"].isEnabled()
    commands["edit.undo"].trigger()
    assert parts.lab.pattern() != r"\w|\W"
    commands["edit.redo"].trigger()
    assert parts.lab.pattern() == r"\w|\W"
    assert parts.tokens.text() == text
    parts.window.show_task("inspect")
    assert not commands["edit.undo"].isEnabled()


def test_a_pattern_that_hangs_stops_nothing_else(person: Person, tmp_path: Path) -> None:
    parts, lab = person.parts, person.parts.lab
    file = tmp_path / "a.txt"
    file.write_text("b " + "a" * 60 + "!\n", encoding="utf-8")
    parts.window.show_task("train")
    parts.corpus.sources.add_paths([str(file)])
    person.wait(parts.corpus.sources.enabled_sources)
    open_lab(person)
    before = pieces(person)
    type_pattern(person, r"(a|aa)+$|\s")
    person.wait(lambda: lab.editor.fault.isVisible())
    assert pieces(person) == before
    person.click(lab.editor.fault.go_link)
    assert lab.pieces.view._current == (2, 3)
    type_pattern(person, r"\w+|\W")
    person.wait(lambda: tried(person))
    assert not lab.editor.fault.isVisible()


@pytest.mark.usefixtures("person")
def test_the_lab_is_where_one_was_at_the_next_start(person: Person, settings: Settings) -> None:
    person.parts.window.show_task("lab")
    person.wait(lambda: tried(person))
    person.parts.window.close()
    assert settings.task == "lab"
    assert settings.regex_lab["pattern"] == CL100K
    QApplication.processEvents()
