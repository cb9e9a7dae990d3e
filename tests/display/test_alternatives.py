"""Where the top-level alternatives of a pattern begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.display.alternatives import MOST_LINES, has_groups, lines, starts
from workbench.engine.splitting.split_patterns import PUBLISHED


@given(st.text(alphabet=r"ab|()[]\{}?:<#xp^,1 -=", max_size=40))
def test_the_lines_are_the_pattern(pattern: str) -> None:
    shown = lines(pattern)
    assert "".join(shown) == pattern
    assert all(line.startswith("|") for line in shown[1:])


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"a|b", ["a", "|b"]),
        (r"", [""]),
        (r"|", ["", "|"]),
        (r"[a|b]|(c|d)|\|e|(?#f|g)|h", ["[a|b]", "|(c|d)", r"|\|e", "|(?#f|g)", "|h"]),
        (r"[]|]|a", ["[]|]", "|a"]),
        (r"[[:alpha:]|]|b", ["[[:alpha:]|]", "|b"]),
        (r"\p{L}|\\|a", [r"\p{L}", r"|\\", "|a"]),
        (r"[a|b", ["[a|b"]),  # still being typed
        (r"(a|b", ["(a|b"]),
        (r"a)|b", ["a)", "|b"]),
        (r"(?x) a | b # c|d", [r"(?x) a | b # c|d"]),
        (r"(?V1)[[a]||b]|c", ["(?V1)[[a]||b]|c"]),
        (r"a|b(?#then)c|d", ["a|b(?#then)c|d"]),
    ],
)
def test_what_is_a_top_level_alternative(pattern: str, expected: list[str]) -> None:
    assert lines(pattern) == expected


def test_published_patterns_by_line() -> None:
    assert lines(PUBLISHED["cl100k"].pattern)[2:4] == [r"|\p{N}{1,3}+", r"| ?[^\s\p{L}\p{N}]++[\r\n]*+"]
    assert [len(starts(PUBLISHED[name].pattern)) for name in ("gpt2", "cl100k", "o200k")] == [7, 8, 7]


def test_very_many_alternatives_stay_one_line() -> None:
    assert len(lines("|".join("a" * MOST_LINES))) == MOST_LINES
    assert len(lines("|".join("a" * (MOST_LINES + 1)))) == 1


@pytest.mark.parametrize("pattern", ["(a)", "x(?P<n>a)", "x(?<n>a)"])
def test_groups_are_seen(pattern: str) -> None:
    assert has_groups(pattern)


@pytest.mark.parametrize(
    "pattern", ["(?:a)", r"\(a\)", "[(a)]", "(?<=a)b", "(?<!a)b", "(?=a)", "(*SKIP)", "(?i)a"]
)
def test_what_only_looks_like_a_group(pattern: str) -> None:
    assert not has_groups(pattern)
