"""The examples of the manual's chapter on Python run as they are."""

from __future__ import annotations

import doctest
from pathlib import Path

CHAPTER = Path(__file__).parents[2] / "resources" / "manual" / "python.md"


def test_the_examples_of_the_chapter() -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.testfile(str(CHAPTER), module_relative=False, optionflags=flags)
    assert result.attempted >= 9
    assert result.failed == 0
