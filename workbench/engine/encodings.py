"""In which encoding a text is: what tells it, what guesses it, and UTF-8 out of it.

A byte order mark tells it, and so does the pattern of zeros that UTF-16 and UTF-32 have. All else is UTF-8
until a person says otherwise: one legacy encoding looks much like another. The guess is charset-normalizer's,
made in the child, since nobody knows how long it takes.
"""

from __future__ import annotations

import codecs
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.documents import Tally
from workbench.engine.errors import EngineError, Place
from workbench.engine.frames import Frame
from workbench.engine.isolation import Child, Limit
from workbench.engine.readers import BOM

GUESSED_FROM = 1 << 16  # bytes that a guess is made from
GUESS_LIMIT = Limit(seconds=10.0)

# What a person can choose from, and what is taken from others: names as `codecs.lookup` gives them.
OFFERED = (
    "utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "cp1252", "iso8859-1", "iso8859-2",
    "iso8859-15", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "koi8-r",
    "koi8-u", "cp437", "cp850", "cp866", "mac-roman", "shift_jis", "cp932", "euc_jp", "iso2022_jp", "gb18030",
    "gbk", "big5", "big5hkscs", "euc_kr", "cp949", "johab", "tis-620",
)  # fmt: skip
_TAKEN = {
    *OFFERED, "ascii", "utf-16", "utf-32", "gb2312", "hz", "cp874", "cp852", "cp855", "cp857", "cp858",
    "cp860", "cp861", "cp862", "cp863", "cp864", "cp865", "cp869", "cp737", "cp775", "cp950",
    "euc_jis_2004", "euc_jisx0213", "shift_jis_2004", "shift_jisx0213", "iso2022_kr", "iso2022_jp_2",
    "koi8-t", "kz1048", "ptcp154", "mac-cyrillic", "mac-greek", "mac-iceland", "mac-latin2", "mac-turkish",
    *(f"iso8859-{n}" for n in range(1, 17)),
}  # fmt: skip
_MARKS = (
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (BOM, "utf-8"),
)
_BAD, _BAD_TOO = "\udcfe", "\udcff"  # the first byte that is not in an encoding, and those after it
_FEW = 64  # bytes below which the zeros are no pattern


def _marked(error: UnicodeError) -> tuple[str, int]:
    """Put a mark for each byte that cannot be decoded, so that they can be counted afterwards."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return _BAD + _BAD_TOO * (error.end - error.start - 1), error.end


codecs.register_error("workbench.marked", _marked)


def named(encoding: str) -> str:
    """Return an encoding's name in the one way that is used here; raises EngineError "unknown_encoding"."""
    try:
        found = codecs.lookup(encoding).name
    except (LookupError, ValueError, UnicodeError):
        found = ""
    if found not in _TAKEN:
        raise EngineError("unknown_encoding", encoding=encoding[:40], choices=", ".join(OFFERED))
    return found


def told_by(head: bytes) -> str:
    """Return the encoding that the first bytes of a text tell, or ""."""
    marked = next((name for mark, name in _MARKS if head.startswith(mark)), "")
    if marked or len(head) < _FEW:
        return marked
    return _by_zeros(head[: len(head) & ~3])


def _by_zeros(head: bytes) -> str:
    """Tell UTF-16 and UTF-32 by where the zeros are: letters of most scripts have some at the same places."""
    n = len(head) // 4
    zeros = [head[k::4].count(0) for k in range(4)]
    if zeros[2] + zeros[3] == 2 * n and zeros[0] < n // 10:
        return "utf-32-le"
    if zeros[0] + zeros[1] == 2 * n and zeros[3] < n // 10:
        return "utf-32-be"
    low, high = zeros[0] + zeros[2], zeros[1] + zeros[3]
    if high > n // 2 and low < n // 20:
        return "utf-16-le"
    if low > n // 2 and high < n // 20:
        return "utf-16-be"
    return ""


def guess_steps(head: bytes, child: Child) -> Generator[None, None, str]:
    """Yield None at least every 20 ms and return what the first bytes of a text look like, or ""."""
    found = ""
    for frame in child.request("guess_encoding", {}, (head[:GUESSED_FROM],), GUESS_LIMIT):
        if frame is not None:
            found = str(frame.header["encoding"])
        yield
    try:
        return named(found) if found else ""
    except EngineError:
        return ""


def guess_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply {"encoding"} of buffers[0], in the child."""
    from charset_normalizer import from_bytes

    best = from_bytes(buffers[0]).best()
    if best is None:
        yield Frame({"encoding": ""})
        return
    # Several encodings may give the same text: then the commonest of the web.
    usual = "cp1252" if "cp1252" in best.could_be_from_charset else best.encoding
    yield Frame({"encoding": usual})


# --- UTF-8 out of another encoding ----------------------------------------------------------------------


class Transcoder:
    """Makes UTF-8 of bytes in another encoding, which come in any portions.

    Attributes:
        encoding: their name.
        widths: how many bytes of it each character has, see `source_widths`.

    """

    def __init__(self, encoding: str, tally: Tally, on_invalid: str = "replace") -> None:
        """Take a name that `named` returns."""
        self.encoding = encoding
        self._decoder = codecs.getincrementaldecoder(encoding)("workbench.marked")
        self._tally = tally
        self._on_invalid = on_invalid
        self._at_start = True
        self._n_in = 0

    def feed(self, data: bytes, final: bool = False) -> str:
        """Return the text of what came so far and is not returned yet."""
        text = self._decoder.decode(data, final)
        if self._at_start and text:
            self._at_start = False
            if text.startswith("\ufeff"):
                self._tally.removed += self.length("\ufeff")
                text = text[1:]
        if _BAD in text:
            text = self._without_faults(text)
        self._n_in += len(data)
        return text

    def _without_faults(self, text: str) -> str:
        n_bad = text.count(_BAD) + text.count(_BAD_TOO)
        # Which byte of the chunk it was is known only to the decoder; the chunk's first is near enough.
        self._tally.note_invalid([self._n_in + self.length(text[: text.index(_BAD)])])
        if self._on_invalid == "stop":
            raise EngineError("text_not_in_encoding", place=Place("byte", self._n_in), encoding=self.encoding)
        if self._on_invalid == "skip":
            self._tally.leave_out("not_in_encoding", n_bad)
        else:
            self._tally.replaced += n_bad
        return text.replace(_BAD_TOO, "").replace(_BAD, "" if self._on_invalid == "skip" else "\ufffd")

    def length(self, text: str) -> int:
        """Return how many bytes a text has in this encoding."""
        return length_in(self.encoding, text)


def length_in(encoding: str, text: str) -> int:
    """Return how many bytes a text has in an encoding; in UTF-8 a surrogate stands for a byte (PEP 383)."""
    if encoding == "utf-8":
        return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))
    text = text.replace("\ufffd", "")  # stands for bytes that are counted by themselves
    if encoding.startswith("utf-16"):
        return len(text.encode("utf-16-le", "surrogatepass"))
    if encoding.startswith("utf-32"):
        return 4 * len(text)
    return len(text.encode(encoding, "replace"))


def widths_of(text: bytes, n_source: int) -> NDArray[np.int64]:
    """Return int64[len(text)], how many bytes of the source each byte of UTF-8 stands for; n_source in all.

    A character's bytes are given to its first one. Characters beyond ASCII share alike what is left.
    """
    data = np.frombuffer(text, np.uint8)
    if len(data) == n_source:
        return np.ones(n_source, np.int64)
    widths = np.zeros(len(data), np.int64)
    if not len(data):
        return widths
    first = (data & 0xC0) != 0x80
    n_characters = int(first.sum())
    if n_characters == 0:
        first[0], n_characters = True, 1
    plain = data < 0x80
    n_plain = int(plain.sum())
    each = n_source // n_characters if n_source >= 2 * n_characters else 1
    widths[plain] = each
    others = first & ~plain
    n_others = n_characters - n_plain
    if n_others:
        widths[others] = max(0, n_source - n_plain * each) // n_others
    widths[np.flatnonzero(first)[-1]] += n_source - int(widths.sum())
    return widths
