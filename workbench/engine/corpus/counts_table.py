"""Reads a table of pieces and their counts."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.corpus.counts_facts import CountsFacts
from workbench.engine.corpus.documents import Tally
from workbench.engine.corpus.encodings import Transcoder
from workbench.engine.corpus.table_documents import Row
from workbench.engine.corpus.text_documents import encoded, length_of

Table = tuple[bytes, NDArray[np.uint64], NDArray[np.int64]]  # pieces, their ends, how often each occurs


class CountTables(list[Table]):
    """Tables of counted pieces that were read.

    Attributes:
        facts: path -> what the footer of a file says of its counts, where it has one.

    """

    def __init__(self) -> None:
        """Begin without any."""
        super().__init__()
        self.facts: dict[str, CountsFacts] = {}


_DIGITS = 18  # of the largest count: all such are below 2^63
_QUOTED = 80  # characters of a row


def counted_pieces(
    rows: Iterable[Row], columns: tuple[str, ...], tally: Tally, transcoder: Transcoder | None
) -> Table:
    """Return a table; rows without a piece and a count are noted, except a header in the first.

    Raises:
        EngineError: "counts_no_column"; "counts_no_row", where no row has both; "count_negative" or
            "count_too_large", with the line.

    """
    piece, count = _places(columns)
    parts: list[bytes] = []
    counts: list[int] = []
    fault: EngineError | None = None
    for row, (text, cells, line) in enumerate(rows):
        n_row = length_of(transcoder, text)
        number = _number(cells[count], line) if max(piece, count) < len(cells) else None
        if number is not None and cells[piece]:
            value = encoded(cells[piece])
            parts.append(value)
            counts.append(number)
            tally.documents += 1
            tally.leave_out("other_fields", n_row - min(n_row, len(value)))
        elif row == 0 or not text.strip():
            tally.leave_out("other_fields", n_row)
        else:
            tally.note("counts_row", "line", line)
            tally.leave_out("counts_row", n_row)
            fault = fault or EngineError(
                "counts_no_row", place=Place("line", line), row=text.strip()[:_QUOTED]
            )
    if not parts and fault is not None:
        raise fault
    ends = np.cumsum([len(part) for part in parts], dtype=np.uint64)
    return b"".join(parts), ends, np.array(counts, np.int64)


def _places(columns: tuple[str, ...]) -> tuple[int, int]:
    """Return the columns of piece and count: by name, else the first and second."""
    if "piece" in columns and "count" in columns:
        return columns.index("piece"), columns.index("count")
    headless = len(columns) > 1 and _is_number(columns[1].strip().removeprefix("-"))
    named_apart = "piece" in columns or ("count" in columns and columns.index("count") != 1)
    if len(columns) < 2 or (named_apart and not headless):
        raise EngineError("counts_no_column", place=Place("line", 1), choices=", ".join(columns[:20])[:300])
    return 0, 1


def _number(cell: str, line: int) -> int | None:
    """Return the count in a cell; None if there is none."""
    digits = cell.strip()
    if not _is_number(digits.removeprefix("-")):
        return None
    if digits.startswith("-") or len(digits) > _DIGITS:
        code = "count_negative" if digits.startswith("-") else "count_too_large"
        raise EngineError(code, place=Place("line", line), count=digits[:40])
    return int(digits)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()
