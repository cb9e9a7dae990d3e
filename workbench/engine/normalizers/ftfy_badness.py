"""ftfy's rule for "badness" (rspeer/python-ftfy, 6.3, ftfy/badness.py) as states, for the kernel.

The rule is a pattern of alternatives, each of a few characters. A state is how far each of them has come.
ftfy looks again at what it has made of a line: a character for which it puts others counts as either. So what
is bad by the states need not be; what is not, is neither before nor after.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point
from workbench.engine.normalizers.ftfy_shortcuts import named_in

# A comment; or one character's set; or the next alternative. That one may be missing ("?"), or that a line
# begins ("^"), is left out: "[ÃÂ][ ]" is bad everywhere then, which is all that they are there for.
_ITEM = re.compile(r"#[^\n]*|(\[(?:[^]\\]|\\.)+\]|\\.|[^\s|^?])|(\|)")
_UNNAMED = ("\\s", "\\w", ".", "[^A-Za-z]")  # the sets of characters that the pattern does not name

_Table = NDArray[np.uint16]
_Kind = tuple[int, tuple[int, ...]]  # the places where a character fits, and those that ftfy puts for it


def badness_states(put: Mapping[str, str], n_points: int) -> tuple[NDArray[np.uint32], _Table]:
    """Return the class of each of the first characters, as the place of its row, and the rows.

    A row has the next state for each state: 0 is that the line is bad, 1 that it begins. `put` has what ftfy
    puts for single characters.
    """
    from ftfy.badness import BADNESS_RE

    ways = _ways(BADNESS_RE.pattern)
    letters = sorted({*map(chr, range(0x80)), *named_in(BADNESS_RE.pattern), *put, *"".join(put.values())})
    sets = [one for way in ways for one in way]
    fits = dict.fromkeys(letters, 0)
    for one in set(sets):
        places = sum(1 << place for place, other in enumerate(sets) if other == one)
        for letter in re.findall(one, "".join(letters)):
            fits[letter] |= places
    unnamed = sum(1 << place for place, one in enumerate(sets) if one in _UNNAMED)
    kinds: dict[_Kind, int] = {(unnamed, (unnamed,)): 0}
    classes = np.zeros(n_points, np.uint32)
    for letter in letters:
        kind = fits[letter], tuple(fits[c] for c in put.get(letter, letter))
        classes[ord(letter)] = kinds.setdefault(kind, len(kinds))
    rows = _rows(ways, list(kinds))
    return classes * np.uint32(rows.shape[1]), rows.ravel()


def _ways(pattern: str) -> list[list[str]]:
    """Return the sets of characters of each alternative."""
    ways: list[list[str]] = [[]]
    for item in _ITEM.finditer(pattern):
        if item[1]:
            ways[-1].append(item[1])
        elif item[2]:
            ways.append([])
    return ways


def _rows(ways: Sequence[Sequence[str]], kinds: Sequence[_Kind]) -> _Table:
    """Return the next states by class and state."""
    ends = list(accumulate(map(len, ways)))
    first = sum(1 << end - len(way) for way, end in zip(ways, ends, strict=True))
    last = sum(1 << end - 1 for end in ends)
    columns = [[0] * len(kinds)]
    numbers = {0: 1}  # by places where alternatives are, the state
    for places in (reachable := [0]):
        point()
        columns.append([])
        for old, new in kinds:
            after = seen = (places << 1 | first) & old
            also = places
            for fits in new:
                also = (also << 1 | first) & fits
                seen |= also
            bad, after = seen & last, after | also
            if not bad and after not in numbers:
                numbers[after] = len(numbers) + 1
                reachable.append(after)
            columns[-1].append(0 if bad else numbers[after])
    return np.array(columns, np.uint16).T.copy()
