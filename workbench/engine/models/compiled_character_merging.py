"""Replaces the readable merging of characters by rank by the compiled one: the tables of its vocabulary.

The kernel merges the pair of the lowest number, leftmost first; here the numbers are ranks.
"""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.pace import paced, point
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.compiled_score_merging import CompiledMerging

_SPACE = 0x20  # as the kernel knows a character


def compiled_merging(vocabulary: CharacterVocabulary) -> CompiledMerging | None:
    """Return the compiled merging, or None to use the readable engine.

    None without kernels, and where a text cannot be cut into words or a byte has no token.
    """
    if kernels.kernel("score_table") is None or not vocabulary.has_bytes or not vocabulary.is_cut:
        return None
    return CompiledMerging(partial(_rows, vocabulary))


def _rows(vocabulary: CharacterVocabulary, _: ModuleType) -> tuple[Any, ...]:
    """Return the arguments of a `kernels.score_table.ScoreTable`."""
    units = [(_number(text), each) for text, each in paced(vocabulary.ids.items(), 8192) if len(text) == 1]
    inside = [_number(both[0]) << 32 | _number(both[1]) for both in paced(vocabulary.inside, 4096)]
    point()
    ranks = np.fromiter(vocabulary.ranks.values(), np.uint64, len(vocabulary.ranks))
    point()
    pairs = np.fromiter(vocabulary.ranks, np.uint64, len(ranks))
    point()
    joins = np.empty((len(ranks), 2), np.uint64)
    joins[:, 0] = pairs  # the left one above the right one, by PAIR_SHIFT
    joins[:, 1] = ranks << np.uint64(32) | vocabulary.merges[ranks.astype(np.int64), 2].astype(np.uint64)
    point()
    both = np.array(inside, np.uint64)
    mark = vocabulary.ids.get(vocabulary.mark) if len(vocabulary.mark) == 1 else None
    if mark is not None:
        units = [*(unit for unit in units if unit[0] != _SPACE), (_SPACE, mark)]
        both = _with_spaces(both, np.uint64(_number(vocabulary.mark)))
    return (
        np.array(units, np.uint32).reshape(-1, 2),
        both,
        joins,
        np.array([vocabulary.byte_ids.get(byte, 0) for byte in range(256)], np.uint32),
        max(vocabulary.ids.values()) + 1,
    )


def _with_spaces(inside: NDArray[np.uint64], mark: np.uint64) -> NDArray[np.uint64]:
    """Return the neighbors inside tokens, a space being the same as the mark."""
    space, low = np.uint64(_SPACE), np.uint64(0xFFFFFFFF)
    marked = inside[inside >> np.uint64(32) == mark]
    inside = np.concatenate((inside, space << np.uint64(32) | marked & low))
    marked = inside[inside & low == mark]
    return np.concatenate((inside, marked & ~low | space))


def _number(character: str) -> int:
    """Return a character as the kernel knows it: its bytes as one number."""
    return int.from_bytes(character.encode("utf-8", "surrogatepass"))
