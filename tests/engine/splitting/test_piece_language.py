"""No piece holds what the automaton says that none holds."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import texts
from workbench.engine.splitting.custom_patterns import THEN, compiled
from workbench.engine.splitting.piece_language import piece_languages
from workbench.engine.splitting.split_patterns import BY_NAME, PUBLISHED

PATTERNS = {name: BY_NAME[name].pattern for name in [*sorted(PUBLISHED), "kimi", "qwen2"]}
OWN = {
    "digits": r"\p{N}|[^\p{N}]+",
    "rest": r"\w+|(?:(?!\w+)[\s\S])+",
    "two": rf"\d{{1,2}}|\D+{THEN}\s?\S+|\s",
    "case": r"(?i)ab{0,2}c?|(?-i:Q)|[^abc]|.",
    "atomic": r"(?>a+)b?|(?P<x>c)d{2,}|(?s:.)(?#all else)",
}


@pytest.mark.parametrize("pattern", (PATTERNS | OWN).values(), ids=(PATTERNS | OWN).keys())
@given(text=texts | st.text("abcdQq12 \n'sTé中ſ!"), data=st.data())
def test_whatever_lies_in_a_piece_may_lie_in_one(pattern, text, data):
    languages = piece_languages(pattern)
    assert languages is not None
    for start, end in compiled(pattern).spans(text):
        piece = text[start:end]
        assert languages.may_be(piece)
        first = data.draw(st.integers(0, len(piece) - 1))
        last = data.draw(st.integers(first + 1, len(piece)))
        assert languages.cut_in(piece[first:last]) is None
        assert last == len(piece) or languages.go_on(piece[first:last])


@pytest.mark.parametrize(
    ("name", "text", "stretch"),
    [
        ("qwen2", "a 12", "a "),
        ("qwen2", "12", "12"),
        ("clip", "12", "12"),
        ("cl100k", "123", None),
        ("cl100k", "12345", "1234"),
        ("gpt2", "'store", "'st"),
        ("cl100k", "\n//", "\n/"),
        ("o200k", "\n//", None),
        ("o200k", " I'", None),
        ("o200k", "aB", "aB"),
        ("clip", "a b", " "),
        ("spaces", "a b", "a "),
    ],
)
def test_the_shortest_stretch_that_is_always_cut(name, text, stretch):
    languages = piece_languages(PATTERNS[name])
    assert languages is not None
    assert languages.cut_in(text) == stretch


def test_what_looks_around_adds_nothing_to_pieces():
    languages = piece_languages(r"a(?=xyz)|.")
    assert languages is not None
    assert not languages.holds("xy")
    assert languages.holds("a")
    assert not languages.go_on("a")


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        r"(a)\1|.",
        "(?x) a b|.",
        "a(?i)b|.",
        "(*SKIP)a|.",
        "(?|a|b)",
        "(?V1)a",
        r"\X",
        "a{,}",
        "x{e<=1}",
        "(a",
    ],
)
def test_what_is_not_understood_is_not_judged(pattern):
    assert piece_languages(pattern) is None


def test_a_pattern_of_too_many_states_is_not_judged():
    assert piece_languages("(?:a{99}){99}|.") is None
    assert regex.compile("(?:a{99}){99}|.")
