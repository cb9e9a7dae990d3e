"""How a pair-merged model merges a piece, at once or step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from workbench.engine.models.model import MergeStep
from workbench.engine.models.pair_lists import PairLists
from workbench.engine.models.piece_merging import NEVER, Joins, merge


class PairMerging:
    """The first merges of some lists, or all.

    While it merges, a token goes by an inner number, which says how it came about: the 256 bytes, then the
    256 bytes at the end of a piece where there are such, then the merges by rank. So two pairs that make the
    same token keep their own places in the order.

    Attributes:
        lists: the tokens, pairs and units.
        joins: inner numbers of two neighbors -> that of the token they merge into; all prefixes share them.

    """

    def __init__(self, lists: PairLists, n_merges: int, joins: Joins | None = None) -> None:
        """Take lists, how many of their merges count, and the joins of the whole where there are any."""
        self.lists = lists
        self.joins = Joins(lists.join) if joins is None else joins
        self._limit = lists.n_units + n_merges  # inner numbers from here on are left out
        # Only where ids rise with the merges are some left out.
        self._end = NEVER if n_merges == len(lists.merges) else int(lists.merges[n_merges, 2])
        self._units = tuple(range(lists.n_units))

    def has(self, token_id: int) -> bool:
        """Return whether an id of the lists is in use here."""
        return token_id < self._end

    def ids(self, piece: bytes) -> tuple[int, ...]:
        """Return the ids of a piece."""
        return self._whole(piece) or self._shown(self.merged(self.lists.units_of(piece, True)))

    def merged(self, units: Sequence[int], limit: int = NEVER) -> tuple[int, ...]:
        """Return the inner numbers that units merge into, by inner numbers below `limit` alone."""
        return merge(self.joins, self._units, units, min(limit, self._limit))

    def before_whole(self, token: bytes, rank: int) -> tuple[int, ...]:
        """Return the ids of a piece before it is taken whole as the token that the merge `rank` makes."""
        return self._shown(self.merged(self.lists.units_of(token, True), self.lists.n_units + rank))

    def _shown(self, inner: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.lists.ids_of(np.array(inner, np.int64)).tolist())

    def _whole(self, piece: bytes) -> tuple[int, ...]:
        """Return the token that a whole piece is taken as, where pieces are; else ()."""
        whole = self.lists.inside_ids.get(piece) if self.lists.whole_pieces else None
        return (whole,) if whole is not None and self.has(whole) else ()

    # --- step by step ---------------------------------------------------------------------------

    def steps(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield the merges that encoding `piece` goes through, the last step having nothing chosen.

        A piece that is taken whole has that one step. Where pieces end in units of their own, a step merges
        its pair throughout the piece, as the rounds of openai/CLIP's `bpe` do.
        """
        whole = self._whole(piece)
        if whole:
            yield MergeStep(whole, (), None)
            return
        outer, n_units = self.lists.outer, self.lists.n_units
        throughout = self.lists.end_byte_ids is not None
        symbols = list(self.lists.units_of(piece, True))
        while True:
            shown = self._shown(symbols)
            able = self._able(symbols)
            if not able:
                yield MergeStep(shown, (), None)
                return
            candidates = tuple((at, merged - n_units, int(outer[merged])) for at, merged in able)
            chosen = min(range(len(able)), key=lambda index: candidates[index][1])
            yield MergeStep(shown, candidates, chosen, self._merge(symbols, able[chosen], throughout))

    def _able(self, symbols: Sequence[int]) -> list[tuple[int, int]]:
        """Return (position, inner number of the merged token) of each pair of neighbors that may merge."""
        able = ((at, self.joins[pair]) for at, pair in enumerate(pairwise(symbols)))
        return [(at, merged) for at, merged in able if merged < self._limit]

    def _merge(self, symbols: list[int], best: tuple[int, int], throughout: bool) -> tuple[int, ...]:
        """Merge in place, on as long as the same pair is the next to be merged; return where that was."""
        places: list[int] = []
        at, merged = best
        following = merged
        while following == merged:
            places.append(at + len(places))  # each merge before it has moved what follows to the left
            symbols[at : at + 2] = [merged]
            able = self._able(symbols) if throughout else []
            at, following = min(able, key=lambda pair: pair[1], default=(0, NEVER))
        return tuple(places)
