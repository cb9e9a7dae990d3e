"""Removes tokens: leaves, from which no other token is built, or tokens with all tokens built from them.

If every token is removed with all tokens built from it, the encoding of a piece changes only if one of its
tokens is removed. Merging goes as before until a removed merge would apply; the token of such a merge is
removed too, and is merged only into removed tokens, so a removed token is among the final ones. Pieces that
are tokens as a whole are that token, or are merged as if it did not exist.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from workbench.engine.adapting.done import Done, merges_of, shown
from workbench.engine.adapting.new_ids import rebuilt
from workbench.engine.base.errors import EngineError
from workbench.engine.chat.templates import template_values
from workbench.engine.encoding.added_tokens import with_flags_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.model import ByteMerges
from workbench.engine.models.renumbering import renumbered


def remove(
    base: Tokenizer, ids: Iterable[int], *, with_dependants: bool = False, leaves_only: bool = False
) -> Done:
    """Remove tokens; see `changes.Remove`.

    Raises:
        EngineError: "token_missing", "adapt_byte", "adapt_built_from", "adapt_special_in_template",
            "adapt_special_around", or "adapt_not_possible".

    """
    asked = dict.fromkeys(ids)
    special = [i for i in asked if i in base.special_tokens.values()]
    for token_id in special:
        _refuse_in_use(base, token_id)
    plain = [i for i in asked if i not in special]
    model, stayed, gone = base.model, set[int](), set[int]()
    if plain:
        merges = merges_of(base)
        unknown = next((i for i in plain if model.token_bytes(i) is None), None)
        if unknown is not None:
            raise EngineError("token_missing", id=unknown)
        _refuse_bytes(merges, plain)
        gone, stayed = _closed(base, merges, set(plain), with_dependants, leaves_only)
        kept = np.setdiff1d(model.ids, np.array(sorted(gone), np.int64)).tolist()
        model = renumbered(model, {i: i for i in kept}) if gone else model
    specials = {text: i for text, i in base.special_tokens.items() if i not in special}
    reduced = rebuilt(base, model, with_flags_of(base.special_tokens, specials))
    return Done(reduced, removed=tuple(sorted(gone.union(special))), stayed=tuple(sorted(stayed)))


def ids_of(base: Tokenizer, texts: Iterable[str]) -> list[int]:
    """Return the ids of tokens by their texts.

    Raises:
        EngineError: "adapt_no_token_text"; "adapt_not_possible" where only special tokens could be removed.

    """
    ids: list[int] = []
    for text in texts:
        plain = base.model.token_id(text.encode("utf-8", "surrogateescape"))
        token_id = base.special_tokens.get(text, plain)
        if token_id is None:
            merges_of(base)  # where no token can be removed, this is no matter of spaces
            raise EngineError("adapt_no_token_text", token=text[:80])
        ids.append(token_id)
    return ids


def cut(base: Tokenizer, n_merges: int) -> Done:
    """Keep only the first merges; raises EngineError "adapt_cut_range", or as `remove`."""
    merges_of(base)
    model = base.model
    if not 0 <= n_merges <= model.n_merges:
        raise EngineError("adapt_cut_range", n_merges=n_merges, highest=model.n_merges)
    ranks = {i: rank for i in model.ids.tolist() if (rank := model.rank(i)) is not None}
    by_rank = sorted(ranks, key=ranks.__getitem__)
    return remove(base, by_rank[n_merges:], with_dependants=True)


def _closed(
    base: Tokenizer, merges: ByteMerges, ids: set[int], with_dependants: bool, leaves_only: bool
) -> tuple[set[int], set[int]]:
    """Return the ids to remove, including all tokens built from them, and those of `ids` to keep."""
    if with_dependants:
        return ids | _built_from(merges, ids), set()
    rows = merges.joins_of(ids)
    gone = set(ids)
    while True:
        kept = {part for left, right, merged in rows.tolist() if merged not in gone for part in (left, right)}
        stayed = gone & kept
        if not stayed:
            return gone, ids - gone
        if not leaves_only:
            _refuse_built_from(base, merges, min(stayed))
        gone -= stayed


def _built_from(merges: ByteMerges, ids: Collection[int]) -> set[int]:
    """Return all tokens built from some tokens, directly or not, without these."""
    dependants: set[int] = set()
    new = set(ids)
    while new:
        new = set(merges.joins_of(new)[:, 2].tolist()) - dependants - set(ids)
        dependants |= new
    return dependants


def _refuse_built_from(base: Tokenizer, merges: ByteMerges, token_id: int) -> None:
    built = sorted(_built_from(merges, [token_id]))
    token, first = (shown(base.model.token_bytes(i)) for i in (token_id, built[0]))
    raise EngineError("adapt_built_from", token=token, id=token_id, count=len(built), first=first)


def _refuse_bytes(merges: ByteMerges, ids: Collection[int]) -> None:
    units = {*merges.byte_ids()[0].tolist(), *merges.byte_ids()[1].tolist()}
    refused = sorted(units.intersection(ids))
    if refused:
        raise EngineError("adapt_byte", id=refused[0], count=len(refused))


def _refuse_in_use(base: Tokenizer, token_id: int) -> None:
    """Raise EngineError for a special token that a chat template or the framing needs."""
    text = next(text for text, i in base.special_tokens.items() if i == token_id)
    template = base.chat_template or ""
    named = [name for name, value in template_values(base).items() if value == text]
    if template and (text in template or any(name in template for name in named)):
        raise EngineError("adapt_special_in_template", token=text, id=token_id)
    framing = base.framing
    if token_id in (*framing.before, *framing.after, framing.padding, *dict(framing.marks).values()):
        raise EngineError("adapt_special_around", token=text, id=token_id)
