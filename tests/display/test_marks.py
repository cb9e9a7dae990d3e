import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.display.marks import hex_bytes, isolated, name, one_line, stretches, visible


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        (b"", ""),
        (b" words", "·words"),
        (b"\t\t x", "→→·x"),
        (b"\n", "↵"),
        (b"a\r\nb", "a⟨CR⟩↵b"),
        (b"\r", "⟨CR⟩"),
        ("\u00a0".encode(), "⍽"),
        (b"\x00\x1b[31m", "⟨NUL⟩⟨ESC⟩[31m"),
        (b"\x7f", "⟨DEL⟩"),
        ("\x85\u2028\u2029".encode(), "⟨NEL⟩⟨LS⟩⟨PS⟩"),
        ("\u200d\u200c\u200b\ufeff".encode(), "⟨ZWJ⟩⟨ZWNJ⟩⟨ZWSP⟩⟨BOM⟩"),
        ("\u202eabc\u2066".encode(), "⟨RLO⟩abc⟨LRI⟩"),
        ("\u3000\ue000\U0010ffff\ufffe".encode(), "⟨U+3000⟩⟨U+E000⟩⟨U+10FFFF⟩⟨U+FFFE⟩"),
        ("\ufffd".encode(), "⟨U+FFFD⟩"),
        (b"\xe6\x97", "⟨E6 97⟩"),
        (b" \xe6", "·⟨E6⟩"),
        (b"\xed\xa0\x80", "⟨ED A0 80⟩"),
        (b"\xc0\x80a\xff", "⟨C0 80⟩a⟨FF⟩"),
        ("\u0301".encode(), "◌\u0301"),
        ("\u0940x".encode(), "◌\u0940x"),
        ("\ufe0f".encode(), "⟨VS16⟩"),
        ("日本語".encode(), "日本語"),
        ("\u0600".encode(), "\u0600"),
    ],
)
def test_visible(token, shown):
    assert visible(token) == shown


@given(st.binary(max_size=40))
def test_nothing_visible_breaks_a_line_or_turns_the_direction(token):
    shown = visible(token)
    assert len(shown.splitlines()) <= 1
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffd\x00")
    assert bool(shown) == bool(token)


@given(st.binary(max_size=60))
def test_stretches_are_the_bytes_again(data):
    assert b"".join(text.encode() + loose for text, loose in stretches(data)) == data


def test_the_bytes_that_only_look_like_a_replacement_differ_from_a_real_one():
    assert visible("\ufffd".encode()) != visible(b"\xff")


def test_hex_bytes():
    assert hex_bytes(b"\x0a\xff") == "⟨0A FF⟩"


@pytest.mark.parametrize("character", ["a", " ", "é", "日", "م", "\U0001f44d"])
def test_what_can_be_seen_has_no_name(character):
    assert name(character) is None


def test_one_line_escapes_every_line_break():
    assert one_line("a\nb\r\nc\x0bd\x0ce\x85f\u2028g\u2029h\ti") == "a↵b⟨CR⟩↵c⟨VT⟩d⟨FF⟩e⟨NEL⟩f⟨LS⟩g⟨PS⟩h→i"


def test_one_line_is_cut_with_an_ellipsis_and_not_before_a_mark():
    assert one_line("a" * 300) == "a" * 255 + "…"
    assert one_line("a" * 256) == "a" * 256
    assert one_line("abe\u0301\u0301d", limit=5) == "ab…"


def test_isolated_only_where_it_is_needed():
    assert isolated("abc") == "abc"
    assert isolated("مر") == "\u2068مر\u2069"
