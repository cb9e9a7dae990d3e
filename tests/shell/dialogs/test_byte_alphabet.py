"""The table of bytes_to_unicode."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from workbench.shell.dialogs.byte_alphabet import ByteAlphabetDialog, cells_of, rows_with


@pytest.fixture
def dialog(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = ByteAlphabetDialog(parent)
    dialog.show()
    yield dialog
    parent.close()


def cells(dialog, row):
    model = dialog.table.model()
    return [model.index(row, column).data() for column in range(model.columnCount())]


def test_it_has_256_rows_each_byte_once(dialog):
    model = dialog.table.model()
    assert model.rowCount() == 256
    assert [cells(dialog, row)[0] for row in range(256)] == [str(byte) for byte in range(256)]
    assert len({cells(dialog, row)[3] for row in range(256)}) == 256
    assert cells(dialog, 32) == ["32", "20", "·", "Ġ", "U+0120"]
    assert cells(dialog, 10) == ["10", "0A", "↵", "Ċ", "U+010A"]
    assert cells(dialog, 255)[3] == "ÿ"


@pytest.mark.parametrize(
    ("typed", "found"),
    [("Ġ", [32]), ("U+0120", [32]), ("u+010a", [10]), ("0x0A", [10]), ("a", [97]), ("255", [255]),
     ("!", [33]), ("fe", [254]), ("nothing", []), ("20", [20, 32])],
)  # fmt: skip
def test_the_search_finds_bytes_by_what_is_known_of_them(dialog, typed, found):
    dialog.search.setText(typed)
    assert [int(cells(dialog, row)[0]) for row in range(dialog.table.model().rowCount())] == found
    dialog.search.clear()
    assert dialog.table.model().rowCount() == 256


def test_every_character_finds_its_own_byte_alone():
    for byte in range(256):
        assert rows_with(cells_of(byte)[3]) == [byte]


def test_escape_closes_it(dialog, qtbot):
    gone = []
    dialog.destroyed.connect(lambda: gone.append(True))
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: bool(gone), timeout=30_000)
