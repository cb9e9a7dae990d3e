"""A large text in parts that CLIP's cleaning can take one by one, and what became of them kept.

ftfy goes line by line, so that a text may be cut between two lines. So it may for all later steps where the
second line begins with a letter or digit that stays as it is: no reference reaches over a line end, and the
white space before that letter becomes the same single space as in the whole. Only "<" affects later lines, so
that before a part is cleaned, the text before it must be searched for one.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from workbench.engine.base.pace import point
from workbench.engine.normalizers.ftfy_shortcuts import simple_edits
from workbench.engine.normalizers.text_normalizers import Change

LONGEST_LINE = 1 << 12  # bytes of a line before which a text is cut
_WINDOW = 1 << 16  # bytes in which line ends are looked for between two points
_TRIED = 16  # lines looked at between two points
_ENDS = 256  # bytes


def next_cut(text: bytes, position: int, end: int) -> int:
    """Return the first cut from `position` on before `end`, or `end`."""
    tried = 0
    while position < end:
        stop = min(end, position + _WINDOW)
        line_end = text.find(b"\n", max(position - 1, 0), stop)
        if line_end < 0:
            position = stop + 1
            point()
            continue
        if line_end + 1 < end and _stays(text, line_end + 1, end):
            return line_end + 1
        position = line_end + 2
        tried += 1
        if tried % _TRIED == 0:
            point()
    return end


def previous_cut(text: bytes, position: int, start: int) -> int:
    """Return the last cut up to `position` after `start`, or `start`."""
    tried = 0
    while position > start:
        window = max(start, position - _WINDOW)
        line_feed = text.rfind(b"\n", window, position)
        if line_feed < 0:
            position = window
            point()
            continue
        if _stays(text, line_feed + 1, len(text)):
            return line_feed + 1
        position = line_feed
        tried += 1
        if tried % _TRIED == 0:
            point()
    return start


def _stays(text: bytes, start: int, end: int) -> bool:
    """Return whether a line begins with a letter or digit, and ftfy and HTML's references leave it alone."""
    stop = text.find(b"\n", start, min(end, start + LONGEST_LINE)) + 1
    if stop == 0:
        if end - start > LONGEST_LINE:
            return False
        stop = end
    line = text[start:stop]
    if b"&" in line:
        return False
    try:
        letters = line.decode()
    except UnicodeDecodeError:
        return False
    return letters[:1].isalnum() and simple_edits(letters, False) == []


# --- what became of parts ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PartKey:
    """All that tells what becomes of a part.

    Attributes:
        text: its bytes. tags: a "<" comes before. opens, closes: nothing comes before, or after.

    """

    text: bytes
    tags: bool
    opens: bool
    closes: bool

    def __hash__(self) -> int:
        """Return a hash of the ends: that of a line of 10 MB would hold the GIL for 10 ms."""
        return hash((len(self.text), self.text[:_ENDS], self.text[-_ENDS:]))


Changes = tuple[tuple[str, Change], ...]  # name of each step, and what it did


class KeptParts:
    """What became of the parts of the last text, as far as there is room; safe to use from several threads.

    Attributes:
        n_bytes: how much it holds.

    """

    ROOM = 96 << 20  # bytes, of some 30 MB of text, or of a single line of 13

    def __init__(self) -> None:
        self.n_bytes = 0
        self._text = b""
        self._now: dict[PartKey, Changes] = {}  # parts of this text
        self._before: dict[PartKey, Changes] = {}  # and those of the one before that it may have too
        self._lock = threading.Lock()

    def begin(self, text: bytes) -> None:
        """Begin with a text, as a whole; of another one nothing is kept but what this one has too."""
        with self._lock:
            same = text == self._text
            self._text = text  # the very object, with which the next comparison is over at once
            if same:
                return
            self._before, self._now = self._now, {}
            self._count()

    def end(self, text: bytes) -> None:
        """Forget what the text that was begun with, and has been gone through, did not need."""
        with self._lock:
            if text == self._text and self._before:
                self._before = {}
                self._count()

    def get(self, key: PartKey) -> Changes | None:
        """Return what became of a part, or None if that is not known."""
        with self._lock:
            changes = self._now.get(key)
            if changes is None and (changes := self._before.pop(key, None)) is not None:
                self._now[key] = changes
            return changes

    def put(self, key: PartKey, changes: Changes) -> None:
        """Keep what became of a part of the text, if there is room."""
        size = _size(key, changes)
        with self._lock:
            if self.n_bytes + size > self.ROOM and self._before:
                self._before = {}
                self._count()
            if self.n_bytes + size <= self.ROOM and key not in self._now:
                self._now[key] = changes
                self.n_bytes += size

    def _count(self) -> None:
        self.n_bytes = sum(
            _size(key, changes) for kept in (self._now, self._before) for key, changes in kept.items()
        )


def _size(key: PartKey, changes: Changes) -> int:
    outputs = {id(change.edited.output): len(change.edited.output) for _, change in changes}
    return len(key.text) + sum(outputs.values()) + sum(change.n_bytes for _, change in changes)
