"""What is shown with a text that is not in it: ids around it, the space before it, the flag of a limit."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor

from tests.widgets.token_views import TEXTS, cut, press, tokens_shown
from workbench.widgets.look.theme import current_theme
from workbench.widgets.token_view.layout.inserts import Added, Inserts
from workbench.widgets.token_view.layout.line import line_text
from workbench.widgets.token_view.layout.rooms import with_rooms
from workbench.widgets.token_view.text import TokenTextView

AROUND = Added(("<s>",), ("</s>",), prefix=True)


@pytest.fixture
def view(qtbot):
    view = TokenTextView()
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.set_look(special_ids=frozenset([1, 2]))
    view.show()
    return view


def load(view, data, ids, spans):
    view.set_bytes(data)
    view.tokens.take(0, len(data), np.array(ids, np.uint32), np.array(spans, np.uint64).reshape(-1, 2))


def hello(view, added=AROUND):
    view.rows.set_added(added)
    load(view, b"Hello", [1, 15043, 2], [(0, 0), (0, 5), (5, 5)])
    return view.pieces.at(0)


def labels(view, position=0):
    piece = view.pieces.at(position)
    text = piece.layout.text
    pairs = zip(piece.boxes.starts.tolist(), piece.boxes.ends.tolist(), strict=True)
    units = text.display.encode("utf-16-le")
    return [units[2 * start : 2 * end].decode("utf-16-le").replace("\u00a0", "·") for start, end in pairs]


def test_ids_around_a_text_have_boxes_of_their_own_and_the_first_token_begins_with_the_space(view):
    hello(view)
    assert labels(view) == ["<s>", "·Hello", "</s>"]
    assert tokens_shown(view) == len(view.spans) == 3


def test_without_them_nothing_is_shown(view):
    view.rows.set_added(Added())
    load(view, b"Hello", [15043], [(0, 5)])
    assert labels(view) == ["Hello"]


def test_a_space_that_is_a_token_of_its_own_has_its_own_box(view):
    view.rows.set_added(AROUND)
    load(view, "👍".encode(), [1, 29871, 243, 162, 148, 144, 2],
         [(0, 0), (0, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 4)])  # fmt: skip
    assert labels(view)[:2] == ["<s>", "·"]
    assert labels(view)[-1] == "</s>"
    assert tokens_shown(view) == 7


def test_an_empty_text_shows_what_is_put_around_it(view):
    view.rows.set_added(AROUND)
    load(view, b"", [1, 2], [(0, 0), (0, 0)])
    assert labels(view) == ["<s>", "</s>"]
    assert tokens_shown(view) == 2


def test_after_a_last_line_feed_the_end_stands_in_the_last_row(view):
    view.rows.set_added(AROUND)
    load(view, b"a\n", [1, 10, 13, 2], [(0, 0), (0, 1), (1, 2), (2, 2)])
    assert labels(view, 0) == ["<s>", "·a", "·"]
    assert labels(view, 2) == ["</s>"]
    assert tokens_shown(view) == 4


def test_the_caret_stands_inside_of_what_is_put_around(view):
    piece = hello(view)
    strips = [piece.boxes.strips_of(box)[0] for box in range(3)]
    assert view.places.caret_rect(0).center().x() > strips[0].right + 10
    assert view.places.caret_rect(5).center().x() < strips[2].left + 20
    assert view.places.caret_at(QPointF(2 + 16, 10))[0] == 0
    assert view.places.caret_at(QPointF(strips[2].right + 14, 10))[0] == 5


def test_a_click_on_them_selects_them_and_typing_leaves_them_where_they_are(view, qtbot):
    hello(view)
    hit = view.places.hit_of_token(0)
    assert (hit.token.id, hit.token.start, hit.token.end) == (1, 0, 0)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=hit.rect.center())
    assert view.selected.token.id == 1
    view.setFocus()
    press(view, Qt.Key.Key_Home)
    press(view, "x")
    tokens = [view.spans.token(number) for number in range(len(view.spans))]
    assert [(t.id, t.start, t.end) for t in tokens] == [(1, 0, 0), (15043, 1, 6), (2, 6, 6)]
    press(view, Qt.Key.Key_End)
    press(view, "y")
    assert (view.spans.token(2).start, view.content()) == (7, b"xHelloy")
    view.tokens.take(
        0, 7, np.array([1, 5, 6, 2], np.uint32), np.array([(0, 0), (0, 3), (3, 7), (7, 7)], np.uint64)
    )
    assert view.spans.take(0, 9).ids.tolist() == [1, 5, 6, 2]


@pytest.mark.parametrize("data", TEXTS, ids=lambda data: data.hex()[:16])
def test_every_text_shows_every_token_with_ids_around_it(view, data):
    ids, spans = cut(data)
    n = len(data)
    load(view, data, [1, *ids.tolist(), 2], [(0, 0), *spans.tolist(), (n, n)])
    for prefix in (False, True):
        view.rows.set_added(Added(("<s>",), ("</s>",), prefix))
        assert tokens_shown(view) == len(ids) + 2
        view.grab()


def test_labels_stay_together_among_letters_from_right_to_left(view):
    data = "שלום".encode()
    view.rows.set_added(AROUND)
    load(view, data, [1, 7, 2], [(0, 0), (0, len(data)), (len(data), len(data))])
    piece = view.pieces.at(0)
    assert [len(piece.boxes.strips_of(box)) for box in (0, 2)] == [1, 1]
    first, last = (piece.boxes.strips_of(box)[0] for box in (0, 2))
    assert first.left > last.left  # the start is at the right


def test_the_flag_of_a_limit_stands_before_the_first_token_that_is_left_out(view):
    view.rows.set_cut((2, " end 77 "))
    load(view, b"one two six", [10, 11, 12], [(0, 3), (3, 7), (7, 11)])
    text = view.pieces.at(0).layout.text
    assert text.display.replace("\u00a0", " ") == "one two end 77  six"
    assert text.flag == (7, 7, 15)
    assert labels(view) == ["one", "·two", "·six"]
    picture = view.viewport().grab().toImage()
    box = view.places.hit_of_token(2).rect
    fills = [QColor(c) for c in current_theme().token_fills]
    seen = picture.pixelColor(box.right() - 3, box.top() + 3)
    assert all(seen != fill for fill in fills)
    assert seen != current_theme().surface


@pytest.mark.parametrize("text", ["one two six", "நிலம் தமி", "क्षत्रिय नम", "ภาษาไทย"])
def test_the_letters_of_the_flag_stand_out_in_every_script(view, text):
    """Beside letters in another color Qt drew them in that of the text, in some scripts."""
    view.rows.set_cut((1, "\u00a0limit 77\u00a0"))
    load(view, text.encode(), [1, 2], [(0, 3), (3, len(text.encode()))])
    piece = view.pieces.at(0)
    strip = piece.layout.strips(*piece.layout.text.flag[1:])[0]
    picture = view.viewport().grab().toImage()
    left, top = round(view.places.left + strip.left) + 3, round(view.places.placed()[0][1]) + 8
    seen = [picture.pixelColor(x, y) for x in range(left, left + 60) for y in range(top, top + 16)]
    theme = current_theme()
    assert any(color == theme.surface for color in seen)
    assert all(color != theme.text for color in seen)


def test_without_a_limit_nothing_is_faint(view):
    view.rows.set_cut((2, "x"))
    view.rows.set_cut(None)
    load(view, b"one two", [10, 11], [(0, 3), (3, 7)])
    assert view.pieces.at(0).layout.text.flag is None
    box = view.places.hit_of_token(1).rect
    seen = view.viewport().grab().toImage().pixelColor(box.right() - 3, box.top() + 3)
    assert seen in [QColor(c) for c in current_theme().token_fills]


def test_a_tab_and_a_flag_at_one_border_keep_their_order():
    text = with_rooms(line_text("日a".encode()), ((3, 2),), inserts=Inserts(flag=(3, "|")))
    assert text.display == "日\u00a0\u00a0|a"
    assert text.ends_at(np.array([3])).tolist() == [3]
    assert text.flag == (3, 3, 4)


def test_a_mark_at_the_start_joins_no_label():
    text = with_rooms(line_text("\u0301a".encode()), inserts=Inserts(heads=("<s>",)))
    assert text.whole.tolist() == [True, True, True]
