"""Detects the encoding of a text, and converts it to UTF-8.

A byte order mark, or the zeros of UTF-16 and UTF-32, identify the encoding. Any other text is UTF-8 unless it
is mostly invalid; then the encoding is guessed in the child, from the lines with bytes beyond ASCII. chardet
7.7 guesses. For texts of 1 kB in 24 languages and 56 legacy encodings it was wrong in 0.4 % of the cases
(charset-normalizer 3.5 in 15 %), and for 100 kB in 3.6 % (25 %); with the rules of this module in none of
7,600 and none of 456 (`python -m tests.agreement.encodings`, with UTF-16 and UTF-32).
"""

from __future__ import annotations

import codecs
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.blocks import BLOCK
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.corpus.documents import Tally
from workbench.engine.corpus.readers import BOM, FileBytes

GUESSED_FROM = 1 << 17  # bytes that a guess is made from
GUESS_LIMIT = Limit(seconds=10.0)
_ENOUGH, _LOOKED_AT = 1 << 12, 1 << 26  # bytes
_BEYOND = bytes(range(0x80, 0x100))
_LEAST = 8  # bytes beyond ASCII that a guess needs
_AS_LIKELY = 0.98  # of the best confidence
_ALL_LETTERS = 0.9  # of the characters
_FEW_GREEK = 50  # one sign of so many: a text that is not Greek has other letters there, Õ and not σ
_ODD = frozenset({"Cc", "Cn", "Co", "Cs", "Sm", "So", "Sk"})

# What the user can choose from, and what is taken from others: names as `codecs.lookup` gives them.
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
# Those that are guessed at, by chardet's names.
_GUESSED = (
    *(f"cp125{n}" for n in range(9)), *(f"iso8859-{n}" for n in (1, 2, 5, 6, 7, 8, 9, 13, 15)), "cp437",
    "cp850", "cp852", "cp866", "cp874", "tis-620", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "cp932",
    "shift_jis_2004", "euc_jis_2004", "gb18030", "big5hkscs", "euc_kr", "cp949", "johab",
)  # fmt: skip
# What is commonly meant by one, where both give the same text.
_USUAL = {
    "iso8859-1": "cp1252", "iso8859-2": "cp1250", "iso8859-7": "cp1253", "iso8859-8": "cp1255",
    "iso8859-9": "cp1254", "iso8859-13": "cp1257", "iso8859-15": "cp1252", "tis-620": "cp874",
    "shift_jis_2004": "cp932", "euc_jis_2004": "euc_jp", "big5hkscs": "big5", "koi8-u": "koi8-r",
}  # fmt: skip
_MARKS = (
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (BOM, "utf-8"),
)
_OTHER_ALPHABETS = re.compile(r"([A-Za-z]?)[\u0370-\u06ff]+([A-Za-z]?)")
_BAD, _BAD_TOO = "\udcfe", "\udcff"  # the first byte that is not in an encoding, and those after it
_FEW = 64  # bytes below which the zeros are no pattern


def _marked(error: UnicodeError) -> tuple[str, int]:
    """Replace each byte that cannot be decoded by a mark, so that they can be counted."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return _BAD + _BAD_TOO * (error.end - error.start - 1), error.end


codecs.register_error("workbench.marked", _marked)


def named(encoding: str) -> str:
    """Return the normalized name of an encoding; raises EngineError "unknown_encoding"."""
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError, UnicodeError):
        name = ""
    if name not in _TAKEN:
        raise EngineError("unknown_encoding", encoding=encoding[:40], choices=", ".join(OFFERED))
    return name


def recognized_encoding(head: bytes) -> str:
    """Return the encoding that the first bytes of a text identify, or ""."""
    marked = next((name for mark, name in _MARKS if head.startswith(mark)), "")
    if marked or len(head) < _FEW:
        return marked
    # One byte is looked for ten times as fast as two.
    if b"\x1b" in head and b"\x1b$" in head and head.isascii():
        return _if_text("iso2022_jp", head)
    if b"\0" not in head:
        return ""
    return _by_zeros(head[: len(head) & ~3]) or _by_letters(head)


def _if_text(encoding: str, head: bytes) -> str:
    """Return the encoding if the bytes are text in it; the end may be half a character."""
    try:
        codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return ""
    return encoding


def _by_letters(head: bytes) -> str:
    """Recognize UTF-16 without zeros, in scripts with many letters; the other byte order is not text."""
    if _is_plain(head.replace(b"\0", b"")):
        return ""  # plain text with zeros between its words: two of its bytes are many an East Asian sign
    shares = {name: _letters(head[: GUESSED_FROM & ~1], name) for name in ("utf-16-le", "utf-16-be")}
    best = max(shares, key=lambda name: shares[name])
    return best if shares[best] > _ALL_LETTERS and _if_text(best, head) else ""


def _is_plain(head: bytes) -> bool:
    """Return whether bytes are UTF-8 without controls; the end may be half a character."""
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return not any(sign < " " and sign not in "\t\n\r\f" for sign in set(text))


def _letters(head: bytes, encoding: str) -> float:
    """Return the share of characters that are letters, marks, or signs of ASCII or East Asian texts."""
    text = head.decode(encoding, "replace")
    counts = Counter(text)
    usual = (n for sign, n in counts.items() if _is_usual(sign))
    return sum(usual) / max(1, len(text))


def _is_usual(sign: str) -> bool:
    if sign < "\x80":
        return sign.isprintable() or sign in "\t\n\r\f"
    return category(sign)[0] in "LMN" or "\u3000" <= sign < "\u3040" or "\uff00" <= sign < "\ufff0"


def _by_zeros(head: bytes) -> str:
    """Recognize UTF-16 and UTF-32 by their zeros, which letters of most scripts have at the same places."""
    n = len(head) // 4
    zeros = [head[k::4].count(0) for k in range(4)]
    if zeros[2] + zeros[3] == 2 * n and zeros[0] < n // 10:
        return "utf-32-le"
    if zeros[0] + zeros[1] == 2 * n and zeros[3] < n // 10:
        return "utf-32-be"
    low, high = zeros[0] + zeros[2], zeros[1] + zeros[3]
    # Every fourth byte a zero is no UTF-16: words of three letters with zeros between them have that too.
    if high > n // 2 and low < n // 20 and min(zeros[1], zeros[3]) > n // 8:
        return "utf-16-le"
    if low > n // 2 and high < n // 20 and min(zeros[0], zeros[2]) > n // 8:
        return "utf-16-be"
    return ""


@dataclass(frozen=True, slots=True)
class Guess:
    """The result of guessing an encoding.

    Attributes:
        encoding: the likeliest, "" if there is none.
        others: those that are as likely and decode to another text.

    """

    encoding: str = ""
    others: tuple[str, ...] = ()


def telling(data: bytes) -> bytes:
    """Return the lines that identify a legacy encoding, those with bytes beyond ASCII."""
    if data.isascii():
        return b""
    return b"".join(line for line in data.splitlines(keepends=True) if not line.isascii())


def telling_bytes(head: bytes, file: FileBytes | None) -> bytes:
    """Return the lines of a text that identify its encoding.

    If the first bytes have few of them, the rest of the file is searched, unless it is compressed.
    """
    chosen, offset = telling(head), len(head)
    while file is not None and len(chosen) < _ENOUGH and offset < min(file.size, _LOOKED_AT):
        portion = file.at(offset, BLOCK)
        offset += BLOCK
        # Whole lines: half a character at an end would speak against the right one.
        chosen += telling(portion[portion.find(b"\n") + 1 : portion.rfind(b"\n") + 1])
        point()
    return chosen[:GUESSED_FROM]


def needs_no_guess(head: bytes, file: FileBytes | None) -> bool:
    """Return whether the first bytes of a text are UTF-8, and all that would be looked at for a guess.

    It costs a fraction of `telling_bytes`, after which no guess would be made either.
    """
    is_all = file is None or file.size <= len(head)
    if not is_all and _beyond(head) < _ENOUGH:
        return False
    try:
        codecs.utf_8_decode(head)  # the last character may be cut
    except UnicodeDecodeError:
        return False
    return True


def _beyond(data: bytes) -> int:
    """Return the number of bytes beyond ASCII."""
    return len(data) - len(data.translate(None, _BEYOND))


def mostly_other(sample: bytes) -> bool:
    """Return whether these lines are more than UTF-8 with a few faults, and enough for a guess."""
    beyond = _beyond(sample[:_ENOUGH])
    text = sample.decode("utf-8", "replace")
    faults = text.count("\ufffd")
    return beyond >= _LEAST and faults > len(text) - faults - len(text.encode("ascii", "ignore"))


def guess(sample: bytes, child: Child) -> Guess:
    """Guess the encoding of some lines of a text (`telling`)."""
    header: Mapping[str, Any] = {}
    for frame in child.request(guess_operation, {}, (sample[:GUESSED_FROM],), GUESS_LIMIT):
        header = frame.header
        point()
    return Guess(str(header.get("encoding", "")), tuple(map(str, header.get("others", ()))))


def guess_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply {"encoding", "others"} of buffers[0], as in `Guess`, in the child."""
    first, *others = guessed(buffers[0]) or [""]
    yield Frame({"encoding": first, "others": others})


def guessed(data: bytes) -> list[str]:
    """Return the likely encodings of a text, the likeliest first, each giving another text.

    chardet cannot separate encodings that differ in a few characters (cp437 and cp850, Windows-1250 and
    ISO-8859-2): the one whose text has the fewest improbable signs is taken. Of short texts with few letters
    beyond ASCII it takes French for Russian or Hebrew: such words would mix two scripts.
    """
    from chardet import detect_all

    with warnings.catch_warnings(action="ignore"):  # that it would fall back on one that is left out
        guesses = detect_all(
            data,
            ignore_threshold=True,
            max_bytes=len(data) + 1,
            include_encodings=_GUESSED,
            compat_names=False,
        )
    ranked = [(str(each["encoding"]), float(each["confidence"])) for each in guesses if each["encoding"]]
    ranked = [each for each in ranked if not _mixes_scripts(_text_in(each[0], data))] or ranked
    texts: dict[str, tuple[tuple[int, int], int, str]] = {}
    for place, (name, confidence) in enumerate(ranked):
        text, usual = _text_in(name, data), _USUAL.get(name, name)
        if confidence >= ranked[0][1] * _AS_LIKELY:
            # Of two in one family the one with fewer characters: EUC-KR has some of eight bytes.
            odd = _n_odd(text), len(text)
            texts.setdefault(text, (odd, place, usual if _text_in(usual, data) == text else name))
    least = min((odd for odd, _, _ in texts.values()), default=(0, 0))
    return [codecs.lookup(name).name for odd, _, name in sorted(texts.values()) if odd == least]


def _mixes_scripts(text: str) -> bool:
    """Return whether most runs of Greek, Cyrillic, Hebrew or Arabic letters touch a Latin one: "cafй"."""
    runs = _OTHER_ALPHABETS.findall(text)
    return sum(bool(before or after) for before, after in runs) * 2 > len(runs)


def _text_in(encoding: str, data: bytes) -> str:
    """Return the text; its end may be half a character."""
    return codecs.getincrementaldecoder(encoding)("replace").decode(data)


def _n_odd(text: str) -> int:
    """Count signs that are improbable in texts: controls, frames, non-characters, some Greek."""
    counts = Counter(text)
    odd = sum(n for sign, n in counts.items() if sign > "\x7f" and category(sign) in _ODD)
    greek = sum(n for sign, n in counts.items() if "\u0370" <= sign < "\u0400")
    return odd + (greek if greek < len(text) // _FEW_GREEK else 0)


# --- UTF-8 out of another encoding ----------------------------------------------------------------------


class Transcoder:
    """Converts bytes in another encoding to UTF-8, in any chunks.

    Attributes:
        encoding: its name.
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
        """Return the text of the bytes so far that was not returned yet."""
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

    A character's bytes count for its first one. Characters beyond ASCII share the rest equally.
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
