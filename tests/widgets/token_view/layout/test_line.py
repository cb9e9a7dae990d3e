import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextLayout

from tests.widgets.token_views import TEXTS
from workbench.widgets.token_view.layout.boxes import gather
from workbench.widgets.token_view.layout.line import line_text, row_breaks
from workbench.widgets.token_view.layout.rooms import with_rooms

NB = "\u00a0"


def units(text):
    return len(text.encode("utf-16-le")) // 2


def pieces_of(data):
    return data.splitlines(keepends=True) if b"\n" in data else [data]


@pytest.fixture(autouse=True)
def _fonts(qapp):
    """QTextLayout, which is asked for clusters, needs an application."""


@pytest.mark.parametrize(
    ("data", "display"),
    [
        (b"", ""),
        (b"a b\n", f"a{NB}b{NB}"),
        (b"a\r\n", f"a⟨CR⟩{NB}"),
        (b"a\rb", "a⟨CR⟩b"),
        (b"\x00\x1b[31m", "⟨NUL⟩⟨ESC⟩[31m"),
        (b"\t\t x", f"\t\t{NB}x"),
        (b"\xe6\x97", "⟨E6⟩⟨97⟩"),
        ("\u202eabc".encode(), "⟨RLO⟩abc"),
        ("a\u200db".encode(), "a⟨ZWJ⟩b"),
        ("\ufeffa\ufeff".encode(), "⟨BOM⟩a⟨BOM⟩"),
        ("\ufffd".encode(), "⟨U+FFFD⟩"),
        ("\u3000".encode(), "⟨U+3000⟩"),
        ("👩‍👩‍👧‍👦".encode(), "👩‍👩‍👧‍👦"),
        ("می\u200cخ".encode(), "می\u200cخ"),
        ("क्\u200dष".encode(), "क्\u200dष"),
        ("1️⃣".encode(), "1️⃣"),
        ("🏴\U000e0067\U000e007f".encode(), "🏴\U000e0067\U000e007f"),
        ("a\U000e0067".encode(), "a⟨U+E0067⟩"),
        ("\u0301\u0302x\u0301".encode(), "◌\u0301\u0302x\u0301"),
        ("\t\u0301\x00\u0301".encode(), "\t◌\u0301⟨NUL⟩◌\u0301"),
        (b"\xe6" + "\u0301".encode(), "⟨E6⟩◌\u0301"),
        (" \u0301\U0001d165".encode(), f"{NB}\u0301\U0001d165"),
        ("\ufe0f\u0301".encode(), "⟨VS16⟩◌\u0301"),
    ],
)
def test_display(data, display):
    assert line_text(data).display == display


@given(st.binary(max_size=40) | st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace")))
def test_the_map_is_whole_and_rises(data):
    text = line_text(data.replace(b"\n", b""))
    assert text.raw[0] == text.at[0] == 0
    assert text.raw[-1] == len(data.replace(b"\n", b""))
    assert text.at[-1] == units(text.display)
    assert (np.diff(text.raw) > 0).all()
    assert (np.diff(text.at) > 0).all()
    assert text.whole[0]
    assert text.whole[-1]
    for raw, at in zip(text.raw.tolist(), text.at.tolist(), strict=True):
        assert text.display_at(raw) == at
        assert text.raw_at(at) == raw


@pytest.mark.parametrize("data", TEXTS)
def test_nothing_invisible_or_turning_is_left_in_the_display(data):
    for piece in pieces_of(data):
        display = line_text(piece).display
        assert not set(display) & set(
            "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\x00\x1b\ufeff\u2028\u2029"
        )
        assert not any(0xD800 <= ord(character) <= 0xDFFF for character in display)


def test_the_caret_stops_at_clusters_and_at_loose_bytes():
    assert line_text("e\u0301x".encode()).stops().tolist() == [0, 3, 4]
    assert line_text(b"\xe6\x97a").stops().tolist() == [0, 1, 2, 3]
    assert line_text(b"a\r\n").stops().tolist() == [0, 1, 3]
    assert line_text(b"\r\n").stops().tolist() == [0, 2]
    family = "👩‍👩‍👧‍👦".encode()
    text = line_text(family + b"a")
    assert text.next_stop(0) == len(family)
    assert text.previous_stop(len(family)) == 0
    assert text.previous_stop(0) is None
    assert text.next_stop(len(family) + 1) is None


def test_marks_without_a_letter_are_one_cluster_with_the_circle_they_stand_on():
    text = line_text("\u0301\u0302x\U0001d165".encode())
    assert text.at.tolist() == [0, 2, 3, 4, 6]
    assert text.stops().tolist() == [0, 4, 9]
    assert line_text("\t\U0001d165x".encode()).at.tolist() == [0, 1, 4, 5]


def test_an_emoji_after_devanagari_is_one_cluster():
    # QTextBoundaryFinder of Qt 6.11 says otherwise
    emoji = "👩🏽‍🚀".encode()
    data = "स्ते ".encode() + emoji
    assert line_text(data).stops()[-2:].tolist() == [len(data) - len(emoji), len(data)]


def test_a_flag_is_one_cluster_wherever_it_stands():
    family, flag = "👩‍👩‍👧‍👦".encode(), "🇨🇿".encode()
    data = family + flag + flag + b"a" + flag[:4]
    ends = np.cumsum([0, len(family), 8, 8, 1, 4]).tolist()
    assert line_text(data).stops().tolist() == ends


def test_room_is_kept_before_a_border():
    text = with_rooms(line_text("日e\u0301a".encode()), ((3, 2), (6, 3)))
    assert text.display == f"日{NB * 2}e\u0301{NB * 3}a"
    assert text.at.tolist() == [0, 3, 4, 8, 9]


def test_a_tab_is_columns_where_directions_mix():
    text = line_text("\tמ\tx".encode())
    assert text.display == f"{NB * 4}מ{NB * 4}x"
    assert text.at.tolist() == [0, 4, 5, 9, 10]
    assert text.tabs.tolist() == [0, 5]
    assert line_text(b"\tx", True).display == f"{NB * 4}x"


def test_rows_end_before_a_space():
    text = line_text(b"aa bb  cc-dd \xc2\xa0e")
    assert row_breaks(text).tolist() == [2, 6, 10, 15]
    assert not set(row_breaks(line_text("日👩🏽‍🚀本".encode())).tolist()) - {1, 8, 9}


def spans(*lengths):
    ends = np.cumsum(lengths)
    return ends - lengths, ends


@pytest.mark.parametrize(
    ("data", "lengths", "boxes", "tabbed"),
    [
        (b"abc", (1, 2), [(0, 1), (1, 3)], []),
        ("日本".encode(), (2, 1, 3), [(0, 3), (3, 6)], [0]),
        ("日本".encode(), (2, 2, 2), [(0, 6)], [0]),
        ("xe\u0301y".encode(), (2, 2, 1), [(0, 4), (4, 5)], [0]),
        (b"\xe6\x97a", (1, 1, 1), [(0, 1), (1, 2), (2, 3)], []),
        (b"a\r\n", (2, 1), [(0, 2), (2, 3)], []),
        (b"ab", (0, 1, 0, 1, 0), [(0, 1), (1, 2)], [0, 1]),
        ("مر".encode(), (1, 1, 2), [(0, 2), (2, 4)], []),
    ],
)
def test_boxes_do_not_cut_clusters(data, lengths, boxes, tabbed):
    groups = gather(line_text(data), *spans(*lengths))
    assert list(zip(groups.starts.tolist(), groups.ends.tolist(), strict=True)) == boxes
    assert np.flatnonzero(groups.tabbed).tolist() == tabbed
    counted = (groups.lasts - groups.firsts).sum()
    assert counted == len(lengths)


def test_no_room_for_a_tab_where_letters_join():
    groups = gather(line_text("مرx日".encode()), *spans(1, 1, 3, 2, 1))
    assert groups.hatched.tolist() == [True, False, False]
    assert groups.tabbed.tolist() == [False, False, True]


@given(st.data(), st.text(max_size=12), st.booleans())
def test_every_token_has_a_box_and_boxes_follow_one_another(data, text, ends_line):
    raw = text.replace("\n", "").encode("utf-8", "replace") + b"\n" * ends_line
    cuts = data.draw(st.lists(st.integers(0, len(raw)), max_size=12).map(sorted))
    bounds = np.array([0, *cuts, len(raw)])
    line = line_text(raw)
    groups = gather(line, bounds[:-1], bounds[1:])
    if not raw:
        return
    assert (groups.lasts - groups.firsts).sum() == len(cuts) + 1
    assert groups.starts[0] == 0
    assert groups.ends[-1] == len(raw)
    assert (groups.ends[:-1] == groups.starts[1:]).all()
    stops = set(line.raw[line.whole].tolist())
    assert set(groups.starts.tolist()) <= stops


@pytest.mark.parametrize(
    "text", ["क्षत्रिय", "नமி", "👩‍👩‍👧‍👦", "🇨🇿🇯🇵", "1️⃣", "x" + "\u0301" * 40, "שָׁלוֹם", "مرحبا"]
)
def test_clusters_are_those_of_qt(text):
    layout = QTextLayout(text)
    line = line_text(text.encode())
    assert line.at[line.whole].tolist() == [at for at in line.at.tolist() if layout.isValidCursorPosition(at)]
