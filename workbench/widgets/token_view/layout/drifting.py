"""Where tokens of a text would not stay, to be marked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class DriftMarks:
    """Places in bytes of the text.

    Attributes:
        cuts: int64[n], rising: a text that is cut there has other ids.
        word_ends: int64[m], rising: words end there, inside a token.
        unlike: (start, end) of what has other ids when it is decoded and encoded again; empty for nothing.

    """

    cuts: NDArray[np.int64]
    word_ends: NDArray[np.int64]
    unlike: tuple[int, int] = (0, 0)
