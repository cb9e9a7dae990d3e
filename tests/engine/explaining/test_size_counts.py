"""Token counts at every vocabulary size, held against encoding at each of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import SHARED
from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.size_counts import SizeCounter, SizeCounts
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.splitting.pre_tokenizers import no_split, published

LETTERS = "abcd "
words = st.text(LETTERS, max_size=40)


def size_counts(tokenizer: Tokenizer, text: str, specials: str = "none") -> SizeCounts:
    return SizeCounter(tokenizer).counts(text.encode("utf-8", "replace"), specials)


def held_against_encoding(tokenizer: Tokenizer, text: str, specials: str = "none") -> None:
    found = size_counts(tokenizer, text, specials)
    sizes = range(found.lowest, tokenizer.vocab_size + 1)
    truth = [
        len(tokenizer.at_vocab_size(size).encode_to_numpy(text, allowed_special=specials)) for size in sizes
    ]
    assert found.counts.tolist() == truth
    assert found.at(tokenizer.vocab_size) == truth[-1]


@st.composite
def merges(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Pairs of letters and of what is merged already, none twice."""
    ids, found = [ord(letter) for letter in LETTERS], []
    for new_id in range(256, 256 + draw(st.integers(0, 14))):
        pair = (draw(st.sampled_from(ids)), draw(st.sampled_from(ids)))
        if pair in found:
            break
        found.append(pair)
        ids.append(new_id)
    return found


@given(merges(), words)
def test_models_of_merges(pairs: list[tuple[int, int]], text: str) -> None:
    for split in (no_split(), published("cl100k")):
        held_against_encoding(Tokenizer(RankMergedBpe.from_merges(pairs), split), text)


@given(st.lists(st.text(LETTERS, min_size=2, max_size=5), max_size=14, unique=True), words)
def test_files_of_ranks_in_any_order(tokens: list[str], text: str) -> None:
    """Also tokens that merging cannot make, and tokens made from later ones."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    ranks |= {token.encode(): 256 + rank for rank, token in enumerate(tokens)}
    held_against_encoding(Tokenizer(RankMergedBpe.from_ranks(ranks), published("cl100k")), text)


def test_a_token_made_from_a_later_one_counts_as_a_piece_and_inside_one() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abc": 256, b"xy": 257, b"ab": 258, b"zq": 259}
    tokenizer = Tokenizer(RankMergedBpe.from_ranks(ranks), published("cl100k"))
    held_against_encoding(tokenizer, "abc\nabcxy abczq\nzq abc")


def test_a_token_that_merging_never_makes() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"bc": 256, b"ab": 257, b"abcd": 258, b"cd": 259}
    held_against_encoding(Tokenizer(RankMergedBpe.from_ranks(ranks), published("cl100k")), "abcd\nxabcd abcd")


@given(merges(), words, st.booleans(), st.booleans())
def test_models_of_pairs(pairs: list[tuple[int, int]], text: str, ends: bool, whole: bool) -> None:
    """Word ends as in CLIP, whole pieces as in Llama 3."""
    shift = 256 * ends
    tokens = {byte: bytes([byte]) for byte in range(256 + shift)[:256]}
    tokens |= {256 + byte: bytes([byte]) for byte in range(256 * ends)}
    rows = []
    for left, right in pairs:
        # Every other letter on the right is one that ends a word.
        sides = [side + shift if side >= 256 else side for side in (left, right)]
        if ends and right < 256 and right % 2:
            sides[1] += 256
        made = len(tokens)
        tokens[made] = tokens[sides[0]] + tokens[sides[1]]
        rows.append((*sides, made))
    ending = range(256, 512) if ends else None
    model = PairMergedBpe.from_pairs(tokens, rows, range(256), end_byte_ids=ending, whole_pieces=whole)
    held_against_encoding(Tokenizer(model, published("cl100k")), text)


@given(merges(), words, st.integers(1, 4), st.integers(0, 3), st.randoms())
def test_special_tokens_before_the_bytes(
    pairs: list[tuple[int, int]], text: str, before: int, gap: int, chance: random.Random
) -> None:
    """The ids that Hugging Face's trainer gives: special tokens, the bytes in any order, the merges."""
    bytes_there = chance.sample(range(256), 256)
    ids = {byte: before + at for at, byte in enumerate(bytes_there)}
    ids |= {256 + rank: before + 256 + gap + rank for rank in range(len(pairs))}
    tokens = {ids[byte]: bytes([byte]) for byte in range(256)}
    rows = []
    for rank, (left, right) in enumerate(pairs):
        rows.append((ids[left], ids[right], ids[256 + rank]))
        tokens[rows[-1][2]] = tokens[rows[-1][0]] + tokens[rows[-1][1]]
    model = PairMergedBpe.from_pairs(tokens, rows, [ids[byte] for byte in range(256)])
    assert model.capabilities.smallest_size == before + 256
    specials = {f"<{number}>": number for number in range(before)}
    held_against_encoding(Tokenizer(model, published("cl100k"), specials), f"{text}<0>{text}", "all")


def test_special_tokens_count_as_one_at_every_size() -> None:
    model = RankMergedBpe.from_merges([(ord("a"), ord("b"))])
    tokenizer = Tokenizer(model, published("cl100k"), {"<|end|>": 300})
    assert size_counts(tokenizer, "ab<|end|>", "all").counts.tolist() == [3, 2]
    assert size_counts(tokenizer, "ab<|end|>").counts[1] > 3


def test_an_empty_text() -> None:
    assert size_counts(api.open_sample().tokenizer, "").counts.max() == 0


def test_what_is_known_of_tokens_is_kept() -> None:
    counter = SizeCounter(api.open_sample().tokenizer)
    for text in (b"the other", b"the other and more"):
        assert counter.counts(text).at(4096) == len(api.open_sample().tokenizer.encode(text))


@pytest.mark.parametrize("name", ["cl100k_base.tiktoken", "clip_bpe_simple_vocab_16e6.txt.gz"])
@pytest.mark.usefixtures("shared")
def test_published_vocabularies(name: str) -> None:
    tokenizer = api.open_tokenizer(SHARED / "data" / name)
    text = (SHARED / "data" / "taylorswift.txt").read_bytes()[:20_000]
    found = SizeCounter(tokenizer).counts(text)
    for size in (found.lowest, 600, 1024, 5000, 20_000, 40_000, tokenizer.vocab_size):
        prefix = tokenizer.at_vocab_size(size)
        assert found.at(size) == len(prefix.encode_to_numpy(text, allowed_special="none"))
    assert int(found.counts.min()) == found.at(tokenizer.vocab_size)


@pytest.mark.usefixtures("shared")
def test_a_model_without_merge_order_is_refused() -> None:
    with pytest.raises(EngineError, match="order"):
        size_counts(api.open_tokenizer(SHARED / "data" / "llama2_tokenizer.model"), "a")
