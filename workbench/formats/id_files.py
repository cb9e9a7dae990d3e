"""Ids as files: text, JSON, NumPy's `.npy`, and raw little-endian integers of 16 or 32 bits."""

from __future__ import annotations

import io
import json

import numpy as np
from numpy.typing import NDArray

from workbench.engine.errors import EngineError, Place

FORMS = ("text", "json", "npy", "u16", "u32")
_RAW = {"u16": "<u2", "u32": "<u4"}
_NPY = b"\x93NUMPY"


def pack(ids: NDArray[np.uint32], form: str) -> bytes:
    """Return ids as the bytes of a file of one of `FORMS`.

    Raises:
        EngineError: "ids_too_large_for_u16".

    """
    if form == "npy":
        file = io.BytesIO()
        np.save(file, ids)
        return file.getvalue()
    if form == "json":
        return f"{json.dumps(ids.tolist())}\n".encode()
    if form == "text":
        return f"{' '.join(map(str, ids.tolist()))}\n".encode()
    if form == "u16" and len(ids) and ids.max() > 0xFFFF:
        raise EngineError("ids_too_large_for_u16", id=int(ids.max()))
    return ids.astype(_RAW[form]).tobytes()


def unpack(data: bytes, form: str | None = None) -> list[int]:
    """Return the ids of a file of one of `FORMS`; without `form`, "npy" is known by its mark, else "text".

    "text" takes any white space or commas between the ids, and JSON as well.

    Raises:
        EngineError: "ids_not_numbers", "ids_cut", "npy_unreadable" or "npy_not_ids".

    """
    form = form or ("npy" if data.startswith(_NPY) else "text")
    if form == "npy":
        return _npy_ids(data)
    if form in _RAW:
        size = np.dtype(_RAW[form]).itemsize
        if len(data) % size:
            raise EngineError("ids_cut", n_bytes=len(data), size=size)
        raw: list[int] = np.frombuffer(data, _RAW[form]).tolist()
        return raw
    words = data.replace(b"[", b" ").replace(b"]", b" ").replace(b",", b" ").split()
    for number, word in enumerate(words, 1):
        if not word.isdigit() or len(word) > 18:
            shown = word[:40].decode("utf-8", "backslashreplace")
            raise EngineError("ids_not_numbers", place=Place("entry", number), value=shown)
    return [int(word) for word in words]


def _npy_ids(data: bytes) -> list[int]:
    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError) as error:
        raise EngineError("npy_unreadable", reason=str(error)) from error
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise EngineError("npy_not_ids", kind=str(array.dtype), dimensions=array.ndim)
    ids: list[int] = array.tolist()
    return ids
