"""Keeps the conversation of the chat between two starts, and beyond a crash: a file beside the settings."""

from __future__ import annotations

import contextlib
import json
import os

from PySide6.QtCore import QObject, QTimer

from workbench.panels.chat.keeping import from_plain, to_plain
from workbench.panels.chat.panel import ChatPanel
from workbench.shell.window import MainWindow

NAME = "chat.json"
QUIET_MILLISECONDS = 1000  # without a change, before it is written
MOST_AT_WORK = 1 << 18  # bytes that are written while somebody types; more only as the window closes
_LARGEST = 1 << 26  # bytes that are read, and that are written


class ChatKeeping(QObject):
    """Reads the conversation once, and writes it down when it has changed."""

    def __init__(self, window: MainWindow, panel: ChatPanel) -> None:
        super().__init__(window)
        self._panel, self._window = panel, window
        self._path = window.settings.data_folder / NAME
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(lambda: self._write(MOST_AT_WORK))
        self._changed = False
        self._read()
        panel.kept_changed.connect(self._note)
        window.closing.connect(lambda: self._write(_LARGEST))

    def _read(self) -> None:
        """Show what was kept; a file that is damaged is put aside, and not written over."""
        try:
            if self._path.stat().st_size > _LARGEST:
                raise ValueError("more than is ever written")
            self._panel.restore(from_plain(json.loads(self._path.read_bytes())))
        except OSError:
            return  # there is none, or it may not be read
        except (TypeError, ValueError, RecursionError):
            self._put_aside()

    def _put_aside(self) -> None:
        """Keep a damaged file under another name, and say so."""
        aside, second = self._path.with_suffix(".damaged.json"), ""
        with contextlib.suppress(OSError):
            os.replace(self._path, aside)
            second = self.tr("The chat begins with its sample; what was in the file is kept as {path}.")
        told = self.tr("The last conversation cannot be shown again: {path} is damaged.")
        self._window.notices.tell(told.format(path=self._path), second.format(path=aside), "warning")

    def _note(self) -> None:
        self._changed = True
        self._timer.start()

    def _write(self, most: int) -> None:
        """Write it, whole or not at all; where that cannot be done the next change tries again."""
        if not self._changed or sum(len(message.content) for message in self._panel.kept().messages) > most:
            return
        self._timer.stop()
        written = json.dumps(to_plain(self._panel.kept()), ensure_ascii=False).encode(
            "utf-8", "surrogatepass"
        )
        if len(written) > _LARGEST:
            return
        temporary = self._path.with_suffix(".saving")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(written)
            os.replace(temporary, self._path)
            self._changed = False
