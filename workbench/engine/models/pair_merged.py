"""The pair-merged model: two neighbors merge only where their pair is listed, in the order of the list.

This is what merges.txt of GPT-2, Hugging Face's `tokenizer.json` and CLIP's vocabulary say: pairs of tokens
in order of rank, whatever the ids of the tokens are (openai/gpt-2, src/encoder.py, `bpe`;
huggingface/tokenizers, models/bpe/word.rs, `merge_all`). A token may be made by several pairs, its id need
not say when, and the last byte of a piece may be a unit of its own: CLIP's `</w>`, by which it knows where
words end (openai/CLIP, clip/simple_tokenizer.py).

Where each token is made by one pair and no unit is special, this is the rank-merged model (`models.bpe`) with
other numbers, and that one does the work.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.chunked_arrays import numbers_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.models.bpe import RankMergedBpe, model_of_merges
from workbench.engine.models.model import Capabilities, MergeStep
from workbench.engine.models.pair_lists import NO_ID, PairLists, checked
from workbench.engine.models.pair_merging import PairMerging
from workbench.engine.models.piece_merging import NEVER, PAIR_SHIFT, Pair
from workbench.engine.models.rank_tables import first_pairs, first_ranks
from workbench.engine.models.renumbered import Renumbered
from workbench.engine.models.token_arrays import TokenArrays

WORD_END = b"</w>"  # as CLIP writes it


class PairMergedBpe(Renumbered):
    """A model whose merges are listed pairs (`models.model.Model`); it never changes.

    Attributes:
        lists: the tokens, pairs and units that it was made of.

    """

    _whole_model: PairMergedBpe | None

    def __init__(
        self,
        lists: PairLists,
        quick: RankMergedBpe | None,
        n_merges: int | None = None,
        whole: PairMergedBpe | None = None,
    ) -> None:
        """Take checked lists, the rank-merged model of the same merges or None, and how many count.

        A prefix shares the tables of the `whole` model, so that it costs next to nothing to make.
        """
        super().__init__(lists, quick, len(lists.merges) if n_merges is None else n_merges, whole)
        joins = None if whole is None else whole._merging.joins
        self._merging: PairMerging = PairMerging(lists, self._n_merges, joins)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle tokens and pairs; the tables are made again."""
        lists = self.lists
        size = None if self._whole_model is None else self.vocab_size
        units = lists.byte_ids, lists.end_byte_ids
        return _remade, (dict(lists.tokens), lists.merges, *units, lists.whole_pieces, lists.as_text, size)

    # --- making one ---------------------------------------------------------------------------

    @classmethod
    def from_pairs(
        cls,
        tokens: Mapping[int, bytes],
        merges: NDArray[np.integer] | Sequence[Sequence[int]],
        byte_ids: Sequence[int],
        *,
        end_byte_ids: Sequence[int] | None = None,
        whole_pieces: bool = False,
        as_text: frozenset[int] = frozenset(),
    ) -> PairMergedBpe | RankMergedBpe:
        """Return the model of tokens and pairs.

        Args:
            tokens: id -> bytes, of all tokens.
            merges: (m, 3) rows (left id, right id, new id), in order of rank.
            byte_ids: the id of each of the 256 single bytes, or `pair_lists.NO_ID` where one has no token:
                a text that comes down to it is refused.
            end_byte_ids: the id of each byte as the last one of a piece, or None if it is as the others.
            whole_pieces: a piece that is a token is that token, whatever merging would make of it
                (Hugging Face's `ignore_merges`).
            as_text: see `PairLists`.

        Returns:
            The rank-merged model itself where byte b is id b and the ids of the merges are 256, 257, …

        Raises:
            EngineError: see `pair_lists.checked`.

        """
        table = np.asarray(merges, np.int64).reshape(-1, 3)
        return cls.of_lists(checked(tokens, table, byte_ids, end_byte_ids, whole_pieces, as_text))

    @classmethod
    def of_lists(cls, lists: PairLists) -> PairMergedBpe | RankMergedBpe:
        """Return the model of checked lists, as `from_pairs`."""
        point()
        inner = lists.inner_pairs()
        point()
        quick = None if inner is None else _rank_merged(lists, inner)
        if quick is not None and np.array_equal(lists.outer, np.arange(len(lists.arrays))):
            return quick
        return cls(lists, quick)

    # --- what it is -----------------------------------------------------------------------------

    @cached_property
    def capabilities(self) -> Capabilities:
        """What this model can do; a prefix is a model where the ids say in which order tokens came about."""
        smallest = self.lists.smallest_size if self.lists.rising else None
        word_ends = bool(self.lists.word_ends)  # become spaces in decoding
        return Capabilities(True, True, smallest, decodes_otherwise=word_ends)

    @property
    def vocab_size(self) -> int:
        """One more than the highest id."""
        return int(self.ids[-1]) + 1

    @property
    def n_merges(self) -> int:
        """Number of tokens that came from a merge."""
        return int(np.count_nonzero(self._first_ranks >= 0))

    @property
    def merges(self) -> NDArray[np.int64]:
        """int64[m, 3], (left id, right id, new id) in order of rank."""
        return self.lists.merges[: self._n_merges]

    @cached_property
    def ids(self) -> NDArray[np.uint32]:
        """uint32[n], every id in use, rising."""
        if self._whole_model is not None and self._n_merges < len(self.lists.merges):
            ids = self._whole_model.ids  # only where ids rise with the merges is there a prefix
            return ids[: np.searchsorted(ids, self.lists.merges[self._n_merges, 2])]
        return self.lists.arrays.ids

    @cached_property
    def _first_ranks(self) -> NDArray[np.int32]:
        """int32[vocab_size], the lowest rank of the pairs of each id, -1 for none."""
        return first_ranks(self.merges, self.vocab_size)

    @cached_property
    def _lengths(self) -> NDArray[np.uint64]:
        """uint64[n], bytes of the token of each id, 0 if there is none; of the whole model's ids."""
        if self._whole_model is not None:
            return self._whole_model._lengths
        lengths = np.zeros(self.vocab_size, np.uint64)
        lengths[self.ids] = np.diff(self.lists.arrays.ends, prepend=np.uint64(0))
        return lengths

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of a token (b"low" for CLIP's low</w>), or None if no token has this id."""
        token = self.lists.token(token_id)
        return token if token is not None and self._merging.has(token_id) else None

    def token_blob(self) -> tuple[bytes, NDArray[np.uint64]]:
        """Return the bytes of all tokens by rising id, and uint64[n], where each ends in them."""
        ends = self.lists.arrays.ends[: len(self.ids)]
        return self.lists.arrays.blob[: int(ends[-1])], ends

    @cached_property
    def word_ends(self) -> frozenset[int]:
        """The ids of the tokens that end a piece: CLIP's low</w>, not low."""
        ends = self.lists.word_ends
        return ends if self._whole_model is None else frozenset(filter(self._merging.has, ends))

    def decoded_tokens(self, ids: Sequence[int], tokens: list[bytes]) -> list[bytes]:
        """Return what each id adds to a text: CLIP looks for its word ends in the joined text."""
        if not self.capabilities.decodes_otherwise:
            return tokens
        return without_marks(super().decoded_tokens(ids, tokens), WORD_END)

    def decoded_bytes(self, token_id: int) -> bytes | None:
        """Return what a token adds to a decoded text: its bytes, and a space where it ends a word."""
        token = self.token_bytes(token_id)
        return token + b" " if token is not None and token_id in self.lists.word_ends else token

    def token_id(self, token: bytes) -> int | None:
        """Return the id of a token's bytes, or None; where two have the same, the one that ends a word."""
        for ids in (self.lists.ending_ids, self.lists.inside_ids):
            token_id = ids.get(token)
            if token_id is not None and self._merging.has(token_id):
                return token_id
        return None

    def token_in(self, piece: bytes, start: int, end: int) -> int | None:
        """Return the id of the token that spells piece[start:end] there, one that ends words at its end."""
        ends = end == len(piece) and self.lists.word_ends
        token_id = (self.lists.ending_ids if ends else self.lists.inside_ids).get(piece[start:end])
        return token_id if token_id is not None and self._merging.has(token_id) else None

    def rank(self, token_id: int) -> int | None:
        """Return the place of the token's first pair in the list, from 0; None if there is none."""
        rank = int(self._first_ranks[token_id]) if 0 <= token_id < len(self._first_ranks) else -1
        return None if rank < 0 else rank

    def pair_of(self, token_id: int) -> Pair | None:
        """Return (left, right), the first pair of the list that makes a token, or None."""
        rank = self.rank(token_id)
        if rank is None:
            return None
        left, right, _ = self.lists.merges[rank].tolist()
        return left, right

    def has_merge(self, left: int, right: int) -> bool:
        """Return whether two tokens are a listed pair."""
        return self.lists.ranks.get(left << PAIR_SHIFT | right, NEVER) < self._n_merges

    def taken_whole_from(self, token_id: int) -> tuple[int, ...]:
        """Return what a piece that is taken whole as this token is before the token is there; () for none."""
        token, rank = self.token_bytes(token_id), self.rank(token_id)
        if not self.lists.whole_pieces or token is None or rank is None:
            return ()
        if self.lists.inside_ids.get(token) != token_id:
            return ()
        return self._merging.before_whole(token, rank)

    def pairs(self) -> NDArray[np.int64]:
        """Return int64[vocab_size, 2], (left, right) of every id; -1 for bytes and ids not in use."""
        return first_pairs(self.merges, self._first_ranks)

    def unreachable(self) -> Iterator[int]:
        """Yield the ids of tokens whose own bytes encode to something else.

        A token that ends words is tried as a whole piece, another one as the beginning of a piece.
        """
        ends = self.lists.word_ends
        for count, token_id in enumerate(numbers_of(self.ids)):
            token = self.lists.tokens[token_id]
            if self.lists.whole_pieces and self.lists.inside_ids.get(token) == token_id:
                continue
            inner = self._merging.merged(self.lists.units_of(token, token_id in ends))
            if len(inner) != 1 or self.lists.outer[inner[0]] != token_id:
                yield token_id
            elif count % 512 == 0:
                point()

    def at_vocab_size(self, size: int) -> PairMergedBpe:
        """Return the model of the tokens with ids below `size`; it shares this one's lists.

        Raises:
            EngineError: `size` leaves out a byte or is above `vocab_size`, or the ids do not say in which
                order the tokens came about.

        """
        lowest = self.capabilities.smallest_size
        if lowest is None:
            raise EngineError("no_merge_order", size=size)
        if not lowest <= size <= self.vocab_size:
            raise EngineError("vocab_size_out_of_bounds", size=size, lowest=lowest, highest=self.vocab_size)
        n_merges = int(np.searchsorted(self.lists.merges[:, 2], size))
        quick = None if self._quick is None else self._quick.at_vocab_size(256 + n_merges)
        return PairMergedBpe(self.lists, quick, n_merges, self._whole_model or self)

    @property
    def of_bytes(self) -> _Merges:
        """Its merges, to which others can be added."""
        return _Merges(self)

    # --- encoding -------------------------------------------------------------------------------

    def _ids(self, piece: bytes) -> tuple[int, ...]:
        return self._merging.ids(piece)

    def trace(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield the merges that encoding `piece` goes through, the last step having nothing chosen."""
        return self._merging.steps(piece)


class _Merges:
    """The merges of a model (`models.model.ByteMerges`)."""

    def __init__(self, model: PairMergedBpe) -> None:
        self._model = model
        self._lists = model.lists

    @property
    def has_gapless_merges(self) -> bool:
        """Whether the ids of merges have to follow each other: as CLIP has them."""
        return self._lists.end_byte_ids is not None

    joins_by_bytes = False

    def byte_ids(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return int64[256] twice: the id of each byte, and its id at the end of a piece; -1 for none."""
        inside = np.array([-1 if i == NO_ID else i for i in self._lists.byte_ids], np.int64)
        ending = self._lists.end_byte_ids
        return inside, inside if ending is None else np.array(ending, np.int64)

    def extended(
        self, first: int, pairs: NDArray[np.int64], tokens: Sequence[bytes]
    ) -> PairMergedBpe | RankMergedBpe:
        """Return the model with new merges; see `model.ByteMerges`."""
        lists, new = self._lists, range(first, first + len(pairs))
        # The lists of a prefix are those of the whole.
        old = {token_id: lists.tokens[token_id] for token_id in numbers_of(self._model.ids)}
        merges = np.concatenate((self._model.merges, np.column_stack((pairs, new)).astype(np.int64)))
        point()
        return PairMergedBpe.from_pairs(
            old | dict(zip(new, tokens, strict=True)),
            merges,
            lists.byte_ids,
            end_byte_ids=lists.end_byte_ids,
            whole_pieces=lists.whole_pieces,
            as_text=lists.as_text,
        )

    def joins_of(self, ids: Collection[int]) -> NDArray[np.int64]:
        """Return the merges that join one of some tokens; see `model.ByteMerges`."""
        rows = self._model.merges
        joined: NDArray[np.int64] = rows[np.isin(rows[:, :2], list(ids)).any(axis=1)]
        return joined


def without_marks(tokens: Sequence[bytes], mark: bytes) -> list[bytes]:
    """Return what tokens add to a text in which a space stands for every `mark` that they spell together."""
    data = b"".join(tokens)
    if mark not in data:
        return list(tokens)
    text = np.frombuffer(data, np.uint8).copy()
    stays = np.ones(len(data), np.bool_)
    at = data.find(mark)
    while at >= 0:
        text[at] = ord(" ")
        stays[at + 1 : at + len(mark)] = False
        at = data.find(mark, at + len(mark))
    ends = [*accumulate(map(len, tokens), initial=0)]
    return [text[start:end][stays[start:end]].tobytes() for start, end in pairwise(ends)]


def get_pairs(word: Sequence[bytes] | Sequence[str] | Sequence[int]) -> set[tuple[object, object]]:
    """Return the set of adjacent pairs of a word of symbols (`get_pairs` of openai/CLIP and openai/gpt-2).

    ("ab", "cd", "e") -> {("ab", "cd"), ("cd", "e")}
    """
    return set(pairwise(word))


def _rank_merged(lists: PairLists, pairs: NDArray[np.int64]) -> RankMergedBpe:
    """Return the model of the lists' pairs in inner numbers; both were checked."""
    blob, ends = lists.arrays.taken(lists.arrays.places(lists.merges[:, 2]))
    ends = np.concatenate((np.arange(1, 257, dtype=np.uint64), ends + np.uint64(256)))
    arrays = TokenArrays.of(np.arange(len(ends), dtype=np.uint32), ends, bytes(range(256)) + blob)
    return model_of_merges(pairs, arrays, at_once=True)


def _remade(
    tokens: dict[int, bytes],
    merges: NDArray[np.int64],
    byte_ids: tuple[int, ...],
    end_byte_ids: tuple[int, ...] | None,
    whole_pieces: bool,
    as_text: frozenset[int],
    size: int | None,
) -> PairMergedBpe | RankMergedBpe:
    whole = PairMergedBpe.from_pairs(
        tokens,
        merges,
        byte_ids,
        end_byte_ids=end_byte_ids,
        whole_pieces=whole_pieces,
        as_text=as_text,
    )
    return whole if size is None else whole.at_vocab_size(size)
