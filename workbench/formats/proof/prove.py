"""Proves a written file: the library that it is for opens it and encodes texts, token for token as here.

Where there is no such library (minbpe and llama2.c are programs, not packages) or it is not installed (such
as xllamacpp for GGUF), the workbench's own reading of the file takes its place: that proves nothing, and the
result says so. Ranks say nothing of split and special tokens: tiktoken gets them as arguments, and the result
says that too.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import Child, Limit, Operation
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.sources import Reading, Source
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.proof.libraries import OPEN_SECONDS, encode_operation, open_operation
from workbench.formats.proof.texts import Stretch, read_whole, stretches
from workbench.formats.staging import Prepared

_SPECIALS = 64  # special tokens in the text that is encoded with them
_MIXED = 1 << 12  # bytes of a text whose words are between them
CONTEXT = 8  # tokens shown before a difference, and after it
JUDGE_MEMORY = 4 << 30  # bytes of address space; some libraries bring numpy and others with them
_OPEN_LIMIT = Limit(seconds=OPEN_SECONDS - 10.0)
_ENCODE_LIMIT = Limit(seconds=50.0)

Ids = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Judge:
    """Who encodes the texts a second time.

    Attributes:
        library: name of the library that opened the file, "" where none did.
        version: of the library.
        missing: name of the best library for such files, where that is not installed; "" otherwise.
        encodes: whether the library encodes; else the workbench's own reading of the file does.
        n_tokens: how many tokens the library counts.
        child_name: of the library in `proof.libraries`.
        took_split: the file does not store split and special tokens, and the library got the tokenizer's.
        takes, frames: what it does with special tokens and around a text in use (`proof.libraries`).

    """

    library: str = ""
    version: str = ""
    missing: str = ""
    encodes: bool = False
    n_tokens: int = 0
    child_name: str = ""
    took_split: bool = False
    takes: bool = True
    frames: str = "added"


@dataclass(frozen=True, slots=True)
class Proved:
    """How far a proof is.

    Attributes:
        n_tokens: tokens that are equal so far.
        n_bytes: bytes of text so far.
        total: bytes of all texts.

    """

    n_tokens: int
    n_bytes: int
    total: int


@dataclass(frozen=True, slots=True)
class Row:
    """Some tokens in a row.

    Attributes:
        ids: of the tokens.
        tokens: their bytes.

    """

    ids: tuple[int, ...]
    tokens: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where two encodings part.

    Attributes:
        text: name of the text.
        line: in it, from 1.
        byte: in it, from 0.
        n_equal: tokens before it that were equal, of all texts.
        ours, theirs: the tokens around it; the first `before` of both are equal.
        before: how many.

    """

    text: str
    line: int
    byte: int
    n_equal: int
    ours: Row
    theirs: Row
    before: int


@dataclass(frozen=True, slots=True)
class InUse:
    """What came out of a text with special tokens between its words, and with the tokens around the text.

    Attributes:
        n_tokens: tokens that are equal, those of special tokens among them.
        takes: the judge finds special tokens in a text; else they were plain text.
        decodes: the judge decodes its ids to the same bytes, as far as it prints special tokens.
        difference: the first, or None.

    """

    n_tokens: int
    takes: bool
    decodes: bool = True
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """What came out.

    Attributes:
        judge: who encoded the texts a second time.
        n_tokens: tokens that are equal.
        n_bytes: bytes of text that were encoded.
        decodes: the judge decodes its ids to the same bytes as the workbench does.
        difference: the first, or None.
        skipped: files that the texts should have come from and that were left out, and why.
        damaged: packed files that were cut or damaged and used as far as they go, as errors that name them.
        in_use: what came out of a text with special tokens, encoded as for a model; None without such tokens.

    """

    judge: Judge
    n_tokens: int
    n_bytes: int
    decodes: bool = True
    difference: Difference | None = None
    skipped: tuple[Skipped, ...] = ()
    damaged: tuple[EngineError, ...] = ()
    in_use: InUse | None = None

    @property
    def is_judged(self) -> bool:
        """Whether a library encoded the texts; else equal ids say only that the file was read back whole."""
        return self.judge.encodes

    @property
    def left_out(self) -> list[Skipped]:
        """The files that could not be read."""
        return [skipped for skipped in self.skipped if not skipped.is_meant]


class _Encoder(Protocol):
    """Encodes a text a second time."""

    def encode(self, text: bytes, in_use: bool = False) -> tuple[Ids, bytes]:
        """Return ids and what they are decoded to."""


# --- opening the file ---------------------------------------------------------------------------


def open_judge(prepared: Prepared, tokenizer: Tokenizer, child: Child, folder: str) -> Judge:
    """Open what was written in the library that it is for; raises EngineError if the library refuses the
    file.

    `folder` is for files that a library reads by their names.
    """
    files = {os.path.basename(prepared.target): prepared.written.data, **prepared.written.companions}
    header = {
        "names": list(files),
        "folder": folder,
        "pattern": tokenizer.pre_tokenizer.pattern,
        "special_tokens": dict(tokenizer.special_tokens),
        "roles": [bool(tokenizer.framing.before), bool(tokenizer.framing.after)],
    }
    missing = ""
    for library, name in prepared.known.libraries:
        asked = header | {"library": name}
        try:
            frame = _reply(child, open_operation, asked, tuple(files.values()), _OPEN_LIMIT)
        except EngineError as error:
            if error.code != "judge_missing":
                raise error.in_file(prepared.name) from error
            missing = missing or library
            continue
        facts = frame.header
        encodes, n_tokens = bool(facts["encodes"]), int(facts["tokens"])
        known = Judge(
            library,
            str(facts["version"]),
            missing="" if encodes else missing,
            encodes=encodes,
            n_tokens=n_tokens,
            child_name=name,
            took_split=prepared.known.takes_split,
        )
        return replace(known, takes=bool(facts["takes"]), frames=str(facts["frames"])) if encodes else known
    return Judge(missing=missing)


def _reply(
    child: Child, operation: Operation, header: Mapping[str, object], buffers: tuple[bytes, ...], limit: Limit
) -> Frame:
    first_frame: Frame | None = None
    try:
        for frame in child.request(operation, header, buffers, limit):
            first_frame = first_frame or frame
            point()
    except EngineError as error:
        if error.code.startswith("child_"):
            raise EngineError("judge_ended", library=str(header["library"]), reason=error.cause) from error
        raise
    if first_frame is None:
        raise EngineError("judge_ended", library=str(header["library"]), reason="no answer")
    return first_frame


@dataclass(frozen=True, slots=True)
class _Library:
    """A library in the child."""

    name: str
    child: Child

    def encode(self, text: bytes, in_use: bool = False) -> tuple[Ids, bytes]:
        header = {"library": self.name, "in_use": in_use}
        frame = _reply(self.child, encode_operation, header, (text,), _ENCODE_LIMIT)
        return np.frombuffer(frame.buffers[0], np.uint32), frame.buffers[1]


@dataclass(frozen=True, slots=True)
class _Ourselves:
    """The workbench's own reading of the file, or the tokenizer itself."""

    tokenizer: Tokenizer
    takes: bool = True
    frames: str = "added"

    def encode(self, text: bytes, in_use: bool = False) -> tuple[Ids, bytes]:
        before, after = self.framing_ids() if in_use else ((), ())
        ids = [np.array(before, np.uint32)]
        for part in self.tokenizer.encode_parts(text, "all" if in_use and self.takes else "none"):
            ids.append(part.ids)
            point()
        joined = np.concatenate([*ids, np.array(after, np.uint32)])
        return joined, self.tokenizer.decode_bytes(joined)

    def framing_ids(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the ids before a text and after it, in use."""
        framing, every = self.tokenizer.framing, self.frames == "all"
        if self.frames == "none":
            return (), ()
        before = framing.before if every or framing.adds_before else ()
        return before, framing.after if every or framing.adds_after else ()


# --- running over the texts ---------------------------------------------------------------------


def prove(
    tokenizer: Tokenizer,
    again: Tokenizer,
    judge: Judge,
    prepared: Prepared,
    texts: Sequence[Source],
    child: Child,
) -> Generator[Proved, None, Proof]:
    """Encode texts by the tokenizer and by the judge, and return whether all ids are equal.

    Yields how far it is. Special tokens are plain text; bytes that are not
    UTF-8 are U+FFFD to both; a long document is cut at a line's end, and each part a text of its own. At last
    words of the first one with special tokens between them are encoded, as text and as for a model.

    Args:
        tokenizer: what was written.
        again: what the workbench reads from the file; it judges where the library does not encode.
        judge: who has opened the file.
        prepared: the file.
        texts: files, folders and texts in memory; a path is one that must be readable itself, `SourceOptions`
            say it themselves. They are read whole, whatever sample the options ask for.
        child: where the judge is.

    Raises:
        EngineError: a text cannot be read, the library cannot encode it, or no text gives a token.

    """
    theirs: _Encoder = _Library(judge.child_name, child) if judge.encodes else _Ourselves(again)
    ours = _Ourselves(tokenizer, judge.takes, judge.frames)
    mixed: Stretch | None = None
    difference: Difference | None = None
    n_tokens = n_bytes = 0
    decodes = True
    read, skipped, damaged = [read_whole(text) for text in texts], list[Skipped](), list[EngineError]()
    total = Reading(read).size()
    for stretch in stretches(read, skipped, damaged):
        mixed = mixed or _beside_specials(tokenizer, stretch.data)
        both = _encoded_twice(ours, theirs, stretch.data)
        if both.place is not None:
            difference = _difference(tokenizer, stretch, both, n_tokens)
            n_tokens += both.place
            break
        decodes = decodes and both.same_text
        n_tokens += len(both.ours)
        n_bytes += len(stretch.data)
        yield Proved(n_tokens, n_bytes, max(total, n_bytes))
    else:
        _refuse_nothing(prepared.name, skipped, n_tokens, n_bytes)
    in_use = None if mixed is None or difference is not None else _in_use(ours, theirs, mixed)
    return Proof(
        judge,
        n_tokens,
        n_bytes=n_bytes,
        decodes=decodes,
        difference=difference,
        skipped=tuple(skipped),
        damaged=tuple(damaged),
        in_use=in_use,
    )


def _refuse_nothing(name: str, skipped: Sequence[Skipped], n_tokens: int, n_bytes: int) -> None:
    """Raise EngineError where the texts gave no token: that proves nothing."""
    unread = [each for each in skipped if not each.is_meant]
    if unread and not n_bytes:
        raise unread[0].error
    if not n_tokens:
        raise EngineError("proof_of_nothing", file=name, size=n_bytes)


def _in_use(ours: _Ourselves, theirs: _Encoder, mixed: Stretch) -> InUse:
    """Encode a text with special tokens as plain text, and then as for a model."""
    n_tokens, decodes = 0, True
    for in_use in (False, True):
        both = _encoded_twice(ours, theirs, mixed.data, in_use)
        if both.place is not None:
            n_before = len(ours.framing_ids()[0]) if in_use else 0
            difference = _difference(
                ours.tokenizer, mixed, both, n_tokens, n_before=n_before, taken=in_use and ours.takes
            )
            return InUse(n_tokens + both.place, ours.takes, decodes, difference)
        n_tokens += len(both.ours)
        # Libraries that find no special tokens do not print them either.
        decodes = decodes and (both.same_text or (in_use and not ours.takes))
    return InUse(n_tokens, ours.takes, decodes)


def _beside_specials(tokenizer: Tokenizer, text: bytes) -> Stretch | None:
    """Return a text of words with special tokens between them, with and without spaces, or None."""
    specials = list(tokenizer.special_tokens)[:_SPECIALS]
    words = text[:_MIXED].decode("utf-8", "replace").split()
    if not specials or not words:
        return None
    gaps = ("", " ", "  ", "\n")
    parts = [
        f"{gaps[at % 3]}{special}{gaps[at % 4]}{words[at % len(words)]}"
        for at, special in enumerate([*specials, specials[0]])
    ]
    mixed = words[0] + "".join(parts) + specials[-1]
    return Stretch("special tokens", mixed.encode(), 0, 0)


@dataclass(frozen=True, slots=True)
class _Both:
    """A text encoded by both: the ids, where they part (None: nowhere), and whether they decode alike."""

    ours: Ids
    theirs: Ids
    place: int | None
    same_text: bool


def _encoded_twice(ours: _Ourselves, theirs: _Encoder, text: bytes, in_use: bool = False) -> _Both:
    own, own_text = ours.encode(text, in_use)
    other, other_text = theirs.encode(text, in_use)
    return _Both(own, other, _first_difference(own, other), own_text == other_text)


def _first_difference(ours: Ids, theirs: Ids) -> int | None:
    """Return the number of equal ids at the start, or None where all are equal."""
    shorter = min(len(ours), len(theirs))
    unequal = np.flatnonzero(ours[:shorter] != theirs[:shorter])
    if len(unequal):
        return int(unequal[0])
    return None if len(ours) == len(theirs) else shorter


def _difference(
    tokenizer: Tokenizer,
    stretch: Stretch,
    both: _Both,
    n_equal: int,
    *,
    n_before: int = 0,
    taken: bool = False,
) -> Difference:
    place = both.place or 0
    spans = tokenizer.encode_with_offsets(stretch.data, allowed_special="all" if taken else "none").spans
    at = max(place - n_before, 0)
    start = int(spans[at, 0]) if at < len(spans) else len(stretch.data)
    first = max(0, place - CONTEXT)
    last = place + CONTEXT

    def _row(ids: Ids) -> Row:
        shown = ids[first:last].tolist()
        return Row(tuple(shown), tuple(tokenizer.token_bytes(token_id) or b"" for token_id in shown))

    return Difference(
        stretch.name,
        stretch.line + stretch.data.count(b"\n", 0, start) + 1,
        byte=stretch.byte + start,
        n_equal=n_equal + place,
        ours=_row(both.ours),
        theirs=_row(both.theirs),
        before=place - first,
    )
