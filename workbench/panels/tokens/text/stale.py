"""Which stretches of a text have no true tokens: all at first, then what is around each edit. Free of Qt.

Outside them the tokens are those of the text as it is now, though only a border of the splitter tells
where they may be trusted: the worker widens every stretch to such borders (`worker/jobs/encoding.py`).
"""

from __future__ import annotations

from workbench.widgets.token_view.document.document import Change

_MOST = 64  # stretches; of more than these the nearest become one

Stretch = tuple[int, int]  # (start, end) in bytes


class Stale:
    """The stretches, in order; one may be empty, where bytes have gone.

    Attributes:
        stretches: (start, end) of each, in bytes of the text.

    """

    def __init__(self) -> None:
        self.stretches: list[Stretch] = []

    def reset(self, n_bytes: int) -> None:
        """Know no token of a text."""
        self.stretches = [(0, n_bytes)]

    def follow(self, change: Change, start: int, end: int) -> None:
        """Follow an edit which left the tokens of the bytes [start, end) in doubt."""
        moved = [
            (_moved(first, change, 0), _moved(last, change, change.inserted))
            for first, last in self.stretches
        ]
        start, end = min(start, change.start), max(end, change.start + change.inserted)
        self.stretches = _joined(sorted([*moved, (start, end)]))

    def leave_out(self, start: int, end: int) -> None:
        """Leave out the bytes [start, end), and empty stretches in them or at their ends."""
        left: list[Stretch] = []
        for one, other in self.stretches:
            if one < start:
                left.append((one, min(other, start)))
            if other > end:
                left.append((max(one, end), other))
        self.stretches = left

    @property
    def n_bytes(self) -> int:
        """How many bytes are in them."""
        return sum(end - start for start, end in self.stretches)

    def touches(self, start: int, end: int) -> bool:
        """Return whether any byte of [start, end) is in one of them."""
        return any(first < end and start < last for first, last in self.stretches)


def _moved(position: int, change: Change, within: int) -> int:
    """Return where an end of a stretch is after an edit; in what went, `within` bytes after its start."""
    if position <= change.start:
        return position
    if position >= change.start + change.removed:
        return position + change.delta
    return change.start + within


def _joined(stretches: list[Stretch]) -> list[Stretch]:
    joined = stretches[:1]
    for start, end in stretches[1:]:
        if start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    while len(joined) > _MOST:
        at = min(range(len(joined) - 1), key=lambda number: joined[number + 1][0] - joined[number][1])
        joined[at : at + 2] = [(joined[at][0], joined[at + 1][1])]
    return joined
