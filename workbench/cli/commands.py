"""Reads the standard output of a command in place of a file."""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import IO

from workbench.cli.streams import Bar
from workbench.engine.base.errors import EngineError

_PORTION = 1 << 20  # bytes read at a time
_SPARED = 1 << 30  # bytes left free in the temporary folder
_LAST = 1 << 12  # bytes of standard error in which its last line is looked for


def add_from_command(verb: argparse.ArgumentParser) -> None:
    """Add the flag; `command_read` does what it says."""
    verb.add_argument(
        "--from-command",
        nargs=argparse.REMAINDER,
        metavar="WORD",
        help="read the standard output of a command, run without a shell; comes last, with its words: "
        "--from-command zstd -dc texts.zst",
    )


@contextlib.contextmanager
def command_read(arguments: argparse.Namespace, sources: list[str]) -> Iterator[None]:
    """Run the command of the flag, if there is one, and add its output to the sources.

    Raises:
        EngineError: it cannot be run, or fails; it is killed if this program is stopped.

    """
    words: list[str] | None = arguments.from_command
    if words is None:
        yield
        return
    if not words:
        arguments.usage_error("argument --from-command: name a command")
    import tempfile  # here: few verbs are given a command

    from workbench.engine.corpus.source_options import STANDARD_INPUT

    with tempfile.TemporaryFile() as out, _on_standard_input():
        _run(words, out)
        os.dup2(out.fileno(), 0)
        os.lseek(0, 0, os.SEEK_SET)
        sources.append(STANDARD_INPUT)  # the same path in every run
        yield


@contextlib.contextmanager
def _on_standard_input() -> Iterator[None]:
    """Keep standard input, and put it back."""
    try:
        kept = os.dup(0)
    except OSError:  # it was closed at the start
        yield
        return
    try:
        yield
    finally:
        os.dup2(kept, 0)
        os.close(kept)


def _run(words: Sequence[str], out: IO[bytes]) -> None:
    """Write the output of a command to a file; raises EngineError."""
    import tempfile  # here: as above
    from subprocess import PIPE, Popen

    shown = shlex.join(words)
    folder = tempfile.gettempdir()
    with tempfile.TemporaryFile() as errors, Bar() as bar:
        try:
            process = Popen(words, stdout=PIPE, stderr=errors)  # noqa: S603  # that the user typed
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            raise EngineError("command_missing", command=shown, reason=reason) from fault
        with process:
            try:
                is_whole = _copy(process.stdout.fileno() if process.stdout else 0, out, folder, bar)
            except OSError:  # a quota, or a full disk of another system
                is_whole = False
            except BaseException:  # Ctrl+C too
                process.kill()
                raise
            if not is_whole:
                process.kill()
                raise EngineError("command_output_too_large", command=shown, folder=folder)
        if process.returncode:
            line = _last_line(errors)
            raise EngineError("command_failed", command=shown, status=_status(process.returncode), line=line)
        _pass_on(errors)


def _copy(descriptor: int, out: IO[bytes], folder: str, bar: Bar) -> bool:
    """Copy the output to its end; return False where it would take the room that other programs need."""
    n_bytes = 0
    while portion := os.read(descriptor, _PORTION):
        if shutil.disk_usage(folder).free < min(n_bytes, _SPARED):
            return False
        out.write(portion)
        n_bytes += len(portion)
        bar.show("reading", n_bytes, n_bytes)
    out.flush()
    return True


def _pass_on(errors: IO[bytes]) -> None:
    """Write what a command wrote to standard error to that of this program: it may warn and succeed."""
    errors.seek(0)
    for portion in iter(partial(errors.read, _PORTION), b""):
        print(portion.decode("utf-8", "replace"), end="", file=sys.stderr, flush=True)


def _status(code: int) -> str:
    return f"status {code}" if code > 0 else f"signal {-code}"


def _last_line(errors: IO[bytes]) -> str:
    """Return the last line on standard error that is not empty."""
    size = errors.seek(0, os.SEEK_END)
    errors.seek(max(0, size - _LAST))
    lines = [line.strip() for line in errors.read().decode("utf-8", "replace").splitlines()]
    return next((line for line in reversed(lines) if line), "it wrote nothing to standard error")
