"""Encoding texts and many pieces by the way in which one piece is encoded: what the models have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import ROWS, concatenated
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.models.compiled_encoding import CompiledEncoding
from workbench.engine.models.model import Model
from workbench.engine.splitting.pre_tokenizers import PreTokenizer

Key = TypeVar("Key", bytes, str)
Value = TypeVar("Value")

Ids = NDArray[np.uint32]  # (n,)
Spans = NDArray[np.uint64]  # (n, 2), start and end in bytes

_LONGEST_KEPT = 64  # bytes or characters of a piece
_MOST_KEPT = 1 << 16  # pieces, of some 300 bytes of memory
_PIECES = 256  # encoded between two points, some milliseconds where they are new
_IDS = 1 << 15  # handed out at a time


class Cache(dict[Key, Value]):
    """What short pieces gave; emptied when it is full."""

    __slots__ = ("_most",)

    def __init__(self, most: int = _MOST_KEPT) -> None:
        super().__init__()
        self._most = most

    def takes(self, piece: Key) -> bool:
        """Return whether a piece is short enough to come again."""
        return len(piece) <= _LONGEST_KEPT

    def keep(self, piece: Key, value: Value) -> None:
        """Remember what a piece gave, if it is short enough to come again."""
        if self.takes(piece):
            if len(self) >= self._most:
                self.clear()
            self[piece] = value


class Piecewise(Model):
    """A part of `models.model.Model`: texts are split, and their pieces encoded by the subclass."""

    @property
    def _lengths(self) -> NDArray[np.uint64]:
        """uint64[n], bytes of the token of each id, 0 if there is none."""
        raise NotImplementedError

    def token_lengths(self, ids: Ids) -> NDArray[np.uint64]:
        """Return uint64[n], the bytes of each token of ids uint32[n], 0 for control tokens."""
        lengths: NDArray[np.uint64] = self._lengths[ids]
        return lengths

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[Ids]:
        """Encode pieces uint64[m, 2], spans in bytes of `text`.

        Yields uint32 arrays, one after the other the ids of all pieces.
        """
        raise NotImplementedError

    def encode_text(self, text: bytes, pre_tokenizer: PreTokenizer) -> Iterator[Ids]:
        """Split and encode a text; yields as `encode_pieces`."""
        for pieces in pre_tokenizer.split_parts(text):
            yield from self.encode_pieces(text, pieces)

    def count_text(self, text: bytes, pre_tokenizer: PreTokenizer) -> Iterator[int]:
        """Yield how many ids `encode_text` yields, some at a time."""
        return map(len, self.encode_text(text, pre_tokenizer))

    def encode_spans(self, text: bytes, pieces: NDArray[np.uint64]) -> tuple[Ids, Spans]:
        """Encode pieces by a model whose tokens hold the very bytes that they stand for.

        Returns ids uint32[n] and spans uint64[n, 2] in bytes of `text`.
        A splitter may leave text out; a token is shifted by what was left out before its piece.
        """
        piece_ends = _ends_without_gaps(pieces)
        shifted = bool(len(pieces)) and pieces[-1, 1] != piece_ends[-1]
        ids = concatenated([np.empty(0, np.uint32), *self.encode_pieces(text, pieces)])
        spans = np.empty((len(ids), 2), np.uint64)
        end = np.uint64(0)
        for some in paced_slices(len(ids), ROWS):
            lengths = self.token_lengths(ids[some])
            ends = np.cumsum(lengths, dtype=np.uint64) + end
            end = ends[-1]
            part = np.stack((ends - lengths, ends), axis=1)
            if shifted:
                first, last = np.searchsorted(piece_ends, part[[0, -1], 0], side="right")
                rows = first + np.searchsorted(piece_ends[first : last + 1], part[:, 0], side="right")
                part += (pieces[rows, 1] - piece_ends[rows])[:, None]
            spans[some] = part
        return ids, spans


class CachedPiecewise(Piecewise):
    """The same where the ids of short pieces are remembered."""

    def __init__(self) -> None:
        self._cache: Cache[bytes, tuple[int, ...]] = Cache()

    def encode_text(self, text: bytes, pre_tokenizer: PreTokenizer) -> Iterator[Ids]:
        """Split and encode a text; yields as `encode_pieces`."""
        compiled = None if pre_tokenizer.compiled is None else self._compiled_for(len(text))
        if compiled is None:
            return super().encode_text(text, pre_tokenizer)
        return compiled.text(text, pre_tokenizer.compiled)

    def count_text(self, text: bytes, pre_tokenizer: PreTokenizer) -> Iterator[int]:
        """Yield how many ids `encode_text` yields, some at a time."""
        compiled = None if pre_tokenizer.compiled is None else self._compiled_for(len(text))
        if compiled is None:
            return super().count_text(text, pre_tokenizer)
        return compiled.count(text, pre_tokenizer.compiled)

    def encode_texts(self, texts: Sequence[bytes], pre_tokenizer: PreTokenizer) -> list[Ids] | None:
        """Return the ids of each of many short texts, None where that saves nothing."""
        compiled = self._compiled_for(sum(map(len, texts)))
        if compiled is None or pre_tokenizer.compiled is None:
            return None
        return compiled.texts(texts, pre_tokenizer.compiled)

    def around_tokens(
        self, size: int, pre_tokenizer: PreTokenizer
    ) -> Callable[[bytes, NDArray[np.uint64]], Iterator[Ids]] | None:
        """Return what encodes a text around tokens found, None where that saves nothing."""
        compiled = self._compiled_for(size)
        if compiled is None or pre_tokenizer.compiled is None:
            return None
        return lambda text, tokens: compiled.text_around(text, tokens, pre_tokenizer.compiled)

    def short_texts(
        self, pre_tokenizer: PreTokenizer, specials: Collection[bytes], always: bool
    ) -> Any | None:  # noqa: ANN401  # mypy knows nothing of compiled modules
        """Return what encodes short texts in one call, None while there is none."""
        compiled = self._compiled_for(0)
        if compiled is None or pre_tokenizer.compiled is None:
            return None
        return compiled.short_texts(pre_tokenizer.compiled, specials, always)

    def _compiled_for(self, size: int) -> CompiledEncoding | None:
        """Return the compiled encoder if there is one and it pays for this many more bytes."""
        return None

    def encode_piece(self, piece: bytes) -> tuple[int, ...]:
        """Return the ids of one pre-token."""
        known = self._cache.get(piece)
        return known if known is not None else self._encode_new(piece)

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[Ids]:
        """Encode pieces uint64[m, 2], spans in bytes of `text`; see `Piecewise`."""
        for first in range(0, len(pieces), _PIECES):
            starts, ends = pieces[first : first + _PIECES].T.tolist()
            parts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
            known = list(map(self._cache.get, parts))
            for at, ids in enumerate(known):
                if ids is None:
                    known[at] = self._encode_new(parts[at])
            ids_in_order = chain.from_iterable(filter(None, known))
            while len(part := np.fromiter(islice(ids_in_order, _IDS), np.uint32)):
                yield part
                point()

    def _encode_new(self, piece: bytes) -> tuple[int, ...]:
        ids = self._ids(piece)
        self._cache.keep(piece, ids)
        return ids

    def _ids(self, piece: bytes) -> tuple[int, ...]:
        """Encode one piece."""
        raise NotImplementedError


def _ends_without_gaps(pieces: Spans) -> NDArray[np.uint64]:
    """Return uint64[m], where each piece would end if each began where the one before ends."""
    ends = np.empty(len(pieces), np.uint64)
    end = np.uint64(0)
    for part in paced_slices(len(pieces), ROWS):
        ends[part] = np.cumsum(pieces[part, 1] - pieces[part, 0], dtype=np.uint64) + end
        end = ends[part.stop - 1]
    return ends
