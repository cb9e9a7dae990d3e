"""Split patterns of `tokenizer.json`, which `tokenizers` matches by Oniguruma, and what they are here.

Oniguruma (in its Ruby syntax) and `regex` do not read all patterns alike: `{1,3}+` repeats there and is
possessive here, `$` matches at every line end there, ignoring case folds "ss" to "ß" there. A pattern is
taken only if it is a known one, or made of nothing but what both read alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from workbench.engine.splitting.numbers import NUMBERS, with_numbers
from workbench.engine.splitting.split_patterns import KNOWN, PUBLISHED, WITH_REST
from workbench.formats.pattern_names import pattern_name

_GENERAL_CATEGORIES = "L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?"
_ESCAPE = rf"\\[pP]\{{\^?(?:{_GENERAL_CATEGORIES})\}}|\\[rntsSd]|\\[^\w\s]"

# What both engines read alike. Alternatives that ignore case only as the published patterns have them.
_ALIKE = re.compile(
    rf"""(?:
      {_ESCAPE}
    | \[\^?(?:{_ESCAPE}|&(?!&)|[^\\\[\]&])+\]
    | \(\?i:(?:'s\|'t\|'re\|'ve\|'m\|'ll\|'d|\[sdmt\]\|ll\|ve\|re)\)
    | \((?:\?[:!=])? | \) | \|
    | [?*+][+?]? | \{{\d+(?:,\d*)?\}}(?![+?])
    | [^\\\[\](){{}}|?*+^$]
    )*""",
    re.VERBOSE,
)

# Published patterns as Oniguruma has to be given them.
_CL100K = PUBLISHED["cl100k"].pattern.replace("{1,3}+", "{1,3}")
_WRITTEN: Mapping[str, str] = MappingProxyType(
    {
        "gpt2": r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        "cl100k": _CL100K,
        "o200k": PUBLISHED["o200k"].pattern,
        "llama3": PUBLISHED["llama3"].pattern,
        "minbpe": PUBLISHED["minbpe"].pattern,
    }
)
_KNOWN = {text: name for name, text in _WRITTEN.items()} | {PUBLISHED["gpt2"].pattern: "gpt2"}

# The same with numbers cut otherwise: pattern -> as Oniguruma has to be given it, and back.
_BY_NUMBERS: Mapping[str, str] = MappingProxyType(
    {
        changed: with_numbers(text, numbers)
        for name, text in _WRITTEN.items()
        for numbers in NUMBERS
        if (changed := with_numbers(PUBLISHED[name].pattern, numbers)) in KNOWN
    }
)
_FROM_NUMBERS = {text: pattern for pattern, text in _BY_NUMBERS.items()}

# Pre-tokenizers that have names of their own; \w there is that of Rust, which is that of `regex`.
NAMED_SPLITS: Mapping[str, str] = MappingProxyType(
    {"Whitespace": r"\w+|[^\w\s]+", "WhitespaceSplit": r"[^\s]+"}
)

# Digits are those of Rust's `is_numeric`, of Unicode 17, of which `regex` lacks the latest.
_DIGITS = r"\p{N}\U00011de0-\U00011de9\U00016ff4-\U00016ff6"
# Whether digits are taken one by one -> the pattern.
DIGIT_SPLITS: Mapping[bool, str] = MappingProxyType(
    {True: f"[{_DIGITS}]|[^{_DIGITS}]+", False: f"[{_DIGITS}]+|[^{_DIGITS}]+"}
)


def known_split(pattern: str, keeps_rest: bool) -> tuple[str, str] | None:
    """Return (name, pattern) of the splitter that does what Oniguruma does by a pattern, or None.

    With `keeps_rest` the text between matches makes pieces too, by one more alternative.
    """
    name = _KNOWN.get(pattern)
    if name is not None:
        return name, PUBLISHED[name].pattern
    if pattern in _FROM_NUMBERS:
        return "custom", _FROM_NUMBERS[pattern]
    if not reads_alike(pattern):
        return None
    name = pattern_name(pattern)
    if name in PUBLISHED:
        return name, PUBLISHED[name].pattern
    if pattern in KNOWN or not keeps_rest:  # between the pieces of a known one there is nothing
        return "custom", pattern
    return "custom", rf"{pattern}|(?:(?!{pattern})[\s\S])+"


def is_published(pattern: str) -> bool:
    """Return whether Oniguruma is known to read a pattern."""
    return pattern in _KNOWN or pattern in _FROM_NUMBERS or (pattern in KNOWN and reads_alike(pattern))


def reads_alike(pattern: str) -> bool:
    """Return whether Oniguruma and `regex` match alike by a pattern."""
    return _ALIKE.fullmatch(pattern) is not None


def written_split(name: str, pattern: str) -> tuple[str, bool] | None:
    """Return (pattern for Oniguruma, whether the rest makes pieces) of a splitter, or None."""
    if name in _WRITTEN:
        return _WRITTEN[name], True
    if pattern in _BY_NUMBERS:
        return _BY_NUMBERS[pattern], True
    match = WITH_REST.fullmatch(pattern)
    if match is not None and reads_alike(match["pattern"]):
        return match["pattern"], True
    return (pattern, pattern in KNOWN) if pattern and reads_alike(pattern) else None
