"""Finds the vocabulary size from which a word is one token, in training on a corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from workbench.api.training import TrainingRun
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, point
from workbench.engine.corpus.sources import Source
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.model import Model
from workbench.engine.normalizers.sentencepiece_normalizer import spaces_of
from workbench.engine.training.merges import merge_pair
from workbench.engine.training.options import Options
from workbench.engine.training.presets import PRESETS
from workbench.engine.training.trainer import Merge, Progress
from workbench.engine.training.unit_classes import NEVER, Scripts, joined

LIMIT = 1 << 16  # vocabulary size at which the search ends
_WINDOW = 1 << 22  # bytes of pieces searched between two points
_MARK = "\u2581"  # SentencePiece's space
_NO_TOKEN = -1  # among symbols: a byte of a character that has no token


@dataclass(frozen=True, slots=True)
class WordSizes:
    """How a word is encoded while a vocabulary grows.

    Attributes:
        occurrences: how often the corpus has it as a piece.
        counts: (vocabulary size, tokens of the word), for the smallest size and wherever the number falls.
        size: at which it becomes one token, None if it does not.
        reached: the size at which the search ended.
        ended_by: "found", "size" (the limit was reached) or "pairs" (no pair is left that may be merged);
            where the rules of SentencePiece's trainer never make one token of it, nothing more is merged:
            "digits" (each stays alone), "scripts" (its characters are of several), "length" (it is longer
            than a token may be) or "characters" (one is too rare to have a token).

    """

    occurrences: int
    counts: tuple[tuple[int, int], ...]
    size: int | None
    reached: int
    ended_by: str


def word_sizes(
    tokenizer: Tokenizer, word: bytes, sources: Sequence[Source], limit: int = LIMIT
) -> Iterator[Progress | WordSizes]:
    """Train on a corpus with a tokenizer's own split, by the trainer's own rules, until a word is one token.

    Each merge is applied to the word as it is learned, so that its tokens are always those of the tokenizer
    so far. Closing the generator ends the search.

    Args:
        tokenizer: its split is used.
        word: a piece of it, as it is merged.
        sources: the corpus.
        limit: vocabulary size at which the search ends.

    Yields:
        `Progress` of reading and merging; at last `WordSizes`.

    Raises:
        EngineError: "word_not_trained_so" where no training here splits as it does; else as `TrainingRun`.

    """
    options = options_like(tokenizer, limit)
    by_characters = options.preset == "llama2"
    spelled = word.replace(_MARK.encode(), b" ") if by_characters else word
    refused = _refused(spelled, options) if by_characters else ""
    if refused:
        yield WordSizes(0, ((limit, len(tokenizer.model.encode_piece(word))),), None, 0, refused)
        return
    run = TrainingRun(sources, options)
    followed = None if by_characters else _Followed(run, list(run.tokenizer().model.encode_piece(word)))
    for event in run.steps():
        if not isinstance(event, Merge):
            if isinstance(event, Progress):
                yield event
            continue
        followed = followed or _Followed(run, _characters(run, spelled))
        followed.take(event)
        if followed.is_over:
            break
        point()
    followed = followed or _Followed(run, _characters(run, spelled))
    times = 0 if run.counted is None else occurrences(run.counted, spelled)
    ended_by = followed.ended_by or run.ended_by
    size = run.vocab_size if ended_by == "found" else None
    yield WordSizes(times, tuple(followed.counts), size, run.vocab_size, ended_by)


class _Followed:
    """A word while a vocabulary grows.

    Attributes:
        counts: (vocabulary size, tokens of the word) wherever the number falls.

    """

    def __init__(self, run: TrainingRun, symbols: list[int]) -> None:
        """Take the word's first symbols, ids of the run, which may be one merge ahead."""
        self._run = run
        self._symbols = symbols
        self.counts = [(run.vocab_size - run.n_merges, len(symbols))]

    def take(self, merge: Merge) -> None:
        """Apply a merge."""
        if merge.left in self._symbols:
            self._symbols = merge_pair(self._symbols, (merge.left, merge.right), merge.new_id)
            if len(self._symbols) < self.counts[-1][1]:
                self.counts.append((self._run.vocab_size, len(self._symbols)))

    @property
    def ended_by(self) -> str:
        """Why its tokens can no longer change, "" if they can."""
        if _NO_TOKEN in self._symbols:
            return "characters"
        return "found" if len(self._symbols) <= 1 else ""

    @property
    def is_over(self) -> bool:
        """Whether its tokens can no longer change."""
        return self.ended_by != ""


def _characters(run: TrainingRun, word: bytes) -> list[int]:
    """Return the ids of a word's characters after the corpus was counted; bytes for those without a token."""
    first = run.first_id + run.n_merges_wanted  # the characters take the last ids (`Llama2Recipe`)
    ids = {run.learned.token_bytes(token_id): token_id for token_id in range(first, run.vocab_size_wanted)}
    symbols: list[int] = []
    for character in word.decode("utf-8", "surrogateescape"):
        spelling = character.encode("utf-8", "surrogateescape")
        symbols += [ids[spelling]] if spelling in ids else [_NO_TOKEN] * len(spelling)
    return symbols


def _refused(word: bytes, options: Options) -> str:
    """Return the rule of SentencePiece's trainer that prevents a token for a word, "" for none."""
    text = word.decode("utf-8", "surrogateescape").replace(" ", _MARK)
    if len(text) > options.longest_token > 0:
        return "length"
    scripts = Scripts(options.split_digits)
    classes = [scripts.class_of(character) for character in text]
    joined_class = classes[0]
    for place, other in enumerate(classes[1:], 1):
        joined_class = joined(joined_class, other)
        if joined_class == NEVER:
            digits = options.split_digits and any(map(str.isdecimal, text[: place + 1]))
            return "digits" if digits else "scripts"
    return ""


# --- the training -------------------------------------------------------------------------------


def can_train_like(model: Model) -> bool:
    """Return whether training here can make words as a model does."""
    can = model.capabilities
    return can.byte_level or (can.space_mark == _MARK and not model.word_ends)


def options_like(tokenizer: Tokenizer, vocab_size: int) -> Options:
    """Return the options that train with a tokenizer's split.

    Units are bytes, CLIP's bytes with ends of words, or characters as in SentencePiece's BPE; then digits are
    split if the tokenizer splits them, and tokens may be at least as long as its longest one.

    Raises:
        EngineError: "word_not_trained_so".

    """
    model, splitter = tokenizer.model, tokenizer.pre_tokenizer
    if not can_train_like(model):
        raise EngineError("word_not_trained_so")
    if model.word_ends:
        return Options("clip", vocab_size=vocab_size)
    if not model.capabilities.byte_level:
        return _options_of_characters(model, vocab_size)
    presets = {
        split: preset for preset, split in PRESETS.items() if preset not in ("clip", "llama2", "custom")
    }
    if splitter.name in presets:
        return Options(presets[splitter.name], vocab_size=vocab_size)
    return Options("custom", splitter.pattern, vocab_size=vocab_size)


def _options_of_characters(model: Model, vocab_size: int) -> Options:
    options = Options("llama2", vocab_size=vocab_size)
    longest, split_digits = options.longest_token, True
    for token_id in paced(model.ids.tolist()):
        token = (model.token_bytes(token_id) or b"").decode("utf-8", "replace")
        if not token.isspace():
            longest = max(longest, len(token))
            split_digits &= len(token) == 1 or not any("0" <= character <= "9" for character in token)
    spaces = None if model.scored is None else spaces_of(model.scored.vocabulary.normalizer)
    removes = spaces is not None and spaces.remove_extra_whitespaces
    return replace(
        options, max_token_length=longest, split_digits=split_digits, remove_extra_whitespaces=removes
    )


def occurrences(counted: CountedPieces, word: bytes) -> int:
    """Return how often a word is one of the counted pieces."""
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
        point()
    return 0
