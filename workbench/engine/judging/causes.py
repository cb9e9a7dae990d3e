"""Finds why two tokenizers differ: groups differing spans by kind of text and by stage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import regex
from numpy.typing import NDArray

from workbench.engine.base.distinct import distinct
from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import character_start, first_character
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.aligned import Differences, Places, Row
from workbench.engine.judging.structure import MERGES, NORMALIZER, SPECIALS, SPLIT

BYTES, NUMBERS, SPACES, NAMES, MARKED, CAPITALS, PUNCTUATION, WORDS = (
    "not UTF-8", "numbers", "spaces and line ends", "code-like names", "letters with marks", "capitals",
    "punctuation", "small letters",
)  # fmt: skip
_STAGES = (NORMALIZER, SPLIT, MERGES, SPECIALS)
_LONGEST = 256  # bytes of a span that are classified
_BYTES_AT_ONCE = 1 << 18  # of a text whose stages are found
_TOGETHER = 1024  # spans
_NEAR = 48  # bytes on either side where the rest of a code-like name is looked for

# The first match classifies a span; scripts other than Latin have their own names.
_SCRIPTS = (
    "Han", "Hiragana", "Katakana", "Hangul", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Thai",
    "Bengali", "Tamil", "Telugu", "Georgian", "Armenian", "Ethiopic", "Khmer", "Lao", "Myanmar", "Tibetan",
)  # fmt: skip
_NAME = regex.compile(r"\p{L}_|_\p{L}|\p{Ll}\p{Lu}|\p{L}[./\\]\p{L}")
_RUN = regex.compile(r"[\p{L}\p{M}\p{N}_./\\]+")  # what a name is made of
_KINDS: tuple[tuple[str, regex.Pattern[str]], ...] = (
    (NUMBERS, regex.compile(r"\p{N}")),
    *((script, regex.compile(rf"\p{{Script={script}}}")) for script in _SCRIPTS),
    ("other scripts", regex.compile(r"(?!\p{Script=Latin})\p{L}")),
    (NAMES, _NAME),
    (MARKED, regex.compile(r"\p{L}\p{M}|(?![A-Za-z])\p{L}")),
    (SPACES, regex.compile(r"[\r\n\t]|\s\s|^\s+$")),
    (CAPITALS, regex.compile(r"\p{Lu}")),
    (PUNCTUATION, regex.compile(r"[^\s\p{L}\p{M}]")),
)
_PARTS_OF_NAMES = (MARKED, CAPITALS, PUNCTUATION, WORDS)  # may be cut out of a longer name


@dataclass(frozen=True)
class Cause:
    """Differing spans of one kind of text and one stage.

    Attributes:
        text: the kind of text.
        stage: the stage that makes the difference.
        saved: how many fewer tokens the other needs than the reference; negative if more.
        places: int64[k], indices of the differences.

    """

    text: str
    stage: str
    saved: int
    places: NDArray[np.int64]

    def spans(self, differences: Differences) -> Iterator[tuple[int, int]]:
        """Yield (start, end) of each difference in bytes."""
        for start, end in differences.spans[self.places]:
            yield int(start), int(end)


def kind_of(text: bytes) -> str:
    """Return the kind of a span of text."""
    try:
        shown = text.decode()
    except UnicodeDecodeError:
        shown = text.decode("utf-8", "ignore")
        if not shown:
            return BYTES
    return next((name for name, pattern in _KINDS if pattern.search(shown)), WORDS)


def _is_in_name(text: bytes, start: int, end: int) -> bool:
    """Return whether a span is part of a code-like name that is longer."""
    low, high = max(0, start - _NEAR), end + _NEAR
    parts = (text[low:start], text[start:end], text[end:high])
    before, inner, after = (part.decode("utf-8", "ignore") for part in parts)
    first, last = len(before), len(before) + len(inner)
    return any(
        run.end() > first and run.start() < last and _NAME.search(run[0])
        for run in _RUN.finditer(before + inner + after)
    )


def causes(
    differences: Differences, text: bytes, rows: tuple[Row, Row], tokenizers: tuple[Tokenizer, Tokenizer]
) -> tuple[Cause, ...]:
    """Return the causes of differences, sorted by tokens saved or lost, the most first.

    `rows` and `tokenizers` are those of the reference and the other. Saved and lost tokens add up to the
    difference on the whole text.
    """
    if not len(differences.spans):
        return ()
    stages = _stages(differences.spans, rows, tokenizers)
    known: dict[bytes, str] = {}
    names: dict[str, int] = {}
    kinds = np.empty(len(differences.spans), np.int64)
    for number, (start, end) in enumerate(paced(_pairs(differences.spans))):
        end = min(end, start + _LONGEST)
        part = text[character_start(text, start) : first_character(text, end, end + 3)]
        kind = known.get(part)
        if kind is None:
            kind = known[part] = kind_of(part)
        if kind in _PARTS_OF_NAMES and _is_in_name(text, start, end):
            kind = NAMES
        kinds[number] = names.setdefault(kind, len(names))
    keys = kinds * len(_STAGES) + stages
    saved = differences.tokens[:, 0] - differences.tokens[:, 1]
    of_kind = list(names)
    result = [
        Cause(of_kind[key // len(_STAGES)], _STAGES[key % len(_STAGES)], int(saved[places].sum()), places)
        for key in paced(np.flatnonzero(np.bincount(keys)).tolist(), 1)
        for places in (np.flatnonzero(keys == key),)
    ]
    return tuple(sorted(result, key=lambda cause: (-abs(cause.saved), -len(cause.places))))


def _pairs(spans: Places) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of spans; a list of all of them would be made in one go, with the GIL held."""
    for at in range(0, len(spans), _TOGETHER):
        starts, ends = spans[at : at + _TOGETHER].T.tolist()
        yield from zip(starts, ends, strict=True)


def _stages(
    spans: Places, rows: tuple[Row, Row], tokenizers: tuple[Tokenizer, Tokenizer]
) -> NDArray[np.int64]:
    """Return int64[k], the stage of each span: the first that treats it differently."""
    stages = np.full(len(spans), _STAGES.index(MERGES))
    parts = [
        _Part(each, np.fromiter(of.special_tokens.values(), np.int64))
        for each, of in zip(rows, tokenizers, strict=True)
    ]
    starts = np.ascontiguousarray(spans[:, 0])
    size = _BYTES_AT_ONCE
    ends_of_slices = np.arange(int(starts[0]) + size, int(starts[-1]) + size, size)
    edges = np.append(np.searchsorted(starts, ends_of_slices.astype(starts.dtype)), len(spans)).tolist()
    for first, last in zip([0, *edges], edges, strict=False):
        if first == last:
            continue
        point()
        some, to = spans[first:last].astype(np.uint64), stages[first:last]
        cuts = [each.cuts(some) for each in parts]
        to[cuts[0] != cuts[1]] = _STAGES.index(SPLIT)
        for each in parts:
            to[each.changes(some)] = _STAGES.index(NORMALIZER)
        special = [each.holds_special(some) for each in parts]
        to[special[0] != special[1]] = _STAGES.index(SPECIALS)
    return stages


class _Part:
    """A text under one tokenizer, looked at slice by slice of rising spans."""

    def __init__(self, row: Row, specials: NDArray[np.int64]) -> None:
        self._row, self._specials = row, specials
        # Columns that are searched where they are.
        self._starts = row.pieces[:, 0].astype(np.uint64)
        point()
        self._ends = row.pieces[:, 1].astype(np.uint64)
        point()

    def cuts(self, spans: Places) -> NDArray[np.uint64]:
        """Return uint64[k], a hash of the offsets where pieces cut each span."""
        first = np.searchsorted(self._ends, spans[0, 0])
        last = np.searchsorted(self._starts, spans[-1, 1], side="right")
        borders = distinct(np.concatenate((self._starts[first:last], self._ends[first:last])))
        weights = (borders * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(2)
        return _between(weights, *_inside(borders, spans))

    def changes(self, spans: Places) -> NDArray[np.bool_]:
        """Return bool[k], whether the normalizer changed bytes of each span."""
        changed, start = self._row.changed, int(spans[0, 0])
        if changed is None:
            return np.zeros(len(spans), np.bool_)
        inside = (spans - np.uint64(start)).astype(np.int64)
        part = changed[start : int(spans[-1, 1])].astype(np.uint64)
        return _between(part, inside[:, 0], inside[:, 1]) > 0

    def holds_special(self, spans: Places) -> NDArray[np.bool_]:
        """Return bool[k], whether special tokens begin in each span."""
        begins = self._row.spans[:, 0]
        first, last = np.searchsorted(begins, spans.T.astype(begins.dtype))
        origin = first[0]
        special = np.isin(self._row.ids[origin : last[-1]], self._specials).astype(np.uint64)
        return _between(special, first - origin, last - origin) > 0


def _inside(borders: Places, spans: Places) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the numbers (first, last + 1) of the borders inside each span, without its ends."""
    first = np.searchsorted(borders, spans[:, 0], side="right")
    return first, np.maximum(first, np.searchsorted(borders, spans[:, 1]))


def _between(
    numbers: NDArray[np.uint64], first: NDArray[np.integer], last: NDArray[np.integer]
) -> NDArray[np.uint64]:
    """Return uint64[k], the sums of numbers[first:last]."""
    total = np.concatenate((np.zeros(1, np.uint64), np.cumsum(numbers)))
    sums: NDArray[np.uint64] = total[last] - total[first]
    return sums
