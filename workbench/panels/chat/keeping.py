"""Converts a conversation to plain values and back, to keep it between two starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.panels.chat.conversation import MOST
from workbench.worker.messages.chat import ChatMessage

LONGEST_ROLE = 60  # characters


@dataclass(frozen=True, slots=True)
class Kept:
    """A conversation as last edited.

    Attributes:
        messages: them.
        template: "own", "chatml", or "" for the better of the two.
        limit: how many tokens fit, 0 for any number, None for what the file says.
        prompt: whether it ends with the start of the assistant's turn.

    """

    messages: tuple[ChatMessage, ...]
    template: str = ""
    limit: int | None = None
    prompt: bool = False


def to_plain(kept: Kept) -> dict[str, object]:
    """Return a conversation in what JSON has; bytes that are not UTF-8 become lone surrogates."""
    return {
        "messages": [
            {"role": message.role, "content": message.content.decode("utf-8", "surrogateescape")}
            for message in kept.messages
        ],
        "template": kept.template,
        "limit": kept.limit,
        "prompt": kept.prompt,
    }


def from_plain(stored: object) -> Kept:
    """Return a conversation from what JSON gave; what does not fit otherwise counts as absent.

    Raises:
        TypeError, ValueError: there are no messages that could be read.

    """
    if not isinstance(stored, Mapping) or not isinstance(stored.get("messages"), list):
        raise TypeError("no messages")
    template, limit = stored.get("template"), stored.get("limit")
    return Kept(
        tuple(_message(message) for message in stored["messages"][:MOST]),
        template if template in ("own", "chatml") else "",
        limit if isinstance(limit, int) and limit is not True and 0 <= limit < 1 << 31 else None,
        stored.get("prompt") is True,
    )


def _message(kept: object) -> ChatMessage:
    if isinstance(kept, Mapping):
        role, content = kept.get("role"), kept.get("content")
        if isinstance(role, str) and 0 < len(role) <= LONGEST_ROLE and isinstance(content, str):
            return ChatMessage(role, content.encode("utf-8", "surrogateescape"))
    raise ValueError("no message")
