"""Stretches without true tokens, as tokens come."""

import pytest

from workbench.panels.tokens.text.stale import Stale


@pytest.mark.parametrize(
    ("come", "left"),
    [
        ((0, 2), [(4, 8), (12, 12), (20, 30)]),
        ((5, 6), [(4, 5), (6, 8), (12, 12), (20, 30)]),
        ((4, 8), [(12, 12), (20, 30)]),
        ((12, 13), [(4, 8), (20, 30)]),
        ((6, 22), [(4, 6), (22, 30)]),
        ((0, 40), []),
    ],
)
def test_what_has_come_is_left_out_and_what_lies_elsewhere_stays(
    come: tuple[int, int], left: list[tuple[int, int]]
) -> None:
    stale = Stale()
    stale.stretches = [(4, 8), (12, 12), (20, 30)]
    stale.leave_out(*come)
    assert stale.stretches == left
