"""What crosses between the window and the worker threads: frozen requests and results, plain data only.

A tokenizer is a handle (int), never the object. Every result carries the id of the request that it
answers, so that a stale answer can be dropped. Arrays in a message are never written to after sending.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Stamp = tuple[int, int]  # size and time of change (ns) of a file

_request_ids = itertools.count(1)


def new_request_id() -> int:
    """Return an id that no request of this process has had."""
    return next(_request_ids)


# --- tokenizers ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FramingInfo:
    """The special tokens that may go around a text, see `engine.framing.Framing`.

    Attributes:
        before, after: (text, id) of each, such as BOS and EOS.
        adds_before, adds_after: the tokenizer's own library adds them unless it is told not to.
        context: how many ids the model takes, those around included; None if not known.

    """

    before: tuple[tuple[str, int], ...] = ()
    after: tuple[tuple[str, int], ...] = ()
    adds_before: bool = False
    adds_after: bool = False
    context: int | None = None


@dataclass(frozen=True, slots=True)
class TokenizerInfo:
    """What the window knows of a tokenizer.

    Attributes:
        handle: stands for the tokenizer in requests.
        name: shown to the person.
        path: the file it was opened from or saved to last, or None.
        format: name of that file's format ("minbpe", "tiktoken"), or "" where it has no file.
        vocab_size: bytes and merges together, without special tokens.
        n_merges: number of merges.
        pattern_name: as `pre_tokenizers.PreTokenizer.name`.
        pattern: the split pattern, "" where nothing is split.
        special_tokens: (text, id), by id.
        merge_order, trace, byte_level: see `engine.model.Capabilities`.
        writable_as: names of the formats that can hold it.
        notices: (code, facts) of what was tolerated when it was opened.
        framing: what may go around a text.
        rule: "sentencepiece", "llama2c" or "llama.cpp", whose rule it merges by; "" where there is no choice.
        scored: its tokens have scores; the pair that makes the best one is merged first.
        chat_template: the Jinja text of a conversation, "" where there is none.
        stamp: of the file when it was opened or saved, None where it has none.

    """

    handle: int
    name: str
    path: str | None
    format: str
    vocab_size: int
    n_merges: int
    pattern_name: str
    pattern: str
    special_tokens: tuple[tuple[str, int], ...]
    merge_order: bool
    trace: bool
    byte_level: bool
    writable_as: tuple[str, ...]
    notices: tuple[tuple[str, Mapping[str, str | int | float]], ...] = ()
    framing: FramingInfo = FramingInfo()
    rule: str = ""
    scored: bool = False
    chat_template: str = ""
    stamp: Stamp | None = None

    @property
    def n_tokens(self) -> int:
        """How many tokens there are, those special tokens counted that come after the vocabulary."""
        return self.vocab_size + sum(token_id >= self.vocab_size for _, token_id in self.special_tokens)


@dataclass(frozen=True, slots=True)
class OpenTokenizer:
    """Open a tokenizer file; answered by `TokenizerOpened`. An empty path means the bundled sample.

    `anyway` opens JSON however large. `split` is the name or the pattern that splits text where the file does
    not say it; without one such a file is refused ("split_unknown").
    """

    request_id: int
    path: str
    anyway: bool = False
    split: str = ""


@dataclass(frozen=True, slots=True)
class TokenizerOpened:
    """A tokenizer is open."""

    request_id: int
    tokenizer: TokenizerInfo


@dataclass(frozen=True, slots=True)
class SaveTokenizer:
    """Write a tokenizer to a file; `format` None takes the one that the suffix names.

    `overwrite`: files beside it that were not written with it are replaced too. `stamp`: that of the file as
    the window knows it; one that somebody else has changed is not replaced.
    """

    request_id: int
    handle: int
    path: str
    format: str | None = None
    overwrite: bool = False
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class TokenizerSaved:
    """A tokenizer has been written to `files`, which do not say `losses`; `tokenizer` has its new path."""

    request_id: int
    tokenizer: TokenizerInfo
    files: tuple[str, ...]
    losses: Losses = ()


@dataclass(frozen=True, slots=True)
class RenameTokenizer:
    """Give a tokenizer another name; answered by `TokenizerRenamed`."""

    request_id: int
    handle: int
    name: str


@dataclass(frozen=True, slots=True)
class TokenizerRenamed:
    """A tokenizer has another name."""

    request_id: int
    tokenizer: TokenizerInfo


@dataclass(frozen=True, slots=True)
class CloseTokenizer:
    """Forget a tokenizer; its handle is not used again."""

    request_id: int
    handle: int


@dataclass(frozen=True, slots=True)
class ListVocab:
    """Ask for the whole vocabulary of a tokenizer; answered by `VocabListed`."""

    request_id: int
    handle: int


KIND_BYTE, KIND_MERGE, KIND_SPECIAL = 0, 1, 2


@dataclass(frozen=True, slots=True)
class VocabListed:
    """A vocabulary as flat arrays, one row a token, by id.

    Attributes:
        ids: uint32[n].
        blob: the bytes of all tokens, one after the other; `ends` uint64[n] are their ends in it.
        ranks: int64[n], place in the order of merging from 0, -1 for bytes and special tokens.
        pairs: int64[n, 2], ids (left, right) that a token was merged from, -1 for bytes and special tokens.
        kinds: uint8[n], KIND_BYTE, KIND_MERGE or KIND_SPECIAL.
        partial: bool[n], the token's bytes are not whole UTF-8.
        byte_order: int32[n], place of the token among all when sorted by bytes.
        folded: UTF-8 of the tokens' text in lower case, one after the other (loose bytes as U+FFFD), for
            searching; `folded_ends` uint64[n] are their ends in it.
        scores: float32[n], 0 for special tokens, where tokens have scores; else None.
        word_ends: bool[n], which tokens end a word by `</w>`, as CLIP's; None where none does.
        n_merges: how many merged tokens the vocabulary has, where these are not all its tokens; else None.

    """

    request_id: int
    handle: int
    ids: NDArray[np.uint32]
    blob: bytes
    ends: NDArray[np.uint64]
    ranks: NDArray[np.int64]
    pairs: NDArray[np.int64]
    kinds: NDArray[np.uint8]
    partial: NDArray[np.bool_]
    byte_order: NDArray[np.int32]
    folded: bytes
    folded_ends: NDArray[np.uint64]
    scores: NDArray[np.float32] | None = None
    word_ends: NDArray[np.bool_] | None = None
    n_merges: int | None = None


@dataclass(frozen=True, slots=True)
class TellToken:
    """Ask what a token is, before the whole vocabulary is listed; answered by `TokenTold`."""

    request_id: int
    handle: int
    token_id: int
    view: str = "token"


@dataclass(frozen=True, slots=True)
class TokenTold:
    """What a token is: its row of the vocabulary, and the rows of all that it was merged from.

    There is no row where no token has the id.
    """

    request_id: int
    handle: int
    listed: VocabListed


VOCAB_FILES = ("vocab", "csv")


@dataclass(frozen=True, slots=True)
class ExportVocab:
    """Write a vocabulary for people to read: `kind` "vocab" is minbpe's, "csv" a table."""

    request_id: int
    handle: int
    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class VocabExported:
    """A vocabulary has been written to `path`."""

    request_id: int
    path: str


# --- text ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadText:
    """Read a text file for the Tokens panel; answered by `TextRead`."""

    request_id: int
    path: str


@dataclass(frozen=True, slots=True)
class TextRead:
    """A file's bytes, unchanged.

    Attributes:
        line_feeds: int64[n], where its line feeds are, in bytes; None where nobody has looked.
        stamp: size and time of change (ns) of the file before it was read, None where unknown.

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
            and reports it; texts take these and report the others; "error" encodes nothing where one occurs.
        before, after: whether the ids of the tokenizer's framing go before and after the text's.
        rule: the rule to merge by, where the tokenizer has a choice; "" for its own.
        stale: (start, end) of the stretches, in order, outside which whoever asks has the tokens already,
            a token at least on either side of an edit being within; only these are encoded, as far around
            them as the tokens may be others. None for the whole text.
        n_characters: of the text, where whoever asks has counted them.
        replaced: bytes that became U+FFFD, as far as whoever asks has been told.
        bare: the stretches, in order, of which no tokens have come yet, provisional ones neither; None where
            that is not told.
        size: encode by the tokens with ids below it alone, 0 for the whole vocabulary.

    """

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
        provisional: True where a later part may say otherwise (the part around `focus` while the
            text before it is not encoded yet).
        n_before, n_after: how many of its first and last ids are put around the text.
        prefix: a space was put before the text (SentencePiece's dummy prefix).
        left: (start, end) of the stretches, in order, whose tokens are still to come.
        replaced: bytes of it that became U+FFFD.

    """

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
    """The beginning of a text as it left one of the steps before it was split.

    Attributes:
        name: "ftfy", "unescape", "whitespace", "lower case", "normalize".
        text: its first bytes.
        changed: (start, end) in `text` of what the step changed; empty where it took something out.
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
        stages: the steps before the text was split, with its beginning; empty where there is none.
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
    """Ask for the tokens of what is seen of a text at every size; answered by `SizesCut`.

    Attributes: as those of `Encode`.

    """

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
    """Ask why a text has the tokens that it has; answered by `Explained`.

    Attributes:
        text: the raw bytes of the text, or of a large one what is around `at`, from the byte `offset` on.
        at: a byte of the text: its word is explained.
        before, after, rule, size: as in `Encode`.
        n_bytes: of the whole text, -1 where `text` is all of it.

    """

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

    request_id: int
    handle: int
    text: str | bytes
    view: str = "decode"


@dataclass(frozen=True, slots=True)
class Decoded:
    """What ids stand for.

    Attributes:
        data: their bytes; b"" where they cannot be decoded.
        n_invalid: bytes that are not UTF-8; `invalid` holds the first runs of them, (start, end) in bytes.
        cause, remedy, facts, place, file: what is wrong with the ids, as in `Failed`; "" where nothing is.
        line_feeds: int64[n], where its line feeds are, in bytes; None where nobody has looked.
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
    """A piece of a word on the way: its id and its bytes."""

    id: int
    token: bytes


@dataclass(frozen=True, slots=True)
class MergeRound:
    """One step of merging.

    Attributes:
        ids: of the symbols before it.
        candidates: (position of the left one, id of what they make, rank or score) of every pair that may
            merge, from the left.
        chosen: which of them is merged, None in the last round, where there is none.
        places: positions at which it is merged, several where a round merges a pair throughout (CLIP).

    """

    ids: tuple[int, ...]
    candidates: tuple[tuple[int, int, float], ...] = ()
    chosen: int | None = None
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NeededMerge:
    """Two that would have to be merged for a word to be one token, once the merges before this one are.

    Attributes:
        left, right: how they are written.
        id: of a token that is spelt as both, though merging does not make it here; -1 where none is.
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
        round: of merging, from 1, that made it impossible, or 0 where merging never makes it.
        chosen: what that round made.

    """

    id: int
    token: bytes
    round: int = 0
    chosen: bytes = b""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What would have made one token of a word.

    Attributes:
        n_tokens: that it has.
        word: its bytes; a part of what is explained where a text is merged without being split.
        whole: id of the token that is spelt as the word, -1 where there is none.
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
    """How the tokens of a word came about.

    Attributes:
        word: its bytes as they are merged, after all cleaning.
        start, end: where it lies in the raw text.
        scored: values are scores; else ranks.
        rounds: one a merge, and the last one with nothing to merge; empty where the word is too long.
        tokens: id -> (how it is written, its bytes in the word), of all ids of the rounds.
        vocabulary: first rows of the vocabulary sorted by bytes, for models that look tokens up so (S1).
        before, prefix, after: what is put around the text: (S2, S5); `prefix` is its dummy prefix.
        longest: bytes up to which a word is explained, 0 where this one is.
        what_if: what would have made one token of it; None where it is not explained.

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
    """Ask from which size on a word is one token, if trained on `sources`; answered by `WordSized`.

    Attributes:
        word: a piece as the tokenizer merges it.
        sources: paths, or sources that are not read as usual.
        limit: size at which looking ends, 0 for the usual one.

    """

    request_id: int
    handle: int
    word: bytes
    sources: tuple[str | SourceOptions, ...]
    limit: int = 0


@dataclass(frozen=True, slots=True)
class WordSizeProgress:
    """How far a `FindWordSize` is: as `TrainingProgress`."""

    request_id: int
    phase: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class WordSized:
    """The end of a `FindWordSize`.

    Attributes:
        size: from which on the word is one token, None where it is not.
        reached: size at which looking ended.
        ended_by: "found", "size" (at the limit), "pairs" (no pair is left to merge) or "cancelled"; "digits",
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
    """Tell tokenizer files from others, by content; `use` is handed back. Answered by `PathsSorted`."""

    request_id: int
    paths: tuple[str, ...]
    use: str = ""


@dataclass(frozen=True, slots=True)
class PathsSorted:
    """Paths as they were given, those of tokenizer files apart from files and folders of other kinds."""

    request_id: int
    tokenizers: tuple[str, ...]
    others: tuple[str, ...]
    use: str = ""


# --- finding in a text --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FindText:
    """Look for something in a text; answered by `Found`, again and again until it is `last`.

    Attributes:
        text: the bytes, or parts which are it when they are joined.
        view: the newest request of a view takes the place of the one before.
        kind: "text", "bytes" or "regex".
        needle: the bytes; of a text its UTF-8, of a regular expression its own text.
        any_case, words: see `engine.searching.Search`.

    """

    request_id: int
    text: bytes | tuple[bytes | memoryview, ...]
    kind: str
    needle: bytes
    any_case: bool = False
    words: bool = False
    view: str = "find"


@dataclass(frozen=True, slots=True)
class Found:
    """Hits, after those that came before: starts and ends int64[n] in bytes of the text, rising.

    Attributes:
        n_hits: of all that were found so far; more than were sent where there are over `MOST_HITS`.
        last: nothing more comes.

    """

    request_id: int
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    n_hits: int
    last: bool


MOST_HITS = 500_000  # that are sent; what else is found is counted only


@dataclass(frozen=True, slots=True)
class ReplaceText:
    """Work out a text with what is found replaced; answered by `Replaced`.

    Attributes:
        find: what is looked for, and in which text.
        template: what takes its place; in a regular expression \\1 and \\g<name> are groups.
        only: (start, end) of the hit that alone is replaced, None for all.

    """

    request_id: int
    find: FindText
    template: bytes
    only: tuple[int, int] | None = None
    view: str = "find"


@dataclass(frozen=True, slots=True)
class Replaced:
    """What takes the place of the bytes [start, end) of a text: `n_hits` were replaced, 0 changes nothing."""

    request_id: int
    start: int
    end: int
    data: bytes
    n_hits: int


# --- corpus -------------------------------------------------------------------------------------

SAMPLE_CORPUS = "sample:"
ARCHIVE = "archive"  # kind of a file whose members follow it in a list of files
ACCEPTABLE = ("looks_binary", "packed_too_much", "zstd_window")  # problems of a source that may be accepted
LEFT_OUT = "left_out"  # in place of a kind in `SourceOptions.files`
LEAVE_OUT = "leave-out:"  # a cleaning step that takes out the text behind it
PYTHON_LIBRARY = "python:"


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """A source of a corpus and how it is read; the attributes are those of `engine.sources.SourceOptions`.

    `files` has (name, kind, encoding) of files of a folder that are read otherwise than its others: the name
    is the path below the folder, with slashes; kind `LEFT_OUT` leaves the file out; "" is as for the folder.
    """

    path: str
    enabled: bool = True
    kind: str = ""
    field: str = ""
    column: str = ""
    encoding: str = ""
    weight: float = 1.0
    sample_bytes: int = 0
    sample_share: float = 1.0
    held_out: float = 0.0
    seed: int = 0
    clean: tuple[str, ...] = ()
    on_invalid: str = "replace"
    patterns: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    files: tuple[tuple[str, str, str], ...] = ()
    on_unreadable: str = "leave_out"


@dataclass(frozen=True, slots=True)
class ListFiles:
    """List the files of a source; answered by `FilesListed` in portions, the last one with `ended`.

    Names, sizes and what is left out are told at once, also of a million files; a file's encoding, and
    whether it can be read, is told by `LookAtFiles`, which is asked of the rows that are seen. What was
    chosen for single files stands in `SourceOptions.files`. Cancelled by its id as any other request, and
    begun anew for another source or other patterns.

    Attributes:
        source: a folder; a file, the sample or Python's library has one file or some as well.

    """

    request_id: int
    source: SourceOptions


@dataclass(frozen=True, slots=True)
class FilesListed:
    """Some files of a source, in the order in which they are read, up to a thousand.

    Attributes:
        path: of the source.
        first: number of the first of them among all, from 0 on.
        names: below the source, with slashes, as in `SourceOptions.files`; each ends with NUL
            (`names.split(b"\\0")[:-1]`), UTF-8 with surrogateescape: a million names take little room so.
        sizes: int64[k], bytes; 0 of folders and where nobody knows it.
        reasons: uint8[k], 0 for a file that is read, else 1 + the place in `codes` of why it is left out.
        codes: error codes, "hidden_file", "left_out_by_hand" and the like.
        ended: no others follow.

    """

    request_id: int
    path: str
    first: int
    names: bytes
    sizes: NDArray[np.int64]
    reasons: NDArray[np.uint8]
    codes: tuple[str, ...]
    ended: bool = False


@dataclass(frozen=True, slots=True)
class LookAtFiles:
    """Look at some files of a source; answered by one `FilesLookedAt`. A newer one takes its place.

    Attributes:
        source: the folder, with what was chosen for its files.
        names: of the files, as `FilesListed` has them; some dozens.

    """

    request_id: int
    source: SourceOptions
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileLook:
    """What one file of a source looks like.

    Attributes:
        name: of the file.
        kind: as what it is read: "text", "json", "table", "parquet" or "counts", or `ARCHIVE`.
        packing: what it is packed in, "gzip", "zip", …, or "".
        encoding, readings: as in `SourceInfo`.
        problem: why it cannot be read, an error code, or "".
        cause, remedy: of the problem, English templates, and facts that fill them.

    """

    name: str
    kind: str = ""
    packing: str = ""
    encoding: str = ""
    readings: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    cause: str = ""
    remedy: str = ""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FilesLookedAt:
    """What the files of `LookAtFiles` look like, in its order."""

    request_id: int
    path: str
    looks: tuple[FileLook, ...]


@dataclass(frozen=True, slots=True)
class ScanSources:
    """Look at sources, SAMPLE_CORPUS and PYTHON_LIBRARY among them; answered by `SourcesScanned`.

    Attributes:
        paths: of the sources.
        options: how those of them are read that are not read as usual.

    """

    request_id: int
    paths: tuple[str, ...]
    options: tuple[SourceOptions, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """One source of a corpus.

    Attributes:
        path: as asked for.
        kind: "file", "folder", "sample" or "python".
        name: shown to the person; for "sample" and "python" the window has its own words.
        n_files, n_bytes: what would be read.
        n_invalid: bytes that are not UTF-8 in the first megabyte, or -1 where nobody looked.
        problem: an error code of `engine.errors`, or "".
        cause, remedy: of the problem, English templates, and facts that fill them.
        content: of a file, "text", "json", "table", "parquet" or "counts", or `ARCHIVE`.
        packing: what it is packed in, "gzip", "zip", …, or "".
        n_packed: its size where it is packed, else 0.
        encoding, guess: the encoding that is used, and one that would fit better, or "".
        readings: (encoding, line) of encodings that are as likely as the one used, that one first.
        fields, field: where text stands in it, and where it is taken from.
        n_rows: of a table or of JSON lines, -1 where nobody counted.
        suffixes: of the files of a folder, the most frequent first.
        n_skipped: files of a folder that would be left out.
        stamp: files, bytes and newest change (ns) of all that is in it, zeros where it cannot be read.

    """

    path: str
    kind: str
    name: str
    n_files: int
    n_bytes: int
    n_invalid: int = -1
    problem: str = ""
    cause: str = ""
    remedy: str = ""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    content: str = "text"
    packing: str = ""
    n_packed: int = 0
    encoding: str = "utf-8"
    guess: str = ""
    readings: tuple[tuple[str, str], ...] = ()
    fields: tuple[str, ...] = ()
    field: str = ""
    n_rows: int = -1
    suffixes: tuple[str, ...] = ()
    n_skipped: int = 0
    stamp: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class SourcesScanned:
    """What the sources hold."""

    request_id: int
    sources: tuple[SourceInfo, ...]


@dataclass(frozen=True, slots=True)
class MeasureCorpus:
    """Read a corpus whole and measure it; answered by `CorpusMeasured`.

    Attributes:
        sources: them.
        specials: texts of special tokens, which are looked for.

    """

    request_id: int
    sources: tuple[SourceOptions, ...]
    specials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceMeasures:
    """Where the bytes of one source went.

    Attributes:
        path: as asked for.
        used, replaced, removed: bytes; they, `left_out` and the bytes of `skipped` make up all of them.
        left_out: (reason, bytes) of files that were read.
        skipped: (reason, files, bytes) of files that were not.
        documents: that are used.
        faults: (code, how many) in files that are used all the same.
        cleaned: (step, bytes removed, bytes replaced).
        specials: (text of a special token, how often it occurs).
        changed: a file changed while it was read.
        files: (code, name) of the first files that were left out or have faults, a few of each code; the
            names are those of `FilesListed`, or of members of a zip file below it.

    """

    path: str
    used: int
    replaced: int
    removed: int
    left_out: tuple[tuple[str, int], ...] = ()
    skipped: tuple[tuple[str, int, int], ...] = ()
    documents: int = 0
    faults: tuple[tuple[str, int], ...] = ()
    cleaned: tuple[tuple[str, int, int], ...] = ()
    specials: tuple[tuple[str, int], ...] = ()
    changed: bool = False
    files: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CorpusMeasured:
    """What a corpus is.

    Attributes:
        sources: one by one.
        n_bytes, n_characters, n_lines, n_documents: of the text that is used.
        n_twice: documents that occurred before.
        held_out: bytes that are held out.
        scripts: (name, characters), the most frequent first.
        lengths: int64[k], documents of 2**i to 2**(i + 1) - 1 bytes.
        pieces: (piece, count), the most frequent, as GPT-4 splits.
        n_pieces: distinct ones.
        longest: the longest piece, cut, and its bytes.

    """

    request_id: int
    sources: tuple[SourceMeasures, ...]
    n_bytes: int
    n_characters: int
    n_lines: int
    n_documents: int
    n_twice: int
    held_out: int
    scripts: tuple[tuple[str, int], ...]
    lengths: NDArray[np.int64]
    pieces: tuple[tuple[bytes, int], ...]
    n_pieces: int
    longest: tuple[bytes, int]


@dataclass(frozen=True, slots=True)
class PreviewSource:
    """Show a stretch of a source, before and after cleaning; answered by `SourcePreviewed`.

    Attributes:
        source: it.
        stretch: its number, from 0 on.
        specials: texts of special tokens, which are marked.
        seek: show the first stretch from there on that holds this text, for b"" any problem; None to show it
            whatever it holds.
        file: name of a file of the source to show alone, as in `SourceOptions.files`; "" for all.

    """

    request_id: int
    source: SourceOptions
    stretch: int = 0
    specials: tuple[str, ...] = ()
    seek: bytes | None = None
    file: str = ""


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of a source beside what becomes of it.

    Attributes:
        before, after: bytes, with line ends; `after` may hold several lines or none.
        before_runs, after_runs: (start, end, kind) in their bytes; 1 removed, 2 replaced, 3 special token.
        document: its number, from 1 on.
        n_problems: faults of the encoding and special tokens in it.

    """

    before: bytes
    after: bytes
    before_runs: tuple[tuple[int, int, int], ...] = ()
    after_runs: tuple[tuple[int, int, int], ...] = ()
    document: int = 1
    n_problems: int = 0


@dataclass(frozen=True, slots=True)
class SourcePreviewed:
    """A stretch of a source, and whether another follows."""

    request_id: int
    path: str
    lines: tuple[PreviewLine, ...]
    stretch: int
    more: bool


# --- training -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """Everything that decides a training run but the corpus.

    Attributes:
        preset: "basic", "gpt2", "gpt4", "gpt4o", "minbpe", "clip", "llama2" or "custom".
        pattern: the split pattern of "custom", else "".
        vocab_size: bytes and merges together; for "clip" the bytes count twice, for "llama2" characters and
            three tokens more count as well.
        min_count: a pair that occurs less often is not merged.
        max_token_length: in bytes (for "llama2" in characters), 0 for no limit.
        tie: "smallest", "huggingface", "first-seen" or "sentencepiece".
        special_tokens: texts; they take the ids after the vocabulary.
        character_coverage: for "llama2", the share of the characters that get tokens.
        split_digits: for "llama2", each digit stays a token of its own.
        remove_extra_whitespaces: for "llama2", runs of spaces become one, those at both ends none.
        min_gain: a merge that saves a smaller share of the corpus's tokens ends the training; 0 for no limit.
        extend: path of a tokenizer file to go on with, "" for none; `extend_by` merges are added to it.
        extend_split: the split of that file where it does not say it, a name or a pattern, else "".
        memory_limit: bytes that the table of distinct pieces may take, 0 for 40 % of the memory.

    """

    preset: str = "gpt4"
    pattern: str = ""
    vocab_size: int = 4096
    min_count: int = 1
    max_token_length: int = 0
    tie: str = "smallest"
    special_tokens: tuple[str, ...] = ()
    character_coverage: float = 0.99995
    split_digits: bool = True
    min_gain: float = 0.0
    extend: str = ""
    extend_by: int = 1000
    extend_split: str = ""
    remove_extra_whitespaces: bool = False
    memory_limit: int = 0


@dataclass(frozen=True, slots=True)
class Train:
    """Train a tokenizer; answered by progress and merges, then `Trained` or `TrainingCancelled`.

    Attributes:
        checkpoint: folder where the run is written down as it goes on, "" for none.
        resume: take up the run that lies there.
        repeats: handle of a tokenizer whose training is done again, on the same corpus; None for none.

    """

    request_id: int
    sources: tuple[str | SourceOptions, ...]
    options: TrainingOptions
    name: str = ""
    checkpoint: str = ""
    resume: bool = False
    repeats: int | None = None


@dataclass(frozen=True, slots=True)
class EstimateTraining:
    """Ask what a training would come to; answered by `TrainingEstimated`. The newest request is met."""

    request_id: int
    sources: tuple[str | SourceOptions, ...]
    options: TrainingOptions


@dataclass(frozen=True, slots=True)
class TrainingEstimated:
    """What a training would come to; the attributes are those of `api.Estimate`."""

    request_id: int
    n_bytes: int
    sampled: int
    reachable: int
    more_reachable: bool
    n_pieces: int
    seconds: float
    processors: int
    memory: int
    memory_limit: int
    memory_there: int
    longest_piece: int
    longest_text: bytes
    special_texts: tuple[tuple[str, int], ...]
    replaced: int
    skipped: int
    too_large: bool
    left_out: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TrainingAsks:
    """The distinct pieces have passed their limit: the run waits for an answer, drop the rarest or stop.

    Attributes:
        n_bytes, limit: what they take and may take. n_distinct: how many they are.

    """

    request_id: int
    n_bytes: int
    limit: int
    n_distinct: int


@dataclass(frozen=True, slots=True)
class HeldOutMeasured:
    """How well the tokenizer so far does on text that it is not trained on (on a beginning of it)."""

    request_id: int
    vocab_size: int
    n_bytes: int
    n_tokens: int


@dataclass(frozen=True, slots=True)
class FindInterrupted:
    """Ask which runs were interrupted; answered by `InterruptedFound`."""

    request_id: int
    folder: str


@dataclass(frozen=True, slots=True)
class InterruptedRun:
    """A run that can be taken up, or one that has ended and whose tokenizer was not saved.

    Attributes:
        folder: of its checkpoint.
        sources, options: of the run.
        n_merges: that were learned.
        changed: when it was written to last, in seconds since 1970.
        vocab_size: of the tokenizer that was not saved, 0 where the run has not ended.
        name: of that tokenizer.
        is_counted: the text was counted to its end; else it is counted from its beginning.

    """

    folder: str
    sources: tuple[str | SourceOptions, ...]
    options: TrainingOptions
    n_merges: int
    changed: float
    vocab_size: int = 0
    name: str = ""
    is_counted: bool = True


@dataclass(frozen=True, slots=True)
class InterruptedFound:
    """The runs that were interrupted or whose tokenizers were not saved, the newest first."""

    request_id: int
    runs: tuple[InterruptedRun, ...]


@dataclass(frozen=True, slots=True)
class OpenResult:
    """Open the tokenizer of a run that was not saved; answered by `ResultOpened`."""

    request_id: int
    folder: str


@dataclass(frozen=True, slots=True)
class ResultOpened:
    """The tokenizer of a run that was not saved is open; it has no file."""

    request_id: int
    folder: str
    tokenizer: TokenizerInfo


@dataclass(frozen=True, slots=True)
class DiscardRun:
    """Remove the checkpoint of a run that is not wanted any more, or its tokenizer that is saved now."""

    request_id: int
    folder: str


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """Ask how an open tokenizer was trained; answered by `RecordRead`."""

    request_id: int
    handle: int


@dataclass(frozen=True, slots=True)
class RecordRead:
    """How a tokenizer was trained, so that the same can be done again."""

    request_id: int
    handle: int
    sources: tuple[str | SourceOptions, ...]
    options: TrainingOptions


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """How far a run is; at most 30 a second.

    Attributes:
        phase: "reading" (counting as well; done and total in bytes), "building" (pieces), "merging" (merges).
        elapsed: seconds since the start, pauses left out.
        memory: resident bytes of the process, 0 where unknown.
        saved: seconds since the checkpoint was written last, -1 where there is none.
        run_memory: bytes that the process has taken since the run began.

    """

    request_id: int
    phase: str
    done: int
    total: int
    elapsed: float
    memory: int
    saved: float = -1.0
    run_memory: int = 0


@dataclass(frozen=True, slots=True)
class MergesLearned:
    """New merges since the last message, oldest first.

    Attributes:
        first_rank: rank of the first of them; ids are `first_id` + rank.
        pairs: uint32[n, 2], ids (left, right).
        counts: int64[n], how often the pair occurred.
        n_tokens: int64[n], tokens of the whole corpus after the merge.
        corpus_bytes: bytes of the corpus, so that bytes per token is corpus_bytes / n_tokens.
        blob, ends: the bytes of the new tokens, as in `VocabListed`.
        left_blob, left_ends: those of their left halves.
        first_id: the id of the merge of rank 0.
        n_before: size of the vocabulary before any merge.

    """

    request_id: int
    first_rank: int
    pairs: NDArray[np.uint32]
    counts: NDArray[np.int64]
    n_tokens: NDArray[np.int64]
    corpus_bytes: int
    blob: bytes
    ends: NDArray[np.uint64]
    left_blob: bytes
    left_ends: NDArray[np.uint64]
    first_id: int = 256
    n_before: int = 256


@dataclass(frozen=True, slots=True)
class TrainingSnapshot:
    """The tokenizer of the merges so far, for the live text; its handle ends with the next snapshot."""

    request_id: int
    tokenizer: TokenizerInfo


@dataclass(frozen=True, slots=True)
class TrainingPaused:
    """The run holds (`paused` True) or goes on."""

    request_id: int
    paused: bool


@dataclass(frozen=True, slots=True)
class Trained:
    """A run has ended with a tokenizer.

    Attributes:
        reason: "size" (the vocabulary asked for), "pairs" (none left to merge), "gain" (the next merge would
            save too little) or "stopped" (by the person).
        elapsed: seconds, pauses left out.
        corpus_bytes, replaced: bytes read; bytes that were not UTF-8 and were replaced.
        skipped: (path, error code) of files left out.
        dropped, dropped_bytes: pieces left out to save memory, and the bytes of text that they stand for.
        held_out: (bytes, tokens) of text that was not trained on, (0, 0) for none.
        used: how many tokens of the vocabulary stand in the text that it was trained on, -1 where unknown.
        longest: the longest tokens, at most five.
        notices: (code, facts) of what was tolerated, such as an older state of the checkpoint.
        lost: bytes of text that no match of the split pattern takes.
        n_faults: faults in files that are used all the same, such as broken lines.

    """

    request_id: int
    tokenizer: TokenizerInfo
    reason: str
    elapsed: float
    n_tokens: int
    corpus_bytes: int
    replaced: int = 0
    skipped: tuple[tuple[str, str], ...] = ()
    dropped: int = 0
    dropped_bytes: int = 0
    held_out: tuple[int, int] = (0, 0)
    used: int = -1
    longest: tuple[bytes, ...] = ()
    notices: tuple[tuple[str, Mapping[str, str | int | float]], ...] = ()
    lost: int = 0
    n_faults: int = 0


@dataclass(frozen=True, slots=True)
class TrainingCancelled:
    """A run has been given up; everything is as it was before."""

    request_id: int
    n_merges: int


# --- export -------------------------------------------------------------------------------------

Losses = tuple[tuple[str, Mapping[str, str | int | float]], ...]  # code of `engine.english`, facts


@dataclass(frozen=True, slots=True)
class ListTargets:
    """Ask in which formats a tokenizer could be written; answered by `TargetsListed`."""

    request_id: int
    handle: int


@dataclass(frozen=True, slots=True)
class ExportTarget:
    """A format that a tokenizer could be written in.

    Attributes:
        format, title, suffix: of the format.
        level: "whole", "part", "other_ids" or "cannot" (`formats.format.Fit`).
        losses: what it leaves out, or what stands in the way.

    """

    format: str
    title: str
    suffix: str
    level: str
    losses: Losses


@dataclass(frozen=True, slots=True)
class TargetsListed:
    """The formats, the best first."""

    request_id: int
    handle: int
    targets: tuple[ExportTarget, ...]


@dataclass(frozen=True, slots=True)
class ProofText:
    """A text in memory that an export is proved on."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Export:
    """Write a tokenizer in a format once it is proved to be the same there.

    Answered by `ExportStepped`s and `ExportProved`s, at last by `ExportEnded`.

    Attributes:
        path: of the file.
        format: name of the format.
        texts: paths of files and folders, "sample:", "python:", sources as they are read for a training,
            and texts in memory; () proves no more than that the file opens.
        old_readers: a tokenizer.json whose merges are texts.
        overwrite: files beside it that were not written with it are replaced too.
        anyway: it is written also where the format gives other ids.

    """

    request_id: int
    handle: int
    path: str
    format: str
    texts: tuple[str | SourceOptions | ProofText, ...]
    old_readers: bool = False
    overwrite: bool = False
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class ExportStepped:
    """A step of an export is done, see `api.convert.Step`."""

    request_id: int
    name: str
    facts: Mapping[str, str | int | float]


@dataclass(frozen=True, slots=True)
class ExportProved:
    """How far the proof is: tokens that are equal, bytes of text, and all of them."""

    request_id: int
    n_tokens: int
    n_bytes: int
    total: int


@dataclass(frozen=True, slots=True)
class ExportDifference:
    """The first place where two encodings part.

    Attributes:
        text, line, byte: the text's name and the place in it; lines count from 1, bytes from 0.
        n_equal: tokens before it.
        ours, theirs: bytes of the tokens around it; our_ids, their_ids: their ids.
        before: how many tokens at the start of both are equal.

    """

    text: str
    line: int
    byte: int
    n_equal: int
    ours: tuple[bytes, ...]
    our_ids: tuple[int, ...]
    theirs: tuple[bytes, ...]
    their_ids: tuple[int, ...]
    before: int


@dataclass(frozen=True, slots=True)
class ExportEnded:
    """An export is over.

    Attributes:
        path, format: where it was to go, and as what.
        level, losses: as in `ExportTarget`.
        files: what was written, `path` first; () where nothing was.
        sha256, n_bytes: of the file.
        snippets: (title, code) of how it is used.
        judge: the library that encoded the texts, "" where the workbench itself did: then nobody has judged.
        n_tokens, n_text_bytes: what was equal; both 0 without a text.
        decodes: the judge decodes to the same bytes.
        difference: the first, or None.
        skipped: (path, error code, its facts) of files that the texts were to come from and were left out, or
            are cut or damaged and were read as far as they go.
        told: the judge was told split and special tokens, which the file does not say.
        in_use: how a text with special tokens, encoded as for a model, came out: "equal", "decodes" (to
            another text), "differs", or "" without such tokens.

    """

    request_id: int
    path: str
    format: str
    level: str
    losses: Losses
    files: tuple[str, ...]
    sha256: str
    n_bytes: int
    snippets: tuple[tuple[str, str], ...]
    judge: str
    n_tokens: int
    n_text_bytes: int
    decodes: bool
    difference: ExportDifference | None
    skipped: tuple[tuple[str, str, Mapping[str, str | int | float]], ...] = ()
    told: bool = False
    in_use: str = ""


# --- files of ids ---------------------------------------------------------------------------------

DOCUMENTS = ("whole", "lines", "json")


@dataclass(frozen=True, slots=True)
class EncodeFile:
    """Encode a text file to a file of ids; answered by `JobProgress`es and `FileEncoded`.

    Attributes:
        source, path: of the text and of the ids.
        form: "npy", "raw" (u16 where the vocabulary fits, else u32), "u16", "u32", "text", "json", "jsonl".
        documents, key: as in `api.encoded_files.Plan`.
        specials: "all", "none", "error", or the texts that become tokens, the others being plain text.
        before, after: whether the ids of the tokenizer's framing go around each document.
        rule: as in `Encode`.

    """

    request_id: int
    handle: int
    source: str
    path: str
    form: str
    documents: str = "whole"
    key: str = "text"
    specials: str | tuple[str, ...] = "none"
    before: bool = False
    after: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class FileEncoded:
    """A file of ids has been written.

    Attributes:
        path, size: of the file.
        n_bytes, n_ids, n_documents: what was encoded.
        replaced: bytes that became U+FFFD.
        n_bad: lines that were no documents; `bad_lines` are the numbers (from 1) of the first.

    """

    request_id: int
    path: str
    size: int
    n_bytes: int
    n_ids: int
    n_documents: int
    replaced: int = 0
    n_bad: int = 0
    bad_lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DecodeFile:
    """Ask for the bytes of a file of ids; `form` "" knows it by its mark. Answered by `Decoded`."""

    request_id: int
    handle: int
    path: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class WriteFile:
    """Write what the window made to a file; answered by `FileWritten`.

    `stamp`: that of the file as the window knows it; one that somebody else has changed is not replaced.
    """

    request_id: int
    path: str
    parts: tuple[bytes | memoryview, ...]
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class FileWritten:
    """A file has been written; `stamp` is what it has now."""

    request_id: int
    path: str
    size: int
    stamp: Stamp | None = None


# --- published vocabularies -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListPublished:
    """Ask which vocabularies can be fetched; answered by `PublishedListed`. Nothing is fetched."""

    request_id: int


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file that a publisher offers, see `formats.published.Published`.

    Attributes:
        path: where it lies once it has been fetched, or None.

    """

    name: str
    title: str
    publisher: str
    address: str
    sha256: str
    size: int
    licence: str
    path: str | None


@dataclass(frozen=True, slots=True)
class PublishedListed:
    """The published files."""

    request_id: int
    files: tuple[PublishedFile, ...]


@dataclass(frozen=True, slots=True)
class Fetch:
    """Fetch a published file; answered by `FetchProgressed`s and `Fetched`."""

    request_id: int
    name: str


@dataclass(frozen=True, slots=True)
class FetchProgressed:
    """How many bytes have come."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Fetched:
    """A published file lies in the cache."""

    request_id: int
    name: str
    path: str


# --- pipeline -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShowPipeline:
    """Ask for the stages of the stretch of a text that holds the byte `at`; answered by `PipelineShown`.

    Attributes:
        text: the raw bytes of the text, or of a large one what is around `at`, from the byte `offset` on.
        specials, before, after, rule, size: as in `Encode`.
        n_bytes: of the whole text, -1 where `text` is all of it.

    """

    request_id: int
    handle: int
    text: bytes
    at: int
    specials: str | tuple[str, ...] = "none"
    before: bool = False
    after: bool = False
    rule: str = ""
    view: str = "pipeline"
    offset: int = 0
    n_bytes: int = -1
    size: int = 0


@dataclass(frozen=True, slots=True)
class StageBox:
    """Something of a stage on the grid of columns, see `engine.pipeline.Box`.

    Attributes:
        left, right: its edges, in columns.
        text: its bytes; empty where the stage took something out.
        change: "" (as in the stage before), "replace", "insert" or "delete".
        id: of a token, -1 for none.
        kind: "", "special", "added" (put around the text) or "cut" (it goes on outside the stretch).

    """

    left: float
    right: float
    text: bytes
    change: str = ""
    id: int = -1
    kind: str = ""


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage: "raw", the name of a step of the normalizer, "pieces", "bytes", "tokens" or "ids".

    Attributes:
        approximate: which bytes became which is a guess in places.
        lost: bytes of the stage before that are in no box and have not become another.

    """

    name: str
    boxes: tuple[StageBox, ...]
    approximate: bool = False
    lost: bytes = b""


@dataclass(frozen=True, slots=True)
class PipelineShown:
    """A stretch of a text in all its stages.

    Attributes:
        start, end: of the stretch, in bytes of the text.
        columns: (start, end) of each column in bytes of the text, equal where it is between characters.
        in_context: the stages are those of the whole text, not of the stretch by itself.
        first_character: how many characters stand before the stretch, -1 where nobody has counted.
        cause, facts: why there are no stages, as in `Failed`; "" where there are.

    """

    request_id: int
    handle: int
    start: int
    end: int
    columns: tuple[tuple[int, int], ...]
    rows: tuple[StageRow, ...]
    in_context: bool = True
    first_character: int = -1
    cause: str = ""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)


# --- chat ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message of a conversation; its content is bytes as they were typed or read."""

    role: str
    content: bytes


@dataclass(frozen=True, slots=True)
class RenderChat:
    """Ask for a conversation as text and tokens; answered by `ChatRendered`.

    Attributes:
        template: "own" for the tokenizer's, "chatml" for ChatML.
        prompt: whether the text ends with the start of the assistant's turn.

    """

    request_id: int
    handle: int
    messages: tuple[ChatMessage, ...]
    template: str = "own"
    prompt: bool = False
    view: str = "chat"


@dataclass(frozen=True, slots=True)
class ChatCount:
    """The tokens of a message; -1 where it cannot be told.

    Attributes:
        content: those with a byte of its content.
        template: the others that the template writes for it.
        whole: both together.

    """

    content: int = -1
    template: int = -1
    whole: int = -1


@dataclass(frozen=True, slots=True)
class ChatRendered:
    """A conversation as text and tokens, or why there is none.

    Attributes:
        text: its bytes. ids: uint32[n]; spans: uint64[n, 2], in bytes of `text`.
        contents: (start, end, number of the message) of what the messages hold, rising.
        ends: for each message the byte where it ends with its template text, -1 where that cannot be told.
        counts: of each message.
        n_prompt: tokens of the start of the assistant's turn.
        in_content: (number of the message, text) of special tokens that a content holds.
        plain: special tokens of ChatML that are none of this tokenizer.
        cause, remedy, facts, place: what is wrong, as in `Failed`; "" where nothing is.

    """

    request_id: int
    handle: int
    text: bytes = b""
    ids: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    spans: NDArray[np.uint64] = field(default_factory=lambda: np.empty((0, 2), np.uint64))
    contents: tuple[tuple[int, int, int], ...] = ()
    ends: tuple[int, ...] = ()
    counts: tuple[ChatCount, ...] = ()
    n_prompt: int = 0
    in_content: tuple[tuple[int, str], ...] = ()
    plain: tuple[str, ...] = ()
    cause: str = ""
    remedy: str = ""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    place: tuple[str, int | str] | None = None


# --- regex lab ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadPatternText:
    """Ask for a sample of sources as training reads them; answered by `PatternTextRead`.

    Attributes:
        text: what is read where there are no sources.
        view: as those of the other requests of the lab, see `lanes.LabLane`.

    """

    request_id: int
    sources: tuple[str | SourceOptions, ...]
    text: bytes = b""
    view: str = "text"


@dataclass(frozen=True, slots=True)
class PatternTextRead:
    """A sample: its text, and uint64[n, 2] (start, end) in bytes of each of its documents."""

    request_id: int
    text: bytes
    documents: NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class SplitByPattern:
    """Split a sample; answered by `PatternSplit` and `AlternativesCounted`, or by `PatternFaulty`.

    Attributes:
        text, documents: as in `PatternTextRead`.
        view: "this" for the pattern that is edited, "other" for the one it is compared with.

    """

    request_id: int
    pattern: str
    text: bytes
    documents: NDArray[np.uint64]
    view: str = "this"


@dataclass(frozen=True, slots=True)
class PatternSplit:
    """The pieces of a sample; the attributes are those of `engine.pattern_lab.Pieces`."""

    request_id: int
    spans: NDArray[np.uint64]
    lost: NDArray[np.uint64]
    numbers: NDArray[np.uint32]
    frequent: tuple[tuple[bytes, int], ...]
    n_distinct: int
    n_once: int
    longest: tuple[int, int]

    @property
    def n_lost(self) -> int:
        """Bytes that lie in no piece."""
        return int((self.lost[:, 1] - self.lost[:, 0]).sum())


@dataclass(frozen=True, slots=True)
class AlternativesCounted:
    """How many pieces each top-level alternative made, and how many are bytes that are not UTF-8."""

    request_id: int
    counts: tuple[int, ...]
    n_loose: int = 0


@dataclass(frozen=True, slots=True)
class PatternFaulty:
    """A pattern cannot be used, or not on this text.

    Attributes:
        code, cause, remedy, facts: as in `Failed`.
        columns: (start, end) in characters of the pattern of what is at fault, None where nobody knows.
        place: byte of the text where it was stopped, None where it was not.
        n_same: how many times the character there is repeated.

    """

    request_id: int
    code: str
    cause: str
    remedy: str
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    columns: tuple[int, int] | None = None
    place: int | None = None
    n_same: int = 0


@dataclass(frozen=True, slots=True)
class RepairPattern:
    """Ask what to add to a pattern so that it loses nothing of a sample; answered by `PatternRepaired`."""

    request_id: int
    pattern: str
    text: bytes
    documents: NDArray[np.uint64]
    view: str = "repair"


@dataclass(frozen=True, slots=True)
class PatternRepaired:
    """What to add, tried on the whole sample; "" where nothing was found."""

    request_id: int
    suffix: str


@dataclass(frozen=True, slots=True)
class MeasurePattern:
    """Ask how quick a pattern is; answered by `PatternMeasured`. `view` is "speed" or "other_speed"."""

    request_id: int
    pattern: str
    text: bytes
    documents: NDArray[np.uint64]
    view: str = "speed"


@dataclass(frozen=True, slots=True)
class PatternMeasured:
    """Bytes a second of matching alone, the median of five runs; 0 where it is too slow for that."""

    request_id: int
    speed: float


@dataclass(frozen=True, slots=True)
class ComparePieces:
    """Compare two splits of a sample, uint64[m, 2] each; answered by `PiecesCompared`."""

    request_id: int
    text: bytes
    documents: NDArray[np.uint64]
    this: NDArray[np.uint64]
    other: NDArray[np.uint64]
    view: str = "difference"


@dataclass(frozen=True, slots=True)
class DifferenceCut:
    """A stretch of a place: its bytes, and whether it is a piece or lost."""

    text: bytes
    kept: bool


@dataclass(frozen=True, slots=True)
class DifferenceKind:
    """Places with the same text, cut in the same two ways; `first` is the number of the first of them."""

    this: tuple[DifferenceCut, ...]
    other: tuple[DifferenceCut, ...]
    count: int
    first: int


@dataclass(frozen=True, slots=True)
class PiecesCompared:
    """Where two splits differ; the attributes are those of `engine.pattern_difference.Difference`."""

    request_id: int
    places: NDArray[np.uint64]
    kind_of: NDArray[np.int32]
    kinds: tuple[DifferenceKind, ...]
    n_kinds: int


# --- every lane ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a queued job is.

    Attributes:
        what: "open", "save", "read", "scan", "list", "encode", "export" or "fetch".
        name: of the file or tokenizer it works on.
        done, total: in bytes, or tokens for "list"; total 0 where it is not known.

    """

    request_id: int
    what: str
    name: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class JobCancelled:
    """A queued job has been given up; nothing was changed."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A request could not be met; nothing was changed.

    Attributes:
        what: name of the request's class.
        code, file, place, facts: as in `engine.errors.EngineError`; place is (kind, value) or None.
        cause, remedy: the English templates of the code, translated where they are shown.
        details: the traceback, for the log and for "Details".

    """

    request_id: int
    what: str
    code: str
    file: str | None
    place: tuple[str, int | str] | None
    cause: str
    remedy: str
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    details: str = ""
