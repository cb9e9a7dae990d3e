"""Where any of some texts is in bytes: the leftmost first, of several at one place the longest.

Compiled only (see `workbench.kernels`); the readable counterpart is in `engine.encoding.text_places`.

The texts are sorted. The longest that is at a place is the last one that is no greater than what is there, or
one of those with which that begins. Each text knows the longest with which it begins itself, and one so much
shorter that any of them is found in a logarithmic number of steps (E. Myers, "An applicative random-access
stack", 1983).
"""

from __future__ import annotations

import cython
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcmp, memcpy
from cython.cimports.workbench.kernels.text_starts import TextStarts, next_start, set_starts

_NONE = cython.declare(cython.uint, 0xFFFFFFFF)
_SHORT = cython.declare(cython.size_t, 1 << 12)  # bytes that are searched without releasing the GIL

Text = cython.struct(
    head=cython.ulonglong,  # its first 8 bytes as a number, zeros behind a shorter one
    place=cython.size_t,  # in `spelled`
    length=cython.size_t,
    within=cython.uint,  # the longest other text with which it begins, or _NONE
    depth=cython.uint,  # how many such there are, and itself
    far=cython.uint,  # one of them, or _NONE
    number=cython.uint,
)


@cython.final
@cython.cclass
class TextPlaces:
    """Finds texts. Never changes once made."""

    starts: TextStarts
    spelled: cython.p_uchar  # the texts one behind the other
    texts: cython.pointer[Text]  # sorted
    is_long: cython.bint  # a text is, so that looking at one place takes a while
    ranges: cython.uint[257]  # for each byte the first text that does not begin with a lower one

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.spelled = cython.NULL
        self.texts = cython.NULL
        self.is_long = False

    def __init__(self, texts: list[bytes]) -> None:
        """Take texts that are not empty, none twice; `find` names them by their numbers."""
        n: cython.size_t = len(texts)
        place: cython.size_t = 0
        i: cython.size_t
        byte: cython.int
        within: cython.uint
        text: bytes
        order: list[tuple[bytes, int]] = sorted(zip(texts, range(n), strict=True))
        if n >= _NONE:
            raise ValueError("too many texts")
        set_starts(cython.address(self.starts), texts)
        self.spelled = cython.cast(cython.p_uchar, malloc(sum(map(len, texts)) + 1))
        self.texts = cython.cast(cython.pointer[Text], malloc((n + 1) * cython.sizeof(Text)))
        if self.spelled == cython.NULL or self.texts == cython.NULL:
            raise MemoryError
        for byte in range(257):
            self.ranges[byte] = 0
        for i in range(n):
            text = order[i][0]
            self.texts[i].number = order[i][1]
            self.texts[i].place = place
            self.texts[i].length = len(text)
            memcpy(self.spelled + place, cython.cast(cython.p_const_uchar, text), len(text))
            self.texts[i].head = _head_of(self.spelled + place, len(text))
            place += len(text)
            within = i - 1 if i > 0 else _NONE
            while within != _NONE and not text.startswith(order[within][0]):
                within = self.texts[within].within
            self.texts[i].within = within
            self.set_far(i)
            self.is_long = self.is_long or len(text) > _SHORT
            self.ranges[text[0] + 1] += 1
        for byte in range(256):
            self.ranges[byte + 1] += self.ranges[byte]

    @cython.cfunc
    @cython.exceptval(check=False)
    def set_far(self, i: cython.size_t) -> cython.void:
        """Set the depth of a text, and how far one comes from it in a step."""
        within: cython.uint = self.texts[i].within
        far: cython.uint = self.far_from(within)
        further: cython.uint = self.far_from(far)
        depth: cython.uint = self.depth_of(far)
        is_even: cython.bint = self.depth_of(within) - depth == depth - self.depth_of(further)
        self.texts[i].far = further if is_even else within
        self.texts[i].depth = self.depth_of(within) + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def far_from(self, i: cython.uint) -> cython.uint:
        """Return `far` of a text, or of none."""
        return _NONE if i == _NONE else self.texts[i].far

    @cython.cfunc
    @cython.exceptval(check=False)
    def depth_of(self, i: cython.uint) -> cython.uint:
        """Return `depth` of a text, or of none."""
        return 0 if i == _NONE else self.texts[i].depth

    def __dealloc__(self) -> None:
        """Free the texts."""
        free(self.spelled)
        free(self.texts)

    def first(self, data: bytes, position: int, stop: int, end: int) -> tuple[int, int, int] | None:
        """Return start, end and number of the first text that begins from `position` to `stop`.

        It ends at `end` at the latest. None if there is none.
        """
        text: cython.p_const_uchar = data
        last: cython.size_t = min(end, len(data))
        limit: cython.size_t = min(stop, last)
        at: cython.size_t = position
        behind: cython.size_t = 0
        number: cython.uint
        if limit <= at or (limit - at <= _SHORT and not self.is_long):
            number = self.following(text, cython.address(at), limit, last, cython.address(behind))
        else:
            with cython.nogil:
                number = self.following(text, cython.address(at), limit, last, cython.address(behind))
        return None if number == _NONE else (at, behind, number)

    def find(self, data: bytes, position: int, stop: int, rows: cython.ulonglong[:, ::1]) -> tuple[int, int]:
        """Write start, end and number of the texts that begin from `position` to `stop`; they may end later.

        Returns where to go on, and how many there are; stops when `rows` are full.
        """
        text: cython.p_const_uchar = data
        last: cython.size_t = len(data)
        limit: cython.size_t = min(stop, last)
        at: cython.size_t = position
        room: cython.size_t = rows.shape[0]
        count: cython.size_t = 0
        behind: cython.size_t = 0
        number: cython.uint
        with cython.nogil:
            while count < room:
                number = self.following(text, cython.address(at), limit, last, cython.address(behind))
                if number == _NONE:
                    break
                rows[count, 0] = at
                rows[count, 1] = behind
                rows[count, 2] = number
                count += 1
                at = behind
        return at, count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def following(
        self,
        data: cython.p_const_uchar,
        at: cython.pointer[cython.size_t],
        limit: cython.size_t,
        end: cython.size_t,
        behind: cython.pointer[cython.size_t],
    ) -> cython.uint:
        """Return the number of the next text and set where it is, or return _NONE at `limit`."""
        number: cython.uint = _NONE
        while at[0] < limit:
            at[0] = next_start(cython.address(self.starts), data, at[0], limit)
            if at[0] >= limit:
                break
            number = self.longest(data + at[0], end - at[0], at[0], behind)
            if number != _NONE:
                break
            at[0] += 1
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def longest(
        self,
        data: cython.p_const_uchar,
        n: cython.size_t,
        at: cython.size_t,
        behind: cython.pointer[cython.size_t],
    ) -> cython.uint:
        """Return the number of the longest text with which n bytes begin, and set its end; or _NONE."""
        first: cython.uint = self.ranges[data[0]]
        last: cython.uint = self.ranges[data[0] + 1]
        middle: cython.uint
        same: cython.size_t = 0
        head: cython.ulonglong = _head_of(data, n)
        while first < last:
            middle = first + (last - first) // 2
            if self.is_greater(middle, data, n, head):
                last = middle
            else:
                first = middle + 1
        if first == self.ranges[data[0]]:
            return _NONE
        first -= 1
        while same < n and same < self.texts[first].length:
            if self.spelled[self.texts[first].place + same] != data[same]:
                break
            same += 1
        while self.texts[first].length > same:
            middle = self.texts[first].far
            if middle == _NONE or self.texts[middle].length <= same:
                middle = self.texts[first].within
            if middle == _NONE:
                return _NONE
            first = middle
        behind[0] = at + self.texts[first].length
        return self.texts[first].number

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def is_greater(
        self, i: cython.uint, data: cython.p_const_uchar, n: cython.size_t, head: cython.ulonglong
    ) -> cython.bint:
        """Return whether a text is greater than n bytes; where it begins with them, whatever is quicker."""
        if self.texts[i].head != head:
            return self.texts[i].head > head
        return memcmp(self.spelled + self.texts[i].place, data, min(self.texts[i].length, n)) > 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _head_of(data: cython.p_const_uchar, n: cython.size_t) -> cython.ulonglong:
    """Return the first 8 bytes as a number, so that numbers are in the order of texts."""
    head: cython.ulonglong = 0
    i: cython.size_t
    for i in range(8):
        head = head << 8 | (data[i] if i < n else 0)
    return head
