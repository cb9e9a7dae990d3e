"""Spaces before and inside a text, and where what they make comes from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts
from tests.points import counted
from workbench.engine.normalizers import older_unicode
from workbench.engine.normalizers.normalizer import NORMALIZERS
from workbench.engine.normalizers.text_normalizers import output_of

SENTENCEPIECE, LLAMA2C = NORMALIZERS["sentencepiece"], NORMALIZERS["llama2c"]


def test_a_space_goes_before_a_text() -> None:
    for normalizer in (SENTENCEPIECE, LLAMA2C):
        made = normalizer.normalize(b"ab c", first=True)
        assert (made.output, made.alignment.tolist(), made.replaced) == (b" ab c", [0, 0, 1, 2, 3, 4], 0)
        assert normalizer.normalize(b"", first=True).output == b""
        assert normalizer.normalize(b" ab", first=True).output == b"  ab"
        made = normalizer.normalize(b"ab", first=False)
        assert (made.output, made.alignment.tolist()) == (b"ab", [0, 1, 2])
        assert [normalizer.decoded(token) for token in (b" a", b"  ", b"a ", b"")] == [b"a", b" ", b"a ", b""]


def test_what_sentencepiece_reads_otherwise() -> None:
    made = SENTENCEPIECE.normalize("a▁▁b".encode(), first=True)
    assert (made.output, made.alignment.tolist()) == (b" a  b", [0, 0, 1, 4, 7, 8])
    made = SENTENCEPIECE.normalize(b"a\xff\xc3b\xe2\x96", first=False)
    assert made.output.decode() == "a\ufffd\ufffdb\ufffd\ufffd"
    assert made.alignment.tolist() == [0, 1, 1, 1, 2, 2, 2, 3, 4, 4, 4, 5, 5, 5, 6]
    assert made.replaced == 4


@given(raw_texts)
def test_llama2c_leaves_a_text_as_it_is(text: bytes) -> None:
    made = LLAMA2C.normalize(text, first=False)
    assert (made.output, made.replaced) == (text, 0)
    assert made.alignment.tolist() == list(range(len(text) + 1))


def plainly(text: bytes) -> str:
    """Decode byte by byte: a character where there is one, else U+FFFD for the byte."""
    out, at = [], 0
    while at < len(text):
        for width in (1, 2, 3, 4):
            try:
                out.append(text[at : at + width].decode())
            except UnicodeDecodeError:
                continue
            at += width
            break
        else:
            out.append("\ufffd")
            at += 1
    return "".join(out).replace("▁", " ")


@given(raw_texts | st.lists(st.sampled_from(["▁", "a", "日"]), max_size=9).map(lambda u: "".join(u).encode()))
def test_any_bytes_come_out_aligned(text: bytes) -> None:
    made = SENTENCEPIECE.normalize(text, first=True)
    assert made.output == (b" " if text else b"") + plainly(text).encode()
    assert made.alignment.dtype == np.uint64
    assert len(made.alignment) == len(made.output) + 1
    assert made.alignment[0] == 0
    assert made.alignment[-1] == len(text)
    assert bool(np.all(made.alignment[1:] >= made.alignment[:-1]))


@pytest.mark.parametrize("unit", ["a日", "▁", "👍", b"\x80", b"a\xff"])
def test_long_texts_come_in_slices_and_are_the_same(unit: str | bytes) -> None:
    data = (unit.encode() if isinstance(unit, str) else unit) * 40_000
    made, n_points = counted(lambda: SENTENCEPIECE.normalize(data, first=True))
    assert n_points >= len(data) >> 15
    assert made.output == b" " + plainly(data).encode()
    assert len(made.alignment) == len(made.output) + 1
    assert bool(np.all(made.alignment[1:] >= made.alignment[:-1]))


def test_names() -> None:
    assert NORMALIZERS["llama2c"] is LLAMA2C
    assert [normalizer.name for normalizer in NORMALIZERS.values()] == list(NORMALIZERS)


@pytest.mark.parametrize("name", NORMALIZERS)
@given(
    text=raw_texts | st.text("▁ a日").map(str.encode), first=st.booleans(), times=st.sampled_from([0, 11_000])
)
def test_the_output_alone_is_the_same(name, text, first, times):
    """In texts of many windows too, of which one has to be repaired."""
    text = b"abc" * times + text
    assert output_of(NORMALIZERS[name], text, first) == NORMALIZERS[name].normalize(text, first).output


def test_no_character_that_came_later_is_passed_over() -> None:
    every = map(chr, [*range(0xD800), *range(0xE000, 0x110000)])
    assert all(
        older_unicode._NEAR.match(each) for each in older_unicode._LATER["NFKC"].findall("".join(every))
    )
