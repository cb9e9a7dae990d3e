"""Replaces the readable decoder by the compiled one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.pace import paced
from workbench.engine.models.model import Model
from workbench.engine.models.token_arrays import blob_of


class CompiledDecoder:
    """Decodes arrays of known token ids."""

    def __init__(self, decoder: Any) -> None:  # noqa: ANN401  # mypy knows nothing of compiled modules
        """Take a `kernels.decoding.Decoder`."""
        self._decoder = decoder

    def decode(self, ids: Sequence[int] | NDArray[np.integer], *, as_text: bool) -> bytes | str | None:
        """Return the bytes of ids (n,), or with `as_text` their text if they are UTF-8.

        None if an id is none of the vocabulary.
        """
        decoded: bytes | str | None
        if isinstance(ids, np.ndarray):
            if ids.dtype == np.uint32 and ids.ndim == 1:
                decoded = self._decoder.decode_array(np.ascontiguousarray(ids), as_text)
                return decoded
            ids = ids.tolist()
        decoded = self._decoder.decode_list(ids if isinstance(ids, list) else list(ids), as_text)
        return decoded


def decoder(model: Model, special_tokens: Mapping[int, bytes]) -> CompiledDecoder | None:
    """Return the decoder of a model's tokens and of special tokens, None without the kernel."""
    decoding = kernels.kernel("decoding")
    if decoding is None:
        return None
    ids, blob, ends = _decoded(model) if model.scored is not None else (model.ids, *blob_of(model))
    lengths = np.fromiter(map(len, special_tokens.values()), np.uint64, len(special_tokens))
    ids = np.append(ids, np.fromiter(special_tokens, np.uint32, len(special_tokens)))
    ends = np.append(ends, np.uint64(len(blob)) + lengths.cumsum(dtype=np.uint64))
    return CompiledDecoder(decoding.Decoder(blob + b"".join(special_tokens.values()), ids, ends))


def _decoded(model: Model) -> tuple[NDArray[np.uint32], bytes, NDArray[np.uint64]]:
    """Return the ids of tokens, what they add to a decoded text, and uint64[n], where each ends there."""
    decoded = [(token_id, model.decoded_bytes(token_id)) for token_id in paced(model.ids.tolist(), 1024)]
    tokens = {token_id: token for token_id, token in decoded if token is not None}
    ends = np.fromiter(map(len, tokens.values()), np.uint64, len(tokens)).cumsum(dtype=np.uint64)
    return np.fromiter(tokens, np.uint32, len(tokens)), b"".join(tokens.values()), ends
