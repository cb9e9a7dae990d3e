"""Special tokens that the split finds as pieces, as CLIP's.

CLIP cleans and splits a text first, and its split pattern has its two special tokens among its alternatives
(openai/CLIP, clip/simple_tokenizer.py). So "<|EndOfText|>" is one after the cleaning, and "!<|endoftext|>" is
none, since the run of others before it takes its beginning. Where such a token is not allowed, its piece is
plain text: the pieces "<|", "endoftext" and "|>".
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.blocks import occurs, places_of
from workbench.engine.base.chunked_arrays import concatenated
from workbench.engine.base.pace import paced
from workbench.engine.encoding.added_tokens import AddedTokens
from workbench.engine.models.model import Model

Spans = NDArray[np.uint64]  # (n, 2), start and end in bytes
Encoded = tuple[NDArray[np.uint32], Spans, Spans]  # ids, their spans, pieces

_OPEN, _CLOSE = b"<|", b"|>"
_IN_PATTERN: Mapping[str, tuple[str, ...]] = {"clip": ("<|startoftext|>", "<|endoftext|>")}


def special_pieces(splitter: str, special_tokens: Mapping[str, int]) -> dict[bytes, int]:
    """Return the special tokens that are pieces of a splitter's pattern, given by name.

    None if they have flags, which then say how they are found.
    """
    if isinstance(special_tokens, AddedTokens):
        return {}
    texts = _IN_PATTERN.get(splitter, ())
    return {text.encode(): special_tokens[text] for text in texts if text in special_tokens}


def may_hold(text: bytes, specials: Mapping[bytes, int]) -> bool:
    """Return whether a text may contain such a piece."""
    return any(occurs(special, text) for special in specials)


def plain_pieces(text: bytes, pieces: Spans, specials: Mapping[bytes, int]) -> Spans:
    """Return the pieces, with those of `specials` split as plain text.

    Both are uint64[m, 2], spans in bytes of `text`.
    """
    if not may_hold(text, specials):
        return pieces
    parts: list[Spans] = []
    done = 0
    for row, start, end in _special_rows(text, pieces, specials):
        cuts = np.array([start, start + len(_OPEN), end - len(_CLOSE), end], np.uint64)
        parts += pieces[done:row], np.stack((cuts[:-1], cuts[1:]), axis=1)
        done = row + 1
    return concatenated([*parts, pieces[done:]])


def encode_with_specials(
    model: Model, text: bytes, pieces: Spans, specials: Mapping[bytes, int], allowed: frozenset[str]
) -> Encoded:
    """Return ids, their spans, and the pieces, both in bytes of `text`."""
    taken = {special: i for special, i in specials.items() if special.decode() in allowed}
    refused = {special: i for special, i in specials.items() if special not in taken}
    pieces = plain_pieces(text, pieces, refused)
    ids: list[NDArray[np.uint32]] = []
    spans: list[Spans] = []
    done = 0
    for row, start, end in _special_rows(text, pieces, taken):
        before = model.encode_spans(text, pieces[done:row])
        ids += before[0], np.array([taken[text[start:end]]], np.uint32)
        spans += before[1], pieces[row : row + 1]
        done = row + 1
    rest = model.encode_spans(text, pieces[done:])
    return concatenated([*ids, rest[0]]), concatenated([*spans, rest[1]]), pieces


def _special_rows(
    text: bytes, pieces: Spans, specials: Mapping[bytes, int]
) -> Iterator[tuple[int, int, int]]:
    """Yield (row of the piece, start, end) of every piece that is one of `specials`, from the left."""
    starts = pieces[:, 0]
    for at in paced(sorted(place for special in specials for place in places_of(special, text)), 256):
        row = bisect_left(starts, at)  # numpy's makes a copy of all
        if row < len(pieces) and int(starts[row]) == at:
            end = int(pieces[row, 1])
            if text[at:end] in specials:
                yield row, at, end
