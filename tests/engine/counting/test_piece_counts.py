"""The flat arrays of counted pieces, and the cutting of a stream at safe borders."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts
from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.counting import piece_counts
from workbench.engine.counting.piece_counts import (
    as_key,
    batches_of,
    counted_of,
    documents_of,
    stretches_of,
)
from workbench.engine.splitting.split_patterns import PUBLISHED

CL100K = PUBLISHED["cl100k"].last_border


@given(items=st.dictionaries(st.binary(max_size=9), st.integers(1, 2**62)), portion=st.integers(1, 5))
def test_arrays_hold_the_items_in_order(items, portion):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(piece_counts, "PORTION_PIECES", portion)
        counted = counted_of(items.items(), lost=3)
    assert list(counted) == list(items.items())
    assert counted.blob == b"".join(items)
    assert (counted.ends.dtype, counted.counts.dtype) == (np.uint64, np.int64)
    assert (len(counted), counted.lost) == (len(items), 3)


@given(raw_texts)
def test_a_key_keeps_every_byte(piece):
    assert as_key(piece).encode("utf-8", "surrogateescape") == piece


@given(documents=st.lists(raw_texts, max_size=3), size=st.integers(1, 20))
def test_stretches_are_the_documents_cut_at_borders(documents, size):
    stream, expected = [], []
    for document in documents:
        stream += [document[start : start + size] for start in range(0, len(document), size)]
        stream.append(END_OF_DOCUMENT)
        expected += [document]
    found = list(stretches_of(iter(stream), CL100K))
    assert all(found)
    assert b"".join(found) == b"".join(expected)
    ends = {sum(map(len, found[: n + 1])) for n in range(len(found))}
    assert {sum(map(len, expected[: n + 1])) for n in range(len(expected)) if documents[n]} <= ends


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
def test_a_stream_is_cut_soon(size):
    # What waits for a border is all that is kept of a document.
    text = "A plain sentence — naïve, 日本。 And more\n".encode() * 50
    stream = (text[start : start + size] for start in range(0, len(text), size))
    longest = max(len(stretch or b"") for stretch in stretches_of(stream, CL100K))
    assert longest < 20 + size


def test_a_document_does_not_see_the_end_of_the_one_before():
    stream = [b"some x y", END_OF_DOCUMENT, b" abcdefghijkl", END_OF_DOCUMENT]
    found = list(stretches_of(iter(stream), CL100K))
    assert found == [b"some x", b" y", b" abcdefghijkl"]


def test_documents_are_put_together():
    stream = [b"a", b"b", END_OF_DOCUMENT, END_OF_DOCUMENT, b"", b"c"]
    assert [document for document in documents_of(iter(stream))] == [b"ab", b"c"]


def test_documents_are_batched_by_size():
    documents = [b"aaa", b"bb", b"cccc", b"d"]
    assert list(batches_of(iter(documents), 4)) == [
        [b"aaa", b"bb"],
        [b"cccc"],
        [b"d"],
    ]
