"""Finding in a text, and replacing: bytes as they are, words in any case, regular expressions.

Bytes are found here. What needs characters, and every pattern that the user wrote, is matched in the child
(`isolation.py`), window by window, so that a text of 100 MB is never there as characters at once.
A window holds what is around the stretch that is its own: 4 KB before, for what looks after, and 64 KB
after, for matches that begin in the stretch and go on. What is not UTF-8 is one character a byte.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import regex

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import character_start
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import START_SECONDS, Child, Limit
from workbench.engine.splitting.custom_patterns import find_fault

BLOCK = 1 << 20  # bytes of a window's own stretch
PLAIN_BLOCK = 1 << 18  # bytes that are searched in one call here
AHEAD, BEHIND = 1 << 16, 1 << 12  # bytes that a window shows after and before it
SECONDS = 2.0  # of wall clock for one window
_BATCH = 65_536  # hits in one reply


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for.

    Attributes:
        kind: "text", "bytes" or "regex".
        needle: the bytes; of a text its UTF-8, of a regular expression its own text.
        any_case: upper and lower case are alike; in a text of ASCII alone, those of ASCII.
        words: only where no letter or digit is directly before or after.

    """

    kind: str
    needle: bytes
    any_case: bool = False
    words: bool = False

    @property
    def plain(self) -> bool:
        """Whether bytes are enough to find it: the very bytes, or ASCII in upper and lower case."""
        if self.kind == "bytes":
            return True
        return self.kind == "text" and not self.words and (not self.any_case or self.needle.isascii())

    def finder(self, text: bytes) -> Callable[[int, int], int]:
        """Return what finds the next place in `text[first:end]`, -1 for none; only of what is plain."""
        if not self.any_case or self.kind == "bytes":
            return partial(text.find, self.needle)
        pattern = re.compile(re.escape(self.needle), re.IGNORECASE)

        def _find(first: int, end: int) -> int:
            match = pattern.search(text, first, end)
            return -1 if match is None else match.start()

        return _find

    def pattern(self) -> str:
        """Return the regular expression that finds this."""
        written = self.needle.decode("utf-8", "surrogateescape")
        pattern = written if self.kind == "regex" else regex.escape(written)
        return rf"(?<!\w)(?:{pattern})(?!\w)" if self.words else pattern


@dataclass(frozen=True, slots=True)
class Batch:
    """Hits that were found, and how far the search is.

    Attributes:
        starts, ends: uint64 arrays, in bytes of the text, rising; none overlaps another, none is empty.
        done: bytes that have been searched.
        new: what takes their place, one after the other, where something was to be put there.
        new_ends: uint64 array, where each of these ends in `new`.

    """

    starts: array[int]
    ends: array[int]
    done: int
    new: bytes = b""
    new_ends: array[int] | None = None


def matches(
    text: bytes, search: Search, child: Child, template: bytes | None = None, first: int = 0
) -> Iterator[Batch]:
    r"""Yield what is found from byte `first` on, batch by batch.

    Args:
        text: any bytes.
        search: what is looked for; an empty needle finds nothing.
        child: where patterns are matched.
        template: what each hit is to be replaced by; in a regular expression \1 and \g<name> are groups.
        first: where the search begins.

    Raises EngineError: "search_syntax" and "search_unsupported" with the column, "replacement_syntax",
    "search_too_slow", and others of `Child.request`.

    """
    if not search.needle:
        return
    if search.plain:
        yield from _plain(text, search, template, first)
        return
    header: dict[str, Any] = {
        "pattern": search.pattern(), "any_case": search.any_case, "written": search.kind == "regex",
    }  # fmt: skip
    _ready(child)
    while first < len(text):
        end = _block_end(text, first)
        from_ = character_start(text, max(first - BEHIND, 0))
        to = min(character_start(text, end + AHEAD), len(text))
        window = {**header, "first": first - from_, "end": end - from_}
        sent = [text[from_:to], *([] if template is None else [template])]
        last = end
        for frame in _replies(child, window, sent):
            batch = _batch(frame, from_, end)
            if batch.ends:
                last = max(last, batch.ends[-1])
            yield batch
        first = last


def _ready(child: Child) -> None:
    """Let the child load what it needs, which on a busy machine may take longer than a window may."""
    nothing = {"pattern": "x", "any_case": False, "written": False, "first": 0, "end": 0}
    for _ in child.request(search_operation, nothing, [b""], Limit(START_SECONDS)):
        point()


def _replies(child: Child, window: dict[str, Any], sent: list[bytes]) -> Iterator[Frame]:
    """Yield what the child finds in a window; raises EngineError "search_too_slow" and others."""
    try:
        yield from child.request(search_operation, window, sent, Limit(SECONDS))
    except EngineError as error:
        if error.code == "child_too_slow":
            raise EngineError("search_too_slow", seconds=SECONDS) from error
        raise


def _batch(frame: Frame, offset: int, done: int) -> Batch:
    starts, ends = array("Q", frame.buffers[0]), array("Q", frame.buffers[1])
    if offset:
        starts, ends = array("Q", (at + offset for at in starts)), array("Q", (at + offset for at in ends))
    if len(frame.buffers) == 4:
        return Batch(starts, ends, done, frame.buffers[2], array("Q", frame.buffers[3]))
    return Batch(starts, ends, done)


def _plain(text: bytes, search: Search, template: bytes | None, first: int) -> Iterator[Batch]:
    find, size, place = search.finder(text), len(search.needle), first
    while place < len(text):
        end = min(place + PLAIN_BLOCK, len(text))
        starts: array[int] = array("Q")
        at = find(place, end + size - 1)
        for _ in paced(range(_BATCH)):
            if at < 0:
                break
            starts.append(at)
            at = find(at + size, end + size - 1)
        place = at if at >= 0 else max(end, starts[-1] + size if starts else 0)
        ends = array("Q", (start + size for start in starts))
        if template is None:
            yield Batch(starts, ends, min(place, len(text)))
        else:
            new_ends = array("Q", range(len(template), len(template) * len(starts) + 1, len(template) or 1))
            new_ends = new_ends if template else array("Q", bytes(8 * len(starts)))
            yield Batch(starts, ends, min(place, len(text)), template * len(starts), new_ends)


def _block_end(text: bytes, first: int) -> int:
    """Return where a window's own stretch ends: at a line's end where one is near."""
    wished = first + BLOCK
    if wished >= len(text):
        return len(text)
    line_end = text.rfind(b"\n", wished - AHEAD, wished)
    return line_end + 1 if line_end > first else character_start(text, wished)


def replace(
    text: bytes, search: Search, template: bytes, child: Child, only: tuple[int, int] | None = None
) -> Generator[int, None, tuple[int, int, bytes, int]]:
    """Yield how many bytes are searched; return (start, end, data, n): the bytes [start, end) become `data`.

    With `only` the hit at these bytes alone is replaced; n hits were found, without any the range is empty.
    Raises EngineError, as `matches`.
    """
    parts: list[bytes] = []
    start = place = n_hits = 0
    for batch in matches(text, search, child, template, only[0] if only else 0):
        low = 0
        for first, last, high in zip(batch.starts, batch.ends, batch.new_ends or (), strict=True):
            if only is not None and (first, last) != only:
                return 0, 0, b"", 0
            start, place = (start, place) if n_hits else (first, first)
            parts += (text[place:first], batch.new[low:high])
            place, low, n_hits = last, high, n_hits + 1
            if only is not None:
                return start, place, b"".join(parts), n_hits
            if n_hits % 8192 == 0:
                point()
        yield batch.done
    return start, place, b"".join(parts), n_hits


# --- operation, in the child --------------------------------------------------------------------


def search_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    r"""Find header["pattern"] in buffers[0]: matches that begin in bytes [header["first"], header["end"]).

    Replies {"done"} with the starts and the ends as uint64; where buffers[1] is a template, also what takes
    their place, one after the other, and its ends as uint64. Raises EngineError.
    """
    pattern = _compiled(header["pattern"], header["any_case"], header["written"])
    data = buffers[0]
    text = data.decode("utf-8", "surrogateescape")
    single = text.isascii()
    place = int(header["first"])
    position = place if single else len(data[:place].decode("utf-8", "surrogateescape"))
    template = buffers[1].decode("utf-8", "surrogateescape") if len(buffers) > 1 else None
    starts, ends, new_ends = array("Q"), array("Q"), array("Q")
    new: list[bytes] = []
    size = 0
    for match in pattern.finditer(text, position):
        first, last = match.span()
        if first == last:
            continue
        start = first if single else place + _size(text[position:first])
        if start >= header["end"]:
            break
        end = last if single else start + _size(text[first:last])
        position, place = last, end
        starts.append(start)
        ends.append(end)
        if template is not None:
            new.append(_expanded(match, template, header["written"]))
            size += len(new[-1])
            new_ends.append(size)
        if len(starts) >= _BATCH:
            yield _reply(starts, ends, new, new_ends, template is not None)
            starts, ends, new_ends, new, size = array("Q"), array("Q"), array("Q"), [], 0
    yield _reply(starts, ends, new, new_ends, template is not None)


def _reply(
    starts: array[int], ends: array[int], new: list[bytes], new_ends: array[int], replaced: bool
) -> Frame:
    spans = starts.tobytes(), ends.tobytes()
    more = (b"".join(new), new_ends.tobytes()) if replaced else ()
    return Frame({"done": ends[-1] if ends else 0}, (*spans, *more))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))


def _compiled(pattern: str, any_case: bool, written: bool) -> regex.Pattern[str]:
    if written:
        _refuse(pattern)
    try:
        compiled = regex.compile(pattern, regex.MULTILINE | (regex.IGNORECASE if any_case else 0))
    except regex.error as error:
        position: int | None = getattr(error, "pos", None)  # the stubs do not know it
        place = None if position is None else Place("column", position + 1)
        raise EngineError("search_syntax", place=place, reason=getattr(error, "msg", str(error))) from error
    except (RecursionError, OverflowError, ValueError) as error:
        raise EngineError("search_syntax", reason=str(error)) from error
    if compiled.flags & regex.REVERSE:
        raise EngineError("search_unsupported", part="(?r)")
    return compiled


def _refuse(pattern: str) -> None:
    """Refuse what split patterns may not hold either: calls of groups, fuzzy matching, 10,000 characters."""
    try:
        find_fault(pattern)
    except EngineError as error:
        part = error.facts.get("part", f"{len(pattern)} characters")
        raise EngineError("search_unsupported", place=error.place, part=part) from error


def _expanded(match: regex.Match[str], template: str, written: bool) -> bytes:
    if not written:
        return template.encode("utf-8", "surrogateescape")
    try:
        return str(match.expand(template)).encode("utf-8", "surrogateescape")
    except (regex.error, IndexError, ValueError) as error:
        raise EngineError("replacement_syntax", reason=str(error)) from error
