"""Adds the tokens that only another vocabulary has, in that vocabulary's order of merging.

This vocabulary's merges go first. They must reduce a token of the other to two tokens, which one more merge
joins. If more remain, the other vocabulary merged along another path, which is never reached here: such a
token is left out and reported, as is one that the split always cuts.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.engine.adapting.adding import Cuts, NewMerges, appended, start_symbols
from workbench.engine.adapting.done import Done, merges_of, shown
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.encoding.tokenizer import Tokenizer


def merge(base: Tokenizer, other: Tokenizer, move_special: bool = False) -> Done:
    """Add the tokens of another vocabulary; its special tokens are left out and reported.

    Raises:
        EngineError: "adapt_not_possible" of either, "extend_moves_special".

    """
    new_merges, cuts = NewMerges(base.model, merges_of(base)), Cuts(base)
    merges_of(other)
    tokens = [token for token in _in_order(other) if base.model.token_id(token) is None]
    left_out: list[tuple[bytes, str]] = []
    for token, start in paced(zip(tokens, start_symbols(base.model, tokens), strict=True), 256):
        symbols = new_merges.merged(start)
        cut = cuts.inside(token) if len(symbols) == 2 else None
        if cut is not None:
            fault = EngineError("adapt_token_cut", token=shown(token), part=cut)
            left_out.append((token, fault.cause))
        elif len(symbols) == 2:
            new_merges.add(symbols[0], symbols[1])
        elif len(symbols) > 2:
            fault = EngineError("adapt_token_apart", token=shown(token), count=len(symbols))
            left_out.append((token, fault.cause))
    left_out += [
        (text.encode(), EngineError("adapt_token_special", token=shown(text.encode()), id=token_id).cause)
        for text, token_id in other.special_tokens.items()
        if text not in base.special_tokens
    ]
    return replace(appended(base, new_merges, move_special), left_out=tuple(left_out))


def _in_order(other: Tokenizer) -> list[bytes]:
    """Return the tokens that merging makes in a vocabulary, in the order of merging."""
    model = other.model
    ranks = {i: rank for i in model.ids.tolist() if (rank := model.rank(i)) is not None}
    special = set(other.special_tokens.values())
    ids = [i for i in sorted(ranks, key=ranks.__getitem__) if i not in special]
    return list(dict.fromkeys(model.token_bytes(i) or b"" for i in ids))
