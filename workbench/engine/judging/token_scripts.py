"""The script of a token, from the scripts of its characters."""

from __future__ import annotations

from functools import lru_cache

import regex

from workbench.engine.judging.survey import NO_SCRIPT, OTHER_SCRIPT, SCRIPTS

MIXED, BYTES = "mixed", "bytes"
_LETTERS = regex.compile(r"[^\p{Common}\p{Inherited}\p{Unknown}]")
_NAMED = tuple((name, regex.compile(rf"\p{{{name}}}")) for name in SCRIPTS)
_JAPANESE = frozenset({"Han", "Hiragana", "Katakana"})  # written together


def script_of(token: bytes) -> str:
    """Return the name of a token's script: one of `SCRIPTS`, "none" for signs, digits and white space,
    "other", "mixed" for several, "bytes" for tokens without a complete character.

    Characters of every script are ignored. Han with kana has the script of the kana.
    """
    text = token.decode("utf-8", "ignore")
    if not text:
        return BYTES
    if text.isascii():
        return "Latin" if any(map(str.isalpha, text)) else NO_SCRIPT
    scripts = {_script(character) for character in text} - {NO_SCRIPT}
    if len(scripts) > 1 and scripts <= _JAPANESE:
        scripts -= {"Han"}
        return "Hiragana" if "Hiragana" in scripts else scripts.pop()
    return MIXED if len(scripts) > 1 else scripts.pop() if scripts else NO_SCRIPT


@lru_cache(maxsize=1 << 16)
def _script(character: str) -> str:
    if not _LETTERS.match(character):
        return NO_SCRIPT
    return next((name for name, pattern in _NAMED if pattern.match(character)), OTHER_SCRIPT)
