"""Published split patterns are recognized in every spelling, because all spellings split alike."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given

from tests.engine.texts import texts
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.formats import pattern_names
from workbench.formats.pattern_names import pattern_name


def test_names() -> None:
    assert pattern_name("") == "none"
    assert {name: pattern_name(known.pattern) for name, known in PUBLISHED.items()} == {
        n: n for n in PUBLISHED
    }
    assert pattern_name(PUBLISHED["cl100k"].pattern + "|x") == "custom"


@pytest.mark.parametrize(("spelling", "name"), list(pattern_names._SPELLINGS.items()))
def test_another_spelling_has_the_same_pieces(spelling: str, name: str) -> None:
    assert pattern_name(spelling) == name
    theirs, ours = regex.compile(spelling), regex.compile(PUBLISHED[name].pattern)

    @given(texts)
    def check(text: str) -> None:
        spans = [found.span() for found in theirs.finditer(text)]
        assert spans == [found.span() for found in ours.finditer(text)]

    check()
