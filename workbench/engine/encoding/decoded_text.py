"""From the bytes of tokens to a text: which of its characters each token begins with."""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError, Place

Ids = Sequence[int] | NDArray[np.integer]

# One character as `decode(errors="replace")` sees it: a whole one, or the longest start of one (each
# becomes one U+FFFD), after Unicode's table 3-7 of well-formed byte sequences.
_CHARACTER = re.compile(
    rb"[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]?|\xe0(?:[\xa0-\xbf][\x80-\xbf]?)?|\xed(?:[\x80-\x9f][\x80-\xbf]?)?"
    rb"|[\xe1-\xec\xee\xef][\x80-\xbf]{0,2}|\xf0(?:[\x90-\xbf][\x80-\xbf]{0,2})?|[\xf1-\xf3][\x80-\xbf]{0,3}"
    rb"|\xf4(?:[\x80-\x8f][\x80-\xbf]{0,2})?|[\x80-\xff]"
)


def first_characters(tokens: Sequence[bytes]) -> list[int]:
    """Return for each token the index of the first character of the joined text with a byte of it."""
    data = b"".join(tokens)
    starts = np.fromiter((found.start() for found in _CHARACTER.finditer(data)), np.int64)
    token_starts = np.fromiter(accumulate(map(len, tokens[:-1]), initial=0), np.int64)[: len(tokens)]
    offsets: list[int] = (np.searchsorted(starts, token_starts, side="right") - 1).tolist()
    return offsets


def whole_numbers(ids: Ids) -> list[int]:
    """Return ids as plain ints; raises EngineError naming the first that is no whole number."""
    numbers: list[Any] = ids.tolist() if isinstance(ids, np.ndarray) else list(ids)
    if set(map(type, numbers)) <= {int}:
        return numbers
    for position, number in enumerate(numbers):
        try:
            numbers[position] = operator.index(number)
        except TypeError:
            raise EngineError(
                "token_id_not_whole", place=Place("id", position), value=repr(number), position=position
            ) from None
    return numbers
