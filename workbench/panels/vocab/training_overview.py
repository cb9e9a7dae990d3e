"""What the training of a vocabulary says of it: how sure it is, and where its tokens came from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.panels.vocab.check_line import CheckLine
from workbench.panels.vocab.checks import Checks
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.sections import Section, clear
from workbench.panels.vocab.training_section import short
from workbench.widgets import wording
from workbench.widgets.controls import Button, Segmented
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.plots.plots import Axes, LinePlot, OtherLine, compact_number
from workbench.widgets.plots.scales import LOG10, Floats
from workbench.worker.messages.origins import ErrorBarsFound, OriginsFound

_HIGH = 168  # pixels of a plot
_GROUPS = 60  # of merges in their order, each a point of a plot
_SOURCES = 100  # that are listed


class ErrorBarsSection(Section):
    """How sure a vocabulary is, in sentences and as a plot by the order of merges.

    Attributes:
        line: finds the answer. kind: which plot is in sight. plots: by kind.

    """

    def __init__(self, checks: Checks) -> None:
        super().__init__("")
        self.set_title(self.tr("Error bars"))
        self._checks = checks
        self.line = CheckLine(
            checks.bars,
            self.tr(
                "Train again twenty times, each without a twentieth of the text: which tokens stay, and what "
                "twice the text would change. The columns Survival and Margin show it by token."
            ),
            self.tr("Find error bars"),
        )
        self._text = Label("", "small")
        self._text.setWordWrap(True)
        self.kind = Segmented(
            [("survival", self.tr("Survival")), ("margin", self.tr("Margin"))], self.tr("Plot")
        )
        self.plots = {
            "survival": LinePlot(
                self.tr("Survival"), Axes(x_label=compact_number),
                self.tr("merge, in order → % of trainings that have its token; mean and lowest"),
            ),
            "margin": LinePlot(
                self.tr("Margin"),
                Axes(LOG10, LOG10, (1.0, 10.0), 1.0, x_label=compact_number, y_label=compact_number),
                self.tr("merge, in order → how much more often than the next best pair; median and lowest"),
            ),
        }  # fmt: skip
        row = QHBoxLayout()
        row.addWidget(self.kind)
        row.addStretch(1)
        for part in (self.line, self._text):
            self.body.addWidget(part)
        self.body.addLayout(row)
        for plot in self.plots.values():
            plot.setFixedHeight(_HIGH)
            self.body.addWidget(plot)
        self.kind.changed.connect(self._show_kind)
        self.line.left.connect(self.kind.setFocus, Qt.ConnectionType.QueuedConnection)

    def text(self) -> str:
        """Return what is said."""
        return self._text.text()

    def show_known(self, known: Known) -> None:
        """Show what is known; nothing of a tokenizer that was not trained here."""
        self.setVisible(self._checks.trained)
        self.line.renew()
        bars = known.bars
        self._text.setVisible(bars is not None)
        self.kind.setVisible(bars is not None)
        if bars is not None:
            self._text.setText(self._said(bars))
            self._draw(bars)
        self._show_kind()

    def _show_kind(self) -> None:
        for kind, plot in self.plots.items():
            plot.setVisible(not self.kind.isHidden() and kind == self.kind.value())

    def _said(self, bars: ErrorBarsFound) -> str:
        learned = bars.survivals >= 0
        n, survivals = int(learned.sum()), bars.survivals[learned]
        units = wording.number(bars.n_units)
        several = {"document": self.tr("{n} documents"), "part": self.tr("{n} parts")}
        of = several.get(bars.unit, self.tr("{n} stretches of text"))
        tied = int((bars.margins[learned] == 0).sum())
        share = sum(bars.from_halves) / 2 / max(1, n)
        number = wording.number
        return "\n".join(
            (
                self.tr("{parts} trainings, each without a part of {units}.").format(
                    parts=number(bars.n_parts), units=of.format(n=units)
                ),
                self.tr("In all of them: {sure} of {tokens}. In less than half: {few}.").format(
                    sure=number(int((survivals == bars.n_parts).sum())),
                    tokens=wording.tokens(n),
                    few=number(int((2 * survivals < bars.n_parts).sum())),
                ),
                self.tr("The tie rule decided {tied}: the next best pair occurred as often.").format(
                    tied=wording.plural(tied, "%n merge", "%n merges")
                ),
                self.tr(
                    "Half of the text gives {share} other tokens; twice the text changes as many, or fewer."
                ).format(share=wording.percent(share, 1)),
                self.tr("The card will contain it after the next save."),
            )
        )

    def _draw(self, bars: ErrorBarsFound) -> None:
        learned = bars.survivals >= 0
        shares = 100.0 * bars.survivals[learned] / max(1, bars.n_parts)
        margins = np.maximum(bars.margins[learned], 1).astype(np.float64)
        for kind, values in (("survival", shares), ("margin", margins)):
            x, parts = in_groups(values, even=kind == "survival")
            middle = np.array([part.mean() if kind == "survival" else np.median(part) for part in parts])
            lowest = np.array([part.min() for part in parts])
            plot = self.plots[kind]
            plot.set_x_range(0.0 if kind == "survival" else 1.0, float(max(2, len(values))))
            plot.set_points(x, middle)
            plot.set_other_lines([OtherLine(x, lowest, self.tr("lowest"))])
            plot.set_summary(plot.accessibleName() + ": " + ", ".join(f"{value:.0f}" for value in middle))


def in_groups(values: Floats, even: bool) -> tuple[Floats, list[NDArray[np.float64]]]:
    """Return in at most `_GROUPS` groups values in order, and where each group ends, counted from 1.

    Groups are of equal size (`even`), or grow by the same factor, as a logarithmic axis shows them.
    """
    n = len(values)
    if not n:
        return np.empty(0), []
    ends = np.linspace(0, n, min(_GROUPS, n) + 1)[1:] if even else np.geomspace(1, n, min(_GROUPS, n))
    ends = np.array(sorted({*np.rint(ends).astype(np.int64).tolist()}))
    return ends.astype(np.float64), np.split(values, ends[:-1])


class OriginsSection(Section):
    """Where the tokens of a vocabulary came from, by source, and what each source left out changes.

    Attributes:
        line: finds the answer.

    """

    def __init__(self, checks: Checks) -> None:
        super().__init__("")
        self.set_title(self.tr("Where the tokens came from"))
        self._checks = checks
        self._shown: tuple[OriginsFound | None, bool] = None, False
        self.line = CheckLine(
            checks.origins,
            self.tr(
                "Read the text again: the share of each source in every token, its documents, and the "
                "file that produced the token."
            ),
            self.tr("Find where the tokens came from"),
        )
        self._rows = QWidget()
        self._column = QVBoxLayout(self._rows)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE_2)
        self.body.addWidget(self.line)
        self.body.addWidget(self._rows)
        self.line.left.connect(self._focus_first, Qt.ConnectionType.QueuedConnection)

    def _focus_first(self) -> None:
        """Go on to the first source that may be left out, once it is listed."""
        links = [link for link in self._rows.findChildren(Button) if link.isVisible()]
        if links:
            links[0].setFocus()

    def show_known(self, known: Known) -> None:
        """Show what is known; nothing of a tokenizer that was not trained here."""
        self.setVisible(self._checks.trained)
        self.line.renew()
        busy = self._checks.origins.now.is_under_way
        if self._shown == (known.origins, busy):
            return
        self._shown = known.origins, busy
        clear(self._column)
        self._rows.setVisible(known.origins is not None)
        if known.origins is not None:
            self._list(known.origins, busy)

    def _list(self, origins: OriginsFound, busy: bool) -> None:
        learned = origins.documents >= 0
        shares = origins.shares[learned]
        for place, name in enumerate(origins.sources[:_SOURCES]):
            own = shares[:, place]
            most, alone = int((own > 0.5).sum()), int((own == 1).sum())
            said = self.tr("decided {most}, {alone} of them alone").format(
                most=wording.tokens(most), alone=wording.number(alone)
            )
            self._column.addLayout(self._row(name, said, len(origins.sources) > 1, busy))
        if len(origins.sources) > _SOURCES:
            n = len(origins.sources) - _SOURCES
            self._column.addWidget(Label(wording.plural(n, "%n more", "%n more"), "small", "text2"))
        in_one = int((origins.file_shares[learned] == 1).sum())
        self._column.addWidget(
            Label(
                self.tr("{tokens} occurred in one file only.").format(tokens=wording.tokens(in_one)),
                "small",
                "text2",
            )
        )

    def _row(self, name: str, said: str, several: bool, busy: bool) -> QHBoxLayout:
        title, facts = Label(short(name), "medium", elided=True), Label(said, "small", "text2")
        title.setToolTip(name)
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_3)
        row.addWidget(title, 1)
        row.addWidget(facts)
        if several:
            change = self._checks.origins.change(name)
            text = self.tr("Leave it out…")
            if change is not None:
                gone, come = (wording.number(len(tokens)) for tokens in change)
                text = self.tr("Without it: −{gone} +{come}").format(gone=gone, come=come)
            link = Button(text, "link")
            link.setAccessibleName(self.tr("Without {source}").format(source=short(name)))
            link.setToolTip(self.tr("Tokens lost and gained without this source"))
            link.setEnabled(change is not None or not busy)
            link.clicked.connect(lambda: self._checks.origins.leave_out(name))
            row.addWidget(link)
        return row
