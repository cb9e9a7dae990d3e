"""The scroll bar of the token view, a map too: how far the text is encoded, what was found, faults."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from workbench.widgets.look.theme import current_theme
from workbench.widgets.token_view.layout.flow import Flow
from workbench.widgets.token_view.layout.hits import NO_HITS, Hits

Ints = NDArray[np.int64]

_TICK, _WIDTH, _FAINT = 1, 5, 150  # height and width of a tick, its opacity of 255
_FAULT, _TINT = 2, 36  # height of a fault's tick; opacity of what is encoded, of 255
_EDGE = 2  # of the bar above and below its track


class MapBar(QScrollBar):
    """A vertical scroll bar with a tick for every place that was found, at the left for every fault.

    What is encoded is tinted as long as something is not.
    """

    def __init__(self, flow: Flow, parent: QWidget) -> None:
        super().__init__(parent)
        self._flow = flow
        self._hits: Hits = NO_HITS
        self._missing: tuple[tuple[int, int], ...] = ()
        self._faults: Ints = np.empty(0, np.int64)
        self._kept: tuple[object, Ints] = (None, np.empty(0, np.int64))

    def show_hits(self, hits: Hits) -> None:
        """Mark other places."""
        if hits is not self._hits:
            self._hits = hits
            self.update()

    def show_missing(self, stretches: tuple[tuple[int, int], ...]) -> None:
        """Leave untinted the stretches (start, end), in bytes of the text, that are not encoded yet."""
        if stretches != self._missing:
            self._missing = stretches
            self.update()

    def show_faults(self, places: Ints) -> None:
        """Mark bytes of the text (int64[n], rising) that are not as they should be."""
        if len(places) or len(self._faults):
            self._faults = places
            self.update()

    def encoded(self) -> list[tuple[int, int]]:
        """Return the (top, bottom) of what is encoded, from the top of the track; none once all of it is."""
        starts = self._starts() if self._missing else self._kept[1]
        if not self._missing or not len(starts):
            return []
        edges = [0]
        for stretch in self._missing:
            edges += np.searchsorted(starts, stretch).tolist()
        edges.append(len(starts))
        return [(top, bottom) for top, bottom in zip(edges[::2], edges[1::2], strict=True) if top < bottom]

    def faults(self) -> list[int]:
        """Return the y of every fault, from the top of the track."""
        if not len(self._faults) or not len(self._starts()):
            return []
        counts = np.searchsorted(self._faults, self._starts())
        return np.flatnonzero(np.diff(counts, append=len(self._faults))).tolist()

    def ticks(self) -> tuple[list[int], int | None]:
        """Return the y of every tick, and that of the present one, from the top of the track."""
        if not len(self._hits):
            return [], None
        starts = self._starts()
        if not len(starts):
            return [], None
        counts = np.searchsorted(self._hits.starts, starts)
        hits = np.flatnonzero(np.diff(counts, append=len(self._hits))).tolist()
        span = self._hits.span()
        return hits, None if span is None else int(np.searchsorted(starts, span[0], side="right")) - 1

    def _starts(self) -> Ints:
        """Return for every pixel of the track the byte of the text that it begins with."""
        n_rows, height = self._flow.n_rows(), max(self.height() - 2 * _EDGE, 0)
        n_bytes, n_resets = len(self._flow.document), self._flow.n_resets
        state = n_resets, _coarse(n_rows), _coarse(n_bytes), height
        if self._kept[0] != state:
            rows = np.arange(height, dtype=np.float64) * (n_rows / max(height, 1))
            self._kept = state, np.maximum.accumulate(self._flow.positions_of(rows))
        return self._kept[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, and over it how far the text is encoded and the ticks."""
        super().paintEvent(event)
        (marks, present), faults, encoded = self.ticks(), self.faults(), self.encoded()
        if not (marks or faults or encoded):
            return
        painter, warn, tint = QPainter(self), QColor(current_theme().warn), QColor(current_theme().accent)
        warn.setAlpha(_FAINT)  # where many are together the handle is still to be seen
        tint.setAlpha(_TINT)
        for top, bottom in encoded:
            painter.fillRect(0, _EDGE + top, self.width(), bottom - top, tint)
        for y in faults:
            painter.fillRect(0, _EDGE + y, _WIDTH, _FAULT, current_theme().danger)
        for y in marks:
            painter.fillRect(self.width() - _WIDTH, _EDGE + y, _WIDTH, _TICK, warn)
        if present is not None:
            painter.fillRect(0, _EDGE + present - 1, self.width(), _TICK + 2, current_theme().warn)


def _coarse(number: int) -> int:
    """Return a number that changes with 4,000th parts: a letter, or a row that is learned, moves nothing."""
    return number // (1 + number // 4096)
