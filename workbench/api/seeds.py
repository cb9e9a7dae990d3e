"""The tokens that a training must make, as its options name them, and the merges that they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.api.extending import symbols_of_pieces
from workbench.api.recipes import ByteRecipe, Learned, Recipe
from workbench.api.vetoes import tokens_of, vetoes_of
from workbench.display.escapes import escape
from workbench.engine.adapting.adding import planned
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.child.isolation import Child
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.training.first_merges import FirstMerges
from workbench.engine.training.options import Options
from workbench.engine.training.vetoes import Vetoes

LONGEST = 1000  # bytes of a seed token
_MOST_LISTED = 1000  # tokens in a record


@dataclass(frozen=True, slots=True)
class Seeds:
    """The merges of the seed tokens; none without them.

    Attributes:
        pairs: int64[s, 2], symbols.
        tokens: the bytes of each.
        needed: those of them that are no seed tokens, but parts of some.

    """

    pairs: NDArray[np.int64]
    tokens: tuple[bytes, ...] = ()
    needed: tuple[bytes, ...] = ()

    def __len__(self) -> int:
        return len(self.tokens)

    def on(self, recipe: Recipe, counted: CountedPieces | None) -> FirstMerges | None:
        """Return the merges and what they make of counted pieces, None without seed tokens."""
        if not self.tokens or counted is None:
            return None
        learned = Learned(self.pairs, (*recipe.unit_tokens(), *self.tokens))
        tokenizer = recipe.tokenizer_by_rule(learned, (), "", None, {})
        try:
            return FirstMerges(self.pairs, symbols_of_pieces(tokenizer.model, counted, lambda ids: ids))
        finally:
            tokenizer.close()

    def plain(self) -> Mapping[str, Any]:
        """Return for the record which tokens are made only as parts of the seed tokens."""
        if not self.tokens:
            return {}
        return {
            "seed_merges": len(self),
            "seed_parts": [escape(token) for token in self.needed[:_MOST_LISTED]],
        }


NO_SEEDS = Seeds(np.zeros((0, 2), np.int64))


def seeds_of(options: Options, recipe: Recipe, child: Child | None) -> Seeds:
    """Return the merges that the seed tokens need, none of which makes a forbidden token.

    Raises:
        EngineError: "option_not_taken", "token_escape", "seed_token_…", "seed_tokens_too_many", or as
            `adding.planned`.

    """
    if not options.seed_tokens:
        return NO_SEEDS
    if options.extend is not None or not isinstance(recipe, ByteRecipe):
        why = "it merges by scores, which these tokens cannot have" if options.extend is None else ""
        why = why or "an extended tokenizer gets its tokens by adding, before or after"
        raise EngineError("option_not_taken", option="seed_tokens", why=why)
    tokens = list(dict.fromkeys(tokens_of(options.seed_tokens)))
    room = recipe.n_merges(recipe.size_wanted(options.vocab_size))
    if len(tokens) > room:
        raise EngineError("seed_tokens_too_many", count=len(tokens), n_merges=len(tokens), room=max(0, room))
    with vetoes_of(options, recipe, child) as vetoes:
        for token in paced(tokens):
            _check(token, options, vetoes)
        seeds = _planned(tokens, recipe, vetoes, child)
    if len(seeds) > room:
        raise EngineError("seed_tokens_too_many", count=len(tokens), n_merges=len(seeds), room=room)
    return seeds


def _check(token: bytes, options: Options, vetoes: Vetoes | None) -> None:
    """Raise the EngineError of a token that the other options rule out."""
    shown = escape(token)[:80]
    longest = min(options.longest_token or LONGEST, LONGEST)
    if len(token) > longest:
        raise EngineError("seed_token_too_long", token=shown, length=len(token), longest=longest)
    if token.decode("utf-8", "replace") in options.special_tokens:
        raise EngineError("seed_token_special", token=shown)
    if vetoes is not None and not vetoes.allows(token):
        raise EngineError("seed_token_forbidden", token=shown)


def _planned(tokens: Sequence[bytes], recipe: Recipe, vetoes: Vetoes | None, child: Child | None) -> Seeds:
    units = recipe.unit_tokens()
    none = Learned(np.zeros((0, 2), np.int64), units)
    base = recipe.tokenizer_by_rule(none, (), "", child, {})
    try:
        new, asked, _ = planned(base, tokens, allowed=None if vetoes is None else vetoes.allows)
    finally:
        base.close()
    wanted = set(asked)
    return Seeds(
        new.by_place(len(units)),
        tuple(new.tokens),
        tuple(token for at, token in enumerate(new.tokens) if at not in wanted),
    )
