"""Parses ids in common notations: spaces, commas, lines, Python lists, JSON, an array's repr, hex.

Read in slices: what is plain numbers and separators is read by NumPy, ten million ids in seconds; a stretch
with anything else in it is read word by word, so that what is no id can be named with its place.

Of a JSON object, or a Python dict, with several keys only the ids are read, as Hugging Face's tokenizers
write them with the attention mask: the value of "input_ids", else "ids", else "tokens". One with a
single key holds ids whatever the key is.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import paced, point

_STRETCH = 1 << 16  # characters read between two points, some milliseconds
_SHOWN = 32  # characters shown of what is no id
_LARGEST = 10**18  # what int64 holds whatever the digits are

_BETWEEN = str.maketrans(dict.fromkeys("[](){},;\t\r\n", " "))
_PLAIN = re.compile(r"[0-9 ]*")
_MANY_DIGITS = re.compile(r"[0-9]{19}")
_SEPARATOR = re.compile(r"[\s,;\[\](){}]")
_SEPARATOR_BYTE = re.compile(rb"[\s,;\[\](){}]")
# Words that are around ids without being any: what NumPy and PyTorch print, and keys of JSON.
_ITEM = re.compile(
    r"(?P<gap>[\s,;\[\](){}]+|(?:array|tensor)\(|dtype=[\w.]+|([\"'])\w+\2\s*:)"
    r"|(?P<id>(?:0[xX][0-9a-fA-F]+|[0-9]+)(?=[\s,;\[\](){}]|\Z))|(?P<odd>[^\s,;\[\](){}]+)"
)

_ID_KEYS = ("input_ids", "ids", "tokens")  # the first of them that is there holds the ids
_OTHER = len(_ID_KEYS)
_DEEPEST = 64  # objects in objects that are distinguished; what lies deeper counts to the last of them
_MOST_NAMED = 6  # keys that an error names
# An object with one key and a list of numbers holds nothing to look at, and a file may have millions of them.
_MARK = re.compile(r"\{\s*\"\w+\"\s*:[\[\]\d,\s]*\}|[\"'{}]")
_STRING_MARK = {'"': re.compile(r'["\\]'), "'": re.compile(r"['\\]")}
_COLON = re.compile(r"\s*:")
_MARKS = 4096  # looked at between two points


def read_ids(text: str | bytes) -> NDArray[np.int64]:
    """Return int64[n], the ids in a text; bytes are UTF-8.

    Raises:
        EngineError: "ids_not_numbers" or "id_negative" with the character (from 0) and, as the fact `entry`,
            the number of the word (from 1); "id_far_too_large" for what no vocabulary reaches;
            "ids_keys_unknown" with the character for an object of several keys of which none tells the ids.

    """
    has_objects = (b"{" if isinstance(text, bytes) else "{") in text  # type: ignore[operator]
    if isinstance(text, bytes) and (has_objects or not text.isascii()):
        text = text.decode("utf-8", "replace")  # else a stretch at a time, which blocks nothing
    if has_objects and isinstance(text, str):
        text = _without_other_keys(text)
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
        point()
    return np.concatenate(parts)


def _stretch_end(text: str | bytes, start: int) -> int:
    """Return where a stretch ends without cutting a word."""
    if start + _STRETCH >= len(text):
        return len(text)
    if isinstance(text, bytes):
        match: re.Match[bytes] | re.Match[str] | None = _SEPARATOR_BYTE.search(text, start + _STRETCH)
    else:
        match = _SEPARATOR.search(text, start + _STRETCH)
    return len(text) if match is None else match.end()


def _read_plain(stretch: str) -> NDArray[np.int64] | None:
    """Return the ids of a stretch of digits and separators, None if there is something else."""
    if not stretch.isascii():  # `translate` would take each of its letters by itself
        return None
    spaced = stretch.translate(_BETWEEN)
    if _PLAIN.fullmatch(spaced) is None or _MANY_DIGITS.search(spaced) is not None:
        return None
    if not spaced.strip():
        return np.empty(0, np.int64)
    return np.fromstring(spaced, np.int64, sep=" ")


def _read_words(stretch: str, start: int, n_before: int) -> NDArray[np.int64]:
    """Return the ids of a stretch after `n_before` ids; raises EngineError for anything else."""
    ids: list[int] = []
    for match in _ITEM.finditer(stretch):
        if match.lastgroup == "gap":
            continue
        word, entry = match.group(), n_before + len(ids) + 1
        place = Place("character", start + match.start())
        if match.lastgroup == "odd":
            negative = re.fullmatch(r"-[0-9]+", word) is not None
            code = "id_negative" if negative else "ids_not_numbers"
            raise EngineError(code, place=place, value=_short(word), entry=entry)
        number = int(word, 0) if word[:2] in ("0x", "0X") else _decimal(word)
        if number >= _LARGEST:
            raise EngineError("id_far_too_large", place=place, value=_short(word), entry=entry)
        ids.append(number)
    return np.array(ids, np.int64)


def _decimal(word: str) -> int:
    """Return a number, or `_LARGEST` for one of more digits than Python takes from a stranger."""
    digits = word.lstrip("0") or "0"
    return int(digits) if len(digits) < len(str(_LARGEST)) else _LARGEST


def _short(word: str) -> str:
    return word if len(word) <= _SHOWN else f"{word[:_SHOWN]}…"


# --- objects with several keys


@dataclass(slots=True)
class _Object:
    """The keys of an object that is being read; kept small, as a hostile file may have very many.

    Attributes:
        n_keys, named: how many keys, and the first of them with the character where each begins.
        best: the lowest rank of a key.
        ranks, starts: places in `_ID_KEYS` of keys in a row, `_OTHER` for none, and where each row begins.
        faults: rank of a key -> the first error in what is under it; it counts where the key does.

    """

    n_keys: int = 0
    best: int = _OTHER
    named: list[tuple[str, int]] = field(default_factory=list)
    ranks: array[int] = field(default_factory=lambda: array("b"))
    starts: array[int] = field(default_factory=lambda: array("q"))
    faults: dict[int, EngineError] = field(default_factory=dict)

    @property
    def rank(self) -> int:
        """The rank of the last key; -1 before the first."""
        return self.ranks[-1] if self.ranks else -1

    def add_key(self, name: str, start: int) -> None:
        """Take the next key, which begins at a character."""
        rank = _ID_KEYS.index(name) if name in _ID_KEYS else _OTHER
        self.n_keys += 1
        self.best = min(self.best, rank)
        if len(self.named) < _MOST_NAMED:
            self.named.append((_short(name), start))
        if rank != self.rank:
            self.ranks.append(rank)
            self.starts.append(start)

    def fault(self) -> EngineError | None:
        """Return why its ids cannot be determined, None if they can."""
        if self.n_keys < 2 or self.best < _OTHER:
            return self.faults.get(-1) or self.faults.get(self.best)
        keys = ", ".join(f"“{name}” ({place})" for name, place in self.named)
        more = ", …" if self.n_keys > len(self.named) else ""
        return EngineError("ids_keys_unknown", place=Place("character", self.named[0][1]), keys=keys + more)

    def others(self, end: int) -> Iterator[tuple[int, int]]:
        """Yield (start, end) of the values of keys without ids, up to `end` of the object."""
        for number, rank in enumerate(self.ranks):
            if rank != self.best:
                yield self.starts[number], self.starts[number + 1] if number + 1 < len(self.starts) else end


def _without_other_keys(text: str) -> str:
    """Replace the values of keys without ids by spaces, so that positions stay the same."""
    stack: list[_Object] = []
    starts, ends = array("q"), array("q")
    deeper = 0
    for mark in _marks(text):
        if mark[0] == "{":
            deeper += len(stack) == _DEEPEST
            if not deeper:
                stack.append(_Object())
        elif mark[0] == "}" and deeper:
            deeper -= 1
        elif mark[0] == "}" and stack:
            _close(stack, mark[1], starts, ends)
        elif stack and (colon := _COLON.match(text, mark[2])) is not None and colon.end():
            stack[-1].add_key(text[mark[1] + 1 : min(mark[2] - 1, mark[1] + 2 + _SHOWN)], mark[1])
    while stack:
        _close(stack, len(text), starts, ends)
    return _blanked(text, starts, ends)


def _close(stack: list[_Object], end: int, starts: array[int], ends: array[int]) -> None:
    """End the innermost object; raises its error for the outermost."""
    closed = stack.pop()
    fault = closed.fault()
    if fault is not None and not stack:
        raise fault
    if fault is not None:
        stack[-1].faults.setdefault(stack[-1].rank, fault)
    for number, (start, stop) in enumerate(closed.others(end), 1):
        starts.append(start)
        ends.append(stop)
        if number % _MARKS == 0:
            point()


def _marks(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield (first character, start, end) of brackets and strings in order."""
    at = n_marks = 0
    while at < len(text):
        match = _MARK.search(text, at, at + _STRETCH)
        n_marks += 1
        if match is None or n_marks % _MARKS == 0:
            point()
        if match is None:
            at += _STRETCH
            continue
        start, first = match.start(), match.group()
        at = match.end() if first[0] in "{}" else _string_end(text, start)
        if len(first) == 1:
            yield first, start, at


def _string_end(text: str, start: int) -> int:
    """Return where a string ends; without a closing quote, at the end of the text."""
    mark, at, n_marks = _STRING_MARK[text[start]], start + 1, 0
    while at < len(text):
        match = mark.search(text, at, at + _STRETCH)
        n_marks += 1
        if match is None or n_marks % _MARKS == 0:
            point()
        if match is not None and match.group() != "\\":
            return match.end()
        at = at + _STRETCH if match is None else match.end() + 1
    return len(text)


def _blanked(text: str, starts: array[int], ends: array[int]) -> str:
    """Replace the stretches (start, end), which may be nested, by spaces."""
    order = np.argsort(np.array(starts, np.int64), kind="stable").tolist()
    parts: list[str] = []
    done = 0
    for place in paced(order):
        if ends[place] > done:
            first = max(starts[place], done)
            parts += (text[done:first], " " * (ends[place] - first))
            done = ends[place]
    parts.append(text[done:])
    return "".join(parts)
