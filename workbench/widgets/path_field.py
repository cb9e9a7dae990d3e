"""A field for the path of a file or folder, on which one can be dropped."""

from __future__ import annotations

import os

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from workbench.widgets.drops import take_a_copy


class PathField(QLineEdit):
    """Takes what is dropped on it as if its path were typed; a plain field would get the text "file:///…"."""

    def __init__(self, keeps_name: bool = False, parent: QWidget | None = None) -> None:
        """With `keeps_name` the file that is named goes to a folder that is dropped."""
        super().__init__(parent)
        self._keeps_name = keeps_name

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a file or folder, and text as any field."""
        if _path_in(event.mimeData()) and not self.isReadOnly():
            take_a_copy(event)
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take it everywhere."""
        if _path_in(event.mimeData()):
            take_a_copy(event)
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Name what was dropped, in place of what was there."""
        path = _path_in(event.mimeData())
        if not path:
            super().dropEvent(event)
            return
        take_a_copy(event)
        name = os.path.basename(self.text().strip())
        if self._keeps_name and name and os.path.isdir(path):
            path = os.path.join(path, name)
        self.setText(path)
        self.setFocus()
        self.textEdited.emit(path)


def _path_in(dropped: QMimeData) -> str:
    """Return the path of the first file or folder of this computer, "" without one."""
    return next((url.toLocalFile() for url in dropped.urls() if url.isLocalFile()), "")
