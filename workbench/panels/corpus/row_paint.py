"""Shared painting of the rows of sources and files."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from workbench.display.escapes import for_label
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font

TICK = 16
_ROW_HEIGHT, _LOW_ROW = 46, 32
_TICK_LEFT = theme.PANEL_MARGIN
_ICON_LEFT = _TICK_LEFT + TICK + theme.SPACE_3
_TEXT_LEFT = _ICON_LEFT + theme.ICON_SIZE + theme.SPACE_2


def row_height(low: bool = False) -> int:
    """Return the height of a row: two lines and their margins, or one line."""
    if low:
        return max(_LOW_ROW, _line_height("body") + 10)
    return max(_ROW_HEIGHT, _line_height("body") + _line_height("small") + 10)


def _line_height(role: str) -> int:
    return QFontMetrics(interface_font(role)).height()


def paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """Paint what is under a row: chosen, hovered, and the ring where the user walks by keys."""
    now, box = current_theme(), option.rect
    if option.state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, now.soft)
    elif option.state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(box, now.sunken)
    if option.state & QStyle.StateFlag.State_HasFocus and keyboard_led(option.widget):
        painter.setPen(QPen(now.accent, 2))
        painter.drawRect(box.adjusted(1, 1, -1, -1))


def keyboard_led(view: QWidget) -> bool:
    """Return whether the user walks by keys, so that the current row needs a ring."""
    return view.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)


def tick_rect(row: QRect) -> QRect:
    """Return where the tick of a row stands."""
    return QRect(row.left() + _TICK_LEFT, _middle(row) - TICK // 2, TICK, TICK)


def paint_tick(painter: QPainter, row: QRect, on: bool, switchable: bool) -> None:
    """Paint the tick of a row."""
    now, box = current_theme(), tick_rect(row)
    fill = (now.accent if switchable else now.disabled) if on else now.surface
    draw_box(painter, box.toRectF(), 4, fill, None if on else now.field_edge)
    if on:
        draw_icon(painter, "check", now.on_accent, box.left() + 2, box.top() + 2, TICK - 4)


def paint_icon(painter: QPainter, row: QRect, icon: str) -> None:
    """Paint the icon of a row."""
    tone = current_theme().text2
    top = _middle(row) - theme.ICON_SIZE // 2
    draw_icon(painter, icon, tone, row.left() + _ICON_LEFT, top, theme.ICON_SIZE)


def first_line(row: QRect) -> QRect:
    """Return where name and size stand."""
    right = row.right() - theme.PANEL_MARGIN
    height = max(22, _line_height("body"))
    return QRect(row.left() + _TEXT_LEFT, row.top() + 4, right - row.left() - _TEXT_LEFT + 1, height)


def _middle(row: QRect) -> int:
    """Return the height in which tick and icon stand, that of the first line."""
    line = first_line(row)
    return line.top() + line.height() // 2


def paint_size(painter: QPainter, line: QRect, size: str) -> QRect:
    """Paint a size at the right end of the first line, and return what is left for the name."""
    small = interface_font("small")
    draw_text(painter, line, size, small, current_theme().text2, Qt.AlignmentFlag.AlignRight)
    return line.adjusted(0, 0, -QFontMetrics(small).horizontalAdvance(size) - theme.SPACE_2, 0)


def second_line(painter: QPainter, row: QRect, warned: bool) -> QRect:
    """Return where the second line stands, after the sign of a warning where there is one."""
    first = first_line(row)
    line = QRect(first.left(), first.bottom() - 1, first.width(), max(18, _line_height("small")))
    if not warned:
        return line
    draw_icon(painter, "warning", current_theme().warn, line.left(), line.center().y() - 6, 14)
    return line.adjusted(18, 0, 0, 0)


def draw_text(
    painter: QPainter, box: QRect, text: str, font: QFont, color: QColor,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:  # fmt: skip
    """Draw a text in one line, cut in its middle where it is too long."""
    painter.setFont(font)
    painter.setPen(color)
    fitted = painter.fontMetrics().elidedText(for_label(text), Qt.TextElideMode.ElideMiddle, box.width())
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, fitted)
