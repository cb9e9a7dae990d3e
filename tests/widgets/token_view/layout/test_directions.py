"""Room put into a line of mixed directions: it stays beside its letters, and all letters keep their order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.widgets.token_views import load
from workbench.widgets.token_view.layout.boxes import gather, make_boxes
from workbench.widgets.token_view.layout.directions import marks_of_direction, without_marks
from workbench.widgets.token_view.layout.inserts import Inserts, units
from workbench.widgets.token_view.layout.layout import LineLayout, make_measures
from workbench.widgets.token_view.layout.line import line_text, row_breaks
from workbench.widgets.token_view.layout.rooms import with_rooms
from workbench.widgets.token_view.layout.spans import make_run

ROOM = 3  # columns
HALF_A_COLUMN = 5  # pixels, that Qt puts beside the second letter of a ligature

MIXED = [
    "The word שלום means", "The word مرحبا means", 'he said "שלום"', "he said «مرحبا», then left",
    "The word (שלום), then مرحبا!", "abc שלום 123, 45 def", "abc שלום [a שלום] שלום, 12",
    "price: ١٢٣ و ٤٥٪ of", "abc ١٢٣ def", "abc١٢٣שלום", "שָׁלוֹם e\u0301 שלום", "one\tשלום\ttwo",
    "شلام 👍🏽 abc",
    "مرحبا بالعالم abc 45%", 'مرحبا "quoted (in brackets)" بالعالم', 'שלום "quoted (in brackets)" עולם',
    "שלום 123abc $45.50 - 12%", "שלום (abc) [12] עולם!", "مرحبا ١٢٣ abc 45٪.",
    "שלום, 3-4 $", "שלום a\u200bb\x00 c", "שלום עולם", "مرحبا بالعالم",
]  # fmt: skip
PARTS = st.sampled_from([
    *'ab 12.,:-+$%()[]"!\t', "שלום", "של", "ם", "שָ", "مر", "با", "٣", "٪",
    "e\u0301", "👍🏽", "日", "\x00", "\u200d",
])  # fmt: skip


@pytest.fixture(autouse=True)
def _fonts(qapp):
    """QTextLayout needs an application."""


def begins_right_to_left(text):
    directions = [line_text(letter.encode()).right_to_left for letter in text if letter.isalpha()]
    return bool(directions) and directions[0]


def laid_out(text, rooms, right_to_left, inserts=None):
    shown = line_text(text.encode(), right_to_left)
    if rooms or inserts:
        shown = with_rooms(shown, rooms, right_to_left, inserts or Inserts())
    return LineLayout(shown, make_measures(1_000_000, 1.0), right_to_left, rooms)


def clusters_of(layout, plain):
    """Return where each cluster lies, as strips, without its room; `plain` is the same text without any."""
    encoded = layout.text.display.encode("utf-16-le")
    clusters = np.flatnonzero(plain.text.whole)
    found = []
    sizes = np.diff(plain.text.at[clusters]).tolist()
    for start, size in zip(layout.text.at[clusters[:-1]].tolist(), sizes, strict=True):
        end = start + size
        while units(without_marks(encoded[2 * start : 2 * end].decode("utf-16-le"))) < size:
            end += 1
        found.append(layout.strips(start, end))
    return found


def order(layout, plain):
    """Return the clusters, by their numbers, from left to right, without those that share a glyph."""
    lefts, own = ([strips[0].left for strips in clusters_of(one, plain)] for one in (layout, plain))
    return sorted((n for n, left in enumerate(own) if own.count(left) == 1), key=lefts.__getitem__)


def boxes_of(layout, ends):
    """Return the boxes of tokens that end at these bytes."""
    spans = np.stack(([0, *ends[:-1]], ends), axis=1).astype(np.uint64)
    run = make_run(np.arange(len(ends), dtype=np.uint32), spans, False)
    return make_boxes(layout, gather(layout.text, *spans.astype(np.int64).T), run)


def glyphs_at(layout, place):
    """Return the glyphs of the character at a byte."""
    runs = layout._lines[0].glyphRuns(layout.text.display_at(place), 1)
    return [run.glyphIndexes() for run in runs]


def assert_room_changes_nothing(text, ends):
    right_to_left = begins_right_to_left(text)
    plain = laid_out(text, (), right_to_left)
    layout = laid_out(text, tuple((end, ROOM) for end in ends), right_to_left)
    assert order(layout, plain) == order(plain, plain)
    boxes, before = boxes_of(layout, ends), boxes_of(plain, ends)
    assert boxes.owners.tolist() == before.owners.tolist()  # as many parts of each, so each is in one piece
    numbers, rooms = layout.tabs
    assert numbers.tolist() == list(range(len(ends)))
    clusters = clusters_of(layout, plain)
    numbers = np.searchsorted(plain.text.raw[plain.text.whole], ends) - 1
    for number, room in zip(numbers.tolist(), rooms, strict=True):
        gaps = [
            abs(gap) for one in clusters[number] for gap in (room.left - one.right, room.right - one.left)
        ]
        assert min(gaps) < HALF_A_COLUMN


@pytest.mark.parametrize("text", MIXED)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_room_stays_beside_its_letters_and_moves_none(text, step):
    whole = line_text(text.encode()).raw[line_text(text.encode()).whole].tolist()
    assert_room_changes_nothing(text, [*whole[step:-1:step], whole[-1]])


@settings(max_examples=60, deadline=None)
@given(st.lists(PARTS, min_size=1, max_size=12).map("".join), st.data())
def test_room_in_any_text_moves_no_letter(text, data):
    line = line_text(text.encode())
    whole = line.raw[line.whole].tolist()
    chosen = data.draw(st.sets(st.sampled_from(whole[1:])))
    assert_room_changes_nothing(text, sorted({*chosen, whole[-1]}))


def test_letters_that_join_look_as_they_do_without_room():
    text = "The word مرحبا, 45 عبرت"
    borders = line_text(text.encode()).raw
    plain = laid_out(text, (), False)
    layout = laid_out(text, tuple((end, ROOM) for end in borders[1:].tolist()), False)
    for place in borders[:-1].tolist():
        assert glyphs_at(layout, place) == glyphs_at(plain, place) != []


def test_ids_stand_under_their_tokens(view):
    load(view, "The word שלום means", [3, 5, 1, 4, 4, 6], [10_000] * 6)
    lefts = []
    for ids in (False, True):
        view.rows.set_ids(ids)
        boxes = view.pieces.at(0).boxes
        assert boxes.owners.tolist() == list(range(6))
        lefts.append(boxes.strips.lefts)
    assert np.argsort(lefts[0]).tolist() == np.argsort(lefts[1]).tolist() == [0, 1, 2, 4, 3, 5]


def test_a_flag_among_letters_from_right_to_left_can_be_read():
    layout = laid_out("abc שלום", (), False, Inserts(flag=(8, "limit")))
    _, start, end = layout.text.flag
    (flag,) = layout.strips(start, end)
    letters = [layout.strips(place, place + 1)[0].left for place in range(start + 1, end - 1)]
    assert letters == sorted(letters)
    own = [
        layout.strips(layout.text.display_at(place), layout.text.display_at(place) + 1)[0] for place in (6, 8)
    ]
    assert own[1].right <= flag.left < flag.right <= own[0].left


def test_what_stands_around_the_text_stays_around_it():
    layout = laid_out("he said שלום", ((10, 2), (16, 2)), False, Inserts(("<s>",), ("</s>",)))
    text = layout.text
    (head,), (tail,) = (layout.strips(*place) for place in (text.heads[0], text.tails[0]))
    inside = layout.strips(int(text.at[0]), int(text.ends_at(np.array([16]))[0]))
    assert head.right <= min(strip.left for strip in inside)
    assert tail.left >= max(strip.right for strip in inside)
    assert text.raw_at(text.display_at(16)) == 16


@pytest.mark.parametrize("text", MIXED)
def test_places_among_the_marks_are_those_of_their_border(text):
    right_to_left = begins_right_to_left(text)
    line = line_text(text.encode(), right_to_left)
    shown = with_rooms(line, ((int(line.raw[line.whole][1]), 1),), right_to_left)
    sizes = [0] * len(shown.at) if shown.marks is None else shown.marks.tolist()
    for raw, at, size in zip(shown.raw.tolist(), shown.at.tolist(), sizes, strict=True):
        assert {shown.raw_at(place) for place in range(at - size, at + 1)} == {raw}
    assert shown.stops().tolist() == line.stops().tolist()
    allowed = set(line.raw[np.isin(line.at, row_breaks(line))].tolist())
    assert allowed <= set(shown.raw[np.isin(shown.at, row_breaks(shown))].tolist())


def test_the_caret_does_not_stop_within_a_line_end_beside_marks():
    line = line_text("abc שלום\r\n".encode())
    shown = with_rooms(line, ((4, 2),), right_to_left=False)
    assert shown.marks is not None
    assert shown.stops().tolist() == line.stops().tolist()


@pytest.mark.parametrize("text", MIXED)
def test_rows_end_at_borders(view, text):
    load(view, f"{text} " * 12, 2)
    view.rows.set_ids(True)
    for piece, _ in view.places.placed():
        assert piece.layout.n_rows > 1
        assert set(piece.layout._starts) <= {0, *piece.layout.text.at.tolist()}


def test_lines_of_one_direction_have_no_marks():
    assert with_rooms(line_text(b"words"), ((2, 3),)).marks is None
    assert marks_of_direction("שלום, עולם!", True) == ()
