"""Counts how often each token occurs in a text, in how many documents, and how often merging makes each.

The merges of a piece follow from its final tokens: each is merged from its pair, and these from theirs,
whatever the context (`health` proves it). So merging makes a token as often as it occurs in the text, plus
once for each time that it makes a token of which this is a half.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced_slices, point
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.encoding.streamed_encoding import streamed_parts
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.vocabulary_figures import Residue

_PIECES = 1 << 12  # encoded together
_LONG = 1 << 20  # bytes; a longer document is encoded in parts, with progress


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """Token counts of a text, by id.

    Attributes:
        occurrences: int64[n], how often it occurs; special tokens are encoded as plain text.
        documents: int64[n], in how many documents; 0 where that is not known, as of counted pieces.
        times_made: int64[n], how often merging makes it; equals `occurrences` if the merges are not known.
        merged: bool[n], which of the tokens that occur are made by merging: not bytes, not single characters.
        n_documents, n_bytes: of the text; 0 documents if it is not known in which a token is.

    """

    occurrences: NDArray[np.int64]
    documents: NDArray[np.int64]
    times_made: NDArray[np.int64]
    merged: NDArray[np.bool_]
    n_documents: int
    n_bytes: int


def counting(
    tokenizer: Tokenizer,
    documents: Iterable[bytes | bytearray],
    tables: Callable[[], Sequence[CountedPieces]] = tuple,
) -> Generator[int, None, TokenCounts]:
    """Yield the number of bytes counted, return the counts.

    Args:
        tokenizer: encodes them.
        documents: of the text; an empty one is none, and only lets the caller tell how far it is.
        tables: called after the last document, returns pieces that were split as the tokenizer splits.

    Raises:
        EngineError: the tokenizer cannot encode, or as `documents` and `tables`.

    """
    highest = max([int(tokenizer.model.ids.max(initial=0)), *tokenizer.specials.texts])
    occurrences, seen = np.zeros(highest + 1, np.int64), np.zeros(highest + 1, np.int64)
    n_documents = n_bytes = 0
    for document in documents:
        if not document:
            yield n_bytes
            continue
        ids_seen: list[NDArray[np.uint32]] = []
        for ids, size in _encoded(tokenizer, bytes(document)):
            ids, times = np.unique(ids, return_counts=True)
            occurrences[ids] += times
            ids_seen.append(ids)
            n_bytes += size
            point()
            yield n_bytes
        seen[np.unique(np.concatenate(ids_seen)) if ids_seen else []] += 1
        n_documents += 1
    for table in tables():
        for size in count_pieces(tokenizer, table, occurrences):
            n_bytes += size
            yield n_bytes
        seen, n_documents = np.zeros_like(seen), 0
    return TokenCounts(occurrences, seen, *_times_made(tokenizer, occurrences), n_documents, n_bytes)


def count_pieces(tokenizer: Tokenizer, table: CountedPieces, occurrences: NDArray[np.int64]) -> Iterator[int]:
    """Add the tokens of each piece to int64[n] as often as it occurs; yields the bytes of text of some."""
    for some in paced_slices(len(table), _PIECES):
        base = table.ends[some.start - 1] if some.start else np.uint64(0)
        ends = table.ends[some] - base
        spans = np.column_stack((np.concatenate((ends[:1] * 0, ends[:-1])), ends))
        text = table.blob[int(base) : int(base + ends[-1])]
        ids, places = tokenizer.model.encode_spans(text, spans)
        owners = np.searchsorted(ends, places[:, 0], side="right")
        np.add.at(occurrences, ids, table.counts[some][owners])
        yield int((spans[:, 1] - spans[:, 0]).astype(np.int64) @ table.counts[some])


def _encoded(tokenizer: Tokenizer, document: bytes) -> Iterator[tuple[NDArray[np.uint32], int]]:
    """Yield the ids of a document with their number of bytes, in parts if it is long and can be cut."""
    if len(document) < _LONG or not tokenizer.previous_border(document[:_LONG], _LONG):
        yield tokenizer.encode_to_numpy(document, allowed_special="none"), len(document)
        return
    allowed = tokenizer.specials.choose("none", ())[0]
    chunks = (document[start : start + _LONG] for start in range(0, len(document), _LONG))
    for part in streamed_parts(tokenizer, chunks, allowed, longest=len(document)):
        yield part.ids, part.n_bytes


def _times_made(
    tokenizer: Tokenizer, occurrences: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return int64[n], how often each token was made, and bool[n], whether merging makes them."""
    times, is_merged = occurrences.copy(), np.zeros(len(occurrences), np.bool_)
    if tokenizer.model.capabilities.trace:
        passed, merged = Residue(tokenizer).merged_on(occurrences)
        times[: len(passed)] += passed
        is_merged[: len(merged)] = merged
    return times, is_merged
