"""The page of the training panel before a run: the estimate, findings, and the start button."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.display.marks import visible
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.estimate import Estimate
from workbench.engine.training.options import Options
from workbench.panels.training.amounts import memory_size
from workbench.panels.training.cards import Card
from workbench.panels.training.presets import n_before, run_text
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.findings import (
    LEFT_OUT_KEY,
    LONG_PIECE_KEY,
    NOT_UTF8,
    SPECIAL_TEXT,
    Finding,
    FindingList,
)
from workbench.widgets.flow import FlowLayout
from workbench.widgets.labels import Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.widgets.panel_parts import Figure, Hairline
from workbench.worker.messages.requests import Failed, new_request_id
from workbench.worker.messages.training import EstimateTraining, TrainingEstimated
from workbench.worker.replies import Ask, Reply

LEAST_WIDTH = 280
SETTLE_MS = 400  # without a change, before anything is estimated
# Begin the codes of what is wrong with options, whatever the text is.
_OF_OPTIONS = (
    "adapt_token_", "coverage_", "extend_", "forbidden_there", "numbers_", "option_", "pattern_",
    "seed_token", "special_token_", "token_escape", "vocab_size_too_small",
)  # fmt: skip
LONG_PIECE = 256  # bytes; a longer piece is worth a word


class BeforeRun(Card):
    """The page before a run.

    Attributes:
        start_button: starts a run.
        back_button: returns to the last run, if there was one.

    Signals:
        start_clicked(): the user wants to train.
        back_clicked(): the user wants to see the last run again.
        refused(object, str): no run can have these Options, and why.
        estimated(): what a run would come to is known, and about to be shown.
        longest_wanted(int): a limit for the longest token.
        fix_requested(str), show_requested(str): key of a finding about the corpus to fix or show.

    """

    start_clicked = Signal()
    back_clicked = Signal()
    refused = Signal(object, str)
    estimated = Signal()
    longest_wanted = Signal(int)
    fix_requested = Signal(str)
    show_requested = Signal(str)

    def __init__(self, ask: Ask) -> None:
        super().__init__()
        self._ask_lanes, self._reply = ask, Reply()
        self._sources: tuple[str | SourceOptions, ...] = ()
        self._fault = ""
        self._n_bytes = self._n_sources = 0
        self._options: Options | None = None
        self._estimate: Estimate | None = None
        self._of_corpus: tuple[Finding, ...] = ()
        self._settling = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settling.timeout.connect(self._ask)
        self.column.addLayout(self._make_head())
        self._details = QWidget()
        self.column.addWidget(self._details)
        self._make_details()
        self._purpose = Label(
            self.tr("Training joins the pieces that your text repeats most, merge by merge."),
            tone="text2",
        )
        self._purpose.setWordWrap(True)
        self._purpose.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, theme.SPACE_4)
        self.column.addWidget(self._purpose)
        self.column.addStretch(1)
        self.set_corpus(())

    # --- making -----------------------------------------------------------------------------------

    def _make_head(self) -> QHBoxLayout:
        self._heading = Label(self.tr("Before the start"), "heading", elided=True)
        self._facts = Label("", "small", "text2", elided=True)
        self.start_button = Button(self.tr("Start training"), "primary", "play")
        self.start_button.clicked.connect(self.start_clicked)
        self.back_button = Button(self.tr("Last run"), "flat")
        self.back_button.setToolTip(self.tr("Show the last run again"))
        self.back_button.clicked.connect(self.back_clicked)
        self.back_button.hide()
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._heading)
        texts.addWidget(self._facts)
        row = QHBoxLayout()
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_3, theme.PANEL_MARGIN, theme.SPACE_3)
        row.setSpacing(theme.SPACE_3)
        row.addLayout(texts, 1)
        for button in (self.back_button, self.start_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _make_details(self) -> None:
        column = QVBoxLayout(self._details)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.figures = {
            "reach": Figure(self.tr("tokens at most")),
            "memory": Figure(self.tr("memory needed")),
            "time": Figure(self.tr("expected")),
            "longest": Figure(self.tr("bytes, the longest piece")),
        }
        figures = FlowLayout(even=True)
        figures.setSpacing(theme.SPACE_3)
        for figure in self.figures.values():
            figures.addWidget(figure)
        numbers = QVBoxLayout()
        numbers.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_3, theme.PANEL_MARGIN, theme.SPACE_2)
        numbers.addLayout(figures)
        self.scale = SizeScale()
        scale = QVBoxLayout()
        scale.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, theme.SPACE_3)
        scale.addWidget(self.scale)
        self._findings = FindingList()
        self._findings.setContentsMargins(
            theme.PANEL_MARGIN, theme.SPACE_3, theme.PANEL_MARGIN, theme.SPACE_3
        )
        self._findings.fix_clicked.connect(self._fix)
        self._findings.show_clicked.connect(self.show_requested)
        column.addWidget(Hairline())
        column.addLayout(numbers)
        column.addLayout(scale)
        column.addWidget(Hairline())
        column.addWidget(self._findings)

    def minimumSizeHint(self) -> QSize:
        """Return the smallest size; the text, which adapts, must not force a width."""
        return QSize(LEAST_WIDTH, super().minimumSizeHint().height())

    # --- input ---------------------------------------------------------------------------

    def set_corpus(self, sources: tuple[Scanned, ...]) -> None:
        """Say how much text there is."""
        used = [source for source in sources if source.n_files]
        self._sources = tuple(source.path for source in used)
        self._n_bytes, self._n_sources = sum(source.n_bytes for source in used), len(used)
        self._changed()

    def set_sources(self, sources: Sequence[str | SourceOptions]) -> None:
        """Set the sources with their options, instead of only their paths."""
        self._sources = tuple(sources)
        self._changed()

    def set_findings(self, findings: Sequence[Finding]) -> None:
        """Set the findings about the corpus."""
        self._of_corpus = tuple(findings)
        if self._estimate is not None:
            self._show()

    def set_options(self, options: Options) -> None:
        """Set the options of the next run."""
        self._options = options
        self._changed()

    def set_fault(self, fault: str) -> None:
        """Set why no run can start, "" if one can."""
        if fault == self._fault:
            return
        self._fault = fault
        self.start_button.setToolTip(fault)
        self._changed()

    def _changed(self) -> None:
        self._estimate = None
        self._reply.abandon()  # its answer would be out of date
        self.start_button.setEnabled(bool(self._sources) and not self._fault)
        self._show()
        if self._sources and self._options is not None:
            self._settling.start()
        else:
            self._settling.stop()

    def showEvent(self, event: QShowEvent) -> None:
        """Request the estimate that was skipped while hidden."""
        super().showEvent(event)
        if self._estimate is None and self._sources and self._options is not None:
            self._settling.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop estimating while hidden."""
        super().hideEvent(event)
        self._settling.stop()

    def _ask(self) -> None:
        options = self._options
        usable = options is not None and (options.preset != "custom" or options.pattern or options.extend)
        if self.isVisible() and self._sources and options is not None and usable and not self._fault:
            self._reply.abandon()
            request = EstimateTraining(new_request_id(), self._sources, options)
            self._reply = self._ask_lanes(request)
            self._reply.answered.connect(self.show_estimate)
            self._reply.failed.connect(self._show_failed)

    def show_estimate(self, answer: TrainingEstimated) -> None:
        """Show an estimate."""
        self.estimated.emit()  # before the figures, which replace the reason for having none
        self._estimate = answer.estimate
        self._show()

    def _show_failed(self, failed: Failed) -> None:
        """Show that nothing can be told; the window's notices say why."""
        if failed.code.startswith(_OF_OPTIONS):
            self.refused.emit(self._options, wording.filled(failed.cause, failed.facts))
            return
        why = self.tr("see the message")
        self._findings.set_findings([Finding("error", self.tr("No estimate for this text"), why)])

    # --- display ----------------------------------------------------------------------------

    def facts(self) -> str:
        """Return the facts below the heading."""
        return self._facts.text()

    def _show(self) -> None:
        has_text, estimate = bool(self._sources), self._estimate
        self._purpose.setVisible(not has_text)
        self._details.setVisible(has_text)
        if not has_text:
            self._heading.setText(self.tr("Train a tokenizer on your own text"))
            self._facts.setText(self.tr("Add text to the corpus first."))
            return
        self._heading.setText(self.tr("Before the start"))
        sources = wording.plural(self._n_sources, "{size} in %n source", "{size} in %n sources", "BeforeRun")
        facts = [sources.format(size=wording.size(self._n_bytes))]
        if estimate is not None and estimate.sampled < estimate.n_bytes:
            sample = self.tr("estimated from {size} of it")
            facts.append(sample.format(size=wording.size(estimate.sampled)))
        if self._options is not None:
            facts.append(run_text(self._options))
        self._facts.setText(" · ".join(facts))
        self._facts.setToolTip(self._facts.text())
        if estimate is None:
            self._show_unknown()
        else:
            self._show_found(estimate)

    def _show_unknown(self) -> None:
        for figure in self.figures.values():
            figure.set_value("–")
        self.scale.set_sizes(self._before(), self._wanted(), 0)
        findings = (
            Finding("warning", self._fault) if self._fault else Finding("info", self.tr("Scanning the text…"))
        )
        self._findings.set_findings([findings])

    def _before(self) -> int:
        return n_before(self._options.preset) if self._options is not None else 256

    def _wanted(self) -> int:
        if self._options is None:
            return 0
        return 0 if self._options.extend else self._options.vocab_size

    def _show_found(self, estimate: Estimate) -> None:
        about = estimate.sampled < estimate.n_bytes
        reachable = _round(estimate.reachable) if about else estimate.reachable
        reach = wording.number(reachable)
        # A run may exceed an estimate, so that no estimate is called a maximum.
        most = self.tr("tokens can be learned") if about else self.tr("tokens at most")
        least = self.tr("tokens and more") if estimate.more_reachable else most
        self.figures["reach"].set_value(f"≈ {reach}" if about else reach, least)
        there = wording.size(estimate.memory_there)
        memory = self.tr("about {size}").format(size=memory_size(_round(estimate.memory)))
        self.figures["memory"].set_value(memory, self.tr("memory, of {size}").format(size=there))
        cores = wording.plural(estimate.processors, "on %n core", "on %n cores", "BeforeRun")
        time = wording.duration(max(1.0, estimate.seconds), tenths=False)
        self.figures["time"].set_value(self.tr("about {time}").format(time=time), cores)
        of_sample, of_all = self.tr("bytes, the longest piece seen"), self.tr("bytes, the longest piece")
        self.figures["longest"].set_value(
            wording.number(estimate.longest_piece), of_sample if about else of_all
        )
        self.scale.set_sizes(self._before(), self._wanted(), reachable, about)
        self._findings.set_findings(self._all_findings(estimate))

    def _all_findings(self, estimate: Estimate) -> list[Finding]:
        """Return the findings of the corpus and of the estimate."""
        rows = [*self._unable(estimate), *self._of_pattern(estimate), *self._of_corpus]
        if estimate.replaced and not any(finding.key.startswith(NOT_UTF8) for finding in self._of_corpus):
            one, other = "%n byte is not UTF-8", "%n bytes are not UTF-8"
            fact = wording.plural(estimate.replaced, one, other, "BeforeRun")
            rows.append(Finding("warning", fact, self.tr("they are replaced and counted")))
        if estimate.n_faults and not any(finding.icon == "warning" for finding in self._of_corpus):
            one, other = "%n part of the text cannot be read", "%n parts of the text cannot be read"
            fact = wording.plural(estimate.n_faults, one, other, "BeforeRun")
            rows.append(Finding("warning", fact, self.tr("To see where, count every byte of the corpus")))
        keys = {finding.key for finding in self._of_corpus}
        for text, times in estimate.special_texts:
            if SPECIAL_TEXT + text in keys:
                continue
            one, other = "The text contains {text} %n time", "The text contains {text} %n times"
            fact = wording.plural(times, one, other, "BeforeRun").format(text=text)
            meaning = self.tr("trained as plain text")
            rows.append(Finding("warning", fact, meaning, self.tr("Leave out"), SPECIAL_TEXT + text, True))
        if estimate.longest_piece > LONG_PIECE:
            rows.append(self._long_piece(estimate))
        if estimate.skipped:
            fact = wording.plural(estimate.skipped, "%n file left out", "%n files left out", "BeforeRun")
            rows.append(Finding("warning", fact, self.tr("see the corpus"), "", LEFT_OUT_KEY, True))
        whole, part = (
            self.tr("No problems found in this text"),
            self.tr("No problems found in the part read"),
        )
        return rows or [Finding("check-circle", part if estimate.sampled < estimate.n_bytes else whole)]

    def _unable(self, estimate: Estimate) -> list[Finding]:
        """Return why the run cannot give the requested vocabulary."""
        rows: list[Finding] = []
        if estimate.too_large:
            limit = self.tr("the limit is {size}; choose a preset that splits").format(
                size=wording.size(estimate.memory_limit)
            )
            rows.append(Finding("error", self.tr("This text is too large without a split"), limit))
        elif estimate.memory > estimate.memory_there:
            rows.append(Finding("error", self.tr("More memory than this computer has")))
        if not estimate.more_reachable and self._wanted() > estimate.reachable:
            early = self.tr("training ends early")
            fewer = self.tr("Fewer tokens than requested")
            if estimate.sampled < estimate.n_bytes:
                fewer = self.tr("Perhaps fewer tokens than requested")
            rows.append(Finding("warning", fewer, early))
        return rows

    def _of_pattern(self, estimate: Estimate) -> list[Finding]:
        """Return that the pattern is slow, with the part that makes it so."""
        part = visible(estimate.slow_part.encode("utf-8", "replace")[:60])
        why = self.tr("no compiled code for {part}").format(part=part)
        return [Finding("info", self.tr("Slow pattern"), why)] if estimate.slow_part else []

    def _long_piece(self, estimate: Estimate) -> Finding:
        fact = self.tr("One piece has {n} bytes").format(n=wording.number(estimate.longest_piece))
        may_limit = self._options is not None and not self._options.longest_token
        limit = self.tr("Limit tokens to {n}").format(n=wording.number(LONG_PIECE)) if may_limit else ""
        key = LONG_PIECE_KEY + estimate.longest_text.hex()
        return Finding("warning", fact, f"“{visible(estimate.longest_text[:24])}…”", limit, key, True)

    def _fix(self, key: str) -> None:
        if key.startswith(LONG_PIECE_KEY):
            self.longest_wanted.emit(LONG_PIECE)
        else:
            self.fix_requested.emit(key)

    def findings(self) -> list[str]:
        """Return the texts of the shown findings."""
        return self._findings.texts()


class SizeScale(QWidget):
    """The vocabulary size on a log scale, up to the reachable size, with a thumb at the requested one."""

    def __init__(self) -> None:
        super().__init__()
        self._low = self._wanted = self._reach = 0
        self._ends = (Label("", "small", "text2"), Label("", "small", "text2"))
        self._wish = Label("", "small")
        self._wish.setFont(theme.interface_font("tiny"))
        for label in (*self._ends, self._wish):
            label.setParent(self)

    def set_sizes(self, low: int, wanted: int, reach: int, about: bool = False) -> None:
        """Show sizes; 0 for an unknown request or reach; `about`: the reach is estimated."""
        self._low, self._wanted, self._reach = low, wanted, reach
        self._ends[0].setText(wording.number(low))
        reachable = self.tr("≈ {n} reachable") if about else self.tr("{n} reachable")
        reachable = reachable.format(n=wording.number(reach))
        self._ends[1].setText(reachable if reach else "")
        self._wish.setText(self.tr("{n} requested").format(n=wording.number(wanted)) if wanted else "")
        self.setAccessibleName(wording.listed(label.text() for label in (self._wish, self._ends[1])))
        self._place()
        self.update()

    def _share(self) -> float:
        """Return the position of the thumb, from 0 to 1."""
        if not self._wanted or self._wanted <= self._low:
            return 0.0
        high = max(self._reach or 4 * self._wanted, self._low + 1)
        return min(1.0, math.log(self._wanted / self._low) / math.log(high / self._low))

    def _place(self) -> None:
        for label in (*self._ends, self._wish):
            label.adjustSize()
        top = 18
        self.setFixedHeight(max(40, top + max(self._ends[0].height(), self._wish.height())))
        self._ends[0].move(0, top)
        self._ends[1].move(self.width() - self._ends[1].width(), top)
        x = int(self._share() * self.width()) - self._wish.width() // 2
        right = self._ends[1].x() - theme.SPACE_3 if self._ends[1].text() else self.width()
        self._wish.move(max(0, min(x, right - self._wish.width())), top)
        self._ends[0].setVisible(self._wish.x() > self._ends[0].width() + theme.SPACE_2)

    def resizeEvent(self, event: object) -> None:
        """Lay out the labels in the new width."""
        self._place()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out the labels by the width of their font."""
        super().showEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint trough, bar and thumb."""
        now = current_theme()
        painter = QPainter(self)
        whole = QRectF(0, 5, self.width(), 6)
        draw_box(painter, whole, 3, now.border, None)
        x = self._share() * (self.width() - 14) + 7
        if self._wanted:
            draw_box(painter, QRectF(0, 5, x, 6), 3, now.accent, None)
            draw_box(painter, QRectF(x - 7, 1, 14, 14), 7, now.surface, now.accent, 2)


def _round(number: int) -> int:
    """Return a number rounded to two or three digits, as it is an estimate."""
    if number < 1000:
        return number
    step = int(10 ** (int(math.log10(number)) - 1))
    return round(number / step) * step
