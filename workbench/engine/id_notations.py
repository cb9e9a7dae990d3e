"""Ids as people write them: with spaces, commas, one a line, as a Python list, JSON, an array's repr, in hex.

Read in slices: what is plain numbers and separators is read by NumPy, ten million ids in seconds; a stretch
with anything else in it is read word by word, so that what is no id can be named with its place.
"""

from __future__ import annotations

import re
from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray

from workbench.engine.errors import EngineError, Place
from workbench.engine.slices import finished

_STRETCH = 1 << 16  # characters read between two yields, some milliseconds
_SHOWN = 32  # characters shown of what is no id
_LARGEST = 10**18  # what int64 holds whatever the digits are

_BETWEEN = str.maketrans(dict.fromkeys("[](){},;\t\r\n", " "))
_PLAIN = re.compile(r"[0-9 ]*")
_MANY_DIGITS = re.compile(r"[0-9]{19}")
_SEPARATOR = re.compile(r"[\s,;\[\](){}]")
_SEPARATOR_BYTE = re.compile(rb"[\s,;\[\](){}]")
# Words that stand around ids without being any: what NumPy and PyTorch print, and keys of JSON.
_ITEM = re.compile(
    r"(?P<gap>[\s,;\[\](){}]+|(?:array|tensor)\(|dtype=[\w.]+|\"\w+\"\s*:)"
    r"|(?P<id>(?:0[xX][0-9a-fA-F]+|[0-9]+)(?=[\s,;\[\](){}]|\Z))|(?P<odd>[^\s,;\[\](){}]+)"
)


def read_ids_steps(text: str | bytes) -> Generator[None, None, NDArray[np.int64]]:
    """Yield None at least every 20 ms and return int64[n], the ids that a text writes, bytes being UTF-8.

    Raises:
        EngineError: "ids_not_numbers" or "id_negative" with the character (from 0) and, as the fact `entry`,
            the number of the word (from 1); "id_far_too_large" for what no vocabulary reaches.

    """
    if isinstance(text, bytes) and not text.isascii():
        text = text.decode("utf-8", "replace")  # else a stretch at a time, which holds nobody up
    parts = [np.empty(0, np.int64)]
    start = n_ids = 0
    while start < len(text):
        end = _stretch_end(text, start)
        stretch = text[start:end].decode("ascii") if isinstance(text, bytes) else text[start:end]
        part = _read_plain(stretch)
        if part is None:
            part = _read_words(stretch, start, n_ids)
        parts.append(part)
        n_ids += len(part)
        start = end
        yield
    return np.concatenate(parts)


def read_ids(text: str | bytes) -> NDArray[np.int64]:
    """Return what `read_ids_steps` returns."""
    return finished(read_ids_steps(text))


def _stretch_end(text: str | bytes, start: int) -> int:
    """Return where a stretch ends, so that no word is cut."""
    if start + _STRETCH >= len(text):
        return len(text)
    if isinstance(text, bytes):
        found: re.Match[bytes] | re.Match[str] | None = _SEPARATOR_BYTE.search(text, start + _STRETCH)
    else:
        found = _SEPARATOR.search(text, start + _STRETCH)
    return len(text) if found is None else found.end()


def _read_plain(stretch: str) -> NDArray[np.int64] | None:
    """Return the ids of a stretch of digits and separators, None where there is something else."""
    if not stretch.isascii():  # `translate` would take each of its letters by itself
        return None
    spaced = stretch.translate(_BETWEEN)
    if _PLAIN.fullmatch(spaced) is None or _MANY_DIGITS.search(spaced) is not None:
        return None
    if not spaced.strip():
        return np.empty(0, np.int64)
    return np.fromstring(spaced, np.int64, sep=" ")


def _read_words(stretch: str, start: int, n_before: int) -> NDArray[np.int64]:
    """Return the ids of a stretch, before which there are so many; raises naming what is none."""
    ids: list[int] = []
    for found in _ITEM.finditer(stretch):
        if found.lastgroup == "gap":
            continue
        word, entry = found.group(), n_before + len(ids) + 1
        place = Place("character", start + found.start())
        if found.lastgroup == "odd":
            negative = re.fullmatch(r"-[0-9]+", word) is not None
            code = "id_negative" if negative else "ids_not_numbers"
            raise EngineError(code, place=place, value=word[:_SHOWN], entry=entry)
        number = int(word, 0) if word[:2] in ("0x", "0X") else _decimal(word)
        if number >= _LARGEST:
            raise EngineError("id_far_too_large", place=place, value=word[:_SHOWN], entry=entry)
        ids.append(number)
    return np.array(ids, np.int64)


def _decimal(word: str) -> int:
    """Return a number, or `_LARGEST` for one of more digits than Python takes from a stranger."""
    digits = word.lstrip("0") or "0"
    return int(digits) if len(digits) < len(str(_LARGEST)) else _LARGEST
