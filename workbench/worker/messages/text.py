"""Reads, encodes and decodes a text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from workbench.worker.messages.requests import Stamp


@dataclass(frozen=True, slots=True)
class ReadText:
    """Read a text file for the Tokens panel; answered by `TextRead`."""

    action: ClassVar = "read text"
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

    action: ClassVar = "encode"
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
        whole: whether `text` is the whole.
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
