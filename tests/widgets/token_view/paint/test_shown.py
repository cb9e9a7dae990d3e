"""Ids under the boxes, compositions in the line, ordered fills and rings of finds, as the view shows them."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QTextCharFormat

from tests.widgets.token_views import TEXTS, load, picture, press, tokens_shown
from workbench.widgets.look.theme import current_theme
from workbench.widgets.token_view.layout.bins import make_bins, powers, quantiles
from workbench.widgets.token_view.layout.hits import Hits
from workbench.widgets.token_view.layout.inserts import Added
from workbench.widgets.token_view.layout.layout import LineLayout
from workbench.widgets.token_view.paint import shown as token_shown
from workbench.widgets.token_view.paint.shown import ComposedPiece, ShownPieces, id_strips

Query = Qt.InputMethodQuery
Attribute = QInputMethodEvent.AttributeType


def compose(view, text, attributes=()):
    event = QInputMethodEvent(text, list(attributes))
    QGuiApplication.sendEvent(view, event)
    return view.places.placed()[0][0]


def commit(view, text, start=0, length=0):
    event = QInputMethodEvent("", [])
    event.setCommitString(text, start, length)
    QGuiApplication.sendEvent(view, event)


def colors_in(view):
    image = picture(view)
    return {image.pixelColor(x, y).name() for y in range(0, image.height(), 2) for x in range(image.width())}


# --- ids


@pytest.mark.parametrize("data", TEXTS, ids=repr)
@pytest.mark.parametrize("longest", [1, 3])
def test_every_token_has_a_box_that_holds_its_id(view, data, longest):
    load(view, data, longest)
    view.rows.set_ids(True)
    assert tokens_shown(view) == len(view.spans)
    for piece, _ in view.places.placed():
        strips = id_strips(piece.boxes)
        assert sorted(strips) == list(range(len(piece.boxes)))
        for box, strip in strips.items():
            assert strip.right - strip.left >= view.pieces.ids_width(piece.boxes, box) - 6


@pytest.mark.parametrize(
    ("text", "longest"), [("in der Straße, где", 2), ("a b", 1), ("words that wrap " * 9, 3)]
)
def test_room_for_ids_is_known_before_letters_of_one_width_are_laid_out(view, monkeypatch, text, longest):
    made = []

    class Layout(LineLayout):
        def __init__(self, *args):
            super().__init__(*args)
            made.append(self.text.display)

    monkeypatch.setattr(token_shown, "LineLayout", Layout)
    load(view, text, longest)
    view.rows.set_ids(True)
    view.pieces.at(0)
    (foreseen,) = made
    assert len(foreseen) > len(text)
    made.clear()
    monkeypatch.setattr(ShownPieces, "_foreseen", lambda *args: args[-1])
    view.rows.renew()
    view.pieces.at(0)
    assert len(made) > 1
    assert made[-1] == foreseen


def test_ids_leave_the_scroll_place_and_go_again(view):
    load(view, "some words to wrap over rows, " * 200, 1)
    view.scrolling.by(900)
    top = view.scrolling.anchor.top_position()
    plain = view.pieces.measures.pitch
    view.rows.set_ids(True)
    assert view.pieces.measures.pitch > plain
    assert view.scrolling.anchor.top_position() == pytest.approx(top, abs=80)
    view.rows.set_ids(False)
    assert view.pieces.measures.pitch == plain


@pytest.mark.parametrize(
    "data", [b"\x00" * 60, b"ab \x00\x01 cd\x07 " * 20, "⟨ y\u200b z".encode() * 30], ids=repr
)
@pytest.mark.parametrize("ids", [False, True])
def test_rows_are_broken_neither_within_a_name_nor_before_the_room_of_a_box(view, data, ids):
    load(view, data, 1)
    view.rows.set_ids(ids)
    for piece, _ in view.places.placed():
        assert set(piece.layout._starts) <= set(piece.layout.text.at.tolist())


def test_a_click_finds_the_token_under_its_id(view):
    load(view, b"ab", [1, 1], [12345, 67890])
    view.rows.set_ids(True)
    first, second = (view.places.hit_of_token(number).rect for number in (0, 1))
    assert first.right() < second.left() + 2
    for number, rect in enumerate((first, second)):
        low = QPointF(rect.center().x(), rect.bottom() - 3)
        assert view.places.token_at(low).token.index == number


def test_room_for_ids_keeps_letters_that_join_joined(view):
    load(view, "مرحبا", [2] * 5, [100_000] * 5)
    view.rows.set_ids(True)
    shown = view.pieces.at(0).layout.text.display
    assert shown.replace("\u00a0", "") == "م\u200d\u200dرح\u200d\u200dب\u200d\u200dا"


@pytest.mark.parametrize(
    ("text", "joins"),
    [("بب", True), ("رح", False), ("بء", False), ("بَب", True), ("بـ", True), ("של", False), ("ߒߞ", True)],
)
def test_room_joins_no_letters_that_are_apart_without_it(view, text, joins):
    load(view, text, [len(text.encode()) - 2, 2], [100_000] * 2)
    view.rows.set_ids(True)
    assert view.pieces.at(0).layout.text.display.count("\u200d") == 2 * joins


def test_room_for_ids_keeps_numbers_from_left_to_right(view):
    load(view, "שלום 123", [8, 1, 1, 1, 1], [100_000] * 5)
    view.rows.set_ids(True)
    lefts = [[strip.left for strip in view.pieces.at(0).boxes.strips_of(box)] for box in (2, 3, 4)]
    assert all(len(own) == 1 for own in lefts)
    assert lefts == sorted(lefts)


# --- input methods


@pytest.mark.parametrize("text", ["ab", "日", "שלום", "مرحبا abc", "<x>", "क्षत्रिय", "நி"])
@pytest.mark.parametrize("before", [(), ("<s>",)])
def test_what_is_put_before_the_text_has_its_id_under_a_box_of_its_own(view, text, before):
    """The added space as a token of its own, in a text from either side."""
    data = text.encode()
    view.set_bytes(data)
    view.rows.set_added(Added(before, (), prefix=True))
    n_added = len(before) + 1
    spans = np.array([[0, 0]] * n_added + [[0, len(data)]], np.uint64)
    ids = np.array([29871] * n_added + [30325], np.uint32)
    view.tokens.take(0, len(data), ids, spans)
    view.rows.set_ids(True)
    piece = view.places.placed()[0][0]
    strips = id_strips(piece.boxes)
    assert len(strips) == len(ids)
    for box, strip in strips.items():
        assert strip.right - strip.left + 1 >= view.pieces.ids_width(piece.boxes, box)
    lefts = sorted((strip.left, strip.right) for strip in piece.boxes.strips)
    assert all(right <= left + 0.5 for (_, right), (left, _) in pairwise(lefts))
    (space,) = piece.layout.strips(piece.layout.text.prefix_at, piece.layout.text.prefix_at + 1)
    own = strips[n_added - 1]
    assert own.left - 0.5 <= space.left < space.right <= own.right + 0.5


def test_a_composition_stands_in_the_line_and_is_no_part_of_the_text(view):
    load(view, b"one two", [3, 4])
    press(view, Qt.Key.Key_Right)
    after = view.places.caret_rect(7).center().x()
    piece = compose(view, "にほん")
    assert isinstance(piece, ComposedPiece)
    assert piece.layout.text.display.replace("\u00a0", " ") == "oにほんne two"
    assert view.content() == b"one two"
    assert tokens_shown(view) == 2
    assert view.places.caret_rect(7).center().x() > after + 20  # what follows has moved over
    assert piece.position_at(piece.display_at(5)) == 5
    assert piece.position_at(piece.display_at(1)) == 1
    compose(view, "")
    assert view.places.caret_rect(7).center().x() == after
    assert not isinstance(view.places.placed()[0][0], ComposedPiece)


@pytest.mark.parametrize("data", TEXTS, ids=repr)
@pytest.mark.parametrize("ids", [False, True])
def test_composing_anywhere_in_any_text_loses_no_token_and_no_place(view, data, ids):
    load(view, data, 2)
    view.rows.set_ids(ids)
    place = 0
    while True:
        view.editor.place(place)
        piece = view.pieces.at(place)
        stops = [piece.start + int(stop) for stop in piece.layout.text.stops()]
        compose(view, "か")
        composed = view.pieces.at(place)
        assert isinstance(composed, ComposedPiece)
        assert [composed.position_at(composed.display_at(stop)) for stop in stops] == stops
        assert tokens_shown(view) == len(view.spans)
        assert view.content() == data
        picture(view)
        compose(view, "")
        following = view.editor.stop(place, 1)
        if following == place:
            break
        place = following


def test_the_caret_follows_within_a_composition(view):
    load(view, b"ab")
    press(view, Qt.Key.Key_Right)
    places = []
    for caret in (0, 1, 2):
        compose(view, "xyz", [QInputMethodEvent.Attribute(Attribute.Cursor, caret, 1, None)])
        places.append(view.inputMethodQuery(Query.ImCursorRectangle).left())
    assert places[0] < places[1] < places[2]


def test_the_part_that_is_converted_has_a_stronger_line(view):
    load(view, b"")
    compose(view, "abcd")
    plain = picture(view)
    strong = QTextCharFormat()
    strong.setBackground(Qt.GlobalColor.yellow)
    compose(view, "abcd", [QInputMethodEvent.Attribute(Attribute.TextFormat, 1, 2, strong)])
    assert view.pieces.composition.chosen == (1, 3)
    assert picture(view) != plain


def test_a_composition_takes_the_place_of_the_selection_as_one_with_its_commit(view):
    load(view, b"one two")
    view.editor.select(0, 3)
    compose(view, "x")
    assert view.content() == b" two"
    commit(view, "xy")
    assert view.content() == b"xy two"


def test_an_edit_ends_a_composition(view):
    load(view, b"ab")
    compose(view, "x")
    view.editor.insert(b"c")
    assert view.pieces.composition is None


def test_a_composition_ends_where_the_caret_goes_elsewhere(view):
    load(view, b"ab")
    view.editor.place(1)
    compose(view, "x")
    view.editor.place(1)
    assert view.pieces.composition is not None
    press(view, Qt.Key.Key_Home)
    assert view.pieces.composition is None
    commit(view, "y")
    assert view.content() == b"yab"


def test_an_input_method_may_replace_what_stands_around_the_caret(view):
    load(view, "a👍b".encode())
    view.editor.place(5)
    commit(view, "Z", -2, 2)
    assert view.content() == b"aZb"


def test_input_methods_are_told_what_stands_around_the_caret(view):
    data = "one\nä👍\ud800x\n".encode("utf-8", "surrogatepass")
    load(view, data)
    view.editor.select(4, 10)
    ask = view.inputMethodQuery
    assert ask(Query.ImSurroundingText) == "ä👍\ufffd\ufffd\ufffdx\n"
    assert ask(Query.ImCursorPosition) == 3
    assert ask(Query.ImAnchorPosition) == 0
    assert ask(Query.ImAbsolutePosition) == 10
    assert (ask(Query.ImTextBeforeCursor), ask(Query.ImTextAfterCursor)) == ("ä👍", "\ufffd\ufffd\ufffdx\n")
    assert ask(Query.ImCurrentSelection) == "ä👍"
    assert ask(Query.ImEnabled) is True
    assert ask(Query.ImAnchorRectangle).left() < ask(Query.ImCursorRectangle).left()
    view.editor.locked = True
    assert ask(Query.ImEnabled) is False


# --- ordered fills


def test_bins_fill_boxes_by_their_order(view):
    load(view, b"abcd", [1, 1, 1, 1], [0, 5, 2, 9])
    bins = make_bins(np.arange(10, dtype=np.uint32), np.arange(10), (1, 3, 5, 7, 9))
    assert bins.of(np.array([0, 5, 2, 9, 12], np.uint32)).tolist() == [0, 2, 1, 4, 0]
    theme = current_theme()
    view.set_look(bins=bins)
    shown = colors_in(view)
    for number in (0, 1, 2, 4):
        assert theme.bins[number].name() in shown
    assert theme.token_fills[0].name() not in shown
    view.set_look(bins=None)
    assert theme.token_fills[0].name() in colors_in(view)


def test_bounds_of_ranks_are_powers_of_two():
    assert powers(8192) == (512, 1024, 2048, 4096, 8192)
    assert powers(8193) == (1024, 2048, 4096, 8192, 16384)
    assert powers(3) == (2, 4)
    assert powers(0) == (2,)


def test_quantiles_part_the_weight_evenly():
    values = np.array([1, 2, 3, 4, 5, 6])
    assert quantiles(values, np.array([10, 10, 10, 10, 10, 0])) == (1, 2, 3, 4, 5)
    assert quantiles(values, np.array([80, 5, 5, 5, 5, 0])) == (1, 5)
    assert quantiles(values, np.zeros(6, np.int64)) == (1,)


# --- hits


def test_hits_are_ringed_and_the_present_one_stands_on_its_own_ground(view):
    load(view, b"one two one two", 3)
    theme = current_theme()
    view.set_look(hits=Hits(np.array([0, 8]), np.array([3, 11])))
    shown = colors_in(view)
    assert theme.warn.name() in shown
    assert theme.warnsoft.name() not in shown
    view.set_look(hits=view.look.hits.at(1))
    assert theme.warnsoft.name() in colors_in(view)


def test_hits_move_with_the_text_and_go_where_it_is_edited(view):
    load(view, b"one two one two", 3)
    view.set_look(hits=Hits(np.array([0, 4, 8]), np.array([3, 7, 11])))
    view.editor.place(5)
    press(view, "x")
    assert list(zip(view.look.hits.starts, view.look.hits.ends, strict=True)) == [(0, 3), (9, 12)]


def test_the_nearest_hit_goes_round():
    hits = Hits(np.array([5, 10, 20]), np.array([7, 12, 22]))
    assert [hits.nearest(place, 1) for place in (0, 5, 6, 21)] == [0, 0, 1, 0]
    assert [hits.nearest(place, -1) for place in (0, 6, 7, 30)] == [2, 2, 0, 2]
    assert hits.within(6, 11) == range(2)


def test_the_scroll_bar_shows_where_the_hits_are(view):
    load(view, b"a line\n" * 500 + b"found\n" + b"a line\n" * 500, [7] * 500 + [6] + [7] * 500)
    bar = view.verticalScrollBar()
    assert bar.ticks() == ([], None)
    plain = bar.grab().toImage()
    start = 3500
    view.set_look(hits=Hits(np.array([0, start]), np.array([1, start + 5])))
    ticks, present = bar.ticks()
    assert ticks[0] == 0
    assert ticks[1] == pytest.approx(bar.height() / 2, abs=4)
    assert present is None
    view.set_look(hits=view.look.hits.at(1))
    assert bar.ticks()[1] == ticks[1]
    assert bar.grab().toImage() != plain


# --- line numbers


def test_lines_have_numbers_when_asked_for_and_in_a_long_text(view):
    load(view, b"one\ntwo\n" + b"words " * 40)
    plain = view.places.caret_rect(0).center().x()
    bare = picture(view)
    view.rows.set_numbered(True)
    assert view.places.caret_rect(0).center().x() > plain + 20
    assert picture(view) != bare
    view.rows.set_numbered(False)
    assert view.places.caret_rect(0).center().x() == plain
    load(view, b"a line\n" * 20_000)
    assert view.places.caret_rect(0).center().x() > plain + 20
    hit = view.places.hit_of_token(0)
    assert view.places.token_at(QPointF(hit.rect.center())).token.index == 0
    load(view, b"short")
    assert view.places.caret_rect(0).center().x() == plain


def test_room_for_numbers_grows_with_the_lines(view):
    load(view, b"\n" * 998)
    view.rows.set_numbered(True)
    before = view.places.caret_rect(0).center().x()
    view.editor.insert(b"\n" * 9010)
    assert view.places.caret_rect(0).center().x() > before
