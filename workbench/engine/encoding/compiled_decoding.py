"""Replaces the readable decoder by the compiled one, making its tables in slices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.chunked_arrays import array_of, bytes_of
from workbench.engine.base.pace import point

_SLICE = 2048  # tokens looked up between two points, some milliseconds


class CompiledDecoder:
    """Decodes arrays of known token ids."""

    def __init__(self, decoder: Any) -> None:  # noqa: ANN401  # mypy knows nothing of compiled modules
        """Take a `kernels.decoding.Decoder`."""
        self._decoder = decoder

    def decode(self, ids: Sequence[int] | NDArray[np.integer], *, as_text: bool) -> bytes | str | None:
        """Return the bytes of ids (n,), or with `as_text` their text if they are UTF-8.

        None if an id is none of the vocabulary.
        """
        found: bytes | str | None
        if isinstance(ids, np.ndarray):
            if ids.dtype == np.uint32 and ids.ndim == 1:
                found = self._decoder.decode_array(np.ascontiguousarray(ids), as_text)
                return found
            ids = ids.tolist()
        found = self._decoder.decode_list(ids if isinstance(ids, list) else list(ids), as_text)
        return found


def decoder(ids: NDArray[np.uint32], token_bytes: Callable[[int], bytes | None]) -> CompiledDecoder | None:
    """Return the decoder of ids uint32[n], None without the kernel."""
    decoding = kernels.kernel("decoding")
    if decoding is None:
        return None
    tokens: list[bytes] = []
    for first in range(0, len(ids), _SLICE):
        tokens += [token_bytes(token_id) or b"" for token_id in ids[first : first + _SLICE].tolist()]
        point()
    lengths = array_of(map(len, tokens), len(tokens), np.uint64)
    ends = lengths.cumsum(dtype=np.uint64)
    blob = bytes_of(tokens)
    return CompiledDecoder(decoding.Decoder(blob, ids, ends))
