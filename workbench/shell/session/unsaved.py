"""Tokenizers that were trained and not saved: the folders in which they are kept."""

from __future__ import annotations

from PySide6.QtCore import QObject

from workbench.api.checkpoints import discard_checkpoint
from workbench.shell.session.tokenizers import Tokenizers
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.training import DiscardRun, OpenResult, ResultOpened
from workbench.worker.replies import Ask


class UnsavedResults(QObject):
    """Keeps what was trained until it is saved, or closed and no longer offered."""

    def __init__(self, ask: Ask, tokenizers: Tokenizers) -> None:
        super().__init__(tokenizers)
        self._ask, self._tokenizers = ask, tokenizers
        self._folders: dict[int, str] = {}  # by handle
        tokenizers.leaving.gone.connect(self.forget)

    def open(self, folder: str) -> None:
        """Open the tokenizer that is kept in a folder."""
        self._ask(OpenResult(new_request_id(), folder)).answered.connect(self._opened)

    def _opened(self, answer: ResultOpened) -> None:
        self.keep(answer.tokenizer.handle, answer.folder)
        self._tokenizers.take(answer.tokenizer)

    def keep(self, handle: int, folder: str) -> None:
        """Take note of the folder in which a tokenizer is kept."""
        self._folders[handle] = folder

    def folder_of(self, handle: int) -> str:
        """Return the folder in which a tokenizer is kept, "" for one that needs none."""
        return self._folders.get(handle, "")

    def forget(self, handle: int) -> None:
        """Remove what is kept of a tokenizer, as when it has a file of its own now."""
        folder = self._folders.pop(handle, "")
        if folder:
            self._ask(DiscardRun(new_request_id(), folder))

    def forget_closed(self) -> None:
        """Remove what is kept of tokenizers that the user has closed, as the program ends."""
        for handle, folder in self._folders.items():
            if self._tokenizers.get(handle) is None:
                discard_checkpoint(folder)
