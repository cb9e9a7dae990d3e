import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.display.escapes import EscapeError, escape, for_terminal, name_of, to_bytes, unescape


@given(st.binary(max_size=80) | st.text(max_size=40).map(to_bytes))
def test_any_bytes_come_back(data):
    assert unescape(escape(data)) == data


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\\x41", "a\\\\x41"),
        (b"\xff\x00", "\\xFF\\u{0}"),
        (b"\n\t", "\\u{A}\\u{9}"),
        ("\u202e\U000e0001".encode(), "\\u{202E}\\u{E0001}"),
        ("日 é".encode(), "日 é"),
        ("\ufffd".encode(), "\\u{FFFD}"),
    ],
)
def test_how_it_is_written(data, text):
    assert escape(data) == text


def test_short_forms_are_read():
    assert unescape(r"a\n\r\t\\b\x41") == b"a\n\r\t\\bA"


@pytest.mark.parametrize(
    ("text", "position"), [("ab\\q", 2), ("\\", 0), ("\\x4", 0), ("\\u{110000}", 0), ("a\\u{}", 1)]
)
def test_an_unknown_escape_names_its_place(text, position):
    with pytest.raises(EscapeError) as caught:
        unescape(text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("\ud83d\ude00", "😀".encode()),
        ("a\ud800b", "a\ufffdb".encode()),
        ("\ude00\ud83d", "\ufffd\ufffd".encode()),
        ("\ufeffx\udc00", "\ufeffx\ufffd".encode()),
        ("\ufffex", "\ufffex".encode()),
    ],
)
def test_surrogates_follow_the_rule_of_tiktoken(text, data):
    assert to_bytes(text) == data


def test_nothing_steers_a_terminal():
    assert for_terminal("a\x1b[31mb\u202ec\x9b2J\r\nd\\p{L} é 日") == (
        "a\\u{1B}[31mb\\u{202E}c\\u{9B}2J\\u{D}\nd\\p{L} é 日"
    )


def test_the_name_of_a_file_has_one_line_and_turns_nothing_round():
    assert name_of("/tmp/a\u202egpj.\u2066x\ny\\z\udc80/") == "a\\u{202E}gpj.\\u{2066}x\\u{A}y\\z\\u{DC80}"
    assert name_of("日本 é.txt") == "日本 é.txt"
    assert name_of("") == name_of("/") == ""
