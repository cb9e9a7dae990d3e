"""Numbers in a split pattern: single digits, threes from either side, whole; as the libraries cut them."""

from __future__ import annotations

import random

import pytest
import regex

from workbench.engine.base.errors import EngineError
from workbench.engine.splitting.numbers import NUMBERS, with_numbers
from workbench.engine.splitting.pre_tokenizers import custom
from workbench.engine.splitting.split_patterns import FURTHER, KNOWN, PUBLISHED
from workbench.formats.hugging_face.patterns import known_split, written_split
from workbench.formats.pattern_names import pattern_name

SPLITS = ("gpt2", "cl100k", "o200k", "llama3", "minbpe", "clip")
CUT = {
    "single": ["1", "2", "3", "4", "5", "6", "7"],
    "left": ["123", "456", "7"],
    "right": ["1", "234", "567"],
    "whole": ["1234567"],
}


def pieces_of(pattern: str, text: str) -> list[str]:
    return [found[0] for found in regex.finditer(pattern, text)]


def texts(seed: int, n: int = 300) -> list[str]:
    dice = random.Random(seed)
    parts = [
        "0",
        "12",
        "345",
        "6789",
        "12345",
        " ",
        "  ",
        "\n",
        "a",
        "Wort",
        "中",
        "'s",
        ".",
        ",",
        "½",
        "٣٤٥٦",
        "Ⅷ",
    ]
    return ["".join(dice.choices(parts, k=dice.randint(1, 12))) for _ in range(n)]


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("name", [*SPLITS, "qwen2", "kimi"])
def test_a_number_is_cut_so(name: str, numbers: str) -> None:
    pattern = FURTHER[name] if name in FURTHER else PUBLISHED[name].pattern
    changed = with_numbers(pattern, numbers)
    for before, behind in (("", ""), ("a", "b"), ("x=", "."), ("(", ")")):
        digits = [piece for piece in pieces_of(changed, f"{before}1234567{behind}") if piece.isdigit()]
        assert digits == CUT[numbers]
    assert [p for p in pieces_of(changed, "1234 12 123 123456") if p.strip()]
    # What is no number is cut as before.
    for text in texts(3):
        words = regex.sub(r"\p{N}", "", text)
        assert pieces_of(changed, words) == pieces_of(pattern, words)


@pytest.mark.parametrize("name", SPLITS)
def test_a_choice_may_follow_another(name: str) -> None:
    first = with_numbers(PUBLISHED[name].pattern, "single")
    for one in NUMBERS:
        for other in NUMBERS:
            there = with_numbers(with_numbers(PUBLISHED[name].pattern, one), other)
            for text in texts(17, 40):
                assert pieces_of(there, text) == pieces_of(with_numbers(first, other), text)


@pytest.mark.parametrize("name", ["cl100k", "o200k", "llama3", "minbpe"])
def test_threes_from_the_left_are_those_of_the_published_patterns(name: str) -> None:
    pattern = PUBLISHED[name].pattern
    assert with_numbers(pattern, "left") == pattern
    changed = with_numbers(with_numbers(pattern, "single"), "left")
    for text in texts(5):
        assert pieces_of(changed, text) == pieces_of(pattern, text)


def test_threes_from_the_right_are_those_of_published_tokenizers() -> None:
    """SuperBPE looks ahead at each place, `(?=(\\d{3})+(?!\\d))`: the same cuts inside of numbers."""
    changed = with_numbers(PUBLISHED["cl100k"].pattern, "right")
    for text in texts(7):
        cuts = {found.start() for found in regex.finditer(r"(?<=\p{N})(?=(?:\p{N}{3})+(?!\p{N}))", text)}
        starts = {found.start() for found in regex.finditer(changed, text)}
        inside = {found.start() for found in regex.finditer(r"(?<=\p{N})\p{N}", text)}
        assert starts & inside == cuts, text


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k", "llama3"])
def test_tokenizers_and_tiktoken_cut_alike(name: str, numbers: str) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    tiktoken = pytest.importorskip("tiktoken")
    pattern = with_numbers(PUBLISHED[name].pattern, numbers)
    written = written_split(pattern_name(pattern), pattern)
    assert written is not None
    split = tokenizers.pre_tokenizers.Split(tokenizers.Regex(written[0]), "isolated")
    assert known_split(*written) in (("custom", pattern), (name, pattern))
    ranks = {bytes((byte,)): byte for byte in range(256)}
    pieces: list[str] = []
    for text in texts(11, 150):
        mine = pieces_of(pattern, text)
        assert [piece for piece, _ in split.pre_tokenize_str(text)] == mine, text
        pieces += mine
    # tiktoken shows its pieces by their ranks: each piece that is there is one token.
    for i, piece in enumerate(dict.fromkeys(pieces)):
        ranks.setdefault(piece.encode(), 256 + i)
    encoding = tiktoken.Encoding("x", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    for text in texts(11, 150):
        assert encoding.encode_ordinary(text) == [ranks[piece.encode()] for piece in pieces_of(pattern, text)]


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("name", SPLITS)
def test_published_ones_keep_their_borders(name: str, numbers: str) -> None:
    """A text cut at a safe border has the same pieces, part by part."""
    pattern = with_numbers(PUBLISHED[name].pattern, numbers)
    if pattern == PUBLISHED[name].pattern:
        return
    assert pattern in KNOWN
    splitter = custom(pattern)
    n_cut = 0
    for text in texts(13, 80):
        data = text.encode()
        whole = {tuple(span) for span in splitter.split(data).tolist()}
        border = splitter.next_border(data, 0)
        if 0 < border < len(data):
            n_cut += 1
            left = {tuple(span) for span in splitter.split(data[:border]).tolist()}
            right = {(a + border, b + border) for a, b in splitter.split(data[border:]).tolist()}
            assert left | right == whole, text
    assert n_cut > 20


@pytest.mark.parametrize("pattern", [r"\w+|\W", r"[\p{L}\p{N}]+|.", r"(?:\p{N}|a)+|."])
def test_a_pattern_without_a_part_of_digits_alone(pattern: str) -> None:
    with pytest.raises(EngineError) as caught:
        with_numbers(pattern, "single")
    assert caught.value.code == "numbers_not_in_pattern"
    assert r"\p{N}" in str(caught.value)


def test_other_ways_are_named() -> None:
    with pytest.raises(EngineError, match=r"“triples”.*single, left, right, whole"):
        with_numbers(PUBLISHED["gpt2"].pattern, "triples")
