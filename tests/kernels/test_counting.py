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
from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.counting.piece_counts import CountedPieces, CountProgress
from workbench.engine.splitting.pre_tokenizers import published
from workbench.engine.splitting.split_patterns import PUBLISHED

counting = kernels.kernel("counting")
splitting = kernels.kernel("splitting")
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
    return result_of(pre_tokenizer.count(iter(chunks)))[0]


def stream(documents, size):
    for document in documents:
        yield from (document[start : start + size] for start in range(0, len(document), size))
        yield END_OF_DOCUMENT


def run(counter, nanoseconds=LONG):
    """Let it finish what was begun; return in how many steps."""
    steps = 1
    while counter.step(nanoseconds):
        steps += 1
    return steps


def new_counter(name="cl100k"):
    return counting.PieceCounter(splitting.Splitter(name))


def added(text, nanoseconds=LONG, name="cl100k"):
    """All of a text, straight through the kernel."""
    counter = new_counter(name)
    counter.begin(text)
    run(counter, nanoseconds)
    return counter


def weighted(pieces, counter=None, nanoseconds=LONG):
    """Given pieces, [(piece, count), …], straight through the kernel."""
    counter = counting.PieceCounter() if counter is None else counter
    ends = np.cumsum([len(piece) for piece, _ in pieces], dtype=np.uint64)
    counts = np.array([count for _, count in pieces], np.int64)
    counter.begin_pieces(b"".join(piece for piece, _ in pieces), ends, counts)
    run(counter, nanoseconds)
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
    counter = new_counter("gpt2")
    counter.begin(text)
    assert counter.step(0)
    assert 0 < counter.n_bytes < len(text) / 4


def test_counts_go_beyond_32_bits():
    long = b"long " * 100
    pieces = [(b"a", 2**31), (b"b", 1), (b"a", 2**31 - 1), (long, 2**62), (b"a", 2**40), (b"b", 2**32)]
    assert items(weighted(pieces)) == [(b"a", 2**40 + 2**32 - 1), (b"b", 2**32 + 1), (long, 2**62)]


given_pieces = st.lists(
    st.tuples(
        st.binary(min_size=1, max_size=20)
        | st.sampled_from([b"x" * n for n in (254, 255, 256, 16_384, 16_385)]),
        st.integers(1, 2**50),
    ),
    max_size=30,
)


def summed(*tables):
    expected = Counter()
    for table in tables:
        for piece, count in table:
            expected[piece] += count
    return list(expected.items())


@given(first=given_pieces, second=given_pieces, nanoseconds=st.sampled_from([0, LONG]))
def test_given_pieces_are_added_up(first, second, nanoseconds):
    counter = weighted(first, nanoseconds=nanoseconds)
    assert items(weighted(second, counter, nanoseconds)) == summed(first, second)
    assert counter.n_bytes == sum(len(piece) for piece, _ in first + second)


@pytest.mark.parametrize("name", [name for name, each in PUBLISHED.items() if not each.alike])
@given(text=raw_texts, capacity=st.integers(1, 5), nanoseconds=st.sampled_from([0, LONG]))
def test_pieces_split_beforehand(name, text, capacity, nanoseconds):
    counter, ends = new_counter(name), np.zeros(capacity, np.uint64)
    text = bytearray(text)
    split = splitting.Splitter(name).start(text)
    while (start := split.position) < len(text):
        n = split.split_into(len(text), ends)
        counter.begin_split(text, start, ends[:n].copy())
        run(counter, nanoseconds)
    expected = added(text, LONG, name)
    assert items(counter) == items(expected)
    assert (counter.lost, counter.n_bytes) == (expected.lost, len(text))


@pytest.mark.parametrize("size", [16_384, 16_385, 1_000_000, 3_500_000])
def test_giant_pieces(size):
    # Two that differ at the very end, each twice, among small ones, and more slots in between.
    words = [b" w%d" % n for n in range(40_000)]
    giants = [b" " + b"x" * size + end for end in (b"y", b"z", b"y", b"")]
    text = b"".join([*words[:20_000], *giants[:2], *words, *giants[2:], giants[1]])
    for name in ("cl100k", "spaces"):
        expected = summed((text[start:end], 1) for start, end in published(name).split(text).tolist())
        assert items(added(text, 0, name)) == items(added(text, LONG, name)) == expected


@pytest.mark.parametrize("letter", ["a", " ", "\n", "é", "日", "👍"])
@pytest.mark.parametrize("name", ["gpt2", "clip"])
def test_a_giant_piece_takes_many_steps(letter, name):
    counter = new_counter(name)
    counter.begin((letter * 10_000_000).encode())
    assert run(counter, 0) > 15


def test_nothing_is_counted_of_nothing():
    found = count(published("o200k"), [])
    assert (list(found), found.blob, len(found.ends)) == ([], b"", 0)


def test_progress_tells_of_bytes_and_pieces():
    text = b"a b c " * 50_000
    _, progress = result_of(published("cl100k").count(iter([text[:150_000], text[150_000:]])))
    assert (progress[-1].n_bytes, progress[-1].n_distinct) == (len(text), 4 + 1)
    assert [step.n_bytes for step in progress] == sorted(step.n_bytes for step in progress)


@pytest.mark.parametrize("letter", ["a", " ", "\t", "\n", "é", "日", "👍", "\r\n"])
@pytest.mark.parametrize("after", ["", "x"])
def test_a_million_of_one_character(letter, after):
    text = (letter * 1_000_000 + after).encode()
    pieces = Counter(text[start:end] for start, end in published("cl100k").split(text).tolist())
    assert items(added(text)) == list(pieces.items())
