"""Error bars and provenance in the Vocabulary panel and the dossier, for each tokenizer by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.panels.vocab.answers import SPECIALS, N, judged
from tests.vocabularies import AB, ABLIS, IS, MERGES, info, listed
from workbench.panels.vocab.dossier import DossierPanel
from workbench.panels.vocab.model import COLUMNS
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.worker.messages.judging import JudgeTokens, TokensJudged
from workbench.worker.messages.origins import ErrorBarsFound, FindErrorBars, FindOrigins, OriginsFound
from workbench.worker.messages.requests import Failed, JobCancelled, JobProgress
from workbench.worker.messages.tokenizers import ListVocab

SOURCES = ("/texts/law", "/texts/sea.txt")


def bars(request: Any, found: bool = True) -> ErrorBarsFound:
    survivals, margins = np.full(N, -1, np.int32), np.full(N, -1, np.int64)
    if found:
        survivals[256 : 256 + len(MERGES)], margins[256 : 256 + len(MERGES)] = 20, 5
        survivals[ABLIS], margins[ABLIS] = 3, 0
    return ErrorBarsFound(
        request.request_id, request.handle, found, survivals, margins,
        n_parts=20, from_halves=(1, 2), unit="document", n_units=40,
    )  # fmt: skip


def origins(request: Any, found: bool = True, changes: tuple[Any, ...] = ()) -> OriginsFound:
    documents, file, shares = np.full(N, -1, np.int64), np.full(N, -1, np.int32), np.zeros((N, 2))
    learned = slice(256, 256 + len(MERGES)) if found else slice(0, 0)
    documents[learned], file[learned], shares[learned] = 7, 0, (0.25, 0.75)
    documents[ABLIS], file[ABLIS], shares[ABLIS] = 1, 1, (0, 1)
    file_shares = np.where(np.arange(N) == ABLIS, 1.0, 0.5)
    return OriginsFound(
        request.request_id, request.handle, found, SOURCES if found else (), shares, documents,
        files=("/texts/law/1.txt", "/texts/sea.txt"), file=file, file_shares=file_shares, changes=changes,
    )  # fmt: skip


@pytest.fixture
def trained(panel: VocabularyPanel, asks: Asked) -> VocabularyPanel:
    """A tokenizer that was trained here, of which nothing was kept."""
    panel.set_tokenizer(replace(info(len(MERGES), SPECIALS, handle=3), trained=True))
    panel.listing.take(replace(listed(MERGES, SPECIALS, 99), handle=3))
    for kind, answer in ((FindErrorBars, bars), (FindOrigins, origins)):
        (request,) = asks.of(kind)
        assert request.only_kept
        asks.tell(answer(request, found=False))
    return panel


def said(widget: QWidget) -> str:
    QApplication.processEvents()  # what is new in a layout is shown after the present event
    return " ".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))


def click(bot: QtBot, within: QWidget, text: str) -> None:
    QApplication.processEvents()
    button = next(b for b in within.findChildren(QAbstractButton) if b.isVisible() and b.text() == text)
    bot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_nothing_is_asked_or_offered_of_one_that_was_not_trained_here(
    panel: VocabularyPanel, asks: Asked
) -> None:
    panel.show_training()
    assert not asks.of(FindErrorBars) + asks.of(FindOrigins)
    assert panel.overview.script_map.isVisible()
    assert not panel.overview.bars.isVisible()
    assert not panel.overview.origins.isVisible()


def test_error_bars_are_found_shown_sorted_by_and_copied(
    trained: VocabularyPanel, asks: Asked, qtbot: QtBot
) -> None:
    trained.table.set_columns(COLUMNS)
    assert trained.table.isColumnHidden(COLUMNS.index("survival"))
    trained.show_training()
    section = trained.overview.bars
    assert section.line.begin.hasFocus() or not trained.isActiveWindow()
    click(qtbot, section, "Find error bars")
    request = asks.of(FindErrorBars)[1]
    assert not request.only_kept
    assert section.line.says() == "Waiting for its turn…"
    asks.tell(JobProgress(request.request_id, "error bars", "Test", 40, 100))
    assert section.line.says() == "Training again: 40 %"
    asks.tell(bars(request))
    assert not section.line.isVisible()
    assert "40 documents" in section.text()
    assert "In all of them: 5 of 6 tokens. In less than half: 1." in section.text()
    assert "decided 1 merge:" in section.text()
    assert "25.0 % other tokens" in section.text()
    assert section.plots["survival"].isVisible()
    section.kind.set_value("margin")
    assert section.plots["margin"].isVisible()
    assert not section.plots["survival"].isVisible()
    trained.filters.clear()
    trained.table.set_columns(("survival", "margin"))
    assert not trained.table.isColumnHidden(COLUMNS.index("survival"))
    trained.table.sortByColumn(COLUMNS.index("survival"), Qt.SortOrder.DescendingOrder)
    assert trained.table.shown_ids()[len(MERGES) - 1] == ABLIS
    trained.table.selectRow(len(MERGES) - 1)
    trained.table.copy_rows()
    assert QGuiApplication.clipboard().text().splitlines()[1].split("\t")[-2:] == ["3", "0"]
    index = trained.table.rows.index(len(MERGES) - 1, COLUMNS.index("survival"))
    assert index.data() == "3 of 20"


def test_why_there_are_none_is_said_with_what_to_do(
    trained: VocabularyPanel, asks: Asked, qtbot: QtBot
) -> None:
    trained.show_training()
    click(qtbot, trained.overview.bars, "Find error bars")
    request = asks.of(FindErrorBars)[1]
    facts = {"difference": "more.txt is missing"}
    asks.tell(
        Failed(request.request_id, "", "repeat_other_corpus", None, None,
               "not its text: {difference}", "Restore it.", facts)
    )  # fmt: skip
    assert request.request_id in asks.silent
    assert trained.overview.bars.line.says() == "Not its text: more.txt is missing. Restore it."
    click(qtbot, trained.overview.bars, "Try again")
    click(qtbot, trained.overview.bars, "Cancel")
    assert asks.cancelled[-1] == asks.of(FindErrorBars)[2].request_id
    asks.tell(JobCancelled(asks.cancelled[-1]))
    assert trained.overview.bars.line.says() == "It was canceled."


def test_the_dossier_says_how_sure_a_token_is_and_where_it_came_from(
    trained: VocabularyPanel, asks: Asked, qtbot: QtBot
) -> None:
    dossier = DossierPanel(trained.counting, trained.checks, asks)
    qtbot.addWidget(dossier)
    dossier.show()
    trained.known_changed.connect(dossier.set_known)
    dossier.set_vocabulary(trained.table.vocabulary)
    dossier.show_token(97)
    assert not dossier.training.isVisible()  # a byte is not learned
    dossier.show_token(ABLIS)
    click(qtbot, dossier.training, "Find error bars")
    click(qtbot, dossier.training, "Find where it came from")
    asks.tell(bars(asks.of(FindErrorBars)[1]))
    asks.tell(origins(asks.of(FindOrigins)[1]))
    text = said(dossier.training)
    assert "in 3 of 20 trainings" in text
    assert "the tie rule decided" in text
    assert "100 %  sea.txt" in text
    assert "only in sea.txt" in text
    dossier.show_token(IS)
    text = said(dossier.training)
    assert "5 times more than the next best pair" in text
    assert text.index("75 %  sea.txt") < text.index("25 %  law")
    assert "50 % in 1.txt" in text


def test_a_source_is_left_out_and_its_tokens_go_and_come(
    trained: VocabularyPanel, asks: Asked, qtbot: QtBot
) -> None:
    trained.show_training()
    section = trained.overview.origins
    click(qtbot, section, "Find where the tokens came from")
    asks.tell(origins(asks.of(FindOrigins)[1]))
    assert "decided 6 tokens, 1 of them alone" in said(section)
    links = [b for b in section.findChildren(QAbstractButton) if b.isVisible()]
    assert [link.text() for link in links] == ["Leave it out…", "Leave it out…"]
    qtbot.mouseClick(links[1], Qt.MouseButton.LeftButton)
    request = asks.of(FindOrigins)[2]
    assert (request.without, request.only_kept) == ((SOURCES[1],), False)
    asks.tell(origins(request, changes=((SOURCES[1], (b"ablis", b"lis"), (b"xy",)),)))
    assert trained.without.isVisible()
    assert (trained.without.gone.title(), trained.without.come.title()) == ("2 tokens lost", "1 token gained")
    trained.without.come.copy()
    assert QGuiApplication.clipboard().text() == "xy"
    click(qtbot, trained.without, "Back to the findings")
    click(qtbot, section, "Without it: −2 +1")
    assert len(asks.of(FindOrigins)) == 3
    view = trained.without.gone.view
    view.setCurrentIndex(view.model().index(0, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert trained.table.isVisible()
    assert trained.table.current_id() == ABLIS


def test_a_check_goes_on_while_another_tokenizer_is_looked_at(panel: VocabularyPanel, asks: Asked) -> None:
    panel.counting.set_scope("none")
    asks.tell(TokensJudged(asks.of(JudgeTokens)[0].request_id, 1, False, {}, {}))
    panel.findings.check.click()
    checking = asks.of(JudgeTokens)[1]
    panel.set_tokenizer(info(len(MERGES), SPECIALS, handle=2))
    panel.listing.take(replace(listed(MERGES, SPECIALS, 98), handle=2))
    assert checking.request_id not in asks.cancelled
    asks.tell(TokensJudged(asks.of(JudgeTokens)[2].request_id, 2, False, {}, {}))
    assert panel.table.rows.known.judged is None
    panel.findings.check.click()  # waits for its turn
    assert "waiting" in panel.findings.facts()
    asks.tell(judged(checking))
    assert panel.table.rows.known.judged is None  # of the other one
    panel.set_tokenizer(info(len(MERGES), SPECIALS, handle=1))
    panel.listing._show_next()
    assert panel.table.rows.known.judged is not None
    assert panel.table.rows.known.of_row(AB) == ["near-twin"]
    panel.forget(2)
    assert asks.cancelled[-1] == asks.of(JudgeTokens)[3].request_id


def test_nothing_more_is_asked_of_a_tokenizer_that_was_closed(panel: VocabularyPanel, asks: Asked) -> None:
    check, before = panel.health, len(asks.requests)
    panel.forget(1)
    check.check()  # before the next vocabulary is listed
    assert len(asks.requests) == before
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    check.check()
    assert len(asks.requests) == before


def test_a_tokenizer_that_is_taken_back_is_checked_again(panel: VocabularyPanel, asks: Asked) -> None:
    check = panel.health
    panel.forget(1)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    panel.set_tokenizer(info(len(MERGES), SPECIALS))
    panel.listing.take(listed(MERGES, SPECIALS, asks.of(ListVocab)[-1].request_id))
    check.check()
    asks.tell(judged(asks.of(JudgeTokens)[-1]))
    assert panel.table.rows.known.judged is not None
