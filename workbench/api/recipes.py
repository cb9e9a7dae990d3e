"""Recipes, one per kind of preset: the units to train on, the ids, and the tokenizer.

The trainer calls tokens *symbols*: units from 0 on, then the merges. A recipe maps them to ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.engine.adapting.new_ids import Specials as Specials
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.counting.piece_counts import Chunks, CountedPieces
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.encoding.score_tokenizer import score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.framing import Framing
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind, ScoreVocabulary, byte_spelling, swapped_spaces
from workbench.engine.normalizers.normalizer import Normalizer
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.engine.splitting.pre_tokenizers import named
from workbench.engine.training.merges import byte_numbers
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.unit_classes import may_be_token
from workbench.engine.training.units import (
    NOT_COUNTED,
    CharacterPieces,
    UnitPieces,
    character_units,
    cleaned,
    sentences,
    single_spaced,
    word_end_units,
)

Record = Mapping[str, object]

LLAMA2_FIRST_ID = 259  # after <unk>, <s>, </s> and the 256 bytes
_META = (b"<unk>", b"<s>", b"</s>", *map(byte_spelling, range(256)))


@dataclass(frozen=True, slots=True)
class Learned:
    """Some merges.

    Attributes:
        pairs: int64[m, 2], symbols.
        tokens: the bytes of all symbols, units and merges.

    """

    pairs: NDArray[np.int64]
    tokens: Sequence[bytes]


class Recipe(Protocol):
    """A way to train."""

    @property
    def first_id(self) -> int:
        """Return the id of the first merge."""

    @property
    def n_units(self) -> int:
        """Return how many symbols there are before the first merge, once `units` has run."""

    @property
    def n_left_out(self) -> int:
        """Return the bytes of the corpus that are not units: each is a token of its own."""

    @property
    def leaves_lost_out(self) -> bool:
        """Return whether bytes outside all pieces are not part of the text that the tokens stand for."""

    @property
    def split(self) -> tuple[str, str]:
        """Return name and pattern of the split, as `pre_tokenizers.named` takes them."""

    def text(self, chunks: Chunks) -> Chunks:
        """Yield the text as it is split and counted."""

    def units(self, counted: CountedPieces) -> Counted | UnitPieces:
        """Return what the trainer works on.

        Raises:
            EngineError: "vocab_size_too_small".

        """

    def size_wanted(self, asked: int) -> int:
        """Return the requested vocabulary size, given the size in the options."""

    def n_merges(self, vocab_size: int) -> int:
        """Return how many merges a vocabulary of this size needs, as far as is known."""

    def unit_tokens(self) -> list[bytes]:
        """Return the bytes of each unit."""

    def id_of(self, symbol: int) -> int:
        """Return the id of a symbol, if all requested merges are learned."""

    def symbol_of(self, token_id: int) -> int:
        """Return the symbol of an id."""

    def takes(self, token_id: int, vocab_size: int) -> bool:
        """Return whether a text token has an id, as far as is known before training."""

    def special_ids(self, specials: Specials, n_merges: int) -> Mapping[str, int]:
        """Return text -> id of the special tokens after `n_merges` merges."""

    def tokenizer_by_rule(
        self, learned: Learned, specials: Specials, name: str, child: Child | None, record: Record
    ) -> Tokenizer:
        """Return the tokenizer with some merges."""


def ids_after(specials: Specials, first: int) -> dict[str, int]:
    """Return text -> id: as given, or from `first` on."""
    if isinstance(specials, Mapping):
        return dict(specials)
    return {text: first + i for i, text in enumerate(dict.fromkeys(specials))}


class ByteRecipe:
    """GPT's recipe: units are bytes, ids are symbols (`Recipe`)."""

    first_id = n_units = 256
    n_left_out = 0
    leaves_lost_out = True

    def __init__(self, split: tuple[str, str]) -> None:
        """Take name and pattern of the split."""
        self.split = split

    def text(self, chunks: Chunks) -> Chunks:
        """Yield the text unchanged."""
        return chunks

    def units(self, counted: CountedPieces) -> Counted | UnitPieces:
        """Return the counted pieces."""
        point()
        return counted

    def size_wanted(self, asked: int) -> int:
        """Return the requested size."""
        return asked

    def n_merges(self, vocab_size: int) -> int:
        """Return how many merges a vocabulary of this size takes."""
        return vocab_size - self.first_id

    def unit_tokens(self) -> list[bytes]:
        """Return the bytes."""
        return [bytes((byte,)) for byte in range(256)]

    def id_of(self, symbol: int) -> int:
        """Return the symbol."""
        return symbol

    def symbol_of(self, token_id: int) -> int:
        """Return the id."""
        return token_id

    def takes(self, token_id: int, vocab_size: int) -> bool:
        """Return whether an id is below the size."""
        return token_id < vocab_size

    def special_ids(self, specials: Specials, n_merges: int) -> dict[str, int]:
        """Return text -> id, after the vocabulary."""
        return ids_after(specials, self.first_id + n_merges)

    def tokenizer_by_rule(
        self, learned: Learned, special_tokens: Specials, name: str, child: Child | None, record: Record
    ) -> Tokenizer:
        """Return the rank-merged tokenizer."""
        model = RankMergedBpe.from_merges(learned.pairs)
        specials = self.special_ids(special_tokens, len(learned.pairs))
        return Tokenizer(model, named(*self.split, child), specials, name, record)


class ClipRecipe(ByteRecipe):
    """CLIP's recipe: the text is cleaned, the last byte of a piece is another unit, ids as in openai/CLIP."""

    first_id = n_units = 512
    leaves_lost_out = False
    context = 77
    start, end = "<|startoftext|>", "<|endoftext|>"

    def __init__(self, split: tuple[str, str]) -> None:
        """Take name and pattern of the split."""
        super().__init__(split)
        normalizer = normalizer_from_spec("clip")
        if normalizer is None:
            raise RuntimeError("CLIP's cleaning is missing")
        self._normalizer: Normalizer = normalizer

    def text(self, chunks: Chunks) -> Chunks:
        """Yield the text cleaned."""
        return cleaned(chunks, self._normalizer)

    def units(self, counted: CountedPieces) -> Counted | UnitPieces:
        """Return the pieces with their last bytes marked."""
        return word_end_units(counted)

    def unit_tokens(self) -> list[bytes]:
        """Return the bytes in the order of CLIP's alphabet, twice."""
        numbers = byte_numbers("huggingface")
        return 2 * [bytes((byte,)) for byte in sorted(range(256), key=numbers.__getitem__)]

    def special_ids(self, specials: Specials, n_merges: int) -> dict[str, int]:
        """Return text -> id: start and end of a text first, then those given."""
        first = self.first_id + n_merges
        own = {self.start: first, self.end: first + 1}
        return own | {text: i for text, i in ids_after(_others(specials, own), first + 2).items()}

    def tokenizer_by_rule(
        self, learned: Learned, special_tokens: Specials, name: str, child: Child | None, record: Record
    ) -> Tokenizer:
        """Return the pair-merged tokenizer."""
        n_tokens = self.first_id + len(learned.pairs)
        merges = np.column_stack((learned.pairs, np.arange(self.first_id, n_tokens)))
        numbers = byte_numbers("huggingface")
        model = PairMergedBpe.from_pairs(
            dict(enumerate(learned.tokens)), merges, numbers, end_byte_ids=[256 + n for n in numbers]
        )
        specials = self.special_ids(special_tokens, len(learned.pairs))
        framing = Framing((specials[self.start],), (specials[self.end],), context=self.context, padding=0)
        splitter = named(*self.split, child)
        return Tokenizer(
            model,
            splitter,
            special_tokens=specials,
            name=name,
            record=record,
            normalizer=self._normalizer,
            framing=framing,
        )


class Llama2Recipe:
    """Llama 2's recipe: characters, a vocabulary with scores, bytes for the rest (`Recipe`).

    The ids, as SentencePiece's trainer numbers them: <unk>, <s>, </s>, the 256 bytes, the merges in order,
    the characters by how often they occur. Scores fall in the order of learning: 0, -1, -2, …
    """

    leaves_lost_out = False
    split = ("spaces", "")
    n_given = 0  # merges that exist before the first one
    framing = Framing((1,), (2,))
    rule = "sentencepiece"

    def __init__(
        self, coverage: float, split_digits: bool, vocab_size: int, removes_spaces: bool = False
    ) -> None:
        """Take the share of characters to cover, whether to split digits, and the requested size.

        `removes_spaces` is SentencePiece's remove_extra_whitespaces, in training and in the tokenizer.
        """
        self.first_id = LLAMA2_FIRST_ID
        self._coverage = coverage
        self._split_digits = split_digits
        self._vocab_size = vocab_size
        self.removes_spaces = removes_spaces
        self._character_pieces: CharacterPieces | None = None
        self._places: dict[int, int] = {}  # of each unit in the order of ids
        self._merged: Sequence[bytes] = ()  # merges that exist

    @property
    def n_characters(self) -> int:
        """Characters that have tokens."""
        return 0 if self._character_pieces is None else len(self._character_pieces.characters)

    @property
    def n_units(self) -> int:
        """Characters that have tokens, and merges that exist."""
        return 0 if self._character_pieces is None else self.n_characters + self.n_given

    @property
    def n_left_out(self) -> int:
        """Bytes of characters without tokens."""
        return 0 if self._character_pieces is None else self._character_pieces.n_left_out

    def text(self, chunks: Chunks) -> Chunks:
        """Yield the text with a space before each line."""
        return sentences(single_spaced(chunks) if self.removes_spaces else chunks)

    def units(self, counted: CountedPieces) -> Counted | UnitPieces:
        """Return the pieces in characters.

        Raises:
            EngineError: "vocab_size_below_characters", the characters alone are more than the vocabulary.

        """
        self._character_pieces = character_units(counted, self._coverage, self._split_digits)
        self._places = {unit: place for place, unit in enumerate(self._character_pieces.order)}
        smallest = self.first_id + self.n_characters
        if self._vocab_size < smallest:
            raise EngineError(
                "vocab_size_below_characters",
                vocab_size=self._vocab_size, smallest=smallest, n_characters=self.n_characters,
            )  # fmt: skip
        return self._character_pieces.pieces

    def n_merges(self, vocab_size: int) -> int:
        """Return how many merges a vocabulary of this size takes, once the characters are known."""
        return vocab_size - self.first_id - self.n_characters

    def size_wanted(self, asked: int) -> int:
        """Return the requested size."""
        return asked

    def unit_tokens(self) -> list[bytes]:
        """Return the characters in UTF-8, with a space for "▁", and the merges that exist."""
        characters = () if self._character_pieces is None else self._character_pieces.characters
        return [*(character.replace("\u2581", " ").encode() for character in characters), *self._merged]

    def id_of(self, symbol: int) -> int:
        """Return the id: the characters come after all merges."""
        if symbol < self.n_characters:
            return self._vocab_size - self.n_characters + self._places[symbol]
        return LLAMA2_FIRST_ID + symbol - self.n_characters

    def symbol_of(self, token_id: int) -> int:
        """Return the symbol of an id."""
        place = token_id - (self._vocab_size - self.n_characters)
        if place < 0 or self._character_pieces is None:
            return token_id - LLAMA2_FIRST_ID + self.n_characters
        return self._character_pieces.order[place]

    def takes(self, token_id: int, vocab_size: int) -> bool:
        """Return whether an id is below the size, and none of <unk>, <s> and </s>."""
        return 3 <= token_id < vocab_size

    def _scores(self, n_merges: int) -> NDArray[np.float32]:
        """Return the scores of `n_merges` merges and of the characters."""
        return -np.arange(n_merges + self.n_characters).astype(np.float32)

    def _ordinary(self, tokens: Sequence[bytes]) -> Sequence[bytes]:
        """Return the merges and the characters by id; none before the text is read."""
        order = () if self._character_pieces is None else self._character_pieces.order
        return [*tokens[self.n_characters :], *(tokens[unit] for unit in order)]

    def special_ids(self, specials: Specials, n_merges: int) -> Mapping[str, int]:
        """Return text -> id: start and end of a text, then those given after the vocabulary."""
        own = {"<s>": 1, "</s>": 2}
        return own | ids_after(_others(specials, own), self.first_id + n_merges + self.n_characters)

    def check_new(self, specials: Specials, longest: int) -> None:
        """Refuse special tokens that exist already or that training may learn, unless they have these ids.

        `longest`: the most characters in a token, 0 for no limit.

        Raises:
            EngineError: "special_token_learned" or "special_token_learnable".

        """
        if isinstance(specials, Mapping):
            return
        _refuse_taken(specials, [token for token in _META if token not in (b"<s>", b"</s>")])
        for text in specials:
            counted = not any(ord(character) in NOT_COUNTED for character in text)
            if counted and may_be_token(text, self._split_digits, longest):
                instead = f"<{text.strip(' <▁>')}>"
                if may_be_token(instead, self._split_digits, longest):
                    instead = "<end>"
                raise EngineError("special_token_learnable", token=text, instead=instead)

    def tokenizer_by_rule(
        self, learned: Learned, special_tokens: Specials, name: str, child: Child | None, record: Record
    ) -> Tokenizer:
        """Return the score-merged tokenizer."""
        specials = self.special_ids(special_tokens, len(learned.pairs))
        # Special tokens without an id of their own become control tokens, the only kind that a `.model` has.
        added = [] if isinstance(special_tokens, Mapping) else list(specials)[2:]
        ordinary = self._ordinary(learned.tokens)
        _refuse_taken(added, ordinary)
        texts = (*_META, *ordinary, *(text.encode() for text in added))
        kinds = np.full(len(texts), Kind.CONTROL, np.uint8)
        first = LLAMA2_FIRST_ID
        kinds[0], kinds[3:first] = Kind.UNKNOWN, Kind.BYTE
        kinds[first : first + len(ordinary)] = Kind.NORMAL
        scores = np.zeros(len(texts), np.float32)
        scores[first : first + len(ordinary)] = self._scores(self.n_given + len(learned.pairs))
        point()
        vocabulary = ScoreVocabulary(texts, scores, kinds)
        if self.removes_spaces:
            vocabulary = replace(vocabulary, normalizer=SentencePieceNormalizer(SpacesSpec()))
        model = ScoreMergedBpe.from_vocabulary(vocabulary, self.rule)
        return score_tokenizer(model, specials, name, record, self.framing)


def _refuse_taken(specials: Iterable[str], tokens: Iterable[bytes]) -> None:
    """Refuse a special token that is also an ordinary token, even if only in a file, where "▁" is a space."""
    taken = set(tokens)
    for text in specials:
        if text.encode() in taken or swapped_spaces(text.encode()) in taken:
            raise EngineError("special_token_learned", token=text)


def _others(specials: Specials, own: Mapping[str, int]) -> Specials:
    """Return `specials` without those that exist anyway."""
    if isinstance(specials, Mapping):
        return {text: token_id for text, token_id in specials.items() if text not in own}
    return [text for text in specials if text not in own]
