"""Counted pieces for the tests of training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from hypothesis import strategies as st

from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.training.unit_classes import FREE, LONE, SPACE
from workbench.engine.training.units import UnitPieces


def counted(pieces: Iterable[tuple[bytes, int]]) -> CountedPieces:
    pieces = list(pieces)
    return CountedPieces(
        blob=b"".join(piece for piece, _ in pieces),
        ends=np.cumsum([len(piece) for piece, _ in pieces], dtype=np.uint64),
        counts=np.array([count for _, count in pieces], dtype=np.int64),
    )


def _count(words: list[bytes]) -> list[tuple[bytes, int]]:
    return list(Counter(words).items())  # in order of first occurrence


# Words of one to four letters, with long runs of one letter; what training gets wrong first.
letters = st.sampled_from([b"a", b"ab", b"aB c", b"xyz!"])
words = letters.flatmap(
    lambda alphabet: st.lists(
        st.lists(
            st.sampled_from(list(alphabet)).map(lambda byte: bytes([byte]))
            | st.tuples(st.sampled_from(list(alphabet)), st.integers(1, 12)).map(
                lambda run: bytes([run[0]]) * run[1]
            ),
            min_size=1,
            max_size=8,
        ).map(b"".join),
        max_size=8,
    )
)
corpora = words.map(_count)


def units_of(
    pieces: Iterable[tuple[Sequence[int], int]], n_units: int, classes: Sequence[int] | None = None
) -> UnitPieces:
    pieces = list(pieces)
    return UnitPieces(
        units=np.array([unit for piece, _ in pieces for unit in piece], dtype=np.uint32),
        ends=np.cumsum([len(piece) for piece, _ in pieces], dtype=np.uint64),
        counts=np.array([count for _, count in pieces], dtype=np.int64),
        n_units=n_units,
        classes=None if classes is None else np.array(classes, np.int32),
    )


@st.composite
def unit_pieces(draw: st.DrawFn) -> UnitPieces:
    """Pieces of a few units, small and great, some of which may not stand beside others in a token."""
    n_units = draw(st.sampled_from([4, 300, 70_000]))
    units = sorted(draw(st.sets(st.integers(0, n_units - 1), min_size=1, max_size=4)))
    words = draw(st.lists(st.lists(st.sampled_from(units), min_size=1, max_size=9).map(tuple), max_size=8))
    classes = None
    if draw(st.booleans()):
        classes = [FREE] * n_units
        for unit in units:
            classes[unit] = draw(st.sampled_from([FREE, LONE, SPACE, SPACE, 4, 5]))
    return units_of(Counter(words).items(), n_units, classes)
