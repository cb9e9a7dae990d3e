"""A vocabulary as the panels read it: rows of a `VocabListed`, looked up, searched, filtered, sorted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.encoding.vocab_table import KIND_BYTE, KIND_MERGE, KIND_SPECIAL
from workbench.worker.messages.tokenizers import VocabListed

Rows = NDArray[np.intp]
_MARKS = ("", " ", "\u2581", "##")  # of a word's beginning, or of its inside
KINDS = ("byte", "merge", "special", "partial")


class Vocabulary:
    """Flat arrays with the questions that a view asks of them; a row is a position in the arrays.

    Attributes:
        listed: the message it was made of.

    """

    def __init__(self, listed: VocabListed) -> None:
        self.listed = listed
        self._orders: dict[tuple[str, bool], Rows] = {}

    def __len__(self) -> int:
        return len(self.listed.ids)

    @property
    def handle(self) -> int:
        """The tokenizer's handle."""
        return self.listed.handle

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """int64[n], bytes of each token."""
        ends = self.listed.ends.astype(np.int64)
        return ends - np.concatenate(([0], ends[:-1]))

    @cached_property
    def n_merges(self) -> int:
        """Number of tokens that came from a merge."""
        if self.listed.n_merges is not None:
            return self.listed.n_merges
        return int((self.listed.kinds == KIND_MERGE).sum())

    def score(self, row: int) -> float | None:
        """Return the score of a row, None if tokens have none."""
        scores = self.listed.scores
        return None if scores is None or self.kind(row) == "special" else float(scores[row])

    def token(self, row: int) -> bytes:
        """Return a row's bytes."""
        end = int(self.listed.ends[row])
        return self.listed.blob[end - int(self.lengths[row]) : end]

    def spelling(self, row: int) -> bytes:
        """Return a row's bytes as people write the token: with `</w>` where it ends a word so."""
        ends = self.listed.word_ends
        return self.token(row) + (b"</w>" if ends is not None and ends[row] else b"")

    def row_of(self, token_id: int) -> int | None:
        """Return the row of an id, or None."""
        row = int(np.searchsorted(self.listed.ids, token_id))
        return row if row < len(self) and int(self.listed.ids[row]) == token_id else None

    def row_like(self, other: Vocabulary, row: int) -> int | None:
        """Return the row of the token that another vocabulary has in a row, or None.

        An id means another token there, so that bytes tell: as people write them, of a special token or not.
        """
        wanted = other.spelling(row), other.kind(row) == "special"
        for here in self.rows_with(other.token(row)):
            if (self.spelling(here), self.kind(here) == "special") == wanted:
                return here
        return None

    def rows_with(self, data: bytes) -> list[int]:
        """Return the rows of the tokens with these very bytes."""
        rows, rows_found = self.order("token"), []
        for at in range(bisect_left(rows, data, key=lambda one: self.token(int(one))), len(rows)):
            if self.token(int(rows[at])) != data:
                break
            rows_found.append(int(rows[at]))
        return rows_found

    def kind(self, row: int) -> str:
        """Return "byte", "merge" or "special"."""
        return KINDS[int(self.listed.kinds[row])]

    def pair(self, row: int) -> tuple[int, int] | None:
        """Return the ids that a row's token was merged from, or None."""
        left, right = (int(value) for value in self.listed.pairs[row])
        return None if left < 0 else (left, right)

    def built_levels(self, token_id: int) -> Iterator[Rows]:
        """Yield the rows of the tokens that were merged from this one, then of those merged from these, …."""
        pairs = self.listed.pairs
        size = max(int(pairs.max(initial=-1)), int(self.listed.ids.max(initial=0)), token_id) + 2
        is_part, seen = np.zeros(size, np.bool_), np.zeros(len(self), np.bool_)  # -1 is the last place
        is_part[token_id] = True
        while True:
            rows = np.flatnonzero((is_part[pairs[:, 0]] | is_part[pairs[:, 1]]) & ~seen)
            if not len(rows):
                return
            yield rows
            seen[rows] = True
            is_part[:] = False
            is_part[self.listed.ids[rows]] = True

    def variants(self, row: int) -> list[int]:
        """Return the rows of the tokens that differ from this one in case, or in what marks a word only.

        Marks are a space or `▁` in front, `##`, and `</w>` behind.
        """
        try:
            text = self.token(row).decode()
        except UnicodeDecodeError:
            return []
        core = next((text[len(mark) :] for mark in _MARKS if mark and text.startswith(mark)), text)
        if not core:
            return []
        cases = dict.fromkeys((core, core.lower(), core.capitalize(), core.upper()))
        variants = [
            each
            for case in cases
            for mark in _MARKS
            for each in self.rows_with((mark + case).encode())
            if each != row and self.kind(each) != "special"
        ]
        return list(dict.fromkeys(variants))

    def of_kind(self, kind: str) -> NDArray[np.bool_]:
        """Return bool[n], the rows of a kind: "all", "byte", "merge", "special" or "partial" UTF-8."""
        if kind == "all":
            return np.ones(len(self), dtype=np.bool_)
        if kind == "partial":
            return self.listed.partial
        wanted = {"byte": KIND_BYTE, "merge": KIND_MERGE, "special": KIND_SPECIAL}[kind]
        is_wanted: NDArray[np.bool_] = self.listed.kinds == wanted
        return is_wanted

    def with_text(self, text: str) -> NDArray[np.bool_]:
        """Return bool[n], the rows whose text holds `text`, upper and lower case alike."""
        return _holding(self._folded, self.listed.folded_ends, text.lower().encode("utf-8", "surrogatepass"))

    def with_bytes(self, data: bytes) -> NDArray[np.bool_]:
        """Return bool[n], the rows whose bytes hold `data`."""
        return _holding(self._bytes, self.listed.ends, data)

    def with_id(self, digits: str) -> NDArray[np.bool_]:
        """Return bool[n], the rows whose id begins with these digits."""
        if not digits.isdecimal():
            return np.zeros(len(self), dtype=np.bool_)
        wanted, begins = int(digits[:12]), np.zeros(len(self), dtype=np.bool_)
        ids, width = self.listed.ids.astype(np.int64), 1
        while wanted * width <= int(ids[-1] if len(ids) else 0):
            begins |= (ids >= wanted * width) & (ids < (wanted + 1) * width)
            width *= 10
            if wanted == 0:
                break
        return begins

    def order(self, column: str, falling: bool = False) -> Rows:
        """Return all rows in the order of a column: "id", "token" (by bytes), "length" or "rank".

        Rows that are equal in it are in the order of their ids, rising or falling alike.
        """
        wanted = (column, falling)
        if wanted not in self._orders:
            self._orders[wanted] = self._ordered(column, falling)
        return self._orders[wanted]

    def _ordered(self, column: str, falling: bool) -> Rows:
        if column == "token":
            # A permutation, so its inverse is the order: sorting it would take ten times as long.
            rows = np.empty(len(self), dtype=np.intp)
            rows[self.listed.byte_order] = np.arange(len(self))
            return rows[::-1] if falling else rows
        columns: dict[str, NDArray[Any]] = {
            "id": self.listed.ids, "length": self.lengths, "rank": self.listed.ranks,
        }  # fmt: skip
        if column == "rank" and self.listed.scores is not None:
            # The best first, as the lowest rank comes first.
            scores = self.listed.scores.astype(np.float64)
            return np.argsort(scores if falling else -scores, kind="stable")
        keys = columns[column].astype(np.int64)
        return np.argsort(-keys if falling else keys, kind="stable")

    @cached_property
    def _bytes(self) -> NDArray[np.uint8]:
        return np.frombuffer(self.listed.blob, dtype=np.uint8)

    @cached_property
    def _folded(self) -> NDArray[np.uint8]:
        return np.frombuffer(self.listed.folded, dtype=np.uint8)


def _holding(hay: NDArray[np.uint8], ends: NDArray[np.uint64], needle: bytes) -> NDArray[np.bool_]:
    """Return bool[n], the stretches of `hay` that hold `needle` whole; an empty needle is in all."""
    holds = np.zeros(len(ends), dtype=np.bool_)
    if not needle:
        return ~holds
    if len(hay) < len(needle):
        return holds
    last = len(hay) - len(needle) + 1
    hits = np.flatnonzero(hay[:last] == needle[0])
    for offset, byte in enumerate(needle[1:], start=1):
        hits = hits[hay[hits + offset] == byte]
    rows = np.searchsorted(ends, hits, side="right")
    whole = hits + len(needle) <= ends[rows].astype(np.int64)
    holds[rows[whole]] = True
    return holds
