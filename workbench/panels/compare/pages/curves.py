"""Curves of all compared tokenizers: rank and frequency, coverage, lengths, and compression by size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workbench.panels.compare import colors
from workbench.panels.compare.busy import Busy
from workbench.panels.compare.measuring import Measuring
from workbench.panels.compare.pages.legend import Legend
from workbench.panels.compare.pages.numbers import NumbersPage
from workbench.widgets import wording
from workbench.widgets.controls import Segmented
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import FrontStack, panel_column
from workbench.widgets.plots.plots import Axes, LinePlot, OtherLine, compact_number, plain_number
from workbench.widgets.plots.scales import LOG2, LOG10, Floats
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.sizes import CountSizes, SizesCounted
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask, Reply

Line = tuple[Floats, Floats]
_NOTHING: Line = np.empty(0), np.empty(0)


class CurvesPage(QWidget):
    """One plot at a time, with a line for each tokenizer, or the maps of numbers.

    Attributes:
        kind: the visible plot. legend: the line of each tokenizer.
        plots: by kind. numbers: the map.

    Signals:
        picture_changed(): `picture` may return something else.

    """

    picture_changed = Signal()

    def __init__(
        self, document: Document, ask: Ask, measuring: Measuring, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._ask, self._measuring = document, ask, measuring
        self._infos: Sequence[TokenizerInfo] = ()
        self._sizes: dict[tuple[int, int], Line] = {}  # handle and revision of the text -> its curve
        self._replies: dict[tuple[int, int], Reply] = {}
        self._given_up: dict[tuple[int, int], str] = {}  # why, not asked for again until the user comes back
        self.kind = Segmented(
            [
                ("ranks", self.tr("Ranks"), self.tr("How often the token of each rank occurs: Zipf's law")),
                ("coverage", self.tr("Coverage"), self.tr("Share of the most frequent tokens")),
                ("lengths", self.tr("Lengths"), self.tr("Number of tokens by length in bytes")),
                (
                    "sizes",
                    self.tr("By size"),
                    self.tr("Bytes per token of this text at every vocabulary size"),
                ),
                ("numbers", self.tr("Numbers"), self.tr("Tokens of each number from 0 to 9,999")),
            ],
            self.tr("Curve"),
        )
        log, numbers = partial(Axes, LOG10, x_range=(1.0, 10.0), x_label=compact_number), plain_number
        sizes = Axes(LOG2, x_range=(256.0, 1024.0), x_label=compact_number, y_label=numbers)
        self.plots = {
            "ranks": LinePlot(self.tr("Rank and frequency"), log(y=LOG10, y_low=1.0, y_label=compact_number),
                              self.tr("rank of the token → occurrences")),
            "coverage": LinePlot(self.tr("Coverage"), log(y_label=numbers),
                                 self.tr("number of most frequent tokens → % of all tokens")),
            "lengths": LinePlot(self.tr("Lengths of tokens"), Axes(x_range=(1.0, 16.0)),
                                self.tr("bytes of a token → % of all tokens")),
            "sizes": LinePlot(self.tr("Compression by size"), sizes,
                              self.tr("tokens in the vocabulary → bytes per token, this text")),
        }  # fmt: skip
        self.numbers = NumbersPage(document, ask)
        self._state = EmptyState("compare", self.tr("Nothing to show"), "")
        self.legend = Legend()
        self.busy = Busy(self.tr("Measuring"))
        self.busy.cancel_requested.connect(self._cancel)
        self._stack = FrontStack()
        self._fill()
        self.kind.changed.connect(lambda _: self._come_back())
        measuring.changed.connect(self._show_measured)

        self.numbers.picture_changed.connect(self.picture_changed)

    def _fill(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.PANEL_MARGIN, theme.SPACE_2)
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self.kind)
        row.addStretch(1)
        for shown in (*self.plots.values(), self.numbers, self._state):
            self._stack.addWidget(shown)
        self.legend.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, theme.SPACE_2)
        column = panel_column(self)
        column.addLayout(row)
        column.addWidget(self.busy)
        column.addWidget(self._stack, 1)
        column.addWidget(self.legend)
        self._stack.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, theme.SPACE_2)

    def picture(self) -> Sequence[QWidget]:
        """Return the visible curve with its legend; nothing without a line."""
        kind = self.kind.value()
        if kind == "numbers":
            return self.numbers.picture()
        return (self.plots[kind], self.legend) if self.plots[kind].has_lines else ()

    def set_tokenizers(self, infos: Sequence[TokenizerInfo]) -> None:
        """Show the curves of other tokenizers."""
        self._infos = infos
        self.numbers.set_tokenizers(infos)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what has changed while the page was hidden."""
        super().showEvent(event)
        self._come_back()

    def _come_back(self) -> None:
        self._given_up.clear()
        self._show()

    def _show_measured(self) -> None:
        """Show the curves of the complete result, or how far it is."""
        if self._measuring.is_under_way:
            self._tell_busy()
        else:
            self._show()

    def _tell_busy(self) -> None:
        """Show the progress of what the visible curve waits for."""
        kind, measuring = self.kind.value(), self._measuring
        waits = bool(self._waiting()) if kind == "sizes" else kind != "numbers" and measuring.is_under_way
        if not waits:
            self.busy.end()
            return
        self.busy.begin()
        if kind != "sizes":
            self.busy.bar.set_progress(*measuring.progress)

    def _waiting(self) -> list[tuple[int, int]]:
        """Return the compared tokenizers whose curve by size is still to come."""
        return [key for key in map(self._key, self._infos) if key in self._replies]

    def _cancel(self) -> None:
        if self.kind.value() != "sizes":
            self._measuring.cancel()
            return
        for key in self._waiting():
            self._replies[key].cancel()

    def _show(self) -> None:
        if self.isVisible() and len(self._infos) > 1:
            self._show_kind()
            self._tell_busy()
        self.picture_changed.emit()

    def _show_kind(self) -> None:
        kind = self.kind.value()
        why_empty = self._why_empty(kind)
        self.legend.setVisible(kind != "numbers" and not why_empty)
        if kind == "numbers":
            self._stack.setCurrentWidget(self.numbers)
            return
        plot = self.plots[kind]
        self._state.set_sentence(why_empty)
        self._stack.setCurrentWidget(self._state if why_empty else plot)
        lines = [self._line(kind, place) for place in range(len(self._infos))]
        plot.set_other_lines([
            OtherLine(*line, colors.letter(place), colors.number(place), colors.dashes(place))
            for place, line in enumerate(lines)
        ])  # fmt: skip
        described = [
            f"{colors.letter(place)} {info.name}: {self._described(kind, info, line)}"
            for place, (info, line) in enumerate(zip(self._infos, lines, strict=True))
        ]
        plot.set_summary(wording.clauses(described))
        self.legend.show_texts(described)

    def _why_empty(self, kind: str) -> str:
        """Return why there is no text to draw a curve of, "" where there is one."""
        if kind == "sizes":
            return "" if len(self._document) else self.tr("There is no text: type or open one under Inspect.")
        return "" if self._measuring.has_text else self._measuring.why_empty()

    def _described(self, kind: str, info: TokenizerInfo, line: Line) -> str:
        """Return a description of a curve."""
        if not len(line[0]):
            if kind == "sizes" and not info.merge_order:
                return self.tr("cannot be cut to a size")
            unknown = self.tr("not known yet")
            return self._given_up.get(self._key(info), unknown) if kind == "sizes" else unknown
        if kind == "ranks":
            return self.tr("{n} tokens occur").format(n=wording.number(len(line[0])))
        if kind == "coverage":
            at = int(np.searchsorted(line[1], 90.0))
            return self.tr("{n} tokens make 90 %").format(
                n=wording.number(line[0][min(at, len(line[0]) - 1)])
            )
        if kind == "lengths":
            mean = float((line[0] * line[1]).sum() / max(line[1].sum(), 1e-9))
            return self.tr("{n} bytes on average").format(n=wording.number(mean, 2))
        return self.tr("{n} bytes per token at {size}").format(
            n=wording.number(float(line[1][-1]), 2), size=wording.number(float(line[0][-1]))
        )

    # --- the lines

    def _line(self, kind: str, place: int) -> Line:
        if kind == "sizes":
            return self._sizes_of(self._infos[place])
        result = self._measuring.result
        if result is None or result.compared is None or place >= len(result.compared.ranked):
            return _NOTHING
        if kind == "lengths":
            lengths = result.compared.lengths[place].astype(np.float64)
            return np.arange(1.0, len(lengths) + 1), 100 * lengths / max(lengths.sum(), 1.0)
        ranked = result.compared.ranked[place].astype(np.float64)
        if kind == "coverage":
            ranked = 100 * np.cumsum(ranked) / max(ranked.sum(), 1.0)
        return np.arange(1.0, len(ranked) + 1), ranked

    def _key(self, info: TokenizerInfo) -> tuple[int, int]:
        return info.handle, self._document.revision

    def _sizes_of(self, info: TokenizerInfo) -> Line:
        key = self._key(info)
        known = key in self._sizes or key in self._replies or key in self._given_up
        if not known and info.merge_order and len(self._document):
            request = CountSizes(
                new_request_id(), info.handle, self._document.parts(), view=f"curve {info.handle}"
            )
            reply = self._replies[key] = self._ask(request, shows_failure=True)
            reply.tell(
                self,
                answered=partial(self._take_sizes, key),
                failed=lambda failed: self._give_up(key, wording.failure(failed)),
                cancelled=lambda _: self._give_up(key, self.tr("canceled")),
            )
        return self._sizes.get(key, _NOTHING)

    def _give_up(self, key: tuple[int, int], why: str) -> None:
        self._replies.pop(key, None)
        self._given_up[key] = why
        self._show()

    def _take_sizes(self, key: tuple[int, int], answer: SizesCounted) -> None:
        self._replies.pop(key, None)
        sizes = np.arange(answer.lowest, answer.lowest + len(answer.counts), dtype=np.float64)
        self._sizes[key] = sizes, len(self._document) / np.maximum(answer.counts, 1).astype(np.float64)
        if len(self._sizes) > 16:
            del self._sizes[next(iter(self._sizes))]
        self._show()
