"""The small parts of the Tokens panel: copying, special tokens, the card, the bars."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QLabel, QWidget

from tests.widgets.token_views import load
from workbench.display.escapes import unescape
from workbench.panels.tokens.text import copying, specials
from workbench.panels.tokens.text.counts import CountsBar
from workbench.panels.tokens.text.footer import HEIGHT, TextFooter
from workbench.panels.tokens.text.hover_card import CARD, SHADOW, HoverCard, card_place
from workbench.panels.tokens.text.occurrences import Occurrences
from workbench.panels.tokens.text.selection import Occurrence
from workbench.panels.tokens.text.specials import SpecialsStrip
from workbench.panels.tokens.text.text_facts import facts_of
from workbench.widgets.labels import Label
from workbench.widgets.look.theme import interface_font
from workbench.widgets.slices import at_once
from workbench.widgets.token_view.facts import _name_label
from workbench.widgets.token_view.layout.spans import SpanStore, make_run
from workbench.widgets.token_view.text import TokenTextView
from workbench.widgets.words import WordLabel

# --- copying

TEXT = "a b\n日\\".encode() + b"\xff"
SPANS = np.array([[0, 1], [1, 3], [3, 4], [4, 6], [6, 7], [7, 8], [8, 9]], np.uint64)


@pytest.fixture
def store():
    tokens = SpanStore()
    ids = np.array([97, 300, 10, 301, 165, 92, 255], np.uint32)
    tokens.merge(0, 9, make_run(ids, SPANS, False), lambda starts: np.zeros(len(starts), bool))
    return tokens


def test_copy_as_ids(store):
    assert at_once(copying.ids(store.take, 0, 7)).text == "97 300 10 301 165 92 255"
    assert at_once(copying.python_list(store.take, 1, 3)).text == "[300, 10]"
    assert at_once(copying.ids(store.take, 2, 2)).text == ""
    assert at_once(copying.python_list(store.take, 2, 2)).text == "[]"


def test_token_strings_can_be_read_back(store):
    text = at_once(copying.token_strings(store.take, lambda a, b: TEXT[a:b], 0, 7)).text
    lines = text.split("\n")
    assert lines == ["a", " b", "\\u{A}", "\\xE6\\x97", "\\xA5", "\\\\", "\\xFF"]
    assert b"".join(unescape(line) for line in lines) == TEXT


# --- special tokens


def test_where_special_texts_stand():
    data = b"<|a|>x<|a|><|ab|>" + b"." * 5 + b"<|a|>"
    assert at_once(specials.occurrences(data, ["<|a|>", "<|ab|>"])) == {
        "<|a|>": [(0, 5), (6, 11), (22, 27)],
        "<|ab|>": [(11, 17)],
    }
    assert at_once(specials.occurrences(b"aaaa", ["aa", "aaa"])) == {"aa": [], "aaa": [(0, 3)]}
    assert at_once(specials.occurrences(b"", ["a"])) == {"a": []}


def test_special_texts_over_the_border_of_two_looks(monkeypatch):
    monkeypatch.setattr(specials, "_SCAN", 7)
    data = b"....<|end|>..<|end|>"
    assert at_once(specials.occurrences(data, ["<|end|>"])) == {"<|end|>": [(4, 11), (13, 20)]}


@pytest.fixture
def strip(qtbot):
    strip = SpecialsStrip()
    qtbot.addWidget(strip)
    strip.resize(600, 80)
    return strip


def test_the_strip_says_what_was_taken_as_plain_text_and_allows_it(qtbot, strip):
    strip.show_found((("<|endoftext|>", 2),), allowed=False)
    assert strip.isVisible()
    assert strip.sentence() == "<|endoftext|> occurs in the text and was treated as plain text."
    with qtbot.waitSignal(strip.allow_requested) as asked:
        qtbot.mouseClick(strip.link, Qt.MouseButton.LeftButton)
    assert asked.args == [True]
    strip.show_found((("<|endoftext|>", 2),), allowed=True)
    assert strip.link.text() == "Treat it as plain text"
    with qtbot.waitSignal(strip.allow_requested) as asked:
        qtbot.mouseClick(strip.link, Qt.MouseButton.LeftButton)
    assert asked.args == [False]


def test_a_closed_strip_stays_closed_until_something_else_is_found(strip):
    strip.show_found((("<|a|>", 1),), allowed=False)
    strip._strip.closed.emit()
    strip.show_found((("<|a|>", 5),), allowed=False)
    assert not strip.isVisible()
    strip.show_found((("<|a|>", 5), ("<|b|>", 1)), allowed=False)
    assert strip.sentence() == "<|a|>, <|b|> occur in the text and were treated as plain text."
    said = [label.text() for label in strip.findChildren(QLabel)]
    assert "A model would not see them as special tokens." in said
    strip.show_found((), allowed=False)
    assert not strip.isVisible()


# --- the card

WINDOW = QRect(0, 0, 1280, 800)


@pytest.mark.parametrize("left", [0, 40, 600, 1200])
@pytest.mark.parametrize("top", [0, 100, 400, 660, 770])
@pytest.mark.parametrize("width", [8, 60])
def test_the_card_stays_in_the_window_and_covers_neither_token_nor_pointer(left, top, width):
    token = QRect(left, top, width, 24)
    place = card_place(WINDOW, token, token.center())
    assert WINDOW.contains(place)
    assert place.size() == CARD
    assert not place.intersects(token)


def test_the_card_stands_below_and_flips_above_at_the_lower_edge():
    assert card_place(WINDOW, QRect(100, 100, 40, 24), QPoint(110, 110)).top() > 124
    assert card_place(WINDOW, QRect(100, 760, 40, 24), QPoint(110, 770)).bottom() < 760


def test_a_token_as_high_as_the_window_leaves_the_pointer_free():
    place = card_place(QRect(0, 0, 700, 200), QRect(0, 0, 700, 200), QPoint(650, 100))
    assert not place.contains(QPoint(650, 100))


def test_the_card_is_wide_enough_for_places_far_into_a_text_and_stays_in_the_window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(880, 600)
    window.show()
    card = HoverCard(window)
    near = Occurrence(1, 240, b"\xf0", (0, 1), (0, 1), count=3)
    card.set_occurrence(near, None)
    card.show_beside(QRect(840, 100, 20, 24), QPoint(850, 110))
    assert card.width() - 2 * SHADOW == CARD.width()
    far = Occurrence(
        1, 240, b"\xf0", (104_857_600, 104_857_601), (99_857_600, 99_857_601), partial=True, count=3
    )
    card.set_occurrence(far, None)
    room = card.width() - 2 * SHADOW - 104 - 16
    places = "104,857,600–104,857,601   characters 99,857,600–99,857,601, cut"
    assert places in card.lines()[2]
    assert QFontMetricsF(interface_font("medium")).horizontalAdvance(places) <= room
    assert window.rect().contains(card.geometry().adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW))
    card.set_occurrence(near, None)
    assert card.width() - 2 * SHADOW == CARD.width()


@pytest.mark.parametrize(("text", "lengths", "shared"), [
    ("a日b", [1, 1, 1, 1, 1], [1, 3, 3, 3, 1]), ("a日b", [1, 3, 1], [1, 1, 1]),
    ("a日b", [1, 2, 2], [1, 2, 2]), ("e\u0301", [1, 2], [2, 2]),
])  # fmt: skip
def test_a_token_knows_how_many_share_its_box(qtbot, text, lengths, shared):
    view = TokenTextView()
    qtbot.addWidget(view)
    view.resize(300, 100)
    view.show()
    load(view, text, lengths)
    known = Occurrences(view, SimpleNamespace(handle=1, encoded=object()))
    tokens = [view.spans.token(index) for index in range(len(lengths))]
    assert [known.of_token(token).shared for token in tokens] == shared


def test_the_badge_is_explained_where_a_token_is_pointed_at_and_selected(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    card, part = HoverCard(window), Occurrence(1, 5, b"\xe6", (1, 2), (1, 2), partial=True, count=1, shared=3)
    card.set_occurrence(part, None, n_tokens=3)
    assert card._hint == "1 of 3 tokens of this character · Alt+→ next"
    facts = _name_label("×3"), _name_label("×2"), _name_label("Span")
    assert [isinstance(label, WordLabel) for label in facts] == [True, True, False]
    assert facts[1].toolTip().startswith("Several tokens, here three, that only together make one character.")


def test_the_card_says_what_is_known(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    card = HoverCard(window)
    card.set_occurrence(Occurrence(1, 7216, b"requent", (34, 41), (34, 41), False, 1), None)
    assert card.lines() == [
        "requent id 7,216",
        "Bytes 72 65 71 75 65 6E 74",
        "Bytes of text 34–41   characters 34–41",
        "In this text 1 time",
    ]
    card.set_occurrence(Occurrence(1, 5, b"\xe6\x97", (1, 3), (1, 2), True, 12, so_far=True), None)
    assert card.lines()[0] == "⟨E6 97⟩ id 5"
    assert card.lines()[2:] == ["Bytes of text 1–3   characters 1–2, cut", "In this text 12 so far"]


def test_the_card_takes_no_focus_and_no_clicks(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    card = HoverCard(window)
    assert card.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert card.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


# --- bars


def test_counts_say_how_far_a_large_text_is(qtbot):
    bar = CountsBar()
    qtbot.addWidget(bar)
    bar.resize(824, 56)
    bar.show()
    bar.set_size(2_000_000, None)
    bar.set_tokens(300_000, 1_200_000, so_far=True)
    bar.set_share(0.6)
    assert bar.tokens.accessibleName() == "300,000 tokens so far"
    assert bar.ratio.value() == "4.00"
    assert bar.characters.value() == "…"
    assert bar._colored.text() == "60 % colored"
    assert bar._colored.isVisible()
    bar.set_tokens(1, 1, so_far=False)
    bar.set_share(None)
    assert bar.tokens.accessibleName() == "1 token"
    assert not bar._colored.isVisible()
    bar.set_tokens(0, 0, so_far=False)
    assert bar.ratio.value() == "–"


HINT = "Type, paste or drop a file here. Tab inserts a tab; F6 goes to the next panel."


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", HINT),
        (b"short", HINT),
        (b"short\n", HINT),
        (b"a\r\nb", "line ends CRLF"),
        (b"a\rb", "line ends CR"),
        (b"a\nb\r\n", "line ends mixed: 1 LF, 1 CRLF"),
        ("\ufeffa".encode(), "UTF-8 with BOM"),
        ("a\u00a0b".encode(), "1 no-break space"),
        ("a\u2028b".encode(), "1 line separator"),
        (b"a\0b", "1 NUL"),
        (b"\xed\xa0\x80", "3 invalid bytes · 1 lone surrogate"),
        (b"long\n" * 1000, ""),
    ],
)
def test_the_footer_says_what_is_odd_and_hints_while_a_text_is_short_and_plain(qtbot, data, said):
    footer = TextFooter()
    qtbot.addWidget(footer)
    footer.show_facts(facts_of(data), False)
    assert footer.text() == said


def test_the_footer_says_that_a_text_can_only_be_read(qtbot):
    footer = TextFooter()
    qtbot.addWidget(footer)
    footer.show_facts(facts_of(b"short"), True)
    assert footer.text() == "read-only over 64 MB"


def test_remarks_that_do_not_fit_begin_another_row_and_none_is_cut(qtbot):
    footer = TextFooter()
    qtbot.addWidget(footer)
    footer.show_facts(facts_of("\r\na\n\0\u00a0\u2028\ufeff".encode() + b"\xff\xed\xa0\x80"), False)
    assert footer.heightForWidth(2000) == HEIGHT < footer.heightForWidth(460)
    footer.resize(460, footer.heightForWidth(460))
    footer.show()
    labels = footer._remarks.findChildren(Label)
    assert len(labels) == 7
    for label in labels:
        assert label.width() >= label.sizeHint().width()
        assert footer.rect().contains(label.rect().translated(label.mapTo(footer, QPoint())))


def test_the_footer_gives_its_room_to_a_long_text_of_which_nothing_is_odd(qtbot):
    footer = TextFooter()
    qtbot.addWidget(footer)
    footer.show_facts(facts_of(b"long\n" * 1000), False)
    assert footer.isHidden()
    footer.show_facts(facts_of(b"a\nb\r\n"), False)
    assert not footer.isHidden()
