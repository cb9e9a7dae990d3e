"""The tokens of a stretch of text at every size of the vocabulary, without encoding it again for each.

What holds for their number (`size_counts`) holds for the tokens: those at a size k are what is left
of the tokens at the whole size where the merges that k leaves out are undone. So a stretch is its tokens'
trees of merges, and the tokens at k a cut through them: all nodes that are there at k and are no part of a
larger one that is there too.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import emptied, paced
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.seen_text import SeenPart, encode_seen, seen_parts
from workbench.engine.explaining.size_counts import SizeCounter

NEVER, ALWAYS = -1, int(np.iinfo(np.int64).max)  # before the first size, and the last one

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SizeCuts:
    """The nodes of the trees of a stretch, from left to right, each before its parts.

    Attributes:
        start, end: the stretch, in bytes of the whole text; its ends are between two tokens at every size.
        ids: uint32[n], the tokens.
        spans: uint64[n, 2], in bytes of the whole text.
        first, last: int64[n], a node is a token of the stretch at the sizes k with first < k <= last.

    """

    start: int
    end: int
    ids: NDArray[np.uint32]
    spans: NDArray[np.uint64]
    first: Rows
    last: Rows

    def at(self, size: int) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
        """Return uint32[n] and uint64[n, 2], the ids and spans of the stretch at a size."""
        there = (self.first < size) & (size <= self.last)
        return self.ids[there], self.spans[there]


@dataclass(frozen=True, slots=True)
class _Tokens:
    """The tokens of what is seen.

    Attributes:
        ids: uint32[n]. whole: bool[n], which are pieces that were taken whole and not merged.
        start, end: the stretch that they are the tokens of, in bytes of the whole text.
        units: uint64[m, 2], the spans of all that they are merged from, in bytes of the whole text.

    """

    ids: NDArray[np.uint32]
    whole: NDArray[np.bool_]
    start: int
    end: int
    units: NDArray[np.uint64]


def cuts_of(
    tokenizer: Tokenizer,
    counter: SizeCounter,
    text: bytes,
    seen: tuple[int, int],
    specials: str | Collection[str] = "none",
) -> SizeCuts:
    """Return the cuts of the tokens that touch text[slice(*seen)].

    `counter` is the tokenizer's own. What is seen is encoded twice, by the whole vocabulary and by its units
    alone: these say where in the raw text each byte of a token lies, whatever was done to the text before.
    """
    parts = seen_parts(tokenizer, text, seen, specials)
    units = tokenizer.at_vocab_size(counter.lowest)
    stretches: list[_Tokens] = []
    for part in parts:
        stretches.append(_tokens((tokenizer, units), counter, part, seen, specials))
    trees: dict[tuple[int, bool], Rows] = {}
    rows: list[Rows] = [np.empty((0, 5), np.int64)]
    keys = [
        key for tokens in stretches for key in zip(tokens.ids.tolist(), tokens.whole.tolist(), strict=True)
    ]
    for key in paced(keys, 512):
        if key not in trees:
            trees[key] = _tree(counter, *key)
        rows.append(trees[key])
    places = np.concatenate(rows)
    lengths = np.array([tree[0, 2] for tree in rows[1:]], np.int64)
    starts = np.repeat(np.cumsum(lengths) - lengths, [len(tree) for tree in rows[1:]])
    spans = np.concatenate([np.empty((0, 2), np.uint64), *(tokens.units for tokens in stretches)])
    begins, ends = spans[starts + places[:, 1], 0], spans[starts + places[:, 2] - 1, 1]
    ids = places[:, 0].astype(np.uint32)
    start, end = (stretches[0].start, stretches[-1].end) if stretches else (seen[0], seen[0])
    return SizeCuts(start, end, ids, np.stack((begins, ends), 1), places[:, 3], places[:, 4])


def _tokens(
    tokenizers: tuple[Tokenizer, Tokenizer],
    counter: SizeCounter,
    part: SeenPart,
    seen: tuple[int, int],
    specials: str | Collection[str],
) -> _Tokens:
    """Return the tokens of a part that touch what is seen, by the whole vocabulary and by its units."""
    whole = encode_seen(tokenizers[0], part, specials)
    units = encode_seen(tokenizers[1], part, specials)
    counter.learn(np.unique(whole.ids).tolist())
    begins = part.alignment[whole.spans[:, 0].astype(np.int64)]
    # All that begin at one byte go together.
    opens = begins[max(int(np.searchsorted(begins, seen[0], side="right")) - 1, 0) :][:1]
    first, last = int(np.searchsorted(begins, opens).sum()), int(np.searchsorted(begins, seen[1]))
    last = len(begins) if part.ends and seen[1] >= part.end else last
    start = part.start if first == 0 else int(begins[first])
    end = part.end if last == len(begins) else int(begins[last])
    inside = whole.spans[first:last]
    there = np.searchsorted(units.spans[:, 0], (inside[0, 0], inside[-1, 1])) if len(inside) else (0, 0)
    spans = part.alignment[units.spans[slice(*there)].astype(np.int64)]
    return _Tokens(whole.ids[first:last], counter.taken_whole(whole)[first:last], start, end, spans)


def _tree(counter: SizeCounter, token_id: int, whole: bool) -> Rows:
    """Return int64[n, 5], (id, start, end, first, last) of a token's nodes, start and end counted in units.

    Each node is before its parts, which are from left to right.
    """
    nodes: list[list[int]] = []
    numbers: list[int] = []  # of parts, by node
    waiting = [(token_id, counter.way(token_id, whole), ALWAYS)]
    start = 0
    for node, way, last in paced(emptied(waiting), 512):
        nodes.append([node, start, start + 1, way.highest if way.parts else NEVER, last])
        numbers.append(len(way.parts))
        waiting += [(part, counter.way(part, False), way.highest) for part in reversed(way.parts)]
        start += not way.parts
    ends: list[int] = []  # of the nodes of the row that is still without one over it, from the right
    for row, number in zip(reversed(nodes), reversed(numbers), strict=True):
        if number:
            row[2] = ends[-number]
            del ends[-number:]
        ends.append(row[2])
    return np.array(nodes, np.int64)
