"""Published patterns split by Unicode 16, whatever the installed `regex` has.

The compiled splitters have the classes of resources/unicode_classes.txt. Where the safe borders between two
characters are looked for by `regex`, a later release would take characters that Unicode got since for
letters, and see borders where these splitters have none. So another character of the right class stands for
each.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from workbench.kernels.unicode_classes import CASELESS, LOWER, MARK, NUMBER, OTHER, UPPER, class_table

_LETTER_OF_17 = chr(0x18D80)  # the first letters that Unicode 17 added are about here, in Tangut
# Class -> its pattern, and a character that it has in every release.
_CLASSES = {
    UPPER: (r"[\p{Lu}\p{Lt}]", "Ä"),
    LOWER: (r"\p{Ll}", "ä"),
    CASELESS: (r"[\p{Lm}\p{Lo}]", "字"),
    NUMBER: (r"\p{N}", "٣"),
    MARK: (r"\p{M}", "\u0300"),
    OTHER: (r"[^\s\p{L}\p{N}\p{M}]", "§"),
}


def is_later() -> bool:
    """Return whether the installed `regex` has a later Unicode; going through all characters takes 0.4 s."""
    import regex  # here: the kernels split without

    return regex.match(r"\p{L}", _LETTER_OF_17) is not None


@cache
def stand_ins() -> Mapping[int, str]:
    """Return code point -> the character that stands for it, as `str.translate` takes them; mostly empty."""
    if not is_later():
        return {}
    import regex  # here: as above

    table = class_table()
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    by_character: dict[int, str] = {}
    for kind, (pattern, _) in _CLASSES.items():
        for character in regex.findall(pattern, every):
            own = table[ord(character)]
            if own != kind and own in _CLASSES:
                by_character[ord(character)] = _CLASSES[own][1]
    return by_character


def as_in_unicode_16(text: str) -> str:
    """Return a text of as many characters in which `regex` sees the classes of Unicode 16."""
    return text if text.isascii() or not stand_ins() else text.translate(stand_ins())
