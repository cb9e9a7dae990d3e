"""What CLIP does to a text before it splits it (openai/CLIP, clip/simple_tokenizer.py).

`basic_clean` is ftfy, html.unescape twice and strip; `whitespace_clean` one space for every run of white
space and strip again; then small letters. ftfy fixes texts that were decoded by the wrong rule, among other
things (rspeer/python-ftfy, 6.3.1). It works line by line, but remembers from one line to the next: after the
first "<" it leaves HTML's references alone. A line is not cut, whatever time it takes.
"""

from __future__ import annotations

import html
from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import Any

import regex

from workbench import kernels
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.child.isolation import Child
from workbench.engine.normalizers.cleaned_parts import (
    Changes,
    KeptParts,
    PartKey,
    next_cut,
    previous_cut,
)
from workbench.engine.normalizers.clip_lines import cleaned
from workbench.engine.normalizers.ftfy_edits import line_edits
from workbench.engine.normalizers.text_edits import LONG, Edit, Edited, apply_edits, first_bytes, put
from workbench.engine.normalizers.text_normalizers import (
    Change,
    InOrder,
    Lowercase,
    Stages,
    Strip,
    TextStep,
    Whitespace,
    output_of,
)

LONGEST_SEGMENT = 1_000_000  # characters of a line; ftfy takes a longer one for several (`max_decode_length`)

_WINDOW = 1 << 14  # characters of lines that are well, between two points
_COUNTED = 1 << 16  # bytes whose characters are counted between two points
_SMALLEST_TEXT = 1 << 12  # bytes of a text that is not cleaned in a moment
_SMALLEST_PART = 1 << 15  # bytes of a part that is kept; smaller ones are what is seen somewhere

_LONGEST_REFERENCE = 12  # digits of "&#…;" that still can be a character


class Ftfy(TextStep):
    """ftfy's `fix_text`; it does not tell what it did, so that some alignments are guesses."""

    name = "ftfy"
    # ftfy does nothing to these, alone or together, except for line ends, which all become line feeds.
    _ELSE = regex.compile(r"[^\t\n\f\r\x20-\x25\x27-\x7e]")
    _LINE_END = regex.compile(r"\r\n?")
    cut = regex.compile(rb"\n")  # and in a long line, see `_end`

    def __init__(self, tags: bool = False, child: Child | None = None, whole: bool = False) -> None:
        """Take whether a "<" is before the text, in a part of it that is not there.

        With `whole` it does not tell what became of which part of a line, which takes a fraction of the time.
        Long lines are fixed in `child`, or in one of its own, which is started for the first of them.
        """
        self._tags = tags
        self._whole = whole
        self._child = Child() if child is None else child

    def changed(self, text: str) -> Edited:
        """Return the text after ftfy.

        Raises EngineError, see `Child.request`, where a long line cannot be fixed.
        """
        guessed: list[bool] = []
        edited = apply_edits(text, self._edits(text, guessed))
        return replace(edited, approximate=any(guessed))

    def _edits(self, text: str, guessed: list[bool]) -> Iterator[Edit]:
        seen = self._tags
        end = n_done = 0
        for start, stop in self._lines(text):
            yield from self._line_ends(text, end, start)
            seen = seen or text.find("<", end, start) >= 0
            end = stop
            for first in range(start, stop, LONGEST_SEGMENT):
                segment = text[first : min(stop, first + LONGEST_SEGMENT)]
                seen = seen or "<" in segment
                guessed.append((yield from line_edits(segment, seen, self._child, first, self._whole)))
            n_done += stop - start
            if n_done > _WINDOW:
                n_done = 0
                point()
        point()
        yield from self._line_ends(text, end, len(text))

    def _end(self, data: bytes, start: int, cut: regex.Pattern[bytes] | None) -> int:
        """Return where a line ends or, in a long one, a segment: what ftfy takes by itself."""
        if len(data) - start <= LONG:
            return len(data)
        line_end = data.rfind(b"\n", start, start + LONG) + 1
        if line_end:
            return line_end
        end = data.find(b"\n", start) + 1 or len(data)
        left = LONGEST_SEGMENT
        for first in range(start, end, _COUNTED):
            letters = first_bytes(data[first : min(end, first + _COUNTED)])
            if len(letters) > left:
                return first + int(letters[left])
            left -= len(letters)
            point()
        return end

    def _parts(self, data: bytes) -> Iterator[tuple[int, int, TextStep]]:
        step: TextStep = self
        for start, end, _ in super()._parts(data):
            yield start, end, step
            if step is self and not self._tags and data.find(b"<", start, end) >= 0:
                step = Ftfy(True, self._child, self._whole)

    def _line_ends(self, text: str, start: int, end: int) -> Iterator[Edit]:
        """Yield the edits of lines to which nothing else is done."""
        for match in paced(self._LINE_END.finditer(text, start, end)):
            yield match.start(), match.end(), "\n"

    def _lines(self, text: str) -> Generator[tuple[int, int], None, None]:
        """Yield start and end of each line that ftfy may change."""
        end = 0
        for window in paced_slices(len(text), _WINDOW):
            while end < window.stop and (
                match := self._ELSE.search(text, max(end, window.start), window.stop)
            ):
                start = text.rfind("\n", 0, match.start()) + 1
                end = text.find("\n", match.start()) + 1 or len(text)
                yield start, end


class HtmlUnescape(TextStep):
    """The characters that HTML's references stand for, "<" for "&lt;" (Python's `html.unescape`)."""

    name = "unescape"
    # None of these goes on with a reference, the latter not behind so many that a name has no room for.
    cut = regex.compile(rb"[^#0-9;A-Za-z\x80-\xbf]|(?<=[0-9A-Za-z]{33})[g-zG-Z]")
    # What may be a reference (HTML 5, named and numeric character references; html/__init__.py).
    _REFERENCE = regex.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[0-9A-Za-z]{1,32};?)")

    def changed(self, text: str) -> Edited:
        """Return the text with the characters."""
        return put(text, self._REFERENCE, _unescaped)


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
    """CLIP's steps. A large text is taken in parts (`normalizer.InCuts`), and what became of them is kept.

    It is often cleaned again as it was, or nearly: when the tokens of what is seen are requested, when they
    are counted, when another size of the vocabulary is tried.
    """

    def __init__(self) -> None:
        """Take no choices: CLIP leaves none."""
        self._child = Child()
        super().__init__(_steps(False, True, True, self._child), "clip")
        self._kept = KeptParts()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle nothing: its child and what it has kept are another's."""
        return type(self), ()

    def output(self, text: bytes, first: bool) -> bytes:
        """Return the output alone, which takes a tenth of the time."""
        if len(text) < _SMALLEST_TEXT or not kernels.active():
            return self._lines(text, False)
        return cleaned(text, self._lines)

    def _lines(self, text: bytes, tags: bool) -> bytes:
        """Return what the steps make of some lines, which a "<" is before or not."""
        for step in _steps(tags, True, True, self._child, whole=True):
            text = output_of(step, text, True)
        return text

    def next_cut(self, text: bytes, position: int, end: int) -> int:
        """Return the first cut from `position` on before `end`, else `end`."""
        return next_cut(text, position, end)

    def previous_cut(self, text: bytes, position: int, start: int) -> int:
        """Return the last cut up to `position` after `start`, else `start`."""
        return previous_cut(text, position, start)

    def part(self, text: bytes, part: tuple[int, int], whole: tuple[int, int]) -> Stages:
        """Return what comes out of each step for a part of a stretch."""
        data = text[slice(*part)]
        # Only of references an earlier "<" tells something.
        tags = b"&" in data and text.find(b"<", whole[0], part[0]) >= 0
        key = PartKey(data, tags, part[0] == whole[0], part[1] == whole[1])
        changes = self._changes_kept(text, key, whole)
        stages: Stages = []
        for name, change in changes:
            stages.append((name, change.normalized()))
        return stages

    def _changes_kept(self, text: bytes, key: PartKey, whole: tuple[int, int]) -> Changes:
        """Return what becomes of a part, which is kept where it is one of those that a text is encoded in."""
        alone = key.opens and key.closes
        if whole != (0, len(text)) or len(key.text) < (_SMALLEST_TEXT if alone else _SMALLEST_PART):
            return _changes(key, self._child)
        self._kept.begin(text)
        changes = self._kept.get(key)
        if changes is None:
            changes = _changes(key, self._child)
            self._kept.put(key, changes)
        if key.closes:
            self._kept.end(text)
        return changes


def _steps(tags: bool, left: bool, right: bool, child: Child, whole: bool = False) -> list[TextStep]:
    """Return CLIP's seven steps, for a text with or without a "<" before it, and with these ends."""
    strip = Strip(left, right, separators=True)
    return [
        Ftfy(tags, child, whole),
        HtmlUnescape(),
        HtmlUnescape(),
        strip,
        Whitespace(),
        strip,
        Lowercase(final_sigma=True),
    ]


def _changes(key: PartKey, child: Child) -> Changes:
    """Return what the steps do to a part."""
    changes: list[tuple[str, Change]] = []
    text = key.text
    for step in _steps(key.tags, key.opens, key.closes, child):
        change = step.change(text)
        text = change.edited.output
        changes.append((step.name, change))
    return tuple(changes)


def clip_cleaning() -> InOrder:
    """Return CLIP's cleaning, in its seven steps."""
    return ClipCleaning()
