"""Scrolls the token view: by the wheel, the bar, and to what is to be seen."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QWidget

from workbench.widgets.token_view.layout.token_map import MapBar
from workbench.widgets.token_view.paint.repaint import Repaint
from workbench.widgets.token_view.paint.shown import ShownPieces
from workbench.widgets.token_view.places import Places
from workbench.widgets.token_view.scroll import EDGE, Scroll

_BAR_UNITS = 16  # steps of the scroll bar a row, fewer where its 32 bits would not do
_BAR_MOST = 1 << 30
_RANGE_DELAY = 40  # ms after which a new visible range is reported


class Scrolled(Protocol):
    """A view of a text that is scrolled, with the attributes of `TokenTextView`."""

    @property
    def pieces(self) -> ShownPieces: ...  # noqa: D102 - as of the view, here and below
    @property
    def places(self) -> Places: ...  # noqa: D102
    @property
    def bar(self) -> MapBar: ...  # noqa: D102
    @property
    def repainting(self) -> Repaint: ...  # noqa: D102
    @property
    def followed(self) -> SignalInstance: ...  # noqa: D102
    @property
    def visible_range_changed(self) -> SignalInstance: ...  # noqa: D102
    def viewport(self) -> QWidget: ...  # noqa: D102


class Scrolling(QObject):
    """Moves the text of a view, and keeps its scroll bar.

    Attributes:
        anchor: where the text is scrolled to.

    """

    def __init__(self, view: Scrolled, anchor: Scroll) -> None:
        super().__init__(view.bar)
        self._view, self.anchor, self._bar = view, anchor, view.bar
        self._flow = view.pieces.flow
        self._reported: tuple[int, int] | None = None
        self._bar_is_ours = False
        self._telling = QTimer(self, singleShot=True, interval=_RANGE_DELAY)
        self._telling.timeout.connect(self._tell_range)
        self._estimating = QTimer(self, interval=0)
        self._estimating.timeout.connect(self._estimate_more)
        self._bar.valueChanged.connect(self._bar_moved)

    def refresh(self) -> None:
        """Show what has changed, in the bar as well."""
        self.anchor.by(0)  # pieces may have become lower
        self._view.repainting.ask()
        self._sync_bar()
        if not self._telling.isActive():
            self._telling.start()
        if self._flow.is_guessed and not self._estimating.isActive():
            self._estimating.start()

    def by(self, pixels: float) -> None:
        """Move the text up by `pixels`, down where negative."""
        self._view.followed.emit()
        self.anchor.by(pixels)
        self._view.repainting.ask_for_all()
        self.refresh()

    def reveal(self, position: int) -> None:
        """Scroll so that the row of a byte is seen."""
        self.anchor.reveal(position)
        self.refresh()

    def show_from(self, position: int) -> None:
        """Scroll so that the row of a byte is the uppermost."""
        self.anchor.keep_position(position)
        self.refresh()

    def rows_of_a_page(self) -> int:
        """Return by how many rows Page Down moves."""
        return max(self._view.viewport().height() // self._view.pieces.measures.pitch - 1, 1)

    def _tell_range(self) -> None:
        now = self._view.places.visible_range()
        if now != self._reported:
            self._reported = now
            self._view.visible_range_changed.emit(*now)

    def _estimate_more(self) -> None:
        """Estimate the rows of more lines of a text of very many, and show in the bar what they come to."""
        self._flow.estimate_more()
        if not self._flow.is_guessed:
            self._estimating.stop()
            self._sync_bar()

    # --- the bar, in parts of a row

    def _units(self) -> float:
        """Return the steps of the scroll bar a row."""
        return min(_BAR_UNITS, _BAR_MOST / max(self._flow.n_rows(), 1))

    def _sync_bar(self) -> None:
        units, above = self._units(), EDGE / self._view.pieces.measures.pitch
        bar, anchor = self._bar, self.anchor
        self._bar_is_ours = True
        bar.setPageStep(max(int(units * self.rows_of_a_page()), 1))
        bar.setSingleStep(max(int(units), 1))
        # Rows are estimated: what is seen says whether there is more, and whether more is below.
        last = 0 if anchor.is_whole() else max(round((anchor.last_row() + above) * units), 1)
        bar.setRange(0, last)
        bar.setEnabled(last > 0)
        bar.setValue(last if anchor.is_at_end() else min(round((anchor.row() + above) * units), last - 1))
        self._bar_is_ours = False

    def _bar_moved(self, value: int) -> None:
        if self._bar_is_ours:
            return
        self._view.followed.emit()
        if value >= self._bar.maximum():
            self.anchor.to_end()
        else:
            self.anchor.to_row(value / self._units() - EDGE / self._view.pieces.measures.pitch)
        self._view.repainting.ask_for_all()
        self._telling.start()
