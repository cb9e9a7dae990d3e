"""Where a regular expression that does not compile goes wrong: at the character that began the fault.

`regex` tells where it gave up, which for a set or a group that is never closed is the end. What other
engines understand and `regex` does not is named, since people bring patterns from there.
"""

from __future__ import annotations

import re

from workbench.engine.base.errors import EngineError, Place

# Escapes, comments and whole sets are passed over; a set that is never closed is found as its "[".
_ITEM = re.compile(
    r"""
      \\[pPN]\{[^}]*\} | \\. | \(\?\#[^)]*\) | \[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]
    | (?P<set>\[\^?) | (?P<open>\((?:\?(?:<[=!]|P?<\w*>?|[=!>|]|[a-zA-Z-]*:?))?) | (?P<close>\)) | .
    """,
    re.VERBOSE | re.DOTALL,
)

# What is where `regex` gave up: whose it is, and what to write instead, "" if there is nothing.
_FOREIGN: tuple[tuple[str, str, str], ...] = (
    (r"\\Q(?:.*?\\E)?", "PCRE and Java", r"\ before each character that has a meaning"),
    (r"\(\?~[^)]*\)?", "Oniguruma", "a lookahead, (?:(?!…).)*"),
    (r"\(\?y\{[^}]*\}", "Oniguruma", r"\X for a grapheme cluster"),
    (r"\(\?\^[a-z]*:?", "PCRE", "the flags that are to hold, as (?-i:…)"),
    (r"\(\?C\d*\)", "PCRE", ""),
    (r"\(\?\[", "Perl", "[…] with && or -- and (?V1) at the front"),
    (r"\(\*[A-Z_0-9]+(?::[^)]*)?\)", "PCRE", "(*SKIP), (*FAIL) or (*PRUNE)"),
    (r"\\k(?:<\w*>|\{\w*\}|'\w*')", "PCRE and Oniguruma", "(?P=name)"),
    (r"\\x\{[0-9A-Fa-f]*\}?", "PCRE and Oniguruma", r"\u0041 or \U0001F600"),
    (r"\\u\{[0-9A-Fa-f ]*\}?", "JavaScript and Oniguruma", r"\u0041 or \U0001F600"),
    (r"\\o\{[0-7]*\}?", "PCRE", r"\x41"),
    (r"\\H", "PCRE", r"[^\t\p{Zs}]"),
    (r"\\V", "PCRE", r"[^\n\v\f\r\x85\u2028\u2029]"),
    (r"\\c.?", "PCRE and Oniguruma", r"\x01 to \x1F"),
    (r"\\e", "PCRE and Oniguruma", r"\x1B"),
    (r"\\z", "PCRE and Oniguruma", r"\Z"),
    (r"\\[Oo]", "Oniguruma", r"[\s\S]"),
    (r"\\[Yy]", "Oniguruma", r"\X"),
    (r"\\C", "PCRE", ""),
)
_COMPILED = tuple((re.compile(each), whose, instead) for each, whose, instead in _FOREIGN)


def fault_of(pattern: str, message: str, position: int | None, column: int = 0) -> EngineError:
    """Return why a pattern does not compile, by what `regex` said.

    `column` is added to the place. Codes: "pattern_open_set", "pattern_open_group", "pattern_close_group",
    "pattern_foreign", "pattern_foreign_only" and "pattern_syntax"; all name the part that is at fault where
    `regex` said where it is.
    """
    unclosed = _unclosed(pattern)
    if unclosed is not None and (message.startswith(("missing", "unterminated")) or position is None):
        code, start, part = unclosed
        return EngineError(code, place=Place("column", column + start + 1), part=part)
    if position is None:
        return EngineError("pattern_syntax", reason=message)
    if message == "unbalanced parenthesis":
        return EngineError("pattern_close_group", place=Place("column", column + position + 1), part=")")
    start = _beginning(pattern, position)
    for form, whose, instead in _COMPILED:
        match = form.match(pattern, start)
        if match is not None:
            place = Place("column", column + start + 1)
            code = "pattern_foreign" if instead else "pattern_foreign_only"
            return EngineError(code, place=place, part=match[0][:80], whose=whose, instead=instead)
    part = pattern[start : max(position, start + 1)]
    return EngineError("pattern_syntax", place=Place("column", column + start + 1), reason=message, part=part)


# What is longer than a character, so that `regex` gives up within or after.
_LONG = re.compile(
    r"""
      \\[pP]\{[^}]*\}? | \\[xuo]\{[^}]*\}? | \\. | \(\?P?<?\w* | \(\*\w* | \(\?.? | \[:\w*:?\]?
    | \{\d*,?\d*\}?
    """,
    re.VERBOSE | re.DOTALL,
)


def _unclosed(pattern: str) -> tuple[str, int, str] | None:
    """Return the set that is never closed, or else the innermost group: code, place and its beginning."""
    groups: list[tuple[int, str]] = []
    for item in _ITEM.finditer(pattern):
        if item.lastgroup == "set":
            return "pattern_open_set", item.start(), item.group()
        if item.lastgroup == "open":
            groups.append((item.start(), item.group()))
        elif item.lastgroup == "close" and groups:
            groups.pop()
    return ("pattern_open_group", *groups[-1]) if groups else None


def _beginning(pattern: str, position: int) -> int:
    """Return where what `regex` gave up after or at `position` begins: an escape, a "(?…" or a "{"."""
    position = min(position, max(len(pattern) - 1, 0))
    for item in _LONG.finditer(pattern):
        if item.start() <= position <= item.end() and item.start() < position:
            return item.start()
    return position
