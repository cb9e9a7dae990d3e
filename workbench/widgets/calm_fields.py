"""Fields that leave the wheel to what scrolls around them, unless the user is at them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSlider, QSpinBox, QWidget


class CalmWheel:
    """A base before the class of Qt; scrolling a page would else change what the pointer comes over."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the field only while it has the focus."""
        if self.hasFocus():  # type: ignore[attr-defined]
            super().wheelEvent(event)  # type: ignore[misc]
        else:
            event.ignore()


class CalmField(CalmWheel):
    """One that takes the focus by click and Tab only, not by the wheel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)  # type: ignore[call-arg]
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # type: ignore[attr-defined]


class CalmSpinBox(CalmField, QSpinBox):
    """A whole number."""


class CalmShareBox(CalmField, QDoubleSpinBox):
    """A share."""


class CalmChoice(CalmField, QComboBox):
    """One of several."""


class CalmSlider(CalmWheel, QSlider):
    """A place between two ends."""
