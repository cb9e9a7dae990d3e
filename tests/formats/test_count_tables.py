"""The sums of tables of counted pieces."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.counts_files import Rows
from workbench.engine.counting.piece_counts import counted_of
from workbench.engine.splitting.document_counts import DocumentCounts
from workbench.formats.count_tables import sums_of, table_of, table_of_rows

pa = pytest.importorskip("pyarrow")


def table(rows: list[tuple[bytes, int, int, str]]) -> object:
    pieces, counts, documents, names = ([row[at] for row in rows] for at in range(4))
    sources = sorted(set(names))
    places = np.array([sources.index(name) for name in names], np.int64)
    ends = np.cumsum(np.array(list(map(len, pieces)), np.uint64))
    numbers = (np.array(each, np.int64) for each in (counts, documents))
    return table_of_rows(Rows(b"".join(pieces), ends.astype(np.uint64), *numbers, places, sources))


@pytest.mark.parametrize("n_sources", [1, 3])
@pytest.mark.parametrize("n", [0, 1, 2, 500])
def test_the_sums_are_those_of_each_piece_and_source(n: int, n_sources: int) -> None:
    chance = random.Random(n)
    rows = [
        (
            bytes(chance.choices(b"ab\0\xff", k=chance.randrange(4))),
            chance.randrange(1 << 50),
            n,
            f"s{i % n_sources}",
        )
        for i in range(n)
    ]
    sums, documents = Counter[tuple[bytes, str]](), Counter[tuple[bytes, str]]()
    for piece, count, in_documents, source in rows:
        sums[piece, source] += count
        documents[piece, source] += in_documents
    found = sums_of(pa.concat_tables([table(rows[: n // 2]), table(rows[n // 2 :])])).to_pydict()
    assert list(zip(*found.values(), strict=True)) == [
        (piece, sums[piece, source], documents[piece, source], source) for piece, source in sorted(sums)
    ]


@pytest.mark.parametrize(("rest", "piece"), [
    ([], None), ([(b"b", 1 << 62, 1, "s")], None), ([(b"c", 5, 1, "s"), (b"a", 1 << 62, 1, "s")], "a"),
    ([(b"a", 1 << 62, 1, "t")], "a"),
])  # fmt: skip
def test_a_sum_that_int64_does_not_hold_is_named(
    rest: list[tuple[bytes, int, int, str]], piece: str | None
) -> None:
    rows = table([(b"a", 1 << 62, 1, "s"), *rest])
    if piece is None:
        assert sums_of(rows).num_rows == len(rest) + 1
        return
    with pytest.raises(EngineError) as caught:
        sums_of(rows)
    assert (caught.value.code, caught.value.facts["piece"]) == ("counts_sum_too_large", piece)


@pytest.mark.parametrize("n", [0, 1, 2, 500])
def test_a_table_is_in_the_order_of_its_pieces(n: int) -> None:
    chance = random.Random(n)
    sizes = (1, 2, 7, 8, 9, 16, 17)
    pieces = {bytes(chance.choices(b"\0\x01\x7f\x80\xff", k=chance.choice(sizes))) for _ in range(n)}
    counts = {piece: number for number, piece in enumerate(pieces, 1)}
    counted = counted_of(counts.items(), 0)
    found = table_of(DocumentCounts(counted, counted.counts * 2), "a source").to_pylist()
    assert found == [
        {"piece": piece, "count": counts[piece], "documents": 2 * counts[piece], "source": "a source"}
        for piece in sorted(counts)
    ]
