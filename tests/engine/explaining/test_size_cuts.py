"""The tokens of a stretch at every vocabulary size, held against encoding at each of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import SHARED
from tests.engine.explaining.test_size_counts import LETTERS, merges, words
from tests.points import counted
from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.size_counts import SizeCounter
from workbench.engine.explaining.size_cuts import SizeCuts, cuts_of
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.text_normalizers import InOrder, Lowercase, Strip
from workbench.engine.splitting.pre_tokenizers import custom, no_split, published


def cuts(
    tokenizer: Tokenizer, text: bytes, stretch: tuple[int, int] | None = None, specials: str = "none"
) -> SizeCuts:
    return cuts_of(tokenizer, SizeCounter(tokenizer), text, stretch or (0, len(text)), specials)


def held_against_encoding(
    tokenizer: Tokenizer, text: str | bytes, specials: str = "none", sizes: tuple[int, ...] = ()
) -> None:
    data = text.encode() if isinstance(text, str) else text
    found = cuts(tokenizer, data, specials=specials)
    lowest = SizeCounter(tokenizer).lowest
    for size in sizes or range(lowest, tokenizer.vocab_size + 1):
        truth = tokenizer.at_vocab_size(size).encode_with_offsets(
            data, allowed_special=specials, disallowed_special=()
        )
        ids, spans = found.at(size)
        assert ids.tolist() == truth.ids.tolist(), size
        assert spans.tolist() == truth.spans.tolist(), size


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


@given(merges(), st.text("abcd AB\u0130\u00c9", max_size=30))
def test_what_a_normalizer_changes_lies_where_it_lay(pairs: list[tuple[int, int]], text: str) -> None:
    normalizer = InOrder([Strip(separators=True), Lowercase(final_sigma=True)], "test")
    model = RankMergedBpe.from_merges(pairs)
    held_against_encoding(Tokenizer(model, published("cl100k"), normalizer=normalizer), text)


def test_special_tokens_are_themselves_at_every_size() -> None:
    model = RankMergedBpe.from_merges([(ord("a"), ord("b"))])
    tokenizer = Tokenizer(model, published("cl100k"), {"<|end|>": 300})
    held_against_encoding(tokenizer, "ab<|end|>ab", "all")
    held_against_encoding(tokenizer, "ab<|end|>ab")


def test_a_token_of_a_million_bytes_is_cut_in_slices() -> None:
    pairs = [(ord("a"), ord("a")), *((made, made) for made in range(256, 275))]
    tokenizer = Tokenizer(RankMergedBpe.from_merges(pairs), no_split())
    text = b"a" * (1 << 16)
    found, n_points = counted(lambda: cuts_of(tokenizer, SizeCounter(tokenizer), text, (0, len(text))))
    assert n_points > 200
    ids, spans = found.at(258)
    assert ids.tolist() == [257] * (1 << 14)
    assert np.array_equal(spans[:, 0], np.arange(0, 1 << 16, 4))


LARGER = "abcd AB\u0130\u00c9\u00bd\ufb01&;lt<>|end\n\t0\u0301"  # and what grows, shrinks and is left out


@st.composite
def seen_texts(draw: st.DrawFn) -> tuple[str, tuple[int, int]]:
    """A text and the bytes of it that are seen."""
    text = draw(
        st.text(LARGER, max_size=40) | st.lists(st.sampled_from(("<|end|>", "ab ", "\ufb01"))).map("".join)
    )
    first, last = (draw(st.integers(0, len(text.encode()))) for _ in range(2))
    return text, (min(first, last), max(first, last))


def seen_held_against_encoding(tokenizer: Tokenizer, text: str, seen: tuple[int, int], specials: str) -> None:
    data = text.encode()
    found = cuts(tokenizer, data, seen, specials)
    for size in range(SizeCounter(tokenizer).lowest, tokenizer.vocab_size + 1):
        truth = tokenizer.at_vocab_size(size).encode_with_offsets(
            data, allowed_special=specials, disallowed_special=()
        )
        begins, ends = truth.spans.T
        touching = begins[(begins < seen[1]) & (ends > seen[0])]
        assert ((touching >= found.start) & (touching < found.end)).all()
        inside = (begins >= found.start) & (begins < found.end)
        if found.end == len(data) <= seen[1]:
            inside |= begins == found.end
        ids, spans = found.at(size)
        assert ids.tolist() == truth.ids[inside].tolist(), size
        assert spans.tolist() == truth.spans[inside].tolist(), size


@given(merges(), seen_texts(), st.sampled_from(("none", "all")))
def test_what_is_seen_of_texts_with_and_without_borders(
    pairs: list[tuple[int, int]], seen_text: tuple[str, tuple[int, int]], specials: str
) -> None:
    model, special_tokens = RankMergedBpe.from_merges(pairs), {"<|end|>": 300}
    cleaned = InOrder([Strip(separators=True), Composed("NFKC"), Lowercase(final_sigma=True)], "test")
    for split in (no_split(), published("cl100k"), published("clip")):
        for normalizer in (None, cleaned):
            tokenizer = Tokenizer(model, split, special_tokens, normalizer=normalizer)
            seen_held_against_encoding(tokenizer, *seen_text, specials)


def test_what_is_seen_where_a_pattern_has_no_borders_and_leaves_text_out() -> None:
    tokenizer = Tokenizer(RankMergedBpe.from_merges([(97, 98), (256, 99)]), custom(r"[a-c]+"))
    try:
        for seen in ((0, 3), (5, 9), (9, 12), (30, 33), (0, 33)):
            seen_held_against_encoding(tokenizer, "abc ---- abcab...........ab abcba", seen, "none")
    finally:
        tokenizer.close()


def test_a_stretch_and_an_empty_one() -> None:
    tokenizer = api.open_sample().tokenizer
    text = b"the other\nand more\nof it"
    start, end = 9, 18
    ids, spans = cuts(tokenizer, text, (start, end)).at(700)
    assert ids.tolist() == tokenizer.at_vocab_size(700).encode(text[start:end])
    assert (spans[0, 0], spans[-1, 1]) == (start, end)
    assert len(cuts(tokenizer, b"").at(700)[0]) == 0


@pytest.mark.parametrize("name", ["cl100k_base.tiktoken", "clip_bpe_simple_vocab_16e6.txt.gz"])
@pytest.mark.usefixtures("shared")
def test_published_vocabularies(name: str) -> None:
    tokenizer = api.open_tokenizer(SHARED / "data" / name)
    text = (SHARED / "data" / "taylorswift.txt").read_bytes()[:8_000] + "  Ünï &amp; 日本 \r\n x".encode()
    held_against_encoding(tokenizer, text, sizes=(512, 600, 1024, 5000, 20_000, 40_000, tokenizer.vocab_size))


def test_pairs_with_ends_of_words_and_whole_pieces() -> None:
    """As CLIP's and Llama 3's: a token at a word's end is another than inside it."""
    tokens = {byte: bytes([byte]) for byte in range(256)} | {256 + byte: bytes([byte]) for byte in range(256)}
    tokens |= {512: b"ab", 513: b"abc", 514: b"bc"}
    a, b, c = (ord(letter) for letter in "abc")
    rows = [(a, b, 512), (512, 256 + c, 513), (b, 256 + c, 514)]
    for whole in (False, True):
        model = PairMergedBpe.from_pairs(
            tokens, rows, range(256), end_byte_ids=range(256, 512), whole_pieces=whole
        )
        held_against_encoding(Tokenizer(model, published("cl100k")), "abc abcabc bc\nab")
