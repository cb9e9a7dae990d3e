"""The options of a training run, as the window, the command line and Python give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from workbench.engine.training.presets import DEFAULT_PRESET

CHARACTERS_OF_LLAMA2 = 16  # in its longest token, as SentencePiece's trainer has it
_TIES: Mapping[str, str] = MappingProxyType({"llama2": "sentencepiece", "minbpe": "first-seen"})


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a training run.

    Attributes:
        preset: a key of `presets.PRESETS`.
        pattern: a split pattern, or the name of a published one (`split_patterns.BY_NAME`), used instead of
            the preset's. "custom" needs one, "llama2" takes none.
        vocab_size: bytes and merges together; for "clip" bytes count twice, for "llama2" the characters and
            three tokens more count as well.
        min_count: a pair that occurs less often is not merged.
        max_token_length: in bytes (for "llama2" in characters), 0 for no limit, None as `tie`.
        tie: one of `merges.TIE_RULES`, None for that of the preset, or of the extended tokenizer.
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
        roles: (role, text) of the special tokens that have a role (`encoding.roles`); they are added to
            `special_tokens` where they are not there.
        chat_template: "chatml", "plain" or the text of a Jinja template; None for none, or for that of the
            extended tokenizer.
        add_bos, add_eos: put the token of this role around each text by default, as the files then say too.
        when_full: what to do past that limit: "ask" (the run waits; `TrainingRun.room`), "drop" the rarest
            pieces and count them, or "stop".

    """

    preset: str = DEFAULT_PRESET
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
    roles: Sequence[tuple[str, str]] = ()
    chat_template: str | None = None
    add_bos: bool = False
    add_eos: bool = False

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
