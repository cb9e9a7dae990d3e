"""The list of sources, painted: tick, icon, name and size over a second line."""

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
    QContextMenuEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.panels.corpus.row_paint import (
    draw_text,
    first_line,
    paint_ground,
    paint_icon,
    paint_size,
    paint_tick,
    row_height,
    second_line,
    tick_rect,
)
from workbench.panels.corpus.sources import Source, SourceModel
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.tables import Index, menu_place


class SourceDelegate(QStyledItemDelegate):
    """Paints a source and lets a click on its check box, or Space, switch the source.

    Attributes:
        low: rows have one line, where there is little room.

    """

    low = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_height(self.low))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        source: Source = index.data(SourceModel.SOURCE_ROLE)
        painter.save()
        paint_ground(painter, option)
        switchable = bool(index.flags() & Qt.ItemFlag.ItemIsUserCheckable)
        paint_tick(painter, option.rect, source.on, switchable)
        paint_icon(painter, option.rect, source.icon)
        self._paint_text(painter, option.rect, source)
        painter.restore()

    def _paint_text(self, painter: QPainter, box: QRect, source: Source) -> None:
        now = current_theme()
        name = paint_size(painter, first_line(box), source.size)
        self._paint_name(painter, name, source)
        if self.low:
            return
        warned = source.on and bool(source.warning)
        second = second_line(painter, box, warned)
        picker = picker_rect(box, source)
        if not picker.isEmpty():
            second.setRight(picker.left() - theme.SPACE_2)
            icon = "chevron-right" if source.lists_files else "chevron-down"
            _draw_picker(painter, picker, picker_text(source), icon)
        tone = now.warn if warned else now.text2
        draw_text(painter, second, source.detail, interface_font("small"), tone)

    def _paint_name(self, painter: QPainter, box: QRect, source: Source) -> None:
        """Paint the name, and the weight as a chip."""
        now, font, tiny = current_theme(), interface_font("body"), interface_font("tiny")
        chip = QFontMetrics(tiny).horizontalAdvance(source.weight) + 12 if source.weight else 0
        room = box.adjusted(0, 0, -chip - theme.SPACE_2 if chip else 0, 0)
        draw_text(painter, room, source.name, font, now.text if source.on else now.text2)
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


def picker_text(source: Source) -> str:
    """Return what the picker of a field or column says, or the way to the files; "" if there is none."""
    if source.lists_files:
        return QCoreApplication.translate("CorpusPanel", "files")
    if not source.field or not source.on or source.info is None:
        return ""
    field = QCoreApplication.translate("CorpusPanel", "field {name}")
    column = QCoreApplication.translate("CorpusPanel", "column {name}")
    return (field if source.info.look.kind == "json" else column).format(name=source.field)


def picker_rect(row: QRect, source: Source) -> QRect:
    """Return where the picker of a row stands; empty if it has none."""
    text = picker_text(source)
    if not text or row.height() < row_height():
        return QRect()
    metrics = QFontMetrics(interface_font("tiny"))
    width = min(metrics.horizontalAdvance(text) + 34, row.width() // 2)
    top, height = first_line(row).bottom() - 2, max(20, metrics.height())
    return QRect(row.right() - theme.PANEL_MARGIN - width + 1, top, width, height)


def _draw_picker(painter: QPainter, box: QRect, text: str, icon: str) -> None:
    now = current_theme()
    draw_box(painter, box.toRectF(), 5, now.surface, now.button_edge)
    inner = box.adjusted(8, 0, -20, 0)
    draw_text(painter, inner, text, interface_font("tiny"), now.text)
    draw_icon(painter, icon, now.text2, box.right() - 16, box.center().y() - 4, 10)


class SourceList(QListView):
    """The view of a `SourceModel`.

    Signals:
        remove_requested(): Delete was pressed.
        paste_requested(): the paste shortcut was pressed.
        menu_requested(object): QPoint on the screen for the menu of the chosen rows.
        field_requested(int, object): the picker of a row was pressed; QPoint for its menu in the viewport.
        files_requested(): the files of the current row are to be listed.
        preview_requested(): Enter was pressed, or a row pressed twice.

    """

    remove_requested = Signal()
    paste_requested = Signal()
    menu_requested = Signal(object)
    field_requested = Signal(int, object)
    files_requested = Signal()
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

    def set_low(self, low: bool) -> None:
        """Show rows of one line, where there is little room, or of two."""
        delegate = self.itemDelegate()
        if isinstance(delegate, SourceDelegate) and delegate.low != low:
            delegate.low = low
            self.scheduleDelayedItemsLayout()

    def height_of(self, n_rows: int) -> int:
        """Return the height in which so many rows fit without scrolling."""
        return (
            n_rows * self.itemDelegate().sizeHint(QStyleOptionViewItem(), self.model().index(0, 0)).height()
        )

    def choose(self, row: int) -> None:
        """Choose a source, and scroll to its row."""
        self.setCurrentIndex(self.model().index(row, 0))
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def chosen_rows(self) -> list[int]:
        """Return the selected rows, ascending."""
        return sorted(index.row() for index in self.selectionModel().selectedIndexes())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete and Backspace remove, Space switches all chosen rows, Enter previews, Right lists files."""
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.remove_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste_requested.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.chosen_rows():
            self.preview_requested.emit()
        elif event.key() == Qt.Key.Key_Right and self.currentIndex().isValid():
            self.files_requested.emit()
        elif event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            checked = self.currentIndex().data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            turned = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
            for row in self.chosen_rows() or [self.currentIndex().row()]:
                self.model().setData(self.model().index(row, 0), turned, Qt.ItemDataRole.CheckStateRole)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the chosen rows, by mouse or key."""
        if (place := menu_place(self, event)) is not None:
            self.menu_requested.emit(place)
