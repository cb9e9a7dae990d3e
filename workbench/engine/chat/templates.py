"""Conversations as texts: a tokenizer's own chat template, or ChatML, rendered in the child process.

A template is code in a file of others: `rendering` runs it in Jinja's sandbox, in the child, and here
are its limits on time and memory. What comes back is a text and what is known of where it came from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.chat.operations import prepare_operation, render_operation
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.encoding.tokenizer import Tokenizer

SECONDS = 2.0  # of wall clock for one conversation
MEMORY = 1 << 29  # bytes of address space of a child that renders
LONGEST_TEMPLATE = 1 << 20  # characters
_START_SECONDS = 30.0  # a machine under load may take long to import Jinja

# OpenAI's ChatML (openai-python, chatml.md): each message between two special tokens, its role before it.
CHATML = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_CODES: Mapping[str, str] = MappingProxyType(
    {
        "child_too_slow": "chat_template_too_slow",
        "child_out_of_memory": "chat_template_memory",
        "child_died": "chat_template_died",
    }
)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A conversation as one text.

    Attributes:
        text: its bytes.
        contents: (start, end, number of the message) of what the messages hold, in bytes of `text`, rising.
        known: for each message whether `contents` has all of it; where False, what of the text is its content
            cannot be determined, since the template does more with it than to put it there.
        ends: for each message the byte where it ends with its template text, -1 where that cannot be
            determined.

    """

    text: bytes
    contents: tuple[tuple[int, int, int], ...]
    known: tuple[bool, ...]
    ends: tuple[int, ...]


def template_values(tokenizer: Tokenizer) -> dict[str, str]:
    """Return the special tokens that a template gets: `bos_token` and `eos_token`, as far as known."""

    def text(ids: Sequence[int]) -> str | None:
        token = tokenizer.token_bytes(ids[0]) if len(ids) == 1 else None
        return None if token is None else token.decode("utf-8", "replace").strip("\n")

    framing = tokenizer.framing
    values = {"bos_token": text(framing.before), "eos_token": text(framing.after)}
    return {name: value for name, value in values.items() if value is not None}


def render_in(
    child: Child,
    template: str,
    messages: Sequence[Mapping[str, Any]],
    values: Mapping[str, Any],
    *,
    generation_prompt: bool = False,
    seconds: float = SECONDS,
) -> Rendered:
    """Return a conversation as one text.

    Args:
        child: where the template runs; its memory limit is the template's.
        template: the Jinja text.
        messages: plain JSON data; half surrogates in their texts stand for bytes that are not UTF-8.
        values: what else the template may name: special tokens, `tools`, `documents`, and more.
        generation_prompt: end with the beginning of the assistant's turn.
        seconds: of wall clock that it may take.

    Raises:
        EngineError: "chat_template_syntax" and others of this beginning, "chat_text_too_long".

    """
    if len(template) > LONGEST_TEMPLATE:
        raise EngineError("chat_template_too_long", length=len(template), limit=LONGEST_TEMPLATE)
    _prepared(child)
    inputs = {"messages": list(messages), "values": {"tools": None, "documents": None, **values}}
    buffers = template.encode("utf-8", "surrogateescape"), json.dumps(inputs).encode()
    frames: list[Frame] = []
    try:
        for frame in child.request(render_operation, {"prompt": generation_prompt}, buffers, Limit(seconds)):
            frames.append(frame)
    except EngineError as error:
        if not frames:
            raise _renamed(error) from error
    return _rendered(frames, len(messages))


def _prepared(child: Child) -> None:
    """Let the child import what it needs, so that no template's time includes it."""
    for _ in child.request(prepare_operation, limit=Limit(_START_SECONDS)):
        point()


def _renamed(error: EngineError) -> EngineError:
    """Return an error of the child as one of the template."""
    code = _CODES.get(error.code)
    return error if code is None else EngineError(code, file=None, place=None, **error.facts)


def _rendered(frames: Sequence[Frame], n_messages: int) -> Rendered:
    text = frames[0].buffers[0]
    if len(frames) == 1:  # there was no time left to find out
        return Rendered(text, (), (False,) * n_messages, (-1,) * n_messages)
    answer = json.loads(frames[1].buffers[0])
    spans = tuple((int(start), int(end), int(number)) for start, end, number in answer["spans"])
    return Rendered(text, spans, tuple(map(bool, frames[1].header["known"])), tuple(map(int, answer["ends"])))
