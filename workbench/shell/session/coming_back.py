"""The tokenizers of the last session, as they are opened again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject

from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.session.unsaved import UnsavedResults
from workbench.worker.messages.requests import Failed, JobCancelled
from workbench.worker.messages.tokenizers import OpenTokenizer, TokenizerOpened
from workbench.worker.messages.training import OpenResult, ResultOpened
from workbench.worker.replies import Ask


class ComingBack(QObject):
    """Opens several tokenizers at once, and puts each in its place."""

    def __init__(self, ask: Ask, tokenizers: Tokenizers, unsaved: UnsavedResults) -> None:
        super().__init__(tokenizers)
        self._ask, self._tokenizers, self._unsaved = ask, tokenizers, unsaved
        self._awaited: set[int] = set()  # places whose tokenizers are still being opened
        self._places: dict[int, int] = {}  # handle of one that has come back -> its place
        self._wanted: int | None = None  # place of the one that was in use

    def open(self, requests: Mapping[int, OpenTokenizer | OpenResult], current: int) -> None:
        """Open the tokenizers of a session, by place, and use the one at place `current`; it comes first."""
        self._awaited, self._wanted = set(requests), current
        for place in sorted(requests, key=lambda each: each != current):
            reply = self._ask(requests[place], shows_failure=True)
            reply.failed.connect(self._tokenizers.opening_failed)
            missed = partial(self._miss, place)
            reply.tell(self, answered=partial(self._come_back, place), failed=missed, cancelled=missed)

    def _come_back(self, place: int, answer: TokenizerOpened | ResultOpened) -> None:
        """Put a tokenizer of the last session in its place."""
        info = answer.tokenizer
        if isinstance(answer, ResultOpened):
            self._unsaved.keep(info.handle, answer.folder)
        self._awaited.discard(place)
        self._places[info.handle] = place
        self._tokenizers.put_back(info, self._places)
        if self._tokenizers.current is None or place == self._wanted:
            self._tokenizers.use(info.handle)

    def _miss(self, place: int, _end: Failed | JobCancelled) -> None:
        """Continue without a tokenizer of the last session; at least one is open."""
        self._awaited.discard(place)
        if not self._awaited and self._tokenizers.current is None:
            self._tokenizers.open_sample()

    @property
    def is_pending(self) -> bool:
        """Whether tokenizers of the last session are still being opened."""
        return bool(self._awaited)
