"""Byte-pair encoding by hand: count the pairs of a text or of ids, merge one, count again (minbpe)."""

from __future__ import annotations

import re

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from workbench.display.marks import visible
from workbench.engine.training.merges import Pair, count_pairs, merge_pair
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import fit_screen
from workbench.widgets.tables import Index, plain_table

EXAMPLE = "aaabdaaabac"
LONGEST = 2000  # characters: counting them again takes about a millisecond

_IDS = re.compile(r"\s*\[?\s*\d{1,7}(?:[\s,]+\d{1,7})*[\s,]*\]?\s*", re.ASCII)
_ROOT = QModelIndex()


def ids_of(typed: str) -> tuple[list[int], bool]:
    """Return the ids that were typed, or else the bytes of the text, and whether it is a text."""
    if _IDS.fullmatch(typed):
        return [int(number) for number in re.findall(r"\d+", typed)], False
    return list(typed.encode("utf-8", "replace")), True


class Merging:
    """Ids, and the merges that were made of them so far.

    Attributes:
        ids: as they are now.
        log: (pair, new id, how often it occurred) of each merge.
        is_text: whether the ids below 256 are bytes.

    """

    def __init__(self, typed: str) -> None:
        self.ids, self.is_text = ids_of(typed)
        self.log: list[tuple[Pair, int, int]] = []
        self._next = max([255, *self.ids]) + 1
        self._before: list[list[int]] = []

    def pairs(self) -> list[tuple[Pair, int]]:
        """Return the pairs and their counts, in order of first occurrence."""
        return list(count_pairs(self.ids).items())

    def most_frequent(self) -> int:
        """Return the place in `pairs` of the first of the most frequent ones, -1 if there is none."""
        counts = [count for _, count in self.pairs()]
        return counts.index(max(counts)) if counts else -1

    def merge(self, pair: Pair) -> None:
        """Replace a pair by the next new id, wherever it occurs, from the left."""
        count = dict(self.pairs())[pair]
        self._before.append(self.ids)
        self.ids = merge_pair(self.ids, pair, self._next)
        self.log.append((pair, self._next, count))
        self._next += 1

    def undo(self) -> None:
        """Take the last merge back."""
        self.ids = self._before.pop()
        self.log.pop()
        self._next -= 1

    def shown(self, token_id: int) -> str:
        """Return what is behind an id: its bytes as they are seen, "" for an id that was typed."""
        pairs = {new_id: pair for pair, new_id, _ in self.log}
        return visible(self._bytes(token_id, pairs)) if self.is_text else ""

    def _bytes(self, token_id: int, pairs: dict[int, Pair]) -> bytes:
        waiting, data = [token_id], bytearray()
        while waiting:
            number = waiting.pop()
            if number in pairs:
                waiting += reversed(pairs[number])
            else:
                data.append(number)
        return bytes(data)


class _Model(QAbstractTableModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, str, str]] = []

    def show_rows(self, rows: list[tuple[str, str, str]]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole and section == 2:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Pair"), self.tr("Text"), self.tr("Occurs"))[section]

    def data(self, index: Index, role: int = 0) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.FontRole:
            return theme.token_font(13)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 2:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None


class MergeByHandDialog(QDialog):
    """A text or ids, the pairs in them (get_stats), and a button that merges the chosen one (merge).

    Attributes:
        typed: the text, or ids separated by spaces or commas.
        table: the pairs with their counts, in order of first occurrence.
        ids: the ids as they are now.
        log: the merges so far.
        merge, undo: the buttons.

    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Merge by hand"))
        self.setAccessibleName(self.windowTitle())
        self._merging = Merging(EXAMPLE)
        self._model = _Model(self)
        self.typed = QLineEdit(EXAMPLE)
        self.typed.setMaxLength(LONGEST)
        self.typed.setAccessibleName(self.tr("Text, or ids separated by spaces or commas"))
        self.typed.setPlaceholderText(self.tr("A text, or ids: 1 2 3 1 2"))
        self.typed.textChanged.connect(self._begin)
        self.table = self._make_table()
        self.ids = self._make_field(self.tr("The ids now"))
        self.ids.setFixedHeight(56)
        self.log = self._make_field(self.tr("Merges so far"))
        self.merge = Button(self.tr("Merge"), "primary")
        self.merge.setToolTip(self.tr("Merge the chosen pair everywhere"))
        self.merge.clicked.connect(self._merge)
        self.undo = Button(self.tr("Undo"))
        self.undo.setToolTip(self.tr("Undo the last merge"))
        self.undo.clicked.connect(self._undo)
        self._counts = Label("", "small", "text2")
        self._build()
        self._begin(EXAMPLE)
        fit_screen(self, 640, 520)

    def _build(self) -> None:
        note = Label(
            self.tr(
                "Byte-pair encoding as in minbpe: count adjacent pairs, replace the most frequent one "
                "with a new id from left to right, and repeat."
            ),
            "body",
            "text2",
        )
        note.setWordWrap(True)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.SPACE_2)
        buttons.addWidget(self._counts, 1)
        buttons.addWidget(self.undo)
        buttons.addWidget(self.merge)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_4, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        column.setSpacing(theme.SPACE_2)
        for widget in (note, self.typed, Label(self.tr("Ids"), "title"), self.ids):
            column.addWidget(widget)
        below = QHBoxLayout()
        below.setSpacing(theme.SPACE_4)
        for title, part, share in (
            (self.tr("Pairs"), self.table, 3),
            (self.tr("Merges"), self.log, 2),
        ):
            part_column = QVBoxLayout()
            part_column.addWidget(Label(title, "title"))
            part_column.addWidget(part, 1)
            below.addLayout(part_column, share)
        column.addLayout(below, 1)
        column.addLayout(buttons)

    def _make_table(self) -> QTableView:
        table = plain_table(self._model, self.tr("Pairs and how often they occur"))
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.selectionModel().currentRowChanged.connect(self._show_button)
        table.activated.connect(self._merge)
        return table

    def _make_field(self, name: str) -> QPlainTextEdit:
        field = QPlainTextEdit()
        field.setReadOnly(True)
        field.setAcceptDrops(False)
        field.setTabChangesFocus(True)
        field.setFont(theme.token_font(13))
        field.setAccessibleName(name)
        return field

    # --- what the user does -------------------------------------------------------------------

    def _begin(self, typed: str) -> None:
        self._merging = Merging(typed)
        self._show()

    def _merge(self) -> None:
        row = self.table.currentIndex().row()
        pairs = self._merging.pairs()
        if 0 <= row < len(pairs):
            self._merging.merge(pairs[row][0])
            self._show()

    def _undo(self) -> None:
        self._merging.undo()
        self._show()

    # --- what is shown --------------------------------------------------------------------------

    def _show(self) -> None:
        merging = self._merging
        self._model.show_rows(
            [(f"{left} {right}", self._both(left, right), wording.number(count))
             for (left, right), count in merging.pairs()]
        )  # fmt: skip
        self.ids.setPlainText(" ".join(map(str, merging.ids)))
        self.log.setPlainText("\n".join(self._line(*step) for step in enumerate(merging.log, 1)))
        self.log.verticalScrollBar().setValue(self.log.verticalScrollBar().maximum())
        unit = wording.plural(len(merging.ids), "%n id", "%n ids")
        pairs = wording.plural(len(merging.pairs()), "%n pair", "%n pairs")
        self._counts.setText(f"{unit}, {pairs}")
        self.table.selectRow(merging.most_frequent())
        self._show_button()

    def _both(self, left: int, right: int) -> str:
        merging = self._merging
        return f"{merging.shown(left)} + {merging.shown(right)}" if merging.is_text else ""

    def _line(self, number: int, step: tuple[Pair, int, int]) -> str:
        (left, right), new_id, count = step
        shown = self._merging.shown(new_id)
        line = f"{left} {right} → {new_id}" + (f"  {shown}" if shown else "")
        times = wording.plural(count, "%n occurrence", "%n occurrences")
        return f"{number}  {line}  {times}"

    def _show_button(self) -> None:
        row = self.table.currentIndex().row()
        pairs = self._merging.pairs()
        self.merge.setEnabled(0 <= row < len(pairs))
        self.undo.setEnabled(bool(self._merging.log))
        if 0 <= row < len(pairs):
            left, right = pairs[row][0]
            self.merge.setText(self.tr("Merge {left} {right}").format(left=left, right=right))
        else:
            self.merge.setText(self.tr("Nothing to merge"))
