"""Writes files so that a crash, a full disk or a cancel leaves the old or the new, never half of one.

All are written next to their targets under temporary names and synced, then renamed one by one in the order
given; so the caller puts the critical one where a mix of old and new can be recognized.

A target that is a symbolic link stays one: what it points to is replaced. Other hard links to a replaced
file keep the old content. A replaced file's mode and, where that is allowed, owner are kept. What is
temporary is in the target's folder: another may be missing, full, or open to others.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import stat
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from workbench.engine.base.blocks import BLOCK
from workbench.engine.base.errors import EngineError, is_url
from workbench.engine.base.pace import paced_slices, point

try:
    import fcntl
except ImportError:  # Windows: there a file that is open cannot be removed, which serves as well
    fcntl = None  # type: ignore[assignment]

_PATIENCE = 5.0  # seconds that a save waits for another in its folder; a longer rename hangs
_POLLED = 0.01
_renaming = threading.Lock()  # of this process; between processes the folder is locked
_LEFTOVER = ".saving"
_LONGEST_STEM = 100  # bytes of a file's name that are in the names of its temporary files
# Neither follows a link at this name nor waits for a pipe; nothing is truncated.
_LOCK_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)

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
        EngineError: what is there is no plain file or may not be written, or its folder is missing; a URL.

    """
    if is_url(path):
        raise EngineError("url_not_written", file=path)
    try:
        target = os.path.realpath(path)
        folder = os.stat(os.path.dirname(target))
        mode = _mode_of(target)
    except OSError as fault:
        raise save_error(path, fault, 0) from fault
    except ValueError as fault:
        raise EngineError("file_path_impossible", file=ascii(path)) from fault
    if stat.S_ISDIR(mode):
        raise EngineError("file_is_folder", file=path)
    if not stat.S_ISREG(mode):
        raise EngineError("not_a_file", file=path)
    if not stat.S_ISDIR(folder.st_mode):
        raise EngineError("save_folder_missing", file=path, reason=os.strerror(errno.ENOTDIR), needed=0)
    changed = [os.path.dirname(target), target]  # the folder too: another file of it will get the name
    if not all(os.access(place, os.W_OK) for place in changed if os.path.exists(place)):
        raise EngineError("save_not_allowed", file=path, reason=os.strerror(errno.EACCES), needed=0)
    return target


def _mode_of(target: str) -> int:
    """Return the mode of what is there, a plain file's where nothing is; raises OSError."""
    try:
        os.lstat(target)
    except FileNotFoundError:
        return stat.S_IFREG
    return os.stat(target).st_mode


def write(files: Sequence[tuple[str, bytes]], like: Mapping[str, str] = MappingProxyType({})) -> None:
    """Replace files (path, bytes) of one folder, in order.

    Until all are staged nothing has changed, and giving it up leaves it so. `like` is for `Staged`.

    Raises:
        EngineError: the disk is full, the folder read-only or gone; no temporary file is left. Where some
            have been renamed and one could not be, "save_partly" tells which.

    """
    staged = Staged(files, like)
    try:
        staged.stage()
        staged.rename()
    finally:
        staged.discard()


class Staged:
    """Files written next to their targets, synced, and renamed only when that is requested.

    The caller must call `discard` in the end, whatever happened: it removes what was not renamed.
    """

    def __init__(
        self, files: Sequence[tuple[str, bytes]], like: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Take the files (path, bytes) in the order of renaming.

        `like`: path -> the file whose mode and owner it gets, if that is there, instead of its own.
        """
        self._files = files
        self._like = like
        self._staged: list[tuple[str, str, int]] = []  # temporary name, target, descriptor

    def stage(self) -> None:
        """Write the files next to their places; raises EngineError, as `write`."""
        try:
            for path, data in self._files:
                remove_leftovers(*os.path.split(_stem(path)))
                _stage(path, data, self._staged, self._like.get(path, path))
            for _, _, descriptor in self._staged:  # after all are written: the disk is waited for about once
                os.fsync(descriptor)
                point()
        except OSError as fault:
            raise self._error(fault) from fault

    def rename(self) -> None:
        """Put the files in their places, one by one and with no other save between; raises EngineError."""
        new: list[str] = []
        try:
            with alone_in(os.path.dirname(self._files[0][0])):
                for temporary, path, descriptor in self._staged:
                    if fcntl is None:
                        os.close(descriptor)
                    os.replace(temporary, path)
                    new.append(path)
                    sync_folder(os.path.dirname(path))
        except OSError as fault:
            raise self._partly(fault, new) if new else self._error(fault) from fault

    def _partly(self, fault: OSError, new: Sequence[str]) -> EngineError:
        """Return what says which files are new and which are as they were."""
        old = [path for _, path, _ in self._staged if path not in new]
        return EngineError(
            "save_partly", file=self._files[0][0], new=_names(new), old=_names(old) or "none",
            reason=fault.strerror or str(fault),
        )  # fmt: skip

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


@contextlib.contextmanager
def alone_in(folder: str) -> Iterator[None]:
    """Keep other saves from renaming in a folder: of two at once, one's file would get the other's card.

    It waits some seconds where another process does so.

    Where folders cannot be locked, as on some network disks, other processes are not kept out.
    """
    with _renaming, contextlib.ExitStack() as held:
        if fcntl is not None:
            with contextlib.suppress(OSError):
                descriptor = os.open(folder, os.O_RDONLY | _LOCK_FLAGS)
                held.callback(os.close, descriptor)
                _lock_soon(descriptor)
        yield


def _lock_soon(descriptor: int) -> None:
    """Lock what is open; raises OSError where another keeps it too long."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
        time.sleep(_POLLED)


def _names(paths: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(map(os.path.basename, paths)))


def _temporary(path: str) -> str:
    return f"{_stem(path)}{os.urandom(4).hex()}{_LEFTOVER}"


def _stem(path: str) -> str:
    """Return how the names of a file's temporary files begin: one as long as can be has no room for more."""
    folder, name = os.path.split(path)
    if len(os.fsencode(name)) > _LONGEST_STEM:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    return os.path.join(folder, f".{name}.")


@contextlib.contextmanager
def folder_beside(path: str) -> Iterator[str]:
    """Give a temporary folder next to a file; one that a killed process leaves goes with the next.

    Raises:
        EngineError: it cannot be made.

    """
    folder = _temporary(path)
    try:
        remove_leftovers(*os.path.split(_stem(path)))
        descriptor = _locked_folder(folder)
    except OSError as fault:
        raise save_error(path, fault, 0) from fault
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if descriptor is not None:
            os.close(descriptor)


def _locked_folder(folder: str) -> int | None:
    """Make a folder, locked, which tells `remove_leftovers` that its owner lives."""
    while True:
        os.mkdir(folder, 0o700)
        if fcntl is None:
            return None
        try:
            descriptor = os.open(folder, os.O_RDONLY | _LOCK_FLAGS)
        except FileNotFoundError:  # taken for a leftover in the moment before it was locked
            continue
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.path.isdir(folder):
            return descriptor
        os.close(descriptor)


def _stage(path: str, data: bytes, staged: list[tuple[str, str, int]], like: str) -> None:
    """Write the bytes next to `path`, and note the temporary file, still open, in `staged`."""
    temporary = _temporary(path)
    descriptor = _open_locked(temporary)
    while os.fstat(descriptor).st_nlink == 0:  # taken for a leftover in the moment before it was locked
        os.close(descriptor)
        descriptor = _open_locked(temporary)
    staged.append((temporary, path, descriptor))
    _keep_mode(descriptor, like)
    for part in paced_slices(len(data), BLOCK):
        left = memoryview(data)[part]
        while left:
            left = left[os.write(descriptor, left) :]


def _open_locked(temporary: str) -> int:
    """Make a temporary file, locked, which tells `remove_leftovers` that its owner lives."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666)
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


def _keep_mode(descriptor: int, path: str) -> None:
    """Give a new file the mode and owner of another, mostly the one that it will replace."""
    try:
        old = os.stat(path)
    except FileNotFoundError:
        return
    if hasattr(os, "fchown"):
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def remove_leftovers(folder: str, stem: str = "") -> None:
    """Remove temporary files and folders, whose names begin so, that killed saves have left in a folder."""
    for name in os.listdir(folder or os.curdir):
        if name.startswith(stem) and name.endswith(_LEFTOVER):
            with contextlib.suppress(OSError):
                _remove_orphan(os.path.join(folder, name))


def _remove_orphan(entry: str) -> None:
    """Remove a leftover, locked all the while: its owner may be about to lock the file. Raises OSError."""
    with contextlib.ExitStack() as held:
        if fcntl is not None:
            descriptor = os.open(entry, os.O_RDONLY | _LOCK_FLAGS)
            held.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.isdir(entry):
            shutil.rmtree(entry, ignore_errors=True)
        else:
            os.unlink(entry)


def open_own(path: str, flags: int) -> int:
    """Open a file of the program's own, a lock or a part, for `open(opener=…)`; never through a link.

    Raises:
        EngineError: "own_file_is_link".
        OSError: it cannot be opened.

    """
    try:
        return os.open(path, flags | _LOCK_FLAGS, 0o666)
    except OSError as fault:
        if fault.errno == errno.ELOOP and os.path.islink(path):
            raise EngineError("own_file_is_link", file=path) from fault
        raise


def save_error(path: str, fault: OSError, needed: int) -> EngineError:
    """Return the error of a save that failed; `needed` is the number of bytes it wanted to write."""
    number, reason = fault.errno or 0, fault.strerror or str(fault)
    if number == errno.ENOENT and os.path.isdir(os.path.dirname(os.path.realpath(path))):
        number, reason = errno.EACCES, os.strerror(errno.EACCES)  # what Linux means by it in /proc
    return EngineError(_CODES.get(number, "save_failed"), file=path, reason=reason, needed=needed)


def sync_folder(folder: str) -> None:
    """Make a rename last; where folders cannot be synced (Windows) there is nothing to do. Raises OSError."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
