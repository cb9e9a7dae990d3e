"""The part of the token view that shows: painting, scrolling, zoom, and what lies under a point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from workbench.widgets import wording
from workbench.widgets.look.theme import current_theme, theme_signals
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout.bins import Bins
from workbench.widgets.token_view.layout.flow import Flow
from workbench.widgets.token_view.layout.inserts import Added
from workbench.widgets.token_view.layout.layout import Strip
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.layout.spans import SpanStore, Token
from workbench.widgets.token_view.layout.strokes import caret_rect
from workbench.widgets.token_view.layout.token_map import Ints, MapBar
from workbench.widgets.token_view.paint import overlays
from workbench.widgets.token_view.paint.damage import Seen
from workbench.widgets.token_view.paint.paint import Look, TokenPainter
from workbench.widgets.token_view.paint.repaint import Repaint
from workbench.widgets.token_view.paint.shown import ShownPieces
from workbench.widgets.token_view.scroll import EDGE, Scroll

MARGIN = 16
_BAR_UNITS = 16  # steps of the scroll bar a row, fewer where its 32 bits would not do
_BAR_MOST = 1 << 30
_WHEEL_ROWS = 3
_ZOOMS = (0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 2.0, 2.4, 3.0)
_NUMBERED_FROM = 1 << 16  # bytes of a text whose lines have numbers in any case
_GUTTER_GAP = 12  # between a number and the text
_RANGE_DELAY = 40  # ms after which a new visible range is told


@dataclass(frozen=True)
class TokenHit:
    """A box with its tokens, as it lies on the screen.

    Attributes:
        token: the token, of several in one box the first.
        tokens: all tokens of the box.
        colour: 0 to 5, that of the box in the theme's token colours.
        rect: of the box (the row that was hit), in coordinates of the viewport.

    """

    token: Token
    tokens: tuple[Token, ...]
    colour: int
    rect: QRect


class TokenCanvas(QAbstractScrollArea):
    """Shows bytes with their tokens; does not change them.

    Signals:
        visible_range_changed: (start, end) in bytes of what is seen, some 40 ms after it changed.
        zoom_changed: the size of the text that now holds, 1 being 15 px.
        followed: the text was scrolled or changed, as somebody wished; others may leave the view the time.

    """

    visible_range_changed = Signal(object, object)
    zoom_changed = Signal(float)
    followed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = Document()
        self.spans = SpanStore()
        self._flow = Flow(self.document)
        self.pieces = ShownPieces(self.document, self._flow, self.spans)
        self._scroll = Scroll(self.pieces)
        self._look = Look(current_theme(), active=False)
        self._zoom = 1.0
        self._numbered = False
        self._left = MARGIN  # where rows begin, after the line numbers where there are any
        self._placed: tuple[object, list[tuple[Piece, float]]] = (None, [])
        self._told: tuple[int, int] | None = None
        self._bar_is_ours = False
        self._telling = QTimer(self, singleShot=True, interval=_RANGE_DELAY)
        self._telling.timeout.connect(self._tell_range)
        self._repaint = Repaint(self, self._seen)
        self._estimating = QTimer(self, interval=0)
        self._estimating.timeout.connect(self._estimate_more)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self._map = MapBar(self._flow, self)
        self.setVerticalScrollBar(bar)
        bar.valueChanged.connect(self._bar_moved)
        # It keeps its room, or the rows would be broken anew whenever a text outgrows the view.
        bar.setStyleSheet("QScrollBar::handle:disabled { background: transparent; }")
        theme_signals.changed.connect(self._theme_changed)

    def _theme_changed(self) -> None:
        self._show(theme=current_theme())
        self._relayout()

    def _show(self, **changes: object) -> None:
        """Change what is to be seen besides the text, by the attributes of `Look`."""
        self._look = replace(self._look, **changes)  # type: ignore[arg-type]
        self._map.show_hits(self._look.hits)
        self._repaint.ask()

    # --- sizes and looks

    @property
    def zoom(self) -> float:
        """How large the text is shown; 1 is 15 px."""
        return self._zoom

    def set_zoom(self, zoom: float) -> None:
        """Show the text larger or smaller; what is at the upper edge stays there."""
        zoom = min(max(zoom, _ZOOMS[0]), _ZOOMS[-1])
        if zoom != self._zoom:
            self._zoom = zoom
            self._relayout()
            self.zoom_changed.emit(zoom)

    def zoom_by(self, steps: int) -> None:
        """Go up or down the ladder of sizes."""
        nearest = min(range(len(_ZOOMS)), key=lambda number: abs(_ZOOMS[number] - self._zoom))
        self.set_zoom(_ZOOMS[min(max(nearest + steps, 0), len(_ZOOMS) - 1)])

    def set_marks(self, shown: bool) -> None:
        """Paint · → ↵ or leave them out; the names of unseen characters always stay."""
        self._show(marks=shown)

    def set_ids(self, shown: bool) -> None:
        """Write the ids under the boxes, or leave them out; what is at the upper edge stays there."""
        if shown != self.pieces.ids:
            self._relayout(shown)

    def set_bins(self, bins: Bins | None) -> None:
        """Fill the boxes by an order of their tokens; None goes by their order in the text."""
        self._show(bins=bins)

    def set_numbered(self, numbered: bool) -> None:
        """Show the numbers of the lines also of a short text; a long one always has them."""
        self._numbered = numbered
        self._refresh()

    def _gutter(self) -> int:
        """Return where rows begin: in the text, after room for the number of the last line."""
        if not self._numbered and len(self.document) <= _NUMBERED_FROM:
            return MARGIN
        digits = max(len(wording.number(self.document.n_lines)), 3)
        return MARGIN + round(digits * self.pieces.measures.column * overlays.NUMBER_SIZE) + _GUTTER_GAP

    def _fit_gutter(self) -> bool:
        """Break rows at the width that the line numbers of a new text leave; tells whether it is another."""
        changed = self._gutter() != self._left
        if changed:
            self._left = self._gutter()
            self.pieces.resize(self.viewport().width() - self._left - MARGIN, self._zoom)
        return changed

    def set_special_ids(self, ids: Iterable[int]) -> None:
        """Say which ids are special tokens; they are drawn inverted."""
        self._show(special_ids=frozenset(ids))

    def set_refused(self, spans: Iterable[tuple[int, int]]) -> None:
        """Mark bytes (start, end) that are the text of special tokens and were not allowed to be one."""
        self._show(refused=tuple(spans))

    def set_missing(self, stretches: tuple[tuple[int, int], ...]) -> None:
        """Say which stretches (start, end) have no tokens yet; the scroll bar tints the rest."""
        self._map.show_missing(stretches)

    def set_faults(self, places: Ints) -> None:
        """Mark in the scroll bar bytes (int64[n], rising) that are not as they should be."""
        self._map.show_faults(places)

    def set_added(self, added: Added) -> None:
        """Show what is put around the text, as the tokens that come have it."""
        if added != self.pieces.added:
            self.pieces.added = added
            self._relayout()

    def set_cut(self, cut: tuple[int, str] | None) -> None:
        """Draw a flag with a text before a token, by its number, and all tokens from there on faintly."""
        if cut != self.pieces.cut:
            self.pieces.cut = cut
            self._show(cut=-1 if cut is None else cut[0])
            self._relayout()

    def tokens_shown(self) -> int:
        """Return how many tokens have a box, in the whole text: must equal `len(self.spans)`."""
        shown: set[int] = set()
        span: tuple[int, int] | None = self._flow.piece_at(0)
        while span is not None:
            piece = self.pieces.piece(span)
            for box in set(piece.boxes.owners.tolist()):
                shown.update(range(*piece.tokens_of(box)))
            span = self._flow.after(span)
        return len(shown)

    def _relayout(self, ids: bool | None = None) -> None:
        """Lay out anew, with or without ids from now on; what is at the upper edge stays there."""
        top = self._scroll.top_position()
        self.pieces.ids = self.pieces.ids if ids is None else ids
        self._scroll.height = self.viewport().height()
        self._left = self._gutter()
        self.pieces.resize(self.viewport().width() - self._left - MARGIN, self._zoom)
        self._scroll.keep_position(top)
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the rows anew where the width is another."""
        if (
            self.viewport().width() - self._left - MARGIN != self.pieces.measures.width
            or not event.oldSize().isValid()
        ):
            self._relayout()
        else:
            self._scroll.height = self.viewport().height()
            self._refresh()

    # --- scrolling

    def placed(self) -> list[tuple[Piece, float]]:
        """Return the pieces that are seen, each with the y of its upper edge in the viewport."""
        scroll = self._scroll
        pieces = self.pieces
        state = (
            self.document.revision, self.spans.version, scroll.start, scroll.offset, scroll.height,
            pieces.added, pieces.cut, id(pieces.measures), pieces.composition,
        )  # fmt: skip
        if self._placed[0] != state:
            self._placed = (state, list(scroll.placed()))
        return self._placed[1]

    def _refresh(self) -> None:
        """Show what has changed, in the bar as well."""
        if self._gutter() != self._left:
            self._relayout()
            return
        self._scroll.by(0)  # pieces may have become lower
        self._repaint.ask()
        self._sync_bar()
        if not self._telling.isActive():
            self._telling.start()
        if self._flow.is_guessed and not self._estimating.isActive():
            self._estimating.start()

    def _estimate_more(self) -> None:
        """Estimate the rows of more lines of a text of very many, and show in the bar what they come to."""
        self._flow.estimate_more()
        if not self._flow.is_guessed:
            self._estimating.stop()
            self._sync_bar()

    def _units(self) -> float:
        """Return the steps of the scroll bar a row."""
        return min(_BAR_UNITS, _BAR_MOST / max(self._flow.n_rows(), 1))

    def _sync_bar(self) -> None:
        units, above = self._units(), EDGE / self.pieces.measures.pitch
        bar = self.verticalScrollBar()
        self._bar_is_ours = True
        bar.setPageStep(max(int(units * self.rows_of_a_page()), 1))
        bar.setSingleStep(max(int(units), 1))
        scroll = self._scroll
        # Rows are estimated: what is seen says whether there is more, and whether more lies below.
        last = 0 if scroll.is_whole() else max(round((scroll.last_row() + above) * units), 1)
        bar.setRange(0, last)
        bar.setEnabled(last > 0)
        bar.setValue(last if scroll.is_at_end() else min(round((scroll.row() + above) * units), last - 1))
        self._bar_is_ours = False

    def _bar_moved(self, value: int) -> None:
        if self._bar_is_ours:
            return
        self.followed.emit()
        at_end = value >= self.verticalScrollBar().maximum()
        row = value / self._units() - EDGE / self.pieces.measures.pitch
        if at_end:
            self._scroll.to_end()
        else:
            self._scroll.to_row(row)
        self._repaint.ask_for_all()
        self._telling.start()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Leave scrolling to the anchor: see `scroll.py`."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Control, zoom."""
        turned = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by((turned > 0) - (turned < 0))
        else:
            rows = _WHEEL_ROWS * self.pieces.measures.pitch
            self.scroll_by(-(event.pixelDelta().y() or turned / 120 * rows))
        event.accept()

    def scroll_by(self, pixels: float) -> None:
        """Move the text up by `pixels`, down where negative."""
        self.followed.emit()
        self._scroll.by(pixels)
        self._repaint.ask_for_all()
        self._refresh()

    def reveal(self, position: int) -> None:
        """Scroll so that the row of a byte is seen."""
        self._scroll.reveal(position)
        self._refresh()

    def rows_of_a_page(self) -> int:
        """Return by how many rows Page Down moves."""
        return max(self.viewport().height() // self.pieces.measures.pitch - 1, 1)

    def visible_range(self) -> tuple[int, int]:
        """Return the bytes (start, end) of the pieces that are seen."""
        placed = self.placed()
        return (placed[0][0].start, placed[-1][0].end) if placed else (0, 0)

    def _tell_range(self) -> None:
        now = self.visible_range()
        if now != self._told:
            self._told = now
            self.visible_range_changed.emit(*now)

    # --- what lies where

    def position_at(self, point: QPointF) -> int:
        """Return the byte before which the caret would stand for a point of the viewport."""
        return self.caret_at(point)[0]

    def caret_at(self, point: QPointF) -> tuple[int, bool]:
        """Return where the caret would stand for a point: the byte, and whether at the end of a row."""
        placed = self.placed()
        piece, y = next((pair for pair in reversed(placed) if pair[1] <= point.y()), placed[0])
        row = int((point.y() - y) // self.pieces.measures.pitch)
        row = min(max(row, 0), piece.layout.n_rows - 1)
        return self.caret_in_row(piece, row, point.x() - self._left)

    def caret_in_row(self, piece: Piece, row: int, x: float) -> tuple[int, bool]:
        """Return what is nearest to x in a row; the editor knows where its caret may stand."""
        return piece.position_at(piece.layout.display_at(row, x)), False

    def token_at(self, point: QPointF) -> TokenHit | None:
        """Return the box under a point of the viewport, None where there is none."""
        for piece, y in self.placed():
            if not y <= point.y() < y + piece.height:
                continue
            for box, strip in piece.boxes.in_row(int((point.y() - y) // self.pieces.measures.pitch)):
                rect = self._reach(strip, y)
                if rect.contains(point):
                    return self._hit(piece, box, rect)
        return None

    def hit_of_token(self, index: int) -> TokenHit | None:
        """Return the box of a token by its number in the text, None where it is not seen."""
        for piece, y in self.placed():
            box = piece.boxes.of_token(index - piece.first_token)
            strips = piece.boxes.strips_of(box) if box is not None else []
            if box is not None and strips:
                return self._hit(piece, box, self._reach(strips[0], y))
        return None

    def _reach(self, strip: Strip, y: float) -> QRectF:
        """Return where a box of a piece at `y` can be hit: over the whole height of the row."""
        pitch = self.pieces.measures.pitch
        width = max(strip.right - strip.left, 2)
        return QRectF(self._left + strip.left, y + strip.row * pitch, width, pitch)

    def _hit(self, piece: Piece, box: int, rect: QRectF) -> TokenHit | None:
        tokens = tuple(
            token for index in range(*piece.tokens_of(box)) if (token := self.spans.token(index)) is not None
        )
        edge = round(self.pieces.measures.box_top)
        shown = rect.toAlignedRect().adjusted(0, edge, 0, -edge)
        return TokenHit(tokens[0], tokens, int(piece.boxes.colours[box]), shown) if tokens else None

    def caret_x(self, position: int) -> float:
        """Return the x at which the caret would stand before a byte."""
        return self._caret_rect(position).center().x()

    @property
    def look(self) -> Look:
        """What is to be seen besides the text and its tokens."""
        return self._look

    @property
    def fade(self) -> float:
        """How far all tokens but the hovered one have faded, 0 to 1."""
        return self._look.fade

    def _caret_rect(self, position: int, at_row_end: bool = False) -> QRectF:
        """Return where the caret stands before a byte; off the viewport where that is not seen."""
        span = self._flow.piece_at(max(position - at_row_end, 0))
        for piece, y in self.placed():
            if piece.span == span:
                rect = caret_rect(piece, position, self.pieces.measures, at_row_end)
                return rect.translated(self._left, y)
        return QRectF(self._left, -100, 2, self.pieces.measures.box)

    # --- painting

    def _token_painter(self, painter: QPainter, look: Look, clip: QRectF) -> TokenPainter:
        """Return what paints the pieces; a view that shows more gives its own."""
        return TokenPainter(painter, look, self.pieces, self._left, clip)

    def _seen(self) -> Seen:
        """Return what is to be painted now."""
        at = self._look.caret - self._look.at_row_end
        look = replace(self._look, caret_piece=self._flow.piece_at(max(at, 0)))
        placed = self.placed()
        numbered = placed if self._left > MARGIN else ()
        lines = tuple(self.document.line_at(piece.start) for piece, _ in numbered)
        return Seen(look, placed, lines, self.viewport().rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is seen."""
        seen = self._seen()
        self._repaint.painted(event.region())
        painter = QPainter(self.viewport())
        try:  # an error may not leave a painter open: Qt then crashes
            painter.fillRect(event.rect(), seen.look.theme.surface)
            own = self._token_painter(painter, seen.look, QRectF(event.rect()))
            placed = seen.placed
            if event.rect() != seen.room:
                placed = [(piece, y) for piece, y in placed if own.reaches(piece, y)]
            own.paint(placed)
            if self._left > MARGIN:
                overlays.line_numbers(painter, seen.look.theme, self.pieces, self._left - _GUTTER_GAP, placed)
        finally:
            painter.end()
