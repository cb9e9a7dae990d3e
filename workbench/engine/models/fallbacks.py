"""The tokens that stand for what has no token: single bytes, and the unknown one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.listed_model import ListedModel
from workbench.engine.models.model import Model
from workbench.engine.models.score_vocabulary import Kind

Ids = NDArray[np.uint32]


def fallbacks(model: Model) -> tuple[Ids, Ids]:
    """Return the ids of the bytes of byte fallback, and of the unknown token; empty where there are none."""
    if model.scored is not None:
        kinds = model.scored.vocabulary.kinds
        return _ids(np.flatnonzero(kinds == Kind.BYTE)), _ids(np.flatnonzero(kinds == Kind.UNKNOWN))
    if isinstance(model, ListedModel):
        return model.byte_ids, model.unknown_ids
    if isinstance(model, CharacterMergedBpe):
        vocabulary, unknown = model.vocabulary, model.vocabulary.unknown_id
        return _ids([*vocabulary.bytes_of_ids]), _ids([] if unknown is None else [unknown])
    return _ids([]), _ids([])


def _ids(ids: Sequence[int] | NDArray[np.int64]) -> Ids:
    return np.array(ids, np.uint32)
