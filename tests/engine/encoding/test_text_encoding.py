"""A text whose , as a person's own pattern finds them, held against the whole."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts
from workbench.engine.encoding import text_encoding
from workbench.engine.encoding.encoding import joined
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.size_counts import SizeCounter
from workbench.engine.explaining.size_cuts import cuts_of
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import CustomSplit, Spans

PATTERN = rb"[a-z\x80-\xff]+| ?[0-9]+|\n+"  # it leaves spaces and signs out
MERGES = [(108, 111), (256, 119), (101, 114), (32, 49), (195, 169)]


class InBatches(CustomSplit):
    """Splits here, and tells of so many pieces at a time; with 0 of all at once."""

    def __init__(self, size: int) -> None:
        super().__init__(PATTERN.decode("latin-1"))
        self.size = size

    def split_parts(self, text: bytes) -> Iterator[Spans]:
        """Yield batches."""
        found = [match.span() for match in regex.finditer(PATTERN, text)]
        spans = np.array(found, np.uint64).reshape(-1, 2)
        size = self.size or len(spans) + 1
        for first in range(0, len(spans) + 1, size):
            yield spans[first : first + size]


def toy(size: int) -> Tokenizer:
    return Tokenizer(RankMergedBpe.from_merges(MERGES), InBatches(size), {"<|end|>": 261})


SOME = st.sampled_from([b"low", b" 11", b"lower ", b"\n", b"!", b"<|end|>", "é".encode()])
TEXTS = st.lists(SOME | raw_texts).map(b"".join)


@given(TEXTS, st.integers(1, 4), st.sampled_from(["none", "all"]))
def test_tokens_are_those_of_all_pieces_at_once(text: bytes, size: int, specials: str) -> None:
    whole = toy(0).encode_with_offsets(text, allowed_special=specials, disallowed_special=())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_encoding, "_TOKENS", 3)
        parts = list(toy(size).encode_parts(text, specials))
    made = joined(parts) if parts else toy(0).encode_with_offsets(b"")
    assert made.ids.tolist() == whole.ids.tolist()
    assert made.spans.tolist() == whole.spans.tolist()
    assert made.pieces.tolist() == whole.pieces.tolist()


@given(TEXTS, st.integers(1, 3), st.integers(0, 60), st.integers(0, 30))
def test_so_is_what_is_seen(text: bytes, size: int, start: int, length: int) -> None:
    seen = min(start, len(text)), min(start + length, len(text))
    found, whole = (cuts_of(one, SizeCounter(one), text, seen) for one in (toy(size), toy(0)))
    assert (found.start, found.end) == (whole.start, whole.end)
    for k in (256, 258, 261):
        assert [column.tolist() for column in found.at(k)] == [column.tolist() for column in whole.at(k)]


def test_tokens_come_before_all_is_split() -> None:
    n_split = 0

    class Counted(InBatches):
        def split_parts(self, text: bytes) -> Iterator[Spans]:
            nonlocal n_split
            for pieces in super().split_parts(text):
                n_split += len(pieces)
                yield pieces

    tokenizer = Tokenizer(RankMergedBpe.from_merges(MERGES), Counted(1000))
    parts = tokenizer.encode_parts(b"low 11" * 100_000)
    first = next(parts)
    assert len(first.ids) < 70_000
    assert n_split < 60_000
    assert sum(len(part.ids) for part in parts) + len(first.ids) == 300_000
