"""Shows the results of a pattern in the lab's panels."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from PySide6.QtCore import QCoreApplication

from workbench.display import alternatives
from workbench.panels.lab.dimming import Veil
from workbench.panels.lab.editor_panel import EditorPanel
from workbench.panels.lab.entries import Entry
from workbench.panels.lab.history import State
from workbench.panels.lab.measures import FrequentPanel, Measured, MeasuresPanel
from workbench.panels.lab.pattern_list import PatternsPanel
from workbench.panels.lab.pieces_panel import PiecesPanel
from workbench.panels.lab.requests import Sample
from workbench.panels.lab.shelf import Shelf
from workbench.panels.lab.words import fault_words, lost_words
from workbench.worker.messages.lab import PatternFaulty

_SHORT = frozenset({"gpt2", "cl100k", "o200k"})  # whose details are the names of their files


def _tr(text: str) -> str:
    return QCoreApplication.translate("RegexLab", text)


@dataclass(slots=True)
class Findings:
    """The results of the patterns.

    Attributes:
        this, compared: the measures of the last good pattern, and of the one that it is compared with.
        good: the last pattern that got through the text.
        checked: whether that is the present one.
        faulty: what is wrong with `faulty_pattern`, None if nothing is.
        repair: what would keep all that `good` loses, "" where nothing is known.

    """

    this: Measured | None = None
    compared: Measured | None = None
    good: State = field(default_factory=lambda: State("", ""))
    checked: bool = False
    faulty: PatternFaulty | None = None
    faulty_pattern: str = ""
    repair: str = ""

    @property
    def n_lost(self) -> int:
        """Bytes that the last good pattern loses."""
        return 0 if self.this is None else self.this.split.n_lost


@dataclass(frozen=True, slots=True)
class Present:
    """What is shown.

    Attributes:
        state: the pattern. other: key of the one that it is compared with.
        findings: what is known of both.
        sample, text_name: the text.
        locked: a training runs.

    """

    state: State
    other: str
    findings: Findings
    sample: Sample
    text_name: str
    locked: bool


class Showing:
    """Shows the results in the panels."""

    def __init__(
        self,
        patterns: PatternsPanel,
        editor: EditorPanel,
        pieces: PiecesPanel,
        measures: MeasuresPanel,
        frequent: FrequentPanel,
    ) -> None:
        self._patterns, self._editor, self._pieces, self._measures = patterns, editor, pieces, measures
        self._veils = [Veil(panel) for panel in (pieces, measures, frequent)]

    def show(self, shelf: Shelf, now: Present) -> None:
        """Show the whole."""
        state, findings, other = now.state, now.findings, shelf.find(now.other)
        self._patterns.show_entries(shelf.published, shelf.own, state.key, other.key)
        self._pieces.set_others([(each.key, _named(each)) for each in shelf], other.key)
        self._measures.show_measures(findings.this, findings.compared, _short(other))
        self._editor.header.set_facts(shelf.find(state.key).title)
        self._editor.show_pattern(len(alternatives.lines(state.pattern)), state.pattern, findings.checked)
        self._show_fault(now)
        self._show_lost(now)
        self._show_use(now)

    def _show_fault(self, now: Present) -> None:
        faulty = now.findings.faulty
        if faulty is None:
            self._editor.show_fault(None)
        else:
            good = now.findings.this is not None
            said = fault_words(faulty, now.state.pattern, now.sample.text, now.text_name, good)
            # While another pattern is tried, it is not known where it is at fault.
            same = now.state.pattern == now.findings.faulty_pattern
            self._editor.fault.back_link.setVisible(bool(now.findings.good.pattern))
            self._editor.show_fault(said if same else replace(said, mark=None))
        self._editor.editor.set_faded(faulty is not None)
        for veil in self._veils:
            veil.setVisible(faulty is not None)

    def _show_lost(self, now: Present) -> None:
        this, present = now.findings.this, now.findings
        if this is None or not present.n_lost or present.faulty is not None:
            self._pieces.show_lost(0, 0, "", "", False)
            return
        what = lost_words(now.sample.text, this.split.lost)
        self._pieces.show_lost(present.n_lost, this.n_bytes, what, present.repair, present.checked)

    def _show_use(self, now: Present) -> None:
        button, checked = self._editor.use_button, now.findings.checked
        button.setEnabled(checked and not now.locked)
        button.set_kind("plain" if checked and now.findings.n_lost else "primary")
        tip = _tr("Use this pattern for training, and go back (Ctrl+Return)")
        if now.locked:
            tip = _tr("Locked while training")
        elif not checked:
            tip = _tr("Available once the pattern has run through the text")
        button.setToolTip(tip)


def _named(entry: Entry) -> str:
    return f"{entry.title} ({entry.detail})" if entry.key in _SHORT else entry.title


def _short(entry: Entry) -> str:
    return entry.detail if entry.key in _SHORT else entry.title
