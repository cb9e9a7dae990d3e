"""Counting a corpus: asked for once, shown as long as the corpus is the same."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.judging.survey import Survey
from workbench.panels.corpus.statistics_dialog import StatisticsDialog
from workbench.worker.messages.corpus import CorpusMeasured, MeasureCorpus
from workbench.worker.messages.requests import new_request_id


class Measuring(QObject):
    """Has a corpus counted, and keeps what came of it.

    Attributes:
        statistics: the dialog of figures and plots, None before it was first wanted.

    Signals:
        requested(object): MeasureCorpus.
        changed(): counting has begun or ended.

    """

    requested = Signal(object)
    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._asked: MeasureCorpus | None = None
        self._measured: Survey | None = None
        self._sources: tuple[SourceOptions, ...] = ()
        self._wants_statistics = False
        self.statistics: StatisticsDialog | None = None

    @property
    def is_running(self) -> bool:
        """Whether an answer is waited for."""
        return self._asked is not None

    def of(self, sources: tuple[SourceOptions, ...]) -> Survey | None:
        """Return what these sources are, if they are those that were counted last."""
        return self._measured if self._sources == sources else None

    def begin(self, sources: tuple[SourceOptions, ...], specials: tuple[str, ...]) -> None:
        """Have sources counted, unless that is under way."""
        if sources and self._asked is None:
            self._asked = MeasureCorpus(new_request_id(), sources, specials)
            self.changed.emit()
            self.requested.emit(self._asked)

    def forget(self) -> None:
        """Keep no counts: the files have changed since."""
        self._measured, self._sources = None, ()

    def take(self, answer: CorpusMeasured) -> None:
        """Keep a counted corpus; an answer that nobody waits for is dropped."""
        if self._asked is None or answer.request_id != self._asked.request_id:
            return
        self._measured, self._sources = answer.survey, self._asked.sources
        self._asked = None
        self.changed.emit()
        if self._wants_statistics:
            self._show(answer.survey)

    def fail(self, request_id: int) -> None:
        """Wait no longer for an answer that will not come."""
        if self._asked is not None and request_id == self._asked.request_id:
            self._asked, self._wants_statistics = None, False
            self.changed.emit()

    def show_statistics(self, sources: tuple[SourceOptions, ...], specials: tuple[str, ...]) -> None:
        """Show what sources are, once they have been counted."""
        measured = self.of(sources)
        if measured is not None:
            self._show(measured)
            return
        self._wants_statistics = True
        self.begin(sources, specials)

    def _show(self, measured: Survey) -> None:
        self._wants_statistics = False
        self.statistics = self.statistics or StatisticsDialog(self._window)
        self.statistics.show_measured(measured)
