"""Slices of a str in UTF-8: the kernel against `str.encode`."""

from __future__ import annotations

import random

import pytest

from workbench import kernels

kernel = kernels.kernel("utf8_slices")
pytestmark = pytest.mark.skipif(kernel is None, reason="the kernels are not compiled")

# The ends of what one, two, three and four bytes hold, and of a str's one, two and four bytes a character.
EDGES = "\x00\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"
KINDS = ("\x7f", "\xff", "\uffff", "\U0010ffff")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("surrogates", [False, True])
def test_random_texts_of_every_kind(kind: str, surrogates: bool) -> None:
    chance, n_refused = random.Random(7), 0
    some = [each for each in EDGES + "\ud800\udbff\udc00\udfff" * surrogates if each <= kind]
    for _ in range(2000):
        text = "".join(
            chance.choices(("a" * chance.randrange(70), chance.choice(some)), k=chance.randrange(9))
        )
        start = chance.randrange(len(text) + 2)
        stop = start + chance.randrange(100)
        before = chance.choice([b"", b"before"])
        try:
            expected = before + text[start:stop].encode()
        except UnicodeEncodeError:
            n_refused += 1
            with pytest.raises(UnicodeEncodeError):
                kernel.slice_in_utf8(before, text, start, stop)
        else:
            assert kernel.slice_in_utf8(before, text, start, stop) == expected
    assert bool(n_refused) == (surrogates and kind >= "\ud800")


@pytest.mark.parametrize("place", range(66))
def test_a_character_anywhere_among_ascii(place: int) -> None:
    for each in EDGES:
        text = "a" * place + each + "b" * (65 - place)
        assert kernel.slice_in_utf8(b"", text, 0, len(text)) == text.encode()
