"""Adds tokens: special ones, and plain ones with the merges that they need, behind all other merges.

A plain token is what a piece of text is merged to, so its merges begin where those that there are leave off:
with the tokens that its bytes become now. These are joined from the left, a new token at a time, and what is
new is used for those behind it in the list. Each new merge comes after all others, so what they make of a
piece stays as it is unless a new one goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.engine.adapting.done import Done, merges_of, moved_specials, shown
from workbench.engine.adapting.new_ids import first_free, rebuilt, special_ids
from workbench.engine.base.cached import cached_property
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import as_text
from workbench.engine.encoding.added_tokens import with_flags_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import whole_characters
from workbench.engine.models.model import ByteMerges, Model
from workbench.engine.splitting.piece_language import PieceLanguages, piece_languages

_NEW = 1 << 40  # numbers of new tokens until they have their ids
_SLICE = 512  # tokens worked on between two points


def add_special(base: Tokenizer, text: str, token_id: int | None) -> Done:
    """Add a special token.

    Raises:
        EngineError: "adapt_special_there", "adapt_not_possible", or what a `Tokenizer` says of its id.

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
        base: what they are added to.
        texts: what they spell.
        move_special: where ids of merges have to follow each other, special tokens make room.
        leave_out: what cannot be added is left out and told; else the first of them is an error.

    Raises:
        EngineError: "adapt_token_…", naming the first text that cannot be added; "adapt_not_possible",
            "extend_moves_special".

    """
    new_merges = NewMerges(base.model, merges_of(base))
    checking, asked, left_out = _Checking(base), list[int](), list[tuple[bytes, str]]()
    tokens = [text.encode("utf-8", "surrogatepass") for text in dict.fromkeys(texts)]
    for token, symbols in zip(tokens, start_symbols(base.model, tokens), strict=True):
        fault = checking.fault(token, symbols)
        if fault is None:
            asked.append(new_merges.join(token, symbols))
        elif not leave_out:
            raise fault
        else:
            left_out.append((token, fault.cause))
    done = appended(base, new_merges, move_special)
    first = done.added[0] if done.added else 0
    wanted = {number - _NEW + first for number in asked}
    return replace(
        done,
        needed=tuple(i for i in done.added if i not in wanted),
        unsure=_changed_by_themselves(done.tokenizer, sorted(wanted)),
        left_out=tuple(left_out),
    )


class NewMerges:
    """New merges over a model.

    Attributes:
        pairs: (left, right) of each; numbers from `_NEW` on are those of new tokens.
        tokens: the bytes of each.

    """

    def __init__(self, model: Model, merges: ByteMerges) -> None:
        self._model = model
        self._by_bytes = merges.joins_by_bytes
        self.pairs: list[tuple[int, int]] = []
        self.tokens: list[bytes] = []
        self._spelled: dict[int, bytes] = {}  # of the new ones, and of older ones that were asked for
        self._numbers: dict[bytes, int] = {}
        self._joins: dict[tuple[int, int], int] = {}

    def spelled(self, number: int) -> bytes:
        """Return the bytes of a token, new or not."""
        found = self._spelled.get(number)
        if found is None:
            found = self._spelled[number] = self._model.token_bytes(number) or b""
        return found

    def number_of(self, token: bytes) -> int | None:
        """Return the number of a token, new or not, or None."""
        found = self._numbers.get(token)
        return self._model.token_id(token) if found is None else found

    def add(self, left: int, right: int) -> int:
        """Add a merge and return the number of what it makes."""
        number, token = _NEW + len(self.pairs), self.spelled(left) + self.spelled(right)
        self.pairs.append((left, right))
        self.tokens.append(token)
        self._spelled[number] = token
        self._numbers[token] = self._joins[left, right] = number
        return number

    def joined(self, left: int, right: int) -> int | None:
        """Return what two neighbors merge to, or None."""
        if self._by_bytes:
            return self.number_of(self.spelled(left) + self.spelled(right))
        return self._joins.get((left, right))

    def merged(self, symbols: Sequence[int]) -> list[int]:
        """Return what the new merges make of tokens that no older merge joins."""
        left = list(symbols)
        while True:
            found = [number for pair in pairwise(left) if (number := self.joined(*pair)) is not None]
            if not found:
                return left
            left = self._replaced(left, min(found))

    def _replaced(self, symbols: list[int], number: int) -> list[int]:
        found: list[int] = []
        at = 0
        while at < len(symbols):
            pair = symbols[at : at + 2]
            joins = len(pair) == 2 and self.joined(*pair) == number
            found.append(number if joins else symbols[at])
            at += 2 if joins else 1
        return found

    def join(self, token: bytes, symbols: Sequence[int]) -> int:
        """Add what is needed for a token that is some `symbols` now, and return its number.

        Raises:
            EngineError: "extend_token_twice", an older token of these bytes is made in another way.

        """
        point()
        left = self.merged(symbols)
        while len(left) > 1:
            pair = next((pair for pair in pairwise(left) if self._is_free(pair)), None)
            if pair is None:
                twice = self.number_of(self.spelled(left[0]) + self.spelled(left[1]))
                raise EngineError("extend_token_twice", id=twice or 0)
            left = self.merged(self._replaced(left, self.add(*pair)))
        return left[0]

    def _is_free(self, pair: tuple[int, int]) -> bool:
        """Tell whether two tokens spell what is no token yet."""
        return self.number_of(self.spelled(pair[0]) + self.spelled(pair[1])) is None


def appended(base: Tokenizer, new_merges: NewMerges, move_special: bool) -> Done:
    """Return the tokenizer with new merges behind its own."""
    merges, n_new = merges_of(base), len(new_merges.pairs)
    gapless = merges.has_gapless_merges
    first = first_free(base, n_new, move_special, gapless=gapless)
    pairs = np.array(new_merges.pairs, np.int64).reshape(-1, 2)
    pairs[pairs >= _NEW] += first - _NEW
    model = merges.extended(first, pairs, new_merges.tokens)
    specials = special_ids(base.special_tokens, {}, first, first + n_new)
    made = rebuilt(base, model, specials)
    added = tuple(range(first, first + n_new))
    return Done(made, added, unmade=unmade(base, merges, new_merges.tokens), moved=moved_specials(base, made))


def unmade(base: Tokenizer, merges: ByteMerges, tokens: Sequence[bytes]) -> tuple[int, ...]:
    """Return older tokens that merging never made and that begin or end with a new one.

    In a file of ranks neighbors merge wherever their bytes are a token, so a new token may be the half that
    was missing. Of a token that merging does make, all that is inside is merged before a new one could be.
    """
    if not merges.joins_by_bytes:
        return ()
    found: list[int] = []
    new = set(tokens)
    for token_id in paced(base.model.ids.tolist(), _SLICE):
        token = base.model.token_bytes(token_id) or b""
        if any(token[:at] in new or token[at:] in new for at in range(1, len(token))):
            found += [] if base.model.merged_from(token_id) else [token_id]
    return tuple(found)


# --- what cannot be added -----------------------------------------------------------------------


def start_symbols(model: Model, tokens: Sequence[bytes]) -> list[list[int]]:
    """Return the tokens that each text becomes as a piece of its own."""
    ends = np.cumsum([0, *map(len, tokens)]).astype(np.uint64)
    pieces = np.column_stack((ends[:-1], ends[1:]))
    ids, spans = model.encode_spans(b"".join(tokens), pieces)
    cuts = np.searchsorted(spans[:, 0], ends)
    return [part.tolist() for part in np.split(ids.astype(np.int64), cuts[1:-1])] if tokens else []


class _Checking:
    """Says what cannot be added."""

    def __init__(self, base: Tokenizer) -> None:
        self._base = base
        self._cuts = Cuts(base)

    def fault(self, token: bytes, symbols: Sequence[int]) -> EngineError | None:
        """Return why a token cannot be added, or None; `symbols` are those that its text becomes now."""
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
    """Where the split of a tokenizer always cuts."""

    def __init__(self, base: Tokenizer) -> None:
        self._splitter = base.pre_tokenizer

    @cached_property
    def _languages(self) -> PieceLanguages | None:
        return piece_languages(self._splitter.pattern)

    def inside(self, token: bytes) -> str | None:
        """Return a stretch of a token that no piece can hold; None where none is known."""
        pieces = self._splitter.split(token)
        if len(pieces) == 1 and int(pieces[0, 1] - pieces[0, 0]) == len(token):
            return None
        text = whole_characters(token)
        return None if self._languages is None else self._languages.cut_in(text)


def _changed_by_themselves(tokenizer: Tokenizer, ids: Sequence[int]) -> tuple[int, ...]:
    """Return the ids of tokens that are something else where their text is encoded alone."""
    texts = [tokenizer.token_bytes(token_id) or b"" for token_id in ids]
    found: Mapping[int, NDArray[np.uint32]] = dict(
        zip(ids, tokenizer.encode_batch(texts, allowed_special="none"), strict=True)
    )
    return tuple(i for i, own in found.items() if own.tolist() != [i])
