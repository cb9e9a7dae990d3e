"""Messages that a lane emits, kept for tests by class, in the lane's own thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.worker.lane import Lane


def keep(lane: Lane, *kinds: type) -> list[Any]:
    """Return a list to which messages of some classes are added as the lane tells them."""
    found: list[Any] = []

    def _keep(message: object) -> None:
        if isinstance(message, kinds):
            found.append(message)

    lane.listeners.append(_keep)
    return found


def when(lane: Lane, kind: type, begun: Callable[[Any], bool], act: Callable[[], object]) -> None:
    """Act once, in the lane's own thread as its message goes out: a run that is quick cannot be over then."""
    acted: list[bool] = []

    def _look(message: object) -> None:
        if isinstance(message, kind) and not acted and begun(message):
            acted.append(True)
            act()

    lane.listeners.append(_look)
