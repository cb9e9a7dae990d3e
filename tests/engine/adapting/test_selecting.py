"""Tokens chosen by a rule, to be removed."""

from __future__ import annotations

import pytest

from tests.engine.adapting.toys import toy
from tests.engine.judging.toys import merged
from workbench.engine.adapting.selecting import matching, of_script, residues, unused
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.judging.token_counts import counting


@pytest.fixture(scope="module")
def child():
    with Child() as found:
        yield found


def texts(tokenizer, ids):
    return [(tokenizer.token_bytes(i) or b"").decode() for i in ids]


def test_by_use_and_by_residue():
    tokenizer = merged("ab", "abc", "xy", "no")
    counts = finished(counting(tokenizer, [b"abc abc abc ab xy"]))
    assert texts(tokenizer, unused(tokenizer, counts)) == ["no"]
    assert texts(tokenizer, residues(tokenizer, counts, 0.3)) == ["ab"]
    assert residues(tokenizer, counts, 0.25) == ()


def test_by_script():
    tokenizer = merged("м", "и", "ми", "б", "ab", "aб")
    assert texts(tokenizer, of_script(tokenizer, "Cyrillic"))[-1] == "aб"
    assert "ab" not in texts(tokenizer, of_script(tokenizer, "Cyrillic"))
    for script in ("Klingon", "", "Latin}|x"):
        with pytest.raises(EngineError) as caught:
            of_script(tokenizer, script)
        assert caught.value.code == "adapt_script_unknown"


def test_by_pattern_in_the_child(child):
    tokenizer = toy("ranks")
    found = texts(tokenizer, matching(tokenizer, r"^ t", child))
    assert found
    assert all(text.startswith(" t") for text in found)
    with pytest.raises(EngineError) as caught:
        matching(tokenizer, "(", child)
    assert caught.value.code.startswith("pattern_")


def test_a_pattern_without_end_is_stopped(child, monkeypatch):
    tokenizer = merged("aa", "aaaa", "aaaaaaaa", "a" * 16, "a" * 32)
    monkeypatch.setattr("workbench.engine.adapting.selecting.SECONDS", 0.5)
    with pytest.raises(EngineError) as caught:
        matching(tokenizer, r"(a|aa|aaa)+$(?<!a)b", child)
    assert caught.value.code == "child_too_slow"
