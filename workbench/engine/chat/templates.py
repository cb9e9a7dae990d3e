"""Conversations as texts: a tokenizer's own chat template, or ChatML, rendered in the child process.

A template is code in a file of others: `rendering` runs it in Jinja's sandbox, in the child, and here
are its limits on time and memory. What comes back is a text and what is known of where it came from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.roles import Roles
from workbench.engine.chat.operations import prepare_operation, render_operation
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.encoding.roles import roles_of
from workbench.engine.encoding.tokenizer import Tokenizer

SECONDS = 2.0  # of wall clock for one conversation
MEMORY = 1 << 29  # bytes of address space of a child that renders
LONGEST_TEMPLATE = 1 << 20  # characters
_START_SECONDS = 30.0  # a machine under load may take long to import Jinja

# OpenAI's ChatML (openai-python, chatml.md): each message between two special tokens, after its role.
CHATML = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
# Without a special token of its own: each message on a line, after the role of who wrote it or its mark.
_PLAIN = (
    "{{% set marks = {marks} %}}{{% for message in messages %}}"
    "{{{{ marks[message.role] or message.role + ': ' }}}}{{{{ message.content }}}}"
    "{{% if message.role == 'assistant' and eos_token %}}{{{{ eos_token }}}}{{% endif %}}{{{{ '\\n' }}}}"
    "{{% endfor %}}{{% if add_generation_prompt %}}{{{{ marks['assistant'] or 'assistant: ' }}}}{{% endif %}}"
)
_MARKED = ("user", "assistant", "system", "tool")
_SAMPLE = ({"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi."})
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
    """Return the special tokens that a template gets, as in transformers: `bos_token` and so on."""
    return {f"{role}_token": text.strip("\n") for role, text in roles_of(tokenizer).named().items()}


def template_called(choice: str, roles: Roles) -> str:
    """Return the template of a choice: "chatml", "plain" for these roles, or the Jinja text that it is."""
    if choice == "plain":
        texts = roles.named()
        marks = {role: texts[role] for role in _MARKED if role in texts}
        return _PLAIN.format(marks=json.dumps(marks))
    return CHATML if choice == "chatml" else choice


def template_name(template: str | None, roles: Roles) -> str:
    """Return which template it is: "chatml", "plain", "own" or, for none, ""."""
    if not template:
        return ""
    known = (name for name in ("chatml", "plain") if template == template_called(name, roles))
    return next(known, "own")


@lru_cache(maxsize=4)
def check_template(template: str, roles: Roles) -> None:
    """Render a short conversation; raises EngineError as `render_in`, but for what the template refuses."""
    values = {f"{role}_token": text for role, text in roles.named().items()}
    try:
        with Child(MEMORY) as child:
            render_in(child, template, _SAMPLE, values, generation_prompt=True)
    except EngineError as fault:
        if fault.code != "chat_template_refused":
            raise


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
    """Let the child import what it needs, so that no template's time includes the imports."""
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
