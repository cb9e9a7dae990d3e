"""Saving where nothing can be saved: it is said why, nothing is lost, and another place is offered."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

import workbench
from tests.journeys.conftest import Person
from tests.journeys.test_training import choose_in_dialog
from workbench.widgets.strips import NoticeStrip


def test_a_folder_that_has_gone_and_another_that_is_there(person: Person, tmp_path: Path) -> None:
    """Fault 58: as with a stick that was pulled out."""
    parts = person.parts
    parts.window.first_steps.show_step("train")
    person.click(parts.window.first_steps.button)
    person.wait(lambda: person.tokenizer and person.tokenizer.name == "Training run 1")
    trained = person.tokenizer
    gone = tmp_path / "gone" / "a.model"
    parts.session.saving.save_to(trained, str(gone), "minbpe")

    def _strip() -> NoticeStrip | None:
        strips = parts.window.findChildren(NoticeStrip)
        return next((strip for strip in strips if "a.model" in strip.sentence), None)

    person.wait(_strip)
    strip = _strip()
    assert strip is not None
    shown = (label.text() for label in strip.findChildren(QLabel) if label.isVisible())
    said = " ".join(shown).replace("\u200b", "")
    why = "a.model was not saved: its folder does not exist."
    assert f"{why} Nothing was changed. Choose another folder." in said
    assert person.tokenizer == trained  # still without a file
    person.click(person.button("Save as…", strip))
    choose_in_dialog(person, tmp_path / "b.model")
    person.wait(lambda: person.tokenizer.path == str(tmp_path / "b.model"))
    assert workbench.open_tokenizer(tmp_path / "b.model").vocab_size == trained.vocab_size
    assert not gone.parent.exists()


def test_a_suffix_whose_format_cannot_hold_the_tokenizer_is_refused(person: Person, tmp_path: Path) -> None:
    own, target = tmp_path / "own.txt", tmp_path / "mine.gguf"
    workbench.save_tokenizer(workbench.train("sample:", preset="clip", vocab_size=600), own, "clip")
    person.parts.session.tokenizers.open(str(own))
    person.wait(lambda: person.tokenizer and person.tokenizer.path == str(own))
    assert "gguf" not in person.tokenizer.writable_as
    person.parts.session.saving.save_as()
    (dialog,) = person.parts.window.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(target))
    dialog.close()
    person.wait(lambda: strip_with(person, "mine.gguf"))
    assert not target.exists()


def strip_with(person: Person, words: str) -> NoticeStrip | None:
    strips = person.parts.window.findChildren(NoticeStrip)
    return next((strip for strip in strips if strip.isVisible() and words in strip.sentence), None)


def test_the_text_is_saved_as_it_is(person: Person, tmp_path: Path) -> None:
    parts, file = person.parts, tmp_path / "notes.txt"
    text = b"caf\xc3\xa9 \xff\x00 bytes\r\n\n"
    parts.tokens.exchange.take("", text)
    parts.window.commands["file.save_text"].trigger()  # it has no file yet
    (dialog,) = parts.window.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(file))
    dialog.close()
    person.wait(lambda: parts.tokens.view.document.origin.name == "notes.txt")
    assert file.read_bytes() == text
    parts.tokens.view.editor.replace(0, 4, b"tea")
    parts.window.commands["file.save_text"].trigger()
    person.wait(lambda: file.read_bytes() == b"tea" + text[4:])
    parts.tokens.view.editor.undo()
    assert parts.tokens.text() == text
    parts.window.commands["file.save_text_as"].trigger()
    (dialog,) = parts.window.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "other.txt"))
    dialog.close()
    person.wait(lambda: parts.tokens.view.document.origin.name == "other.txt")
    assert (tmp_path / "other.txt").read_bytes() == text
    assert file.read_bytes() == b"tea" + text[4:]


def test_a_text_that_another_program_has_changed_is_not_written_over(person: Person, tmp_path: Path) -> None:
    parts, file = person.parts, tmp_path / "notes.txt"
    file.write_bytes(b"first")
    parts.session.opening.open_text(str(file))
    person.wait(lambda: parts.tokens.text() == b"first")
    parts.tokens.view.editor.replace(0, 0, b"my ")
    file.write_bytes(b"somebody else's")
    parts.window.commands["file.save_text"].trigger()
    person.wait(lambda: strip_with(person, "another program has changed the file"))
    assert file.read_bytes() == b"somebody else's"
    person.click(person.button("Open it", strip_with(person, "another program")))
    person.wait(lambda: parts.tokens.text() == b"somebody else's")
    parts.tokens.view.editor.undo()
    assert parts.tokens.text() == b"my first"
    parts.window.commands["file.save_text"].trigger()
    person.wait(lambda: strip_with(person, "another program has changed the file"))
    person.click(person.button("Replace it", strip_with(person, "another program")))
    person.wait(lambda: file.read_bytes() == b"my first")
    parts.tokens.view.editor.replace(0, 3, b"")
    person.wait(lambda: parts.tokens.view.document.origin.stamp == (8, file.stat().st_mtime_ns))
    parts.window.commands["file.save_text"].trigger()
    person.wait(lambda: file.read_bytes() == b"first")


def test_the_usual_key_saves_what_the_keyboard_is_in(person: Person, tmp_path: Path) -> None:
    """The menu says so, and a text that is no file's leaves the key to the tokenizer."""
    parts, file = person.parts, tmp_path / "notes.txt"
    commands, view = parts.window.commands, parts.tokens.view

    def keys() -> list[str]:
        return [commands[f"file.{name}"].shortcut().toString() for name in ("save", "save_text")]

    view.setFocus()
    assert keys() == ["Ctrl+S", "Ctrl+Alt+S"]
    file.write_bytes(b"first")
    parts.session.opening.open_text(str(file))
    person.wait(lambda: parts.tokens.text() == b"first")
    view.setFocus()
    assert keys() == ["Ctrl+Alt+S", "Ctrl+S"]
    person.bot.keyClicks(view, "my ")
    person.bot.keyClick(view, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    person.wait(lambda: file.read_bytes() == b"my first")
    away = QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.MenuBarFocusReason)
    QApplication.sendEvent(view, away)  # to look it up
    assert keys() == ["Ctrl+Alt+S", "Ctrl+S"]
    parts.tokens.finding.bar.show()
    parts.tokens.finding.bar.field.setFocus()
    assert keys() == ["Ctrl+S", "Ctrl+Alt+S"]
    view.setFocus()
    assert keys() == ["Ctrl+Alt+S", "Ctrl+S"]
    parts.tokens.exchange.take("", b"typed")
    assert keys() == ["Ctrl+S", "Ctrl+Alt+S"]


def test_a_tokenizer_that_another_program_has_changed_is_not_written_over(
    person: Person, tmp_path: Path
) -> None:
    parts, file = person.parts, tmp_path / "a.model"
    person.wait(lambda: person.tokenizer)
    parts.session.saving.save_to(person.tokenizer, str(file))
    person.wait(lambda: person.tokenizer.path == str(file))
    own = file.read_bytes()
    file.write_bytes(b"somebody else's")
    parts.window.commands["file.save"].trigger()
    person.wait(lambda: strip_with(person, "another program has changed the file"))
    assert file.read_bytes() == b"somebody else's"
    person.click(person.button("Replace", strip_with(person, "another program")))
    person.wait(lambda: file.read_bytes() == own)
    parts.window.commands["file.save"].trigger()  # its own change is no other's
    person.wait(lambda: "Saved" in parts.window.notices._toast.text())
    assert strip_with(person, "another program") is None
