"""The messages of a conversation while they are edited; without widgets."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.worker.messages.chat import ChatMessage

ROLES = ("system", "user", "assistant")
MOST = 200  # messages that the panel holds


def next_role(messages: Sequence[ChatMessage]) -> str:
    """Return the role that a message after these most likely has."""
    return "user" if not messages or messages[-1].role != "user" else "assistant"


def moved(messages: Sequence[ChatMessage], number: int, step: int) -> tuple[ChatMessage, ...]:
    """Return the messages with one of them moved up (-1) or down (1), as far as it goes."""
    place = min(max(number + step, 0), len(messages) - 1)
    rest = [*messages[:number], *messages[number + 1 :]]
    return (*rest[:place], messages[number], *rest[place:])


def without(messages: Sequence[ChatMessage], number: int) -> tuple[ChatMessage, ...]:
    """Return the messages without one of them."""
    return (*messages[:number], *messages[number + 1 :])
