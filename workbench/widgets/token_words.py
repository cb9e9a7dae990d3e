"""The word that a double click takes: as Unicode bounds it, without the white space beside it."""

from __future__ import annotations

import re
from itertools import accumulate

from PySide6.QtCore import QTextBoundaryFinder

from workbench.widgets.document import Document

_FAR = 4096  # bytes on either side in which the borders of a word are looked for
_EATEN = "\ufeff"  # Qt takes one away from the front of a text
_LOOSE = re.compile("[\ud800-\udfff]")
_RUNS = re.compile(r"\s+|\S+")


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
    starts = [0, *accumulate(2 if letter > "\uffff" else 1 for letter in text)]  # in UTF-16 units
    place = {units: at for at, units in enumerate(starts)}
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Word, _EATEN + _LOOSE.sub("\ufffd", text))
    words, start = [], 0
    while (units := finder.toNextBoundary()) >= 0:
        end = place[units]
        # Qt leaves a space with the Thai word before it.
        words += _RUNS.findall(text[start:end])
        start = end
    return words
