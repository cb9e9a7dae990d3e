"""Words are explained by the sentences of the manual, and lead there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap

from tests.fake_lanes import Asked
from workbench.panels.compare.pages.languages import LanguagesPage
from workbench.panels.compare.text.page import TextPage
from workbench.panels.training.more_options import MoreOptions
from workbench.widgets.labels import Label
from workbench.widgets.panel_parts import Figure
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.facts import TokenFacts
from workbench.widgets.words import WordLabel, sentences, word_signals

ROOT = Path(__file__).parents[2] / "workbench"


def test_every_word_has_one_sentence_without_marks() -> None:
    found = sentences()
    assert {"token", "merge", "rank", "bytes-per-token", "special-token", "3", "held-out-text"} <= set(found)
    assert found["merge"] == "One step of training: two tokens that often are neighbors become one new token."
    for sentence in found.values():
        assert len(sentence) < 200
        assert sentence[-1] in ".:"
        assert not set(sentence) & set("*`[]")


def test_every_word_has_one_sentence_in_chinese() -> None:
    found = sentences("zh_CN")
    assert list(found) == list(sentences("en"))
    assert found["merge"] == "训练的一步，把两个经常相邻的词元变成一个新词元。"
    for sentence in found.values():
        assert sentence.index("。") == len(sentence) - 1
        assert not set(sentence) & set("*`[]")


def test_the_words_that_panels_explain_are_in_the_manual() -> None:
    used = []
    for file in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"WordLabel", "Figure"}:
                where = node.args[1:2] if getattr(node.func, "id", "") == "WordLabel" else []
                where += [keyword.value for keyword in node.keywords if keyword.arg == "word"]
                used += [each.value for each in where if isinstance(each, ast.Constant)]
    assert len(used) >= 6
    assert set(used) <= set(sentences())


def test_a_word_says_its_sentence_and_a_click_asks_for_more(qtbot) -> None:
    label = WordLabel("Merges", "merge")
    qtbot.addWidget(label)
    label.show()
    assert sentences()["merge"] in label.toolTip()
    assert label.accessibleDescription() == label.toolTip()
    with qtbot.waitSignal(word_signals.asked, check_params_cb=lambda word: word == "merge"):
        qtbot.mouseClick(label, Qt.MouseButton.LeftButton)
    with qtbot.assertNotEmitted(word_signals.asked):
        qtbot.mouseClick(label, Qt.MouseButton.RightButton)
    with pytest.raises(KeyError):
        WordLabel("Merges", "no such word")


def test_hard_words_of_the_panels_are_explained(qtbot) -> None:
    document = Document(b"")
    facts = TokenFacts()
    facts._facts.set_facts([("Id", "7", False), ("Rank", "3 of 9", False)])
    parts = facts, MoreOptions(), TextPage(document, Asked()), LanguagesPage(document, Asked())
    explained = []
    for part in parts:
        qtbot.addWidget(part)
        explained += [(label.text(), label._word) for label in part.findChildren(WordLabel)]
    wanted = {"Rank": "rank", "Equal pairs": "tie", "×3: tokens of one character": "3", "Premium": "premium"}
    assert set(wanted.items()) <= set(explained)


def test_the_dotted_line_is_drawn_below_the_text(qtbot) -> None:
    plain, dotted = Label("tokens"), WordLabel("tokens", "token")
    pictures: list[QPixmap] = []
    for label in (plain, dotted):
        qtbot.addWidget(label)
        label.resize(80, 24)
        pictures.append(label.grab())
    assert pictures[0].toImage() != pictures[1].toImage()
    assert pictures[0].size() == pictures[1].size()


def test_a_click_opens_the_manual_at_the_word(qtbot) -> None:
    figure = Figure("bytes per token", word="bytes-per-token")
    qtbot.addWidget(figure)
    assert isinstance(figure._label, WordLabel)
