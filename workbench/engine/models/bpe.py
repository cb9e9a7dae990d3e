"""The rank-merged model of byte pair encoding: of all adjacent pairs, the one merged earliest goes first.

It reads two kinds of vocabulary. From merges, a pair of ids makes a new id (karpathy/minbpe, base.py
and regex.py); from ranks, two neighbors merge where their joined bytes are a token, and a piece that
is a token is taken whole (openai/tiktoken, src/lib.rs). In both the id of a token is also its place in
the order of merging, so one look-up, pair -> id of the merged token, serves encoding, trace and prefix.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.chunked_arrays import numbers_of
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.counting.piece_room import LONGEST_TOKEN
from workbench.engine.models.compiled_encoding import CompiledEncoding, CompiledTokens, has_kernel
from workbench.engine.models.model import Capabilities, MergeStep
from workbench.engine.models.piece_merging import NEVER, Pair
from workbench.engine.models.piecewise import CachedPiecewise
from workbench.engine.models.rank_tables import Tables
from workbench.engine.models.token_arrays import TokenArrays

HIGHEST_ID = (1 << 24) - 1  # tables are indexed by id; a file must not ask for gigabytes by one number
LARGEST_VOCABULARY = 1 << 28  # bytes of all tokens together: sixty doubling merges would be 2**60


class RankMergedBpe(CachedPiecewise):
    """A byte-pair model whose tokens were merged one by one (`engine.models.model.Model`).

    Made by `from_merges`, `from_ranks` or a function below. It never changes; a prefix shares its tables.
    """

    def __init__(self, tables: Tables, limit: int = NEVER) -> None:
        super().__init__()
        self._tables = tables
        self._limit = limit  # ids from here on are not in this model
        self._compiled = None if tables.compiled is None else CompiledEncoding(tables.compiled, limit)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle merges or the tokens of ranks; the tables are made again."""
        tables, arrays = self._tables, self._tables.arrays
        if tables.merges is not None:
            return _remade, (tables.merges, self._limit)
        return _remade, ((arrays.ids.tobytes(), arrays.ends.tobytes(), arrays.blob), self._limit)

    # --- making one ---------------------------------------------------------------------------

    @classmethod
    def from_merges(cls, merges: NDArray[np.integer] | Sequence[Pair]) -> RankMergedBpe:
        """Return the model of (m, 2) pairs; row i makes id 256 + i, and the id of byte b is b.

        Raises:
            EngineError: a pair names an id that does not exist by then, comes twice, or makes
                tokens beyond all measure; place is the id that it would have made.

        """
        table = np.asarray(merges, dtype=np.int64).reshape(-1, 2)
        vocab = {byte: bytes((byte,)) for byte in range(256)}
        ranks_of_pairs: dict[Pair, int] = {}
        size = 0
        for part in paced_slices(len(table)):
            for new_id, (left, right) in enumerate(table[part].tolist(), 256 + part.start):
                _check_pair(left, right, new_id, ranks_of_pairs)
                size += _check_length(len(vocab[left]) + len(vocab[right]), new_id, size)
                ranks_of_pairs[left, right] = new_id
                vocab[new_id] = vocab[left] + vocab[right]
        return model_of_merges(table, TokenArrays(vocab))

    @classmethod
    def from_ranks(cls, ranks: Mapping[bytes, int]) -> RankMergedBpe:
        """Return the model of ranks, token bytes -> id; gaps are allowed.

        Raises:
            EngineError: an empty token, an id twice or out of range, or a single byte without an id.

        """
        vocab: dict[int, bytes] = {}
        tokens, token_ids = iter(ranks), iter(ranks.values())
        for part in paced_slices(len(ranks), 8192):
            size = part.stop - part.start
            vocab.update(zip(islice(token_ids, size), islice(tokens, size), strict=True))
        if not all(low < high for low, high in pairwise(vocab)):
            vocab = {token_id: vocab[token_id] for token_id in sorted(vocab)}
        point()
        _check_ranks(ranks, vocab)
        byte_ids = tuple(ranks[bytes((byte,))] for byte in range(256))
        arrays = TokenArrays(vocab)
        compiled = CompiledTokens(arrays, byte_ids, None) if has_kernel() else None
        return cls(Tables((vocab, ranks), byte_ids, None, arrays, compiled))

    # --- what it is -----------------------------------------------------------------------------

    capabilities = Capabilities(trace=True, byte_level=True, smallest_size=256)

    @property
    def vocab_size(self) -> int:
        """One more than the highest id."""
        return int(self.ids[-1]) + 1

    @property
    def n_merges(self) -> int:
        """Number of tokens that came from a merge."""
        return len(self._merged_ids)

    @property
    def is_of_merges(self) -> bool:
        """Whether it was made from merges instead of ranks."""
        return self._tables.merges is not None

    @cached_property
    def ids(self) -> NDArray[np.uint32]:
        """uint32[n], every id in use, rising."""
        arrays = self._tables.arrays
        n, above = arrays.prefix(self._limit, self._tables.byte_ids)
        return np.append(arrays.ids[:n], above) if len(above) else arrays.ids[:n]

    @cached_property
    def _merged_ids(self) -> NDArray[np.uint32]:
        """uint32[m], the ids of all tokens but the single bytes, rising."""
        merged = np.ones(self.vocab_size, np.bool_)
        merged[list(self._tables.byte_ids)] = False
        ids: NDArray[np.uint32] = self.ids[merged[self.ids]]
        return ids

    @cached_property
    def _lengths(self) -> NDArray[np.uint64]:
        """uint64[vocab_size], bytes of the token of each id, 0 if there is none."""
        lengths = np.zeros(self.vocab_size, np.uint64)
        lengths[self.ids] = self._tables.lengths[self.ids]
        return lengths

    def _has(self, token_id: int) -> bool:
        """Return whether an id of the shared tables belongs to this prefix."""
        return token_id < self._limit or len(self._tables.token(token_id) or b"") == 1

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of a token, or None if no token has this id."""
        token = self._tables.token(token_id)
        return token if token is not None and self._has(token_id) else None

    def token_blob(self) -> tuple[bytes, NDArray[np.uint64]]:
        """Return the bytes of all tokens by rising id, and uint64[n], where each ends in them."""
        arrays = self._tables.arrays
        n, above = arrays.prefix(self._limit, self._tables.byte_ids)
        ends = arrays.ends[:n]
        size = int(ends[-1]) if n else 0
        single = b"".join(self._tables.vocab[token_id] for token_id in above.tolist())
        more = np.arange(size + 1, size + len(above) + 1, dtype=np.uint64)
        return arrays.blob[:size] + single, np.append(ends, more)

    def token_id(self, token: bytes) -> int | None:
        """Return the id of a token's bytes (the lowest, if two have the same), or None."""
        token_id = self._tables.token_ids.get(token)
        return token_id if token_id is not None and self._has(token_id) else None

    def rank(self, token_id: int) -> int | None:
        """Return the place of the token's merge among all merges, from 0; None for a byte or no token."""
        token = self.token_bytes(token_id)
        if token is None or len(token) == 1:
            return None
        # A number of another type would have the whole array converted, for each token.
        return int(np.searchsorted(self._merged_ids, np.uint32(token_id)))

    def pair_of(self, token_id: int) -> Pair | None:
        """Return (left, right), the pair that a token was merged from, or None for a byte.

        In a file of ranks the pair is what merging the token's bytes by the tokens before it leaves
        (recover_merges in karpathy/minbpe, gpt4.py); None too where that leaves more than two.
        """
        token = self.token_bytes(token_id)
        if token is None or len(token) == 1:
            return None
        if self._tables.merges is not None:
            left, right = self._tables.merges[token_id - 256].tolist()
            return left, right
        symbols = self._tables.merged(token, token_id)
        return (symbols[0], symbols[1]) if len(symbols) == 2 else None

    def merged_from(self, token_id: int) -> tuple[int, ...]:
        """Return the pair that makes a token inside a piece; () for a byte, or if merging never makes the
        token.

        That of `pair_of`, but where the tokens that it is joined from came after it in a file of ranks.
        """
        pair = self.pair_of(token_id)
        token = self.token_bytes(token_id)
        if pair is not None or token is None or len(token) == 1:
            return pair or ()
        last: tuple[int, ...] = ()
        for step in self.trace(token):
            last = last if step.chosen is None else step.symbols
        return last

    def taken_whole_from(self, token_id: int) -> tuple[int, ...]:
        """Return the tokens of a piece that is taken whole as this token, without this token; () for none."""
        token = self.token_bytes(token_id)
        if self._tables.merges is not None or token is None or len(token) == 1:
            return ()
        return self._tables.merged(token, token_id)

    def has_merge(self, left: int, right: int) -> bool:
        """Return whether two adjacent tokens merge."""
        return self._tables.joins[left, right] < self._limit

    def pairs(self) -> NDArray[np.int64]:
        """Return int64[vocab_size, 2], (left, right) of every id; -1 for bytes and ids not in use."""
        pairs = np.full((self.vocab_size, 2), -1, np.int64)
        if self._tables.merges is not None:
            pairs[256:] = self._tables.merges[: self.vocab_size - 256]
        else:
            pairs[self._merged_ids] = self._tables.pairs[self._merged_ids]
        return pairs

    def unreachable(self) -> Iterator[int]:
        """Yield the ids of tokens whose own bytes encode to something else."""
        if self._tables.merges is None:  # whatever pair leaves a token's bytes makes that token
            yield from paced(numbers_of(self._merged_ids[self._tables.pairs[self._merged_ids, 0] < 0]))
            return
        for count, token_id in enumerate(numbers_of(self._merged_ids)):
            symbols = self._tables.merged(self._tables.vocab[token_id], token_id)
            if len(symbols) != 2 or self._tables.joins[symbols[0], symbols[1]] != token_id:
                yield token_id
            elif count % 512 == 0:
                point()

    def at_vocab_size(self, size: int) -> RankMergedBpe:
        """Return the model of the tokens with ids below `size` (and all bytes); it shares this one's tables.

        Raises:
            EngineError: `size` is below 256 or above `vocab_size`.

        """
        if not 256 <= size <= self.vocab_size:
            raise EngineError("vocab_size_out_of_bounds", size=size, lowest=256, highest=self.vocab_size)
        return RankMergedBpe(self._tables, size)

    @property
    def of_bytes(self) -> _Merges:
        """Its merges, which can be extended."""
        return _Merges(self, self._tables)

    # --- encoding -------------------------------------------------------------------------------

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32]]:
        """Encode pieces uint64[m, 2], spans in bytes of `text`.

        Yields uint32 arrays, one after the other the ids of all pieces.
        """
        compiled = self._compiled_for(int(pieces[-1, 1] - pieces[0, 0]) if len(pieces) else 0)
        if compiled is not None:
            return compiled.pieces(text, pieces)
        return super().encode_pieces(text, pieces)

    def prepare(self, size: int) -> bool:
        """Prepare shared tables for encoding `size` bytes; return whether the compiled encoder is used."""
        compiled = self._compiled_for(size)
        if compiled is not None:
            compiled.prepare()
        return compiled is not None

    def _compiled_for(self, size: int) -> CompiledEncoding | None:
        """Return the compiled encoder if it pays for this many more bytes."""
        return self._compiled if self._compiled is not None and self._compiled.pays_for(size) else None

    def _ids(self, piece: bytes) -> tuple[int, ...]:
        whole = self.token_id(piece) if self._tables.merges is None else None
        return (whole,) if whole is not None else self._tables.merged(piece, self._limit)

    def trace(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield the steps of encoding `piece`; the last has nothing chosen.

        A file of ranks may hold a token that merging cannot reach; a piece that is one is taken
        whole, which is the only step then.
        """
        ids = self.encode_piece(piece)
        joins = self._tables.joins
        symbols = [self._tables.byte_ids[byte] for byte in piece]
        if self._tables.merges is None and ids != self._tables.merged(piece, self._limit):
            symbols = list(ids)
        ranks: dict[int, int] = {}  # of what may merge, looked up in every round
        while True:
            merged = [joins[pair] for pair in pairwise(symbols)]
            ranks |= {m: self.rank(m) or 0 for m in set(merged).difference(ranks) if m < self._limit}
            candidates = tuple((at, ranks[m], m) for at, m in enumerate(merged) if m < self._limit)
            if not candidates:
                yield MergeStep(tuple(symbols), (), None)
                return
            chosen = min(range(len(candidates)), key=lambda index: candidates[index][2])
            yield MergeStep(tuple(symbols), candidates, chosen)
            at, _, new_id = candidates[chosen]
            symbols[at : at + 2] = [new_id]


def model_of_merges(
    merges: NDArray[np.int64], arrays: TokenArrays, *, at_once: bool = False
) -> RankMergedBpe:
    """Return the model of merges that were checked, and of the tokens of all ids from 0 on.

    Its tables for Python are made when they are first needed; `at_once` is as in `CompiledTokens`.
    """
    byte_ids = tuple(range(256))
    compiled = CompiledTokens(arrays, byte_ids, merges, at_once=at_once) if has_kernel() else None
    return RankMergedBpe(Tables(None, byte_ids, merges, arrays, compiled))


def model_of_ranks(arrays: TokenArrays) -> RankMergedBpe | None:
    """Return the model of ranks that are known to be in order, None if a byte has none.

    Its tables for Python are made when they are first needed.
    """
    single = np.flatnonzero(np.diff(arrays.ends, prepend=np.uint64(0)) == 1)
    at = np.frombuffer(arrays.blob, np.uint8)[arrays.ends[single].astype(np.int64) - 1]
    if len(single) != 256:
        return None
    byte_ids = tuple(arrays.ids[single[np.argsort(at)]].tolist())
    compiled = CompiledTokens(arrays, byte_ids, None, at_once=True) if has_kernel() else None
    return RankMergedBpe(Tables(None, byte_ids, None, arrays, compiled))


def compiled_with(model: RankMergedBpe, numbers: NDArray[np.uint32]) -> CompiledEncoding | None:
    """Return the compiled encoder of a model, if there is one, that puts numbers in place of ids."""
    tokens = model._tables.compiled
    return None if tokens is None else CompiledEncoding(tokens, model._limit, numbers)


class _Merges:
    """The merges of a model (`models.model.ByteMerges`)."""

    def __init__(self, model: RankMergedBpe, tables: Tables) -> None:
        self._model = model
        self._tables = tables

    @property
    def has_gapless_merges(self) -> bool:
        """Whether ids must be consecutive, as in models made from merges."""
        return self._model.is_of_merges

    @property
    def joins_by_bytes(self) -> bool:
        """Whether it was made from ranks."""
        return not self._model.is_of_merges

    def byte_ids(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return int64[256] twice, the id of each byte."""
        ids = np.array(self._tables.byte_ids, np.int64)
        return ids, ids

    def extended(self, first: int, pairs: NDArray[np.int64], tokens: Sequence[bytes]) -> RankMergedBpe:
        """Return the model with new merges; see `model.ByteMerges`."""
        model = self._model
        if model.is_of_merges:
            return model.from_merges(np.concatenate((model.pairs()[256:], pairs)))
        ranks = dict(self._tables.token_ids)
        if len(ranks) > len(model.ids):  # the tables of a prefix are those of the whole
            ranks = {token: i for token, i in ranks.items() if model.token_bytes(i) is not None}
        point()
        for new_id, token in enumerate(tokens, first):
            if ranks.setdefault(token, new_id) != new_id:
                raise EngineError("extend_token_twice", id=ranks[token])
        return model.from_ranks(ranks)

    def joins_of(self, ids: Collection[int]) -> NDArray[np.int64]:
        """Return the merges that join one of some tokens; see `model.ByteMerges`."""
        model, wanted = self._model, set(ids)
        pairs = model.pairs()
        places = np.flatnonzero(np.isin(pairs, list(wanted)).any(axis=1))
        rows = np.column_stack((pairs[places], places))
        if model.is_of_merges:
            return rows
        # Of ranks, what is made by way of later tokens has no pair.
        later = [(*model.merged_from(i), i) for i in paced(model.unreachable(), 64)]
        later = [row for row in later if not wanted.isdisjoint(row[:-1])]
        return np.concatenate((rows, np.array(later, np.int64).reshape(-1, 3)))


def _check_pair(left: int, right: int, new_id: int, pairs: Mapping[Pair, int]) -> None:
    if 0 <= left < new_id and 0 <= right < new_id and (left, right) not in pairs:
        return
    place = Place("id", new_id)
    if min(left, right) < 0:
        raise EngineError("merge_negative", place=place, id=min(left, right))
    if max(left, right) >= new_id:
        raise EngineError("merge_forward", place=place, id=max(left, right), last=new_id - 1)
    if (left, right) in pairs:
        raise EngineError("merge_repeated", place=place, left=left, right=right, first=pairs[left, right])


def _check_length(length: int, new_id: int, size: int) -> int:
    """Return `length` if a token of that many bytes may still be added."""
    if new_id <= HIGHEST_ID and length <= LONGEST_TOKEN and size + length <= LARGEST_VOCABULARY:
        return length
    place = Place("id", new_id)
    if new_id > HIGHEST_ID:
        raise EngineError("id_too_large", place=place, id=new_id, highest=HIGHEST_ID)
    if length > LONGEST_TOKEN:
        raise EngineError("token_too_long", place=place, length=length, longest=LONGEST_TOKEN)
    raise EngineError("vocabulary_too_large", place=place, size=size + length, largest=LARGEST_VOCABULARY)


def _check_ranks(ranks: Mapping[bytes, int], vocab: dict[int, bytes]) -> None:
    missing = [byte for byte in range(256) if bytes((byte,)) not in ranks]
    if missing:
        raise EngineError("bytes_missing", count=len(missing), first=f"{missing[0]:02X}")
    if b"" in ranks:
        raise EngineError("token_empty", place=Place("id", ranks[b""]), id=ranks[b""])
    for token_id in (next(iter(vocab)), next(reversed(vocab))):
        if not 0 <= token_id <= HIGHEST_ID:
            raise EngineError("id_too_large", place=Place("id", token_id), id=token_id, highest=HIGHEST_ID)
    if len(vocab) != len(ranks):
        twice = next(token_id for token, token_id in ranks.items() if vocab[token_id] != token)
        raise EngineError("id_twice", place=Place("id", twice), id=twice)


def _remade(made_of: NDArray[np.int64] | tuple[bytes, bytes, bytes], limit: int) -> RankMergedBpe:
    if isinstance(made_of, tuple):
        ids, ends = np.frombuffer(made_of[0], np.uint32), np.frombuffer(made_of[1], np.uint64)
        tokens = TokenArrays.of(ids, ends, made_of[2]).vocab()
        whole = RankMergedBpe.from_ranks({token: token_id for token_id, token in tokens.items()})
    else:
        whole = RankMergedBpe.from_merges(made_of)
    return whole if limit == NEVER else whole.at_vocab_size(limit)
