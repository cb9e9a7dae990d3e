"""Ids as files: text, JSON, NumPy's `.npy`, raw little-endian integers of 16 or 32 bits, JSON Lines.

They are written as they are made, in bounded memory (`IdWriter`), and read whole
(`unpack`). `.npy` is NEP 1's version 1.0 with a header of fixed length, which is written again once the
number of ids is known. A line of `.jsonl` is `{"ids": [1, 2, 3]}`, the ids of one document; where a line of
the source was no document it is `{"ids": null}`, so that line n of both is the same document. In text,
too, each document has a line.
"""

from __future__ import annotations

import io
import json
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.encoding.id_notations import read_ids

FORMS = ("text", "json", "npy", "u16", "u32", "jsonl")
SUFFIXES = {"text": ".txt", "json": ".json", "npy": ".npy", "u16": ".bin", "u32": ".bin", "jsonl": ".jsonl"}
HIGHEST_U16 = 0xFFFF
_RAW = {"u16": "<u2", "u32": "<u4", "npy": "<u4", "llmc16": "<u2", "llmc32": "<u4"}
# llm.c, dev/data/data_common.py: 256 int32, of which the first three are magic, version and number of ids.
_LLMC = {"llmc16": (20240520, 1), "llmc32": (20240801, 7)}
_NPY = b"\x93NUMPY"
_TOGETHER = 1 << 14  # ids written together as text, some 3 ms
_RAW_TOGETHER = 1 << 18  # the same as integers, less than 1 ms
_OF_A_DOCUMENT = 16  # ids that take as long to write as a document by itself
# form -> what is before a document's ids, between two of them, after them, and for a line that was none.
_DOCUMENT = {
    "text": (b"", b" ", b"\n", b"\n"),
    "json": (b"", b", ", b"", b""),
    "jsonl": (b'{"ids": [', b", ", b"]}\n", b'{"ids": null}\n'),
}
_BRACKETS = {"text": (b"", b""), "json": (b"[", b"]\n"), "jsonl": (b"", b"")}


class Sink(Protocol):
    """What ids are written to."""

    def write(self, data: bytes | memoryview, /) -> int:
        """Write all of some bytes."""

    def seek(self, offset: int, /) -> int:
        """Go to a byte."""


def check_form(form: str, highest_id: int) -> None:
    """Raise EngineError "ids_too_large_for_u16" where a vocabulary with ids up to this needs more bits."""
    if form in ("u16", "llmc16") and highest_id > HIGHEST_U16:
        raise EngineError("ids_too_large_for_u16", id=highest_id)


def raw_form(highest_id: int) -> str:
    """Return "u16" or "u32", the smallest that holds ids up to this."""
    return "u16" if highest_id <= HIGHEST_U16 else "u32"


def dtype_of(form: str) -> str:
    """Return the NumPy type of the ids in a binary form, "uint16" or "uint32"; "" for a form of text."""
    return np.dtype(_RAW[form]).name if form in _RAW else ""


def header_of(form: str, n_ids: int) -> bytes:
    """Return what is before the ids of a binary form, as long whatever `n_ids` is."""
    if form == "npy":
        return _npy_header(n_ids)
    if form in _LLMC:
        return np.array([*_LLMC[form], n_ids, *[0] * 253], "<i4").tobytes()
    return b""


class IdWriter:
    """Writes ids to a stream as one of `FORMS`.

    Attributes:
        n_ids: how many have been written.
        n_documents: how many documents have ended.

    """

    def __init__(self, form: str, out: Sink, expected: int = 0) -> None:
        """Begin; where there is a header `out` must be able to seek. Raises OSError, as all that writes.

        With other than the `expected` number of ids a header is written again.
        """
        self._form, self._out, self._expected = form, out, expected
        self._inside = False  # a document has begun
        self.n_ids = self.n_documents = 0
        if form in _RAW:
            out.write(header_of(form, expected))
        else:
            out.write(_BRACKETS[form][0])

    def write(self, ids: NDArray[np.uint32]) -> None:
        """Write ids uint32[n] of the document that is being written.

        Raises:
            EngineError: "ids_too_large_for_u16".

        """
        is_raw = self._form in _RAW
        for some in paced_slices(len(ids), _RAW_TOGETHER if is_raw else _TOGETHER):
            part = ids[some]
            if is_raw:
                if _RAW[self._form] == "<u2":
                    check_form(self._form, int(part.max()))
                # Without a copy where they are as they will be.
                self._out.write(np.ascontiguousarray(part, _RAW[self._form]).view(np.uint8).data)
            else:
                self._write_text(part)
            self.n_ids += len(part)

    def _write_text(self, part: NDArray[np.uint32]) -> None:
        before, between, _, _ = _DOCUMENT[self._form]
        follows = self._inside or (self._form == "json" and self.n_ids > 0)
        self._out.write(between if follows else before)
        self._inside = True
        self._out.write(between.decode().join(map(str, part.tolist())).encode())

    def write_documents(self, documents: Iterable[NDArray[np.uint32] | None]) -> None:
        """Write whole documents, ids uint32[n], many small ones at once; None says that there was none.

        Raises as `write`.
        """
        small: list[NDArray[np.uint32] | None] = []
        size = 0
        for ids in documents:
            if ids is not None and len(ids) > _TOGETHER:
                self._write_small(small)
                self.write(ids)
                self.end_document()
                small, size = [], 0
                continue
            small.append(ids)
            size += _OF_A_DOCUMENT + (0 if ids is None else len(ids))
            if size >= _TOGETHER:
                self._write_small(small)
                small, size = [], 0
                point()
        self._write_small(small)
        point()

    def _write_small(self, documents: Sequence[NDArray[np.uint32] | None]) -> None:
        """Write documents that are few ids together."""
        there = [ids for ids in documents if ids is not None]
        n_ids = sum(map(len, there))
        if self._form == "jsonl":
            none = _DOCUMENT["jsonl"][3].decode()
            lines = (none if ids is None else f'{{"ids": {ids.tolist()}}}\n' for ids in documents)
            self._out.write("".join(lines).encode())
        elif self._form == "text":
            lines = ("" if ids is None else " ".join(map(str, ids.tolist())) for ids in documents)
            self._out.write("".join(f"{line}\n" for line in lines).encode())
        elif n_ids:
            self.write(np.concatenate(there))
            n_ids = 0  # counted there
        self.n_ids += n_ids
        self.n_documents += len(there)

    def end_document(self) -> None:
        """Say that the next ids are those of another document; a line of its own in "text" and "jsonl"."""
        if self._form not in _RAW:
            before, _, after, _ = _DOCUMENT[self._form]
            self._out.write(after if self._inside else before + after)
        self._inside = False
        self.n_documents += 1

    def abandon(self) -> None:
        """Give up what is not finished, before the stream is closed."""

    def finish(self) -> None:
        """Write what closes the file."""
        header = header_of(self._form, self.n_ids) if self.n_ids != self._expected else b""
        if header:
            self._out.seek(0)
            self._out.write(header)
        elif self._form not in _RAW:
            self._out.write(_BRACKETS[self._form][1])


def _npy_header(n_ids: int) -> bytes:
    """Return the header of a file of uint32[n_ids], which is as long whatever `n_ids` is."""
    header = f"{{'descr': '<u4', 'fortran_order': False, 'shape': ({n_ids},), }}".encode()
    padded = header.ljust(128 - len(_NPY) - 4 - 1) + b"\n"
    return _NPY + b"\x01\x00" + len(padded).to_bytes(2, "little") + padded


def unpack(data: bytes, form: str | None = None) -> NDArray[np.int64]:
    """Return int64[n], the ids of a file of one of `FORMS`.

    Without `form`, "npy" is known by its mark, else it is "text", which takes any notation, JSON and JSON
    Lines among them; documents follow on one another.

    Raises:
        EngineError: "ids_not_numbers", "id_negative", "id_far_too_large", "ids_keys_unknown", "ids_cut",
            "ids_json_cut", "npy_unreadable" or "npy_not_ids".

    """
    form = form or ("npy" if data.startswith(_NPY) else "text")
    if form == "npy":
        return _npy_ids(data)
    if form in _RAW:
        return raw_ids(data, form)
    text = data.decode("utf-8", "backslashreplace")
    point()
    if text.lstrip()[:1] in ("[", "{") and text.count("[") > text.count("]"):
        raise EngineError("ids_json_cut")
    try:
        return read_ids(text.replace('{"ids": null}', " " * 13))
    except EngineError as error:
        if "entry" not in error.facts:
            raise
        place = Place("entry", int(error.facts["entry"]))
        raise EngineError(error.code, file=error.file, place=place, **error.facts) from error


def raw_ids(data: bytes, form: str) -> NDArray[np.int64]:
    """Return int64[n], the ids of raw integers; raises EngineError "ids_cut" where the last is not whole."""
    size = np.dtype(_RAW[form]).itemsize
    if len(data) % size:
        raise EngineError("ids_cut", n_bytes=len(data), size=size)
    return np.frombuffer(data, _RAW[form]).astype(np.int64)


def documents_of(data: bytes) -> Iterator[list[int] | None]:
    """Yield the ids of each document of a `.jsonl`, None for a line that was none.

    Raises:
        EngineError: "documents_bad_source", naming the line.

    """
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            yield _ids_of_line(line, number)


def _ids_of_line(line: bytes, number: int) -> list[int] | None:
    try:
        value = json.loads(line)
        ids = value["ids"] if isinstance(value, dict) else value
        if ids is None or (isinstance(ids, list) and all(type(i) is int for i in ids)):
            return ids
        reason = "no list of whole numbers under “ids”"
    except (ValueError, KeyError, RecursionError) as error:
        reason = f"{type(error).__name__}: {error}"[:100]
    raise EngineError("documents_bad_source", place=Place("line", number), line=number, reason=reason)


def _npy_ids(data: bytes) -> NDArray[np.int64]:
    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError, MemoryError, TypeError, SyntaxError, OverflowError) as error:
        raise EngineError("npy_unreadable", reason=str(error)) from error
    except tokenize.TokenError as error:  # numpy tries a header that is none as one of Python 2
        raise EngineError("npy_unreadable", reason=f"its header is damaged: {error.args[0]}") from error
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise EngineError("npy_not_ids", kind=str(array.dtype), dimensions=array.ndim)
    if array.dtype.kind == "u" and len(array) and int(array.max()) > np.iinfo(np.int64).max:
        raise EngineError("id_far_too_large", value=str(int(array.max())), entry=int(array.argmax()) + 1)
    ids: NDArray[np.int64] = array.astype(np.int64)
    return ids
