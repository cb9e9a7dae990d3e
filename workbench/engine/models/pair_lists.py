"""The tokens and pairs of a pair-merged model, checked, and numbered in the order of merging."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, pairwise
from operator import add

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.errors import EngineError, Fact, Place
from workbench.engine.base.pace import paced, paced_slices
from workbench.engine.counting.piece_room import LONGEST_TOKEN
from workbench.engine.models.bpe import HIGHEST_ID, LARGEST_VOCABULARY
from workbench.engine.models.piece_merging import NEVER, PAIR_SHIFT, Pair
from workbench.engine.models.rank_tables import rows_of_pairs
from workbench.engine.models.token_arrays import TokenArrays

NO_ID = (1 << 32) - 1  # in the place of the id of a byte that has no token

_FEW = 1000  # tokens


@dataclass(frozen=True)
class PairLists:
    """What a model and all its prefixes share.

    Attributes:
        arrays: the tokens.
        merges: int64[m, 3], rows (left id, right id, new id) in order of rank.
        byte_ids: the id of each of the 256 single bytes, or NO_ID.
        end_byte_ids: the id of each byte as the last one of a piece, or None.
        whole_pieces: a piece that is a token is that token.
        word_ends: the ids of the tokens that end a piece.
        as_text: the ids of tokens that a file of the byte alphabet spells as they are, since they are not in
            it: no text becomes them.

    """

    arrays: TokenArrays
    merges: NDArray[np.int64]
    byte_ids: tuple[int, ...]
    end_byte_ids: tuple[int, ...] | None
    whole_pieces: bool
    word_ends: frozenset[int]
    as_text: frozenset[int] = frozenset()

    @cached_property
    def tokens(self) -> Mapping[int, bytes]:
        """Id -> bytes, by rising id; kernels do without."""
        return self.arrays.vocab()

    @cached_property
    def _looked_up(self) -> count[int]:
        """A count of the tokens that were looked up."""
        return count()

    def token(self, token_id: int) -> bytes | None:
        """Return the bytes of a token, or None; only where many are asked for a dictionary pays."""
        if "tokens" in vars(self) or next(self._looked_up) > _FEW:
            return self.tokens.get(token_id)
        return self.arrays.token(token_id)

    @property
    def n_units(self) -> int:
        """How many inner numbers are bytes: 256, or 512 where the last one of a piece is another unit."""
        return 256 if self.end_byte_ids is None else 512

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """Left id << PAIR_SHIFT | right id -> row."""
        return rows_of_pairs(self.merges)

    @property
    def inside_ids(self) -> Mapping[bytes, int]:
        """Bytes -> id of the token that does not end a piece; the lowest where there are several."""
        return self._ids_by_bytes[False]

    @property
    def ending_ids(self) -> Mapping[bytes, int]:
        """Bytes -> id of the token that ends a piece; the lowest where there are several."""
        return self._ids_by_bytes[True]

    @cached_property
    def _ids_by_bytes(self) -> tuple[Mapping[bytes, int], Mapping[bytes, int]]:
        ids: tuple[dict[bytes, int], dict[bytes, int]] = {}, {}
        tokens, word_ends, as_text = self.tokens, self.word_ends, self.as_text
        ordinary = (token_id for token_id in sorted(tokens, reverse=True) if token_id not in as_text)
        for token_id in paced(chain(sorted(as_text & tokens.keys(), reverse=True), ordinary)):
            ids[token_id in word_ends][tokens[token_id]] = token_id
        return ids

    @cached_property
    def outer(self) -> NDArray[np.uint32]:
        """uint32[n_units + m], inner number -> id."""
        units = self.byte_ids + (self.end_byte_ids or ())
        return np.concatenate((np.array(units, np.uint32), self.merges[:, 2].astype(np.uint32)))

    @cached_property
    def _outer_ids(self) -> array[int]:
        return array("I", self.outer.tobytes())

    def join(self, pair: Pair) -> int:
        """Return the inner number that two inner numbers merge into, or NEVER."""
        outer = self._outer_ids
        rank = self.ranks.get(outer[pair[0]] << PAIR_SHIFT | outer[pair[1]])
        return NEVER if rank is None else self.n_units + rank

    @cached_property
    def rising(self) -> bool:
        """Whether ids tell when tokens came about: no other tokens, the bytes first, each merge once.

        Special tokens may have the ids before the bytes, as where Hugging Face's `BpeTrainer` gave them.
        """
        ids = self.outer.astype(np.int64)
        if self.lacks_bytes or len(self.arrays) != len(ids) or not are_distinct(ids):
            return False
        merged_ids = ids[self.n_units :]
        return bool(np.all(merged_ids[1:] > merged_ids[:-1]) and np.all(merged_ids[:1] >= self.smallest_size))

    @cached_property
    def lacks_bytes(self) -> bool:
        """Whether a byte has no token."""
        return NO_ID in self.byte_ids

    @cached_property
    def has_twins(self) -> bool:
        """Whether two tokens are spelled alike: of the same bytes, and both or none of them ends a piece."""
        known = (self.inside_ids, self.ending_ids)
        apart = sum(known[i in self.word_ends][self.tokens[i]] != i for i in self.as_text)
        return len(self.inside_ids) + len(self.ending_ids) + apart < len(self.arrays)

    @cached_property
    def smallest_size(self) -> int:
        """One more than the highest id of a unit: ids below it are those that need no merge."""
        units = self.outer[: self.n_units]
        return int(units[units != NO_ID].max(initial=0)) + 1

    def units_of(self, piece: bytes, ends: bool) -> Sequence[int]:
        """Return the inner numbers that a piece, or what is where no piece `ends`, begins as."""
        if not ends or self.end_byte_ids is None or not piece:
            return piece
        return [*piece[:-1], 256 + piece[-1]]

    def ids_of(self, inner: NDArray[np.integer]) -> NDArray[np.uint32]:
        """Return uint32[n], the ids of inner numbers; raises EngineError "byte_without_token"."""
        ids: NDArray[np.uint32] = self.outer[inner]
        if self.lacks_bytes and len(missing := np.flatnonzero(ids == NO_ID)):
            raise EngineError("byte_without_token", byte=f"{int(inner[missing[0]]):02X}")
        return ids

    def inner_pairs(self) -> NDArray[np.int64] | None:
        """Return int64[m, 2], the pairs in inner numbers, for the rank-merged model.

        None if that would do otherwise: a byte is another unit at the end of a piece, pieces are taken
        whole, two pairs make the same token, or a pair comes before the tokens that it joins.
        """
        if self.end_byte_ids is not None or self.whole_pieces or len(self.outer) > HIGHEST_ID:
            return None
        merged_ids = self.merges[:, 2]
        inner = np.flatnonzero(self.outer != NO_ID)
        ids = self.outer[inner]
        if not len(ids) or not are_distinct(ids):
            return None
        inner_of = np.full(int(ids.max()) + 1, NEVER, np.int64)
        inner_of[ids] = inner
        if len(merged_ids) and int(self.merges[:, :2].max()) >= len(inner_of):
            return None
        pairs = inner_of[self.merges[:, :2]]
        made_before = np.all(pairs < np.arange(256, 256 + len(pairs))[:, None])
        return pairs if made_before else None


def checked(
    tokens: Mapping[int, bytes],
    merges: NDArray[np.int64],
    byte_ids: Sequence[int],
    end_byte_ids: Sequence[int] | None,
    whole_pieces: bool,
    as_text: frozenset[int] = frozenset(),
) -> PairLists:
    """Return the lists of a model.

    `merges` is int64[m, 3], (left id, right id, new id) in order of rank; the others are as in
    `pair_merged.PairMergedBpe.from_pairs`.

    Raises:
        EngineError: an id out of range, an empty token or tokens beyond all measure (place is the id); a
            byte without its token; a pair that names no token, comes twice, or makes a token of other bytes
            (place is the merge, from 1).

    """
    _check_tokens(tokens)
    for units in (byte_ids, end_byte_ids):
        _check_units(tokens, units)
    _check_merges(tokens, merges)
    ends = None if end_byte_ids is None else tuple(end_byte_ids)
    if not all(low < high for low, high in pairwise(tokens)):
        tokens = {token_id: tokens[token_id] for token_id in sorted(tokens)}
    return PairLists(
        TokenArrays(tokens),
        merges,
        byte_ids=tuple(byte_ids),
        end_byte_ids=ends,
        whole_pieces=whole_pieces,
        word_ends=_word_ends(merges, end_byte_ids),
        as_text=as_text,
    )


def lists_of(
    arrays: TokenArrays,
    merges: NDArray[np.int64],
    byte_ids: Sequence[int],
    whole_pieces: bool,
    as_text: frozenset[int],
) -> PairLists:
    """Return the lists of what has nothing of that wrong: no pair twice, and no two tokens spelled alike."""
    lists = PairLists(
        arrays, merges, tuple(byte_ids), None, whole_pieces, word_ends=frozenset(), as_text=as_text
    )
    vars(lists)["has_twins"] = False
    return lists


def are_distinct(numbers: NDArray[np.integer]) -> bool:
    """Return whether no number comes twice; np.unique takes some times as long."""
    in_order = np.sort(numbers)
    return not np.any(in_order[1:] == in_order[:-1])


def _check_tokens(tokens: Mapping[int, bytes]) -> None:
    size = 0
    for token_id, token in paced(tokens.items()):
        size += len(token)
        whole = 0 <= token_id <= HIGHEST_ID and 0 < len(token) <= LONGEST_TOKEN
        if not whole or size > LARGEST_VOCABULARY:
            raise _token_fault(token_id, token, size)


def _token_fault(token_id: int, token: bytes, size: int) -> EngineError:
    place = Place("id", token_id)
    if not 0 <= token_id <= HIGHEST_ID:
        return EngineError("id_too_large", place=place, id=token_id, highest=HIGHEST_ID)
    if not token:
        return EngineError("token_empty", place=place, id=token_id)
    if len(token) > LONGEST_TOKEN:
        return EngineError("token_too_long", place=place, length=len(token), longest=LONGEST_TOKEN)
    return EngineError("vocabulary_too_large", place=place, size=size, largest=LARGEST_VOCABULARY)


def _check_units(tokens: Mapping[int, bytes], units: Sequence[int] | None) -> None:
    if units is None:
        return
    known = list(units)[:256]
    missing = [
        b
        for b in range(256)
        if b >= len(known) or (known[b] != NO_ID and tokens.get(known[b]) != bytes((b,)))
    ]
    if missing:
        raise EngineError("bytes_missing", count=len(missing), first=f"{missing[0]:02X}")


def _check_merges(tokens: Mapping[int, bytes], merges: NDArray[np.int64]) -> None:
    if _are_regular(tokens, merges):
        return
    ranks: dict[Pair, int] = {}
    for rank, (left, right, new_id) in enumerate(map(np.ndarray.tolist, paced(merges))):
        _check_merge(tokens, rank, left, right, new_id)
        if ranks.setdefault((left, right), rank) != rank:
            place = Place("merge", rank + 1)
            raise EngineError("pair_repeated", place=place, merge=rank + 1, first=ranks[left, right] + 1)


def _are_regular(tokens: Mapping[int, bytes], merges: NDArray[np.int64]) -> bool:
    """Return whether `_check_merge` finds nothing wrong and no pair comes twice; some times as fast."""
    for part in paced_slices(len(merges), 1024):
        ids = merges[part].T.tolist()
        try:
            lefts, rights, joined = (map(tokens.__getitem__, column) for column in ids)
            if list(map(add, lefts, rights)) != list(joined):
                return False
        except KeyError:
            return False
    pairs = merges[:, 0] << 32 | merges[:, 1]  # of ids, which were checked
    return are_distinct(pairs)


def _check_merge(tokens: Mapping[int, bytes], rank: int, left: int, right: int, result: int) -> None:
    for token_id in (left, right, result):
        if token_id not in tokens:
            place = Place("merge", rank + 1)
            raise EngineError("pair_of_no_token", place=place, merge=rank + 1, id=token_id)
    if tokens[left] + tokens[right] != tokens[result]:
        place = Place("merge", rank + 1)
        shown = [tokens[i].decode("utf-8", "backslashreplace")[:80] for i in (left, right, result)]
        facts: dict[str, Fact] = {"left": shown[0], "right": shown[1], "token": shown[2], "id": result}
        raise EngineError("pair_makes_other_bytes", file=None, place=place, merge=rank + 1, **facts)


def _word_ends(merges: NDArray[np.int64], end_byte_ids: Sequence[int] | None) -> frozenset[int]:
    """Return the ids that end a piece: the bytes that do, and every token with such a right half."""
    word_ends = set(end_byte_ids or ())
    n_known = -1
    while n_known < len(word_ends):  # again only where a pair comes before the tokens that it joins
        n_known = len(word_ends)
        for part in paced_slices(len(merges) if word_ends else 0, 1024):
            rows = merges[part, 1:].tolist()
            word_ends.update(token_id for right, token_id in rows if right in word_ends)
    return frozenset(word_ends)
