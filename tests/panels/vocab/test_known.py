"""Counts and health in the Vocabulary panel: asked for, shown, sorted and filtered by, kept and cancelled."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.panels.vocab.answers import N, counted, judged
from tests.vocabularies import AB, ABLIS, IS, LIS, SPACE_AB, info, listed
from workbench.panels.vocab.model import COLUMNS
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.judging import CountTokens, JudgeTokens, TokensJudged
from workbench.worker.messages.requests import JobCancelled, JobProgress


def ids(panel: VocabularyPanel) -> list[int]:
    return list(panel.table.shown_ids())


def cells(panel: VocabularyPanel, column: str, n: int) -> list[str]:
    at = COLUMNS.index(column)
    return [panel.table.rows.index(row, at).data() for row in range(n)]


def button(panel: VocabularyPanel, text: str) -> QAbstractButton:
    return next(b for b in panel.findChildren(QAbstractButton) if b.isVisible() and b.text() == text)


def test_the_open_text_is_counted_once_and_sorted_by(panel: VocabularyPanel, asks: Asked) -> None:
    (request,) = asks.of(CountTokens)
    assert b"".join(request.text) == b"ab ablis"
    assert panel.table.isColumnHidden(COLUMNS.index("count"))
    asks.tell(counted(request, ab=3, ablis=5))
    assert not panel.table.isColumnHidden(COLUMNS.index("count"))
    panel.table.sortByColumn(COLUMNS.index("count"), Qt.SortOrder.DescendingOrder)
    assert ids(panel)[:2] == [ABLIS, AB]
    assert cells(panel, "count", 3) == ["5", "3", "0"]
    panel.hide()
    panel.show()
    assert len(asks.of(CountTokens)) == 1


def test_the_counts_of_a_closed_tokenizer_are_let_go(panel: VocabularyPanel, asks: Asked) -> None:
    (first,) = asks.of(CountTokens)
    asks.tell(counted(first, ab=1))
    panel.set_tokenizer(info(0, handle=2))
    assert [handle for handle, *_ in panel.counting._kept] == [first.handle]
    panel.forget(first.handle)
    assert not panel.counting._kept


def test_never_used_filters_and_counts_no_special_token(
    panel: VocabularyPanel, asks: Asked, qtbot: QtBot
) -> None:
    assert not panel.filters.chips["unused"].isVisible()
    asks.tell(counted(asks.of(CountTokens)[0], ab=3, ablis=5))
    assert panel.filters.chips["unused"].text() == f"Never used {N - 3}"
    qtbot.mouseClick(panel.filters.chips["unused"], Qt.MouseButton.LeftButton)
    assert not {AB, ABLIS, N - 1} & set(ids(panel))
    assert len(ids(panel)) == N - 3
    panel.set_tokenizer(info(0, handle=2))
    panel.listing.take(listed([], (), 99).__class__(**{**fields(listed([])), "handle": 2}))
    assert panel.filters.chips["all"].isChecked()  # nothing is known of the other tokenizer yet
    assert not panel.filters.chips["unused"].isVisible()


def fields(message: Any) -> dict[str, Any]:
    return {name: getattr(message, name) for name in message.__dataclass_fields__}


def test_an_edit_is_counted_after_a_while_and_only_in_sight(
    panel: VocabularyPanel, asks: Asked, document: Document, qtbot: QtBot
) -> None:
    asks.tell(counted(asks.of(CountTokens)[0], ab=1))
    document.replace(0, 2, b"is")
    panel.renew_text()
    qtbot.waitUntil(lambda: len(asks.of(CountTokens)) == 2)
    assert b"".join(asks.of(CountTokens)[1].text) == b"is ablis"
    panel.hide()
    document.replace(0, 2, b"ab")
    panel.renew_text()
    assert not panel.counting._resting.isActive()
    panel.show()
    assert b"".join(asks.of(CountTokens)[2].text) == b"ab ablis"


def test_the_corpus_is_counted_where_it_is_chosen_and_this_is_remembered(
    panel: VocabularyPanel, asks: Asked, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(panel.kept_changed):
        panel.header.scope.menu.actions()[1].trigger()
    assert asks.of(CountTokens)[-1].sources == ("/corpus",)
    assert panel.table.rows.title("count") == "In corpus"
    other = VocabularyPanel(Asked(), Document(), tuple)
    qtbot.addWidget(other)
    other.restore(panel.kept())
    assert other.counting.scope == "corpus"
    other.restore({"columns": 5, "scope": ["x"]})
    assert other.counting.scope == "corpus"


def test_counting_can_be_cancelled_and_tried_again(panel: VocabularyPanel, asks: Asked, qtbot: QtBot) -> None:
    (request,) = asks.of(CountTokens)
    asks.tell(JobProgress(request.request_id, "token counts", "Test", 4, 8))
    assert panel.findings.facts() == "Counting the text…"
    qtbot.mouseClick(button(panel, "Cancel"), Qt.MouseButton.LeftButton)
    assert asks.cancelled == [request.request_id]
    asks.tell(JobCancelled(request.request_id))
    assert "canceled" in panel.findings.facts()
    qtbot.mouseClick(button(panel, "Try again"), Qt.MouseButton.LeftButton)
    asks.tell(counted(asks.of(CountTokens)[1], ab=1))
    assert "canceled" not in panel.findings.facts()


def test_what_cannot_be_counted_is_said(panel: VocabularyPanel, asks: Asked) -> None:
    asks.fail(asks.of(CountTokens)[0])
    assert panel.findings.facts().startswith("The tokens were not counted")
    assert button(panel, "Try again")


def test_health_is_taken_from_what_is_kept_or_checked_on_request(
    panel: VocabularyPanel, asks: Asked, qtbot: QtBot
) -> None:
    asks.tell(counted(asks.of(CountTokens)[0]))
    (kept,) = asks.of(JudgeTokens)
    assert kept.only_kept
    asks.tell(TokensJudged(kept.request_id, 1, False, {}, {}))
    qtbot.mouseClick(button(panel, "Check health"), Qt.MouseButton.LeftButton)
    request = asks.of(JudgeTokens)[1]
    assert not request.only_kept
    asks.tell(JobProgress(request.request_id, "token health", "Test", 100, N))
    assert panel.findings.facts() == f"Checking the health: 100 of {N} tokens"
    asks.tell(judged(request))
    assert panel.filters.chips["near-twin"].text() == "Near twins 2"
    assert "Near twins: 2" in panel.findings.facts()
    assert not panel.findings.check.isVisible()
    qtbot.mouseClick(panel.filters.chips["over-long"], Qt.MouseButton.LeftButton)
    assert ids(panel) == [LIS]
    assert cells(panel, "health", 1) == ["over-long"]
    panel.filters.clear()
    panel.table.sortByColumn(COLUMNS.index("health"), Qt.SortOrder.DescendingOrder)
    assert ids(panel)[:4] == [LIS, AB, ABLIS, IS]


def test_labels_of_another_tokenizer_are_not_used_out_of_sight(
    panel: VocabularyPanel, asks: Asked, qtbot: QtBot
) -> None:
    asks.tell(judged(asks.of(JudgeTokens)[0]))
    assert panel.filters.chips["over-long"].isVisible()
    panel.hide()  # where nothing is asked for
    panel.set_tokenizer(info(0, handle=2))
    panel.listing.take(listed([], (), 99).__class__(**{**fields(listed([])), "handle": 2}))
    assert panel.table.rows.known.judged is None
    panel.filters.search.setText("a")
    assert ids(panel)


def test_chosen_columns_are_remembered(panel: VocabularyPanel, asks: Asked, qtbot: QtBot) -> None:
    asks.tell(counted(asks.of(CountTokens)[0], ab=2))
    entry = next(e for e in panel.header.columns.menu.actions() if e.data() == "stays")
    panel.header.columns.menu.aboutToShow.emit()
    with qtbot.waitSignal(panel.kept_changed):
        entry.trigger()
    assert "stays" in panel.table.columns
    panel.resize(1200, 500)
    assert not panel.table.isColumnHidden(COLUMNS.index("stays"))
    panel.show_token(AB)
    assert cells(panel, "stays", AB + 1)[AB] == "100 %"
    assert cells(panel, "stays", IS + 1)[IS] == "0 %"


def test_rows_are_copied_as_they_are_shown(panel: VocabularyPanel, asks: Asked) -> None:
    asks.tell(counted(asks.of(CountTokens)[0], ab=2))
    panel.filters.search.setText("ab")
    panel.table.selectAll()
    assert panel.table.selected_ids() == (AB, ABLIS, SPACE_AB)
    panel.table.copy_rows()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:3] == ["Id", "Token", "Bytes"]
    assert lines[1].split("\t")[:3] == [str(AB), "ab", "6162"]
    panel.filters.search.setText("=")
    panel.table.selectAll()
    panel.table.copy_rows()
    assert QGuiApplication.clipboard().text().splitlines()[1].split("\t")[1] == "'="
    panel.table.copy_text()
    assert QGuiApplication.clipboard().text() == "="


def test_several_selected_rows_stay_selected_in_another_order(panel: VocabularyPanel) -> None:
    panel.filters.search.setText("ab")
    panel.table.selectAll()
    panel.table.sortByColumn(COLUMNS.index("length"), Qt.SortOrder.DescendingOrder)
    panel.filters.search.setText("")
    assert set(panel.table.selected_ids()) == {AB, ABLIS, SPACE_AB}


def test_the_head_looks_through_no_selected_rows(panel: VocabularyPanel) -> None:
    panel.table.selectAll()
    assert panel.table.selectionModel().hasSelection()
    assert not panel.table.horizontalHeader().selectionModel().hasSelection()


def test_sorting_goes_to_the_top_and_keeps_the_selection(panel: VocabularyPanel, qtbot: QtBot) -> None:
    panel.show_token(AB)
    assert panel.table.verticalScrollBar().value() > 0
    heads = panel.table.horizontalHeader()
    at = QPoint(heads.sectionViewportPosition(COLUMNS.index("length")) + 30, 10)
    qtbot.mouseClick(heads.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert panel.table.verticalScrollBar().value() == 0
    assert panel.table.current_id() == AB
