"""A training run: sources and options in, merges as they are learned, at any time the tokenizer so far."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from workbench.api.files import Opened, last_of
from workbench.engine.bpe import RankMergedBpe
from workbench.engine.errors import EngineError
from workbench.engine.isolation import Child
from workbench.engine.piece_counts import CountedPieces, CountProgress
from workbench.engine.pre_tokenizers import CustomSplit, PreTokenizer, count_pieces, named
from workbench.engine.sources import Reading, Source
from workbench.engine.special_tokens import SpecialTokens
from workbench.engine.tokenizer import Tokenizer
from workbench.engine.trainer import Merge, Progress, TrainerOptions, check
from workbench.engine.trainer import train as train_merges
from workbench.formats import registry
from workbench.formats.pattern_names import pattern_name
from workbench.formats.training_record import training_record

PRESETS: Mapping[str, str] = MappingProxyType(
    {"basic": "none", "gpt2": "gpt2", "gpt4": "cl100k", "gpt4o": "o200k", "custom": "custom"}
)  # preset -> name of the split


@dataclass(frozen=True, slots=True)
class Options:
    """What decides a training run but the corpus.

    Attributes:
        preset: a key of `PRESETS`.
        pattern: a split pattern; it goes before the preset's. "custom" needs one.
        vocab_size: bytes and merges together.
        min_count: a pair that occurs less often is not merged.
        max_token_length: in bytes, None or 0 for no limit.
        tie: one of `TIE_RULES`.
        special_tokens: texts, which take the ids after the vocabulary, or text -> id.

    """

    preset: str = "gpt4"
    pattern: str | None = None
    vocab_size: int = 4096
    min_count: int = 1
    max_token_length: int | None = None
    tie: str = "smallest"
    special_tokens: Sequence[str] | Mapping[str, int] = ()

    def split(self) -> tuple[str, str]:
        """Return (name, pattern) of the split, as `pre_tokenizers.named` takes them.

        Raises:
            EngineError: "unknown_preset", or "pattern_empty".

        """
        if self.preset not in PRESETS:
            raise EngineError("unknown_preset", preset=self.preset, choices=", ".join(PRESETS))
        if self.pattern:
            return pattern_name(self.pattern), self.pattern
        if self.preset == "custom":
            raise EngineError("pattern_empty")
        return PRESETS[self.preset], ""

    def special_ids(self, vocab_size: int) -> dict[str, int]:
        """Return text -> id for a vocabulary that came out with `vocab_size` tokens."""
        if isinstance(self.special_tokens, Mapping):
            return dict(self.special_tokens)
        return {text: vocab_size + i for i, text in enumerate(dict.fromkeys(self.special_tokens))}


class TrainingRun:
    """One training, step by step; it can be left at any step and keeps the merges so far.

    Attributes:
        sources, options: as given.
        reading: the sources and the account of their bytes (`replaced`, `skipped`, `accounts`).
        counted: the distinct pieces, once the sources have been read.
        merges: (left, right) of each merge so far.
        n_merges_wanted: merges that `vocab_size` asks for.
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
        self.merges: list[tuple[int, int]] = []
        self.n_merges_wanted = options.vocab_size - 256
        self.n_tokens = 0
        self.ended_by = ""
        self._tokens = [bytes([byte]) for byte in range(256)]
        self._split = options.split()
        self._child = child
        self._check()

    def _check(self) -> None:
        """Raise what the trainer and the tokenizer would raise, before anything is read."""
        size = self.options.vocab_size
        check(self._trainer_options())
        SpecialTokens(self.options.special_ids(size), lambda i: f"token {i}".encode() if i < size else None)

    def check_target(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Raise the EngineError that saving the result there would raise, as far as that is known before."""
        registry.check_target(self.tokenizer(), path, format)

    @property
    def corpus_bytes(self) -> int:
        """Bytes of text that the tokens stand for."""
        return 0 if self.counted is None else self.counted.n_bytes

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
        return self._tokens[token_id]

    # --- running ----------------------------------------------------------------------------------

    def steps(self) -> Iterator[Progress | Merge | None]:
        """Read, count and merge: yield what happens, or None, at least every 20 ms.

        `Progress.phase` is "reading" (in bytes), "building" and "merging". Closing it at any yield ends the
        run; the merges so far stay.

        Raises:
            EngineError: a source cannot be read, the pattern cannot be used, or there is nothing to train on.

        """
        if self.counted is None:
            self.counted = yield from self._count()
        self.n_tokens = self.corpus_bytes
        del self._tokens[256:], self.merges[:]
        for event in train_merges(self.counted, self._trainer_options()):
            if isinstance(event, Merge):
                self.merges.append((event.left, event.right))
                self._tokens.append(self._tokens[event.left] + self._tokens[event.right])
                self.n_tokens = event.n_tokens
            yield event
        self.ended_by = "size" if len(self.merges) == self.n_merges_wanted else "pairs"

    def _trainer_options(self) -> TrainerOptions:
        options = self.options
        return TrainerOptions(options.vocab_size, options.min_count, options.max_token_length, options.tie)

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
        counting = count_pieces(self.reading.read_steps(), splitter)
        while True:
            try:
                event = next(counting)
            except StopIteration as end:
                counted: CountedPieces = end.value
                return counted
            done = self.reading.n_read
            yield Progress("reading", done, max(total, done)) if isinstance(event, CountProgress) else None

    # --- what came of it --------------------------------------------------------------------------

    def tokenizer(self, name: str = "", child: Child | None = None) -> Tokenizer:
        """Return the tokenizer of the merges so far; a custom pattern runs in `child`, or one of its own."""
        return self.opened(name, child).tokenizer

    def opened(self, name: str = "", child: Child | None = None) -> Opened:
        """Return the same as a tokenizer that has no file yet."""
        return last_of(self.opened_steps(name, child))

    def opened_steps(self, name: str = "", child: Child | None = None) -> Iterator[Opened | None]:
        """Make the tokenizer in slices: yield None at least every 20 ms, at last the tokenizer."""
        model = yield from RankMergedBpe.from_merges_steps(tuple(self.merges))
        specials = self.options.special_ids(model.vocab_size)
        yield Opened(Tokenizer(model, named(*self._split, child), specials, name, self.record()))

    def record(self) -> dict[str, object]:
        """Return how the tokenizer came about, for its card: plain values, the same for the same run."""
        options = self.options
        specials = options.special_ids(256 + len(self.merges))
        return training_record(
            {
                "preset": options.preset,
                "pattern": dict(zip(("name", "text"), self._split, strict=True)),
                "vocab_size": options.vocab_size,
                "min_count": options.min_count,
                "max_token_length": options.max_token_length or None,
                "tie": options.tie,
                "special_tokens": [[text, token_id] for text, token_id in specials.items()],
            },
            self.reading.accounts,
            {
                "corpus_bytes": self.corpus_bytes,
                "lost_bytes": 0 if self.counted is None else self.counted.lost,
                "n_pieces": 0 if self.counted is None else len(self.counted),
                "n_merges": len(self.merges),
                "n_tokens": self.n_tokens,
                "ended_by": self.ended_by or "stopped",
            },
        )
