"""A field of lines that takes a hundred thousand at once without holding up the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QMenu, QPlainTextEdit, QWidget

from workbench.widgets.slices import Slices, Steps

_AT_ONCE = 1 << 14  # characters that are inserted or removed in one go
_PART = 1 << 11  # characters, about, of one step


class LinesEdit(QPlainTextEdit):
    """A plain text field; what is long is inserted and removed in parts, between the events of the window.

    Attributes:
        done, total: characters of the text that is being inserted or removed; 0 and 0 where none is.

    Signals:
        filling_changed(): how much of it is there has changed.

    """

    filling_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.done = self.total = 0
        self._slices: Slices[None] = Slices(self)
        self._before = 0  # steps of undo before what is being inserted
        self._whole: list[tuple[int, int]] = []  # steps of undo before and after each text inserted in parts
        self.document().undoCommandAdded.connect(self._forget)

    @property
    def is_filling(self) -> bool:
        """Whether a text is being inserted or removed."""
        return self._slices.running

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert what is pasted or dropped."""
        text = source.text()
        if len(text) <= _AT_ONCE and not self._selects_much():
            super().insertFromMimeData(source)
        elif not self.isReadOnly():
            self.insert(text)

    def insert(self, text: str) -> None:
        """Insert a text in place of the selection; nothing can be typed meanwhile. `undo` restores all."""
        self._before = self.document().availableUndoSteps()
        total = len(text) + len(self._selected())
        self._work(self._steps(text.replace("\r\n", "\n")), total, self._note)

    def cut(self) -> None:
        """Cut out the selection; what is long goes in parts."""
        if self._selects_much() and not self.isReadOnly():
            self.copy()
            self.insert("")
        else:
            super().cut()

    def undo(self) -> None:
        """Undo one step; what was inserted in parts goes in parts."""
        if not self._in_parts(self.document().undo, 1, 0):
            super().undo()

    def redo(self) -> None:
        """Redo one step, as `undo`."""
        if not self._in_parts(self.document().redo, 0, 1):
            super().redo()

    def _in_parts(self, step: Callable[[], object], here: int, there: int) -> bool:
        """Take the steps from one end of what was inserted to the other; return whether this is an end."""
        n_steps = self.document().availableUndoSteps()
        whole = next((each for each in self._whole if each[here] == n_steps), None)
        if whole is not None and not self.is_filling:
            self._work(self._back(step, whole[there]), whole[1] - whole[0])
        return whole is not None

    def _selected(self) -> range:
        """Return the places of the selected characters."""
        cursor = self.textCursor()
        return range(cursor.selectionStart(), cursor.selectionEnd())

    def _selects_much(self) -> bool:
        return len(self._selected()) > _AT_ONCE

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Undo and redo here: the field itself would take back a part; nor can it remove in parts."""
        for keys, act in (
            (QKeySequence.StandardKey.Undo, self.undo),
            (QKeySequence.StandardKey.Redo, self.redo),
            (QKeySequence.StandardKey.Cut, self.cut),
        ):
            if event.matches(keys):
                act()
                return
        if self._selects_much() and not self.isReadOnly() and (typed := _text_of(event)) is not None:
            self.insert(typed)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu."""
        menu = self.menu_at(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def menu_at(self, place: QPoint) -> QMenu:
        """Return the usual menu, with what is done in parts here."""
        menu = self.createStandardContextMenu(place)
        mine = [("edit-undo", self.undo), ("edit-redo", self.redo), ("edit-cut", self.cut)]
        if self._selects_much():
            mine.append(("edit-delete", lambda: self.insert("")))
        for name, act in mine:
            action = menu.findChild(QAction, name)
            if isinstance(action, QAction):
                action.triggered.disconnect()
                action.triggered.connect(act)
        return menu

    def _work(self, steps: Steps[None], total: int, then: Callable[[], object] = lambda: None) -> None:
        def _end(_: None) -> None:
            then()
            self.done = self.total = 0
            self.setReadOnly(False)
            self.filling_changed.emit()

        self.setReadOnly(True)
        self.done, self.total = 0, total
        self._slices.run(steps, _end)
        if self.is_filling:
            self.filling_changed.emit()

    def _steps(self, text: str) -> Steps[None]:
        yield from self._removal()
        cursor, removed = self.textCursor(), self.done
        start = 0
        while start < len(text):
            end = text.find("\n", start + _PART) + 1 or len(text)
            cursor.beginEditBlock()  # a block for each part: a block of all would be undone in one go
            cursor.insertText(text[start:end])
            cursor.endEditBlock()
            start = end
            self.done = removed + end
            self.filling_changed.emit()
            yield

    def _removal(self) -> Steps[None]:
        """Remove what is selected, from its end."""
        selected, part = self._selected(), QTextCursor(self.document())
        for end in range(selected.stop, selected.start, -_PART):
            part.setPosition(max(end - _PART, selected.start))
            part.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            part.beginEditBlock()
            part.removeSelectedText()
            part.endEditBlock()
            self.done += end - part.position()
            self.filling_changed.emit()
            yield

    def _back(self, step: Callable[[], object], until: int) -> Steps[None]:
        """Go to so many steps of undo."""
        document = self.document()
        first = document.availableUndoSteps()
        while (here := document.availableUndoSteps()) != until and (here > until) == (first > until):
            self.done = abs(here - first)
            step()
            self.filling_changed.emit()
            yield

    def _note(self) -> None:
        """Note which steps of undo belong together."""
        self._whole.append((self._before, self.document().availableUndoSteps()))

    def _forget(self) -> None:
        """Forget steps that a new one takes the place of."""
        steps = self._before if self.is_filling else self.document().availableUndoSteps() - 1
        self._whole = [each for each in self._whole if each[1] <= steps]


def _text_of(event: QKeyEvent) -> str | None:
    """Return what a key puts in place of the selection, None if it changes nothing."""
    if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        return ""
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        return "\n"
    control = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    return (
        event.text()
        if event.text().isprintable() and event.text() and not event.modifiers() & control
        else None
    )
