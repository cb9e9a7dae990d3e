"""The two token views of the chat: a message being typed, and the whole text with its template tinted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QTextLayout, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.widgets.look import theme
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.layout.strokes import colored
from workbench.widgets.token_view.paint.canvas import Look
from workbench.widgets.token_view.paint.paint import TokenPainter
from workbench.widgets.token_view.scroll import EDGE
from workbench.widgets.token_view.text import TokenTextView
from workbench.worker.messages.chat import ChatRendered

_CROPPED = 10  # of the free space above and below the rows of a message
_MOST_ROWS = 9  # of a message; a longer one scrolls


def token_rows(rendered: ChatRendered, number: int) -> tuple[int, int] | None:
    """Return (first, last + 1) of the tokens with a byte of a message's content, None for no token."""
    for start, end, message in rendered.contents:
        if message == number:
            rows = np.flatnonzero((rendered.spans[:, 0] < end) & (rendered.spans[:, 1] > start))
            return (int(rows[0]), int(rows[-1]) + 1) if len(rows) else None
    return None


class MessageView(TokenTextView):
    """The content of a message with the tokens that the whole conversation gives it; as high as its text.

    Signals:
        command(str): "up", "down" (move the message), "remove", "add" (one after it).
        height_changed(): it has another number of rows, or may have.

    """

    command = Signal(str)
    height_changed = Signal()

    _COMMANDS = {  # noqa: RUF012 - never changed
        (Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier): "up",
        (Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier): "down",
        (
            Qt.Key.Key_Backspace,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        ): "remove",
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier): "add",
    }

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._taken: tuple[int, bytes, bytes] | None = None  # the text and the tokens that it shows
        self._long = False  # whether it has more rows than are shown at once
        self.text_changed.connect(lambda _: self.height_changed.emit())

    def forget_tokens(self) -> None:
        """Show the text without tokens."""
        self._taken = None
        self.tokens.clear()

    def show_tokens(self, rendered: ChatRendered, number: int) -> None:
        """Take the tokens that the message `number` of a conversation has, if they are known."""
        content = self.content()
        spans = [(start, end) for start, end, message in rendered.contents if message == number]
        at = content.find(rendered.text[slice(*spans[0])]) if spans and content else -1
        if at < 0:
            self.forget_tokens()
            return
        start, end = spans[0]
        first, last = token_rows(rendered, number) or (0, 0)
        ids = rendered.ids[first:last]
        clipped = (np.clip(rendered.spans[first:last].astype(np.int64), start, end) - start + at).astype(
            np.uint64
        )
        state = (self.document.revision, ids.tobytes(), clipped.tobytes())
        # Most messages are as they were: laying them out again would take longer than all the rest.
        if state != self._taken:
            self._taken = state
            self.tokens.take(0, len(content), ids, clipped)

    def sizeHint(self) -> QSize:
        """Return the height of the rows, up to a few of them."""
        height = self._n_rows() * self.pieces.measures.pitch + 2 * EDGE
        return QSize(200, round(height))

    def minimumSizeHint(self) -> QSize:
        """Return the height of the rows."""
        return QSize(80, self.sizeHint().height())

    def _n_rows(self) -> int:
        """Return how many rows the text has, at most one more than are shown at once."""
        n_rows, span = 0, self.pieces.flow.piece_at(0)
        following: tuple[int, int] | None = span
        while following is not None and n_rows < _MOST_ROWS:
            n_rows += self.pieces.piece(following).layout.n_rows
            following = self.pieces.flow.after(following)
        self._long = following is not None or n_rows > _MOST_ROWS
        return min(max(n_rows, 1), _MOST_ROWS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height of the rows at the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.height_changed.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll a long message; the list scrolls where this one is short."""
        if self._long or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        else:
            event.ignore()

    def focusNextPrevChild(self, next_: bool) -> bool:
        """Let Tab go on to the next control: a message seldom needs one."""
        return QWidget.focusNextPrevChild(self, next_)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of a message; pass the others to the editor."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else Qt.Key(event.key())
        does = self._COMMANDS.get((key, modifiers))
        if does is not None:
            self.command.emit(does)
        elif key == Qt.Key.Key_Tab and not modifiers:
            self.focusNextPrevChild(True)
        else:
            super().keyPressEvent(event)


class Cropped(QWidget):
    """Holds a message without most of the free space above and below its rows, which a panel has room for."""

    def __init__(self, view: MessageView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        view.setParent(self)
        view.height_changed.connect(self.updateGeometry)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the room of the rows."""
        hint = self._view.sizeHint()
        return QSize(hint.width(), hint.height() - 2 * _CROPPED)

    def minimumSizeHint(self) -> QSize:
        """Return the room of the rows."""
        return QSize(80, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the view stand out above and below."""
        self._view.setGeometry(0, -_CROPPED, self.width(), self.height() + 2 * _CROPPED)


class RenderedView(TokenTextView):
    """A conversation as one text: what the template writes is tinted, and cannot be changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor.locked = True
        self.setAcceptDrops(False)
        self._contents: tuple[tuple[int, int], ...] = ()

    def show_rendered(self, rendered: ChatRendered, special_ids: Iterable[int]) -> None:
        """Show another conversation; what is seen stays where the text is the same."""
        if rendered.text != self.content():
            self.set_bytes(rendered.text)
        self._contents = _joined([(start, end) for start, end, _ in rendered.contents])
        self.set_look(special_ids=frozenset(special_ids))
        self.tokens.take(0, len(rendered.text), rendered.ids, rendered.spans)
        self.viewport().update()

    def is_template(self, start: int, end: int) -> bool:
        """Return whether no byte of [start, end) is content."""
        return not any(first < end and last > start for first, last in self._contents)

    def _token_painter(self, painter: QPainter, look: Look, clip: QRectF) -> TokenPainter:
        """Tint the template."""
        own = _Tinting(painter, look, self.pieces, self.places.left, clip)
        own.contents = self._contents
        return own


def _joined(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return spans in order, those that meet as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


class _Tinting(TokenPainter):
    """Paints the boxes of the template on `soft`, their letters in accent.

    Attributes:
        contents: (start, end) in bytes of the text of what is not the template's.

    """

    contents: tuple[tuple[int, int], ...] = ()

    def _boxes(self, piece: Piece, rows: range) -> None:
        super()._boxes(piece, rows)
        for box in self._of_template(piece):
            for rect in self._rects(piece, box, rows):
                self.painter.setPen(Qt.PenStyle.NoPen)
                self.painter.setBrush(self.look.theme.surface)
                self.painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))
                self.painter.setBrush(self.look.theme.soft)
                self.painter.drawRoundedRect(rect, theme.TOKEN_RADIUS, theme.TOKEN_RADIUS)

    def _formats(self, piece: Piece) -> list[QTextLayout.FormatRange]:
        boxes, accent = piece.boxes, self.look.theme.accent
        others = {*self.special_boxes(piece), *self._boxes_left_out(piece)}
        tinted = [
            colored(int(boxes.starts[box]), int(boxes.ends[box]), accent)
            for box in self._of_template(piece)
            if box not in others
        ]
        return [*tinted, *super()._formats(piece)]

    def _of_template(self, piece: Piece) -> list[int]:
        """Return the boxes of a piece without a byte of content."""
        boxes: list[int] = np.flatnonzero(~piece.touched_boxes(self.contents)).tolist()
        return boxes
