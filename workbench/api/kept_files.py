"""A folder of results, kept under a key for the next time; when it is full, the least recently used go.

A file holds lines of JSON, so that none takes long to read, and last a hash of these. What is not as it was
written counts as missing.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from workbench.api.files import write_file

MOST_FILES, MOST_BYTES, LARGEST = 64, 1 << 26, 1 << 24
_NAME = re.compile(r"[0-9a-f]{64}\.jsonl")

T = TypeVar("T")


class KeptFiles:
    """Keeps the lines of results in a folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def _path(self, key: str) -> str:
        return os.path.join(self._folder, f"{key}.jsonl")

    def load(self, key: str, parse: Callable[[Sequence[bytes]], T]) -> T | None:
        """Return what `parse` makes of the lines under a key, None for nothing that can be trusted."""
        path = self._path(key)
        try:
            if os.path.getsize(path) > LARGEST:
                return None
            with open(path, "rb") as file:
                data = file.read(LARGEST)
            body = data[: data.rindex(b"\n") + 1]
            must(data[len(body) :] == _end(body))
            rows = parse(body.splitlines())
            os.utime(path)
        except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
            return None
        return rows

    def keep(self, key: str, lines: Iterable[bytes]) -> None:
        """Keep lines under a key; where they cannot be kept, the result is computed again next time."""
        try:
            data = b"\n".join(lines) + b"\n"
            data += _end(data)
            if len(data) > LARGEST:
                return
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            write_file(self._path(key), data)
            self._prune()
        except (OSError, ValueError):
            return

    def _prune(self) -> None:
        with os.scandir(self._folder) as entries:
            there = [(entry.stat().st_mtime_ns, entry) for entry in entries if _NAME.fullmatch(entry.name)]
        there.sort(key=lambda each: each[0], reverse=True)
        size = 0
        for number, (_, entry) in enumerate(there):
            size += entry.stat().st_size
            if number >= MOST_FILES or size > MOST_BYTES:
                os.unlink(entry.path)


def _end(data: bytes) -> bytes:
    return sha256(data).hexdigest().encode()


def as_line(value: object) -> bytes:
    """Return a value as a line of JSON; ValueError for a number that is none."""
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode("utf-8", "surrogateescape")


def must(holds: bool) -> None:
    """Raise ValueError unless a condition on what was read holds."""
    if not holds:
        raise ValueError


def whole_number(value: object, end: int = 1 << 63) -> int:
    """Return a whole number from 0 to below `end`; raises ValueError for anything else."""
    if type(value) is not int or not 0 <= value < end:
        raise ValueError
    return value


def facts_of(line: bytes, kind: str, version: int, key: str) -> list[Any]:
    """Return the facts in the first line of kept results; raises ValueError, KeyError or TypeError."""
    head = json.loads(line)
    must(head[kind] == version and head["key"] == key)
    facts = head["facts"]
    if not isinstance(facts, list):
        raise TypeError
    return facts
