"""The protocol of all models: pieces of bytes in, ids out, and their capabilities."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.splitting.pre_tokenizers import PreTokenizer

if TYPE_CHECKING:  # most models have neither
    from workbench.engine.models.byte_runs import ByteRuns
    from workbench.engine.models.score_vocabulary import ScoreVocabulary, Tables


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a model can do; callers look at this and at the methods, never at the class.

    Attributes:
        trace: it knows which merges made the tokens of a piece.
        byte_level: it encodes any bytes as they are; otherwise invalid UTF-8 is replaced.
        smallest_size: the size of the prefix without merges, None if it has no prefixes.
        decodes_otherwise: tokens may add to a decoded text what is not their `token_bytes`.
        unknown_id: the id of its own token for what has none, or None.
        space_mark: what its file writes for a space in a token ("▁"), "" for nothing of the kind.
        byte_runs: how its format's library shows byte tokens that are no characters, None for as Python does.

    """

    trace: bool
    byte_level: bool
    smallest_size: int | None = None
    decodes_otherwise: bool = False
    space_mark: str = ""
    byte_runs: ByteRuns | None = None
    unknown_id: int | None = None

    @property
    def merge_order(self) -> bool:
        """Whether its tokens were merged in an order, so that any prefix of the merges is a tokenizer."""
        return self.smallest_size is not None


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One step of encoding a piece: the symbols before it, every candidate pair, and the one chosen.

    Attributes:
        symbols: ids of the symbols before the step, from the left.
        candidates: (position, rank, id of the merged token) of each adjacent pair that may merge.
        chosen: index into `candidates`, or None at the end, where nothing can merge.
        places: positions at which the step merges the chosen pair, the leftmost first, where it merges it
            throughout, as CLIP's `bpe` does; () where it merges the chosen one alone.

    """

    symbols: tuple[int, ...]
    candidates: tuple[tuple[int, float, int], ...]
    chosen: int | None
    places: tuple[int, ...] = ()

    @property
    def merged_at(self) -> tuple[int, ...]:
        """The positions of all pairs that are merged, () at the end."""
        return self.places or (() if self.chosen is None else (self.candidates[self.chosen][0],))


class Model(Protocol):
    """Merges the bytes of one pre-token into token ids.

    What has a body is what most models answer.
    """

    @property
    def capabilities(self) -> Capabilities:
        """What this model can do."""

    @property
    def vocab_size(self) -> int:
        """One more than the highest id; special tokens are not counted."""

    @property
    def n_merges(self) -> int:
        """Number of tokens that came from a merge."""

    def encode_piece(self, piece: bytes) -> tuple[int, ...]:
        """Return the ids of one pre-token."""

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32]]:
        """Encode pieces uint64[m, 2], spans of `text`: yield arrays of ids in order."""

    def encode_text(self, text: bytes, pre_tokenizer: PreTokenizer) -> Iterator[NDArray[np.uint32]]:
        """Split and encode a text: yield its ids in order, as uint32[n]."""

    def encode_spans(
        self, text: bytes, pieces: NDArray[np.uint64]
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
        """Encode like `encode_pieces`; return all ids and their spans in `text`, uint64[n, 2].

        Where tokens hold the very bytes that they stand for, this is `piecewise.Piecewise`'s.
        """

    def token_lengths(self, ids: NDArray[np.uint32]) -> NDArray[np.uint64]:
        """Return uint64[n], the number of bytes of each token."""

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of a token, or None if no token has this id."""

    def decoded_bytes(self, token_id: int) -> bytes | None:
        """Return what a token adds to a decoded text (its bytes, or b"low " for CLIP's low</w>), or None."""
        return self.token_bytes(token_id)

    def decoded_tokens(self, ids: Sequence[int], tokens: list[bytes]) -> list[bytes]:
        """Return what each id adds to a text; `tokens` are their bytes, special tokens' included."""
        if not self.capabilities.decodes_otherwise:
            return tokens
        printed = map(self.decoded_bytes, ids)
        return [token if shown is None else shown for shown, token in zip(printed, tokens, strict=True)]

    def decode_whole(self, ids: Sequence[int], special_tokens: Mapping[int, str]) -> bytes | None:
        """Return the text of ids if the model must decode them together, else None."""
        return None

    def token_id(self, token: bytes) -> int | None:
        """Return the id of a token's bytes, or None."""

    def token_in(self, piece: bytes, start: int, end: int) -> int | None:
        """Return the id of the token that spells piece[start:end] there (low</w> at its end), or None."""
        return self.token_id(piece[start:end])

    @property
    def word_ends(self) -> frozenset[int]:
        """The ids of the tokens that end a piece: CLIP's low</w>, not low."""
        return frozenset()

    def pair_of(self, token_id: int) -> tuple[int, int] | None:
        """Return (left, right), the pair that a token was merged from, or None for a single byte."""

    def merged_from(self, token_id: int) -> tuple[int, ...]:
        """Return the pair that makes a token inside a piece; () if merging never makes the token."""
        return self.pair_of(token_id) or ()

    def taken_whole_from(self, token_id: int) -> tuple[int, ...]:
        """Return the tokens of a piece that is taken whole as this token, without this token; () for none."""
        return ()

    def has_merge(self, left: int, right: int) -> bool:
        """Return whether two adjacent tokens merge."""
        return False

    def rank(self, token_id: int) -> int | None:
        """Return the place of the token's merge in the order of merging, from 0; None for a byte."""

    def trace(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield the steps of encoding `piece`; the last has nothing chosen."""

    def pairs(self) -> NDArray[np.int64]:
        """Return int64[vocab_size, 2], (left, right) of every id; -1 for bytes and for ids not in use."""

    @property
    def ids(self) -> NDArray[np.uint32]:
        """uint32[n], every id in use, rising."""

    def unreachable(self) -> Iterator[int]:
        """Yield the ids of tokens whose own bytes encode to something else."""

    def at_vocab_size(self, size: int) -> Model:
        """Return the model that the first merges alone make; raises EngineError without merge order."""
        raise EngineError("no_merge_order", size=size)

    def prepare(self, size: int) -> bool:
        """Prepare shared tables for encoding `size` bytes; return whether several threads are faster."""
        return False

    @property
    def in_library(self) -> tuple[str, bytes] | None:
        """The library that it runs in and the file that this reads, where it is another's, else None."""
        return None

    @property
    def scored(self) -> ScoreModel | None:
        """Itself where it merges by the scores of tokens, else None."""
        return None

    @property
    def of_bytes(self) -> ByteMerges | None:
        """Its merges where they are listed ones of bytes, to which others can be added, else None."""
        return None


class ScoreModel(Model, Protocol):
    """A model that merges by the scores of tokens."""

    @property
    def vocabulary(self) -> ScoreVocabulary:
        """What the file said of each token."""

    @property
    def rule(self) -> str:
        """Whose rule it merges by, one of `score_vocabulary.RULES`."""

    @property
    def tables(self) -> Tables:
        """What merging looks up."""

    def score(self, token_id: int) -> float:
        """Return the score of a token."""

    def by_rule(self, rule: str) -> ScoreModel:
        """Return the model of the same vocabulary by another rule; EngineError "unknown_rule"."""

    def ends_of_parts(self, text: bytes) -> Callable[[int], int]:
        """Return what tells where the part that begins at a place and that no token reaches out of ends."""


class ByteMerges(Protocol):
    """The listed merges of bytes of a model, to which others can be added."""

    @property
    def has_gapless_merges(self) -> bool:
        """Whether the ids of its merges have to follow each other: as minbpe and CLIP have them."""

    @property
    def joins_by_bytes(self) -> bool:
        """Whether two neighbors merge wherever their bytes together are a token, as in a file of ranks."""

    def byte_ids(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return int64[256] twice: the id of each byte, and its id at the end of a piece; -1 for none.

        They are the same array where the end of a piece is as the rest.
        """

    def extended(self, first: int, pairs: NDArray[np.int64], tokens: Sequence[bytes]) -> Model:
        """Return the model with new merges after its own.

        Args:
            first: the id of the first one; the others' follow.
            pairs: int64[m, 2], (left id, right id) of each.
            tokens: the bytes of each.

        Raises:
            EngineError: "extend_token_twice", a file of ranks has a token of these bytes.

        """

    def joins_of(self, ids: Collection[int]) -> NDArray[np.int64]:
        """Return int64[k, 3], (left id, right id, new id) of the merges that join one of some tokens."""


@runtime_checkable
class ShortTexts(Protocol):
    """What encodes many short texts in one call, as some models do."""

    def encode_texts(
        self, texts: Sequence[bytes], pre_tokenizer: PreTokenizer
    ) -> list[NDArray[np.uint32]] | None:
        """Return uint32[n] of ids for each text, None where that saves nothing."""

    def around_tokens(
        self, size: int, pre_tokenizer: PreTokenizer
    ) -> Callable[[bytes, NDArray[np.uint64]], Iterator[NDArray[np.uint32]]] | None:
        """Return what encodes a text of `size` bytes around tokens found, None where that saves nothing.

        It takes the text, and uint64[k, 3] of start, end and id; what is between two is a text of its own.
        """

    def short_texts(
        self, pre_tokenizer: PreTokenizer, specials: Collection[bytes], always: bool
    ) -> Any | None:  # noqa: ANN401  # mypy knows nothing of compiled modules
        """Return the `kernels.short_texts.ShortTexts` of these special tokens, None while there is none."""


def for_short_texts(model: Model) -> ShortTexts | None:
    """Return a model that encodes many short texts in one call as such, None for any other."""
    return model if isinstance(model, ShortTexts) else None
