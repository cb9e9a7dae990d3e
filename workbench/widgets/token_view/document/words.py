"""Words of the text itself, whatever its tokens and marks: for a double click and for Ctrl and an arrow."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate

from PySide6.QtCore import QTextBoundaryFinder
from PySide6.QtGui import QTextLayout

from workbench.widgets.token_view.document.document import Document

_FAR = 4096  # bytes on either side in which the borders of a word are looked for
_EATEN = "\ufeff"  # Qt takes one away from the front of a text
_LOOSE = re.compile("[\ud800-\udfff]")
_RUNS = re.compile(r"\s+|\S+")
# What has a name instead of a sign parts words as a sign does; joiners are written within words.
_NAMED = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066-\u2069\ufeff]")
_SIGN = "|"


def word_around(document: Document, position: int) -> tuple[int, int]:
    """Return the (start, end) of the word, the run of white space or the sign that holds a byte.

    Borders are those of UAX #29, as Qt finds them; a word goes on for at most `_FAR` bytes on either side.
    At the end of the text it is the last one.
    """
    first = max(position - _FAR, 0)
    text = document.read(first, min(position + _FAR, len(document))).decode("utf-8", "surrogateescape")
    start = end = first
    for word in _words(text):
        start, end = end, end + len(word.encode("utf-8", "surrogateescape"))
        if end > position:
            break
    return start, end


def _words(text: str) -> list[str]:
    """Cut a text into words, runs of white space and signs."""
    place = {units: at for at, units in enumerate(_units(text))}
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Word, _EATEN + _LOOSE.sub("\ufffd", text))
    words, start = [], 0
    while (units := finder.toNextBoundary()) >= 0:
        end = place[units]
        # Qt leaves a space with the Thai word before.
        words += _RUNS.findall(text[start:end])
        start = end
    return words


def word_stop(document: Document, position: int, step: int) -> int:
    """Return where the word after (step 1) or before (step -1) a byte begins, as in Qt's editors.

    Going on, that is behind the white space after a word; signs in a row are a word of their own. It stays
    in the line, at most `_FAR` bytes away, and may be within a grapheme cluster.
    """
    start, end = _line_around(document, position)
    first, last = max(start, position - _FAR), min(end, position + _FAR)
    if (position <= first) if step < 0 else (position >= last):
        return position
    text = document.read(first, last).decode("utf-8", "surrogateescape")
    before = len(document.read(first, position).decode("utf-8", "surrogateescape"))
    starts = _units(text)
    layout = QTextLayout(_EATEN + _NAMED.sub(_SIGN, _LOOSE.sub("\ufffd", text)))
    move = layout.nextCursorPosition if step > 0 else layout.previousCursorPosition
    place = bisect_left(starts, move(starts[before], QTextLayout.CursorMode.SkipWords))
    return first + len(text[:place].encode("utf-8", "surrogateescape"))


def _line_around(document: Document, position: int) -> tuple[int, int]:
    """Return the (start, end) of the line that holds a byte, without its LF or CRLF."""
    number = document.line_at(position)
    start, end = document.line_start(number), document.line_end(number)
    for mark in (b"\n", b"\r"):
        if end <= start or document.read(end - 1, end) != mark:
            break
        end -= 1
    return start, end


def _units(text: str) -> list[int]:
    """Return where each character begins in UTF-16 units, and last where the text ends."""
    return [0, *accumulate(2 if letter > "\uffff" else 1 for letter in text)]
