"""The only joiner of trainer, tokenizer and formats: what the window, the command line and Python share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from workbench.api.checkpoints import (
    Checkpointing,
    Interrupted,
    discard_checkpoint,
    interrupted_runs,
)
from workbench.api.counting import CountsKept
from workbench.api.files import (
    Opened,
    Saved,
    is_tokenizer_file,
    open_file,
    open_sample,
    open_steps,
    read_bytes,
    save_file,
    save_steps,
    writable_as,
    write_file,
)
from workbench.api.training import PRESETS, Options, TrainingRun
from workbench.engine.merges import TIE_RULES
from workbench.engine.scanning import Scanned, scan_steps
from workbench.engine.sources import (
    PYTHON_LIBRARY,
    SAMPLE_CORPUS,
    Source,
    SourceOptions,
    TextSource,
)
from workbench.engine.tokenizer import Tokenizer
from workbench.engine.trainer import Merge, Progress

__all__ = [
    "PRESETS",
    "PYTHON_LIBRARY",
    "SAMPLE_CORPUS",
    "TIE_RULES",
    "Checkpointing",
    "CountsKept",
    "Interrupted",
    "Merge",
    "Opened",
    "Options",
    "Progress",
    "Saved",
    "Scanned",
    "Source",
    "SourceOptions",
    "TextSource",
    "TrainingRun",
    "discard_checkpoint",
    "interrupted_runs",
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
    "writable_as",
    "write_file",
]


def train(
    sources: Source | Sequence[Source],
    *,
    preset: str = "gpt4",
    vocab_size: int = 4096,
    pattern: str | None = None,
    tie: str | None = None,
    special_tokens: Sequence[str] | Mapping[str, int] | None = None,
    min_count: int = 1,
    max_token_length: int | None = None,
    character_coverage: float = 0.99995,
    split_digits: bool = True,
    progress: Callable[[Progress | Merge], object] | None = None,
) -> Tokenizer:
    """Train a tokenizer on text files and folders.

    Args:
        sources: a path, or several; "sample:" is the bundled corpus, "python:" Python's own library; a text
            in memory is `workbench.api.TextSource(name, text)`.
        preset: "basic" (no split), "gpt2", "gpt4", "gpt4o", "clip", "llama2", or "custom" with a pattern.
        vocab_size: bytes and merges together; fewer where the corpus has no more pairs. For "clip" the bytes
            count twice (once more at the end of a word), for "llama2" also <unk>, <s>, </s> and characters.
        pattern: a split pattern in the syntax of the `regex` module, in place of the preset's.
        tie: which of the most frequent pairs is merged, "smallest", "huggingface", "first-seen" or
            "sentencepiece"; None takes "sentencepiece" for "llama2" and "smallest" for the others.
        special_tokens: texts, which take the ids after the vocabulary, or text -> id.
        min_count: a pair that occurs less often is not merged.
        max_token_length: in bytes; for "llama2" in characters, 16 if not given. 0 sets no limit.
        character_coverage: for "llama2", the share of the characters that get tokens.
        split_digits: for "llama2", each digit stays a token of its own.
        progress: called with every `Progress` and `Merge`.

    Raises:
        EngineError: naming what is wrong and what to do.

    """
    several = (
        [sources] if isinstance(sources, str | os.PathLike | TextSource | SourceOptions) else list(sources)
    )
    options = Options(
        preset, pattern, vocab_size, min_count, max_token_length, tie, special_tokens or (),
        character_coverage, split_digits,
    )  # fmt: skip
    run = TrainingRun(several, options)
    for event in run.steps():
        if event is not None and progress is not None:
            progress(event)
    return run.tokenizer()


def open_tokenizer(path: str | os.PathLike[str], anyway: bool = False) -> Tokenizer:
    """Open a tokenizer file, recognised by its content.

    Args:
        path: of the file.
        anyway: open JSON however large (up to 1 GiB), with half of the machine's memory.

    Raises:
        EngineError: naming the file, the place in it, what is wrong and what to do.

    """
    return open_file(path, anyway=anyway).tokenizer


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
