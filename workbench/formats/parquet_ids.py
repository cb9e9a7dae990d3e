"""Ids as Parquet: a column `ids`, lists of uint16 or uint32, a document per row."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.formats.id_files import IdWriter, Sink, check_form

PARQUET = {"parquet16": "<u2", "parquet32": "<u4"}
_GROUP = 1 << 20  # ids of a group of rows, which is written together

Ids = NDArray[np.uint32]


def writer_for(form: str, out: Sink, expected: int = 0) -> IdWriter:
    """Return what writes ids in one of the forms of `token_shards.form_for`; raises as `ParquetWriter`."""
    return ParquetWriter(form, out) if form in PARQUET else IdWriter(form, out, expected)


class ParquetWriter(IdWriter):
    """Writes ids as Parquet; the document that is being written is kept in memory.

    The file depends on the documents alone, not on how many are written at once.
    """

    def __init__(self, form: str, out: Sink) -> None:
        """Begin; raises EngineError "pyarrow_missing"."""
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError as error:
            raise EngineError("pyarrow_missing") from error
        self._form, self._dtype = form, np.dtype(PARQUET[form])
        self._arrow: Any = pa
        schema = pa.schema([("ids", pa.list_(pa.from_numpy_dtype(self._dtype)))])
        self._file = pq.ParquetWriter(out, schema, compression="zstd", use_dictionary=False)
        self._parts: list[NDArray[np.generic]] = []  # of the group
        self._ends, self._rows = [0], list[bool]()  # in ids; whether a row is a document
        self._n_group = 0
        self.n_ids = self.n_documents = 0

    def write(self, ids: Ids) -> None:
        """Take ids uint32[n] of the document that is being written; raises as `IdWriter.write`."""
        if len(ids):
            check_form("u16" if self._dtype.itemsize == 2 else "u32", int(ids.max()))
            self._parts.append(ids.astype(self._dtype))
            self._n_group += len(ids)
            self.n_ids += len(ids)
        point()

    def write_documents(self, documents: Iterable[Ids | None]) -> None:
        """Write whole documents, ids uint32[n]; None says that there was none. Raises as `write`."""
        for ids in documents:
            if ids is None:
                self._end_row(is_document=False)
            else:
                self.write(ids)
                self.end_document()

    def end_document(self) -> None:
        """Say that the next ids are those of another document."""
        self._end_row(is_document=True)
        self.n_documents += 1

    def _end_row(self, is_document: bool) -> None:
        self._ends.append(self._n_group)
        self._rows.append(is_document)
        if self._n_group >= _GROUP or len(self._rows) >= _GROUP:
            self._write_group()

    def _write_group(self) -> None:
        pa = self._arrow
        ids = np.concatenate(self._parts) if self._parts else np.empty(0, self._dtype)
        missing = pa.array([not row for row in self._rows])
        rows = pa.ListArray.from_arrays(pa.array(self._ends, pa.int32()), pa.array(ids), mask=missing)
        self._file.write_table(pa.table({"ids": rows}))
        self._parts, self._ends, self._rows, self._n_group = [], [0], [], 0
        point()

    def abandon(self) -> None:
        """Give up what is not finished: else pyarrow would finish it some time after the stream is closed."""
        with contextlib.suppress(OSError, ValueError):
            self._file.close()
        self._file.is_open = False

    def finish(self) -> None:
        """Write what closes the file."""
        if self._rows:
            self._write_group()
        self._file.close()
