"""What ftfy does to a line, where that is known without a call, which takes many times as long.

ftfy (rspeer/python-ftfy, 6.3, ftfy/__init__.py) fixes a line only where its rule for "badness" finds an
improbable mixture of letters. To all others it does no more than put characters for single ones: these it
takes from tables (ftfy/chardata.py). A line that has none of those is left as it is, except for curly quotes
and line ends, which are simple enough to be changed here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

# Start and end of what is changed, what is there instead, and how often it comes so, one behind the other.
Run = tuple[int, int, str, int]

_SINGLE, _DOUBLE = "\u02bc\u2018-\u201b", "\u201c-\u201f"
_ALONE = "\x80-\x9f\u0152\u0153\xc2\xc3"  # bad next to characters that ftfy's rule does not name
# Letters of these kinds are bad only beside others, but for some that the rule spells or has in more kinds.
_CALM = ("lower_accented", "lower_common", "upper_common", "kaomoji")
_SPELLED = "\u0402\xb0"
_SIMPLE = re.compile(f"([{_SINGLE}{_DOUBLE}])\\1*|\r\n?")
_STRAIGHT = {
    **{chr(c): "'" for c in (0x2BC, *range(0x2018, 0x201C))},
    **{chr(c): '"' for c in range(0x201C, 0x2020)},
    "\r": "\n",
}


def simple_edits(line: str, tags: bool) -> list[Run] | None:
    """Return what ftfy does to one line (its end included), or None if only ftfy can tell.

    `tags`: a "<" was seen by then, after which ftfy leaves HTML's references alone.
    """
    if not unicodedata.is_normalized("NFC", line) or fixed_simply(line, tags) is None:
        return None
    return [_straight(match) for match in _SIMPLE.finditer(line)]


def fixed_simply(line: str, tags: bool) -> str | None:
    """Return what ftfy makes of a line, or None if only ftfy can tell: also of one out of its normal form."""
    if _is_for_ftfy(line, tags):
        return None
    fixed = line.replace("\r\n", "\n")
    for old, new in _STRAIGHT.items():
        fixed = fixed.replace(old, new)
    fixed = unicodedata.normalize("NFC", fixed)
    # ftfy goes on until nothing changes, so that what came of it must be well too.
    return None if fixed != line and (_SIMPLE.search(fixed) or _is_for_ftfy(fixed, tags)) else fixed


def _is_for_ftfy(line: str, tags: bool) -> bool:
    """Return whether ftfy may do more than to straighten quotes and line ends, and to compose."""
    return _changed_alone(references=not tags).search(line) is not None or not _is_well(line)


def _straight(match: re.Match[str]) -> Run:
    start, end = match.span()
    if match[1] is None:
        return start, end, "\n", 1
    return start, start + 1, _STRAIGHT[match[1]], end - start


def with_runs(text: str, runs: Sequence[Run]) -> str:
    """Return a text with what is put there."""
    parts: list[str] = []
    at = 0
    for start, end, new, count in runs:
        parts += text[at:start], new * count
        at = start + (end - start) * count
    return "".join([*parts, text[at:]])


def stays_when_cut(line: str) -> bool:
    """Return whether ftfy is known to do to each beginning of a line what it does to the whole.

    What it looks for has no conditions on what follows, so that there is none of it in a beginning either.
    """
    return "\r" not in line and simple_edits(line, False) is not None


def _is_well(line: str) -> bool:
    if _suspect().search(line) is None:
        return True
    from ftfy.badness import is_bad  # slow to import, so only when needed

    return not is_bad(line)


@cache
def _suspect() -> re.Pattern[str]:
    """Return what a line must have to be bad, which is found many times as quickly as that it is bad.

    Every mixture that ftfy's rule names (ftfy/badness.py) has one of few characters, or two that its
    pattern names, and are not ASCII, side by side, of which one at least is `restless`.
    """
    named, restless = map(_one_of, known_letters())
    return re.compile(f"[{_ALONE}]|{restless}{named}|{named}{restless}")


def known_letters() -> tuple[set[str], set[str]]:
    """Return the characters beyond ASCII that ftfy's pattern names, and the restless ones of them.

    The others are letters, which are bad only beside restless ones.
    """
    from ftfy.badness import BADNESS_RE, MOJIBAKE_CATEGORIES

    named = named_in(BADNESS_RE.pattern)
    kinds = {kind: named_in(letters) for kind, letters in MOJIBAKE_CATEGORIES.items()}
    calm = set().union(*(kinds.pop(kind) for kind in _CALM))
    return named, named - calm | set(_SPELLED).union(*kinds.values())


def named_in(pattern: str) -> set[str]:
    """Return the characters beyond ASCII that a pattern names."""
    named = {letter for letter in pattern if not letter.isascii()}
    for first, last in re.findall(r"([^\0-\x7f])-([^\0-\x7f])", pattern):
        named.update(map(chr, range(ord(first), ord(last) + 1)))
    return named


def _one_of(letters: set[str]) -> str:
    return f"[{re.escape(''.join(sorted(letters)))}]"


def changed_alone() -> dict[str, str]:
    """Return what ftfy puts for single characters, whatever is next to them, in lines that are well."""
    from ftfy.chardata import CONTROL_CHARS, LIGATURES, WIDTH_MAP

    straight: dict[str, str] = _STRAIGHT | dict.fromkeys("\u2028\u2029", "\n")
    tables = {
        chr(code): new or "" for table in (CONTROL_CHARS, LIGATURES, WIDTH_MAP) for code, new in table.items()
    }
    return straight | {c: straight.get(new[:1], new[:1]) + new[1:] for c, new in tables.items()}


@cache
def _changed_alone(references: bool) -> re.Pattern[str]:
    """Return what ftfy changes wherever it occurs: references, control characters, ligatures, wide forms."""
    from ftfy.chardata import CONTROL_CHARS, LIGATURES, WIDTH_MAP

    tables = (*CONTROL_CHARS, *LIGATURES, *WIDTH_MAP)
    known = "".join(re.escape(chr(code)) for code in sorted(set(tables)))
    reference = r"&#?[0-9A-Za-z]+;|" if references else ""
    return re.compile(rf"{reference}[{known}\x1b\x80-\x9f\u2028\u2029\ud800-\udfff]")
