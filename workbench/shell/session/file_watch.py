"""Watches the file of a tokenizer: whether it is as it was when it was opened or saved."""

from __future__ import annotations

import os

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from workbench.formats.files.stamps import Stamp, stamp_of


class FileWatch(QObject):
    """Watches one file, and its folder, which tells of a file that comes back.

    Signals:
        looked(str): "" for a file as it was, "changed", or "gone"; after each event.

    """

    looked = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path, self._stamp = "", None
        self._watcher = QFileSystemWatcher(self)
        for event in (self._watcher.fileChanged, self._watcher.directoryChanged):
            event.connect(lambda _path: self.look())

    _path: str
    _stamp: Stamp | None

    def watch(self, path: str, stamp: Stamp | None) -> None:
        """Watch a file with this stamp, "" for none, and no other."""
        if watched := [*self._watcher.files(), *self._watcher.directories()]:
            self._watcher.removePaths(watched)
        self._path, self._stamp = path, stamp
        if path:
            self._watcher.addPath(os.path.dirname(path) or os.curdir)
        self.look()

    def look(self) -> None:
        """Look at the file now."""
        now = stamp_of(self._path) if self._path else None
        if now is not None and self._path not in self._watcher.files():  # it was replaced, or is back
            self._watcher.addPath(self._path)
        as_it_was = self._stamp in (None, now)
        self.looked.emit("" if as_it_was else "gone" if now is None else "changed")
