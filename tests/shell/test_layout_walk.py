"""Whatever is done with panels and window, each panel has its place."""

from __future__ import annotations

import pytest

from tests.shell.layout_walk import LayoutWalk


@pytest.mark.qt_log_ignore("This plugin does not support grabbing the mouse", extend=True)
@pytest.mark.parametrize("seed", [3, 8, 16, 19])
def test_no_walk_of_fifty_steps_loses_a_panel(make_window, seed):
    walk = LayoutWalk(seed, make_window)
    for _ in range(50):
        walk.step()
