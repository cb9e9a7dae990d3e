"""Texts that may be encoded to a token: how incomplete characters are completed."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from workbench.engine.judging.witnesses import beginnings, endings

CHARACTERS = [chr(code).encode() for code in range(0x80, sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]


def letters_first(characters: list[bytes]) -> list[bytes]:
    return sorted(characters, key=lambda each: unicodedata.category(each.decode())[0] not in "LM")


@pytest.mark.parametrize("rest", [b"\x80", b"\xa9", b"\x8d\x90", b"\xa0\x80", b"\x9f\x98\x80"])
def test_beginnings_are_those_of_all_characters_that_end_so(rest: bytes) -> None:
    ending = [each for each in CHARACTERS if each.endswith(rest) and len(each) > len(rest)]
    ending.sort(key=len)
    assert [way + rest for way in beginnings(rest)] == letters_first(ending)


@pytest.mark.parametrize("start", [b"\xc3", b"\xe0", b"\xed", b"\xe4\xb8", b"\xf0\x9f", b"\xf4\x8f\xbf"])
def test_endings_are_those_of_all_characters_that_begin_so(start: bytes) -> None:
    beginning = [each for each in CHARACTERS if each.startswith(start)]
    assert [start + way for way in endings(start)] == letters_first(beginning)


def test_bytes_that_no_character_holds_have_neither() -> None:
    assert beginnings(b"\x80" * 4) == ()
    assert endings(b"\xed\xa0") == ()  # a surrogate
