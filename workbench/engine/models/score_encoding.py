"""How a score-merged model encodes a piece, at once or step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced
from workbench.engine.base.utf8 import end_of_valid, incomplete_tail
from workbench.engine.counting.piece_room import check_length
from workbench.engine.models.compiled_score_merging import compiled_merging
from workbench.engine.models.model import MergeStep
from workbench.engine.models.piece_merging import NEVER, Joins, Pair
from workbench.engine.models.piecewise import Cache
from workbench.engine.models.score_merging import Merging
from workbench.engine.models.score_vocabulary import Tables
from workbench.engine.models.score_words import (
    GivenOut,
    Symbols,
    Units,
    first_symbols,
    lone_prefix,
    never_merged,
    word_end,
    words_of,
)

_EACH = 110  # bytes of memory for a character of a word
_BATCH = 1 << 14  # ids handed out at a time
_LONG = 1 << 12  # bytes of a text that is searched for borders by the kernel, whose tables take a moment
_CACHED_WORDS = 1 << 16

Part = TypeVar("Part")
Encoded = tuple[tuple[int, ...], tuple[int, ...]]  # ids, and how many bytes of the text each stands for


class ScoreEncoding:
    """Encodes by some tables.

    Attributes:
        joins: two symbols -> that of the token they merge into.

    """

    def __init__(self, tables: Tables) -> None:
        self.joins = Joins(tables.join)
        self._tables = tables
        self._compiled = compiled_merging(tables)
        self._cache: Cache[bytes, Encoded] = Cache(_CACHED_WORDS)

    def counts(self, piece: bytes) -> Iterator[int]:
        """Yield how many ids a piece has, some at a time."""
        if self._compiled is None:
            return map(len, self.arrays(piece))
        compiled = self._compiled
        return (n if isinstance(n, int) else len(n) for n in self._between(compiled.count, piece))

    def arrays(self, piece: bytes) -> Iterator[NDArray[np.uint32]]:
        """Yield the ids of a piece in order, some at a time, as uint32[n]."""
        if self._compiled is not None:
            yield from self._between(self._compiled.piece, piece)
            return
        ids: list[int] = []
        for word in words_of(self._tables, piece):
            ids.extend(self._encode_word(word)[0])
            if len(ids) >= _BATCH:
                for start in range(0, len(ids), _BATCH):
                    yield np.array(ids[start : start + _BATCH], np.uint32)
                ids.clear()
        if ids:
            yield np.array(ids, np.uint32)

    def _between(
        self, encode: Callable[[bytes, int], Iterator[Part]], piece: bytes
    ) -> Iterator[NDArray[np.uint32] | Part]:
        """Encode what is between that which never merges by the kernel."""
        lone = lone_prefix(piece)
        if lone:
            yield np.array(self._encode_word(piece[:lone])[0], np.uint32)
        position = lone
        for start, end, ids in paced(never_merged(self._tables, piece)):
            yield from encode(piece[position:start], 0)
            yield np.array(ids, np.uint32)
            position = end
        yield from encode(piece, position)

    def encode(self, piece: bytes) -> Encoded:
        """Return the ids and widths of a piece."""
        ids: list[int] = []
        widths: list[int] = []
        for word in words_of(self._tables, piece):
            encoded = self._encode_word(word)
            ids.extend(encoded[0])
            widths.extend(encoded[1])
        return tuple(ids), tuple(widths)

    def ends_of_parts(self, text: bytes) -> Callable[[int], int]:
        """Return what tells where the part that begins at a place and that no token reaches out of ends."""
        known = self._tables.rule != "llama.cpp" or end_of_valid(text, 0) + incomplete_tail(text) == len(text)
        if known and self._compiled is not None:
            if len(text) > _LONG:  # 16 MB without a place to cut them took 50 s to be refused
                self._compiled.make_table()
            if self._compiled.table is not None:
                return partial(self._compiled.word_end, text)
        return partial(word_end, self._tables, text)

    def _encode_word(self, word: bytes) -> Encoded:
        known = self._cache.get(word)
        if known is not None:
            return known
        merged = self.merged(word)
        self._cache.keep(word, merged)
        return merged

    def merged(self, word: bytes) -> Encoded:
        """Return the ids and widths of a word that is not looked up."""
        check_length(len(word), _EACH)
        symbols, units = first_symbols(self._tables, word)
        merging = Merging(self._tables, self.joins, symbols)
        merged = merging.run()
        out = GivenOut()
        for symbol, unit in paced(zip(merged, units, strict=True)):
            out.give_out(self._tables, symbol, unit, merging.unused)
        return tuple(out.ids), tuple(out.widths)

    # --- step by step ---------------------------------------------------------------------------

    def steps(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield the merges of a piece, the last step having nothing chosen.

        The rank of a candidate is its score with the sign turned round: the lowest is chosen. A character
        without a token shows as its bytes from the start.
        """
        scores = self._tables.vocabulary.scores
        lone = lone_prefix(piece)
        halves = first_symbols(self._tables, piece[:lone]), first_symbols(self._tables, piece[lone:])
        symbols, units = halves[0][0] + halves[1][0], halves[0][1] + halves[1][1]
        unused: dict[int, Pair] = {}
        while True:
            merged = [self.joins[pair] for pair in pairwise(symbols)]
            shown, places = self._shown(symbols, units)
            able = [(at, token_id) for at, token_id in enumerate(merged) if token_id != NEVER]
            unused |= {i: (symbols[at], symbols[at + 1]) for at, i in able if i in self._tables.unused}
            if not able:
                yield MergeStep(self.encode(piece)[0], (), None)
                return
            candidates = tuple((places[at], -float(scores[token_id]), token_id) for at, token_id in able)
            chosen = min(range(len(able)), key=lambda index: candidates[index][1])
            yield MergeStep(shown, candidates, chosen)
            at, new_id = able[chosen]
            symbols[at : at + 2] = [new_id]
            units[at : at + 2] = [units[at] + units[at + 1]]

    def _shown(self, symbols: Symbols, units: Units) -> tuple[tuple[int, ...], list[int]]:
        """Return the ids that stand for symbols on the way, and at which of them each symbol begins."""
        out = GivenOut()
        places: list[int] = []
        for symbol, unit in zip(symbols, units, strict=True):
            places.append(len(out.ids))
            out.give_out(self._tables, symbol, unit, {})
        return tuple(out.ids), places
