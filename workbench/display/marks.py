"""Shows a token's bytes: white space as marks, invisible characters by name.

Words as ⟨NUL⟩ rather than the control pictures (␀), which are unreadable at 15 px. A token that is
not whole UTF-8 shows its loose bytes in hex, ⟨E6 97⟩, and a real U+FFFD is shown as ⟨U+FFFD⟩, so that
the two cannot be confused. Nothing here is reversible: `workbench.display.escapes` is.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

SPACE_MARK = "·"
TAB_MARK = "→"
LINE_FEED_MARK = "↵"
NBSP_MARK = "⍽"
CARRIER = "\u25cc"  # dotted circle: what a combining mark is on when its letter is in another token

_C0 = """NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI
    DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"""
_C1 = """DEL PAD HOP BPH NBH IND NEL SSA ESA HTS HTJ VTS PLD PLU RI SS2 SS3
    DCS PU1 PU2 STS CCH MW SPA EPA SOS SGC SCI CSI ST OSC PM APC"""
# Abbreviations of the Unicode standard (NameAliases.txt) for characters without a picture of their own.
_NAMES: dict[str, str] = {
    **{chr(number): name for number, name in enumerate(_C0.split())},
    **{chr(0x7F + number): name for number, name in enumerate(_C1.split())},
    "\u00ad": "SHY",
    "\u034f": "CGJ",
    "\u061c": "ALM",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u2028": "LS",
    "\u2029": "PS",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2060": "WJ",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\ufeff": "BOM",
    **{chr(0xFE00 + number): f"VS{number + 1}" for number in range(16)},
}
# Format characters (Cf) that are drawn: the number signs that are over digits.
_DRAWN_FORMATS = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
# Letters, marks and symbols that fonts draw as nothing (default ignorable, or blank by design).
_BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffd\ufffc")
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
_BREAK_MARKS = {"\r\n": "⟨CR⟩↵", "\n": LINE_FEED_MARK, "\t": TAB_MARK}
_MARKS = {" ": SPACE_MARK, "\t": TAB_MARK, "\n": LINE_FEED_MARK, "\u00a0": NBSP_MARK}
_LINE_BREAKS = re.compile("\r\n|[\n\t\x0b\x0c\r\x1c-\x1e\x85\u2028\u2029]")


@lru_cache(maxsize=65536)
def name(character: str) -> str | None:
    """Return the name of an invisible character in brackets (⟨NUL⟩, ⟨U+3000⟩), else None.

    The space has no name, having a mark; tab and line feed have both.
    """
    if character == " ":
        return None
    named = _NAMES.get(character)
    if named is not None:
        return f"⟨{named}⟩"
    if character in _BLANKS or _is_variation_selector(character):
        return f"⟨U+{ord(character):04X}⟩"
    if unicodedata.category(character) in _UNSEEN_CATEGORIES and character not in _DRAWN_FORMATS:
        return f"⟨U+{ord(character):04X}⟩"
    return None


def _is_variation_selector(character: str) -> bool:
    """Return whether it chooses a variant of the character before it (VS17 on; VS1 to VS16 have names)."""
    return "\U000e0100" <= character <= "\U000e01ef"


def hex_bytes(data: bytes) -> str:
    """Return bytes in hex, in brackets: ⟨E6 97⟩."""
    return f"⟨{data.hex(' ').upper()}⟩"


def visible(token: bytes) -> str:
    """Return a token's bytes for display: text with marks, loose bytes in hex.

    A combining mark at the start is put on ◌; characters that change the writing direction are named, so that
    a label cannot reorder its neighbors.
    """
    shown: list[str] = []
    for text, loose in stretches(token):
        shown.append(_marked(text) if text else hex_bytes(loose))
    return "".join(shown)


def stretches(data: bytes) -> list[tuple[str, bytes]]:
    """Cut bytes into runs: (text, b"") for UTF-8, ("", bytes) for the rest."""
    runs: list[tuple[str, bytes]] = []
    start = 0
    while start < len(data):
        try:
            runs.append((data[start:].decode(), b""))
            break
        except UnicodeDecodeError as error:
            bad, after = start + error.start, start + error.end
            if bad > start:
                runs.append((data[start:bad].decode(), b""))
            loose = data[bad:after]
            if runs and runs[-1][1]:
                loose = runs.pop()[1] + loose
            runs.append(("", loose))
            start = after
    return runs


def _marked(text: str) -> str:
    """Return text with marks for white space and names for invisible characters."""
    shown = "".join(_MARKS.get(character) or name(character) or character for character in text)
    return CARRIER + shown if needs_carrier(text[0]) else shown


@lru_cache(maxsize=65536)
def needs_carrier(character: str) -> bool:
    """Return whether a character draws itself over the one before it, and so needs ◌ if there is none."""
    return unicodedata.category(character) in {"Mn", "Me", "Mc"} and name(character) is None


def one_line(text: str, limit: int = 256) -> str:
    """Return `text` with every line break and tab as a mark, cut at `limit` characters with an ellipsis."""
    flat = _LINE_BREAKS.sub(_break_mark, text)
    if len(flat) <= limit:
        return flat
    end = limit - 1
    while end > 0 and unicodedata.category(flat[end]) in {"Mn", "Me", "Mc", "Cf"}:
        end -= 1
    return flat[:end] + "…"


def _break_mark(match: re.Match[str]) -> str:
    """Return the mark or the name of a line break."""
    text = match.group()
    return _BREAK_MARKS.get(text) or name(text) or text


def isolated(text: str) -> str:
    """Return `text` closed in first-strong isolates where it holds right-to-left letters.

    For a label in a sentence: the token then cannot reorder the words of the sentence.
    """
    if any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in text):
        return f"\u2068{text}\u2069"
    return text
