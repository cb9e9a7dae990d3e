"""What ftfy does to a line, as edits: ftfy itself (rspeer/python-ftfy, 6.3.1) does not tell what it did.

Long lines are requested in the child process: ftfy's regular expressions hold the interpreter's lock over a
whole line, for seconds if it is long. The child imports no numpy: its memory limit counts address space.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any

import regex

from workbench.engine.base.pace import paced_slices, point
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.normalizers.ftfy_shortcuts import Run, fixed_simply, simple_edits, with_runs

if TYPE_CHECKING:
    from workbench.engine.normalizers.text_edits import Edit

Block = tuple[int, int, int, int]  # start and end in one text, then in the other

LIMIT = Limit(50.0)  # a line of a million characters takes one second or two, the worst that is known five
SHORT = 1 << 13  # characters of a line that is fixed here, in some 10 ms at most
_SENT = 1 << 16  # edits in a frame

# What ftfy changes as a whole: HTML's references, line ends, escapes of terminals, characters with marks. A
# character that comes several times is found once, without the last if that may begin one of these.
_UNIT = regex.compile(
    r"(.)\1+(?![\n#\[0-9A-Za-z\p{M}])|&#?[0-9A-Za-z]{1,24};|\r\n|\x1b\[[0-9;]*[A-Za-z]|[^\p{M}]\p{M}+|.",
    regex.DOTALL | regex.VERSION1,
)

_LOOK = 48  # characters that may differ before two texts that go on alike are found to
_ALIKE = 2  # characters that have to be equal there


def line_edits(
    line: str, tags: bool, child: Child, start: int, whole: bool = False
) -> Generator[Edit, None, bool]:
    """Yield what ftfy does to a line (its end included).

    Args:
        line: what ftfy takes as a whole, a million characters at most.
        tags: whether a "<" was seen by then, after which ftfy leaves HTML's references alone.
        child: where a long line is fixed.
        start: what is added to the places.
        whole: put one text for the whole line, which is all that some need, and takes a fraction of the time.

    Returns whether some edits are guesses; raises EngineError, see `Child.request`.

    """
    if len(line) > SHORT:
        return (yield from _asked(line, {"tags": tags, "whole": whole}, child, start))
    runs, guessed = _line_edits(line, tags, whole)
    for run in runs:
        yield from _each(run, start)
    point()
    return guessed


def _asked(line: str, header: dict[str, Any], child: Child, start: int) -> Generator[Edit, None, bool]:
    """Find the same edits in the child, which has answered before the first is yielded."""
    guessed = False
    frames: list[Frame] = []
    for frame in child.request(mend_operation, header, (line.encode(),), LIMIT):
        guessed = bool(frame.header["guessed"])
        frames.append(frame)
        point()
    for frame in frames:
        yield from _edits_in(frame, start)
    return guessed


def _edits_in(frame: Frame, start: int) -> Iterator[Edit]:
    """Yield the edits of a reply."""
    columns = [memoryview(buffer).cast("I") for buffer in frame.buffers[:4]]
    new = frame.buffers[4].decode()
    at = 0
    for part in paced_slices(len(columns[0]), 1024):
        for begin, end, size, count in zip(*(column[part] for column in columns), strict=True):
            yield from _each((begin, end, new[at : at + size], count), start)
            at += size


def _each(run: Run, start: int) -> Iterable[Edit]:
    """Return the edits of a run, `start` characters further on."""
    first, end, new, count = run
    if count == 1:
        return [(start + first, start + end, new)]
    size = end - first
    stop = start + first + size * count
    return zip(range(start + first, stop, size), range(start + end, stop + size, size), repeat(new))


def mend_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply {"guessed"}, in the child, and the edits of the line in buffers[0], some at a time.

    Buffers: where each edit begins, where it ends, the length of what is there instead (in characters, 32
    bits each), how often it comes one behind the other, and all that is there, one after the other.
    """
    runs, guessed = _line_edits(buffers[0].decode(), bool(header["tags"]), bool(header["whole"]))
    for first in range(0, max(len(runs), 1), _SENT):
        some = runs[first : first + _SENT]
        numbers = (array("I", column).tobytes() for column in _columns(some))
        yield Frame({"guessed": guessed}, (*numbers, "".join(new for _, _, new, _ in some).encode()))


def _columns(runs: Sequence[Run]) -> Iterator[Iterator[int]]:
    yield (start for start, _, _, _ in runs)
    yield (end for _, end, _, _ in runs)
    yield (len(new) for _, _, new, _ in runs)
    yield (count for _, _, _, count in runs)


def _line_edits(line: str, tags: bool, whole: bool) -> tuple[list[Run], bool]:
    """Return what ftfy does to a line, and whether some of it are guesses."""
    if whole:
        return [(0, len(line), _fixed(line, tags), 1)], False
    runs = simple_edits(line, tags)
    return (runs, False) if runs is not None else _edits(line, _fixed(line, tags), tags)


def _fixed(segment: str, tags: bool) -> str:
    """Return a line as ftfy leaves it; `tags` tells that a "<" was seen by then."""
    if (fixed := fixed_simply(segment, tags)) is not None:
        return fixed
    from ftfy import fix_text  # slow to import, so only when needed

    return fix_text(segment, unescape_html=False if tags else "auto", explain=False)


@lru_cache(1 << 16)
def _fixed_alone(unit: str, tags: bool) -> str:
    return _fixed(unit, tags)


def _edits(old: str, new: str, tags: bool) -> tuple[list[Run], bool]:
    """Return edits that make one text of the other, and whether some of them are guesses.

    What ftfy makes of each unit alone explains most of what it does: then the edits are exact.
    """
    if old == new:
        return [], False
    runs: list[Run] = []
    for match in _UNIT.finditer(old):
        start, end = match.span()
        unit, count = (match[0], 1) if match[1] is None else (match[1], end - start)
        plain = len(unit) == 1 and unit.isascii() and unit.isprintable()
        runs.append((start, start + len(unit), unit if plain else _fixed_alone(unit, tags), count))
    changed = [run for run in runs if old[run[0] : run[1]] != run[2]]
    if with_runs(old, changed) == new:
        return changed, False
    units = [unit for run in runs for unit in _each(run, 0)]
    origins: list[int] = []  # by character of what is likely to come out, the number of its unit
    for number, (_, _, fixed) in enumerate(units):
        origins += [number] * len(fixed)
    blocks = changed_blocks("".join(fixed for _, _, fixed in units), new)
    edits = _explained(old, new, units, _whole_units(blocks, origins), origins)
    return [(*edit, 1) for edit in edits], True


def _whole_units(blocks: Sequence[Block], origins: Sequence[int]) -> list[Block]:
    """Let blocks take whole units, of each of which several characters may have come."""
    whole: list[Block] = []
    for start, end, new_start, new_end in blocks:
        while 0 < start < len(origins) and origins[start - 1] == origins[start]:
            start, new_start = start - 1, new_start - 1
        while 0 < end < len(origins) and origins[end - 1] == origins[end]:
            end, new_end = end + 1, new_end + 1
        if whole and start < whole[-1][1]:
            start, _, new_start, _ = whole.pop()
        whole.append((start, end, new_start, new_end))
    return whole


def _explained(
    old: str, new: str, units: Sequence[Edit], blocks: Sequence[Block], origins: Sequence[int]
) -> list[Edit]:
    """Return the edits of what became of each unit alone, and of each block."""
    edits: list[Edit] = []
    at = 0  # the next unit
    for start, end, new_start, new_end in [*blocks, (len(origins), len(origins), len(new), len(new))]:
        first = origins[start] if start < len(origins) else len(units)
        last = origins[end - 1] + 1 if end > start else first
        edits += [unit for unit in units[at:first] if old[unit[0] : unit[1]] != unit[2]]
        if start < end or new_start < new_end:
            begin = units[first][0] if first < len(units) else len(old)
            edits.append((begin, units[last - 1][1] if last > first else begin, new[new_start:new_end]))
        at = last
    return edits


def changed_blocks(first: str, second: str) -> list[Block]:
    """Return (start, end, start, end) of what differs between two texts, found from the left.

    After a difference the nearest place is looked for where a few characters are equal again. Not the
    smallest difference, but found in time that grows with the length; if nothing is equal again soon, the
    rest is one block.
    """
    tail = _equal_tail(first, second)
    blocks: list[Block] = []
    i = j = 0
    end_i, end_j = len(first) - tail, len(second) - tail
    while True:
        same = _equal_length(first, i, end_i, second, j, end_j)
        i, j = i + same, j + same
        if i == end_i and j == end_j:
            return blocks
        skip_i, skip_j = _resumption(first, i, end_i, second, j, end_j)
        blocks.append((i, i + skip_i, j, j + skip_j))
        i, j = i + skip_i, j + skip_j


def _equal_tail(first: str, second: str) -> int:
    count = 0
    shorter = min(len(first), len(second))
    while count < shorter and first[-1 - count] == second[-1 - count]:
        count += 1
    return count


def _equal_length(first: str, i: int, end_i: int, second: str, j: int, end_j: int) -> int:
    """Return how many characters from i and j on are equal."""
    longest = min(end_i - i, end_j - j)
    step, count = 64, 0
    while count < longest and step:
        size = min(step, longest - count)
        if first[i + count : i + count + size] == second[j + count : j + count + size]:
            count += size
        else:
            step = size // 2
    return count


def _resumption(first: str, i: int, end_i: int, second: str, j: int, end_j: int) -> tuple[int, int]:
    """Return how many characters to pass over in each, so that both go on alike."""
    for distance in range(1, 2 * _LOOK):
        for skip_j in range(max(0, distance - _LOOK), min(distance, _LOOK) + 1):
            skip_i = distance - skip_j
            if i + skip_i > end_i or j + skip_j > end_j:
                continue
            ahead = first[i + skip_i : min(end_i, i + skip_i + _ALIKE)]
            if ahead == second[j + skip_j : min(end_j, j + skip_j + _ALIKE)]:
                return skip_i, skip_j
    return end_i - i, end_j - j
