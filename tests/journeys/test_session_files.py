"""A session file: saved in one window, opened in another one to the same state; Undo brings back what was."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from tests.journeys.conftest import Person, shown
from workbench import save_tokenizer, train
from workbench.settings import Settings
from workbench.shell.session_files import OF_SESSIONS

TEXT = b"low lower lowest\nnewer wider\n" * 40


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "mine" / "tale.json"
    path.parent.mkdir()
    save_tokenizer(train([["low lower lowest newer wider " * 20]], vocab_size=290), path)
    return path


def lesson(person: Person, model: Path, path: Path) -> None:
    """Bring the window into a state, and save it."""
    parts = person.parts
    parts.session.tokenizers.open(str(model))
    person.wait(lambda: person.tokenizer.path == str(model))
    parts.tokens.exchange.take("", TEXT)
    person.wait(person.encoded)
    parts.window.commands["view.color_rank"].trigger()
    parts.window.commands["view.ids"].trigger()
    parts.window.commands["view.marks"].trigger()
    whole = person.ids()
    parts.tokens.sizes.strip.slider.setValue(270)
    person.wait(lambda: person.encoded() and person.ids() != whole)
    parts.tokens.chosen.select_at(TEXT.index(b"lowest"))
    parts.window.commands["session.save_as"].trigger()
    dialog = parts.window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    person.wait(path.exists)
    person.wait(lambda: parts.window.settings.recent_sessions == (str(path),))


def state(person: Person) -> tuple[object, ...]:
    tokens = person.parts.tokens
    chosen = tokens.view.selected.token
    return (
        tokens.view.document.whole(), tokens.coloring.mode, tokens.pages.current(), tokens.sizes.size,
        tokens.marks_button.isChecked(), chosen and chosen.start, tuple(person.ids()),
    )  # fmt: skip


def test_it_opens_in_the_same_state_elsewhere(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, model: Path
) -> None:
    path = tmp_path / "lesson.workbench"
    with shown(qapp, qtbot, Settings(tmp_path / "a" / "settings.ini")) as teacher:
        lesson(teacher, model, path)
        wanted = state(teacher)
    shutil.rmtree(model.parent)
    with shown(qapp, qtbot, Settings(tmp_path / "b" / "settings.ini")) as person:
        person.wait(lambda: person.tokenizer is not None)
        person.wait(person.encoded)
        before = state(person)
        drop = QMimeData()
        drop.setUrls([QUrl.fromLocalFile(str(path))])
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, drop, left, none)
        person.parts.window.dropEvent(event)
        person.wait(lambda: person.tokenizer.name == "tale")
        person.wait(lambda: person.encoded() and state(person) == wanted)
        assert OF_SESSIONS in Path(person.tokenizer.path).parts
        # Nothing of what was is lost.
        person.click(person.button("Undo", person.parts.window.notices._toast))
        person.wait(lambda: person.encoded() and state(person) == before)
        assert {info.name for info in person.parts.session.tokenizers.infos} == {"Sample 4k", "tale"}
        recent = person.parts.window.commands.recent_menu
        recent.parentWidget().aboutToShow.emit()
        next(entry for entry in recent.actions() if entry.text() == path.name).trigger()
        person.wait(lambda: person.encoded() and state(person) == wanted)


def test_a_large_tokenizer_is_known_by_its_hash(person: Person, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("workbench.worker.jobs.session_files.LARGEST_TOKENIZER", 100)
    model, path = tmp_path / "mine.json", tmp_path / "lesson.workbench"
    save_tokenizer(train([["low lower lowest newer wider " * 20]], vocab_size=290), model)
    lesson(person, model, path)
    wanted = state(person)
    person.parts.window.commands["tokenizer.sample"].trigger()
    person.wait(lambda: person.tokenizer.name == "Sample 4k")
    person.parts.tokens.exchange.take("", b"other")
    person.parts.session.opening.open_given([str(path)])  # as by a double-click
    person.wait(lambda: person.encoded() and state(person) == wanted)
    # Where it is nowhere, the text comes, and what is missing is said.
    person.parts.window.commands["tokenizer.sample"].trigger()
    person.wait(lambda: person.tokenizer.name == "Sample 4k")
    model.write_bytes(model.read_bytes() + b" ")
    person.parts.session_files.open(str(path))
    person.wait(lambda: said(person, "mine, the tokenizer of this session, is not on this computer."))
    assert person.parts.tokens.view.document.whole() == TEXT
    assert person.tokenizer.name == "Sample 4k"


def said(person: Person, text: str) -> bool:
    return any(text in label.text() for label in person.parts.window.findChildren(QLabel))


def test_one_that_is_not_saved_goes_along(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "lesson.workbench"
    person.parts.window.commands["train.sample"].trigger()
    person.wait(lambda: person.tokenizer is not None and person.tokenizer.format == "", 60_000)
    person.wait(lambda: person.parts.session.training.run is None)
    ours = person.tokenizer
    person.wait(person.encoded)
    wanted = state(person)[-1]
    person.parts.session_files.save_to(str(path))
    person.wait(path.exists)
    person.parts.window.commands["tokenizer.sample"].trigger()
    person.wait(lambda: person.tokenizer.name == "Sample 4k")
    person.parts.session_files.open(str(path))
    person.wait(lambda: person.tokenizer.handle not in (ours.handle, 0) and person.tokenizer.path)
    assert person.tokenizer.name == ours.name
    person.wait(lambda: person.encoded() and tuple(person.ids()) == wanted)


def test_a_damaged_one_changes_nothing(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "lesson.workbench"
    person.wait(lambda: person.tokenizer is not None)
    person.wait(person.encoded)
    person.parts.session_files.save_to(str(path))
    person.wait(path.exists)
    path.write_bytes(path.read_bytes()[:300])
    before = state(person)
    person.parts.session.opening.sort_dropped([str(path)])
    person.wait(lambda: said(person, "its directory is missing: the file is cut short"))
    assert state(person) == before
