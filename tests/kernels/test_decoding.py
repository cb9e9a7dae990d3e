"""The compiled decoder against joining the tokens one by one."""

from __future__ import annotations

import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts, texts
from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import text_decoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import no_split

decoding = kernels.kernel("decoding")
pytestmark = pytest.mark.skipif(decoding is None, reason=f"the kernels are not in use: {kernels.why_not()}")

tokens = st.dictionaries(st.integers(0, 300), st.binary(min_size=1, max_size=40), min_size=1, max_size=30)

BROKEN = [
    b"a",
    b"\x80",
    b"\xc2",
    b"\xc1\x80",
    b"\xe0\x9f\xbf",
    b"\xed\xa0\x80",
    b"\xf0\x8f\xbf\xbf",
    b"\xf4\x90\x80\x80",
]


def decoder_of(tokens):
    ids = np.array(list(tokens), np.uint32)
    ends = np.cumsum([len(token) for token in tokens.values()], dtype=np.uint64)
    return decoding.Decoder(b"".join(tokens.values()), ids, ends)


@given(tokens=tokens, data=st.data())
def test_tokens_in_any_order(tokens, data):
    ids = data.draw(st.lists(st.sampled_from(sorted(tokens)), min_size=1, max_size=60))
    expected = b"".join(tokens[token_id] for token_id in ids)
    decoder = decoder_of(tokens)
    assert decoder.decode_list(ids) == expected
    assert decoder.decode_array(np.array(ids, np.uint32)) == expected


@given(tokens=tokens, wrong=st.sampled_from([-1, 301, 10**6, 2**32, 2**70, -(2**70), 1.0, True, None, "1"]))
def test_what_is_no_id_is_left_to_others(tokens, wrong):
    known = next(iter(tokens))
    assert decoder_of(tokens).decode_list([known, wrong, known]) is None


@given(
    text=texts | st.text(st.characters(max_codepoint=0xFF)) | st.text("abcß日👍", min_size=30), data=st.data()
)
def test_texts_are_those_of_their_bytes(text, data):
    raw = text.encode()
    cuts = sorted({0, len(raw), *data.draw(st.lists(st.integers(0, len(raw)), max_size=30))})
    pieces = [raw[start:end] for start, end in pairwise(cuts)] or [b""]
    ids = list(range(len(pieces)))
    decoder = decoder_of(dict(enumerate(pieces)))
    assert decoder.decode_list(ids, True) == text
    again = decoder.decode_array(np.array(ids * 2, np.uint32), True)
    assert again == text * 2
    # Written as Python writes it, or equal texts would differ.
    assert sys.getsizeof(again) == sys.getsizeof((text * 2).encode().decode()) or len(text) < 2


@given(raw=raw_texts | st.binary(max_size=40) | st.lists(st.sampled_from(BROKEN)).map(b"".join))
def test_what_is_not_utf8_stays_bytes(raw):
    tokens = {byte: bytes((byte,)) for byte in range(256)}
    found = decoder_of(tokens).decode_list(list(raw), True)
    try:
        assert found == raw.decode()
    except UnicodeDecodeError:
        assert found == raw


def test_long_tokens():
    tokens = {0: b"x", 1: b"abc" * 30_000, 2: "日本語".encode() * 20_000, 3: "é".encode() * 7, 4: b"y" * 15}
    ids = [0, 2, 1, 0, 2, 3, 4, 1, 1]
    expected = b"".join(tokens[token_id] for token_id in ids)
    assert decoder_of(tokens).decode_list(ids) == expected
    assert decoder_of(tokens).decode_list(ids, True) == expected.decode()


def test_holes_are_no_ids():
    decoder = decoder_of({3: b"a", 5: b"b"})
    assert decoder.decode_list([3, 5]) == b"ab"
    assert decoder.decode_list([3, 4, 5]) is None
    assert decoder.decode_array(np.array([3, 6], np.uint32)) is None


@pytest.fixture
def tokenizer(monkeypatch):
    monkeypatch.setattr(text_decoding, "_MANY", 2)
    return Tokenizer(RankMergedBpe.from_merges([(97, 98), (256, 256)]), no_split(), {"<|x|>": 300})


def test_a_tokenizer_decodes_special_tokens_and_arrays(tokenizer):
    for ids in ([97, 257, 300, 98], np.array([97, 257, 300, 98]), np.array([97, 257, 300, 98], np.uint32)):
        assert tokenizer.decode_bytes(ids) == b"aabab<|x|>b"


@pytest.mark.parametrize("ids", [[97, 258, 97], [97, 97, -1], np.array([97, 97, 299]), [97, 97, 0.5]])
def test_errors_name_the_same_id_and_place(tokenizer, ids, monkeypatch):
    with pytest.raises(EngineError) as compiled:
        tokenizer.decode_bytes(ids)
    monkeypatch.setattr(text_decoding, "_MANY", 1000)
    with pytest.raises(EngineError) as readable:
        tokenizer.decode_bytes(ids)
    assert str(compiled.value) == str(readable.value)


def test_a_prefix_does_not_know_later_tokens(tokenizer):
    with pytest.raises(EngineError):
        tokenizer.at_vocab_size(257).decode_bytes([97, 257, 97])
