"""A text and what was changed in it: from edits to the new bytes, and from where each of them came."""

from __future__ import annotations

import codecs
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import bytes_of, concatenated, taken
from workbench.engine.base.pace import let_go, paced, paced_slices, point
from workbench.engine.base.utf8 import first_character, is_utf8
from workbench.engine.normalizers.normalizer import Normalized

if TYPE_CHECKING:
    import regex

_AT_ONCE = 1 << 16  # bytes or characters, in a millisecond or two
_EDITS = 1024  # that are applied at once
_FREED = 16  # parts of a text between two points
_WINDOW = 1 << 12  # bytes that may not be UTF-8, likewise
_REPLACEMENT = "\ufffd"
_FAULT = 0xD800  # a surrogate, and the next three
_MARKED = "workbench_faults"

Edit = tuple[int, int, str]  # start and end in characters, and what is there instead
Stretch = tuple[int, int, int, int]  # start and end in bytes of the input, then in bytes of the output

# Bytes of a text that is changed part by part: Python takes a text of 10 MB for 20 to 95 ms to make
# characters of it, in which no other thread runs, and some patterns as long for 1 MB. A multiple of many
# numbers, so that parts of a text that repeats itself are equal.
LONG = 13 * 5040

NOTHING = np.empty((0, 4), np.int64)


@dataclass(frozen=True, slots=True)
class Edited:
    """A text after some edits.

    Attributes:
        output: its bytes.
        stretches: int64[k, 4], what was changed, from the left; between two of them bytes follow bytes.
        approximate: which part of a stretch became which is a guess.
        between: bytes between two stretches may have become others, such as small letters of capitals.

    """

    output: bytes
    stretches: NDArray[np.int64]
    approximate: bool = False
    between: bool = False


# Keeps what became of the last part: a text of one character, or nearly so, comes in parts that are equal.
once = lru_cache(1)


def joined(
    parts: list[bytes],
    tables: list[NDArray[np.int64]],
    approximate: bool = False,
    between: bool = False,
    before: bytes = b"",
) -> Edited:
    """Return what became of a text part by part, and empty both lists; `before`, if that is the same."""
    stretches = concatenated(tables)
    if before and not between and not len(stretches):
        output = before
    else:
        output = parts[0] if len(parts) == 1 else bytes_of(parts)
    edited = Edited(output, stretches, approximate, between)
    let_go(parts, _FREED)
    let_go(tables, _FREED)
    return edited


def apply_edits(text: str, edits: Iterable[Edit], approximate: bool = False) -> Edited:
    """Return the text after edits, which rise and do not overlap.

    Of those that come one by one, few are there at a time: a million of them take 60 ms to free.
    """
    blocks: list[bytes] = []
    tables = [NOTHING]
    position = n_in = n_out = 0
    for portion in _batches(edits):
        same = _encoded(text, position, portion[0][0], blocks)
        n_in, n_out = n_in + same, n_out + same
        output, table = _applied(text, portion)
        blocks.append(output)
        table += np.array((n_in, n_in, n_out, n_out))
        tables.append(table)
        n_in, n_out = int(table[-1, 1]), n_out + len(output)
        position = portion[-1][1]
        point()
    _encoded(text, position, len(text), blocks)
    return joined(blocks, tables, approximate)


def _batches(edits: Iterable[Edit]) -> Iterator[Sequence[Edit]]:
    """Yield edits that are applied between two points: not many, near each other; a long one alone."""
    batch: list[Edit] = []
    for edit in edits:
        if batch and (len(batch) == _EDITS or edit[1] - batch[0][0] > _AT_ONCE):
            yield batch
            batch = []
        batch.append(edit)
    if batch:
        yield batch


def _encoded(text: str, start: int, end: int, blocks: list[bytes]) -> int:
    """Append the bytes of the characters start, …, end - 1; return how many they are."""
    n_bytes = 0
    for first in range(start, end, _AT_ONCE):
        blocks.append(text[first : min(end, first + _AT_ONCE)].encode())
        n_bytes += len(blocks[-1])
        if end - start > _AT_ONCE:
            point()
    return n_bytes


def _applied(text: str, edits: Sequence[Edit]) -> tuple[bytes, NDArray[np.int64]]:
    """Return the bytes from the first edit's start to the last one's end, and the stretches from there on."""
    start, position = edits[0][0], edits[0][0]
    if len(edits) == 1:
        blocks: list[bytes] = []
        n_out = _encoded(edits[0][2], 0, len(edits[0][2]), blocks)
        return bytes_of(blocks), stretch_table([(0, _encoded(text, start, edits[0][1], []), 0, n_out)])
    parts: list[str] = []
    for first, last, new in edits:
        parts += text[position:first], new
        position = last
    output, before = "".join(parts).encode(), text[start:position].encode()
    table = np.array([(first, last) for first, last, _ in edits], np.int64) - start
    if len(before) != position - start:  # characters of several bytes: places in bytes
        table = np.append(first_bytes(before), len(before))[table]
    sizes = np.array([len(new) if new.isascii() else len(new.encode()) for _, _, new in edits], np.int64)
    grown = np.cumsum(sizes - (table[:, 1] - table[:, 0]))
    ends = table[:, 1] + grown
    return output, np.column_stack((table, ends - sizes, ends))


def first_bytes(text: bytes) -> NDArray[np.int64]:
    """Return int64[n], the byte at which each character of UTF-8 begins."""
    return np.flatnonzero((np.frombuffer(text, np.uint8) & 0xC0) != 0x80)


def stretch_table(stretches: Sequence[Stretch]) -> NDArray[np.int64]:
    """Return int64[k, 4]."""
    return np.array(stretches, np.int64).reshape(-1, 4)


def aligned(text: bytes, edited: Edited) -> Normalized:
    """Return edited bytes with where each border came from.

    All borders inside what was put for a stretch came from where the stretch began. Where something was
    taken out, the text goes on after that part; only at the end of the text it ends before.
    """
    if not len(edited.stretches):
        same = text if edited.output == text else edited.output
        return Normalized(same, untouched(0, len(text)))
    n_out = len(edited.output)
    alignment = np.empty(n_out + 1, np.uint64)
    for part in paced_slices(n_out + 1, _AT_ONCE):
        alignment[part] = _borders(edited.stretches, part.start, part.stop)
    last = edited.stretches[-1]
    if last[2] == n_out:
        alignment[n_out] = last[0]
    return Normalized(edited.output, alignment, approximate=edited.approximate)


def _borders(table: NDArray[np.int64], start: int, end: int) -> NDArray[np.int64]:
    """Return the borders of the input that the borders start, …, end - 1 of the output came from."""
    borders = np.arange(start, end)
    begins_at = table[:, 2]
    first = bisect_left(begins_at, start)  # numpy's makes a copy of all
    last = bisect_left(begins_at, end, first)
    rows = table[max(first - 1, 0) : last]  # the stretches that begin here, and the last one before
    begins = np.maximum(rows[:, 2], start)
    runs = np.diff(begins, append=end)  # from each to the next; none where two begin together
    behind = borders[int(begins[0]) - start :] if len(rows) else borders[:0]
    inside = behind < np.repeat(rows[:, 3], runs)
    behind += np.repeat(rows[:, 1] - rows[:, 3], runs)
    behind[inside] = np.repeat(rows[:, 0], runs)[inside]
    return borders


def untouched(start: int, end: int) -> NDArray[np.uint64]:
    """Return the borders of text[start:end], uint64[end - start + 1]."""
    borders = np.empty(end - start + 1, np.uint64)
    for part in paced_slices(len(borders), 1 << 16):
        borders[part] = np.arange(start + part.start, start + part.stop)
    return borders


def composed(first: NDArray[np.uint64], second: Normalized) -> NDArray[np.uint64]:
    """Return the alignment of a step's output to an earlier text.

    `first` aligns what went into the step to that text, `second` is what came out.
    """
    return taken(first, second.alignment)


def repair(text: bytes) -> tuple[str, Normalized | None]:
    """Return a text as characters.

    Bytes that are not UTF-8 become U+FFFD, the longest start of a character one, as in `bytes.decode`; then
    the repaired bytes come too, with their alignment.
    """
    try:
        return text.decode(), None
    except UnicodeDecodeError:
        pass
    repaired = repair_bytes(text)
    return (text if repaired is None else repaired.output).decode(), repaired


def repair_bytes(text: bytes) -> Normalized | None:
    """Do the same to a text that is not needed as characters at once; None if it is UTF-8."""
    if _valid_end(text) == len(text):
        return None
    blocks: list[bytes] = []
    tables = [NOTHING]
    position = n_out = replaced = 0
    while position < len(text):
        end = position + _WINDOW
        end = first_character(text, end, end + 3)  # 3 is what may be left of a character
        block, table = _repaired(text[position:end])
        blocks.append(block)
        tables.append(table + np.array((position, position, n_out, n_out)))
        replaced += int((table[:, 1] - table[:, 0]).sum())
        position, n_out = end, n_out + len(block)
        point()
    normalized = aligned(text, joined(blocks, tables))
    return Normalized(normalized.output, normalized.alignment, replaced)


def _repaired(data: bytes) -> tuple[bytes, NDArray[np.int64]]:
    """Return some bytes with U+FFFD for what is not UTF-8, and the stretches."""
    if is_utf8(data):
        return data, NOTHING
    marked = data.decode("utf-8", _MARKED).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(marked, "<u4").astype(np.int64)
    faults = np.flatnonzero(codes >> 2 == _FAULT >> 2)
    sizes = codes[faults] - _FAULT
    codes[faults] = ord(_REPLACEMENT)
    output = codes.astype("<u4").tobytes().decode("utf-32-le").encode()
    begins = first_bytes(output)[faults]
    new = len(_REPLACEMENT.encode())
    ends = begins + new - np.cumsum(new - sizes)
    return output, np.column_stack((ends - sizes, ends, begins, begins + new))


def _mark_fault(fault: UnicodeError) -> tuple[str, int]:
    """Put a surrogate, which no UTF-8 has, for bytes that are no character: it tells how many they are."""
    if isinstance(fault, UnicodeDecodeError):
        return chr(_FAULT + fault.end - fault.start), fault.end
    raise fault


codecs.register_error(_MARKED, _mark_fault)


def _valid_end(text: bytes) -> int:
    """Return how far a text is UTF-8, as seen at once: at the end, or before the first byte that is not."""
    position = 0
    while position < len(text):
        end = first_character(text, position + _AT_ONCE)
        if not is_utf8(text[position:end]):
            break
        position = end
        point()
    return position


def put(text: str, pattern: regex.Pattern[str], new_for: Callable[[str], str]) -> Edited:
    """Return the text with something put for all that a pattern finds."""
    matches = paced(pattern.finditer(text, concurrent=True))
    edits = ((match.start(), match.end(), new_for(match[0])) for match in matches)
    return apply_edits(text, (edit for edit in edits if edit[2] != text[edit[0] : edit[1]]))
