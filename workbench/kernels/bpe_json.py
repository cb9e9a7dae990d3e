"""Vocabulary and merges of a `tokenizer.json`: the same arrays as `formats.hugging_face.file` makes.

Only what is regular is read: texts that are each there once and not empty, ids that are whole numbers, merges
behind them, all of one form and of tokens that are there. All else is left to the readable way, which says
what is wrong. It runs without the GIL.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.string import memchr, memcmp, memcpy, memmove
from cython.cimports.workbench.kernels.hashing import hash_of, index_bits
from cython.cimports.workbench.kernels.json_text import read_text
from cython.cimports.workbench.kernels.machine import give_pages, take_pages
from cython.cimports.workbench.kernels.utf8 import read_beyond_ascii

_TOP = cython.declare(cython.int, 0)  # what is read next: keys of the file,
_MODEL = cython.declare(cython.int, 1)  # those of the model,
_VOCAB = cython.declare(cython.int, 2)  # tokens,
_INDEX = cython.declare(cython.int, 3)  # nothing: tokens are made to be found,
_MERGES = cython.declare(cython.int, 4)  # merges,
_DONE = cython.declare(cython.int, 5)
_IRREGULAR = cython.declare(cython.int, 6)
_NONE = cython.declare(cython.size_t, 0xFFFFFFFFFFFFFFFF)
_SKIPPED = cython.declare(cython.size_t, 1 << 21)  # bytes of a value that is not looked at
_MOST = cython.declare(cython.size_t, 0xFFFFFF)  # tokens, and the highest id


@cython.final
@cython.cclass
class BpeJson:
    """A file that is being read.

    Attributes:
        n_tokens: read so far, into `ids`, `ends` and `blob`.
        n_bytes: of their texts.
        n_merges: read so far, into `rows`.
        vocab_start, vocab_end, merges_start, merges_end: where the two values are in the file.

    """

    data: bytes
    blob: cython.uchar[::1]
    ids: cython.uint[::1]
    ends: cython.ulonglong[::1]
    rows: cython.longlong[:, ::1]
    slots: cython.pointer[cython.ulonglong]  # 40 bits of the hash, number of the token + 1 (24 bits)
    n_slots: cython.size_t
    bits: cython.int
    stage: cython.int
    form: cython.int  # of the merges: how the first one begins
    at: cython.size_t
    size: cython.size_t
    n_indexed: cython.size_t
    last: cython.size_t  # the token that the last merge made
    n_tokens = cython.declare(cython.size_t, visibility="readonly")
    n_bytes = cython.declare(cython.size_t, visibility="readonly")
    n_merges = cython.declare(cython.size_t, visibility="readonly")
    vocab_start = cython.declare(cython.size_t, visibility="readonly")
    vocab_end = cython.declare(cython.size_t, visibility="readonly")
    merges_start = cython.declare(cython.size_t, visibility="readonly")
    merges_end = cython.declare(cython.size_t, visibility="readonly")

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.slots = cython.NULL
        self.n_slots = 0

    def __init__(
        self,
        data: bytes,
        blob: cython.uchar[::1],
        ids: cython.uint[::1],
        ends: cython.ulonglong[::1],
        rows: cython.longlong[:, ::1],
    ) -> None:
        """Take a file and where to write: `blob` has as many bytes as it, `rows` is int64[m, 3]."""
        if blob.shape[0] < len(data) or ends.shape[0] < ids.shape[0] or rows.shape[1] != 3:
            raise ValueError("there is too little room")
        self.data = data
        self.blob = blob
        self.ids = ids
        self.ends = ends
        self.rows = rows
        self.size = len(data)
        self.at = 3 if data[:3] == b"\xef\xbb\xbf" else 0
        self.n_tokens = self.n_bytes = self.n_merges = self.n_indexed = self.last = 0
        self.vocab_start = self.vocab_end = self.merges_start = self.merges_end = 0
        self.form = 0
        self.stage = _TOP
        text: cython.p_const_uchar = data
        if not self.takes(text, 0x7B):
            self.stage = _IRREGULAR

    def __dealloc__(self) -> None:
        """Free the slots."""
        give_pages(self.slots, 8 * self.n_slots)

    def read(self, budget: int) -> int:
        """Read on, as far as the budget (in nanoseconds) goes.

        Returns 1 where more is left, 0 when all is read, and -1 where it is not regular.
        """
        work: cython.longlong = budget
        text: cython.p_const_uchar = self.data
        while work > 0 and self.stage < _DONE:
            if self.stage == _INDEX and self.slots == cython.NULL:
                self.make_slots()
            with cython.nogil:
                while work > 0 and self.stage < _DONE:
                    if self.stage == _INDEX and self.slots == cython.NULL:
                        break
                    work -= self.step(text)
        return -1 if self.stage == _IRREGULAR else self.stage != _DONE

    def find(self, text: bytes) -> int:
        """Return the number of the token of a text, -1 for none; after all is read."""
        n: cython.size_t = len(text)
        at: cython.p_const_uchar = text
        number: cython.size_t = _NONE
        if self.stage == _DONE:
            number = self.number_of(at, n, n)
        return -1 if number == _NONE else number

    def in_bytes(
        self,
        first: int,
        values: cython.const[cython.ushort][::1],
        blob: cython.uchar[::1],
        ends: cython.ulonglong[::1],
        as_text: cython.uchar[::1],
        budget: int,
    ) -> int:
        """Write what tokens spell where each character stands for a byte, from token number `first` on.

        `values` has the byte of each character below U+10000, or more than 255; a token with another
        character is written as it is, and marked in `as_text`. Returns the number of the next.
        """
        number: cython.size_t = first
        last: cython.size_t = self.n_tokens
        work: cython.longlong = budget
        at: cython.size_t = self.ends[number - 1] if number else 0
        to: cython.size_t = ends[number - 1] if number else 0
        end: cython.size_t
        if values.shape[0] < 0x10000 or cython.cast(cython.size_t, blob.shape[0]) < self.n_bytes:
            raise ValueError("there is too little room")
        if min(ends.shape[0], as_text.shape[0]) < cython.cast(cython.Py_ssize_t, last):
            raise ValueError("there is too little room")
        with cython.nogil:
            while number < last and work > 0:
                end = self.ends[number]
                work -= 20 + 2 * (end - at)
                to = self.spelled(number, at, end, values, blob, to, as_text)
                ends[number] = to
                at = end
                number += 1
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spelled(
        self,
        number: cython.size_t,
        at: cython.size_t,
        end: cython.size_t,
        values: cython.const[cython.ushort][::1],
        blob: cython.uchar[::1],
        to: cython.size_t,
        as_text: cython.uchar[::1],
    ) -> cython.size_t:
        """Write one token to `to`; return where it ends there."""
        first: cython.size_t = at
        start: cython.size_t = to
        point: cython.uint
        width: cython.uint
        as_text[number] = False
        while at < end:
            point = self.blob[at]
            width = 1
            if point >= 0x80:
                width = read_beyond_ascii(cython.address(self.blob[at]), end - at, cython.address(point))
            if width == 0 or point > 0xFFFF or values[point] > 0xFF:
                memcpy(cython.address(blob[start]), cython.address(self.blob[first]), end - first)
                as_text[number] = True
                return start + end - first
            blob[to] = values[point]
            to += 1
            at += width
        return to

    # --- the file ---------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def step(self, text: cython.p_const_uchar) -> cython.size_t:
        """Read one more key, token or merge; return the work that it was."""
        at: cython.size_t = self.at
        n: cython.size_t = 0
        regular: cython.bint
        if self.stage == _VOCAB:
            regular = self.read_token(text)
        elif self.stage == _INDEX:
            regular = self.index_token(text, cython.address(n))
        elif self.stage == _MERGES:
            regular = self.read_merge(text)
        else:
            regular = self.read_key(text)
        if not regular:
            self.stage = _IRREGULAR
        return 20 + 2 * (self.at - at) + n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read_key(self, text: cython.p_const_uchar) -> cython.bint:
        """Read a key of the file or its model, and the value of most."""
        start: cython.size_t
        n: cython.size_t
        if self.stage == _MODEL and self.takes(text, 0x7D):
            self.stage = _DONE
            return self.vocab_end > 0 and self.merges_end > 0
        if not self.takes(text, 0x22):
            return False
        start = self.at
        if not self.skip_text(text, start):
            return False
        n = self.at - 1 - start
        if not self.takes(text, 0x3A):
            return False
        self.skip_space(text)
        if self.stage == _TOP and n == 5 and memcmp(text + start, b"model", 5) == 0:
            self.stage = _MODEL
            return self.takes(text, 0x7B)
        if self.stage == _MODEL and n == 5 and memcmp(text + start, b"vocab", 5) == 0:
            self.vocab_start = self.at
            self.stage = _VOCAB
            return self.n_tokens == 0 and self.takes(text, 0x7B)
        if self.stage == _MODEL and n == 6 and memcmp(text + start, b"merges", 6) == 0:
            self.merges_start = self.at
            self.stage = _MERGES
            if self.merges_end or not self.vocab_end or not self.takes(text, 0x5B):
                return False
            return not self.takes(text, 0x5D) or self.ends_merges(text)
        return self.skip_value(text) and self.goes_on(text)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def goes_on(self, text: cython.p_const_uchar) -> cython.bint:
        """Take a comma, or leave the end of the model; a file that ends before its model is not regular."""
        if self.takes(text, 0x2C):
            self.skip_space(text)
            return self.at < self.size and text[self.at] == 0x22
        return self.stage == _MODEL and self.at < self.size and text[self.at] == 0x7D

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read_token(self, text: cython.p_const_uchar) -> cython.bint:
        """Read a token and its id."""
        n: cython.size_t
        number: cython.size_t = 0
        start: cython.size_t
        if self.n_tokens >= cython.cast(cython.size_t, self.ids.shape[0]) or not self.takes(text, 0x22):
            return False
        n = read_text(text, cython.address(self.at), self.size, cython.address(self.blob[0]) + self.n_bytes)
        if n == 0 or n == _NONE or not self.takes(text, 0x3A):
            return False
        self.skip_space(text)
        start = self.at
        while self.at < self.size and 0x30 <= text[self.at] <= 0x39 and self.at < start + 9:
            number = 10 * number + (text[self.at] - 0x30)
            self.at += 1
        if self.at == start or number > _MOST or (text[start] == 0x30 and self.at > start + 1):
            return False
        self.n_bytes += n
        self.ids[self.n_tokens] = number
        self.ends[self.n_tokens] = self.n_bytes
        self.n_tokens += 1
        if self.takes(text, 0x2C):
            return True
        if self.n_tokens > _MOST or not self.takes(text, 0x7D):
            return False
        self.vocab_end = self.at
        self.stage = _INDEX
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read_merge(self, text: cython.p_const_uchar) -> cython.bint:
        """Read a merge, and find the tokens that it joins and makes."""
        at: cython.p_uchar = cython.address(self.blob[0]) + self.n_bytes
        room: cython.size_t = self.blob.shape[0] - self.n_bytes
        n: cython.size_t
        left: cython.size_t = 0
        first: cython.size_t
        second: cython.size_t
        if self.form == 0 and self.at < self.size:
            self.form = text[self.at]
        if self.n_merges >= cython.cast(cython.size_t, self.rows.shape[0]) or not self.takes(text, self.form):
            return False
        n = self.read_halves(text, at, cython.address(left))
        if n == _NONE:
            return False
        first = self.number_of(at, left, room)
        second = self.number_of(at + left, n - left, room - left)
        if first == _NONE or second == _NONE:
            return False
        self.last += not self.is_token(self.last, at, n)  # merges make one token after the other
        if not self.is_token(self.last, at, n):
            self.last = self.number_of(at, n, room)
        if self.last == _NONE:
            return False
        self.rows[self.n_merges, 0] = self.ids[first]
        self.rows[self.n_merges, 1] = self.ids[second]
        self.rows[self.n_merges, 2] = self.ids[self.last]
        self.n_merges += 1
        if self.takes(text, 0x2C):
            self.skip_space(text)
            return True
        return self.takes(text, 0x5D) and self.ends_merges(text)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read_halves(
        self, text: cython.p_const_uchar, at: cython.p_uchar, left: cython.pointer[cython.size_t]
    ) -> cython.size_t:
        """Write the halves of a merge at `at`; return their bytes, or _NONE, and set the `left` one's."""
        n: cython.size_t
        if self.form == 0x5B:
            if not self.takes(text, 0x22):
                return _NONE
            left[0] = read_text(text, cython.address(self.at), self.size, at)
            if left[0] == _NONE or not self.takes(text, 0x2C) or not self.takes(text, 0x22):
                return _NONE
            n = read_text(text, cython.address(self.at), self.size, at + left[0])
            return _NONE if n == _NONE or not self.takes(text, 0x5D) else left[0] + n
        n = _NONE
        if self.form == 0x22:
            n = read_text(text, cython.address(self.at), self.size, at)
        if n == _NONE or (n >= 8 and memcmp(at, b"#version", 8) == 0):
            return _NONE
        while left[0] < n and at[left[0]] != 0x20:
            left[0] += 1
        if left[0] == n or memchr(at + left[0] + 1, 0x20, n - left[0] - 1) != cython.NULL:
            return _NONE
        memmove(at + left[0], at + left[0] + 1, n - left[0] - 1)
        return n - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ends_merges(self, text: cython.p_const_uchar) -> cython.bint:
        """Go on with the model after the merges."""
        self.merges_end = self.at
        self.stage = _MODEL
        return self.goes_on(text)

    # --- tokens -----------------------------------------------------------------------------------

    @cython.cfunc
    def make_slots(self):
        """Take memory for finding the tokens."""
        self.bits = index_bits(self.n_tokens)
        self.n_slots = cython.cast(cython.size_t, 1) << self.bits
        self.slots = cython.cast(cython.pointer[cython.ulonglong], take_pages(8 * self.n_slots))
        if self.slots == cython.NULL:
            raise MemoryError

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def index_token(self, text: cython.p_const_uchar, n: cython.pointer[cython.size_t]) -> cython.bint:
        """Let one more token be found; False where it is there already."""
        start: cython.size_t = self.ends[self.n_indexed - 1] if self.n_indexed else 0
        at: cython.p_uchar = cython.address(self.blob[0]) + start
        hashed: cython.ulonglong
        slot: cython.size_t
        n[0] = self.ends[self.n_indexed] - start
        hashed = hash_of(at, n[0], self.blob.shape[0] - start)
        slot = hashed >> (64 - self.bits)
        while self.slots[slot]:
            if (self.slots[slot] ^ hashed << 24) >> 24 == 0:
                if self.is_token((self.slots[slot] & _MOST) - 1, at, n[0]):
                    return False
            slot = (slot + 1) & (self.n_slots - 1)
        self.n_indexed += 1
        self.slots[slot] = hashed << 24 | self.n_indexed
        if self.n_indexed == self.n_tokens:
            self.stage = _MODEL
            return self.goes_on(text)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number_of(self, at: cython.p_const_uchar, n: cython.size_t, room: cython.size_t) -> cython.size_t:
        """Return the number of the token of a text, or _NONE."""
        hashed: cython.ulonglong = hash_of(at, n, room)
        slot: cython.size_t = hashed >> (64 - self.bits)
        number: cython.size_t
        while self.slots[slot]:
            if (self.slots[slot] ^ hashed << 24) >> 24 == 0:
                number = (self.slots[slot] & _MOST) - 1
                if self.is_token(number, at, n):
                    return number
            slot = (slot + 1) & (self.n_slots - 1)
        return _NONE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def is_token(self, number: cython.size_t, at: cython.p_const_uchar, n: cython.size_t) -> cython.bint:
        """Return whether the token of a number has this text."""
        start: cython.size_t
        if number >= self.n_tokens:
            return False
        start = self.ends[number - 1] if number else 0
        return self.ends[number] - start == n and memcmp(cython.address(self.blob[start]), at, n) == 0

    # --- JSON -------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def skip_space(self, text: cython.p_const_uchar) -> cython.void:
        """Go to the next byte that is no white space."""
        while self.at < self.size and (
            text[self.at] == 0x20 or text[self.at] == 0x0A or text[self.at] == 0x0D or text[self.at] == 0x09
        ):
            self.at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def takes(self, text: cython.p_const_uchar, byte: cython.int) -> cython.bint:
        """Return whether the next byte behind white space is this one, and go behind it then."""
        self.skip_space(text)
        if self.at >= self.size or text[self.at] != byte:
            return False
        self.at += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def skip_text(self, text: cython.p_const_uchar, start: cython.size_t) -> cython.bint:
        """Go behind the end of a text, of which the first byte is next; of a value that began at `start`."""
        while self.at < self.size and self.at - start < _SKIPPED:
            if text[self.at] == 0x22:
                self.at += 1
                return True
            self.at += 2 if text[self.at] == 0x5C else 1
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def skip_value(self, text: cython.p_const_uchar) -> cython.bint:
        """Go behind a value; whether JSON is in there, Python's reader sees."""
        start: cython.size_t = self.at
        depth: cython.size_t = 0
        byte: cython.uchar
        while self.at < self.size and self.at - start < _SKIPPED:
            byte = text[self.at]
            if depth == 0 and (byte == 0x2C or byte == 0x7D or byte == 0x5D):
                return self.at > start
            self.at += 1
            if byte == 0x22:
                if not self.skip_text(text, start):
                    return False
            elif byte == 0x7B or byte == 0x5B:
                depth += 1
            elif byte == 0x7D or byte == 0x5D:
                depth -= 1
        return False
