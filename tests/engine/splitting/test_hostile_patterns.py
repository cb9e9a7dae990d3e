"""Fifty patterns that would hang, eat memory or crash, on ten texts: each ends in time, told in words.

A few texts for each pattern always, all of them with WORKBENCH_THOROUGH (some 10 minutes).
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator

import pytest

from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.lab import pattern_lab as lab

THOROUGH = bool(os.environ.get("WORKBENCH_THOROUGH"))
SECONDS = 2.0 if THOROUGH else 0.5  # of the wall clock, until one is stopped
HANG = 10 * SECONDS + 20  # and the start of a child on a busy machine

# Pattern -> what it must end in, None where some texts are harmless and "" where it depends on the machine.
REFUSED = {
    r"": "pattern_empty",
    r"(?R)?a": "pattern_recursion",
    r"a(?R)?b|.": "pattern_recursion",
    r"(a(?1)?)|.": "pattern_recursion",
    r"(?P<x>a(?&x)?)": "pattern_recursion",
    r"(?:abcdefghij){e<=9}": "pattern_fuzzy",
    r"(?:a){i<=3}|.": "pattern_fuzzy",
    r"(?:foo){s}": "pattern_fuzzy",
    r"(?:foo){1<=e<=3}": "pattern_fuzzy",
    r"(?:foo){2i+2d+1s<=4}": "pattern_fuzzy",
    "|".join(["a"] * 200_000): "pattern_too_long",
    "(" * 10_000 + "a" + ")" * 10_000: "pattern_too_long",
    "a" * 10_001: "pattern_too_long",
    r"a*": "pattern_zero_width",
    r"\b": "pattern_zero_width",
    r"(?=a)|b*": "pattern_zero_width",
    r"x?|(?:)": "pattern_zero_width",
    r"(?r)\w+": "pattern_reverse",
    r"[a-": "pattern_open_set",
    r"((((": "pattern_open_group",
    r"a)": "pattern_close_group",
    r"(?~abc)": "pattern_foreign",
    r"\Qa.b\E": "pattern_foreign",
    r"a(?C)": "pattern_foreign_only",
    r"a**": "pattern_syntax",
    r"\p{NoSuch}": "pattern_syntax",
    "(" * 4000 + "a" + ")" * 4000: "pattern_too_deep",
}
SLOW = (  # each on "a" * 60 + "!", spaces, or both
    r"(a|aa)+$",
    r"(?:a|aa)+$",
    r"(\w|\w\w)+$",
    r"(?i)(a|A|aa)+$",
    r"((a|aa)+b?)+$",
    r"(?:(a)|(aa))+(?!.)!",
    r"(a|aa)+\Z|(a|aa)+b",
    r"(?:a{1,30}){1,30}$",
)
OTHERS = (
    r"^(.*)*\1x$",
    r"\s*[\r\n]+|.",
    r"[\s\S]*z|.",
    r"(.*?,){11}P",
    r"(x+x+)+y|.",
    r"(?:a?){40}a{40}|.",
    r"(?:(?:(?:a{0,100}){0,100}){0,100}){0,100}b|.",
    r"(?:.*){1,1000}z|.",
    r"(?<=(a|aa)+)b|.",
    r"(?=(a+))*b|.",
    r"(?:\X+)+z|.",
    r"(?:(\w+)\s?)+$|.",
    r"(?P<x>\w+)(?P=x)+$|.",
    "(" * 80 + "a" + ")" * 80,
    "|".join(f"{n}a" for n in range(1500)),
    r"(?V1)[[\p{L}--[a-z]]&&[\p{Lu}]]+|.",
)
TEXTS = (
    b"a" * 60 + b"!",
    b" " * 50_000,
    b"a" * 50_000,
    b"ab" * 25_000,
    b"",
    b"x" * 60 + b"y",
    b"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19",
    "é日👍".encode() * 8_000,
    b"\xff\xfe" * 10_000,
    b"Some words, 12345 numbers.\r\n" * 2_000,
)
ALL = (*REFUSED, *SLOW, *OTHERS)


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    with Child() as child:
        yield child


@pytest.fixture(autouse=True)
def _limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "PATTERN_LIMIT", Limit(SECONDS, work=200_000))


def outcome(child: Child, pattern: str, text: bytes) -> str:
    """Return the code of what went wrong, "" where nothing did."""
    lab.warm(child)
    start, fault = time.monotonic(), None
    try:
        lab.spans_of(pattern, lab.joined([text]), child)
    except EngineError as error:
        fault = error
    assert time.monotonic() - start < HANG
    if fault is None:
        return ""
    assert fault.cause  # every template can be filled
    assert fault.remedy
    assert fault.code in ENGLISH
    return fault.code


def test_there_are_fifty() -> None:
    assert len(set(ALL)) >= 50
    assert len(set(TEXTS)) == 10


@pytest.mark.parametrize("pattern", REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused_is_refused_on_every_text(child: Child, pattern: str) -> None:
    for text in TEXTS if THOROUGH else TEXTS[:1] + TEXTS[-1:]:
        assert outcome(child, pattern, text) == REFUSED[pattern]


@pytest.mark.parametrize("pattern", SLOW, ids=range(len(SLOW)))
def test_what_hangs_is_stopped_and_the_child_is_usable_at_once(child: Child, pattern: str) -> None:
    assert outcome(child, pattern, TEXTS[0]) == "pattern_too_slow"
    assert outcome(child, r"\w+|\W", TEXTS[0]) == ""


@pytest.mark.parametrize(
    ("pattern", "text"),
    list(itertools.product((*SLOW, *OTHERS), TEXTS)) if THOROUGH else [(each, TEXTS[0]) for each in OTHERS],
)
def test_every_other_one_ends(child: Child, pattern: str, text: bytes) -> None:
    stopped = {"", "pattern_too_slow", "pattern_out_of_memory", "pattern_zero_width", "pattern_crashed"}
    assert outcome(child, pattern, text) in stopped


def test_what_is_quadratic_is_stopped(child: Child) -> None:
    assert outcome(child, r"\s*[\r\n]+|.", TEXTS[1]) == "pattern_too_slow"


def test_memory_is_capped() -> None:
    # The pattern keeps every place that it might go back to: some 100 bytes for each character.
    with Child(memory=200 << 20) as small:
        lab.warm(small)
        code = outcome(small, r"(?:(\w)|(\s))+1", b"a " * 10_000_000 + b"1")
        assert code in {"pattern_out_of_memory", "pattern_too_slow", "pattern_crashed"}
        assert outcome(small, r"\w+|\W", TEXTS[0]) == ""
