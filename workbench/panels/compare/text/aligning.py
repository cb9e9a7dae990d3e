"""Has the text aligned under the compared tokenizers: what is known of it is not asked for again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from workbench.engine.judging.aligned import Row
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.comparing import Align, Aligned
from workbench.worker.messages.requests import JobProgress, new_request_id
from workbench.worker.replies import Ask, Reply


class Aligning(QObject):
    """The present alignment.

    Attributes:
        answer: the newest one of the text and tokenizers in question, None before it has come.
        progress: (done, total) of the answer that is under way, in bytes under all tokenizers.

    Signals:
        aligned(): there is a newer answer, or none any more.
        progressed(): `progress` is another.
        failed(object): Failed.

    """

    aligned = Signal()
    progressed = Signal()
    failed = Signal(object)

    def __init__(self, document: Document, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._ask = document, ask
        self._reply = Reply()
        self._rows: dict[int, Row] = {}
        self._revision = -1
        self._handles: tuple[int, ...] = ()
        self._seen = (0, 0)
        self._part = Reply()
        self.answer: Aligned | None = None
        self.progress = (0, 0)

    @property
    def is_under_way(self) -> bool:
        """Whether an answer is still to come."""
        return self._reply.is_waiting

    def want(self, handles: Sequence[int]) -> None:
        """Have the text as it is now aligned under tokenizers, unless that is so or on its way.

        What is seen of it may be all that came before the rest failed: then that is asked for once more.
        """
        now, answer = (tuple(handles), self._document.revision), self.answer
        is_done = answer is not None and (answer.is_whole or answer.is_too_long)
        if now == (self._handles, self._revision) and (is_done or self._reply.is_waiting):
            return
        if now[1] != self._revision:
            self._rows.clear()
        self._handles, self._revision = now
        self._abandon()
        self.answer, self.progress = None, (0, 0)
        if len(self._handles) > 1:
            self._begin()
        self.aligned.emit()  # now it is known whether there is more to come

    def _begin(self) -> None:
        known = {handle: self._rows[handle] for handle in self._handles if handle in self._rows}
        request = Align(new_request_id(), self._handles, self._document.parts(), self._seen, known=known)
        reply = self._reply = self._ask(request, shows_failure=True)
        reply.progressed.connect(self._take)
        reply.answered.connect(self._take)
        reply.failed.connect(self.failed)

    def see(self, start: int, end: int) -> None:
        """Have bytes aligned that have come into sight, where the whole text is not."""
        self._seen = start, end
        answer = self.answer
        if answer is None or answer.is_whole or (answer.start <= start and end <= answer.end):
            return
        known = {handle: self._rows[handle] for handle in self._handles if handle in self._rows}
        request = Align(
            new_request_id(), self._handles, self._document.parts(), self._seen, only_seen=True, known=known,
            view="align seen",
        )  # fmt: skip
        reply = self._part = self._ask(request, shows_failure=True)
        reply.answered.connect(self._take)

    def _abandon(self) -> None:
        self._reply.abandon()
        self._part.abandon()

    def outdate(self) -> None:
        """Let go of the answer, and of one on its way: the text is another."""
        self._abandon()
        self._rows.clear()
        self._revision = -1
        if self.answer is not None:
            self.answer = None
            self.aligned.emit()

    def forget(self, handle: int) -> None:
        """Let go of the tokens of a tokenizer that was closed."""
        self._rows.pop(handle, None)

    def _take(self, answer: object) -> None:
        if isinstance(answer, JobProgress):
            self.progress = answer.done, answer.total
            self.progressed.emit()
        if not isinstance(answer, Aligned):
            return
        if answer.is_whole:
            self._part.abandon()
            self._rows.update(zip(answer.handles, answer.rows, strict=True))
        self.answer = answer
        self.aligned.emit()
