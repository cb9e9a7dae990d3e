"""The result of a change of a vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.model import ByteMerges


@dataclass(frozen=True)
class Done:
    """The result of one change.

    Attributes:
        tokenizer: the changed copy.
        added: the ids of new tokens.
        needed: those of `added` that were not requested: requested ones are built from them.
        unsure: those of `added` whose own text is encoded to other ids.
        removed: the old ids of removed tokens.
        stayed: the ids of tokens not removed, since others are built from them.
        left_out: (bytes, why) of tokens that were not added.
        unmade: ids of older tokens that merging never made and may make with the new ones.
        moved: old id -> new id, of tokens whose id has changed.

    """

    tokenizer: Tokenizer
    added: tuple[int, ...] = ()
    needed: tuple[int, ...] = ()
    unsure: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    stayed: tuple[int, ...] = ()
    left_out: tuple[tuple[bytes, str], ...] = ()
    unmade: tuple[int, ...] = ()
    moved: Mapping[int, int] = field(default_factory=dict)


def merges_of(tokenizer: Tokenizer) -> ByteMerges:
    """Return the merges of a tokenizer that supports adding some; raises "adapt_not_possible"."""
    model = tokenizer.model
    if model.of_bytes is not None:
        return model.of_bytes
    if model.in_library is not None:
        why = f"only the library that encodes for it, {model.in_library[0]}, knows how it makes tokens"
    elif model.scored is not None:
        why = "it merges by the scores of tokens, not by a list of merges"
    elif model.capabilities.trace:
        why = "its merges join characters, not bytes"
    else:
        why = "it has no merges"
    raise EngineError("adapt_not_possible", why=why)


EVERY_CHANGE = ("add", "add_special", "roles", "remove", "cut", "extend", "merge", "renumber")


def possible(tokenizer: Tokenizer) -> tuple[tuple[str, ...], EngineError | None]:
    """Return the kinds of changes that a tokenizer supports, and why it does not support the others."""
    try:
        merges_of(tokenizer)
    except EngineError as error:
        model = tokenizer.model
        if model.in_library is not None:
            return (), error
        if model.scored is not None:
            return ("roles", "extend"), error
        return ("add_special", "roles"), error
    return EVERY_CHANGE, None


def moved_specials(before: Tokenizer, after: Tokenizer) -> dict[int, int]:
    """Return old id -> new id of the special tokens whose id has changed."""
    new = after.special_tokens
    return {i: new[text] for text, i in before.special_tokens.items() if text in new and new[text] != i}


def shown(token: bytes | None) -> str:
    """Return a token as shown in errors."""
    return (token or b"").decode("utf-8", "backslashreplace")[:80]
