"""A test that runs away ends with a traceback, and the machine lives on."""

from __future__ import annotations

import sys

import pytest

from tests.conftest import MOST_MEMORY


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does")
def test_the_suite_cannot_take_all_the_memory() -> None:
    with pytest.raises(MemoryError):
        bytearray(MOST_MEMORY)
