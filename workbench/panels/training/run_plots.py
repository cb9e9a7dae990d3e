"""The three plots of a run and its merge log, side by side if there is room, else in tabs."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from workbench.panels.training.cards import Card, PlotPart
from workbench.panels.training.merge_log import MergeLogPanel
from workbench.panels.training.presets import N_BYTES
from workbench.panels.training.record import RunRecord, length_labels
from workbench.widgets import wording
from workbench.widgets.controls import Segmented
from workbench.widgets.look import theme
from workbench.widgets.plots.bars import BarPlot
from workbench.widgets.plots.plots import Axes, LinePlot, OtherLine, compact_number
from workbench.widgets.plots.scales import LOG2, LOG10

# In less room the plots share one card; in still less the log is in it too.
SPREAD_HEIGHT, SPREAD_WIDTH, LOG_BESIDE_WIDTH = 340, 700, 560
# Calls of `show_some` that update all plots.
N_TURNS = 3
# After the start of a run the plots are painted one by one, after the layout of the panels.
FIRST_MS, TURN_MS = 80, 20
_COMPRESSION, _PAIRS, _LENGTHS, _LOG = "compression", "pairs", "lengths", "log"
LEAST_WIDTH, LEAST_HEIGHT = 360, 200
_IN_TABS = {
    "spread": (),
    "tabs": (_COMPRESSION, _PAIRS, _LENGTHS),
    "all tabs": (_COMPRESSION, _PAIRS, _LENGTHS, _LOG),
}


class RunPlots(QWidget):
    """Lays out the plots and the log.

    Attributes:
        compression, pair_counts, lengths: the plots.

    """

    def __init__(self, merge_log: MergeLogPanel) -> None:
        super().__init__()
        self.compression = LinePlot(
            self.tr("Compression"),
            Axes(x=LOG2, x_range=(N_BYTES, 2 * N_BYTES), y_low=1.0, fill=True),
            self.tr("vocabulary size (log)"),
        )
        self.pair_counts = LinePlot(
            self.tr("Pair counts"),
            Axes(
                x=LOG10, y=LOG10, x_range=(1, 10), y_low=1.0, x_label=compact_number, y_label=compact_number
            ),
            self.tr("merge number"),
        )
        self.lengths = BarPlot(self.tr("Token lengths"), length_labels(), self.tr("bytes"))
        self._parts: dict[str, QWidget] = {
            _COMPRESSION: PlotPart(
                self.tr("Compression"), self.tr("bytes per token against vocabulary size"), self.compression
            ),
            _PAIRS: PlotPart(
                self.tr("Pair counts"), self.tr("count of each merged pair, log–log"), self.pair_counts
            ),
            _LENGTHS: PlotPart(self.tr("Token lengths"), self.tr("tokens by length in bytes"), self.lengths),
            _LOG: _with_header(merge_log),
        }
        self._cards = {key: Card() for key in self._parts}
        self._tabs_card = self._make_tabs()
        self._arrangement = ""
        self._sizes = (0, 0)  # of the vocabulary before the run, and the requested one
        self._left = QWidget()
        grid = QGridLayout(self._left)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.GUTTER)
        grid.setRowStretch(0, 232)
        grid.setRowStretch(1, 192)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.GUTTER)
        self._row.addWidget(self._left, 600)
        grid.addWidget(self._cards[_COMPRESSION], 0, 0, 1, 2)
        grid.addWidget(self._cards[_PAIRS], 1, 0)
        grid.addWidget(self._cards[_LENGTHS], 1, 1)
        self._row.addWidget(self._tabs_card, 600)
        self._row.addWidget(self._cards[_LOG], 296)
        self._arrange("spread")

    def _make_tabs(self) -> Card:
        """Make the card with two rows of tabs: one with the log, one without."""
        card = Card()
        texts = {
            _COMPRESSION: self.tr("Compression"), _PAIRS: self.tr("Pairs"),
            _LENGTHS: self.tr("Lengths"), _LOG: self.tr("Merges"),
        }  # fmt: skip
        self._stack = QStackedWidget()
        head = QHBoxLayout()
        head.setContentsMargins(theme.SPACE_2, theme.SPACE_2, theme.SPACE_2, 0)
        self._tabs = {
            name: Segmented([(key, texts[key]) for key in keys], self.tr("View of the run"))
            for name, keys in _IN_TABS.items()
            if keys
        }
        for tabs in self._tabs.values():
            tabs.changed.connect(self._show_tab)
            head.addWidget(tabs)
        head.addStretch(1)
        card.column.addLayout(head)
        card.column.addWidget(self._stack, 1)
        return card

    def in_sight(self) -> list[QWidget]:
        """Return the plots that are seen, each with its title."""
        return [self._parts[key] for key in (_COMPRESSION, _PAIRS, _LENGTHS) if self._parts[key].isVisible()]

    def minimumSizeHint(self) -> QSize:
        """Return the smallest size with tabs, so that a wide arrangement can shrink that far."""
        return QSize(LEAST_WIDTH, LEAST_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cards for the new size."""
        super().resizeEvent(event)
        if self.isVisible():
            self._arrange_for(event.size())

    def showEvent(self, event: QShowEvent) -> None:
        """Arrange the cards for the size, which is known only now."""
        super().showEvent(event)
        self._arrange_for(self.size())

    def _arrange_for(self, size: QSize) -> None:
        if size.width() < LOG_BESIDE_WIDTH:
            self._arrange("all tabs")
        else:
            roomy = size.height() >= SPREAD_HEIGHT and size.width() >= SPREAD_WIDTH
            self._arrange("spread" if roomy else "tabs")

    def _arrange(self, arrangement: str) -> None:
        if arrangement == self._arrangement:
            return
        self._arrangement = arrangement
        in_tabs = _IN_TABS[arrangement]
        for key, part in self._parts.items():
            if key in in_tabs:
                self._stack.addWidget(part)
            else:
                self._cards[key].column.addWidget(part)
                part.show()
            self._cards[key].setVisible(key not in in_tabs)
        self._left.setVisible(not in_tabs)
        self._tabs_card.setVisible(bool(in_tabs))
        for name, tabs in self._tabs.items():
            tabs.setVisible(name == arrangement)
        if in_tabs:
            self._show_tab(self._tabs[arrangement].value())

    def _show_tab(self, key: str) -> None:
        if self._stack.indexOf(self._parts[key]) >= 0:
            self._stack.setCurrentWidget(self._parts[key])

    # --- display --------------------------------------------------------------------------

    def show_started(self, record: RunRecord) -> None:
        """Set the axes for a new run."""
        self._set_sizes(record)
        self.pair_counts.set_x_range(1, 10 ** max(1, len(str(max(1, record.n_merges_wanted - 1)))))
        self.show_merges(record)
        self._show_one_after_the_other()

    def _set_sizes(self, record: RunRecord) -> None:
        """Set the range of vocabulary sizes; for some runs it is known only at the first merge."""
        low, size = self._sizes = record.n_before, record.vocab_size_wanted
        self.compression.set_x_range(low, size)
        self.compression.set_target(size, self.tr("target {n}", "on the plot").format(n=wording.number(size)))

    def _show_one_after_the_other(self) -> None:
        """Paint each plot in an event of its own: all three in one would block the window."""
        for turn, plot in enumerate((self.compression, self.pair_counts, self.lengths)):
            plot.setUpdatesEnabled(False)
            QTimer.singleShot(FIRST_MS + turn * TURN_MS, plot, lambda plot=plot: plot.setUpdatesEnabled(True))

    def prepare(self) -> None:
        """Build the plots before they are shown, to speed up the start of a run."""
        for plot in (self.compression, self.pair_counts, self.lengths):
            plot.prepare()

    def show_merges(self, record: RunRecord) -> None:
        """Update all plots."""
        for turn in range(N_TURNS):
            self.show_some(record, turn)

    def show_some(self, record: RunRecord, turn: int) -> None:
        """Update one plot, another at each call: three at once take too long."""
        if turn % N_TURNS == 0:
            if self._sizes != (record.n_before, record.vocab_size_wanted):
                self._set_sizes(record)
            value = wording.number(record.compression, 2) if record.n_merges else ""
            self.compression.set_points(record.vocab_sizes, record.bytes_per_token, value)
            held = OtherLine(record.held_sizes, record.held_ratios, self.tr("held out"))
            self.compression.set_other_lines((held,))
        elif turn % N_TURNS == 1:
            occurs = record.counts > 0  # the pair of a seed token need not; the scale is logarithmic
            self.pair_counts.set_points(record.ranks[occurs], record.counts[occurs])
        else:
            self.lengths.set_heights(record.lengths.astype(np.float64))
            self._summarize(record)

    def _summarize(self, record: RunRecord) -> None:
        if not record.n_merges:
            for plot in (self.compression, self.pair_counts, self.lengths):
                plot.set_summary(self.tr("Nothing learned yet."))
            return
        sentence = self.tr(
            "{value} bytes per token at {size} tokens, from {start} at {first}; the target is {target}."
        )
        value, size = wording.number(record.compression, 2), wording.number(record.vocab_size)
        target = wording.number(record.vocab_size_wanted)
        self.compression.set_summary(
            sentence.format(
                value=value,
                size=size,
                first=wording.number(record.n_before),
                target=target,
                start=wording.number(record.compression_before, 2),
            )
        )
        self.pair_counts.set_summary(
            self.tr("The first merged pair occurred {first} times, the last {last}.").format(
                first=wording.number(record.counts[0]), last=wording.number(record.counts[-1])
            )
        )
        commonest = int(record.lengths.argmax())
        self.lengths.set_summary(
            self.tr("Most tokens, {n}, are {length} bytes long.").format(
                n=wording.number(int(record.lengths[commonest])), length=length_labels()[commonest]
            )
        )


def _with_header(merge_log: MergeLogPanel) -> QWidget:
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(1, 0, 1, 1)
    column.setSpacing(0)
    column.addWidget(merge_log.header, 0, Qt.AlignmentFlag.AlignTop)
    column.addWidget(merge_log, 1)
    return part
