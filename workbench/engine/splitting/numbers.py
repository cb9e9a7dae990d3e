"""How a split pattern cuts numbers: its part of digits alone is put in another form.

Threes from the right are those of thousands: 1234567 is 1, 234, 567. Published patterns look ahead for them
at every piece to the end of the number: `\\d{1,3}(?=(?:\\d{3})*\\b)` (Command A, Trinity) or
`(?=(\\d{3})+(?!\\d))` (SuperBPE). The form here does so at its beginning only, which keeps long numbers
quick: behind a digit three more are a piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.engine.base.errors import EngineError

NUMBERS = ("single", "left", "right", "whole")  # each digit alone; threes from either side; all of a number

_TOKEN = re.compile(r"\\[pPN]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\(\?#[^)]*\)|.", re.DOTALL)
_DIGITS = r"(?P<digits>\\p\{N\}|\\p\{Nd\}|\\d|\[0-9\]|\[\\p\{N\}\])"
_PART = re.compile(rf"(?P<space> \??)?{_DIGITS}(?P<times>[+*?]|\{{\d*,?\d*\}})?[+?]?")
_RIGHT = "(?:(?<={d}){d}{{3}}|{s}{d}{{1,3}}(?=(?:{d}{{3}})*+(?!{d})))"
_OF_RIGHT = re.compile(
    rf"\(\?:\(\?<={_DIGITS}\)(?P=digits)\{{3\}}\|(?P<space> \??)?(?P=digits)\{{1,3\}}"
    r"\(\?=\(\?:(?P=digits)\{3\}\)\*\+\(\?!(?P=digits)\)\)\)"
)
_TIMES = {"single": None, "left": "{1,3}", "whole": "+"}
_FORMS = {"single": "{s}{d}", "left": "{s}{d}{{1,3}}", "right": _RIGHT, "whole": "{s}{d}++"}


def with_numbers(pattern: str, numbers: str) -> str:
    """Return a split pattern that cuts numbers in one of the ways of `NUMBERS`.

    Only an alternative that is of digits alone, with or without a space in front, is changed: what another
    one takes before it stays. A part that cuts them so already keeps its form.

    Raises:
        EngineError: "unknown_numbers", "numbers_not_in_pattern".

    """
    if numbers not in NUMBERS:
        raise EngineError("unknown_numbers", numbers=numbers, choices=", ".join(NUMBERS))
    parts, n_changed = [], 0
    for part in _alternatives(pattern):
        match, right = _PART.fullmatch(part), _OF_RIGHT.fullmatch(part)
        same = numbers == "right" if match is None else _TIMES.get(numbers, "") == match["times"]
        digits = match or right
        n_changed += digits is not None
        if digits is not None and not same:
            part = _FORMS[numbers].format(s=digits["space"] or "", d=digits["digits"])
        parts.append(part)
    if not n_changed:
        raise EngineError("numbers_not_in_pattern")
    return "|".join(parts)


def _alternatives(pattern: str) -> Iterator[str]:
    """Yield the alternatives of a pattern, those inside groups left together."""
    depth = start = 0
    for token in _TOKEN.finditer(pattern):
        depth += (token[0] == "(") - (token[0] == ")")
        if token[0] == "|" and depth == 0:
            yield pattern[start : token.start()]
            start = token.end()
    yield pattern[start:]
