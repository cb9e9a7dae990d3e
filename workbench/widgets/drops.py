"""What a drop on the window answers to the program from which it comes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def take_a_copy(event: QDropEvent) -> None:
    """Accept what is dropped or dragged over as a copy; where it is moved, its source may delete the file."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
