"""Letters as outlines: a drawing then looks the same wherever its fonts are missing.

What has no outline, as the color pictures of emoji fonts, stays text. Such a font is never requested
outlines: Qt 6.11 then takes another width for its letters until the program ends (4.4 for 14.9 pixels), so
that after a drawing was saved emoji overlapped in the window.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import (
    QColor,
    QFont,
    QGlyphRun,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QRawFont,
    QStaticText,
    QTextLayout,
)

from workbench.widgets.token_view.layout.inserts import NBSP
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.paint import letters, overlays
from workbench.widgets.token_view.paint.paint import TokenPainter

_Flag = QTextLayout.GlyphRunRetrievalFlag
_OF_PICTURES = ("CBDT", "sbix")  # tables of fonts whose glyphs are pictures
_WANTED = _Flag.RetrieveGlyphIndexes | _Flag.RetrieveGlyphPositions | _Flag.RetrieveStringIndexes


class OutlinePainter(QPainter):
    """A painter that draws texts as paths; it has to be ended as any other."""

    def __init__(self, device: QPaintDevice) -> None:
        super().__init__(device)

    def drawText(self, at: QPointF, text: str) -> None:  # type: ignore[override]
        """Draw a text from its baseline on."""
        layout = QTextLayout(text, self.font())
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        line.setPosition(at - QPointF(0, line.ascent()))
        self.draw_layout(layout, [], line.rect())

    def drawStaticText(self, at: QPointF, text: QStaticText) -> None:  # type: ignore[override]
        """Draw a text whose upper left corner is at a point."""
        self.drawText(at + QPointF(0, self.fontMetrics().ascent()), text.text())

    def draw_layout(self, layout: QTextLayout, formats: list[QTextLayout.FormatRange], clip: QRectF) -> None:
        """Draw the rows of a layout that are in `clip`, letters of `formats` in their colors."""
        written = _Written(layout)
        colors = [self.pen().color()] * len(written)
        for each in formats:
            letters = each.format.foreground().color()
            colors[each.start : each.start + each.length] = [letters] * each.length
        lines = map(layout.lineAt, range(layout.lineCount()))
        for line in (line for line in lines if line.rect().intersects(clip)):
            start = line.textStart()
            for color, of_color in groupby(colors[start : start + line.textLength()], QColor.rgba):
                length = len(list(of_color))
                for run in line.glyphRuns(start, length, _WANTED):
                    self._draw_run(run, written, QColor.fromRgba(color))
                start += length

    def _draw_run(self, run: QGlyphRun, written: _Written, color: QColor) -> None:
        font, outline = run.rawFont(), QPainterPath()
        pictures = any(not font.fontTable(name).isEmpty() for name in _OF_PICTURES)
        blank = font.glyphIndexesForString(f" {NBSP}")  # of several fonts in a line, Qt mistakes their place
        for glyph, place, at in zip(run.glyphIndexes(), run.positions(), run.stringIndexes(), strict=True):
            path = QPainterPath() if pictures else font.pathForGlyph(glyph)
            if path.isEmpty() and glyph not in blank:
                self._draw_picture(font, place, written.cluster(at))
            outline.addPath(path.translated(place))
        if not outline.isEmpty():
            self.fillPath(outline, color)

    def _draw_picture(self, font: QRawFont, place: QPointF, text: str) -> None:
        """Draw what has no outline as text; of spaces there is nothing to draw."""
        if text.strip():
            pictures = QFont(font.familyName())
            pictures.setPixelSize(round(font.pixelSize()))
            self.setFont(pictures)
            super().drawText(place, text)


class _Written:
    """The string of a layout, by places in UTF-16 units."""

    def __init__(self, layout: QTextLayout) -> None:
        self._layout = layout
        self._units = layout.text().encode("utf-16-le", "surrogatepass")

    def __len__(self) -> int:
        return len(self._units) // 2

    @cached_property
    def _starts(self) -> list[int]:
        """The places where glyphs begin, and the end."""
        runs = self._layout.glyphRuns(-1, -1, _WANTED)
        return [*sorted({at for run in runs for at in run.stringIndexes()}), len(self)]

    def cluster(self, at: int) -> str:
        """Return the letters from a place to where the next glyphs begin."""
        end = self._starts[bisect_right(self._starts, at)]
        return self._units[2 * at : 2 * end].decode("utf-16-le", "replace")


class OutlinedTokens(TokenPainter):
    """Paints pieces with an `OutlinePainter`."""

    painter: OutlinePainter

    def _text(self, piece: Piece, rows: range) -> None:
        self.painter.setPen(self._letters())
        pitch = self.measures.pitch
        clip = QRectF(0, rows.start * pitch, self.clip.width(), len(rows) * pitch)
        self.painter.draw_layout(piece.layout.layout, self._formats(piece), clip)
        if self.look.marks and rows.start == 0:  # they are those of the whole piece
            letters.marks(self, piece)
        if self.pieces.ids:
            overlays.ids(self, piece, rows)
