"""Reads files in blocks, so that little memory is needed, and searches bytes so, with a point before each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from workbench.engine.base.pace import paced_slices, point

BLOCK = 1 << 20  # bytes; some milliseconds to hash or to read


def blocks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Yield what `read` returns, which takes the most bytes wanted, up to the end; raises as `read`."""
    point()
    while block := read(BLOCK):
        yield block
        point()


def places_of(part: bytes, data: bytes) -> Iterator[int]:
    """Yield where a part, which is not empty, occurs in bytes; two occurrences may overlap."""
    for block in paced_slices(len(data), BLOCK):
        end = block.stop + len(part) - 1
        at = data.find(part, block.start, end)
        while at >= 0:
            yield at
            at = data.find(part, at + 1, end)


def occurs(part: bytes, data: bytes) -> bool:
    """Return whether a part, which is not empty, occurs in bytes."""
    return next(places_of(part, data), -1) >= 0
