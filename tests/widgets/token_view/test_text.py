"""What the token view shows: all tokens, right shapes, right colors; and tokens through edits."""

import itertools
import weakref

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QGuiApplication, QTextLayout
from PySide6.QtTest import QTest

from tests.widgets.token_views import ALT, CTRL, TEXTS, K, cut, load, picture, press, tokens_shown
from workbench.widgets.look import theme


def color_at(view, x, y):
    return QColor(picture(view).pixel(round(x), round(y))).name()


def box_color(view, index):
    """The color in the upper left of a token's box, between letters and edge."""
    rect = view.places.hit_of_token(index).rect
    return color_at(view, rect.left() + 4, rect.top() + 1)


# --- nothing is left out


@pytest.mark.parametrize("data", TEXTS)
@pytest.mark.parametrize("longest", [1, 3])
def test_as_many_tokens_are_shown_as_there_are_ids(view, data, longest):
    for around in (b"", b"some words before\n", b"\n\n"):
        whole = around + data + around
        view.set_bytes(whole)
        ids, spans = cut(whole, 1, longest)
        view.tokens.take(0, len(whole), ids, spans)
        picture(view)
        assert tokens_shown(view) == len(ids) == len(view.spans)
        assert view.content() == whole


@pytest.mark.parametrize("data", TEXTS)
def test_copy_and_paste_keep_the_bytes(view, data):
    QGuiApplication.clipboard().clear()
    load(view, data)
    view.editor.select_all()
    press(view, K.Key_C, CTRL)
    load(view, b"")
    press(view, K.Key_V, CTRL)
    assert view.content() == data


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=30) | st.binary(max_size=30), st.integers(0, 1000))
def test_any_text_is_shown_whole(view, text, seed):
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    load(view, data, seed)
    assert tokens_shown(view) == len(view.spans)


def test_tokens_of_one_character_share_a_box_and_are_walked_one_by_one(view):
    load(view, "a日b", [1, 1, 1, 1, 1])
    hit = view.places.hit_of_token(2)
    assert [token.index for token in hit.tokens] == [1, 2, 3]
    view.selected.select(0)
    steps = []
    for _ in range(5):
        press(view, K.Key_Right, ALT)
        steps.append(view.selected.token.index)
    assert steps == [1, 2, 3, 4, 4]
    press(view, K.Key_Left, ALT)
    assert view.selected.token.index == 3


# --- shaping


@pytest.mark.parametrize("text", ["مرحبا", "क्षत्रिय नमस्ते", "👩‍👩‍👧‍👦🇨🇿", "x\u0301\u0302", "שָׁלוֹם", "நி"])
def test_a_text_is_shaped_as_a_plain_layout_shapes_it(view, text):
    plain = QTextLayout(text.replace(" ", "\u00a0"), view.pieces.measures.font)
    plain.beginLayout()
    plain.createLine().setLineWidth(5000)
    plain.endLayout()

    def glyphs(layout):
        return [glyph for run in layout.lineAt(0).glyphRuns() for glyph in run.glyphIndexes()]

    view.set_bytes(text.encode())
    uncut = view.pieces.at(0).layout.layout
    assert glyphs(uncut) == glyphs(plain)
    load(view, text, [1] * len(text.encode()))
    inside = {glyph for glyph in glyphs(view.pieces.at(0).layout.layout)}
    assert set(glyphs(plain)) <= inside  # tabs add spaces, and change no letter


def test_right_to_left_lines_stand_at_the_right_and_boxes_are_where_the_letters_are(view):
    load(view, "مرحبا abc", [2, 2, 6, 1, 3])
    first, second = view.places.hit_of_token(0).rect, view.places.hit_of_token(1).rect
    latin = view.places.hit_of_token(4).rect
    assert abs(first.right() + 16 - view.viewport().width()) < 3
    assert second.right() <= first.left() + 1
    assert latin.right() < second.left()
    assert view.places.token_at(QPointF(first.center())).token.index == 0


def test_boxes_lie_side_by_side_where_directions_mix(view):
    load(view, "abc مرحبا def", [4, 2, 2, 2, 2, 2, 4])
    rects = [view.places.hit_of_token(n).rect for n in range(7)]
    assert all(rect.width() > 5 for rect in rects)
    visual = [rects[n] for n in (0, 5, 4, 3, 2, 1, 6)]
    assert all(abs(a.right() - b.left()) <= 2 for a, b in itertools.pairwise(visual))


def test_turning_characters_turn_nothing(view):
    load(view, "a\u202ebcd", [1, 3, 1, 1, 1])
    lefts = [view.places.hit_of_token(n).rect.left() for n in range(5)]
    assert lefts == sorted(lefts)


# --- painting


def test_boxes_take_the_six_colors_in_turn_with_a_gap_and_a_line_under_every_second(view):
    load(view, "aabbccddeeffgg", [2] * 7)
    look = theme.current_theme()
    assert [box_color(view, n) for n in range(7)] == [look.token_fills[n % 6].name() for n in range(7)]
    rects = [view.places.hit_of_token(n).rect for n in range(7)]
    image = picture(view)
    for number, rect in enumerate(rects):
        assert QColor(image.pixel(rect.right(), rect.top() + 3)).name() == look.surface.name()
        under = QColor(image.pixel(rect.left() + 5, rect.bottom())).name()
        expected = look.token_lines[number % 6] if number % 2 else look.token_fills[number % 6]
        assert under == expected.name()


def test_neighbors_differ_after_clusters_that_swallow_numbers(view):
    load(view, "a" + "e\u0301" * 5 + "b", [1, *[1, 1, 1] * 5, 1])
    boxes = view.pieces.at(0).boxes
    assert all(a != b for a, b in zip(boxes.colors, boxes.colors[1:], strict=False))
    load(view, "x" * 4 + "👩‍👩‍👧‍👦" * 3 + "y", 5)
    boxes = view.pieces.at(0).boxes
    assert all(a != b for a, b in zip(boxes.colors, boxes.colors[1:], strict=False))


def test_colors_stay_while_scrolling_and_typing(view):
    data = load(view, "some words here\n" * 200, 3)
    before = {n: view.spans.take(n, n + 1).colors[0] for n in range(400, 500)}
    view.scrolling.by(3000)
    picture(view)
    view.editor.place(8)
    press(view, "x")
    ids, spans = cut(data, 3)
    shifted = spans + np.uint64(1)
    last = int(view.spans.take(0, 5).ends[-1])  # what the edit left in front
    keep = spans[:, 0] >= last
    view.tokens.take(int(shifted[keep][0, 0]), len(view.content()), ids[keep], shifted[keep])
    offset = len(view.spans) - len(ids)
    assert {n: view.spans.take(n + offset, n + offset + 1).colors[0] for n in before} == before


def test_uncolored_text_stands_on_the_surface(view):
    view.set_bytes(b"plain")
    assert color_at(view, 20, 21) == theme.current_theme().surface.name()


def test_special_and_refused_and_partial(view):
    load(view, b"ab<e>cd<e>\xff", [2, 3, 2, 3, 1], [1, 99, 2, 3, 4])
    view.set_look(special_ids=frozenset([99]))
    view.set_look(refused=((7, 10),))
    look = theme.current_theme()
    assert box_color(view, 1) == look.text.name()
    assert box_color(view, 3) == look.danger_soft.name()
    rect = view.places.hit_of_token(3).rect
    assert color_at(view, rect.left() + 5, rect.bottom()) == look.danger.name()
    loose = view.places.hit_of_token(4).rect
    edge = {color_at(view, x, loose.top()) for x in range(loose.left() + 4, loose.right() - 4)}
    assert look.token_lines[4].name() in edge
    assert len(edge) > 1


def test_selected_and_same_elsewhere_have_rings(view):
    load(view, "aabbaacc", [2, 2, 2, 2], [5, 6, 5, 7])
    view.selected.select(0)
    text = theme.current_theme().text.name()

    def ring(index):
        rect = view.places.hit_of_token(index).rect
        image = picture(view)
        return [
            QColor(image.pixel(x, rect.top() - 1)).name() == text
            for x in range(rect.left() + 4, rect.right() - 4)
        ]

    assert all(ring(0))
    assert not any(ring(1))
    assert any(ring(2))
    assert not all(ring(2))


def test_marks_can_be_left_out_and_names_stay(view):
    load(view, b"a b\x00\n")
    rect = view.places.hit_of_token(0).rect
    dot = rect.left() + 13, rect.center().y() + 1
    fill = theme.current_theme().token_fills[0].name()
    marked = {color_at(view, dot[0], y) for y in range(rect.top() + 6, rect.bottom() - 6)}
    view.set_look(marks=False)
    plain = {color_at(view, dot[0], y) for y in range(rect.top() + 6, rect.bottom() - 6)}
    assert plain == {fill}
    assert marked != plain
    assert "⟨NUL⟩" in view.pieces.at(0).layout.text.display


def test_dark_and_light(view, qapp):
    load(view, "abcdef", [3, 3])
    try:
        for name, look in (("dark", theme.DARK), ("light", theme.LIGHT)):
            theme.apply_theme(qapp, name)
            assert box_color(view, 1) == look.token_fills[1].name()
            assert color_at(view, 300, 200) == look.surface.name()
    finally:
        theme.apply_theme(qapp, "light")


def test_zoom(view):
    load(view, "words\n" * 5)
    before = view.pieces.measures.pitch
    press(view, K.Key_Plus, CTRL)
    assert view.pieces.measures.pitch > before
    press(view, K.Key_Minus, CTRL)
    press(view, K.Key_Minus, CTRL)
    assert view.pieces.measures.pitch < before
    press(view, K.Key_0, CTRL)
    assert view.pieces.measures.pitch == before
    assert (view.pieces.measures.pitch, view.pieces.measures.box) == (32, 24)


# --- tokens and edits


def test_an_edit_drops_only_the_tokens_it_touched(view):
    load(view, "aaabbbccc", [3, 3, 3])
    view.editor.place(4)
    press(view, "x")
    assert [view.spans.token(n).start for n in range(2)] == [0, 7]
    assert tokens_shown(view) == 2


@pytest.mark.parametrize("drop", ["edit", "clear"])
def test_memory_of_tokens_that_were_dropped_is_given_back(view, qtbot, drop):
    load(view, b"abcdef", [2, 4], [1, 2])
    dropped = weakref.ref(view.spans._segments[0].ids)
    if drop == "edit":
        view.editor.replace(0, 6, b"other")
    else:
        view.tokens.clear()
    assert len(view.spans) == 0
    qtbot.waitUntil(lambda: dropped() is None, timeout=30_000)


def test_the_selected_token_moves_with_the_text_and_goes_with_its_token(view):
    load(view, "aaabbbccc", [3, 3, 3], [7, 8, 9])
    view.selected.select(2)
    view.editor.place(0)
    press(view, "x")
    assert (view.selected.token.id, view.selected.token.start) == (9, 7)
    view.editor.place(8)
    press(view, "y")
    assert view.selected.token is None


def test_other_tokens_in_the_same_place_are_told(view):
    data = load(view, "aaabbb", [3, 3], [1, 2])
    view.selected.select(1)
    told = []
    view.token_selected.connect(told.append)
    view.tokens.take(0, len(data), np.array([1, 5], np.uint32), np.array([[0, 3], [3, 6]], np.uint64))
    assert [token.id for token in told] == [5]
    view.tokens.take(0, len(data), np.array([1], np.uint32), np.array([[0, 6]], np.uint64))
    assert told[-1] is None


def test_refused_spans_follow_edits(view):
    load(view, b"ab<e>cd", [2, 3, 2])
    view.set_look(refused=((2, 5),))
    view.editor.place(0)
    press(view, "xx")
    assert view.look.refused == ((4, 7),)
    view.editor.place(5)
    press(view, "x")
    assert view.look.refused == ()


def test_next_of_the_same_id_is_scrolled_to(view):
    load(view, b"x\n" * 300, [2] * 300, [5 if n in (3, 250) else 1 for n in range(300)])
    view.selected.select(3)
    view.selected.next_same()
    assert view.selected.token.index == 250
    start, end = view.places.visible_range()
    assert start <= 500 < end
    view.selected.next_same()
    assert view.selected.token.index == 3
    view.selected.next_same(-1)
    assert view.selected.token.index == 250


def test_many_tokens_come_in_slices_and_an_edit_drops_the_rest(view, qtbot, monkeypatch):
    monkeypatch.setattr("workbench.widgets.token_view.editing.taking._AT_ONCE", 10)
    data = b"ab" * 100
    load(view, data, [2] * 100)
    assert len(view.spans) == 10
    qtbot.waitUntil(lambda: len(view.spans) == 100)
    load(view, data, [2] * 100)
    view.editor.place(1)
    press(view, "x")
    QTest.qWait(30)
    assert len(view.spans) == 9


@pytest.mark.parametrize("name", ["light", "dark"])
def test_what_is_selected_stands_out_from_boxes_of_every_color(view, qapp, name):
    theme.apply_theme(qapp, name)
    load(view, "abcdefgh", [1] * 8)
    view.editor.select(2, 6)
    image, colors = picture(view), theme.current_theme()
    theme.apply_theme(qapp, "light")
    for place in range(8):
        rect = view.places.hit_of_token(place).rect
        seen = image.pixelColor(round(rect.left() + 4), round(rect.top() - 2))
        assert (seen == colors.accent) == (2 <= place < 6)
