"""Special tokens: texts that become one id where they are allowed.

Which of them are taken as tokens, taken as plain text, or refused follows tiktoken (core.py, `encode`);
minbpe's words "none" and "none_raise" (minbpe/regex.py) are understood too. Where several begin at one
place the longest wins, whatever the order they were given in. Tokens with flags (`added_tokens`) are found
as `tokenizers` finds them; those of them that are not special are tokens always.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError, Place, SpecialTokenInText
from workbench.engine.base.pace import paced
from workbench.engine.encoding.added_tokens import AddedTokenFinder, AddedTokens
from workbench.engine.encoding.text_places import Occurrence, TextPlaces
from workbench.engine.normalizers.normalizer import Normalizer

HIGHEST_SPECIAL_ID = (1 << 32) - 1  # ids are uint32
_LARGE = 1 << 12  # bytes of text from which on arrays pay
_SETS = 8  # choices of tokens that are kept, as some thousand take a while

Choice = str | frozenset[str]


class SpecialTokens:
    """The special tokens of a tokenizer.

    Attributes:
        ids: text -> id, by rising id; `AddedTokens` where they have flags.
        texts: id -> text, of those ids that are no ordinary token's.
        in_normalized: some are looked for in what a normalizer makes of a text.

    """

    def __init__(
        self,
        ids: Mapping[str, int],
        token_bytes: Callable[[int], bytes | None],
        holds_ends: bool = False,
    ) -> None:
        """Take texts and ids; `token_bytes` returns the ordinary token of an id.

        With `holds_ends` a text may not be cut right after a special token, as what follows depends on that
        token.

        Raises:
            EngineError: an empty text, half a surrogate pair, or an id out of range or taken.

        """
        rising = dict(sorted(ids.items(), key=lambda item: item[1]))
        self.ids: Mapping[str, int] = MappingProxyType(rising)
        self._finder: AddedTokenFinder | None = None
        self._holds_ends = holds_ends
        self.in_normalized = False
        self._always: frozenset[str] = frozenset()
        self._never: frozenset[str] = frozenset()
        self._shared: dict[int, str] = {}
        texts: dict[int, str] = {}
        for text, token_id in rising.items():
            if isinstance(ids, AddedTokens) and token_bytes(token_id) is not None:
                # An ordinary token that is also found by itself, as words that were added can be.
                _check(text, token_id, lambda _: None, self._shared)
                self._shared[token_id] = text
                continue
            _check(text, token_id, token_bytes, texts)
            texts[token_id] = text
        if isinstance(ids, AddedTokens):
            added = AddedTokens(rising, ids.flags, ids.normalizer, longest_first=ids.longest_first)
            self.ids = added
            self._finder = AddedTokenFinder(added, holds_ends)
            flags = ids.flags
            self.in_normalized = any(each.normalized for each in flags.values())
            self._never = frozenset(text for text in rising if flags[text].never)
            self._always = frozenset(text for text in rising if flags[text].is_always)
        self.texts: Mapping[int, str] = MappingProxyType(texts)
        self.token_bytes: Mapping[int, bytes] = {i: text.encode() for i, text in texts.items()}
        self._by_bytes = {text.encode(): i for text, i in rising.items()}
        self.longest = max(map(len, self._by_bytes), default=0)
        self._sought: dict[frozenset[str], tuple[TextPlaces, NDArray[np.int64]]] = {}
        self._ones: dict[frozenset[str], frozenset[str]] = {}
        self._chosen: dict[tuple[Choice, Choice], tuple[frozenset[str], frozenset[str]]] = {}

    @property
    def are_plain(self) -> bool:
        """Whether they are found by their texts alone, whatever is around them."""
        return self._finder is None and not self._holds_ends

    @property
    def takes_spaces(self) -> bool:
        """Whether some may take white space before them as a part of themselves."""
        return self._finder is not None

    def choose(
        self, allowed: str | Collection[str], disallowed: str | Collection[str]
    ) -> tuple[frozenset[str], frozenset[str]]:
        """Return the texts that become tokens, and the texts that are an error.

        Args:
            allowed: "all", "none" (every special token is plain text), "none_raise" (every one is an
                error), or the texts that become tokens.
            disallowed: "all" (all that are not allowed), or the texts that are an error.

        Raises:
            EngineError: another word.

        """
        asked = _kept(allowed), _kept(disallowed)
        chosen = self._chosen.get(asked)
        if chosen is None:  # Gemma 3 has 6,000, which would be looked through for each text
            if len(self._chosen) >= _SETS:
                self._chosen.clear()
            taken, refused = self._choose(*asked)
            chosen = self._chosen[asked] = self.one(taken), self.one(refused)
        return chosen

    def one(self, texts: frozenset[str]) -> frozenset[str]:
        """Return one object for equal sets: comparing two of 6,000 texts, as caches do, takes a while."""
        if len(self._ones) >= 2 * _SETS:
            self._ones.clear()
        return self._ones.setdefault(texts, texts)

    def _choose(self, allowed: Choice, disallowed: Choice) -> tuple[frozenset[str], frozenset[str]]:
        every = frozenset(self.ids) - self._never
        if allowed == "none" and disallowed == "all":
            return self._always, frozenset()
        words = {"all": every, "none": frozenset[str](), "none_raise": frozenset[str]()}
        taken = _texts(allowed, words) & every | self._always
        if allowed == "none_raise":
            return taken, every - taken
        refused = _texts(disallowed, {"all": every - taken})
        return taken, refused - {""} - self._always

    def refuse(self, text: bytes, disallowed: frozenset[str], count_characters: bool) -> None:
        """Raise SpecialTokenInText for the first special token of `disallowed` in the text.

        The place counts characters where the text came as str, else bytes.
        """
        if not disallowed:
            return
        first = self._search(disallowed)[0].first(text, 0, len(text))
        if first is None:
            return
        start = len(text[: first[0]].decode("utf-8", "replace")) if count_characters else first[0]
        place = Place("character" if count_characters else "byte", start)
        token = text[first[0] : first[1]].decode("utf-8", "replace")
        raise SpecialTokenInText("special_token_in_text", place=place, token=token)

    def find(self, text: bytes, allowed: frozenset[str], start: int, end: int) -> Iterator[Occurrence]:
        """Yield the occurrences of allowed special tokens in text[start:end] from the left.

        They never overlap: the leftmost goes first, of several at one place the longest.
        """
        if not allowed:
            return
        if self._finder is not None:
            yield from self._finder.find(text, _in_utf8(allowed), start, end)
            return
        for first, last, _ in self._search(allowed)[0].each(text, start, end):
            yield first, last, self._by_bytes[text[first:last]]

    def find_early(self, text: bytes, allowed: frozenset[str], start: int, end: int) -> Iterator[Occurrence]:
        """Yield those that are not looked for in what the normalizer `changes` makes of a text."""
        if self._finder is None or self.changes is None:
            return self.find(text, allowed, start, end)
        return self._finder.find_early(text, _in_utf8(allowed), start, end)

    def find_late(self, normalized: bytes, allowed: frozenset[str]) -> Iterator[Occurrence]:
        """Yield the others, by where they are in what it makes of what is between."""
        if self._finder is None or self.changes is None:
            return iter(())
        return self._finder.find_late(normalized, _in_utf8(allowed))

    @property
    def changes(self) -> Normalizer | None:
        """What makes the text in which some are looked for, where that is not the text itself."""
        return None if self._finder is None else self._finder.changes

    def places(self, text: bytes, allowed: frozenset[str]) -> NDArray[np.uint64]:
        """Return uint64[k, 3], the occurrences that `find` yields in all of a text."""
        if allowed and len(text) >= _LARGE:
            if self._finder is None:
                search, ids = self._search(allowed)
                return search.rows(text, ids)
            places = self._finder.places(text, _in_utf8(allowed))
            if places is not None:
                return places
        rows = [*paced(self.find(text, allowed, 0, len(text)))]
        return np.array(rows, np.uint64).reshape(-1, 3)

    def count(self, text: bytes) -> Counter[str]:
        """Return how often each special token's text occurs."""
        counts: Counter[str] = Counter()
        for occurrence in paced(self.find(text, frozenset(self.ids), 0, len(text))):
            counts[self.texts.get(occurrence[2]) or self._shared[occurrence[2]]] += 1
        return counts

    def holding(self, text: bytes, position: int, allowed: frozenset[str]) -> tuple[int, int] | None:
        """Return the span of an allowed special token's text around `position`, not only up to there.

        With `holds_ends` it may also end there.
        """
        if not allowed:
            return None  # in place of going through a run of white space for tokens that may take it
        if self._finder is not None:
            return self._finder.holding(text, position, _in_utf8(allowed))
        return self._search(allowed)[0].across(text, position, self._holds_ends)

    def reach(self, text: bytes, position: int) -> tuple[int, int]:
        """Return (start, end) of the bytes that decide whether a special token holds `position`.

        Where one is outside of `text`, which is cut out of a longer one, that is too little to know.
        """
        if self._finder is not None:
            return self._finder.reach(text, position)
        return position - self.longest, position + self.longest

    def _search(self, texts: frozenset[str]) -> tuple[TextPlaces, NDArray[np.int64]]:
        """Return what finds some texts, and the id of each, -1 for what is no special token."""
        search = self._sought.get(texts)
        if search is None:
            if len(self._sought) > 64:
                self._sought.clear()  # another thread may be about to return one
            sought = [text.encode("utf-8", "surrogatepass") for text in texts]
            search = TextPlaces(sought), np.array([self._by_bytes.get(each, -1) for each in sought], np.int64)
            self._sought[texts] = search
        return search


@lru_cache(maxsize=_SETS)  # texts may take others in turn
def _in_utf8(texts: frozenset[str]) -> frozenset[bytes]:
    return frozenset(map(str.encode, texts))


def _kept(choice: str | Collection[str]) -> Choice:
    return choice if isinstance(choice, str) else frozenset(choice)


def _texts(choice: Choice, words: Mapping[str, frozenset[str]]) -> frozenset[str]:
    if not isinstance(choice, str):
        return choice
    if choice not in words:
        raise EngineError("special_choice_unknown", choice=choice, choices=", ".join(words))
    return words[choice]


def _check(
    text: str, token_id: int, token_bytes: Callable[[int], bytes | None], texts: Mapping[int, str]
) -> None:
    if not text:
        raise EngineError("special_token_empty", id=token_id)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise EngineError("special_token_surrogate", token=ascii(text), id=token_id) from None
    if not 0 <= token_id <= HIGHEST_SPECIAL_ID:
        raise EngineError("special_token_id_range", token=text, id=token_id, highest=HIGHEST_SPECIAL_ID)
    if token_id in texts:
        raise EngineError("special_token_id_twice", token=text, other=texts[token_id], id=token_id)
    taken = token_bytes(token_id)
    if taken is not None:
        other = taken.decode("utf-8", "backslashreplace")
        raise EngineError("special_token_id_taken", token=text, other=other, id=token_id)
