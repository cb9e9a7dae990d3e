"""What the head and the counts of the Tokens panel show of its text: pages, colors, selection."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.panels.tokens_bench import info, opened, vocabulary
from tests.vocabularies import listed
from workbench.panels.tokens.text.coloring import colored_in_slices, ranks
from workbench.panels.tokens.text.selection_counts import characters_in_slices
from workbench.widgets.controls import Segmented
from workbench.widgets.slices import at_once
from workbench.widgets.token_view.layout.spans import SpanStore, make_run
from workbench.widgets.vocabulary import Vocabulary


def spans_of(ids):
    spans = SpanStore()
    ends = np.arange(1, len(ids) + 1, dtype=np.uint64)
    run = make_run(np.array(ids, np.uint32), np.stack([ends - 1, ends], axis=1), False)
    spans.merge(0, len(ids), run, lambda starts: np.zeros(len(starts), bool))
    return spans


# --- pages


def test_a_page_is_chosen_by_its_name_and_by_arrow_keys(bench):
    page = QLabel("here")
    bench.tokens.pages.add("more", "More", page)
    assert bench.tokens.pages.names() == ["text", "ids", "more"]
    chosen = []
    bench.tokens.pages.changed.connect(chosen.append)
    bench.tokens.pages.show_page("more")
    assert page.isVisible()
    assert not bench.view.isVisible()
    control = bench.tokens.pages.switch.findChild(Segmented)
    QTest.keyClick(control._segments["more"], Qt.Key.Key_Left)
    assert bench.view.isVisible()
    assert bench.view.pieces.ids
    QTest.keyClick(control._segments["ids"], Qt.Key.Key_Left)
    assert not bench.view.pieces.ids
    assert chosen == ["more", "ids", "text"]


def test_the_keyboard_stays_with_the_page_that_comes(bench):
    bench.view.setFocus()
    bench.tokens.show_ids(True)
    assert bench.view.hasFocus()
    assert bench.tokens.pages.current() == "ids"


# --- colors


def test_colors_by_rank_have_a_legend_and_go_back_to_order(bench):
    opened(bench, b"abc ab x")
    coloring = bench.tokens.coloring
    assert not coloring.legend.isVisible()
    coloring.actions["rank"].trigger()
    assert coloring.button.text() == "Color by rank"
    assert coloring.legend.isVisible()
    assert coloring.legend.words() == ("rank up to 2",)
    assert bench.view.look.bins is not None
    coloring.actions["order"].trigger()
    assert not coloring.legend.isVisible()
    assert bench.view.look.bins is None


def test_colors_by_frequency_follow_the_text(qtbot, bench):
    opened(bench, b"abc abc x")
    bench.tokens.coloring.set_mode("frequency")
    qtbot.waitUntil(lambda: "times in this text" in "".join(bench.tokens.coloring.legend.words()))
    before = bench.tokens.coloring.legend.words()
    bench.view.setFocus()
    QTest.keyClicks(bench.view, ",,,,,,")
    qtbot.waitUntil(lambda: bench.tokens.coloring.legend.words() != before, timeout=30_000)


def test_another_tokenizer_goes_by_order_until_its_vocabulary_is_known(bench):
    opened(bench, b"abc")
    bench.tokens.coloring.set_mode("length")
    assert bench.view.look.bins is not None
    legend = bench.tokens.coloring.legend
    bench.tokens.set_tokenizer(info(handle=2))
    assert bench.view.look.bins is None
    assert legend.words() == ("The tokens of this tokenizer are being listed…",)
    bench.tokens.set_vocabulary(vocabulary(handle=2))
    assert bench.view.look.bins is not None
    assert legend.words() == ("1 to 3 bytes",)


def test_ranks_fall_into_powers_of_two():
    merges = [(97 + number % 26, 97 + number // 26) for number in range(600)]
    known = Vocabulary(listed(merges))
    found = at_once(colored_in_slices("rank", known, SpanStore()))
    assert found.words == ("rank up to 64", "to 128", "to 256", "to 512", "to 1,024")
    ids = np.array([0, 256, 256 + 63, 256 + 64, 256 + 599], np.uint32)
    assert found.bins.of(ids).tolist() == [0, 0, 0, 1, 4]


def test_the_best_score_has_the_lowest_rank():
    known = listed([(97, 98), (97, 99), (97, 100)])
    scores = -np.arange(len(known.ids), dtype=np.float32)
    scored = Vocabulary(replace(known, scores=scores))
    values, highest = ranks(scored)
    assert highest == 259
    assert (np.diff(values) >= 0).all()
    assert sorted(set(values.tolist())) == [32, 64, 128, 256, 512]
    assert np.count_nonzero(values == 32) == 32


def test_lengths_and_frequencies_are_parted_by_the_tokens_of_the_text():
    known = Vocabulary(listed([(97, 98), (256, 99)]))
    spans = spans_of([97] * 6 + [256] * 3 + [257])
    lengths = at_once(colored_in_slices("length", known, spans))
    assert lengths.words == ("1", "2", "3 bytes")
    assert lengths.bins.of(np.array([97, 256, 257], np.uint32)).tolist() == [0, 2, 4]
    often = at_once(colored_in_slices("frequency", known, spans))
    assert often.words == ("1 to 3", "4 to 6 times in this text")
    assert often.bins.of(np.array([257, 256, 97], np.uint32)).tolist() == [0, 0, 4]


# --- the head


def test_controls_without_room_in_the_head_stand_in_a_row_below_it(qtbot, bench):
    opened(bench, b"abc")
    row, button = bench.tokens._head.row, bench.tokens.choices.specials_button
    bench.tokens.header.setParent(None)  # it has the width that it is given
    qtbot.addWidget(bench.tokens.header)
    bench.tokens.header.show()
    for width, below in ((400, True), (1400, False), (400, True)):
        bench.tokens.header.resize(width, 40)
        bench.tokens._head.fit()
        assert row.isVisible() == below
        assert row.isAncestorOf(button) == below
        assert not button.isHidden()


# --- the selection


def test_the_counts_of_the_selection_stand_beside_those_of_the_whole(bench):
    opened(bench, "abc äx".encode())
    counts = bench.tokens.counts
    bench.window.resize(1900, 600)
    assert not counts.selected.isVisible()
    bench.view.editor.select(2, 6)
    assert counts.selected.isVisible()
    assert counts.selected.text() == "parts of 4 tokens"
    assert counts.selected.toolTip() == "3 characters · 4 bytes"
    assert counts.tokens.value() == "5"
    bench.view.editor.select(0, 6)
    assert counts.selected.text() == "4 tokens selected"
    bench.view.editor.place(0)
    assert not counts.selected.isVisible()


def test_a_narrow_bar_gives_the_selection_the_room_of_the_ratio(bench):
    opened(bench, b"abc x")
    counts = bench.tokens.counts
    counts.setFixedWidth(309)
    bench.view.editor.select(0, 3)
    assert not counts.ratio.isVisible()
    bench.view.editor.place(0)
    assert counts.ratio.isVisible()


@pytest.mark.parametrize(("start", "end", "expected"), [(0, 6, 3), (1, 3, 1), (0, 0, 0)])
def test_characters_are_counted_by_their_first_byte(start, end, expected):
    data = "aä€".encode()
    assert at_once(characters_in_slices(lambda first, stop: data[first:stop], start, end)) == expected


# --- for those who do not see it


def test_the_selected_token_is_described(qtbot, bench):
    opened(bench, b"abc ab abc")
    usual = bench.view.accessibleDescription()
    bench.view.selected.select(2)
    qtbot.waitUntil(lambda: bench.view.accessibleDescription() != usual, timeout=30_000)
    said = "Token ·abc, id 300, number 3 of 3, 2 times. "
    assert bench.view.accessibleDescription() == said + usual
    bench.view.selected.select(None)
    qtbot.waitUntil(lambda: bench.view.accessibleDescription() == usual, timeout=30_000)
