"""What is said of a text beside its tokens: its encoding, its line ends, its odd characters. Free of Qt.

It is worked out in chunks, so that a large text can be looked at between two keystrokes, and the chunks
stay as an index from bytes to characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

CHUNK = 128 * 1024
BOM = b"\xef\xbb\xbf"
NBSP = "\u00a0".encode()
_FIRST_LOOSE, _LAST_LOOSE = 0xDC80, 0xDCFF


def _none() -> NDArray[np.int64]:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class TextFacts:
    """What a text is made of; a byte that is not part of UTF-8 counts as one character.

    Attributes:
        n_bytes, n_characters: of the whole text.
        n_invalid: bytes that are not part of UTF-8.
        n_lf, n_crlf, n_cr: line ends of each kind; the two bytes of a CRLF count in n_crlf only.
        n_nul, n_nbsp: NUL bytes and no-break spaces.
        bom: whether the text starts with a byte order mark.
        chunk_starts: int64[m], where the chunks that were looked at begin, in bytes.
        chunk_characters: int64[m], characters before each of them.

    """

    n_bytes: int = 0
    n_characters: int = 0
    n_invalid: int = 0
    n_lf: int = 0
    n_crlf: int = 0
    n_cr: int = 0
    n_nul: int = 0
    n_nbsp: int = 0
    bom: bool = False
    chunk_starts: NDArray[np.int64] = field(default_factory=_none, compare=False, repr=False)
    chunk_characters: NDArray[np.int64] = field(default_factory=_none, compare=False, repr=False)

    def characters_before(self, data: bytes, position: int) -> int:
        """Return the number of characters before a byte at which a character begins; `data` is the text."""
        at = int(np.searchsorted(self.chunk_starts, position, side="right")) - 1
        if at < 0:
            return 0
        start = int(self.chunk_starts[at])
        return int(self.chunk_characters[at]) + n_characters(data[start:position])

    def character_span(self, data: bytes, start: int, end: int) -> tuple[int, int, bool]:
        """Return the characters touched by the bytes [start, end), and whether an edge lies inside one.

        The span is half open: (first touched, last touched + 1), as `facts/token_views` has it.
        """
        first, last = character_start(data, start), character_end(data, end)
        before = self.characters_before(data, first)
        return before, before + n_characters(data[first:last]), first != start or last != end


def examine(data: bytes) -> Iterator[TextFacts | None]:
    """Look at a text; yields None after each chunk, the facts at last."""
    counts = np.zeros(7, np.int64)
    starts: list[int] = []
    characters: list[int] = []
    start = 0
    while start < len(data):
        end = _border(data, start + CHUNK)
        starts.append(start)
        characters.append(int(counts[0]))
        counts += _counts(data[start:end])
        start = end
        yield None
    n, invalid, lf, crlf, cr, nul, nbsp = counts.tolist()
    yield TextFacts(
        n_bytes=len(data),
        n_characters=n,
        n_invalid=invalid,
        n_lf=lf,
        n_crlf=crlf,
        n_cr=cr,
        n_nul=nul,
        n_nbsp=nbsp,
        bom=data.startswith(BOM),
        chunk_starts=np.array(starts, np.int64),
        chunk_characters=np.array(characters, np.int64),
    )


def facts_of(data: bytes) -> TextFacts:
    """Return the facts of a text in one go, for texts of some megabytes at most."""
    facts = TextFacts()
    for step in examine(data):
        facts = step or facts
    return facts


def _border(data: bytes, wanted: int) -> int:
    """Return a place at or just before `wanted` that is inside no character and no CRLF."""
    if wanted >= len(data):
        return len(data)
    border = character_start(data, wanted)
    return border - 1 if data[border - 1] == 0x0D else border


def _counts(chunk: bytes) -> NDArray[np.int64]:
    """Return int64[7]: characters, invalid bytes, LF, CRLF, CR, NUL, NBSP of a chunk."""
    invalid = 0
    try:
        n = len(chunk.decode())
    except UnicodeDecodeError:
        loose = _code_points(chunk)
        n = len(loose)
        invalid = int(np.count_nonzero((loose >= _FIRST_LOOSE) & (loose <= _LAST_LOOSE)))
    crlf = chunk.count(b"\r\n")
    lf, cr = chunk.count(b"\n") - crlf, chunk.count(b"\r") - crlf
    return np.array([n, invalid, lf, crlf, cr, chunk.count(b"\0"), chunk.count(NBSP)], np.int64)


def _code_points(data: bytes) -> NDArray[np.uint32]:
    """Return the code points, a byte b that is not part of UTF-8 as U+DC00 + b."""
    text = data.decode("utf-8", "surrogateescape")
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def n_characters(data: bytes) -> int:
    """Return the number of characters, a byte that is not part of UTF-8 counting as one."""
    return len(data.decode("utf-8", "surrogateescape"))


def character_start(data: bytes, position: int) -> int:
    """Return where the character that holds the byte at `position` begins; the place itself at the end."""
    for start in range(position - 1, max(position - 4, -1), -1):
        if data[start] & 0xC0 != 0x80:
            return start if _valid_end(data, start) > position else position
    return position


def character_end(data: bytes, position: int) -> int:
    """Return where the character that holds the byte before `position` ends."""
    start = character_start(data, position)
    return position if start == position else _valid_end(data, start)


def _valid_end(data: bytes, start: int) -> int:
    """Return where the UTF-8 character that begins at a byte ends, or `start` where none does."""
    lead = data[start]
    length = 4 if lead >= 0xF0 else 3 if lead >= 0xE0 else 2 if lead >= 0xC0 else 1
    try:
        data[start : start + length].decode()
    except UnicodeDecodeError:
        return start
    return start + length
