"""Counted pieces for the tests of training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from hypothesis import strategies as st

from workbench.engine.piece_counts import CountedPieces


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
