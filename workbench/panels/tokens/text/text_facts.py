"""What is said of a text next to its tokens: its encoding, its line ends, its odd characters. Free of Qt.

It is worked out in chunks, so that a large text can be looked at between two keystrokes, and the chunks
stay: as an index from bytes to characters, and so that an edit asks for no more than those that it touched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from workbench.widgets.slices import Steps, at_once
from workbench.widgets.token_view.document.characters import CONTINUING, fresh_after
from workbench.widgets.token_view.document.document import Change, Document

CHUNK = 128 * 1024
BOM = b"\xef\xbb\xbf"
NBSP = "\u00a0".encode()
SEPARATORS = "\u2028".encode(), "\u2029".encode()
_FAULT_EVERY = 1024  # bytes after an invalid one in which no other is looked for
_MARGIN = 8  # bytes on either side of an edit in which it may change what a chunk's border is
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
        n_separators: U+2028 and U+2029, at which some programs begin a line.
        n_boms: U+FEFF, that at the start among them.
        n_surrogates: halves of surrogate pairs, written as UTF-8 would; their bytes are invalid ones.
        bom: whether the text starts with a byte order mark.
        chunk_starts: int64[m], where the chunks that were looked at begin, in bytes.
        chunk_characters: int64[m], characters before each of them.
        faults: int64[k], rising, where invalid bytes are, to within some hundred bytes.

    """

    n_bytes: int = 0
    n_characters: int = 0
    n_invalid: int = 0
    n_lf: int = 0
    n_crlf: int = 0
    n_cr: int = 0
    n_nul: int = 0
    n_nbsp: int = 0
    n_separators: int = 0
    n_boms: int = 0
    n_surrogates: int = 0
    bom: bool = False
    chunk_starts: NDArray[np.int64] = field(default_factory=_none, compare=False, repr=False)
    chunk_characters: NDArray[np.int64] = field(default_factory=_none, compare=False, repr=False)
    faults: NDArray[np.int64] = field(default_factory=_none, compare=False, repr=False)

    def characters_before(self, read: Callable[[int, int], bytes], position: int) -> int:
        """Return the number of characters before a byte at which a character begins; `read` as below."""
        at = int(np.searchsorted(self.chunk_starts, position, side="right")) - 1
        if at < 0:
            return 0
        start = int(self.chunk_starts[at])
        return int(self.chunk_characters[at]) + n_characters(read(start, position))

    def character_span(
        self, read: Callable[[int, int], bytes], start: int, end: int
    ) -> tuple[int, int, bool]:
        """Return the characters touched by the bytes [start, end), and whether an edge is inside one.

        The span is half open: (first touched, last touched + 1). `read` gives
        the bytes from one to another: the text is not joined.
        """
        at = max(start - CONTINUING, 0)
        near = read(at, end + CONTINUING)
        first, last = character_start(near, start - at) + at, character_end(near, end - at) + at
        before = self.characters_before(read, first)
        return before, before + n_characters(read(first, last)), first != start or last != end


@dataclass(slots=True)
class _Chunk:
    """Some bytes of the text, and what was counted in them (`_counts`), None if not looked at."""

    size: int
    counts: NDArray[np.int64] | None = None
    faults: tuple[int, ...] = ()  # bytes of the chunk near which it has invalid ones


class FactsIndex:
    """Looks at a document, and after an edit only at its surroundings."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._revision = document.revision
        self._chunks = [_Chunk(len(document))]

    def examine(self) -> Steps[TextFacts]:
        """Look at the text as it is, a chunk in each step.

        Give it up where the text changes meanwhile, and begin again: what was counted stays.
        """
        self._follow()
        number = start = 0
        while number < len(self._chunks):
            if self._chunks[number].counts is None:
                self._count(number, start)
                yield
            start += self._chunks[number].size
            number += 1
        return self._facts()

    def _follow(self) -> None:
        changes = self._document.changes_since(self._revision)
        self._revision = self._document.revision
        if changes is None:
            self._chunks = [_Chunk(len(self._document))]
        for change in changes or ():
            self._join(change)

    def _join(self, change: Change) -> None:
        """Make one chunk, to be counted again, of those that an edit touched."""
        ends = list(accumulate(chunk.size for chunk in self._chunks))
        low, high = change.start - _MARGIN, change.start + change.removed + _MARGIN
        first = next((at for at, end in enumerate(ends) if end >= low), len(ends) - 1)
        last = next((at for at, end in enumerate(ends) if end >= high), len(ends) - 1)
        touched = self._chunks[first : last + 1]
        self._chunks[first : last + 1] = [_Chunk(sum(chunk.size for chunk in touched) + change.delta)]

    def _count(self, number: int, start: int) -> None:
        """Count in a chunk, or in the beginning of a large one, of which the rest becomes another."""
        size = self._chunks[number].size
        window = self._document.read(start, start + min(size, CHUNK + _MARGIN))
        cut = _border(window, CHUNK) if size > CHUNK else size
        cut = cut if cut > 0 else size
        self._chunks[number : number + 1] = [_looked_at(window[:cut])]
        if cut < size:
            self._chunks.insert(number + 1, _Chunk(size - cut))

    def _facts(self) -> TextFacts:
        chunks = self._chunks
        counts = [chunk.counts for chunk in chunks if chunk.counts is not None]
        total = [int(count) for count in sum(counts, np.zeros(len(_COUNTED), np.int64))]
        characters = [int(count[0]) for count in counts]
        starts = np.array([0, *accumulate(chunk.size for chunk in chunks)][:-1], np.int64)
        faults = [
            start + at for start, chunk in zip(starts.tolist(), chunks, strict=True) for at in chunk.faults
        ]
        return TextFacts(
            n_bytes=len(self._document),
            **dict(zip(_COUNTED, total, strict=True)),
            bom=self._document.read(0, len(BOM)) == BOM,
            chunk_starts=starts,
            faults=np.array(faults, np.int64),
            chunk_characters=np.array([0, *accumulate(characters)][:-1], np.int64),
        )


def facts_of(data: bytes) -> TextFacts:
    """Return the facts of a text in one go, for texts of some megabytes at most."""
    return at_once(FactsIndex(Document(data)).examine())


def _border(window: bytes, wanted: int) -> int:
    """Return a place at or just before `wanted`, inside no character, no CRLF and no lone surrogate."""
    if wanted >= len(window):
        return len(window)
    border = character_start(window, wanted)
    lead = window.rfind(b"\xed", max(border - 2, 0), border)
    if lead >= 0 and _valid_end(window, lead) == lead:
        border = lead
    return border - 1 if border and window[border - 1] == 0x0D else border


_COUNTED = (
    "n_characters", "n_invalid", "n_lf", "n_crlf", "n_cr", "n_nul", "n_nbsp", "n_separators", "n_boms",
    "n_surrogates",
)  # fmt: skip


def _looked_at(data: bytes) -> _Chunk:
    """Return a chunk with what to count."""
    counts = _counts(data)
    n_invalid = int(counts[_COUNTED.index("n_invalid")])
    return _Chunk(len(data), counts, _faults(data) if n_invalid else ())


def _faults(data: bytes) -> tuple[int, ...]:
    """Return the first invalid byte, and of what is left a KB after one that was found the first again."""
    places: list[int] = []
    at = 0
    while at < len(data):
        try:
            str(memoryview(data)[at:], "utf-8")
        except UnicodeDecodeError as error:
            places.append(at + error.start)
            at += error.start + _FAULT_EVERY
            at += fresh_after(data[at : at + CONTINUING])
        else:
            break
    return tuple(places)


def _counts(chunk: bytes) -> NDArray[np.int64]:
    """Return int64[10]: what `_COUNTED` names, of one chunk."""
    invalid = surrogates = 0
    try:
        n = len(chunk.decode())
    except UnicodeDecodeError:
        loose = _code_points(chunk)
        n = len(loose)
        invalid = int(np.count_nonzero((loose >= _FIRST_LOOSE) & (loose <= _LAST_LOOSE)))
        surrogates = _lone_surrogates(loose)
    crlf = chunk.count(b"\r\n") if b"\r" in chunk else 0
    lf, cr = chunk.count(b"\n") - crlf, chunk.count(b"\r") - crlf
    nbsp = chunk.count(NBSP) if b"\xa0" in chunk else 0
    separators = sum(map(chunk.count, SEPARATORS)) if SEPARATORS[0][:2] in chunk else 0
    boms = chunk.count(BOM) if b"\xef" in chunk else 0
    counts = n, invalid, lf, crlf, cr, chunk.count(b"\0"), nbsp, separators, boms, surrogates
    return np.array(counts, np.int64)


def _lone_surrogates(loose: NDArray[np.uint32]) -> int:
    """Return how often the three bytes of U+D800 to U+DFFF are among code points of `_code_points`."""
    first, second, third = loose[:-2], loose[1:-1], loose[2:]
    surrogates = (
        (first == 0xDCED) & (second >= 0xDCA0) & (second <= 0xDCBF) & (third >= 0xDC80) & (third <= 0xDCBF)
    )
    return int(np.count_nonzero(surrogates))


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
