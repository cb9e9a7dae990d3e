"""Requests become calls of the api and the engine, their answers messages; no Qt here.

A job is a generator that yields a message, or None at least every 20 ms, so that whoever runs it can
stop in between.
"""

from __future__ import annotations

import itertools
import logging
import os
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from workbench import api
from workbench.engine.errors import ENGLISH, EngineError
from workbench.engine.isolation import Child
from workbench.engine.tokenizer import Tokenizer
from workbench.engine.trainer import Merge, Progress
from workbench.worker import messages as m

log = logging.getLogger(__name__)

ENDED: Final = object()
READ_BYTES = 1 << 20
FOCUS_MARGIN = 4096
PART_BYTES = 1 << 16
FOLD_TOKENS = 8192
# A tokenizer with a format and without a path is the bundled sample.
SAMPLE_FORMAT = "minbpe"
BATCH_SECONDS = 0.1
SNAPSHOT_SECONDS = 0.7

Steps = Iterator[Any]


class Stopwatch:
    """Counts seconds, pauses left out."""

    def __init__(self) -> None:
        self._counted = 0.0
        self._since: float | None = time.perf_counter()

    @property
    def paused(self) -> bool:
        """Whether it holds."""
        return self._since is None

    @property
    def seconds(self) -> float:
        """Seconds counted so far."""
        return self._counted + (0.0 if self._since is None else time.perf_counter() - self._since)

    def pause(self) -> None:
        """Stop counting."""
        self._counted, self._since = self.seconds, None

    def resume(self) -> None:
        """Count on."""
        if self._since is None:
            self._since = time.perf_counter()


class Desk:
    """The open tokenizers by handle, shared by the lanes; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[int, tuple[Tokenizer, m.TokenizerInfo]] = {}
        self._handles = itertools.count(1)
        self._live_child = Child()
        self._training_child = Child()

    @property
    def live_child(self) -> Child:
        """The child process that splits by foreign patterns for open tokenizers."""
        return self._live_child

    @property
    def training_child(self) -> Child:
        """The child process of the training lane."""
        return self._training_child

    def add(self, opened: api.Opened, name: str) -> m.TokenizerInfo:
        """Give a tokenizer a handle and tell what the window has to know of it."""
        with self._lock:
            handle = next(self._handles)
            info = _describe(handle, opened, name)
            self._open[handle] = (opened.tokenizer, info)
        return info

    def replace(self, info: m.TokenizerInfo) -> None:
        """Keep what is now known of an open tokenizer."""
        with self._lock:
            tokenizer, _ = self._open[info.handle]
            self._open[info.handle] = (tokenizer, info)

    def tokenizer(self, handle: int) -> Tokenizer:
        """Return an open tokenizer; an EngineError where it has been closed meanwhile."""
        return self._entry(handle)[0]

    def info(self, handle: int) -> m.TokenizerInfo:
        """Return what the window knows of an open tokenizer."""
        return self._entry(handle)[1]

    def remove(self, handle: int) -> None:
        """Forget a tokenizer."""
        with self._lock:
            self._open.pop(handle, None)

    def close(self) -> None:
        """End the child processes."""
        self._live_child.close()
        self._training_child.close()

    def _entry(self, handle: int) -> tuple[Tokenizer, m.TokenizerInfo]:
        with self._lock:
            entry = self._open.get(handle)
        if entry is None:
            raise EngineError("tokenizer_closed", handle=handle)
        return entry


def _describe(handle: int, opened: api.Opened, name: str) -> m.TokenizerInfo:
    tokenizer = opened.tokenizer
    can = tokenizer.model.capabilities
    return m.TokenizerInfo(
        handle=handle,
        name=name,
        path=opened.path,
        format=opened.format,
        vocab_size=tokenizer.model.vocab_size,
        n_merges=tokenizer.model.n_merges,
        pattern_name=tokenizer.pre_tokenizer.name,
        pattern=tokenizer.pre_tokenizer.pattern,
        special_tokens=tuple(sorted(tokenizer.special_tokens.items(), key=lambda item: item[1])),
        merge_order=can.merge_order,
        trace=can.trace,
        byte_level=can.byte_level,
        writable_as=can.writable_as,
        notices=tuple((notice.code, dict(notice.facts)) for notice in opened.notices),
    )


class Job:
    """One request being met.

    Attributes:
        request: the message.
        stopwatch: how long it has run.

    """

    def __init__(self, desk: Desk, request: Any, steps: Callable[[Desk, Any], Steps]) -> None:  # noqa: ANN401
        self.request = request
        self.stopwatch = Stopwatch()
        self._steps = self._begin(desk, steps)

    @property
    def request_id(self) -> int:
        """The id of the request."""
        return int(self.request.request_id)

    def _begin(self, desk: Desk, steps: Callable[[Desk, Any], Steps]) -> Steps:
        return steps(desk, self.request)

    def step(self) -> object:
        """Run one slice; returns a message, None, or ENDED. What goes wrong becomes a `Failed`."""
        try:
            return next(self._steps, ENDED)
        except EngineError as error:
            return _failed(self.request, error)
        except MemoryError:
            return _failed(self.request, EngineError("out_of_memory"))
        except Exception as error:
            log.exception("%s failed", type(self.request).__name__)
            return _failed(self.request, EngineError("internal", reason=f"{type(error).__name__}: {error}"))

    def close(self) -> None:
        """Give up; what the steps hold open is closed."""
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()

    def cancelled(self) -> object:
        """Return the message that says that the job was given up."""
        return m.JobCancelled(self.request_id)


class TrainingJob(Job):
    """A training run: as a job, and it can be ended early with what it has."""

    def __init__(self, desk: Desk, request: m.Train) -> None:
        self._stopped = False
        self._n_merges = 0
        super().__init__(desk, request, lambda desk_, request_: self._train(desk_, request_))

    def stop(self) -> None:
        """End at the next slice and keep the tokenizer of the merges so far."""
        self._stopped = True

    def cancelled(self) -> object:
        """Return the message that says that the run was given up."""
        return m.TrainingCancelled(self.request_id, self._n_merges)

    def _train(self, desk: Desk, request: m.Train) -> Steps:
        run = api.TrainingRun(request.sources, options_of(request.options), child=desk.training_child)
        report = _RunReport(desk, request, run, self.stopwatch)
        try:
            for event in run.steps():
                yield from report.take(event)
                self._n_merges = report.n_merges
                if self._stopped and report.merging:
                    break
            yield from report.finish("stopped" if self._stopped else run.ended_by)
        finally:
            report.forget_snapshot()


def options_of(options: m.TrainingOptions) -> api.Options:
    """Turn the options of a message into those of the api."""
    return api.Options(
        preset=options.preset,
        pattern=options.pattern or None,
        vocab_size=options.vocab_size,
        min_count=options.min_count,
        max_token_length=options.max_token_length or None,
        tie=options.tie,
        special_tokens=options.special_tokens,
    )


class _RunReport:
    """Turns the events of a run into messages: merges in batches, a snapshot now and then."""

    def __init__(self, desk: Desk, request: m.Train, run: api.TrainingRun, stopwatch: Stopwatch) -> None:
        self._desk = desk
        self._request = request
        self._run = run
        self._stopwatch = stopwatch
        self._batch: list[Merge] = []
        self._tokens: list[bytes] = []
        self._batch_sent = 0.0
        self._snapshot_sent = 0.0
        self._snapshot: m.TokenizerInfo | None = None
        self.n_merges = 0
        self.merging = False

    def take(self, event: object) -> Steps:
        if isinstance(event, Merge):
            self.merging = True
            self._batch.append(event)
            self.n_merges += 1
            if self._stopwatch.seconds - self._batch_sent >= BATCH_SECONDS:
                yield from self._flush()
            else:
                yield None
        elif event is None:
            yield None
        else:
            yield self._progress(event)

    def _progress(self, event: Any) -> m.TrainingProgress:  # noqa: ANN401 - the engine's progress classes
        self.merging = self.merging or (isinstance(event, Progress) and event.phase == "merging")
        return m.TrainingProgress(
            self._request.request_id,
            event.phase,
            event.done,
            event.total,
            self._stopwatch.seconds,
            resident_bytes(),
        )

    def _flush(self) -> Steps:
        self._batch_sent = self._stopwatch.seconds
        if self._batch:
            yield self._learned()
            last = self._batch[-1]
            self._batch = []
            total = self._run.n_merges_wanted
            yield m.TrainingProgress(
                self._request.request_id,
                "merging",
                last.rank + 1,
                total,
                self._stopwatch.seconds,
                resident_bytes(),
            )
        if self._stopwatch.seconds - self._snapshot_sent >= SNAPSHOT_SECONDS:
            yield from self._take_snapshot()
            self._snapshot_sent = self._stopwatch.seconds

    def _learned(self) -> m.MergesLearned:
        batch = self._batch
        tokens = [self._run.token_bytes(merge.new_id) for merge in batch]
        lefts = [self._run.token_bytes(merge.left) for merge in batch]
        return m.MergesLearned(
            request_id=self._request.request_id,
            first_rank=batch[0].rank,
            pairs=np.array([(merge.left, merge.right) for merge in batch], dtype=np.uint32),
            counts=np.array([merge.count for merge in batch], dtype=np.int64),
            n_tokens=np.array([merge.n_tokens for merge in batch], dtype=np.int64),
            corpus_bytes=self._run.corpus_bytes,
            blob=b"".join(tokens),
            ends=_ends(tokens),
            left_blob=b"".join(lefts),
            left_ends=_ends(lefts),
        )

    def _take_snapshot(self) -> Steps:
        opened = yield from self._tokenizer()
        self.forget_snapshot()
        self._snapshot = self._desk.add(opened, self._request.name)
        yield m.TrainingSnapshot(self._request.request_id, self._snapshot)

    def _tokenizer(self) -> Generator[None, None, api.Opened]:
        """Return the tokenizer of the merges so far; a custom pattern runs in the live lane's child."""
        for opened in self._run.opened_steps(self._request.name, self._desk.live_child):
            if opened is not None:
                return opened
            yield None
        raise RuntimeError("no tokenizer was made")

    def forget_snapshot(self) -> None:
        """Close the last snapshot's tokenizer."""
        if self._snapshot is not None:
            self._desk.remove(self._snapshot.handle)
            self._snapshot = None

    def finish(self, reason: str) -> Steps:
        """Send what is left, and the tokenizer."""
        if self._batch:
            yield self._learned()
        info = self._desk.add((yield from self._tokenizer()), self._request.name)
        yield m.Trained(
            request_id=self._request.request_id,
            tokenizer=info,
            reason=reason,
            elapsed=self._stopwatch.seconds,
            n_tokens=self._run.n_tokens,
            corpus_bytes=self._run.corpus_bytes,
            replaced=self._run.replaced,
            skipped=self._run.skipped,
        )


def _ends(tokens: list[bytes]) -> NDArray[np.uint64]:
    return np.cumsum([len(token) for token in tokens], dtype=np.uint64)


def resident_bytes() -> int:
    """Return the resident memory of this process in bytes, 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


# --- the jobs and live lanes ----------------------------------------------------------------------


def _open(desk: Desk, request: m.OpenTokenizer) -> Steps:
    yield m.JobProgress(request.request_id, "open", Path(request.path).name, 0, 0)
    if not request.path:
        sample = replace(api.open_sample(), format=SAMPLE_FORMAT)
        yield m.TokenizerOpened(request.request_id, desk.add(sample, sample.tokenizer.name))
        return
    for opened in api.open_steps(request.path, child=desk.live_child):
        if opened is None:
            yield None
        else:
            name = opened.tokenizer.name or Path(request.path).stem
            yield m.TokenizerOpened(request.request_id, desk.add(opened, name))


def _save(desk: Desk, request: m.SaveTokenizer) -> Steps:
    yield m.JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    tokenizer = desk.tokenizer(request.handle)
    for saved in api.save_steps(tokenizer, request.path, request.format):
        if saved is None:
            yield None
        else:
            info = _describe(request.handle, saved.opened, Path(request.path).stem)
            desk.replace(info)
            yield m.TokenizerSaved(request.request_id, info, saved.files)


def _close(desk: Desk, request: m.CloseTokenizer) -> Steps:
    desk.remove(request.handle)
    yield None


def _list_vocab(desk: Desk, request: m.ListVocab) -> Steps:
    tokenizer = desk.tokenizer(request.handle)
    total = tokenizer.model.vocab_size
    table = None
    for table in tokenizer.vocab_table_steps():
        if table is None:
            yield m.JobProgress(request.request_id, "list", tokenizer.name, 0, total)
    if table is None:
        return
    tokens = _cut(table.blob, table.ends)
    folded: list[bytes] = []
    for start in range(0, len(tokens), FOLD_TOKENS):
        folded.extend(_fold(token) for token in tokens[start : start + FOLD_TOKENS])
        yield m.JobProgress(request.request_id, "list", tokenizer.name, start, total)
    order = np.array(sorted(range(len(tokens)), key=tokens.__getitem__), dtype=np.int32)
    byte_order = np.empty_like(order)
    byte_order[order] = np.arange(len(order), dtype=np.int32)
    yield m.VocabListed(
        request.request_id,
        request.handle,
        ids=table.ids,
        blob=table.blob,
        ends=table.ends,
        ranks=table.ranks,
        pairs=table.pairs,
        kinds=table.kinds,
        partial=np.array([not _is_utf8(token) for token in tokens], dtype=np.bool_),
        byte_order=byte_order,
        folded=b"".join(folded),
        folded_ends=_ends(folded),
    )


def _cut(blob: bytes, ends: NDArray[np.uint64]) -> list[bytes]:
    borders = [0, *ends.tolist()]
    return [blob[start:end] for start, end in itertools.pairwise(borders)]


def _fold(token: bytes) -> bytes:
    return token.decode("utf-8", "replace").lower().encode()


def _is_utf8(token: bytes) -> bool:
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


def _read_text(desk: Desk, request: m.ReadText) -> Steps:
    path = Path(request.path)
    parts: list[bytes] = []
    done = 0
    for part in api.read_bytes(path):
        parts.append(part)
        done += len(part)
        yield m.JobProgress(request.request_id, "read", path.name, done, 0)
    yield m.TextRead(request.request_id, request.path, b"".join(parts))


def _scan(desk: Desk, request: m.ScanSources) -> Steps:
    found: list[m.SourceInfo] = []
    for path in request.paths:
        summary = None
        for seen in api.scan_steps(path):
            summary = seen
            yield m.JobProgress(request.request_id, "scan", path, len(found), len(request.paths))
        if summary is not None:
            found.append(
                m.SourceInfo(
                    path=path,
                    kind=summary.kind,
                    name=summary.name,
                    n_files=summary.n_files,
                    n_bytes=summary.n_bytes,
                    n_invalid=summary.n_invalid,
                    problem=summary.problem,
                )
            )
    yield m.SourcesScanned(request.request_id, tuple(found))


def _sort(desk: Desk, request: m.SortPaths) -> Steps:
    tokenizers: list[str] = []
    for path in request.paths:
        if api.is_tokenizer_file(path):
            tokenizers.append(path)
        yield None
    others = tuple(path for path in request.paths if path not in tokenizers)
    yield m.PathsSorted(request.request_id, tuple(tokenizers), others, request.use)


def _encode(desk: Desk, request: m.Encode) -> Steps:
    """Encode what is seen first, then the rest from the start."""
    tokenizer, text, specials = desk.tokenizer(request.handle), request.text, request.specials
    start, end = max(0, request.focus[0] - FOCUS_MARGIN), min(len(text), request.focus[1] + FOCUS_MARGIN)
    first = yield from tokenizer.previous_border_steps(text, start, specials)
    last = yield from tokenizer.next_border_steps(text, end, specials)
    n_tokens = n_characters = n_lost = n_done = 0
    for start, end in ((first, last), (0, first), (last, len(text))):
        while start < end:
            wished = min(len(text), start + PART_BYTES)
            stop = min(end, (yield from tokenizer.next_border_steps(text, wished, specials)))
            ids, spans = yield from _encode_stretch(tokenizer, request, start, stop)
            yield m.EncodedPart(request.request_id, request.handle, start, stop, ids, spans)
            n_tokens += len(ids)
            n_characters += len(text[start:stop].decode("utf-8", "surrogateescape"))
            n_lost += stop - start - int((spans[:, 1] - spans[:, 0]).sum())
            n_done += stop - start
            yield m.JobProgress(request.request_id, "encode", tokenizer.name, n_done, len(text))
            start = stop
    special_texts = () if specials == "all" else _special_texts(tokenizer, text)
    yield m.Encoded(
        request.request_id, request.handle, n_tokens, len(text), n_characters, special_texts, n_lost
    )


def _encode_stretch(
    tokenizer: Tokenizer, request: m.Encode, start: int, stop: int
) -> Generator[None, None, tuple[NDArray[np.uint32], NDArray[np.uint64]]]:
    """Return ids and spans of the bytes between two borders."""
    ids, spans = [np.empty(0, np.uint32)], [np.empty((0, 2), np.uint64)]
    for part in tokenizer.encode_steps(request.text, request.specials, start, stop):
        if part is None:
            yield None
        else:
            ids.append(part.ids)
            spans.append(part.spans)
    return np.concatenate(ids), np.concatenate(spans)


def _special_texts(tokenizer: Tokenizer, text: bytes) -> tuple[tuple[str, int], ...]:
    counts = ((special, text.count(special.encode())) for special in tokenizer.special_tokens)
    return tuple((special, count) for special, count in counts if count)


_STEPS: Final[dict[type, Callable[[Desk, Any], Steps]]] = {
    m.OpenTokenizer: _open,
    m.SaveTokenizer: _save,
    m.CloseTokenizer: _close,
    m.ListVocab: _list_vocab,
    m.ReadText: _read_text,
    m.ScanSources: _scan,
    m.SortPaths: _sort,
    m.Encode: _encode,
}


def start(desk: Desk, request: Any) -> Job:  # noqa: ANN401 - any request class of messages
    """Return the job that meets a request; nothing has run yet."""
    if isinstance(request, m.Train):
        return TrainingJob(desk, request)
    return Job(desk, request, _STEPS[type(request)])


def _failed(request: Any, error: EngineError) -> m.Failed:  # noqa: ANN401 - any request class of messages
    prose = ENGLISH[error.code]
    return m.Failed(
        request_id=request.request_id,
        what=type(request).__name__,
        code=error.code,
        file=error.file,
        place=None if error.place is None else (error.place.kind, error.place.value),
        cause=prose.cause,
        remedy=prose.remedy,
        facts=dict(error.facts),
        details="".join(traceback.format_exception(error)),
    )
