"""The Vocabulary panel and the dossier, by click and key."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QTableView
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.vocabularies import AB, ABLIS, MERGES, SPACE_AB, info, listed
from workbench.panels.vocab.dossier import DossierPanel
from workbench.panels.vocab.model import COLUMNS
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.widgets.controls import Chip
from workbench.widgets.look import theme
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.requests import Failed, JobCancelled
from workbench.worker.messages.tokenizers import ListVocab

SPECIALS = ("<|end|>",)


@pytest.fixture
def panel(qtbot: QtBot) -> VocabularyPanel:
    panel = VocabularyPanel(asks := Asked(), Document(), tuple)
    panel.asks = asks  # type: ignore[attr-defined]
    qtbot.addWidget(panel)
    panel.resize(776, 500)
    panel.show()
    with qtbot.waitSignal(panel.asks.requested) as asked:
        panel.set_tokenizer(info(len(MERGES), SPECIALS))
    panel.listing.take(listed(MERGES, SPECIALS, asked.args[0].request_id))
    return panel


def note(asked: list[ListVocab], request: object) -> None:
    if isinstance(request, ListVocab):
        asked.append(request)


def shown(panel: VocabularyPanel) -> list[str]:
    table = panel.findChild(QTableView)
    model = table.model()
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def chip(panel: VocabularyPanel, text: str) -> Chip:
    return next(chip for chip in panel.findChildren(Chip) if chip.text().startswith(text))


def test_where_nothing_matches_the_advice_fits_the_kind_of_search(panel: VocabularyPanel) -> None:
    def _advice() -> str:
        assert shown(panel) == []
        return next(
            label.text()
            for label in panel.findChildren(QLabel)
            if label.isVisible() and label.text().endswith(".") and " " in label.text()
        )

    panel.filters.search.setText("999999")
    assert _advice() == "Try fewer characters."
    panel.filters.how.set_value("id")
    assert _advice() == "Ids go from 0 to 262."
    panel.filters.how.set_value("hex")
    panel.filters.search.setText("6G")
    assert _advice() == "Type whole bytes, as 6C 65 6E."


def test_typing_narrows_and_marks_how_many(panel: VocabularyPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(panel.findChild(QLineEdit), "AB")
    assert shown(panel) == ["ab", "ablis", "·ab"]
    assert panel.header.facts() == "3 of 263 tokens"


def test_a_search_without_a_hit_offers_the_way_back(panel: VocabularyPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(panel.findChild(QLineEdit), "qqq")
    clear = next(b for b in panel.findChildren(QAbstractButton) if b.text() == "Clear the filters")
    assert clear.isVisible()
    qtbot.mouseClick(clear, Qt.MouseButton.LeftButton)
    assert len(shown(panel)) == 263


def test_chips_filter_and_count(panel: VocabularyPanel, qtbot: QtBot) -> None:
    merges = chip(panel, "Merges")
    assert merges.text() == "Merges 6"
    qtbot.mouseClick(merges, Qt.MouseButton.LeftButton)
    assert len(shown(panel)) == 6
    qtbot.mouseClick(chip(panel, "Special"), Qt.MouseButton.LeftButton)
    assert shown(panel) == ["<|end|>"]


def test_hex_and_id_search(panel: VocabularyPanel, qtbot: QtBot) -> None:
    field = panel.findChild(QLineEdit)
    panel.filters.how.set_value("hex")
    qtbot.keyClicks(field, "E6 97")
    assert shown(panel) == ["⟨E6 97⟩"]
    qtbot.keyClicks(field, "0")  # half a byte more is no hex yet
    assert shown(panel) == []
    panel.filters.how.set_value("id")
    field.setText("259")
    assert shown(panel) == ["ablis"]


def test_a_click_on_a_head_sorts(panel: VocabularyPanel, qtbot: QtBot) -> None:
    table = panel.findChild(QTableView)
    heads = table.horizontalHeader()
    where = heads.sectionViewportPosition(3) + 30
    for _ in range(2):
        qtbot.mouseClick(
            heads.viewport(), Qt.MouseButton.LeftButton, pos=heads.rect().center().__class__(where, 10)
        )
    assert shown(panel)[0] == "<|end|>"
    assert shown(panel)[1] == "ablis"


def test_the_arrow_of_the_sorted_column_covers_no_name(panel: VocabularyPanel, qapp: QApplication) -> None:
    theme.apply_theme(qapp, "light")
    table = panel.findChild(QTableView)
    heads = table.horizontalHeader()
    for column in (0, 1, 3):
        plain = QImage(heads.size(), QImage.Format.Format_RGB32)
        heads.setSortIndicatorShown(False)
        heads.render(plain)
        heads.setSortIndicatorShown(True)
        table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
        arrowed = plain.copy()
        heads.render(arrowed)
        changed = [
            (x, y)
            for x in range(plain.width())
            for y in range(plain.height())
            if plain.pixel(x, y) != arrowed.pixel(x, y)
        ]
        assert changed, "no arrow is drawn"
        ground = plain.pixelColor(heads.sectionViewportPosition(column) + 2, 4)
        assert all(plain.pixelColor(x, y) == ground for x, y in changed)


def test_bytes_are_left_out_where_there_is_no_room(panel: VocabularyPanel) -> None:
    heads = panel.findChild(QTableView).horizontalHeader()
    for width, hidden in ((776, False), (440, True), (776, False)):
        panel.resize(width, 600)
        assert heads.isSectionHidden(COLUMNS.index("bytes")) == hidden
        assert heads.length() <= width


def test_single_characters_are_not_called_merges(panel: VocabularyPanel) -> None:
    chip = panel.filters.chips["merge"]
    assert chip.text().startswith("Merges")
    panel.set_tokenizer(replace(info(len(MERGES), SPECIALS, handle=2), byte_level=False))
    assert chip.text().startswith("Longer")


def test_the_selected_token_stays_when_the_next_vocabulary_has_it(panel: VocabularyPanel) -> None:
    panel.show_token(AB)
    panel.set_tokenizer(info(len(MERGES), ("<|END|>",), handle=2))
    panel.listing.take(replace(listed(MERGES, ("<|END|>",)), handle=2))
    assert panel.table.current_id() == AB
    panel.set_tokenizer(info(0, handle=3))
    panel.listing.take(replace(listed([]), handle=3))
    assert panel.table.current_id() is None


def test_the_selected_token_is_told_by_its_bytes_where_its_id_is_anothers(
    panel: VocabularyPanel, qtbot: QtBot
) -> None:
    dossier = DossierPanel(panel.counting, panel.checks, panel.asks)
    qtbot.addWidget(dossier)
    panel.vocabulary_changed.connect(dossier.set_vocabulary)
    panel.token_selected.connect(dossier.show_token)
    dossier.set_vocabulary(panel.table.rows.vocabulary)
    panel.show_token(AB)
    moved = listed([(ord("s"), ord("t")), (ord("a"), ord("b")), (ord("c"), ord("d"))])
    panel.set_tokenizer(info(3, handle=2))
    panel.listing.take(replace(moved, handle=2))
    assert panel.table.current_id() == dossier._token_id == 257
    panel.set_tokenizer(info(len(MERGES), handle=3))
    panel.listing.take(replace(listed(MERGES), handle=3))
    assert panel.table.current_id() == dossier._token_id == AB


def test_the_dossier_leads_nowhere_by_ids_of_another_tokenizer(panel: VocabularyPanel, qtbot: QtBot) -> None:
    dossier = DossierPanel(panel.counting, panel.checks, panel.asks)
    qtbot.addWidget(dossier)
    dossier.resize(408, 600)
    dossier.show()
    dossier.set_vocabulary(panel.table.rows.vocabulary)
    dossier.show_token(AB)
    dossier.set_tokenizer(info(0, handle=2))
    button = next(b for b in dossier.findChildren(QAbstractButton) if b.text() == "·ab")
    with qtbot.assertNotEmitted(dossier.token_clicked):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not button.isVisible())
    dossier.set_vocabulary(Vocabulary(replace(listed(MERGES), handle=2)))
    assert dossier._token_id == AB
    assert dossier._pages.currentIndex() == 1


def test_return_goes_to_the_first_hit_and_selects_it(panel: VocabularyPanel, qtbot: QtBot) -> None:
    field = panel.findChild(QLineEdit)
    qtbot.keyClicks(field, "ab")
    with qtbot.waitSignal(panel.token_selected) as told:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told.args == [AB]


def test_a_token_asked_for_from_elsewhere_shows_though_filtered_out(
    panel: VocabularyPanel, qtbot: QtBot
) -> None:
    qtbot.keyClicks(panel.findChild(QLineEdit), "qqq")
    with qtbot.waitSignal(panel.token_selected) as told:
        panel.show_token(ABLIS)
    assert told.args == [ABLIS]
    assert len(shown(panel)) == 263


def test_a_token_asked_for_while_its_vocabulary_is_listed_is_not_sought_in_the_last_one(
    panel: VocabularyPanel, qtbot: QtBot
) -> None:
    told: list[int] = []
    panel.token_selected.connect(told.append)
    with qtbot.waitSignal(panel.asks.requested) as asked:
        panel.set_tokenizer(info(len(MERGES), SPECIALS, handle=2))
    panel.show_token(ABLIS)
    assert told == []
    panel.listing.take(replace(listed(MERGES, SPECIALS, asked.args[0].request_id), handle=2))
    assert told == [ABLIS]


def test_the_vocabulary_of_another_tokenizer_is_not_shown(panel: VocabularyPanel) -> None:
    panel.listing.take(replace(listed([]), handle=2))
    assert len(shown(panel)) == 263


def rows_in_sight(panel: VocabularyPanel) -> bool:
    return panel.findChild(QTableView).isVisible()


def words(panel: VocabularyPanel) -> str:
    return " ".join(label.text() for label in panel.findChildren(QLabel) if label.isVisible())


def test_rows_and_counts_of_another_tokenizer_are_not_in_sight_while_one_is_listed(
    panel: VocabularyPanel, qtbot: QtBot
) -> None:
    panel.show_token(AB)
    field = panel.findChild(QLineEdit)
    qtbot.keyClicks(field, "a")
    qtbot.mouseClick(chip(panel, "Merges"), Qt.MouseButton.LeftButton)
    told: list[int] = []
    panel.token_selected.connect(told.append)
    panel.set_tokenizer(info(len(MERGES), handle=2))
    assert not rows_in_sight(panel)
    assert "Listing the tokens…" in words(panel)
    assert " of " not in words(panel)
    assert [chip.text() for chip in panel.findChildren(Chip) if chip.isVisible()] == [
        "All", "Bytes", "Merges", "Special", "Partial UTF-8",
    ]  # fmt: skip
    qtbot.keyClicks(field, "b")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    panel.follow_token(ABLIS)
    assert not rows_in_sight(panel)
    assert told == []
    panel.listing.take(replace(listed(MERGES), handle=2))
    assert rows_in_sight(panel)
    assert shown(panel) == ["ab", "ablis", "·ab"]
    assert chip(panel, "Merges").text() == "Merges 6"
    assert panel.table.current_id() == ABLIS  # chosen elsewhere while the list was awaited


def test_a_token_chosen_elsewhere_is_followed_once_the_panel_is_seen(panel: VocabularyPanel) -> None:
    panel.hide()
    panel.follow_token(AB)
    panel.follow_token(ABLIS)
    assert panel.table.current_id() is None
    panel.show()
    assert panel.table.current_id() == ABLIS
    panel.show_token(AB)
    panel.hide()
    panel.show()
    assert panel.table.current_id() == AB  # it is followed once
    panel.hide()
    panel.follow_token(ABLIS)
    panel.filters.search.setText("qqqq")
    panel.show()
    assert panel.filters.search.text() == "qqqq"


def test_a_token_chosen_elsewhere_is_followed_once_its_list_has_come(panel: VocabularyPanel) -> None:
    panel.hide()
    panel.follow_token(AB)
    panel.set_tokenizer(info(len(MERGES), handle=2))
    panel.show()
    panel.listing.take(replace(listed(MERGES), handle=2))
    assert panel.table.current_id() is None  # it was the other tokenizer's
    panel.hide()
    panel.set_tokenizer(info(len(MERGES), handle=3))
    panel.follow_token(ABLIS)
    panel.show()
    panel.listing.take(replace(listed(MERGES), handle=3))
    assert panel.table.current_id() == ABLIS


@pytest.mark.parametrize("failed", [False, True])
def test_a_list_that_does_not_come_can_be_asked_for_again(
    panel: VocabularyPanel, qtbot: QtBot, failed: bool
) -> None:
    asked: list[ListVocab] = []
    panel.asks.requested.connect(lambda each: note(asked, each))
    panel.set_tokenizer(info(0, handle=2))
    assert "Listing the tokens…" in words(panel)
    panel.asks.tell(gone(asked[0].request_id) if failed else JobCancelled(asked[0].request_id))
    why = "The tokens could not be listed." if failed else "The listing was canceled."
    assert why in words(panel)
    assert not rows_in_sight(panel)
    again = next(b for b in panel.findChildren(QAbstractButton) if b.isVisible() and "List the" in b.text())
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    assert "Listing the tokens…" in words(panel)
    assert [request.handle for request in asked] == [2, 2]
    assert asked[0].request_id != asked[1].request_id
    panel.listing.take(replace(listed([], (), asked[1].request_id), handle=2))
    assert rows_in_sight(panel)
    assert len(shown(panel)) == 256


def test_the_vocabulary_of_a_closed_tokenizer_is_let_go(panel: VocabularyPanel) -> None:
    asked: list[ListVocab] = []
    panel.asks.requested.connect(lambda each: note(asked, each))
    panel.set_tokenizer(info(0, handle=2))
    panel.set_tokenizer(info(0, handle=3))
    panel.forget(1)
    panel.forget(2)
    panel.asks.tell(replace(listed([], (), asked[0].request_id), handle=2))  # was on its way already
    panel.asks.tell(replace(listed([], (), asked[1].request_id), handle=3))
    assert list(panel.listing.kept) == [3]


def gone(request_id: int) -> Failed:
    return Failed(request_id, "list", "out_of_memory", None, None, "", "", {}, "")


def test_a_token_asked_for_lists_anew_what_was_cancelled(panel: VocabularyPanel) -> None:
    asked: list[ListVocab] = []
    panel.asks.requested.connect(lambda each: note(asked, each))
    panel.set_tokenizer(info(len(MERGES), handle=2))
    panel.show_token(AB)
    assert len(asked) == 1  # it is on its way
    panel.asks.tell(JobCancelled(asked[0].request_id))
    panel.show_token(ABLIS)
    assert [request.handle for request in asked] == [2, 2]
    panel.listing.take(replace(listed(MERGES, (), asked[1].request_id), handle=2))
    assert panel.table.current_id() == ABLIS


def test_a_list_that_was_cancelled_out_of_sight_is_asked_for_as_its_tokenizer_comes_back(
    panel: VocabularyPanel, qtbot: QtBot
) -> None:
    asked: list[ListVocab] = []
    panel.asks.requested.connect(lambda each: note(asked, each))
    panel.set_tokenizer(info(0, handle=2))
    panel.set_tokenizer(info(len(MERGES), SPECIALS))
    panel.asks.tell(JobCancelled(asked[0].request_id))
    qtbot.waitUntil(lambda: rows_in_sight(panel), timeout=30_000)
    assert len(shown(panel)) == 263
    panel.set_tokenizer(info(0, handle=2))
    assert [request.handle for request in asked] == [2, 2]


def test_a_tokenizer_that_comes_back_while_it_is_listed_takes_the_first_answer(
    panel: VocabularyPanel,
) -> None:
    asked: list[ListVocab] = []
    panel.asks.requested.connect(lambda each: note(asked, each))
    panel.set_tokenizer(info(0, handle=2))
    panel.set_tokenizer(info(len(MERGES), SPECIALS))
    panel.set_tokenizer(info(0, handle=2))
    assert [request.handle for request in asked] == [2]
    panel.listing.take(replace(listed([], (), asked[0].request_id), handle=2))
    assert len(shown(panel)) == 256


def test_a_token_asked_for_is_not_sought_in_another_tokenizer(panel: VocabularyPanel, qtbot: QtBot) -> None:
    told: list[object] = []
    selected: list[int] = []
    panel.vocabulary_changed.connect(told.append)
    panel.token_selected.connect(selected.append)
    panel.set_tokenizer(info(len(MERGES), handle=2))
    panel.show_token(ABLIS)
    panel.set_tokenizer(info(len(MERGES), SPECIALS))
    qtbot.waitUntil(lambda: bool(told), timeout=30_000)
    assert selected == []
    assert panel.table.current_id() is None


def test_a_vocabulary_is_listed_once_however_often_its_tokenizer_comes_back(
    panel: VocabularyPanel, qtbot: QtBot
) -> None:
    asked, told = [], []
    panel.asks.requested.connect(lambda each: note(asked, each))
    panel.vocabulary_changed.connect(told.append)
    panel.set_tokenizer(info(0, handle=2))
    panel.set_tokenizer(info(len(MERGES), SPECIALS))
    panel.listing.take(replace(listed([], (), asked[0].request_id), handle=2))  # late: kept, not shown
    assert told == []
    qtbot.waitUntil(lambda: len(told) == 1, timeout=30_000)
    assert (told[0].handle, len(shown(panel))) == (1, 263)
    panel.set_tokenizer(info(0, handle=2))
    qtbot.waitUntil(lambda: len(told) == 2, timeout=30_000)
    assert (told[1].handle, len(shown(panel))) == (2, 256)
    assert [request.handle for request in asked] == [2]
    panel.set_tokenizer(info(len(MERGES), SPECIALS))
    panel.set_tokenizer(info(0, handle=3))
    assert [request.handle for request in asked] == [2, 3]
    qtbot.wait(20)
    assert len(told) == 2  # what was left again is not shown


def test_the_dossier_shows_what_is_built_and_leads_there(panel: VocabularyPanel, qtbot: QtBot) -> None:
    dossier = DossierPanel(panel.counting, panel.checks, panel.asks)
    qtbot.addWidget(dossier)
    dossier.resize(408, 600)
    dossier.show()
    dossier.set_vocabulary(panel.table.rows.vocabulary)
    dossier.show_token(AB)
    button = next(b for b in dossier.findChildren(QAbstractButton) if b.text() == "·ab")
    with qtbot.waitSignal(dossier.token_clicked) as told:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert told.args == [SPACE_AB]


def test_the_dossier_forgets_a_token_that_the_next_vocabulary_lacks(
    panel: VocabularyPanel, qtbot: QtBot
) -> None:
    dossier = DossierPanel(panel.counting, panel.checks, panel.asks)
    qtbot.addWidget(dossier)
    dossier.set_vocabulary(panel.table.rows.vocabulary)
    dossier.show_token(ABLIS)
    assert dossier._pages.currentIndex() == 1
    dossier.set_vocabulary(None)
    assert dossier._pages.currentIndex() == 0
