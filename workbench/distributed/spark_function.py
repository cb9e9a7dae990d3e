"""A function for Spark's `mapInArrow` that counts the pieces of the rows of a partition."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from workbench.api.document_part import counted_documents, part_path
from workbench.engine.training.options import Options
from workbench.engine.training.presets import DEFAULT_PRESET

SCHEMA = "path string, documents long"  # of the rows that the function yields


def counts_in_arrow(
    folder: str | os.PathLike[str], n: int, preset: str = DEFAULT_PRESET, *, pattern: str | None = None,
    numbers: str | None = None, column: str = "text", source: str = "documents", memory_limit: int = 1 << 30,
) -> Callable[[Iterator[Any]], Iterator[Any]]:  # fmt: skip
    """Return a function that counts a partition to a part, and yields one row that says so (`SCHEMA`).

    It is for `mapInArrow` of a DataFrame; all workers see the folder under the same path.

    Args:
        folder: gets `00000.parquet` and so on, which `workbench.merge_counts` adds up.
        n: partitions of the DataFrame.
        preset, pattern, numbers: decide the split, as for `workbench.count_pieces`.
        column: of the texts; a null is no document.
        source: name of the documents in the counts.
        memory_limit: bytes of the distinct pieces of a worker, which go to its disk beyond.

    """
    options = Options(preset, pattern, numbers=numbers, memory_limit=memory_limit)

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa
        from pyspark import TaskContext

        number, n_documents = TaskContext.get().partitionId(), 0
        path = part_path(os.fspath(folder), number)
        with counted_documents(path, source, options, number, n) as add:
            for batch in batches:
                for text in batch.column(column):
                    if text.is_valid:
                        add(text.as_py())
                        n_documents += 1
        yield pa.RecordBatch.from_pydict({"path": [path], "documents": [n_documents]})

    return count
