"""How many tokens a text has at every vocabulary size at once: any prefix of the merges is a tokenizer.

Merging takes the pair of lowest rank first. At size k it goes as at the whole size, up to the first merge
whose token has an id of k or more: everything that might merge then has such an id, so nothing more happens.
A merge inside a token is therefore left out exactly where k is no higher than the highest id in its tree of
merges. So the tokens at the whole size tell the others: each stands for the merges of its tree, and
the number of tokens at size k is the number at the whole size and one for each merge that k leaves out.

Where a piece that is a token is taken whole, whatever merging would make of it (files of ranks,
Hugging Face's `ignore_merges`), its token is one step of its own, from what the tokens before it make of the
piece. Nothing is encoded twice, and what is counted grows with the number of different tokens only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import emptied, paced, point
from workbench.engine.encoding.encoding import Encoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.model import Model

_LEARNED = 512  # bytes of tokens that are merged again between two points, some milliseconds

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SizeCounts:
    """The tokens of a text at every size.

    Attributes:
        lowest: the smallest size, where nothing merges.
        counts: int64[n], the number of tokens at size `lowest` + i; the last is at the whole size.

    """

    lowest: int
    counts: Counts

    def at(self, size: int) -> int:
        """Return the number of tokens at a size."""
        return int(self.counts[size - self.lowest])


@dataclass(frozen=True, slots=True)
class Way:
    """How a token comes about: from which tokens, and from which size on it is there.

    Attributes:
        parts: ids of the tokens that it is merged from, () for a unit.
        highest: the highest id in the tree of its merges, 0 for a unit; it is there at larger sizes.

    """

    parts: tuple[int, ...]
    highest: int


class SizeCounter:
    """Counts for one tokenizer, and keeps what it has learned of its tokens."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Take a tokenizer.

        Raises:
            EngineError: "no_merge_order".

        """
        model = tokenizer.model
        smallest = model.capabilities.smallest_size
        if smallest is None:
            raise EngineError("no_merge_order", size=tokenizer.vocab_size)
        self._tokenizer = tokenizer
        self._model = model
        self.lowest = smallest
        self._merged: dict[int, Way] = {}  # as merging makes it inside any piece
        self._whole: dict[int, Way] = {}  # as a piece that is taken whole, where that is not the same

    def counts(self, text: bytes, specials: str | Collection[str] = "none") -> SizeCounts:
        """Return the counts of a text; `specials` as in `encode_parts`."""
        size = self._tokenizer.vocab_size
        times = np.zeros(max([size, *(i + 1 for i in self._tokenizer.specials.texts)]), np.int64)
        whole: dict[int, int] = {}
        n_tokens = 0
        for part in self._tokenizer.encode_parts(text, specials):
            n_tokens += len(part.ids)
            times += np.bincount(part.ids, minlength=len(times))
            self.learn(np.unique(part.ids).tolist())
            self._count_whole(part, whole)
            point()
        for token_id, count in whole.items():
            times[token_id] -= count
        left_out = self._left_out(times, whole)
        later = np.cumsum(left_out[::-1])[::-1]  # [k]: merges left out at size k
        return SizeCounts(self.lowest, n_tokens + later[self.lowest :])

    # --- tokens ---------------------------------------------------------------------------------

    def learn(self, token_ids: Iterable[int]) -> None:
        """Learn how tokens come about, and the tokens that they come from."""
        waiting = [i for i in token_ids if i not in self._merged]
        looked = 0
        while waiting:
            token_id = waiting[-1]
            if token_id in self._merged:
                waiting.pop()
                continue
            parts = self._model.merged_from(token_id)
            unknown = [part for part in parts if part not in self._merged]
            if unknown:
                waiting += unknown
                continue
            waiting.pop()
            below = [self._merged[part].highest for part in parts]
            self._merged[token_id] = Way(parts, max(token_id, *below) if parts else 0)
            self._look_at_whole(token_id, parts, waiting)
            looked += len(self._model.token_bytes(token_id) or b"")
            if looked >= _LEARNED:
                looked = 0
                point()

    def _look_at_whole(self, token_id: int, parts: tuple[int, ...], waiting: list[int]) -> None:
        """Learn of a token that is taken whole where merging would make another or none."""
        taken = self._model.taken_whole_from(token_id)
        if len(taken) > 1 and taken != parts:
            self._whole[token_id] = Way(taken, token_id)
            waiting += [part for part in taken if part not in self._merged]

    def way(self, token_id: int, whole: bool) -> Way:
        """Return how a token that was learned of comes about, where it is taken `whole` as there."""
        return self._whole.get(token_id, self._merged[token_id]) if whole else self._merged[token_id]

    def taken_whole(self, part: Encoding) -> NDArray[np.bool_]:
        """Return bool[n], which of the tokens are pieces that were taken whole and not merged."""
        is_whole = np.isin(part.ids, list(self._whole)) if self._whole else np.zeros(len(part.ids), np.bool_)
        if is_whole.any():
            spans = part.spans[is_whole]
            rows = np.searchsorted(part.pieces[:, 0], spans[:, 0], side="right") - 1
            is_whole[is_whole] = (part.pieces[np.maximum(rows, 0)] == spans).all(axis=1)
        return is_whole

    def _count_whole(self, part: Encoding, whole: dict[int, int]) -> None:
        """Add how often tokens are pieces that were taken whole."""
        ids, counts = np.unique(part.ids[self.taken_whole(part)], return_counts=True)
        for token_id, count in zip(ids.tolist(), counts.tolist(), strict=True):
            whole[token_id] = whole.get(token_id, 0) + count

    # --- merges ---------------------------------------------------------------------------------

    def _left_out(self, times: Counts, whole: dict[int, int]) -> Counts:
        """Return int64[vocab_size + 1], [i] how many merges of the text are left out up to size i."""
        uses = _Uses(np.zeros(self._tokenizer.vocab_size + 1, np.int64), self._model)
        for token_id, count in paced(whole.items()):
            uses.add(self._whole[token_id], count)
        for token_id in paced(np.flatnonzero(times).tolist()):
            if token_id in self._merged:
                uses.want(token_id, 0)
        for _, token_id in paced(emptied(uses.queue, heappop), 64):
            uses.add(self._merged[token_id], uses.often[token_id] + int(times[token_id]))
        return uses.left_out


class _Uses:
    """How often tokens are needed for others.

    Attributes:
        left_out: int64[k], [i] merges that are left out up to size i and no further.
        often: by token id.
        queue: the longest first, so that a token comes after all that need it as a part.

    """

    def __init__(self, left_out: Counts, model: Model) -> None:
        self.left_out = left_out
        self._model = model
        self.often: dict[int, int] = {}
        self.queue: list[tuple[int, int]] = []

    def add(self, way: Way, count: int) -> None:
        """Need all that a token comes from so many times more."""
        if way.parts:
            self.left_out[way.highest] += count * (len(way.parts) - 1)
        for part in way.parts:
            self.want(part, count)

    def want(self, token_id: int, count: int) -> None:
        """Need a token so many times more."""
        if token_id not in self.often:
            self.often[token_id] = 0
            heappush(self.queue, (-len(self._model.token_bytes(token_id) or b""), token_id))
        self.often[token_id] += count
