"""Decodes many ids in slices, so that ten million of them do not block."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.encoding.special_tokens import HIGHEST_SPECIAL_ID
from workbench.engine.encoding.tokenizer import Tokenizer


def decode(tokenizer: Tokenizer, ids: NDArray[np.int64]) -> bytes:
    """Return the bytes of ids int64[n], as `Tokenizer.decode_bytes`.

    A model of another library and tokens that read otherwise together (CLIP's) are decoded in one go.

    Raises:
        EngineError: "token_id_unknown", naming the first such id and its position.

    """
    if tokenizer.model.capabilities.decodes_otherwise or tokenizer.is_joined:
        point()
        return tokenizer.decode_bytes(ids.tolist())
    parts: list[bytes] = []
    head = 0 if tokenizer.normalizer is None else _head(tokenizer, ids)
    if head:
        parts.append(_decoded(tokenizer, ids[:head], 0, at_start=True))
        point()
    at_start, rest = tokenizer.normalizer is None, ids[head:]
    for part in paced_slices(len(rest), 1 << 15):
        parts.append(_decoded(tokenizer, rest[part], head + part.start, at_start))
    return b"".join(parts)


def _head(tokenizer: Tokenizer, ids: NDArray[np.int64]) -> int:
    """Return how many ids to decode together: a removed prefix of the text is in them.

    That is a dummy prefix or spaces, never more than what is before the first token of something else.
    """
    for at, token_id in enumerate(map(int, ids)):
        token = tokenizer.model.token_bytes(token_id) if 0 <= token_id <= HIGHEST_SPECIAL_ID else b"?"
        if token is not None and token.strip(b" "):
            return at + 1
    return len(ids)


def _decoded(tokenizer: Tokenizer, ids: NDArray[np.int64], first: int, at_start: bool) -> bytes:
    """Return the bytes of ids, the first of which is number `first`."""
    outside = np.flatnonzero((ids < 0) | (ids > HIGHEST_SPECIAL_ID))
    if len(outside):
        raise _unknown(int(ids[outside[0]]), first + int(outside[0]))
    try:
        if at_start:
            return tokenizer.decode_bytes(ids.astype(np.uint32))
        return b"".join(tokenizer.decode_tokens_bytes(ids.tolist()))
    except EngineError as error:
        if error.code != "token_id_unknown":
            raise
        raise _unknown(int(error.facts["id"]), first + int(error.facts["position"])) from error


def _unknown(token_id: int, position: int) -> EngineError:
    return EngineError("token_id_unknown", id=token_id, position=position)
