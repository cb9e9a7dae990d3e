"""The only joiner of trainer, tokenizer and formats: what the window, the command line and Python share."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from workbench.engine.bpe import RankMergedBpe
from workbench.engine.errors import EngineError
from workbench.engine.isolation import Child
from workbench.engine.merges import TIE_RULES
from workbench.engine.piece_counts import CountedPieces, CountProgress
from workbench.engine.pre_tokenizers import CustomSplit, PreTokenizer, count_pieces, named
from workbench.engine.readers import cannot_read, open_regular
from workbench.engine.sources import (
    PYTHON_LIBRARY,
    SAMPLE_CORPUS,
    Reading,
    Scanned,
    Source,
    TextSource,
    resource_path,
    scan_steps,
)
from workbench.engine.special_tokens import SpecialTokens
from workbench.engine.tokenizer import Tokenizer
from workbench.engine.trainer import Merge, Progress, TrainerOptions, check
from workbench.engine.trainer import train as train_merges
from workbench.formats import atomic, minbpe_model, registry
from workbench.formats.format import Notice
from workbench.formats.pattern_names import pattern_name
from workbench.formats.training_record import training_record

__all__ = [
    "PRESETS",
    "PYTHON_LIBRARY",
    "SAMPLE_CORPUS",
    "TIE_RULES",
    "Merge",
    "Opened",
    "Options",
    "Progress",
    "Saved",
    "Scanned",
    "Source",
    "TextSource",
    "TrainingRun",
    "is_tokenizer_file",
    "open_file",
    "open_sample",
    "open_steps",
    "open_tokenizer",
    "read_bytes",
    "save_file",
    "save_steps",
    "save_tokenizer",
    "scan_steps",
    "train",
    "write_file",
]

PRESETS: Mapping[str, str] = MappingProxyType(
    {"basic": "none", "gpt2": "gpt2", "gpt4": "cl100k", "gpt4o": "o200k", "custom": "custom"}
)  # preset -> name of the split

Result = TypeVar("Result")

_READ = 1 << 20  # bytes of a file read between two yields
_HEAD = 4096  # bytes by which a tokenizer file is told from a text


# --- files --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opened:
    """A tokenizer and where it is from.

    Attributes:
        tokenizer: it.
        path: its file, or None.
        format: name of the file's format, "" without a file.
        notices: what was tolerated when it was read.

    """

    tokenizer: Tokenizer
    path: str | None = None
    format: str = ""
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Saved:
    """A tokenizer that has been written; `files` are all that were written, its own first."""

    opened: Opened
    files: tuple[str, ...]


def open_tokenizer(path: str | os.PathLike[str]) -> Tokenizer:
    """Open a tokenizer file, recognised by its content.

    Raises:
        EngineError: naming the file, the place in it, what is wrong and what to do.

    """
    return open_file(path).tokenizer


def save_tokenizer(
    tokenizer: Tokenizer, path: str | os.PathLike[str], format: str | None = None
) -> tuple[str, ...]:
    """Write a tokenizer to a file, its card beside it.

    Args:
        tokenizer: what is saved.
        path: of the file; it is replaced in one step, or not at all.
        format: name of a format, or None for the one that the suffix names.

    Returns:
        The paths of all files that were written, `path` first.

    Raises:
        EngineError: the format is unknown or cannot hold the tokenizer, or the file cannot be written.

    """
    return save_file(tokenizer, path, format).files


def open_file(path: str | os.PathLike[str], child: Child | None = None) -> Opened:
    """Open as `open_tokenizer`, and tell the format and what was tolerated.

    A pattern that is not a published one runs in `child`, or in one of its own that it starts when needed.
    """
    return _last(open_steps(path, child))


def open_steps(path: str | os.PathLike[str], child: Child | None = None) -> Iterator[Opened | None]:
    """Open as `open_file` in slices: yield None at least every 20 ms, at last the tokenizer."""
    for found in registry.open_steps(path, child):
        if found is None:
            yield None
        else:
            yield Opened(found.tokenizer, os.fspath(path), found.format_name, found.notices)


def open_sample() -> Opened:
    """Open the bundled sample tokenizer, as one that has no file of its own."""
    return Opened(open_file(resource_path("tokenizers", "sample.model")).tokenizer)


def save_file(tokenizer: Tokenizer, path: str | os.PathLike[str], format: str | None = None) -> Saved:
    """Save as `save_tokenizer`, and tell what the file is now."""
    return _last(save_steps(tokenizer, path, format))


def save_steps(
    tokenizer: Tokenizer, path: str | os.PathLike[str], format: str | None = None
) -> Iterator[Saved | None]:
    """Save as `save_file` in slices: yield None at least every 20 ms but for the disk, at last the result."""
    for files in registry.save_steps(tokenizer, path, format):
        if files is None:
            yield None
        else:
            known = registry.format_for(os.fspath(path), format)
            yield Saved(Opened(tokenizer, os.fspath(path), known.name), files)


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole or not at all; raises EngineError naming it."""
    for _ in atomic.write_steps([(atomic.target_of(os.fspath(path)), data)]):
        pass


def is_tokenizer_file(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file begins as a tokenizer of a format that is known; False where it cannot be read."""
    try:
        descriptor = open_regular(os.fspath(path))
    except EngineError:
        return False
    with os.fdopen(descriptor, "rb") as file:
        try:
            head = file.read(_HEAD)
        except OSError:
            return False
    return minbpe_model.is_vocab(head) or any(known.sniff(head) for known in registry.FORMATS)


def read_bytes(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Yield the bytes of a file, as they are, in portions; raises EngineError naming the file."""
    name = os.fspath(path)
    with os.fdopen(open_regular(name), "rb") as file:
        while True:
            try:
                portion = file.read(_READ)
            except OSError as error:
                raise cannot_read(name, error) from error
            if not portion:
                return
            yield portion


# --- training -----------------------------------------------------------------------------------------


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


def train(
    sources: Source | Sequence[Source],
    *,
    preset: str = "gpt4",
    vocab_size: int = 4096,
    pattern: str | None = None,
    tie: str = "smallest",
    special_tokens: Sequence[str] | Mapping[str, int] | None = None,
    min_count: int = 1,
    max_token_length: int | None = None,
    progress: Callable[[Progress | Merge], object] | None = None,
) -> Tokenizer:
    """Train a tokenizer on text files and folders.

    Args:
        sources: a path, or several; "sample:" is the bundled corpus, "python:" Python's own library; a text
            in memory is `workbench.api.TextSource(name, text)`.
        preset: "basic" (no split), "gpt2", "gpt4", "gpt4o", or "custom" with a pattern.
        vocab_size: bytes and merges together; fewer where the corpus has no more pairs.
        pattern: a split pattern in the syntax of the `regex` module, in place of the preset's.
        tie: which of the most frequent pairs is merged, "smallest", "huggingface" or "first-seen".
        special_tokens: texts, which take the ids after the vocabulary, or text -> id.
        min_count: a pair that occurs less often is not merged.
        max_token_length: in bytes.
        progress: called with every `Progress` and `Merge`.

    Raises:
        EngineError: naming what is wrong and what to do.

    """
    several = [sources] if isinstance(sources, str | os.PathLike | TextSource) else list(sources)
    options = Options(preset, pattern, vocab_size, min_count, max_token_length, tie, special_tokens or ())
    run = TrainingRun(several, options)
    for event in run.steps():
        if event is not None and progress is not None:
            progress(event)
    return run.tokenizer()


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
        return _last(self.opened_steps(name, child))

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


def _last(steps: Iterator[Result | None]) -> Result:
    return next(result for result in steps if result is not None)
