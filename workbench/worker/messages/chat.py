"""Renders a conversation by a template, and counts its tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message of a conversation; its content is bytes as typed or read."""

    role: str
    content: bytes


@dataclass(frozen=True, slots=True)
class RenderChat:
    """Ask for a conversation as text and tokens; answered by `ChatRendered`.

    Attributes:
        template: "own" for the tokenizer's, "chatml" for ChatML.
        prompt: whether the text ends with the start of the assistant's turn.

    """

    lane: ClassVar = "live"
    request_id: int
    handle: int
    messages: tuple[ChatMessage, ...]
    template: str = "own"
    prompt: bool = False
    view: str = "chat"


@dataclass(frozen=True, slots=True)
class ChatCount:
    """The tokens of a message; -1 where it cannot be determined.

    Attributes:
        content: those with a byte of its content.
        template: the others that the template writes for the message.
        whole: both together.

    """

    content: int = -1
    template: int = -1
    whole: int = -1


@dataclass(frozen=True, slots=True)
class ChatRendered:
    """A conversation as text and tokens, or why there is none.

    Attributes:
        text: its bytes. ids: uint32[n]; spans: uint64[n, 2], in bytes of `text`.
        contents: (start, end, number of the message) of what the messages hold, rising.
        ends: for each message the byte where it ends with its template text, -1 where that cannot be
            determined.
        counts: of each message.
        n_prompt: tokens of the start of the assistant's turn.
        in_content: (number of the message, text) of special tokens that a content holds.
        plain: special tokens of ChatML that are none of this tokenizer.
        cause, remedy, facts, place: what is wrong, as in `Failed`; "" where nothing is.

    """

    request_id: int
    handle: int
    text: bytes = b""
    ids: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    spans: NDArray[np.uint64] = field(default_factory=lambda: np.empty((0, 2), np.uint64))
    contents: tuple[tuple[int, int, int], ...] = ()
    ends: tuple[int, ...] = ()
    counts: tuple[ChatCount, ...] = ()
    n_prompt: int = 0
    in_content: tuple[tuple[int, str], ...] = ()
    plain: tuple[str, ...] = ()
    cause: str = ""
    remedy: str = ""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    place: tuple[str, int | str] | None = None


@dataclass(frozen=True, slots=True)
class FindTurnDrift:
    """Ask which turns of a conversation have other tokens once the next message is there; see `TurnDrift`.

    Attributes: as those of `RenderChat`.

    """

    lane: ClassVar = "compare"
    request_id: int
    handle: int
    messages: tuple[ChatMessage, ...]
    template: str = "own"
    view: str = "turns"


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """What stays of a conversation when the next message comes.

    Attributes:
        message: the number of the last message before that.
        tokens: of the conversation up to that message.
        kept: how many of these, from the first one on, the longer conversation has too.

    """

    message: int
    tokens: int
    kept: int


@dataclass(frozen=True, slots=True)
class TurnDrift:
    """The turns of a conversation that its template renders by themselves."""

    request_id: int
    turns: tuple[KeptTurn, ...]
