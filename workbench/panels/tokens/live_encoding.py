"""Keeps the tokens of a text up to date: asks for an encoding after each change, drops stale answers."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.panels.tokens.choices import PLAIN
from workbench.worker.messages import Encode, Encoded, EncodedPart, new_request_id

SMALL = 64 * 1024  # bytes up to which every change is encoded at once
LARGE = 4 * 1024 * 1024  # bytes from which a change waits for a pause in the typing
QUIET_MILLISECONDS = 30


class LiveEncoding(QObject):
    """The present encoding of one text by one tokenizer.

    Attributes:
        handle: the tokenizer, None before one is open.
        choices: what goes around the text, the rule, the special tokens, as in `Encode`.
        n_tokens, n_done: tokens and bytes of the parts that have come.
        encoded: the last message of the present encoding, None until it has come.

    Signals:
        requested(object): Encode.
        cancel_requested(int): id of an `Encode` that is not wanted any more.
        part_taken(object): EncodedPart of the present text.
        finished(object): Encoded of the present text.

    """

    requested = Signal(object)
    cancel_requested = Signal(int)
    part_taken = Signal(object)
    finished = Signal(object)

    def __init__(
        self,
        view: str,
        text: Callable[[], bytes],
        focus: Callable[[], tuple[int, int]],
        parent: QObject | None = None,
    ) -> None:
        """Encode what `text` returns for the view called `view`; `focus` returns the bytes that are seen."""
        super().__init__(parent)
        self.handle: int | None = None
        self.choices = PLAIN
        self.n_tokens = self.n_done = 0
        self.encoded: Encoded | None = None
        self._view, self._text, self._focus = view, text, focus
        self._request_id = 0
        self._n_bytes = 0
        self._covered: list[tuple[int, int]] = []
        self._sent_at = 0.0
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(self.send)

    @property
    def running(self) -> bool:
        """Whether an encoding is asked for, or about to be, and has not ended."""
        return self._request_id != 0 or self._timer.isActive()

    @property
    def share(self) -> float:
        """How much of the text has tokens, from 0 to 1."""
        return 1.0 if self._n_bytes == 0 else self.n_done / self._n_bytes

    @property
    def seconds(self) -> float:
        """How long ago the present encoding was asked for."""
        return time.perf_counter() - self._sent_at

    def covers(self, start: int, end: int) -> bool:
        """Say whether the present encoding has brought the tokens of the bytes [start, end)."""
        return self.encoded is not None or any(
            first <= start and end <= last for first, last in self._covered
        )

    # --- asking

    def text_changed(self, n_bytes: int) -> None:
        """Encode the text anew, now or after a pause in the typing; `n_bytes` is its new size."""
        self._forget()
        self._n_bytes = n_bytes
        if n_bytes < SMALL or (n_bytes < LARGE and self.seconds * 1000 >= QUIET_MILLISECONDS):
            self.send()
        else:
            self._timer.start()

    def look_at(self, start: int, end: int) -> None:
        """Encode the bytes [start, end) first, if they have no tokens yet, as after scrolling there."""
        if self._request_id and not self.covers(start, end):
            self._timer.start()

    def send(self) -> None:
        """Ask for the encoding of the whole text as it is now."""
        self._forget()
        if self.handle is None:
            return
        text = self._text()
        self._n_bytes = len(text)
        self._request_id = new_request_id()
        self._sent_at = time.perf_counter()
        own = self.choices
        request = Encode(
            self._request_id, self.handle, text, self._view, self._focus(), own.specials, own.before,
            own.after, own.rule,
        )  # fmt: skip
        self.requested.emit(request)

    def cancel(self) -> None:
        """Ask for no more of the present encoding; what has come stays."""
        request_id = self._request_id
        self._timer.stop()
        self._request_id = 0
        if request_id:
            self.cancel_requested.emit(request_id)

    def _forget(self) -> None:
        """Let no answer to an earlier request count any more: it speaks of another text."""
        self._timer.stop()
        self._request_id = 0
        self.n_tokens = self.n_done = 0
        self.encoded = None
        self._covered = []

    # --- answers

    def take_part(self, part: EncodedPart) -> None:
        """Take tokens; those of another request are dropped."""
        if part.request_id != self._request_id:
            return
        self.n_tokens += len(part.ids)
        self.n_done += part.end - part.start
        if self._covered and self._covered[-1][1] == part.start:
            self._covered[-1] = (self._covered[-1][0], part.end)
        else:
            self._covered.append((part.start, part.end))
        self.part_taken.emit(part)

    def take_encoded(self, encoded: Encoded) -> None:
        """Take the end of an encoding; that of another request is dropped."""
        if encoded.request_id != self._request_id:
            return
        self._request_id = 0
        self.encoded = encoded
        self.n_tokens, self.n_done = encoded.n_tokens, encoded.n_bytes
        self.finished.emit(encoded)

    def take_failure(self, request_id: int) -> bool:
        """Give up the present encoding where it was this request; tells whether it was."""
        if request_id == 0 or request_id != self._request_id:
            return False
        self._request_id = 0
        return True
