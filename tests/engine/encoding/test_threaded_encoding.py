"""Many texts and large ones on several threads: the same ids as on one."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import threaded_encoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models import compiled_encoding
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.splitting.pre_tokenizers import no_split, published

compiled = pytest.mark.skipif(
    kernels.kernel("encoding") is None, reason=f"the kernels are not in use: {kernels.why_not()}"
)
TEXT = "the band, the 日本語 band's 3000 songs <|x|> of  spaces\n\n\tand aaaaaaaaaaaaaaaa…\r\n é 👍 " * 200


@pytest.fixture
def small_portions(monkeypatch):
    monkeypatch.setattr(compiled_encoding, "_PAYS", 0)
    monkeypatch.setattr(threaded_encoding, "LARGE", 1000)
    monkeypatch.setattr(threaded_encoding, "THREAD_BYTES", 300)
    monkeypatch.setattr(threaded_encoding, "_MANY", 3)


def tokenizer_of(splitter):
    merges = [(116, 104), (256, 101), (32, 257), (97, 97), (259, 259), (98, 97), (0xE6, 0x97), (32, 32)]
    return Tokenizer(RankMergedBpe.from_merges(merges), splitter, {"<|x|>": 1000})


SEVERAL = {name: tokenizer_of(published(name)) for name in ("gpt2", "cl100k", "o200k", "llama3")}
for _each in SEVERAL.values():
    _each.encode("the" * 10_000)  # so that the table pays


@pytest.mark.usefixtures("small_portions")
@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k", "llama3"])
@pytest.mark.parametrize("special", ["all", "none"])
def test_a_large_text(name, special):
    tokenizer = tokenizer_of(published(name))
    for text in (TEXT, TEXT.encode() + b"\xff\xfe" + TEXT.encode(), "a" * 5000, " " * 5000):
        expected = tokenizer.encode_with_offsets(text, allowed_special=special).ids.tolist()
        for threads in (1, 2, 3, None):
            ids = tokenizer.encode_to_numpy(text, allowed_special=special, threads=threads)
            assert ids.dtype == np.uint32
            assert ids.tolist() == expected


def test_a_few_parts_of_a_text_are_made_at_a_time():
    made = []

    def parts():
        for number in range(100):
            made.append(number)
            yield bytes((number,))

    found = threaded_encoding.in_threads(ord, parts(), 3)
    assert [next(found) for _ in range(10)] == list(range(10))
    assert len(made) < 20
    assert list(found) == list(range(10, 100))


def test_parts_that_wait_are_left_out_after_an_error(monkeypatch):
    left_out, cancel = threading.Event(), Future.cancel

    def cancel_waiting(future):
        if cancel(future):
            left_out.set()

    def call(part):
        if part == b"":
            raise ValueError("the first")
        left_out.wait(5)

    monkeypatch.setattr(Future, "cancel", cancel_waiting)
    with pytest.raises(ValueError, match="the first"):
        next(threaded_encoding.in_threads(call, map(bytes, range(100)), 2))
    assert left_out.is_set()


@pytest.mark.usefixtures("small_portions")
@pytest.mark.parametrize("splitter", [published("cl100k"), no_split()], ids=["cl100k", "none"])
def test_many_texts(splitter):
    tokenizer = tokenizer_of(splitter)
    texts = ["", "a", TEXT, *(TEXT[start : start + 40] for start in range(0, 4000, 40)), TEXT.encode(), ""]
    expected = [tokenizer.encode(text, allowed_special="all") for text in texts]
    for threads in (1, 2, 5, None):
        found = tokenizer.encode_batch(texts, allowed_special="all", threads=threads)
        assert [ids.tolist() for ids in found] == expected
    assert tokenizer.encode_batch([]) == []


ODD = (b"the", b" ", b"  ", b"\n", b"1234", b"<|x|>", "日".encode(), b"\xe6\x97", b"\xa5", b"\xff", b"'s")
PARTS = [*ODD, b"a" * 3000, b" " * 300]


@given(st.lists(st.lists(st.sampled_from(PARTS), max_size=5), max_size=12), st.sampled_from([1, 2]))
@settings(max_examples=150, deadline=None)
def test_a_text_among_many_is_encoded_as_if_it_were_the_only_one(rows, threads):
    texts = [b"".join(parts) for parts in rows]
    for name in ("gpt2", "cl100k", "o200k", "llama3"):
        tokenizer = SEVERAL[name]
        found = tokenizer.encode_batch(texts, allowed_special="none", threads=threads)
        assert [ids.tolist() for ids in found] == [tokenizer.encode_ordinary(text) for text in texts]
        assert all(ids.dtype == np.uint32 for ids in found)


def pair_tokenizer_of(splitter):
    plain = tokenizer_of(splitter).model
    tokens = {263 - i: plain.token_bytes(i) for i in plain.ids.tolist()}
    merges = [263 - np.array([*plain.pair_of(i), i]) for i in range(256, 264)]
    model = PairMergedBpe.from_pairs(tokens, merges, [263 - byte for byte in range(256)])
    assert isinstance(model, PairMergedBpe)
    return Tokenizer(model, splitter, {"<|x|>": 1000})


@compiled
@pytest.mark.usefixtures("small_portions")
@pytest.mark.parametrize("tokenizer_of", [tokenizer_of, pair_tokenizer_of])
def test_several_threads_do_the_work(monkeypatch, tokenizer_of):
    tokenizer = tokenizer_of(published("cl100k"))
    expected = tokenizer.encode_to_numpy(TEXT, allowed_special="none", threads=1).tolist()
    seen = set()
    kind = type(tokenizer.model)
    steps = kind.encode_text

    def watched(self, text, pre_tokenizer):
        seen.add(threading.current_thread())
        return steps(self, text, pre_tokenizer)

    monkeypatch.setattr(kind, "encode_text", watched)
    assert tokenizer.encode_to_numpy(TEXT, allowed_special="none", threads=2).tolist() == expected
    tokenizer.encode_batch([TEXT[:900]] * 9, allowed_special="none", threads=2)
    assert threading.main_thread() not in seen
    seen.clear()
    tokenizer.encode_to_numpy(TEXT, allowed_special="none", threads=1)
    assert seen == {threading.main_thread()}


@pytest.mark.usefixtures("small_portions")
def test_a_refused_special_token_is_told():
    tokenizer = tokenizer_of(published("cl100k"))
    with pytest.raises(EngineError, match="special token"):
        tokenizer.encode_batch(["a", "b", "<|x|>", "c"] * 10, threads=2)
