"""Words as a double click takes them: bounded as Unicode says, without the white space beside them."""

import pytest

from tests.widgets.token_views import TEXTS
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.document.words import word_around


def words(data):
    document, found, at = Document(data), [], 0
    while at < len(data):
        start, end = word_around(document, at)
        assert start == at < end
        assert all(word_around(document, inside) == (start, end) for inside in range(start, end))
        found.append(data[start:end].decode("utf-8", "surrogateescape"))
        at = end
    assert word_around(document, len(data)) == ((start, end) if data else (0, 0))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one two  three\nfour", ["one", " ", "two", "  ", "three", "\n", "four"]),
        ("don't 3.14 x_y!", ["don't", " ", "3.14", " ", "x_y", "!"]),
        ("👩‍👩‍👧‍👦 🇨🇿", ["👩‍👩‍👧‍👦", " ", "🇨🇿"]),
        ("\ufeffab", ["\ufeff", "ab"]),
        ("a\r\nb", ["a", "\r\n", "b"]),
        ("a\udcffb", ["a", "\udcff", "b"]),
    ],
)
def test_words_spaces_and_signs(text, expected):
    assert words(text.encode("utf-8", "surrogateescape")) == expected


def test_a_space_is_no_part_of_a_thai_word():
    # Where Thai words end is told by a library of the system, and without it every letter is one.
    assert words("ไทย ab".encode())[-2:] == [" ", "ab"]


@pytest.mark.parametrize("data", TEXTS, ids=repr)
def test_every_byte_is_in_one_word(data):
    assert b"".join(word.encode("utf-8", "surrogateescape") for word in words(data)) == data


def test_a_word_without_end_is_cut():
    start, end = word_around(Document(b"x" * 100_000), 50_000)
    assert 0 < start < 50_000 < end < 100_000
