"""Finds the bytes of a text that a tokenizer's tokens do not give back: changed, unknown, or left out."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.fallbacks import fallbacks

MOST_DECODED = 1 << 22  # bytes of a text that a library decodes to see whether it comes back

Ids = NDArray[np.uint32]
Mask = NDArray[np.bool_]
Places = NDArray[np.int64]


class Losses:
    """Collects the bytes of a text that its tokens do not give back, part by part.

    Attributes:
        mask: bool[bytes of the text], which are not given back; None while all are.

    """

    def __init__(self, tokenizer: Tokenizer, text: bytes, start: int = 0) -> None:
        """Keep the tokenizer, the text, and the byte at which encoding starts."""
        self._tokenizer, self._text, self._end = tokenizer, text, start
        self._unknown = fallbacks(tokenizer.model)[1]
        self._shown: dict[int, bytes] = {}
        self.mask: Mask | None = None

    def take(self, ids: Ids, spans: NDArray[np.unsignedinteger[Any]], changed: tuple[int, Mask]) -> None:
        """Add the next tokens, uint32[n] and [n, 2], and which bytes from an offset on were normalized."""
        place, mask = changed
        if mask.any():
            self._begun()[place : place + len(mask)] |= mask
        starts, ends = spans[:, 0].astype(np.int64), np.maximum.accumulate(spans[:, 1].astype(np.int64))
        self._leave_out(np.concatenate(([self._end], ends)), starts)
        self._end = max([self._end, *ends[-1:].tolist()])
        if len(self._unknown):
            self._lose(spans[np.isin(ids, self._unknown)].astype(np.int64))
        if self._tokenizer.model.in_library is not None:
            self._read(ids, starts, ends)

    def finish(self, end: int) -> None:
        """Note the byte at which encoding ended."""
        self._leave_out(np.array([self._end]), np.array([end]))

    def gives_back(self, ids: Ids, is_whole: bool) -> bool:
        """Return whether ids decode to their text, in whole or in part.

        A library decodes only a whole text of at most `MOST_DECODED` bytes; otherwise it is enough that no
        byte is lost.
        """
        if self.mask is not None:
            return False
        if self._tokenizer.model.in_library is None:  # its spaces between tokens do not come from the text
            return not (len(ids) and (self._tokenizer.is_joined or self._tokenizer.model.word_ends))
        if not is_whole or len(self._text) > MOST_DECODED:
            return True
        try:
            return self._tokenizer.decode_bytes(ids) == self._text
        except EngineError:
            return False

    def _begun(self) -> Mask:
        if self.mask is None:
            self.mask = np.zeros(len(self._text), np.bool_)
        return self.mask

    def _lose(self, places: Places) -> None:
        for start, end in paced(places.tolist()):
            self._begun()[start:end] = True

    def _leave_out(self, ends: Places, starts: Places) -> None:
        """Lose the bytes between tokens, except single spaces if decoding adds spaces by itself."""
        gaps = np.flatnonzero(starts > ends[: len(starts)])
        gone = np.column_stack((ends[gaps], starts[gaps]))
        model = self._tokenizer.model
        if len(gone) and (model.word_ends or model.capabilities.decodes_otherwise):
            is_space = np.frombuffer(self._text, np.uint8)[gone[:, 0]] == 0x20
            gone = gone[~is_space | (gone[:, 1] - gone[:, 0] > 1)]
        self._lose(gone)

    def _read(self, ids: Ids, starts: Places, ends: Places) -> None:
        """Lose the stretches whose tokens decode to other bytes, apart from spaces at both ends.

        Tokens that overlap, such as those of one character's bytes, are read together.
        """
        begins = np.ones(len(ids), np.bool_)
        begins[1:] = (starts[1:] >= ends[:-1]) & (starts[1:] > starts[:-1])
        borders = [*np.flatnonzero(begins).tolist(), len(ids)]
        gone: list[tuple[int, int]] = []
        for first, last in paced(list(pairwise(borders))):
            read = b"".join(map(self._decoded, ids[first:last].tolist()))
            start, end = int(starts[first]), int(ends[last - 1])
            if read.strip(b" ") != self._text[start:end].strip(b" "):
                gone.append((start, end))
        self._lose(np.array(gone, np.int64).reshape(-1, 2))

    def _decoded(self, token_id: int) -> bytes:
        if token_id not in self._shown:
            self._shown[token_id] = self._tokenizer.model.decoded_bytes(token_id) or b""
        return self._shown[token_id]
