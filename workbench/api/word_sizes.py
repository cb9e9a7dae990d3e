"""From which vocabulary size on a word is one token, if the vocabulary is trained on some corpus."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from workbench.api.training import TrainingRun
from workbench.api.training_options import PRESETS, Options
from workbench.engine.errors import EngineError
from workbench.engine.merges import merge_pair
from workbench.engine.pair_merged import PairMergedBpe
from workbench.engine.piece_counts import CountedPieces
from workbench.engine.sources import Source
from workbench.engine.tokenizer import Tokenizer
from workbench.engine.trainer import Merge, Progress

LIMIT = 1 << 16  # vocabulary size at which looking ends
_WINDOW = 1 << 22  # bytes of pieces looked through between two yields


@dataclass(frozen=True, slots=True)
class WordSizes:
    """How a word fares while a vocabulary grows.

    Attributes:
        occurrences: how often the corpus has it as a piece.
        counts: (vocabulary size, tokens of the word), of the smallest size and wherever the number falls.
        size: at which it becomes one token, None where it does not.
        reached: the size at which looking ended.
        ended_by: "found", "size" (the limit was reached) or "pairs" (no pair is left that may be merged).

    """

    occurrences: int
    counts: tuple[tuple[int, int], ...]
    size: int | None
    reached: int
    ended_by: str


def word_sizes_steps(
    tokenizer: Tokenizer, word: bytes, sources: Sequence[Source], limit: int = LIMIT
) -> Iterator[Progress | WordSizes | None]:
    """Train on a corpus with a tokenizer's own split, by the trainer's own rules, until a word is one token.

    The word goes through each merge as it is learned: its tokens are then those that the tokenizer of the
    merges so far would give it. Closing it at any yield ends it.

    Args:
        tokenizer: whose split is trained with.
        word: a piece of it, as it is merged.
        sources: the corpus.
        limit: vocabulary size at which looking ends.

    Yields:
        `Progress` of reading and merging, or None, at least every 20 ms; at last `WordSizes`.

    Raises:
        EngineError: "word_not_of_bytes" where the tokenizer merges characters; else as `TrainingRun`.

    """
    run = TrainingRun(sources, options_like(tokenizer, limit))
    symbols = list(run.tokenizer().model.encode_piece(word))
    counts = [(run.vocab_size, len(symbols))]
    for event in run.steps():
        if not isinstance(event, Merge):
            yield event if isinstance(event, Progress) else None
            continue
        if event.left in symbols:
            symbols = merge_pair(symbols, (event.left, event.right), event.new_id)
            if len(symbols) < counts[-1][1]:
                counts.append((run.vocab_size, len(symbols)))
        if len(symbols) <= 1:
            break
        yield None
    found = len(symbols) <= 1
    times = 0 if run.counted is None else (yield from occurrences_steps(run.counted, word))
    ended_by = "found" if found else run.ended_by
    yield WordSizes(times, tuple(counts), counts[-1][0] if found else None, run.vocab_size, ended_by)


def options_like(tokenizer: Tokenizer, vocab_size: int) -> Options:
    """Return the options that train with a tokenizer's split: bytes, or CLIP's bytes with ends of words.

    Raises:
        EngineError: "word_not_of_bytes".

    """
    model, splitter = tokenizer.model, tokenizer.pre_tokenizer
    if isinstance(model, PairMergedBpe) and model.lists.word_ends:
        return Options("clip", vocab_size=vocab_size)
    if not model.capabilities.byte_level:
        raise EngineError("word_not_of_bytes")
    presets = {
        split: preset for preset, split in PRESETS.items() if preset not in ("clip", "llama2", "custom")
    }
    if splitter.name in presets:
        return Options(presets[splitter.name], vocab_size=vocab_size)
    return Options("custom", splitter.pattern, vocab_size=vocab_size)


def occurrences_steps(counted: CountedPieces, word: bytes) -> Generator[None, None, int]:
    """Yield None at least every 20 ms and return how often a word is one of the counted pieces."""
    blob, ends = counted.blob, counted.ends
    start = 0
    while start < len(blob):
        stop = start + _WINDOW + len(word)
        at = blob.find(word, start, stop)
        while at >= 0:
            row = int(np.searchsorted(ends, at + len(word)))
            first = int(ends[row - 1]) if row else 0
            if first == at and int(ends[row]) == at + len(word):
                return int(counted.counts[row])
            at = blob.find(word, at + 1, stop)
        start += _WINDOW
        yield
    return 0
