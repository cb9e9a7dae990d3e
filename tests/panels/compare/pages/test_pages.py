"""The pages beside the aligned text: causes, same or not, languages, curves, overlap, drift; the report."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QAbstractButton

from tests.panels.compare_bench import TOKENIZERS
from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.drift import LONGEST
from workbench.engine.judging.languages import gini
from workbench.engine.judging.overlap import NO_RANK
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import UnknownSplit, published
from workbench.formats.format import Notice
from workbench.panels.compare import colors
from workbench.panels.compare.pages.legend import paint_dot
from workbench.panels.compare.pages.numbers import SIDE, NumberMaps
from workbench.panels.compare.pages.overlap import _holding
from workbench.panels.compare.text.words import _short
from workbench.widgets.look import theme
from workbench.worker.messages.comparing import AskSame, Compare, FindCauses
from workbench.worker.messages.requests import JobCancelled, JobProgress
from workbench.worker.messages.sizes import CountSizes


def page(bench, name: str, *tokenizers: str):
    """Bring a page into sight, and have what it asks answered."""
    bench.show(*(tokenizers or ("one", "two")))
    bench.panel.views.show_page(name)
    bench.answer()
    shown = bench.panel.views.page(name)
    bench.panel.grab()
    return shown


def rows(table) -> list[list[str]]:
    model = table.model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_causes_add_up_and_lead_to_their_places(bench, qtbot):
    shown = page(bench, "causes")
    found = rows(shown.table)
    saved = sum(int(row[3].replace("+", "").replace("−", "-")) for row in found)
    answer = bench.panel.text.aligning.answer
    assert saved == len(answer.rows[0].ids) - len(answer.rows[1].ids)
    assert shown.summary.text().startswith("B costs 1 token more than A")
    index = shown.table.model().index(0, 0)
    shown._go(index)
    assert bench.panel.views.value() == "text"
    first = bench.panel.text.view.chosen
    assert list(first) in answer.differences.spans.tolist()
    shown._go(index)
    assert bench.panel.text.view.chosen is not None


def test_a_place_inside_tokens_is_shown_with_all_of_them(bench):
    bench.show("one", "two")
    bench.panel.views.show_place((1, 2))  # before it is known how the text is cut
    view = bench.panel.text.view
    assert view.chosen == (1, 2)
    bench.answer()
    assert view.chosen == (0, 3)
    assert "A one: 1 token: 257\nB two: 2 tokens: 116 256" in bench.panel.text._chosen.text()
    for inside, whole in (((10, 11), (9, 11)), ((5, 6), (4, 6))):  # where both cut alike, and where not
        bench.panel.views.show_place(inside)
        assert view.chosen == whole
        assert "0 tokens" not in bench.panel.text._chosen.text()


def test_two_that_are_proved_the_same_and_two_that_are_parted(bench):
    again = Tokenizer(RankMergedBpe.from_merges([(116, 104), (256, 101), (32, 257), (49, 50), (97, 98)]),
                      published("gpt2"))  # fmt: skip
    bench.add("again", again)
    assert page(bench, "same", "one", "again").summary.text() == "The same: proved for every text."
    shown = page(bench, "same", "one", "two")
    assert shown.summary.text() == "Different."
    assert "merges" in shown._said.text()
    assert shown._parting.text().startswith("Text: ")
    assert shown._parting.text().count("\n") >= 2


def test_it_is_said_that_a_file_of_the_two_may_be_damaged(bench):
    lost = Notice("notice_gpt2_unmade", {"count": 2, "token": "th"})
    opened = api.Opened(TOKENIZERS["two"], "/a/merges.txt", "gpt2", (lost, Notice("notice_crlf")))
    bench.open["cut"] = bench.store.add(opened, "cut")
    said = page(bench, "same", "one", "cut")._said.text()
    assert said.endswith("merges.txt: no text produces 2 tokens without a merge, such as “th”.")


def test_a_pair_is_chosen_among_many(bench):
    shown = page(bench, "same", "one", "two", "lower")
    assert shown._choice.isVisible()
    shown._choice.menu.aboutToShow.emit()
    shown._choice.menu.actions()[1].trigger()
    assert bench.asked.of(AskSame)[-1].handles == (bench.open["one"].handle, bench.open["lower"].handle)
    bench.answer()
    assert "normalizer" in shown._said.text()
    bench.show("one", "two")
    bench.answer()
    assert not shown._choice.isVisible()
    assert shown.pair[1] == bench.open["two"].handle


def folder(path: Path, **texts: str) -> str:
    for name, text in texts.items():
        (path / f"{name}.txt").write_text(text, encoding="utf-8")
    return str(path)


def test_languages_stand_by_premium_in_two_factors(bench, tmp_path):
    shown = bench.panel.views.languages
    shown.folder = folder(tmp_path, eng="the ab\nthe\n", rus="да нет\nда\n", deu="der ab\ndas\n")
    page(bench, "languages")
    assert shown.dots.languages[0] == "rus"
    answer = bench.asked.of(Compare)[-1]
    assert answer.languages == shown.folder
    tip = shown.dots.tip_at(30)
    assert tip.startswith("rus")
    assert "premium" in tip
    costs = dict(shown.dots._rows)
    tokens = [costs[name][0].n_tokens for name in ("deu", "eng", "rus")]
    assert shown.legend.texts()[0].startswith(f"A one: Gini {gini(tokens):.4f}; rus")
    bench.panel.resize(560, 340)  # as in a window of 960×540
    bench.panel.grab()
    assert shown.legend.texts()[0] == f"A one: Gini {gini(tokens):.4f}"
    bench.panel.resize(900, 700)
    bench.panel.grab()
    assert "pay most" in shown.legend.texts()[0]
    cost = costs["rus"][0].cost
    assert cost.premium == pytest.approx(cost.byte_factor * cost.vocabulary_factor)


def test_a_language_that_cannot_be_encoded_counts_no_tokens(bench, tmp_path):
    bench.open["lost"] = bench.store.add(
        api.Opened(Tokenizer(TOKENIZERS["two"].model, UnknownSplit("/a/lost.tiktoken"))), "lost"
    )
    shown = bench.panel.views.languages
    shown.folder = folder(tmp_path, eng="the ab\n", deu="der ab\n")
    page(bench, "languages", "one", "lost")
    assert shown.dots.tip_at(30).splitlines()[-1] == "B: cannot encode it"


def test_languages_with_other_lines_are_refused_with_the_reason(bench, tmp_path):
    shown = bench.panel.views.languages
    shown.folder = folder(tmp_path, eng="a\nb\n", deu="a\n")
    page(bench, "languages")
    assert "line" in shown._state._sentence.text()
    shown.set_folder("")
    assert "Choose a folder" in shown._state._sentence.text()


def test_curves_are_those_of_the_counts(bench):
    shown = page(bench, "curves")
    _ranks, y = shown._line("ranks", 0)
    assert y.sum() == 12
    assert (np.diff(y) <= 0).all()
    assert shown._line("coverage", 1)[1][-1] == 100
    lengths, shares = shown._line("lengths", 0)
    assert (lengths * shares).sum() / 100 == pytest.approx(20 / 12)
    shown.kind.set_value("sizes")
    bench.answer()
    sizes, compression = shown._line("sizes", 0)
    assert sizes[0] == 256
    assert compression[0] == 1
    assert compression[-1] == pytest.approx(20 / 12)
    assert [("bytes per token at 261" in text, "at 260" in text) for text in shown.legend.texts()] == [
        (True, False), (False, True),
    ]  # fmt: skip


def test_every_tokenizer_has_a_line_of_its_own_look(bench):
    shown = page(bench, "curves", "one", "two", "lower")
    assert shown.legend.texts()[0] == "A one: 9 tokens occur"
    assert [text[:2] for text in shown.legend.texts()] == ["A ", "B ", "C "]
    plot = shown.plots["ranks"]
    lines = plot._others
    assert [line.text for line in lines] == ["A", "B", "C"]
    assert len({(line.ink, *line.dashes) for line in lines}) == 3
    assert plot.summary == "; ".join(shown.legend.texts())
    bench.show("one", "two")
    bench.answer()
    assert len(shown.legend.texts()) == 2


def test_thirty_lines_differ_in_color_or_dashes():
    assert len({(colors.number(place), colors.dashes(place)) for place in range(30)}) == 30


def test_a_tokenizer_that_cannot_be_cut_says_so_and_the_others_have_lines(bench):
    bench.open["two"] = replace(bench.open["two"], merge_order=False)
    shown = page(bench, "curves", "one", "two")
    shown.kind.set_value("sizes")
    assert shown.legend.texts()[0].endswith("not known yet")
    bench.answer()
    assert shown.legend.texts()[1].endswith("cannot be cut to a size")
    assert [line.text for line in shown.plots["sizes"]._others] == ["A"]


def test_numbers_have_a_map_for_each_tokenizer(bench, qtbot):
    shown = page(bench, "curves", "one", "two")
    shown.kind.set_value("numbers")
    bench.answer()
    maps = shown.numbers.maps
    assert shown.numbers.summary.text() == "Numbers from 0 to 9,999 that are one token: A 11, B 10"
    assert not shown.legend.isVisible()
    place = maps.place_of(1)
    size = place.width() / SIDE
    at = place.topLeft() + QPointF(12.5 * size, 0.5 * size)
    assert maps.number_at(at) == 12
    qtbot.mouseMove(maps, at.toPoint())
    assert maps.said.text() == "12: A 1 token, B 2 tokens"
    maps.setFocus()
    qtbot.keyClick(maps, Qt.Key.Key_Down)
    assert maps.said.text() == "112: A 2 tokens, B 3 tokens"
    qtbot.keyClick(maps, Qt.Key.Key_Home)
    qtbot.keyClick(maps, Qt.Key.Key_Left)
    assert maps.number == 0
    image, now = maps.grab().toImage(), theme.current_theme()
    inside = [maps.place_of(map_).topLeft() + QPointF(12.5 * size, 0.5 * size) for map_ in (0, 1)]
    assert [image.pixelColor(point.toPoint()) for point in inside] == [now.bins[0], now.bins[1]]


def test_a_number_without_tokens_says_so(bench):
    maps = NumberMaps()
    counts = np.ones(SIDE * SIDE, np.uint8)
    counts[9:] = 0
    maps.show_counts([counts, np.full(SIDE * SIDE, 9, np.uint8)], ["one", "two"])
    assert maps.sentence(8) == "8: A 1 token, B 9 tokens"
    assert maps.sentence(9) == "9: A has no token for it, B 9 tokens"
    for size in ((220, 180), (700, 390), (400, 900), (100, 60)):
        maps.resize(*size)
        maps.grab()
        places = [maps.place_of(number) for number in (0, 1)]
        assert not places[0].intersects(places[1])
        assert maps.number_at(places[1].bottomRight() - QPointF(0.1, 0.1)) == SIDE * SIDE - 1
        if size[1] > 100:
            assert all(maps.rect().toRectF().contains(place) for place in places)


def test_overlap_lists_what_is_shared_and_what_is_not(bench, qtbot):
    shown = page(bench, "overlap")
    assert shown.summary.text() == "257 shared, 4 only in A, 3 only in B. Jaccard 0.973."
    shown.lists.set_value("one")
    assert [row[0] for row in rows(shown.table)] == ["th", "the", "·the", "12"]
    shown.lists.set_value("other")
    qtbot.keyClicks(shown.search, "e")
    assert [row[0] for row in rows(shown.table)] == ["he"]
    shown.lists.set_value("shared")
    assert [row[:3] for row in rows(shown.table)] == [["e", "101", "101"]]


def test_ranks_of_shared_tokens_are_a_plot(bench):
    shown = page(bench, "overlap")
    shown.lists.set_value("ranks")
    assert shown.ranks.isVisible()
    assert not shown.search.isEnabled()
    found = shown._answer.overlap
    assert len(found.ranked)
    assert found.ranked.tolist() == found.ranks[(found.ranks != NO_RANK).all(axis=1)].tolist()
    assert np.allclose(10**shown.ranks._places, found.ranked + 1)
    assert shown.ranks.summary.startswith("rank in A → rank in B")
    shown.lists.set_value("shared")
    assert shown.table.isVisible()


def test_one_that_is_the_other_and_more_is_said_so(bench):
    more = RankMergedBpe.from_merges([(116, 104), (256, 101), (32, 257), (49, 50), (97, 98), (260, 97)])
    bench.add("more", Tokenizer(more, published("gpt2")))
    shown = page(bench, "overlap", "one", "more")
    assert shown.summary.text().endswith("B is A and 1 merge more.")


@pytest.mark.parametrize("needle", [b"a", b"ab", b"ba", b"x", b"abc"])
def test_a_token_is_found_by_its_bytes_alone(needle):
    tokens = [b"ab", b"a", b"b", b"xabx", b"", b"ba", b"cab"]
    ends = np.cumsum([len(token) for token in tokens])
    found = _holding(b"".join(tokens), ends, needle).tolist()
    assert found == [at for at, token in enumerate(tokens) if needle in token]


def test_drift_tells_cuts_and_words(bench):
    bench.document.set_bytes(b"the the  ab\nab the")
    bench.panel.renew_text()
    shown = page(bench, "drift", "one", "two")
    found = rows(shown.table)
    assert [row[0] for row in found] == ["A one", "B two"]
    assert [row[1] for row in found] == ["yes", "yes"]
    assert all("(" in row[2] for row in found)
    for column in (2, 3):
        shown._go(shown.table.model().index(0, column))


def test_long_names_are_cut_in_the_middle_and_whole_in_a_tip(bench):
    """Two that began alike looked the same."""
    names = [f"my own tokenizer, trained on the {which} corpus" for which in ("first", "second")]
    for name in names:
        bench.add(name, TOKENIZERS["one"])
    table = page(bench, "drift", *names).table
    assert table.textElideMode() == Qt.TextElideMode.ElideMiddle
    tips = [table.model().index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in (0, 1)]
    assert tips == [f"A {names[0]}", f"B {names[1]}"]
    assert table.model().index(0, 1).data(Qt.ItemDataRole.ToolTipRole) is None
    cut = [_short(name) for name in names]
    assert cut == ["my own tokenize…the first corpus", "my own tokenize…he second corpus"]


def test_drift_says_how_many_places_were_not_tried(bench):
    bench.document.set_bytes(b"ab" * LONGEST)
    bench.panel.renew_text()
    found = rows(page(bench, "drift").table)
    assert found[0][2].endswith(" not tried")
    assert "tried" not in found[0][3]


def test_the_kind_of_text_is_whole_in_a_narrow_panel(bench):
    bench.panel.resize(500, 600)
    table = page(bench, "causes").table
    margins = table.columnWidth(0) - table.fontMetrics().horizontalAdvance("spaces and line ends")
    assert margins >= 2 * theme.SPACE_2
    assert table.horizontalHeader().length() == table.viewport().width()


def test_dots_of_one_color_differ_in_shape():
    shown = []
    for place in (0, 6, 12):
        image = QImage(20, 20, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        paint_dot(painter, QPointF(10, 10), place)
        painter.end()
        shown.append(bytes(image.constBits()))
    assert len(set(shown)) == 3


def test_a_page_asks_once_and_again_after_an_edit(bench):
    page(bench, "causes")
    n = len(bench.asked.of(FindCauses))
    bench.panel.views.show_page("text")
    bench.panel.views.show_page("causes")
    assert len(bench.asked.of(FindCauses)) == n
    bench.document.replace(0, 0, b"the ")
    bench.panel.renew_text()
    assert len(bench.asked.of(FindCauses)) == n + 1


def test_what_fails_says_why_and_can_be_asked_again(bench, qtbot):
    bench.show("one", "two")
    bench.panel.views.show_page("causes")
    shown = bench.panel.views.page("causes")
    bench.asked.fail(bench.asked.of(FindCauses)[-1])
    assert shown._again.isVisible()
    n = len(bench.asked.of(FindCauses))
    qtbot.mouseClick(shown._again, Qt.MouseButton.LeftButton)
    assert len(bench.asked.of(FindCauses)) == n + 1


def test_the_report_is_written(bench, tmp_path, qtbot):
    bench.show("one", "two")
    saving = bench.panel.saving
    assert not saving.button.isEnabled()
    bench.answer()
    assert saving.button.isEnabled()
    told: list[str] = []
    saving.saved.connect(told.append)
    for kind in ("html", "csv", "json"):
        saving.save(str(tmp_path / f"found.{kind}"), kind)
        bench.answer()
    assert told == [str(tmp_path / f"found.{kind}") for kind in ("html", "csv", "json")]
    assert (tmp_path / "found.html").read_text().startswith("<!DOCTYPE html>")
    assert (tmp_path / "found.csv").read_text().startswith("tokenizer,")
    assert json.loads((tmp_path / "found.json").read_text())["measures"]


def test_page_and_folder_come_back(bench, tmp_path):
    bench.panel.views.languages.set_folder(str(tmp_path))
    bench.panel.views.show_page("drift")
    kept = bench.panel.kept()
    bench.panel.views.show_page("text")
    bench.panel.views.languages.folder = ""
    bench.panel.restore(kept)
    assert bench.panel.views.value() == "drift"
    assert bench.panel.views.languages.folder == str(tmp_path)


def test_the_folder_comes_back_though_the_languages_were_never_seen(bench, tmp_path):
    bench.panel.restore({"languages": str(tmp_path), "language": "deu", "view": "text"})
    kept = bench.panel.kept()
    assert (kept["languages"], kept["language"], kept["view"]) == (str(tmp_path), "deu", "text")
    assert (bench.panel.views.languages.folder, bench.panel.views.languages.language) == (
        str(tmp_path),
        "deu",
    )


def test_the_tab_key_goes_from_the_switch_into_a_page_that_was_made_late(bench):
    shown = page(bench, "overlap")
    widget = bench.panel.views.save.nextInFocusChain()
    while not widget.focusPolicy() & Qt.FocusPolicy.TabFocus or not widget.isVisible():
        widget = widget.nextInFocusChain()
    assert shown.isAncestorOf(widget)


def test_the_report_shows_marked_places_and_forgets_them_with_the_text(bench, tmp_path):
    bench.show("one", "two")
    bench.answer()
    saving, view = bench.panel.saving, bench.panel.text.view
    saving.button.menu.aboutToShow.emit()
    assert not saving.mark.isEnabled()
    assert not saving.unmark.isVisible()
    view.choose((0, 3))
    saving.button.menu.aboutToShow.emit()
    saving.mark.trigger()
    saving.button.menu.aboutToShow.emit()
    assert not saving.mark.isEnabled()  # it is marked
    assert saving.unmark.text() == "&Forget 1 marked place"
    saving.save(str(tmp_path / "found.html"), "html")
    bench.answer()
    found = (tmp_path / "found.html").read_text(encoding="utf-8")
    assert "Marked place 1: bytes 0 to 3" in found
    assert "Difference 1: bytes" in found
    for said in ("SHA-256", "Tokenizer workbench", "seed", "predict nothing"):
        assert said in found
    bench.document.replace(0, 0, b"x")
    bench.panel.renew_text()
    assert saving.marked == []


@pytest.mark.parametrize("name", ["causes", "same", "overlap", "drift"])
def test_what_takes_longer_has_a_bar_and_is_canceled(bench, qtbot, name):
    bench.show("one", "two")
    bench.answer()
    bench.panel.views.show_page(name)
    shown, request = bench.panel.views.page(name), bench.asked.requests[-1]
    assert not shown.busy.isVisible()
    qtbot.waitUntil(shown.busy.isVisible)
    bench.asked.tell(JobProgress(request.request_id, name, "", 1, 4))
    assert shown.busy.bar.share() == 0.25
    bench.panel.activateWindow()
    shown.busy.stop.setFocus()
    qtbot.waitUntil(shown.busy.stop.hasFocus)
    qtbot.keyClick(shown.busy.stop, Qt.Key.Key_Space)
    assert bench.asked.cancelled == [request.request_id]
    bench.met.add(request.request_id)
    bench.asked.tell(JobCancelled(request.request_id))
    assert not shown.busy.isVisible()
    assert not shown.is_answered
    assert shown._again.hasFocus()
    shown._again.click()
    bench.answer()
    assert shown.is_answered
    assert not shown.busy.isVisible()


def test_curves_wait_with_a_bar_and_are_canceled(bench, qtbot):
    bench.show("one", "two")
    bench.panel.views.show_page("curves")
    curves = bench.panel.views.page("curves")
    qtbot.waitUntil(curves.busy.isVisible)  # for the measures
    request = bench.asked.of(Compare)[-1]
    bench.asked.tell(JobProgress(request.request_id, "compare", "", 1, 2))
    assert curves.busy.bar.share() == 0.5
    bench.answer()
    assert not curves.busy.isVisible()
    curves.kind.set_value("sizes")
    qtbot.waitUntil(curves.busy.isVisible)
    n_asked = len(bench.asked.of(CountSizes))
    qtbot.mouseClick(curves.busy.stop, Qt.MouseButton.LeftButton)
    for each in bench.asked.of(CountSizes):
        assert each.request_id in bench.asked.cancelled
        bench.met.add(each.request_id)
        bench.asked.tell(JobCancelled(each.request_id))
    assert not curves.busy.isVisible()
    assert curves.legend.texts()[0].endswith("canceled")
    assert len(bench.asked.of(CountSizes)) == n_asked
    curves.kind.set_value("ranks")
    curves.kind.set_value("sizes")
    bench.answer()
    assert "bytes per token at" in curves.legend.texts()[0]


def test_a_search_without_hits_says_so(bench, qtbot):
    shown = page(bench, "overlap")
    shown.search.setText("nowhere")
    assert shown._none.isVisible()
    assert shown._none.accessibleName() == "No token matches “nowhere”"
    qtbot.mouseClick(shown._none.findChild(QAbstractButton), Qt.MouseButton.LeftButton)
    assert shown.table.isVisible()
    shown.search.setText("nowhere")
    shown.lists.set_value("ranks")
    assert shown.ranks.isVisible()
    shown.lists.set_value("other")
    assert shown._none.isVisible()
