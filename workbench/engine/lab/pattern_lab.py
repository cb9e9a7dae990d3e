"""The regex lab: what a split pattern does to a sample of text, and how it differs from another.

The pieces are those that training gets: the same child, the same operation on the same documents, under the
same limit (`pre_tokenizers.CustomSplit`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import START_SECONDS, Child, Limit, Operation
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.sources import SAMPLE_CORPUS, Reading, Source
from workbench.engine.lab.pattern_lab_child import (
    alternatives_operation,
    locate_operation,
    probe_operation,
    split_operation,
    time_operation,
)
from workbench.engine.splitting.pre_tokenizers import PATTERN_LIMIT, Spans, of_pattern

_LANGUAGE_BYTES = 2000  # bytes by which a language is recognized
SAMPLE_BYTES = 200_000  # what has to be split within one window of `PATTERN_LIMIT`
TIMED_RUNS = 5
MOST_FREQUENT = 200
_LOCATE_SECONDS, _PROBE_SECONDS = 0.5, 0.5
_PIECES_AT_ONCE = 8192


@dataclass(frozen=True)
class Sample:
    """Some text of a corpus.

    Attributes:
        text: bytes, the documents one after the other; where one does not end in a line end, one stands
            between it and the next, and belongs to neither.
        documents: uint64[n, 2], (start, end) of each in bytes of `text`.

    """

    text: bytes
    documents: Spans

    @property
    def n_bytes(self) -> int:
        """Bytes of the documents."""
        return int((self.documents[:, 1] - self.documents[:, 0]).sum()) if len(self.documents) else 0

    @property
    def buffers(self) -> tuple[bytes, bytes]:
        """What the child is sent."""
        return self.text, np.ascontiguousarray(self.documents, np.uint64).tobytes()


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a sample.

    Attributes:
        spans: uint64[m, 2], (start, end) in bytes of the text.
        lost: uint64[k, 2], stretches of documents that are in no piece.
        numbers: uint32[m], which of the distinct pieces each is, in order of first occurrence.
        frequent: (piece, count) of the most frequent, the first of them first where counts are equal.
        n_distinct, n_once: distinct pieces, and those of them that occur once.
        longest: (start, end) of the first of the longest pieces, (0, 0) if there is none.

    """

    spans: Spans
    lost: Spans
    numbers: NDArray[np.uint32]
    frequent: tuple[tuple[bytes, int], ...]
    n_distinct: int
    n_once: int
    longest: tuple[int, int]

    @property
    def n_lost(self) -> int:
        """Bytes that are in no piece."""
        return int((self.lost[:, 1] - self.lost[:, 0]).sum())


@dataclass(frozen=True)
class SlowPlace:
    """Where a pattern was stopped.

    Attributes:
        at: byte of the text where it began to take long.
        n_same: how many times the character there is repeated, from the first of them.
        alternative: (start, end) in characters of the pattern of the one that took long, None if unknown.

    """

    at: int
    n_same: int
    alternative: tuple[int, int] | None


# --- the sample -----------------------------------------------------------------------------------


def sample(sources: list[Source], child: Child) -> Sample:
    """Read the beginning of each source, `SAMPLE_BYTES` in all, as training would.

    Raises EngineError if nothing can be read.
    """
    shares, documents = SAMPLE_BYTES // max(len(sources), 1), list[bytes]()
    skipped: list[Skipped] = []
    for source in sources:
        reading = Reading([source], child)
        taken = _beginning(reading, shares)
        if reading.accounts and reading.accounts[0].source == SAMPLE_CORPUS:
            taken.sort(key=_n_latin, reverse=True)  # by name Arabic is the first
        documents += taken
        skipped += (each for each in reading.skipped if not each.is_meant)
    if skipped and not documents:
        raise skipped[0].error
    return joined(documents)


def _beginning(reading: Reading, n_bytes: int) -> list[bytes]:
    documents, document, left = list[bytes](), bytearray(), n_bytes
    steps = reading.read()
    for item in steps:
        if isinstance(item, bytes):
            document += item[:left]
            left -= len(item[:left])
        elif isinstance(item, EndOfDocument):
            documents.append(bytes(document))
            document.clear()
        if left <= 0:
            break
        point()
    for close in filter(None, [getattr(steps, "close", None)]):
        close()
    if document:
        documents.append(_whole(bytes(document)))
    return documents


def _n_latin(text: bytes) -> int:
    """Return how many of the first bytes are letters of ASCII or blanks: most of them in English prose."""
    return sum(chr(byte).isalpha() or byte == 0x20 for byte in text[:_LANGUAGE_BYTES] if byte < 0x80)


def _whole(text: bytes) -> bytes:
    """Leave out a character that was cut at the end."""
    return text.decode("utf-8", "ignore").encode("utf-8")


def joined(documents: list[bytes]) -> Sample:
    """Return documents as one text."""
    parts, borders, at = list[bytes](), list[tuple[int, int]](), 0
    for document in filter(None, documents):
        if parts and not parts[-1].endswith(b"\n"):
            parts.append(b"\n")
            at += 1
        parts.append(document)
        borders.append((at, at + len(document)))
        at += len(document)
    return Sample(b"".join(parts), np.array(borders, np.uint64).reshape(-1, 2))


# --- the pieces -----------------------------------------------------------------------------------


def _request(
    child: Child, operation: Operation, header: Mapping[str, Any], buffers: tuple[bytes, ...], limit: Limit
) -> Iterator[Frame]:
    try:
        yield from child.request(operation, header, buffers, limit)
    except EngineError as error:
        raise of_pattern(error, header["pattern"]) from error


def warm(child: Child) -> None:
    """Let the child start and load what it needs, so that this is not counted as a pattern's time."""
    for _ in child.request(split_operation, {"pattern": "."}, (b"", b""), Limit(START_SECONDS)):
        point()


def spans_of(pattern: str, sample: Sample, child: Child) -> Spans:
    """Split a sample; returns uint64[m, 2].

    Raises EngineError, as `custom_patterns.compiled`, "pattern_too_slow" with the bytes done,
    "pattern_out_of_memory" and "pattern_crashed".
    """
    parts, done = [np.zeros(0, np.uint64)], 0
    try:
        for frame in _request(child, split_operation, {"pattern": pattern}, sample.buffers, PATTERN_LIMIT):
            parts.append(np.frombuffer(frame.buffers[0], np.uint64))
            done = int(frame.header["done"])
            point()
    except EngineError as error:
        facts: dict[str, Any] = {**error.facts, "done": done}
        raise EngineError(error.code, file=None, place=error.place, **facts) from error
    return np.concatenate(parts).reshape(-1, 2)


def pieces(spans: Spans, sample: Sample) -> Pieces:
    """Count pieces."""
    distinct: dict[bytes, int] = {}
    numbers = np.empty(len(spans), np.uint32)
    text, places = sample.text, spans.tolist()
    for first in range(0, len(places), _PIECES_AT_ONCE):
        for row, (start, end) in enumerate(places[first : first + _PIECES_AT_ONCE], first):
            numbers[row] = distinct.setdefault(text[start:end], len(distinct))
        point()
    counts = np.bincount(numbers, minlength=len(distinct)) if len(numbers) else np.zeros(0, np.int64)
    most = np.argsort(-counts, kind="stable")[:MOST_FREQUENT].tolist()
    names = list(distinct)
    lengths = spans[:, 1] - spans[:, 0]
    longest = spans[int(lengths.argmax())].tolist() if len(spans) else (0, 0)
    return Pieces(
        spans,
        lost_stretches(spans, sample.documents),
        numbers=numbers,
        frequent=tuple((names[number], int(counts[number])) for number in most),
        n_distinct=len(distinct),
        n_once=int((counts == 1).sum()),
        longest=(int(longest[0]), int(longest[1])),
    )


def lost_stretches(spans: Spans, documents: Spans) -> Spans:
    """Return uint64[k, 2], what of the documents is in no piece."""
    # The ends of what is kept or is between two documents, and the starts of what follows.
    starts = np.sort(np.concatenate([spans[:, 0], documents[:, 1]]))
    ends = np.sort(np.concatenate([spans[:, 1], documents[:, 0]]))
    lost = np.stack([ends, starts], axis=1)
    return lost[lost[:, 0] < lost[:, 1]]


def alternatives(pattern: str, sample: Sample, child: Child) -> list[int] | None:
    """Return the number of pieces of each top-level alternative; None if it cannot be counted.

    Pieces of no alternative are bytes that are not UTF-8. Raises as `spans_of`.
    """
    last: Mapping[str, Any] = {}
    for frame in _request(child, alternatives_operation, {"pattern": pattern}, sample.buffers, PATTERN_LIMIT):
        last = frame.header
        point()
    counts: list[int] | None = last.get("counts")
    return counts


def speed(pattern: str, sample: Sample, child: Child) -> float:
    """Return bytes a second of matching alone: the median of five runs over the sample, 0 for no text."""
    header = {"pattern": pattern, "runs": TIMED_RUNS}
    seconds = list[float]()
    limit = Limit(PATTERN_LIMIT.seconds, work=max(len(sample.text), 1))
    for frame in _request(child, time_operation, header, sample.buffers, limit):
        seconds.append(frame.header["seconds"])
        point()
    return sample.n_bytes / max(median(seconds), 1e-9) if seconds else 0.0


# --- what repairs it, and what makes it slow -------------------------------------------------------

# One character each, so that pieces which are there stay as they are.
REPAIRS = (r"|\s", r"|\p{N}", r"|\S", r"|[\s\S]")


def repair(pattern: str, sample: Sample, child: Child) -> str:
    """Return what to add to a pattern so that it loses nothing of the sample, "" where nothing here does.

    Each is tried on the whole sample before it is said to help.
    """
    for suffix in REPAIRS:
        try:
            spans = spans_of(pattern + suffix, sample, child)
        except EngineError:
            continue
        if not len(lost_stretches(spans, sample.documents)):
            return suffix
    return ""


def slow_place(pattern: str, sample: Sample, done: int, child: Child) -> SlowPlace:
    """Find where in the sample a pattern takes long, having come as far as byte `done`, and which part of the
    pattern.

    Takes a second or two; whatever the pattern does, there is an answer.
    """
    at = done
    try:
        header = {"pattern": pattern, "after": done}
        for frame in child.request(locate_operation, header, sample.buffers, Limit(_LOCATE_SECONDS)):
            at = int(frame.header["at"])
            point()
    except EngineError:
        pass  # that it does not end is what is known
    base, end = _document_at(sample, at)
    document, at = sample.text[base:end], max(at - base, 0)
    at, alternative = _slowest(pattern, document, at, child)
    first, n_same = _run_at(document, at)
    return SlowPlace(base + first, n_same, alternative)


def _document_at(sample: Sample, at: int) -> tuple[int, int]:
    """Return (start, end) of the document that byte `at` is in, or that follows."""
    for start, end in sample.documents.tolist():
        if at < end:
            return start, end
    return len(sample.text), len(sample.text)


def _slowest(pattern: str, document: bytes, at: int, child: Child) -> tuple[int, tuple[int, int] | None]:
    """Return at which byte from `at` on an alternative takes longest alone, or never ends, and which one."""
    longest = -1.0
    slowest: tuple[int, tuple[int, int] | None] = (at, None)
    trying = slowest
    heard = time.monotonic()
    try:
        header = {"pattern": pattern, "at": at}
        for frame in child.request(probe_operation, header, (document,), Limit(_PROBE_SECONDS)):
            heard = time.monotonic()
            if "trying" in frame.header:
                trying = (frame.header["at"], (frame.header["trying"][0], frame.header["trying"][1]))
            elif frame.header["seconds"] > longest:
                longest, slowest = frame.header["seconds"], trying
            point()
    except EngineError:
        return trying if time.monotonic() - heard > _PROBE_SECONDS / 2 else slowest
    return slowest


def _run_at(document: bytes, at: int) -> tuple[int, int]:
    """Return where the run of one character that holds byte `at` begins, and how long it is."""
    text = document.decode("utf-8", "surrogateescape")
    place = min(len(document[:at].decode("utf-8", "surrogateescape")), max(len(text) - 1, 0))
    if not text:
        return 0, 0
    first, last = place, place + 1
    while first > 0 and text[first - 1] == text[place]:
        first -= 1
    while last < len(text) and text[last] == text[place]:
        last += 1
    return len(text[:first].encode("utf-8", "surrogateescape")), last - first
