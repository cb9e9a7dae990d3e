"""Asking the kernel what a large `tokenizer.json` says, or the child, as Python would hold up the window.

What the child does is in `file.py`, what the kernel does in `scanning.py`.
"""

from __future__ import annotations

import json
from array import array

from workbench.engine.base.pace import paced
from workbench.engine.child.isolation import Limit, Operation
from workbench.formats.child_parsing import is_read_here, json_reply
from workbench.formats.files.strict_json import uncollected
from workbench.formats.format import Source
from workbench.formats.hugging_face.file import HfFile, checked, parse_operation
from workbench.formats.hugging_face.scanning import scanned

AT_ONCE = 1 << 17  # bytes that are read here and not in the child: some milliseconds
_READING = Limit(30.0)


def file_of(source: Source) -> HfFile:
    """Return what a file says; raises EngineError."""
    if len(source.data) <= AT_ONCE:
        return checked(source.data)
    if (file := scanned(source.data)) is not None:
        return file
    if is_read_here(source, len(source.data)):
        with uncollected():
            return checked(source.data)
    return asked(parse_operation, (source.data,), source)


def asked(operation: Operation, buffers: tuple[bytes, ...], source: Source) -> HfFile:
    """Return what the child reads in the files; raises EngineError."""
    received = json_reply(operation, buffers, source, _READING)
    structure, blob, ends, ids, merges = received.buffers
    tokens: list[str] = []
    start = 0
    for end in paced(array("Q", ends)):
        tokens.append(blob[start:end].decode())
        start = end
    header = received.header
    return HfFile(
        json.loads(structure),
        header["model_type"],
        tokens=tokens,
        ids=array("I", ids),
        merges=array("q", merges),
        n_repeated=header["n_repeated"],
        tolerated=tuple(header["tolerated"]),
    )
