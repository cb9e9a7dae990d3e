"""The text of the lab with its pieces: the token view, with lost bytes hatched in red."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.layout.strokes import line_under
from workbench.widgets.token_view.paint.canvas import Look
from workbench.widgets.token_view.paint.paint import FADED, TokenPainter
from workbench.widgets.token_view.text import TokenTextView

Spans = NDArray[np.uint64]
_NONE: Spans = np.zeros((0, 2), np.uint64)
_AT_ONCE = 12_288  # pieces taken over in one go, some 2 ms
_RING_RADIUS = 5


def _within(spans: Spans, start: int, end: int) -> Spans:
    """Return those of some spans in rising order that have a byte in [start, end)."""
    first = int(np.searchsorted(spans[:, 1], start, side="right"))
    return spans[first : int(np.searchsorted(spans[:, 0], end, side="left"))]


class PiecesView(TokenTextView):
    """Shows pieces; read-only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor.locked = True
        self.rows.set_numbered(None)  # it is a sample
        self.setAcceptDrops(False)
        self.setAccessibleName(self.tr("Text with its pieces"))
        self.setAccessibleDescription(self.tr("Alt+Left and Alt+Right go from piece to piece"))
        self._lost, self._places, self._shown = _NONE, _NONE, "all"
        self._current: tuple[int, int] | None = None
        self._feed: deque[tuple[int, int, Spans, NDArray[np.uint32]]] = deque()
        self._feeding = QTimer(self)
        self._feeding.timeout.connect(self._take_some)

    def show_text(self, text: bytes) -> None:
        """Show another text, without pieces."""
        self._feed.clear()
        self._lost = self._places = _NONE
        self._current = None
        if text != self.content():
            self.set_bytes(text)
        else:
            self.tokens.clear()

    def show_pieces(self, spans: Spans, numbers: NDArray[np.uint32], lost: Spans) -> None:
        """Show the pieces of the text: uint64[m, 2], which of the distinct ones each is, and what is lost.

        Many are taken over bit by bit, the first of them at once.
        """
        self._lost, self._current = lost, None
        self._feed.clear()
        start = 0
        for first in range(0, max(len(spans), 1), _AT_ONCE):
            last = first + _AT_ONCE
            end = int(spans[last, 0]) if last < len(spans) else len(self.document)
            self._feed.append((start, end, spans[first:last], numbers[first:last]))
            start = end
        self._take_some()
        self._feeding.start(0)
        self.viewport().update()

    def _take_some(self) -> None:
        if self._feed:
            start, end, spans, numbers = self._feed.popleft()
            self.tokens.take(start, end, numbers, spans)
        if not self._feed:
            self._feeding.stop()

    def is_complete(self) -> bool:
        """Return whether all pieces have been taken over."""
        return not self._feed

    def show_places(self, places: Spans) -> None:
        """Take where another pattern cuts otherwise: uint64[p, 2]."""
        self._places, self._current = places, None
        self.viewport().update()

    def set_shown(self, shown: str) -> None:
        """Show "all" alike, or let only what is "lost" or "differ" stand out."""
        self._shown = shown
        self.viewport().update()

    def go_to(self, start: int, end: int) -> None:
        """Scroll to bytes of the text and ring them."""
        self._current = (start, end)
        self.scrolling.reveal(start)
        self.viewport().update()

    def _token_painter(self, painter: QPainter, look: Look, clip: QRectF) -> TokenPainter:
        """Paint what is lost over the pieces."""
        own = _PiecesPainter(painter, look, self.pieces, self.places.left, clip)
        own.lost, own.current = self._lost, self._current
        own.standing_out = {"lost": self._lost, "differ": self._places}.get(self._shown)
        return own


class _PiecesPainter(TokenPainter):
    """Paints lost text hatched, and a ring around the present place.

    Attributes:
        lost: uint64[k, 2], in bytes of the text.
        standing_out: uint64[p, 2], all boxes but these are faint; None for none.
        current: (start, end) of what is ringed.

    """

    lost: Spans = _NONE
    standing_out: Spans | None = None
    current: tuple[int, int] | None = None

    def _states(self, piece: Piece, rows: range) -> None:
        super()._states(piece, rows)
        if self.standing_out is not None:
            veil = QColor(self.look.theme.surface)
            veil.setAlphaF(1 - FADED)
            touched = piece.touched_boxes(_within(self.standing_out, piece.start, piece.end).tolist())
            for box in np.flatnonzero(~touched).tolist():
                self.fill(self._rects(piece, box, rows), veil)
        theme = self.look.theme
        for rect in self._rects_of(piece, _within(self.lost, piece.start, piece.end).tolist(), rows):
            self.fill([rect], theme.danger_soft)
            self._hatch(rect, theme.danger, 150)
            self.painter.fillRect(line_under(rect), theme.danger)

    def _rects_of(self, piece: Piece, spans: Iterable[tuple[int, int]], rows: range) -> list[QRectF]:
        """Return where some bytes of the text are in a piece."""
        rects: list[QRectF] = []
        for start, end in spans:
            first, last = max(start, piece.start), min(end, piece.end)
            if first < last:
                strips = piece.layout.strips(piece.display_at(first), piece.display_at(last))
                rects += [self.rect(strip) for strip in strips if strip.row in rows]
        return rects

    def _rings(self, piece: Piece, rows: range) -> None:
        super()._rings(piece, rows)
        if self.current is None:
            return
        self.painter.setPen(QPen(self.look.theme.text, 2))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for rect in self._rects_of(piece, [self.current], rows):
            self.painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), _RING_RADIUS, _RING_RADIUS)
