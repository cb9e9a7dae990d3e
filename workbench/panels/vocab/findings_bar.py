"""The line below the vocabulary: findings, progress, and failures."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.engine.judging.health import LABELS
from workbench.panels.vocab.checks import Checks
from workbench.panels.vocab.counting import Counting, Work
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.words import label_name
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, ThinBar
from workbench.widgets.strips import Picture
from workbench.widgets.vocabulary import Vocabulary

_BAR = 128
_HEIGHT = 44


class FindingsBar(QWidget):
    """One line of findings with links; during a count or a check its progress, with a cancel button.

    Attributes:
        check: the button that checks the health.
        show_all: opens the overview of findings.
        cancel: stops the running request. again: retries one that failed or was canceled.

    Signals:
        again_requested(): the count should be retried.
        all_requested(): all findings should be shown.

    """

    again_requested = Signal()
    all_requested = Signal()

    def __init__(self, counting: Counting, checks: Checks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counting, self._checks = counting, checks
        self._picture = Picture("info", "warn")
        self._title = Label(self.tr("Findings"), "title")
        self._facts = Label("", "small", "text2", elided=True)
        self._bar = ThinBar(self.tr("Progress"), width=_BAR)
        self.cancel = self._link(self.tr("Cancel"))
        self.again = self._link(self.tr("Try again"))
        self.show_all = self._link(self.tr("Show all"))
        self.check = Button(self.tr("Check health"), compact=True)
        self.check.setToolTip(
            self.tr("Find tokens that no text is encoded to, fragments, over-long tokens and near twins")
        )
        row = QHBoxLayout()
        row.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, 0)
        row.setSpacing(theme.SPACE_3)
        row.addStrut(_HEIGHT)
        for part in (
            self._picture,
            self._title,
            self._facts,
            self._bar,
            self.cancel,
            self.again,
            self.check,
            self.show_all,
        ):
            row.addWidget(part, 1 if part is self._facts else 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        column.addLayout(row)
        self.cancel.clicked.connect(self._stop)
        self.again.clicked.connect(self._try_again)
        self.show_all.clicked.connect(self.all_requested)
        self.check.clicked.connect(checks.health.check)
        self.renew(None, Known())

    def _link(self, text: str) -> Button:
        return Button(text, "link")

    def facts(self) -> str:
        """Return the text of the line."""
        return self._facts.text()

    def renew(self, vocabulary: Vocabulary | None, known: Known) -> None:
        """Show what is known of a vocabulary now, and what is on its way."""
        health = self._checks.health.now
        busy = self._busy()
        failed = next((work for work in (self._counting, health) if work.failed is not None), None)
        if busy is not None:
            self._facts.setText(self._doing(busy))
            self._bar.set_progress(*busy.progress)
        elif failed is not None and failed.failed is not None:
            self._facts.setText(self._fault(failed))
        else:
            self._facts.setText(self._summary(vocabulary, known))
        self._facts.setToolTip(self._facts.text())
        self._title.setVisible(busy is None)  # a panel may be narrow
        self._bar.setVisible(busy is not None)
        self.cancel.setVisible(busy is not None)
        self.again.setVisible(busy is None and (failed is not None or self._counting.was_cancelled))
        self.show_all.setVisible(vocabulary is not None)
        judged = known.judged is not None
        self.check.setVisible(vocabulary is not None and not judged and not health.is_under_way)

    def _busy(self) -> Work | None:
        """Return a work in progress that is worth a line: to look whether something is kept is not."""
        health = self._checks.health.now
        if self._counting.is_under_way:
            return self._counting
        return health if health.is_under_way and health.is_checking else None

    def _doing(self, work: Work) -> str:
        if work is self._counting:
            corpus = self._counting.scope == "corpus"
            return self.tr("Counting the corpus…") if corpus else self.tr("Counting the text…")
        if not work.progress[1]:
            return self.tr("Checking the health: waiting for its turn…")
        done, total = (wording.number(n) for n in work.progress)
        return self.tr("Checking the health: {done} of {total} tokens").format(done=done, total=total)

    def _fault(self, work: Work) -> str:
        failed = work.failed
        cause = "" if failed is None else wording.filled(failed.cause, failed.facts)
        what = (
            self.tr("The tokens were not counted")
            if work is self._counting
            else self.tr("The health was not checked")
        )
        return wording.sentence(cause, what) if cause else wording.sentence(what)

    def _summary(self, vocabulary: Vocabulary | None, known: Known) -> str:
        if vocabulary is None:
            return ""
        facts = [
            f"{label_name(label)}: {wording.number(n)}"
            for label in sorted(known.labels, key=lambda label: -LABELS.index(label))
            if (n := int(known.labels[label].sum()))
        ]
        if len(vocabulary):
            longest = wording.plural(int(vocabulary.lengths.max()), "%n byte", "%n bytes")
            facts.append(self.tr("longest: {n}").format(n=longest))
        if known.counted is not None and known.counted.n_skipped:
            facts.append(self.tr("unreadable: {files}").format(files=wording.files(known.counted.n_skipped)))
        if self._counting.was_cancelled:
            facts.insert(0, self.tr("the counting was canceled"))
        elif self._counting.scope != "none" and self._counting.lacks_text:
            corpus = self._counting.scope == "corpus"
            nothing = self.tr("the corpus is empty") if corpus else self.tr("there is no text to count")
            facts.insert(0, nothing)
        return " · ".join(facts)

    def _stop(self) -> None:
        work = self._busy()
        if work is not None:
            work.cancel()

    def _try_again(self) -> None:
        if self._checks.health.now.failed is not None:
            self._checks.health.check()
        if self._counting.failed is not None or self._counting.was_cancelled:
            self.again_requested.emit()
