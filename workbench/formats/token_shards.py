"""Ids of many documents as shards: files of one size, for a program that trains a model.

Each shard is written next to its place and renamed when it is whole, so that a shard that is there is whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.blocks import blocks
from workbench.engine.base.errors import EngineError
from workbench.formats.files import atomic
from workbench.formats.id_files import SUFFIXES, IdWriter, dtype_of, header_of, raw_form, raw_ids
from workbench.formats.parquet_ids import PARQUET, writer_for

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

FORMS = ("bin", "u16", "u32", "llmc", "npy", "jsonl", "parquet")
_ROWS = ("jsonl", *PARQUET)  # a document is whole in one shard
_BUFFER = 1 << 16  # bytes written to the disk together; what is more is not copied


@dataclass(frozen=True, slots=True)
class Shard:
    """A file of ids: its name in the folder, how many ids it has, its bytes and their SHA-256 in hex."""

    file: str
    n_ids: int
    n_bytes: int
    sha256: str


def form_for(form: str, highest_id: int) -> str:
    """Return one of `FORMS` with its type: what names none takes the smallest that holds all ids."""
    raw = raw_form(highest_id)
    return {"bin": raw, "llmc": f"llmc{raw[1:]}", "parquet": f"parquet{raw[1:]}"}.get(form, form)


class ShardWriter:
    """Writes ids to shards of `limit` ids: NAME-00000.bin and so on.

    The last may be smaller. In "jsonl" and "parquet" a shard ends with the document that reaches its size.

    Attributes:
        shards: those that are whole.
        n_ids: written so far.
        n_documents: that have ended.
        n_inside: ids of the document that has not ended.

    """

    def __init__(self, folder: str, name: str, form: str, limit: int) -> None:
        """Write to a folder; `form` is of `form_for`."""
        self._folder, self._name, self._form, self._limit = folder, name, form, limit
        self._cuts = form not in _ROWS  # a document may go on in the next shard
        self._staged: atomic.Staged | None = None
        self._target = ""
        self._file: BinaryIO | None = None
        self._hashed: _HashedFile
        self._writer: IdWriter | None = None
        self.shards: list[Shard] = []
        self.n_ids = self.n_documents = self.n_inside = 0
        self.ended: Callable[[], None] = lambda: None  # called after each shard

    def go_on(self, shards: Sequence[Shard], n_documents: int) -> None:
        """Go on after these shards, in which so many documents have ended; one more may have begun."""
        self.shards = list(shards)
        self.n_ids, self.n_documents = sum(shard.n_ids for shard in shards), n_documents

    def skipped(self, n: int, before: int) -> NDArray[np.int64]:
        """Return int64[n], ids of the current document, beginning `before` ids before the end of the shards.

        They count as written.

        Raises:
            EngineError: "dataset_damaged", a shard cannot be read.

        """
        self.n_inside += n
        parts = [np.empty(0, np.int64)]
        start = max(0, sum(shard.n_ids for shard in self.shards) - before)
        for shard in self.shards if self._cuts else ():
            here = min(n, max(0, shard.n_ids - start))
            if here:
                parts.append(self._ids_of(shard, start, here))
            start, n = max(0, start - shard.n_ids), n - here
        return np.concatenate(parts)

    def _ids_of(self, shard: Shard, start: int, n: int) -> NDArray[np.int64]:
        path = os.path.join(self._folder, shard.file)
        size = np.dtype(dtype_of(self._form)).itemsize
        try:
            with open(path, "rb") as file:
                file.seek(len(header_of(self._form, 0)) + start * size)
                return raw_ids(file.read(n * size), self._form)
        except OSError as fault:
            raise EngineError("dataset_damaged", file=path, reason=fault.strerror or str(fault)) from fault

    @property
    def room(self) -> int:
        """How many more ids this shard takes."""
        return self._limit - (0 if self._writer is None else self._writer.n_ids)

    def write(self, ids: NDArray[np.uint32]) -> None:
        """Write ids uint32[n] of the current document.

        Raises:
            EngineError: the shard cannot be written, or "ids_too_large_for_u16".

        """
        while len(ids):
            part = ids[: self.room] if self._cuts else ids
            with self._open() as writer:
                writer.write(part)
            self.n_inside += len(part)
            self.n_ids += len(part)
            ids = ids[len(part) :]
            if self._cuts and not self.room:
                self._end_shard()

    def write_documents(self, documents: Sequence[NDArray[np.uint32]]) -> None:
        """Write whole documents that together are less than `room`; raises as `write`."""
        with self._open() as writer:
            writer.write_documents(documents)
        self.n_ids += sum(map(len, documents))
        self.n_documents += len(documents)

    def end_document(self) -> None:
        """Say that the next ids are those of another document; raises as `write`."""
        self.n_documents += 1
        self.n_inside = 0
        if self._cuts:
            return
        with self._open() as writer:
            writer.end_document()
        if self.room <= 0:
            self._end_shard()

    def finish(self) -> None:
        """End the last shard; raises as `write`."""
        if self._writer is not None:
            self._end_shard()

    def discard(self) -> None:
        """Remove the shard that is not whole."""
        if self._writer is not None:
            self._writer.abandon()
        if self._file is not None:
            with contextlib.suppress(OSError):  # what could not be written before
                self._file.close()
        if self._staged is not None:
            self._staged.discard()
        self._staged = self._file = self._writer = None

    @contextlib.contextmanager
    def _open(self) -> Iterator[IdWriter]:
        """Give what writes to the current shard."""
        try:
            yield self._writer or self._begin_shard()
        except EngineError:
            raise
        except OSError as fault:
            raise atomic.save_error(self._target, fault, _BUFFER) from fault

    def _begin_shard(self) -> IdWriter:
        suffix = ".parquet" if self._form in PARQUET else SUFFIXES.get(self._form, ".bin")
        name = f"{self._name}-{len(self.shards):05}{suffix}"
        self._target = atomic.target_of(os.path.join(self._folder, name))
        self._staged = atomic.Staged([(self._target, b"")])
        self._staged.stage()
        self._hashed = _HashedFile(self._staged.temporary(self._target), "r+b")
        self._file = io.BufferedWriter(self._hashed, _BUFFER)
        self._writer = writer_for(self._form, self._file, self._limit)
        return self._writer

    def _end_shard(self) -> None:
        writer, file, staged = self._writer, self._file, self._staged
        if writer is None or file is None or staged is None:
            return
        try:
            writer.finish()
            file.flush()
            os.fsync(file.fileno())
            digest, size = self._hashed.sha256(), self._hashed.tell()
        except OSError as fault:
            raise atomic.save_error(self._target, fault, _BUFFER) from fault
        file.close()
        staged.rename()
        staged.discard()
        self._staged = self._file = self._writer = None
        self.shards.append(Shard(os.path.basename(self._target), writer.n_ids, size, digest))
        self.ended()


class _HashedFile(io.FileIO):
    """A file that is hashed while it is written."""

    def __init__(self, path: str, mode: str) -> None:
        super().__init__(path, mode)
        self._digest = hashlib.sha256()
        self._is_in_order = True  # nothing was written twice

    def write(self, data: ReadableBuffer, /) -> int:
        """Write some bytes and return how many."""
        n_bytes = super().write(data)
        if self._is_in_order:
            self._digest.update(memoryview(data)[:n_bytes])
        return n_bytes

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Go to a byte."""
        before = self.tell()
        after = super().seek(offset, whence)
        self._is_in_order = self._is_in_order and after == before
        return after

    def sha256(self) -> str:
        """Return the SHA-256 of the whole file in hex, and go to its end."""
        if not self._is_in_order:
            self._digest = hashlib.sha256()
            super().seek(0)
            for block in blocks(self.read):
                self._digest.update(block)
        return self._digest.hexdigest()
