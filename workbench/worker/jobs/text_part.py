"""The surroundings of a place in a text: typing in a long text does not need the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import bytes_of
from workbench.engine.base.pace import point
from workbench.engine.encoding.tokenizer import Tokenizer

_WINDOW = 1 << 18  # bytes in which line feeds are looked for between two points, some 0.3 ms

Text = bytes | tuple[bytes | memoryview, ...]


@dataclass(frozen=True, slots=True)
class TextWindow:
    """A text or a part of one.

    Attributes:
        data: the bytes.
        at: where they begin in the text.
        n_bytes: of the whole text.

    """

    data: bytes
    at: int
    n_bytes: int

    @property
    def end(self) -> int:
        """Where the part ends in the text."""
        return self.at + len(self.data)

    @property
    def begins(self) -> bool:
        """Whether the part is at the beginning of the text."""
        return self.at == 0

    @property
    def ends(self) -> bool:
        """Whether the part is at the end of the text."""
        return self.end == self.n_bytes


def size_of(text: Text) -> int:
    """Return the size in bytes of a text that is whole or in parts."""
    return len(text) if isinstance(text, bytes) else sum(map(len, text))


def text_window(text: Text, start: int, end: int) -> TextWindow:
    """Return the bytes [start, end) of a text, as far as they exist."""
    n_bytes = size_of(text)
    start = min(max(start, 0), n_bytes)
    end = max(start, min(end, n_bytes))
    if isinstance(text, bytes):
        return TextWindow(text[start:end], start, n_bytes)
    cut: list[bytes | memoryview] = []
    at = 0
    for part in text:
        if at < end and start < at + len(part):
            cut.append(part[max(start - at, 0) : end - at])
        at += len(part)
    return TextWindow(b"".join(cut), start, n_bytes)


def whole(text: Text) -> bytes:
    """Return a text that is whole or in parts as one."""
    if isinstance(text, bytes):
        return text
    if len(text) == 1 and isinstance(text[0], bytes):
        return text[0]
    return bytes_of(list(text))


def line_feeds(data: bytes) -> NDArray[np.int64]:
    """Return the positions of the line feeds of a text, int64[n]."""
    view = np.frombuffer(data, np.uint8)
    feeds = [np.empty(0, np.int64)]
    for start in range(0, len(data), _WINDOW):
        feeds.append(np.flatnonzero(view[start : start + _WINDOW] == 0x0A) + start)
        point()
    return np.concatenate(feeds)


def borders_around(
    tokenizer: Tokenizer, nearby: TextWindow, start: int, end: int, specials: str | tuple[str, ...]
) -> tuple[int | None, int | None]:
    """Return the safe borders before `start` and behind `end`.

    As `Tokenizer.previous_border` and `next_border` know them of the whole text, in bytes of which all
    places are; None for one that what is near does not tell.
    """
    data, at = nearby.data, nearby.at
    first = last = 0
    if start > at:
        first = tokenizer.previous_border(data, start - at, specials)
    last = tokenizer.next_border(data, end - at, specials)
    taken = tokenizer.specials.choose(specials, ())[0]

    def certain(border: int) -> int | None:
        if at + border in (0, nearby.n_bytes):
            return at + border
        left, right = tokenizer.specials.reach(data, border) if taken else (border, border)
        begins = nearby.begins or (border > 0 and left >= 0)
        ends = nearby.ends or (border < len(data) and right <= len(data))
        return at + border if begins and ends else None

    return certain(first), certain(last)
