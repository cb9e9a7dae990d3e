"""The merge log and its model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.panels.learned import merges, token
from workbench.panels.training.merge_log import MergeLogPanel
from workbench.panels.training.merge_table import COUNT, FROM, ID, TOKEN, MergeModel, find_tokens


@pytest.fixture
def log(qtbot: QtBot) -> MergeLogPanel:
    log = MergeLogPanel()
    qtbot.addWidget(log)
    log.resize(296, 400)
    log.show()
    return log


def cells(model: MergeModel, row: int) -> list[str]:
    return [model.index(row, column).data() for column in (ID, TOKEN, FROM, COUNT)]


def test_the_newest_merge_is_on_top(log: MergeLogPanel) -> None:
    log.append(merges(1, 0, 3))
    log.append(merges(1, 3, 2))
    assert cells(log.model, 0) == ["260", "·t4", "· + t4", "20,000"]
    assert cells(log.model, 4) == ["256", "·t0", "· + t0", "100,000"]
    assert log.model.rowCount() == 5


def test_the_model_keeps_qts_rules(qtbot: QtBot) -> None:
    model = MergeModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.append(merges(1, 0, 3))
    model.search("2")
    model.append(merges(1, 3, 20))
    assert [cells(model, row)[0] for row in range(2)] == ["278", "277"]
    model.search("")
    model.clear()
    assert model.rowCount() == 0


def test_batches_that_overlap_or_leave_a_gap(qtbot: QtBot) -> None:
    model = MergeModel()
    model.append(merges(1, 0, 10))
    assert model.append(merges(1, 0, 10)) == 0
    assert model.append(merges(1, 8, 4)) == 2
    assert model.append(merges(1, 20, 4)) == 0
    assert [model.token(rank) for rank in range(12)] == [token(rank) for rank in range(12)]
    assert model.halves(11) == (b" ", b"t11")


def test_loose_bytes_and_marks_are_seen(qtbot: QtBot) -> None:
    model = MergeModel()
    model.append(merges(1, 0, 2, [b"\xe6\x97", b"\n\n"]))
    assert model.index(1, TOKEN).data() == "⟨E6 97⟩"
    assert model.index(0, TOKEN).data() == "↵↵"


def test_it_follows_until_scrolled_and_then_holds(log: MergeLogPanel, qtbot: QtBot) -> None:
    log.set_running(True)
    log.append(merges(1, 0, 200))
    QApplication.processEvents()
    bar = log.table.verticalScrollBar()
    assert log.follows
    assert "Newest first" in log.remark.text()
    bar.setValue(480)
    seen = log.model.rank(log.table.rowAt(0))
    log.append(merges(1, 200, 77))
    assert log.model.rank(log.table.rowAt(0)) == seen
    assert not log.follows
    qtbot.mouseClick(log._newest, Qt.MouseButton.LeftButton)
    log.append(merges(1, 277, 5))
    assert log.model.rank(log.table.rowAt(0)) == 281


def test_search_by_key_finds_text_and_id(log: MergeLogPanel, qtbot: QtBot) -> None:
    log.append(merges(1, 0, 300))
    log.table.setFocus()
    qtbot.keyClick(log.table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert log.search_field.isVisible()
    qtbot.keyClicks(log.search_field, "·T29")
    assert [cells(log.model, row)[1] for row in range(log.model.rowCount())][-1] == "·t29"
    assert log.remark.text() == "11 of 300 merges"
    log.append(merges(1, 300, 2900))
    assert log.remark.text() == "111 of 3,200 merges"
    log.search_field.setText("3,000")
    assert cells(log.model, 0)[:2] == ["3,000", "·t2744"]
    assert log.model.rowCount() == 1
    qtbot.keyClick(log.search_field, Qt.Key.Key_Escape)
    assert not log.search_field.isVisible()
    assert log.model.rowCount() == 3200


def test_a_row_is_chosen_and_copied_by_key(log: MergeLogPanel, qtbot: QtBot) -> None:
    log.append(merges(1, 0, 10))
    log.table.setFocus()
    qtbot.keyClick(log.table, Qt.Key.Key_Down)
    qtbot.keyClick(log.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    chosen = log.table.currentIndex()
    assert QGuiApplication.clipboard().text() == chosen.siblingAtColumn(TOKEN).data()
    with qtbot.waitSignal(log.token_chosen) as asked:
        qtbot.keyClick(log.table, Qt.Key.Key_Return)
    assert asked.args == [256 + log.model.rank(chosen.row())]


def test_a_narrow_log_leaves_out_where_tokens_come_from(log: MergeLogPanel) -> None:
    assert not log.table.isColumnHidden(FROM)
    log.resize(200, 400)
    assert log.table.isColumnHidden(FROM)


@given(
    st.lists(st.text("aB é", min_size=1, max_size=4), max_size=30), st.text("ab é", min_size=1, max_size=3)
)
def test_found_is_what_holds_the_text_within_one_token(words: list[str], needle: str) -> None:
    tokens = [word.encode() for word in words]
    ends = np.cumsum([len(t) for t in tokens], dtype=np.int64) if tokens else np.empty(0, dtype=np.int64)
    found = find_tokens(b"".join(tokens), ends, needle, 256)
    held = [i for i, t in enumerate(tokens) if needle.encode().lower() in t.lower()]
    assert found.tolist() == held


def test_a_merge_reads_as_minbpe_prints_it(log: MergeLogPanel, qtbot: QtBot) -> None:
    learned = merges(1, 0, 3)
    log.model.vocab_size = 256 + 20
    log.append(learned)
    left, right = learned.pairs[1].tolist()
    token = learned.blob[int(learned.ends[0]) : int(learned.ends[1])]
    line = f"merge 2/20: ({left}, {right}) -> 257 ({token!r}) had {learned.counts[1]} occurrences"
    assert log.model.line(1) == line
    assert line in str(log.model.index(1, 1).data(Qt.ItemDataRole.ToolTipRole))
    log.table.selectRow(1)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(log.table, Qt.Key.Key_C, both)
    assert QGuiApplication.clipboard().text() == line


def test_a_token_is_forbidden_by_the_menu(log: MergeLogPanel, qtbot: QtBot) -> None:
    assert log.row_menu().isEmpty()
    log.append(merges(0, 0, 5))
    log.table.setCurrentIndex(log.model.index(1, TOKEN))
    with qtbot.waitSignal(log.forbidden) as forbidden:
        log.row_menu().actions()[-1].trigger()
    assert forbidden.args == [log.model.token(3)]
    assert log.remark.text() == "Forbidden next time: “·t3”"
