r"""A reversible way to write any bytes as text: ``\xNN`` a byte, ``\u{H…}`` a code point, ``\\`` a backslash.

Visible text stays as it is. ``\n``, ``\r`` and ``\t`` are read as well, and never written.
"""

from __future__ import annotations

import os
import re

from workbench.display.marks import name, stretches

_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,6})\}|([\\nrt]))|\\")
_RISKY = ("=", "+", "-", "@", "\t", "\r")  # spreadsheets take these as the start of a formula
_SEPARATORS = os.sep + (os.altsep or "")
_SHORT = {"\\": b"\\", "n": b"\n", "r": b"\r", "t": b"\t"}


class EscapeError(ValueError):
    """An unknown escape.

    Attributes:
        position: of the backslash, in characters of the text.

    """

    def __init__(self, position: int) -> None:
        super().__init__(f"no escape at character {position}")
        self.position = position


def to_bytes(text: str) -> bytes:
    """Return text as UTF-8; surrogate pairs are joined and lone ones become U+FFFD, as in tiktoken."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        # tiktoken/core.py, Encoding.encode: the round trip over UTF-16 joins the pairs. Its own byte
        # order mark guards one that the text begins with.
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def escape(data: bytes) -> str:
    """Return bytes as text from which `unescape` brings them back."""
    parts: list[str] = []
    for text, loose in stretches(data):
        parts.extend(_escaped(character) for character in text)
        parts.extend(f"\\x{byte:02X}" for byte in loose)
    return "".join(parts)


def _escaped(character: str) -> str:
    """Return one character as itself if it is visible, else escaped."""
    if character == "\\":
        return "\\\\"
    return character if name(character) is None else f"\\u{{{ord(character):X}}}"


def for_terminal(text: str) -> str:
    """Return text without anything that controls a terminal or changes the writing direction.

    Invisible characters except line feeds are escaped; backslashes are not, so this cannot be reversed.
    """
    return "".join(c if c in "\n\\" else _escaped(c) for c in text)


def for_label(text: str) -> str:
    """Return text for one line of a list or a title: invisible characters are escaped, line feeds too."""
    if text.isprintable():
        return text
    return "".join(c if c == "\\" else _escaped(c) for c in text)


def for_spreadsheet(text: str) -> str:
    """Return text that no spreadsheet takes for a formula: with an apostrophe before what would begin one."""
    return f"'{text}" if text.startswith(_RISKY) else text


def name_of(path: str | os.PathLike[str]) -> str:
    """Return the name of a file or folder for display, on one line and without changes of direction."""
    return for_label(os.path.basename(os.fspath(path).rstrip(_SEPARATORS)))


def unescape(text: str) -> bytes:
    """Return the bytes that `text` describes; raises EscapeError at an unknown escape."""
    parts: list[bytes] = []
    done = 0
    for match in _ESCAPE.finditer(text):
        parts.append(to_bytes(text[done : match.start()]))
        parts.append(_unescaped(match))
        done = match.end()
    parts.append(to_bytes(text[done:]))
    return b"".join(parts)


def _unescaped(match: re.Match[str]) -> bytes:
    """Return the bytes of one escape."""
    byte, code_point, short = match.groups()
    if byte is not None:
        return bytes([int(byte, 16)])
    if code_point is not None and int(code_point, 16) <= 0x10FFFF:
        return to_bytes(chr(int(code_point, 16)))
    if short is not None:
        return _SHORT[short]
    raise EscapeError(match.start())
