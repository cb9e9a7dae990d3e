"""Many rows are copied in slices, and are those that were shown when they were asked for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.api.file_counts import FileCount
from workbench.shell.dialogs.count_table import NAME, CountTable
from workbench.widgets import slices


def test_rows_are_copied_in_slices_and_as_they_were(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0)
    table = CountTable("counts")
    qtbot.addWidget(table)
    counts = [FileCount(f"{number:03}.txt", (number,), 2 * number) for number in range(100)]
    table.rows.show_counts(counts, "")
    clipboard = QApplication.clipboard()
    expected = [f"{number:03}.txt\t{number}\t{2 * number}" for number in range(100)]
    clipboard.setText("before")
    table.copy_rows()
    assert clipboard.text() == "before"
    qtbot.waitUntil(lambda: clipboard.text() != "before")
    assert clipboard.text().splitlines()[1:] == expected
    clipboard.setText("before")
    table.copy_rows()
    table.rows.sort(NAME, Qt.SortOrder.DescendingOrder)
    qtbot.waitUntil(lambda: clipboard.text() != "before")
    assert clipboard.text().splitlines()[1:] == expected
