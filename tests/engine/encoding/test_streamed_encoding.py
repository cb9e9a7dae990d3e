"""A text that comes in portions has the ids of the whole, whatever the portions, in bounded memory."""

from __future__ import annotations

import contextlib
import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.score_toys import llama_vocabulary
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import streamed_encoding
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.score_tokenizer import score_tokenizer
from workbench.engine.encoding.streamed_encoding import streamed_parts
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.normalizers.clip_cleaning import clip_cleaning
from workbench.engine.normalizers.older_unicode import EarlyComposed
from workbench.engine.normalizers.text_normalizers import InOrder, Prepend
from workbench.engine.splitting.metaspace import MarkSplit, Metaspace, WholeStretches
from workbench.engine.splitting.pre_tokenizers import custom, no_split, published
from workbench.engine.splitting.split_patterns import FURTHER

MERGES = [(116, 104), (256, 101), (105, 110), (32, 257), (32, 32), (10, 10), (0xE6, 0x97)]
SPECIALS = {"<|end|>": 300, "<|end|>x": 301, " the <s>": 302}
WORDS = ["the", " the", " in", "\n", "\r\n", "  ", "日本", "é", "'s", "12", "<|end|>", "<|end|>x", "<s>",
         "\nthe", "▁", "<", "&amp;amp;lt;", "👩\u200d👩", "\u0301", b"\xff", b"\xe6\x97", "\ufeff",
         "x" * 40]  # fmt: skip
FLAGS = ("special", "single_word", "lstrip", "rstrip", "normalized")


def rank_merged(name: str) -> Tokenizer:
    splitter = no_split() if name == "none" else published(name)
    return Tokenizer(RankMergedBpe.from_merges(MERGES), splitter, SPECIALS)


def flagged() -> Tokenizer:
    flags = {"<|end|>": Flags(lstrip=True), "<s>": Flags(rstrip=True, lstrip=True)}
    ids = AddedTokens({"<|end|>": 300, "<s>": 301}, flags)
    return Tokenizer(RankMergedBpe.from_merges(MERGES), published("gpt2"), ids)


def single_words() -> Tokenizer:
    flags = {"<s>": Flags(single_word=True), "'s": Flags(single_word=True, lstrip=True)}
    ids = AddedTokens({"<s>": 300, "'s": 301}, flags)
    return Tokenizer(RankMergedBpe.from_merges(MERGES), published("gpt2"), ids)


def scored(rule: str) -> Tokenizer:
    vocabulary = llama_vocabulary(("t", -9.0), ("h", -9.0), ("th", -1.0), ("the", -0.5), (" the", -0.2))
    return score_tokenizer(ScoreMergedBpe.from_vocabulary(vocabulary, rule), {"<s>": 1})


def whole_only() -> Tokenizer:
    model, splitter = RankMergedBpe.from_merges(MERGES), WholeStretches(published("gpt2"))
    return Tokenizer(model, splitter, SPECIALS, normalizer=Metaspace(" ", "missing"))


def cleaned() -> Tokenizer:
    return Tokenizer(RankMergedBpe.from_merges(MERGES), published("clip"), normalizer=clip_cleaning())


def composed() -> Tokenizer:
    splitter = custom(FURTHER["qwen2"])
    return Tokenizer(RankMergedBpe.from_merges(MERGES), splitter, SPECIALS, normalizer=EarlyComposed())


def marked(prefix: str, splits: bool, specials: AddedTokens | None = None) -> Tokenizer:
    """Return a tokenizer like Gemma's or Llama 2's `tokenizer.json`."""
    texts = [*(f"<0x{byte:02X}>" for byte in range(256)), *"▁thein", "th", "the", "▁the", "▁t", "in", "▁in"]
    ids = {text: number for number, text in enumerate(texts)}
    pairs = [("t", "h"), ("th", "e"), ("▁", "the"), ("i", "n"), ("▁", "in"), ("▁", "t")]
    rows = np.array([(ids[left], ids[right], ids[left + right]) for left, right in pairs], np.int64)
    vocabulary = CharacterVocabulary(ids, rows, byte_fallback=True, mark="▁")
    specials = specials or AddedTokens(
        {"<|end|>": 300, "<s>": 301, "\n\n": 302}, {"\n\n": Flags(special=False)}
    )
    spaces = Metaspace("▁", "never" if prefix == "prepend" else prefix)
    normalizer = InOrder([Prepend("▁"), spaces]) if prefix == "prepend" else spaces
    splitter = MarkSplit("▁", splits, vocabulary.is_border)
    return Tokenizer(CharacterMergedBpe(vocabulary), splitter, specials, normalizer=normalizer)


TOKENIZERS = {
    "cl100k": lambda: rank_merged("cl100k"), "o200k": lambda: rank_merged("o200k"),
    "gpt2": lambda: rank_merged("gpt2"), "none": lambda: rank_merged("none"),
    "flagged": flagged, "single words": single_words, "sentencepiece": lambda: scored("sentencepiece"),
    "llama2c": lambda: scored("llama2c"), "llama.cpp": lambda: scored("llama.cpp"),
    "whole": whole_only, "clip": cleaned, "qwen": composed,
    "gemma": lambda: marked("never", False), "llama 2": lambda: marked("prepend", False),
    "mark missing": lambda: marked("missing", True), "mark always": lambda: marked("always", True),
    "mark first": lambda: marked("first", True),
}  # fmt: skip


def texts() -> st.SearchStrategy[bytes]:
    parts = st.lists(st.sampled_from(WORDS), max_size=60)
    return parts.map(lambda words: b"".join(w if isinstance(w, bytes) else w.encode() for w in words))


def streamed(tokenizer: Tokenizer, portions, **options) -> list[int]:
    parts = list(streamed_parts(tokenizer, portions, **options))
    assert sum(part.n_bytes for part in parts) == sum(map(len, filter(None, portions)))
    return np.concatenate([np.empty(0, np.uint32), *(part.ids for part in parts)]).tolist()


@contextlib.contextmanager
def small_chunks(size: int, portion: int = 64, long_piece: int = 256):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streamed_encoding, "_CHUNK", size)
        patch.setattr(streamed_encoding, "THREAD_BYTES", portion)
        patch.setattr(streamed_encoding, "_LONG_PIECE", long_piece)
        yield


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=texts(), cuts=st.lists(st.integers(1, 70), min_size=1, max_size=8), size=st.integers(1, 200),
       portion=st.integers(1, 80), allowed=st.booleans())  # fmt: skip
@example(text=b"<s>\xffthe", cuts=[1], size=1, portion=1, allowed=True)
@example(text=b"the\xff<s>", cuts=[1], size=1, portion=1, allowed=True)
@example(text=b"the the" * 20 + b"<|end|>" * 9, cuts=[1], size=1, portion=1, allowed=True)
def test_portions_have_the_ids_of_the_whole(name, text, cuts, size, portion, allowed):
    tokenizer = TOKENIZERS[name]()
    taken = frozenset(tokenizer.special_tokens) if allowed else frozenset()
    portions, at = [], 0
    while at < len(text):
        step = cuts[len(portions) % len(cuts)]
        portions.append(text[at : at + step])
        at += step
    with small_chunks(size, portion, 2 * portion):
        ids = streamed(tokenizer, portions, allowed=taken)
    assert ids == tokenizer.encode(text, allowed_special=taken, disallowed_special=())


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=texts(), size=st.integers(1, 70))
def test_tokens_end_where_they_end_in_the_whole(name, text, size):
    tokenizer = TOKENIZERS[name]()
    stream = streamed_encoding.StreamedEncoding(tokenizer, with_ends=True)
    start, ends = 0, []
    with small_chunks(size, 20, 40):
        for part in [
            *(p for at in range(0, len(text), size) for p in stream.feed(text[at : at + size])),
            *stream.end(),
        ]:
            ends += (part.ends + np.uint64(start)).tolist()
            start += part.n_bytes
    whole = tokenizer.encode_with_offsets(text, disallowed_special=()).spans[:, 1].tolist()
    assert ends == whole


ADDED = ["<s>", "<e>", "s", "b>", " x", "é", "\n", "\n\n", "  ", "<|end|>", "the", "<s>x", "\u3000<"]
BETWEEN = [" ", "\t ", "\n ", "\n" + " " * 12, "\u2003", b"\xe3\x80", "a", "_", "1", "<|en", *WORDS]


def with_flags(chance: random.Random) -> Tokenizer:
    names = chance.sample(ADDED, chance.randrange(1, 7))
    flags = {name: Flags(**{each: chance.random() < 0.4 for each in FLAGS}) for name in names}
    ids = {name: 1000 + number for number, name in enumerate(names)}
    added = AddedTokens(ids, flags, longest_first=chance.random() < 0.2)
    if chance.random() < 0.5:
        return marked(chance.choice(["never", "prepend", "first"]), chance.random() < 0.5, added)
    return Tokenizer(RankMergedBpe.from_merges(MERGES), published(chance.choice(["gpt2", "o200k"])), added)


def streamed_by_bytes(tokenizer: Tokenizer, text: bytes, allowed: frozenset[str]) -> list[int]:
    with small_chunks(1, 7, 10):
        return streamed(tokenizer, [bytes((byte,)) for byte in text], allowed=allowed)


@pytest.mark.parametrize("seed", range(8))
def test_added_tokens_that_come_in_part(seed):
    chance = random.Random(seed)
    for _ in range(40):
        tokenizer = with_flags(chance)
        some = frozenset(name for name in tokenizer.special_tokens if chance.random() < 0.7)
        allowed, _ = tokenizer.specials.choose(some, ())
        words = chance.choices([*BETWEEN, *3 * list(tokenizer.special_tokens)], k=chance.randrange(30))
        text = b"".join(word if isinstance(word, bytes) else word.encode() for word in words)
        ids = tokenizer.encode(text, allowed_special=allowed, disallowed_special=())
        assert streamed_by_bytes(tokenizer, text, allowed) == ids, (text, allowed)


def test_white_space_waits_for_the_whole_of_a_token_that_takes_it():
    """The line end was cut from the spaces while only "<e" had come."""
    tokenizer = marked("first", False, AddedTokens({"<e>": 300}, {"<e>": Flags(lstrip=True)}))
    text = b"1\n            <e>!"
    assert tokenizer.encode(text, allowed_special="all") == [256, 49, 300, 33]
    assert streamed_by_bytes(tokenizer, text, frozenset({"<e>"})) == [256, 49, 300, 33]


def test_a_token_that_is_not_allowed_is_not_cut_either():
    """Behind the cut its end was taken for another token."""
    added = AddedTokens({"<s>": 300, "s": 301}, {"<s>": Flags(), "s": Flags(special=False)})
    tokenizer = Tokenizer(RankMergedBpe.from_merges(MERGES), published("gpt2"), added)
    ids = tokenizer.encode("<s>" * 9 + "s", disallowed_special=())
    assert ids == [60, 115, 62] * 9 + [301]
    assert streamed_by_bytes(tokenizer, b"<s>" * 9 + b"s", frozenset({"s"})) == ids


def test_a_refused_token_is_named_with_its_byte_wherever_the_portions_are_cut():
    tokenizer = rank_merged("cl100k")
    text = b"the in " * 50 + b"<|end|>" + b" the"
    for size in (1, 3, 7, 11):
        portions = [text[at : at + size] for at in range(0, len(text), size)]
        with small_chunks(16), pytest.raises(EngineError) as caught:
            streamed(tokenizer, portions, refused=frozenset(tokenizer.special_tokens))
        assert (caught.value.code, caught.value.place.value) == ("special_token_in_text", 350)
        assert caught.value.facts["token"] == "<|end|>"


@pytest.mark.parametrize("tokenizer", [whole_only(), cleaned(), rank_merged("none")])
def test_a_text_that_cannot_be_cut_is_taken_whole_up_to_the_limit(tokenizer):
    text = b"the in " * 100
    with small_chunks(64):
        assert streamed(tokenizer, [text], longest=len(text)) == tokenizer.encode(text)
        with pytest.raises(EngineError) as caught:
            streamed(tokenizer, [text[:400], text[400:]], longest=len(text) - 1)
    assert caught.value.code == "text_needs_whole"
    assert "over 699 bytes" in caught.value.cause
    assert "Divide the text" in caught.value.remedy


@pytest.mark.parametrize("prefix", ["never", "prepend", "missing"])
def test_a_text_with_marks_is_cut_where_no_token_goes_across(prefix):
    """Documents of Gemma and Llama 2 over 4 MB could not be measured."""
    tokenizer = marked(prefix, splits=False)
    text = "the in 日本\n\n\n<s>in\n".encode() * 100
    with small_chunks(64):
        ids = streamed(tokenizer, [text[at : at + 50] for at in range(0, len(text), 50)], longest=200)
    assert ids == tokenizer.encode(text, disallowed_special=())


def test_cleaned_text_is_cut_between_lines_and_what_matters_remembered():
    tokenizer = cleaned()
    line = "the &amp;amp;lt; in schÃ¶n 12\nthe in\n".encode()
    for text in (line * 50, line * 20 + b"a < in\n" + line * 30, b"<" * 40 + b"\n" + line * 50):
        portions = [text[at : at + 30] for at in range(0, len(text), 30)]
        with small_chunks(100):
            assert streamed(tokenizer, portions, longest=400) == tokenizer.encode(text)


def test_no_more_than_a_chunk_waits():
    """What waits is encoded as it comes: the parts keep up with the portions."""
    tokenizer, read, done = rank_merged("cl100k"), 0, 0

    def portions():
        nonlocal read
        for _ in range(200):
            read += 50
            assert read - done <= 400
            yield b"the in  the 12 the's in the the in the the in the "

    with small_chunks(200):
        for part in streamed_parts(tokenizer, portions()):
            done += part.n_bytes
    assert done == read == 10_000


@given(st.lists(st.sampled_from([b"the ", b"\xff", b"\xe6\x97", b"<p>", "e\u0301".encode()]), max_size=40))
def test_what_a_normal_form_replaces_is_told(parts: list[bytes]) -> None:
    tokenizer, text = composed(), b"".join(parts)
    with small_chunks(1, 8, 32):
        made = list(streamed_parts(tokenizer, [text]))
    assert sum(part.replaced for part in made) == tokenizer.encode_with_offsets(text).replaced


def test_a_text_without_borders_is_searched_a_few_times_only(monkeypatch):
    tokenizer, looks = rank_merged("none"), []
    search = Tokenizer.previous_border

    def counted(self, text, *rest):
        looks.append(len(text))
        return search(self, text, *rest)

    monkeypatch.setattr(Tokenizer, "previous_border", counted)
    with small_chunks(64):
        streamed(tokenizer, [b"x" * 10] * 1000)
    assert sum(looks) < 40_000


def test_a_pattern_of_ones_own_runs_in_the_child_and_is_taken_whole():
    tokenizer = Tokenizer(RankMergedBpe.from_merges(MERGES), custom(r"\w+|\W"))
    with contextlib.closing(tokenizer), small_chunks(16):
        text = b"the in the " * 20
        assert streamed(tokenizer, [text[at : at + 9] for at in range(0, len(text), 9)]) == (
            tokenizer.encode(text)
        )
