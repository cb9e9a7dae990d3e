"""Which ids new tokens take, and what becomes of special tokens that are in their way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.added_tokens import with_flags_of
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.models.framing import Framing
from workbench.engine.models.model import Model

Specials = Mapping[str, int] | Sequence[str]  # text -> id, or texts, which take the ids after the vocabulary


def first_free(
    base: Tokenizer, n_new: int, move_special: bool, reserved: Iterable[int] = (), *, gapless: bool
) -> int:
    """Return the first of `n_new` ids for merges, behind those that special tokens have in their way.

    Args:
        base: what has special tokens.
        n_new: how many merges there will be.
        move_special: special tokens make room: the merges follow the vocabulary.
        reserved: ids that are spoken for besides.
        gapless: ids of merges have to follow each other.

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
                return first  # one that is given: the tokenizer will say that its id is taken
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
    found = {text: stay[text] if text in stay else next(free) for text in before}
    if isinstance(specials, Mapping):
        return with_flags_of(before, {**found, **specials})
    new = {text: next(free) for text in specials if text not in found}
    return with_flags_of(before, found | new)


def moved_framing(framing: Framing, before: Mapping[str, int], after: Mapping[str, int]) -> Framing:
    """Return the ids around a text where some special tokens have moved."""
    new = {token_id: after[text] for text, token_id in before.items() if text in after}
    return replace(
        framing,
        before=tuple(new.get(i, i) for i in framing.before),
        after=tuple(new.get(i, i) for i in framing.after),
        padding=None if framing.padding is None else new.get(framing.padding, framing.padding),
    )


def rebuilt(base: Tokenizer, model: Model, specials: Mapping[str, int]) -> Tokenizer:
    """Return a tokenizer with another model and special tokens, all else as it is."""
    framing = moved_framing(base.framing, base.special_tokens, specials)
    return with_parts(base, model=model, special_tokens=specials, framing=framing)
