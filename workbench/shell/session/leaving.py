"""Tokenizers that were closed and cannot be opened again: each stays until nothing offers it any more."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

UNDO_MS = 11_000  # a little longer than a toast offers to take something back


class Leaving(QObject):
    """What was closed and may be taken back: by Undo for a moment, or from the page of its run.

    Signals:
        gone: int, a handle; this tokenizer can no longer be requested.

    """

    gone = Signal(int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._closed: set[int] = set()
        self._offered = 0  # by the page of the last run
        self._undo = QTimer(self, singleShot=True, interval=UNDO_MS)
        self._undo.timeout.connect(self._let_go)

    def is_offered(self, handle: int) -> bool:
        """Return whether the page of the last run has this tokenizer."""
        return handle == self._offered

    def offer(self, handle: int) -> None:
        """Take note that the page of the last run has this tokenizer now, 0 for none."""
        self._offered = handle
        if not self._undo.isActive():
            self._let_go()

    def add(self, handle: int) -> None:
        """Keep a tokenizer that was closed; those closed before wait too."""
        self._closed.add(handle)
        self._undo.start()

    def take_back(self, handle: int) -> None:
        """Take note that a tokenizer is open again."""
        self._closed.discard(handle)

    def _let_go(self) -> None:
        for handle in self._closed - {self._offered}:
            self._closed.discard(handle)
            self.gone.emit(handle)
