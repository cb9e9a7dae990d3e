"""A run that was left is taken up again: the same merges as in one run, by whatever code."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.counted import corpora, counted, unit_pieces, units_of
from tests.engine.training.test_merges import TIES
from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.training.checkpoint import fingerprint_of
from workbench.engine.training.trainer import Merge, TrainerOptions, n_symbols_of, train
from workbench.engine.training.units import UnitPieces

Pieces = CountedPieces | UnitPieces


@pytest.fixture(params=["compiled", "plain"])
def way(request: pytest.FixtureRequest) -> Iterator[None]:
    if request.param == "compiled" and not kernels.active():
        pytest.skip(f"the kernels are not in use: {kernels.why_not()}")
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "plain":
            patch.setenv("WORKBENCH_PURE", "1")
        yield


def fingerprint(pieces: Pieces) -> str:
    return fingerprint_of(pieces)


def merges_of(steps: Iterator[object]) -> list[Merge]:
    return [step for step in steps if isinstance(step, Merge)]


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("tie", TIES)
@given(pieces=corpora.map(counted) | unit_pieces(), place=st.integers(0, 40))
def test_it_goes_on_as_if_it_had_never_stopped(tie: str, pieces: Pieces, place: int) -> None:
    options = TrainerOptions(n_symbols_of(pieces) + 40, tie=tie)
    whole = merges_of(train(pieces, options))
    pairs = np.array([(merge.left, merge.right) for merge in whole[:place]], np.int32).reshape(-1, 2)
    assert merges_of(train(pieces, options, pairs)) == whole


@pytest.mark.usefixtures("way")
def test_a_merge_that_comes_out_otherwise() -> None:
    pieces, options = counted([(b"abab", 2), (b"cd", 3)]), TrainerOptions(300)
    first, *others = merges_of(train(pieces, options))
    for wrong, rank in (([(99, 99)], 0), ([(first.left, first.right), (1, 2)], 1)):
        with pytest.raises(EngineError) as caught:
            list(train(pieces, options, wrong))
        assert caught.value.code == "replay_differs"
        assert caught.value.facts["rank"] == rank
        assert str(caught.value)
    too_many = [(merge.left, merge.right) for merge in (first, *others)] + [(1, 2)]
    with pytest.raises(EngineError, match="no pair"):
        list(train(pieces, options, too_many))


def test_every_part_counts_in_a_fingerprint() -> None:
    several: list[Pieces] = [
        counted([]),
        counted([(b"ab", 1)]),
        counted([(b"ab", 2)]),
        counted([(b"a", 1), (b"b", 1)]),
        units_of([([97, 98], 1)], 256),
        units_of([([97, 98], 1)], 257),
        units_of([([97, 98], 1)], 256, [0] * 256),
        units_of([([97, 98], 1)], 256, [1] * 256),
    ]
    assert len({fingerprint(pieces) for pieces in several}) == len(several)
