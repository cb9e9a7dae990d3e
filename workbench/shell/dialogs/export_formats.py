"""The list of formats in the export dialog: three groups, and on every line what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.shell.dialogs import export_words as words
from workbench.widgets.controls import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font, token_font
from workbench.widgets.tables import Index

if TYPE_CHECKING:
    from workbench.api.convert import Target

_TARGET = int(Qt.ItemDataRole.UserRole) + 1
_LEFT = theme.SPACE_3 + theme.ICON_SIZE + theme.SPACE_2 + 2  # where the text of a row begins
_LINES = 3  # of what is missing; the tooltip has it whole


class FormatList(QListWidget):
    """The formats; arrow keys walk them. Those that cannot hold it are folded, where others can.

    Signals:
        chosen(object): Target, another format is chosen.

    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fold: QListWidgetItem | None = None  # the title of the folded ones
        self.setAccessibleName(self.tr("Formats"))
        self.setItemDelegate(_Rows(self))
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.currentItemChanged.connect(self._tell)

    def set_targets(self, targets: Sequence[Target]) -> None:
        """Show formats, the first of the best group chosen."""
        self._fold = None
        self.clear()
        first: QListWidgetItem | None = None
        for group in words.GROUPS:
            inside = [target for target in targets if words.group_of(target) == group]
            folds = group == "other_ids" and first is not None
            if inside:
                head = QListWidgetItem(words.group_title(group), self)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
            if inside and folds:
                head.setText(words.folded_title(group, len(inside)))
                head.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                self._fold = head
            for target in inside:
                title = words.title_of(target)
                item = QListWidgetItem(title, self)
                item.setData(_TARGET, target)
                words_of_row = f"{words.group_title(group)}: {words.missing(target)}"
                item.setToolTip(words.missing(target))
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title} {target.suffix}. {words_of_row}")
                item.setHidden(folds)
                first = first or item
        if first is not None:
            self.setCurrentItem(first)

    def target(self) -> Target | None:
        """Return the chosen format."""
        item = self.currentItem()
        target: Target | None = None if item is None else item.data(_TARGET)
        return target

    def choose(self, format_name: str) -> None:
        """Choose a format by its name."""
        self._unfold()
        for row in range(self.count()):
            target = self.item(row).data(_TARGET)
            if target is not None and target.format == format_name:
                self.setCurrentRow(row)

    def _unfold(self, enter: bool = False) -> None:
        """Show the formats that are folded, and choose the first of them where the user went there."""
        fold, self._fold = self._fold, None
        if fold is None:
            return
        fold.setText(words.group_title("other_ids"))
        fold.setFlags(Qt.ItemFlag.NoItemFlags)
        first = self.row(fold) + 1
        for row in range(first, self.count()):
            self.item(row).setHidden(False)
        if enter:
            self.setCurrentRow(first)
            # A click goes on to select what was clicked, and that can no longer be.
            QTimer.singleShot(0, self, lambda: self.currentItem().setSelected(True))

    def _tell(self) -> None:
        if self._fold is not None and self.currentItem() is self._fold:
            self._unfold(enter=True)
            return
        target = self.target()
        if target is not None:
            self.chosen.emit(target)


class _Rows(QStyledItemDelegate):
    """Paints the titles of groups, and the formats with what they leave out."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a row's height: a title, or a name and its lines."""
        target = index.data(_TARGET)
        small = QFontMetrics(interface_font("small"))
        if target is None:
            return QSize(0, small.height() + (theme.SPACE_3 if index.row() else theme.SPACE_1))
        name = QFontMetrics(interface_font("title")).height()
        return QSize(0, name + self._missing_box(target, option, small).height() + theme.SPACE_3 + 2)

    def _missing_box(self, target: Target, option: QStyleOptionViewItem, small: QFontMetrics) -> QRect:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListWidget) else option.rect.width()
        room = QRect(0, 0, max(80, width - _LEFT - theme.SPACE_3), _LINES * small.height())
        needed = small.boundingRect(room, int(Qt.TextFlag.TextWordWrap), words.missing(target))
        return QRect(0, 0, room.width(), min(needed.height(), room.height()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        painter.save()
        target = index.data(_TARGET)
        if target is None:
            painter.setFont(interface_font("title"))
            can_unfold = bool(option.state & QStyle.StateFlag.State_Enabled)
            painter.setPen(current_theme().accent if can_unfold else current_theme().text2)
            box = option.rect.adjusted(theme.SPACE_3, 0, 0, -2)
            align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
            painter.drawText(box, align, str(index.data()))
        else:
            self._paint_format(painter, option, target)
        painter.restore()

    def _paint_format(self, painter: QPainter, option: QStyleOptionViewItem, target: Target) -> None:
        now = current_theme()
        box = option.rect.adjusted(2, 1, -2, -1)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            draw_box(painter, QRectF(box), theme.CONTROL_RADIUS, now.surface, now.accent, 2)
        icon, tone = words.sign_of(words.level_of(target))
        title = QFontMetrics(interface_font("title"))
        top = box.top() + theme.SPACE_1 + 1
        draw_icon(painter, icon, now.color(tone), box.left() + theme.SPACE_3 - 2, top + 1, theme.ICON_SIZE)
        left = box.left() + _LEFT - 2
        painter.setFont(interface_font("title"))
        painter.setPen(now.text if words.group_of(target) != "other_ids" else now.text2)
        painter.drawText(left, top + title.ascent(), words.title_of(target))
        mono = token_font(12)
        painter.setFont(mono)
        painter.setPen(now.text2)
        files_left = left + title.horizontalAdvance(words.title_of(target)) + theme.SPACE_2
        files = words.files_of(target.format, target.suffix)
        room = box.right() - theme.SPACE_2 - files_left
        files = QFontMetrics(mono).elidedText(files, Qt.TextElideMode.ElideRight, room)
        painter.drawText(files_left, top + title.ascent(), files)
        small = QFontMetrics(interface_font("small"))
        painter.setFont(interface_font("small"))
        below = self._missing_box(target, option, small)
        below.moveTo(left, top + title.height() + 1)
        painter.drawText(below, int(Qt.TextFlag.TextWordWrap), words.missing(target))
