"""Where a text may be cut between two characters, tried with every character of Unicode."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import pytest
import regex

from workbench.engine.normalizers.normal_forms import Composed, Form

FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")


@cache
def every_character() -> list[str]:
    return [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]


@cache
def joining_characters() -> list[str]:
    joining = regex.compile(r"\p{M}|[\u1100-\u11ff\u3130-\u318f\uff66-\uffdc\ua960-\ua97c\ud7b0-\ud7fb]")
    return [each for each in every_character() if joining.match(unicodedata.normalize("NFKD", each))]


def after_each(before: str, characters: list[str]) -> str:
    """Return each character after this text; nothing joins with the control between them."""
    return before + f"\1{before}".join(characters)


@pytest.mark.parametrize("form", FORMS)
def test_the_characters_beside_a_border_stay_as_they_are_whatever_stands_there(form: Form) -> None:
    rule, every, marks = Composed(form).keeps_border, every_character(), joining_characters()
    assert len(marks) > 2000
    right = [each for each in every if rule("a", each)]
    assert {" ", "\n", ",", "."} <= set(right)
    for each in right:
        assert all(unicodedata.normalize(form, each + mark)[0] == each for mark in marks)
    signs = [each for each in map(chr, range(128)) if not rule("a", each)]
    assert {"b", "<"} <= set(signs)
    behind = [each for each in every if rule("a", f"b{each}")]  # it stays before these, which stay
    assert {"<", "b", ",", "。"} <= set(behind)
    for each in behind:
        assert all(unicodedata.normalize(form, f"<{each}{mark}")[0] == "<" for mark in marks)
    assert all(rule("a", f"{each}{each}") for each in signs)
    left = [each for each in every if rule(each, " ")]
    assert {"a", "é" if form in ("NFC", "NFKC") else "e", "日", "5"} <= set(left)
    for before in ("a", "e", "\u1100", "가", "か", "\uff76", "\u09c7", "<", "\u05d0", "\u0627"):
        alone = unicodedata.normalize(form, before)
        together = unicodedata.normalize(form, after_each(before, left)) == after_each(alone, left)
        assert together, before
