"""What a split pattern says, whatever way it is written: two patterns of the same form split alike.

Only writing is looked through: `[x]` is `x`, `(?:x)` is `x`, `x{1,}` is `x+`, `\\p{Letter}` is `\\p{L}`, and
the order inside a set does not count. What takes thought (a factored prefix, a possessive quantifier) is left
as it X
are the same text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

Form = tuple[object, ...]

_QUANTIFIER = re.compile(r"(?:([?*+])|\{(\d{1,5})(?:(,)(\d{0,5}))?\})([+?]?)")
_PROPERTY = re.compile(r"([pP])(?:\{(\^?)([\w &=:.-]+)\}|([A-Z]))")
_NUMBER = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x\{([0-9A-Fa-f]{1,6})\}")
_OPENING = re.compile(r"\((?:\?(:|=|!|<=|<!|>|[aimsu]*(?:-[aimsu]+)?:))?(?!\?|\*)")
_GLOBAL_FLAGS = re.compile(r"\(\?([aimsu]+)\)")
_SIGNS: Mapping[str, str] = MappingProxyType(
    {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "a": "\a"}
)
_RANGES: Mapping[str, tuple[int, int | None]] = MappingProxyType(
    {"?": (0, 1), "*": (0, None), "+": (1, None)}
)
_CATEGORIES: Mapping[str, str] = MappingProxyType(
    {
        "letter": "l", "mark": "m", "number": "n", "punctuation": "p", "symbol": "s", "separator": "z",
        "other": "c", "uppercaseletter": "lu", "lowercaseletter": "ll", "titlecaseletter": "lt",
        "modifierletter": "lm", "otherletter": "lo", "decimalnumber": "nd", "letternumber": "nl",
        "othernumber": "no",
    }
)  # fmt: skip
_DEEPEST = 50


def same_pattern(one: str, other: str) -> bool:
    """Return whether two patterns are the same except for the way they are written."""
    if one == other:
        return True
    form = pattern_form(one)
    return form is not None and form == pattern_form(other)


def pattern_form(pattern: str) -> Form | None:
    """Return the form of a pattern, or None if something in it is not understood."""
    flags = _GLOBAL_FLAGS.match(pattern)
    reader = _Reader(pattern, flags.end() if flags else 0)
    try:
        form = reader.alternatives(0)
    except _NotUnderstood:
        return None
    if reader.at < len(pattern):
        return None
    return ("flags", "".join(sorted(flags[1])), form) if flags else form


class _NotUnderstood(Exception):
    pass


class _Reader:
    """Reads a pattern from the left."""

    def __init__(self, pattern: str, at: int) -> None:
        self._pattern = pattern
        self.at = at

    def alternatives(self, depth: int) -> Form:
        """Read up to the end or a closing parenthesis."""
        if depth > _DEEPEST:
            raise _NotUnderstood
        rows = [self._row(depth)]
        while self._pattern.startswith("|", self.at):
            self.at += 1
            rows.append(self._row(depth))
        flat: list[object] = []
        for row in rows:
            flat += row[1:] if row[0] == "or" else [row]
        return ("or", *flat) if len(flat) > 1 else rows[0]

    def _row(self, depth: int) -> Form:
        items: list[object] = []
        while self.at < len(self._pattern) and self._pattern[self.at] not in "|)":
            item = self._repeated(self._item(depth))
            items += item[1:] if item[0] == "row" else [item]
        return items[0] if len(items) == 1 and isinstance(items[0], tuple) else ("row", *items)

    def _repeated(self, item: Form) -> Form:
        while match := _QUANTIFIER.match(self._pattern, self.at):
            self.at = match.end()
            if match[1]:
                low, high = _RANGES[match[1]]
            else:
                low = int(match[2])
                high = low if not match[3] else int(match[4]) if match[4] else None
            if (low, high) != (1, 1):
                item = ("repeat", low, high, match[5], item)
        return item

    def _item(self, depth: int) -> Form:
        sign = self._pattern[self.at]
        if sign == "(":
            return self._group(depth)
        if sign == "[":
            return self._set()
        if sign == "\\":
            self.at += 1
            return self._escape()
        if sign in "*+?{":
            raise _NotUnderstood
        self.at += 1
        return ("sign", sign) if sign in ".^$" else ("is", sign)

    def _group(self, depth: int) -> Form:
        match = _OPENING.match(self._pattern, self.at)
        if match is None:
            raise _NotUnderstood
        self.at = match.end()
        inner = self.alternatives(depth + 1)
        if not self._pattern.startswith(")", self.at):
            raise _NotUnderstood
        self.at += 1
        kind = match[1]
        if kind in (None, ":"):
            return inner
        return ("flags", kind[:-1], inner) if kind.endswith(":") else (kind, inner)

    def _escape(self) -> Form:
        """Read what is after a backslash, outside of a set or inside."""
        if self.at >= len(self._pattern):
            raise _NotUnderstood
        match = _PROPERTY.match(self._pattern, self.at)
        if match is not None:
            self.at = match.end()
            turned = (match[1] == "P") != (match[2] == "^")
            return "property", _property_name(match[3] or match[4]), turned
        number = _NUMBER.match(self._pattern, self.at)
        if number is not None:
            self.at = number.end()
            code = int(number[number.lastindex or 0], 16)
            if code > 0x10FFFF:
                raise _NotUnderstood
            return "is", chr(code)
        sign = self._pattern[self.at]
        self.at += 1
        if sign in _SIGNS:
            return "is", _SIGNS[sign]
        if sign in "dDsSwW":
            return "class", sign.lower(), sign.isupper()
        if sign.isalnum():
            raise _NotUnderstood
        return "is", sign

    def _set(self) -> Form:
        self.at += 1
        negated = self._pattern.startswith("^", self.at)
        self.at += negated
        items: set[Form] = set()
        while not (self._pattern.startswith("]", self.at) and items):
            first = self._member()
            if self._pattern.startswith("-", self.at) and not self._pattern.startswith("-]", self.at):
                self.at += 1
                last = self._member()
                if first[0] != "is" or last[0] != "is":
                    raise _NotUnderstood
                first = ("range", first[1], last[1])
            items.add(first)
        self.at += 1
        if len(items) == 1:
            (only,) = items
            if not negated:
                return only
            if only[0] in ("property", "class"):
                return only[0], only[1], not only[2]
        return "set", negated, frozenset(items)

    def _member(self) -> Form:
        pair = self._pattern[self.at : self.at + 2]
        if not pair or pair in ("&&", "--", "||", "~~") or pair[0] in "[]":
            raise _NotUnderstood
        self.at += 1
        return self._escape() if pair[0] == "\\" else ("is", pair[0])


def _property_name(name: str) -> str:
    plain = re.sub(r"[ _-]", "", name).lower()
    plain = re.sub(r"^(?:gc|generalcategory|sc|script|is)[=:]", "", plain)
    return _CATEGORIES.get(plain, plain)
