"""Evaluates a trained tokenizer: on held-out documents, and by the share of its tokens that its text uses."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point
from workbench.engine.corpus.chosen_documents import HeldOut
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.units import BOUNDARY, UnitPieces

_PIECES = 1 << 13  # encoded between two points
_SYMBOLS = 1 << 16  # counted between two points
_TOGETHER = 64  # words that are encoded as one text
_SPACE = 0x20


def judged(held: HeldOut, tokenizer: Tokenizer) -> dict[str, Any]:
    """Return how well a tokenizer encodes the held-out documents.

    Plain values: the number of held-out documents and bytes, their tokens (special tokens count as plain
    text), "judged_bytes" if only a part was kept (`HELD_OUT_KEPT`), and bytes per token, None if there are no
    tokens.
    """
    n_bytes = n_tokens = 0
    for document in held.documents:
        n_bytes += len(document)
        for part in tokenizer.encode_parts(document):
            n_tokens += len(part.ids)
            point()
    facts: dict[str, Any] = {"documents": held.n_documents, "bytes": held.n_bytes, "tokens": n_tokens}
    if n_bytes < held.n_bytes:
        facts["judged_bytes"] = n_bytes
    return facts | {"bytes_per_token": round(n_bytes / n_tokens, 4) if n_tokens else None}


def count_used(counted: CountedPieces | None, tokenizer: Tokenizer) -> int:
    """Return how many of a tokenizer's tokens occur in the text of some pieces.

    The pieces are those it was trained on; -1 if there are none.
    """
    if counted is None:
        return -1
    model = tokenizer.model
    seen = np.zeros(model.vocab_size, np.bool_)
    for first in range(0, len(counted), _PIECES):
        start = int(counted.ends[first - 1]) if first else 0
        ends = counted.ends[first : first + _PIECES] - np.uint64(start)
        text = counted.blob[start : start + int(ends[-1])]
        spans = np.column_stack((np.concatenate((np.zeros(1, np.uint64), ends[:-1])), ends))
        point()
        if model.scored is not None:
            spans = _between_borders(text, _words_together(text, spans))
        for ids in model.encode_pieces(text, spans):
            seen[ids] = True
            point()
    return int(seen.sum())


def used_by_merges(
    pieces: Counted | UnitPieces, pairs: NDArray[np.int64], n_tokens: NDArray[np.int64]
) -> int:
    """Return the same from the record of the training, without encoding.

    A merge that shortens the text by n tokens makes n new tokens and uses up n of its left and n of its right
    one; the symbols that remain in the end occur in the text.

    Args:
        pieces: as they were before the first merge.
        pairs: int64[m, 2], symbols.
        n_tokens: int64[m], tokens of the text after each merge.

    """
    counts = _symbol_counts(pieces)
    saved = -np.diff(n_tokens, prepend=counts.sum())
    left = np.concatenate((counts, saved))
    for side in (0, 1):
        np.subtract.at(left, pairs[:, side], saved)
        point()
    return int((left > 0).sum())


def _symbol_counts(pieces: Counted | UnitPieces) -> NDArray[np.int64]:
    """Return int64[n], how often each symbol occurs in the text before the first merge."""
    if not isinstance(pieces, UnitPieces):
        symbols: NDArray[np.integer] = np.frombuffer(pieces.blob, np.uint8)
        counts, lengths = np.zeros(256, np.int64), np.ones(256, np.int64)
    else:
        tokens = pieces.tokens
        symbols = pieces.units if tokens is None else tokens.symbols
        counts, lengths = np.zeros(pieces.n_symbols, np.int64), np.ones(pieces.n_symbols, np.int64)
        if tokens is not None:
            lengths[pieces.n_units :] = tokens.lengths
    at = 0
    for start in range(0, len(symbols), _SYMBOLS):
        portion = symbols[start : start + _SYMBOLS]
        stops = at + np.cumsum(lengths[portion])
        owners = np.searchsorted(pieces.ends, (stops - 1).astype(np.uint64), side="right")
        np.add.at(counts, portion, pieces.counts[owners])
        at = int(stops[-1])
        point()
    return counts


def _between_borders(text: bytes, spans: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return spans split at the borders that the trainer puts into the text."""
    starts = [match.start() for match in re.finditer(BOUNDARY, text)]
    if not starts:
        return spans
    borders = np.array([starts, np.add(starts, len(BOUNDARY))], np.uint64)
    parted = np.sort(np.concatenate((spans.ravel(), borders.ravel()))).reshape(-1, 2)
    return np.ascontiguousarray(parted[parted[:, 0] < parted[:, 1]])


def _words_together(text: bytes, words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return spans of several words each, all but the first beginning with a space.

    No token learned from words crosses a space, so that only the number of calls changes.
    """
    begins = np.frombuffer(text, np.uint8)[words[:, 0].astype(np.int64)] != _SPACE
    begins[::_TOGETHER] = True
    firsts = np.flatnonzero(begins)
    return np.column_stack((words[firsts, 0], np.append(words[firsts[1:], 0], words[-1:, 1])))
