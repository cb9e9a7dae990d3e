"""BPE over characters: the answers of huggingface/tokenizers, models/bpe/model.rs, and no quadratic time."""

from __future__ import annotations

import random
import time
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts
from tests.engine.texts import texts as any_texts
from workbench import kernels
from workbench.engine.base import pace
from workbench.engine.base.errors import EngineError
from workbench.engine.counting import piece_room
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models import character_merged
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.explain import merge_trace
from workbench.engine.splitting.metaspace import MarkSplit, Metaspace, WholeStretches
from workbench.engine.splitting.pre_tokenizers import no_split, published


def model(vocab: dict[str, int], merges: list[str] | None = None, **options: Any) -> CharacterMergedBpe:
    prefix = options.get("prefix", "")
    rows = []
    for left, right in (merge.split(" ") for merge in merges or ()):
        rows.append((vocab[left], vocab[right], vocab[left + right[len(prefix) :]]))
    table = np.array(rows, np.int64).reshape(-1, 3)
    return CharacterMergedBpe(CharacterVocabulary(vocab, table, **options))


def spans(made: CharacterMergedBpe, text: str) -> list[tuple[int, int, int]]:
    encoding = Tokenizer(made, no_split()).encode_with_offsets(text)
    return [(i, *span) for i, span in zip(encoding.ids.tolist(), encoding.spans.tolist(), strict=True)]


def test_the_unknown_is_fused_or_not() -> None:  # H1
    vocab = {"<unk>": 0, "a": 1, "b": 2}
    assert spans(model(vocab, unknown="<unk>"), "cc") == [(0, 0, 1), (0, 1, 2)]
    fused = model(vocab, unknown="<unk>", fuses_unknown=True)
    assert spans(fused, "cc") == [(0, 0, 2)]
    assert spans(fused, "accbé日") == [(1, 0, 1), (0, 1, 3), (2, 3, 4), (0, 4, 9)]


def test_neighbors_inside_merged_tokens() -> None:
    texts = ["", "aé", "日", "日é", "", "a\U0001f600b", "\ud800\udc00", "bab", ""]
    vocab = {"x" * count: count for count in range(1, 9)} | dict(zip(texts, range(9, 18), strict=True))
    made = [number for text, number in vocab.items() if "x" not in text]
    rows = np.array([(1, 1, number) for number in made], np.int64)
    found = CharacterVocabulary(vocab, rows, silent=frozenset((10,)))
    expected = {left + right for text in texts for left, right in pairwise(text)}
    assert found.inside == expected
    assert found.texts == {number: text for text, number in vocab.items() if number != 10}
    assert CharacterVocabulary(vocab, rows[:0]).inside == frozenset()
    assert CharacterVocabulary({"": 0}, np.zeros((1, 3), np.int64)).inside == frozenset()


UNRELATED = [
    "u",
    "n",
    "r",
    "e",
    "l",
    "a",
    "t",
    "d",
    "re",
    "at",
    "ed",
    "un",
    "ated",
    "rel",
    "related",
    "unrelated",
]


def test_merges_in_the_order_of_rank() -> None:  # H2
    vocab = {token: token_id for token_id, token in enumerate(UNRELATED)}
    made = model(vocab, ["r e", "a t", "e d", "u n", "at ed", "re l", "rel ated", "un related"])
    assert spans(made, "unrelated") == [(15, 0, 9)]
    rounds = merge_trace(made, b"unrelated")
    merged = [UNRELATED[row.chosen.id] for row in rounds if row.chosen is not None]
    assert merged == ["re", "at", "ed", "un", "ated", "rel", "related", "unrelated"]
    assert rounds[-1].chosen is None
    assert (made.pair_of(15), made.rank(15)) == ((11, 14), 7)
    assert list(filter(None, made.unreachable())) == []


def test_a_prefix_of_what_goes_on() -> None:  # H3
    made = model({"a": 0, "##b": 1, "##c": 2, "ab": 3, "abc": 4}, ["a ##b", "ab ##c"], prefix="##")
    assert spans(made, "ab") == [(3, 0, 2)]
    assert spans(made, "abc") == [(4, 0, 3)]
    assert (made.token_bytes(1), made.token_bytes(4)) == (b"b", b"abc")


def test_bytes_for_the_unknown() -> None:  # H4
    made = model({"<unk>": 0, "<0x61>": 1}, unknown="<unk>", byte_fallback=True)
    assert (spans(made, "c"), spans(made, "a")) == ([(0, 0, 1)], [(1, 0, 1)])
    made = model({"<unk>": 0, "<0x0A>": 1}, unknown="<unk>", byte_fallback=True)
    assert spans(made, "\n") == [(1, 0, 1)]
    assert made.token_bytes(1) == b"\n"


def test_bytes_come_before_the_unknown_that_waits_as_in_tokenizers() -> None:
    vocab = {"<unk>": 0, "<0x61>": 1, "b": 2}
    judge = tokenizers.models.BPE(vocab, [], unk_token="<unk>", byte_fallback=True)
    made = model(vocab, unknown="<unk>", byte_fallback=True)
    for text in ("ca", "cab", "cacb", "aca"):
        assert list(made.encode_piece(text.encode())) == [token.id for token in judge.tokenize(text)], text
        places = np.array(spans(made, text))[:, 1:]
        assert (np.diff(places, axis=0) >= 0).all()


def test_trained_by_tokenizers() -> None:  # H5, H7
    words = ["roses", "are", "red", "voilets", "are", "blue", "BERT", "is", "big", "and", "so", "is", "GPT-2"]
    trainer = tokenizers.trainers.BpeTrainer(min_frequency=2, show_progress=False)
    judge = tokenizers.Tokenizer(tokenizers.models.BPE())
    judge.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    judge.train_from_iterator(words, trainer)
    vocab = judge.get_vocab()
    made = model(vocab, ["r e", "a re", "i s"])
    assert [vocab[token] for token in ("re", "are", "is")] == [22, 23, 24]
    for word in words:
        assert list(made.encode_piece(word.encode())) == judge.encode(word).ids
    for longest in (2, 16):
        trainer = tokenizers.trainers.BpeTrainer(max_token_length=longest, show_progress=False)
        judge.train_from_iterator(["roses are red, violets are blue " * 3] * 3, trainer)
        assert max(map(len, judge.get_vocab())) <= longest


def test_a_whole_piece_goes_before_merges() -> None:
    vocab = {"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4}
    assert spans(model(vocab, ["a b"]), "abc") == [(3, 0, 2), (2, 2, 3)]
    assert spans(model(vocab, ["a b"], whole_pieces=True), "abc") == [(4, 0, 3)]


def test_ends_of_words_become_spaces_in_decoding() -> None:
    vocab = {"l": 0, "o": 1, "w</w>": 2, "lo": 3, "low</w>": 4, "o</w>": 5}
    made = model(vocab, ["l o", "lo w</w>"], suffix="</w>")
    assert (made.encode_piece(b"low"), made.encode_piece(b"lo")) == ((4,), (0, 5))
    assert (made.token_bytes(4), made.decoded_bytes(4)) == (b"low", b"low ")
    assert made.capabilities.decodes_otherwise
    assert made.word_ends == {2, 4, 5}
    assert [made.token_in(b"lowlow", *place) for place in ((0, 3), (3, 6), (0, 2), (4, 6))] == [
        None,
        4,
        3,
        None,
    ]


def test_what_is_no_utf8_is_the_replacement_character() -> None:
    made = model({"<unk>": 0, "a": 1, "\ufffd": 2}, unknown="<unk>")
    encoding = Tokenizer(made, no_split()).encode_with_offsets(b"a\xff\xe6a")
    assert encoding.ids.tolist() == [1, 2, 2, 1]
    assert encoding.spans.tolist() == [[0, 1], [1, 2], [2, 3], [3, 4]]


def test_there_is_no_prefix_of_such_a_model() -> None:
    with pytest.raises(EngineError, match="ids are not in merge order"):
        model({"a": 0}).at_vocab_size(1)


def test_long_pieces_take_time_that_grows_with_their_length_only() -> None:
    vocab = {"<unk>": 0, "a": 1, "aa": 2, "aaaa": 3, "▁": 4, "▁▁": 5, "▁a": 6}
    made = model(vocab, ["a a", "aa aa", "▁ ▁", "▁ a"], unknown="<unk>", mark="▁")

    def seconds(text: bytes) -> float:
        start = time.perf_counter()
        made.encode_piece(text)
        return time.perf_counter() - start

    assert seconds(b"a" * 200_000) < 20  # quadratic would take hours
    assert made.encode_piece(b"a" * 200_001)[-2:] == (3, 1)


def test_a_word_that_may_merge_anywhere_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    made = model({"a": 0, "b": 1, "aa": 2, "aaaa": 3}, ["a a", "aa aa"])
    monkeypatch.setattr(piece_room, "_memory_for_pieces", lambda: 260_000)
    assert made.encode_piece(b"a" * 1000) == (3,) * 250
    with pytest.raises(EngineError, match="a piece of over 1000 bytes"):
        made.encode_piece(b"a" * 1001)


def test_long_pieces_are_encoded_in_slices() -> None:
    made = model({"a": 0, "aa": 1}, ["a a"])
    longest = 0.0
    before = time.thread_time()

    def point() -> None:
        nonlocal longest, before
        now = time.thread_time()
        longest, before = max(longest, now - before), now

    with pace.hooked(point):
        made.encode_piece(b"a" * 100_000)
    assert 0 < longest < 2


# --- the kernel -----------------------------------------------------------------------------------

compiled = pytest.mark.skipif(not kernels.active(), reason="the kernels are not in use")

_LETTERS = "\u2581 ab\u00e9\u65e5\U0001f44d"
_own_texts = st.text(_LETTERS, max_size=60)


@cache
def of_bytes(seed: int) -> tuple[CharacterMergedBpe, tokenizers.models.BPE]:
    """A model with tokens for all bytes and merges in any order, and the same of `tokenizers`."""
    chance = random.Random(seed)
    vocab = {"<unk>": 0} | {f"<0x{byte:02X}>": byte + 1 for byte in range(256)}
    known = [*_LETTERS, "\n", "\0", "\ufffd", "1", "s", "t"]
    merges: list[tuple[str, str]] = []
    while len(merges) < 60:
        left, right = chance.choices(known[:7] + known[13:], k=2)
        if left + right not in known and len(left + right) < 9:
            merges.append((left, right))
            known.append(left + right)
    chance.shuffle(merges)
    vocab |= {text: number for number, text in enumerate(known, 257)}
    if seed % 2:
        del vocab["<0x0A>"]  # which is a token as a character
    rows = np.array([(vocab[left], vocab[right], vocab[left + right]) for left, right in merges], np.int64)
    made = CharacterMergedBpe(CharacterVocabulary(vocab, rows, "<unk>", True, True))
    judge = tokenizers.models.BPE(vocab, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True)
    return made, judge


@compiled
@pytest.mark.parametrize("seed", range(4))
@given(text=raw_texts | _own_texts.map(str.encode), times=st.sampled_from([1, 9]))
def test_the_kernel_gives_the_same(seed: int, text: bytes, times: int) -> None:
    made, _ = of_bytes(seed)
    assert made._compiled is not None
    text = text * times
    tokenizer = Tokenizer(made, no_split())
    expected = tokenizer.encode_with_offsets(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(character_merged, "_LONG", 0)
        patch.setattr(character_merged, "_PAYS", 0)
        found = tokenizer.encode_with_offsets(text)
        assert tokenizer.encode_to_numpy(text).tolist() == found.ids.tolist()
    assert found.ids.tolist() == expected.ids.tolist() == list(made.encode_piece(text))
    assert found.spans.tolist() == expected.spans.tolist()


@compiled
@pytest.mark.parametrize("seed", range(4))
@given(text=any_texts | _own_texts)
def test_the_kernel_gives_what_tokenizers_gives(seed: int, text: str) -> None:
    made, judge = of_bytes(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(character_merged, "_LONG", 0)
        patch.setattr(character_merged, "_PAYS", 0)
        found = Tokenizer(made, no_split()).encode(text)
    assert found == [token.id for token in judge.tokenize(text)]


# --- spaces as marks ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prefix", "first", "output"),
    [
        ("never", True, "a▁b"), ("always", True, "▁a▁b"), ("missing", True, "▁a▁b"),
        ("first", True, "▁a▁b"), ("first", False, "a▁b"), ("missing", False, "a▁b"),
    ],
)  # fmt: skip
def test_spaces_are_marked_and_aligned(prefix: str, first: bool, output: str) -> None:
    made = Metaspace("▁", prefix).normalize(b"a b", first=first)
    assert made.output.decode() == output
    n_before = len(output.encode()) - len("a▁b".encode())
    assert made.alignment.tolist() == [0] * n_before + [0, 1, 1, 1, 2, 3]
    assert Metaspace("▁", prefix).normalize(b"", first=True).output == b""


def test_a_mark_goes_before_a_space_only_where_it_always_does() -> None:
    assert Metaspace("▁", "missing").normalize(b" a", first=True).output == "▁a".encode()
    assert Metaspace("▁", "missing").normalize("▁a".encode(), first=True).output == "▁a".encode()
    assert Metaspace("▁", "always").normalize(b" a", first=True).output == "▁▁a".encode()


def test_pieces_begin_with_their_mark() -> None:
    text = "ab▁c▁▁d▁".encode()
    pieces = [text[start:end].decode() for start, end in MarkSplit("▁", splits=True).split(text).tolist()]
    assert pieces == ["ab", "▁c", "▁", "▁d", "▁"]
    assert MarkSplit("▁", splits=False).split(text).tolist() == [[0, len(text)]]
    assert MarkSplit("▁", splits=True).split(b"").tolist() == []


def test_such_texts_are_never_cut() -> None:
    splitter = WholeStretches(published("gpt2"))
    text = b"one two three"
    assert (splitter.next_border(text, 3), splitter.previous_border(text, 9)) == (len(text), 0)
    assert splitter.split(text).tolist() == published("gpt2").split(text).tolist()
