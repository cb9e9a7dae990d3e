"""The ring of the keyboard focus: 2 px of accent, 1 px away, around the control with the focus.

A style sheet can only draw inside a widget, so one transparent child of the window follows the focus.
A widget that shows its focus by itself sets the property "focusRing" to False.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import isValid

from workbench.widgets.controls import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme

_TEXT_FIELDS = (QLineEdit, QAbstractSpinBox, QPlainTextEdit)
_OUTSET = theme.FOCUS_GAP + theme.FOCUS_WIDTH
_FOLLOWED = frozenset({
    QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ParentChange,
    QEvent.Type.Destroy,
})  # fmt: skip


class _Ring(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        radius = theme.CONTROL_RADIUS + _OUTSET
        draw_box(QPainter(self), QRectF(self.rect()), radius, None, current_theme().accent, theme.FOCUS_WIDTH)


class FocusRing(QObject):
    """Draws the ring in every window of an application, as long as its parent lives."""

    def __init__(self, app: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._ring: _Ring | None = None
        self._target: QWidget | None = None
        self._target_before: QWidget | None = None
        self._watched: list[QWidget] = []
        app.focusChanged.connect(self._focus_changed)
        theme.theme_signals.changed.connect(self._repaint)

    def _focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        if now is not QApplication.focusWidget():
            return  # a receiver called before this one moved the focus, and that was reported already
        before, self._target_before = self._target_before, self._target
        self._drop()
        # A window that becomes active gives the focus to some control: no ring until a key moves it,
        # unless the control had one when the window was left.
        arrived = old is None and now is not before and not isinstance(now, _TEXT_FIELDS)
        if now is not None and not arrived and _wants_ring(now):
            self._target = now
            self._follow(now)
            self._place()

    def _follow(self, widget: QWidget) -> None:
        step: QWidget | None = widget
        while step is not None and not step.isWindow():
            step.installEventFilter(self)
            self._watched.append(step)
            step = step.parentWidget()
        self._ring = _Ring(widget.window())

    def _drop(self) -> None:
        # What is followed may be gone, with its window as at the end of the program or without.
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._watched.clear()
        self._target = None
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._ring = None

    def _place(self) -> None:
        target, ring = self._target, self._ring
        if target is None or ring is None or not (isValid(target) and isValid(ring)):
            return
        box = QRect(target.mapTo(target.window(), QPoint(0, 0)), target.size())
        ring.setGeometry(box.adjusted(-_OUTSET, -_OUTSET, _OUTSET, _OUTSET) & target.window().rect())
        ring.setVisible(target.isVisible() and not target.visibleRegion().isEmpty())
        ring.raise_()

    def _repaint(self) -> None:
        if self._ring is not None and isValid(self._ring):
            self._ring.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the control and the widgets that it is in."""
        if event.type() in _FOLLOWED:
            self._place()
        return False


def _wants_ring(widget: QWidget) -> bool:
    if widget.property("focusRing") is False or widget.isWindow():
        return False
    if isinstance(widget, _TEXT_FIELDS):
        return True
    # A button that was clicked has the focus but needs no ring: the pointer shows where one is.
    return QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
