"""Patterns that no kernel splits by, and the part that is named."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given

from tests.engine.texts import texts
from workbench import kernels
from workbench.engine.splitting.pre_tokenizers import custom
from workbench.engine.splitting.slow_patterns import slow_part
from workbench.engine.splitting.split_patterns import KNOWN, PUBLISHED

pytestmark = pytest.mark.skipif(not kernels.active(), reason="without kernels all patterns are slow")

CL100K = PUBLISHED["cl100k"].pattern


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_patterns_are_quick(name: str) -> None:
    assert slow_part(PUBLISHED[name].pattern) == ""


def test_so_are_those_known() -> None:
    assert [each for each in KNOWN if slow_part(each)] == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",  # GPT-2
        r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",  # GPT-2 in minbpe
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"
        r"|\s*[\r\n]|\s+(?!\S)|\s+",  # GPT-4 in minbpe
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]++[\r\n]*"
        r"|\s*[\r\n]|\s+(?!\S)|\s+",  # nanochat
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+",  # Qwen 2
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
        r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",  # Mistral's tekken
        r"\s*\S+",
    ],
)
def test_so_are_these_as_they_are_written(pattern: str) -> None:
    assert slow_part(pattern) == ""


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+",  # Qwen 3.5
        rf"<[a-z]+>|{CL100K}",
        r"\w+|\W+",
        r"\S+\s*",
        PUBLISHED["clip"].pattern.removeprefix("(?i)"),
    ],
)
def test_so_are_those_of_ones_own_that_have_tables(pattern: str) -> None:
    assert slow_part(pattern) == ""


def test_the_alternative_without_tables_is_named() -> None:
    assert slow_part(rf"<[a-z]+>|{CL100K}|(?<=x)y+|z") == "(?<=x)y+"
    assert slow_part(rf"{CL100K}|(#+)\1") == r"(#+)\1"


def test_where_all_alternatives_have_tables_but_not_together_it_is_the_whole_pattern() -> None:
    pattern = r"a+b|b+a"
    assert slow_part(pattern) == pattern


def test_what_might_be_read_again_and_again_has_none() -> None:
    assert slow_part(r"\s*[\r\n]+|.") == r"\s*[\r\n]+"
    assert slow_part(r"x|a+b") == "a+b"
    assert slow_part(r"(?i:x)|[^\s\p{L}\p{N}]+|\s") == "(?i:x)"  # `regex` takes U+0345 for no start then


# GPT-2's, written in another way
WRITTEN = r"'(?:[sdmt]|ll|ve|re)|\x20?[\p{Letter}]++|(?: )?\p{N}++| ?[^\p{N}\s\p{L}]++|\s++$|\s+(?!\S)|(\s)"


def test_a_published_pattern_written_in_another_way_has_its_kernel() -> None:
    splitter = custom(WRITTEN)
    assert slow_part(WRITTEN) == ""
    assert splitter.compiled is not None
    assert (splitter.name, splitter.pattern) == ("custom", WRITTEN)


@given(texts)
def test_it_splits_as_it_is_written(text: str) -> None:
    data = text.encode()
    pieces = [data[start:end].decode() for start, end in custom(WRITTEN).split(data).tolist()]
    assert pieces == [match[0] for match in regex.finditer(WRITTEN, text)]
