"""The map between old and new ids, by which the rows of an embedding are moved.

`parts` of a new id are the old ids that its row is made from: its own old id, or for a new token the ids that
its text had before, whose mean is a good initial value.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.adapting.draft import GONE, Draft
from workbench.engine.base.errors import EngineError
from workbench.engine.base.kept_json import to_json
from workbench.engine.base.pace import paced

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class IdMap:
    """The map between old and new ids of a draft.

    Attributes:
        old_to_new: int64[n], `GONE` (-1) where the token was removed or there was none.
        new_to_old: int64[m], `GONE` where the token is new or there is none.
        parts: int64[k], old ids.
        part_ends: int64[m], where the parts of each new id end; an id without a token has none.

    """

    old_to_new: NDArray[np.int64]
    new_to_old: NDArray[np.int64]
    parts: NDArray[np.int64]
    part_ends: NDArray[np.int64]

    @property
    def is_needed(self) -> bool:
        """Whether any id is new or changed; if tokens were only removed, the embedding rows stay."""
        kept = np.flatnonzero(self.new_to_old != GONE)
        sizes = np.diff(self.part_ends, prepend=0)
        return bool((self.new_to_old[kept] != kept).any() or sizes[self.new_to_old == GONE].any())

    def parts_of(self, new_id: int) -> list[int]:
        """Return the old ids that the row of a new id is made from."""
        start = int(self.part_ends[new_id - 1]) if new_id else 0
        parts: list[int] = self.parts[start : self.part_ends[new_id]].tolist()
        return parts

    def to_npz(self) -> bytes:
        """Return the arrays as NumPy's .npz, the same bytes for the same map."""
        out = io.BytesIO()
        np.savez(out, **{name: getattr(self, name) for name in self.__dataclass_fields__})
        return out.getvalue()

    def to_json(self, draft: Draft) -> bytes:
        """Return the map as JSON: moved and new ids by name, and removed old ids."""
        kept = np.flatnonzero(self.new_to_old != GONE)
        moved = kept[self.new_to_old[kept] != kept]
        new: dict[str, Any] = {}
        for new_id in draft.added.tolist():
            token = draft.tokenizer.token_bytes(new_id) or b""
            new[str(new_id)] = {
                "token": token.decode("utf-8", "backslashreplace"), "bytes": token.hex(),
                "old_ids": self.parts_of(new_id),
            }  # fmt: skip
        entries = {
            "schema_version": SCHEMA_VERSION,
            "n_old": len(self.old_to_new),
            "n_new": len(self.new_to_old),
            "moved": {str(self.new_to_old[i]): int(i) for i in moved},
            "removed": draft.removed.tolist(),
            "added": new,
        }
        return f"{to_json(entries)}\n".encode()


def id_map(draft: Draft) -> IdMap:
    """Return the map of a draft."""
    new_to_old = draft.old_ids()
    parts: list[list[int]] = [[] if old == GONE else [old] for old in new_to_old.tolist()]
    for new_id in paced(draft.added.tolist(), 256):
        parts[new_id] = _old_ids(draft, new_id)
    ends = np.cumsum([len(each) for each in parts]).astype(np.int64)
    flat = np.array([old for each in parts for old in each], np.int64)
    return IdMap(draft.new_ids(), new_to_old, flat, ends)


def _old_ids(draft: Draft, new_id: int) -> list[int]:
    """Return the old ids of a new token's text: encoded as one piece, or as a text for a special token."""
    token = draft.tokenizer.token_bytes(new_id) or b""
    try:
        if new_id in draft.tokenizer.specials.texts or not draft.base.model.capabilities.byte_level:
            return draft.base.encode_ordinary(token)
        return list(draft.base.model.encode_piece(token))
    except EngineError:  # a byte without a token: no ids to start from
        return []
