"""Recognizes the published split patterns, by name and in the spellings of other libraries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from workbench.engine.base.errors import EngineError
from workbench.engine.splitting.split_patterns import BY_NAME, PUBLISHED
from workbench.formats.format import Notice

# What the user means for a name. As a regular expression it would match itself alone, and lose the rest.
_BARE_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,40}")

# Other spellings that give the same pieces for every text (tests/formats/test_pattern_names.py).
# minbpe's, an older one of cl100k, is none: it lacks the alternative \s++$ and cuts line ends off the white
# space that ends a text, as in "a\n ".
_SPELLINGS: Mapping[str, str] = MappingProxyType(
    {
        # openai/gpt-2, src/encoder.py
        r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""": "gpt2",
        # karpathy/minbpe, minbpe/regex.py
        r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""": "gpt2",
    }
)


def pattern_name(pattern: str) -> str:
    """Return "none" or the key of `PUBLISHED` for a pattern that splits as these do, else "custom"."""
    if not pattern:
        return "none"
    for name, published in PUBLISHED.items():
        if published.pattern == pattern:
            return name
    return _SPELLINGS.get(pattern, "custom")


def split_called(name: str) -> tuple[str, str]:
    """Return (name, pattern), as `pre_tokenizers.named` takes them, of a name or a regular expression.

    Raises:
        EngineError: "unknown_pre_tokenizer" for a bare word that is the name of no split.

    """
    if name in ("", "none"):
        return "none", ""
    if name in BY_NAME:
        return BY_NAME[name].name, BY_NAME[name].pattern
    if _BARE_WORD.fullmatch(name):
        raise EngineError("unknown_pre_tokenizer", name=name, names=", ".join(["none", *BY_NAME]))
    return pattern_name(name), name


def dialect_notices(pattern: str, library: str) -> tuple[Notice, ...]:
    """Return a notice where a file's own pattern is run by another engine than in the library it is for."""
    if (
        not pattern
        or pattern_name(pattern) != "custom"
        or any(pattern == each.pattern for each in BY_NAME.values())
    ):
        return ()
    return (Notice("notice_pattern_dialect", {"library": library}),)
