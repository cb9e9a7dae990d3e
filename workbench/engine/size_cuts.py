"""The tokens of a stretch of text at every size of the vocabulary, without encoding it again for each.

What holds for their number (`engine.size_counts`) holds for the tokens: those at a size k are what is left
of the tokens at the whole size where the merges that k leaves out are undone. So a stretch is its tokens'
trees of merges, and the tokens at k a cut through them: all nodes that are there at k and are no part of a
larger one that is there too.
"""

from __future__ import annotations

from collections.abc import Collection, Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.encoding import Encoding, joined
from workbench.engine.size_counts import SizeCounter
from workbench.engine.tokenizer import Tokenizer

NEVER, ALWAYS = -1, int(np.iinfo(np.int64).max)  # before the first size, and the last one
_SLICE = 512  # tokens looked at between two yields, some milliseconds

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SizeCuts:
    """The nodes of the trees of a stretch, from left to right, each before its parts.

    Attributes:
        ids: uint32[n], the tokens.
        spans: uint64[n, 2], in bytes of the whole text.
        first, last: int64[n], a node is a token of the stretch at the sizes k with first < k <= last.
        replaced: bytes that became U+FFFD.

    """

    ids: NDArray[np.uint32]
    spans: NDArray[np.uint64]
    first: Rows
    last: Rows
    replaced: int = 0

    def at(self, size: int) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
        """Return the ids and spans of the stretch at a size."""
        there = (self.first < size) & (size <= self.last)
        return self.ids[there], self.spans[there]


def cuts_steps(
    tokenizer: Tokenizer,
    counter: SizeCounter,
    text: bytes,
    stretch: tuple[int, int],
    specials: str | Collection[str] = "none",
) -> Generator[None, None, SizeCuts]:
    """Yield None at least every 20 ms and return the cuts of a stretch between safe borders.

    `counter` is the tokenizer's own. The stretch is encoded twice, by the whole vocabulary and by its units
    alone: these say where in the raw text each byte of a token lies, whatever was done to the text before.
    """
    whole = yield from _encoding_steps(tokenizer, text, stretch, specials)
    units = yield from _encoding_steps(tokenizer.at_vocab_size(counter.lowest), text, stretch, specials)
    yield from counter.learn_steps(np.unique(whole.ids).tolist())
    trees: dict[tuple[int, bool], Rows] = {}
    rows: list[Rows] = [np.empty((0, 5), np.int64)]
    for at, key in enumerate(zip(whole.ids.tolist(), counter.taken_whole(whole).tolist(), strict=True), 1):
        if key not in trees:
            trees[key] = yield from _tree_steps(counter, *key)
        rows.append(trees[key])
        if at % _SLICE == 0:
            yield
    made = np.concatenate(rows)
    lengths = np.array([tree[0, 2] for tree in rows[1:]], np.int64)
    starts = np.repeat(np.cumsum(lengths) - lengths, [len(tree) for tree in rows[1:]])
    begins, ends = units.spans[starts + made[:, 1], 0], units.spans[starts + made[:, 2] - 1, 1]
    ids = made[:, 0].astype(np.uint32)
    return SizeCuts(ids, np.stack((begins, ends), 1), made[:, 3], made[:, 4], whole.replaced)


def _encoding_steps(
    tokenizer: Tokenizer, text: bytes, stretch: tuple[int, int], specials: str | Collection[str]
) -> Generator[None, None, Encoding]:
    parts: list[Encoding] = []
    for part in tokenizer.encode_steps(text, specials, *stretch):
        if part is None:
            yield
        else:
            parts.append(part)
    return joined(parts)


def _tree_steps(counter: SizeCounter, token_id: int, whole: bool) -> Generator[None, None, Rows]:
    """Return int64[n, 5], (id, start, end, first, last) of a token's nodes, start and end counted in units.

    Each node stands before its parts, which stand from left to right.
    """
    nodes: list[list[int]] = []
    numbers: list[int] = []  # of parts, by node
    waiting = [(token_id, counter.way(token_id, whole), ALWAYS)]
    start = 0
    while waiting:
        node, way, last = waiting.pop()
        nodes.append([node, start, start + 1, way.highest if way.parts else NEVER, last])
        numbers.append(len(way.parts))
        waiting += [(part, counter.way(part, False), way.highest) for part in reversed(way.parts)]
        start += not way.parts
        if len(nodes) % _SLICE == 0:
            yield
    ends: list[int] = []  # of the nodes of the row that is still without one over it, from the right
    for row, number in zip(reversed(nodes), reversed(numbers), strict=True):
        if number:
            row[2] = ends[-number]
            del ends[-number:]
        ends.append(row[2])
    return np.array(nodes, np.int64)
