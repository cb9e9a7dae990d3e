"""The scroll bar as a map: what is encoded, what is at fault."""

import numpy as np
import pytest

from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout.flow import Flow
from workbench.widgets.token_view.layout.token_map import MapBar

LINES = 1000


@pytest.fixture
def bar(qtbot):
    flow = Flow(Document(b"line of text\n" * LINES))
    bar = MapBar(flow, None)
    qtbot.addWidget(bar)
    bar.resize(20, 204)
    bar.show()
    return bar


def test_what_is_encoded_is_tinted_until_all_is(bar):
    size = 13 * LINES
    bar.show_missing(((0, size // 4), (size // 2, size)))
    ((top, bottom),) = bar.encoded()
    assert (top, bottom) == (pytest.approx(50, abs=2), pytest.approx(100, abs=2))
    bar.grab()
    bar.show_missing(((0, size),))
    assert bar.encoded() == []
    bar.show_missing(())
    assert bar.encoded() == []


def test_what_is_at_fault_has_a_tick(bar):
    bar.show_faults(np.array([0, 13 * LINES // 2, 13 * LINES // 2 + 1, 13 * LINES - 1]))
    first, middle, last = bar.faults()
    assert first == 0
    assert middle == pytest.approx(100, abs=2)
    assert last == 199
    bar.grab()
    bar.show_faults(np.empty(0, np.int64))
    assert bar.faults() == []


def test_ticks_follow_another_text_and_another_width(bar):
    bar.show_faults(np.array([13 * LINES // 2]))
    assert bar.faults() == [pytest.approx(100, abs=2)]
    flow = bar._flow
    flow.document.set_bytes(b"x\n" * (13 * LINES // 4) + b"line of text\n" * (LINES // 2))
    flow.reset()
    assert bar.faults() == [pytest.approx(173, abs=2)]
    flow.columns = 4
    flow.reset()
    assert bar.faults() == [pytest.approx(123, abs=2)]
