"""What encoders of one kind in several threads tell each other: the pieces that each has merged.

What is handed on is a copy, so that no thread reads what another one writes.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.stdlib import malloc
from cython.cimports.workbench.kernels.encoding import Encoder
from cython.cimports.workbench.kernels.growing_pieces import GROWTH
from cython.cimports.workbench.kernels.machine import read_soon
from cython.cimports.workbench.kernels.recent_pieces import (
    MOST_BITS,
    MOST_LEARNED,
    Longer,
    Recents,
    kept_place,
    learn_piece,
)

_AHEAD = cython.declare(cython.size_t, 16)  # pieces whose places are requested in advance


def learned(encoder: Encoder) -> bytes:
    """Return what an encoder has merged since it was asked last, as far as it has written it down."""
    recents: cython.pointer[Recents] = cython.address(encoder.recents)
    n: cython.size_t = recents.n_learned
    recents.n_learned = 0
    if recents.learned == cython.NULL:
        recents.learned = cython.cast(cython.pointer[Longer], malloc(MOST_LEARNED * cython.sizeof(Longer)))
    return cython.cast(cython.p_char, recents.learned)[: n * cython.sizeof(Longer)] if n else b""


def learn(encoder: Encoder, pieces: bytes) -> None:
    """Keep pieces that `learned` has returned for an encoder of the same table, limit and numbers.

    Not where half of the room is taken, and there is no more: new pieces rarely come again then, and what the
    encoder's own text holds is of more use.
    """
    first: cython.pointer[cython.const[Longer]] = cython.cast(
        cython.pointer[cython.const[Longer]], cython.cast(cython.p_char, pieces)
    )
    n: cython.size_t = len(pieces) // cython.sizeof(Longer)
    recents: cython.pointer[Recents] = cython.address(encoder.recents)
    i: cython.size_t
    if recents.bits + GROWTH > MOST_BITS and recents.kept >> recents.bits:
        return
    with cython.nogil:
        for i in range(n + _AHEAD):
            if i < n:
                read_soon(kept_place(recents, first + i))
            if i >= _AHEAD:
                learn_piece(recents, first + i - _AHEAD)
