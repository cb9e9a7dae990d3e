"""Safe borders are those of Unicode 16 also where the installed `regex` has later classes."""

from __future__ import annotations

import pytest

from workbench.engine.splitting import unicode_16
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.kernels.unicode_classes import OTHER, class_table

NEW = 0x18D80  # a letter of Unicode 17 that Unicode 16 has not


@pytest.fixture
def later(monkeypatch):
    """Play a release that takes for a letter what is none in the table."""
    table = bytearray(class_table())
    table[ord("ж")] = OTHER
    monkeypatch.setattr(unicode_16, "is_later", lambda: True)
    monkeypatch.setattr(unicode_16, "class_table", lambda: bytes(table))
    unicode_16.stand_ins.cache_clear()
    yield
    unicode_16.stand_ins.cache_clear()


def test_a_letter_that_was_none_is_no_border_beside_others(later):
    assert unicode_16.stand_ins()[ord("ж")] == "§"
    assert unicode_16.as_in_unicode_16("aжb") == "a§b"
    for pattern in PUBLISHED.values():
        assert pattern.last_border_in("!ж!") == pattern.last_border_in("!§!")
        assert pattern.first_border_in("!ж!") == pattern.first_border_in("!§!")


@pytest.mark.parametrize("name", ["cl100k", "gpt2", "o200k"])
def test_the_installed_release_makes_no_difference(name):
    text = ("a" + chr(NEW) + "!" * 5 + chr(NEW) + "1 ") * 3
    assert {PUBLISHED[name].last_border_in(text[:n]) for n in range(1, len(text))} == {
        PUBLISHED[name].last_border_in(text[:n].replace(chr(NEW), "§")) for n in range(1, len(text))
    }
