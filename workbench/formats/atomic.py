"""Writes files so that a crash, a full disk or a cancel leaves the old or the new, never half of one.

All are written beside their targets under temporary names and synced, then renamed one by one in the order
given; so the caller puts the critical one where a mix of old and new can be told.

A target that is a symbolic link stays one: what it points to is replaced. Other hard links to a replaced
file keep the old content. A replaced file's mode and, where that is allowed, owner are kept.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from workbench.engine.errors import EngineError

try:
    import fcntl
except ImportError:  # Windows: there a file that is open cannot be removed, which serves as well
    fcntl = None  # type: ignore[assignment]

_CHUNK = 1 << 20
_LEFTOVER = ".saving"

_CODES = {
    errno.ENOENT: "save_folder_missing",
    errno.ENOTDIR: "save_folder_missing",
    errno.ENOSPC: "save_no_space",
    errno.EDQUOT: "save_no_space",
    errno.EFBIG: "save_no_space",
    errno.EACCES: "save_not_allowed",
    errno.EPERM: "save_not_allowed",
    errno.EROFS: "save_not_allowed",
    errno.ELOOP: "file_link_loop",
    errno.ENAMETOOLONG: "file_name_too_long",
}


def target_of(path: str) -> str:
    """Return the path of the file that saving to `path` would replace: the end of its links.

    Raises:
        EngineError: what is there is no plain file or may not be written, or its folder is missing.

    """
    try:
        target = os.path.realpath(path)
        folder = os.stat(os.path.dirname(target))
        mode = os.stat(target).st_mode if os.path.lexists(target) else stat.S_IFREG
    except OSError as fault:
        raise save_error(path, fault, 0) from fault
    except ValueError as fault:
        raise EngineError("file_path_impossible", file=ascii(path)) from fault
    if stat.S_ISDIR(mode):
        raise EngineError("file_is_folder", file=path)
    if not stat.S_ISREG(mode):
        raise EngineError("file_not_plain", file=path)
    if not stat.S_ISDIR(folder.st_mode):
        raise EngineError("save_folder_missing", file=path, reason=os.strerror(errno.ENOTDIR), needed=0)
    changed = [os.path.dirname(target), target]  # the folder too: another file of it will get the name
    if not all(os.access(place, os.W_OK) for place in changed if os.path.exists(place)):
        raise EngineError("save_not_allowed", file=path, reason=os.strerror(errno.EACCES), needed=0)
    return target


def write_steps(files: Sequence[tuple[str, bytes]]) -> Generator[None, None, None]:
    """Replace files (path, bytes) of one folder, in order; yield None at least every 20 ms but for the disk.

    Until all are staged nothing has changed, and closing the generator leaves it so.

    Raises:
        EngineError: the disk is full, the folder read-only or gone; no temporary file is left.

    """
    staged = Staged(files)
    try:
        yield from staged.stage_steps()
        staged.rename()
    finally:
        staged.discard()


class Staged:
    """Files written beside their targets, synced, and renamed only when that is asked for.

    Whoever makes one calls `discard` in the end, whatever happened: it removes what was not renamed.
    """

    def __init__(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Take the files (path, bytes) in the order of renaming."""
        self._files = files
        self._staged: list[tuple[str, str, int]] = []  # temporary name, target, descriptor

    def stage_steps(self) -> Generator[None, None, None]:
        """Yield None at least every 20 ms but for the disk; raises EngineError as `write_steps`."""
        try:
            for path, data in self._files:
                _remove_leftovers(path)
                yield from _stage(path, data, self._staged)
        except OSError as fault:
            raise self._error(fault) from fault

    def rename(self) -> None:
        """Put the files in their places, one by one; raises EngineError."""
        try:
            for temporary, path, descriptor in self._staged:
                if fcntl is None:
                    os.close(descriptor)
                os.replace(temporary, path)
                sync_folder(os.path.dirname(path))
        except OSError as fault:
            raise self._error(fault) from fault

    def temporary(self, path: str) -> str:
        """Return the temporary name of a staged file; the last, where one was staged twice."""
        return next(name for name, target, _ in reversed(self._staged) if target == path)

    def discard(self) -> None:
        """Remove every file that has not been renamed."""
        for temporary, _, descriptor in self._staged:
            with contextlib.suppress(OSError):
                os.close(descriptor)
            with contextlib.suppress(OSError):
                os.unlink(temporary)

    def _error(self, fault: OSError) -> EngineError:
        return save_error(self._files[0][0], fault, sum(len(data) for _, data in self._files))


def _stage(path: str, data: bytes, staged: list[tuple[str, str, int]]) -> Iterator[None]:
    """Write the bytes beside `path`, synced, and note the temporary file, still open, in `staged`."""
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}.{secrets.token_hex(4)}{_LEFTOVER}")
    descriptor = _open_locked(temporary)
    while os.fstat(descriptor).st_nlink == 0:  # taken for a leftover in the moment before it was locked
        os.close(descriptor)
        descriptor = _open_locked(temporary)
    staged.append((temporary, path, descriptor))
    _keep_mode(descriptor, path)
    for start in range(0, len(data), _CHUNK):
        chunk = memoryview(data)[start : start + _CHUNK]
        while chunk:
            chunk = chunk[os.write(descriptor, chunk) :]
        yield
    os.fsync(descriptor)


def _open_locked(temporary: str) -> int:
    """Make a temporary file, locked, which tells `_remove_leftovers` that its owner lives."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666)
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


def _keep_mode(descriptor: int, path: str) -> None:
    """Give a new file the mode and owner of the one it will replace."""
    try:
        old = os.stat(path)
    except FileNotFoundError:
        return
    if hasattr(os, "fchmod"):
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def _remove_leftovers(path: str) -> None:
    """Remove temporary files that a killed save to the same target has left."""
    folder, name = os.path.split(path)
    for entry in Path(folder).iterdir():
        if entry.name.startswith(f".{name}.") and entry.name.endswith(_LEFTOVER) and _is_orphan(entry):
            with contextlib.suppress(OSError):
                entry.unlink()


def _is_orphan(entry: Path) -> bool:
    if fcntl is None:
        return True
    try:
        with entry.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def save_error(path: str, fault: OSError, needed: int) -> EngineError:
    """Return the error of a save that failed; `needed` is the number of bytes it wanted to write."""
    code = _CODES.get(fault.errno or 0, "save_failed")
    return EngineError(code, file=path, reason=fault.strerror or str(fault), needed=needed)


def sync_folder(folder: str) -> None:
    """Make a rename last; where folders cannot be synced (Windows) there is nothing to do. Raises OSError."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
