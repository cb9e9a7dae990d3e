"""Reads Parquet files of counted pieces, by groups of rows, in the child (`isolation.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.child.frames import Frame
from workbench.engine.corpus.counts_facts import COLUMNS
from workbench.engine.corpus.parquet_columns import broken, footer_facts, open_parquet

_FRAME_ROWS = 1 << 15
NOT_IN_ORDER = "its pieces are not in order"


def facts_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply {"facts": of the footer, "" for none, "rows" and "n_bytes" of each group} of header["path"]."""
    file = open_parquet(header["path"], checked=True)
    rows = [file.metadata.row_group(i).num_rows for i in range(file.metadata.num_row_groups)]
    sizes = [file.metadata.row_group(i).total_byte_size for i in range(file.metadata.num_row_groups)]
    yield Frame({"facts": footer_facts(file), "rows": rows, "n_bytes": sizes})


def rows_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply the rows of group header["group"]: {"done", "sources": their distinct names}.

    Buffers: the joined bytes of the pieces, their ends as uint64, counts and documents as int64, and the
    number of each source as int64.

    Raises:
        EngineError: "parquet_broken"; "counts_rows", no counting writes such rows.

    """
    import pyarrow as pa

    file = open_parquet(header["path"], checked=True)
    missing = [name for name in COLUMNS if name not in file.schema_arrow.names]
    if missing:
        raise EngineError("counts_rows", reason=f"it has no column “{missing[0]}”")
    done = 0
    try:
        group = file.read_row_group(header["group"], columns=list(COLUMNS), use_threads=False)
        for batch in group.combine_chunks().to_batches(_FRAME_ROWS):
            done += batch.num_rows
            yield _frame(batch, done)
    except EngineError:
        raise
    except (pa.ArrowException, OSError, ValueError, TypeError, OverflowError, KeyError, IndexError) as error:
        raise broken(error) from error


def _frame(batch: Any, done: int) -> Frame:  # noqa: ANN401
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    pieces = batch.column(0).cast(pa.large_binary())
    numbers = [batch.column(place).cast(pa.int64()) for place in (1, 2)]
    sources = batch.column(3)
    sources = sources if pa.types.is_dictionary(sources.type) else sources.dictionary_encode()
    if any(column.null_count for column in (pieces, *numbers, sources)):
        raise EngineError("counts_rows", reason="a value is missing")
    if len(pieces) > 1 and not pc.all(pc.less_equal(pieces[:-1], pieces[1:])).as_py():
        raise EngineError("counts_rows", reason=NOT_IN_ORDER)
    if any(len(column) and pc.min(column).as_py() < 0 for column in numbers):
        raise EngineError("counts_rows", reason="a count is negative")
    if pc.any(pc.greater(numbers[1], numbers[0])).as_py():
        raise EngineError("counts_rows", reason="a piece is in more documents than it occurs times")
    pieces = pa.concat_arrays([pieces])
    offsets = np.frombuffer(pieces.buffers()[1], np.int64)[pieces.offset : pieces.offset + len(pieces) + 1]
    first, last = (int(offsets[0]), int(offsets[-1])) if len(offsets) else (0, 0)
    blob = pieces.buffers()[2]
    data = b"" if blob is None else blob.slice(first, last - first).to_pybytes()
    names = [str(name) for name in sources.dictionary.to_pylist()]
    arrays = [column.to_numpy(zero_copy_only=False).tobytes() for column in numbers]
    places = sources.indices.cast(pa.int64()).to_numpy(zero_copy_only=False).tobytes()
    ends = (offsets[1:] - first).astype(np.uint64).tobytes()
    return Frame({"done": done, "sources": names}, (data, ends, *arrays, places))
