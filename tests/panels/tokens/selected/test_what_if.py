"""What a word lacks to be one token, and asking from which size on it is one."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.fake_lanes import Asked
from workbench.engine.training.trainer import Progress
from workbench.panels.tokens.selected.what_if import WhatIfView
from workbench.worker.messages.explaining import Explained, NeededMerge, PassedToken, WhatIf
from workbench.worker.messages.requests import Failed, JobCancelled
from workbench.worker.messages.sizes import WordSized, WordSizeProgress

FOUND = WhatIf(
    4,
    b" unforgot",
    joins=(
        NeededMerge(b" un", b"for"),
        NeededMerge(b" unfor", b"g", 700),
        NeededMerge(b" unforg", b"ot", 701, True),
    ),
    passed=(PassedToken(900, b"forgot", 3, b"or"), PassedToken(901, b"nfor")),
    can_train=True,
)
EXPLAINED = Explained(1, 7, b" unforgot", 0, 9, False, (), what_if=FOUND)


@pytest.fixture
def view(qtbot):
    view = WhatIfView(asks := Asked(), lambda: ("/a.txt",))
    view.asks = asks
    qtbot.addWidget(view)
    view.resize(340, 300)
    view.show_explained(EXPLAINED)
    view.show()
    return view


def cells(view):
    model = view.table.model()
    return [(model.index(row, 0).data(), model.index(row, 1).data()) for row in range(model.rowCount())]


def test_it_says_what_was_passed_over_and_what_is_missing(view):
    assert view._sentence.text() == "There is no token “·unforgot”. It would take 2 more merges."
    assert cells(view) == [
        ("forgot", "id 900; round 3 made or"),
        ("nfor", "id 901; never made by merging"),
        ("·un + for", "no such token"),
        ("·unfor + g", "id 700; not made this way"),
        ("·unforg + ot", "id 701; this merge exists"),
    ]
    view.show_explained(dataclasses.replace(EXPLAINED, what_if=dataclasses.replace(FOUND, whole=950)))
    assert view._sentence.text() == "“·unforgot” is a token, id 950, but merging goes another way."
    view.grab()


def test_a_word_of_one_token_shows_nothing(view):
    view.show_explained(dataclasses.replace(EXPLAINED, what_if=WhatIf(1)))
    assert not view.isVisible()


def test_a_token_that_was_passed_over_leads_to_the_round(view):
    rounds = []
    view.round_chosen.connect(rounds.append)
    view.table.setFocus()
    view.table.selectRow(0)
    QTest.keyClick(view.table, Qt.Key.Key_Return)
    view.table.selectRow(1)
    QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert rounds == [2]


def asked(view):
    QTest.mouseClick(view.ask_button, Qt.MouseButton.LeftButton)
    request = view.asks.requests[-1]
    return request.request_id, request.handle, request.word


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            {"size": 1234, "reached": 1234, "occurrences": 3},
            "One token with a vocabulary of 1,234 or more, trained on this corpus. "
            "It occurs 3 times in the corpus.",
        ),
        (
            {"reached": 9000, "ended_by": "pairs", "counts": ((256, 9), (400, 2))},
            "Never one token: this corpus gives only 9,000 tokens, and the word stays 2 tokens. The "
            "word does not occur in the corpus.",
        ),
        (
            {"reached": 65536, "ended_by": "size", "counts": ((256, 9),), "occurrences": 1},
            "Not with a vocabulary of 65,536, where it is 9 tokens. It occurs 1 time in the corpus.",
        ),
    ],
)
def test_the_size_is_asked_for_and_told(view, answer, said):
    request_id, handle, word = asked(view)
    assert (handle, word) == (7, b" unforgot")
    assert view.asks.requests[-1].sources == ("/a.txt",)
    assert view._running.isVisible()
    assert not view.ask_button.isEnabled()
    assert view.focusWidget() is view.cancel_button
    view.asks.tell(WordSizeProgress(request_id, Progress("merging", 1, 4)))
    assert (view._progress.text(), view._bar.share()) == ("Merging", 0.25)
    view.asks.tell(WordSized(request_id, word, **answer))
    assert view._answer.text() == said
    assert not view._running.isVisible()
    assert view.ask_button.isEnabled()


def test_it_can_be_given_up_and_ends_where_it_fails(view):
    cancelled = view.asks.cancelled
    request_id, *_ = asked(view)
    QTest.mouseClick(view.cancel_button, Qt.MouseButton.LeftButton)
    assert cancelled == [request_id]
    view.asks.tell(JobCancelled(request_id))
    assert not view._running.isVisible()
    assert not view._answer.isVisible()
    again, _, _ = asked(view)
    view.asks.tell(Failed(again, "", "internal", None, None, "", "", {}, ""))
    assert not view._running.isVisible()


def test_another_word_gives_up_the_one_before(view):
    cancelled = view.asks.cancelled
    request_id, _, _ = asked(view)
    view.show_explained(dataclasses.replace(EXPLAINED, what_if=dataclasses.replace(FOUND, word=b" other")))
    assert cancelled == [request_id]
    assert not view._running.isVisible()
    view.asks.tell(WordSized(request_id, b" unforgot", 5))  # of the word before
    assert not view._answer.isVisible()


@pytest.mark.parametrize("rule", ["digits", "scripts", "length", "characters"])
def test_a_rule_by_which_it_is_never_one_token_is_told(view, rule):
    request_id, *_ = asked(view)
    view.asks.tell(WordSized(request_id, b" unforgot", ended_by=rule))
    assert view._answer.text().startswith("Never one token: ")
    assert view._answer.isVisible()
    assert "in the corpus" not in view._answer.text()


@pytest.mark.parametrize(
    "answer",
    [
        {"size": 1234, "reached": 1234, "occurrences": 3},
        {"size": 1234, "reached": 1234},
        {"reached": 9000, "ended_by": "pairs", "counts": ((256, 9), (400, 2))},
        {"ended_by": "characters"},
    ],
)
def test_a_training_on_the_sample_text_is_said_to_be_one(view, answer):
    said = []
    for on_sample in (False, True):
        request_id, _, word = asked(view)
        view.asks.tell(WordSized(request_id, word, on_sample=on_sample, **answer))
        said.append(view._answer.text())
    assert "corpus" in said[0]
    assert said[1] == said[0].replace("this corpus", "the sample text").replace(
        "the corpus", "the sample text"
    )


def test_where_no_training_splits_so_the_window_says_it(view):
    assert not view._never.isVisible()
    view.show_explained(dataclasses.replace(EXPLAINED, what_if=dataclasses.replace(FOUND, can_train=False)))
    assert view._never.isVisible()
    assert not view.ask_button.isVisible()
