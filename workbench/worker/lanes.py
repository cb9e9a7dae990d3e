"""The three lanes: QObjects that live on threads of their own and run jobs a slice at a time.

A job works with the Qt-free engine. A lane lets it run for some milliseconds, goes back to its event loop,
where a cancel, a pause or a newer request may wait, and lets it run again. So cancelling and pausing live
here, and the algorithms know nothing of them: they call `pace.point()`.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections import deque
from collections.abc import Callable
from math import ceil
from typing import Any, ClassVar, overload

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from workbench.worker import taking_turns
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.job import ENDED, Job, Rest
from workbench.worker.jobs.open_tokenizers import REST_SECONDS, Desk
from workbench.worker.jobs.training import TrainingJob
from workbench.worker.messages.chat import ChatRendered, RenderChat
from workbench.worker.messages.corpus import (
    CorpusMeasured,
    FilesListed,
    FilesLookedAt,
    SourcePreviewed,
    SourcesScanned,
)
from workbench.worker.messages.export import ExportEnded, ExportProved, ExportStepped, TargetsListed
from workbench.worker.messages.files import FileEncoded, FileWritten
from workbench.worker.messages.finding import FindText, Found, Replaced, ReplaceText
from workbench.worker.messages.lab import (
    AlternativesCounted,
    ComparePieces,
    MeasurePattern,
    PatternFaulty,
    PatternMeasured,
    PatternRepaired,
    PatternSplit,
    PatternTextRead,
    PiecesCompared,
    ReadPatternText,
    RepairPattern,
    SplitByPattern,
)
from workbench.worker.messages.pipeline import PipelineShown, ShowPipeline
from workbench.worker.messages.published import Fetched, FetchProgressed, PublishedListed
from workbench.worker.messages.requests import Ended, Failed, JobCancelled, JobProgress
from workbench.worker.messages.text import (
    CountSizes,
    CutSizes,
    Decode,
    Decoded,
    Encode,
    Encoded,
    EncodedPart,
    Explain,
    Explained,
    FindWordSize,
    PathsSorted,
    SizesCounted,
    SizesCut,
    TextRead,
    WordSized,
    WordSizeProgress,
)
from workbench.worker.messages.tokenizers import (
    TellToken,
    TokenizerOpened,
    TokenizerRenamed,
    TokenizerSaved,
    TokenTold,
    VocabExported,
    VocabListed,
)
from workbench.worker.messages.training import (
    EstimateTraining,
    HeldOutMeasured,
    InterruptedFound,
    MergesLearned,
    RecordRead,
    ResultOpened,
    Train,
    Trained,
    TrainingAsks,
    TrainingCancelled,
    TrainingEstimated,
    TrainingPaused,
    TrainingProgress,
    TrainingSnapshot,
)
from workbench.worker.replies import Reply, RunReply
from workbench.worker.window_turn import WindowTurn

SLICE_SECONDS = 0.004  # between two turns of the window
REST_MILLISECONDS = 50  # between two looks at whether the person is still at it
MOMENT_SECONDS = 0.005  # that the window waits for the tokens of what is seen before it goes on
PROGRESS_SECONDS = 1 / 30
PROGRESS = (TrainingProgress, JobProgress, WordSizeProgress, FetchProgressed)

# Which lane meets a request; the jobs lane where none is named.
_LANES = {
    "training": (Train, EstimateTraining, FindWordSize),
    "live": (Encode, Explain, TellToken, CountSizes, CutSizes, Decode, ShowPipeline, RenderChat),
    "find": (FindText, ReplaceText),
    "lab": (ReadPatternText, SplitByPattern, RepairPattern, MeasurePattern, ComparePieces),
}
_QUEUED = Qt.ConnectionType.QueuedConnection


class _Thread(QThread):
    """A thread that Python knows from its first event to its last, as the greenlets of jobs need."""

    def run(self) -> None:
        """Handle events; Qt's own would enter Python anew for each, and end what it knows of the thread."""
        self.exec()


class Lane(QObject):
    """One queue of jobs on one thread.

    Attributes:
        FACTS: for each class of result the name of the signal that carries it.

    Signals:
        told: a message, whatever it answers; after the last one of a request comes `Ended`.
        failed: Failed, a request could not be met.
        busy_changed: (lane, bool), the lane has started or ended its work.
        asked, cancel_asked: of the window's thread, for `submit` and `cancel` in the lane's own.

    """

    FACTS: ClassVar[dict[type, str]] = {Failed: "failed"}

    told = Signal(object)
    failed = Signal(object)
    busy_changed = Signal(object, bool)
    asked = Signal(object)
    cancel_asked = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._turn = WindowTurn()
        self._waiting: deque[Any] = deque()
        self._job: Job | None = None
        self._aside: list[Job] = []  # half done, the last one the first to go on
        self._told: dict[tuple[int, type, str], float] = {}  # when progress of each kind was told last
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._advance)
        self._resting = QTimer(self, singleShot=True, interval=1000 * REST_SECONDS)
        self._resting.timeout.connect(desk.rest)
        # Queued, said outright: a slot called from the window's thread would run the job there.
        self.asked.connect(self.submit, _QUEUED)
        self.cancel_asked.connect(self.cancel, _QUEUED)

    @Slot(object)
    def submit(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        """Queue a request."""
        self._make_room(request)
        ahead = sum(not self._goes_before(request, other) for other in self._waiting)
        self._waiting.insert(ahead, request)
        job = self._job
        if job is not None and self._goes_before(request, job.request) and self._may_wait(job):
            self._aside.append(job)
            self._job = None
        if self._job is None:
            self._start_next()

    def _goes_before(self, request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
        """Tell whether a request is met before an earlier one; here they are met in the order they came."""
        return False

    def _may_wait(self, job: Job) -> bool:
        """Tell whether another job may run while this one is half done."""
        return False

    def _make_room(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        """Drop what the request takes the place of; nothing here."""

    @Slot(int)
    def cancel(self, request_id: int) -> None:
        """Give up a request, running or waiting; a request that is unknown or over is left alone."""
        running = self._job
        if self._withdraw(lambda request: request.request_id == request_id) and running is not self._job:
            self._start_next()

    def _withdraw(self, is_meant: Callable[[Any], bool], to_all: bool = True) -> bool:
        """Give up requests, running or waiting, and tell so; tells whether there were any."""
        tell = self._tell if to_all else self.told.emit
        gone = [request for request in self._waiting if is_meant(request)]
        self._waiting = deque(request for request in self._waiting if not is_meant(request))
        jobs = [job for job in self._aside if is_meant(job.request)]
        self._aside = [job for job in self._aside if job not in jobs]
        for request in gone:
            tell(JobCancelled(request.request_id))
            tell(Ended(request.request_id))
        for job in jobs:
            job.close()
        if self._job is not None and is_meant(self._job.request):
            jobs.append(self._job)
            self._drop()
        for job in jobs:
            tell(job.cancelled())
            tell(Ended(job.request_id))
        return bool(gone or jobs)

    @Slot()
    def give_up_all(self) -> None:
        """Give up what need not be ended; `busy_changed` tells when the rest is done, if any."""
        self._give_up()
        if self._job is None:
            self._start_next()

    def _give_up(self) -> None:
        begun = self._aside if self._job is None else [*self._aside, self._job]
        for request in [*self._waiting, *(job.request for job in begun)]:
            if not taking_turns.must_end(request):
                self.cancel(request.request_id)

    @Slot()
    def shut_down(self) -> None:
        """Drop everything without a word, as the program ends."""
        self._waiting.clear()
        for job in self._aside:
            job.close()
        self._aside.clear()
        self._drop()
        self._resting.stop()
        self.thread().quit()

    def _start_next(self) -> None:
        first = self._waiting[0] if self._waiting else None
        if self._aside and (first is None or not self._goes_before(first, self._aside[-1].request)):
            self._job = self._aside.pop()
        elif first is not None:
            self._job = jobs.start(self._desk, self._waiting.popleft())
        else:
            self._timer.stop()
            self._resting.start()
            self.busy_changed.emit(self, False)
            return
        self._timer.start(0)
        self.busy_changed.emit(self, True)

    def _drop(self) -> None:
        if self._job is not None:
            self._job.close()
            self._job = None
            self._timer.stop()

    def _gives_way(self) -> bool:
        """Tell whether the window goes before what is done now."""
        return True

    @Slot()
    def _advance(self) -> None:
        if self._gives_way():
            self._turn.wait()
        until = time.perf_counter() + SLICE_SECONDS
        while (job := self._job) is not None and not job.stopwatch.paused and not self._rests(job):
            result = job.step(until)
            if result is ENDED:
                self._job = None
                self._tell(Ended(job.request_id))
                self._start_next()
                return
            if isinstance(result, Rest):
                if not self._is_waited_for():
                    self._timer.setInterval(ceil(result.seconds * 1000))
                    return
            elif result is not None:
                self._tell(result)
            if job.stopwatch.paused:
                self._timer.stop()
            if time.perf_counter() >= until:
                return

    def _is_waited_for(self) -> bool:
        """Tell whether somebody waits for another request than the one that is being met."""
        return any(not taking_turns.may_rest(request) for request in self._waiting)

    def _rests(self, job: Job) -> bool:
        """Leave a job alone for now where nobody waits and the person is at it; tells whether so."""
        rests = taking_turns.may_rest(job.request, job.stopwatch.seconds) and not self._is_waited_for()
        left = self._desk.attention.seconds_left if rests else 0.0
        interval = min(ceil(left * 1000), REST_MILLISECONDS)
        if interval != self._timer.interval():
            self._timer.setInterval(interval)
        return left > 0

    def _tell(self, result: object) -> None:
        """Emit a result; progress too soon after the last of its kind is dropped.

        The window's thread may be held up: what it has not taken yet must not pile up.
        """
        if isinstance(result, PROGRESS):
            phase = getattr(result, "phase", "") or getattr(result, "what", "")
            kind = result.request_id, type(result), phase
            now = time.perf_counter()
            if now - self._told.get(kind, 0.0) < PROGRESS_SECONDS:
                return
            self._told = {other: at for other, at in self._told.items() if now - at < PROGRESS_SECONDS}
            self._told[kind] = now
        self.told.emit(result)
        if type(result) in self.FACTS:
            getattr(self, self.FACTS[type(result)]).emit(result)


class JobsLane(Lane):
    """Opening, saving, reading, scanning, listing: one after the other.

    A look at a source goes before all of them, the listing of a vocabulary and the counting of a corpus after
    them: what others go before goes on where it was when these are done (`taking_turns`).

    Signals:
        tokenizer_opened, tokenizer_saved, tokenizer_renamed, vocab_listed, vocab_exported, text_read,
            files_listed, files_looked_at, sources_scanned, corpus_measured, source_previewed,
            paths_sorted, targets_listed, export_stepped, export_proved, export_ended,
            published_listed, fetch_progressed, fetched, file_encoded, decoded, file_written, progressed,
            cancelled:
            each one message of that name.

    """

    FACTS: ClassVar[dict[type, str]] = {
        **Lane.FACTS,
        TokenizerOpened: "tokenizer_opened",
        TokenizerSaved: "tokenizer_saved",
        TokenizerRenamed: "tokenizer_renamed",
        VocabListed: "vocab_listed",
        VocabExported: "vocab_exported",
        InterruptedFound: "interrupted_found",
        RecordRead: "record_read",
        ResultOpened: "result_opened",
        TextRead: "text_read",
        FilesListed: "files_listed",
        FilesLookedAt: "files_looked_at",
        SourcesScanned: "sources_scanned",
        CorpusMeasured: "corpus_measured",
        SourcePreviewed: "source_previewed",
        PathsSorted: "paths_sorted",
        TargetsListed: "targets_listed",
        ExportStepped: "export_stepped",
        ExportProved: "export_proved",
        ExportEnded: "export_ended",
        PublishedListed: "published_listed",
        FetchProgressed: "fetch_progressed",
        Fetched: "fetched",
        FileEncoded: "file_encoded",
        Decoded: "decoded",
        FileWritten: "file_written",
        JobProgress: "progressed",
        JobCancelled: "cancelled",
    }

    tokenizer_opened = Signal(object)
    tokenizer_saved = Signal(object)
    tokenizer_renamed = Signal(object)
    vocab_listed = Signal(object)
    vocab_exported = Signal(object)
    interrupted_found = Signal(object)
    record_read = Signal(object)
    result_opened = Signal(object)
    text_read = Signal(object)
    files_listed = Signal(object)
    files_looked_at = Signal(object)
    sources_scanned = Signal(object)
    corpus_measured = Signal(object)
    source_previewed = Signal(object)
    paths_sorted = Signal(object)
    targets_listed = Signal(object)
    export_stepped = Signal(object)
    export_proved = Signal(object)
    export_ended = Signal(object)
    published_listed = Signal(object)
    fetch_progressed = Signal(object)
    fetched = Signal(object)
    file_encoded = Signal(object)
    decoded = Signal(object)
    file_written = Signal(object)
    progressed = Signal(object)
    cancelled = Signal(object)

    def _make_room(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        """Drop an older look, and the listing of a tokenizer that is closed."""
        begun = self._aside if self._job is None else [*self._aside, self._job]
        for older in [*self._waiting, *(job.request for job in begun)]:
            if taking_turns.makes_useless(request, older):
                self.cancel(older.request_id)

    def _goes_before(self, request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
        return taking_turns.goes_before_job(request, other)

    def _may_wait(self, job: Job) -> bool:
        return True  # see taking_turns


class LiveLane(Lane):
    """Encoding the text as it is typed: the newest request for a view takes the place of the one before.

    A word is explained at once, while a long encoding waits (`taking_turns`).

    Signals:
        part_encoded: EncodedPart. encoded: Encoded. explained: Explained. token_told: TokenTold.
        sizes_counted: SizesCounted. sizes_cut: SizesCut. pipeline_shown: PipelineShown.
        chat_rendered: ChatRendered. decoded: Decoded. progressed: JobProgress. cancelled: JobCancelled.

    """

    FACTS: ClassVar[dict[type, str]] = {
        **Lane.FACTS,
        EncodedPart: "part_encoded",
        Encoded: "encoded",
        Explained: "explained",
        TokenTold: "token_told",
        SizesCounted: "sizes_counted",
        SizesCut: "sizes_cut",
        PipelineShown: "pipeline_shown",
        ChatRendered: "chat_rendered",
        Decoded: "decoded",
        JobProgress: "progressed",
        JobCancelled: "cancelled",
    }

    part_encoded = Signal(object)
    encoded = Signal(object)
    explained = Signal(object)
    token_told = Signal(object)
    sizes_counted = Signal(object)
    sizes_cut = Signal(object)
    pipeline_shown = Signal(object)
    chat_rendered = Signal(object)
    decoded = Signal(object)
    progressed = Signal(object)
    cancelled = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._awaited = 0
        self._window_waits = False
        self._answered = threading.Event()

    def expect(self, request_id: int) -> None:
        """Say which answer somebody is about to wait for; may be called from any thread."""
        self._answered.clear()
        self._awaited = request_id
        self._window_waits = True
        self._turn.let_go()

    def wait(self, seconds: float) -> bool:
        """Wait, in another thread, until the first answer is on its way; tells whether it is."""
        answered = self._answered.wait(seconds)
        self._window_waits = False
        return answered

    def _gives_way(self) -> bool:
        return not self._window_waits

    def _tell(self, result: object) -> None:
        super()._tell(result)
        if getattr(result, "request_id", 0) == self._awaited:
            self._answered.set()

    def _make_room(self, request: Encode | Explain | Decode | ShowPipeline | RenderChat) -> None:
        """Drop an older request for the same view, and what was asked of the text before it was edited."""

        self._withdraw(
            lambda other: other.view == request.view or taking_turns.outdates(request, other), to_all=False
        )

    def _goes_before(self, request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
        return taking_turns.goes_before(request, other)

    def _may_wait(self, job: Job) -> bool:
        return taking_turns.may_wait(job.request)


class FindLane(LiveLane):
    """Finding in the text, beside its encoding: the newest request takes the place of the one before.

    Signals:
        found: Found. replaced: Replaced.

    """

    FACTS: ClassVar[dict[type, str]] = {**LiveLane.FACTS, Found: "found", Replaced: "replaced"}

    found = Signal(object)
    replaced = Signal(object)


class LabLane(Lane):
    """The regex lab: what is asked of a pattern is forgotten as soon as the pattern is another.

    Signals:
        text_read: PatternTextRead. split: PatternSplit. counted: AlternativesCounted. faulty: PatternFaulty.
        repaired: PatternRepaired. measured: PatternMeasured. compared: PiecesCompared.

    """

    # What a request of a view makes useless: itself, and what rests on its answer.
    STALE: ClassVar[dict[str, frozenset[str]]] = {
        "text": frozenset({"text", "this", "other", "repair", "speed", "other_speed", "difference"}),
        "this": frozenset({"this", "repair", "speed", "difference"}),
        "other": frozenset({"other", "other_speed", "difference"}),
    }
    ORDER: ClassVar[tuple[str, ...]] = (
        "text", "this", "other", "repair", "difference", "speed", "other_speed"
    )  # fmt: skip

    FACTS: ClassVar[dict[type, str]] = {
        **Lane.FACTS,
        PatternTextRead: "text_read",
        PatternSplit: "split",
        AlternativesCounted: "counted",
        PatternFaulty: "faulty",
        PatternRepaired: "repaired",
        PatternMeasured: "measured",
        PiecesCompared: "compared",
    }

    text_read = Signal(object)
    split = Signal(object)
    counted = Signal(object)
    faulty = Signal(object)
    repaired = Signal(object)
    measured = Signal(object)
    compared = Signal(object)

    def _make_room(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        stale = self.STALE.get(request.view, frozenset({request.view}))
        self._withdraw(lambda other: other.view in stale)

    def _goes_before(self, request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
        return self.ORDER.index(request.view) < self.ORDER.index(other.view)


class TrainingLane(Lane):
    """Training runs, which can also be paused and stopped.

    Signals:
        progressed, merges_learned, snapshot_taken, pause_changed, trained, cancelled, estimated, asked,
            held_out_measured, estimate_progressed: each one message.

    """

    FACTS: ClassVar[dict[type, str]] = {
        **Lane.FACTS,
        TrainingProgress: "progressed",
        MergesLearned: "merges_learned",
        TrainingSnapshot: "snapshot_taken",
        TrainingPaused: "pause_changed",
        Trained: "trained",
        TrainingCancelled: "cancelled",
        TrainingEstimated: "estimated",
        TrainingAsks: "asked",
        HeldOutMeasured: "held_out_measured",
        JobProgress: "estimate_progressed",
        JobCancelled: "cancelled",
        WordSizeProgress: "word_size_progressed",
        WordSized: "word_sized",
    }

    progressed = Signal(object)
    merges_learned = Signal(object)
    snapshot_taken = Signal(object)
    pause_changed = Signal(object)
    trained = Signal(object)
    cancelled = Signal(object)
    estimated = Signal(object)
    asked = Signal(object)
    held_out_measured = Signal(object)
    estimate_progressed = Signal(object)
    word_size_progressed = Signal(object)
    word_sized = Signal(object)
    pause_asked = Signal(int, bool)
    stop_asked = Signal(int)
    full_answered = Signal(int, bool)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.pause_asked.connect(self.set_paused, _QUEUED)
        self.stop_asked.connect(self.stop, _QUEUED)
        self.full_answered.connect(self.answer_full, _QUEUED)

    def _make_room(self, request: Any) -> None:  # noqa: ANN401 - any request class of messages
        """Drop an estimate: a newer one, or the run itself, takes its place; so it is with a word's size."""
        if isinstance(request, FindWordSize | Train):
            self._give_up_word()
        if not isinstance(request, FindWordSize):
            self._withdraw(lambda other: isinstance(other, EstimateTraining), to_all=False)

    def _give_up_word(self) -> None:
        """Look no more for the size of a word: another word is asked for, or a run begins."""
        for older in [held for held in self._waiting if isinstance(held, FindWordSize)]:
            self._waiting.remove(older)
            self._tell(WordSized(older.request_id, older.word, ended_by="cancelled"))
            self._tell(Ended(older.request_id))
        job = self._job
        if job is not None and isinstance(job.request, FindWordSize):
            self._drop()
            self._tell(job.cancelled())
            self._tell(Ended(job.request_id))

    def _give_up(self) -> None:
        """Drop what is left of a run that has ended, as its result is being kept, and what else is asked."""
        self._give_up_word()
        self._withdraw(lambda _: True, to_all=False)

    @Slot(int, bool)
    def answer_full(self, request_id: int, drop: bool) -> None:
        """Tell a run that asks what to do past the limit of its pieces."""
        job = self._job
        if isinstance(job, TrainingJob) and job.request_id == request_id:
            job.answer_full(drop)

    @Slot(int, bool)
    def set_paused(self, request_id: int, paused: bool) -> None:
        """Hold a run as soon as it has told what it learned, or let it go on."""
        job = self._job
        if not isinstance(job, TrainingJob) or job.request_id != request_id:
            return
        job.hold(paused)
        if job.stopwatch.paused and not paused:
            job.stopwatch.resume()
            self._timer.start()
            self._tell(TrainingPaused(request_id, False))

    @Slot(int)
    def stop(self, request_id: int) -> None:
        """End a run early and keep the tokenizer of the merges so far."""
        job = self._job
        if isinstance(job, TrainingJob) and job.request_id == request_id:
            job.stop()
            self.set_paused(request_id, False)


class Lanes(QObject):
    """The lanes and their threads; lives on the GUI thread.

    Attributes:
        training, jobs, live, find, lab: the lanes.

    Signals:
        Requests, delivered to the lanes' own threads: train_requested, job_requested, encode_requested (one
        request each), training_cancel_requested, job_cancel_requested, encode_cancel_requested,
        stop_requested (request id each), pause_requested (request id, paused), full_answered (request
        id, whether to drop); find_requested, find_cancel_requested and lab_requested.
        progressed: JobProgress of any request. ended: id of a request that is over, however it ended.
        failed: Failed, of a request whose asker does not show itself why.
        given_up: after `give_up_all`; every answer to what was asked before it has come.

    """

    train_requested = Signal(object)
    job_requested = Signal(object)
    encode_requested = Signal(object)
    training_cancel_requested = Signal(int)
    job_cancel_requested = Signal(int)
    encode_cancel_requested = Signal(int)
    pause_requested = Signal(int, bool)
    stop_requested = Signal(int)
    full_answered = Signal(int, bool)
    find_requested = Signal(object)
    find_cancel_requested = Signal(int)
    lab_requested = Signal(object)
    progressed = Signal(object)
    failed = Signal(object)
    ended = Signal(int)
    given_up = Signal()
    _giving_up = Signal()
    _ending = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = Desk()
        self.training = TrainingLane(self._desk)
        self.jobs = JobsLane(self._desk)
        self.live = LiveLane(self._desk)
        self.find = FindLane(self._desk)
        self.lab = LabLane(self._desk)
        self._threads: list[QThread] = []
        self._replies: dict[int, Reply] = {}
        self._shown: set[int] = set()  # ids of requests whose askers show a failure themselves
        self._given_up: set[Lane] | None = None  # the lanes that have, while it is asked of them
        for lane in (self.training, self.jobs, self.live, self.find, self.lab):
            self._start(lane)
        for signal, slot in (
            (self.train_requested, self.training.submit),
            (self.job_requested, self.jobs.submit),
            (self.encode_requested, self.live.submit),
            (self.training_cancel_requested, self.training.cancel),
            (self.job_cancel_requested, self.jobs.cancel),
            (self.encode_cancel_requested, self.live.cancel),
            (self.pause_requested, self.training.set_paused),
            (self.stop_requested, self.training.stop),
            (self.full_answered, self.training.answer_full),
            (self.find_requested, self.find.submit),
            (self.find_cancel_requested, self.find.cancel),
            (self.lab_requested, self.lab.submit),
        ):
            # Queued, said outright: a slot called from the window's thread would run the job there.
            signal.connect(slot, Qt.ConnectionType.QueuedConnection)
        for keeper in (self.training, self.jobs):  # the others write nothing
            self._giving_up.connect(keeper.give_up_all, Qt.ConnectionType.QueuedConnection)
            keeper.busy_changed.connect(self._note_idle, Qt.ConnectionType.QueuedConnection)
        # Where a script fails, nobody says that it is the end: threads that run on crash what is torn down.
        atexit.register(self.shut_down)

    def _start(self, lane: Lane) -> None:
        thread = _Thread(self)
        thread.setObjectName(f"lane-{type(lane).__name__}")
        lane.moveToThread(thread)
        self._ending.connect(lane.shut_down)
        lane.told.connect(self._route, _QUEUED)
        thread.start()
        self._threads.append(thread)

    @overload
    def ask(self, request: Train, *, shows_failure: bool = False) -> RunReply: ...
    @overload
    def ask(self, request: Any, *, shows_failure: bool = False) -> Reply: ...  # noqa: ANN401 - any class
    def ask(self, request: Any, *, shows_failure: bool = False) -> Reply:
        """Ask for something, and return the reply, whose signals come from the event loop alone.

        After an edit it waits a moment for the first answer. What is seen of an edited text has its tokens in
        a millisecond, if only the lane gets the GIL for so long. Then the answer stands in the window's queue
        before the next paint, and one paint will do.

        Args:
            request: of any class of the messages.
            shows_failure: whether the asker shows itself why the request cannot be met.

        """
        name = next((name for name, kinds in _LANES.items() if isinstance(request, kinds)), "jobs")
        lane: Lane = getattr(self, name)
        if isinstance(request, Train):
            training = self.training
            controls = training.pause_asked.emit, training.stop_asked.emit, training.full_answered.emit
            reply: Reply = RunReply(request, lane.cancel_asked.emit, *controls)
        else:
            reply = Reply(request, lane.cancel_asked.emit)
        self._replies[request.request_id] = reply
        if shows_failure:
            self._shown.add(request.request_id)
        waits = isinstance(request, Encode) and taking_turns.is_partial(request)
        if waits:
            self.live.expect(request.request_id)
        lane.asked.emit(request)
        if waits:
            self.live.wait(MOMENT_SECONDS)
        return reply

    @Slot(int)
    def cancel(self, request_id: int) -> None:
        """Give up a request by its id, as `Reply.cancel` does."""
        if request_id in self._replies:
            self._replies[request_id].cancel()

    @Slot(object)
    def _route(self, message: Any) -> None:  # noqa: ANN401 - any message of a lane
        """Hand a message to the reply that it belongs to; here, in the window's thread."""
        request_id = message.request_id
        reply = self._replies.get(request_id)
        if reply is None:  # the program ends
            return
        if isinstance(message, Ended):
            del self._replies[request_id]
            self._shown.discard(request_id)
            reply.end()
            self.ended.emit(request_id)
            return
        waits, shown = reply.is_waiting, request_id in self._shown
        reply.take(message)
        if waits and isinstance(message, JobProgress):
            self.progressed.emit(message)
        elif waits and isinstance(message, Failed) and not shown:
            self.failed.emit(message)

    @Slot(object)
    def encode(self, request: Encode) -> None:
        """Hand a request to the live lane; after an edit, wait a moment for its first answer.

        What is seen of an edited text has its tokens in a millisecond, if only the lane gets the GIL for so
        long. Then the answer stands in the window's queue before the next paint, and one paint will do.
        """
        waits = taking_turns.is_partial(request)
        if waits:
            self.live.expect(request.request_id)
        self.encode_requested.emit(request)
        if waits:
            self.live.wait(MOMENT_SECONDS)

    def attend(self) -> None:
        """Let what nobody waits for keep still a moment: the person types, scrolls or drags."""
        self._desk.attention.call()

    def attend_to_opening(self) -> None:
        """Let the vocabulary of a tokenizer that was opened wait until what is seen has its tokens.

        Both at once made the window stand still for 60 ms twice, and brought the tokens 0.2 s later.
        """
        self._desk.attention.call_for_opening()

    def give_up_all(self) -> None:
        """Give up what was asked of the lanes that write, but for what must end; `given_up` tells when."""
        self._given_up = set()
        self._giving_up.emit()

    @Slot(object, bool)
    def _note_idle(self, lane: Lane, busy: bool) -> None:
        if self._given_up is None:
            return
        self._given_up = self._given_up - {lane} if busy else self._given_up | {lane}
        if self._given_up >= {self.training, self.jobs}:
            self._given_up = None
            self.given_up.emit()

    def shut_down(self, wait_seconds: float = 5.0) -> bool:
        """End the lanes, dropping what runs; returns whether all threads ended in time."""
        atexit.unregister(self.shut_down)
        self._replies.clear()
        self._ending.emit()
        ended = all([thread.wait(int(wait_seconds * 1000)) for thread in self._threads])
        self._desk.close()
        return ended
