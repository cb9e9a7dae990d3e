"""Room in a line for what is shown besides its bytes: tabs of split characters, labels, ids.

It is put into the display string, and all places in that move along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import regex
from numpy.typing import NDArray

from workbench.widgets.token_view.layout.directions import marks_of_direction
from workbench.widgets.token_view.layout.inserts import NBSP, NO_INSERTS, Inserts, units
from workbench.widgets.token_view.layout.line import LineText, Offsets

JOINER = "\u200d"  # may be before and after the room for a tab
_TURNED = r"[\p{bc=R}\p{bc=AL}]"
_JOINS_BEFORE = regex.compile(rf"[{_TURNED}&&[\p{{jt=D}}\p{{jt=R}}\p{{jt=C}}]]", regex.V1)
_JOINS_AFTER = regex.compile(rf"[{_TURNED}&&[\p{{jt=D}}\p{{jt=C}}]]\p{{jt=T}}*\Z", regex.V1)
_LETTER = 16  # bytes in UTF-16 that a letter with its marks has at most, as far as joining goes


def with_rooms(
    text: LineText,
    tabs: tuple[tuple[int, int], ...] = (),
    right_to_left: bool = False,
    inserts: Inserts = NO_INSERTS,
) -> LineText:
    """Return the display of a piece with what is shown besides its bytes.

    Args:
        text: its display without that.
        tabs: (byte of a border, columns) of room to keep there for the count of a split character.
        right_to_left: whether the line as a whole runs from right to left.
        inserts: what is shown besides the bytes.

    """
    marks: tuple[tuple[int, str], ...] = ()
    if text.right_to_left or right_to_left:
        inserts = _isolated(inserts)
        marks = marks_of_direction(text.display, right_to_left) if tabs or inserts.flag else ()
    display, added, marked = _with_room(text, _rooms(tabs, inserts), marks, inserts.tail)
    at: Offsets = (text.at + added.cumsum()).astype(np.int32)

    def moved(places: Offsets) -> Offsets:
        offsets: Offsets = at[np.searchsorted(text.at, places)]
        return offsets

    def ranges(numbers: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        return tuple(map(tuple, moved(np.array(numbers)).tolist())) if numbers else ()

    heads, tails, prefix_at, flag = _places(inserts, text.raw, at, marked)
    return replace(
        text,
        at=at,
        display=display,
        named=ranges(text.named),
        loose=ranges(text.loose),
        spaces=moved(text.spaces),
        tabs=moved(text.tabs),
        no_breaks=moved(text.no_breaks),
        line_end=int(at[-2]) if text.line_end >= 0 else -1,
        heads=heads,
        tails=tails,
        prefix_at=prefix_at,
        flag=flag,
        marks=marked.astype(np.int32) if marks else None,
    )


def _isolated(inserts: Inserts) -> Inserts:
    """Return inserts whose letters keep their own direction, the flag's too, which is among others."""
    own = inserts.isolated()
    if own.flag is None:
        return own
    place, flag = own.flag
    return replace(own, flag=(place, Inserts((flag,)).isolated().head))


def _rooms(tabs: tuple[tuple[int, int], ...], inserts: Inserts) -> list[tuple[int, str]]:
    """Return (byte of a border, what is put before it), in order; a tab belongs to the box at its left."""
    rooms = [(0, inserts.head)]
    flag = [inserts.flag] if inserts.flag else []
    rooms += sorted([*((place, NBSP * columns) for place, columns in tabs), *flag], key=lambda room: room[0])
    return [room for room in rooms if room[1]]


def _places(
    inserts: Inserts, raw: Offsets, at: Offsets, marked: NDArray[np.int64]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], int, tuple[int, int, int] | None]:
    """Return where the inserts are in the display string: heads, tails, prefix, flag."""
    if inserts is NO_INSERTS:
        return (), (), -1, None
    heads = _in_row(0, inserts.heads)
    tails = _in_row(int(at[-1]) - units(inserts.tail), inserts.tails)
    inside = units(inserts.head) - 1 if inserts.prefix == "inside" else -1
    prefix = heads[-1][0] if inserts.prefix == "token" else inside
    flag = None
    if inserts.flag is not None:
        border = int(np.searchsorted(raw, inserts.flag[0]))
        end = int(at[border] - marked[border])
        end -= units(inserts.tail) if inserts.flag[0] == raw[-1] else 0
        flag = inserts.flag[0], end - units(inserts.flag[1]), end
    return heads, tails, prefix, flag


def _in_row(start: int, labels: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    rooms = []
    for label in labels:
        rooms.append((start, start + units(label)))
        start = rooms[-1][1]
    return tuple(rooms)


def _with_room(
    text: LineText, rooms: list[tuple[int, str]], marks: tuple[tuple[int, str], ...], tail: str
) -> tuple[str, NDArray[np.int64], NDArray[np.int64]]:
    """Return the display with something put into it, and int64[n + 1] twice, in units.

    The first is all that is put before each border and after the one before it, the second the marks of
    direction among those that are right before the border.

    Args:
        text: the display without that.
        rooms: (byte of a border, what is put before it), in order.
        marks: (place in the display string, marks of direction), in order; they are after room.
        tail: what is after all.

    """
    encoded = text.display.encode("utf-16-le")
    marks = marks if tail else marks[:-1]
    ends = text.at[np.searchsorted(text.raw, [place for place, _ in rooms])].tolist()
    kept = (_kept_together(room, encoded, end) for end, (_, room) in zip(ends, rooms, strict=True))
    puts = list(zip(ends, kept, strict=True))
    if marks:
        puts = sorted([*puts, *marks], key=lambda put: put[0])
    puts.append((int(text.at[-1]), tail))
    parts, done = [], 0
    for place, put in puts:
        parts += [encoded[2 * done : 2 * place], put.encode("utf-16-le")]
        done = place
    parts.append(encoded[2 * done :])
    display = b"".join(parts).decode("utf-16-le")
    return display, _added(text, puts), _added(text, marks, right_before=True)


def _added(
    text: LineText, puts: Sequence[tuple[int, str]], *, right_before: bool = False
) -> NDArray[np.int64]:
    """Return int64[n + 1], the units put between each border and the one before it, or right before."""
    added = np.zeros(len(text.at), np.int64)
    if puts:
        places = np.array([place for place, _ in puts])
        borders = np.searchsorted(text.at, places)
        sizes = np.array([units(put) for _, put in puts])
        np.add.at(added, borders, sizes * (text.at[borders] == places) if right_before else sizes)
    return added


def _kept_together(room: str, encoded: bytes, end: int) -> str:
    """Return room with what keeps the letters around it joined, where they are so otherwise.

    Args:
        room: what is put there.
        encoded: the display without room, in UTF-16.
        end: the place in it before which the room is put.

    """
    after = encoded[2 * end : 2 * end + 2].decode("utf-16-le", "replace")
    if not _JOINS_BEFORE.match(after):
        return room
    before = encoded[max(2 * end - _LETTER, 0) : 2 * end].decode("utf-16-le", "replace")
    return f"{JOINER}{room}{JOINER}" if _JOINS_AFTER.search(before) else room
