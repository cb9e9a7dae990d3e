"""The rank-merged model: from merges, from ranks, its prefixes and its pairs."""

from __future__ import annotations

import itertools
import pickle
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.models import bpe
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.piecewise import Cache
from workbench.engine.models.rank_tables import rows_of_pairs
from workbench.engine.models.token_arrays import TokenArrays, _blob_of

TOY = [(97, 97), (256, 97), (257, 98)]  # aa, aaa, aaab


def bytes_and(*tokens: bytes) -> dict[bytes, int]:
    ranks = {bytes([byte]): byte for byte in range(256)}
    return ranks | {token: 256 + index for index, token in enumerate(tokens)}


@st.composite
def merge_lists(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Draw merges over a and b, each of two ids that exist by then."""
    merges: list[tuple[int, int]] = []
    for _ in range(draw(st.integers(0, 12))):
        ids = [97, 98, *range(256, 256 + len(merges))]
        pair = (draw(st.sampled_from(ids)), draw(st.sampled_from(ids)))
        if pair not in merges:
            merges.append(pair)
    return merges


def minbpe_encode(merges: list[tuple[int, int]], piece: bytes) -> list[int]:
    """Merge the pair of the lowest number everywhere, until none is left: minbpe's BasicTokenizer.encode."""
    numbers = {pair: 256 + index for index, pair in enumerate(merges)}
    ids = list(piece)
    while True:
        known = [pair for pair in itertools.pairwise(ids) if pair in numbers]
        if not known:
            return ids
        pair = min(known, key=numbers.__getitem__)
        out: list[int] = []
        for symbol in ids:
            if out and out[-1] is not None and (out[-1], symbol) == pair:
                out[-1] = -1 - numbers[pair]  # marked, so that it takes no part in this round
            else:
                out.append(symbol)
        ids = [-1 - symbol if symbol < 0 else symbol for symbol in out]


def test_the_first_example_of_all() -> None:
    model = RankMergedBpe.from_merges(TOY)
    assert model.encode_piece(b"aaabdaaabac") == (258, 100, 258, 97, 99)
    assert model.encode_piece(b"") == ()


@given(merge_lists(), st.text("abc", max_size=40).map(str.encode))
def test_merges_encode_as_minbpe(merges: list[tuple[int, int]], piece: bytes) -> None:
    model = RankMergedBpe.from_merges(merges)
    assert list(model.encode_piece(piece)) == minbpe_encode(merges, piece)
    assert list(model.encode_piece(piece)) == minbpe_encode(merges, piece)  # from the cache


@given(merge_lists(), st.text("abc", max_size=30).map(str.encode), st.data())
def test_a_prefix_is_the_model_of_the_first_merges(
    merges: list[tuple[int, int]], piece: bytes, data: st.DataObject
) -> None:
    size = data.draw(st.integers(256, 256 + len(merges)))
    prefix, alone = (
        RankMergedBpe.from_merges(merges).at_vocab_size(size),
        RankMergedBpe.from_merges(merges[: size - 256]),
    )
    assert prefix.encode_piece(piece) == alone.encode_piece(piece)
    assert prefix.vocab_size == alone.vocab_size == size
    assert prefix.ids.tolist() == alone.ids.tolist()
    assert prefix.pairs().tolist() == alone.pairs().tolist()
    assert [prefix.token_bytes(i) for i in range(size + 1)] == [alone.token_bytes(i) for i in range(size + 1)]
    assert prefix.token_id(b"aab") in (None, alone.token_id(b"aab"))


@pytest.mark.parametrize("size", [256, 258, 259, 302, None])
def test_the_blob_of_all_tokens_holds_each_by_rising_id(size: int | None) -> None:
    ranks = bytes_and(b"ab", b"abc", b"de") | {b"\0": 300, b"fg": 301}
    for model in (RankMergedBpe.from_ranks(ranks), RankMergedBpe.from_merges(TOY)):
        model = model if size is None or size > model.vocab_size else model.at_vocab_size(size)
        blob, ends = model.token_blob()
        starts = [0, *ends.tolist()]
        assert model.ids.tolist() == sorted(model.ids.tolist())
        assert [blob[a:b] for a, b in itertools.pairwise(starts)] == [
            model.token_bytes(i) for i in model.ids.tolist()
        ]
        readable = _blob_of(model)
        assert (blob, ends.tolist()) == (readable[0], readable[1].tolist())


def test_a_prefix_of_ranks_keeps_all_bytes() -> None:
    ranks = {bytes([byte]): 300 - byte for byte in range(256)} | {b"ab": 301, b"abc": 302, b"abcd": 310}
    prefix = RankMergedBpe.from_ranks(ranks).at_vocab_size(302)
    assert prefix.encode_piece(b"abcd") == (301, 300 - 99, 300 - 100)
    assert prefix.vocab_size == 302
    assert prefix.token_bytes(302) is None
    assert RankMergedBpe.from_ranks(ranks).at_vocab_size(260).token_bytes(300) == b"\0"
    assert prefix.ids.tolist() == [*range(45, 302)]


@pytest.mark.parametrize("size", [255, 260])
def test_a_prefix_out_of_range_is_refused(size: int) -> None:
    with pytest.raises(EngineError, match=f"vocabulary size {size} is outside 256 to 259"):
        RankMergedBpe.from_merges(TOY).at_vocab_size(size)


def test_ranks_take_a_piece_that_is_a_token_whole() -> None:
    # abc cannot be merged: neither ab nor bc is a token. tiktoken still takes it whole.
    model = RankMergedBpe.from_ranks(bytes_and(b"abc"))
    assert model.encode_piece(b"abc") == (256,)
    assert model.encode_piece(b"abcd") == (97, 98, 99, 100)
    assert model.pair_of(256) is None
    assert [step.symbols for step in model.trace(b"abc")] == [(256,)]
    assert [i for i in model.unreachable()] == [256]


@given(st.lists(st.binary(min_size=2, max_size=6).map(lambda b: bytes(97 + x % 3 for x in b)), unique=True))
def test_ranks_are_unreachable_where_merging_by_earlier_tokens_makes_no_pair(tokens: list[bytes]) -> None:
    model = RankMergedBpe.from_ranks(bytes_and(*tokens))
    assert list(model.unreachable()) == [i for i in range(256, 256 + len(tokens)) if model.pair_of(i) is None]


def test_pairs_of_ranks_are_recovered_from_earlier_tokens_only() -> None:
    # xyz = x + yz, although xy exists too: it comes later than xyz.
    model = RankMergedBpe.from_ranks(bytes_and(b"yz", b"xyz", b"xy"))
    assert [model.pair_of(i) for i in (97, 256, 257, 258, 999)] == [
        None,
        (121, 122),
        (120, 256),
        (120, 121),
        None,
    ]
    assert model.pairs()[256:].tolist() == [[121, 122], [120, 256], [120, 121]]
    assert model.rank(257) == 1
    assert model.rank(97) is None


@given(merge_lists())
def test_pairs_of_merges_written_as_ranks_come_back(merges: list[tuple[int, int]]) -> None:
    by_merges = RankMergedBpe.from_merges(merges)
    tokens = [by_merges.token_bytes(i) for i in range(by_merges.vocab_size)]
    reachable = not list(by_merges.unreachable())
    if len(set(tokens)) == len(tokens) and reachable:
        by_ranks = RankMergedBpe.from_ranks({token: i for i, token in enumerate(tokens)})
        assert by_ranks.pairs().tolist() == by_merges.pairs().tolist()


def test_two_tokens_of_the_same_bytes() -> None:
    model = RankMergedBpe.from_merges([(97, 98), (98, 99), (256, 99), (97, 257)])  # abc twice
    assert model.token_bytes(258) == model.token_bytes(259) == b"abc"
    assert model.token_id(b"abc") == 258
    assert [i for i in model.unreachable()] == [259]


def test_merges_can_be_added() -> None:
    model = RankMergedBpe.from_merges(TOY)
    assert model.of_bytes.has_gapless_merges
    first = model.vocab_size
    longer = model.of_bytes.extended(first, np.array([[65, 66]]), [b"AB"])
    assert (longer.token_bytes(first), longer.encode_piece(b"AB")) == (b"AB", (first,))
    shuffled = RankMergedBpe.from_ranks({bytes([byte]): 255 - byte for byte in range(256)} | {b"ab": 300})
    assert not shuffled.of_bytes.has_gapless_merges
    assert shuffled.of_bytes.byte_ids()[0].tolist() == list(range(255, -1, -1))
    cut = shuffled.at_vocab_size(256)  # it has no "ab", and may learn it anew
    assert cut.of_bytes.extended(256, np.array([[158, 157]]), [b"ab"]).token_id(b"ab") == 256
    with pytest.raises(EngineError, match="token 300 again"):
        shuffled.of_bytes.extended(301, np.array([[158, 157]]), [b"ab"])


def test_many_pieces_at_once_are_the_single_ones() -> None:
    model = RankMergedBpe.from_merges(TOY)
    text = b"aaab aab " * 900 + b"a" * 300
    spans = np.array([[i, i + 1 + i % 7] for i in range(0, len(text) - 8, 3)] + [[0, len(text)]], np.uint64)
    parts = list(model.encode_pieces(text, spans))
    assert parts
    expected = [i for start, end in spans.tolist() for i in model.encode_piece(text[start:end])]
    assert np.concatenate(parts).tolist() == expected
    assert model.token_lengths(np.array([97, 258, 256], np.uint32)).tolist() == [1, 4, 2]


def test_the_cache_is_bounded() -> None:
    model = RankMergedBpe.from_merges(TOY)
    model._cache = Cache(5)
    for number in range(100):
        model.encode_piece(b"%d" % number)
    assert 1 <= len(model._cache) <= 5
    assert model._cache[b"99"] == (57, 57)


def test_the_trace_shows_every_candidate() -> None:
    steps = list(RankMergedBpe.from_merges(TOY).trace(b"aaab"))
    assert [step.symbols for step in steps] == [(97, 97, 97, 98), (256, 97, 98), (257, 98), (258,)]
    assert steps[0].candidates == ((0, 0, 256), (1, 0, 256))
    assert [step.chosen for step in steps] == [0, 0, 0, None]


@pytest.mark.parametrize(
    ("merges", "place", "text"),
    [
        (
            [(97, 98), (97, 300)],
            257,
            "uses id 300, but only ids up to 256 exist by then. The file is damaged",
        ),
        ([(256, 98)], 256, "uses id 256, but only ids up to 255 exist"),
        ([(97, -1)], 256, "uses the negative id -1"),
        (
            [(97, 98), (98, 98), (97, 98)],
            258,
            "the pair 97 98 is merged again; its first merge made id 256",
        ),
        (
            [(97, 97), *[(i, i) for i in range(256, 300)]],
            280,
            "would make a token of 33554432 bytes; the limit is 16777216",
        ),
    ],
)
def test_merges_that_cannot_be(merges: list[tuple[int, int]], place: int, text: str) -> None:
    with pytest.raises(EngineError) as caught:
        RankMergedBpe.from_merges(merges)
    assert caught.value.place == Place("id", place)
    assert text in str(caught.value)


def test_a_vocabulary_made_to_exhaust_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bpe, "LARGEST_VOCABULARY", 1000)
    monkeypatch.setattr(bpe, "HIGHEST_ID", 270)
    RankMergedBpe.from_merges([(97, byte) for byte in range(15)])
    with pytest.raises(EngineError, match="would have 1022 bytes together; the limit is 1000"):
        RankMergedBpe.from_merges([(97, 97), *[(i, i) for i in range(256, 270)]])
    with pytest.raises(EngineError, match="id 271 is outside 0 to 270"):
        RankMergedBpe.from_merges([(97, byte) for byte in range(16)])


@pytest.mark.parametrize(
    ("ranks", "text"),
    [
        ({b"a": 0}, "255 bytes have no token; the first is 0x00"),
        (bytes_and(b""), "token 256 has no bytes"),
        (bytes_and() | {b"ab": 97}, "two tokens have id 97"),
        (bytes_and() | {b"ab": 1 << 24}, "id 16777216 is outside 0 to 16777215"),
        (bytes_and() | {b"ab": -1}, "id -1 is outside 0 to"),
    ],
)
def test_ranks_that_cannot_be(ranks: dict[bytes, int], text: str) -> None:
    with pytest.raises(EngineError) as caught:
        RankMergedBpe.from_ranks(ranks)
    assert text in str(caught.value)


def test_pickling_ranks_makes_no_dictionaries() -> None:
    """A comparison hashes each tokenizer so: it cost 40 MB for o200k."""
    ranks = bytes_and(b"ab", b"abc", b"aa")
    made = bpe.model_of_ranks(TokenArrays({token_id: token for token, token_id in ranks.items()}))
    assert made is not None
    written = pickle.dumps(made)
    assert vars(made._tables).keys().isdisjoint({"vocab", "token_ids"})
    again = pickle.loads(written)
    assert again.encode_piece(b"abcaab") == made.encode_piece(b"abcaab")
    assert pickle.loads(pickle.dumps(made.at_vocab_size(257))).ids.tolist() == [*range(257)]


def test_a_row_of_a_pair_takes_little_memory() -> None:
    """514,906 pairs of Gemma 3 took 200 bytes each."""
    n = 100_000
    merges = np.stack((np.arange(n) % 977 + 300, np.arange(n) // 977 + 300), axis=1)
    tracemalloc.start()
    try:
        rows = rows_of_pairs(merges, 7)
        assert tracemalloc.get_traced_memory()[0] < 150 * n
    finally:
        tracemalloc.stop()
    assert len(rows) == n
    assert rows[300 << 32 | 301] == 7 + 977
