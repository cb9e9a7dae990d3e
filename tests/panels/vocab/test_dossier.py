"""The dossier: parts, levels, variants, health and uses of a token; and all findings of a vocabulary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.panels.vocab.answers import SPECIALS, N, counted, judged
from tests.vocabularies import AB, ABLIS, IS, LIS, MERGES, SPACE_AB, info, listed
from workbench.panels.vocab.dossier import DossierPanel
from workbench.panels.vocab.overview import Overview
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.judging import (
    MOST_USES,
    CountTokens,
    FindUses,
    GroupTokens,
    JudgeTokens,
    MatchTokens,
    TokensGrouped,
    TokensMatched,
    Use,
    UsesFound,
)
from workbench.worker.messages.requests import Failed, JobCancelled, JobProgress


@pytest.fixture
def dossier(qtbot: QtBot, panel: VocabularyPanel, asks: Asked) -> DossierPanel:
    dossier = DossierPanel(panel.counting, panel.checks, asks)
    qtbot.addWidget(dossier)
    dossier.resize(408, 1200)
    dossier.show()
    dossier.set_vocabulary(panel.table.vocabulary)
    panel.known_changed.connect(dossier.set_known)
    return dossier


def said(widget: QWidget) -> str:
    QApplication.processEvents()  # what is new in a layout is shown after the present event
    return " | ".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))


def tokens(widget: QWidget) -> list[str]:
    QApplication.processEvents()
    return [
        each.text()
        for each in widget.findChildren(QAbstractButton)
        if each.isVisibleTo(widget) and each.accessibleName().startswith("Token ")
    ]


def test_levels_of_what_is_built_and_ranks_of_the_parts(dossier: DossierPanel) -> None:
    dossier.show_token(IS)
    assert tokens(dossier._builds) == ["lis", "ablis"]
    assert "Level 2: 1 token" in said(dossier._builds)
    dossier.show_token(ABLIS)
    assert tokens(dossier._parts) == ["ab", "lis"]
    assert dossier._parts.facts() == "rank 2 + rank 1"


def test_parts_of_a_vocabulary_with_scores_have_these(dossier: DossierPanel, panel: VocabularyPanel) -> None:
    scores = -np.arange(N, dtype=np.float32)
    dossier.set_vocabulary(Vocabulary(replace(panel.table.vocabulary.listed, scores=scores)))
    dossier.show_token(ABLIS)
    assert dossier._parts.facts() == "score −258 + score −257"


def test_levels_hold_each_token_once() -> None:
    a = ord("a")
    vocabulary = Vocabulary(listed([(a, a), (256, a), (256, 257), (a, ord("b"))]))
    assert [rows.tolist() for rows in vocabulary.built_levels(a)] == [[256, 257, 259], [258]]
    assert list(vocabulary.built_levels(258)) == []


def test_variants_in_case_and_with_a_space() -> None:
    a, b, up = ord("a"), ord("b"), ord("A")
    vocabulary = Vocabulary(listed([(a, b), (up, b), (ord(" "), 256), (ord(" "), 257), (b, a)], ("AB",)))
    assert vocabulary.variants(256) == [258, 257, 259]
    assert vocabulary.variants(259) == [257, 256, 258]
    assert vocabulary.variants(0xE6) == []


def test_health_says_reason_and_witness(
    dossier: DossierPanel,
    panel: VocabularyPanel,
    asks: Asked,
    qtbot: QtBot,
) -> None:
    asks.tell(counted(asks.of(CountTokens)[0], ab=3))
    dossier.show_token(LIS)
    assert not dossier.health.isVisible()
    asks.tell(judged(asks.of(JudgeTokens)[0]))
    assert "over-long" in said(dossier.health)
    dossier.show_token(AB)
    assert f"reads like token {ABLIS}" in said(dossier.health)
    assert "3 times" in said(dossier)
    dossier.show_token(SPACE_AB)
    assert dossier.health.facts() == "no problem found"
    assert "Witness" in said(dossier.health)
    with qtbot.waitSignal(dossier.text_chosen) as chosen:
        qtbot.mouseClick(
            next(
                b
                for b in dossier.findChildren(QAbstractButton)
                if b.text() == "Show in Inspect" and b.isVisible()
            ),
            Qt.MouseButton.LeftButton,
        )
    assert chosen.args == [b" ab", 0]


def use(start: int) -> Use:
    return Use(b"before ", b"ab", b" after", start, start + 2)


def test_uses_are_asked_for_once_counted_and_lead_to_their_place(
    dossier: DossierPanel,
    asks: Asked,
    qtbot: QtBot,
) -> None:
    dossier.show_token(AB)
    assert not dossier.uses.isVisible()
    asks.tell(counted(asks.of(CountTokens)[0], ab=9))
    (request,) = asks.of(FindUses)
    assert (request.token_id, b"".join(request.text)) == (AB, b"ab ablis")
    asks.tell(UsesFound(request.request_id, 1, AB, tuple(use(at) for at in range(6))))
    assert dossier.uses.facts() == "1–6 of 9"
    with qtbot.waitSignal(dossier.place_chosen) as chosen:
        qtbot.mouseClick(dossier.uses.uses_list, Qt.MouseButton.LeftButton, pos=QPoint(50, 30))
    assert chosen.args == [1, 3]
    qtbot.mouseClick(dossier.uses.more, Qt.MouseButton.LeftButton)
    assert asks.of(FindUses)[1].most == MOST_USES
    dossier.show_token(IS)
    assert "It is not used there." in said(dossier.uses)
    assert len(asks.of(FindUses)) == 2


def test_a_long_search_shows_how_far_it_is_and_can_be_cancelled(
    dossier: DossierPanel, asks: Asked, qtbot: QtBot
) -> None:
    asks.tell(counted(asks.of(CountTokens)[0], ab=9))
    dossier.show_token(AB)
    (request,) = asks.of(FindUses)
    asks.tell(JobProgress(request.request_id, "token uses", "", 30, 100))
    assert "Searching: 30 %" in said(dossier.uses)
    assert dossier.uses.more.text() == "Cancel"
    qtbot.mouseClick(dossier.uses.more, Qt.MouseButton.LeftButton)
    assert request.request_id in asks.cancelled
    asks.tell(JobCancelled(request.request_id))
    assert "The search was canceled." in said(dossier.uses)
    qtbot.mouseClick(dossier.uses.more, Qt.MouseButton.LeftButton)
    asks.tell(UsesFound(asks.of(FindUses)[1].request_id, 1, AB, (use(0),)))
    assert dossier.uses.facts() == "1–1 of 9"


def test_a_pattern_is_matched_elsewhere_and_its_fault_said(
    panel: VocabularyPanel,
    asks: Asked,
    qtbot: QtBot,
) -> None:
    panel.filters.how.set_value("regex")
    panel.filters.search.setText("^ab")
    (request,) = asks.of(MatchTokens)
    assert panel.table.rows.rowCount() == 256 + len(MERGES) + 1  # until the answer comes
    rows = np.zeros(256 + len(MERGES) + 1, np.bool_)
    rows[[AB, ABLIS]] = True
    asks.tell(TokensMatched(request.request_id, 1, "^ab", rows))
    assert panel.table.shown_ids() == (AB, ABLIS)
    panel.filters.search.setText("^ab(")
    assert panel.table.shown_ids() == (AB, ABLIS)
    wrong = asks.of(MatchTokens)[1]
    asks.tell(Failed(wrong.request_id, "", "x", None, ("column", 4), "a bracket is missing", ""))
    assert "column 4: a bracket is missing." in said(panel.filters)
    panel.filters.search.setText("^ab")
    assert "bracket" not in said(panel.filters)


def grouped(request: Any) -> TokensGrouped:
    scripts = np.zeros(256 + len(MERGES) + 1, np.uint8)
    scripts[[AB, ABLIS, LIS]] = 1
    return TokensGrouped(request.request_id, 1, scripts, ("none", "Latin"))


def test_the_map_and_the_menus_filter_by_script_and_length(
    panel: VocabularyPanel,
    asks: Asked,
    qtbot: QtBot,
) -> None:
    assert not panel.filters.script.isVisible()
    asks.tell(grouped(asks.of(GroupTokens)[0]))
    panel.filters.script.menu.aboutToShow.emit()
    latin = next(e for e in panel.filters.script.menu.actions() if e.text().startswith("Latin"))
    assert latin.text() == "Latin  3"
    latin.trigger()
    assert panel.table.shown_ids() == (LIS, AB, ABLIS)
    panel.filters.clear()
    qtbot.mouseClick(panel.findings.show_all, Qt.MouseButton.LeftButton)
    cells = panel.overview.script_map
    assert cells.counts[1].tolist() == [0, 1, 1, 0, 1, 0, 0, 0, 0, 0]
    cells.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(cells, key)
    assert panel.table.isVisible()
    assert panel.table.shown_ids() == (AB,)
    assert panel.filters.script.text() == "Latin"


def test_all_findings_say_what_does_not_apply(panel: VocabularyPanel, asks: Asked) -> None:
    answer = counted(asks.of(CountTokens)[0], ab=3)
    asks.tell(replace(answer, labels={"unused": answer.labels["unused"]}))
    panel.set_tokenizer(replace(info(len(MERGES), SPECIALS), trace=False))
    panel._show_overview()
    overview: Overview = panel.overview
    assert overview.says("unused")[0] != "–"
    assert overview.says("residue") == ("–", "Does not apply: this tokenizer does not merge pairs.")
    assert overview.says("over-long") == ("–", "Not checked yet.")
    overview.label_chosen.emit("unused")
    assert panel.table.isVisible()
    assert panel.filters.chips["unused"].isChecked()
