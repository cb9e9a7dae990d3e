"""Finds tokens of a text that change if the text is cut short, or decoded and encoded again.

Three things go wrong where they drift: a stream or a prompt is cut where more text would have joined its last
tokens, a stop string ends inside a token, and a text that was decoded is encoded to other ids.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, point
from workbench.engine.encoding.tokenizer import Tokenizer

LONGEST = 4096  # bytes between two safe borders in which every token's end is asked
_CHARACTER = 4  # bytes that one has at the most
_BEFORE = 8  # bytes before a stretch that go along, so that it does not look like the start of a text
_KEPT = 1 << 18  # answers kept
_ASKED = 4096  # ends of tokens asked about together, some milliseconds

_Places = NDArray[np.uint64]
_Key = tuple[bytes, bool]

# White space of Unicode, in UTF-8.
_SPACES = re.compile(
    rb"(?:[\t-\r\x1c-\x20]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80)+"
)


@dataclass(frozen=True)
class Drift:
    """Places where a text's tokens change.

    Attributes:
        n_tokens: of the text.
        cuts: uint64[k], ends of tokens, in bytes, at which the text cut there has other ids than so far.
        word_ends: uint64[k], ends of words that lie inside a token.
        not_asked: ends of tokens that lie in stretches too long to be asked.

    """

    n_tokens: int
    cuts: _Places
    word_ends: _Places
    not_asked: int

    def per_thousand(self, places: _Places) -> float:
        """Return the number of places per 1,000 tokens, 0 without tokens."""
        return 1000 * len(places) / self.n_tokens if self.n_tokens else 0.0


@dataclass(frozen=True)
class Again:
    """The result of decoding ids and encoding the text again.

    Attributes:
        ids: uint32[n], what came of it.
        first, last: the ids given differ from `first` up to `last`; first == last where only others came in
            between, and both are the number of ids where nothing differs.
        is_stable: nothing differs.

    """

    ids: NDArray[np.uint32]
    first: int
    last: int
    is_stable: bool


def drift(tokenizer: Tokenizer, text: bytes, specials: str = "none") -> Drift:
    """Return the places where a text's tokens change.

    Cuts are asked at the ends of tokens (inside a token none keeps its ids), each from the last safe border
    before it on: what stands before that cannot matter.
    """
    parts = list(tokenizer.encode_parts(text, specials))
    ids = np.concatenate([np.empty(0, np.uint32), *(part.ids for part in parts)])
    spans = np.concatenate([np.empty((0, 2), np.uint64), *(part.spans for part in parts)])
    is_plain = tokenizer.normalizer is None and tokenizer.pre_tokenizer.compiled is not None
    if is_plain and not tokenizer.specials.choose(specials, ())[0]:
        cuts, not_asked = _plain_cuts(tokenizer, text, ids, spans[:, 1])
    else:
        cuts, not_asked = _cuts(tokenizer, text, ids, spans, specials)
    return Drift(len(ids), np.array(cuts, np.uint64), _word_ends(text, spans), not_asked)


def _plain_cuts(
    tokenizer: Tokenizer, text: bytes, ids: NDArray[np.uint32], token_ends: _Places
) -> tuple[list[int], int]:
    """Do as `_cuts` where a stretch from a safe border on is encoded as it is alone: many at a time."""
    places = [0]
    while places[-1] < len(text):
        places.append(tokenizer.pre_tokenizer.next_border(text, places[-1]))
        if len(places) % _ASKED == 0:
            point()
    borders, ends = np.array(places), token_ends.astype(np.int64)
    at = np.searchsorted(borders, ends) - 1  # the last border before each end
    at -= (ends < borders[at] + _CHARACTER) & (at > 0)  # it counts only where both characters are there
    starts = borders[at]
    firsts = np.searchsorted(np.concatenate(([0], ends[:-1])), starts)
    asked = (ends < len(text)) & (ends - starts <= LONGEST)
    whole, answers = ids.tobytes(), dict[bytes, bytes]()
    found: list[int] = []
    for portion in np.array_split(np.flatnonzero(asked), max(1, len(ends) // _ASKED)):
        rows = list(zip(*(each[portion].tolist() for each in (starts, ends, firsts)), strict=True))
        keys = [text[start:end] for start, end, _ in rows]
        if len(answers) >= _KEPT:
            answers.clear()
        new = [key for key in dict.fromkeys(keys) if key not in answers]
        made = tokenizer.encode_batch(new, allowed_special="none", threads=1)
        answers.update((key, each.tobytes()) for key, each in zip(new, made, strict=True))
        size = ids.itemsize
        for (_, end, first), key, number in zip(rows, keys, portion.tolist(), strict=True):
            if answers[key] != whole[size * first : size * (number + 1)]:
                found.append(end)
        point()
    return found, int(((ends < len(text)) & ~asked).sum())


def _cuts(
    tokenizer: Tokenizer, text: bytes, ids: NDArray[np.uint32], spans: _Places, specials: str
) -> tuple[list[int], int]:
    found: list[int] = []
    answers: dict[_Key, tuple[int, ...]] = {}
    ends, starts = spans[:, 1].tolist(), spans[:, 0].tolist()
    every: list[int] = ids.tolist()
    not_asked = 0
    before = border = 0  # the last two safe borders
    before_at = border_at = 0  # and the tokens that begin there
    following = tokenizer.next_border(text, 0, specials)
    for at, end in enumerate(paced(ends)):
        while end > following:
            before, before_at = border, border_at
            border = following
            while border_at < len(starts) and starts[border_at] < border:
                border_at += 1
            following = tokenizer.next_border(text, border, specials)
        if end >= len(text) or (at + 1 < len(ends) and ends[at + 1] == end):
            continue  # the whole text, or more tokens end there
        # A border counts only where both of its characters are there.
        start, first = (border, border_at) if end >= border + _CHARACTER else (before, before_at)
        if end - start > LONGEST:
            not_asked += 1
            continue
        key = text[start:end], start == 0
        answer = answers.get(key)
        if answer is None:
            if len(answers) >= _KEPT:
                answers.clear()
            answer = answers[key] = _ids_from(tokenizer, text, start, end, specials)
        if answer != tuple(every[first : at + 1]):
            found.append(end)
    return found, not_asked


def _ids_from(tokenizer: Tokenizer, text: bytes, start: int, end: int, specials: str) -> tuple[int, ...]:
    """Return the ids from a safe border on, of a text that is cut at `end`."""
    offset = min(start, _BEFORE)
    parts = tokenizer.encode_parts(text[start - offset : end], specials, offset)
    return tuple(chain.from_iterable(part.ids.tolist() for part in parts))


def _word_ends(text: bytes, spans: _Places) -> _Places:
    """Return the ends of words (runs without white space) that lie inside a token."""
    places = [match.start() for match in _SPACES.finditer(text) if match.start()]
    point()
    ends = np.array(places, np.uint64)
    held = spans[spans[:, 0] < spans[:, 1]]
    if not len(held) or not len(ends):
        return np.empty(0, np.uint64)
    at = np.searchsorted(held[:, 0], ends) - 1
    inside = (at >= 0) & (ends < held[np.maximum(at, 0), 1])
    found: _Places = ends[inside]
    return found


def encoded_again(tokenizer: Tokenizer, ids: Sequence[int], specials: str = "all") -> Again:
    """Decode ids and encode the text again; raises EngineError for an unknown id."""
    text = tokenizer.decode_bytes(list(ids))
    again = tokenizer.encode_to_numpy(text, allowed_special=specials, disallowed_special=())
    mine = np.array(ids, np.uint32)
    size = min(len(mine), len(again))
    alike = mine[:size] == again[:size]
    first = size if alike.all() else int(np.argmin(alike))
    if first == len(mine) == len(again):
        return Again(again, first, first, True)
    rest = size - first
    behind = (mine[len(mine) - rest :] == again[len(again) - rest :])[::-1]
    kept = rest if behind.all() else int(np.argmin(behind))
    return Again(again, first, len(mine) - kept, False)


def kept_turns(tokenizer: Tokenizer, texts: Sequence[bytes]) -> list[tuple[int, int]]:
    """Return, for each text of a growing conversation, its number of tokens and how many the next one keeps.

    Special tokens are taken as such; the last text keeps all of its own.
    """
    turns: list[list[int]] = []
    for text in texts:
        turns.append(tokenizer.encode(text, allowed_special="all", disallowed_special=()))
        point()
    found: list[tuple[int, int]] = []
    for number, ids in enumerate(turns):
        after = turns[min(number + 1, len(turns) - 1)]
        same = next((at for at, pair in enumerate(zip(ids, after, strict=False)) if pair[0] != pair[1]), None)
        found.append((len(ids), min(len(ids), len(after)) if same is None else same))
    return found
