"""The Vocabulary panel and the dossier, by click and key."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QTableView
from pytestqt.qtbot import QtBot

from tests.vocabularies import AB, ABLIS, MERGES, SPACE_AB, info, listed
from workbench.panels.vocab.dossier import DossierPanel
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.widgets.controls import Chip

SPECIALS = ("<|end|>",)


@pytest.fixture
def panel(qtbot: QtBot) -> VocabularyPanel:
    panel = VocabularyPanel()
    qtbot.addWidget(panel)
    panel.resize(776, 500)
    panel.show()
    with qtbot.waitSignal(panel.list_requested) as asked:
        panel.set_tokenizer(info(len(MERGES), SPECIALS))
    panel.show_vocabulary(listed(MERGES, SPECIALS, asked.args[0].request_id))
    return panel


def shown(panel: VocabularyPanel) -> list[str]:
    table = panel.findChild(QTableView)
    model = table.model()
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def chip(panel: VocabularyPanel, text: str) -> Chip:
    return next(chip for chip in panel.findChildren(Chip) if chip.text().startswith(text))


def test_typing_narrows_and_marks_how_many(panel: VocabularyPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(panel.findChild(QLineEdit), "AB")
    assert shown(panel) == ["ab", "ablis", "·ab"]
    assert panel._count.text() == "3 of 263"


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
    panel._how.set_value("hex")
    qtbot.keyClicks(field, "E6 97")
    assert shown(panel) == ["⟨E6 97⟩"]
    qtbot.keyClicks(field, "0")  # half a byte more is no hex yet
    assert shown(panel) == []
    panel._how.set_value("id")
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


def test_an_answer_to_an_older_request_is_dropped(panel: VocabularyPanel) -> None:
    panel.show_vocabulary(replace(listed([]), request_id=-1))
    assert len(shown(panel)) == 263


def test_the_dossier_shows_what_is_built_and_leads_there(panel: VocabularyPanel, qtbot: QtBot) -> None:
    dossier = DossierPanel()
    qtbot.addWidget(dossier)
    dossier.resize(408, 600)
    dossier.show()
    dossier.set_vocabulary(panel._model.vocabulary)
    dossier.show_token(AB)
    button = next(b for b in dossier.findChildren(QAbstractButton) if b.text() == "·ab")
    with qtbot.waitSignal(dossier.token_clicked) as told:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert told.args == [SPACE_AB]


def test_the_dossier_forgets_a_token_that_the_next_vocabulary_lacks(
    panel: VocabularyPanel, qtbot: QtBot
) -> None:
    dossier = DossierPanel()
    qtbot.addWidget(dossier)
    dossier.set_vocabulary(panel._model.vocabulary)
    dossier.show_token(ABLIS)
    assert dossier._pages.currentIndex() == 1
    dossier.set_vocabulary(None)
    assert dossier._pages.currentIndex() == 0
