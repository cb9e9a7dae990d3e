"""The context limit: how many ids fit, chosen from a menu or typed."""

from __future__ import annotations

import pytest

from workbench.widgets.context_limit import ContextLimit


@pytest.mark.parametrize("limit", [1 << 31, 1 << 62])
def test_a_limit_beyond_all_numbers_of_the_field_is_shown(qtbot, limit):
    shown = ContextLimit(512)
    qtbot.addWidget(shown)
    shown.set_limit(limit, limit)
    shown.set_over(5, limit)
    assert shown.button.text().replace(",", "").endswith(str(limit))
    assert shown.field.value() == shown.field.maximum()
    assert shown.left.text().endswith("left")
