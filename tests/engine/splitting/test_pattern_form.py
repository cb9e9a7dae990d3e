"""Patterns that differ in writing alone have one form; those that differ in what they match have not."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import texts
from workbench.engine.splitting.pattern_form import pattern_form, same_pattern
from workbench.engine.splitting.split_patterns import BY_NAME

SAME = [
    (r"[\p{L}]+", r"\p{L}+"),
    (r"\p{Letter}{1,}", r"\p{L}+"),
    (r"\p{gc=Lu}", r"\p{Uppercase_Letter}"),
    (r"[^\p{L}]", r"\P{L}"),
    (r"[^\s\p{L}\p{N}]+", r"[^\p{N}\p{L}\s]+"),
    (r"(?:a|b)|c", r"a|b|c"),
    (r"(?:\p{N}){0,1}x", r"\p{N}?x"),
    (r"(ab)c", r"abc"),
    (r"\'s|\x20", r"'s| "),
    (r"[\r\n]*", r"[\u000a\u000d]*"),
    (r"x{1}", r"x"),
    (r"(?i)a|b", r"(?i)(?:a|b)"),
]
OTHER = [
    (r"\p{L}+", r"\p{L}++"),
    (r"\p{L}", r"\p{Lu}"),
    (r"\p{N}{1,3}", r"\p{N}{1,2}"),
    (r"a|ab", r"ab|a"),
    (r"[^\p{L}]", r"\p{L}"),
    (r"(?:ab)+", r"ab+"),
    (r"(?i:a)", r"a"),
    (r"\s+(?!\S)", r"\s+(?=\S)"),
    (r"a??", r"a?"),
    (r"\d", r"\D"),
    (r".", r"\."),
    (r"(?i)a|b", r"a|b"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_writing_does_not_count(one, other):
    assert same_pattern(one, other)
    assert same_pattern(other, one)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_what_is_matched_does(one, other):
    assert pattern_form(one) is not None
    assert not same_pattern(one, other)


@pytest.mark.parametrize(
    "pattern", [r"[\p{L}&&\p{Lu}]", r"(?P<a>b)", r"(a)\1", r"[[:alpha:]]", r"(?x:a b)", r"(?", "a)", "["]
)
def test_what_is_not_understood_is_the_same_as_its_own_text_alone(pattern):
    assert pattern_form(pattern) is None
    assert same_pattern(pattern, pattern)
    assert not same_pattern(pattern, pattern + " ")


def test_the_published_patterns_are_read_and_none_is_another():
    forms = {each.pattern: pattern_form(each.pattern) for each in BY_NAME.values() if each.pattern}
    assert None not in forms.values()
    assert len(set(forms.values())) == len(forms)


@given(texts, st.sampled_from(SAME))
def test_patterns_of_one_form_match_alike(text, pair):
    one, other = (regex.compile(pattern) for pattern in pair)
    assert [found.span() for found in one.finditer(text)] == [found.span() for found in other.finditer(text)]
