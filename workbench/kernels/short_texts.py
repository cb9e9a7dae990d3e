"""Short texts to ids: one in one call, or many that are written to one array.

Of one there is no array and no copy of an ASCII text, nothing but a list is made. That holds the GIL, which a
text of some kilobytes takes for less than a slice. What is not usual it leaves to the caller, who has the
readable way: a text that is long or may hold a special token, other arguments.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.workbench.kernels.encoding import Encoder
from cython.cimports.workbench.kernels.growing_pieces import grow
from cython.cimports.workbench.kernels.long_piece import NO_MEMORY
from cython.cimports.workbench.kernels.pieces_ahead import UNBOUND
from cython.cimports.workbench.kernels.text_starts import TextStarts, next_start, set_starts
from cython.cimports.workbench.kernels.tokens import SHORT_PIECE

_LONGEST = cython.declare(cython.Py_ssize_t, 4096)  # bytes
_MOST_BITS = cython.declare(cython.int, 15)  # pieces of short texts are kept in 4 MB
_TEXT_WORK = cython.declare(cython.longlong, 50)  # work of beginning one of many
_LEFT = cython.declare(cython.Py_ssize_t, -1)  # not encoded here


@cython.final
@cython.cclass
class ShortTexts:
    """Encodes by an encoder of its own; for any thread that holds the GIL."""

    encoder: Encoder
    pattern: cython.int
    classes: bytes
    out: cython.pointer[cython.uint]
    specials: TextStarts
    always: cython.bint  # some specials are no plain text, whatever is allowed
    busy: cython.bint

    def __cinit__(self) -> None:
        """Set what `__dealloc__` frees."""
        self.out = cython.NULL

    def __init__(
        self,
        encoder: Encoder,
        splitter: object,
        specials: list[bytes],
        always: bool,
    ) -> None:
        """Take an encoder, a `splitting.Splitter` without gaps, and special tokens.

        `always`: some of them are found even where all are plain text.
        """
        self.encoder = encoder
        self.pattern = splitter.pattern
        self.classes = splitter.table
        self.always = always
        self.busy = False
        set_starts(cython.address(self.specials), specials)
        self.out = cython.cast(
            cython.pointer[cython.uint], malloc((_LONGEST + SHORT_PIECE) * cython.sizeof(cython.uint))
        )
        if self.out == cython.NULL:
            raise MemoryError

    def __dealloc__(self) -> None:
        """Free the memory."""
        free(self.out)

    def encode(self, text: object, allowed: object, disallowed: object) -> list[int] | None:
        """Return the ids of a text as `Tokenizer.encode` does with these arguments; None if it must."""
        n: cython.Py_ssize_t = self.run(text, allowed, disallowed)
        i: cython.Py_ssize_t
        ids: list[int]
        if n < 0:
            return None
        self.busy = True  # where a list is made, garbage may be collected, and any code run
        ids = [0] * n
        for i in range(n):
            ids[i] = self.out[i]
        self.busy = False
        return ids

    def count(self, text: object, allowed: object, disallowed: object) -> int:
        """Return how many ids `encode` returns, -1 for None."""
        return self.run(text, allowed, disallowed)

    @cython.cfunc
    def run(self, text: object, allowed: object, disallowed: object) -> cython.Py_ssize_t:
        """Write the ids of a text to `out` and return how many, or _LEFT."""
        data: object = text
        at: cython.p_const_uchar
        size: cython.Py_ssize_t = 0
        plain: cython.bint
        if type(allowed) is str:
            plain = allowed == "none"
            if not plain and allowed != "all":
                return _LEFT
        else:
            plain = False
            if type(allowed) is not frozenset or len(cython.cast(frozenset, allowed)):
                return _LEFT
        if not _is_all_or_none(disallowed):
            return _LEFT
        if type(text) is str:
            if len(cython.cast(str, text)) > _LONGEST:
                return _LEFT
            if cython.cast(str, text).isascii():
                at = cython.cast(cython.p_const_uchar, PyUnicode_AsUTF8AndSize(text, cython.address(size)))
                return self.write(at, size, plain)
            try:
                data = cython.cast(str, text).encode("utf-8")
            except UnicodeEncodeError:
                return _LEFT
        if type(data) is not bytes:
            return _LEFT
        at = cython.cast(bytes, data)
        return self.write(at, len(cython.cast(bytes, data)), plain)

    @cython.cfunc
    @cython.exceptval(check=False)
    def write(
        self, at: cython.p_const_uchar, size: cython.Py_ssize_t, plain: cython.bint
    ) -> cython.Py_ssize_t:
        """Do so for a text in UTF-8, which a zero follows."""
        if size > _LONGEST or self.busy:
            return _LEFT
        if self.always or not plain:
            if next_start(cython.address(self.specials), at, 0, size) < cython.cast(cython.size_t, size):
                return _LEFT
        self.busy = True  # where more room is made, other threads may run
        grow(cython.address(self.encoder.recents), cython.address(self.encoder.growing), _MOST_BITS)
        self.busy = False
        self.encoder.write_to(self.out, _LONGEST + SHORT_PIECE)
        self.encoder.add_text(self.pattern, self.classes, at, size)
        if self.encoder.job.work == NO_MEMORY:
            self.busy = True  # for good: the encoder is in the middle of a piece
            return _LEFT
        return self.encoder.job.n_ids


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_all_or_none(specials: object) -> cython.bint:
    if type(specials) is str:
        return specials == "all"
    return type(specials) is tuple and len(cython.cast(tuple, specials)) == 0


def encode_texts(
    encoder: Encoder,
    data: bytes,
    lengths: cython.const[cython.ulonglong][::1],
    first: int,
    position: int,
    splitter: object,
    out: cython.uint[::1],
    counts: cython.ulonglong[::1],
    budget: int,
) -> tuple[int, int, int]:
    """Split and encode texts that stand one behind the other in `data`, from number `first` on.

    Each is encoded without any context. `position` is where the first one starts, `out` has
    room for all of `data` and `SHORT_PIECE` more. Writes how many ids each has to `counts`.

    Returns the number and the start of the next text, and how many ids were written; stops behind a text
    when `budget` is used up.
    """
    classes: bytes = splitter.table
    pattern: cython.int = splitter.pattern
    table: cython.p_const_uchar = classes
    text: cython.size_t = first
    n_texts: cython.size_t = lengths.shape[0]
    start: cython.size_t = position
    before: cython.size_t
    left: cython.longlong = budget
    whole: cython.p_const_uchar = data
    encoder.begin(data, out, budget)
    with cython.nogil:
        while text < n_texts and left > 0:
            before = encoder.job.n_ids
            if encoder.add_text(pattern, table, whole + start, lengths[text]):
                left = 0
            if encoder.job.work == NO_MEMORY:
                break
            left -= UNBOUND - encoder.job.work + _TEXT_WORK
            start += lengths[text]
            counts[text] = encoder.job.n_ids - before
            text += 1
    if encoder.job.work == NO_MEMORY:
        raise MemoryError
    return text, start, encoder.job.n_ids


def encode_around(
    encoder: Encoder,
    data: bytes,
    tokens: cython.const[cython.ulonglong][:, ::1],
    first: int,
    position: int,
    splitter: object,
    out: cython.uint[::1],
    budget: int,
) -> tuple[int, int, int]:
    """Write the ids of tokens found, rows (start, end, id) from `first` on, and of what is between them.

    Each stretch is encoded without any context; the first one starts at `position`. What is behind the last
    token is left to the caller, and a stretch that does not fit in `out`.

    Returns the number of the next token, where the one before ends, and how many ids were written; stops
    behind a token when `budget` is used up.
    """
    classes: bytes = splitter.table
    pattern: cython.int = splitter.pattern
    table: cython.p_const_uchar = classes
    token: cython.size_t = first
    n_tokens: cython.size_t = tokens.shape[0]
    start: cython.size_t = position
    room: cython.size_t = out.shape[0]
    length: cython.size_t
    left: cython.longlong = budget
    whole: cython.p_const_uchar = data
    encoder.begin(data, out, budget)
    with cython.nogil:
        while token < n_tokens and left > 0:
            length = tokens[token, 0] - start
            if room - encoder.job.n_ids <= length + SHORT_PIECE:
                break
            if encoder.add_text(pattern, table, whole + start, length):
                left = 0
            if encoder.job.work == NO_MEMORY:
                break
            left -= UNBOUND - encoder.job.work + _TEXT_WORK
            out[encoder.job.n_ids] = tokens[token, 2]
            encoder.job.n_ids += 1
            start = tokens[token, 1]
            token += 1
    if encoder.job.work == NO_MEMORY:
        raise MemoryError
    return token, start, encoder.job.n_ids
