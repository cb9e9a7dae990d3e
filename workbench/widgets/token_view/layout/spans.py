"""The tokens of the text that is being edited: ids and byte spans in segments, and a color for each.

An edit shifts whole segments by one number and touches the arrays of one; tokens that the edit cuts are
dropped till the next encoding brings new ones. An encoding that says the same as before but in the
middle changes the middle only, so that colors stay where they are while the user types. Free of Qt.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from workbench.widgets.token_view.document.document import Change

N_COLORS = 6
_FARTHEST = (1 << 31) - 1
_SEGMENT = 16_384  # tokens in a segment: what an edit copies at most, some 0.1 ms
_REMEMBERED = 8  # changes, for those who follow the tokens

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Token:
    """One token of the text.

    Attributes:
        index: its number in the text, from 0; of those that are known, while a text is being encoded.
        id: its token id.
        start, end: its span in bytes of the text.
        provisional: True while a later part may say otherwise.

    """

    index: int
    id: int
    start: int
    end: int
    provisional: bool


@dataclass(slots=True)
class TokenRun:
    """Tokens in order of position, as arrays of length n.

    Attributes:
        first: number in the text of the first of them.
        ids: uint32[n]; starts, ends: int64[n], in bytes of the text; colors: uint8[n], 0 to 5;
            provisional: bool[n].

    """

    first: int
    ids: NDArray[np.uint32]
    starts: Ints
    ends: Ints
    colors: NDArray[np.uint8]
    provisional: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)

    def between(self, start: int, end: int) -> TokenRun:
        """Return the tokens [start, end) of this run."""
        return TokenRun(
            self.first + start,
            self.ids[start:end],
            self.starts[start:end],
            self.ends[start:end],
            self.colors[start:end],
            self.provisional[start:end],
        )

    def copied(self) -> TokenRun:
        """Return the same tokens without the arrays of which they are slices: these may be large."""
        ids, colors, provisional = self.ids.copy(), self.colors.copy(), self.provisional.copy()
        return TokenRun(self.first, ids, self.starts.copy(), self.ends.copy(), colors, provisional)

    def same_until(self, other: TokenRun) -> int:
        """Return how many tokens at the beginning are the same in both."""
        n = min(len(self), len(other))
        same = (self.ids[:n] == other.ids[:n]) & (self.starts[:n] == other.starts[:n])
        same &= self.ends[:n] == other.ends[:n]
        differing = np.flatnonzero(~same)
        return int(differing[0]) if len(differing) else n

    def backward(self) -> TokenRun:
        """Return the tokens from the last to the first."""
        return TokenRun(
            self.first,
            self.ids[::-1],
            self.starts[::-1],
            self.ends[::-1],
            self.colors[::-1],
            self.provisional[::-1],
        )


@dataclass(slots=True)
class _Segment:
    """Tokens whose starts and ends count from `base`, so that shifting them is one addition.

    Within a segment 32 bits are enough: 100 MB of text have some 25 million tokens.
    """

    base: int
    ids: NDArray[np.uint32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    colors: NDArray[np.uint8]
    provisional: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def start(self) -> int:
        return self.base + int(self.starts[0])

    @property
    def end(self) -> int:
        return self.base + int(self.ends[-1])

    def find(self, places: NDArray[np.int32], position: int, side: Literal["left", "right"]) -> int:
        """Return where a byte of the text belongs in `starts` or `ends`.

        It is made one of their own kind: else NumPy would make the whole array one of the other's.
        """
        inside = min(max(position - self.base, -1), _FARTHEST)
        return int(places.searchsorted(np.int32(inside), side))

    def absolute(self, first: int, start: int, end: int) -> TokenRun:
        """Return its tokens [start, end) with their places in the text; `first` is the number of token 0."""
        return TokenRun(
            first + start,
            self.ids[start:end],
            np.add(self.starts[start:end], self.base, dtype=np.int64),
            np.add(self.ends[start:end], self.base, dtype=np.int64),
            self.colors[start:end],
            self.provisional[start:end],
        )


def _concatenated(first: int, runs: list[TokenRun]) -> TokenRun:
    if len(runs) == 1:
        return runs[0]
    if not runs:
        return replace(make_run(np.empty(0, np.uint32), np.empty((0, 2), np.uint64), False), first=first)
    return TokenRun(
        first,
        np.concatenate([run.ids for run in runs]),
        np.concatenate([run.starts for run in runs]),
        np.concatenate([run.ends for run in runs]),
        np.concatenate([run.colors for run in runs]),
        np.concatenate([run.provisional for run in runs]),
    )


def make_run(ids: NDArray[np.uint32], spans: NDArray[np.uint64], provisional: bool) -> TokenRun:
    """Return tokens of an encoding, uncolored: ids uint32[n], spans uint64[n, 2] in bytes of the text."""
    return TokenRun(
        0,
        ids.astype(np.uint32),
        spans[:, 0].astype(np.int64),
        spans[:, 1].astype(np.int64),
        np.zeros(len(ids), np.uint8),
        np.full(len(ids), provisional),
    )


@dataclass(frozen=True, slots=True)
class Touched:
    """What a change left: outside the bytes [start, end] all tokens are those they were.

    Attributes:
        start, end: bytes of the text as it is now; what is at either is touched too.
        delta: how many bytes longer the text has become: by so much moved what comes after.
        n_more: how many tokens more there are: the numbers of those after have risen as much.
        edited: whether the text was edited, else only its tokens.

    """

    start: int
    end: int
    delta: int
    n_more: int
    edited: bool


class SpanStore:
    """All tokens that are known of a text, by position.

    Attributes:
        version: rises with every change.

    """

    def __init__(self) -> None:
        self.version = 0
        self._touched: deque[Touched] = deque(maxlen=_REMEMBERED)
        self._segments: list[_Segment] = []
        self._sizes: list[int] = []  # tokens of each
        self._counts: list[int] | None = None
        self._gone: list[_Segment] = []  # what the last change dropped, until the next or `release`

    def clear(self) -> None:
        """Forget all tokens."""
        self._gone, self._segments = self._segments, []
        self._sizes.clear()
        self._touched.clear()
        self._counts = None
        self.version += 1

    def release(self) -> None:
        """Give back the memory of what was dropped; of 50 MB that takes some 4 ms."""
        self._gone = []

    def _changed(self, touched: Touched) -> None:
        self._counts = None
        self.version += 1
        self._touched.append(touched)

    def touched_since(self, version: int) -> list[Touched] | None:
        """Return what has changed since a version, in order; None if that is not remembered."""
        n_changes = self.version - version
        if not 0 <= n_changes <= len(self._touched):
            return None
        return list(self._touched)[len(self._touched) - n_changes :]

    def __len__(self) -> int:
        return self._sums()[-1]

    def _sums(self) -> list[int]:
        """Return the number of tokens before each segment, and at last that of all."""
        if self._counts is None:
            self._counts = list(accumulate(self._sizes, initial=0))
        return self._counts

    # --- finding

    def _n_before(self, position: int) -> int:
        """Return how many tokens start before a byte position."""
        at = bisect_right(self._segments, position - 1, key=lambda segment: segment.start) - 1
        if at < 0:
            return 0
        segment = self._segments[at]
        return self._sums()[at] + segment.find(segment.starts, position, "left")

    def _n_ended(self, position: int) -> int:
        """Return how many tokens end at or before a byte position."""
        at = bisect_right(self._segments, position, key=lambda segment: segment.end)
        if at == len(self._segments):
            return len(self)
        segment = self._segments[at]
        return self._sums()[at] + segment.find(segment.ends, position, "right")

    def between(self, start: int, end: int) -> tuple[int, int]:
        """Return the numbers (first, last + 1) of the tokens that have a byte in [start, end).

        Tokens without bytes belong where they are, at `end` not.
        """
        first = min(self._n_ended(start), self._n_before(start))
        return first, max(self._n_before(end), first)

    def inside(self, start: int, end: int) -> tuple[int, int]:
        """Return the numbers (first, last + 1) of the tokens that have a byte in [start, end).

        Tokens without bytes at its borders are not among them.
        """
        first = self._n_ended(start)
        return first, max(self._n_before(end), first)

    def take(self, first: int, last: int) -> TokenRun:
        """Return the tokens with the numbers [first, last)."""
        sums = self._sums()
        runs: list[TokenRun] = []
        at = bisect_right(sums, first) - 1
        while at < len(self._segments) and sums[at] < last:
            inside = max(first - sums[at], 0), min(last - sums[at], sums[at + 1] - sums[at])
            runs.append(self._segments[at].absolute(sums[at], *inside))
            at += 1
        return _concatenated(first, runs)

    def overlapping(self, start: int, end: int) -> TokenRun:
        """Return the tokens that have a byte in [start, end)."""
        return self.take(*self.between(start, end))

    def token(self, index: int) -> Token | None:
        """Return a token by its number, or None."""
        if not 0 <= index < len(self):
            return None
        run = self.take(index, index + 1)
        place = int(run.starts[0]), int(run.ends[0])
        return Token(index, int(run.ids[0]), *place, bool(run.provisional[0]))

    def token_at(self, position: int) -> Token | None:
        """Return the token that holds the byte at a position, or None if none is known."""
        token = self.token(self._n_ended(position))
        return token if token and token.start <= position else None

    def enclosing(self, start: int, end: int, size: int) -> tuple[int, int]:
        """Return the bytes from the last token that ends before `start` to the first that begins after `end`.

        Both are within, with those without bytes next to them; if there is none, that side goes to the
        end of the text, which has `size` bytes.
        """
        before, after = self._n_ended(start) - 1, self._n_before(end)
        while (token := self.token(before)) is not None and token.start == token.end:
            before -= 1
        first = 0 if token is None else token.start
        while (token := self.token(after)) is not None and token.start == token.end:
            after += 1
        return first, size if token is None else token.end

    def count(self, token_id: int) -> int:
        """Return how often an id occurs among the known tokens."""
        return sum(int(np.count_nonzero(segment.ids == token_id)) for segment in self._segments)

    def next_same(self, index: int, token_id: int, step: int = 1) -> Token | None:
        """Return the next (step 1) or previous (step -1) token with an id, going round at the ends."""
        n_segments = len(self._segments)
        if not n_segments:
            return None
        here = bisect_right(self._sums(), min(max(index, 0), len(self) - 1)) - 1
        # From the segment of the token all the way round, and that one again for what is on its other side.
        for number in range(n_segments + 1):
            at = (here + step * number) % n_segments
            places = self._sums()[at] + np.flatnonzero(self._segments[at].ids == token_id)
            if number == 0:
                places = places[places > index] if step > 0 else places[places < index]
            if len(places):
                return self.token(int(places[0 if step > 0 else -1]))
        return None

    # --- changing

    def edit(self, start: int, removed: int, inserted: int) -> None:
        """Follow an edit of the text: drop the tokens that it cut, shift the later ones.

        Tokens without bytes at the start of the text stay there: they are put before whatever it is.
        """
        end = start + removed
        first = min(self._n_ended(start), self._n_before(start)) if start else self._n_ended(0)
        last = max(self._n_before(end), first)
        touched = start, end
        if last > first:
            outer = self.take(first, first + 1).starts, self.take(last - 1, last).ends
            touched = min(start, int(outer[0][0])), max(end, int(outer[1][0]))
            self._splice(first, last, None)
        delta = inserted - removed
        if delta:
            self._shift(first, delta)
        self._changed(Touched(touched[0], touched[1] + delta, delta, first - last, edited=True))

    def _shift(self, first: int, delta: int) -> None:
        """Move the tokens from number `first` on by `delta` bytes."""
        sums = self._sums()
        at = bisect_right(sums, first) - 1
        if at < len(self._segments) and sums[at] < first:
            segment = self._segments[at]
            segment.starts[first - sums[at] :] += delta
            segment.ends[first - sums[at] :] += delta
            at += 1
        for segment in self._segments[at:]:
            segment.base += delta

    def merge(self, start: int, end: int, run: TokenRun, joined: Callable[[Ints], NDArray[np.bool_]]) -> None:
        """Put the tokens of the bytes [start, end) instead of those that are there.

        Args:
            start: where the encoded part begins, in bytes of the text.
            end: where it ends.
            run: its tokens, see `make_run`.
            joined: tells for start positions whether a token that starts there is within a
                character begun by the token before it, and so shares its box.

        """
        first, last = self.between(start, end)
        old = self.take(first, last)
        front = old.same_until(run)
        rest = len(run) - front, len(old) - front
        back = old.between(front, len(old)).backward().same_until(run.between(front, len(run)).backward())
        run.colors[:front] = old.colors[:front]
        if back:
            run.colors[-back:] = old.colors[-back:]
        if rest != (back, back):
            middle = run.between(front, len(run) - back)
            self._color(middle, joined(middle.starts), first + front, last - back)
        if old.provisional.any() or run.provisional.any():
            front = back = 0  # they may be the same, and no more, or not yet, for certain
        touched = _extent(old.between(front, len(old) - back), run.between(front, len(run) - back), start)
        self._splice(first, last, run)
        self._changed(Touched(*touched, 0, len(run) - len(old), edited=False))

    def drop(self, start: int, end: int) -> None:
        """Take away the tokens that have a byte in [start, end), millions in no time."""
        first, last = self.between(start, end)
        if last > first:
            outer = self.take(first, first + 1).starts, self.take(last - 1, last).ends
            self._splice(first, last, None)
            self._changed(Touched(int(outer[0][0]), int(outer[1][0]), 0, first - last, edited=False))

    def _color(self, run: TokenRun, joined: NDArray[np.bool_], first: int, last: int) -> None:
        """Give new tokens the colors that follow their left neighbor's and meet their right one's."""
        if not len(run):
            return
        left, right = self.take(max(first - 1, 0), first), self.take(last, last + 1)
        numbers = np.cumsum(~joined)
        before = int(left.colors[-1]) if len(left) else N_COLORS - 1
        run.colors[:] = (before + numbers) % N_COLORS
        if len(right) and run.colors[-1] == right.colors[0]:
            run.colors[numbers == numbers[-1]] = (int(run.colors[-1]) + 2) % N_COLORS

    def _splice(self, first: int, last: int, run: TokenRun | None) -> None:
        """Put a run instead of the tokens with the numbers [first, last)."""
        sums = self._sums()
        at = min(bisect_right(sums, first) - 1, max(len(self._segments) - 1, 0))
        until = bisect_right(sums, last - 1) if last > first else at + 1
        until = min(until, len(self._segments))
        parts: list[TokenRun] = []
        if self._segments:
            parts.append(self._segments[at].absolute(sums[at], 0, first - sums[at]))
        if run is not None:
            parts.append(run)
        if self._segments:
            rest = self._segments[until - 1]
            parts.append(rest.absolute(sums[until - 1], last - sums[until - 1], len(rest)))
        self._gone = self._segments[at:until]  # see `release`: the edit need not wait for it
        self._segments[at:until] = new = _segments(_concatenated(0, parts))
        self._sizes[at:until] = map(len, new)
        self._counts = None


def _extent(one: TokenRun, other: TokenRun, place: int) -> tuple[int, int]:
    """Return the bytes (first, last) of the tokens of two runs, both `place` if there are none."""
    ends = [int(run.starts.min()) for run in (one, other) if len(run)]
    ends += [int(run.ends.max()) for run in (one, other) if len(run)]
    return min(ends, default=place), max(ends, default=place)


def _segments(run: TokenRun) -> list[_Segment]:
    """Cut a run into segments of fair size."""
    n_segments = -(-len(run) // (2 * _SEGMENT)) if len(run) else 0
    bounds = [len(run) * number // n_segments for number in range(n_segments + 1)] if n_segments else []
    return [_segment(run.between(start, end)) for start, end in pairwise(bounds)]


def _segment(run: TokenRun) -> _Segment:
    base = int(run.starts[0])
    starts, ends = (run.starts - base).astype(np.int32), (run.ends - base).astype(np.int32)
    return _Segment(base, run.ids.copy(), starts, ends, run.colors.copy(), run.provisional.copy())


def shifted_spans(spans: Iterable[tuple[int, int]], change: Change) -> tuple[tuple[int, int], ...]:
    """Return spans where they are after an edit; those that it touched are left out."""
    end = change.start + change.removed
    return tuple(
        (change.shifted(first), change.shifted(last))
        for first, last in spans
        if last <= change.start or first >= end
    )


def shifted_token(token: Token | None, change: Change) -> Token | None:
    """Return a token where it is after an edit, None if the edit touched the token."""
    if token is None or (token.start < change.start + change.removed and token.end > change.start):
        return None
    if token.start < change.start < token.end:
        return None
    delta = change.delta if token.start >= change.start + change.removed else 0
    return replace(token, start=token.start + delta, end=token.end + delta)
