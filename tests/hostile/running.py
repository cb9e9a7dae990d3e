"""Runs a campaign: a child process with limits tries file by file, and what ends it is counted too."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.hostile.cases import BAD, Outcome

ROOT = Path(__file__).parents[2]
SECONDS = 30.0  # for one file, on a machine under load
SHOWN = 3  # files of each bad end


@dataclass
class Found:
    """How many files of a kind ended how, and the first of each bad end."""

    counts: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)

    def add(self, number: int, outcome: Outcome) -> None:
        self.counts[outcome.name] += 1
        if outcome.name in BAD and self.counts[outcome.name] <= SHOWN:
            self.bad.append(f"{outcome.name}, file {number}: {outcome.detail}")


def campaign(kind: str, n: int, seed: str, first: int = 0, keep: Path | None = None) -> Found:
    """Try the files first to first + n - 1 of a kind and return how they ended; the bad go to `keep`."""
    found = Found()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        number = first
        while number < first + n:
            own = Path(folder, str(number))
            arguments = [kind, seed, str(number), str(first + n), str(own), str(keep or "")]
            for outcome in outcomes([sys.executable, "-m", "tests.hostile.worker", *arguments]):
                found.add(number, outcome)
                number += 1
    return found


def outcomes(command: list[str]) -> Iterator[Outcome]:
    """Yield how files ended, in order, until a child has tried all or one has ended the child."""
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=said, start_new_session=True
        ) as child,
    ):
        hung = threading.Event()
        try:
            if _line(child, hung) != b"ready\n":
                said.seek(0)
                raise RuntimeError(said.read().decode("utf-8", "replace"))
            while (line := _line(child, hung)).endswith(b"}\n"):
                yield Outcome(**json.loads(line))
        finally:
            _kill(child)
        if hung.is_set():
            yield Outcome("hang", f"over {SECONDS} s")
        elif line != b"done\n":
            said.seek(0)
            yield Outcome("death", f"exit {child.wait()}: {said.read()[-1000:]!r}")


def _line(child: subprocess.Popen[bytes], hung: threading.Event) -> bytes:
    """Return the next line of a child, which is ended where that takes too long."""
    assert child.stdout is not None

    def end() -> None:
        hung.set()
        _kill(child)

    watch = threading.Timer(SECONDS, end)
    watch.start()
    line = child.stdout.readline()
    watch.cancel()
    return line


def _kill(child: subprocess.Popen[bytes]) -> None:
    """End a child and what it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
