"""What was searched for and found in the text: places in bytes, and which of them is the present one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from workbench.widgets.token_view.document.document import Change

Ints = NDArray[np.int64]
_FOLLOWED = 100_000  # hits that move with the text while the user types
_NONE = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Hits:
    """Places that were found.

    Attributes:
        starts, ends: int64[n], in bytes of the text, rising; none overlaps another.
        current: number of the present one, -1 for none.

    """

    starts: Ints
    ends: Ints
    current: int = -1

    def __len__(self) -> int:
        return len(self.starts)

    def span(self) -> tuple[int, int] | None:
        """Return the (start, end) of the present one."""
        if not 0 <= self.current < len(self):
            return None
        return int(self.starts[self.current]), int(self.ends[self.current])

    def within(self, start: int, end: int) -> range:
        """Return the numbers of those that touch the bytes [start, end)."""
        first = int(np.searchsorted(self.ends, start, side="right"))
        return range(first, max(int(np.searchsorted(self.starts, end)), first))

    def at(self, number: int) -> Hits:
        """Return them with another as the present one."""
        return replace(self, current=number)

    def nearest(self, position: int, step: int) -> int:
        """Return the number of the next (1) or previous (-1) one from a byte on, going round; -1 for none."""
        if not len(self):
            return -1
        if step > 0:
            return int(np.searchsorted(self.starts, position)) % len(self)
        return (int(np.searchsorted(self.ends, position, side="right")) - 1) % len(self)

    def followed(self, change: Change) -> Hits:
        """Return them where they are after an edit; those that it touched, and very many, are left out."""
        if not 0 < len(self) <= _FOLLOWED:
            return NO_HITS
        end = change.start + change.removed
        kept = (self.ends <= change.start) | (self.starts >= end)
        moved = np.where(self.starts >= end, change.delta, 0)
        return Hits((self.starts + moved)[kept], (self.ends + moved)[kept])


NO_HITS = Hits(_NONE, _NONE)
