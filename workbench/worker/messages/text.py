"""Encodes and decodes a text, and explains its tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.trainer import Progress
from workbench.worker.messages.requests import Stamp


@dataclass(frozen=True, slots=True)
class ReadText:
    """Read a text file for the Tokens panel; answered by `TextRead`."""

    request_id: int
    path: str


@dataclass(frozen=True, slots=True)
class TextRead:
    """A file's bytes, unchanged.

    Attributes:
        line_feeds: int64[n], where its line feeds are, in bytes; None if not looked at.
        stamp: size and time of change (ns) of the file before it was read, None if unknown.

    """

    request_id: int
    path: str
    data: bytes
    line_feeds: NDArray[np.int64] | None = None
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Encode:
    """Encode a text; answered by `EncodedPart`s, the one around `focus` first, then `Encoded`.

    Attributes:
        text: the raw bytes of the whole text, or parts which are it when they are joined.
        view: names the view that asks; a newer request of the same view takes the place of an older one.
        focus: (start, end) in bytes of `text`, what is seen.
        specials: "all" takes special tokens wherever their text occurs; "none" takes it as plain text
            and reports it; texts take these and report the others; "error" encodes nothing if one occurs.
        before, after: whether the ids of the tokenizer's framing go before and after the text's.
        rule: the rule to merge by, where the tokenizer has a choice; "" for its own.
        stale: (start, end) of the stretches, in order, outside which the caller has the tokens already,
            a token at least on either side of an edit being within; only these are encoded, as far around
            them as the tokens may be others. None for the whole text.
        n_characters: of the text, where the caller has counted them.
        replaced: bytes that became U+FFFD, as far as reported so far.
        bare: the stretches, in order, of which no tokens have come yet, provisional ones neither; None if
            that is unknown.
        size: encode by the tokens with ids below it alone, 0 for the whole vocabulary.

    """

    lane: ClassVar = "live"
    request_id: int
    handle: int
    text: bytes | tuple[bytes | memoryview, ...]
    view: str = "tokens"
    focus: tuple[int, int] = (0, 0)
    specials: str | tuple[str, ...] = "none"
    before: bool = False
    after: bool = False
    rule: str = ""
    stale: tuple[tuple[int, int], ...] | None = None
    n_characters: int | None = None
    replaced: int = 0
    bare: tuple[tuple[int, int], ...] | None = None
    size: int = 0


@dataclass(frozen=True, slots=True)
class EncodedPart:
    """The tokens of the bytes [start, end) of a text.

    Attributes:
        ids: uint32[n].
        spans: uint64[n, 2], in bytes of the whole text.
        provisional: True if a later part may say otherwise (the part around `focus` while the
            text before it is not encoded yet).
        n_before, n_after: how many of its first and last ids are put around the text.
        prefix: a space was put before the text (SentencePiece's dummy prefix).
        left: (start, end) of the stretches, in order, whose tokens are still to come.
        replaced: bytes of it that became U+FFFD.

    """

    is_part: ClassVar = True
    request_id: int
    handle: int
    start: int
    end: int
    ids: NDArray[np.uint32]
    spans: NDArray[np.uint64]
    provisional: bool = False
    n_before: int = 0
    n_after: int = 0
    prefix: bool = False
    left: tuple[tuple[int, int], ...] = ()
    replaced: int = 0


@dataclass(frozen=True, slots=True)
class StageText:
    """The beginning of a text after one of the steps before splitting.

    Attributes:
        name: "ftfy", "unescape", "whitespace", "lower case", "normalize".
        text: its first bytes.
        changed: (start, end) in `text` of what the step changed; empty if it took something out.
        kinds: "replace", "insert" or "delete" for each of them.
        whole: whether `text` is all of it.
        removed: characters that the step took out.

    """

    name: str
    text: bytes
    changed: tuple[tuple[int, int], ...] = ()
    kinds: tuple[str, ...] = ()
    whole: bool = True
    removed: int = 0


@dataclass(frozen=True, slots=True)
class Encoded:
    """All parts of a text have been sent.

    Attributes:
        n_tokens: of the stretches that were encoded, those around the text among them.
        n_bytes, n_characters: of the whole text; a byte that is not UTF-8 counts as one character.
        special_texts: (text, times) of special tokens whose text occurs and was taken as plain text.
        lost: bytes of those stretches that the split pattern leaves out.
        refused: nothing was encoded, because special tokens occur and `specials` was "error".
        stages: the steps before the text was split, with its beginning; empty if there is none.
        replaced: bytes of the whole text that became U+FFFD.
        text: the whole text, where it came in parts.

    """

    request_id: int
    handle: int
    n_tokens: int
    n_bytes: int
    n_characters: int
    special_texts: tuple[tuple[str, int], ...] = ()
    lost: int = 0
    refused: bool = False
    stages: tuple[StageText, ...] = ()
    replaced: int = 0
    text: bytes | None = None


@dataclass(frozen=True, slots=True)
class CountSizes:
    """Ask how many tokens a text has at every size of the vocabulary; answered by `SizesCounted`.

    Attributes: as those of `Encode`.

    """

    lane: ClassVar = "live"
    request_id: int
    handle: int
    text: bytes | tuple[bytes | memoryview, ...]
    specials: str | tuple[str, ...] = "none"
    before: bool = False
    after: bool = False
    view: str = "sizes"


@dataclass(frozen=True, slots=True)
class SizesCounted:
    """The tokens of a text at every size.

    Attributes:
        lowest: the smallest size, at which nothing merges.
        counts: int64[n], the number of tokens at size `lowest` + i, the last one at the whole size.

    """

    request_id: int
    handle: int
    lowest: int
    counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CutSizes:
    """Ask for the tokens of the visible part of a text at every size; answered by `SizesCut`.

    Attributes: as those of `Encode`.

    """

    lane: ClassVar = "live"
    request_id: int
    handle: int
    text: bytes | tuple[bytes | memoryview, ...]
    focus: tuple[int, int]
    specials: str | tuple[str, ...] = "none"
    before: bool = False
    after: bool = False
    view: str = "size cuts"


@dataclass(frozen=True, slots=True)
class SizesCut:
    """The tokens of the bytes [start, end) of a text at every size of the vocabulary.

    Attributes:
        ids, spans: uint32[n] and uint64[n, 2], all tokens that there are at some size, in order.
        first, last: int64[n], each is there at the sizes k with first < k <= last.
        n_before, n_after, prefix: as in `EncodedPart`, the same at every size.

    """

    request_id: int
    handle: int
    start: int
    end: int
    ids: NDArray[np.uint32]
    spans: NDArray[np.uint64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    n_before: int = 0
    n_after: int = 0
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Explain:
    """Ask why a text has its tokens; answered by `Explained`.

    Attributes:
        text: the raw bytes of the text, or of a large one what is around `at`, from the byte `offset` on.
        at: a byte of the text: its word is explained.
        before, after, rule, size: as in `Encode`.
        n_bytes: of the whole text, -1 where `text` is all of it.

    """

    lane: ClassVar = "live"
    request_id: int
    handle: int
    text: bytes
    at: int
    before: bool = False
    after: bool = False
    rule: str = ""
    size: int = 0
    view: str = "steps"
    offset: int = 0
    n_bytes: int = -1


@dataclass(frozen=True, slots=True)
class Decode:
    """Ask for the bytes of ids, written in `text` in any notation; UTF-8 if bytes. Answered by `Decoded`."""

    lane: ClassVar = "live"
    request_id: int
    handle: int
    text: str | bytes
    view: str = "decode"


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of ids.

    Attributes:
        data: their bytes; b"" if they cannot be decoded.
        n_invalid: bytes that are not UTF-8; `invalid` holds the first runs of them, (start, end) in bytes.
        cause, remedy, facts, place, file: what is wrong with the ids, as in `Failed`; "" where nothing is.
        line_feeds: int64[n], where its line feeds are, in bytes; None if not looked at.
        n_unknown: ids that the tokenizer does not have, and that are left out; `unknown` holds the first of
            them, (which id it is, counted from 0, and the id).

    """

    request_id: int
    handle: int
    data: bytes
    n_ids: int
    n_invalid: int = 0
    invalid: tuple[tuple[int, int], ...] = ()
    cause: str = ""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    place: tuple[str, int | str] | None = None
    remedy: str = ""
    file: str = ""
    line_feeds: NDArray[np.int64] | None = None
    n_unknown: int = 0
    unknown: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol of a word while merging: its id and its bytes."""

    id: int
    token: bytes


@dataclass(frozen=True, slots=True)
class MergeRound:
    """One step of merging.

    Attributes:
        ids: of the symbols before it.
        candidates: (position of the left one, id of what they make, rank or score) of every pair that may
            merge, from the left.
        chosen: which of them is merged, None in the last round, if there is none.
        places: positions at which it is merged, several where a round merges a pair throughout (CLIP).

    """

    ids: tuple[int, ...]
    candidates: tuple[tuple[int, int, float], ...] = ()
    chosen: int | None = None
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NeededMerge:
    """A merge that is needed, after the ones before it, for a word to be one token.

    Attributes:
        left, right: how they are written.
        id: of a token that is spelled as both, though merging does not make it here; -1 where none is.
        exists: whether the vocabulary has this merge, so that only those before it are missing.

    """

    left: bytes
    right: bytes
    id: int = -1
    exists: bool = False


@dataclass(frozen=True, slots=True)
class PassedToken:
    """A token that spells a part of a word across its tokens' borders, and was not made.

    Attributes:
        id, token: the token and how it is written.
        round: of merging, from 1, that made it impossible, or 0 if merging never makes it.
        chosen: what that round made.

    """

    id: int
    token: bytes
    round: int = 0
    chosen: bytes = b""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What would make a word one token.

    Attributes:
        n_tokens: that it has.
        word: its bytes; a part of what is explained where a text is merged without being split.
        whole: id of the token that is spelled as the word, -1 if there is none.
        joins: merges that build on each other and would make one token of it.
        passed: tokens that were passed over, the longest first.
        can_train: whether a training can be asked from which size on it is one token (`FindWordSize`).

    """

    n_tokens: int
    word: bytes = b""
    whole: int = -1
    joins: tuple[NeededMerge, ...] = ()
    passed: tuple[PassedToken, ...] = ()
    can_train: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """How the tokens of a word were merged.

    Attributes:
        word: its bytes as they are merged, after all cleaning.
        start, end: where it is in the raw text.
        scored: values are scores; else ranks.
        rounds: one a merge, and the last one with nothing to merge; empty if the word is too long.
        tokens: id -> (how it is written, its bytes in the word), of all ids of the rounds.
        vocabulary: first rows of the vocabulary sorted by bytes, for models that look tokens up so (S1).
        before, prefix, after: what is put around the text: (S2, S5); `prefix` is its dummy prefix.
        longest: bytes up to which a word is explained, 0 if this one is.
        what_if: what would have made one token of it; None if it is not explained.

    """

    request_id: int
    handle: int
    word: bytes
    start: int
    end: int
    scored: bool
    rounds: tuple[MergeRound, ...]
    tokens: Mapping[int, tuple[bytes, int]] = field(default_factory=dict)
    vocabulary: tuple[Symbol, ...] = ()
    before: tuple[Symbol, ...] = ()
    prefix: tuple[Symbol, ...] = ()
    after: tuple[Symbol, ...] = ()
    longest: int = 0
    what_if: WhatIf | None = None


@dataclass(frozen=True, slots=True)
class FindWordSize:
    """Ask from which size a word is one token, if trained on `sources`; answered by `WordSized`.

    Attributes:
        word: a piece as the tokenizer merges it.
        sources: paths, or sources that are not read as usual.
        limit: size at which looking ends, 0 for the usual one.

    """

    lane: ClassVar = "training"
    request_id: int
    handle: int
    word: bytes
    sources: tuple[str | SourceOptions, ...]
    limit: int = 0


@dataclass(frozen=True, slots=True)
class WordSizeProgress:
    """The progress of a `FindWordSize`."""

    is_part: ClassVar = True
    is_progress: ClassVar = True
    request_id: int
    progress: Progress

    @property
    def phase(self) -> str:
        """Its phase."""
        return self.progress.phase


@dataclass(frozen=True, slots=True)
class WordSized:
    """The end of a `FindWordSize`.

    Attributes:
        size: from which on the word is one token, None if it is not.
        reached: size at which looking ended.
        ended_by: "found", "size" (at the limit), "pairs" (no pair is left to merge), "digits",
            "scripts", "length" or "characters" where SentencePiece's trainer never makes it one token.
        occurrences: how often the corpus has the word.
        counts: (size, tokens of the word) wherever the number falls.
        on_sample: whether the corpus is the sample text alone.

    """

    request_id: int
    word: bytes
    size: int | None = None
    reached: int = 0
    ended_by: str = "found"
    occurrences: int = 0
    counts: tuple[tuple[int, int], ...] = ()
    on_sample: bool = False


@dataclass(frozen=True, slots=True)
class SortPaths:
    """Sort tokenizer files from others by content; `use` is returned. Answered by `PathsSorted`."""

    request_id: int
    paths: tuple[str, ...]
    use: str = ""


@dataclass(frozen=True, slots=True)
class PathsSorted:
    """The paths of tokenizer files, and those of other files and folders."""

    request_id: int
    tokenizers: tuple[str, ...]
    others: tuple[str, ...]
    use: str = ""
