"""A program for tests/api/test_checkpoints.py: training runs kill themselves by SIGKILL, and are taken up.

`python -m tests.killed_runs FOLDER N SEED` prints a line of JSON for each of N runs, which are killed at
points in all that they do by turns (counting, keeping the pieces, writing the log, rotating it, merging),
taken up, killed once more at a point drawn by lot, and taken up again. Each run is a fork of this process,
which saves the time to start an interpreter.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from workbench import api
from workbench.api import checkpoints
from workbench.formats import checkpoint_files

TOLD_BY_THE_CLOCK = ("counting", "checking", "reading", "building")
PHASES = {"reading": "counting", "checking": "counting", "building": "merging"}  # parts of a larger one
OPTIONS = api.Options(vocab_size=256 + 24)
Point = tuple[str, int]  # what is being done, and for the how manieth time


class Points:
    """Counts what a run does, and kills it at one point: in the middle of a write, before anything else."""

    def __init__(self, fatal: Point | None) -> None:
        self.seen: Counter[str] = Counter()
        self._fatal = fatal
        self._doing = "log"

    def pass_by(self, what: str, before_death: Callable[[], object] = lambda: None) -> None:
        self.seen[what] += 1
        if (what, self.seen[what]) == self._fatal:
            before_death()
            os.kill(os.getpid(), signal.SIGKILL)

    def install(self) -> None:
        """Hook into what writes, syncs, renames and removes the files of a checkpoint."""
        real_write = checkpoint_files._write

        def write(file: Any, data: bytes) -> None:
            half = memoryview(data)[: len(data) // 2]
            self.pass_by(f"{self._doing}: writing", lambda: file.write(half))
            real_write(file, data)

        checkpoint_files._write = write
        os.pread = self._hooked_read(os.pread)
        for name in ("fsync", "replace", "unlink"):
            # A kill loses nothing that the system has been given: waiting for the disk would only take time.
            real = (lambda descriptor: None) if name == "fsync" else getattr(os, name)
            setattr(os, name, self._hooked(name, real))
        for name, doing in (("write_generation", "rotation"), ("remove_generations", "rotation")):
            setattr(checkpoint_files, name, self._named(doing, getattr(checkpoint_files, name)))
        real_pieces = checkpoint_files.write_pieces

        def pieces(*given: Any) -> None:
            self._doing = "pieces"
            real_pieces(*given)
            self._doing = "log"

        checkpoint_files.write_pieces = pieces

    def _hooked(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def hooked(*given: Any) -> Any:
            self.pass_by(f"{self._doing}: {name}")
            return real(*given)

        return hooked

    def _hooked_read(self, real: Callable[[int, int, int], bytes]) -> Callable[[int, int, int], bytes]:
        def read(descriptor: int, size: int, offset: int) -> bytes:
            data = real(descriptor, size, offset)
            if data:  # of the corpus, between two parts of it that are counted
                self.pass_by("counting: read")
            return data

        return read

    def _named(self, doing: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def named(*given: Any) -> Any:
            before, self._doing = self._doing, doing
            try:
                return real(*given)
            finally:
                self._doing = before

        return named


def train(corpus: str, folder: str, out: str, resume: bool, points: Points) -> None:
    wanted = api.Checkpointing(folder, resume, seconds=0.0)
    run = api.TrainingRun([corpus], OPTIONS, checkpoint=wanted)
    for event in run.steps():
        phase = "merging" if isinstance(event, api.Merge) else getattr(event, "phase", "counting")
        if phase != "merging" or isinstance(event, api.Merge):  # the progress of merging tells nothing new
            points.pass_by(phase)
    api.save_file(run.tokenizer("killed"), out)
    run.discard_checkpoint()


def in_a_fork(*given: Any) -> tuple[bool, dict[str, int]]:
    """Train in a fork; return whether it came to its end, and what it passed by."""
    *arguments, fatal = given
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            points = Points(fatal)
            points.install()
            train(*arguments, points)
            os.write(writer, json.dumps(points.seen).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        seen = pipe.read()
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status) and os.WEXITSTATUS(status):
        raise RuntimeError("the run failed, see above")
    return not os.WIFSIGNALED(status), json.loads(seen or "{}")


def phase_of(what: str) -> str:
    """Return the phase of a run that a point lies in."""
    name = what.partition(":")[0]
    return PHASES.get(name, name)


def spread(seen: dict[str, int], n: int) -> list[Point]:
    """Return n points, of each phase as many as of every other.

    What is told by the clock, another run may tell less often: of that only the first time is sure to come.
    """
    by_phase: dict[str, dict[str, int]] = {}
    for what, times in sorted(seen.items()):
        by_phase.setdefault(phase_of(what), {})[what] = 1 if what in TOLD_BY_THE_CLOCK else times
    in_turn = itertools.cycle([points_of(whats) for _, whats in sorted(by_phase.items())])
    return [next(points) for points in itertools.islice(in_turn, n)]


def points_of(seen: dict[str, int]) -> Iterator[Point]:
    """Yield points: first those done for the first time, then the last, then in between, then any by lot."""
    found: dict[Point, None] = {}
    for part in (1, 10**9, *(10**9 // 2**k for k in range(1, 30))):
        for what, times in sorted(seen.items()):
            found[what, max(1, times * part // 10**9)] = None
    yield from found
    every = [(what, i) for what, times in sorted(seen.items()) for i in range(1, times + 1)]
    chance = random.Random(1)
    while True:
        yield chance.choice(every)


def main() -> None:
    """Print a line for each run."""
    base, n, chance = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    checkpoints.BLOCKS = 6
    corpus, wanted, out, folder = (str(base / name) for name in ("corpus", "wanted.model", "out.model", "c"))
    api.save_file(_whole(corpus), wanted)
    _remove(out)
    _, seen = in_a_fork(corpus, folder, out, False, None)
    for point in spread(seen, n):
        _remove(out)
        second = chance.choice(sorted(seen)), 1 + chance.randrange(3)
        killed = [not in_a_fork(corpus, folder, out, False, point)[0]]
        for fatal in (second, None):
            killed.append(not in_a_fork(corpus, folder, out, True, fatal)[0])
        same = all(
            Path(out + end).read_bytes() == Path(wanted + end).read_bytes() for end in ("", ".card.json")
        )
        told = {"phase": phase_of(point[0]), "point": point, "killed": killed, "same": same}
        print(json.dumps({**told, "left": os.path.exists(folder)}))


def _remove(out: str) -> None:
    """Remove what was saved; over an older file more is written."""
    for path in (out, f"{out}.card.json"):
        Path(path).unlink(missing_ok=True)


def _whole(corpus: str) -> Any:
    run = api.TrainingRun([corpus], OPTIONS)
    for _ in run.steps():
        pass
    return run.tokenizer("killed")


if __name__ == "__main__":
    main()
