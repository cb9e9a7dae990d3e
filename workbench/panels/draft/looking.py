"""Requests what the changes do, and keeps the latest answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.engine.adapting.changes import SetRoles
from workbench.engine.corpus.source_options import SourceOptions
from workbench.panels.draft.state import State
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.adapting import (
    ChangeDone,
    DraftLooked,
    DraftMeasured,
    LookAtDraft,
    OpenText,
)
from workbench.worker.messages.requests import Failed, JobProgress, new_request_id
from workbench.worker.replies import Ask, Reply

SOON_MILLISECONDS = 120  # within which several changes make one request
Sources = tuple[str | SourceOptions, ...]


class Looking(QObject):
    """What the changes of a tokenizer do to its vocabulary and to a text.

    Attributes:
        on: "text" or "corpus", what the effect is measured on.
        looked, measured: what is known, None before that.
        failed: why nothing is known.
        cancelled: whether the request was canceled.
        progress: (done, total) of the running request; total 0 if unknown.

    Signals:
        changed(): any of these has changed.

    """

    changed = Signal()

    def __init__(self, ask: Ask, document: Document, sources: Callable[[], Sources], parent: QObject) -> None:
        super().__init__(parent)
        self._ask, self._document, self._sources = ask, document, sources
        self._reply = Reply()
        self._key: object = None
        self._wanted: tuple[int, State] | None = None
        self._soon = QTimer(self, singleShot=True, interval=SOON_MILLISECONDS)
        self._soon.timeout.connect(self._look)
        self.on = "text"
        self.looked: DraftLooked | None = None
        self._last: tuple[int, State, DraftLooked] | None = None
        self.measured: DraftMeasured | None = None
        self.failed: Failed | None = None
        self.cancelled = False
        self.progress = (0, 0)

    @property
    def is_under_way(self) -> bool:
        """Whether a request is running."""
        return self._reply.is_waiting or self._soon.isActive()

    @property
    def is_complete(self) -> bool:
        """Whether all changes were applied and gave a tokenizer."""
        if self._soon.isActive() or self.looked is None or self.looked.fault is not None:
            return False
        has_roles = any(isinstance(each.change, SetRoles) for each in self.looked.done)
        return has_roles or not self.looked.lists.keys().isdisjoint(("added", "removed", "moved"))

    def has_text(self) -> bool:
        """Return whether there is text to measure on."""
        return bool(self._texts())

    def _texts(self) -> tuple[str | SourceOptions | OpenText, ...]:
        if self.on == "corpus":
            return self._sources()
        parts = self._document.parts()
        return (OpenText(self.tr("the open text"), parts),) if len(self._document) else ()

    def applied(self) -> Sequence[ChangeDone]:
        """Return what the first changes did: as far as is known now, or of those that are as before."""
        if self.looked is not None:
            return self.looked.done
        if self._last is None or self._wanted is None or self._last[0] != self._wanted[0]:
            return ()
        pairs = zip(self._last[1].changes, self._wanted[1].changes, strict=False)
        n_same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return self._last[2].done[:n_same]

    def want(self, handle: int, state: State) -> None:
        """Request what a draft does, unless that is known or running."""
        key = handle, state, self.on, self._document.revision if self.on == "text" else self._sources()
        if key == self._key:
            return
        self._reply.abandon()
        same = self._key is not None and isinstance(self._key, tuple) and self._key[:2] == key[:2]
        self._key, self._wanted = key, (handle, state)
        self.measured, self.failed, self.cancelled = None, None, False
        if not same:
            self.looked = None
        if state.changes:
            self._soon.start()
        else:
            self._soon.stop()
        self.changed.emit()

    def forget(self) -> None:
        """Forget the answer, so that the next `want` requests it again."""
        self._key = None

    def cancel(self) -> None:
        """Cancel the running request."""
        self._soon.stop()
        self._reply.cancel()

    def _look(self) -> None:
        if self._wanted is None:
            return
        handle, state = self._wanted
        request = LookAtDraft(new_request_id(), handle, state.changes, self._texts(), state.move_special)
        self._reply = self._ask(request, shows_failure=True)
        self.progress = (0, 0)
        self._reply.progressed.connect(self._take)
        self._reply.answered.connect(self._take)
        self._reply.failed.connect(self._fail)
        self._reply.cancelled.connect(self._take_cancelled)
        self.changed.emit()

    def _take(self, message: object) -> None:
        if isinstance(message, JobProgress):
            self.progress = message.done, message.total
        elif isinstance(message, DraftLooked):
            self.looked = message
            if self._wanted is not None:
                self._last = *self._wanted, message
        elif isinstance(message, DraftMeasured):
            self.measured = message
        self.changed.emit()

    def _fail(self, failed: Failed) -> None:
        self.failed = failed
        self.changed.emit()

    def _take_cancelled(self) -> None:
        self.cancelled = True
        self.changed.emit()
