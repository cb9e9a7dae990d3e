"""Tables of counted pieces as Parquet: piece, count, documents, source, in the order of their pieces.

The footer says how they were counted (`counts_facts.CountsFacts`). Tables are added up out of core: a batch
of each is in memory, and what no later batch can have is summed and written.
"""

from __future__ import annotations

import contextlib
import os
from bisect import bisect_right
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import COLUMNS, KEY, CountsFacts
from workbench.engine.corpus.counts_files import CountsFile, Rows
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.splitting.document_counts import DocumentCounts

GROUP = 1 << 15  # rows of a group, which is written and read together
_TOGETHER = 1 << 20  # rows that are summed at a time, which the processor's cache should hold
_LEAST = 1 << 8  # rows of a table among them
_LARGEST = 2.0**63 * (1 - 2.0**-40)  # below it no sum of floats hides one that int64 does not hold
MOST_BYTES = 1 << 62  # of all occurrences together; no sum of them comes to what int64 cannot hold
_WAITING, _SUMMED = (
    2,
    4,
)  # times its size that a group of rows takes while it waits, and more while it is summed

Table = Any  # a pyarrow.Table, of which mypy knows nothing


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise EngineError("pyarrow_missing") from error
    return pa, pq


class CountsWriter:
    """Writes a table; `finish` writes its facts, without which no other program takes it for whole.

    Its block gives up what is not finished: else pyarrow would finish it some time after the file is closed.
    """

    def __init__(self, out: Any) -> None:  # noqa: ANN401  # a path or an open file
        """Begin; raises EngineError "pyarrow_missing"."""
        pa, pq = _arrow()
        kinds = (pa.binary(), pa.int64(), pa.int64(), pa.string())
        self._schema = pa.schema(list(zip(COLUMNS, kinds, strict=True)))
        self._file = pq.ParquetWriter(
            out, self._schema, compression="zstd", use_dictionary=["source"], write_page_checksum=True
        )
        self._waiting: list[Table] = []
        self._n_waiting = 0
        self.n_rows = 0

    def write(self, table: Table) -> None:
        """Take rows whose pieces come after all before."""
        self._waiting.append(table.cast(self._schema))
        self._n_waiting += table.num_rows
        self.n_rows += table.num_rows
        if self._n_waiting >= GROUP:
            self._flush()

    def _flush(self) -> None:
        pa, _ = _arrow()
        table = pa.concat_tables(self._waiting)
        for start in range(0, table.num_rows, GROUP):
            self._file.write_table(table.slice(start, GROUP))
            point()
        self._waiting, self._n_waiting = [], 0

    def finish(self, facts: CountsFacts | None) -> None:
        """Write what closes the file; without facts it is not taken for a part, should it be left behind."""
        if self._waiting:
            self._flush()
        if facts is not None:
            self._file.add_key_value_metadata({KEY: facts.plain()})
        self._file.close()

    def __enter__(self) -> CountsWriter:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file.is_open:
            with contextlib.suppress(OSError, ValueError):
                self._file.close()
            self._file.is_open = False


def table_of(counts: DocumentCounts, source: str) -> Table:
    """Return the counts of a source as a table in the order of the pieces."""
    pa, _ = _arrow()
    counted = counts.counted
    pieces = _pieces_of(counted.blob, counted.ends)
    order = _order_of(pieces, counted)
    columns = [pieces.take(pa.array(order)), counted.counts[order], counts.documents[order]]
    return pa.table([*columns, pa.repeat(source, len(order))], names=list(COLUMNS))


def _order_of(pieces: Any, counted: CountedPieces) -> Any:  # noqa: ANN401  # large_binary[n] -> int64[n]
    """Return the places of pieces in order: sorted by the first eight bytes, then those alike as a whole."""
    pa, _ = _arrow()
    import numpy as np
    import pyarrow.compute as pc

    starts = np.concatenate((np.zeros(1, np.uint64), counted.ends))[:-1]
    sizes = np.minimum(counted.ends - starts, 8)
    bytes_at = np.frombuffer(counted.blob + bytes(8), np.uint8)
    firsts = np.lib.stride_tricks.sliding_window_view(bytes_at, 8)[starts].view(">u8")[:, 0].astype(np.uint64)
    firsts &= ~np.uint64(0) << (64 - 8 * sizes)  # no piece is empty
    order = np.argsort(firsts)
    is_alike = np.diff(firsts[order]) == 0
    alike = np.flatnonzero(np.append(is_alike, False) | np.append(False, is_alike))
    some = order[alike]
    order[alike] = some[pc.array_sort_indices(pieces.take(pa.array(some))).to_numpy()]
    return order


def table_of_rows(rows: Rows) -> Table:
    """Return rows as a table."""
    pa, _ = _arrow()
    sources = pa.array(list(rows.sources) or [""], pa.string()).take(pa.array(rows.places))
    columns = [pa.array(rows.counts), pa.array(rows.documents), sources]
    return pa.table([_pieces_of(rows.blob, rows.ends), *columns], names=list(COLUMNS))


def _pieces_of(blob: bytes, ends: Any) -> Any:  # noqa: ANN401  # uint64[n] -> large_binary[n]
    pa, _ = _arrow()
    import numpy as np

    offsets = np.concatenate((np.zeros(1, np.int64), ends.astype(np.int64)))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(blob)]
    return pa.Array.from_buffers(pa.large_binary(), len(ends), buffers)


class _Cursor:
    """The next rows of a table, some at a time.

    Attributes:
        last: piece of the last of them.
        is_over: whether there are none.

    """

    def __init__(self, batches: Iterator[Rows], n_rows: int) -> None:
        self._batches, self._n_rows = batches, n_rows
        self._table: Table = None
        self._start = 0
        self.last = b""
        self.is_over = False
        self._next()

    def _next(self) -> None:
        if self._table is None or self._start == self._table.num_rows:
            rows = next(self._batches, None)
            self.is_over = rows is None
            self._table, self._start = None if rows is None else table_of_rows(rows), 0
        if not self.is_over:
            self._end = min(self._start + self._n_rows, self._table.num_rows)
            self._pieces = self._table.column(0).chunk(0)
            self.last = self._pieces[self._end - 1].as_py()

    def take(self, bound: bytes) -> Iterator[Table]:
        """Yield the rows whose pieces do not come after a bound."""
        while not self.is_over:
            start, end = self._start, self._end
            if self.last > bound:
                end = bisect_right(self._pieces, bound, start, end, key=lambda piece: piece.as_py())
            if end > start:
                yield self._table.slice(start, end - start)
            self._start = end
            if end < self._end:
                return
            self._next()


def summed(batches: Sequence[Iterator[Rows]]) -> Iterator[Table]:
    """Yield the sums of tables in the order of pieces; all rows of a piece are in one batch.

    Raises:
        EngineError: "counts_sum_too_large", or as reading does.

    """
    pa, _ = _arrow()
    n_rows = max(_LEAST, _TOGETHER // max(len(batches), 1))
    cursors = [cursor for each in batches if not (cursor := _Cursor(each, n_rows)).is_over]
    while cursors:
        bound = min(cursor.last for cursor in cursors)
        parts = [table for cursor in cursors for table in cursor.take(bound)]
        yield sums_of(pa.concat_tables(parts))
        cursors = [cursor for cursor in cursors if not cursor.is_over]
        point()


def sums_of(table: Table) -> Table:
    """Return the sums of rows, by piece and source; raises EngineError "counts_sum_too_large"."""
    if not table.num_rows:
        return table
    pa, _ = _arrow()
    import numpy as np
    import pyarrow.compute as pc

    has_several = pc.count_distinct(table.column("source")).as_py() > 1
    keys = [(name, "ascending") for name in ("piece", *(["source"] if has_several else []))]
    table = table.select(COLUMNS).take(pc.sort_indices(table, sort_keys=keys)).combine_chunks()
    begins_piece, begins = (_begins(table.column(name)) for name in ("piece", "source"))
    begins |= begins_piece
    counts, documents = (table.column(name).to_numpy() for name in ("count", "documents"))
    _refuse_too_large(table, counts.astype(np.float64), np.flatnonzero(begins_piece))
    firsts = np.flatnonzero(begins)
    sums = [pa.array(np.add.reduceat(each, firsts)) for each in (counts, documents)]
    chosen = table.take(pa.array(firsts))
    return pa.table([chosen.column("piece"), *sums, chosen.column("source")], names=list(COLUMNS))


def _begins(column: Any) -> Any:  # noqa: ANN401  # a pyarrow column -> bool[n]
    """Return whether each value of a column differs from the one before."""
    import numpy as np
    import pyarrow.compute as pc

    (values,) = column.chunks
    return np.append(True, pc.not_equal(values[1:], values[:-1]).to_numpy(zero_copy_only=False))


def _refuse_too_large(table: Table, counts: Any, firsts: Any) -> None:  # noqa: ANN401  # float64[n], int64[m]
    import numpy as np

    if counts.sum() < _LARGEST:
        return
    sums = np.add.reduceat(counts, firsts)
    place = int(sums.argmax())
    if sums[place] >= _LARGEST:
        piece = table.column("piece")[int(firsts[place])].as_py().decode("utf-8", "replace")[:80]
        raise EngineError("counts_sum_too_large", piece=piece)


class Rare:
    """Drops pieces that occur less than `least` times in all sources, and counts what is dropped."""

    def __init__(self, least: int) -> None:
        self.n_pieces = self.n_times = self.n_bytes = 0
        self._least = min(least, (1 << 63) - 1)

    def kept(self, table: Table) -> Table:
        """Return a table without rare pieces; all rows of a piece must be in the table.

        Raises:
            EngineError: "counts_too_large".

        """
        if self._least <= 1:
            return table
        import pyarrow.compute as pc

        totals = table.group_by("piece", use_threads=False).aggregate([("count", "sum")])
        rare = totals.filter(pc.less(totals.column("count_sum"), self._least))
        times = rare.column("count_sum").to_numpy()
        lengths = pc.binary_length(rare.column("piece")).to_numpy()
        n_bytes = self.n_bytes + float(lengths.astype(float) @ times)
        if n_bytes > MOST_BYTES:
            raise EngineError("counts_too_large", n_bytes=f"{n_bytes:.3g}", most=f"{MOST_BYTES:.3g}")
        self.n_pieces += rare.num_rows
        self.n_times += int(times.sum())
        self.n_bytes += int(lengths.astype(times.dtype) @ times)
        return table.filter(pc.invert(pc.is_in(table.column("piece"), rare.column("piece"))))


def fan_in(files: Sequence[CountsFile], limit: int) -> int:
    """Return how many files may be read at a time with `limit` bytes of memory, at least two."""
    groups = limit // (max((file.group_bytes for file in files), default=1) + GROUP * 8)
    return max(2, groups // (_WAITING + _SUMMED), (groups - _SUMMED * _TOGETHER // GROUP) // _WAITING)


def merge_files(
    files: Sequence[CountsFile], folder: str, limit: int, child: Child, writer: CountsWriter, rare: Rare
) -> Generator[int, None, None]:
    """Add files up into `writer`; yield the rows that were written so far.

    Args:
        files: of any number; if a batch of each is too much, some are added up first.
        folder: for what is added up first.
        limit: bytes of memory.
        child: reads them.
        writer: takes the sums.
        rare: drops pieces.

    """
    waiting, number = list(files), 0
    while len(waiting) > (most := fan_in(waiting, limit)):
        path = os.path.join(folder, f"run-{number}.parquet")
        first, waiting, number = waiting[:most], waiting[most:], number + 1
        with CountsWriter(path) as run:
            for table in summed([file.rows() for file in first]):
                run.write(table)
                yield 0
            run.finish(None)
        waiting.append(CountsFile(path, child))
    for table in summed([file.rows() for file in waiting]):
        kept = rare.kept(table)
        if kept.num_rows:
            writer.write(kept)
        yield writer.n_rows
