"""Saves a training run as it proceeds, and resumes it: the merges are those of one uninterrupted run.

Everything is checked before a run is resumed: the plan (options, sources, versions) before anything is read,
the corpus after it was read again and hashed, the pieces by their own hash, and each merge as it is learned
again.
"""

from __future__ import annotations

import json
import os
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError, Fact
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.formats import checkpoint_files as files
from workbench.formats.checkpoint_files import Generation, LogWriter, discard, is_held
from workbench.formats.files.atomic import save_error

__all__ = ["Checkpointing", "Interrupted", "Keeper", "discard_checkpoint", "hold_run", "interrupted_runs"]

SECONDS = 10.0  # between two blocks of the log
BLOCKS = 32  # of a log before a new generation is begun

Notice = tuple[str, Mapping[str, Fact]]  # code of `base.english`, facts
Plan = Mapping[str, Any]

discard_checkpoint = discard
hold_run = files.hold


@dataclass(frozen=True, slots=True)
class Checkpointing:
    """Where a run is saved.

    Attributes:
        folder: created if it does not exist.
        resume: continue the run in the folder; if there is none, begin at the start.
        seconds: work that may be lost, at most, in seconds.
        must: raise an error if the folder cannot be written to; else continue without a checkpoint, with a
            notice.

    """

    folder: str
    resume: bool = False
    seconds: float = SECONDS
    must: bool = True


@dataclass(frozen=True, slots=True)
class Interrupted:
    """An interrupted run that can be resumed.

    Attributes:
        folder: of its checkpoint.
        plan: its options and sources, as `TrainingRun.plan` returns them.
        n_merges: merges learned.
        changed: when it was last written to, in seconds since 1970.
        is_counted: the whole text was counted; else counting starts again.

    """

    folder: str
    plan: Plan
    n_merges: int
    changed: float
    is_counted: bool = True


def interrupted_runs(parent: str) -> list[Interrupted]:
    """Return the runs in a folder's folders that no process holds, the newest first."""
    runs = []
    try:
        folders = [entry.path for entry in os.scandir(parent) if entry.is_dir()]
    except OSError:
        return []
    for folder in folders:
        if is_held(folder) or os.path.exists(os.path.join(folder, files.RESULT_INDEX)):
            continue
        usable = next(_usable(_read_all(folder)), None)
        if usable is not None:
            changed = os.stat(files.generation_path(folder, usable.number)).st_mtime
            plan, is_counted = usable.header["plan"], "corpus" in usable.header
            runs.append(Interrupted(folder, plan, len(usable.merges), changed, is_counted))
    return sorted(runs, key=lambda run: run.changed, reverse=True)


class Keeper:
    """Keeps the checkpoint of one run.

    Attributes:
        replay: int64[m, 2], the merges to learn again; set by `choose`.
        notices: what was tolerated: an older generation used, a checkpoint that could not be written.
        written: when the last block was written, by `clock`; -1 before the first.

    """

    def __init__(self, wanted: Checkpointing, clock: Callable[[], float] = time.monotonic) -> None:
        self.replay: NDArray[np.int64] = np.zeros((0, 2), np.int64)
        self.notices: list[Notice] = []
        self.written = -1.0
        self._wanted = wanted
        self._folder = wanted.folder
        self._clock = clock
        self._lock: BinaryIO | None = None
        self._header: dict[str, Any] = {}
        self._generations: list[Generation] = []
        self._number = 0  # of the newest generation
        self._keep = 0  # of the one before it, to be kept
        self._log: LogWriter | None = None
        self._n_blocks = 0
        self._merges = array("i")  # left, right, … of all merges
        self._n_seen = self._n_written = 0

    # --- beginning ----------------------------------------------------------------------------------

    @property
    def takes_up(self) -> bool:
        """Whether a run is to be resumed and exists."""
        return self._wanted.resume and bool(files.generations(self._folder))

    def begin(self, plan: Plan) -> None:
        """Lock the folder, and look for a run to resume; nothing in it is changed yet.

        Raises:
            EngineError: "checkpoint_in_use", "checkpoint_other_options", "checkpoint_left", or the folder
                cannot be written to.

        """
        try:
            self._lock = files.hold(self._folder)
        except EngineError as error:
            if self._wanted.must or self._wanted.resume or error.code == "checkpoint_in_use":
                raise
            self._tell("checkpoint_not_written", reason=error.facts["reason"], folder=self._folder)
            return
        plan = json.loads(json.dumps(plan))  # as it will be read
        self._header = {"plan": plan}
        generations = _read_all(self._folder)
        self._number = generations[0].number if generations else 0
        if self._wanted.resume:
            self._generations = self._of_plan(generations, plan)
        else:
            _refuse_to_replace(generations, self._folder)
        self._write(lambda: files.remove_leftovers(self._folder), must=True)
        if not self._generations:
            self._write(lambda: self._start_anew(generations), must=True)

    def _start_anew(self, generations: Sequence[Generation]) -> None:
        """Write the first generation of a run, and remove all others in the folder."""
        files.remove_generations(self._folder, [old.number for old in generations])
        self._begin_generation()

    def _of_plan(self, generations: Sequence[Generation], plan: Plan) -> list[Generation]:
        """Return the generations of the same plan, the newest first; EngineError if all have others."""
        usable = list(_usable(generations))
        same = [old for old in usable if old.header["plan"] == plan]
        if usable and not same:
            name, then, now = first_difference(usable[0].header["plan"], plan)
            raise EngineError("checkpoint_other_options", file=self._folder, name=name, then=then, now=now)
        if generations and not usable:
            self._tell("checkpoint_unreadable", why=_why(generations[0]))
        elif not generations:
            self._tell("checkpoint_none", folder=self._folder)
        return same

    @property
    def has_counts(self) -> bool:
        """Whether there is a run to resume whose text was counted completely."""
        return any("corpus" in old.header for old in self._generations)

    def choose(self, corpus: Sequence[Mapping[str, Any]]) -> None:
        """Choose where to continue, after the corpus was read again.

        Raises:
            EngineError: "checkpoint_other_corpus".

        """
        corpus = json.loads(json.dumps(corpus))
        counted = [old for old in self._generations if "corpus" in old.header]
        same = [old for old in counted if old.header["corpus"] == corpus]
        if counted and not same:
            difference = corpus_difference(counted[0].header["corpus"], corpus)
            raise EngineError("checkpoint_other_corpus", file=self._folder, difference=difference)
        if not same:
            return
        chosen = max(same, key=lambda old: (len(old.merges), old.number))
        self._header = dict(chosen.header)
        self.replay = chosen.merges
        self._keep = chosen.number
        if chosen.number != self._number or chosen.fault:
            newest = files.read_generation(self._folder, self._number)
            self._tell("checkpoint_previous_used", n_merges=len(chosen.merges), why=_why(newest))

    def read_pieces(self) -> CountedPieces | None:
        """Return the counted pieces, None if they are not whole."""
        counted = files.read_pieces(self._folder)
        if counted is None:
            self.tell_counted_again()
        return counted

    def tell_counted_again(self) -> None:
        """Note that the counted pieces cannot be used and the text is counted again."""
        self._tell("checkpoint_counted_again")

    @property
    def fingerprint(self) -> str:
        """The hash of the pieces that the run began with, "" where it begins now."""
        return str(self._header.get("pieces", ""))

    def keep(
        self, corpus: Sequence[Mapping[str, Any]], fingerprint: str, counted: CountedPieces | None
    ) -> None:
        """Save what was counted (None if it is saved already), and begin the log."""
        if self.has_failed:
            return
        try:
            if counted is not None:
                files.write_pieces(self._folder, counted)
            self._header |= {"corpus": list(corpus), "pieces": fingerprint}
            self._merges = array("i", self.replay.astype(np.int32).tobytes())
            self._n_written = len(self.replay)
            self._begin_generation()
        except OSError as fault:
            self._fail(fault)

    # --- going on -----------------------------------------------------------------------------------

    def take(self, left: int, right: int) -> None:
        """Keep a merge, symbols of the trainer; those learned again are known."""
        self._n_seen += 1
        if self._n_seen <= len(self.replay) or self._log is None:
            return
        self._merges.extend((left, right))
        if self._clock() - self.written >= self._wanted.seconds:
            self.flush()

    def flush(self) -> None:
        """Write the merges that are not on the disk yet."""
        if self._log is None or self._n_written * 2 == len(self._merges):
            return
        self._write(self._append)

    def _append(self) -> None:
        if self._log is None:
            return
        merges = np.frombuffer(self._merges, np.int32).reshape(-1, 2)
        self._log.append(merges[self._n_written :])
        del merges  # an array that is looked at cannot grow
        self._n_written = len(self._merges) // 2
        self.written = self._clock()
        self._n_blocks += 1
        if self._n_blocks >= BLOCKS:
            self._begin_generation()

    def _begin_generation(self) -> None:
        """Begin a new generation with all merges so far; the one before it is kept, older ones are not."""
        if self._log is not None:
            self._log.close()
            self._keep = self._log.number
        self._number += 1
        merges = np.frombuffer(bytes(self._merges), np.int32).reshape(-1, 2)
        self._log = files.write_generation(self._folder, self._number, self._header, merges)
        kept = (self._number, self._keep)
        old = [number for number in files.generations(self._folder) if number not in kept]
        files.remove_generations(self._folder, old)
        self._n_blocks = 0
        self.written = self._clock()

    # --- ending -------------------------------------------------------------------------------------

    def close(self) -> None:
        """Write what is left and unlock the folder; the run can be resumed."""
        self.flush()
        self._let_go()

    def discard_if_empty(self) -> None:
        """Remove a checkpoint in which nothing was written down yet but the plan."""
        if not self._generations and "corpus" not in self._header:
            self.discard()

    def discard(self) -> None:
        """Remove the checkpoint: the run is over."""
        if self._log is not None:
            self._log.close()
            self._log = None
        discard(self._folder)
        self._let_go()

    def _let_go(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    @property
    def has_failed(self) -> bool:
        """Whether writing has stopped after an error."""
        return self._lock is None

    def _write(self, work: Callable[[], None], must: bool = False) -> None:
        try:
            work()
        except OSError as fault:
            if must:
                self._let_go()
                raise save_error(self._folder, fault, 0) from fault
            self._fail(fault)

    def _fail(self, fault: OSError) -> None:
        """Give up the checkpoint, not the run."""
        self._let_go()
        self._tell("checkpoint_not_written", reason=fault.strerror or str(fault), folder=self._folder)

    def _tell(self, code: str, **facts: Fact) -> None:
        self.notices.append((code, facts))


def _read_all(folder: str) -> list[Generation]:
    return [files.read_generation(folder, number) for number in files.generations(folder)]


def _usable(generations: Iterable[Generation]) -> Iterator[Generation]:
    return (old for old in generations if old.is_usable)


def _refuse_to_replace(generations: Sequence[Generation], folder: str) -> None:
    left = next((old for old in _usable(generations) if "corpus" in old.header), None)
    if left is not None:
        raise EngineError("checkpoint_left", file=folder, n_merges=len(left.merges))


def _why(old: Generation) -> str:
    """Return in a word or two why a generation was not used."""
    return {"version": "of another version", "cut": "cut short", "damaged": "damaged"}.get(
        old.fault, "of another run"
    )


def first_difference(then: object, now: object, name: str = "") -> tuple[str, str, str]:
    """Return (name, then, now) of the first entry that differs in two values made of plain ones."""
    if name.startswith("sources[") and isinstance(then, str) != isinstance(now, str):  # one read as it is
        then, now = ({"path": value} if isinstance(value, str) else value for value in (then, now))
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for key in sorted({*then, *now}):
            if then.get(key) != now.get(key):
                below = f"{name}.{key}" if name else str(key)
                return first_difference(then.get(key), now.get(key), below)
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for at, (old, new) in enumerate(zip(then, now, strict=True)):
            if old != new:
                return first_difference(old, new, f"{name}[{at + 1}]")
    return name, _short(then), _short(now)


def _short(value: object) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def same_corpus(then: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether two corpora agree in everything recorded of the first; older records hold less."""
    said = ({name: new.get(name) for name in old} for old, new in zip(then, now, strict=False))
    return len(then) == len(now) and list(map(dict, then)) == list(said)


def corpus_difference(then: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> str:
    """Return in what two corpora differ first: "/texts/notes.txt has changed"."""
    if len(then) != len(now):
        return f"{len(now)} sources, {len(then)} then"
    for old, new in zip(then, now, strict=True):
        if old != new:
            return _source_difference(old, new)
    return "nothing"


def _place(source: str, name: str) -> str:
    """Return the path of a file of a source, which is the file or a folder."""
    return source if os.path.basename(source) == name else os.path.join(source, name)


def _source_difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    before = {file["name"]: file for file in old.get("files", ())}
    after = {file["name"]: file for file in new.get("files", ())}
    if len(before) > 1 and not after:
        return f"no file of {old.get('source')} is there"
    for name in sorted({*before, *after}):
        place = _place(str(old.get("source", "")), name)
        if name not in after:
            return f"{place} is missing"
        if name not in before:
            return f"{place} is new"
        if before[name] != after[name]:
            return f"{place} has changed"
    name, was, is_now = first_difference(old, new)
    return f"{old.get('source')}: {name} is {is_now}, it was {was}"
