"""Known tokens: the whole vocabulary once it is listed, until then the requested ones."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from workbench.panels.tokens.text.selection import Occurrence
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import TellToken, TokenTold
from workbench.worker.replies import Ask, Reply


class KnownTokens(QObject):
    """Finds the vocabulary that has a token.

    Attributes:
        vocabulary: of the open tokenizer, None until it is listed.

    Signals:
        answered(): a requested token is known now.

    """

    answered = Signal()

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask_lanes, self._reply = ask, Reply()
        self.vocabulary: Vocabulary | None = None
        self._answered: Vocabulary | None = None  # the few tokens of one that is not listed yet
        self._asked = (0, 0)  # handle and token that were requested

    def is_listed(self, occurrence: Occurrence) -> bool:
        """Return whether the whole vocabulary of a token is known."""
        return self.vocabulary is not None and self.vocabulary.handle == occurrence.handle

    def of(self, occurrence: Occurrence | None) -> Vocabulary | None:
        """Return a vocabulary that holds a token, None if none is known."""
        if occurrence is None:
            return None
        vocabulary = self.vocabulary if self.is_listed(occurrence) else self._answered
        known = vocabulary is not None and vocabulary.handle == occurrence.handle
        return (
            vocabulary
            if known and vocabulary is not None and vocabulary.row_of(occurrence.token_id) is not None
            else None
        )

    def ask(self, occurrence: Occurrence) -> None:
        """Request the facts of a token that is not listed yet, unless they are known or requested."""
        token = occurrence.handle, occurrence.token_id
        if not self.is_listed(occurrence) and self.of(occurrence) is None and self._asked != token:
            self._asked = token
            self._reply.abandon()
            self._reply = self._ask_lanes(TellToken(new_request_id(), *token))
            self._reply.answered.connect(self._take)

    def _take(self, answer: TokenTold) -> None:
        """Take a token that was requested."""
        self._answered = Vocabulary(answer.listed)
        self.answered.emit()
