"""The tokens and pairs of a byte level file that the kernel has read, without an object for any."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point
from workbench.engine.counting.piece_room import LONGEST_TOKEN
from workbench.engine.models.bpe import LARGEST_VOCABULARY
from workbench.engine.models.pair_lists import PairLists, lists_of
from workbench.engine.models.token_arrays import TokenArrays
from workbench.formats.hugging_face.components import Added
from workbench.formats.hugging_face.file import HfFile
from workbench.formats.hugging_face.scanning import ScannedTokens


def byte_lists(file: HfFile, whole: bool, added: Added, values: NDArray[np.uint16]) -> PairLists | None:
    """Return the lists of a model, as `reading.byte_model` makes them, or None where it has to look closer.

    Pieces that are tokens are taken `whole`. Tokens that no text becomes then are moved to the added ones.
    `values` has the byte of each character of the byte alphabet, and more than 255 for others.
    """
    if not isinstance(file.tokens, ScannedTokens):
        return None
    ids, merges = np.frombuffer(file.ids, np.uint32), np.frombuffer(file.merges, np.int64).reshape(-1, 3)
    blob, ends, as_text = file.tokens.in_bytes(values)
    lengths = np.diff(ends, prepend=np.uint64(0))
    single = np.flatnonzero((lengths == 1) & ~as_text)
    if len(single) != 256 or int(lengths.max()) > LONGEST_TOKEN or len(blob) > LARGEST_VOCABULARY:
        return None
    byte_ids = ids[single[np.argsort(np.frombuffer(blob, np.uint8)[ends[single].astype(np.int64) - 1])]]
    point()
    marks = np.zeros(int(ids.max()) + 1, np.bool_)
    marks[merges[:, 2]] = marks[byte_ids] = True
    is_made, others = marks[ids], np.ones(len(ids), np.bool_)
    numbers = np.array([file.tokens.number(text) for text in added.ids], np.int64)
    others[numbers[numbers >= 0]] = False
    kept = is_made | (~as_text if whole else others)
    marks[ids] = kept
    if (is_made & as_text).any() or not marks[merges[:, :2]].all():
        return None
    for number in np.flatnonzero(others & ~kept).tolist():
        added.set_aside(file.tokens[number], file.ids[number])
    point()
    places = np.flatnonzero(kept)
    places = places[np.argsort(ids[places], kind="stable")]
    arrays = TokenArrays.of(ids, ends, blob)
    if len(places) < len(ids) or np.any(np.diff(places) < 0):
        blob, ends = arrays.taken(places)
        arrays = TokenArrays.of(ids[places], ends, blob)
    return lists_of(arrays, merges, byte_ids.tolist(), whole, frozenset(ids[kept & as_text].tolist()))
