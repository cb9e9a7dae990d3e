"""What CLIP does to a text before it splits it (openai/CLIP, clip/simple_tokenizer.py).

`basic_clean` is ftfy, html.unescape twice and strip; `whitespace_clean` one space for every run of white
space and strip again; then small letters. ftfy mends texts that were decoded by the wrong rule, among other
things (rspeer/python-ftfy, 6.3.1). It works line by line, but remembers from one line to the next: after the
first "<" it leaves HTML's references alone. A line is not cut, whatever time it takes.
"""

from __future__ import annotations

import html
from collections.abc import Generator, Sequence
from functools import lru_cache

import regex

from workbench.engine.cleaned_parts import Changes, KeptParts, PartKey, next_cut_steps, previous_cut_steps
from workbench.engine.mojibake import simple_edits
from workbench.engine.text_edits import Edit, Edited, edited_steps
from workbench.engine.text_normalizers import (
    Change,
    InOrder,
    Lowercase,
    Stages,
    Strip,
    TextStep,
    Whitespace,
    put_steps,
)

LONGEST_SEGMENT = 1_000_000  # characters of a line; ftfy takes a longer one for several (`max_decode_length`)

# What ftfy changes as a whole: HTML's references, line ends, escapes of terminals, characters with marks.
_UNIT = regex.compile(
    r"&#?[0-9A-Za-z]{1,24};|\r\n|\x1b\[[0-9;]*[A-Za-z]|[^\p{M}]\p{M}+|.", regex.DOTALL | regex.VERSION1
)

_SLICE = 1024  # edits between two yields
_WINDOW = 1 << 14  # characters of lines that are well, between two yields
_SMALLEST_TEXT = 1 << 12  # bytes of a text that is not cleaned in a moment
_SMALLEST_PART = 1 << 15  # bytes of a part that is kept; smaller ones are what is seen somewhere

Block = tuple[int, int, int, int]  # start and end in one text, then in the other

_LONGEST_REFERENCE = 12  # digits of "&#…;" that still can be a character
_LOOK = 48  # characters that may differ before two texts that go on alike are found to
_ALIKE = 2  # characters that have to be equal there


class Ftfy(TextStep):
    """ftfy's `fix_text`; it does not tell what it did, so that some alignments are guesses."""

    name = "ftfy"
    # ftfy does nothing to these, alone or together, but for line ends, which all become line feeds.
    _ELSE = regex.compile(r"[^\t\n\f\r\x20-\x25\x27-\x7e]")
    _LINE_END = regex.compile(r"\r\n?")

    def __init__(self, tags: bool = False) -> None:
        """Take whether a "<" stands before the text, in a part of it that is not there."""
        self._tags = tags

    def changed_steps(self, text: str) -> Generator[None, None, Edited]:
        """Yield None and return the text as ftfy leaves it; the time between two yields is that of a line."""
        edits: list[Edit] = []
        approximate, seen = False, self._tags
        end = n_done = 0
        for start, stop in self._lines(text):
            yield from self._line_ends_steps(text, end, start, edits)
            seen = seen or "<" in text[end:stop]
            end = stop
            for first in range(start, stop, LONGEST_SEGMENT):
                segment = text[first : min(stop, first + LONGEST_SEGMENT)]
                found = simple_edits(segment, seen)
                if found is None:
                    found, guessed = _edits(segment, _fixed(segment, seen), seen)
                    approximate |= guessed
                    yield
                edits += [(first + at, first + to, new) for at, to, new in found]
            n_done += stop - start
            if n_done > _WINDOW:
                n_done = 0
                yield
        yield from self._line_ends_steps(text, end, len(text), edits)
        return (yield from edited_steps(text, edits, approximate))

    def _line_ends_steps(
        self, text: str, start: int, end: int, edits: list[Edit]
    ) -> Generator[None, None, None]:
        """Append the edits of lines to which nothing else is done."""
        for found in self._LINE_END.finditer(text, start, end):
            edits.append((found.start(), found.end(), "\n"))
            if len(edits) % _SLICE == 0:
                yield

    def _lines(self, text: str) -> Generator[tuple[int, int], None, None]:
        """Yield start and end of each line that ftfy may change."""
        found = self._ELSE.search(text)
        while found is not None:
            start = text.rfind("\n", 0, found.start()) + 1
            end = text.find("\n", found.start()) + 1 or len(text)
            yield start, end
            found = self._ELSE.search(text, end)


class HtmlUnescape(TextStep):
    """The characters that HTML's references stand for, "<" for "&lt;" (Python's `html.unescape`)."""

    name = "unescape"
    # What may be a reference (HTML 5, named and numeric character references; html/__init__.py).
    _REFERENCE = regex.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")

    def changed_steps(self, text: str) -> Generator[None, None, Edited]:
        """Yield None at least every 20 ms and return the text with the characters."""
        return (yield from put_steps(text, self._REFERENCE, _unescaped))


def _unescaped(reference: str) -> str:
    """Return what a reference stands for; a number of thousands of digits, which Python refuses, is none."""
    digits = reference[2:].strip(";").lstrip("xX").lstrip("0")
    if reference[1] == "#" and len(digits) > _LONGEST_REFERENCE:
        return "\ufffd"
    if reference[1] == "#" and len(reference) > 2 * _LONGEST_REFERENCE:
        sign = "x" if reference[2] in "xX" else ""
        reference = f"&#{sign}{digits or '0'};"
    return html.unescape(reference)


class ClipCleaning(InOrder):
    """CLIP's steps. A large text is taken in parts (`normalizers.InCuts`), and what became of them is kept.

    It is often cleaned again as it was, or nearly: when the tokens of what is seen are asked for, when they
    are counted, when another size of the vocabulary is tried.
    """

    def __init__(self) -> None:
        """Take no choices: CLIP leaves none."""
        super().__init__(_steps(False, True, True), "clip")
        self._kept = KeptParts()

    def next_cut_steps(self, text: bytes, position: int, end: int) -> Generator[None, None, int]:
        """Yield None at least every 20 ms and return the first cut from `position` on before `end`, or it."""
        return next_cut_steps(text, position, end)

    def previous_cut_steps(self, text: bytes, position: int, start: int) -> Generator[None, None, int]:
        """Yield None at least every 20 ms and return the last cut up to `position` behind `start`, or it."""
        return previous_cut_steps(text, position, start)

    def part_steps(
        self, text: bytes, part: tuple[int, int], whole: tuple[int, int]
    ) -> Generator[None, None, Stages]:
        """Yield None at least every 20 ms and return what comes out of each step for a part of a stretch."""
        data = text[slice(*part)]
        # Only of references an earlier "<" tells something.
        tags = b"&" in data and text.find(b"<", whole[0], part[0]) >= 0
        key = PartKey(data, tags, part[0] == whole[0], part[1] == whole[1])
        changes = yield from self._kept_steps(text, key, whole)
        stages: Stages = []
        for name, change in changes:
            stages.append((name, (yield from change.normalized_steps())))
        return stages

    def _kept_steps(
        self, text: bytes, key: PartKey, whole: tuple[int, int]
    ) -> Generator[None, None, Changes]:
        """Return what becomes of a part, which is kept where it is one of those that a text is encoded in."""
        alone = key.opens and key.closes
        if whole != (0, len(text)) or len(key.text) < (_SMALLEST_TEXT if alone else _SMALLEST_PART):
            return (yield from _changes_steps(key))
        self._kept.begin(text)
        changes = self._kept.get(key)
        if changes is None:
            changes = yield from _changes_steps(key)
            self._kept.put(key, changes)
        if key.closes:
            self._kept.end(text)
        return changes


def _steps(tags: bool, left: bool, right: bool) -> list[TextStep]:
    """Return CLIP's seven steps, for a text before which there is a "<" or not, and with these ends."""
    strip = Strip(left, right, separators=True)
    return [
        Ftfy(tags),
        HtmlUnescape(),
        HtmlUnescape(),
        strip,
        Whitespace(),
        strip,
        Lowercase(final_sigma=True),
    ]


def _changes_steps(key: PartKey) -> Generator[None, None, Changes]:
    """Return what the steps do to a part."""
    changes: list[tuple[str, Change]] = []
    text = key.text
    for step in _steps(key.tags, key.opens, key.closes):
        change = yield from step.change_steps(text)
        text = change.edited.output
        changes.append((step.name, change))
    return tuple(changes)


def clip_cleaning() -> InOrder:
    """Return CLIP's cleaning, in its seven steps."""
    return ClipCleaning()


def _fixed(segment: str, tags: bool) -> str:
    """Return a line as ftfy leaves it; `tags` tells that a "<" was seen by then."""
    from ftfy import fix_text  # takes a moment, which only those who need it should wait for

    return fix_text(segment, unescape_html=False if tags else "auto", explain=False)


@lru_cache(1 << 16)
def _fixed_alone(unit: str, tags: bool) -> str:
    return _fixed(unit, tags)


def _edits(old: str, new: str, tags: bool) -> tuple[list[Edit], bool]:
    """Return edits that make one text of the other, and whether some of them are guesses.

    What ftfy makes of each unit alone explains most of what it does: then the edits are exact.
    """
    if old == new:
        return [], False
    units: list[Edit] = []
    origins: list[int] = []  # by character of what is likely to come out, the number of its unit
    for found in _UNIT.finditer(old):
        unit = found[0]
        plain = len(unit) == 1 and unit.isascii() and unit.isprintable()
        fixed = unit if plain else _fixed_alone(unit, tags)
        origins += [len(units)] * len(fixed)
        units.append((found.start(), found.end(), fixed))
    blocks = changed_blocks("".join(fixed for _, _, fixed in units), new)
    return _explained(old, new, units, _whole_units(blocks, origins), origins), bool(blocks)


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
