"""Finds why two tokenizers differ: groups differing spans by kind of text and by stage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import regex
from numpy.typing import NDArray

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

# The first match classifies a span; scripts other than Latin have their own names.
_SCRIPTS = (
    "Han", "Hiragana", "Katakana", "Hangul", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Thai",
    "Bengali", "Tamil", "Telugu", "Georgian", "Armenian", "Ethiopic", "Khmer", "Lao", "Myanmar", "Tibetan",
)  # fmt: skip
_KINDS: tuple[tuple[str, regex.Pattern[str]], ...] = (
    (NUMBERS, regex.compile(r"\p{N}")),
    *((script, regex.compile(rf"\p{{Script={script}}}")) for script in _SCRIPTS),
    ("other scripts", regex.compile(r"(?!\p{Script=Latin})\p{L}")),
    (NAMES, regex.compile(r"\p{L}_|_\p{L}|\p{Ll}\p{Lu}|\p{L}[./\\]\p{L}")),
    (MARKED, regex.compile(r"\p{L}\p{M}|(?![A-Za-z])\p{L}")),
    (SPACES, regex.compile(r"[\r\n\t]|\s\s|^\s+$")),
    (CAPITALS, regex.compile(r"\p{Lu}")),
    (PUNCTUATION, regex.compile(r"[^\s\p{L}\p{M}]")),
)


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
    known: dict[bytes, int] = {}
    names: dict[str, int] = {}
    kinds = np.empty(len(differences.spans), np.int64)
    for number, (start, end) in enumerate(paced(differences.spans.tolist())):
        end = min(end, start + _LONGEST)
        part = text[character_start(text, start) : first_character(text, end, end + 3)]
        kind = known.get(part)
        if kind is None:
            kind = known[part] = names.setdefault(kind_of(part), len(names))
        kinds[number] = kind
    keys = kinds * len(_STAGES) + stages
    saved = differences.tokens[:, 0] - differences.tokens[:, 1]
    of_kind = list(names)
    result = [
        Cause(of_kind[key // len(_STAGES)], _STAGES[key % len(_STAGES)], int(saved[places].sum()), places)
        for key in np.unique(keys).tolist()
        for places in (np.flatnonzero(keys == key),)
    ]
    return tuple(sorted(result, key=lambda cause: (-abs(cause.saved), -len(cause.places))))


def _stages(
    spans: Places, rows: tuple[Row, Row], tokenizers: tuple[Tokenizer, Tokenizer]
) -> NDArray[np.int64]:
    """Return int64[k], the stage of each span: the first that treats it differently."""
    stages = np.full(len(spans), _STAGES.index(MERGES))
    cuts = [_cuts(spans, each.pieces) for each in rows]
    stages[cuts[0] != cuts[1]] = _STAGES.index(SPLIT)
    for each in rows:
        if each.changed is not None:
            total = np.concatenate(([0], np.cumsum(each.changed)))
            stages[total[spans[:, 1].astype(np.int64)] > total[spans[:, 0].astype(np.int64)]] = 0
        point()
    special = [_holds_special(spans, each, of) for each, of in zip(rows, tokenizers, strict=True)]
    stages[special[0] != special[1]] = _STAGES.index(SPECIALS)
    return stages


def _cuts(spans: Places, pieces: Places) -> NDArray[np.int64]:
    """Return int64[k], a hash of the offsets where pieces cut each span."""
    borders = np.unique(pieces.ravel())
    first = np.searchsorted(borders, spans[:, 0], side="right")
    last = np.searchsorted(borders, spans[:, 1])
    weights = (borders.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(2)
    total = np.concatenate((np.zeros(1, np.uint64), np.cumsum(weights)))
    cuts: NDArray[np.int64] = (total[np.maximum(first, last)] - total[first]).astype(np.int64)
    return cuts


def _holds_special(spans: Places, of: Row, tokenizer: Tokenizer) -> NDArray[np.bool_]:
    ids = np.fromiter(tokenizer.special_tokens.values(), np.int64)
    total = np.concatenate(([0], np.cumsum(np.isin(of.ids, ids))))
    first, last = (np.searchsorted(of.spans[:, 0], spans[:, side]) for side in (0, 1))
    holds: NDArray[np.bool_] = total[last] > total[first]
    return holds
