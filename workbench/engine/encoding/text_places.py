"""Where any of some texts is in bytes: the leftmost first, of several at one place the longest.

The kernel of the same name does it where there is one, and here a regular expression of alternatives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.cached import cached_property
from workbench.engine.base.pace import paced, point

Occurrence = tuple[int, int, int]  # start, end in bytes, and a number

_WINDOW = 1 << 18  # bytes searched between two points
_COMPARED = 1 << 22  # bytes of texts that are compared meanwhile at most, if all of one are at each place
_LEAST = 8  # bytes in a window
_HITS = 512  # found between two points
_ROWS = 1 << 12


class TextPlaces:
    """Finds texts that are not empty, none given twice; an occurrence has the number of its text."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self.texts = texts
        self.longest = max(map(len, texts), default=0)

    def first(self, data: bytes, start: int, end: int) -> Occurrence | None:
        """Return the first occurrence in data[start:end]."""
        first, window = self._first, self._window
        while start < end:
            stop = min(end, start + window)
            if (place := first(data, start, stop, end)) is not None:
                return place
            start = stop
            point()
        return None

    def each(self, data: bytes, start: int, end: int) -> Iterator[Occurrence]:
        """Yield the occurrences in data[start:end] from the left, which do not overlap."""
        n_found = 0
        while (place := self.first(data, start, end)) is not None:
            start = place[1]
            n_found += 1
            if n_found % _HITS == 0:
                point()
            yield place

    def across(self, data: bytes, position: int, ends: bool = False) -> tuple[int, int] | None:
        """Return the span of a text that begins before a place and ends behind it, or there with `ends`."""
        start = max(0, position - self.longest)
        while start < position and (place := self._first(data, start, position, len(data))) is not None:
            if place[1] + ends > position:
                return place[:2]
            start = place[0] + 1
            point()
        return None

    def rows(self, data: bytes, ids: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Return uint64[k, 3], what `each` yields, with ids in place of numbers; left out where one is -1."""
        parts: list[NDArray[np.uint64]] = []
        n = 0
        for rows in self._parts(data):
            of_rows = ids[rows[:, 2].astype(np.int64)]
            rows[:, 2] = of_rows.astype(np.uint64)
            parts.append(rows[of_rows >= 0])
            n += len(parts[-1])
        places, n = np.empty((n, 3), np.uint64), 0
        for part in paced(parts, 64):  # a text may be nothing but tokens
            places[n : n + len(part)] = part
            n += len(part)
        return places

    def _parts(self, data: bytes) -> Iterator[NDArray[np.uint64]]:
        """Yield what `each` yields as arrays, the memory of which is used again."""
        if self._kernel is None:
            yield np.array([*paced(self.each(data, 0, len(data)))], np.uint64).reshape(-1, 3)
            return
        rows, position = np.empty((_ROWS, 3), np.uint64), 0
        while position < len(data):
            position, count = self._kernel.find(data, position, position + self._window, rows)
            if count:
                yield rows[:count]
            point()

    @cached_property
    def _first(self) -> Callable[[bytes, int, int, int], Occurrence | None]:
        """What returns the first occurrence that begins from one place to another and ends at a third."""
        if self._kernel is not None:
            first: Callable[[bytes, int, int, int], Occurrence | None] = self._kernel.first
            return first
        pattern = re.compile(_one_of(sorted(self.texts, key=len)[::-1], 3) if self.texts else b"(?!)")
        numbers = {text: number for number, text in enumerate(self.texts)}

        def search(data: bytes, start: int, stop: int, end: int) -> Occurrence | None:
            match = pattern.search(data, start, min(end, stop + self.longest - 1))
            if match is None or match.start() >= stop:
                return None
            return match.start(), match.end(), numbers[match[0]]

        return search

    @cached_property
    def _kernel(self) -> Any:  # noqa: ANN401  # mypy knows nothing of compiled modules
        """The `kernels.text_places.TextPlaces`, or None."""
        module = kernels.kernel("text_places")
        return None if module is None else module.TextPlaces([*self.texts])

    @cached_property
    def _window(self) -> int:
        """How many bytes are searched between two points."""
        compared = max(1, self.longest * len(self.texts).bit_length())
        return max(_LEAST, min(_WINDOW, _COMPARED // compared))


def _one_of(longest_first: list[bytes], depth: int) -> bytes:
    """Return the alternatives, those together that begin alike: `re` tries one after the other."""
    if depth == 0:
        return b"|".join(map(re.escape, longest_first))
    rests: dict[bytes, list[bytes]] = {}
    for text in longest_first:
        rests.setdefault(text[:1], []).append(text[1:])
    # Of those that begin alike the one that is all of their beginning is the shortest, and comes last.
    return b"|".join(
        re.escape(first) + b"(?:" + _one_of(rest, depth - 1) + b")" if first else b""
        for first, rest in rests.items()
    )
