"""A field of lines: what is inserted in parts is undone and redone as a whole, in parts too."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QAction

from workbench.widgets.lines_edit import LinesEdit

LINES = "".join(f"line{number}\n" for number in range(20_000))


def pasted(qtbot, before: str = "") -> LinesEdit:
    field = LinesEdit()
    qtbot.addWidget(field)
    field.setPlainText(before)
    field.moveCursor(field.textCursor().MoveOperation.End)
    data = QMimeData()
    data.setText(LINES)
    field.insertFromMimeData(data)
    settled(qtbot, field)
    return field


def settled(qtbot, field: LinesEdit) -> None:
    qtbot.waitUntil(lambda: not field.is_filling)


def test_a_long_paste_is_undone_and_redone_between_events(qtbot) -> None:
    field = pasted(qtbot, "before\n")
    for act, text in ((field.undo, "before\n"), (field.redo, f"before\n{LINES}"), (field.undo, "before\n")):
        act()
        assert field.is_filling  # the window has its turn meanwhile
        assert field.isReadOnly()
        settled(qtbot, field)
        assert field.toPlainText() == text
        assert not field.isReadOnly()


def test_keys_and_the_menu_undo_all_of_it(qtbot) -> None:
    field = pasted(qtbot)
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, field)
    assert field.toPlainText() == ""
    qtbot.keyClick(
        field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    settled(qtbot, field)
    assert field.toPlainText() == LINES
    menu = field.menu_at(field.rect().center())
    undo = menu.findChild(QAction, "edit-undo")
    assert isinstance(undo, QAction)
    undo.trigger()
    settled(qtbot, field)
    assert field.toPlainText() == ""
    menu.deleteLater()


def test_what_is_typed_before_and_after_is_a_step_of_its_own(qtbot) -> None:
    field = pasted(qtbot)
    qtbot.keyClicks(field, "end")
    field.undo()
    assert field.toPlainText() == LINES
    field.undo()
    settled(qtbot, field)
    for letter in "xyz":  # takes the place of what could be redone
        field.insertPlainText(f"{letter}\n")
    assert field.toPlainText() == "x\ny\nz\n"
    field.undo()
    assert not field.is_filling
    assert field.toPlainText() == "x\ny\n"


def test_a_long_paste_over_a_selection_is_undone_to_it(qtbot) -> None:
    field = pasted(qtbot, "before")
    field.selectAll()
    field.insert("other\n" * 5000)
    settled(qtbot, field)
    field.undo()
    settled(qtbot, field)
    assert field.toPlainText() == f"before{LINES}"


def test_a_long_selection_is_removed_between_events(qtbot) -> None:
    """By key, by typing, cut, by the menu, by a short paste; each is undone as a whole."""

    def by_menu(field: LinesEdit) -> None:
        menu = field.menu_at(field.rect().center())
        delete = menu.findChild(QAction, "edit-delete")
        assert isinstance(delete, QAction)
        delete.trigger()
        menu.deleteLater()

    def by_paste(field: LinesEdit) -> None:
        data = QMimeData()
        data.setText("other")
        field.insertFromMimeData(data)

    ways = (
        (lambda field: qtbot.keyClick(field, Qt.Key.Key_Delete), ""),
        (lambda field: qtbot.keyClick(field, Qt.Key.Key_Backspace), ""),
        (lambda field: qtbot.keyClick(field, Qt.Key.Key_A), "a"),
        (lambda field: qtbot.keyClick(field, Qt.Key.Key_Return), "\n"),
        (lambda field: qtbot.keyClick(field, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier), ""),
        (by_menu, ""),
        (by_paste, "other"),
    )
    field = pasted(qtbot, "before\n")
    for way, instead in ways:
        field.moveCursor(field.textCursor().MoveOperation.End)
        cursor = field.textCursor()
        cursor.setPosition(len("before\n"), cursor.MoveMode.KeepAnchor)
        field.setTextCursor(cursor)
        way(field)
        assert field.is_filling  # the window has its turn meanwhile
        settled(qtbot, field)
        assert field.toPlainText() == f"before\n{instead}"
        field.undo()
        settled(qtbot, field)
        assert field.toPlainText() == f"before\n{LINES}"


def test_keys_that_move_leave_a_long_selection(qtbot) -> None:
    field = pasted(qtbot)
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(field, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(field, Qt.Key.Key_Right)
    assert not field.is_filling
    assert field.toPlainText() == LINES
