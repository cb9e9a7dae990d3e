"""The list of sources, painted: tick, icon, name and size over a second line (DESIGN.md, picture 7)."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.panels.corpus.sources import Source, SourceModel
from workbench.widgets import theme
from workbench.widgets.icons import draw_icon
from workbench.widgets.labels import draw_box
from workbench.widgets.tables import Index
from workbench.widgets.theme import current_theme, interface_font

ROW_HEIGHT = 46
TICK = 16
_TICK_LEFT = theme.PANEL_MARGIN
_ICON_LEFT = _TICK_LEFT + TICK + theme.SPACE_3
_TEXT_LEFT = _ICON_LEFT + theme.ICON_SIZE + theme.SPACE_2


class SourceDelegate(QStyledItemDelegate):
    """Paints a source and lets a click on its tick, or Space, switch it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row: two lines and their margins."""
        lines = QFontMetrics(interface_font("body")).height() + QFontMetrics(interface_font("small")).height()
        return QSize(0, max(ROW_HEIGHT, lines + 10))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        source: Source = index.data(SourceModel.SOURCE_ROLE)
        now = current_theme()
        box: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, now.soft)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, now.sunken)
        if option.state & QStyle.StateFlag.State_HasFocus and keyboard_led(option.widget):
            painter.setPen(QPen(now.accent, 2))
            painter.drawRect(box.adjusted(1, 1, -1, -1))
        switchable = bool(index.flags() & Qt.ItemFlag.ItemIsUserCheckable)
        self._paint_tick(painter, tick_rect(box), source.on, switchable)
        draw_icon(painter, source.icon, now.text2, box.left() + _ICON_LEFT, box.top() + 7, theme.ICON_SIZE)
        self._paint_text(painter, box, source)
        painter.restore()

    def _paint_tick(self, painter: QPainter, box: QRect, on: bool, switchable: bool) -> None:
        now = current_theme()
        fill = (now.accent if switchable else now.disabled) if on else now.surface
        draw_box(painter, box.toRectF(), 4, fill, None if on else now.field_edge)
        if on:
            draw_icon(painter, "check", now.on_accent, box.left() + 2, box.top() + 2, TICK - 4)

    def _paint_text(self, painter: QPainter, box: QRect, source: Source) -> None:
        now = current_theme()
        right = box.right() - theme.PANEL_MARGIN
        small = interface_font("small")
        line = QRect(box.left() + _TEXT_LEFT, box.top() + 4, right - box.left() - _TEXT_LEFT + 1, 22)
        size_width = QFontMetrics(small).horizontalAdvance(source.size)
        _draw(painter, line, source.size, small, now.text2, Qt.AlignmentFlag.AlignRight)
        name = line.adjusted(0, 0, -size_width - theme.SPACE_2, 0)
        self._paint_name(painter, name, source)
        second = QRect(line.left(), box.top() + 24, line.width(), 18)
        warned = source.on and bool(source.warning)
        if warned:
            draw_icon(painter, "warning", now.warn, second.left(), second.top() + 2, 14)
            second.adjust(18, 0, 0, 0)
        picker = picker_rect(box, source)
        if not picker.isEmpty():
            second.setRight(picker.left() - theme.SPACE_2)
            _draw_picker(painter, picker, picker_text(source))
        _draw(painter, second, source.detail, small, now.warn if warned else now.text2)

    def _paint_name(self, painter: QPainter, box: QRect, source: Source) -> None:
        """Paint the name, and the weight as a chip after it."""
        now, font, tiny = current_theme(), interface_font("body"), interface_font("tiny")
        chip = QFontMetrics(tiny).horizontalAdvance(source.weight) + 12 if source.weight else 0
        room = box.adjusted(0, 0, -chip - theme.SPACE_2 if chip else 0, 0)
        _draw(painter, room, source.name, font, now.text if source.on else now.text2)
        if chip:
            left = room.left() + min(QFontMetrics(font).horizontalAdvance(source.name), room.width())
            pill = QRect(left + theme.SPACE_2, box.top() + 2, chip, 18)
            draw_box(painter, pill.toRectF(), 9, now.surface, now.button_edge)
            painter.setFont(tiny)
            painter.setPen(now.text2)
            painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, source.weight)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Switch the source by a click on its tick or by Space."""
        if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        if isinstance(event, QMouseEvent):
            picker = picker_rect(option.rect, index.data(SourceModel.SOURCE_ROLE))
            if picker.contains(event.position().toPoint()):
                if event.type() == QEvent.Type.MouseButtonRelease and isinstance(option.widget, SourceList):
                    option.widget.field_requested.emit(index.row(), picker.bottomLeft())
                return True
            hit = tick_rect(option.rect).adjusted(-6, -6, 6, 6).contains(event.position().toPoint())
            if event.type() != QEvent.Type.MouseButtonRelease or not hit:
                return hit and event.type() == QEvent.Type.MouseButtonDblClick
        elif not (isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space):
            return False
        checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        turned = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
        return model.setData(index, turned, Qt.ItemDataRole.CheckStateRole)


def keyboard_led(view: QWidget) -> bool:
    """Whether the person walks by keys, so that the current row needs a ring."""
    return view.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)


def tick_rect(row: QRect) -> QRect:
    """Return where the tick of a row stands."""
    return QRect(row.left() + _TICK_LEFT, row.top() + 7, TICK, TICK)


def picker_text(source: Source) -> str:
    """Return what the picker of a field or column says, "" where there is none."""
    if not source.field or not source.on or source.info is None:
        return ""
    field = QCoreApplication.translate("CorpusPanel", "field {name}")
    column = QCoreApplication.translate("CorpusPanel", "column {name}")
    return (field if source.info.content == "json" else column).format(name=source.field)


def picker_rect(row: QRect, source: Source) -> QRect:
    """Return where the picker of a row stands; empty where it has none."""
    text = picker_text(source)
    if not text:
        return QRect()
    width = min(QFontMetrics(interface_font("tiny")).horizontalAdvance(text) + 34, row.width() // 2)
    return QRect(row.right() - theme.PANEL_MARGIN - width + 1, row.top() + 23, width, 20)


def _draw_picker(painter: QPainter, box: QRect, text: str) -> None:
    now = current_theme()
    draw_box(painter, box.toRectF(), 5, now.surface, now.button_edge)
    inner = box.adjusted(8, 0, -20, 0)
    _draw(painter, inner, text, interface_font("tiny"), now.text)
    draw_icon(painter, "chevron-down", now.text2, box.right() - 16, box.top() + 5, 10)


def _draw(
    painter: QPainter, box: QRect, text: str, font: QFont, colour: QColor,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:  # fmt: skip
    painter.setFont(font)
    painter.setPen(colour)
    fitted = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, box.width())
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, fitted)


class SourceList(QListView):
    """The view of a `SourceModel`.

    Signals:
        remove_requested(): Delete was pressed.
        paste_requested(): the paste shortcut was pressed.
        menu_requested(object): QPoint on the screen for the menu of the chosen rows.
        field_requested(int, object): the picker of a row was pressed; QPoint for its menu in the viewport.
        preview_requested(): Enter was pressed, or a row pressed twice.

    """

    remove_requested = Signal()
    paste_requested = Signal()
    menu_requested = Signal(object)
    field_requested = Signal(int, object)
    preview_requested = Signal()

    def __init__(self, model: SourceModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(SourceDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # the panel scrolls
        self.setMouseTracking(True)
        self.setProperty("focusRing", False)
        self.setAccessibleName(self.tr("Sources"))
        theme.theme_signals.changed.connect(self.viewport().update)
        self.doubleClicked.connect(lambda _: self.preview_requested.emit())

    def height_of(self, n_rows: int) -> int:
        """Return the height in which so many rows stand without scrolling."""
        return (
            n_rows * self.itemDelegate().sizeHint(QStyleOptionViewItem(), self.model().index(0, 0)).height()
        )

    def chosen_rows(self) -> list[int]:
        """Return the selected rows, ascending."""
        return sorted(index.row() for index in self.selectionModel().selectedIndexes())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Delete and Backspace as remove, and paste; Space switches all chosen rows."""
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.remove_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste_requested.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.chosen_rows():
            self.preview_requested.emit()
        elif event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            checked = self.currentIndex().data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            turned = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
            for row in self.chosen_rows() or [self.currentIndex().row()]:
                self.model().setData(self.model().index(row, 0), turned, Qt.ItemDataRole.CheckStateRole)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the chosen rows, by mouse or key."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid():
            box = self.visualRect(self.currentIndex())
            self.menu_requested.emit(self.viewport().mapToGlobal(box.bottomLeft()))
        elif self.indexAt(event.pos()).isValid():
            self.menu_requested.emit(event.globalPos())
