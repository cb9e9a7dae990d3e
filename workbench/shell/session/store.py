"""The files of a session: `session.json`, and the text as it is in `text.txt`, readable without the program.

They are written on a thread of their own, whole or not at all, the text before what is said of it: where a
crash falls between the two, its hash tells that the steps of undo are those of the text before.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from workbench.engine.base.errors import EngineError
from workbench.formats.files import atomic
from workbench.shell.session.place import INDEX, TEXT, VERSION

_LARGEST = 1 << 26  # bytes of `session.json` that are read
_CHUNK = 1 << 18

Text = tuple[bytes | memoryview, ...] | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is to be kept.

    Attributes:
        facts: what JSON has, without the hash of the text.
        text: the bytes of `text.txt` in parts, None if that file stays as it is, () where it goes.
        ended: whether the program ends in order.

    """

    facts: Mapping[str, object]
    text: Text = None
    ended: bool = False


@dataclass(frozen=True, slots=True)
class KeptSession:
    """What was kept.

    Attributes:
        facts: as in the snapshot; empty if nothing was kept.
        crashed: the program did not end in order.
        aside: name of a damaged file that was set aside, "" for none.

    """

    facts: Mapping[str, object] = field(default_factory=dict)
    crashed: bool = False
    aside: str = ""


def read(folder: Path) -> KeptSession:
    """Return what a session has left; a damaged file is set aside, with the date."""
    index = folder / INDEX
    try:
        if index.stat().st_size > _LARGEST:
            raise ValueError(index)
        stored = json.loads(index.read_bytes())
        if not isinstance(stored, dict) or stored.get("version") != VERSION:
            raise TypeError(index)
    except FileNotFoundError:
        return KeptSession()
    except (OSError, TypeError, ValueError, RecursionError):
        return KeptSession(aside=set_aside(index))
    return KeptSession(stored, stored.get("ended") is not True)


def set_aside(path: Path) -> str:
    """Give a damaged file another name, with the date, and return it; "" where it cannot be renamed."""
    aside = _set_aside_path(path, "damaged")
    try:
        os.replace(path, aside)
    except OSError:
        return ""
    return str(aside)


def put_aside(text: bytes, path: Path) -> str:
    """Write what a file can no longer hold next to it, and return where; "" where that cannot be done."""
    aside = _set_aside_path(path, "typed")
    try:
        aside.write_bytes(text)
    except OSError:
        return ""
    return str(aside)


def _set_aside_path(path: Path, what: str) -> Path:
    return path.with_name(f"{path.stem}.{what}-{time.strftime('%Y-%m-%d-%H%M%S')}{path.suffix}")


def hash_of(parts: Sequence[bytes | memoryview]) -> str:
    """Return the SHA-256 of bytes in parts."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


class Writer:
    """Writes snapshots to a folder, on a thread that ends if there is nothing to write.

    Attributes:
        problem: why the last one could not be written, None where it could.

    """

    def __init__(self, folder: Path) -> None:
        self.problem: EngineError | None = None
        self._folder = folder
        self._text_hash = ""
        self._unwritten: Text = None  # a text that could not be written: the next snapshot takes it along
        self._lock = threading.Lock()
        self._waiting: Snapshot | None = None
        self._thread: threading.Thread | None = None

    def submit(self, snapshot: Snapshot) -> None:
        """Write a snapshot soon; one that still waits gives way to it, except for its text."""
        with self._lock:
            waiting = self._waiting
            if waiting is not None and snapshot.text is None:
                snapshot = replace(snapshot, text=waiting.text)
            self._waiting = snapshot
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="session")
                self._thread.start()

    def forget(self) -> None:
        """Remove all that was written, files set aside too; nothing waits any more."""
        with self._lock:
            self._waiting = None
        self.finish()
        self._text_hash, self._unwritten = "", None
        for path in (*self._folder.glob("session*.json"), *self._folder.glob("text*.txt")):
            with contextlib.suppress(OSError):
                path.unlink()

    def finish(self) -> None:
        """Wait until all is written."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        while True:
            with self._lock:
                snapshot, self._waiting = self._waiting, None
                if snapshot is None:
                    self._thread = None
                    return
            if snapshot.text is None:
                snapshot = replace(snapshot, text=self._unwritten)
            self._unwritten = snapshot.text
            try:
                self._write(snapshot)
                self.problem, self._unwritten = None, None
            except EngineError as fault:
                self.problem = fault
            except OSError as fault:
                self.problem = atomic.save_error(str(self._folder), fault, 0)

    def _write(self, snapshot: Snapshot) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        files: list[tuple[str, bytes]] = []
        if snapshot.text:
            self._text_hash = hash_of(snapshot.text)
            files.append((str(self._folder / TEXT), _joined(snapshot.text)))
        facts = {"version": VERSION, "ended": snapshot.ended, "hash": self._text_hash, **snapshot.facts}
        files.append((str(self._folder / INDEX), _as_json(facts)))
        atomic.write(files)
        if snapshot.text == ():
            (self._folder / TEXT).unlink(missing_ok=True)


def _as_json(facts: Mapping[str, object]) -> bytes:
    """Return JSON, made in steps: `json.dumps` would keep the interpreter to itself throughout."""
    steps = json.JSONEncoder(ensure_ascii=False).iterencode(facts)
    return "".join(steps).encode("utf-8", "surrogatepass")


def _joined(parts: Sequence[bytes | memoryview]) -> bytes:
    """Return the parts as one, the interpreter being free for others now and then."""
    if len(parts) == 1 and isinstance(parts[0], bytes):
        return parts[0]
    whole = bytearray(sum(map(len, parts)))
    at = 0
    for part in parts:
        for start in range(0, len(part), _CHUNK):
            piece = memoryview(part)[start : start + _CHUNK]
            whole[at : at + len(piece)] = piece
            at += len(piece)
    return bytes(whole)
