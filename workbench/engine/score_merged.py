"""The score-merged model of SentencePiece's BPE and llama2.c: any neighbours that spell a token may merge.

Symbols are the characters of a piece. Of all pairs of neighbours whose joined text is a token, the one whose
token has the highest score is merged, the leftmost of equal ones, until there is none; what has no token then
becomes its bytes, `<0xNN>`, or the token for the unknown. In which order a token came about does not matter,
so there is no prefix of such a model, and a token has many ways to be made.

Pairs wait in a heap; what waits may be stale and is looked at again when its turn comes, so that a megabyte
of one letter takes time that grows with its length only (run.c goes through the whole text for every merge).
A long text is merged in parts that no token can reach across, which gives the same and lets words be kept.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.compiled_score_merging import compiled_merging
from workbench.engine.errors import EngineError
from workbench.engine.model import Capabilities, MergeStep
from workbench.engine.piece_merging import NEVER, Joins, Pair
from workbench.engine.pre_tokenizers import PreTokenizer
from workbench.engine.score_merging import Merging, Symbols
from workbench.engine.score_vocabulary import UNIT, Kind, ScoreVocabulary, Tables, tables_steps
from workbench.engine.spans import filling_steps

_SLICE = 2048  # symbols worked on between two yields, some milliseconds
_BATCH = 1 << 14  # ids handed out at a time
_CACHED_WORD = 64  # bytes
_CACHED_WORDS = 1 << 16

Units = list[bytes]
Result = TypeVar("Result")


class ScoreMergedBpe:
    """A model whose tokens have scores (`engine.model.Model`); it never changes."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._joins = Joins(tables.join)
        self._compiled = compiled_merging(tables)
        self._cache: dict[bytes, tuple[int, ...]] = {}

    @classmethod
    def from_vocabulary(cls, vocabulary: ScoreVocabulary, rule: str = "sentencepiece") -> ScoreMergedBpe:
        """Return the model of a vocabulary by a rule (`score_vocabulary.RULES`).

        Raises:
            EngineError: see `score_vocabulary.tables_steps`.

        """
        return _finish(cls.from_vocabulary_steps(vocabulary, rule))

    @classmethod
    def from_vocabulary_steps(
        cls, vocabulary: ScoreVocabulary, rule: str = "sentencepiece"
    ) -> Generator[None, None, ScoreMergedBpe]:
        """Do as `from_vocabulary` in slices, yielding None at least every 20 ms."""
        return cls((yield from tables_steps(vocabulary, rule)))

    # --- what it is -----------------------------------------------------------------------------

    @property
    def vocabulary(self) -> ScoreVocabulary:
        """What the file said of each token."""
        return self.tables.vocabulary

    @property
    def rule(self) -> str:
        """Whose rule it merges by, one of `score_vocabulary.RULES`."""
        return self.tables.rule

    @property
    def capabilities(self) -> Capabilities:
        """What this model can do."""
        return Capabilities(merge_order=False, trace=True, trainable=False, byte_level=False)

    @property
    def vocab_size(self) -> int:
        """One more than the highest id, control tokens included."""
        return self.tables.n_tokens

    @cached_property
    def ids(self) -> NDArray[np.uint32]:
        """uint32[n], every id but those of control tokens, rising."""
        return np.flatnonzero(self.vocabulary.kinds != Kind.CONTROL).astype(np.uint32)

    @cached_property
    def _merged_ids(self) -> tuple[int, ...]:
        """The ids of the tokens of two characters or more that merging may make."""
        units = self.tables.unit_symbols
        return tuple(i for spelling, i in self.tables.joinable.items() if spelling not in units)

    @property
    def n_merges(self) -> int:
        """Number of tokens that a merge may make."""
        return len(self._merged_ids)

    @cached_property
    def _lengths(self) -> NDArray[np.uint64]:
        """uint64[vocab_size], bytes of the token of each id, 0 for control tokens."""
        lengths = np.fromiter(map(len, self.vocabulary.spellings), np.uint64, self.vocab_size)
        lengths[self.vocabulary.kinds == Kind.BYTE] = 1
        lengths[self.vocabulary.kinds == Kind.CONTROL] = 0
        return lengths

    def token_lengths(self, ids: NDArray[np.uint32]) -> NDArray[np.uint64]:
        """Return uint64[n], the bytes of each token of ids uint32[n], 0 for control tokens."""
        lengths: NDArray[np.uint64] = self._lengths[ids]
        return lengths

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of a token (a space for "▁", a byte for "<0xNN>"); None for a control token."""
        return self.vocabulary.token_bytes(token_id)

    decodes_otherwise = False

    def decoded_bytes(self, token_id: int) -> bytes | None:
        """Return what a token adds to a decoded text: its bytes."""
        return self.token_bytes(token_id)

    def token_id(self, token: bytes) -> int | None:
        """Return the id of the token that reads so, an ordinary one before a byte's, or None."""
        return self.tables.text_ids.get(token)

    def rank(self, token_id: int) -> int | None:
        """Return the token's place by score, from 0 for the best; None where no merge makes it."""
        return self.tables.order[token_id] if token_id in self._merged_set else None

    @cached_property
    def _merged_set(self) -> frozenset[int]:
        return frozenset(self._merged_ids)

    def score(self, token_id: int) -> float:
        """Return the score of a token."""
        return float(self.vocabulary.scores[token_id])

    def pair_of(self, token_id: int) -> Pair | None:
        """Return (left, right), what the last merge joins when the token's own text is encoded.

        None for single characters, for what no merge makes, and where merging gets stuck before.
        """
        if token_id not in self._merged_set:
            return None
        return _finish(self._pair_steps(token_id))

    def _pair_steps(self, token_id: int) -> Generator[None, None, Pair | None]:
        """Merge the token's text by all the others: its own merge could only be the last."""
        symbols, _ = self._start(self.vocabulary.spellings[token_id])
        merging = Merging(self.tables, self._joins, symbols, without=token_id)
        left_over = [symbol for symbol in (yield from merging.run()) if symbol >= 0]
        if len(left_over) != 2 or max(left_over) >= self.tables.n_tokens:
            return None
        return left_over[0], left_over[1]

    def pairs(self) -> NDArray[np.int64]:
        """Return int64[vocab_size, 2], the `pair_of` each id, -1 where there is none; takes a second."""
        return _finish(self.pairs_steps())

    def pairs_steps(self) -> Generator[None, None, NDArray[np.int64]]:
        """Yield None at least every 20 ms and return what `pairs` returns."""
        pairs = np.full((self.vocab_size, 2), -1, np.int64)
        for count, token_id in enumerate(self._merged_ids):
            pairs[token_id] = (yield from self._pair_steps(token_id)) or (-1, -1)
            if count % 128 == 0:
                yield
        return pairs

    def unreachable_steps(self) -> Iterator[int | None]:
        """Yield the ids of tokens whose own text encodes to something else; None at least every 20 ms."""
        for count, token_id in enumerate(self._merged_ids):
            if (yield from self._merge_steps(self.vocabulary.spellings[token_id])) != (token_id,):
                yield token_id
            elif count % 128 == 0:
                yield None

    def at_vocab_size(self, size: int) -> ScoreMergedBpe:
        """Raise EngineError: tokens by score have no order in which they came about."""
        raise EngineError("no_merge_order", size=size)

    # --- encoding -------------------------------------------------------------------------------

    def encode_piece(self, piece: bytes) -> tuple[int, ...]:
        """Return the ids of a piece of normalized text (`engine.normalizers`)."""
        return _finish(self._encode(piece))

    def encode_piece_steps(self, piece: bytes) -> Iterator[tuple[int, ...] | None]:
        """Encode in slices: yield None at least every 20 ms, and at last the ids."""
        yield (yield from self._encode(piece))

    def encode_pieces_steps(
        self, text: bytes, pieces: NDArray[np.uint64]
    ) -> Iterator[NDArray[np.uint32] | None]:
        """Encode pieces uint64[m, 2], spans in bytes of `text`.

        Yields uint32 arrays, one after the other the ids of all pieces; None in between, so that
        something comes at least every 20 ms.
        """
        for start, end in pieces.tolist():
            yield from self._arrays(text[start:end])

    def encode_spans_steps(
        self, text: bytes, pieces: NDArray[np.uint64]
    ) -> Generator[None, None, tuple[NDArray[np.uint32], NDArray[np.uint64]]]:
        """Return the ids and spans of pieces, yielding None at least every 20 ms."""
        return filling_steps(self, text, pieces)

    def encode_text_steps(
        self, text: bytes, pre_tokenizer: PreTokenizer
    ) -> Iterator[NDArray[np.uint32] | None]:
        """Split and encode a text; yields as `encode_pieces_steps`."""
        for pieces in pre_tokenizer.split_steps(text):
            if pieces is None:
                yield None
            else:
                yield from self.encode_pieces_steps(text, pieces)

    def _arrays(self, piece: bytes) -> Iterator[NDArray[np.uint32] | None]:
        if self._compiled is not None:
            lone = lone_prefix(piece)
            if lone:
                yield np.array((yield from self._encode_word(piece[:lone])), np.uint32)
            yield from self._compiled.piece_steps(piece, lone)
            return
        ids: list[int] = []
        for word in self._words(piece):
            if word is None:
                yield None
                continue
            ids.extend((yield from self._encode_word(word)))
            if len(ids) >= _BATCH:
                for start in range(0, len(ids), _BATCH):
                    yield np.array(ids[start : start + _BATCH], np.uint32)
                ids.clear()
        if ids:
            yield np.array(ids, np.uint32)

    def _encode(self, piece: bytes) -> Generator[None, None, tuple[int, ...]]:
        ids: list[int] = []
        for word in self._words(piece):
            if word is None:
                yield
            else:
                ids.extend((yield from self._encode_word(word)))
        return tuple(ids)

    def _words(self, piece: bytes) -> Iterator[bytes | None]:
        """Yield the parts of a piece that no token reaches across; None in between."""
        start, before = lone_prefix(piece), b""
        if start:
            yield piece[:start]
        is_border = self.tables.is_border
        for count, found in enumerate(UNIT.finditer(piece, start)):
            unit = found[0]
            if before and is_border(before, unit):
                yield piece[start : found.start()]
                start = found.start()
            before = unit
            if count % _SLICE == 0:
                yield None
        if start < len(piece):
            yield piece[start:]

    def word_end(self, text: bytes, position: int) -> int:
        """Return where the part that begins at `position` and that no token reaches out of ends."""
        if self._compiled is not None and self._compiled.table is not None:
            return self._compiled.word_end(text, position)
        before = b""
        for found in UNIT.finditer(text, position):
            if before and self.tables.is_border(before, found[0]):
                return found.start()
            before = found[0]
        return len(text)

    def _encode_word(self, word: bytes) -> Generator[None, None, tuple[int, ...]]:
        known = self._cache.get(word)
        if known is not None:
            return known
        ids = yield from self._merge_steps(word)
        if len(word) <= _CACHED_WORD:
            if len(self._cache) >= _CACHED_WORDS:
                self._cache.clear()
            self._cache[word] = ids
        return ids

    def _merge_steps(self, word: bytes) -> Generator[None, None, tuple[int, ...]]:
        symbols, units = self._start(word)
        merging = Merging(self.tables, self._joins, symbols)
        merged = yield from merging.run()
        ids: list[int] = []
        for start in range(0, len(merged), _SLICE):
            for at, symbol in enumerate(merged[start : start + _SLICE], start):
                self._give_out(symbol, units[at], merging.unused, ids)
            yield
        return tuple(ids)

    def _start(self, word: bytes) -> tuple[Symbols, Units]:
        """Return the first symbols of a word and the text that each stands for."""
        symbols: Symbols = []
        units: Units = []
        position = 0
        found = self._user_defined(word, 0)
        while found is not None:
            self._add_units(UNIT.findall(word, position, found[0]), symbols, units)
            token = word[found[0] : found[1]]
            symbols.append(self.tables.other + 1 + self.tables.text_ids[token])
            units.append(token)
            position = found[1]
            found = self._user_defined(word, position)
        self._add_units(UNIT.findall(word, position), symbols, units)
        return symbols, units

    def _user_defined(self, word: bytes, position: int) -> tuple[int, int] | None:
        pattern = self.tables.user_defined
        found = pattern.search(word, position) if pattern is not None else None
        return None if found is None else found.span()

    def _add_units(self, found: Units, symbols: Symbols, units: Units) -> None:
        tables = self.tables
        at_once = tables.byte_ids if tables.rule == "llama2c" else None
        for unit in found:
            symbol = tables.unit_symbols.get(unit, tables.other)
            if symbol == tables.other and at_once is not None:
                symbols.extend(at_once[byte] for byte in unit)
                units.extend(unit[place : place + 1] for place in range(len(unit)))
            else:
                symbols.append(symbol)
                units.append(unit)

    def _give_out(self, symbol: int, unit: bytes, unused: dict[int, Pair], ids: list[int]) -> None:
        """Append the ids of a symbol that is left in the end."""
        tables = self.tables
        if symbol < 0:  # merged into the one before it
            return
        if symbol in unused:
            # Some steps deep for each merge that made it; halves are shorter, so it ends.
            for half in unused[symbol]:
                self._give_out(half, self._spelling(half, unit), unused, ids)
        elif symbol < tables.n_tokens:
            ids.append(symbol)
        elif symbol > tables.other:
            ids.append(symbol - tables.other - 1)
        elif tables.byte_ids is not None:
            ids.extend(tables.byte_ids[byte] for byte in unit)
        elif not ids or ids[-1] != tables.unknown:
            ids.append(tables.unknown)

    def _spelling(self, symbol: int, unit: bytes) -> bytes:
        return self.tables.spellings[symbol] if symbol < self.tables.other else unit

    # --- looking inside -------------------------------------------------------------------------

    def trace(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield the merges of a piece, the last step having nothing chosen.

        The rank of a candidate is its score with the sign turned round: the lowest is chosen. A character
        without a token shows as its bytes from the start.
        """
        lone = lone_prefix(piece)
        halves = self._start(piece[:lone]), self._start(piece[lone:])
        symbols, units = halves[0][0] + halves[1][0], halves[0][1] + halves[1][1]
        unused: dict[int, Pair] = {}
        while True:
            merged = [self._joins[pair] for pair in pairwise(symbols)]
            shown, places = self._shown(symbols, units)
            able = [(at, token_id) for at, token_id in enumerate(merged) if token_id != NEVER]
            unused |= {i: (symbols[at], symbols[at + 1]) for at, i in able if i in self.tables.unused}
            if not able:
                yield MergeStep(self.encode_piece(piece), (), None)
                return
            candidates = tuple((places[at], -self.score(token_id), token_id) for at, token_id in able)
            chosen = min(range(len(able)), key=lambda index: candidates[index][1])
            yield MergeStep(shown, candidates, chosen)
            at, new_id = able[chosen]
            symbols[at : at + 2] = [new_id]
            units[at : at + 2] = [units[at] + units[at + 1]]

    def _shown(self, symbols: Symbols, units: Units) -> tuple[tuple[int, ...], list[int]]:
        """Return the ids that stand for symbols on the way, and at which of them each symbol begins."""
        ids: list[int] = []
        places: list[int] = []
        for symbol, unit in zip(symbols, units, strict=True):
            places.append(len(ids))
            self._give_out(symbol, unit, {}, ids)
        return tuple(ids), places


def lone_prefix(piece: bytes) -> int:
    """Return 1 where a piece starts with a space that stands alone although a byte goes on behind it, or 0.

    It is the dummy prefix of a text that starts with half a character, which run.c puts there as a token
    before it looks at the text. Borders never lie before such a space (`engine.unsplit`).
    """
    return int(piece[:1] == b" " and piece[1:2] != b"" and piece[1] & 0xC0 == 0x80)


def _finish(steps: Generator[object, None, Result]) -> Result:
    """Run a sliced computation to its end and return its value."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: Result = end.value
            return value
