"""Writes pasted texts to files, so that a run on them can be repeated."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from workbench.worker.messages.files import FileWritten, WriteFile
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask

MOST_PASTED = 20_000_000  # characters of a text


class Pasting(QObject):
    """Keeps pasted texts.

    Attributes:
        folder: where, None if there is no such place.

    Signals:
        kept(list): paths of files that are there now.
        refused(str): why a text is not kept.

    """

    kept = Signal(list)
    refused = Signal(str)

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self.folder: Path | None = None
        self._ask = ask

    def keep(self, text: str) -> bool:
        """Write a text; returns False if there is none, or no place."""
        if self.folder is None or not text.strip():
            return False
        if len(text) > MOST_PASTED:
            self.refused.emit(self.tr("This is too much to paste; add it as a file."))
            return True
        request_id = new_request_id()
        stamp = datetime.now().strftime("%Y-%m-%d %H-%M-%S")
        name = self.tr("Pasted {time} {number}.txt").format(time=stamp, number=request_id)
        data = text.encode("utf-8", "surrogatepass")
        with contextlib.suppress(OSError):  # then writing the file fails, and says why
            self.folder.mkdir(parents=True, exist_ok=True)
        reply = self._ask(WriteFile(request_id, str(self.folder / name), (data,)))
        reply.answered.connect(self._take)
        return True

    def _take(self, answer: FileWritten) -> None:
        """Tell of a text that is in its file."""
        self.kept.emit([answer.path])
