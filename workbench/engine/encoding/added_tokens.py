"""Added tokens of Hugging Face: special tokens with flags for how they are found in a text.

How they are found is `find_matches` of huggingface/tokenizers, added_vocabulary.rs: the leftmost goes first,
of several at one place the longest; a `single_word` must not touch a letter, digit or underscore;
`lstrip` and `rstrip` take the white space next to them. Those that are not `normalized` are looked for first,
in the whole text; the others then in each stretch that is left, as if there were nothing around it: in what a
normalizer makes of the stretch, where there is one. That is only right for a normalizer that does the same to
the parts of a text as to the whole.

llama.cpp looks for the longest in the whole text, then for the next in each stretch that is left, and so on
(llama-vocab.cpp, `tokenizer_st_partition`, as in llama-cpp-python 0.3.36): `longest_first`. One that is not
to be taken covers nothing there, and of the white space after a token only ASCII's is taken. Which of equal
length goes first its sort leaves open; here it is the lower id.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, pairwise, takewhile
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.pace import point
from workbench.engine.encoding.text_places import Occurrence, TextPlaces
from workbench.engine.normalizers.normalizer import Normalizer, begins_anew

if TYPE_CHECKING:
    import regex

_SETS = 8  # of allowed tokens that are kept as ids, as some thousand take a while
_CHARACTER = 4  # bytes that a character has at the most

# \w and \s of Rust's regular expressions (Unicode's UTS 18, annex C); those of `regex` are others.
_WORD = r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]"
_SPACES = r"\p{White_Space}*+"
_SPACES_BEFORE = r"(?r)\p{White_Space}*+"

_ASCII_SPACES = re.compile(rb"[\t-\r ]++")  # `isspace` of C


@dataclass(frozen=True, slots=True)
class Flags:
    """How an added token is found.

    Attributes:
        special: it can be allowed, taken as plain text or refused; others always become their ids.
        single_word: it must not touch a letter, digit or underscore.
        lstrip, rstrip: also takes the white space before, or after.
        normalized: it is looked for after the text was normalized, when the others have been found.
        never: only has an id; no text becomes this token.

    """

    special: bool = True
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False
    normalized: bool = False
    never: bool = False

    @property
    def is_always(self) -> bool:
        """Whether it is found in every text, allowed or not."""
        return not self.special and not self.never

    @property
    def takes_more(self) -> bool:
        """Whether it is found by more than its text."""
        return self.single_word or self.lstrip or self.rstrip


PLAIN = Flags()


class AddedTokens(Mapping[str, int]):
    """Text -> id of added tokens; equal to any mapping with the same entries.

    Attributes:
        flags: text -> flags, for every text.
        normalizer: what is done to a text before the normalized ones are looked for, or None.
        longest_first: they are looked for as llama.cpp does.

    """

    def __init__(
        self,
        ids: Mapping[str, int],
        flags: Mapping[str, Flags],
        normalizer: Normalizer | None = None,
        *,
        longest_first: bool = False,
    ) -> None:
        self._ids = dict(ids)
        self.normalizer = normalizer
        self.longest_first = longest_first
        self.flags: Mapping[str, Flags] = {text: flags.get(text, PLAIN) for text in self._ids}

    def __getitem__(self, text: str) -> int:
        return self._ids[text]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)

    def __repr__(self) -> str:
        return f"AddedTokens({self._ids!r})"


def flags_of(tokens: Mapping[str, int]) -> dict[str, Flags]:
    """Return the flags of each special token, by default those of a plain one."""
    known: Mapping[str, Flags] = tokens.flags if isinstance(tokens, AddedTokens) else {}
    return {text: known.get(text, PLAIN) for text in tokens}


def telling_flags_of(tokens: Mapping[str, int]) -> dict[str, Flags]:
    """Return the flags of each special token, those that are `normalized` only where that tells.

    It does not without a normalizer, where one pass looks for all, or where no two passes can want the same
    place: then each token is found wherever it is, in whatever pass.
    """
    flags = flags_of(tokens)
    sought = {text.encode(): each for text, each in flags.items() if not each.never}
    if isinstance(tokens, AddedTokens) and tokens.normalizer is not None:
        return flags
    is_one_pass = len({each.normalized for each in sought.values()}) < 2
    if is_one_pass or not (any(each.takes_more for each in sought.values()) or _overlap(sought)):
        return {text: replace(each, normalized=False) for text, each in flags.items()}
    return flags


def with_flags_of(before: Mapping[str, int], ids: Mapping[str, int]) -> Mapping[str, int]:
    """Return special tokens with their earlier flags, by text; new ones are plain."""
    if not isinstance(before, AddedTokens):
        return ids
    return AddedTokens(ids, before.flags, before.normalizer, longest_first=before.longest_first)


def found_longest_first(tokens: Mapping[str, int]) -> Mapping[str, int]:
    """Return special tokens that are found as in llama.cpp."""
    if not isinstance(tokens, AddedTokens) and not differs_by_order(tokens):
        return tokens
    return AddedTokens(tokens, flags_of(tokens), longest_first=True)


def differs_by_order(tokens: Mapping[str, int]) -> bool:
    """Return whether llama.cpp finds other tokens in some text than the leftmost first."""
    return _reach_into({text.encode(): flags for text, flags in flags_of(tokens).items() if not flags.never})


class AddedTokenFinder:
    """Finds added tokens in a text by their flags."""

    def __init__(self, tokens: AddedTokens, holds_ends: bool = False) -> None:
        self._holds_ends = holds_ends
        self._ids = {text.encode(): token_id for text, token_id in tokens.items()}
        self._flags = {text.encode(): flags for text, flags in tokens.flags.items() if not flags.never}
        early = [text for text, flags in self._flags.items() if not flags.normalized]
        late = [text for text, flags in self._flags.items() if flags.normalized]
        self._normalizer = tokens.normalizer
        # What is in the text of each pass -> the token's own text.
        spelled = {text: text for text in early}, {self._normalized(text): text for text in late}
        spelled[1].pop(b"", None)  # of which nothing is left
        self._passes = [(TextPlaces([*texts]), [*texts.values()]) for texts in spelled if texts]
        self._number_late = len(self._passes) - 1 if spelled[1] else -1
        self._has_late = bool(late)
        # What makes the text in which late ones are looked for, where that is not the text itself.
        self.changes = self._normalizer if self._number_late >= 0 else None
        self._longest = max((places.longest for places, _ in self._passes), default=0)
        self._longest_first = tokens.longest_first
        self._numbers: dict[frozenset[bytes], NDArray[np.int64]] = {}
        self._reaching: dict[frozenset[bytes], tuple[TextPlaces, bool]] = {}

    def find(self, text: bytes, allowed: frozenset[bytes], start: int, end: int) -> Iterator[Occurrence]:
        """Yield the occurrences in text[start:end] from the left.

        A token that is not `allowed` is plain text, and what overlaps it is too, as in `tokenizers`.
        """
        if self._longest_first:
            yield from self._longest_in_turn(text, allowed.intersection(self._flags), start, end)
            return
        yield from self._pass(text, allowed, start, end, 0)

    def find_early(
        self, text: bytes, allowed: frozenset[bytes], start: int, end: int
    ) -> Iterator[Occurrence]:
        """Yield those of them that are not looked for in the normalized text."""
        return self._in_sentence(text, allowed, start, end, 0) if self._number_late else iter(())

    def find_late(self, normalized: bytes, allowed: frozenset[bytes]) -> Iterator[Occurrence]:
        """Yield the others, by where they are in the normalized text of a stretch."""
        return self._in_sentence(normalized, allowed, 0, len(normalized), self._number_late)

    def places(self, text: bytes, allowed: frozenset[bytes]) -> NDArray[np.uint64] | None:
        """Return uint64[k, 3], what `find` yields in all of a text; None where one search is not enough."""
        return self._all.rows(text, self._ids_where(allowed)) if self._is_one_search else None

    def _ids_where(self, allowed: frozenset[bytes]) -> NDArray[np.int64]:
        """Return int64[n], the ids of all tokens, -1 where one is not allowed."""
        ids = self._numbers.get(allowed)
        if ids is None:
            every = [self._ids[each] if each in allowed else -1 for each in self._flags]
            if len(self._numbers) >= _SETS:
                self._numbers.clear()
            ids = self._numbers[allowed] = np.array(every, np.int64)
        return ids

    @cached_property
    def _is_one_search(self) -> bool:
        """Whether all tokens are found by their texts, and in one pass as in several."""
        in_normalized = self._has_late and self._normalizer is not None
        if self._longest_first or in_normalized or any(each.takes_more for each in self._flags.values()):
            return False
        return len(self._passes) < 2 or not _overlap(self._flags)

    @cached_property
    def _all(self) -> TextPlaces:
        return TextPlaces([*self._flags])

    def _longest_in_turn(
        self, text: bytes, allowed: frozenset[bytes], start: int, end: int
    ) -> Iterator[Occurrence]:
        """Find tokens as llama.cpp does: of overlapping ones, the longest first."""
        if not allowed:
            return
        if (kept := self._reaching.get(allowed)) is None:
            if len(self._reaching) > 64:
                self._reaching.clear()  # another thread may be about to take one
            kept = TextPlaces([*allowed]), _reach_into({token: self._flags[token] for token in allowed})
            self._reaching[allowed] = kept
        places, reach = kept
        first = last = position = start
        together: set[bytes] = set()
        while (place := places.first(text, position, end)) is not None:
            position, behind, _ = place
            token = text[position:behind]
            if together and position >= last:
                yield from self._in_turn(text, together, first, last)
                together.clear()
            first = first if together else position
            behind = self._behind(text, token, behind, end)
            last = max(last, behind) if together else behind
            together.add(token)
            position = position + 1 if reach else behind
            if reach:  # shorter ones may begin there too
                together.update(each for each in allowed if token.startswith(each))
        if together:
            yield from self._in_turn(text, together, first, last)

    def _in_turn(self, text: bytes, tokens: set[bytes], start: int, end: int) -> Iterator[Occurrence]:
        """Yield the places of tokens in a stretch, each searched in what earlier ones left."""
        taken: list[Occurrence] = []
        free = [(start, end)]
        for token in sorted(tokens, key=lambda each: (-len(each), self._ids[each])):
            left: list[tuple[int, int]] = []
            for first, last in free:
                while (at := text.find(token, first, last)) >= 0:
                    behind = self._behind(text, token, at + len(token), last)
                    taken.append((at, behind, self._ids[token]))
                    left.append((first, at))
                    first = behind
                left.append((first, last))
            free = [span for span in left if span[0] < span[1]]
            if free:
                point()
        yield from sorted(taken)

    def _pass(
        self, text: bytes, allowed: frozenset[bytes], start: int, end: int, number: int
    ) -> Iterator[Occurrence]:
        """Find the tokens of one pass, and between them those of the next."""
        if number >= len(self._passes):
            return
        if number == self._number_late and self.changes is not None:
            yield from self._in_normalized(self.changes, text, allowed, start, end)
            return
        done = start
        for occurrence in chain(self._in_sentence(text, allowed, start, end, number), [(end, end, -1)]):
            if done < occurrence[0]:
                yield from self._pass(text, allowed, done, occurrence[0], number + 1)
            if occurrence[2] >= 0:
                yield occurrence
            done = occurrence[1]

    def _normalized(self, text: bytes) -> bytes:
        if self._normalizer is None:
            return text
        return self._normalizer.normalize(text, first=begins_anew(self._normalizer)).output

    def _in_normalized(
        self, normalizer: Normalizer, text: bytes, allowed: frozenset[bytes], start: int, end: int
    ) -> Iterator[Occurrence]:
        """Find tokens in a normalized stretch; yield their places in the raw text, some as a guess."""
        normalized = normalizer.normalize(text[start:end], start == 0 or begins_anew(normalizer))
        borders = normalized.alignment
        for occurrence in self.find_late(normalized.output, allowed):
            yield start + int(borders[occurrence[0]]), start + int(borders[occurrence[1]]), occurrence[2]

    def _in_sentence(
        self, text: bytes, allowed: frozenset[bytes], start: int, end: int, number: int
    ) -> Iterator[Occurrence]:
        places, tokens = self._passes[number]
        done = start
        for first, last, which in places.each(text, start, end):
            token = tokens[which]
            if token not in allowed:
                continue
            span = self._taken(text, token, first, last, (start, end))
            if span is not None:
                first, done = max(span[0], done), max(span[1], done)
                yield first, done, self._ids[token]

    def _taken(
        self, text: bytes, token: bytes, start: int, end: int, sentence: tuple[int, int]
    ) -> tuple[int, int] | None:
        """Return the span that an occurrence takes, or None if it does not count."""
        flags = self._flags[token]
        first, last = sentence
        if self._longest_first:
            return start, self._behind(text, token, end, last)
        if flags.single_word and (_word_ends_at(text, first, start) or _word_starts_at(text, end, last)):
            return None
        if flags.lstrip:
            start = space_start(text, first, start)
        if flags.rstrip:
            end = space_end(text, end, last)
        return start, end

    def _behind(self, text: bytes, token: bytes, end: int, last: int) -> int:
        """Return where the span that a token takes ends, in llama.cpp."""
        spaces = _ASCII_SPACES.match(text, end, last) if self._flags[token].rstrip else None
        return end if spaces is None else spaces.end()

    def holding(self, text: bytes, position: int, allowed: frozenset[bytes]) -> tuple[int, int] | None:
        """Return the span that an allowed token takes around `position`, not only up to there.

        With `holds_ends` (`SpecialTokens`) it may also end there.

        One that must be a single word holds the places next to it as well, even where it is none: a part
        of the text that began or ended there would not see the letter that tells. One that is not allowed
        holds the places inside, as no other token is found there.
        """
        left, right = space_start(text, 0, position), space_end(text, position, len(text))
        near = text[max(0, left - self._longest) : right + self._longest]
        if self._all.first(near, 0, len(near)) is None:
            return None
        for token in (each for each in allowed if each in near and each in self._flags):
            flags = self._flags[token]
            first = left if flags.rstrip else position
            last = right if flags.lstrip else position
            at = text.find(token, max(0, first - len(token)), last + len(token))
            while at >= 0:
                end = at + len(token)
                if flags.single_word and at <= position <= end:
                    return at, end
                span = self._taken(text, token, at, end, (0, len(text)))
                if span is not None and span[0] < position < span[1] + self._holds_ends:
                    return span
                at = text.find(token, at + 1, last + len(token))
        return None if self._longest_first else self._all.across(text, position)

    def reach(self, text: bytes, position: int) -> tuple[int, int]:
        """Return (start, end) of the bytes that decide what `holding` returns, see `SpecialTokens.reach`.

        That is white space, a token next to it, and white space and a character next to that.
        """
        left = space_start(text, 0, position) - self._longest
        right = space_end(text, position, len(text)) + self._longest
        while left > 0 and text[left] & 0xC0 == 0x80:
            left -= 1
        while right < len(text) and text[right] & 0xC0 == 0x80:
            right += 1
        left = space_start(text, 0, left) if left > 0 else left
        right = space_end(text, right, len(text)) if right < len(text) else right
        return left - _CHARACTER, right + _CHARACTER


_LONG = 256  # bytes of a token from which on it is not looked at


def _reach_into(tokens: Mapping[bytes, Flags]) -> bool:
    """Return whether a token may overlap the start of another at least as long, or take it as white space.

    Where not, the leftmost of all, of several at one place the longest, is what looking for the longest of
    all first finds. So it is in a run of one character too, as what fits after its start fits there.
    """
    rising = sorted(tokens)
    if any(each.rstrip for each in tokens.values()) and any(map(_ASCII_SPACES.match, rising)):
        return True
    for token in rising:
        if len(token) > _LONG:
            return True
        for at in range(1, len(token)):
            for other in takewhile(partial(_begins, token[at:]), rising[bisect_left(rising, token[at:]) :]):
                if other != token and len(other) >= len(token) and len({*other, *token}) > 1:
                    return True
    return False


def _overlap(tokens: Collection[bytes]) -> bool:
    """Return whether a token can be at a place that overlaps that of another one."""
    rising = sorted(tokens)
    if not any(after.startswith(before) for before, after in pairwise(rising)):
        # Most begin in a few ways, as none goes on.
        heads, first = TextPlaces([*{token[:2] for token in rising}]), {token[:1] for token in rising}
        if not any(token[-1:] in first or heads.first(token, 1, len(token)) for token in rising):
            return False
    for token in rising:
        if len(token) > _LONG:
            return True
        for rest in (token[at:] for at in range(len(token))):
            at = bisect_left(rising, rest)
            if any(other != token and other.startswith(rest) for other in rising[at : at + 2]):
                return True
            if any(rest[:n] in tokens and rest[:n] != token for n in range(1, len(rest))):
                return True
    return False


def _begins(start: bytes, token: bytes) -> bool:
    return token.startswith(start)


@cache
def _compiled(pattern: str) -> regex.Pattern[str]:
    import regex  # here: few files have such flags

    return regex.compile(pattern)


def _word_ends_at(text: bytes, first: int, position: int) -> bool:
    # Replaced, not left out: a loose byte separates its neighbors.
    before = text[max(first, position - 4) : position].decode("utf-8", "replace")
    return bool(before) and _compiled(_WORD).match(before[-1]) is not None


def _word_starts_at(text: bytes, position: int, last: int) -> bool:
    after = text[position : min(last, position + 4)].decode("utf-8", "replace")
    return _compiled(_WORD).match(after) is not None


def space_start(text: bytes, first: int, position: int) -> int:
    """Return where the white space that ends at `position` starts, not before `first`."""
    size = 64
    while True:
        start = max(first, position - size)
        part = text[start:position].decode("utf-8", "surrogateescape")
        match = _compiled(_SPACES_BEFORE).match(part)
        taken = 0 if match is None else len(match[0].encode())
        if taken + 4 < position - start or start == first:
            return position - taken
        size *= 8


def space_end(text: bytes, position: int, last: int) -> int:
    """Return where the white space that starts at `position` ends, not after `last`."""
    size = 64
    while True:
        end = min(last, position + size)
        match = _compiled(_SPACES).match(text[position:end].decode("utf-8", "surrogateescape"))
        taken = 0 if match is None else len(match[0].encode())
        if taken + 4 < end - position or end == last:
            return position + taken
        size *= 8
