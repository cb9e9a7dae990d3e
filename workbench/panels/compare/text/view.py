"""The view of a text under several tokenizers: it scrolls as the token view does, and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from workbench.panels.compare import colors
from workbench.panels.compare.text.paint import COUNTS, AlignedPainter
from workbench.panels.compare.text.pieces import AlignedPiece, AlignedPieces, StackedMeasures
from workbench.panels.compare.text.words import sentence
from workbench.widgets.look.theme import current_theme, theme_signals
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout.flow import Flow
from workbench.widgets.token_view.layout.spans import SpanStore
from workbench.widgets.token_view.layout.token_map import MapBar
from workbench.widgets.token_view.paint.canvas import Look
from workbench.widgets.token_view.paint.repaint import Repaint, Seen
from workbench.widgets.token_view.places import MARGIN, Places
from workbench.widgets.token_view.scroll import Scroll
from workbench.widgets.token_view.scrolling import Scrolling
from workbench.worker.messages.comparing import Aligned

_LETTERS = 24  # pixels for the letters of the tokenizers
_WHEEL, _SCROLL = 96, 32  # pixels of a notch of the wheel, and of an arrow key
_STRIP = 4  # pixels of the bar that tell who needs fewer
_ZOOMS, _ZOOM_STEP = (0.6, 3.0), 0.1
_EDGE = 2  # of the bar above and below its track

Span = tuple[int, int]


class WinnersBar(MapBar):
    """A scroll bar with a strip in the color of who needs fewest tokens there."""

    def __init__(self, flow: Flow, parent: QWidget) -> None:
        super().__init__(flow, parent)
        self._winners: NDArray[np.int64] = np.empty(0, np.int64)

    def show_winners(self, winners: NDArray[np.int64]) -> None:
        """Show who needs fewest in each stretch of equally many bytes."""
        self._winners = winners
        self.update()

    def strip(self) -> list[tuple[int, int, int]]:
        """Return (top, bottom, place) of each part of the track that belongs to a tokenizer."""
        starts, n_bytes = self._starts(), len(self._flow.document)
        if not len(starts) or not len(self._winners) or not n_bytes:
            return []
        of = self._winners[np.minimum(starts * len(self._winners) // n_bytes, len(self._winners) - 1)]
        edges = np.concatenate(([0], np.flatnonzero(np.diff(of)) + 1, [len(of)])).tolist()
        runs = ((top, bottom, int(of[top])) for top, bottom in pairwise(edges))
        return [run for run in runs if run[2] >= 0]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, and the strip at its left."""
        super().paintEvent(event)
        painter = QPainter(self)
        for top, bottom, place in self.strip():
            painter.fillRect(0, _EDGE + top, _STRIP, bottom - top, colors.line(current_theme(), place))


class AlignedView(QAbstractScrollArea):
    """Shows the lines of a text once for each tokenizer.

    Attributes:
        document: the bytes, which others show too. pieces: these, laid out, with the tokens of each.
        places: what lies where. scrolling: what part is seen. bar: the scroll bar. repainting: the paints.

    Signals:
        chosen_changed(object): (start, end) in bytes of what is chosen, or None.
        step_requested(int): 1 for the next difference, -1 for the previous one.
        visible_range_changed: (start, end) in bytes of what is seen, some 40 ms after it changed.
        followed(): the user scrolled.

    """

    chosen_changed = Signal(object)
    step_requested = Signal(int)
    visible_range_changed = Signal(object, object)
    followed = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer: Aligned | None = None
        self._names: Sequence[str] = ()
        self._chosen: Span | None = None
        self._sought: tuple[int, int, bool] | None = None  # a difference, as `_seek` is asked
        self._zoom, self._revision = 1.0, document.revision
        self.document, self._spans = document, SpanStore()
        self.pieces = AlignedPieces(document, Flow(document), self._spans)
        self._look = Look(current_theme(), active=False)
        self.repainting = Repaint(self, self._seen)
        self.bar = WinnersBar(self.pieces.flow, self)
        anchor = Scroll(self.pieces)
        self.places = Places(self.pieces, anchor)
        self.places.left = MARGIN + _LETTERS
        self.scrolling = Scrolling(self, anchor)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollBar(self.bar)
        # It keeps its room, or the rows would be broken anew whenever a text outgrows the view.
        self.bar.setStyleSheet("QScrollBar::handle:disabled { background: transparent; }")
        self._is_shown = False  # Qt tells the size of a page that opens before that it is shown
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Text under each tokenizer"))
        self.setAccessibleDescription(self.tr("N and P go to the next and the previous difference"))
        theme_signals.changed.connect(self._theme_changed)
        self.followed.connect(self._stop_seeking)

    def _stop_seeking(self) -> None:
        self._sought = None

    def _theme_changed(self) -> None:
        self._look = replace(self._look, theme=current_theme())
        self._break_anew()

    # --- what is shown

    def renew_text(self) -> None:
        """Follow a text that another view has changed, also out of sight; no tokens of it are known.

        It must be told at once: what is laid out later goes by the lines of the document as it is then.
        """
        changes = self.document.changes_since(self._revision)
        self._revision = self.document.revision
        if changes is not None and len(changes) == 1 and not changes[0].is_whole:
            self.pieces.flow.follow(changes[0])
        else:
            self.pieces.flow.reset()
        self.scrolling.anchor.to_top()
        self._answer, self._chosen = None, None
        self.pieces.set_answer(None)
        self._spans.clear()
        if self.isVisible():
            self._break_anew()

    def showEvent(self, event: QShowEvent) -> None:
        """Break rows for what there is by now."""
        super().showEvent(event)
        self._is_shown = True
        self._break_anew()

    def hideEvent(self, event: QHideEvent) -> None:
        """Break no rows until it is shown again."""
        super().hideEvent(event)
        self._is_shown = False

    def show_aligned(self, answer: Aligned | None, names: Sequence[str]) -> None:
        """Show the tokens of the text under tokenizers of these names; None for the text alone."""
        before = self.pieces.n_rows
        self._answer, self._names = answer, names
        self.pieces.set_answer(answer)
        self.bar.show_winners(np.empty(0, np.int64) if answer is None else answer.strip)
        self._spans.clear()  # what was placed by these is not any more
        if answer is None:
            self.choose(None)
        if self.pieces.n_rows != before:
            self._break_anew()
        self.scrolling.refresh()
        self.viewport().update()
        if self._sought is not None:
            self._seek(*self._sought)

    def set_zoom(self, zoom: float) -> None:
        """Show the text larger or smaller; 1 is 15 px."""
        self._zoom = min(max(zoom, _ZOOMS[0]), _ZOOMS[1])
        self._break_anew()

    def _break_anew(self) -> None:
        """Break rows for the room there is; what is at the upper edge stays there."""
        anchor = self.scrolling.anchor
        top = anchor.top_position()
        anchor.height = self.viewport().height()
        self.pieces.resize(self._width(), self._zoom)
        anchor.keep_position(top)
        self.scrolling.refresh()
        self.viewport().update()

    def _width(self) -> int:
        return self.viewport().width() - self.places.left - MARGIN - COUNTS

    @property
    def chosen(self) -> Span | None:
        """What is chosen, in bytes: whole differences and tokens, as far as these are known."""
        return None if self._chosen is None else self._whole(self._chosen)

    def choose(self, span: Span | None, reveal: bool = False) -> None:
        """Ring bytes in all rows, and bring them into sight."""
        if span != self._chosen:
            self._chosen = span
            self.viewport().update()
            self.chosen_changed.emit(self.chosen)
        if span is not None and reveal:
            self.scrolling.reveal(span[0])

    def go(self, step: int) -> bool:
        """Choose the next (1) or previous (-1) difference, going round; say whether there is one so far.

        Where only what is seen is aligned, it is looked for from there on, stretch after stretch.
        """
        chosen = self.chosen
        at = chosen[0] if chosen else self.places.visible_range()[0] - (step > 0)
        return self._seek(step, at, may_go_round=True)

    def _seek(self, step: int, at: int, may_go_round: bool) -> bool:
        self._sought = None
        answer = self._answer
        if answer is None:
            return False
        differences, whole = answer.differences, answer.is_whole
        number = differences.following(at) if step > 0 else differences.preceding(at)
        if number is None and whole and len(differences.spans):
            number = 0 if step > 0 else len(differences.spans) - 1
        if number is not None:
            start, end = differences.spans[number].tolist()
            self.choose((start, end), reveal=True)
            return True
        ends_here = answer.end == len(self.document) if step > 0 else answer.start == 0
        if whole or (ends_here and not may_go_round):
            return False
        if ends_here:
            at = -1 if step > 0 else len(self.document)
        edge = at if ends_here else answer.end if step > 0 else answer.start
        self._sought = step, at, may_go_round and not ends_here
        self.scrolling.show_from(min(max(edge, 0), len(self.document) - 1))
        return False

    # --- what lies where

    def span_at(self, point: QPointF) -> Span | None:
        """Return the bytes under a point: a difference as a whole, else those of a token."""
        hit = self._box_at(point)
        if hit is None:
            return None
        piece, box = hit
        groups = piece.boxes.groups
        start, end = piece.start + int(groups.starts[box]), piece.start + int(groups.ends[box])
        return self._whole((start, end))

    def _whole(self, span: Span) -> Span:
        """Return the differences that have bytes of a span, else the tokens, alike in all rows."""
        answer = self._answer
        if answer is None or not answer.rows:
            return span
        spans, (first, last) = answer.differences.spans, answer.differences.holding(*span)
        if first == last:
            spans, (first, last) = answer.rows[0].spans, answer.rows[0].holding(*span)
        return (int(spans[first, 0]), int(spans[last - 1, 1])) if first < last else span

    def _box_at(self, point: QPointF) -> tuple[AlignedPiece, int] | None:
        measures = cast(StackedMeasures, self.pieces.measures)
        for piece, y in self.places.placed():
            if not y <= point.y() < y + piece.height:
                continue
            row, inside = divmod(point.y() - y, measures.pitch)
            place = int(inside // measures.line)
            rows = cast(AlignedPiece, piece).rows
            if place >= len(rows):
                return None
            for box, strip in rows[place].boxes.in_row(int(row)):
                if (
                    self.places.left + strip.left
                    <= point.x()
                    < self.places.left + max(strip.right, strip.left + 2)
                ):
                    return cast(AlignedPiece, rows[place]), box
        return None

    def sentence(self, span: Span) -> str:
        """Tell how each tokenizer cuts bytes of the text."""
        return "" if self._answer is None else sentence(self._answer, self._names, span)

    # --- painting

    def _seen(self) -> Seen:
        return Seen(self._look, self.places.placed(), (), self.viewport().rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is seen."""
        self.repainting.painted(event.region())
        painter = QPainter(self.viewport())
        try:  # an error may not leave a painter open: Qt then crashes
            painter.fillRect(event.rect(), self._look.theme.surface)
            own = AlignedPainter(painter, self._look, self.pieces, self.places.left, QRectF(event.rect()))
            own.chosen, own.right = self.chosen, self.viewport().width() - MARGIN
            if self._answer is not None:
                own.lines = self._answer.lines
            own.paint(self.places.placed())
        finally:
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break rows at the new width, if it is another: what is said below the text comes and goes.

        Out of sight that waits: a page that opens has its size before it is shown.
        """
        if not self._is_shown:
            return
        if self._width() != self.pieces.measures.width:
            self._break_anew()
        else:
            self.scrolling.anchor.height = self.viewport().height()
            self.scrolling.refresh()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Leave scrolling to the anchor: see `token_view/scroll.py`."""

    # --- keyboard and pointer

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, and go from difference to difference."""
        key, page = Qt.Key(event.key()), self.viewport().height() - self.pieces.measures.pitch
        down = {
            Qt.Key.Key_Up: -_SCROLL, Qt.Key.Key_Down: _SCROLL,
            Qt.Key.Key_PageUp: -page, Qt.Key.Key_PageDown: page,
        }  # fmt: skip
        steps = {Qt.Key.Key_N: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_P: -1, Qt.Key.Key_Left: -1}
        if event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ControlModifier):
            event.ignore()
        elif key in down:
            self.scrolling.by(down[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar = self.verticalScrollBar()
            bar.setValue(bar.minimum() if key == Qt.Key.Key_Home else bar.maximum())
        elif key in steps and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.step_requested.emit(steps[key])
        elif key == Qt.Key.Key_Escape and (self._chosen is not None or self._sought is not None):
            self._stop_seeking()
            self.choose(None)
        else:
            event.ignore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Control, zoom."""
        turned = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self._zoom + _ZOOM_STEP * ((turned > 0) - (turned < 0)))
        else:
            self.scrolling.by(-(event.pixelDelta().y() or turned / 120 * _WHEEL))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is under the pointer, in all rows."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._stop_seeking()
            self.choose(self.span_at(event.position()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell how each tokenizer cuts what is under the pointer."""
        if isinstance(event, QHelpEvent):
            span = self.span_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if span is None else self.sentence(span), self)
            return True
        return super().viewportEvent(event)
