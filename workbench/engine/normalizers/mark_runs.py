"""Where a text may be cut for its normal form (UAX 15), and the form of a long run of marks.

Python puts the marks of a run in order by exchanging neighbors, all in one call, which takes a second for
32,000 and four times as long for twice as many. Here they are sorted by their place in the order (their
canonical combining class), some at a time. Of those of one place only the first few may compose with what is
before: the others are behind one of the same place that does not (UAX 15, D115, “blocked”).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import concatenated, text_of
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.normalizers.settled_text import Form, characters_with_parts
from workbench.kernels.unicode_classes import MARK, class_table

LONG_RUN = 256  # marks that Python sorts fast enough

_AT_ONCE = 1 << 13  # characters, between two points
_LOOK = 64  # characters in which there mostly is a cut
_SORTED = 128  # characters that Python may put in order
_KEPT = 8  # marks of one place, more than ever compose

# What a character does: it is a mark with a place in the order; it may compose with one before that has the
# same bit higher up: vowels and final consonants of Hangul, and other vowel signs.
_MARK, _VOWEL, _FINAL, _SIGN = (1 << bit for bit in range(4))
_UP = 4

_Kinds = NDArray[np.uint8]


@lru_cache(maxsize=4)
def _kinds(form: Form) -> _Kinds:
    """Return uint8[0x110000], bits as above."""
    table = (_orders() > 0).astype(np.uint8)
    table[0x1100:0x1113] = _VOWEL << _UP
    table[0x1161:0x1176] = _VOWEL | _FINAL << _UP
    table[0x11A8:0x11C3] = _FINAL
    table[0xAC00:0xD7A4:28] = _FINAL << _UP  # the syllables without one
    parts_of = list(characters_with_parts())
    for _, parts in paced(parts_of, 512):
        if len(parts) == 2 and not table[parts[1]] & _MARK:
            table[parts[1]] |= _SIGN
            table[ord(_parts(form, chr(parts[0]))[-1])] |= _SIGN << _UP
    for c, _ in paced(parts_of, 512):
        first, last = (int(table[ord(part)]) for part in (_parts(form, c)[0], _parts(form, c)[-1]))
        table[ord(c)] |= (first & (1 << _UP) - 1) | (last & ~((1 << _UP) - 1))
    return table


def _parts(form: Form, text: str) -> str:
    return unicodedata.normalize("NFKD" if form in ("NFKC", "NFKD") else "NFD", text)


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def next_cut(form: Form, text: str, position: int, end: int) -> int:
    """Return the first place from `position`, above 0, on before which a text may be cut, or `end`.

    Half a surrogate pair is no such place, as it may stand for bytes that are no text.
    """
    kinds, size = _kinds(form), _LOOK
    while position < end:
        codes = _codes(text[position - 1 : min(end, position + size)])
        of, here = kinds[codes], codes[1:]
        joins = of[1:] & _MARK | of[1:] & of[:-1] >> _UP | (here >> 11 == 0xD800 >> 11)
        cut = int(np.argmin(joins))
        if not joins[cut]:
            return position + cut
        position += size
        size = _AT_ONCE
        point()
    return end


def last_cut(form: Form, text: str, start: int, position: int) -> int:
    """Return the last such place before `position`, or `start`."""
    kinds = _kinds(form)
    while position > start:
        first = max(start, position - _LOOK)
        of = kinds[_codes(text[first:position])]
        cuts = np.flatnonzero(of[1:] & (_MARK | of[:-1] >> _UP) == 0)
        if len(cuts):
            return first + 1 + int(cuts[-1])
        position = first + 1 if first > start else start
    return start


def long_runs(form: Form, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the runs of marks in text[start:end] that are too long for Python."""
    if end - start <= LONG_RUN or _marks(form).isdisjoint(text[start + _SORTED : end : _SORTED]):
        return
    kinds = _kinds(form)
    begins = -1
    for part in paced_slices(end - start, _AT_ONCE):
        marks = kinds[_codes(text[start + part.start : start + part.stop])] & _MARK
        for at in (start + part.start + np.flatnonzero(np.diff(marks, prepend=begins >= 0))).tolist():
            if begins >= 0 and at - begins > LONG_RUN:
                yield begins, at
            begins = -1 if begins >= 0 else at
    if begins >= 0 and end - begins > LONG_RUN:
        yield begins, end


@lru_cache(maxsize=4)
def _marks(form: Form) -> frozenset[str]:
    """Return the marks that have a place in the order."""
    return frozenset(map(chr, np.flatnonzero(_kinds(form) & _MARK).tolist()))


def with_long_run(form: Form, before: str, run: str) -> str:
    """Return the normal form of some characters and a long run of marks behind them."""
    marks = _decomposed(form, run)
    orders = np.empty(len(marks), np.uint8)
    for part in paced_slices(len(marks), _AT_ONCE):
        orders[part] = _orders()[marks[part]]
    n_of = sum(np.bincount(orders[part], minlength=256) for part in paced_slices(len(marks), _AT_ONCE))
    sorted_marks = {order: _of_order(marks, orders, order) for order in np.flatnonzero(n_of).tolist()}
    first = "".join(_text(some[:_KEPT]) for some in sorted_marks.values())
    parts: list[str] = []
    after = 256  # the place of the character behind, and no mark's
    for c in reversed(unicodedata.normalize(form, before + first)):
        order = unicodedata.combining(c)
        if after and order != after and order in sorted_marks:  # the last of its place
            parts += reversed(_texts(sorted_marks[order][_KEPT:]))
        after = order if after else 0
        parts.append(c)
    parts.reverse()
    return text_of(parts)


def _decomposed(form: Form, text: str) -> NDArray[np.uint32]:
    """Return the characters that a text consists of, nearly in order."""
    parts: list[NDArray[np.uint32]] = []
    for part in paced_slices(len(text), _AT_ONCE):
        some = (text[at : min(at + _SORTED, part.stop)] for at in range(part.start, part.stop, _SORTED))
        parts.append(_codes("".join([_parts(form, each) for each in some])))
    return concatenated(parts)


@lru_cache(maxsize=1)
def _orders() -> NDArray[np.uint8]:
    """Return uint8[0x110000], the place of each character in the order of marks, 0 where it has none."""
    orders = np.zeros(0x110000, np.uint8)
    for mark in np.flatnonzero(np.frombuffer(class_table(), np.uint8) == MARK).tolist():
        orders[mark] = unicodedata.combining(chr(mark))
    return orders


def _of_order(marks: NDArray[np.uint32], orders: NDArray[np.uint8], order: int) -> NDArray[np.uint32]:
    return concatenated([marks[part][orders[part] == order] for part in paced_slices(len(marks), _AT_ONCE)])


def _texts(codes: NDArray[np.uint32]) -> list[str]:
    return [_text(codes[part]) for part in paced_slices(len(codes), _AT_ONCE)]


def _text(codes: NDArray[np.uint32]) -> str:
    return codes.tobytes().decode("utf-32-le")
