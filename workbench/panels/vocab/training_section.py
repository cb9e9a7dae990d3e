"""The dossier's part about the training of a token: how sure it is, and where it came from."""

from __future__ import annotations

import os

import numpy as np
from PySide6.QtWidgets import QGridLayout, QWidget

from workbench.panels.vocab.check_line import CheckLine
from workbench.panels.vocab.checks import Checks
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.sections import Section, clear
from workbench.widgets import wording
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.origins import OriginsFound

_SOURCES = 5  # that are named


class TrainingSection(Section):
    """What the training of a token says of it, once that was found.

    Attributes:
        bars, origins: the lines that find what is not known.

    """

    def __init__(self, checks: Checks) -> None:
        super().__init__("")
        self.set_title(self.tr("Training"))
        self._checks = checks
        self._rows = QWidget()
        self._grid = QGridLayout(self._rows)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.SPACE_3)
        self._grid.setVerticalSpacing(theme.SPACE_1)
        self._grid.setColumnStretch(1, 1)
        self.bars = CheckLine(
            checks.bars,
            self.tr("Would it be learned from a slightly different text?"),
            self.tr("Find error bars"),
        )
        self.origins = CheckLine(
            checks.origins, self.tr("Which texts made it a token?"), self.tr("Find where it came from")
        )
        for part in (self._rows, self.bars, self.origins):
            self.body.addWidget(part)

    def show_token(self, vocabulary: Vocabulary, row: int, known: Known) -> None:
        """Show what is known of a token that was learned; nothing of others."""
        self.setVisible(self._checks.trained and vocabulary.kind(row) == "merge")
        clear(self._grid)
        if known.bars is not None:
            self._add_bars(row, known)
        if known.origins is not None and int(known.origins.documents[row]) >= 0:
            self._add_origins(row, known.origins)
        self._rows.setVisible(self._grid.count() > 0)
        for line in (self.bars, self.origins):
            line.renew()

    def _add(self, name: str, text: str, tip: str = "") -> None:
        at = self._grid.rowCount()
        title, value = Label(name, "small", "text2"), Label(text, "small", elided=True)
        if tip:
            value.setToolTip(tip)
        self._grid.addWidget(title, at, 0)
        self._grid.addWidget(value, at, 1)

    def _add_bars(self, row: int, known: Known) -> None:
        survival, margin = (known.bar(row, column) for column in ("survival", "margin"))
        if survival is None or known.bars is None:
            self._add(self.tr("Survival"), self.tr("not learned by this training"))
            return
        n, all_parts = wording.number(survival), wording.number(known.bars.n_parts)
        said = self.tr("in {n} of {all} trainings without a part of the text each").format(n=n, all=all_parts)
        self._add(self.tr("Survival"), said, said)
        if margin is not None:
            tied = self.tr("0: the tie rule decided between equal pairs")
            more = self.tr("{times} more than the next best pair").format(times=wording.times(margin))
            self._add(self.tr("Margin"), more if margin else tied)

    def _add_origins(self, row: int, origins: OriginsFound) -> None:
        shares = origins.shares[row]
        order = np.argsort(-shares, kind="stable")[: min(_SOURCES, int((shares > 0).sum()))].tolist()
        for number, place in enumerate(order):
            name = origins.sources[place]
            said = f"{share_of(float(shares[place]))}  {short(name)}"
            self._add(self.tr("Source") if not number else "", said, name)
        if documents := int(origins.documents[row]):
            self._add(self.tr("Documents"), wording.number(documents))
        file, share = origins.files[int(origins.file[row])], float(origins.file_shares[row])
        said = self.tr("only in {file}") if share == 1 else self.tr("{share} in {file}")
        self._add(self.tr("File"), said.format(file=short(file), share=share_of(share)), file)


def share_of(share: float) -> str:
    """Return a share of a count, whole only where it is."""
    shown = wording.percent(share)
    if share < 1 and shown == wording.percent(1.0):
        return wording.percent(share, 1) if share < 0.9995 else "> " + wording.percent(0.999, 1)
    return shown


def short(path: str) -> str:
    """Return the name of a file or folder as far as it says which one."""
    return os.path.basename(path.rstrip("/\\")) or path
