"""What the mouse does in the token view: caret, selection, hover, drag and drop, context menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Protocol

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QDragMoveEvent, QDropEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QAbstractScrollArea, QMenu

from workbench.widgets.drops import take_a_copy
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.document.words import word_around
from workbench.widgets.token_view.editing.caret import Caret
from workbench.widgets.token_view.editing.clipboard import Clipboard
from workbench.widgets.token_view.editing.editor import Editor
from workbench.widgets.token_view.editing.hover import Hover
from workbench.widgets.token_view.editing.selected import SelectedToken
from workbench.widgets.token_view.output import clipboard as token_clipboard
from workbench.widgets.token_view.places import Places
from workbench.widgets.token_view.scrolling import Scrolling

_AUTO_SCROLL = 30  # ms between steps while a selection is dragged beyond the edge


class Pointed(Protocol):
    """The parts of a view that the mouse reaches."""

    document: Document
    places: Places
    editor: Editor
    caret: Caret
    clipboard: Clipboard
    selected: SelectedToken
    hover: Hover
    scrolling: Scrolling


class Pointer(QObject):
    """The mouse over a view.

    Signals:
        files_dropped: paths of files that were dropped.

    """

    files_dropped = Signal(object)

    _drags_out: ClassVar[bool] = False  # of any view: Qt has one drag at a time

    def __init__(self, area: QAbstractScrollArea, view: Pointed) -> None:
        """Follow the mouse over an area, and have the parts of its view do what it says."""
        super().__init__(area)
        self.area, self.view = area, view
        self._dragging = False
        self._unit: Callable[[int], tuple[int, int]] | None = None  # what a drag goes on by, None for places
        self._held = (0, 0)  # the unit that the drag began with
        self._double_clicked_at: tuple[int, QPointF] | None = None
        self._pressed_at: QPointF | None = None  # within the selection, which may be dragged
        self._source: tuple[int, int, int] | None = None  # the bytes that are dragged, and their revision
        self._last_point = QPointF()
        self._beyond = QTimer(self, interval=_AUTO_SCROLL)
        self._beyond.timeout.connect(self._scroll_beyond)

    def events(self) -> dict[QEvent.Type, Callable[..., None]]:
        """Return which events of the viewport come here."""
        return {
            QEvent.Type.MouseButtonPress: self.press,
            QEvent.Type.MouseButtonDblClick: self.double_click,
            QEvent.Type.MouseMove: self.move,
            QEvent.Type.MouseButtonRelease: self.release,
            QEvent.Type.Leave: self.leave,
            QEvent.Type.DragEnter: self.drag,
            QEvent.Type.DragMove: self.drag,
            QEvent.Type.DragLeave: self.drag_left,
            QEvent.Type.Drop: self.drop,
            QEvent.Type.ContextMenu: self.menu,
        }

    # --- caret and selection

    def press(self, event: QMouseEvent) -> None:
        """Place the caret and select the token under the pointer; a third click selects the line."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.view.hover.forget()
        QGuiApplication.inputMethod().commit()
        point = event.position()
        if self._is_third(event):
            self._take(self.view.editor.line, self.view.places.caret_at(point)[0])
            return
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if not shift and self._in_selection(point):
            self._pressed_at = point  # a drag of the selection, or a click if it is let go here
            return
        self._place(point, shift)
        self._dragging, self._unit = True, None
        if not shift:
            self._select_token(point)

    def _select_token(self, point: QPointF) -> None:
        hit = self.view.places.token_at(point)
        self.view.selected.select(hit.token.index if hit else None)

    def _in_selection(self, point: QPointF) -> bool:
        start, end = self.view.editor.selection
        inside = start < end and start <= self._byte_at(point) < end
        return inside and self.view.places.token_at(point) is not None

    def _is_third(self, event: QMouseEvent) -> bool:
        if self._double_clicked_at is None:
            return False
        time, point = self._double_clicked_at
        self._double_clicked_at = None
        interval = QGuiApplication.styleHints().mouseDoubleClickInterval()
        near = (event.position() - point).manhattanLength() < 8
        return near and int(event.timestamp()) - time < interval

    def double_click(self, event: QMouseEvent) -> None:
        """Select the word under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._double_clicked_at = int(event.timestamp()), event.position()
            self._take(partial(word_around, self.view.document), self._byte_at(event.position()))

    def _take(self, unit: Callable[[int], tuple[int, int]], position: int) -> None:
        """Select the word or line at a byte; a drag goes on by words or lines."""
        self._unit, self._held = unit, unit(position)
        self._dragging = True
        self.view.editor.select(*self._held)

    def _extend(self, point: QPointF) -> None:
        """Let the selection reach to a point, or to the far end of the word or line there."""
        if self._unit is None:
            self._place(point, True)
            return
        (first, last), (start, end) = self._held, self._unit(self._byte_at(point))
        if start < first:
            self.view.editor.select(last, start)
        else:
            self.view.editor.select(first, max(end, last))

    def _byte_at(self, point: QPointF) -> int:
        """Return the byte of the character under a point, which may be before the nearest caret place."""
        position, at_row_end = self.view.places.caret_at(point)
        if at_row_end or self.view.places.caret_rect(position).center().x() > point.x():
            return self.view.editor.stop(position, -1)
        return position

    def move(self, event: QMouseEvent) -> None:
        """Extend the selection while the button is held, else hover."""
        self._last_point = event.position()
        if self._pressed_at is not None:
            far = (event.position() - self._pressed_at).manhattanLength()
            # Qt lets presses and moves that wait come here between the end of a drag and its return.
            if far >= QGuiApplication.styleHints().startDragDistance() and not self._drags_out:
                self._drag_out()
            return
        if not self._dragging:
            self.view.hover.over(self.view.places.token_at(event.position()))
            return
        self._extend(event.position())
        inside = 0 <= event.position().y() < self.area.viewport().height()
        if inside:
            self._beyond.stop()
        elif not self._beyond.isActive():
            self._beyond.start()

    def _scroll_beyond(self) -> None:
        """Scroll on while a selection is held beyond the edge."""
        y = self._last_point.y()
        self.view.scrolling.by(y if y < 0 else y - self.area.viewport().height())
        self._extend(self._last_point)

    def release(self, event: QMouseEvent) -> None:
        """End a selection; a click within one places the caret there."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._dragging = False
        self._beyond.stop()
        point, self._pressed_at = self._pressed_at, None
        if point is not None:
            self._place(point)
            self._select_token(point)

    def _place(self, point: QPointF, select: bool = False) -> None:
        """Put the caret where a point is."""
        position, at_row_end = self.view.places.caret_at(point)
        self.view.editor.place(position, select, at_row_end)

    def leave(self, event: QEvent) -> None:
        """Hover no longer."""
        self.view.hover.forget()

    # --- drag, drop, menu

    def _drag_out(self) -> None:
        """Drag what is selected; where it is moved and not copied it goes from here."""
        self._pressed_at, view, editor = None, self.view, self.view.editor
        start, end = editor.selection
        self._source = start, end, view.document.revision
        drag = QDrag(self.area)
        drag.setMimeData(token_clipboard.mime_of(editor.selected_bytes()))
        both = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
        allowed = Qt.DropAction.CopyAction if view.editor.read_only else both
        usual = Qt.DropAction.CopyAction if view.editor.read_only else Qt.DropAction.MoveAction
        Pointer._drags_out = True
        try:
            done = drag.exec(allowed, usual)
        finally:
            Pointer._drags_out = False
        if done == Qt.DropAction.MoveAction and self._source == (start, end, view.document.revision):
            editor.replace(start, end, b"")
        self._source = None

    def drag(self, event: QDragMoveEvent) -> None:
        """Take files always, text where it can be written."""
        mime = event.mimeData()
        if mime.hasUrls():
            take_a_copy(event)
        elif mime.hasText() and not self.view.editor.read_only:
            event.acceptProposedAction()
            self.view.caret.show_at(self.view.places.caret_at(event.position())[0])

    def drag_left(self, event: QEvent) -> None:
        """Show the caret where it is again."""
        self.view.caret.restart()

    def drop(self, event: QDropEvent) -> None:
        """Tell of files; put text where it was dropped."""
        files = token_clipboard.files_of(event.mimeData())
        if files:
            self.files_dropped.emit(files)
            take_a_copy(event)
        else:
            self.area.setFocus()
            self._drop_text(event)
            event.acceptProposedAction()

    def _drop_text(self, event: QDropEvent) -> None:
        """Put text where it was dropped; what is moved within the view goes as one step of undo."""
        place = self.view.places.caret_at(event.position())[0]
        place, _ = self.view.editor.settled(place, place)
        data = token_clipboard.bytes_of(event.mimeData())
        source, moved = self._source, event.dropAction() == Qt.DropAction.MoveAction
        if source is None or not moved:
            self.view.editor.replace(place, place, data)
            self.view.editor.select(place, place + len(data))
            return
        start, end = (self.view.document.shifted(byte, source[2]) for byte in source[:2])
        self._source = None  # it is taken from there here, not by who dragged it
        if start <= place <= end:
            return
        first, last = min(start, place), max(end, place)
        between = self.view.document.read(first, start) + self.view.document.read(end, last)
        at = first if place < start else last - len(data)
        self.view.editor.replace(first, last, data + between if place < start else between + data)
        self.view.editor.select(at, at + len(data))

    def menu(self, event: QContextMenuEvent) -> None:
        """Offer undo, clipboard and select all."""
        view, editor = self.view, self.view.editor
        free, chosen = not editor.read_only, editor.has_selection()
        copy = self.tr("Copy") if chosen or view.selected.token is None else self.tr("Copy token")
        entries = (
            (self.tr("Undo"), editor.undo, not editor.locked and bool(view.document.history.undo)),
            (self.tr("Redo"), editor.redo, not editor.locked and bool(view.document.history.redo)),
            (self.tr("Cut"), view.clipboard.cut, free and chosen),
            (copy, view.clipboard.copy, chosen or view.selected.token is not None),
            (self.tr("Paste"), view.clipboard.paste, free),
            (self.tr("Select all"), editor.select_all, len(view.document) > 0),
        )
        menu = QMenu(self.area)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, does, enabled in entries:
            action = menu.addAction(text)
            action.setEnabled(enabled)
            action.triggered.connect(does)
        menu.popup(event.globalPos())
