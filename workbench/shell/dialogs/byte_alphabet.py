"""The byte alphabet in a window of its own: which character stands for which byte (GPT-2, CLIP, HF)."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.display.marks import visible
from workbench.widgets import wording
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import fit_screen
from workbench.widgets.tables import Index, plain_table

_ROOT = QModelIndex()
COLUMNS = ("byte", "hex", "itself", "character", "code point")


def rows_with(text: str) -> list[int]:
    """Return the bytes that a search finds: by number, hex, what the byte is, character or code point."""
    wanted = text.strip().casefold() if text.strip() else text
    if not wanted:
        return list(range(256))
    exact = [byte for byte, letter in bytes_to_unicode().items() if text == letter]
    return sorted(exact) or [byte for byte in range(256) if _holds(byte, wanted)]


def _holds(byte: int, wanted: str) -> bool:
    cells = [cell.casefold() for cell in cells_of(byte)]
    hexadecimal = wanted.removeprefix("0x")
    return wanted == cells[0] or hexadecimal == cells[1] or wanted in (cells[2], cells[3], cells[4])


def cells_of(byte: int) -> tuple[str, str, str, str, str]:
    """Return the cells of a row."""
    letter = bytes_to_unicode()[byte]
    return str(byte), f"{byte:02X}", visible(bytes([byte])), letter, f"U+{ord(letter):04X}"


class _Model(QAbstractTableModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._bytes = list(range(256))

    def show_bytes(self, matches: list[int]) -> None:
        self.beginResetModel()
        self._bytes = matches
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._bytes)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        names = (
            self.tr("Byte"),
            self.tr("Hex"),
            self.tr("Meaning"),
            self.tr("Shown as"),
            self.tr("Code point"),
        )
        return names[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = 0) -> object:
        byte = self._bytes[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cells_of(byte)[index.column()]
        if role == Qt.ItemDataRole.FontRole:
            return theme.token_font(13)
        return None


class ByteAlphabetDialog(QDialog):
    """A table of 256 rows with a search; the window behind it stays usable.

    Attributes:
        search: narrows the rows. table: the rows.

    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Byte alphabet"))
        self.setAccessibleName(self.windowTitle())
        note = Label(
            self.tr(
                "GPT-2, CLIP and Hugging Face write each byte as one visible character "
                "(bytes_to_unicode). Printable Latin-1 stands for itself; the other 68 bytes start at "
                "U+0100."
            ),
            "body", "text2",
        )  # fmt: skip
        note.setWordWrap(True)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("32, 20, Ġ, U+0120 …"))
        self.search.setAccessibleName(self.tr("Search the byte alphabet"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self._count = Label("", "small", "text2")
        self._model = _Model(self)
        self.table = self._make_table()
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self.search, 1)
        row.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_4, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        column.setSpacing(theme.SPACE_3)
        column.addWidget(note)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        self._filter("")
        fit_screen(self, 520, 560)

    def _make_table(self) -> QTableView:
        table = plain_table(self._model, self.tr("Bytes and their characters"))
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        return table

    def _filter(self, text: str) -> None:
        rows = rows_with(text)
        self._model.show_bytes(rows)
        self._count.setText(wording.plural(len(rows), "%n byte", "%n bytes"))
