"""Requests token counts of the open text or the corpus, and health checks, and keeps the results."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.judging import (
    CountTokens,
    Sources,
    Text,
    TokensCounted,
)
from workbench.worker.messages.requests import Failed, JobProgress, new_request_id
from workbench.worker.replies import Ask, Reply

SCOPES = ("none", "text", "corpus")
_KEPT = 8
_REST_MILLISECONDS = 400  # after an edit, before the text is counted again


class Work(QObject):
    """One request at a time, and its progress.

    Attributes:
        progress: (done, total).
        failed: why there is no result, or None.
        was_cancelled: whether it was canceled.

    Signals:
        changed(): any of these, or the result, has changed.

    """

    changed = Signal()

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask_lanes = ask
        self._reply = Reply()
        self.progress = (0, 0)
        self.failed: Failed | None = None
        self.was_cancelled = False

    @property
    def is_under_way(self) -> bool:
        """Whether a request is running."""
        return self._reply.is_waiting

    def cancel(self) -> None:
        """Cancel the request."""
        self._reply.cancel()

    def _begin(self) -> None:
        """Reset the outcome of the last request."""
        self._reply.abandon()
        self.progress, self.failed, self.was_cancelled = (0, 0), None, False

    def _send(self, request: object, take: Callable[[object], None]) -> None:
        reply = self._reply = self._ask_lanes(request, shows_failure=True)
        reply.progressed.connect(self._note)
        reply.tell(self, answered=take)
        reply.failed.connect(self._note)
        reply.cancelled.connect(self._note)

    def _note(self, message: object) -> None:
        if isinstance(message, JobProgress):
            self.progress = message.done, message.total
        elif isinstance(message, Failed):
            self.failed = message
        else:
            self.was_cancelled = True
        self.changed.emit()


class Counting(Work):
    """Token counts of the open text or the corpus, under the tokenizer in use.

    Attributes:
        scope: "none", "text" or "corpus".
        result: the counts, None while there are none.

    """

    def __init__(self, document: Document, sources: Callable[[], Sources], ask: Ask, parent: QObject) -> None:
        super().__init__(ask, parent)
        self._document, self._sources = document, sources
        # By tokenizer, scope and what is counted; the last used at the end.
        self._kept: dict[tuple[int, str, object], TokensCounted] = {}
        self._key: tuple[int, str, object] | None = None
        self._handle = 0
        self.scope = "text"
        self.result: TokensCounted | None = None
        self._resting = QTimer(self, singleShot=True, interval=_REST_MILLISECONDS)
        self._resting.timeout.connect(lambda: self.want(self._handle))

    @property
    def lacks_text(self) -> bool:
        """Whether there is nothing to count."""
        return self.scope == "none" or not (
            self._sources() if self.scope == "corpus" else len(self._document)
        )

    def texts(self) -> tuple[Sources, Text]:
        """Return what is counted: the sources, or the parts of the text."""
        if self.scope == "corpus":
            return self._sources(), b""
        return (), self._document.parts()

    def set_scope(self, scope: str) -> None:
        """Change what is counted."""
        self.scope = scope
        self.want(self._handle)

    def note_edit(self) -> None:
        """Count again after a pause in the edits."""
        if self._handle:
            self._resting.start()

    def pause(self) -> None:
        """Start no new count until the next `want`, since nothing is shown."""
        self._resting.stop()

    def want(self, handle: int, again: bool = False) -> None:
        """Show the kept counts of a tokenizer, or count; with `again` also after a cancel or a failure."""
        self._resting.stop()
        self._handle = handle
        of: object = self._sources() if self.scope == "corpus" else self._document.revision
        key = (handle, self.scope, of)
        if key == self._key and not again:
            return
        self._key = key
        self._begin()
        self.result = self._kept.pop(key, None)
        if self.result is not None:
            self._kept[key] = self.result
        elif handle and not self.lacks_text:
            self._ask(handle, key)
        self.changed.emit()

    def forget(self, handle: int) -> None:
        """Drop the counts of a closed tokenizer."""
        self._kept = {key: counts for key, counts in self._kept.items() if key[0] != handle}

    def _ask(self, handle: int, key: tuple[int, str, object]) -> None:
        request = CountTokens(new_request_id(), handle, *self.texts())

        def _take(message: object) -> None:
            if isinstance(message, TokensCounted):
                self._kept[key] = self.result = message
                while len(self._kept) > _KEPT:
                    del self._kept[next(iter(self._kept))]
                self.changed.emit()

        self._send(request, _take)
