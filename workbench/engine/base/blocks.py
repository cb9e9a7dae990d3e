"""Reads files in blocks, so that little memory is needed, with a point before each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from workbench.engine.base.pace import point

BLOCK = 1 << 20  # bytes; some milliseconds to hash or to read


def blocks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Yield what `read` returns, which takes the most bytes wanted, up to the end; raises as `read`."""
    point()
    while block := read(BLOCK):
        yield block
        point()
