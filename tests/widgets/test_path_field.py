"""The field of a path: what is dropped on it is its path, never typed as an address."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.widgets.path_field import PathField


def drop(field: PathField, mime: QMimeData) -> list[str]:
    """Drop on a field and return what it says was typed."""
    typed: list[str] = []
    field.textEdited.connect(typed.append)
    how = Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for event in (QDragEnterEvent(QPoint(5, 5), *how), QDragMoveEvent(QPoint(5, 5), *how)):
        QApplication.sendEvent(field, event)
        assert event.isAccepted()
    QApplication.sendEvent(field, QDropEvent(QPointF(5, 5), *how))
    field.textEdited.disconnect()
    return typed


def files(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def test_a_file_or_folder_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    field = PathField()
    qtbot.addWidget(field)
    field.setText("/old/name.json")
    file = tmp_path / "a file.txt"
    assert drop(field, files(file, tmp_path)) == [str(file)]
    assert drop(field, files(tmp_path)) == [str(tmp_path)]
    assert field.text() == str(tmp_path)


def test_a_folder_keeps_the_name_of_the_file(qtbot: QtBot, tmp_path: Path) -> None:
    field = PathField(keeps_name=True)
    qtbot.addWidget(field)
    field.setText("/old/name.json")
    assert drop(field, files(tmp_path)) == [str(tmp_path / "name.json")]
    field.setText("")
    assert drop(field, files(tmp_path)) == [str(tmp_path)]


def test_text_is_dropped_as_text(qtbot: QtBot) -> None:
    field = PathField()
    qtbot.addWidget(field)
    mime = QMimeData()
    mime.setText("some/path")
    drop(field, mime)
    assert field.text() == "some/path"


def test_a_file_that_is_dropped_is_never_moved(qtbot: QtBot, tmp_path: Path) -> None:
    field = PathField()
    qtbot.addWidget(field)
    either = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    how = either, files(tmp_path), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
    here = QPoint(5, 5)
    drop = QDropEvent(QPointF(5, 5), *how)
    for event in (QDragEnterEvent(here, *how), QDragMoveEvent(here, *how), drop):
        assert event.proposedAction() == Qt.DropAction.MoveAction
        QApplication.sendEvent(field, event)
        assert event.isAccepted()
        assert event.dropAction() == Qt.DropAction.CopyAction
