"""The compiled counter against the readable one: the same pieces, counts and order, however text comes."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts, texts
from workbench import kernels
from workbench.engine.corpus import END_OF_DOCUMENT
from workbench.engine.piece_counts import CountedPieces, CountProgress
from workbench.engine.pre_tokenizers import count_pieces, published
from workbench.engine.split_patterns import PUBLISHED

counting = kernels.kernel("counting")
pytestmark = pytest.mark.skipif(counting is None, reason=f"the kernels are not in use: {kernels.why_not()}")

LONG = 10**9  # nanoseconds


def readable(name):
    """The pre-tokenizer that goes by the regular expression, and tallies in plain Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBENCH_PURE", "1")
        return published(name)


def result_of(steps):
    progress = []
    while True:
        try:
            progress.append(next(steps))
        except StopIteration as stop:
            return stop.value, [step for step in progress if isinstance(step, CountProgress)]


def count(pre_tokenizer, chunks) -> CountedPieces:
    return result_of(count_pieces(iter(chunks), pre_tokenizer))[0]


def stream(documents, size):
    for document in documents:
        yield from (document[start : start + size] for start in range(0, len(document), size))
        yield END_OF_DOCUMENT


def added(text, nanoseconds=LONG, name="cl100k"):
    """All of a text, straight through the kernel."""
    counter, position = counting.PieceCounter(name), 0
    while position < len(text):
        position = counter.add(text, position, nanoseconds)
    return counter


def items(counter, portion=1 << 20, n_bytes=1 << 20):
    ends, counts = np.zeros(counter.n_distinct, np.uint64), np.zeros(counter.n_distinct, np.int64)
    for start in range(0, counter.n_distinct, portion):
        counter.write_arrays(start, ends[start : start + portion], counts[start : start + portion])
    while (blob := counter.blob_step(n_bytes)) is None:
        pass
    return list(CountedPieces(blob, ends, counts))


@pytest.mark.parametrize("name", list(PUBLISHED))
@given(documents=st.lists(st.one_of(texts.map(str.encode), raw_texts), max_size=3), size=st.integers(1, 60))
def test_the_counts_are_those_of_the_readable_counter(name, documents, size):
    found = count(published(name), stream(documents, size))
    expected = count(readable(name), stream(documents, size))
    assert list(found) == list(expected)
    assert found.blob == expected.blob
    assert (found.ends.dtype, found.counts.dtype, found.lost) == (np.uint64, np.int64, expected.lost)


def pieces_of(lengths, n, seed=0):
    """Lines of letters, so that a piece is a line; some come often."""
    dice = random.Random(seed)
    for _ in range(n):
        yield bytes(dice.choices(b"abc", k=dice.choice(lengths)))


@pytest.mark.parametrize(
    "lengths", [range(1, 10), range(7, 10), range(15, 19), range(250, 260), [1, 8, 16, 255, 256, 70_000]]
)
def test_pieces_of_every_length(lengths):
    # cl100k: each word is a piece with the space before it.
    words = list(pieces_of(lengths, 400 if max(lengths) > 1000 else 4000))
    found = items(added(b" " + b" ".join(words)))
    assert found == list(Counter(b" " + word for word in words).items())


def test_pieces_that_end_in_zeros_are_not_those_without():
    # The room behind a short piece is filled with zeros; so is the end of these.
    text = b"\0".join([b"!", b"?", b"?!", b"!\0", b"?\0\0", b"?!?!?!?\0", b"?!?!?!?"])
    words = [b"!" * n + b"\0" * m for n in range(1, 10) for m in range(10)]
    for data in (text, b"\n".join(words), b"\n".join(words[::-1] * 2)):
        found = count(published("cl100k"), [data])
        assert list(found) == list(count(readable("cl100k"), [data]))


def test_tables_grow():
    numbers = [b" %c%c%c" % (97 + n // 676 % 26, 97 + n // 26 % 26, 97 + n % 26) for n in range(17_576)]
    words = [
        number + suffix
        for suffix in (b"", b"xyzxyzxyz", b"-", b"qqqqqqqqqqqqqqqqqqqqqq")
        for number in numbers
    ]
    text = b"".join(words) * 2
    counter = added(text, 0)
    assert items(counter) == list(count(readable("cl100k"), [text]))
    assert counter.n_distinct > 50_000
    assert counter.n_bytes == len(text)


@pytest.mark.parametrize("nanoseconds", [0, 1000, LONG])
def test_the_counts_do_not_depend_on_the_slices(nanoseconds):
    text = b"Some words, and 12345 more of the same words.\n" * 4000
    assert items(added(text, nanoseconds)) == items(added(text))


@pytest.mark.parametrize("portion", [1, 7, 1000])
def test_what_was_counted_is_handed_out_in_portions(portion):
    counter = added(b" ".join(pieces_of(range(1, 9), 500)))
    assert items(counter, portion, portion) == items(added(b" ".join(pieces_of(range(1, 9), 500))))


def test_a_call_ends_soon():
    text = b"Some words, and 12345 more of the same words.\n" * 4000
    counter = counting.PieceCounter("gpt2")
    assert 0 < counter.add(text, 0, 0) < len(text) / 4


def test_nothing_is_counted_of_nothing():
    found = count(published("o200k"), [])
    assert (list(found), found.blob, len(found.ends)) == ([], b"", 0)


def test_progress_tells_of_bytes_and_pieces():
    text = b"a b c " * 50_000
    _, progress = result_of(count_pieces(iter([text[:150_000], text[150_000:]]), published("cl100k")))
    assert (progress[-1].n_bytes, progress[-1].n_distinct) == (len(text), 4 + 1)
    assert [step.n_bytes for step in progress] == sorted(step.n_bytes for step in progress)


@pytest.mark.parametrize("letter", ["a", " ", "\t", "\n", "é", "日", "👍", "\r\n"])
@pytest.mark.parametrize("after", ["", "x"])
def test_a_million_of_one_character(letter, after):
    text = (letter * 1_000_000 + after).encode()
    pieces = Counter(text[start:end] for start, end in published("cl100k").split(text).tolist())
    assert items(added(text)) == list(pieces.items())
