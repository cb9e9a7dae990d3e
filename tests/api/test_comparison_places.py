"""Places of a text in a report: those that were marked, and the largest differences, cut as they are."""

from __future__ import annotations

import re
from html import unescape

import pytest

from workbench.api.comparison_places import LARGEST, places_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.aligned import row
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published

MERGES = [(116, 104), (256, 101), (97, 98), (99, 100), (258, 259)]  # th the ab cd abcd
ONE = Tokenizer(RankMergedBpe.from_merges(MERGES), published("gpt2"))
OTHER = Tokenizer(RankMergedBpe.from_merges([(104, 101)]), published("gpt2"))  # he


def places(text: bytes, *marked: tuple[int, int]) -> list[str]:
    rows = [row(each, text) for each in (ONE, OTHER)]
    return list(places_of(("<one>", "other"), rows, text, marked))


def cuts(table: str) -> list[list[str]]:
    """Return the tokens of each line of a table; those of the place have a * before them."""
    return [
        [
            ("*" if here else "") + unescape(token)
            for here, token in re.findall(r'"cut( here)?">(.*?)</span>', each)
        ]
        for each in table.split("<tr>")[2:]
    ]


def test_a_difference_is_shown_with_its_cuts_and_what_is_around():
    (table,) = places(b"a the b\nnext")
    assert cuts(table) == [
        ["a", "·", "*the", "·", "b", "↵"], ["a", "·", "*t", "*he", "·", "b", "↵"],
    ]  # fmt: skip
    assert "bytes 2 to 5, 1 to 2 tokens" in table
    assert "&lt;one&gt;" in table


def test_marked_places_come_first_and_are_not_shown_twice():
    text = b"a the b\nthe\n"
    first, *rest = places(text, (3, 4), (0, 1), (5, 5), (99, 100))
    assert "Marked place 1" in first
    assert cuts(first)[1][2:4] == ["*t", "he"] or "*he" in cuts(first)[1]
    assert ["Marked place 2" in rest[0], len(rest)] == [True, 2]
    assert "Difference 1" in rest[1]


def test_the_largest_are_taken_and_stand_by_place():
    text = b" ".join([b"the"] * 30 + [b"abcd"] + [b"the"] * 5)
    tables = places(text)
    assert len(tables) == LARGEST
    starts = [int(re.search(r"bytes ([\d,]+) to", table)[1]) for table in tables]
    assert starts == sorted(starts)
    assert any(start >= text.index(b"abcd") for start in starts)


def test_alike_is_said_and_long_or_broken_places_are_cut_to_size():
    assert places(b"xyz") == ["<p>All cut the text alike.</p>"]
    (table,) = places("日本".encode() * 100, (1, 600))
    assert len(table) < 30_000
    assert cuts(table)
    (table,) = places(b"\xff<b>", (0, 1))
    assert "<b>" not in table.replace("<tbody>", "")


@pytest.mark.parametrize("at", range(12))
def test_every_place_can_be_marked(at):
    assert places("aé日the\n".encode(), (at, at + 1))
