"""The options of a training run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from workbench.api.extending import ExtendRecipe
from workbench.api.extending_scores import ExtendScoresRecipe
from workbench.api.files import open_file
from workbench.api.recipes import CHARACTERS_OF_LLAMA2, ByteRecipe, ClipRecipe, Llama2Recipe, Recipe
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting.numbers import with_numbers
from workbench.engine.splitting.pre_tokenizers import unknown_split
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.engine.training.presets import PRESETS as PRESETS
from workbench.formats.pattern_names import split_called

_TIES: Mapping[str, str] = MappingProxyType({"llama2": "sentencepiece", "minbpe": "first-seen"})


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a training run.

    Attributes:
        preset: a key of `PRESETS`.
        pattern: a split pattern, or the name of a published one (`split_patterns.BY_NAME`), used instead of
            the preset's. "custom" needs one, "llama2" takes none.
        vocab_size: bytes and merges together; for "clip" bytes count twice, for "llama2" the characters and
            three tokens more count as well.
        min_count: a pair that occurs less often is not merged.
        max_token_length: in bytes (for "llama2" in characters), 0 for no limit, None as `tie`.
        tie: one of `TIE_RULES`, None for that of the preset, or of the extended tokenizer.
        special_tokens: texts that take the ids after the vocabulary, or text -> id.
        character_coverage: for "llama2", the share of the text's characters that get tokens; the others
            become bytes.
        split_digits: for "llama2", each digit stays a token of its own.
        remove_extra_whitespaces: for "llama2", runs of spaces become one, those at both ends of a text (in
            training, of a line) none: SentencePiece's default, and tinystories' in llama2.c. Not in Llama 2
            itself.
        min_gain: a merge that saves a smaller share of the corpus's tokens ends the training; 0 for no limit.
        extend: path of a tokenizer file to extend: its split, vocabulary and special tokens are kept, and
            `extend_by` merges are added. Preset and vocabulary size are ignored, and `pattern` is only for
            files that do not store a split.
        extend_by: merges that `extend` adds.
        move_special: move special tokens after the merges, if these need consecutive ids.
        memory_limit: bytes that the table of distinct pieces (for "basic" the whole run) may take, 0 for
            `MEMORY_SHARE` of this computer's memory.
        numbers: one of `numbers.NUMBERS`, how the split cuts numbers: "single" digits, threes from the "left"
            or the "right", "whole"; None as the pattern does. Not without a split, for "llama2" or `extend`.
        whole_characters: make no token that joins a part of a character with others.
        forbidden_tokens: tokens that are not made, with escapes (`display.escapes`): "\\n", "\\xE4".
        forbidden_pattern: a regular expression; no token that is UTF-8 and in which it matches is made.
        seed_tokens: tokens that are made before all others, with escapes, as are the parts that they need;
            not for "llama2" or `extend`.
        when_full: what to do past that limit: "ask" (the run waits; `TrainingRun.room`), "drop" the rarest
            pieces and count them, or "stop".

    """

    preset: str = "gpt4"
    pattern: str | None = None
    vocab_size: int = 4096
    min_count: int = 1
    max_token_length: int | None = None
    tie: str | None = None
    special_tokens: Sequence[str] | Mapping[str, int] = ()
    character_coverage: float = 0.99995
    split_digits: bool = True
    min_gain: float = 0.0
    extend: str | None = None
    extend_by: int = 0
    memory_limit: int = 0
    when_full: str = "stop"
    move_special: bool = False
    remove_extra_whitespaces: bool = False
    numbers: str | None = None
    whole_characters: bool = False
    forbidden_tokens: Sequence[str] = ()
    forbidden_pattern: str | None = None
    seed_tokens: Sequence[str] = ()

    def split(self) -> tuple[str, str]:
        """Return (name, pattern) of the split, as `pre_tokenizers.named` takes them.

        Raises:
            EngineError: "unknown_preset", "unknown_pre_tokenizer", "pattern_empty", "pattern_not_taken",
                "option_not_taken" or as `with_numbers`.

        """
        name, pattern = self._named_split()
        if self.numbers is None:
            return name, pattern
        if self.preset == "llama2" or name == "none":
            why = "nothing is split" if name == "none" else "its digits are a choice of their own"
            raise EngineError("option_not_taken", option="numbers", why=why)
        return split_called(with_numbers(pattern or PUBLISHED[name].pattern, self.numbers))

    def _named_split(self) -> tuple[str, str]:
        if self.preset not in PRESETS:
            raise EngineError("unknown_preset", preset=self.preset, choices=", ".join(PRESETS))
        if self.pattern and self.preset == "llama2":
            raise EngineError("pattern_not_taken", preset=self.preset)
        if self.pattern:
            return split_called(self.pattern)
        if self.preset == "custom":
            raise EngineError("pattern_empty")
        return PRESETS[self.preset], ""

    @property
    def tie_rule(self) -> str:
        """The tie rule; the preset's own if none is given."""
        return self.tie or _TIES.get(self.preset, "smallest")

    @property
    def longest_token(self) -> int:
        """The longest token, 0 for no limit."""
        if self.max_token_length is None:
            return CHARACTERS_OF_LLAMA2 if self.preset == "llama2" else 0
        return self.max_token_length

    def base(self, child: Child | None = None) -> Tokenizer | None:
        """Return the tokenizer to extend, None for none; split by `pattern` if its file stores no split."""
        if self.extend is None:
            return None
        opened = open_file(self.extend, child, pattern=self.pattern or None)
        if any(notice.code == "notice_pattern_given" for notice in opened.notices):
            raise EngineError("extend_keeps_split", file=self.extend)
        if opened.tokenizer.pre_tokenizer.name == "unknown":
            raise unknown_split(self.extend)
        return opened.tokenizer

    def recipe(self, base: Tokenizer | None = None) -> Recipe:
        """Return the recipe of the preset.

        Args:
            base: the tokenizer to extend; None opens it.

        Raises:
            EngineError: as `split`, "extend_keeps_split", "split_unknown", "coverage_out_of_range",
                "option_out_of_range", or as opening and extending a tokenizer.

        """
        self._check_ranges()
        base = base or self.base()
        if self.extend is not None and base is not None:
            return self._extended(base)
        split = self.split()
        if self.preset == "clip":
            return ClipRecipe(split)
        if self.preset != "llama2":
            return ByteRecipe(split)
        if not 0 < self.character_coverage <= 1:
            raise EngineError("coverage_out_of_range", coverage=self.character_coverage)
        return Llama2Recipe(
            self.character_coverage, self.split_digits, self.vocab_size, self.remove_extra_whitespaces
        )

    def settled(self, recipe: Recipe) -> Options:
        """Return the options completed by the recipe of an extended tokenizer."""
        if not isinstance(recipe, ExtendRecipe | ExtendScoresRecipe):
            return self
        length = recipe.longest if self.max_token_length is None else self.max_token_length
        return replace(self, tie=recipe.tie, max_token_length=length)

    def _check_ranges(self) -> None:
        for name in ("min_count", "max_token_length", "memory_limit", "min_gain"):
            value = getattr(self, name) or 0
            if value < 0 or (name == "min_gain" and value >= 1):
                raise EngineError("option_out_of_range", option=name, value=value)

    def _extended(self, base: Tokenizer) -> ExtendRecipe | ExtendScoresRecipe:
        if self.numbers is not None:
            raise EngineError(
                "option_not_taken", option="numbers", why="an extended tokenizer keeps its split"
            )
        if base.model.scored is not None:
            return ExtendScoresRecipe(base, self.extend_by, self.tie, self.split_digits, self.move_special)
        return ExtendRecipe(base, self.extend_by, self.tie, self.special_tokens, self.move_special)
