"""One piece of a line as it is displayed: bytes in, display string out, and the map between the two.

Places in the bytes and places in the display string (in UTF-16 units, as Qt counts) meet at *borders*:
before each character, each loose byte and at the end. What cannot be seen is shown as its name, ⟨RLO⟩,
so that it neither hides nor reorders its neighbors; characters that join (ZWJ in an emoji, ZWNJ in
Persian, variation selectors) stay, so that the shaping is right.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QTextBoundaryFinder
from PySide6.QtGui import QTextLayout

from workbench.display.marks import CARRIER, name, needs_carrier, stretches
from workbench.widgets.token_view.layout.directions import are_marks, without_marks
from workbench.widgets.token_view.layout.inserts import NBSP

TAB_COLUMNS = 4
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ZWNJ, _ZWJ, _BLACK_FLAG = 0x200C, 0x200D, 0x1F3F4
_HEX_WIDTH = len("⟨00⟩")

Offsets = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class LineText:
    """What a piece of the text looks like, before any layout.

    Attributes:
        raw: int32[n + 1], the borders in bytes of the piece, from 0 to its length.
        at: int32[n + 1], the same borders in the display string, in UTF-16 units.
        whole: bool[n + 1], whether a grapheme cluster begins or ends at a border.
        display: the string that is laid out.
        named: (start, end) in the display string of what is written in the color of marks.
        loose: (start, end) in the display string of bytes in hex.
        spaces, tabs, no_breaks: int32 arrays, places in the display string of what gets a mark.
        line_end: place of the line feed in the display string, -1 if there is none.
        turned: bool[n], which characters run from right to left (or are Arabic digits), None if none is.
        heads, tails: (start, end) in the display string of each label of `inserts`.
        prefix_at: place in the display string of the space that was put before the text, -1 for none.
        flag: (byte of a border, start, end in the display string) of what says that the text is cut there.
        marks: int32[n + 1], UTF-16 units of the marks of direction right before each border (at the last,
            before `tails`), None if there is none.

    """

    raw: Offsets
    at: Offsets
    whole: NDArray[np.bool_]
    display: str
    named: tuple[tuple[int, int], ...]
    loose: tuple[tuple[int, int], ...]
    spaces: Offsets
    tabs: Offsets
    no_breaks: Offsets
    line_end: int
    turned: NDArray[np.bool_] | None
    heads: tuple[tuple[int, int], ...] = ()
    tails: tuple[tuple[int, int], ...] = ()
    prefix_at: int = -1
    flag: tuple[int, int, int] | None = None
    marks: Offsets | None = None

    @property
    def _tail(self) -> int:
        """UTF-16 units of what is after the last byte."""
        return self.tails[-1][1] - self.tails[0][0] if self.tails else 0

    def ends_at(self, raw: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where in the display string what ends at these borders ends, before any insert there."""
        borders = np.searchsorted(self.raw, raw)
        ends: NDArray[np.int64] = self.at[borders].astype(np.int64)
        ends -= np.where(raw == self.raw[-1], self._tail, 0)
        if self.marks is not None:
            ends -= self.marks[borders]
        if self.flag is not None:
            ends -= np.where(raw == self.flag[0], self.flag[2] - self.flag[1], 0)
        return ends

    @property
    def plain(self) -> str:
        """The display string without marks of direction."""
        return self.display if self.marks is None else without_marks(self.display)

    @property
    def right_to_left(self) -> bool:
        """Whether any character runs from right to left."""
        return self.turned is not None

    def display_at(self, raw: int) -> int:
        """Return the place in the display string of a byte: that of the border there or before."""
        border = int(np.searchsorted(self.raw, raw, side="right")) - 1
        return int(self.at[border]) - (self._tail if border == len(self.at) - 1 else 0)

    def raw_at(self, display: int) -> int:
        """Return the byte at a place in the display string: that of the border there or before."""
        at = self.at if self.marks is None else self.at - self.marks
        if display >= int(at[-1]) - self._tail:
            return int(self.raw[-1])
        return int(self.raw[max(int(np.searchsorted(at, display, side="right")) - 1, 0)])

    def next_stop(self, raw: int) -> int | None:
        """Return the next byte at which the caret may be, None at the end of the piece."""
        stops = self.stops()
        at = int(np.searchsorted(stops, raw, side="right"))
        return int(stops[at]) if at < len(stops) else None

    def previous_stop(self, raw: int) -> int | None:
        """Return the byte before `raw` at which the caret may be, None at the start of the piece."""
        stops = self.stops()
        at = int(np.searchsorted(stops, raw)) - 1
        return int(stops[at]) if at >= 0 else None

    def stops(self) -> Offsets:
        """Return the bytes at which the caret may be: not within a cluster, not between CR and LF."""
        stops: Offsets = self.raw[self.whole]
        if self.line_end >= 0 and self.plain.endswith("⟨CR⟩" + NBSP):
            return np.delete(stops, -2)
        return stops


@dataclass(slots=True)
class _Part:
    """The display of one stretch: its string, and for each character its bytes and its UTF-16 units."""

    display: str
    raw: NDArray[np.int64]
    units: NDArray[np.int64]
    code_points: NDArray[np.uint32]
    named: NDArray[np.bool_]
    loose: bool


def line_text(data: bytes, right_to_left: bool = False) -> LineText:
    """Return the display of a piece of a line.

    Args:
        data: its bytes; a line feed may only be the last.
        right_to_left: whether the line as a whole runs from right to left.

    """
    parts = list(_parts(data))
    turned = _turned(parts)
    if turned is not None or right_to_left:
        _widen_tabs(parts)
    display = "".join(part.display for part in parts)
    raw = np.concatenate([np.zeros(1, np.int64), *(part.raw for part in parts)]).cumsum()
    at = np.concatenate([np.zeros(1, np.int64), *(part.units for part in parts)]).cumsum()
    code_points = np.concatenate([np.empty(0, np.uint32), *(part.code_points for part in parts)])
    return LineText(
        raw.astype(np.int32),
        at.astype(np.int32),
        _whole(display, at, code_points),
        display,
        named=_ranges(at, [part.named for part in parts]),
        loose=_ranges(at, [np.full(len(part.raw), part.loose) for part in parts]),
        spaces=at[:-1][code_points == 0x20].astype(np.int32),
        tabs=at[:-1][code_points == 0x09].astype(np.int32),
        no_breaks=at[:-1][code_points == 0xA0].astype(np.int32),
        line_end=int(at[-2]) if data.endswith(b"\n") else -1,
        turned=turned,
    )


def _parts(data: bytes) -> Iterator[_Part]:
    for text, loose in stretches(data):
        yield _text_part(text) if text else _loose_part(loose)


def _loose_part(loose: bytes) -> _Part:
    """Return bytes that are not UTF-8, each one by itself in hex."""
    n = len(loose)
    display = "".join(f"⟨{byte:02X}⟩" for byte in loose)
    ones = np.ones(n, np.int64)
    return _Part(display, ones, ones * _HEX_WIDTH, np.zeros(n, np.uint32), np.ones(n, np.bool_), True)


def _text_part(text: str) -> _Part:
    code_points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    raw = 1 + (code_points >= 0x80) + (code_points >= 0x800) + (code_points >= 0x10000).astype(np.int64)
    units = 1 + (code_points >= 0x10000).astype(np.int64)
    odd = {character: shown for character in set(text) if (shown := _replacement(character)) is not None}
    named = np.isin(code_points, [ord(character) for character in odd]) if odd else np.zeros(len(text), bool)
    if odd:
        named = _without_joiners(code_points, named)
    bare = _bare_marks(text, code_points, named)
    display = text
    if odd or len(bare):
        characters = list(text)
        for place in np.flatnonzero(named):
            shown = odd[characters[place]]
            characters[place], units[place] = shown, len(shown)
        for place in bare:
            characters[place] = CARRIER + characters[place]
            units[place] += 1
        display = "".join(characters)
    # Qt lets spaces hang over the end of a row, where they are invisible: `row_breaks` says where rows end.
    display = display.replace(" ", NBSP)
    if display.endswith("\n"):
        display = display[:-1] + NBSP
    return _Part(display, raw, units, code_points, named, False)


@lru_cache(maxsize=65536)
def _replacement(character: str) -> str | None:
    """Return what is in the display for a character that cannot be seen, None for all others."""
    if character in "\t\n\u00a0":
        return None  # a mark is painted over these
    return name(character)


def _without_joiners(code_points: NDArray[np.uint32], named: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return `named` without the invisible characters that join the one before them and are needed there."""
    kept = named.copy()
    for place in np.flatnonzero(named):
        if place and not kept[place - 1] and _joins(int(code_points[place]), int(code_points[place - 1])):
            kept[place] = False
    return kept


def _bare_marks(text: str, code_points: NDArray[np.uint32], named: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the places of combining marks that have no letter to be on."""
    marks = [ord(letter) for letter in set(text) if not letter.isascii() and needs_carrier(letter)]
    if not marks:
        return np.empty(0, np.int64)
    no_letter = np.append(True, (named | np.isin(code_points, (0x09, 0x0A)))[:-1])
    return np.flatnonzero(np.isin(code_points, marks) & no_letter & ~named)


def _joins(code_point: int, before: int) -> bool:
    """Return whether an invisible character acts on the one before."""
    if code_point in (_ZWNJ, _ZWJ):
        return _is_complex(before)
    if 0xFE00 <= code_point <= 0xFE0F or 0xE0100 <= code_point <= 0xE01EF:
        return before > 0x20 and before != 0xA0
    if 0xE0020 <= code_point <= 0xE007F:
        return before == _BLACK_FLAG or 0xE0020 <= before <= 0xE007E
    return code_point in (0x180B, 0x180C, 0x180D, 0x180F) and 0x1820 <= before <= 0x18AA


def _is_complex(code_point: int) -> bool:
    """Return whether a character is an emoji, a sign on one, or of a script in which letters join."""
    if 0xFE00 <= code_point <= 0xFE0F:
        return True
    category = unicodedata.category(chr(code_point))
    joins = 0x0590 <= code_point < 0x2000 or 0xA800 <= code_point < 0xAC00 or 0xFB50 <= code_point < 0xFE00
    pictures = 0x2190 <= code_point < 0x2E80 or code_point >= 0x10000
    return (joins or pictures) and category in {"Lo", "Lm", "Mn", "Mc", "So", "Sk"}


def _widen_tabs(parts: list[_Part]) -> None:
    """Make columns of the tabs: among letters of mixed direction Qt gives a tab no rectangle."""
    for part in parts:
        part.units[part.code_points == ord("\t")] = TAB_COLUMNS
        part.display = part.display.replace("\t", NBSP * TAB_COLUMNS)


def _whole(display: str, at: NDArray[np.int64], code_points: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Return which borders are borders of grapheme clusters (Unicode Annex 29, as Qt finds them).

    QTextLayout is asked and not QTextBoundaryFinder, which cuts an emoji that comes after
    Devanagari in the same string (Qt 6.11). Only next to U+0300 and on can there be any other.
    """
    whole = np.ones(len(at), np.bool_)
    far = code_points >= 0x300
    doubtful = np.flatnonzero(np.append(far, False) | np.append(False, far))
    if len(doubtful):
        asked = QTextLayout(display)
        answers = map(asked.isValidCursorPosition, at[doubtful].tolist())
        whole[doubtful] = np.fromiter(answers, np.bool_, len(doubtful))
    _pair_flags(whole, code_points)
    whole[0] = whole[-1] = True  # a mark at the start of the text joins no label before it
    return whole


def _pair_flags(whole: NDArray[np.bool_], code_points: NDArray[np.uint32]) -> None:
    """Make borders at every second letter of a flag; Qt 6.11 cuts a flag that follows another emoji."""
    letters = np.flatnonzero((code_points >= 0x1F1E6) & (code_points <= 0x1F1FF))
    if not len(letters):
        return
    begins = np.append(True, np.diff(letters) > 1)  # of runs
    place_in_run = np.arange(len(letters)) - np.flatnonzero(begins)[np.cumsum(begins) - 1]
    later = place_in_run > 0
    whole[letters[later]] = place_in_run[later] % 2 == 0


def row_breaks(text: LineText) -> Offsets:
    """Return where a row may end, in the display string: by Unicode Annex 14, but before the last space.

    Most tokens begin with their space and so stay whole.
    """
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, text.plain.replace(NBSP, " "))
    breaks = []
    while (place := finder.toNextBoundary()) >= 0:
        breaks.append(place)
    places = np.array(breaks, np.int32)
    spaces, no_breaks = text.spaces, text.no_breaks
    past = None if text.marks is None else _past_marks(text.display)
    if past is not None:
        spaces, no_breaks = (np.searchsorted(past, own).astype(np.int32) for own in (spaces, no_breaks))
    places -= np.isin(places - 1, spaces)
    allowed = ~np.isin(places - 1, no_breaks)
    if past is not None:
        places = past[places]
    allowed &= np.isin(places, text.at[text.whole])
    return places[allowed]


def _past_marks(display: str) -> Offsets:
    """Return where places in a display string without marks of direction are in it: before a character."""
    code_units = np.frombuffer(display.encode("utf-16-le"), np.uint16)
    return np.append(np.flatnonzero(~are_marks(code_units)), len(code_units)).astype(np.int32)


def _ranges(at: NDArray[np.int64], masks: list[NDArray[np.bool_]]) -> tuple[tuple[int, int], ...]:
    """Return the runs of marked characters as (start, end) in the display string."""
    mask = np.concatenate([np.zeros(1, np.bool_), *masks, np.zeros(1, np.bool_)])
    edges = np.flatnonzero(np.diff(mask.astype(np.int8)))
    return tuple((int(at[start]), int(at[end])) for start, end in edges.reshape(-1, 2))


@lru_cache(maxsize=65536)
def _turns(character: str) -> bool:
    """Return whether a character runs from right to left, or is an Arabic digit."""
    return unicodedata.bidirectional(character) in _RIGHT_TO_LEFT


def _turned(parts: list[_Part]) -> NDArray[np.bool_] | None:
    """Return which characters run from right to left, None if none does."""
    letters = set().union(*(part.display for part in parts if not part.loose))
    turning = [ord(letter) for letter in letters if not letter.isascii() and _turns(letter)]
    if not turning:
        return None
    return np.isin(np.concatenate([part.code_points for part in parts]), turning)
