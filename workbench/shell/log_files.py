"""The log of a window, in two files next to each other: what went wrong, and where it died, if it did.

Neither holds anything of the user's: of a message the log has the template without what is filled in, of an
exception its type and the places in code without its message. So a report can quote both.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import logging
import os
import re
import traceback
from collections.abc import Iterator
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOG, DEATHS = "problems.log", "deaths.log"
_LARGEST, _OLDER = 256 * 1024, 2  # bytes of a log, and how many older ones are kept
_OURS = "workbench"
_MOST_QUOTED = 64 * 1024  # bytes at the end of a file
_PACKAGES = re.compile(r"^.*[\\/](?=workbench[\\/]|(?:site|dist)-packages[\\/]|python3[^\\/]*[\\/])")
_QUOTED_FILE = re.compile(r'(?<=File ")[^"]*(?=")')
_deaths: io.BufferedWriter | None = None  # open as long as the process: faulthandler writes there


class _Log(RotatingFileHandler):
    """A log that grows to a size, then begins anew; where the disk is full it says nothing."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore that a line could not be written."""


class _ImpersonalFormatter(logging.Formatter):
    """Writes time, level, place and template of a record, and of an exception no message."""

    def format(self, record: logging.LogRecord) -> str:
        template = record.msg if record.name.split(".")[0] == _OURS else ""
        job = getattr(record, "job", "")
        head = (self.formatTime(record), record.levelname, f"{record.name}:{record.lineno}", template, job)
        lines = [" ".join(part for part in head if part)]
        if record.exc_info and record.exc_info[1] is not None:
            lines += places_of(record.exc_info[1])
        return "\n".join(lines)


def folder_of(session: Path) -> Path:
    """Return the folder of the log of a window whose session is in this folder."""
    return session.parent / "log" / session.name


def begin(folder: Path) -> str:
    """Write warnings and errors to files in a folder from now on; return why that cannot be, or ""."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = _Log(
            folder / LOG, maxBytes=_LARGEST, backupCount=_OLDER, encoding="utf-8", errors="replace"
        )
        _catch_deaths(folder / DEATHS)
    except OSError as fault:
        return fault.strerror or str(fault)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_ImpersonalFormatter())
    logging.getLogger().addHandler(handler)
    return ""


def note(error: BaseException) -> None:
    """Write an exception that nothing has caught; the caller says it on stderr."""
    info = type(error), error, error.__traceback__
    facts = {"name": _OURS, "levelno": logging.ERROR, "levelname": "ERROR", "msg": "internal error"}
    record = logging.makeLogRecord({**facts, "exc_info": info})
    for handler in _logs():
        handler.handle(record)


def _logs() -> list[logging.Handler]:
    return [each for each in logging.getLogger().handlers if isinstance(each, _Log)]


def end() -> None:
    """Write no more, and let the files go."""
    global _deaths
    root = logging.getLogger()
    for handler in _logs():
        root.removeHandler(handler)
        handler.close()
    if _deaths is not None:
        faulthandler.disable()
        _deaths.close()
        _deaths = None


def _catch_deaths(file: Path) -> None:
    """Let a fault that ends the process write where each thread was; the last such text is kept."""
    global _deaths
    if file.exists() and file.stat().st_size:
        os.replace(file, _before(file))
    _deaths = file.open("wb")
    faulthandler.enable(_deaths)


def _before(file: Path) -> Path:
    return file.with_name(f"{file.name}.1")


def places_of(error: BaseException) -> list[str]:
    """Return the type of an exception and the places in code that it passed, with those of its causes."""
    lines, seen = [], set()
    now: BaseException | None = error
    while now is not None and id(now) not in seen:
        seen.add(id(now))
        lines.append(f"{type(now).__module__}.{type(now).__qualname__}")
        lines += [
            f"  {_short(frame.filename)}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(now.__traceback__)
        ]
        now = now.__cause__ or now.__context__
    return lines


def _short(path: str) -> str:
    """Return the path of a module without where it is installed, which may name the user."""
    short = _PACKAGES.sub("", path)
    return short if short != path else os.path.basename(path)


def quoted(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what the files of a folder end with: a name, and the text."""
    for file in (_before(folder / DEATHS), folder / LOG):
        with contextlib.suppress(OSError), file.open("rb") as opened:
            opened.seek(max(0, file.stat().st_size - _MOST_QUOTED))
            text = opened.read().decode("utf-8", "replace")
            if text.strip():
                yield file.name, _QUOTED_FILE.sub(lambda path: _short(path.group()), text)
