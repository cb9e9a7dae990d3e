"""A training run: sources and options in, merges as they are learned, at any time the tokenizer so far."""

from __future__ import annotations

import os
from array import array
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from workbench.api.files import Opened, last_of
from workbench.api.recipes import ByteRecipe, ClipRecipe, Learned, Llama2Recipe, Recipe
from workbench.engine.corpus import EndOfDocument
from workbench.engine.errors import EngineError
from workbench.engine.isolation import Child
from workbench.engine.piece_counts import CountedPieces, CountProgress
from workbench.engine.pre_tokenizers import CustomSplit, PreTokenizer, count_pieces, named
from workbench.engine.sources import Reading, Source
from workbench.engine.special_tokens import SpecialTokens
from workbench.engine.token_cells import Counted
from workbench.engine.tokenizer import Tokenizer
from workbench.engine.trainer import Merge, Progress, TrainerOptions, check
from workbench.engine.trainer import train as train_merges
from workbench.engine.training_units import UnitPieces
from workbench.formats import registry
from workbench.formats.pattern_names import pattern_name
from workbench.formats.training_record import training_record

PRESETS: Mapping[str, str] = MappingProxyType(
    {
        "basic": "none",
        "gpt2": "gpt2",
        "gpt4": "cl100k",
        "gpt4o": "o200k",
        "clip": "clip",
        "llama2": "spaces",
        "custom": "custom",
    }
)  # preset -> name of the split
_CHARACTERS_OF_LLAMA2 = 16  # in its longest token, as SentencePiece's trainer has it


@dataclass(frozen=True, slots=True)
class Options:
    """What decides a training run but the corpus.

    Attributes:
        preset: a key of `PRESETS`.
        pattern: a split pattern; it goes before the preset's. "custom" needs one, "llama2" takes none.
        vocab_size: bytes and merges together; for "clip" bytes count twice, for "llama2" the characters and
            three tokens more count as well.
        min_count: a pair that occurs less often is not merged.
        max_token_length: in bytes (for "llama2" in characters), 0 for no limit, None for what the preset has.
        tie: one of `TIE_RULES`, None for what the preset has.
        special_tokens: texts, which take the ids after the vocabulary, or text -> id.
        character_coverage: for "llama2", the share of the text's characters that get tokens; the others are
            given as bytes.
        split_digits: for "llama2", each digit stays a token of its own.

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

    def split(self) -> tuple[str, str]:
        """Return (name, pattern) of the split, as `pre_tokenizers.named` takes them.

        Raises:
            EngineError: "unknown_preset", "pattern_empty" or "pattern_not_taken".

        """
        if self.preset not in PRESETS:
            raise EngineError("unknown_preset", preset=self.preset, choices=", ".join(PRESETS))
        if self.pattern and self.preset == "llama2":
            raise EngineError("pattern_not_taken", preset=self.preset)
        if self.pattern:
            return pattern_name(self.pattern), self.pattern
        if self.preset == "custom":
            raise EngineError("pattern_empty")
        return PRESETS[self.preset], ""

    @property
    def tie_rule(self) -> str:
        """The tie rule, the preset's own where none is given."""
        return self.tie or ("sentencepiece" if self.preset == "llama2" else "smallest")

    @property
    def longest_token(self) -> int:
        """The longest token, 0 for no limit."""
        if self.max_token_length is None:
            return _CHARACTERS_OF_LLAMA2 if self.preset == "llama2" else 0
        return self.max_token_length

    def recipe(self) -> Recipe:
        """Return what the preset makes of a corpus.

        Raises:
            EngineError: as `split`, or "coverage_out_of_range".

        """
        split = self.split()
        if self.preset == "clip":
            return ClipRecipe(split)
        if self.preset != "llama2":
            return ByteRecipe(split)
        if not 0 < self.character_coverage <= 1:
            raise EngineError("coverage_out_of_range", coverage=self.character_coverage)
        return Llama2Recipe(self.character_coverage, self.split_digits, self.vocab_size)


class TrainingRun:
    """One training, step by step; it can be left at any step and keeps the merges so far.

    Attributes:
        sources, options: as given.
        reading: the sources and the account of their bytes (`replaced`, `skipped`, `accounts`).
        counted: the distinct pieces, once the sources have been read.
        first_id: the id of the first merge.
        n_merges_wanted: merges that `vocab_size` asks for, as far as that is known before the text is read.
        n_tokens: tokens of the whole corpus now.
        ended_by: "size" or "pairs" (no pair is left that may be merged) once it has ended, else "".

    """

    def __init__(self, sources: Sequence[Source], options: Options, child: Child | None = None) -> None:
        """Take sources and options; a custom pattern runs in `child`, or in one of its own.

        Raises:
            EngineError: an option is out of range, or a special token is.

        """
        self.sources = tuple(sources)
        self.options = options
        self.reading = Reading(self.sources)
        self.counted: CountedPieces | None = None
        self.n_tokens = 0
        self.ended_by = ""
        self._split = options.split()
        self._recipe = options.recipe()
        self._units: Counted | UnitPieces | None = None
        # `merges` in the trainer's symbols, left, right, left, … Not a list of tuples: for every few hundred
        # of those Python looks for what to free, and now and then at all that there is, for 20 ms and more.
        self._pairs = array("q")
        self._tokens = self._recipe.unit_tokens()
        self._n_text = 0
        self.first_id = self._recipe.first_id
        self._child = child
        self._check()

    def _check(self) -> None:
        """Raise what the trainer and the tokenizer would raise, before anything is read."""
        size = self.options.vocab_size
        check(TrainerOptions(size, tie=self.options.tie_rule), self.first_id)
        specials = self.special_ids(self.n_merges_wanted)
        SpecialTokens(specials, lambda i: f"token {i}".encode() if self._is_ordinary(i) else None)

    def _is_ordinary(self, token_id: int) -> bool:
        """Tell whether an id is that of no special token, as far as it is known before training."""
        return token_id < self.options.vocab_size and not (self.options.preset == "llama2" and token_id < 3)

    @property
    def n_merges_wanted(self) -> int:
        """Merges that `vocab_size` asks for, as far as that is known before the text is read."""
        return self._recipe.n_merges(self.options.vocab_size)

    @property
    def n_merges(self) -> int:
        """Merges so far."""
        return len(self._pairs) // 2

    @property
    def merges(self) -> list[tuple[int, int]]:
        """(left, right), ids, of each merge so far."""
        ids = list(map(self._recipe.id_of, self._pairs))
        return list(zip(ids[::2], ids[1::2], strict=True))

    @property
    def vocab_size(self) -> int:
        """Tokens that there are so far, special ones not counted."""
        return self.options.vocab_size - self.n_merges_wanted + self.n_merges

    def special_ids(self, n_merges: int) -> dict[str, int]:
        """Return text -> id of the special tokens for so many merges."""
        return self._recipe.special_ids(self.options.special_tokens, n_merges)

    def check_target(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Raise the EngineError that saving the result there would raise, as far as that is known before."""
        registry.check_target(self.tokenizer(), path, format)

    @property
    def corpus_bytes(self) -> int:
        """Bytes of text that the tokens stand for."""
        if self.counted is None:
            return 0
        # Not `CountedPieces.n_bytes`, which adds up all pieces at once.
        return self._n_text - (self.counted.lost if self._units is self.counted else 0)

    @property
    def replaced(self) -> int:
        """Bytes of the sources that are not UTF-8."""
        return self.reading.replaced

    @property
    def skipped(self) -> tuple[tuple[str, str], ...]:
        """(path, error code) of the files that were left out."""
        return tuple((skipped.path, skipped.code) for skipped in self.reading.skipped)

    def token_bytes(self, token_id: int) -> bytes:
        """Return the bytes of a token made so far."""
        return self._tokens[self._recipe.symbol_of(token_id)]

    # --- running ----------------------------------------------------------------------------------

    def steps(self) -> Iterator[Progress | Merge | None]:
        """Read, count and merge: yield what happens, or None, at least every 20 ms.

        `Progress.phase` is "reading" (in bytes), "building" and "merging". Closing it at any yield ends the
        run; the merges so far stay.

        Raises:
            EngineError: a source cannot be read, the pattern cannot be used, or there is nothing to train on.

        """
        if self.counted is None or self._units is None:
            self.counted = yield from self._count()
            self._units = yield from self._recipe.units_steps(self.counted)
        self.n_tokens = self.corpus_bytes
        self._tokens = self._recipe.unit_tokens()
        del self._pairs[:]
        for event in train_merges(self._units, self._trainer_options()):
            if isinstance(event, Merge):
                self._take(event)
            yield event
        self.ended_by = "size" if self.n_merges == self.n_merges_wanted else "pairs"

    def _take(self, merge: Merge) -> None:
        """Keep a merge, and turn its symbols into ids."""
        recipe = self._recipe
        left, right = merge.left, merge.right
        self._pairs.extend((left, right))
        self._tokens.append(self._tokens[left] + self._tokens[right])
        merge.left, merge.right, merge.new_id = map(recipe.id_of, (left, right, merge.new_id))
        merge.n_tokens += recipe.n_left_out
        self.n_tokens = merge.n_tokens

    def _trainer_options(self) -> TrainerOptions:
        options = self.options
        size = self._recipe.n_units + self.n_merges_wanted
        return TrainerOptions(size, options.min_count, options.longest_token, options.tie_rule)

    def _count(self) -> Generator[Progress | None, None, CountedPieces]:
        splitter = named(*self._split, self._child)
        try:
            if isinstance(splitter, CustomSplit):
                yield from splitter.check_steps()
            total = yield from self.reading.size_steps()
            counted = yield from self._count_with(splitter, total)
        finally:
            splitter.close()
        if not counted.blob:
            raise self._nothing(counted)
        return counted

    def _nothing(self, counted: CountedPieces) -> EngineError:
        """Return why a corpus has no pieces: the pattern leaves all out, or the first file was left out."""
        if counted.lost:
            return EngineError("pattern_leaves_nothing", n_bytes=counted.lost)
        if self.reading.n_read == 0 and self.reading.skipped:
            first = self.reading.skipped[0]
            return EngineError(first.code, file=first.path, place=None, **first.facts)
        return EngineError("nothing_to_train_on")

    def _count_with(
        self, splitter: PreTokenizer, total: int
    ) -> Generator[Progress | None, None, CountedPieces]:
        counting = count_pieces(self._recipe.text_steps(self._read_steps()), splitter)
        while True:
            try:
                event = next(counting)
            except StopIteration as end:
                counted: CountedPieces = end.value
                return counted
            done = self.reading.n_read
            yield Progress("reading", done, max(total, done)) if isinstance(event, CountProgress) else None

    def _read_steps(self) -> Iterator[bytes | EndOfDocument | None]:
        self._n_text = 0
        for chunk in self.reading.read_steps():
            if isinstance(chunk, bytes):
                self._n_text += len(chunk)
            yield chunk

    # --- what came of it --------------------------------------------------------------------------

    def tokenizer(self, name: str = "", child: Child | None = None) -> Tokenizer:
        """Return the tokenizer of the merges so far; a custom pattern runs in `child`, or one of its own."""
        return self.opened(name, child).tokenizer

    def opened(self, name: str = "", child: Child | None = None) -> Opened:
        """Return the same as a tokenizer that has no file yet."""
        return last_of(self.opened_steps(name, child))

    def opened_steps(self, name: str = "", child: Child | None = None) -> Iterator[Opened | None]:
        """Make the tokenizer in slices: yield None at least every 20 ms, at last the tokenizer."""
        # A copy of what the run goes on adding to.
        pairs = np.array(self._pairs, np.int64).reshape(-1, 2)
        learned = Learned(pairs, tuple(self._tokens))
        given = self.options.special_tokens
        yield Opened((yield from self._recipe.tokenizer_steps(learned, given, name, child, self.record())))

    def record(self) -> dict[str, object]:
        """Return how the tokenizer came about, for its card: plain values, the same for the same run."""
        options = self.options
        specials = self.special_ids(self.n_merges)
        more: dict[str, object] = {}
        if options.preset == "llama2":
            more = {"character_coverage": options.character_coverage, "split_digits": options.split_digits}
        return training_record(
            {
                "preset": options.preset,
                "pattern": dict(zip(("name", "text"), self._split, strict=True)),
                "vocab_size": options.vocab_size,
                "min_count": options.min_count,
                "max_token_length": options.longest_token or None,
                "tie": options.tie_rule,
                "special_tokens": [[text, token_id] for text, token_id in specials.items()],
                **more,
            },
            self.reading.accounts,
            {
                "corpus_bytes": self.corpus_bytes,
                "lost_bytes": 0 if self.counted is None else self.counted.lost,
                "n_pieces": 0 if self.counted is None else len(self.counted),
                "n_merges": self.n_merges,
                "n_tokens": self.n_tokens,
                "ended_by": self.ended_by or "stopped",
            },
        )
