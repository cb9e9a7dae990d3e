"""The child's side of the regex lab: splitting, telling alternatives apart, timing, finding what is slow.

Texts come as documents: buffers[0] are bytes, buffers[1] uint64 start, end, start, … of each document in
them; no piece crosses two. No numpy here, as in `custom_patterns`.
"""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import regex

from workbench.display import alternatives
from workbench.engine.child.frames import Frame
from workbench.engine.splitting.custom_patterns import (
    BATCH_SECONDS,
    BATCH_SPANS,
    THEN,
    Chain,
    compiled,
    spans_of,
)

REPORT_SECONDS = 0.0005
PROBED = 2000  # characters at which alternatives are tried alone
_MARK = "(?P<alternative{number}>)"


def _documents(buffers: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield where each document begins, and its bytes."""
    borders = array("Q", buffers[1])
    for start, end in zip(borders[::2], borders[1::2], strict=True):
        yield start, buffers[0][start:end]


def split_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Split documents; replies {"done": bytes} with the spans so far as uint64 (start, end, start, …)."""
    pattern = compiled(header["pattern"])
    spans = array("Q")
    due = time.monotonic() + BATCH_SECONDS
    for base, document in _documents(buffers):
        for start, end in spans_of(pattern, document):
            spans.append(base + start)
            spans.append(base + end)
            if len(spans) >= 2 * BATCH_SPANS or time.monotonic() > due:
                yield Frame({"done": base + end}, (spans.tobytes(),))
                spans = array("Q")
                due = time.monotonic() + BATCH_SECONDS
    yield Frame({"done": len(buffers[0])}, (spans.tobytes(),))


class _Marked(Chain):
    """A pattern with an empty group after each of its alternatives, so that a match tells which one fitted.

    Attributes:
        counts: matches of each alternative.

    """

    def __init__(self, marked: regex.Pattern[str], numbers: Sequence[int]) -> None:
        super().__init__([marked])
        self._marked = marked
        self._alternative = {number: place for place, number in enumerate(numbers)}
        self.counts = [0] * len(numbers)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        for match in self._marked.finditer(text):
            place = self._alternative.get(match.lastindex or 0)
            if place is not None:
                self.counts[place] += 1
            yield match.span()


def _marked(pattern: str) -> _Marked | None:
    """Return the pattern with its alternatives marked, None if marks would change the pattern.

    So it is where a number stands for a group: the marks are groups too.
    """
    whole = regex.compile(pattern)
    parts = alternatives.lines(pattern)
    text = "".join(part + _MARK.format(number=place) for place, part in enumerate(parts))
    try:
        marked = regex.compile(text)
    except regex.error:
        return None
    numbers = [marked.groupindex.get(f"alternative{place}", 0) for place in range(len(parts))]
    if THEN in pattern or _REFERENCE.search(pattern) or marked.groups != whole.groups + len(parts):
        return None
    return _Marked(marked, numbers)


_REFERENCE = regex.compile(r"\\[1-9]|\\g<[-+\d]|\(\?\([-+\d]")


def alternatives_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Count the pieces that each alternative makes; replies {"done"}, at last {"done", "counts"}.

    "counts" is None if it cannot be determined.
    """
    compiled(header["pattern"])
    pattern = _marked(header["pattern"])
    if pattern is None:
        yield Frame({"done": len(buffers[0]), "counts": None})
        return
    due = time.monotonic() + BATCH_SECONDS
    for base, document in _documents(buffers):
        for _, end in spans_of(pattern, document):
            if time.monotonic() > due:
                yield Frame({"done": base + end})
                due = time.monotonic() + BATCH_SECONDS
    yield Frame({"done": len(buffers[0]), "counts": pattern.counts})


def time_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Match header["runs"] times over all documents; replies {"done", "seconds"} after each."""
    pattern = compiled(header["pattern"])
    texts = [document.decode("utf-8", "replace") for _, document in _documents(buffers)]
    for run in range(header["runs"]):
        start = time.perf_counter()
        for text in texts:
            deque(pattern.spans(text), maxlen=0)
        seconds = time.perf_counter() - start
        yield Frame({"done": (run + 1) * len(buffers[0]), "seconds": seconds})


def locate_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Match once more, and reply {"at": byte} ever so often once past byte header["after"].

    So the caller knows how far it came when it stopped answering: the place is the start of a document, or
    the end of a piece that was matched less than `REPORT_SECONDS` before.
    """
    pattern, after = compiled(header["pattern"]), header["after"]
    due = 0.0
    for base, document in _documents(buffers):
        if base + len(document) <= after:
            continue
        yield Frame({"at": base})
        for _, end in spans_of(pattern, document):
            if base + end >= after and time.monotonic() > due:
                yield Frame({"at": base + end})
                due = time.monotonic() + REPORT_SECONDS


def probe_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Match each alternative alone at the characters from byte header["at"] of a document, buffers[0], on.

    Replies {"at": byte, "trying": (start, end) of the alternative} before, and {"seconds"} after each; one
    that is no pattern of its own is passed over.
    """
    text = buffers[0].decode("utf-8", "surrogateescape")
    at = header["at"]
    position = len(buffers[0][:at].decode("utf-8", "surrogateescape"))
    alone = list(_compiled_alternatives(header["pattern"]))
    for place in range(position, min(position + PROBED, len(text))):
        for span, alternative in alone:
            yield Frame({"at": at, "trying": span})
            begun = time.perf_counter()
            alternative.match(text, place)
            yield Frame({"seconds": time.perf_counter() - begun})
        at += len(text[place].encode("utf-8", "surrogateescape"))


def _compiled_alternatives(pattern: str) -> Iterator[tuple[tuple[int, int], regex.Pattern[str]]]:
    """Yield each alternative, (start, end) without its "|", compiled alone where that can be done."""
    flags = regex.compile(pattern).flags
    for start, end in pairwise((*alternatives.starts(pattern), len(pattern))):
        start += start > 0
        try:
            yield (start, end), regex.compile(pattern[start:end], flags)
        except regex.error:
            continue
