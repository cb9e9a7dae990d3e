"""The lines of a source, before and after cleaning side by side, changes marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from workbench.display.marks import visible
from workbench.engine.corpus.preview import Line
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, token_font
from workbench.widgets.tables import Index

STRUCK, CHANGED, SPECIAL = 1, 2, 3
ROW_HEIGHT = 28
LONGEST_SHOWN = 2000  # bytes of a line
BEFORE_MARK = 20  # characters shown before the first mark of a line that is too long


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some text of a line, and how it is marked: 0 plain, or STRUCK, CHANGED, SPECIAL."""

    text: str
    kind: int


def stretches(line: bytes, runs: Sequence[tuple[int, int, int]]) -> list[Stretch]:
    """Cut a line at its runs; special tokens go before what else is marked."""
    line = line[:LONGEST_SHOWN]
    kinds = bytearray(len(line))
    for start, end, kind in sorted(runs, key=lambda run: run[2]):
        for place in range(start, min(end, len(line))):
            kinds[place] = kind
    result: list[Stretch] = []
    start = 0
    for place in range(1, len(line) + 1):
        if place == len(line) or kinds[place] != kinds[start]:
            result.append(Stretch(visible(line[start:place]), kinds[start]))
            start = place
    return result


def from_first_mark(parts: list[Stretch]) -> list[Stretch]:
    """Return the stretches of a line that is too long, from shortly before its first mark on."""
    if len(parts) < 2 or parts[0].kind or len(parts[0].text) <= BEFORE_MARK:
        return parts
    return [Stretch("…" + parts[0].text[-BEFORE_MARK:], 0), *parts[1:]]


class PreviewModel(QAbstractTableModel):
    """Lines in two columns."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: Sequence[Line] = ()
        self._titles = "", ""

    def set_lines(self, lines: Sequence[Line], titles: tuple[str, str] = ("", "")) -> None:
        """Show other lines, under the titles of the columns."""
        self.beginResetModel()
        self.lines, self._titles = lines, titles
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return two: before and after."""
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line as text for screen readers; the delegate takes the stretches."""
        line = self.lines[index.row()]
        whole = line.before if index.column() == 0 else line.after
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return whole[:LONGEST_SHOWN].decode("utf-8", "backslashreplace")
        if role == Qt.ItemDataRole.UserRole:
            return stretches(whole, line.before_runs if index.column() == 0 else line.after_runs)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the titles of the columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class PreviewDelegate(QStyledItemDelegate):
    """Paints the stretches of a line."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a line."""
        return QSize(0, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one line, as much as there is room for."""
        box: QRect = option.rect
        painter.save()
        painter.setClipRect(box)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, current_theme().soft)
        font = token_font(13)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        left, right = float(box.left() + theme.PANEL_MARGIN - 1), box.right() - theme.SPACE_2
        parts = index.data(Qt.ItemDataRole.UserRole)
        if sum(metrics.horizontalAdvance(part.text) for part in parts) > right - left:
            parts = from_first_mark(parts)
        for part in parts:
            text, width = part.text, metrics.horizontalAdvance(part.text)
            cut = left + width > right
            if cut:
                text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, right - left)
                width = metrics.horizontalAdvance(text)
            place = QRect(round(left), box.top() + 4, round(left + width) - round(left), ROW_HEIGHT - 8)
            draw_stretch(painter, place, text, part.kind)
            left += width
            if cut:
                break
        painter.restore()


def draw_stretch(painter: QPainter, box: QRect, text: str, kind: int) -> None:
    """Draw a text as removed, replaced, a special token or plain."""
    now = current_theme()
    fills: dict[int, QColor] = {STRUCK: now.sunken, CHANGED: now.warnsoft, SPECIAL: now.danger_soft}
    if kind in fills:
        painter.fillRect(box, fills[kind])
    painter.setPen(now.danger if kind == STRUCK else now.text)
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
    if kind == STRUCK:
        painter.setPen(QPen(now.danger, 1.5))
        painter.drawLine(box.left(), box.center().y() + 1, box.right(), box.center().y() + 1)
    elif kind in (CHANGED, SPECIAL):
        painter.fillRect(
            box.left(), box.bottom() - 1, box.width(), 2, now.warn if kind == CHANGED else now.danger
        )


class PreviewView(QTableView):
    """The two columns; both sides are level, since they are one row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = PreviewModel()
        self.setModel(self.lines)
        self.setItemDelegate(PreviewDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setObjectName("wide")  # the style sheet gives its names the cells' margin
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(self.tr("Lines before and after cleaning"))

    def problem_rows(self) -> list[int]:
        """Return the rows that hold a fault of the encoding or a special token."""
        return [row for row, line in enumerate(self.lines.lines) if line.n_problems]

    def go_to(self, row: int) -> None:
        """Choose a row and bring it into sight."""
        self.selectRow(row)
        self.scrollTo(self.lines.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
