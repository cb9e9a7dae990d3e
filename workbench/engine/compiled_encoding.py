"""The compiled encoder in the readable one's place: tables made once, an encoder for each thread, slices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import kernels

_BUDGET = 6_000_000  # units of work between two yields, of a nanosecond or two each
_PIECES = 1 << 14  # given to the encoder at a time
_TEXT = 1 << 20  # bytes


class CompiledTokens:
    """A model's tokens as the kernels' table, made when first needed; its prefixes share it."""

    def __init__(
        self, vocab: Mapping[int, bytes], byte_ids: tuple[int, ...], merges: NDArray[np.int64] | None
    ) -> None:
        """Take tokens by rising id, the ids of the 256 bytes, and the pairs of a model of merges."""
        self._vocab = vocab
        self._byte_ids = np.array(byte_ids, np.uint32)
        self._merges = merges

    @cached_property
    def table(self) -> object:
        """The `kernels.encoding.TokenTable`."""
        encoding = kernels.kernel("encoding")
        if encoding is None:
            raise RuntimeError(kernels.why_not())
        ids = np.fromiter(self._vocab, np.uint32, len(self._vocab))
        ends = np.fromiter(map(len, self._vocab.values()), np.uint64, len(self._vocab)).cumsum(
            dtype=np.uint64
        )
        merges = None if self._merges is None else np.ascontiguousarray(self._merges)
        return encoding.TokenTable(b"".join(self._vocab.values()), ids, ends, self._byte_ids, merges)


class CompiledEncoding:
    """Encodes as far as ids below a limit go; any number of threads may do so at a time."""

    def __init__(self, tokens: CompiledTokens, limit: int) -> None:
        """Take the tokens, and the id from which on none is in the model."""
        self._tokens = tokens
        self._limit = min(limit, 0xFFFFFFFF)
        self._idle: list[Any] = []

    def pieces_steps(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32] | None]:
        """Do as `Model.encode_pieces_steps`."""
        encoder = self._take()
        for first in range(0, len(pieces), _PIECES):
            part = np.ascontiguousarray(pieces[first : first + _PIECES])
            ids = np.empty(int((part[:, 1] - part[:, 0]).sum()) + 1, np.uint32)
            done = 0
            while done < len(part):
                done, count = encoder.encode_pieces(text, part, done, ids, _BUDGET)
                yield ids[:count].copy() if count else None
        self._idle.append(encoder)  # not if it was left in the middle of a piece

    def text_steps(self, text: bytes, splitter: object) -> Iterator[NDArray[np.uint32] | None]:
        """Do the same with the pieces of a `kernels.splitting.Splitter`."""
        encoder = self._take()
        ids = np.empty(min(2 * _TEXT, len(text) + 1), np.uint32)
        at = 0
        while at < len(text):
            at, count, room = encoder.encode_text(text, splitter, at, at + _TEXT, ids, _BUDGET)
            yield ids[:count].copy() if count else None
            if room > len(ids):
                ids = np.empty(room, np.uint32)
        self._idle.append(encoder)

    def _take(self) -> Any:  # noqa: ANN401  # a kernels.encoding.Encoder, of which mypy knows nothing
        try:
            return self._idle.pop()
        except IndexError:
            encoding = kernels.kernel("encoding")
            if encoding is None:
                raise RuntimeError(kernels.why_not()) from None
            return encoding.Encoder(self._tokens.table, self._limit)


def compiled_tokens(
    vocab: Mapping[int, bytes], byte_ids: tuple[int, ...], merges: NDArray[np.int64] | None
) -> CompiledTokens | None:
    """Return the tokens for the kernels, or None where the readable engine encodes."""
    return None if kernels.kernel("encoding") is None else CompiledTokens(vocab, byte_ids, merges)
