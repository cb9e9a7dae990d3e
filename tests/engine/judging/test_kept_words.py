"""What tokens do to words, counted in one pass, against masks over the bytes of the same text."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench import kernels
from workbench.engine.judging.kept_words import Stretch, _ByEnds, kept_words
from workbench.engine.judging.words import kept_by, words_of

pytestmark = pytest.mark.skipif(kernels.kernel("words") is None, reason="the kernels are not in use")
LENGTHS = np.array([1, 2, 3, 5], np.uint32)


def both():
    """Return what counts by the ends of tokens, the kernel, and the counts by id of each."""
    counts = [np.zeros(len(LENGTHS), np.int64) for _ in range(2)]
    return _ByEnds(LENGTHS, counts[0]), kept_words(LENGTHS, counts[1], is_plain=True), counts


def ids_of(draw, n_bytes):
    """Return ids of tokens that have so many bytes together."""
    found = []
    while n_bytes:
        found.append(draw.draw(st.integers(0, max(i for i in range(4) if LENGTHS[i] <= n_bytes))))
        n_bytes -= int(LENGTHS[found[-1]])
    return np.array(found, np.uint32)


@given(st.lists(st.text("ab  \n日", min_size=1, max_size=12), min_size=1, max_size=6), st.data())
def test_documents_one_behind_the_other(texts, data):
    readable, compiled, counts = both()
    documents = [text.encode() for text in texts]
    whole, sizes = b"".join(documents), np.array([len(each) for each in documents])
    starts = np.cumsum(sizes) - sizes
    words = words_of(whole, starts)
    limits = np.append(np.searchsorted(words.starts, starts), len(words.starts))
    stretch = Stretch(0, len(whole), words, limits, starts, closed=True)
    ids = np.concatenate([ids_of(data, size) for size in sizes])
    for each in (readable, compiled):
        each.add(ids, None, len(whole))
    assert readable.settle(stretch).tolist() == compiled.settle(stretch).tolist()
    assert counts[0].tolist() == counts[1].tolist() == np.bincount(ids, minlength=4).tolist()


@given(st.text("ab  \n", min_size=1, max_size=60), st.integers(1, 20), st.data())
def test_a_document_in_stretches_is_what_it_is_at_once(text, step, data):
    readable, compiled, counts = both()
    whole = text.encode()
    ids = ids_of(data, len(whole))
    words = words_of(whole, np.zeros(1, np.int64))
    borders = [0, *words.starts[1::step].tolist(), len(whole)] if len(words.starts) else [0, len(whole)]
    ends, found = np.cumsum(LENGTHS[ids]), np.zeros((2, 2), np.int64)
    done = 0
    for start, end in itertools.pairwise(borders):
        inside = (words.starts >= start) & (words.starts < end)
        limits = np.array([0, int(inside.sum())])
        own = type(words)(words.starts[inside] - start, words.ends[inside] - start)
        stretch = Stretch(start, end, own, limits, np.zeros(int(start == 0), np.int64), end == len(whole))
        n = int(np.searchsorted(ends, end)) + 1  # until the stretch is covered
        for row, each in enumerate((readable, compiled)):
            each.add(ids[done:n], None, int(LENGTHS[ids[done:n]].sum()))
            found[row] += each.settle(stretch)[0]
        done = max(done, n)
    expected = kept_by(words, ends, np.zeros(1, np.int64), len(whole))
    assert found[0].tolist() == found[1].tolist() == [expected.continued.sum(), expected.whole.sum()]
    assert counts[1].tolist() == np.bincount(ids, minlength=4).tolist()
