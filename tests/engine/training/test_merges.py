"""The readable reference: minbpe's two functions, and the tie rules on the corpora T1 to T7."""

from __future__ import annotations

import pytest

from workbench.engine.base.errors import EngineError
from workbench.engine.training.merges import (
    TIE_RULES,
    byte_numbers,
    count_pairs,
    merge_pair,
    train_reference,
)


def test_pairs_are_counted_in_order_of_first_occurrence() -> None:
    assert list(count_pairs([1, 2, 3, 1, 2]).items()) == [((1, 2), 2), ((2, 3), 1), ((3, 1), 1)]


def test_overlapping_pairs_are_counted_too() -> None:
    assert count_pairs([7, 7, 7, 7]) == {(7, 7): 3}


def test_counts_are_added_to_earlier_ones() -> None:
    counts = {(1, 2): 5}
    assert count_pairs([1, 2, 1], counts, times=10) is counts
    assert counts == {(1, 2): 15, (2, 1): 10}


@pytest.mark.parametrize(
    ("ids", "pair", "merged"),
    [
        ([1, 2, 3, 1, 2], (1, 2), [4, 3, 4]),
        ([1, 1, 1, 1, 1], (1, 1), [4, 4, 1]),
        ([2, 1, 2], (1, 2), [2, 4]),
        ([1], (1, 1), [1]),
        ([], (1, 2), []),
    ],
)
def test_a_pair_is_merged_from_the_left(ids: list[int], pair: tuple[int, int], merged: list[int]) -> None:
    assert merge_pair(ids, pair, 4) == merged


# Worked by hand, T1 to T7: (corpus, merges of each rule of `TIES`)
_OF_EACH_RULE = [
    ("aaabdaaabac", ["aa", "ab", "aaab"], ["aa", "ab", "aaab"], ["aa", "aaa", "aaab"], ["aa", "ab", "aaab"]),
    ("zaybzayb", ["ay", "zay"], ["ay", "zay"], ["za", "zay"], ["ay", "ayb"]),
    ("bcabcab dcdc", ["ab", "cab", "dc"], ["ab", "cab", "dc"], ["bc", "bca", "dc"], ["ab", "dc", "cab"]),
    ("xyab", ["ab"], ["ab"], ["xy"], ["ab"]),
    ("aaaa", ["aa"], ["aa"], ["aa"], ["aa"]),
    ("aaaaa", ["aa", "aaa"], ["aa", "aaa"], ["aa", "aaaa"], ["aa", "aaa"]),
    ("bc a bc a bc a", [" a", "bc"], ["bc", " a"], None, None),
]
TIES = ("smallest", "huggingface", "first-seen", "sentencepiece")
KNOWN = [  # (text, rule, merges)
    (text, tie, answer)
    for text, *answers in _OF_EACH_RULE
    for tie, answer in zip(TIES, answers, strict=True)
    if answer is not None
]


@pytest.mark.parametrize(("text", "tie", "expected"), KNOWN)
def test_known_answers(text: str, tie: str, expected: list[str]) -> None:
    tokens = {byte: chr(byte) for byte in range(256)}
    for (left, right), new_id, _ in train_reference([(text.encode(), 1)], len(expected), tie):
        tokens[new_id] = tokens[left] + tokens[right]
    assert list(tokens.values())[256:] == expected


def test_the_rules_have_names() -> None:
    assert TIES == TIE_RULES


def test_limits() -> None:
    pieces = [(b"abcd", 2), (b"xy", 1)]
    assert len(train_reference(pieces, 10)) == 4
    assert [count for _, _, count in train_reference(pieces, 10, min_count=2)] == [2, 2, 2]
    assert len(train_reference(pieces, 10, max_token_length=2)) == 3  # ab, cd, xy


def test_the_alphabet_of_hugging_face() -> None:
    numbers = byte_numbers("huggingface")
    assert (numbers[ord("!")], numbers[ord(" ")]) == (0, 220)
    assert sorted(numbers) == list(range(256))


def test_an_unknown_tie_rule_is_named() -> None:
    with pytest.raises(EngineError) as caught:
        train_reference([], 1, "largest")
    assert caught.value.code == "unknown_tie_rule"
    assert "“largest”" in str(caught.value)
