"""Tables as text: one document a row, out of one column (RFC 4180, and what programs make of it).

The delimiter is the one that the first line has most of. A cell in quotes may hold delimiters, line ends
and doubled quotes; a quote that nothing closes is taken for a letter, so that it swallows one line and not
the file. `csv` of Python's library is not used: it has one limit for all the program, and tells no places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.corpus.documents import END_OF_DOCUMENT, Part, Parts, Tally
from workbench.engine.corpus.encodings import Transcoder
from workbench.engine.corpus.json_documents import USUAL_FIELDS, Characters, lines_of
from workbench.engine.corpus.text_documents import encoded, length_of

DELIMITERS = ",\t;|"
MOST_LINES = 10_000  # of one cell in quotes
MOST_CHARACTERS = 1 << 24  # of a row
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is written.

    Attributes:
        delimiter: between two cells.
        columns: their names; their numbers, from 1 on, where the first row holds no names.
        header: whether it does.
        old_ends: lines end with a carriage return alone.

    """

    delimiter: str
    columns: tuple[str, ...]
    header: bool
    old_ends: bool = False


def layout_of(head: str, name: str = "", header: bool | None = None) -> Layout:
    """Return how a table is written that begins so; `header` where it is known."""
    old_ends = "\n" not in head and "\r" in head
    if old_ends:
        head = head.replace("\r", "\n")
    first = head.partition("\n")[0].rstrip("\r")
    counts = {mark: len(cells_of(first, mark) or [""]) for mark in DELIMITERS}
    tab = "\t" if name.lower().endswith((".tsv", ".tab")) else ","
    delimiter = max(DELIMITERS, key=lambda mark: (counts[mark], mark == tab))
    cells = cells_of(first, delimiter) or first.split(delimiter)
    named = _looks_like_names(cells) if header is None else header
    names = cells if named else [""] * len(cells)
    return Layout(delimiter, tuple(_distinct(names)), named, old_ends)


def _looks_like_names(cells: list[str]) -> bool:
    plain = [cell.strip() for cell in cells]
    return all(
        cell and len(cell) <= _LONGEST_NAME and not _is_number(cell) and cell[-1] not in ".!?"
        for cell in plain
    )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _distinct(names: list[str]) -> Iterator[str]:
    """Yield names that are all different: a number for one that is empty, "a (2)" for a second "a"."""
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        plain = name.strip() or str(number)
        tried, again = plain, 1
        while tried in seen:
            again += 1
            tried = f"{plain} ({again})"
        seen.add(tried)
        yield tried


def usual_column(layout: Layout, head: str) -> str:
    """Return the column that texts usually are in, or the one with the longest text."""
    for usual in USUAL_FIELDS:
        for column in layout.columns:
            if layout.header and column.casefold() == usual:
                return column
    lengths = [0] * len(layout.columns)
    for line in head.split("\n")[layout.header : 100]:
        cells = cells_of(line.rstrip("\r"), layout.delimiter) or []
        for number, cell in enumerate(cells[: len(lengths)]):
            lengths[number] += len(cell) * (not _is_number(cell))
    return layout.columns[lengths.index(max(lengths))]


def column_number(layout: Layout, column: str) -> int:
    """Return which column is meant, from 0 on; raises EngineError "column_missing" naming the choices."""
    if column in layout.columns:
        return layout.columns.index(column)
    if column.isdecimal() and 0 < int(column) <= len(layout.columns):
        return int(column) - 1
    choices = ", ".join(layout.columns[:20])
    raise EngineError("column_missing", column=column, choices=choices[:300])


# --- rows ---------------------------------------------------------------------------------------


@lru_cache(maxsize=len(DELIMITERS))
def _cell(delimiter: str) -> re.Pattern[str]:
    mark = re.escape(delimiter)
    return re.compile(f'"((?:[^"]++|"")*+)"([^{mark}]*+)(?:{mark}|\\Z)|(?!")([^{mark}]*+)(?:{mark}|\\Z)')


def cells_of(row: str, delimiter: str) -> list[str] | None:
    """Return the cells of a row, or None if it ends inside quotes."""
    cells, end = _closed_cells(row, delimiter)
    return cells if end == len(row) else None


def _closed_cells(row: str, delimiter: str) -> tuple[list[str], int]:
    """Return the cells of a row, and its length; where it ends inside quotes, where that cell begins."""
    if '"' not in row:
        return row.split(delimiter), len(row)
    pattern = _cell(delimiter)
    cells: list[str] = []
    position = 0
    while True:
        match = pattern.match(row, position)
        if match is None:
            return cells, position
        quoted, after, plain = match.groups()
        cells.append(plain if quoted is None else quoted.replace('""', '"') + after)
        position = match.end()
        if position == len(row):
            return [*cells, *([""] if match[0].endswith(delimiter) else [])], position


_CLOSING = re.compile(r'(?:[^"]++|"")*+"')  # the start of a line that goes on inside quotes, to their end

Row = tuple[str, list[str], int]  # its text with its end, its cells, the number of its first line


def rows_of(characters: Characters, layout: Layout, tally: Tally, too_long: object = None) -> Iterator[Row]:
    """Yield rows; `tally` notes "table_quote_open" with the line."""
    if layout.old_ends:
        characters = (text.replace("\r", "\n") for text in characters)
    open_lines: list[str] = []
    closed: list[str] = []  # cells of the open row
    open_cell: list[str] = []  # its last one, by lines
    first = length = 0
    for line, number in lines_of(characters, too_long):
        if not open_lines:
            cells = cells_of(line.rstrip("\r\n"), layout.delimiter)
            if cells is not None:
                yield line, cells, number
                continue
            first, length = number, 0
            closed, open_cell = [], []
        open_lines.append(line)
        open_cell.append(line)
        length += len(line)
        if len(open_lines) == 1 or _CLOSING.match(line):  # read, each cell once, where one may have ended
            rest = "".join(open_cell)
            bare = rest.rstrip("\r\n")
            cells, end = _closed_cells(bare, layout.delimiter)
            closed += cells
            if end == len(bare):
                yield "".join(open_lines), closed, first
                open_lines = []
                continue
            open_cell = [rest[end:]]
        if len(open_lines) > MOST_LINES or length > MOST_CHARACTERS:
            yield from _unclosed(open_lines, first, layout, tally)
            open_lines = []
            point()
    if open_lines:
        yield from _unclosed(open_lines, first, layout, tally)


def _unclosed(lines: list[str], first: int, layout: Layout, tally: Tally) -> Iterator[Row]:
    """Yield the lines after a quote that nothing closes as rows of their own, that quote being a letter."""
    for number, line in enumerate(lines, first):
        bare = line.rstrip("\r\n")
        cells = cells_of(bare, layout.delimiter)
        if cells is None:
            tally.note("table_quote_open", "line", number)
            cells = bare.split(layout.delimiter)
        yield line, cells, number


def table_parts(
    characters: Characters, tally: Tally, layout: Layout, column: int, transcoder: Transcoder | None = None
) -> Parts:
    """Yield the cells of a column, each a document; raises EngineError "record_too_long".

    `tally` notes "table_row_short" with the line, and leaves out the other columns.
    """
    offset = tally.removed

    def too_long(text: str, line: int) -> None:
        nonlocal offset
        n_bytes = length_of(transcoder, text)
        offset += n_bytes
        tally.leave_out("record_too_long", n_bytes)
        if line:
            tally.note("record_too_long", "line", line, limit=MOST_CHARACTERS >> 20)

    header = layout.header
    for row in rows_of(characters, layout, tally, too_long):
        text, cells, line = row
        n_row = length_of(transcoder, text)
        start, offset = offset, offset + n_row
        if header:
            header = False
            tally.leave_out("other_fields", n_row)
        elif column >= len(cells):
            if text.strip():
                tally.note("table_row_short", "line", line, n_cells=len(cells))
            tally.leave_out("table_row_short" if text.strip() else "other_fields", n_row)
        else:
            n_source = min(n_row, length_of(transcoder, cells[column]))
            tally.leave_out("other_fields", n_row - n_source)
            if n_source:
                yield Part(encoded(cells[column]), n_source, start)
                yield END_OF_DOCUMENT
