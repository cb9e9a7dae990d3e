"""The states of a split pattern as a transducer, which never goes back in the text.

Where a match may still end at an earlier place, a state also holds what is true then: the borders that
follow, and the state behind the last of them (M. Mohri, "Finite-State Transducers in Language and Speech
Processing"). So a border is known some characters late; one that would be known too late is left to the
pattern's own states. The kernel reads two characters in a step (kernels/table_windows.pxd).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point

_DEAD, _START = 0, 1  # states of the pattern
_MOST_STATES = 1000
_MOST_ENTRIES = 1 << 17  # of 8 bytes
_MOST_CLASSES = 127
_BITS = 32  # borders that an entry has room for, one before each of the last characters

Marks = tuple[int, int]  # borders as bits, the lowest before the next character, and which of them end a gap


class Waiting(NamedTuple):
    """A match that has begun, and what is true if it goes on no further: borders, and what begins there.

    `line`: a line end was read last, which counts when it is known what follows.
    """

    state: int
    marks: Marks = (0, 0)
    rest: Waiting | None = None
    line: bool = False


_BEGIN = Waiting(_START)


def transducer(
    table: NDArray[np.int32],
    failing: NDArray[np.bool_],
    ascii_classes: NDArray[np.uint8],
    newline: int,
    *,
    leaves_out: bool,
) -> bytes:
    """Return a pattern's states as the kernel reads them, b"" if there are too many classes.

    Args:
        table: for each state and class twice the next state, and 1 more for a match before.
        failing: for each state whether a match may end before what was read, or fail.
        ascii_classes: of the first 128 characters.
        newline: the class of a line end, which is another one if nothing follows; -1 if that is the same.
        leaves_out: whether there may be gaps.

    Returns:
        uint32: the place of the first row, and `leaves_out`; what each code adds to a place as the first of
        two, and as the second (codes: ASCII, 128 and the class of another character, 255 for none); for each
        state and two codes the place of the next row, and as bits the borders, the highest before what is
        read next. If there are gaps, borders have the higher 16 bits, and the lower ones say which end a gap.
        Places are in bytes.

    """
    if table.shape[1] > _MOST_CLASSES:
        return b""
    lines = np.arange(table.shape[1]) == newline
    columns, numbers = np.unique(np.vstack([table, lines]), axis=1, return_inverse=True)
    numbers = numbers.reshape(-1)
    line = -1 if newline < 0 else int(numbers[newline])
    steps = _Transducer(columns[:-1], failing, line).steps(_BITS >> leaves_out)
    then, said = np.moveaxis(steps, 2, 0)
    n = then.shape[1]
    size = 8 * n * n
    second = then.astype(np.intp)
    said = said[:, :, None] >> np.uint64(1) | said[second]
    entries = np.stack([then[second] * np.uint64(size), said], axis=-1)
    codes = np.full(256, n - 1)
    codes[:128] = numbers[ascii_classes]
    codes[128 : 128 + len(numbers)] = numbers
    parts = ([size, leaves_out], codes * (8 * n), codes * 8, entries)
    return b"".join(np.asarray(part).astype(np.uint32).tobytes() for part in parts)


class _Transducer:
    """The states of a pattern that wait for what follows, over its classes."""

    def __init__(self, table: NDArray[np.int32], failing: NDArray[np.bool_], newline: int) -> None:
        self._rows = table.tolist()
        self._failing = failing.tolist()
        self._newline = newline

    def steps(self, bits: int) -> NDArray[np.uint64]:
        """Return uint64[states, classes + 1, 2]: the next state and the borders that are known then.

        State 0 knows nothing any more, 1 is where a piece begins; the last class is of what is no character.
        """
        n = len(self._rows[0])
        most = min(_MOST_STATES, _MOST_ENTRIES // (n + 1) ** 2)
        numbers = {_BEGIN: 1}
        steps = [[(0, 0)] * (n + 1)]
        for state in (waiting := [_BEGIN]):
            row = []
            for symbol in range(n):
                following, marks = self._after(state, symbol)
                is_late = max(*marks, *following.marks) >> (bits - 1)  # one bit is for the second character
                if not is_late and following not in numbers and len(numbers) + 1 < most:
                    numbers[following] = len(numbers) + 1
                    waiting.append(following)
                number = 0 if is_late else numbers.get(following, 0)
                row.append((number, _mirrored(marks, bits) if number else 0))
            steps.append([*row, (0, 0)])
            point()
        return np.array(steps, np.uint64)

    def _after(self, waiting: Waiting, symbol: int) -> tuple[Waiting, Marks]:
        """Return the state after a character, and the borders that are known then."""
        marks = (0, 0)
        if waiting.line:
            waiting, marks = self._read(waiting._replace(line=False), self._newline)
        if symbol == self._newline:
            return waiting._replace(line=True), _behind(marks, (0, 0))
        waiting, more = self._read(waiting, symbol)
        return waiting, _behind(marks, more)

    def _read(self, waiting: Waiting, symbol: int) -> tuple[Waiting, Marks]:
        state, marks, rest, _ = waiting
        following, matched = divmod(self._rows[state][symbol], 2)
        if state == _START:
            marks, rest = (1, 1), _BEGIN  # a gap, if nothing matches
        elif matched or rest is not None:
            rest, more = self._read(_BEGIN if matched or rest is None else rest, symbol)
            marks = _behind((1, 0) if matched else marks, more)
        if following == _DEAD and rest is not None:
            return rest, marks
        return Waiting(following, marks, rest) if self._failing[following] else Waiting(following), (0, 0)


def _behind(marks: Marks, more: Marks) -> Marks:
    """Return the borders before and behind one more character."""
    return marks[0] << 1 | more[0], marks[1] << 1 | more[1]


def _mirrored(marks: Marks, bits: int) -> int:
    """Return the bits of an entry."""
    starts, gaps = (int(f"{each:0{bits}b}"[::-1], 2) for each in marks)
    return starts if bits == _BITS else starts << bits | gaps
