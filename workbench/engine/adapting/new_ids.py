"""Chooses the ids of new tokens, and moves special tokens that occupy them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.added_tokens import with_flags_of
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.models.framing import Framing
from workbench.engine.models.model import Model

Specials = Mapping[str, int] | Sequence[str]  # text -> id, or texts that take the ids after the vocabulary


def first_free(
    base: Tokenizer, n_new: int, move_special: bool, reserved: Iterable[int] = (), *, gapless: bool
) -> int:
    """Return the first of `n_new` ids for merges, after ids that special tokens occupy.

    Args:
        base: the tokenizer with the special tokens.
        n_new: number of new merges.
        move_special: the merges follow the vocabulary, and special tokens move.
        reserved: further ids that are taken.
        gapless: ids of merges must be consecutive.

    Raises:
        EngineError: "extend_moves_special".

    """
    first = base.model.vocab_size
    if move_special:
        return first
    for token_id in sorted({*base.special_tokens.values(), *reserved}):
        if first <= token_id < first + n_new:
            if gapless:
                check_moved(base.special_tokens, first, first + n_new)
                return first  # a requested id: the tokenizer reports that it is taken
            first = token_id + 1
    return first


def check_moved(special_tokens: Mapping[str, int], first: int, end: int) -> None:
    """Raise EngineError "extend_moves_special" where a special token has one of the ids of new merges."""
    for text, token_id in special_tokens.items():
        if first <= token_id < end:
            raise EngineError("extend_moves_special", token=text, id=token_id)


def special_ids(before: Mapping[str, int], specials: Specials, first: int, end: int) -> Mapping[str, int]:
    """Return text -> id of special tokens, moved where merges take `first` to `end`, then `specials`.

    Added tokens keep the flags that say how they are found.
    """
    stay = {text: i for text, i in before.items() if not first <= i < end}
    taken = {*stay.values(), *(specials.values() if isinstance(specials, Mapping) else ())}
    free = (i for i in count(end) if i not in taken)
    moved = {text: stay[text] if text in stay else next(free) for text in before}
    if isinstance(specials, Mapping):
        return with_flags_of(before, {**moved, **specials})
    new = {text: next(free) for text in specials if text not in moved}
    return with_flags_of(before, moved | new)


def moved_framing(framing: Framing, before: Mapping[str, int], after: Mapping[str, int]) -> Framing:
    """Return the framing ids after some special tokens have moved."""
    new = {token_id: after[text] for text, token_id in before.items() if text in after}
    return replace(
        framing,
        before=tuple(new.get(i, i) for i in framing.before),
        after=tuple(new.get(i, i) for i in framing.after),
        padding=None if framing.padding is None else new.get(framing.padding, framing.padding),
        marks=tuple((role, new.get(i, i)) for role, i in framing.marks),
    )


def rebuilt(base: Tokenizer, model: Model, specials: Mapping[str, int]) -> Tokenizer:
    """Return a copy of a tokenizer with another model and other special tokens."""
    framing = moved_framing(base.framing, base.special_tokens, specials)
    return with_parts(base, model=model, special_tokens=specials, framing=framing)
