"""The score-merged model of SentencePiece's BPE and llama2.c: any neighbors that spell a token may merge.

Symbols are the characters of a piece. Of all pairs of neighbors whose joined text is a token, the one whose
token has the highest score is merged, the leftmost of equal ones, until there is none; what has no token then
becomes its bytes, `<0xNN>`, or the token for the unknown. In which order a token came about does not matter,
so there is no prefix of such a model, and a token has many ways to be made.

Pairs wait in a heap; what waits may be stale and is looked at again when its turn comes, so that a megabyte
of one letter takes time that grows with its length only (run.c goes through the whole text for every merge).
A long text is merged in parts that no token can reach across, which gives the same and lets words be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.chunked_arrays import array_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.models.byte_runs import ByteRuns
from workbench.engine.models.model import Capabilities, MergeStep
from workbench.engine.models.piece_merging import NEVER, Pair
from workbench.engine.models.piecewise import Piecewise
from workbench.engine.models.score_encoding import ScoreEncoding
from workbench.engine.models.score_merging import Merging
from workbench.engine.models.score_vocabulary import (
    RULES,
    SPACE_SYMBOL,
    Kind,
    ScoreVocabulary,
    Tables,
    tables,
)
from workbench.engine.models.score_words import first_symbols
from workbench.engine.splitting.pre_tokenizers import PreTokenizer


class ScoreMergedBpe(Piecewise):
    """A model whose tokens have scores (`models.model.Model`); it never changes."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._encoding = ScoreEncoding(tables)

    @classmethod
    def from_vocabulary(cls, vocabulary: ScoreVocabulary, rule: str = "sentencepiece") -> ScoreMergedBpe:
        """Return the model of a vocabulary by a rule (`score_vocabulary.RULES`).

        Raises:
            EngineError: see `score_vocabulary.tables`.

        """
        return cls(tables(vocabulary, rule))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle vocabulary and rule; the tables are made again."""
        return type(self).from_vocabulary, (self.vocabulary, self.rule)

    # --- what it is -----------------------------------------------------------------------------

    @property
    def vocabulary(self) -> ScoreVocabulary:
        """What the file said of each token."""
        return self.tables.vocabulary

    @property
    def scored(self) -> ScoreMergedBpe:
        """Itself."""
        return self

    @property
    def rule(self) -> str:
        """Whose rule it merges by, one of `score_vocabulary.RULES`."""
        return self.tables.rule

    def by_rule(self, rule: str) -> ScoreMergedBpe:
        """Return the model of the same vocabulary by another rule; EngineError "unknown_rule"."""
        if rule not in RULES:
            raise EngineError("unknown_rule", rule=rule, choices=", ".join(RULES))
        return self if rule == self.rule else self.from_vocabulary(self.vocabulary, rule)

    @cached_property
    def capabilities(self) -> Capabilities:
        """What this model can do; llama2.c alone decodes the unknown as its token reads."""
        otherwise, mark = self.rule != "llama2c", SPACE_SYMBOL.decode()
        unknown = self.tables.unknown if self.tables.unknown >= 0 else None
        byte_ids = frozenset(np.flatnonzero(self.vocabulary.kinds == Kind.BYTE).tolist())
        runs = ByteRuns(byte_ids, whole=False) if self.rule == "sentencepiece" and byte_ids else None
        return Capabilities(
            True, False, decodes_otherwise=otherwise, space_mark=mark, unknown_id=unknown, byte_runs=runs
        )

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
        spellings = self.tables.spellings[: self.vocab_size]  # as they are in a text
        lengths = array_of(map(len, spellings), self.vocab_size, np.uint64)
        lengths[self.vocabulary.kinds == Kind.BYTE] = 1
        lengths[self.vocabulary.kinds == Kind.CONTROL] = 0
        return lengths

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of a token (a space for "▁", a byte for "<0xNN>"); None for a control token."""
        return self.vocabulary.token_bytes(token_id)

    def decoded_bytes(self, token_id: int) -> bytes | None:
        """Return what a token adds to a decoded text: its bytes, or a sign for the unknown."""
        return self.vocabulary.decoded_bytes(token_id, self.rule)

    def token_id(self, token: bytes) -> int | None:
        """Return the id of the token that reads so, an ordinary one before a byte's, or None."""
        return self.tables.text_ids.get(token)

    def rank(self, token_id: int) -> int | None:
        """Return the token's place by score, from 0 for the best; None if no merge makes the token."""
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
        # The token's text is merged by all the others: its own merge could only be the last.
        symbols, _ = first_symbols(self.tables, self.tables.spellings[token_id])
        merging = Merging(self.tables, self._encoding.joins, symbols, without=token_id)
        left_over = [symbol for symbol in merging.run() if symbol >= 0]
        if len(left_over) != 2 or max(left_over) >= self.tables.n_tokens:
            return None
        return left_over[0], left_over[1]

    def has_merge(self, left: int, right: int) -> bool:
        """Return whether two tokens merge where they are next to each other: where they spell a token."""
        return self._encoding.joins[left, right] != NEVER

    def pairs(self) -> NDArray[np.int64]:
        """Return int64[vocab_size, 2], the `pair_of` each id, -1 if there is none; takes a second."""
        pairs = np.full((self.vocab_size, 2), -1, np.int64)
        for token_id in paced(self._merged_ids, 128):
            pairs[token_id] = self.pair_of(token_id) or (-1, -1)
        return pairs

    def unreachable(self) -> Iterator[int]:
        """Yield the ids of tokens whose own text encodes to something else."""
        for count, token_id in enumerate(self._merged_ids):
            if self._encoding.merged(self.tables.spellings[token_id])[0] != (token_id,):
                yield token_id
            elif count % 128 == 0:
                point()
        yield from _never_fallen_back_on(self)

    # --- encoding -------------------------------------------------------------------------------

    def encode_piece(self, piece: bytes) -> tuple[int, ...]:
        """Return the ids of a piece of normalized text (`engine.normalizers`)."""
        return self._encoding.encode(piece)[0]

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32]]:
        """Encode pieces uint64[m, 2], spans in bytes of `text`.

        Yields uint32 arrays, one after the other the ids of all pieces.
        """
        for start, end in pieces.tolist():
            yield from self._encoding.arrays(text[start:end])

    def count_text(self, text: bytes, pre_tokenizer: PreTokenizer) -> Iterator[int]:
        """Yield how many ids `encode_text` yields, some at a time."""
        for pieces in pre_tokenizer.split_parts(text):
            for start, end in pieces.tolist():
                yield from self._encoding.counts(text[start:end])

    def encode_spans(
        self, text: bytes, pieces: NDArray[np.uint64]
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
        """Return uint32[n] and uint64[n, 2], the ids and spans of pieces."""
        if self.tables.fills:
            return super().encode_spans(text, pieces)
        ids: list[NDArray[np.uint32]] = [np.empty(0, np.uint32)]
        ends: list[NDArray[np.uint64]] = [np.empty((0, 2), np.uint64)]
        for start, end in pieces.tolist():
            token_ids, widths = self._encoding.encode(text[start:end])
            ids.append(np.array(token_ids, np.uint32))
            borders = np.cumsum([start, *widths], dtype=np.uint64)
            ends.append(np.stack((borders[:-1], borders[1:]), axis=1))
        return np.concatenate(ids), np.concatenate(ends)

    def ends_of_parts(self, text: bytes) -> Callable[[int], int]:
        """Return what tells where the part that begins at a place and that no token reaches out of ends."""
        return self._encoding.ends_of_parts(text)

    def trace(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield the merges of a piece, the last step having nothing chosen (`ScoreEncoding.steps`)."""
        return self._encoding.steps(piece)


def _never_fallen_back_on(model: ScoreMergedBpe) -> Iterator[int]:
    """Yield the tokens of bytes that are characters with tokens, and the unknown where bytes stand in."""
    kinds, merged = model.vocabulary.kinds, set(model._merged_ids)
    if model.tables.byte_ids is None:
        return
    for token_id in np.flatnonzero((kinds == Kind.BYTE) | (kinds == Kind.UNKNOWN)).tolist():
        token = model.token_bytes(token_id) or b""
        if token_id not in merged and is_utf8(token) and model.encode_piece(token) != (token_id,):
            yield token_id
