"""Asking the child process for one answer about a file."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from workbench.engine.errors import EngineError
from workbench.engine.frames import Frame
from workbench.engine.isolation import Child, Limit


def reply_steps(
    operation: str,
    buffers: tuple[bytes, ...],
    child: Child | None,
    limit: Limit,
    header: Mapping[str, Any] | None = None,
) -> Generator[None, None, Frame]:
    """Run an operation that replies once; without a child it has one of its own.

    Yields None at least every 20 ms and returns the reply.

    Raises:
        EngineError: what the operation raises, or what `isolation.Child.request` does.

    """
    running = Child() if child is None else child
    answer: Frame | None = None
    try:
        for frame in running.request(operation, header, buffers, limit):
            answer = frame or answer
            yield
    finally:
        if child is None:
            running.close()
    if answer is None:
        raise EngineError("child_died", operation=operation, how="no reply")
    return answer
