"""Runs a training as a job: merges in batches, snapshots for the live text, early end."""

from __future__ import annotations

import logging
import os
import time
from array import array
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.training.trainer import Merge, Progress
from workbench.worker.jobs.job import Job, Steps, Stopwatch
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.training_requests import recorded_of
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.messages.training import (
    HeldOutMeasured,
    MergesLearned,
    Train,
    Trained,
    TrainingAsks,
    TrainingCancelled,
    TrainingPaused,
    TrainingProgress,
    TrainingSnapshot,
)

log = logging.getLogger(__name__)

BATCH_SECONDS = 0.1
SNAPSHOT_SECONDS = 0.7
PORTION = 1024  # merges turned into a message between two points
HELD_OUT = 1 << 18  # bytes of held-out text that are encoded while the training goes on
JUDGED = 12  # sizes at least that a tokenizer is judged at, those of the first merges alone included
N_LONGEST = 5  # tokens shown at the end
_WAIT = 0.01  # seconds between two looks for an answer, or at the clock


class TrainingJob(Job):
    """A training run as a job, which can be stopped early with its result."""

    def __init__(self, store: Store, request: Train) -> None:
        self._stopped = self._to_hold = False
        self._n_merges = 0
        self._ended = False
        self._run: api.TrainingRun | None = None
        super().__init__(store, request, lambda store_, request_: self._train(store_, request_))

    def stop(self) -> None:
        """End at the next slice and keep the tokenizer of the merges so far."""
        self._stopped = True

    def hold(self, paused: bool) -> None:
        """Pause at the next slice, after all merges were reported, or continue."""
        self._to_hold = paused

    def step(self, until: float = 0.0) -> object:
        """Continue, as any job; before the first merge it can pause at any point."""
        item = super().step(until)
        if item is None and self._to_hold and not self._n_merges:
            return self._hold()
        return item

    def _hold(self) -> TrainingPaused:
        self._to_hold = False
        self.stopwatch.pause()
        return TrainingPaused(self.request_id, True)

    def cancelled(self) -> object:
        """Return the message for a canceled run, and delete its checkpoint."""
        if self._run is not None and not self._ended:
            self._run.discard_checkpoint()
        return TrainingCancelled(self.request_id, self._n_merges)

    def answer_full(self, drop: bool) -> None:
        """Say what to do past the limit of the distinct pieces: drop the rarest, or stop."""
        if self._run is not None:
            self._run.room.answer = "drop" if drop else "stop"

    def _train(self, store: Store, request: Train) -> Steps:
        run = self._run = self._new_run(store, request)
        report = _RunReport(store, request, run, self.stopwatch)
        try:
            for event in run.steps():
                yield from report.take(event)
                self._n_merges = report.n_merges
                if self._to_hold:
                    yield from report.catch_up()
                if self._to_hold:  # still
                    yield self._hold()
                if self._stopped and report.merging:
                    break
            trained = yield from report.finish("stopped" if self._stopped else run.ended_by or "stopped")
            _keep(store, request, trained.tokenizer.handle, run)  # first: the program may end with the answer
            self._ended = True
            yield trained
        finally:
            report.forget_snapshot()

    def _new_run(self, store: Store, request: Train) -> api.TrainingRun:
        repeats = None if request.repeats is None else recorded_of(store, request.repeats)
        options = replace(request.options, when_full="ask") if repeats is None else repeats.options
        sources = list(request.sources) if repeats is None else repeats.sources
        folder, resume = request.checkpoint, request.resume
        checkpoint = api.Checkpointing(folder, resume, must=False) if folder else None
        return api.TrainingRun(
            sources,
            options,
            store.training_child,
            checkpoint=checkpoint,
            kept=store.counts_kept,
            repeats=repeats,
        )


def _keep(store: Store, request: Train, handle: int, run: api.TrainingRun) -> None:
    """Keep the tokenizer in the run's folder until it is saved or discarded."""
    if not request.checkpoint:
        return
    try:
        api.keep_result(request.checkpoint, store.tokenizer(handle), request.name, run.plan())
        store.hold(request.checkpoint, handle)
    except EngineError:
        if not os.path.isdir(request.checkpoint):
            return  # saved or discarded meanwhile, and its folder with it
        # The window still has it, and the checkpoint may still be taken up: nothing is lost.
        log.warning("the tokenizer could not be kept in %s", request.checkpoint, exc_info=True)


class _RunReport:
    """Turns the events of a run into messages: merges in batches, a snapshot now and then."""

    def __init__(self, store: Store, request: Train, run: api.TrainingRun, stopwatch: Stopwatch) -> None:
        self._store = store
        self._request = request
        self._run = run
        self._stopwatch = stopwatch
        # left, right, count, tokens of each merge; no objects, see `Merges`
        self._batch = array("q")
        self._batch_sent = 0.0
        self._snapshot_sent = 0.0
        self._snapshot: TokenizerInfo | None = None
        self.n_merges = 0
        self._n_reported = 0
        self.merging = False
        self._asked = False
        self._n_judged = 0
        self._resident_before = resident_bytes()

    def take(self, event: object) -> Steps:
        if isinstance(event, Merge):
            self.merging = True
            self._batch.extend((event.left, event.right, event.count, event.n_tokens))
            self.n_merges += 1
            if self._stopwatch.seconds - self._batch_sent >= BATCH_SECONDS:
                yield from self._flush()
            else:
                point()
        elif isinstance(event, api.TableFull):
            yield from self._question(event)
        else:
            yield self._progress(event)

    def _question(self, event: api.TableFull) -> Steps:
        """Ask once, and wait a little until there is an answer."""
        if self._asked:
            time.sleep(_WAIT)
            point()
        else:
            self._asked = True
            yield TrainingAsks(self._request.request_id, event)

    def _progress(self, event: Any) -> TrainingProgress:  # noqa: ANN401 - the engine's progress classes
        self.merging = self.merging or (isinstance(event, Progress) and event.phase == "merging")
        return self._how_far(event.phase, event.done, event.total)

    def _how_far(self, phase: str, done: int, total: int) -> TrainingProgress:
        resident = resident_bytes()
        taken = max(0, resident - self._resident_before)
        seconds = self._stopwatch.seconds
        request_id, saved = self._request.request_id, self._saved()
        return TrainingProgress(
            request_id,
            phase,
            done=done,
            total=total,
            elapsed=seconds,
            memory=resident,
            saved=saved,
            run_memory=taken,
        )

    def _saved(self) -> float:
        """Return the seconds since the checkpoint was written last, -1 if there is none."""
        written = self._run.checkpoint_written
        return -1.0 if written < 0 else max(0.0, time.monotonic() - written)

    def _flush(self) -> Steps:
        self._batch_sent = self._stopwatch.seconds
        if self._batch:
            yield self._learned()
            yield self._how_far("merging", self._n_reported, self._run.n_merges_wanted)
        if self._stopwatch.seconds - self._snapshot_sent >= SNAPSHOT_SECONDS:
            yield from self._take_snapshot()
            self._snapshot_sent = self._stopwatch.seconds

    def catch_up(self) -> Steps:
        """Report all merges, and show their tokenizer while the run is paused."""
        if self.n_merges:
            self._snapshot_sent = -SNAPSHOT_SECONDS
            yield from self._flush()

    def _learned(self) -> MergesLearned:
        """Return the message with the merges since the last one; there may be thousands."""
        numbers = np.array(self._batch, np.int64).reshape(-1, 4)
        self._batch = array("q")
        first_rank, self._n_reported = self._n_reported, self._n_reported + len(numbers)
        tokens: list[bytes] = []
        lengths: list[int] = []
        for start in range(0, len(numbers), PORTION):
            portion = numbers[start : start + PORTION, 0].tolist()
            first_id = self._run.first_id + first_rank + start
            tokens += map(self._run.learned.token_bytes, range(first_id, first_id + len(portion)))
            lengths += map(len, map(self._run.learned.token_bytes, portion))
            point()
        return MergesLearned(
            request_id=self._request.request_id,
            first_rank=first_rank,
            pairs=numbers[:, :2].astype(np.uint32),
            counts=numbers[:, 2].copy(),
            n_tokens=numbers[:, 3].copy(),
            corpus_bytes=self._run.corpus_bytes,
            blob=b"".join(tokens),
            ends=ends_of(tokens),
            left_lengths=np.array(lengths, np.uint32),
            first_id=self._run.first_id,
            n_before=self._run.vocab_size - self._run.n_merges,
        )

    def _take_snapshot(self) -> Steps:
        opened = self._tokenizer()
        self.forget_snapshot()
        self._snapshot = self._store.add(opened, self._request.name)
        yield TrainingSnapshot(self._request.request_id, self._snapshot)
        measured = self._judge(opened.tokenizer)
        if measured is not None:
            yield measured

    def _judge(self, tokenizer: Tokenizer) -> HeldOutMeasured | None:
        """Encode some of the held-out text with a tokenizer, and return the result."""
        text = self._run.reading.held_out.beginning(HELD_OUT)[:HELD_OUT]
        if not text:
            return None
        n_tokens = 0
        for part in tokenizer.encode_parts(text):
            n_tokens += len(part.ids)
            point()
        self._n_judged += 1
        size = tokenizer.model.vocab_size
        return HeldOutMeasured(self._request.request_id, size, len(text), n_tokens)

    def _judge_prefixes(self, tokenizer: Tokenizer) -> Steps:
        """Evaluate the first merges at some sizes that a quick run passed."""
        n_merges = self._run.n_merges
        low = self._run.vocab_size - n_merges
        if self._n_judged >= JUDGED or n_merges < JUDGED or not self._run.reading.held_out.beginning(1):
            return
        for size in np.geomspace(low, low + n_merges, JUDGED, endpoint=False).astype(int).tolist():
            if tokenizer.model.capabilities.merge_order:
                part = tokenizer.at_vocab_size(size)
            else:
                part = self._tokenizer(size - low).tokenizer
            judged = self._judge(part)
            if judged is not None:
                yield judged

    def _tokenizer(self, n_merges: int | None = None) -> api.Opened:
        """Return the tokenizer of the merges so far, or of the first ones.

        A custom pattern runs in the live lane's child.
        """
        return self._run.opened(self._request.name, self._store.live_child, n_merges)

    def forget_snapshot(self) -> None:
        """Close the last snapshot's tokenizer."""
        if self._snapshot is not None:
            self._store.remove(self._snapshot.handle)
            self._snapshot = None

    def finish(self, reason: str) -> Generator[object, None, Trained]:
        """Send what is left, and return the tokenizer."""
        if self._batch:
            yield self._learned()
        opened = self._tokenizer()
        yield from self._judge_prefixes(opened.tokenizer)
        measured = self._judge(opened.tokenizer)
        if measured is not None:
            yield measured
        judged = self._run.judged(opened.tokenizer)
        used = self._run.count_used(opened.tokenizer)
        info = self._store.add(opened, self._request.name)
        counted = self._run.counted
        return Trained(
            request_id=self._request.request_id,
            tokenizer=info,
            reason=reason,
            elapsed=self._stopwatch.seconds,
            n_tokens=self._run.n_tokens,
            corpus_bytes=self._run.corpus_bytes,
            replaced=self._run.reading.replaced,
            skipped=tuple((skipped.path, skipped.code) for skipped in self._run.reading.skipped),
            dropped=0 if counted is None else counted.dropped.n_pieces,
            dropped_bytes=0 if counted is None else counted.dropped.n_bytes,
            held_out=(judged.get("judged_bytes", judged["bytes"]), judged["tokens"]),
            used=used,
            longest=self._run.learned.longest(N_LONGEST),
            notices=tuple((code, dict(facts)) for code, facts in self._run.notices),
            lost=0 if counted is None else counted.lost,
            n_faults=sum(self._run.reading.faults.values()),
        )


def ends_of(tokens: list[bytes]) -> NDArray[np.uint64]:
    """Return uint64[n], the ends of the joined tokens."""
    return np.cumsum([len(token) for token in tokens], dtype=np.uint64)


def resident_bytes() -> int:
    """Return the resident memory of this process in bytes, 0 if unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
