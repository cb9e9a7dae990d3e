"""Extends a vocabulary with scores, as `api.extending`; new merges come before the characters.

The vocabulary must have the order of SentencePiece's trainer: <unk>, <s>, </s>, the 256 bytes, the merges in
order, the characters, and then user-defined tokens. As in one longer run, new merges go before the
characters, so that the ids of these and of everything after them change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from workbench.api.extending import check_more, identity_of, trained_with
from workbench.api.recipes import (
    LLAMA2_FIRST_ID,
    Llama2Recipe,
    Specials,
    ids_after,
)
from workbench.engine.adapting.new_ids import check_moved
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.encoding.added_tokens import with_flags_of
from workbench.engine.encoding.score_tokenizer import control_tokens
from workbench.engine.encoding.special_tokens import HIGHEST_SPECIAL_ID
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.model import ScoreModel
from workbench.engine.models.score_vocabulary import UNIT, Kind, ScoreVocabulary
from workbench.engine.normalizers.normalizer import NORMALIZERS
from workbench.engine.training.options import CHARACTERS_OF_LLAMA2
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.unit_classes import LONE, NEVER, joined
from workbench.engine.training.units import GivenTokens, UnitPieces, character_units, text_of_units


class ExtendScoresRecipe(Llama2Recipe):
    """Trains on the tokens of a vocabulary like Llama 2's (`recipes.Recipe`).

    Attributes:
        tie, longest: the tie rule, and the longest token that the training of the tokenizer allowed.

    """

    def __init__(
        self, base: Tokenizer, n_more: int, tie: str | None, split_digits: bool, move_special: bool = False
    ) -> None:
        """Take the tokenizer, the number of merges to add, the tie rule, and whether to split digits.

        None takes the tie rule and digits of the tokenizer's own training. Special tokens after the
        characters move only with `move_special`.

        Raises:
            EngineError: "extend_not_possible", "extend_by_nothing" or "extend_moves_special".

        """
        check_more(n_more)
        model = base.model.scored
        if model is None:
            raise EngineError("extend_not_possible", why="its tokens have no scores")
        n_merges, characters = _laid_out(model)
        size = LLAMA2_FIRST_ID + n_merges + len(characters) + n_more
        had = trained_with(base)
        self.tie = tie or str(had.get("tie", "sentencepiece"))
        self.longest = int(had.get("max_token_length", CHARACTERS_OF_LLAMA2) or 0)
        super().__init__(1.0, split_digits and bool(had.get("split_digits", True)), size)
        self._base, self._model, self.n_given, self.framing = base, model, n_merges, base.framing
        self._specials = control_tokens(model, base.special_tokens)
        self.rule = model.rule
        self._characters = characters
        self.first_id = LLAMA2_FIRST_ID + n_merges
        if not move_special:  # everything after the characters moves with them
            check_moved(self._specials, self.first_id, HIGHEST_SPECIAL_ID + 1)
        self._merged = model.vocabulary.spellings[LLAMA2_FIRST_ID : self.first_id]

    @property
    def identity(self) -> dict[str, object]:
        """What identifies the tokenizer: how many tokens it has, and the hash of their bytes."""
        return identity_of(self._base)

    @property
    def n_characters(self) -> int:
        """Characters that have tokens: those of the vocabulary."""
        return len(self._characters)

    def size_wanted(self, asked: int) -> int:
        """Return the size of the vocabulary that is wanted, whatever size the options name."""
        return self._vocab_size

    def units(self, counted: CountedPieces) -> Counted | UnitPieces:
        """Return the pieces in characters, and their tokens."""
        self._character_pieces = characters = character_units(
            counted, split_digits=self._split_digits, alphabet=self._characters
        )
        self._places = {unit: place for place, unit in enumerate(characters.order)}
        numbers = {character: unit for unit, character in enumerate(characters.characters)}
        spelled = [
            [numbers[unit.decode().replace(" ", "\u2581")] for unit in UNIT.findall(text)]
            for text in self._merged
        ]
        point()
        pieces = characters.pieces
        symbols = self._symbols(pieces, characters.characters)
        classes = None if pieces.classes is None else _all_classes(pieces.classes.tolist(), spelled)
        flat = np.array([unit for units in spelled for unit in units], np.uint32)
        tokens = GivenTokens(symbols, flat, np.cumsum([len(units) for units in spelled], dtype=np.uint64))
        return replace(pieces, classes=classes, tokens=tokens)

    def _symbols(self, pieces: UnitPieces, characters: Sequence[str]) -> NDArray[np.uint32]:
        """Return the tokens that the vocabulary makes of pieces of characters."""
        symbols = np.zeros(self._model.vocab_size, np.uint32)
        symbols[LLAMA2_FIRST_ID : self.first_id] = np.arange(self.n_given) + len(characters)
        symbols[self.first_id : self.first_id + len(characters)] = [*self._places]
        parts = [np.zeros(0, np.uint32)]
        for some in paced_slices(len(pieces.ends), 4096):
            start = int(pieces.ends[some.start - 1]) if some.start else 0
            ends = pieces.ends[some].astype(np.int64) - start
            text, borders = text_of_units(pieces.units[start : start + int(ends[-1])], characters)
            spans = borders[np.column_stack((np.concatenate(([0], ends[:-1])), ends))]
            for ids in self._model.encode_pieces(text, spans):
                parts.append(symbols[ids])
                point()
        return np.concatenate(parts)

    def _ordinary(self, tokens: Sequence[bytes]) -> Sequence[bytes]:
        """Return the merges and the characters by id; those of the vocabulary before the text is read."""
        if self._character_pieces is None:
            return self._model.vocabulary.spellings[LLAMA2_FIRST_ID : self.first_id + self.n_characters]
        return super()._ordinary(tokens)

    def _scores(self, n_merges: int) -> NDArray[np.float32]:
        """Return scores as one longer run gives them or, where the tokens have others, lower ones."""
        had = self._model.vocabulary.scores[LLAMA2_FIRST_ID : self.first_id + self.n_characters]
        n_new = n_merges - self.n_given
        if np.array_equal(had, -np.arange(len(had))):
            return super()._scores(n_merges)
        lowest = had.min()
        step = max(np.float32(1), np.spacing(2 * np.abs(lowest)))
        new = (lowest - step * np.arange(1, n_new + 1)).astype(np.float32)
        return np.concatenate((had[: self.n_given], new, had[self.n_given :]))

    def special_ids(self, specials: Specials, n_merges: int) -> Mapping[str, int]:
        """Return text -> id: start and end of a text, those of the tokenizer, then those given.

        They keep the flags that say how they are found.
        """
        own = {"<s>": 1, "</s>": 2}
        before = [text for text in self._specials if text not in own]
        first = self.first_id + n_merges + self.n_characters
        ids = own | ids_after(before, first)
        if isinstance(specials, Mapping):
            return with_flags_of(self._base.special_tokens, ids | dict(specials))
        new = ids_after([text for text in specials if text not in ids], first + len(before))
        return with_flags_of(self._base.special_tokens, ids | new)

    def check_new(self, specials: Specials, longest: int) -> None:
        """Refuse as in a first training, except for what the tokenizer has already."""
        if not isinstance(specials, Mapping):
            specials = [text for text in specials if text not in self._specials]
        super().check_new(specials, longest)


def _laid_out(model: ScoreModel) -> tuple[int, tuple[str, ...]]:
    """Return the number of merges and the characters by id; raises EngineError "extend_not_possible"."""
    vocabulary = model.vocabulary
    if model.rule == "llama2c" or vocabulary.normalizer != NORMALIZERS["sentencepiece"]:
        raise _refused("it treats a text otherwise than Llama 2's before it merges")
    kinds = vocabulary.kinds
    ordinary = int(np.argmin(kinds[LLAMA2_FIRST_ID:] == Kind.NORMAL)) if len(kinds) > LLAMA2_FIRST_ID else 0
    if not ordinary and len(kinds) > LLAMA2_FIRST_ID and kinds[LLAMA2_FIRST_ID] == Kind.NORMAL:
        ordinary = len(kinds) - LLAMA2_FIRST_ID
    end = LLAMA2_FIRST_ID + ordinary
    sizes = [len(UNIT.findall(text)) for text in vocabulary.spellings[LLAMA2_FIRST_ID:end]]
    n_merges = sizes.index(1) if 1 in sizes else ordinary
    if not _has_llamas_order(vocabulary, end) or set(sizes[n_merges:]) != {1}:
        raise _refused("its vocabulary is not in the order that SentencePiece's trainer gives it")
    characters = [text.decode() for text in vocabulary.spellings[LLAMA2_FIRST_ID + n_merges : end]]
    known = {text.encode() for text in characters}
    merged = vocabulary.spellings[LLAMA2_FIRST_ID : LLAMA2_FIRST_ID + n_merges]
    if not all(known.issuperset(UNIT.findall(text)) for text in merged):
        raise _refused("some of its tokens hold characters that are none")
    return n_merges, tuple(text.replace(" ", "\u2581") for text in characters)


def _has_llamas_order(vocabulary: ScoreVocabulary, end: int) -> bool:
    """Return whether the ids begin with <unk>, <s>, </s> and the bytes, and no token after `end` is text."""
    first = ScoreVocabulary(vocabulary.spellings[:end], vocabulary.scores[:end], vocabulary.kinds[:end])
    return first.has_llamas_order() and bool(np.all(vocabulary.kinds[end:] == Kind.CONTROL))


def _refused(why: str) -> EngineError:
    return EngineError("extend_not_possible", why=why)


def _all_classes(units: list[int], spelled: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    """Return the classes of units and of tokens; what the rules would not allow is joined with nothing."""
    classes = list(units)
    for token in spelled:
        kind = units[token[0]]
        for unit in token[1:]:
            kind = joined(kind, units[unit]) if kind != NEVER else NEVER
        classes.append(LONE if kind == NEVER else kind)
    return np.array(classes, np.int32)
