"""The hash of counted pieces, which shows whether a run resumes with the pieces that it began with.

The pieces are counted once and never change; merges are only ever added. Resuming learns the merges again
from the pieces (`trainer.train` with `replay`), which takes as long as the first time (about a second for
32,768 of 100 MB, compiled), and continues: the state of the trainer is not stored, and it does not matter
whether the kernels are compiled. A merge that differs from before is an error: pieces or options have
changed.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.blocks import BLOCK
from workbench.engine.base.pace import paced_slices
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.units import UnitPieces


def fingerprint_of(pieces: Counted | UnitPieces) -> str:
    """Return the SHA-256 of pieces, counts and all other fields."""
    digest = sha256()
    parts: list[NDArray[Any]]
    if isinstance(pieces, UnitPieces):
        digest.update(b"units %d" % pieces.n_units)
        classes = np.zeros(0, np.int32) if pieces.classes is None else pieces.classes
        parts = [pieces.units.astype("<u4", copy=False), classes.astype("<i4", copy=False)]
        if pieces.tokens is not None:
            digest.update(b"given")
            parts += [
                each.astype("<u4", copy=False) for each in (pieces.tokens.symbols, pieces.tokens.spelled)
            ]
            parts.append(pieces.tokens.ends.astype("<u8", copy=False))
    else:
        digest.update(b"bytes")
        parts = [np.frombuffer(pieces.blob, np.uint8)]
    parts += [pieces.ends.astype("<u8", copy=False), pieces.counts.astype("<i8", copy=False)]
    for part in parts:
        data = np.ascontiguousarray(part).data.cast("B") if len(part) else memoryview(b"")
        digest.update(b" %d " % len(data))
        for block in paced_slices(len(data), BLOCK):
            digest.update(data[block])
    return digest.hexdigest()
