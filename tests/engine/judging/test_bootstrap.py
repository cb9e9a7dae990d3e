"""Intervals hold the truth as often as they say, and rows that were joined keep their sums."""

import os

import numpy as np
import pytest

from workbench.engine.judging import bootstrap
from workbench.engine.judging.bootstrap import Drawn
from workbench.engine.judging.unit_sums import UnitSums

THOROUGH = os.environ.get("WORKBENCH_THOROUGH") == "1"


@pytest.mark.parametrize("n", [10, 30, 200])
def test_an_interval_holds_the_truth_95_times_in_100(n: int) -> None:
    """With 2,000 trials 93 to 97; fewer leave more to chance."""
    trials, draws = (2000, 1000) if THOROUGH else (250, 200)
    random = np.random.default_rng(n)
    noise = 0.15
    truth = np.exp(noise**2 / 2) * (1 / 4 - 1 / 4.2)
    held = 0
    for trial in range(trials):
        size = random.lognormal(7, 1, n)
        first, other = (size / each * random.lognormal(0, noise, n) for each in (4, 4.2))
        drawn = Drawn(np.stack([size, first, other], 1).astype(np.int64), draws, trial)
        found = drawn.difference((1, 0), (2, 0))
        assert found is not None
        held += found.low <= truth <= found.high
    reach = 0.02 if THOROUGH else 0.045
    assert 0.95 - reach <= held / trials <= 0.95 + reach + 0.005 * (not THOROUGH)


def test_an_interval_ends_where_no_document_and_no_draw_has_such_a_figure() -> None:
    random = np.random.default_rng(10)
    n_limited = 0
    for trial in range(40):
        tokens = random.lognormal(7, 1, 10)
        size = tokens * random.uniform(3, 5, 10)
        rows = np.stack([size, tokens, np.r_[0, tokens[1:]]], 1).astype(np.int64)
        drawn = Drawn(rows, 200, trial)
        found, each = drawn.ratio((0, 1)), rows[:, 0] / rows[:, 1]
        assert each.min() <= found.low <= rows[:, 0].sum() / rows[:, 1].sum() <= found.high <= each.max()
        n_limited += found.low == each.min() or found.high == each.max()
        assert drawn.ratio((0, 2)).high < np.inf  # of a document without any there is no limit
    assert n_limited


def test_draws_are_the_same_each_time_and_ratios_of_nothing_have_none() -> None:
    rows = np.random.default_rng(1).integers(1, 100, (40, 3))
    assert Drawn(rows, 50, 7).ratio((0, 1)) == Drawn(rows, 50, 7).ratio((0, 1))
    rows[:, 2] = 0
    assert Drawn(rows, 50).ratio((0, 2)) is None
    assert Drawn(rows, 50).ratio((2, 0)).low == 0


@pytest.mark.parametrize("portion", [1, 3, 10, 1000])
def test_rows_are_joined_in_order_and_none_is_lost(portion: int) -> None:
    rows = np.random.default_rng(2).integers(0, 100, (997, 4))
    sums = UnitSums(4, most=50)
    for start in range(0, len(rows), portion):
        sums.add(rows[start : start + portion])
    kept = sums.rows()
    assert sums.n_documents == 997
    assert len(kept) <= 51
    assert (kept.sum(axis=0) == rows.sum(axis=0)).all()
    expected = [rows[at : at + sums.joined].sum(axis=0) for at in range(0, len(rows), sums.joined)]
    assert len(kept) == len(expected)
    assert (kept == expected).all()


def plainly(rows: np.ndarray, draws: int, seed: int, terms) -> tuple[float, float]:
    """Return the interval of some ratios, each draw taken document by document."""

    def figure(sums):
        return sum(factor * sums[above] / sums[below] for (above, below), factor in terms)

    def error(chosen, sums):
        off = np.zeros(len(chosen))
        for (above, below), factor in terms:
            off += factor * (chosen[:, above] - sums[above] / sums[below] * chosen[:, below]) / sums[below]
        return np.sqrt((off**2).sum())

    random, n = np.random.default_rng(seed), len(rows)
    truth = figure(rows.sum(axis=0))
    reached = []
    for _ in range(draws):
        chosen = rows[random.integers(0, n, n)]
        sums = chosen.sum(axis=0)
        reached.append(abs(figure(sums) - truth) / error(chosen, sums))
    without = np.array([figure(rows.sum(axis=0) - row) for row in rows])
    own = np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
    reach = own * np.quantile(reached, 0.95)
    return truth - reach, truth + reach


@pytest.mark.parametrize("n", [11, 700])
def test_the_sums_of_all_draws_at_once_are_those_of_one_after_the_other(n, monkeypatch) -> None:
    monkeypatch.setattr(bootstrap, "_WORK", 100_000)  # some documents at a time
    rows = np.random.default_rng(n).integers(1, 1000, (n, 5))
    drawn = Drawn(rows, 60, 3, groups=[(0, 1, 3), (0, 1, 4)])
    for one, other in (((0, 1), (3, 1)), ((4, 0), (1, 0))):
        found = drawn.difference(one, other)
        assert [found.low, found.high] == pytest.approx(plainly(rows, 60, 3, ((one, 1.0), (other, -1.0))))
        found = drawn.ratio(one)
        assert [found.low, found.high] == pytest.approx(plainly(rows, 60, 3, ((one, 1.0),)))
