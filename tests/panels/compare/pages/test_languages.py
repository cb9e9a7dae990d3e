"""Languages: how far it is, cancel, the language of reference, what comes back, the report."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from tests.panels.compare.pages.test_pages import folder, page
from tests.panels.compare_bench import TOKENIZERS
from tests.worker.stepping import messages
from workbench.widgets.look import theme
from workbench.worker.jobs.starting import start
from workbench.worker.messages.comparing import Compare, MeasuredRow
from workbench.worker.messages.requests import JobCancelled, JobProgress

TEXTS = {"eng": "the ab\nthe\n", "rus": "да нет\nда\n", "deu": "der ab\ndas\n"}


@pytest.fixture
def languages(bench, tmp_path):
    shown = bench.panel.views.languages
    shown.folder = folder(tmp_path, **TEXTS)
    return shown


def premiums(shown, place: int = 0) -> dict[str, float]:
    return {name: costs[place].cost.premium for name, costs in shown.dots._rows}


def test_progress_ends_at_the_size_of_the_texts(bench, languages, qtbot):
    bench.show("one", "two")
    bench.panel.views.show_page("languages")
    qtbot.waitUntil(languages.busy.isVisible)
    assert not languages.reference.isVisible()
    request = bench.asked.of(Compare)[-1]
    told = [m for m in messages(start(bench.store, request)) if isinstance(m, JobProgress)]
    size = sum(len(text.encode()) for text in TEXTS.values())
    assert [each.total for each in told] == [size] * len(told)
    bench.asked.tell(told[0])
    assert 0 < languages.busy.bar.share() < 1
    bench.answer()
    assert not languages.busy.isVisible()
    assert languages.reference.isVisible()


def test_cancel_keeps_the_languages_that_are_done(bench, languages, qtbot):
    bench.show("one", "two")
    bench.panel.views.show_page("languages")
    request = bench.asked.of(Compare)[-1]
    bench.met.add(request.request_id)
    rows = [m for m in messages(start(bench.store, request)) if isinstance(m, MeasuredRow)]
    for row in rows[:5]:  # deu and eng, and half of rus
        bench.asked.tell(row)
    qtbot.waitUntil(languages.busy.isVisible)
    qtbot.mouseClick(languages.busy.stop, Qt.MouseButton.LeftButton)
    assert request.request_id in bench.asked.cancelled
    bench.asked.tell(JobCancelled(request.request_id))
    assert sorted(languages.dots.languages) == ["deu", "eng"]
    assert premiums(languages)["eng"] == 1
    assert languages.summary.text() == "Canceled. These are done, compared with eng."
    assert not bench.panel.saving.button.isEnabled()
    bench.panel.grab()
    qtbot.mouseClick(languages.again, Qt.MouseButton.LeftButton)
    bench.answer()
    assert len(languages.dots.languages) == 3
    assert not languages.again.isVisible()


def test_heads_and_the_reference_are_whole_at_a_larger_size(bench, languages, qapp):
    page(bench, "languages")
    dots = languages.dots
    theme.set_size(qapp, 150)
    try:
        dots.show_languages(languages.answer.languages, "eng_Latn")
        heads = QFontMetrics(theme.interface_font("plot"))
        assert all(heads.horizontalAdvance(head) < dots._figure_width() for head in dots._heads())
        name = QFontMetrics(theme.interface_font("title")).horizontalAdvance("eng_Latn")
        assert name < dots._name_width()
        bench.panel.grab()
    finally:
        theme.set_size(qapp, 100)


def test_a_language_that_cannot_be_read_is_a_row_that_says_so(bench, languages, tmp_path):
    (tmp_path / "fra.txt").write_bytes(b"le\xff\nla\n")
    languages.folder = str(tmp_path)
    page(bench, "languages")
    assert languages.dots.languages[-1] == "fra"
    assert "fra: the text is not UTF-8" in languages.dots.accessibleDescription()
    y = 26 + 22 * 3 + 10  # in its row, below the head and three others
    assert "fra\nthe text is not UTF-8" in languages.dots.tip_at(y)
    assert "fra" not in languages.legend.accessibleDescription()
    bench.panel.grab()


def test_cancelled_before_anything_is_done_says_so(bench, languages):
    bench.show("one", "two")
    bench.panel.views.show_page("languages")
    request = bench.asked.of(Compare)[-1]
    bench.met.add(request.request_id)
    bench.asked.tell(JobCancelled(request.request_id))
    assert languages._state._sentence.text() == "Nothing was changed."
    assert languages._again.isVisible()


def test_another_language_of_reference(bench, languages):
    page(bench, "languages")
    before = premiums(languages)
    assert languages.reference.text() == "Compared with eng"
    languages.reference.menu.aboutToShow.emit()
    assert [each.text() for each in languages.reference.menu.actions()][1:] == ["deu", "eng", "rus"]
    languages.reference.menu.actions()[3].trigger()
    bench.answer()
    assert languages.reference.text() == "Compared with rus"
    after = premiums(languages)
    assert after["rus"] == 1
    assert after["eng"] == pytest.approx(1 / before["rus"])
    kept = bench.panel.kept()
    assert kept["language"] == "rus"
    languages.set_language("")
    bench.panel.restore(kept)
    assert languages.language == "rus"
    bench.panel.restore({**kept, "language": 3})
    assert languages.language == ""


def test_a_language_that_is_gone_is_told_and_another_chosen(bench, languages):
    languages.language = "fra"
    page(bench, "languages")
    assert "“fra” is not among the languages" in languages._state._sentence.text()
    assert languages.reference.isVisible()
    languages.reference.menu.aboutToShow.emit()
    languages.reference.menu.actions()[0].trigger()
    bench.answer()
    assert languages.reference.text() == "Compared with eng"


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"eng": "a\nb\n", "deu": "a\n"}, "line"),
        ({"eng": "a\n"}, "holds 1 file named after a language"),
        ({}, "holds 0 files named after a language"),
    ],
)
def test_what_is_no_folder_of_languages_is_refused_with_the_reason(bench, tmp_path, texts, said):
    shown = bench.panel.views.languages
    shown.folder = folder(tmp_path, **texts)
    page(bench, "languages")
    sentence = shown._state._sentence.text()
    assert said in sentence
    assert ". " in sentence  # what to do follows
    assert not shown.busy.isVisible()
    assert not shown.reference.isVisible()  # there is no language to choose from


def test_empty_languages_and_no_utf_8_are_told(bench, tmp_path):
    shown = bench.panel.views.languages
    shown.folder = folder(tmp_path, eng="", deu="")
    page(bench, "languages")
    assert "no text" in shown._state._sentence.text()
    (tmp_path / "deu.txt").write_bytes(b"\xff")
    (tmp_path / "eng.txt").write_bytes(b"a")
    shown._ask_again()
    bench.answer()
    assert "deu.txt: the text is not UTF-8" in shown._state._sentence.text()


def test_the_report_is_of_the_languages_while_they_are_in_sight(bench, languages, tmp_path):
    page(bench, "languages")
    saving = bench.panel.saving
    assert saving.button.isEnabled()
    saving.save(str(tmp_path / "found.json"), "json")
    bench.answer()
    found = json.loads((tmp_path / "found.json").read_text())
    assert {row["language"] for row in found["languages"]} == set(TEXTS)
    bench.panel.views.show_page("text")
    saving.save(str(tmp_path / "text.json"), "json")
    bench.answer()
    assert json.loads((tmp_path / "text.json").read_text())["languages"] == []


@pytest.mark.parametrize("left", [("one",), ("one", "lower")])
def test_an_answer_for_other_tokenizers_is_not_shown(bench, languages, left):
    bench.show("one", "two")
    views = bench.panel.views
    views.show_page("languages")
    views.show_page("text")
    assert not languages.is_answered
    bench.show(*left)
    bench.answer()
    assert not languages.is_answered
    bench.show("one", "lower")
    views.show_page("languages")
    bench.answer()
    assert languages.is_answered
    assert languages.legend.texts()[1].startswith("B lower")


def test_the_legend_of_ten_leaves_the_languages_their_room(bench, languages):
    for number in range(10):
        bench.add(f"t{number}", TOKENIZERS["one"])
    for n, is_whole in ((10, False), (2, True)):
        bench.show(*[f"t{number}" for number in range(n)])
        bench.panel.views.show_page("languages")
        bench.answer()
        assert [text.endswith("pay most") for text in languages.legend.texts()] == [is_whole] * n


def test_the_tab_key_comes_to_the_head_of_a_page_first(bench, languages):
    chain = [bench.panel.views.save]
    while (part := chain[-1].nextInFocusChain()) is not chain[0]:
        chain.append(part)
    parts = (languages.again, languages.reference, languages.choose, languages.busy.stop, languages._again)
    places = [chain.index(part) for part in parts]
    assert places == sorted(places)
