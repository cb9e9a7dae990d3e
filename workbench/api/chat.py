"""Applies a chat template as transformers does, in a child process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

from workbench.engine.base.errors import EngineError
from workbench.engine.chat.templates import CHATML, MEMORY, SECONDS, Rendered, render_in, template_values
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.tokenizer import Tokenizer

__all__ = ["CHATML", "Rendered", "apply_chat_template", "render_chat"]


@overload
def apply_chat_template(
    tokenizer: Tokenizer,
    messages: Sequence[Mapping[str, Any]],
    *,
    chat_template: str | None = ...,
    add_generation_prompt: bool = ...,
    tokenize: Literal[True] = ...,
    **values: object,
) -> list[int]: ...


@overload
def apply_chat_template(
    tokenizer: Tokenizer,
    messages: Sequence[Mapping[str, Any]],
    *,
    chat_template: str | None = ...,
    add_generation_prompt: bool = ...,
    tokenize: Literal[False],
    **values: object,
) -> str: ...


def apply_chat_template(
    tokenizer: Tokenizer,
    messages: Sequence[Mapping[str, Any]],
    *,
    chat_template: str | None = None,
    add_generation_prompt: bool = False,
    tokenize: bool = True,
    **values: object,
) -> list[int] | str:
    """Return a conversation as ids, or as text, by the tokenizer's chat template.

    Works like `apply_chat_template` of transformers: special tokens in the text become their ids, and only
    the template adds tokens.

    Args:
        tokenizer: the one with the template and the vocabulary.
        messages: each with "role" and "content", and any other keys that the template uses; plain JSON data.
        chat_template: a Jinja template to use instead of the tokenizer's, such as `CHATML`.
        add_generation_prompt: end with the beginning of the assistant's turn.
        tokenize: return ids instead of the text.
        values: more variables of the template, such as `tools`.

    Raises:
        EngineError: there is no template, or it fails.

    """
    rendered = render_chat(
        tokenizer,
        messages,
        chat_template=chat_template,
        add_generation_prompt=add_generation_prompt,
        **values,
    )
    if tokenize:
        return tokenizer.encode(rendered.text, allowed_special="all")
    return rendered.text.decode("utf-8", "replace")


def render_chat(
    tokenizer: Tokenizer,
    messages: Sequence[Mapping[str, Any]],
    *,
    chat_template: str | None = None,
    add_generation_prompt: bool = False,
    **values: object,
) -> Rendered:
    """Return a conversation as text, with the known origin of its bytes.

    Arguments and errors are those of `apply_chat_template`.
    """
    template = tokenizer.chat_template if chat_template is None else chat_template
    if template is None:
        raise EngineError("chat_template_missing")
    own_values = {**template_values(tokenizer), **values}
    with Child(MEMORY) as child:
        return render_in(
            child, template, messages, own_values, generation_prompt=add_generation_prompt, seconds=SECONDS
        )
