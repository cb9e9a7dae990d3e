"""Requests the matches of regular expressions in the tokens; the last rows stay until the answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from workbench.widgets import wording
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.judging import MatchTokens, TokensMatched
from workbench.worker.messages.requests import Failed, new_request_id
from workbench.worker.replies import Ask, Reply


class Matching(QObject):
    """The rows in which a pattern matches.

    Signals:
        changed(): an answer has come.

    """

    changed = Signal()

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask = ask
        self._reply = Reply()
        self._wanted: tuple[int, str] | None = None
        self._matched: TokensMatched | None = None
        self._failed: tuple[str, Failed] | None = None

    def rows(self, vocabulary: Vocabulary, pattern: str) -> NDArray[np.bool_]:
        """Return bool[n], the rows that match; those of the last pattern until the answer has come."""
        wanted = (vocabulary.handle, pattern)
        if wanted != self._wanted:
            self._wanted = wanted
            self._reply.abandon()
            request = MatchTokens(new_request_id(), vocabulary.handle, pattern)
            self._reply = self._ask(request, shows_failure=True)
            self._reply.answered.connect(self._take)
            self._reply.tell(self, failed=lambda failed: self._fail(pattern, failed))
        known = self._matched
        fits = known is not None and known.handle == vocabulary.handle and len(known.rows) == len(vocabulary)
        return known.rows if known is not None and fits else np.ones(len(vocabulary), np.bool_)

    def _take(self, answer: TokensMatched) -> None:
        self._matched, self._failed = answer, None
        self.changed.emit()

    def _fail(self, pattern: str, failed: Failed) -> None:
        self._failed = pattern, failed
        self.changed.emit()

    def fault(self, pattern: str) -> str:
        """Return what is wrong with a pattern, "" if nothing is known."""
        if self._failed is None or self._failed[0] != pattern:
            return ""
        failed = self._failed[1]
        said = wording.filled(failed.cause, failed.facts)
        if failed.place is not None and failed.place[0] == "column":
            at = self.tr("column {value}").format(value=failed.place[1])
            return wording.sentence(said, at)
        return wording.sentence(said)
