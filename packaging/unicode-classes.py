"""Write resources/unicode_classes.txt, the classes of characters that published split patterns tell apart.

    .venv/bin/python packaging/unicode-classes.py

They are read out of the pinned `regex` (2025.9.1, Unicode 16), whose classes are those of tiktoken 0.14 and
tokenizers 0.23; tests/kernels/test_splitting.py holds the file against it, character by character.
"""

from __future__ import annotations

from importlib.metadata import version
from itertools import groupby
from pathlib import Path

import regex

CLASSES = {
    "N": r"[\r\n]",
    "S": r"[^\S\r\n]",
    "D": r"\p{N}",
    "U": r"[\p{Lu}\p{Lt}]",
    "L": r"\p{Ll}",
    "B": r"[\p{Lm}\p{Lo}]",
    "M": r"\p{M}",
}
HEADER = f"""\
# The class of every character, Unicode 16, by packaging/unicode-classes.py from regex {version("regex")}.
# Source of the properties: the Unicode Character Database 16.0 (https://www.unicode.org/Public/16.0.0/ucd/).
# A line has the first code point (hexadecimal) of a range that goes to the next line's, and its class:
# N line ends, S other white space, D digits and other numbers (Nd, Nl, No), U letters that are upper or title
# case (Lu, Lt), L lower case (Ll), B other letters (Lm, Lo), M marks (Mn, Mc, Me), O all others.
"""


def class_of(code_point: int) -> str:
    """Return the letter of a character's class."""
    found = [letter for letter, pattern in CLASSES.items() if regex.match(pattern, chr(code_point))]
    if len(found) > 1:
        raise SystemExit(f"U+{code_point:04X} is in {found}")
    return found[0] if found else "O"


def main() -> None:
    """Write the file."""
    runs = groupby(range(0x110000), key=class_of)
    lines = [f"{next(code_points):X} {letter}\n" for letter, code_points in runs]
    target = Path(__file__).resolve().parents[1] / "resources" / "unicode_classes.txt"
    target.write_text(HEADER + "".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
