"""Counts times weights, and several parts as one."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Reading, TextSource
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.counting.weighted_counts import join_parts, weighted


def counted(pieces: dict[bytes, int], lost: int = 0) -> CountedPieces:
    ends = np.cumsum([len(piece) for piece in pieces], dtype=np.uint64)
    return CountedPieces(b"".join(pieces), ends, np.array(list(pieces.values()), np.int64), lost)


def joined(*parts: tuple[CountedPieces, Fraction]) -> CountedPieces:
    return join_parts(parts)


@given(
    counts=st.lists(st.integers(0, 1 << 62), max_size=5),
    weight=st.fractions(Fraction(1, 1000), 1000, max_denominator=1_000_000),
)
def test_a_weight_is_rounded_half_up(counts, weight):
    exact = [int(count * weight + Fraction(1, 2)) for count in counts]
    assert weighted(np.array(counts, np.int64), weight).tolist() == [min(n, (1 << 63) - 1) for n in exact]


def test_parts_are_joined_in_order():
    whole = joined(
        (counted({b"a": 3, b"b": 1}, lost=2), Fraction(1, 3)),
        (counted({b"c": 5, b"a": 1}, lost=1), Fraction(2)),
    )
    assert (list(whole), whole.lost) == ([(b"a", 3), (b"c", 10)], 3)


def test_a_single_part_is_left_as_it_is():
    part = counted({b"a": 3})
    assert joined((part, Fraction(1))) is part


def test_sources_are_grouped_by_weight(tmp_path):
    for name in "abc":
        (tmp_path / name).write_text(name)
    sources = [
        SourceOptions(str(tmp_path / "a"), weight=0.5),
        TextSource("t", "text"),
        SourceOptions(str(tmp_path / "b"), weight=0.5),
        SourceOptions(str(tmp_path / "c"), enabled=False),
    ]
    reading = Reading(sources)
    groups = reading.groups()
    assert [weight for weight, _ in groups] == [Fraction(1, 2), Fraction(1)]
    texts = [[item for item in group.read() if isinstance(item, bytes)] for _, group in groups]
    assert texts == [[b"a", b"b"], [b"text"]]
    assert [account.accounting.used for account in reading.accounts] == [1, 1, 4]
    ((weight, only),) = Reading(["x"]).groups()
    assert (weight, type(only)) == (1, Reading)


def test_what_is_held_out_is_the_same_every_time(tmp_path):
    (tmp_path / "a.jsonl").write_text("".join(f'{{"text": "document {n}"}}\n' for n in range(2000)))
    options = SourceOptions(str(tmp_path / "a.jsonl"), held_out=0.1, seed=5)

    def read(options: SourceOptions) -> tuple[list[bytes], list[bytes]]:
        reading = Reading([options])
        used = [item for item in reading.read() if isinstance(item, bytes)]
        account = reading.accounts[0].accounting
        assert account.left_out["held_out"] == sum(map(len, reading.held_out.documents))
        return used, reading.held_out.documents

    used, held_out = read(options)
    assert read(options) == (used, held_out)
    assert sorted(used + held_out) == sorted(f"document {n}".encode() for n in range(2000))
    assert len(held_out) == pytest.approx(200, abs=60)
    assert read(SourceOptions(options.path, held_out=0.1, seed=6))[1] != held_out


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.csv"])
def test_a_sample_ends_with_a_document_and_leaves_the_rest(tmp_path, name):
    row = {"a.txt": "line %d\n", "a.jsonl": '{"text": "line %d"}\n', "a.csv": 'x,"line %d"\n'}[name]
    path = tmp_path / name
    path.write_text("id,text\n" * (name == "a.csv") + "".join(row % n for n in range(30_000)))
    reading = Reading([SourceOptions(str(path), sample_bytes=100_000)])
    text = b"".join(item for item in reading.read() if isinstance(item, bytes))
    (account,) = (account.accounting for account in reading.accounts)
    assert account.used == len(text)
    assert 100_000 <= len(text) < 100_020
    assert account.n_bytes == path.stat().st_size
    assert not account.changed
    assert account.left_out["beyond_sample"] > 150_000
    share = Reading([SourceOptions(str(path), sample_share=0.5)])
    n_used = sum(len(item) for item in share.read() if isinstance(item, bytes))
    if name != "a.txt":
        assert n_used / 318_890 == pytest.approx(0.5, abs=0.1)
    assert share.accounts[0].accounting.n_bytes == path.stat().st_size
