"""Finds tokens of a text that change if the text is cut short, or decoded and encoded again.

Drift causes three problems: a stream or a prompt is cut where more text would have joined its last tokens, a
stop string ends inside a token, and a decoded text is encoded to other ids.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.distinct import distinct
from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import character_start, first_character, is_utf8
from workbench.engine.encoding.decoded_text import Ids
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.judging.aligned import row
from workbench.engine.judging.known_cuts import known_cuts, whole_characters
from workbench.engine.normalizers.cleaned_parts import previous_cut
from workbench.engine.normalizers.clip_cleaning import ClipCleaning
from workbench.engine.normalizers.composed_ends import ends_in_output
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.normalizer import BorderRule, border_rule
from workbench.engine.normalizers.text_normalizers import output_of

LONGEST = 4096  # bytes between two safe borders in which every token's end is asked
_CHARACTER = 4  # bytes that one has at the most
_BEFORE = 8  # bytes before a stretch that go along, so that it does not look like the start of a text
_BROKEN = "\u65e5".encode()[:2]
_KEPT = 1 << 18  # answers kept
_ASKED = 4096  # ends of tokens asked about together, some milliseconds

_Places = NDArray[np.uint64]
Specials = str | tuple[str, ...]  # which are taken, as in `Tokenizer.encode`
_Ends = NDArray[np.int64]
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
        cuts: uint64[k], token ends in bytes; the text cut there is encoded to other ids than so far.
        word_ends: uint64[k], ends of words inside a token.
        not_asked: number of token ends not checked, in intervals that are too long.

    """

    n_tokens: int
    cuts: _Places
    word_ends: _Places
    not_asked: int

    def per_thousand(self, places: _Places) -> float:
        """Return a number of places per 1,000 tokens, 0 without tokens."""
        return 1000 * len(places) / self.n_tokens if self.n_tokens else 0.0


@dataclass(frozen=True)
class Again:
    """The result of decoding ids and encoding the text again.

    Attributes:
        ids: uint32[n], the new ids.
        first, last: the original ids differ from `first` up to `last`; equal if ids were only inserted, and
            both the number of ids if nothing differs.
        is_stable: nothing differs.

    """

    ids: NDArray[np.uint32]
    first: int
    last: int
    is_stable: bool


def drift(tokenizer: Tokenizer, text: bytes, specials: Specials = "none") -> Drift:
    """Return the places where a text's tokens change.

    Cuts are checked at the ends of tokens (no cut inside a token keeps its ids), each from the last safe
    border before it: earlier text has no influence.
    """
    parts = list(tokenizer.encode_parts(text, specials))
    ids = np.concatenate([np.empty(0, np.uint32), *(part.ids for part in parts)])
    none = np.empty((0, 2), np.uint64)
    spans, pieces = (
        np.concatenate([none, *(getattr(part, of) for part in parts)]) for of in ("spans", "pieces")
    )
    of = _Tokens(ids, spans[:, 0].astype(np.int64), spans[:, 1].astype(np.int64))
    taken = tokenizer.specials.choose(specials, ())[0]
    is_plain = not taken or tokenizer.specials.are_plain
    if is_plain and tokenizer.normalizer is None and tokenizer.pre_tokenizer.compiled is not None:
        cuts, not_asked = _plain_cuts(tokenizer, text, of, taken)
    else:
        known, changes = known_cuts(
            tokenizer, text, of.ends, distinct(pieces[:, 1]).astype(np.int64), is_plain
        )
        if not taken and not known.any():
            known, changes = _normalized_cuts(tokenizer, text, of)
        cuts, not_asked = _cuts(tokenizer, text, of, specials, known)
        asked = _asked(of.ends, len(text))
        cuts = sorted({*cuts, *of.ends[asked & changes].tolist()})
    return Drift(len(ids), np.array(cuts, np.uint64), _word_ends(text, spans), not_asked)


@dataclass(frozen=True)
class _Tokens:
    """uint32[n] ids and int64[n] starts and ends of the tokens of a text."""

    ids: NDArray[np.uint32]
    starts: _Ends
    ends: _Ends

    def are(self, ids: bytes, first: int, last: int) -> bool:
        """Return whether the tokens from `first` to `last` have ids, as bytes."""
        return self.ids[first : last + 1].tobytes() == ids


def _asked(ends: _Ends, length: int) -> NDArray[np.bool_]:
    """Return bool[n], where a text is cut: not at its end, and behind the last token that ends there."""
    asked: NDArray[np.bool_] = (ends < length) & (np.append(ends[1:], length) != ends)
    return asked


def _plain_cuts(
    tokenizer: Tokenizer, text: bytes, of: _Tokens, taken: frozenset[str]
) -> tuple[list[int], int]:
    """Do as `_cuts` where a stretch from a safe border on is encoded as it is alone: many at a time."""
    borders, ends = _borders(tokenizer, text, taken), of.ends
    point()
    at = np.searchsorted(borders, ends) - 1  # the last border before each end
    point()
    at -= (ends < borders[at] + _CHARACTER) & (at > 0)  # it counts only if both of its characters are present
    starts = borders[at]
    point()
    firsts = np.searchsorted(of.starts, starts)
    point()
    wanted = _asked(ends, len(text))
    asked = wanted & (ends - starts <= LONGEST)
    answers = dict[bytes, bytes]()
    cuts: list[int] = []
    for portion in np.array_split(np.flatnonzero(asked), max(1, len(ends) // _ASKED)):
        rows = list(zip(*(each[portion].tolist() for each in (starts, ends, firsts)), strict=True))
        keys = [text[start:end] for start, end, _ in rows]
        if len(answers) >= _KEPT:
            answers.clear()
        new = [key for key in dict.fromkeys(keys) if key not in answers]
        answers.update(zip(new, _encoded(tokenizer, new, taken), strict=True))
        whole = of.ids[firsts[portion[0]] : portion[-1] + 1].tobytes() if len(portion) else b""
        size, origin = of.ids.itemsize, int(firsts[portion[0]]) if len(portion) else 0
        for (_, end, first), key, number in zip(rows, keys, portion.tolist(), strict=True):
            if answers[key] != whole[size * (first - origin) : size * (number + 1 - origin)]:
                cuts.append(end)
        point()
    return cuts, int((wanted & ~asked).sum())


def _borders(tokenizer: Tokenizer, text: bytes, taken: frozenset[str]) -> _Ends:
    """Return the safe borders of a text, its beginning the first; none is inside a special token's text."""
    places = array("q", [0])  # a list of as many numbers would become an array in one go, with the GIL held
    while places[-1] < len(text):
        places.append(tokenizer.pre_tokenizer.next_border(text, places[-1]))
        if len(places) % _ASKED == 0:
            point()
    borders = np.frombuffer(places, np.int64)
    refused = np.zeros(len(borders), np.bool_)
    for special in taken:
        size, at = len(special.encode()), text.find(special.encode())
        while at >= 0:
            first, last = np.searchsorted(borders, (at + 1, at + size)).tolist()
            refused[first:last] = True
            at = text.find(special.encode(), at + 1)
        point()
    refused[0] = False
    return borders[~refused]


def _encoded(tokenizer: Tokenizer, texts: list[bytes], taken: frozenset[str]) -> list[bytes]:
    """Return the ids of short texts as bytes."""
    encoded = tokenizer.encode_batch(texts, allowed_special="none", threads=1)
    if taken:  # few texts hold one, and only these take long
        some = re.compile(b"|".join(re.escape(each.encode()) for each in taken))
        for number, each in enumerate(texts):
            if some.search(each) is not None:
                ids = tokenizer.encode_to_numpy(each, allowed_special=taken, disallowed_special=())
                encoded[number] = ids
    return [ids.tobytes() for ids in encoded]


def _normalized_cuts(
    tokenizer: Tokenizer, text: bytes, of: _Tokens
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return what `known_cuts` does, by cutting what the normalizer makes of the text.

    That is so where the normalizer makes the same of the beginning alone. If it replaces half characters, no
    token that ends with one stays.
    """
    known, changes = np.zeros(len(of.ends), np.bool_), np.zeros(len(of.ends), np.bool_)
    normalizer = tokenizer.normalizer
    rule = None if normalizer is None else border_rule(normalizer)
    if rule is None or normalizer is None or tokenizer.pre_tokenizer.compiled is None:
        return known, changes
    output = output_of(normalizer, text, True)
    plain = with_parts(tokenizer, normalizer=None)
    normalized = row(plain, output)
    if not np.array_equal(normalized.ids, of.ids):
        return known, changes
    starts, ends = (normalized.spans[:, side].astype(np.int64) for side in (0, 1))
    cuts, _ = _plain_cuts(plain, output, _Tokens(normalized.ids, starts, ends), frozenset())
    broken = normalizer.normalize(_BROKEN, False).output
    if isinstance(normalizer, Composed) and is_utf8(text):
        known = whole_characters(text, of.ends) & (ends_in_output(normalizer, text, of.ends) == ends)
    else:
        for number, end in enumerate(paced(of.ends.tolist())):
            known[number] = _may_cut(rule, text, end, broken == _BROKEN)
    known &= ends - starts <= LONGEST
    halves = ~whole_characters(output, ends) & is_utf8(broken)
    return known | halves, known & np.isin(ends, cuts) | halves


def _may_cut(rule: BorderRule, text: bytes, place: int, keeps_broken: bool) -> bool:
    """Return whether a normalizer leaves as they are the characters on both sides of a place.

    In a character, both borders of it have to be such, and the normalizer to keep broken ones.
    """
    start = character_start(text, place)
    if start == place:
        return _is_kept(rule, text, place)
    end = first_character(text, place)
    return keeps_broken and _is_kept(rule, text, start) and _is_kept(rule, text, end)


def _is_kept(rule: BorderRule, text: bytes, place: int) -> bool:
    before = text[max(0, place - _CHARACTER) : place].decode(errors="replace")[-1:]
    after = text[place : place + _CHARACTER].decode(errors="replace")[:1]
    return bool(before and after) and "\ufffd" not in before + after and rule(before, after)


def _cuts(
    tokenizer: Tokenizer, text: bytes, of: _Tokens, specials: Specials, known: NDArray[np.bool_] | None = None
) -> tuple[list[int], int]:
    """Return where a text that is cut has other ids, and how many cuts were not tried; not at the `known`."""
    wanted = _asked(of.ends, len(text))
    numbers = np.flatnonzero(wanted if known is None else wanted & ~known)
    ids_from = (
        _FromLine(tokenizer, text)
        if _goes_by_lines(tokenizer, specials)
        else _FromBorder(tokenizer, text, specials)
    )
    differing: list[int] = []
    answers: dict[_Key, bytes] = {}
    not_asked = 0
    for number in paced(numbers.tolist(), 64):
        end = int(of.ends[number])
        start = ids_from.start(end)
        if end - start > LONGEST:
            not_asked += 1
            continue
        key = text[start:end], start == 0
        answer = answers.get(key)
        if answer is None:
            if len(answers) >= _KEPT:
                answers.clear()
            answer = answers[key] = ids_from.ids(start, end)
        if not of.are(answer, int(np.searchsorted(of.starts, start)), number):
            differing.append(end)
    return differing, not_asked


class _FromBorder:
    """Encodes from the last safe border before a place on."""

    def __init__(self, tokenizer: Tokenizer, text: bytes, specials: Specials) -> None:
        self._tokenizer, self._text, self._specials = tokenizer, text, specials

    def start(self, end: int) -> int:
        """Return the border; both of its characters are there in a text that is cut at `end`."""
        return self._tokenizer.previous_border(self._text, max(end - _CHARACTER + 1, 0), self._specials)

    def ids(self, start: int, end: int) -> bytes:
        """Return the ids from `start` on of a text that is cut at `end`."""
        offset = min(start, _BEFORE)
        parts = self._tokenizer.encode_parts(self._text[start - offset : end], self._specials, offset)
        return b"".join(part.ids.tobytes() for part in parts)


class _FromLine:
    """Encodes from a line on where CLIP's cleaning may cut a text, behind one that represents all before."""

    def __init__(self, tokenizer: Tokenizer, text: bytes) -> None:
        self._tokenizer, self._text = tokenizer, text
        self._cut, self._seen = 0, 0  # the last cut, and the place it is of
        self._tag = text.find(b"<")

    def start(self, end: int) -> int:
        """Return the last cut up to a place; places rise."""
        if self._text.find(b"\n", self._seen, end) >= 0:
            self._cut = previous_cut(self._text, end - 1, self._cut)
            self._seen = end - 1
        return self._cut

    def ids(self, start: int, end: int) -> bytes:
        """Return the ids from `start` on of a text that is cut at `end`."""
        part = self._text[start:end]
        if not start:
            return self._tokenizer.encode_to_numpy(part, allowed_special="none").tobytes()
        line = b"<\n" if 0 <= self._tag < start else b"a\n"  # one token, and what counts of the text before
        return self._tokenizer.encode_to_numpy(line + part, allowed_special="none")[1:].tobytes()


def _goes_by_lines(tokenizer: Tokenizer, specials: Specials) -> bool:
    taken = tokenizer.specials.choose(specials, ())[0]
    return isinstance(tokenizer.normalizer, ClipCleaning) and not taken


def _word_ends(text: bytes, spans: _Places) -> _Places:
    """Return the ends of words (runs without white space) inside tokens."""
    places = array("Q", (match.start() for match in paced(_SPACES.finditer(text)) if match.start()))
    ends = np.frombuffer(places, np.uint64)
    held = spans[spans[:, 0] < spans[:, 1]]
    if not len(held) or not len(ends):
        return np.empty(0, np.uint64)
    point()
    at = np.searchsorted(held[:, 0], ends) - 1
    point()
    inside = (at >= 0) & (ends < held[np.maximum(at, 0), 1])
    word_ends: _Places = ends[inside]
    return word_ends


def encoded_again(tokenizer: Tokenizer, ids: Ids, specials: Specials = "all") -> Again:
    """Decode ids and encode the text again; raises EngineError for an unknown id."""
    text = tokenizer.decode_bytes(ids)
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
    """Return for each text of a growing conversation its number of tokens, and how many the next text keeps.

    Special tokens are encoded as such; the last text keeps all of its tokens.
    """
    turns: list[NDArray[np.uint32]] = []
    for text in texts:
        turns.append(tokenizer.encode_to_numpy(text, allowed_special="all", disallowed_special=()))
        point()
    kept: list[tuple[int, int]] = []
    for ids, after in zip(turns, [*turns[1:], *turns[-1:]], strict=True):
        size = min(len(ids), len(after))
        alike = ids[:size] == after[:size]
        kept.append((len(ids), size if alike.all() else int(np.argmin(alike))))
    return kept
