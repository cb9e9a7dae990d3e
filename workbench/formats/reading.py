"""Reads a file that may be anything: never blocks, never reads without end, and says what went wrong."""

from __future__ import annotations

import errno
import hashlib
import os
from functools import partial

from workbench.engine.base.blocks import blocks
from workbench.engine.base.errors import EngineError, reading_error
from workbench.engine.corpus.readers import open_regular
from workbench.formats.format import Source

LARGEST_FILE = 1 << 28  # bytes; the largest published vocabulary has four megabytes
LARGEST_ANYWAY = 1 << 30  # bytes of a file of JSON that the user wants opened however large
LARGEST_HEAD = 1 << 26  # bytes read of a file of which the start says everything
HEADS = (b"GGUF",)  # how such files begin

_CODES = {
    errno.ENOENT: "file_not_found",
    errno.ENOTDIR: "file_not_found",
    errno.EACCES: "file_not_allowed",
    errno.EPERM: "file_not_allowed",
    errno.ELOOP: "file_link_loop",
    errno.ENAMETOOLONG: "file_name_too_long",
    errno.EISDIR: "file_is_folder",
}

# How other files begin, so that a wrong one can be named (by the documents of their formats).
_MAGIC = (
    (b"GGUF", "a GGUF file"),
    (b"\x1f\x8b", "gzip data"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"\xfd7zXZ", "xz data"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"PAR1", "a Parquet table"),
    (b"\x80\x02", "a Python pickle"),
    (b"\x80\x03", "a Python pickle"),
    (b"\x80\x04", "a Python pickle"),
    (b"\x80\x05", "a Python pickle"),
    (b"\n\x0e\n\x05<unk>", "a SentencePiece model"),
    (b"#version:", "a list of merges (merges.txt)"),
)


def read(path: str, largest: int | None = None, anyway: bool = False) -> Source:
    """Return the file's bytes with their hash.

    Of a file of a kind in `HEADS` the first `LARGEST_HEAD` bytes are read, and the hash is theirs.

    Args:
        path: of the file.
        largest: bytes that it may have; None takes `LARGEST_FILE`.
        anyway: JSON may have `LARGEST_ANYWAY` bytes; it is parsed in the child, under a limit of memory.

    Raises:
        EngineError: there is no such file, it is no plain file (a folder, pipe or device is never
            opened), may not be read, or has too many bytes.

    """
    digest = hashlib.sha256()
    chunks: list[bytes] = []
    size = 0
    descriptor = open_regular(path, _error)
    whole: int | None = None
    most, code = largest or LARGEST_FILE, "file_too_large"
    try:
        for chunk in blocks(partial(os.read, descriptor)):
            if not size and chunk.startswith(HEADS):
                whole = os.fstat(descriptor).st_size
            if not size and largest is None and _is_json(chunk):
                most, code = (LARGEST_ANYWAY, code) if anyway else (most, "json_too_large")
            size += len(chunk)
            if whole is not None and size >= LARGEST_HEAD:
                chunks.append(chunk)
                digest.update(chunk)
                break
            if size > most:
                raise EngineError(code, file=path, largest=most)
            chunks.append(chunk)
            digest.update(chunk)
    except OSError as fault:
        raise _error(path, fault) from fault
    finally:
        os.close(descriptor)
    return Source(path, b"".join(chunks), digest.hexdigest(), size=whole, anyway=anyway)


def head(path: str, n_bytes: int) -> bytes:
    """Return the first bytes of a file; raises EngineError as `read`."""
    descriptor = open_regular(path, _error)
    try:
        return os.read(descriptor, n_bytes)
    except OSError as fault:
        raise _error(path, fault) from fault
    finally:
        os.close(descriptor)


def _is_json(start: bytes) -> bool:
    return start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def refuse_to_replace(path: str) -> None:
    """Raise EngineError if a file holds far more than a tokenizer: a GGUF file with its tensors."""
    if not os.path.isfile(path):  # a pipe would wait for something to write into it
        return
    try:
        with open(path, "rb") as file:
            head = file.read(16)
    except OSError:
        return  # saving will say what is wrong with it
    if head.startswith(b"GGUF") and head[8:].strip(b"\0"):  # the number of its tensors
        raise EngineError("save_over_tensors", file=path)


def _error(path: str, fault: Exception) -> EngineError:
    if not isinstance(fault, OSError):  # a NUL or half a character in the path
        return EngineError("file_path_impossible", file=ascii(path))
    return reading_error(_CODES.get(fault.errno or 0, "cannot_read_file"), path, fault)


def foreign_kind(data: bytes) -> str:
    """Return what a file that is none of ours looks like, in English, or ""."""
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if start.startswith((b"<!doctype", b"<html", b"<head")):
        return "a web page (HTML)"
    if start.startswith((b"{", b"[{")):
        return "JSON"
    return "binary data" if b"\0" in start else ""
