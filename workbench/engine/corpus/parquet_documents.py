"""Reads a text column of Parquet; the file itself is read in the child (`parquet_columns`)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.corpus.documents import END_OF_DOCUMENT, Part, Parts, Tally
from workbench.engine.corpus.json_documents import USUAL_FIELDS
from workbench.engine.corpus.parquet_columns import look_operation, read_operation
from workbench.engine.corpus.shards import Span

MARK = b"PAR1"
MEMORY = 4 << 30  # bytes of address space of the child: the library alone takes one
LIMIT = Limit(seconds=20.0, work=1)
_CODES = {
    "child_too_slow": "parquet_too_slow",
    "child_out_of_memory": "parquet_no_memory",
    "child_died": "parquet_broken",
    "child_fault": "parquet_broken",
}


@dataclass(frozen=True, slots=True)
class Columns:
    """What a Parquet file holds.

    Attributes:
        columns: those of text, inner ones as dotted paths.
        numbers: those of whole numbers.
        n_rows: as the file states.
        groups: where each group of rows begins in the file.
        facts: what its footer says of counted pieces, "" for nothing.

    """

    columns: tuple[str, ...]
    numbers: tuple[str, ...]
    n_rows: int
    groups: tuple[int, ...] = ()
    facts: str = ""

    def groups_in(self, span: Span) -> list[int]:
        """Return the numbers of the groups of rows that begin in a span of the file."""
        places = (min(max(place, 0), span.size - 1) for place in self.groups)
        return [number for number, place in enumerate(places) if span.start <= place < span.stop]

    def chosen(self, column: str) -> str:
        """Return the column to read; raises EngineError "column_missing" or "parquet_no_text"."""
        if not self.columns:
            raise EngineError("parquet_no_text")
        if not column:
            return next((name for name in USUAL_FIELDS if name in self.columns), self.columns[0])
        if column not in self.columns:
            choices = ", ".join(self.columns[:20])[:300]
            raise EngineError("column_missing", column=column, choices=choices)
        return column

    @property
    def counts(self) -> tuple[str, str] | None:
        """The columns of pieces and of counts, if they have the usual names."""
        return ("piece", "count") if "piece" in self.columns and "count" in self.numbers else None

    @property
    def are_counts(self) -> bool:
        """Whether it is a table of counts, as its footer says or its columns are called."""
        return bool(self.facts) or self.counts is not None


def for_child(path: str) -> str:
    """Return a path that the child can open: /dev/fd/N and /dev/stdin are other files there."""
    match = re.fullmatch(r"/dev/(?:fd/([0-9]+)|stdin)", path)
    return path if match is None else f"/proc/{os.getpid()}/fd/{match[1] or 0}"


def columns_of(path: str, child: Child) -> Columns:
    """Return the columns of a file.

    Raises:
        EngineError: "pyarrow_missing", "parquet_broken", "parquet_too_slow" or "parquet_no_memory".

    """
    columns: Columns | None = None
    try:
        for frame in child.request(look_operation, {"path": for_child(path)}, (), LIMIT):
            header = frame.header
            groups = tuple(map(int, header["groups"]))
            texts, numbers = tuple(header["columns"]), tuple(header["numbers"])
            columns = Columns(texts, numbers, int(header["rows"]), groups, str(header["facts"]))
            point()
    except EngineError as error:
        raise in_our_codes(error) from error
    if columns is None:
        raise EngineError("parquet_broken", reason="no reply")
    return columns


Batch = tuple[
    bytes, "np.ndarray[tuple[int], np.dtype[np.uint64]]", "np.ndarray[tuple[int], np.dtype[np.int64]]"
]


def batches(
    path: str, column: str, count: str, tally: Tally, child: Child, groups: Sequence[int] | None = None
) -> Iterator[Batch]:
    """Yield the values of a column in batches: bytes, ends, and the numbers of the column `count`, or 1.

    `groups`: read only these groups of rows. `tally` notes "parquet_nulls", rows without a value. Raises
    EngineError, as `columns_of`.
    """
    header = {"path": for_child(path), "column": column, "count": count, "groups": groups}
    try:
        for frame in child.request(read_operation, header, (), LIMIT):
            nulls = int(frame.header["nulls"])
            if nulls:
                tally.note("parquet_nulls", column=column)
                tally.n_faults["parquet_nulls"] += nulls - 1
            blob, ends, counts = frame.buffers
            tally.size += len(blob)
            yield bytes(blob), np.frombuffer(ends, np.uint64), np.frombuffer(counts, np.int64)
    except EngineError as error:
        raise in_our_codes(error) from error


def parquet_parts(
    path: str, column: str, tally: Tally, child: Child, groups: Sequence[int] | None = None
) -> Parts:
    """Yield the values of a column, each a document, those of some groups of rows or of all."""
    offset = 0
    for batch in batches(path, column, "", tally, child, groups):
        blob, ends, _ = batch
        for start, end in pairwise([0, *ends.tolist()]):
            if start < end:
                yield Part(blob[start:end], end - start, offset + start)
                yield END_OF_DOCUMENT
        offset += len(blob)
        point()


def in_our_codes(error: EngineError) -> EngineError:
    """Return an error of the child in the words of Parquet."""
    code = _CODES.get(error.code)
    if code is None:
        return error
    reason = str(error.facts.get("reason", "")) or "the reading process died of it"
    return EngineError(code, reason=reason)
