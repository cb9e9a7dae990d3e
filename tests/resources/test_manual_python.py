"""The examples of the manual's chapters on Python and on the way to a model run as they are."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

MANUAL = Path(__file__).parents[2] / "resources" / "manual"


@pytest.mark.parametrize("chapter", ["python", "model"])
def test_the_examples_of_the_chapter(chapter: str) -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    path = str(MANUAL / f"{chapter}.md")
    result = doctest.testfile(path, module_relative=False, optionflags=flags)
    assert result.attempted >= 9
    assert result.failed == 0
