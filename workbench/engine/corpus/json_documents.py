"""Reads JSON: one value per line, an array entry by entry, or one value (RFC 8259).

A document is the text in the requested field. Only its characters count as its bytes; the account counts the
rest of the line, including escapes, as other fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.corpus.documents import END_OF_DOCUMENT, Part, Parts, Tally
from workbench.engine.corpus.encodings import Transcoder
from workbench.engine.corpus.text_documents import encoded, length_of

LONGEST_RECORD = 1 << 25  # characters of a line, an entry, or a file that is one value
USUAL_FIELDS = ("text", "content", "body")
_WHITE = " \t\r\n"
_MOST_FIELDS = 200
_DEEPEST_FIELD = 3

Characters = Iterator[str]


def _number(text: str) -> None:
    """Stand for any number: numbers are not used, and one with thousands of digits takes long to parse."""


_DECODER = json.JSONDecoder(parse_int=_number, parse_float=_number, parse_constant=_number)


def form_of(head: str, name: str) -> str:
    """Return "lines", "array" or "whole" for a JSON file that begins so."""
    if name.lower().endswith((".jsonl", ".ndjson")) and not head.lstrip(_WHITE).startswith("["):
        return "lines"
    first, _, _ = head.lstrip(_WHITE).partition("\n")
    try:
        _DECODER.decode(first.strip(_WHITE))
    except (ValueError, RecursionError):
        return "array" if first.startswith("[") else "whole" if first.startswith("{") else "lines"
    return "lines"


def json_parts(
    characters: Characters, tally: Tally, field: str, form: str, transcoder: Transcoder | None = None
) -> Parts:
    """Yield the documents of a JSON file.

    Args:
        characters: its text.
        tally: notes "json_broken", "json_no_field" and "json_not_text" with the line, and what they left out.
        field: of the text, see `SourceOptions`.
        form: from `form_of`.
        transcoder: from its encoding, None for UTF-8.

    Raises:
        EngineError: "json_value_too_large", a file that is one value is longer than `LONGEST_RECORD`.

    """
    reader = _Json(tally, field, transcoder)
    records = {"lines": _lines, "array": _entries, "whole": _whole}[form]
    for record in records(characters, reader):
        yield from reader.documents(record)


@dataclass(slots=True)  # not frozen, which takes as long as parsing a short line
class _Record:
    """One value as it is in the file; `broken` if it is not valid."""

    text: str
    line: int
    value: Any = None
    broken: bool = False


class _Json:
    """Processes the values of one file."""

    def __init__(self, tally: Tally, field: str, transcoder: Transcoder | None) -> None:
        self._tally = tally
        self._field = field
        self._transcoder = transcoder
        self._offset = tally.removed

    def documents(self, record: _Record) -> Iterator[Part | Any]:
        n_record = length_of(self._transcoder, record.text)
        offset, self._offset = self._offset, self._offset + n_record
        if record.broken:
            self._leave_out("json_broken", record, n_record)
            return
        if not self._field and isinstance(record.value, dict | list):
            self._field = usual_field(record.value)
        values = list(texts_at(record.value, self._field))
        texts = [value for value in values if isinstance(value, str)]
        if not texts and record.value is not _NOTHING:
            self._leave_out("json_not_text" if values else "json_no_field", record, n_record)
            return
        for text in texts:
            n_source = min(length_of(self._transcoder, text), n_record)
            n_record -= n_source
            yield Part(encoded(text), n_source, offset)
            yield END_OF_DOCUMENT
        self._tally.leave_out("other_fields", n_record)

    def _leave_out(self, code: str, record: _Record, n_bytes: int) -> None:
        facts = {"field": self._field or USUAL_FIELDS[0]} if code != "json_broken" else {}
        self._tally.note(code, "line", record.line, **facts)
        self._tally.leave_out(code, n_bytes)

    def too_long(self, text: str, line: int) -> None:
        n_bytes = length_of(self._transcoder, text)
        self._offset += n_bytes
        self._tally.leave_out("record_too_long", n_bytes)
        if line:
            self._tally.note("record_too_long", "line", line, limit=LONGEST_RECORD >> 20)


_NOTHING = object()  # what a blank line holds


# --- fields -------------------------------------------------------------------------------------


def texts_at(value: object, field: str) -> Iterator[object]:
    """Yield the values at a dotted path; entries of lists on the way are separate."""
    if isinstance(value, list):
        for entry in value:
            yield from texts_at(entry, field)
    elif not field or value is _NOTHING:
        if value is not _NOTHING:
            yield value
    elif isinstance(value, dict):
        if field in value:
            yield from texts_at(value[field], "") if isinstance(value[field], list) else (value[field],)
            return
        first, _, rest = field.partition(".")
        if rest and first in value:
            yield from texts_at(value[first], rest)


def usual_field(value: object) -> str:
    """Return the usual field of texts, or the one with the longest text, or ""."""
    fields = {name: example for name, example in fields_of(value) if example}
    for usual in USUAL_FIELDS:
        if usual in fields:
            return usual
    return max(fields, key=lambda name: len(fields[name]), default="")


def field_of_lines(head: str) -> str:
    """Return the field that texts are read from in JSON lines that begin so, "" if these do not decide."""
    for line in head.split("\n")[:-1]:
        record = _parsed(line, 0)
        if not record.broken and record.value is not _NOTHING:
            return usual_field(record.value) if isinstance(record.value, dict | list) else ""
    return ""


def fields_of(value: object, depth: int = 0) -> list[tuple[str, str]]:
    """Return (dotted path, text) of the fields of a record; "" for fields without text."""
    fields: list[tuple[str, str]] = []
    if isinstance(value, list) and value:
        return fields_of(value[0], depth)
    if not isinstance(value, dict) or depth == _DEEPEST_FIELD:
        return fields
    for name, inner in list(value.items())[:_MOST_FIELDS]:
        first = inner[0] if isinstance(inner, list) and inner else inner
        if isinstance(first, dict):
            fields += [(f"{name}.{below}", example) for below, example in fields_of(first, depth + 1)]
        else:
            fields.append((name, first if isinstance(first, str) else ""))
    return fields[:_MOST_FIELDS]


def json_records(head: str, form: str) -> Iterator[object]:
    """Yield the complete values in the first characters of a JSON file."""
    if form == "whole":
        record = _parsed(head, 1)
        yield from () if record.broken else (record.value,)
        return
    if form == "array":
        yield from (record.value for record in _Array().feed(head))
        return
    for line in head.split("\n"):
        record = _parsed(line, 1)
        if not record.broken and record.value is not _NOTHING:
            yield record.value


# --- the three forms ----------------------------------------------------------------------------


def _parsed(text: str, line: int) -> _Record:
    stripped = text.strip(_WHITE)
    if not stripped:
        return _Record(text, line, _NOTHING)
    try:
        value, end = _DECODER.raw_decode(stripped)
    except (ValueError, RecursionError):
        return _Record(text, line, broken=True)
    return _Record(text, line, value) if end == len(stripped) else _Record(text, line, broken=True)


def _lines(characters: Characters, reader: _Json) -> Iterator[_Record]:
    for line, number in lines_of(characters, reader.too_long):
        yield _parsed(line, number)


def lines_of(characters: Characters, too_long: Any) -> Iterator[tuple[str, int]]:  # noqa: ANN401
    """Yield (line with its end, its number from 1 on); only "\\n" ends one.

    Lines longer than `LONGEST_RECORD` go to `too_long` in chunks, with their number the first time.
    """
    parts: list[str] = []
    length, number, dropping = 0, 1, False
    for text in characters:
        start = 0
        while (end := text.find("\n", start) + 1) or start < len(text):
            end = end or len(text)
            part, start = text[start:end], end
            ended = part.endswith("\n")
            parts.append(part)
            length += len(part)
            if length > LONGEST_RECORD or dropping:
                too_long("".join(parts), 0 if dropping else number)
                parts, length, dropping = [], 0, not ended
            elif ended:
                yield "".join(parts), number
                parts, length = [], 0
            number += ended
        point()
    if parts:
        yield "".join(parts), number


def _whole(characters: Characters, reader: _Json) -> Iterator[_Record]:
    parts: list[str] = []
    length = 0
    for text in characters:
        parts.append(text)
        length += len(text)
        if length > LONGEST_RECORD:
            raise EngineError("json_value_too_large", limit=LONGEST_RECORD >> 20)
        point()
    yield _parsed("".join(parts), 1)


def _entries(characters: Characters, reader: _Json) -> Iterator[_Record]:
    """Yield the entries of an array, each with the marks before it; if one is broken, the rest."""
    array = _Array()
    for text in characters:
        if array.stuck:
            reader.too_long(text, 0)
        else:
            yield from array.feed(text)
            if array.stuck:
                reader.too_long(array.rest(), array.line)
        point()
    yield from array.feed("", final=True)


class _Array:
    """An array that is read in chunks.

    Attributes:
        line: of the next entry.
        stuck: an entry is longer than `LONGEST_RECORD`, or none at all.

    """

    _START = re.compile(r"[ \t\r\n]*\[")
    _MARKS = re.compile(r"[ \t\r\n,]*")

    def __init__(self) -> None:
        self.line = 1
        self.stuck = False
        self._parts: list[str] = []
        self._length = self._wanted = 0
        self._opened = False

    def feed(self, more: str, final: bool = False) -> Iterator[_Record]:
        """Yield the complete entries so far; at the end also the rest."""
        self._parts.append(more)
        self._length += len(more)
        if self._length < self._wanted and not final:
            return  # retried when there is twice as much, so that a long entry does not take quadratic time
        text, position = self.rest(), 0
        while (start := self._next(text, position)) < len(text) and text[start] != "]":
            try:
                value, end = _DECODER.raw_decode(text, start)
            except (ValueError, RecursionError):
                break
            if end == len(text) and not final:
                break
            self._opened = True
            yield _Record(text[position:end], self.line, value)
            self.line += text.count("\n", position, end)
            position = end
        self._parts = [text[position:]]
        self._length = len(text) - position
        self._wanted = 2 * self._length
        self.stuck = self._length > LONGEST_RECORD
        if final and self._length:
            rest = self.rest()
            marks = not rest.strip(_WHITE + "[,]")
            yield _Record(rest, self.line, _NOTHING, broken=not marks)

    def rest(self) -> str:
        """Return and discard the text that is not read yet."""
        text = "".join(self._parts)
        self._parts, self._length = [], 0
        return text

    def _next(self, text: str, position: int) -> int:
        """Return where the next entry begins."""
        if not self._opened:
            match = self._START.match(text, position)
            if match is None:
                return len(text)
            position = match.end()
        marks = self._MARKS.match(text, position)
        return position if marks is None else marks.end()
