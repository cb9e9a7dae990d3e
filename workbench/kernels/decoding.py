"""Token ids to text: one look-up and one short copy a token, then one pass that makes characters.

Each id has a slot of 16 bytes, which holds a short token's bytes, how many characters begin in them, and what
sorts of characters these are; so it is known how large the text will be before it is made.

Compiled only (see `workbench.kernels`); types are in decoding.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.list import PyList_GET_ITEM, PyList_GET_SIZE
from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_New
from cython.cimports.libc.stdlib import free, malloc, realloc
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.workbench.kernels.machine import read_soon, use_large_pages
from cython.cimports.workbench.kernels.utf8 import read_beyond_ascii

# A slot: up to 14 bytes; how many characters begin in them; their number below the sorts of characters.
_SLOT = cython.declare(cython.size_t, 16)
_SHORT = cython.declare(cython.size_t, 14)
_LATIN = cython.declare(cython.uint, 0x10)  # some character from U+0080 on
_WIDE = cython.declare(cython.uint, 0x20)  # from U+0100 on
_WIDEST = cython.declare(cython.uint, 0x40)  # from U+10000 on
_APART = cython.declare(cython.uint, 0x80)  # a long token: where it is in the text of all is in the slot
_ABSENT = cython.declare(cython.uint, 0x81)  # no token has this id

_HIGHEST = cython.declare(cython.longlong, 0xFFFFFFFF)
_AHEAD = cython.declare(cython.size_t, 16)
_PORTION = cython.declare(cython.size_t, 1 << 15)  # ids taken from a list at a time, some 100 us


class Decoder:
    """The bytes of all tokens, special ones included, by id."""

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.slots = cython.NULL

    def __init__(self, blob: bytes, ids: cython.uint[::1], ends: cython.ulonglong[::1]) -> None:
        """Take tokens one after the other in `blob`, their ids and ends."""
        i: cython.size_t
        count: cython.size_t = ids.shape[0]
        start: cython.size_t = 0
        self.blob = blob
        self.text = blob
        self.n_ids = 0
        for i in range(count):
            self.n_ids = max(self.n_ids, cython.cast(cython.size_t, ids[i]) + 1)
        self.slots = cython.cast(cython.p_uchar, malloc(_SLOT * self.n_ids + 1))
        if self.slots == cython.NULL:
            raise MemoryError
        with cython.nogil:
            memset(self.slots, _ABSENT, _SLOT * self.n_ids)
            for i in range(count):
                _fill(self.slots + _SLOT * ids[i], self.text, start, ends[i] - start)
                start = ends[i]

    def __dealloc__(self) -> None:
        """Free the slots."""
        free(self.slots)

    def decode_array(self, ids: cython.const[cython.uint][::1], as_text: cython.bint = False) -> object:
        """Return the bytes that ids stand for, or None if some id is no token's.

        With `as_text` their text, or the bytes still where they are not UTF-8.
        """
        count: cython.size_t = ids.shape[0]
        known: cython.bint = True
        joined: Joined = Joined(count)
        if count:
            with cython.nogil:
                known = joined.add(self, cython.address(ids[0]), count)
        return joined.result(as_text) if known else None

    def decode_list(self, ids: list, as_text: cython.bint = False) -> object:
        """Do the same for a list; None too where it holds anything but ints."""
        count: cython.size_t = PyList_GET_SIZE(ids)
        portion: cython.size_t
        first: cython.size_t = 0
        known: cython.bint = True
        joined: Joined = Joined(count)
        while known and first < count:
            portion = min(count - first, _PORTION)
            if cython.cast(cython.size_t, PyList_GET_SIZE(ids)) != count:  # by another thread, in between
                return None
            known = _numbers(ids, first, portion, joined.numbers)
            if known:
                with cython.nogil:
                    known = joined.add(self, joined.numbers, portion)
            first += portion
        return joined.result(as_text) if known else None


def _fill(slot, text, start, n):
    """Write the slot of the token of n bytes at `start`."""
    i: cython.size_t
    sorts: cython.uint = 0
    begun: cython.size_t = 0
    places: cython.pointer[cython.uint] = cython.cast(cython.pointer[cython.uint], slot)
    for i in range(start, start + n):
        begun += text[i] & 0xC0 != 0x80
        if text[i] >= 0xC0:
            sorts |= _LATIN if text[i] < 0xC4 else _WIDE if text[i] < 0xF0 else _WIDEST
        elif text[i] >= 0x80:
            sorts |= _LATIN  # so that a text without any has ASCII alone
    if n <= _SHORT:
        memset(slot, 0, _SLOT)
        memcpy(slot, text + start, n)
        slot[14] = begun
        slot[15] = sorts | n
        return
    places[0] = cython.cast(cython.uint, start)
    places[1] = n
    places[2] = begun
    slot[12] = sorts
    slot[13] = start >> 32
    slot[15] = _APART


def _numbers(ids, first, count, numbers):
    """Copy whole numbers out of a list; False if something else is there."""
    i: cython.size_t
    number: cython.longlong
    try:
        for i in range(count):
            # The ints lie anywhere in memory.
            if i + _AHEAD < count:
                read_soon(PyList_GET_ITEM(ids, first + i + _AHEAD))
            number = _number(cython.cast(object, PyList_GET_ITEM(ids, first + i)))
            if number < 0 or number > _HIGHEST:
                return False
            numbers[i] = number
    except OverflowError:
        return False
    return True


def _number(item):
    """Return an int, or -1 for what is none."""
    if type(item) is not int:
        return -1
    return item


class Joined:
    """The bytes of tokens one after the other, growing."""

    def __cinit__(self, count: int) -> None:
        """Take how many tokens are expected."""
        self.size = self.characters = 0
        self.sorts = 0
        self.failed = False
        self.room = 4 * cython.cast(cython.size_t, count) + _SLOT * _PORTION
        self.bytes_ = cython.cast(cython.p_uchar, malloc(self.room))
        self.numbers = cython.cast(cython.pointer[cython.uint], malloc(4 * _PORTION))
        if self.bytes_ == cython.NULL or self.numbers == cython.NULL:
            raise MemoryError
        use_large_pages(self.bytes_, self.room)

    def __dealloc__(self) -> None:
        """Free the bytes."""
        free(self.bytes_)
        free(self.numbers)

    def add(self, decoder, ids, count):
        """Add tokens; False if some id is no token's."""
        slots: cython.p_const_uchar = decoder.slots
        slot: cython.p_const_uchar
        i: cython.size_t
        portion: cython.size_t = 0
        out: cython.p_uchar = self.bytes_ + self.size
        sorts: cython.uint = 0
        characters: cython.size_t = 0
        for i in range(count):
            if portion == 0:
                self.size = out - self.bytes_
                if not self.reserve(_SLOT * _PORTION):
                    return True
                out = self.bytes_ + self.size
                portion = _PORTION
            portion -= 1
            if ids[i] >= decoder.n_ids:
                return False
            slot = slots + _SLOT * ids[i]
            if slot[15] < _APART:
                memcpy(out, slot, 16)
                out += slot[15] & 0x0F
                characters += slot[14]
                sorts |= slot[15]
            elif slot[15] == _ABSENT:
                return False
            else:
                self.size = out - self.bytes_
                if not self.add_long(decoder, slot):
                    return True
                out = self.bytes_ + self.size
        self.size = out - self.bytes_
        self.characters += characters
        self.sorts |= sorts
        return True

    def add_long(self, decoder, slot):
        """Add a token that is not in its slot; False if there is no memory."""
        places: cython.pointer[cython.const[cython.uint]] = cython.cast(
            cython.pointer[cython.const[cython.uint]], slot
        )
        start: cython.size_t = cython.cast(cython.size_t, slot[13]) << 32 | places[0]
        if not self.reserve(places[1] + _SLOT * _PORTION):
            return False
        memcpy(self.bytes_ + self.size, decoder.text + start, places[1])
        self.size += places[1]
        self.characters += places[2]
        self.sorts |= slot[12]
        return True

    def reserve(self, more):
        """Make room for so many bytes; False if there is no memory."""
        larger: cython.p_void
        if self.room - self.size >= more:
            return True
        self.room = self.size + self.size // 2 + more
        larger = realloc(self.bytes_, self.room)
        if larger == cython.NULL:
            self.failed = True
            return False
        self.bytes_ = cython.cast(cython.p_uchar, larger)
        use_large_pages(self.bytes_, self.room)
        return True

    def result(self, as_text):
        """Return the bytes, or their text where that is wanted and there is one."""
        if self.failed:
            raise MemoryError
        text: object = self.text() if as_text else None
        if text is not None:
            return text
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.bytes_), self.size)

    def text(self):
        """Return the text, or None if the bytes are not UTF-8."""
        sorts: cython.uint = self.sorts
        whole: cython.bint = True
        highest: cython.uint = 0x7F
        width: cython.size_t = 1
        if sorts & (_WIDEST | _WIDE | _LATIN):
            highest = 0x10FFFF if sorts & _WIDEST else 0xFFFF if sorts & _WIDE else 0xFF
            width = 4 if sorts & _WIDEST else 2 if sorts & _WIDE else 1
        result: object = PyUnicode_New(self.characters, highest)
        out: cython.p_void = PyUnicode_DATA(result)
        memset(self.bytes_ + self.size, 0, 4)  # which ends any character begun
        with cython.nogil:
            use_large_pages(out, width * self.characters)
            if highest == 0x7F:
                memcpy(out, self.bytes_, self.size)
            elif width == 1:
                whole = _decode_utf8(self.bytes_, self.size, cython.cast(cython.p_uchar, out))
            elif width == 2:
                whole = _decode_utf8(self.bytes_, self.size, cython.cast(cython.pointer[cython.ushort], out))
            else:
                whole = _decode_utf8(self.bytes_, self.size, cython.cast(cython.pointer[cython.uint], out))
        return result if whole else None


# --- characters -----------------------------------------------------------------------------------------


def _decode_utf8(data, size, out):
    """Write the characters of UTF-8, none too large for a unit; False if it is not well formed.

    Zeros must follow the data.
    """
    beyond_ascii: cython.ulonglong = 0x8080808080808080
    words = cython.declare(cython.ulonglong[2])
    letters: cython.p_uchar = cython.cast(cython.p_uchar, words)
    at: cython.size_t = 0
    stop: cython.size_t
    i: cython.size_t
    point: cython.uint
    width: cython.uint
    while at < size:
        while at + 16 <= size:
            memcpy(words, data + at, 16)
            if (words[0] | words[1]) & beyond_ascii:
                break
            for i in range(16):
                out[i] = letters[i]
            out += 16
            at += 16
        stop = min(at + 16, size)
        while at < stop:
            point = data[at]
            width = 1
            if point >= 0x80:
                width = read_beyond_ascii(data + at, 4, cython.address(point))
                if width == 0:
                    return False
            out[0] = point
            out += 1
            at += width
    return at == size
