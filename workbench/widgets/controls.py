"""The small controls that every panel is made of, painted from the theme in force.

They paint themselves rather than through style sheets, so that one rule holds for all: 32 high (28 in
headers), radius 6, an icon of 16 and the text in medium weight. The ring of the keyboard focus is
drawn around them by `focus_ring`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QEnterEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from workbench.widgets.calm_fields import CalmChoice
from workbench.widgets.labels import Badge, Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font

__all__ = [
    "Badge", "Button", "Chip", "Choice", "IconButton", "Label", "PresetTile", "Segmented", "bind", "draw_box",
]  # fmt: skip

_KINDS = ("primary", "plain", "flat", "link")
_PRESSED_DARKER, _HOVER_DARKER = 118, 108


class _Painted(QAbstractButton):
    """A button that repaints when the pointer enters or leaves and when the theme changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Repaint as hovered."""
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Repaint as left alone."""
        self.update()
        super().leaveEvent(event)

    def minimumSizeHint(self) -> QSize:
        """Return the size hint: these controls are never squeezed."""
        return self.sizeHint()

    def _hovered(self) -> bool:
        return self.isEnabled() and self.underMouse()


class Button(_Painted):
    """A push button.

    Kinds: "primary" (filled; never two at once on the screen), "plain" (edged), "flat" (bare) and "link".
    `compact` ones are 28 high, for headers.
    """

    def __init__(
        self, text: str, kind: str = "plain", icon: str | None = None, compact: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        if kind not in _KINDS:
            raise ValueError(f"no button is {kind}")
        self._kind = kind
        self._icon = icon
        self._compact = compact
        self._folded = False
        self.setText(text)
        self.setFont(interface_font("medium"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if kind == "link":
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def kind(self) -> str:
        """Return "primary", "plain", "flat" or "link"."""
        return self._kind

    def set_kind(self, kind: str) -> None:
        """Change the kind, as when another button becomes the filled one."""
        self._kind = kind
        self.updateGeometry()
        self.update()

    def set_icon_name(self, name: str | None) -> None:
        """Change the icon."""
        self._icon = name
        self.updateGeometry()
        self.update()

    def set_folded(self, folded: bool) -> None:
        """Show the icon alone, or the text next to it; the tooltip is to say as much."""
        if folded != self._folded:
            self._folded = folded
            self.updateGeometry()
            self.update()

    def folded_by(self) -> int:
        """Return by how many pixels it is narrower folded."""
        return theme.SPACE_2 + self.fontMetrics().horizontalAdvance(self.text()) if self._icon else 0

    def _parts(self) -> tuple[str, int]:
        """Return the text that is shown, and the width of the part before."""
        if self._folded and self._icon:
            return "", theme.ICON_SIZE
        return self.text(), theme.ICON_SIZE + theme.SPACE_2 if self._icon else 0

    def sizeHint(self) -> QSize:
        """Return the room for icon, text and margins."""
        shown, signs = self._parts()
        text = self.fontMetrics().horizontalAdvance(shown)
        if self._kind == "link":
            return QSize(text + signs, max(20, self.fontMetrics().height()))
        height = theme.HEADER_CONTROL_HEIGHT if self._compact else theme.CONTROL_HEIGHT
        return QSize(text + signs + 2 * theme.SPACE_3, max(height, self.fontMetrics().height() + 8))

    def _colors(self) -> tuple[QColor | None, QColor | None, QColor]:
        """Return fill, edge and text of the present state."""
        now = current_theme()
        if not self.isEnabled():
            boxed = self._kind in {"primary", "plain"}
            return (now.sunken if boxed else None), (now.border if boxed else None), now.disabled
        if self._kind == "primary":
            shade = _PRESSED_DARKER if self.isDown() else _HOVER_DARKER if self._hovered() else 100
            return now.accent.darker(shade), None, now.on_accent
        if self._kind == "link":
            return None, None, now.accent
        busy = self.isDown() or self._hovered()
        fill = now.border if self.isDown() else now.sunken if busy else now.surface
        if self._kind == "plain":
            return fill, now.button_edge, now.text
        return (fill if busy else None), None, now.text

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint box, icon and text, centered; a link underlines when hovered."""
        fill, edge, ink = self._colors()
        painter = QPainter(self)
        if fill is not None or edge is not None:
            draw_box(painter, QRectF(self.rect()), theme.CONTROL_RADIUS, fill, edge)
        font = self.font()
        font.setUnderline(self._kind == "link" and self._hovered())
        painter.setFont(font)
        painter.setPen(ink)
        shown, signs = self._parts()
        width = self.fontMetrics().horizontalAdvance(shown)
        left = max((self.width() - width - signs) / 2, 0)
        if self._icon:
            tone = ink if self._kind in {"primary", "link"} or not self.isEnabled() else current_theme().text2
            draw_icon(painter, self._icon, tone, left, (self.height() - theme.ICON_SIZE) / 2, theme.ICON_SIZE)
        box = QRectF(left + signs, 0, self.width() - left - signs, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


class IconButton(_Painted):
    """A square button with an icon alone; `tooltip` is its accessible name as well."""

    def __init__(
        self, icon: str, tooltip: str, size: int = theme.HEADER_CONTROL_HEIGHT, checkable: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._icon = icon
        self._tone = "text2"
        self._size = size
        self.setCheckable(checkable)
        self.set_tooltip(tooltip)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_tooltip(self, tooltip: str) -> None:
        """Say again what the button does."""
        self.setToolTip(tooltip)
        self.setAccessibleName(tooltip)

    def set_icon_name(self, name: str, tone: str = "text2") -> None:
        """Change the icon and its color role."""
        self._icon, self._tone = name, tone
        self.update()

    def sizeHint(self) -> QSize:
        """Return the square."""
        return QSize(self._size, self._size)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the icon, on `soft` while checked."""
        now = current_theme()
        painter = QPainter(self)
        if self.isChecked() or self.isDown():
            draw_box(painter, QRectF(self.rect()), theme.CONTROL_RADIUS, now.soft, None)
        elif self._hovered():
            draw_box(painter, QRectF(self.rect()), theme.CONTROL_RADIUS, now.sunken, None)
        role = "disabled" if not self.isEnabled() else "accent" if self.isChecked() else self._tone
        edge = (self._size - theme.ICON_SIZE) / 2
        draw_icon(painter, self._icon, now.color(role), edge, edge, theme.ICON_SIZE)


def bind(button: QAbstractButton, action: QAction, keep_text: bool = False) -> None:
    """Let a button stand for an action: its text, tooltip with shortcut, state, visibility and click."""

    def _update() -> None:
        shortcut = action.shortcut().toString()
        tip = action.toolTip() if not shortcut else f"{action.toolTip()} ({shortcut})"
        button.setToolTip(tip)
        button.setAccessibleName(action.iconText())
        if not keep_text:
            button.setText(action.iconText())
        button.setEnabled(action.isEnabled())
        button.setVisible(action.isVisible())
        button.updateGeometry()

    button.clicked.connect(action.trigger)
    action.changed.connect(_update)
    _update()


class _Segment(_Painted):
    """One choice of a `Segmented`."""

    stepped = Signal(int)

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setCheckable(True)
        self.setFont(interface_font("medium"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the arrows go to the neighbor; Qt's own would move the focus and choose nothing."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.stepped.emit(step)
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return the text with its margins."""
        size = self.fontMetrics().size(0, self.text())
        return QSize(size.width() + 2 * theme.SPACE_3, max(24, size.height() + 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chosen one as a raised card."""
        now = current_theme()
        painter = QPainter(self)
        if self.isChecked():
            fill = now.border if now.is_dark else now.surface
            draw_box(painter, QRectF(self.rect()), theme.CONTROL_RADIUS - 1, fill, now.button_edge)
        on = self.isEnabled() and (self.isChecked() or self._hovered())
        painter.setPen(now.text if on else now.text2 if self.isEnabled() else now.disabled)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class Segmented(QWidget):
    """A row of choices of which one holds; arrow keys walk the row.

    Signals:
        changed(str): the key of the choice now in force, by the user or by `set_value`.

    """

    changed = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, ...]], name: str, parent: QWidget | None = None) -> None:
        """Show `choices` (key, text and perhaps a tooltip), the first chosen.

        `name` is what a screen reader calls it, and the tooltip of choices that have none.
        """
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._segments: dict[str, _Segment] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        for key, text, *tip in choices:
            segment = _Segment(text, self)
            segment.setAccessibleName(text)
            segment.setToolTip(*tip or (f"{name}: {text}",))
            segment.toggled.connect(partial(self._take, key))
            segment.stepped.connect(self._step)
            self._group.addButton(segment)
            self._segments[key] = segment
            row.addWidget(segment)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._segments[choices[0][0]].setChecked(True)

    def value(self) -> str:
        """Return the key of the choice in force."""
        return next(key for key, segment in self._segments.items() if segment.isChecked())

    def set_value(self, key: str) -> None:
        """Choose; KeyError for an unknown key."""
        self._segments[key].setChecked(True)

    def _take(self, key: str, on: bool) -> None:
        if on:
            self.setFocusProxy(self._segments[key])
            self.changed.emit(key)

    def leave_keyboard(self) -> None:
        """Let a click leave the keyboard where it is, as in the field that this is next to."""
        for segment in self._segments.values():
            segment.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _step(self, step: int) -> None:
        keys = list(self._segments)
        place = keys.index(self.value()) + step
        if 0 <= place < len(keys):
            self.set_value(keys[place])
            self._segments[keys[place]].setFocus(Qt.FocusReason.TabFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the trough."""
        now = current_theme()
        draw_box(QPainter(self), QRectF(self.rect()), theme.CONTROL_RADIUS, now.sunken, now.border)


class Chip(_Painted):
    """A pill that filters: a text and, where given, a count."""

    def __init__(
        self, text: str, count: str = "", checkable: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setFont(interface_font("small"))
        self.setCheckable(checkable)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._label = text
        self.set_count(count)

    def set_label(self, text: str) -> None:
        """Show another text, without a count."""
        self._label = text
        self.set_count("")

    def set_count(self, count: str) -> None:
        """Show another count; "" for none."""
        self.setText(f"{self._label} {count}".rstrip())
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the pill, 24 high."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 20, max(24, metrics.height() + 6))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pill, in accent while checked."""
        now = current_theme()
        painter = QPainter(self)
        edge = now.accent if self.isChecked() else now.button_edge
        fill = now.soft if self.isChecked() else now.sunken if self._hovered() else None
        draw_box(painter, QRectF(self.rect()), self.height() / 2, fill, edge)
        ink = now.accent if self.isChecked() else now.text
        painter.setPen(ink if self.isEnabled() else now.disabled)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class PresetTile(_Painted):
    """A choice of two lines, as "GPT-4" over "cl100k"; put several into a QButtonGroup."""

    def __init__(self, title: str, subtitle: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(title)
        self._subtitle = subtitle
        self.setAccessibleName(f"{title}, {subtitle}")
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return two lines with their margins, 44 high."""
        title, small = QFontMetrics(interface_font("title")), QFontMetrics(interface_font("small"))
        width = max(title.horizontalAdvance(self.text()), small.horizontalAdvance(self._subtitle))
        return QSize(width + 2 * theme.SPACE_3, max(44, title.height() + small.height() + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tile, with a 2 px accent edge while chosen."""
        now = current_theme()
        painter = QPainter(self)
        chosen = self.isChecked()
        edge = (
            now.accent if chosen and self.isEnabled() else now.button_edge if self._hovered() else now.border
        )
        fill = now.soft if chosen else now.surface if self.isEnabled() else now.sunken
        draw_box(painter, QRectF(self.rect()), theme.CONTROL_RADIUS, fill, edge, 2 if chosen else 1)
        box = self.rect().adjusted(theme.SPACE_3, 4, -theme.SPACE_1, -4)
        on, align = self.isEnabled(), Qt.AlignmentFlag.AlignLeft
        painter.setFont(interface_font("title"))
        painter.setPen(now.accent if chosen and on else now.text if on else now.text2)
        painter.drawText(box, align | Qt.AlignmentFlag.AlignTop, self.text())
        painter.setFont(interface_font("small"))
        painter.setPen(now.text2)
        painter.drawText(box, align | Qt.AlignmentFlag.AlignBottom, self._subtitle)


class Choice(CalmChoice):
    """A combo box that cuts a name without room with "…"; Qt's own cuts a letter in two."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the choice, shortened to the room there is."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        parts, style = QStyle.SubControl, self.style()
        room = style.subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, parts.SC_ComboBoxEditField, self
        ).width()
        option.currentText = option.fontMetrics.elidedText(
            option.currentText, Qt.TextElideMode.ElideMiddle, room
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
