"""Requests the vocabularies of tokenizers, and keeps those used last."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import ListVocab, VocabListed
from workbench.worker.replies import Ask, Reply

_MOST_KEPT = 8  # vocabularies of open tokenizers; the least recently used is dropped


class Listing(QObject):
    """The vocabulary of the current tokenizer.

    Attributes:
        handle: of that tokenizer, 0 before there is one.
        kept: vocabularies by handle, the last used at the end.

    Signals:
        came(Vocabulary): the vocabulary of the current tokenizer has arrived.
        awaited(): it has been requested.
        failed(), cancelled(): the request has ended without a list.

    """

    came = Signal(object)
    awaited = Signal()
    failed = Signal()
    cancelled = Signal()

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask_lanes = ask
        self.handle = 0
        self.kept: dict[int, Vocabulary] = {}
        self._on_the_way: dict[int, Reply] = {}
        self._next: Vocabulary | None = None  # shown after the current event
        self._showing = QTimer(self, singleShot=True, interval=0)
        self._showing.timeout.connect(self._show_next)

    @property
    def is_next(self) -> bool:
        """Whether a kept vocabulary will be shown after the current event."""
        return self._next is not None

    def use(self, handle: int) -> None:
        """Switch to another tokenizer; a kept vocabulary is shown after this event, which has enough work."""
        self.handle = handle
        self._next = self.kept.pop(handle, None)
        if self._next is None:
            self._showing.stop()
            self.ask()
        else:
            self.kept[handle] = self._next
            self._showing.start()

    def ask(self) -> None:
        """Request the vocabulary of the current tokenizer, unless that is running."""
        self.awaited.emit()
        if self.handle not in self._on_the_way:
            handle = self.handle
            reply = self._on_the_way[handle] = self._ask_lanes(ListVocab(new_request_id(), handle))
            reply.answered.connect(self.take)
            reply.tell(self, failed=lambda _: self._lose(handle, self.failed),
                       cancelled=lambda _: self._lose(handle, self.cancelled))  # fmt: skip

    def take(self, listed: VocabListed) -> None:
        """Keep a vocabulary, and show it if it is the current tokenizer's."""
        self._on_the_way.pop(listed.handle, None)
        vocabulary = self.kept[listed.handle] = Vocabulary(listed)
        if len(self.kept) > _MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        if listed.handle == self.handle:
            self.came.emit(vocabulary)

    def forget(self, handle: int) -> None:
        """Drop the vocabulary of a closed tokenizer."""
        self.kept.pop(handle, None)
        if handle in self._on_the_way:
            self._on_the_way.pop(handle).abandon()

    def _lose(self, handle: int, signal: SignalInstance) -> None:
        self._on_the_way.pop(handle, None)
        if handle == self.handle:
            signal.emit()

    def _show_next(self) -> None:
        if self._next is not None:
            self.came.emit(self._next)
