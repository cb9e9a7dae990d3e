"""The aligned text: one grid for all rows, what differs, and the way from difference to difference."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from tests.panels.compare_bench import TOKENIZERS
from tests.worker.stepping import messages
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.panels.compare import colors
from workbench.panels.compare.text.paint import AlignedPainter
from workbench.panels.compare.text.pieces import AlignedPiece
from workbench.widgets.look import theme
from workbench.worker.jobs.job import failure
from workbench.worker.jobs.starting import start
from workbench.worker.messages.comparing import Align, Aligned
from workbench.worker.messages.requests import JobProgress


def pieces(view):
    return [piece for piece, _ in view.places.placed()]


def test_rows_stand_on_one_grid_and_differences_are_known(bench):
    bench.show("one", "two")
    bench.answer()
    view = bench.panel.text.view
    first = pieces(view)[0]
    assert len(first.rows) == 2
    assert all(row.layout is first.layout for row in first.rows)
    cut = [[first.rows[n].boxes.groups.starts.tolist(), first.kinds(n).tolist()] for n in (0, 1)]
    text = b"the he 12ab\n"
    words = [[text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)] for starts, _ in cut]
    assert words == [
        [b"the", b" ", b"h", b"e", b" ", b"12", b"ab", b"\n"],
        [b"t", b"he", b" ", b"he", b" ", b"1", b"2", b"ab", b"\n"],
    ]
    assert cut[0][1] == [0, -1, 0, 0, -1, 0, -1, -1]
    assert cut[1][1] == [1, 1, -1, 2, -1, 1, 1, -1, -1]


def test_a_split_character_has_room_for_the_count_of_each(bench):
    bench.document.set_bytes("né\n".encode())
    bench.panel.renew_text()
    whole = RankMergedBpe.from_merges([(0xC3, 0xA9)])
    bench.add("whole", Tokenizer(whole, published("gpt2")))
    bench.show("one", "whole")
    bench.answer()
    first = pieces(bench.panel.text.view)[0]
    assert first.layout.rooms
    assert [len(row.boxes.tabs) for row in first.rows] == [1, 0]
    edges = [row.boxes.strips.rights.tolist()[1] for row in first.rows]
    assert edges[0] == edges[1]


def test_bytes_inside_a_character_are_ringed_with_all_of_it(bench):
    bench.document.set_bytes("né\n".encode())
    bench.panel.renew_text()
    bench.show("one", "two")
    bench.answer()
    view = bench.panel.text.view
    piece = pieces(view)[0].rows[0]
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    own = AlignedPainter(painter, view._look, view.pieces, 0, QRectF())
    places = [own.rects_of(piece, span, range(1)) for span in ((1, 3), (2, 3), (1, 2))]
    painter.end()
    assert places[0] == places[1] == places[2]
    assert places[0][0].width() > 4


def test_keys_go_from_difference_to_difference_and_round(bench, qtbot):
    bench.show("one", "two")
    bench.answer()
    view = bench.panel.text.view
    found = bench.panel.text.aligning.answer.differences.spans.tolist()
    seen = []
    for _ in range(len(found) + 1):
        qtbot.keyClick(view, Qt.Key.Key_N)
        seen.append(list(view.chosen))
    assert seen == [*found, found[0]]
    qtbot.keyClick(view, Qt.Key.Key_P)
    assert list(view.chosen) == found[-1]
    assert "cuts" in bench.panel.text._chosen.text()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert view.chosen is None
    assert not bench.panel.text._chosen.isVisible()


def test_what_is_said_of_ten_leaves_the_text_its_room(bench, qtbot):
    for number in range(9):
        bench.add(f"t{number}", TOKENIZERS["two"])
    bench.add("n" * 300, TOKENIZERS["two"])
    bench.show("one", *[f"t{number}" for number in range(9)], "n" * 300)
    bench.answer()
    page = bench.panel.text
    bench.panel.resize(600, 420)
    qtbot.keyClick(page.view, Qt.Key.Key_N)
    bench.panel.grab()
    assert len(page._chosen.text().splitlines()) == 11
    assert page._chosen_area.verticalScrollBar().maximum() > 0
    assert page.view.height() > page.height() // 3
    assert page.minimumSizeHint().width() < 600


def test_the_sentence_below_takes_height_and_breaks_no_row_anew(bench, qtbot):
    bench.show("one", "two")
    bench.answer()
    view = bench.panel.text.view
    before, height = view.pieces.flow.n_resets, view.viewport().height()
    qtbot.keyClick(view, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: view.viewport().height() != height)
    assert view.scrolling.anchor.height == view.viewport().height()
    assert view.pieces.flow.n_resets == before
    view.resize(view.width() - 100, view.height())
    assert view.pieces.flow.n_resets > before


def test_the_sentence_names_ids_and_how_each_differs(bench):
    bench.show("one", "two")
    bench.answer()
    said = bench.panel.text.view.sentence((0, 3)).splitlines()
    assert said == ["A one: 1 token: 257", "B two: 2 tokens: 116 256 (cuts more than A)"]


def test_a_click_chooses_a_difference_in_all_rows(bench, qtbot):
    bench.show("one", "two")
    bench.answer()
    view = bench.panel.text.view
    piece, y = view.places.placed()[0]
    line = view.pieces.measures.line
    for row in (0, 1):
        point = QPointF(view.places.left + 4, y + row * line + 10)
        assert view.span_at(point) == (0, 3)
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point.toPoint())
        assert view.chosen == (0, 3)
    assert view.span_at(QPointF(view.places.left + 4, y + 2 * line + 10)) is None  # the gap
    assert piece.height == view.pieces.measures.pitch


def test_the_lines_tell_who_needs_fewer(bench):
    bench.show("one", "two")
    bench.answer()
    answer = bench.panel.text.aligning.answer
    assert answer.lines.starts.tolist() == [0, 12]
    assert answer.lines.counts.tolist() == [[8, 4], [9, 4]]
    assert answer.lines.winners.tolist() == [0, -1]
    assert answer.strip.tolist() == [0]  # so short a text is one stretch
    assert answer.lines.counts.sum(axis=1).tolist() == [12, 13]
    assert bench.panel.text._summary.text() == "A needs 1 fewer token"


def test_what_differs_is_painted_in_color_and_the_rest_is_not(bench):
    bench.show("one", "two")
    bench.answer()
    view = bench.panel.text.view
    image = view.viewport().grab().toImage()
    piece, y = view.places.placed()[0]
    line, now = view.pieces.measures.line, theme.current_theme()

    def ground(row: int, byte: int) -> QColor:
        (strip,) = piece.layout.strips(byte, byte + 1)
        return image.pixelColor(int(view.places.left + strip.left) + 3, int(y + row * line) + 5)

    assert [ground(row, 0) for row in (0, 1)] == [colors.fill(now, 0), colors.fill(now, 1)]
    assert [ground(row, 9) for row in (0, 1)] == [now.sunken, now.sunken]  # "ab", cut alike


def test_an_edit_elsewhere_is_aligned_soon(bench, qtbot):
    bench.show("one", "two")
    bench.answer()
    bench.document.replace(0, 3, b"abab")
    bench.panel.renew_text()
    n = len(bench.asked.of(Align))
    qtbot.waitUntil(lambda: len(bench.asked.of(Align)) > n)
    assert not bench.asked.of(Align)[-1].known
    bench.answer()
    assert bench.panel.text.aligning.answer.end == len(bench.document)
    bench.panel.text.view.grab()


def test_a_text_changed_out_of_sight_is_followed_at_once(bench):
    bench.document.set_bytes(b"the he\n" * 300)
    bench.panel.renew_text()
    bench.show("one", "two")
    bench.answer()
    view = bench.panel.text.view
    view.scrolling.reveal(1500)
    bench.panel.hide()
    for change in (lambda: bench.document.set_bytes(b"ab"), lambda: bench.document.replace(0, 1, b"x\ny\n")):
        change()
        bench.panel.renew_text()
        view.scrolling._tell_range()
        view.resize(view.width() + 10, 200)
        view.repaint()
    bench.panel.show()
    bench.answer()
    assert bench.panel.text.aligning.answer.end == len(bench.document)
    view.grab()


def test_an_answer_for_the_text_before_an_edit_is_not_shown(bench):
    bench.show("one", "two")
    bench.document.replace(0, len(bench.document), b"ab")
    bench.panel.renew_text()
    bench.answer()
    assert bench.panel.text.aligning.answer is None
    # Of the text as it is now, which is measured: four times as many tokens were in that before.
    assert [card.count() for card in bench.panel.columns.cards] == ["1", "1"]
    bench.panel.text.view.grab()


def test_a_tokenizer_that_cannot_encode_the_text_says_so(bench):
    silent = Tokenizer(RankMergedBpe.from_merges([(116, 104)]), published("gpt2"))
    silent.encode_parts = _refuse  # type: ignore[method-assign]
    bench.add("silent", silent)
    bench.show("one", "two", "silent")
    bench.answer()
    cards = bench.panel.columns.cards
    assert [card.count() for card in cards] == ["12", "13", "–"]
    assert "no token" in cards[2].accessibleDescription()
    bench.panel.text.view.grab()


def _refuse(*_args):
    raise EngineError("byte_without_token", byte=3)


def little_around(monkeypatch):
    """Let a text of 1,000 bytes be a long one."""
    for name, value in (("LONG", 1000), ("_MARGIN", 200), ("_NEAR", 100)):
        monkeypatch.setattr(f"workbench.worker.jobs.aligning.{name}", value)


def test_what_is_seen_of_a_long_text_comes_first(bench, monkeypatch):
    little_around(monkeypatch)
    bench.document.set_bytes(b"the he 12ab\n" * 200)
    bench.panel.renew_text()
    bench.show("one", "two")
    bench.answer(most=1)
    answer = bench.panel.text.aligning.answer
    assert not answer.is_whole
    assert (answer.start, answer.end) == (0, 201)
    assert answer.lines.starts.tolist() == list(range(0, 192, 12))
    view = bench.panel.text.view
    view.grab()
    assert pieces(view)[0].rows
    assert bench.panel.text._summary.text() == "Aligning…"
    assert not answer.doubtful
    bench.panel.renew_text()
    bench.document.replace(0, 0, b"x")
    bench.panel.text._want()
    bench.answer()
    whole = bench.panel.text.aligning.answer
    assert whole.is_whole
    assert np.array_equal(whole.rows[0].spans[0], [0, 1])


def test_there_is_nothing_to_align_in_no_text(bench):
    bench.document.set_bytes(b"")
    bench.show("one", "two")
    bench.panel.renew_text()
    bench.panel.text._want()
    bench.answer()
    assert bench.panel.text._pages.currentIndex() == 1
    bench.panel.grab()


def test_what_may_be_cut_otherwise_in_the_end_is_faint(bench, monkeypatch):
    little_around(monkeypatch)
    bench.document.set_bytes(b"the he 12ab\n" * 200)
    bench.panel.renew_text()
    whole = bench.store.tokenizer(bench.open["two"].handle)
    monkeypatch.setattr(whole, "next_border", lambda text, *_: len(text))
    bench.show("one", "two")
    bench.answer(most=1)
    view, answer = bench.panel.text.view, bench.panel.text.aligning.answer
    assert answer.doubtful == {bench.open["two"].handle}
    first = pieces(view)[0]
    assert [row.provisional.all() for row in first.rows] == [False, True]
    assert bench.panel.text._legend.text().endswith("Faint: B may still cut it elsewhere.")
    image, (_, y) = view.viewport().grab().toImage(), view.places.placed()[0]
    line, now = view.pieces.measures.line, theme.current_theme()
    grounds = [image.pixelColor(int(view.places.left) + 3, int(y + row * line) + 5) for row in (0, 1)]
    assert grounds[0] == colors.fill(now, 0)
    assert grounds[1].lightness() > colors.fill(now, 1).lightness()


def test_what_is_not_given_back_is_marked_in_its_row_alone(bench):
    bench.document.set_bytes(b"the HE\nab\n")
    bench.panel.renew_text()
    bench.show("one", "lower")
    bench.answer()
    page, view = bench.panel.text, bench.panel.text.view
    first = pieces(view)[0]
    assert [[side.tolist() for side in first.lost(row)] for row in (0, 1)] == [[[], []], [[4], [6]]]
    assert page._legend.text().endswith("not restored by B, so not ranked.")
    assert [("restored" in said) for said in view.sentence((4, 6)).splitlines()] == [False, True]
    assert "restored" not in view.sentence((0, 3))
    image, (piece, y) = view.viewport().grab().toImage(), view.places.placed()[0]
    (strip,) = piece.layout.strips(4, 5)
    measures, now = view.pieces.measures, theme.current_theme()
    place = int(view.places.left + strip.left) + 4, int(y + measures.box_top)
    overs = [image.pixelColor(place[0], place[1] + row * measures.line) for row in (0, 1)]
    assert overs[1] == now.warn
    assert overs[0] != now.warn


def test_what_does_not_give_the_text_back_is_not_ranked(bench):
    bench.document.set_bytes(b"the HE\nab ab\n")
    bench.panel.renew_text()
    fewer = RankMergedBpe.from_merges([(104, 101), (116, 256), (32, 256), (97, 98), (32, 259)])
    lower = normalizer_from_spec("lowercase")
    bench.add("fewer", Tokenizer(fewer, published("gpt2"), normalizer=lower))
    page, cards = bench.panel.text, bench.panel.columns
    bench.show("one", "fewer")
    bench.answer()
    answer = page.aligning.answer
    assert (answer.lines.counts[1] < answer.lines.counts[0]).all()
    assert answer.lines.lost.tolist() == [[False, False], [True, False]]
    assert answer.lines.winners[0] == -1
    assert answer.strip.tolist() == [-1]
    assert page._summary.text() == "B does not give the text back: not ranked"
    bench.show("one", "two", "fewer")
    bench.answer()
    assert page._summary.text().startswith(("A needs fewest", "B needs fewest"))
    assert page._how.text() == page._how.shown() == "B does not give the text back: not ranked"
    page._how.resize(page._how.fontMetrics().horizontalAdvance("B not ranked") + 4, 20)
    assert page._how.shown() == "B not ranked"
    said = [card.accessibleDescription() for card in cards.cards]
    assert ["not ranked" in each for each in said] == [False, True, False]
    cards.cards[1].resize(60, 56)
    assert cards.cards[1].facts.marked_count.startswith("*")
    bench.panel.grab()


def test_how_far_it_is_is_told(bench):
    bench.document.set_bytes(b"the he\n")
    bench.panel.renew_text()
    bench.show("one", "two")
    assert bench.panel.text._summary.text() == "Aligning…"
    bench.asked.tell(JobProgress(bench.asked.of(Align)[-1].request_id, "align", "two", 7, 14))
    assert bench.panel.text._summary.text() == "Aligning… 50 %"
    bench.answer()
    assert bench.panel.text._summary.text() != "Aligning…"


def test_what_is_painted_again_is_not_made_again(bench, monkeypatch):
    bench.show("one", "two")
    bench.answer()
    view = bench.panel.text.view
    view.grab()
    made = []
    monkeypatch.setattr(AlignedPiece, "kinds", lambda *_: made.append(1))
    view.grab()
    assert not made


def in_parts(bench, monkeypatch, text):
    """Show a text that is too long to be aligned as a whole."""
    little_around(monkeypatch)
    monkeypatch.setattr("workbench.worker.jobs.aligning.MOST", 1000)
    bench.document.set_bytes(text)
    bench.panel.renew_text()
    bench.show("one", "two")
    bench.answer()
    return bench.panel.text.view


def test_what_comes_into_sight_is_aligned(bench, monkeypatch, qtbot):
    view = in_parts(bench, monkeypatch, b"the he 12ab\n" * 2000)
    page, answer = bench.panel.text, bench.panel.text.aligning.answer
    assert page._summary.text() == "Too long to align all of it: what you see is aligned"
    assert not page.aligning.is_under_way
    assert answer.end < 1000
    n = len(bench.asked.of(Align))
    view.scrolling.show_from(12_000)
    qtbot.waitUntil(lambda: len(bench.asked.of(Align)) > n)
    bench.answer()
    answer = page.aligning.answer
    assert answer.start <= 12_000 - 150
    assert pieces(view)[0].kinds(1).tolist() == [1, 1, -1, 2, -1, 1, 1, -1, -1]
    whole = [12_000 + at for at in (0, 3)]
    assert view.sentence(tuple(whole)).startswith("A one: 1 token: 257")
    view.scrolling.show_from(12_012)
    assert len(bench.asked.of(Align)) == n + 1


def test_a_difference_out_of_sight_is_looked_for_part_by_part(bench, monkeypatch, qtbot):
    view = in_parts(bench, monkeypatch, b"xyz xyz\n" * 500 + b"the\n" + b"xyz xyz\n" * 500)

    def looked(key):
        view.setFocus()
        chosen = view.chosen
        qtbot.keyClick(view, key)
        qtbot.waitUntil(lambda: bench.answer() or view.chosen != chosen or view._sought is None)
        return view.chosen

    assert looked(Qt.Key.Key_N) == (4000, 4003)
    assert looked(Qt.Key.Key_N) == (4000, 4003)  # round the text
    view.choose(None)
    view.scrolling.show_from(7000)
    assert looked(Qt.Key.Key_P) == (4000, 4003)


def test_no_difference_at_all_is_looked_for_once(bench, monkeypatch, qtbot):
    view = in_parts(bench, monkeypatch, b"xyz xyz\n" * 300)
    assert not view.go(1)
    qtbot.waitUntil(lambda: bench.answer() or view._sought is None)
    assert view.chosen is None
    view.go(1)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert view._sought is None


def test_a_low_window_shows_the_legend_in_one_line(bench):
    bench.show("one", "two")
    bench.answer()
    page = bench.panel.text
    assert page._legend.isVisible()
    assert not page._legend_line.isVisible()
    bench.panel.resize(bench.panel.width(), 320)
    assert page.height() < 280
    assert page._legend_line.isVisible()
    assert not page._legend.isVisible()
    assert page._legend_line.text() == page._legend.text()


def test_the_rest_is_asked_for_again_where_only_what_is_seen_came_before_it_failed(bench):
    bench.document.set_bytes(b"the he 12ab\n" * 20_000)
    bench.panel.renew_text()
    bench.show("one", "two")
    bench.panel.text._soon.stop()
    bench.panel.text._want()
    request = bench.asked.of(Align)[-1]
    bench.met.add(request.request_id)
    part = next(each for each in messages(start(bench.store, request)) if isinstance(each, Aligned))
    bench.asked.tell(part)
    aligning = bench.panel.text.aligning
    assert part.follows
    bench.asked.tell(failure(request, EngineError("out_of_memory")))
    assert not aligning.is_under_way
    bench.panel.hide()
    bench.panel.show()
    assert bench.asked.of(Align)[-1] is not request
    bench.answer()
    assert aligning.answer.is_whole
    n = len(bench.asked.of(Align))
    bench.panel.hide()
    bench.panel.show()
    assert len(bench.asked.of(Align)) == n


def test_rows_are_broken_once_when_the_page_opens(bench, monkeypatch):
    bench.show("one", "two")
    bench.answer()
    view = bench.panel.text.view
    bench.panel.hide()
    before = view.pieces.measures.width
    bench.panel.resize(500, 400)
    assert view.pieces.measures.width == before
    widths = []
    resized = view.pieces.resize
    monkeypatch.setattr(
        view.pieces, "resize", lambda width, zoom: (widths.append(width), resized(width, zoom))
    )
    bench.panel.show()
    assert widths == [view._width()]
    assert view.scrolling.anchor.height == view.viewport().height()
