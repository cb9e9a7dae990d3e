"""The state machines against the regular expressions they stand for, whatever the bytes."""

from __future__ import annotations

import numpy as np
import pytest
import regex
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts, texts
from workbench import kernels
from workbench.engine.pre_tokenizers import published
from workbench.engine.split_patterns import PUBLISHED
from workbench.kernels import unicode_classes
from workbench.kernels.unicode_classes import class_table

splitting = kernels.kernel("splitting")
compiled = pytest.mark.skipif(splitting is None, reason=f"the kernels are not in use: {kernels.why_not()}")

KERNELS = sorted(set(PUBLISHED) & set(splitting.PATTERNS)) if splitting is not None else []
PATTERNS = {name: PUBLISHED[name].pattern for name in KERNELS}


def readable(name):
    """The pre-tokenizer that goes by the regular expression."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBENCH_PURE", "1")
        return published(name)


def split(name, data, capacity=None, step=None):
    """The ends of all pieces, so many in a call or so many bytes a call."""
    splitter, found, at = splitting.Splitter(name), [], 0
    ends = np.zeros(capacity or len(data) + 1, np.uint64)
    while at < len(data):
        count, at = splitter.split_into(data, at, at + step if step else len(data), ends)
        assert at == ends[count - 1]
        found += ends[:count].tolist()
    return found


@pytest.mark.parametrize(
    ("letter", "pattern"),
    [
        ("NEWLINE", r"[\r\n]"),
        ("SPACE", r"[^\S\r\n]"),
        ("NUMBER", r"\p{N}"),
        ("UPPER", r"[\p{Lu}\p{Lt}]"),
        ("LOWER", r"\p{Ll}"),
        ("CASELESS", r"[\p{Lm}\p{Lo}]"),
        ("MARK", r"\p{M}"),
        ("OTHER", r"[^\s\p{L}\p{N}\p{M}]"),
    ],
)
def test_every_character_has_the_class_that_regex_gives_it(letter, pattern):
    everything = "".join(map(chr, range(0x110000)))
    expected = np.zeros(0x110000, np.bool_)
    for match in regex.finditer(f"(?:{pattern})+", everything):
        expected[match.start() : match.end()] = True
    classes = np.frombuffer(class_table(), np.uint8)
    assert np.flatnonzero((classes == getattr(unicode_classes, letter)) != expected).tolist() == []


@compiled
@pytest.mark.parametrize("name", KERNELS)
@given(text=raw_texts)
def test_as_the_readable_splitter(name, text):
    assert split(name, text) == readable(name).split(text)[:, 1].tolist()


@compiled
@pytest.mark.parametrize("name", sorted(PATTERNS))
@given(text=texts)
def test_as_the_regular_expression(name, text):
    lengths = [len(piece.encode()) for piece in regex.findall(PATTERNS[name], text)]
    assert split(name, text.encode()) == np.cumsum(lengths, dtype=int).tolist()


@compiled
@pytest.mark.parametrize("name", ["llama3", "o200k"])
@given(text=texts)
def test_as_tokenizers(name, text):
    judge = tokenizers.pre_tokenizers.Split(tokenizers.Regex(PATTERNS[name]), "isolated")
    pieces = [piece for piece, _ in judge.pre_tokenize_str(text)]
    assert split(name, text.encode()) == np.cumsum([len(p.encode()) for p in pieces], dtype=int).tolist()


@compiled
@pytest.mark.parametrize("name", sorted(PATTERNS))
@given(text=raw_texts, capacity=st.integers(1, 4), step=st.integers(1, 9))
def test_independent_of_slices(name, text, capacity, step):
    assert split(name, text, capacity) == split(name, text) == split(name, text, None, step)


@compiled
@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_every_pair_of_bytes_around_a_letter(name):
    # What stands at the end of the valid text is looked at byte by byte.
    for first in range(256):
        text = b"".join(b"a" + bytes((first, second)) for second in range(256))
        for start in (0, 1, 2):
            whole = split(name, text[start:])
            assert whole[-1] == len(text) - start
            if name in PUBLISHED:
                assert whole == readable(name).split(text[start:])[:, 1].tolist()


@compiled
@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("tail", [b"", b"x\xff"])
@pytest.mark.parametrize(
    "character", ["a", "Z", " ", "\n", " \n", "0", "!", "中", "😉", "\u0301", "\r\n", "é"]
)
def test_a_million_of_one_character(name, character, tail):
    data = character.encode() * (1_000_000 // len(character.encode())) + tail
    assert split(name, data) == readable(name).split(data)[:, 1].tolist()
