"""Tokens as a picture: drawn as in the view, in bands, so that no paint takes long and no picture is whole.

A picture holds `MOST_ROWS` rows of text, a drawing `SVG_ROWS`; more is left out, and a line below the text
says so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise, takewhile
from math import ceil

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from workbench.display.marks import hex_bytes, name, stretches
from workbench.display.png_rows import PngRows
from workbench.widgets import wording
from workbench.widgets.look.theme import interface_font
from workbench.widgets.slices import Steps
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.output.excerpt import Excerpt
from workbench.widgets.token_view.output.outlines import OutlinedTokens, OutlinePainter
from workbench.widgets.token_view.paint.paint import TokenPainter

WIDTH = 1000  # logical pixels, at most
_NARROW = 160
MOST_ROWS = 500
SVG_ROWS = 200  # of a drawing, whose letters are outlines: some 50 KB a row
MOST_TOKENS = 60_000
MOST_BYTES = 1 << 18
_MARGIN = 16
_FOOT = 32  # height of the line below the text
_BAND_ROWS = 8  # rows of text painted at a time: no shape is cut between two rows
_DESCRIBED = 10_000  # bytes of the text that an SVG tells
_ROWS = 64  # rows of pixels packed at a time
_DOTS = 96.0  # an inch, at scale 1


def most_rows(kind: str) -> int:
    """Return how many rows of text a file holds: "svg", or a picture."""
    return SVG_ROWS if kind == "svg" else MOST_ROWS


def tokens_of(shown: int, every: int) -> str:
    """Return how many tokens are shown, and of how many where some are left out."""
    if shown == every:
        return wording.tokens(shown)
    words = QCoreApplication.translate("Picture", "the first {shown} of {every} tokens")
    return words.format(shown=wording.number(shown), every=wording.number(every))


class _Named(dict[int, str]):
    """Gives names for characters that cannot be seen, for `str.translate`."""

    def __missing__(self, code_point: int) -> str:
        letter = chr(code_point)
        return letter if letter == "\n" else name(letter) or letter


_ODD = _Named()


class Picture:
    """Draws an excerpt of a view.

    Attributes:
        excerpt: what is drawn.
        width, height: in logical pixels, once it is laid out.
        n_tokens: how many tokens are drawn, once it is laid out.

    """

    def __init__(
        self, excerpt: Excerpt, title: str, most_rows: int | None = None,
        tell: Callable[[float], object] = lambda _: None,
    ) -> None:  # fmt: skip
        """Take the excerpt and what the line below it calls the tokenizer.

        `most_rows` is `MOST_ROWS` if not given; `tell` is called with the share that is drawn, 0 to 1.
        """
        self.excerpt = excerpt
        self._most_rows = MOST_ROWS if most_rows is None else most_rows
        self._tell = tell
        self._title = title
        self._pieces = excerpt.pieces()
        self._pieces.resize(WIDTH - 2 * _MARGIN, 1.0)
        self._placed: list[tuple[Piece, float]] = []
        self.width = self.height = self.n_tokens = 0

    def lay_out_in_slices(self) -> Steps[None]:
        """Find the place of every row, a piece in each step."""
        flow = self.excerpt.flow
        y, rows = float(_MARGIN), 0
        span: tuple[int, int] | None = flow.piece_at(0)
        while span is not None:
            piece = self._pieces.piece(span)
            rows += piece.layout.n_rows
            if rows > self._most_rows and self._placed:
                break
            self._placed.append((piece, y))
            y += piece.height
            self.n_tokens = max(self.n_tokens, piece.first_token + len(piece.boxes.ids))
            span = flow.after(span)
            yield
        self.height = int(y) + _FOOT + _MARGIN // 2
        rights = [strip.right for piece, _ in self._placed for strip in piece.boxes.strips]
        caption_width = QFontMetricsF(interface_font("small")).horizontalAdvance(self.caption())
        self.width = min(WIDTH, ceil(max([*rights, caption_width, _NARROW])) + 2 * _MARGIN)

    def caption(self) -> str:
        """Return what the line below the text says: the tokenizer, and how many tokens are shown."""
        return f"{self._title} · {tokens_of(self.n_tokens, self.excerpt.n_all)}"

    def png_in_slices(self, scale: int) -> Steps[list[bytes]]:
        """Draw a PNG, in bands; return the parts of the file."""
        width = self.width * scale
        rows = PngRows(width, self.height * scale, _DOTS * scale)
        step = _BAND_ROWS * self._pieces.measures.pitch
        for top, bottom in pairwise((0, *range(_MARGIN + step, self.height, step), self.height)):
            band = self._image(top, bottom - top, scale).convertToFormat(QImage.Format.Format_RGB888)
            stride = band.bytesPerLine()
            self._tell(bottom / self.height)
            yield
            data = band.constBits()
            for start in range(0, len(data), _ROWS * stride):
                rows.add(data[start : start + _ROWS * stride], stride)
                yield
        return rows.finish()

    def image(self, scale: int) -> QImage:
        """Return the whole as an image, in one go; only for what is not tall."""
        return self._image(0, self.height, scale)

    def image_in_slices(self, scale: int) -> Steps[QImage]:
        """Draw an image, in bands."""
        image = self._ground(self.height, scale)
        step = _BAND_ROWS * self._pieces.measures.pitch
        for top, bottom in pairwise((0, *range(_MARGIN + step, self.height, step), self.height)):
            painter = QPainter(image)
            try:
                painter.setClipRect(0, top, self.width, bottom - top)
                self._paint(painter, top, bottom)
            finally:
                painter.end()
            yield
        return image

    def _ground(self, height: int, scale: int) -> QImage:
        """Return an image of the surface alone."""
        image = QImage(QSize(self.width, height) * scale, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(scale)
        image.fill(self.excerpt.look.theme.surface)
        return image

    def _image(self, top: int, height: int, scale: int) -> QImage:
        image = self._ground(height, scale)
        painter = QPainter(image)
        try:  # an error may not leave a painter open: Qt then crashes
            painter.translate(0, -top)
            self._paint(painter, top, top + height)
        finally:
            painter.end()
        return image

    def svg_in_slices(self) -> Steps[list[bytes]]:
        """Draw an SVG, a row in each step; return the parts of the file.

        Each row is drawn by a generator of its own: Qt writes all that one has drawn in one go at its end.
        """
        ground = QRectF(0, 0, self.width, self.height)
        surface = self.excerpt.look.theme.surface
        described = f"{self.caption()}\n{self._described()}"
        head, body, tail = self._svg(lambda painter: painter.fillRect(ground, surface), described)
        parts = [head, body]
        pitch = self._pieces.measures.pitch
        for piece, y in self._placed:
            for row in range(piece.layout.n_rows):
                clip = QRectF(0, y + row * pitch, self.width, pitch - 1)
                parts.append(self._svg(partial(self._outline, piece, y, clip))[1])
                self._tell(clip.bottom() / self.height)
                yield
        parts += self._svg(self._paint_foot)[1], tail
        return parts

    def _outline(self, piece: Piece, y: float, clip: QRectF, painter: OutlinePainter) -> None:
        OutlinedTokens(painter, self.excerpt.look, self._pieces, _MARGIN, clip).paint([(piece, y)])

    def _svg(
        self, paint: Callable[[OutlinePainter], object], described: str = ""
    ) -> tuple[bytes, bytes, bytes]:
        """Return what Qt writes of a drawing of the picture's size: before, the drawing itself, and after."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setResolution(round(QGuiApplication.primaryScreen().logicalDotsPerInchX()))
        generator.setSize(QSize(self.width, self.height))
        generator.setViewBox(QRect(0, 0, self.width, self.height))
        generator.setTitle(self._title)
        generator.setDescription(described)
        painter = OutlinePainter(generator)
        try:
            paint(painter)
        finally:
            painter.end()
            buffer.close()
        head, defs, rest = bytes(data.data()).partition(b"</defs>")
        body, end, tail = rest.rpartition(b"</svg>")
        return head + defs, body, end + tail

    def _described(self) -> str:
        """Return the drawn text for screen readers, with invisible characters named."""
        text = self.excerpt.document.read(0, min(_DESCRIBED, self._placed[-1][0].end))
        return "".join(
            letters.translate(_ODD) if letters else hex_bytes(loose) for letters, loose in stretches(text)
        )

    # --- painting

    def _painter(self, painter: QPainter, clip: QRectF) -> TokenPainter:
        return TokenPainter(painter, self.excerpt.look, self._pieces, _MARGIN, clip)

    def _paint(self, painter: QPainter, top: int, bottom: int) -> None:
        """Paint what is between two heights."""
        seen = [
            (piece, y)
            for piece, y in takewhile(lambda placed: placed[1] < bottom, self._placed)
            if y + piece.height > top
        ]
        self._painter(painter, QRectF(0, top, self.width, bottom - top)).paint(seen)
        if bottom > self.height - _FOOT - _MARGIN:
            self._paint_foot(painter)

    def _paint_foot(self, painter: QPainter) -> None:
        font = interface_font("small")
        painter.setFont(font)
        painter.setPen(self.excerpt.look.theme.text2)
        metrics = QFontMetricsF(font)
        baseline = self.height - _MARGIN / 2 - (_FOOT - metrics.height()) / 2 - metrics.descent()
        painter.drawText(QPointF(_MARGIN, baseline), self.caption())
