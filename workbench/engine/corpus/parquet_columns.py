"""Reads Parquet files by pyarrow in the child: it is large, and crashes on some broken files.

This module's operations run in the child (`isolation.py`) and import pyarrow when called. They return values
as joined bytes.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.child.frames import Frame
from workbench.engine.corpus.counts_facts import KEY, LONGEST

BATCH_ROWS = 1024
BATCH_BYTES = 1 << 20
_MOST_COLUMNS = 500


def open_parquet(path: str, checked: bool = False) -> Any:  # noqa: ANN401 - an optional library's object
    """Open a file, `checked` against the checksums of its pages; raises EngineError as `broken` says."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise EngineError("pyarrow_missing") from error
    try:
        pa.set_memory_pool(pa.system_memory_pool())
        pa.set_cpu_count(1)
        pa.set_io_thread_count(1)
        file = pa.OSFile(os.fsencode(path))  # in bytes: a name need not be UTF-8
        return pq.ParquetFile(file, memory_map=False, pre_buffer=False, page_checksum_verification=checked)
    except (pa.ArrowException, OSError, ValueError, TypeError, OverflowError) as error:
        raise broken(error) from error


def broken(error: Exception) -> EngineError:
    """Return the error of a file: "cannot_read_file" if the system refused it, or "parquet_broken"."""
    if isinstance(error, OSError) and error.errno:  # none where the library calls its own fault so
        return EngineError("cannot_read_file", reason=os.strerror(error.errno))
    return EngineError("parquet_broken", reason=str(error).split("\n")[0][:200].rstrip("."))


def _text_columns(schema: Any) -> list[str]:  # noqa: ANN401
    names: list[str] = []
    waiting = [(field.name, field.type) for field in schema][::-1]
    while waiting and len(names) < _MOST_COLUMNS:
        name, kind = waiting.pop()
        if hasattr(kind, "fields") or str(kind).startswith("struct<"):
            waiting += [(f"{name}.{inner.name}", inner.type) for inner in kind][::-1]
        elif _is_text(kind):
            names.append(name)
    return names


def _is_text(kind: Any) -> bool:  # noqa: ANN401
    from pyarrow import types

    inner = kind.value_type if types.is_dictionary(kind) else kind
    return bool(
        types.is_string(inner)
        or types.is_large_string(inner)
        or types.is_binary(inner)
        or types.is_large_binary(inner)
        or str(inner).endswith("_view")
    )


def look_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply {"columns": of text, "numbers": of whole numbers, "rows", "groups", "facts"} of header["path"].

    "groups" are the places in the file where the groups of rows begin, "facts" what its footer says of
    counts.
    """
    file = open_parquet(header["path"])
    from pyarrow import types

    schema = file.schema_arrow
    numbers = [field.name for field in schema if types.is_integer(field.type)][:_MOST_COLUMNS]
    yield Frame(
        {
            "columns": _text_columns(schema),
            "numbers": numbers,
            "rows": max(0, file.metadata.num_rows),
            "facts": footer_facts(file),
            "groups": [_first_byte(file.metadata.row_group(i)) for i in range(file.metadata.num_row_groups)],
        }
    )


def footer_facts(file: Any) -> str:  # noqa: ANN401
    """Return what a footer says of counted pieces (`counts_facts`), "" for nothing; raises EngineError."""
    facts = (file.metadata.metadata or {}).get(KEY.encode(), b"")
    if len(facts) > LONGEST:
        raise EngineError("counts_footer", reason="it is too long")
    return bytes(facts).decode("utf-8", "replace")


def _first_byte(group: Any) -> int:  # noqa: ANN401
    """Return where the first column of a group of rows begins in the file."""
    if not group.num_columns:
        return 0
    column = group.column(0)
    return int(column.dictionary_page_offset or column.data_page_offset)


def read_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply the values of header["column"] in batches: {"done": rows so far, "nulls": of them empty}.

    Buffers: the joined bytes of the values, and their ends as uint64. With "count", a third buffer has the
    whole numbers of that column as int64, for the rows that have both. With "groups", only these groups of
    rows are read.

    Raises:
        EngineError: "parquet_broken".

    """
    import pyarrow as pa

    file = open_parquet(header["path"])
    columns = [header["column"], *([header["count"]] if header.get("count") else [])]
    done = 0
    try:
        groups = header.get("groups")
        if groups is not None and not groups:
            return
        for batch in file.iter_batches(BATCH_ROWS, groups, columns=columns, use_threads=False):
            done += batch.num_rows
            values = _column(batch, columns[0])
            counts = _column(batch, columns[1]) if len(columns) > 1 else None
            yield from _frames(values, counts, done)
    except EngineError:
        raise
    except (pa.ArrowException, OSError, ValueError, TypeError, OverflowError, KeyError) as error:
        raise broken(error) from error


def _column(batch: Any, column: str) -> list[Any]:  # noqa: ANN401
    """Return the values of a column, a dotted path going into structures."""
    if column in batch.schema.names:
        values = batch.column(batch.schema.get_field_index(column))
        return list(values.to_pylist()) if not _holds_text(values) else _as_bytes(values)
    first, _, rest = column.partition(".")
    if not rest or first not in batch.schema.names:
        raise EngineError("column_missing", column=column, choices=", ".join(batch.schema.names[:20]))
    inner = batch.column(batch.schema.get_field_index(first))
    for name in rest.split("."):
        inner = inner.field(name)
    return _as_bytes(inner)


def _holds_text(column: Any) -> bool:  # noqa: ANN401
    return _is_text(column.type)


def _as_bytes(column: Any) -> list[Any]:  # noqa: ANN401
    """Return values as bytes, None if there is none: text that is not UTF-8 raises nothing this way."""
    import pyarrow as pa
    from pyarrow import types

    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if str(column.type).endswith("_view"):
        column = column.cast(pa.large_binary() if "binary" in str(column.type) else pa.large_string())
    if types.is_large_string(column.type) or types.is_string(column.type):
        column = column.view(pa.large_binary() if types.is_large_string(column.type) else pa.binary())
    return list(column.to_pylist())


def _frames(values: list[Any], counts: list[Any] | None, done: int) -> Iterator[Frame]:
    parts: list[bytes] = []
    ends, numbers = array("Q"), array("q")
    length = nulls = 0
    for row, value in enumerate(values):
        count = 1 if counts is None else counts[row]
        if isinstance(count, int) and count < 0:
            raise EngineError("count_negative", count=count)
        if not isinstance(value, bytes) or not isinstance(count, int) or not 0 <= count < 1 << 62:
            nulls += 1
            continue
        parts.append(value)
        length += len(value)
        ends.append(length)
        numbers.append(count)
        if length > BATCH_BYTES:
            yield Frame({"done": done, "nulls": nulls}, (b"".join(parts), ends.tobytes(), numbers.tobytes()))
            parts, ends, numbers, length, nulls = [], array("Q"), array("q"), 0, 0
    yield Frame({"done": done, "nulls": nulls}, (b"".join(parts), ends.tobytes(), numbers.tobytes()))
