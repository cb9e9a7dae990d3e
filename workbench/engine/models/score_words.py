"""A text on its way through merging by score: its words, their first symbols, and the ids of what is left.

A text is cut into words between characters that no token can reach across, and which cannot become one
unknown; words are merged one by one, which gives the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.engine.base.pace import paced
from workbench.engine.base.utf8 import broken_units
from workbench.engine.models.piece_merging import Pair
from workbench.engine.models.score_vocabulary import Tables

Symbols = list[int]
Units = list[bytes]


@dataclass(slots=True)
class GivenOut:
    """The ids of a word, and how many bytes of it each stands for."""

    ids: list[int] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)

    def give_out(self, tables: Tables, symbol: int, unit: bytes, unused: dict[int, Pair]) -> None:
        """Append the ids of a symbol that is left in the end; `unit` is the text that it began as.

        `unused` tells what the unused tokens were merged of; one that is a character is unknown.
        """
        if symbol < 0:  # merged into the one before it
            return
        if symbol in unused:
            # Some steps deep for each merge that made it; halves are shorter, so it ends.
            for half in unused[symbol]:
                self.give_out(tables, half, tables.spellings[half] if half < tables.other else unit, unused)
        elif symbol < tables.n_tokens and symbol not in tables.unused:
            self._put(symbol, len(tables.spellings[symbol]))
        elif symbol > tables.other:
            self._put(symbol - tables.other - 1, len(unit))
        elif tables.byte_ids is not None:
            said = tables.space if unit == b" " else unit
            self.ids.extend(tables.byte_ids[byte] for byte in said)
            self.widths.extend([0] * (len(said) - len(unit)) + [1] * len(unit))
        elif self.ids and self.ids[-1] == tables.unknown:
            self.widths[-1] += len(unit)
        else:
            self._put(tables.unknown, len(unit))

    def _put(self, token_id: int, width: int) -> None:
        self.ids.append(token_id)
        self.widths.append(width)


def words_of(tables: Tables, piece: bytes) -> Iterator[bytes]:
    """Yield the parts of a piece that no token reaches across."""
    start, before = lone_prefix(piece), b""
    if start:
        yield piece[:start]
    is_border = tables.is_border
    for match in paced(tables.units.finditer(piece, start)):
        unit = match[0]
        if before and is_border(before, unit):
            yield piece[start : match.start()]
            start = match.start()
        before = unit
    if start < len(piece):
        yield piece[start:]


def word_end(tables: Tables, text: bytes, position: int) -> int:
    """Return where the part that begins at `position` and that no token reaches out of ends."""
    before = b""
    for match in tables.units.finditer(text, position):
        if before and tables.is_border(before, match[0]):
            return match.start()
        before = match[0]
    return len(text)


def first_symbols(tables: Tables, word: bytes) -> tuple[Symbols, Units]:
    """Return the first symbols of a word and the text that each stands for."""
    symbols: Symbols = []
    units: Units = []
    position = 0
    for start, end in user_defined_in(tables, word):
        _add_units(tables, tables.units.findall(word, position, start), symbols, units)
        token = word[start:end]
        symbols.append(tables.other + 1 + tables.text_ids[token])
        units.append(token)
        position = end
    _add_units(tables, tables.units.findall(word, position), symbols, units)
    return symbols, units


def user_defined_in(tables: Tables, text: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the user-defined tokens of a text are, the longest of those that begin at one place."""
    if tables.user_defined is not None:
        for match in tables.user_defined.finditer(text):
            yield match.span()


def never_merged(tables: Tables, text: bytes) -> Iterator[tuple[int, int, Sequence[int]]]:
    """Yield (start, end, ids) of what never merges: user-defined tokens, for llama.cpp what is no UTF-8."""
    if tables.rule == "llama.cpp" and tables.byte_ids is not None:
        for start, end in broken_units(text):
            yield start, end, [tables.byte_ids[byte] for byte in text[start:end]]
    for start, end in user_defined_in(tables, text):
        yield start, end, [tables.text_ids[text[start:end]]]


def _add_units(tables: Tables, new_units: Units, symbols: Symbols, units: Units) -> None:
    at_once = tables.byte_ids if tables.rule == "llama2c" else None
    for unit in new_units:
        symbol = tables.unit_symbols.get(unit, tables.other)
        if symbol == tables.other and at_once is not None:
            symbols.extend(at_once[byte] for byte in unit)
            units.extend(unit[place : place + 1] for place in range(len(unit)))
        else:
            symbols.append(symbol)
            units.append(unit)


def lone_prefix(piece: bytes) -> int:
    """Return 1 where a piece starts with a space that is alone although a byte goes on after it, or 0.

    It is the dummy prefix of a text that starts with half a character, which run.c puts there as a token
    before it looks at the text. Borders never are before such a space (`models.unsplit`).
    """
    return int(piece[:1] == b" " and piece[1:2] != b"" and piece[1] & 0xC0 == 0x80)
