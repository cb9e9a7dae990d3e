"""The examples of the manual's chapters on Python and on the way to a model run as they are."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
import tiktoken
import tokenizers

MANUAL = Path(__file__).parents[2] / "resources" / "manual"


@pytest.mark.parametrize("chapter", ["python", "model"])
def test_the_examples_of_the_chapter(chapter: str) -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    path = str(MANUAL / f"{chapter}.md")
    result = doctest.testfile(path, module_relative=False, optionflags=flags)
    assert result.attempted >= 9
    assert result.failed == 0


@pytest.mark.parametrize("library", [tiktoken.Encoding, tokenizers.Tokenizer])
@pytest.mark.parametrize("language", ["", "zh_CN"])
def test_each_name_of_a_library_has_a_row(library: type, language: str) -> None:
    rows = re.findall(r"^\| (`.*?) \|", (MANUAL / language / "python.md").read_text("utf-8"), re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", " ".join(rows)))
    assert {name for name in dir(library) if not name.startswith("_")} <= named
