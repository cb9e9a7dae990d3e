"""Paints a text under several tokenizers: gray where all cut alike, in their colors where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextLayout

from workbench.engine.judging.aligned import KINDS, NO_LINES
from workbench.panels.compare import colors
from workbench.panels.compare.text.pieces import AlignedPiece, StackedMeasures
from workbench.panels.compare.words import LOST
from workbench.widgets import wording
from workbench.widgets.look.theme import TOKEN_RADIUS, interface_font
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.layout.stamps import Draw
from workbench.widgets.token_view.layout.strokes import colored, line_under
from workbench.widgets.token_view.paint.canvas import Look
from workbench.widgets.token_view.paint.paint import DOUBTFUL, MOST_FORMATS, TokenPainter
from workbench.widgets.token_view.paint.shapes import rectangles
from workbench.widgets.token_view.paint.shown import ShownPieces

COUNTS = 64  # pixels at the right, for the tokens of a line
_RING = 5
_DASHES = {"finer": (4, 2), "crossing": (2, 2)}
_ALIKE = -1
_OVER = 2  # pixels of the line over what is not given back

Looks = Mapping[int, tuple[tuple[object, ...], Draw]]


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """What a piece is for one tokenizer, made at its first paint; another theme has other pieces.

    Attributes:
        kinds: of each box, by `aligned.KINDS`, -1 where all cut alike.
        boxes: (left, top, width, height, row, kind) of each strip of a box.
        formats: letters that stand out.
        partial, hatched: boxes of loose bytes, and of split characters that have no room for a count.
        lost: (left, top, width, row) over what is not given back.

    """

    kinds: list[int]
    boxes: list[tuple[int, int, int, int, int, int]]
    formats: list[QTextLayout.FormatRange]
    partial: list[int]
    hatched: list[int]
    lost: list[tuple[float, float, float, int]]


class LineCounts(NamedTuple):
    """The tokens of a line by tokenizer, whether each loses some of it, and who needs fewest."""

    counts: list[int]
    lost: list[bool]
    winner: int


class AlignedPainter(TokenPainter):
    """Paints aligned pieces.

    Attributes:
        lines: the tokens of lines, as far as they are known.
        chosen: (start, end) in bytes of what is chosen, or None.
        right: where the counts end.

    """

    def __init__(self, painter: QPainter, look: Look, pieces: ShownPieces, left: int, clip: QRectF) -> None:
        super().__init__(painter, look, pieces, left, clip)
        self._place = 0
        self._looks: dict[int, Looks] = {}
        self._drawn: DrawnRow | None = None
        self.lines = NO_LINES
        self.chosen: tuple[int, int] | None = None
        self.right = 0

    def paint(self, placed: Iterable[tuple[Piece, float]]) -> None:
        """Paint pieces, each with the y of its upper edge, tokenizer by tokenizer."""
        line = cast(StackedMeasures, self.measures).line
        for piece, y in placed:
            whole, rows = cast(AlignedPiece, piece), self._seen_rows(piece, y)
            counts = self._line_counts(piece)
            for place, own in enumerate(whole.rows or (piece,)):
                self._place = place
                self._drawn = self._drawn_row(whole, place) if whole.rows else None
                self.painter.translate(self.left, y + place * line)
                self._stamps.moved()
                if self._drawn is not None:
                    self._row_boxes(own, rows, self._drawn)
                self._text(own, rows)
                self._ring_chosen(own, rows)
                if whole.rows:
                    self._write_counts(own, rows, counts)
                self.painter.translate(-self.left, -y - place * line)

    # --- boxes

    def _drawn_row(self, piece: AlignedPiece, place: int) -> DrawnRow:
        drawn = piece.drawn.get(place)
        if not isinstance(drawn, DrawnRow):
            drawn = piece.drawn[place] = self._make_row(piece, place)
        return drawn

    def _make_row(self, piece: AlignedPiece, place: int) -> DrawnRow:
        own, kinds, lost = piece.rows[place], piece.kinds(place), piece.lost(place)
        boxes, layout = own.boxes, own.layout
        columns = np.column_stack(
            (rectangles(boxes.strips, self.measures), boxes.strips.rows, kinds[boxes.owners])
        )
        _, strips = layout.strips_of(*lost)
        tops = strips.rows * self.measures.pitch + self.measures.box_top
        return DrawnRow(
            kinds=kinds.tolist(),
            boxes=columns.tolist(),
            formats=self._letters_of(own, kinds, lost),
            partial=np.flatnonzero(boxes.partial).tolist(),
            hatched=np.flatnonzero(boxes.groups.hatched).tolist(),
            lost=list(zip(strips.lefts.tolist(), tops.tolist(), (strips.rights - strips.lefts).tolist(),
                          strips.rows.tolist(), strict=True)),
        )  # fmt: skip

    def _letters_of(
        self, piece: Piece, kinds: NDArray[np.int8], lost: tuple[NDArray[np.int64], NDArray[np.int64]]
    ) -> list[QTextLayout.FormatRange]:
        """Return the letters that stand out: of what differs, and of what is lost; neighbors are one."""
        theme, boxes, text = self.look.theme, piece.boxes, piece.layout.text
        color_of = np.zeros(int(text.at[-1]) + 2, np.int8)  # of each place, and none before and behind
        for box in np.flatnonzero(kinds != _ALIKE).tolist():
            color_of[boxes.starts[box] + 1 : boxes.ends[box] + 1] = 1
        for first, last in zip(*(side.tolist() for side in lost), strict=True):
            color_of[first + 1 : last + 1] = 2
        edges = np.flatnonzero(np.diff(color_of)).tolist()
        formats = [colored(*span, theme.marks) for span in text.named[:MOST_FORMATS]]
        for first, last in list(pairwise(edges))[:MOST_FORMATS]:
            if number := int(color_of[first + 1]):
                formats.append(colored(first, last, (theme.text, theme.accent)[number - 1]))
        return formats

    def _row_boxes(self, piece: Piece, rows: range, drawn: DrawnRow) -> None:
        looks, put = self._looks_of(self._place), self._stamps.put
        for left, top, width, height, row, kind in drawn.boxes:
            if row in rows:
                put(left, top, width, height, *looks[kind])
        self._odd(piece, rows, drawn)
        if piece.provisional.any():
            self._veil(piece, piece.provisional_boxes(), rows, DOUBTFUL)
        for start, y, length, row in drawn.lost:
            if row in rows:
                self.painter.fillRect(QRectF(start, y, length, _OVER), self.look.theme.warn)

    def _looks_of(self, place: int) -> Looks:
        """Return what boxes of a tokenizer look like, by kind."""
        if place not in self._looks:
            theme = self.look.theme
            edge, ground = theme.border, theme.sunken
            fill, line = colors.fill(theme, place), colors.line(theme, place)
            looks: dict[int, tuple[tuple[object, ...], Draw]] = {}
            looks[_ALIKE] = (("alike", edge.rgba(), ground.rgba()), partial(_plain_box, edge, ground))
            for number, kind in enumerate(KINDS):
                dashes = _DASHES.get(kind, (0, 0))
                name = "differs", fill.rgba(), line.rgba(), dashes
                looks[number] = name, partial(_differing_box, fill, line, dashes)
            self._looks[place] = looks
        return self._looks[place]

    def _odd(self, piece: Piece, rows: range, drawn: DrawnRow) -> None:
        """Draw the edges of loose bytes, and the counts of split characters."""
        line = colors.line(self.look.theme, self._place)
        for box in drawn.partial:
            self._dashed(self._rects(piece, box, rows), line)
        for box, strip in piece.boxes.tabs.items():
            if strip.row in rows:
                self._tab(piece, box, self.rect(strip))
        for box in drawn.hatched:
            for rect in self._rects(piece, box, rows):
                self._hatch(rect, line, 70)

    def _fill_of(self, piece: Piece, box: int) -> QColor:
        shown = self._drawn.kinds if self._drawn is not None else ()
        differs = box < len(shown) and shown[box] != _ALIKE
        return colors.fill(self.look.theme, self._place) if differs else self.look.theme.sunken

    # --- letters

    def _letters(self) -> QColor:
        return self.look.theme.text2

    def _formats(self, piece: Piece) -> list[QTextLayout.FormatRange]:
        return self._drawn.formats if self._drawn is not None else super()._formats(piece)

    # --- what stands around

    def rects_of(self, piece: Piece, span: tuple[int, int], rows: range) -> list[QRectF]:
        """Return where bytes of the text lie in a piece; bytes inside a character, where that lies."""
        first, last = max(span[0], piece.start), min(span[1], piece.end)
        if first >= last:
            return []
        start, end = piece.display_at(first), piece.display_at(last)
        if start == end:  # in a character, which is then ringed
            end = piece.display_at(piece.start + (piece.layout.text.next_stop(first - piece.start) or 0))
        strips = piece.layout.strips(start, end)
        return [self.rect(strip) for strip in strips if strip.row in rows]

    def _ring_chosen(self, piece: Piece, rows: range) -> None:
        if self.chosen is None:
            return
        self.painter.setPen(QPen(self.look.theme.text, 2))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for rect in self.rects_of(piece, self.chosen, rows):
            self.painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), _RING, _RING)

    def _write_counts(self, piece: Piece, rows: range, line: LineCounts | None) -> None:
        """Write the letter of the tokenizer before each line, and its tokens behind the first."""
        theme, measures, left = self.look.theme, cast(StackedMeasures, self.measures), self.left
        letter = colors.letter(self._place)
        for row in range(rows.start, min(rows.stop, piece.layout.n_rows)):
            self._written(-left, row * measures.pitch, left - 8, letter, "title", theme.text2)
        if rows.start == 0 and line is not None:
            count, wins = wording.number(line.counts[self._place]), line.winner == self._place
            look = ("title", theme.text) if wins else ("body", theme.text2)
            if line.lost[self._place]:
                count, look = LOST + count, ("body", theme.warn)
            self._written(self.right - COUNTS - left, 0, COUNTS, count, *look)

    def _written(self, left: int, top: int, width: int, text: str, role: str, color: QColor) -> None:
        """Write a few letters, of which there are many alike, to the right end of a line's room."""
        height = cast(StackedMeasures, self.measures).line
        key = "written", text, role, color.rgba()
        self._stamps.put(left, top, width, height, key, partial(_write, text, role, color))

    def _line_counts(self, piece: Piece) -> LineCounts | None:
        """Return the tokens of the line that begins with a piece, None where none does or it is not known."""
        line = int(np.searchsorted(self.lines.starts, piece.start))
        if line == len(self.lines.starts) or self.lines.starts[line] != piece.start:
            return None
        counts, lost = self.lines.counts[:, line].tolist(), self.lines.lost[:, line].tolist()
        return LineCounts(counts, lost, int(self.lines.winners[line]))


def _write(text: str, role: str, color: QColor, painter: QPainter, rect: QRectF) -> None:
    painter.setPen(color)
    painter.setFont(interface_font(role))
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)


def _plain_box(edge: QColor, ground: QColor, painter: QPainter, rect: QRectF) -> None:
    """Draw the box of what all cut alike: an edge, and hardly a ground."""
    painter.setPen(QPen(edge, 1))
    painter.setBrush(ground)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), TOKEN_RADIUS, TOKEN_RADIUS)


def _differing_box(
    fill: QColor, line: QColor, dashes: tuple[int, int], painter: QPainter, rect: QRectF
) -> None:
    """Draw a box that not all have; under it a line: broken for more cuts, dotted for others."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(rect, TOKEN_RADIUS, TOKEN_RADIUS)
    under = line_under(rect)
    dash, gap = dashes if dashes[0] else (under.width(), 1)
    at = under.left()
    while at < under.right():
        width = min(dash, under.right() - at)
        painter.fillRect(QRectF(at, under.top(), width, under.height()), line)
        at += dash + gap
