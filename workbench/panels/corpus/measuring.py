"""Measures a corpus once, and shows the result as long as the corpus is the same."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.judging.survey import Survey
from workbench.panels.corpus.source_set import SourceSet
from workbench.panels.corpus.statistics_dialog import StatisticsDialog
from workbench.worker.messages.corpus import CorpusMeasured, MeasureCorpus
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask, Reply


class Measuring(QObject):
    """Requests the measures of a corpus, and keeps the result.

    Attributes:
        specials: texts that are looked for.
        statistics: the dialog of figures and plots, None before it was first wanted.

    Signals:
        changed(): counting has begun or ended.

    """

    changed = Signal()

    def __init__(self, sources: SourceSet, ask: Ask, window: QWidget) -> None:
        """Take what is counted, and the panel that the dialog belongs to."""
        super().__init__(window)
        self._chosen, self._window = sources, window
        self._ask, self._reply = ask, Reply()
        self._measured: Survey | None = None
        self._sources: tuple[SourceOptions, ...] = ()
        self.specials: tuple[str, ...] = ()
        self._wants_statistics = False
        self.statistics: StatisticsDialog | None = None

    @property
    def is_running(self) -> bool:
        """Whether an answer is waited for."""
        return self._reply.is_waiting

    @property
    def measured(self) -> Survey | None:
        """What the corpus is, if it was counted as it is now."""
        return self._measured if self._sources == self._chosen.readings() else None

    @Slot()
    def begin(self) -> None:
        """Count the corpus, unless that is under way."""
        sources = self._chosen.readings()
        if sources and not self.is_running:
            reply = self._reply = self._ask(MeasureCorpus(new_request_id(), sources, self.specials))
            reply.tell(self, answered=partial(self._take, sources))
            for end in (reply.failed, reply.cancelled):
                end.connect(self._fail)
            self.changed.emit()

    def forget(self) -> None:
        """Keep no counts: the files have changed since."""
        self._measured, self._sources = None, ()

    def _take(self, sources: tuple[SourceOptions, ...], answer: CorpusMeasured) -> None:
        """Keep a counted corpus."""
        self._measured, self._sources = answer.survey, sources
        self.changed.emit()
        if self._wants_statistics:
            self._show(answer.survey)

    def _fail(self) -> None:
        """Wait no longer for an answer that will not come."""
        self._wants_statistics = False
        self.changed.emit()

    @Slot()
    def show_statistics(self) -> None:
        """Show what the corpus is, once it has been counted."""
        if (measured := self.measured) is not None:
            self._show(measured)
            return
        self._wants_statistics = True
        self.begin()

    def _show(self, measured: Survey) -> None:
        self._wants_statistics = False
        self.statistics = self.statistics or StatisticsDialog(self._window)
        self.statistics.show_measured(measured)
