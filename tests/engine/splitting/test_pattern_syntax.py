"""Where a pattern that does not compile goes wrong."""

from __future__ import annotations

import pytest
import regex

from workbench.engine.base.errors import EngineError
from workbench.engine.splitting.custom_patterns import compiled


def fault(pattern: str) -> EngineError:
    with pytest.raises(EngineError) as caught:
        compiled(pattern)
    return caught.value


@pytest.mark.parametrize(
    ("pattern", "code", "column", "part"),
    [
        (r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}?+\p{L}++|\p{N}", "pattern_open_set", 23, "[^"),
        (r"a(b(c)", "pattern_open_group", 2, "("),
        (r"[(]|(?:[)]", "pattern_open_group", 5, "(?:"),
        (r"(?P<name", "pattern_open_group", 1, "(?P<name"),
        (r"(?<=a", "pattern_open_group", 1, "(?<="),
        (r"\w+)", "pattern_close_group", 4, ")"),
        (r"a|*b", "pattern_syntax", 3, "*"),
        (r"a{3,2}", "pattern_syntax", 2, "{"),
        (r"b\p{Foo}", "pattern_syntax", 2, r"\p{Foo}"),
        (r"ab\Qcd\E", "pattern_foreign", 3, r"\Qcd\E"),
        (r"a|(?~b)", "pattern_foreign", 3, "(?~b)"),
        (r"a\z", "pattern_foreign", 2, r"\z"),
        (r"\x{1F600}", "pattern_foreign", 1, r"\x{1F600}"),
        (r"(?<n>a)\k<n>", "pattern_foreign", 8, r"\k<n>"),
        (r"(?y{g})a", "pattern_foreign", 1, "(?y{g}"),
        (r"(*ACCEPT)", "pattern_foreign", 1, "(*ACCEPT)"),
        (r"a(?C1)", "pattern_foreign_only", 2, "(?C1)"),
        (r"\C", "pattern_foreign_only", 1, r"\C"),
        ("ab\\", "pattern_syntax", 3, "\\"),
    ],
)
def test_the_character_that_began_the_fault(pattern: str, code: str, column: int, part: str) -> None:
    found = fault(pattern)
    assert (found.code, found.place.value, found.facts["part"]) == (code, column, part)
    assert part in pattern
    assert found.cause
    assert found.remedy


@pytest.mark.parametrize(
    "instead", [r"[^\t\p{Zs}]", r"[^\n\v\f\r\x85\u2028\u2029]", r"\x1B", r"\Z", r"[\s\S]", r"\X", r"a(*SKIP)"]
)
def test_what_is_offered_instead_compiles(instead: str) -> None:
    regex.compile(instead)


def test_every_prefix_of_a_pattern_has_an_answer() -> None:
    # As it is typed, key by key.
    pattern = r"""(?<a>'(?i:[sdmt]|ll))|[^\r\n\p{L}[:alpha:]]?+\p{L}{1,3}+|\x41(?=\s)(?#b)|\g<a>|(?!\S)"""
    for end in range(1, len(pattern)):
        found = None
        try:
            compiled(pattern[:end])
        except EngineError as error:
            found = error
        assert found is None or found.cause
        assert found is None or found.place is None or 1 <= found.place.value <= end
