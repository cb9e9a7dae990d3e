"""Adds special tokens, and plain tokens with the merges they need, after all other merges.

A plain token is what a piece of text is merged to, so its merges start from the tokens that its bytes become
now. These are joined from the left, one new token at a time, and later tokens of the list reuse the new ones.
Each new merge comes after all others, so the tokens of a piece stay unless a new merge joins them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.engine.adapting.done import Done, merges_of, moved_specials, shown
from workbench.engine.adapting.new_ids import first_free, rebuilt, special_ids
from workbench.engine.base.cached import cached_property
from workbench.engine.base.chunked_arrays import numbers_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import as_text
from workbench.engine.encoding.added_tokens import with_flags_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import whole_characters
from workbench.engine.models.model import ByteMerges, Model
from workbench.engine.splitting.piece_language import PieceLanguages, piece_languages

_NEW = 1 << 40  # numbers of new tokens until they have their ids
_TRIES = 10_000  # merges tried for a token where some are not allowed, before it is given up


def add_special(base: Tokenizer, text: str, token_id: int | None) -> Done:
    """Add a special token.

    Raises:
        EngineError: "adapt_special_there", "adapt_not_possible", or an error of `Tokenizer` about its id.

    """
    if base.model.in_library is not None or base.model.scored is not None:
        merges_of(base)
    if text in base.special_tokens:
        raise EngineError("adapt_special_there", token=text, id=base.special_tokens[text])
    last = max([base.model.vocab_size - 1, *base.special_tokens.values()])
    new_id = last + 1 if token_id is None else token_id
    if new_id in base.specials.texts:
        raise EngineError("special_token_id_twice", token=text, other=base.specials.texts[new_id], id=new_id)
    specials = with_flags_of(base.special_tokens, {**base.special_tokens, text: new_id})
    return Done(rebuilt(base, base.model, specials), (new_id,))


def add_plain(
    base: Tokenizer, texts: Sequence[str], move_special: bool = False, leave_out: bool = False
) -> Done:
    """Add plain tokens and the merges that they need.

    Args:
        base: the tokenizer they are added to.
        texts: the text of each token.
        move_special: special tokens may get other ids where ids of merges must be consecutive.
        leave_out: report tokens that cannot be added in `Done.left_out`, instead of raising for the first.

    Raises:
        EngineError: "adapt_token_…", naming the first text that cannot be added; "adapt_not_possible",
            "extend_moves_special".

    """
    tokens = list(dict.fromkeys(map(_bytes_of, texts)))
    new_merges, asked, left_out = planned(base, tokens, leave_out)
    done = appended(base, new_merges, move_special)
    first = done.added[0] if done.added else 0
    wanted = {at + first for at in asked}
    return replace(
        done,
        needed=tuple(i for i in done.added if i not in wanted),
        unsure=_changed_by_themselves(done.tokenizer, sorted(wanted)),
        left_out=tuple(left_out),
    )


def planned(
    base: Tokenizer,
    tokens: Sequence[bytes],
    leave_out: bool = False,
    allowed: Callable[[bytes], bool] | None = None,
) -> tuple[NewMerges, list[int], list[tuple[bytes, str]]]:
    """Return the merges that plain tokens need, and which of these make the tokens.

    Args:
        base: what the tokens are added to.
        tokens: their bytes, each once.
        leave_out: what cannot be added is left out; else the first of them is an error.
        allowed: whether a token may be made on the way; None: each may.

    Returns:
        The merges; the place in them of each token's last one; (bytes, why) of what was left out.

    Raises:
        EngineError: as `add_plain`, or "adapt_token_not_allowed".

    """
    new_merges = NewMerges(base.model, merges_of(base), allowed)
    checking, asked, left_out = _Checking(base), list[int](), list[tuple[bytes, str]]()
    for token, symbols in zip(tokens, start_symbols(base.model, tokens), strict=True):
        fault = checking.fault(token, symbols)
        if fault is None:
            asked.append(new_merges.join(token, symbols) - _NEW)
        elif not leave_out:
            raise fault
        else:
            left_out.append((token, fault.cause))
    return new_merges, asked, left_out


def _bytes_of(text: str) -> bytes:
    """Return the bytes of a text; those that were not UTF-8 come as `surrogateescape` has them."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


class NewMerges:
    """New merges on top of a model.

    Attributes:
        pairs: (left, right) of each; numbers from `_NEW` on are new tokens.
        tokens: the bytes of each.

    """

    def __init__(
        self, model: Model, merges: ByteMerges, allowed: Callable[[bytes], bool] | None = None
    ) -> None:
        self._model = model
        self._allowed = allowed
        self._by_bytes = merges.joins_by_bytes
        self.pairs: list[tuple[int, int]] = []
        self.tokens: list[bytes] = []
        self._spelled: dict[int, bytes] = {}  # of the new ones, and of older ones that were asked for
        self._numbers: dict[tuple[bytes, bool], int] = {}  # by bytes, and whether a word ends there
        self._word_ends: set[int] = set()
        self._joins: dict[tuple[int, int], int] = {}

    def spelled(self, number: int) -> bytes:
        """Return the bytes of a token, new or not."""
        token = self._spelled.get(number)
        if token is None:
            token = self._spelled[number] = self._model.token_bytes(number) or b""
        return token

    def number_of(self, left: int, right: int) -> int | None:
        """Return the number of the token, new or not, that two of them spell, or None."""
        token, ends = self.spelled(left) + self.spelled(right), self._ends(right)
        number = self._numbers.get((token, ends))
        if number is not None:
            return number
        return self._ending.get(token) if ends else self._model.token_id(token)

    @cached_property
    def _ending(self) -> Mapping[bytes, int]:
        """The older tokens at which a word ends, by their bytes."""
        return {self._model.token_bytes(i) or b"": i for i in self._model.word_ends}

    def _ends(self, number: int) -> bool:
        return number in (self._word_ends if number >= _NEW else self._model.word_ends)

    def add(self, left: int, right: int) -> int:
        """Add a merge and return the number of what it makes."""
        number, token = _NEW + len(self.pairs), self.spelled(left) + self.spelled(right)
        self.pairs.append((left, right))
        self.tokens.append(token)
        if self._ends(right):
            self._word_ends.add(number)
        self._spelled[number] = token
        self._numbers[token, self._ends(right)] = self._joins[left, right] = number
        return number

    def by_place(self, first: int) -> NDArray[np.int64]:
        """Return the pairs, int64[m, 2], with the numbers of new tokens from `first` on."""
        pairs = np.array(self.pairs, np.int64).reshape(-1, 2)
        pairs[pairs >= _NEW] += first - _NEW
        return pairs

    def joined(self, left: int, right: int) -> int | None:
        """Return the number of the token that two neighbors merge to, or None."""
        if self._by_bytes:
            return self.number_of(left, right)
        return self._joins.get((left, right))

    def merged(self, symbols: Sequence[int]) -> list[int]:
        """Return the symbols after the new merges; no older merge joins any of them."""
        left = list(symbols)
        while True:
            joinable = [number for pair in pairwise(left) if (number := self.joined(*pair)) is not None]
            if not joinable:
                return left
            left = self._replaced(left, min(joinable))

    def _replaced(self, symbols: list[int], number: int) -> list[int]:
        replaced: list[int] = []
        at = 0
        while at < len(symbols):
            pair = symbols[at : at + 2]
            joins = len(pair) == 2 and self.joined(*pair) == number
            replaced.append(number if joins else symbols[at])
            at += 2 if joins else 1
        return replaced

    def join(self, token: bytes, symbols: Sequence[int]) -> int:
        """Add the merges for a token that is `symbols` now, and return its number.

        Raises:
            EngineError: "extend_token_twice", an older token of these bytes is made in another way;
                "adapt_token_not_allowed".

        """
        point()
        lefts = [self.merged(symbols)]
        ways = [self._ways(lefts[0])]
        tries = 0
        while len(lefts[-1]) > 1:
            pair = next(ways[-1], None)
            if pair is not None and tries < _TRIES:
                lefts.append(self.merged(self._replaced(lefts[-1], self.add(*pair))))
                ways.append(self._ways(lefts[-1]))
            elif len(lefts) == 1 or tries == _TRIES:
                raise self._no_way(token, lefts[-1])
            else:
                del lefts[-1], ways[-1]
                self._take_back()
            if self._allowed is None:
                del lefts[:-1], ways[:-1]  # nothing is ever taken back
            else:
                tries += 1
        return lefts[-1][0]

    def _ways(self, symbols: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the neighbors that can be joined next, from the left."""
        return (pair for pair in dict.fromkeys(pairwise(symbols)) if self._is_free(pair))

    def _take_back(self) -> None:
        """Remove the last merge."""
        number, pair, token = _NEW + len(self.pairs) - 1, self.pairs.pop(), self.tokens.pop()
        del self._spelled[number], self._numbers[token, self._ends(number)], self._joins[pair]
        self._word_ends.discard(number)

    def _no_way(self, token: bytes, symbols: Sequence[int]) -> EngineError:
        if self._allowed is not None:
            return EngineError("adapt_token_not_allowed", token=shown(token))
        twice = self.number_of(symbols[0], symbols[1])
        return EngineError("extend_token_twice", id=twice or 0)

    def _is_free(self, pair: tuple[int, int]) -> bool:
        """Tell whether two tokens spell what is no token yet, and may be one."""
        if self.number_of(*pair) is not None:
            return False
        return self._allowed is None or self._allowed(self.spelled(pair[0]) + self.spelled(pair[1]))


def appended(base: Tokenizer, new_merges: NewMerges, move_special: bool) -> Done:
    """Return the tokenizer with new merges behind its own."""
    merges, n_new = merges_of(base), len(new_merges.pairs)
    gapless = merges.has_gapless_merges
    first = first_free(base, n_new, move_special, gapless=gapless)
    model = merges.extended(first, new_merges.by_place(first), new_merges.tokens)
    specials = special_ids(base.special_tokens, {}, first, first + n_new)
    extended = rebuilt(base, model, specials)
    added = tuple(range(first, first + n_new))
    return Done(
        extended, added, unmade=unmade(base, merges, new_merges.tokens), moved=moved_specials(base, extended)
    )


def unmade(base: Tokenizer, merges: ByteMerges, tokens: Sequence[bytes]) -> tuple[int, ...]:
    """Return older tokens that merging never made and that it may make with new ones.

    In a file of ranks neighbors merge wherever their bytes are a token, so a new token may be the half that
    was missing, and what it completes may be the half of another one. Of a token that merging does make, all
    that is inside is merged before a new one could be.
    """
    if not merges.joins_by_bytes:
        return ()
    token_ids: list[int] = []
    halves = set(tokens)
    never = [i for i in base.model.unreachable() if not base.model.merged_from(i)]
    if not never:
        return ()
    every = halves.union(base.model.token_bytes(i) or b"" for i in paced(numbers_of(base.model.ids)))
    older = [(base.model.token_bytes(i) or b"", i) for i in never]
    for token, token_id in paced(sorted(older, key=lambda each: len(each[0])), 512):
        cuts = ((token[:at], token[at:]) for at in range(1, len(token)))
        is_possible = any((a in halves or b in halves) and a in every and b in every for a, b in cuts)
        if is_possible:
            token_ids.append(token_id)
            halves.add(token)
    return tuple(sorted(token_ids))


# --- what cannot be added -----------------------------------------------------------------------


def start_symbols(model: Model, tokens: Sequence[bytes]) -> list[list[int]]:
    """Return the tokens of each text encoded as one piece."""
    ends = np.cumsum([0, *map(len, tokens)]).astype(np.uint64)
    pieces = np.column_stack((ends[:-1], ends[1:]))
    ids, spans = model.encode_spans(b"".join(tokens), pieces)
    cuts = np.searchsorted(spans[:, 0], ends)
    return [part.tolist() for part in np.split(ids.astype(np.int64), cuts[1:-1])] if tokens else []


class _Checking:
    """Checks whether tokens can be added."""

    def __init__(self, base: Tokenizer) -> None:
        self._base = base
        self._cuts = Cuts(base)

    def fault(self, token: bytes, symbols: Sequence[int]) -> EngineError | None:
        """Return why a token cannot be added, or None; `symbols` are the current tokens of its text."""
        base = self._base
        if not token:
            return EngineError("adapt_token_empty")
        text = as_text(token)
        if text is None:
            return EngineError("adapt_token_not_utf8", token=shown(token))
        there = symbols[0] if len(symbols) == 1 else base.model.token_id(token)
        there = base.special_tokens.get(text) if there is None else there
        if there is not None:
            return EngineError("adapt_token_there", token=shown(token), id=there)
        becomes = token if base.normalizer is None else base.normalizer.normalize(token, first=False).output
        if token not in becomes:
            return EngineError("adapt_token_normalized", token=shown(token), becomes=shown(becomes))
        cut = self._cuts.inside(token)
        return None if cut is None else EngineError("adapt_token_cut", token=shown(token), part=cut)


class Cuts:
    """Finds places where the split of a tokenizer always cuts."""

    def __init__(self, base: Tokenizer) -> None:
        self._splitter = base.pre_tokenizer

    @cached_property
    def _languages(self) -> PieceLanguages | None:
        return piece_languages(self._splitter.pattern)

    def inside(self, token: bytes) -> str | None:
        """Return a substring of a token that no piece can contain, None if none is known."""
        pieces = self._splitter.split(token)
        if len(pieces) == 1 and int(pieces[0, 1] - pieces[0, 0]) == len(token):
            return None
        text = whole_characters(token)
        return None if self._languages is None else self._languages.cut_in(text)


def _changed_by_themselves(tokenizer: Tokenizer, ids: Sequence[int]) -> tuple[int, ...]:
    """Return the ids of tokens whose own text is encoded to other ids."""
    texts = [tokenizer.token_bytes(token_id) or b"" for token_id in ids]
    encoded: Mapping[int, NDArray[np.uint32]] = dict(
        zip(ids, tokenizer.encode_batch(texts, allowed_special="none"), strict=True)
    )
    return tuple(i for i, own in encoded.items() if own.tolist() != [i])
