"""CLIP's cleaning by the kernel: most lines need no more than a table of what becomes of each character.

It holds what ftfy (rspeer/python-ftfy, 6.3) does to single characters, small letters, what is white space,
and what tells that there may be more to do: characters out of their normal form. `ftfy_badness` tells what
ftfy may take for a text decoded by the wrong rule. Lines with any of these, and with HTML's references, are
left to the steps of `clip_cleaning`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from io import BytesIO

import numpy as np
import regex
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.normalizers.ftfy_badness import badness_states
from workbench.engine.normalizers.ftfy_shortcuts import changed_alone
from workbench.engine.normalizers.settled_text import settled_tables

# As in kernels/clip_text.pxd.
_POINTS = 0x20000
_ORDER = 0xFF
_STOPS, _JOINER, _JOINED, _WHITE, _OTHER = (1 << bit for bit in range(8, 13))
_N_BYTES, _PLACE = 13, 17
_MOST_OTHERS = 1 << 13  # bytes

_MORE = "\x1b\u03a3"  # escapes of terminals; a sigma's small letter depends on what follows

_LONGEST = 64  # bytes of a reference that tell of it
_WINDOW = 1 << 16  # bytes in which references are looked for between two points

_AT_ONCE = 1 << 18  # bytes cleaned between two points, a millisecond or less
_BLOCK = 256  # characters, few blocks of which have a capital
_CHUNK = 1 << 20  # bytes that are cleaned into one array, and the rest of the line
_NEXT = b"a"  # stands for a next line
_MOST = 1 << 16  # bytes of lines that are asked for together, where one follows the other

Table = tuple[NDArray[np.uint32], bytes, NDArray[np.uint32], NDArray[np.uint16]]


def cleaned(text: bytes, ask: Callable[[bytes, bool], bytes]) -> bytes:
    """Return a text after CLIP's cleaning; only where the kernel is there.

    `ask` returns that of some lines, and takes whether a "<" comes before them.
    """
    kernel, tables = kernels.kernel("clip_text"), _table()
    if kernel is None:
        raise RuntimeError(kernels.why_not())
    cleaned_text = BytesIO()  # the only copy, where parts that are joined would be copied all at once
    at = looked = limit = 0
    size, tags, refers = 1, False, -1
    apart = True  # what comes next
    while at < len(text):
        limit = _line_end(text, at + _CHUNK) if limit <= at else limit
        refers = _next_reference(text, at) if refers < at else refers
        end = min(limit, refers)
        out = np.empty(3 * (end - at) + 1, np.uint8)
        lines = kernel.Lines(text, at, end, *tables, out)
        while not lines.clean(_AT_ONCE):
            point()
        _add(cleaned_text, out[: lines.n_out], apart)
        apart = apart or lines.at > at
        size = 1 if lines.at > at else min(2 * size, _MOST)
        at = lines.at
        tags = tags or text.find(b"<", looked, at) >= 0
        looked = at
        if at < end or at == refers < len(text):
            end = _line_end(text, at + size - 1)
            more, ended = _asked(ask, text[at:end], tags)
            _add(cleaned_text, np.frombuffer(more, np.uint8), apart)
            apart = ended or text[end : end + 4].decode("utf-8", "ignore")[:1].isspace()
            at = end
    return cleaned_text.getvalue()


def _asked(ask: Callable[[bytes, bool], bytes], lines: bytes, tags: bool) -> tuple[bytes, bool]:
    """Return what `ask` does, and whether the end of the last line is left: ftfy may take it for a byte."""
    if not lines.endswith(b"\n"):
        return ask(lines, tags), True
    output = ask(lines + _NEXT, tags).removesuffix(_NEXT)
    return output.removesuffix(b" "), not output or output.endswith(b" ")


def _add(text: BytesIO, more: NDArray[np.uint8], apart: bool) -> None:
    """Write more to a text, behind a space where it is `apart`."""
    if apart and len(more) and text.tell():
        text.write(b" ")
    for part in paced_slices(len(more), _CHUNK):
        text.write(more[part].data)


def _next_reference(text: bytes, at: int) -> int:
    """Return where the first line with a reference from `at` on begins, where a line does, or the end."""
    reference, names = _references()
    for first in range(at, len(text), _WINDOW):
        for match in reference.finditer(text, first, first + _WINDOW + _LONGEST):
            if match[1] is None or match[0][-1:] != b";" or match[1].upper() in names:
                return text.rfind(b"\n", at, match.start()) + 1 or at
        point()
    return len(text)


def _line_end(text: bytes, at: int) -> int:
    """Return where the line ends that byte `at` is in, or the text."""
    for first in range(at, len(text), _CHUNK):
        end = text.find(b"\n", first, first + _CHUNK) + 1
        if end:
            return end
        point()
    return len(text)


@cache
def _references() -> tuple[re.Pattern[bytes], frozenset[bytes]]:
    """Return what may be a reference of HTML, and names that are one where the pattern has a group.

    Some need no semicolon; ftfy also knows names in capitals, and makes plain letters of wide ones.
    """
    from html.entities import html5  # here: most texts are not CLIP's

    alone = "|".join(sorted((name for name in html5 if name[-1] != ";"), reverse=True))
    pattern = rf"&(?:#|(?=[A-Za-z])(?:{alone})|([0-9A-Za-z]{{0,40}})(?:;|[^\t\n\f\r -~]))"
    return re.compile(pattern.encode()), frozenset(name.strip(";").upper().encode() for name in html5)


@cache
def _table() -> Table:
    """Return uint32[_POINTS], the bytes that others have in their place, and ftfy's rule for badness."""
    orders, joins = (np.frombuffer(kind, np.uint8)[:_POINTS] for kind in settled_tables("NFC") or (b"", b""))
    unsettled, joined = orders == 255, joins == 255
    joiner = unsettled & (joins > 0) & ~joined
    table = np.where(joiner, joins - 1, orders * ~unsettled).astype(np.uint32)
    table |= np.where(unsettled & ~joiner, _STOPS, 0).astype(np.uint32)
    table |= (joiner * _JOINER + joined * _JOINED).astype(np.uint32)
    point()
    for letters, bit in ((_MORE, _STOPS), (regex.findall(r"\s", "".join(map(chr, range(0x3001)))), _WHITE)):
        table[[ord(letter) for letter in letters]] |= bit
    others = bytearray()
    put = _composed(np.flatnonzero(unsettled & ~joiner)) | changed_alone()
    for letter in paced(sorted(put.keys() | set(_capitals())), 512):
        kind, bytes_of = _kind_of(table, letter, put)
        if bytes_of and len(others) + len(bytes_of) <= _MOST_OTHERS:
            kind |= len(others) << _PLACE
            others += bytes_of
        elif bytes_of:
            kind = _STOPS
        table[ord(letter)] = kind
    point()
    return table, bytes(others), *badness_states(put, _POINTS)


def _kind_of(table: NDArray[np.uint32], letter: str, put: Mapping[str, str]) -> tuple[int, bytes]:
    """Return what the table says of a character for which there may be others, and these in small letters."""
    kind, became = int(table[ord(letter)]), put.get(letter, letter)
    if became != letter and not unicodedata.is_normalized("NFC", letter):
        kind &= ~_STOPS
    for n, other in enumerate(became if became != letter else ""):
        also = int(table[ord(other)])
        stops = _STOPS | (_JOINER | _ORDER) * (n == 0) | _WHITE * (len(became) > 1)
        if also & stops or other in put or other == "&":
            return _STOPS, b""  # an "&" that comes of a wide one may begin a reference
        kind = kind & ~_ORDER | also & (_ORDER | _JOINED)
    small = became.lower().encode()
    if kind & _STOPS or became.isspace():
        return kind | _WHITE * became.isspace(), b""
    if len(small) > 3 * len(letter.encode()):  # there is no room for it
        return _STOPS, b""
    return kind | _OTHER | len(small) << _N_BYTES, small


def _composed(points: NDArray[np.intp]) -> dict[str, str]:
    """Return the normal forms of those characters that change and of which the table tells."""
    forms = {letter: unicodedata.normalize("NFC", letter) for letter in map(chr, points.tolist())}
    return {letter: form for letter, form in forms.items() if letter != form and max(form) < chr(_POINTS)}


def _capitals() -> Iterator[str]:
    """Yield the characters of the table that have a small letter."""
    points = np.arange(_POINTS, dtype="<u4").tobytes()
    for first in range(0, 4 * _POINTS, 4 * _BLOCK):
        block = points[first : first + 4 * _BLOCK].decode("utf-32-le", "surrogatepass")
        if block.lower() != block:
            yield from (letter for letter in block if letter.lower() != letter)
