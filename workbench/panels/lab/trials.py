"""Tries patterns on the text: the one in the editor, and the one it is compared with."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from workbench.engine.lab.pattern_lab import Pieces
from workbench.panels.lab.editor import PatternEditor
from workbench.panels.lab.history import State
from workbench.panels.lab.measures import FrequentPanel, Measured, MeasuresPanel
from workbench.panels.lab.pieces_panel import PiecesPanel
from workbench.panels.lab.requests import Requests, Sample, Text
from workbench.panels.lab.shelf import Shelf
from workbench.panels.lab.showing import Findings
from workbench.worker.messages.lab import (
    AlternativesCounted,
    PatternFaulty,
    PatternMeasured,
    PatternRepaired,
    PatternSplit,
    PatternTextRead,
    PiecesCompared,
)
from workbench.worker.messages.requests import Failed
from workbench.worker.replies import Ask

DELAY = 120  # ms after a key until the pattern is tried


class Trials(QObject):
    """Runs patterns on a text, and shows their pieces.

    Attributes:
        asking: what is asked of the lane.
        findings: what is known of the patterns.
        state: the pattern that is tried. other: key of the one that it is compared with.
        text: the text, as it was requested last.

    Signals:
        changed(): more is known, or less.

    """

    changed = Signal()

    def __init__(
        self,
        ask: Ask,
        shelf: Shelf,
        editor: PatternEditor,
        panels: tuple[PiecesPanel, MeasuresPanel, FrequentPanel],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._shelf, self._editor = shelf, editor
        self._pieces, self._measures, self._frequent = panels
        self.requests = Requests(ask, self)
        self.requests.answered.connect(self._take)
        self.findings = Findings()
        self.state, self.other = State("", ""), ""
        self._tried = self.state  # the pattern of the answers that come: one that was typed since comes later
        self.text = Text("")
        self._later = QTimer(self, singleShot=True, interval=DELAY)
        self._later.timeout.connect(self.run)

    # --- asking -------------------------------------------------------------------------------------

    def read(self, text: Text) -> None:
        """Read a text; patterns are tried on it from then on."""
        self.text = text
        self.requests.text(text)

    def follow(self, state: State) -> None:
        """Take a pattern that is to be tried soon."""
        self.state = state
        self._editor.show_counts(None)
        self.findings.checked = False
        self.findings.repair = ""
        self._later.start()

    def run(self) -> None:
        """Run the pattern over the text now."""
        self._later.stop()
        self._tried = self.state
        if self.requests.sample.text:
            self.requests.split(self.state.pattern, "this")

    def compare_with(self, key: str) -> None:
        """Compare with another pattern of the list from now on."""
        self.other = self._shelf.find(key).key
        self.findings.compared = None
        self._pieces.show_compared(None)
        self.changed.emit()
        self._split_other()

    @property
    def _other_pattern(self) -> str:
        return self._shelf.find(self.other).pattern

    def _split_other(self) -> None:
        if self.requests.sample.text:
            self.requests.split(self._other_pattern, "other")

    def _compare(self) -> None:
        if self.findings.this is not None and self.findings.compared is not None:
            self.requests.compare(self.findings.this.split, self.findings.compared.split)

    @property
    def _is_present(self) -> bool:
        return self._tried.pattern == self.state.pattern

    # --- answers ------------------------------------------------------------------------------------

    @Slot(str, object)
    def _take(self, view: str, message: object) -> None:
        """Take the answer to the request of a view; errors are shown elsewhere."""
        if isinstance(message, PatternTextRead):
            self._take_text(message)
        elif isinstance(message, Failed):
            self._take_failure(view)
        elif isinstance(message, PatternFaulty):
            self._take_faulty(message, view)
        elif view in {"this", "other"}:
            self._take_pattern(message, view)
        else:
            self._take_figure(message, view)

    def _take_text(self, answer: PatternTextRead) -> None:
        """Take a text that has been read."""
        self.requests.sample = Sample(answer.text, answer.documents)
        self.findings = Findings(good=self.findings.good)
        self._pieces.show_text(answer.text)
        self._pieces.show_compared(None)
        self._measures.show_text(self.text.name, self.requests.sample.n_bytes)
        self.changed.emit()
        self.run()
        self._split_other()

    def _take_pattern(self, answer: object, view: str) -> None:
        """Take the pieces that a pattern makes, or how many each of its alternatives made."""
        if isinstance(answer, AlternativesCounted) and view == "this":
            self._editor.show_counts(answer.counts if self._is_present else None)
        elif isinstance(answer, PatternSplit) and view == "this":
            self._take_split(answer.pieces)
        elif isinstance(answer, PatternSplit):
            self.findings.compared = Measured(answer.pieces, self.requests.sample.n_bytes)
            self.changed.emit()
            self._compare()
            self.requests.measure(self._other_pattern, "other_speed")

    def _take_split(self, pieces: Pieces) -> None:
        self.findings.this = Measured(pieces, self.requests.sample.n_bytes)
        self.findings.faulty, self.findings.good = None, self._tried
        self.findings.checked = self._is_present
        self._pieces.show_split(pieces)
        self._frequent.show_split(pieces)
        self.changed.emit()
        if pieces.n_lost:
            self.requests.repair(self._tried.pattern)
        self._compare()
        self.requests.measure(self._tried.pattern, "speed")

    def _take_faulty(self, answer: PatternFaulty, view: str) -> None:
        """Take what is wrong with a pattern; what is known of the last good one stays, faintly."""
        if view == "this":
            self.findings.faulty, self.findings.checked = answer, False
            self.findings.faulty_pattern = self._tried.pattern
        elif view == "other":
            self.findings.compared = None
            self._pieces.show_compared(None)
        self.changed.emit()

    def _take_figure(self, answer: object, view: str) -> None:
        """Take what repairs the pattern, how quick one is, or where the two differ."""
        if isinstance(answer, PiecesCompared):
            self._pieces.show_compared(answer.difference)
            return
        if isinstance(answer, PatternRepaired):
            self.findings.repair = answer.suffix if self._is_present else ""
        elif isinstance(answer, PatternMeasured) and view == "speed" and self.findings.this is not None:
            self.findings.this = replace(self.findings.this, speed=answer.speed, slow_part=answer.slow_part)
        elif isinstance(answer, PatternMeasured) and self.findings.compared is not None:
            self.findings.compared = replace(self.findings.compared, speed=answer.speed)
        self.changed.emit()

    def _take_failure(self, view: str) -> None:
        """Show nothing if a text could not be read."""
        if view == "text":
            self.requests.sample = Sample()
            self._pieces.show_text(b"")
            self.findings = Findings(good=self.findings.good)
            self.changed.emit()
