"""Where a window keeps its session: a folder that belongs to one process at a time.

The first window has `session`, others that are open at the same time `session-2` and so on; each finds there
what the last one in its place has left.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile

VERSION = 1  # of the file `session.json`; raise it when an older program could not read what is written
INDEX, TEXT = "session.json", "text.txt"
_LOCK = "lock"
_STATED = re.compile(rb'\s*\{\s*"version":\s*(\d{1,9})')
_MOST = 1000


@dataclass(frozen=True, slots=True)
class Place:
    """A folder and its lock.

    Attributes:
        folder: where the session is kept.
        lock: held until `leave`.
        newer: the folder of a newer version of the program, which was left alone; None if there is none.
        fault: why nothing can be kept, "" where it can.

    """

    folder: Path
    lock: QLockFile
    newer: Path | None = None
    fault: str = ""

    @property
    def is_first(self) -> bool:
        """Whether this is the place of the first window."""
        return self.folder.name == _name(1)

    def leave(self) -> None:
        """Let another process have the place."""
        self.lock.unlock()


def _name(number: int) -> str:
    return "session" if number == 1 else f"session-{number}"


def first_folder(data_folder: Path) -> Path:
    """Return the folder of the first window."""
    return data_folder / _name(1)


def claim(data_folder: Path, second: bool = False) -> Place:
    """Return the first place that no process holds; `second` the first window, not its place."""
    newer: Path | None = None
    for number in itertools.count(2 if second else 1):
        folder = data_folder / _name(number)
        lock, fault = _locked(folder)
        if lock.isLocked() and stated_version(folder / INDEX) > VERSION:
            newer = newer or folder
            lock.unlock()
        elif lock.isLocked() or fault or number > _MOST:
            return Place(folder, lock, newer, fault)
    raise AssertionError  # count has no end


def _locked(folder: Path) -> tuple[QLockFile, str]:
    """Return the lock of a folder, and why it cannot be had, "" also where another process has the lock."""
    lock = QLockFile(str(folder / _LOCK))
    lock.setStaleLockTime(0)  # only with its process: a window stays open for days
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as fault:
        return lock, fault.strerror or str(fault)
    if lock.tryLock(0) or lock.error() == QLockFile.LockError.LockFailedError:
        return lock, ""
    return lock, lock.fileName()


def unheld(folder: Path) -> bool:
    """Return whether no other process has a folder of the user's data for its session."""
    if not folder.name.startswith(_name(1)):
        return True
    lock, fault = _locked(folder)
    free = lock.isLocked() or bool(fault)
    lock.unlock()
    return free


def stated_version(index: Path) -> int:
    """Return the version that a session file states; 0 if it states none or is not there."""
    try:
        with index.open("rb") as file:
            match = _STATED.match(file.read(64))
    except OSError:
        return 0
    return int(match.group(1)) if match else 0
