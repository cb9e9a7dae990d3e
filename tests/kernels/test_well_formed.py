"""Whether bytes are UTF-8: the kernel against Python's own decoder."""

from __future__ import annotations

import random

import pytest

from workbench import kernels
from workbench.engine.base.utf8 import as_text, is_utf8

kernel = kernels.kernel("well_formed")
pytestmark = pytest.mark.skipif(kernel is None, reason="the kernels are not compiled")

SIZES = (0, 1, 2, 3, 4, 5, 126, 127, 128, 129, 130, 131, 132, 255, 256, 257, 300)
# The ends of the ranges of table 3-7 of Unicode, and what is beyond them.
EDGES = b"\x00\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee\xef\xf0\xf1\xf3\xf4\xf5\xff"


def is_decoded(data: bytes) -> bool:
    return as_text(data) is not None


@pytest.mark.parametrize("before", [0, 1, 125, 126, 127, 128])
def test_all_pairs_and_characters_of_edges(before: int) -> None:
    for first in EDGES:
        for second in EDGES:
            for rest in (b"", b"\x80", b"\x80\x80", b"\xbfa"):
                data = b"a" * before + bytes((first, second)) + rest
                assert kernel.is_well_formed(data) == is_decoded(data), data[before:]


@pytest.mark.parametrize("seed", range(4))
def test_random_texts_with_faults_of_every_size(seed: int) -> None:
    chance, n_valid = random.Random(seed), 0
    for _ in range(5000):
        size = chance.choice(SIZES)
        data = bytearray(chance.choice(["a", "é", "中", "😀", "aé中😀"]).encode() * size)[:size]
        for _ in range(chance.randrange(3)):
            place = chance.randrange(size + 1)
            data[place : place + chance.randrange(4)] = bytes(
                chance.choices(EDGES, k=min(chance.randrange(5), size - place))
            )
        assert kernel.is_well_formed(data) == is_decoded(bytes(data)), bytes(data)
        n_valid += is_decoded(bytes(data))
    assert 500 < n_valid < 4500


def test_large_texts_go_by_the_kernel() -> None:
    text = "中文 and more 😀 ".encode() * 1000
    assert is_utf8(text)
    assert not is_utf8(text[:-2])
    assert not is_utf8(text[1:] + text[:1])
    assert not is_utf8(text + b"\xed\xa0\x80" + text)
