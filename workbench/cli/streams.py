"""Reads and writes for the verbs: bytes, results as text or JSON, a progress bar."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO

from workbench.api.files import read_bytes
from workbench.display.escapes import for_terminal
from workbench.engine.base.blocks import blocks
from workbench.engine.base.errors import EngineError, is_url
from workbench.engine.base.kept_json import to_json
from workbench.formats.files.atomic import save_error

if TYPE_CHECKING:
    from workbench.formats.id_files import Sink

_IN_BYTES = frozenset({"reading", "reading again", "counting", "encoding", "proving", "fetching"})  # phases
MOST_SPECIALS = 20  # special tokens that a line lists
_KEPT = 1 << 26  # bytes kept in memory, more goes to a temporary file
_DESCRIPTOR = re.compile(r"/dev/fd/([0-9]{1,9})|/proc/self/fd/([0-9]{1,9})|/dev/std(in)")


def read(path: str | None) -> bytes:
    """Return the bytes of a file, a pipe, or of standard input; raises EngineError."""
    if is_pipe(path):
        return b"".join(pipe(path or ""))
    if path is not None:
        return b"".join(read_bytes(path))
    try:
        return _bytes_of(sys.stdin).read()
    except OSError as error:
        reason = error.strerror or str(error)
        raise EngineError("cannot_read_file", file="standard input", reason=reason) from error


def input_name(text: str) -> str | None:
    """Return the path that an argument names, None for "-": standard input."""
    return None if text == "-" else text


def held(path: str) -> str:
    """Return the path of a file that can be read repeatedly, also for "-", /dev/stdin and <(…).

    The contents of a pipe are copied to a temporary file without a name: Linux opens the path of its
    descriptor from the start each time. Raises EngineError.
    """
    if path == "-":
        from workbench.engine.corpus.source_options import STANDARD_INPUT  # here: most are named

        path = STANDARD_INPUT
    match = _DESCRIPTOR.fullmatch(path)
    if match is None:
        return path
    descriptor = int(match[1] or match[2] or 0)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            import tempfile  # here: as above

            with tempfile.TemporaryFile() as kept:
                kept.writelines(blocks(partial(os.read, descriptor)))
                kept.seek(0)
                os.dup2(kept.fileno(), descriptor)
    except OSError as error:
        raise EngineError("cannot_read_file", file=path, reason=error.strerror or str(error)) from error
    return path


@contextlib.contextmanager
def folders_for(*paths: str | None) -> Iterator[None]:
    """Make the folders that files need which are to be written; those that stay empty go again.

    Raises:
        EngineError: one cannot be made.

    """
    created: list[str] = []
    try:
        for path in paths:
            if path is not None:
                _make_folder(path, created)
        yield
    finally:
        for folder in reversed(created):
            with contextlib.suppress(OSError):
                os.rmdir(folder)


def _make_folder(path: str, created: list[str]) -> None:
    """Make the folder of a file, and note in `created` which were missing; raises EngineError."""
    if is_url(path):
        raise EngineError("url_not_written", file=path)
    missing = []
    folder = os.path.dirname(os.path.abspath(path))
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for each in reversed(missing):
        try:
            os.mkdir(each)
        except FileExistsError:  # made by another program just now
            continue
        except OSError as fault:
            raise save_error(each, fault, 0) from fault
        created.append(each)


def reporting_mark(parts: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield the portions of a text as they come; say it where they begin with a byte order mark."""
    head = b""
    for portion in parts:
        if len(head) < len(BOM_UTF8):
            head += portion[: len(BOM_UTF8) - len(head)]
            if head == BOM_UTF8:
                tell(f"{name}: the byte order mark at its start is encoded like other text")
        yield portion


def is_pipe(path: str | None) -> bool:
    """Return whether a path is a pipe, as the shell's <(…) and /dev/stdin may be."""
    try:
        return path is not None and stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def pipe(path: str) -> Iterator[bytes]:
    """Yield the contents of a pipe in chunks; raises EngineError."""
    try:
        with open(path, "rb") as stream:
            yield from blocks(stream.read)
    except OSError as error:
        raise EngineError("cannot_read_file", file=path, reason=error.strerror or str(error)) from error


def standard_input() -> Iterator[bytes]:
    """Yield standard input in chunks; raises EngineError."""
    try:
        yield from blocks(_bytes_of(sys.stdin).read)
    except OSError as error:
        reason = error.strerror or str(error)
        raise EngineError("cannot_read_file", file="standard input", reason=reason) from error


@contextlib.contextmanager
def output(seeks: bool) -> Iterator[Sink]:
    """Yield standard output to write to; if the output must be seekable, it is buffered until the end.

    Raises OSError if it cannot be written.
    """
    _bytes_of(sys.stdout)
    if not seeks:
        yield _StandardOutput()
        return
    import tempfile  # here: as above

    with tempfile.SpooledTemporaryFile(max_size=_KEPT) as kept:
        yield kept
        kept.seek(0)
        for block in blocks(kept.read):
            put(block)


class _StandardOutput:
    """Standard output as a file that cannot seek."""

    def write(self, data: bytes | memoryview, /) -> int:
        put(data)
        return len(data)

    def seek(self, offset: int, /) -> int:
        raise OSError(errno.ESPIPE, os.strerror(errno.ESPIPE))


def print_result(result: object, as_json: bool, lines: Iterable[str]) -> None:
    """Write a result to standard output, as JSON or as lines; raises OSError."""
    text = to_json(result) if as_json else for_terminal("\n".join(lines))
    put(f"{text}\n".encode(getattr(sys.stdout, "encoding", "utf-8"), "backslashreplace"))


def tell(message: str) -> None:
    """Write a line to standard error, escaped: file names and tokens may contain anything."""
    line = " ".join(part.strip() for part in message.split("\n"))
    print(f"workbench: {for_terminal(line)}", file=sys.stderr)


def put(data: bytes | memoryview) -> None:
    """Write all of `data` to standard output, raises OSError."""
    output = _bytes_of(sys.stdout)
    rest = memoryview(data)
    while rest:  # unbuffered (python -u), one call may write a part only
        rest = rest[output.write(rest) :]
    output.flush()


def _bytes_of(stream: Any) -> BinaryIO:  # noqa: ANN401 - Python has None for a stream that was closed at the start
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    buffer: BinaryIO = stream.buffer
    return buffer


def drop_output() -> None:
    """Discard buffered output, so that the interpreter can exit."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def counted(n: int, noun: str) -> str:
    """Return a number with its unit: "1 byte", "2,000 bytes"."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


class Bar:
    """A progress bar on standard error, a new one for each phase; none if that is not a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._phase = ""
        self._bar: Any = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def show(self, phase: str, done: int, total: int) -> None:
        """Draw the progress of a phase."""
        if not self._shown:
            return
        if phase != self._phase:
            self._close()
            self._begin(phase, total)
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def _begin(self, phase: str, total: int) -> None:
        from tqdm import tqdm  # type: ignore[import-untyped]

        tqdm.monitor_interval = 0  # without a thread
        unit = (
            "B" if phase in _IN_BYTES else {"building": " pieces", "judging": " tokens"}.get(phase, " merges")
        )
        size = os.get_terminal_size(sys.stderr.fileno())
        self._phase = phase
        self._bar = tqdm(
            desc=phase,
            total=total,
            unit=unit,
            unit_scale=unit == "B",
            leave=False,
            file=sys.stderr,
            # Some terminals (of a serial line, of script(1)) say that they have 0 columns and lines.
            ncols=size.columns or 80,
            nrows=size.lines or 24,
        )

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
