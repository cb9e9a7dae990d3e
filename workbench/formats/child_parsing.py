"""Asking the child process for one answer about a file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import is_awaited, point
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import DEFAULT_MEMORY, Child, Limit, Operation
from workbench.formats.files.strict_json import LARGEST_JSON, uncollected
from workbench.formats.format import Source

READ_HERE = 1 << 25  # bytes of JSON, which become at most as much memory as the child may have


def reply_of(
    operation: Operation,
    buffers: tuple[bytes, ...],
    child: Child | None,
    limit: Limit,
    header: Mapping[str, Any] | None = None,
) -> Frame:
    """Run an operation that replies once; without a child it has one of its own.

    Returns the reply.

    Raises:
        EngineError: what the operation raises, or what `isolation.Child.request` does.

    """
    running = Child() if child is None else child
    answer: Frame | None = None
    try:
        for frame in running.request(operation, header, buffers, limit):
            answer = frame or answer
            point()
    finally:
        if child is None:
            running.close()
    if answer is None:
        raise EngineError("child_died", operation=operation.__name__, how="no reply")
    return answer


@contextmanager
def child_for(source: Source) -> Iterator[Child]:
    """Yield the child of a source, or one of its own for several requests."""
    if source.child is not None:
        yield source.child
        return
    with Child() as own:
        yield own


def json_reply(operation: Operation, buffers: tuple[bytes, ...], source: Source, limit: Limit) -> Frame:
    """Parse a file of JSON as `reply_of`; one that is wanted anyway gets more time and memory.

    Raises:
        EngineError: "json_no_memory" where it takes too much, and what `reply_of` raises.

    """
    memory = large_memory() if source.anyway else DEFAULT_MEMORY
    size = sum(map(len, buffers))
    if is_read_here(source, size):
        with uncollected():
            return next(iter(operation({}, buffers)))
    try:
        if not source.anyway:
            return reply_of(operation, buffers, source.child, limit)
        longer = Limit(limit.seconds * (1 + size / LARGEST_JSON))
        with Child(memory) as own:
            return reply_of(operation, buffers, own, longer, {"anyway": True})
    except EngineError as fault:
        # Of what dies reading JSON the cause is memory, even if the system ended the child.
        if fault.code == "child_out_of_memory" or (source.anyway and fault.code == "child_died"):
            raise EngineError("json_no_memory", size=size, memory=memory >> 20) from fault
        raise


def is_read_here(source: Source, size: int) -> bool:
    """Return whether a file of JSON needs no child.

    Python's reader is safe, but keeps other threads waiting: outside of the window there are none.
    """
    return size <= READ_HERE and not source.anyway and not is_awaited()


def large_memory() -> int:
    """Return how much address space a child gets that reads a file however large: half of the memory."""
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        whole = 0
    return max(whole // 2, DEFAULT_MEMORY)
