"""Paints a text under several tokenizers: grey where all cut alike, in their colours where they differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextLayout

from workbench.engine.judging.aligned import KINDS
from workbench.panels.compare import colours
from workbench.panels.compare.text.pieces import AlignedPiece, StackedMeasures
from workbench.widgets import wording
from workbench.widgets.look.theme import TOKEN_RADIUS, interface_font
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.layout.strokes import coloured, line_under
from workbench.widgets.token_view.paint.paint import MOST_FORMATS, Look, TokenPainter
from workbench.widgets.token_view.paint.shapes import rectangles
from workbench.widgets.token_view.paint.shown import ShownPieces

Kinds = NDArray[np.int8]
COUNTS = 64  # pixels at the right, for the tokens of a line
_RING = 5
_DASHES = {"finer": (4, 2), "crossing": (2, 2)}


class AlignedPainter(TokenPainter):
    """Paints aligned pieces.

    Attributes:
        lines: int64[rows, lines], tokens of each line, and its winners; None where they are not known.
        chosen: (start, end) in bytes of what is chosen, or None.
        right: where the counts end.

    """

    def __init__(self, painter: QPainter, look: Look, pieces: ShownPieces, left: int, clip: QRectF) -> None:
        super().__init__(painter, look, pieces, left, clip)
        self._place, self._kinds = 0, np.empty(0, np.int8)
        self.lines: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
        self.chosen: tuple[int, int] | None = None
        self.right = 0

    def paint(self, placed: Iterable[tuple[Piece, float]]) -> None:
        """Paint pieces, each with the y of its upper edge, tokenizer by tokenizer."""
        line = cast(StackedMeasures, self.measures).line
        for piece, y in placed:
            whole, rows = cast(AlignedPiece, piece), self._seen_rows(piece, y)
            for place, own in enumerate(whole.rows or (piece,)):
                self._place = place
                self._kinds = whole.kinds(place) if whole.rows else np.empty(0, np.int8)
                self.painter.translate(self.left, y + place * line)
                self._stamps.moved()
                if whole.rows:
                    self._row_boxes(own, rows)
                self._text(own, rows)
                self._ring_chosen(own, rows)
                self.painter.translate(-self.left, -y - place * line)
                if whole.rows:
                    self._beside(piece, place, y + place * line, rows)

    # --- boxes

    def _row_boxes(self, piece: Piece, rows: range) -> None:
        theme, boxes = self.look.theme, piece.boxes
        seen = np.flatnonzero((boxes.strips.rows >= rows.start) & (boxes.strips.rows < rows.stop))
        rects = rectangles(boxes.strips.taken(seen), self.measures).tolist()
        kinds = self._kinds[boxes.owners[seen]].tolist()
        fill, line = colours.fill(theme, self._place), colours.line(theme, self._place)
        shown = [(QRectF(*rect), kind) for rect, kind in zip(rects, kinds, strict=True)]
        self._plain_boxes([rect for rect, kind in shown if kind < 0])
        self.fill([rect for rect, kind in shown if kind >= 0], fill)
        for rect, kind in shown:
            if kind >= 0:
                self._line_of_kind(line_under(rect), kind, line)
        self._odd(piece, rows, line)

    def _plain_boxes(self, rects: Iterable[QRectF]) -> None:
        """Draw the boxes of what all cut alike: edges, and hardly a ground."""
        self.painter.setPen(QPen(self.look.theme.border, 1))
        self.painter.setBrush(self.look.theme.sunken)
        for rect in rects:
            self.painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), TOKEN_RADIUS, TOKEN_RADIUS)

    def _odd(self, piece: Piece, rows: range, line: QColor) -> None:
        """Draw the edges of loose bytes, and the counts of split characters."""
        boxes = piece.boxes
        for box in np.flatnonzero(boxes.partial).tolist():
            self._dashed(self._rects(piece, box, rows), line)
        for box, strip in boxes.tabs.items():
            if strip.row in rows:
                self._tab(piece, box, self.rect(strip))
        for box in np.flatnonzero(boxes.groups.hatched).tolist():
            for rect in self._rects(piece, box, rows):
                self._hatch(rect, line, 70)

    def _line_of_kind(self, rect: QRectF, kind: int, colour: QColor) -> None:
        """Draw the line under a box: broken where it cuts more than the reference, dotted where elsewhere."""
        dash, gap = _DASHES.get(KINDS[kind], (rect.width(), 1))
        at = rect.left()
        while at < rect.right():
            width = min(dash, rect.right() - at)
            self.painter.fillRect(QRectF(at, rect.top(), width, rect.height()), colour)
            at += dash + gap

    def _fill_of(self, piece: Piece, box: int) -> QColor:
        differs = box < len(self._kinds) and self._kinds[box] >= 0
        return colours.fill(self.look.theme, self._place) if differs else self.look.theme.sunken

    # --- letters

    def _letters(self) -> QColor:
        return self.look.theme.text2

    def _formats(self, piece: Piece) -> list[QTextLayout.FormatRange]:
        """Return the letters of what differs, which stand out; neighbours are one."""
        theme, boxes = self.look.theme, piece.boxes
        formats = [coloured(*span, theme.marks) for span in piece.layout.text.named[:MOST_FORMATS]]
        differs = np.concatenate(([False], self._kinds >= 0, [False]))
        edges = np.flatnonzero(np.diff(differs.astype(np.int8))).reshape(-1, 2).tolist()
        for first, last in edges[:MOST_FORMATS]:
            formats.append(coloured(int(boxes.starts[first]), int(boxes.ends[last - 1]), theme.text))
        return formats

    # --- what stands around

    def rects_of(self, piece: Piece, span: tuple[int, int], rows: range) -> list[QRectF]:
        """Return where bytes of the text lie in a piece."""
        first, last = max(span[0], piece.start), min(span[1], piece.end)
        if first >= last:
            return []
        strips = piece.layout.strips(piece.display_at(first), piece.display_at(last))
        return [self.rect(strip) for strip in strips if strip.row in rows]

    def _ring_chosen(self, piece: Piece, rows: range) -> None:
        if self.chosen is None:
            return
        self.painter.setPen(QPen(self.look.theme.text, 2))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for rect in self.rects_of(piece, self.chosen, rows):
            self.painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), _RING, _RING)

    def _beside(self, piece: Piece, place: int, y: float, rows: range) -> None:
        """Write the letter of the tokenizer before each line, and its tokens behind the first."""
        theme, measures = self.look.theme, cast(StackedMeasures, self.measures)
        self.painter.setFont(interface_font("title"))
        middle = Qt.AlignmentFlag.AlignVCenter
        for row in range(rows.start, min(rows.stop, piece.layout.n_rows)):
            top = y + row * measures.pitch
            self.painter.setPen(theme.text2)
            room = QRectF(0, top, self.left - 8, measures.line)
            self.painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, colours.letter(place))
            told = self._told(piece, place) if row == 0 else None
            if told is not None:
                count, wins = told
                self.painter.setPen(theme.text if wins else theme.text2)
                self.painter.setFont(interface_font("title" if wins else "body"))
                room = QRectF(self.right - COUNTS, top, COUNTS, measures.line)
                self.painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, wording.number(count))
                self.painter.setFont(interface_font("title"))

    def _told(self, piece: Piece, place: int) -> tuple[int, bool] | None:
        """Return the tokens of the line that begins with a piece, and whether nobody needs fewer."""
        document = self.pieces.document
        line = document.line_at(piece.start)
        if self.lines is None or document.line_start(line) != piece.start:
            return None
        counts, winners = self.lines
        if line >= counts.shape[1]:
            return None
        return int(counts[place, line]), int(winners[line]) == place
