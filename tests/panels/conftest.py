"""What tests of panels share: the Tokens panel, and no clock that cuts short what is done at once."""

import pytest

from tests.panels.tokens_bench import bench

__all__ = ["bench"]


@pytest.fixture(autouse=True)
def _no_clock_ends_a_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first slice do all: on a machine that has much else to do it would end anywhere."""
    monkeypatch.setattr("workbench.widgets.slices.SLICE_SECONDS", 3600.0)
