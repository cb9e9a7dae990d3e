"""What is open and what runs: the window's state, changed only by messages and actions."""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from workbench.display.escapes import name_of
from workbench.engine.corpus.source_options import SourceOptions
from workbench.formats.format import Notice
from workbench.formats.registry import FORMATS
from workbench.shell.chat_template import ChatTemplateDialog
from workbench.shell.dialogs.export_words import file_for
from workbench.shell.files import ask_for_file, file_name, is_ours_alone
from workbench.shell.session.leaving import Leaving
from workbench.shell.session.splits import Splits
from workbench.shell.status_bar import JobState
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.worker.lanes import Lanes
from workbench.worker.messages.requests import Failed, JobCancelled, JobProgress, new_request_id
from workbench.worker.messages.text import PathsSorted, SortPaths
from workbench.worker.messages.tokenizers import (
    CloseTokenizer,
    ExportVocab,
    OpenTokenizer,
    SaveTokenizer,
    TokenizerInfo,
    TokenizerOpened,
    TokenizerSaved,
    VocabExported,
)
from workbench.worker.messages.training import (
    OpenResult,
    ResultOpened,
    Train,
    Trained,
    TrainingCancelled,
    TrainingOptions,
    TrainingPaused,
    TrainingProgress,
)
from workbench.worker.replies import RunReply

SAMPLE_VOCAB_SIZE = 2048
# Faults of a file that is only too large.
OPEN_ANYWAY = ("json_file_too_large", "json_too_large")
QUIET_SECONDS = 0.3  # a job that ends sooner is not worth a row in the status bar


class Session(QObject):
    """The open tokenizers, the one in use, the run, and the requests that wait for an answer.

    Attributes:
        current: the tokenizer in use, or None before one is open.
        run: the reply of the training that is on, or None.
        leaving: tokenizers that were closed and can be taken back.
        splits: asks for the split of files that do not say it.

    Signals:
        tokenizer_changed: TokenizerInfo, another tokenizer is in use, or it has another name.
        tokenizer_renamed: TokenizerInfo.
        tokenizer_closed: int, a handle.
        tokenizer_saved: TokenizerSaved.
        result_opened: ResultOpened, one that was trained and not saved is here again.
        training_started: RunReply.
        trained: Trained, a run has ended in a tokenizer.
        running_changed: bool, whether a run is on.
        text_wanted: path of a text file that is to be opened in the Tokens panel.
        sources_wanted: list of paths for the corpus.

    """

    tokenizer_changed = Signal(object)
    tokenizer_renamed = Signal(object)
    tokenizer_closed = Signal(int)
    tokenizer_saved = Signal(object)
    result_opened = Signal(object)
    training_started = Signal(object)
    trained = Signal(object)
    running_changed = Signal(bool)
    text_wanted = Signal(str)
    sources_wanted = Signal(list)

    def __init__(self, window: MainWindow, lanes: Lanes) -> None:
        super().__init__(window)
        self._window, self._lanes = window, lanes
        lanes.progressed.connect(self.job_progressed)
        lanes.ended.connect(self._job_ended)
        lanes.failed.connect(self._job_failed)
        self._open: dict[int, TokenizerInfo] = {}
        self._current: int | None = None
        self._runs = 0
        self._paused = False
        self._progress: TrainingProgress | None = None
        self._phase_began = TrainingProgress(0, "", 0, 0, 0.0, 0)
        self._job_seen: dict[int, float] = {}
        self._saving: list[str] = []  # paths that are on their way to the disk
        self._losses_told: dict[str, tuple[Notice, ...]] = {}  # by file, what was said when it was saved
        self._again: set[int] = set()  # places of tokenizers that come back
        self._places: dict[int, int] = {}  # handle of one that has come back -> its place
        self._others: list[int] = []  # handles that close with the next one that is opened
        self._wanted: int | None = None  # place of the one that was in use
        self.run: RunReply | None = None
        self.leaving = Leaving(self)
        self.leaving.gone.connect(self._forget)
        self.splits = Splits(window)
        self.splits.to_open.connect(self.open_tokenizer)
        self._switch_train_actions(running=False)

    @property
    def current(self) -> TokenizerInfo | None:
        """The tokenizer in use."""
        return None if self._current is None else self._open[self._current]

    # --- tokenizers -----------------------------------------------------------------------------------

    def open_sample(self) -> None:
        """Open the tokenizer that comes with the program, or go to it where it is open."""
        here = next((info for info in self._open.values() if info.format and not info.path), None)
        if here is None:
            self.open_tokenizer("")
        else:
            self.use(here.handle)

    def open_tokenizer(self, path: str, anyway: bool = False) -> None:
        """Open a tokenizer file, `anyway` however large; one that is open already is read anew."""
        split = self._window.settings.splits.get(path, "")
        reply = self._lanes.ask(OpenTokenizer(new_request_id(), path, anyway, split), shows_failure=True)
        reply.answered.connect(self._opened)
        reply.failed.connect(self._opening_failed)

    def open_again(self, requests: Mapping[int, OpenTokenizer | OpenResult], current: int) -> None:
        """Open the tokenizers of a session, by place, and use the one at place `current`; it comes first."""
        self._again, self._wanted = set(requests), current
        for place in sorted(requests, key=lambda each: each != current):
            reply = self._lanes.ask(requests[place], shows_failure=True)
            reply.answered.connect(partial(self._come_back, place))
            reply.failed.connect(self._opening_failed)
            for end in (reply.failed, reply.cancelled):
                end.connect(partial(self._miss, place))

    def close_files(self, unsaved: bool = False) -> None:
        """Open the sample, and close the others once it is there; what is not saved only if it is said so."""
        self._others = [
            info.handle for info in self._open.values() if info.path or (unsaved and not info.format)
        ]
        self.open_tokenizer("")

    def _come_back(self, place: int, answer: TokenizerOpened | ResultOpened) -> None:
        """Put a tokenizer of the last session in its place."""
        info = answer.tokenizer
        if isinstance(answer, ResultOpened):
            self.result_opened.emit(answer)
        self._again.discard(place)
        self._places[info.handle] = place
        self._open[info.handle] = info
        last = len(self._places)
        self._open = dict(sorted(self._open.items(), key=lambda item: self._places.get(item[0], last)))
        if self._current is None or place == self._wanted:
            self.use(info.handle)
        else:
            self._show_tokenizers()

    def _miss(self, place: int, _end: Failed | JobCancelled) -> None:
        """Do without a tokenizer of the last session; one at least is open."""
        self._again.discard(place)
        if not self._again and self._current is None:
            self.open_sample()

    def _opening_failed(self, failed: Failed) -> None:
        """Show why a tokenizer was not opened, and the ways on."""
        strip = self.splits.failed(failed, opens=True)
        if failed.code in OPEN_ANYWAY and failed.file:
            path = failed.file
            anyway = strip.add_link(self.tr("Open anyway"), lambda: self.open_tokenizer(path, anyway=True))
            anyway.clicked.connect(strip.take_away)

    @property
    def is_coming_back(self) -> bool:
        """Whether tokenizers of the last session are still being opened."""
        return bool(self._again)

    def is_to_close(self, handle: int) -> bool:
        """Tell whether a tokenizer closes as soon as another is there."""
        return handle in self._others

    @property
    def open_tokenizers(self) -> tuple[TokenizerInfo, ...]:
        """All that are open, in order."""
        return tuple(self._open.values())

    def _opened(self, answer: TokenizerOpened) -> None:
        """Take a tokenizer that has been opened into use."""
        info = answer.tokenizer
        older = [h for h, old in self._open.items() if old.path == info.path and old.format == info.format]
        older += [h for h in self._others if h in self._open and h not in older]
        self._others = []
        self._open[info.handle] = info
        if info.path:
            self._window.settings.add_recent_tokenizer(info.path)
            self._window.toolbar.picker.set_recent(self._window.settings.recent_tokenizers)
        self._window.notices.opened(info.name, info.notices)
        self.use(info.handle)
        for handle in older:
            self._close(handle)

    def take(self, info: TokenizerInfo) -> None:
        """Take a tokenizer that has no file into use, or one that was just closed."""
        self.leaving.take_back(info.handle)
        self._open[info.handle] = info
        self.use(info.handle)

    def open_result(self, folder: str) -> None:
        """Open one that was trained and not saved."""
        reply = self._lanes.ask(OpenResult(new_request_id(), folder))
        reply.answered.connect(self.result_opened)
        reply.answered.connect(lambda answer: self.take(answer.tokenizer))

    def is_open(self, handle: int) -> bool:
        """Tell whether a tokenizer is open."""
        return handle in self._open

    def use(self, handle: int) -> None:
        """Take another open tokenizer into use; text and selection stay."""
        if handle in self._open:
            self._current = handle
            self._show_tokenizers()
            self.tokenizer_changed.emit(self._open[handle])

    def use_next(self, step: int = 1) -> None:
        """Take the next (1) or previous (-1) of the open tokenizers into use."""
        handles = list(self._open)
        if self._current is not None and len(handles) > 1:
            self.use(handles[(handles.index(self._current) + step) % len(handles)])

    def close_current(self) -> None:
        """Close the tokenizer in use and go to another; the last one stays."""
        handle = self._current
        if handle is None or len(self._open) < 2:
            return
        info = self._open[handle]
        self.use_next()
        self._close(handle)
        text = self.tr("Closed {name}.").format(name=info.name)
        if info.path:
            self._window.notices.toast(text, lambda: self.open_tokenizer(info.path or ""))
        elif not info.format:
            self._window.notices.toast(text, partial(self.take, info))
        else:
            self._window.notices.toast(text, self.open_sample)

    def _close(self, handle: int) -> None:
        info = self._open.pop(handle)
        self._show_tokenizers()
        self.tokenizer_closed.emit(handle)
        if self.leaving.is_offered(handle) or not (info.path or info.format):
            self.leaving.add(handle)
        else:
            self._forget(handle)

    def _forget(self, handle: int) -> None:
        self._lanes.ask(CloseTokenizer(new_request_id(), handle))

    def _show_tokenizers(self) -> None:
        info = self.current
        unsaved = info is not None and not info.format
        fact = self.tr("not saved yet") if unsaved else ""
        self._window.set_tokenizers(list(self._open.values()), self._current, fact)
        self._window.commands["file.close_tokenizer"].setEnabled(len(self._open) > 1)
        for name in ("tokenizer.next", "tokenizer.previous"):
            self._window.commands[name].setEnabled(len(self._open) > 1)
        self._window.commands["tokenizer.template"].setVisible(info is not None and bool(info.chat_template))

    def show_template(self) -> None:
        """Show the chat template of the tokenizer in use."""
        if self.current is not None:
            ChatTemplateDialog(self.current.name, self.current.chat_template, self._window).show()

    # --- saving ---------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the tokenizer in use to its file, or ask for one where it has none."""
        info = self.current
        if info is not None and info.path and not is_ours_alone(info.path):
            self.save_to(info, info.path, info.format)
        elif info is not None:
            self.save_as(info)

    def save_as(self, info: TokenizerInfo | None = None) -> None:
        """Ask for a file and save a tokenizer to it, the one in use by default."""
        chosen = info or self.current
        if chosen is None:
            return
        usable = {
            f"{known.title} (*{known.suffix})": (known.name, known.suffix)
            for known in FORMATS
            if known.name in chosen.writable_as
        }
        if not usable:
            self._window.notices.tell(self.tr("No format that can be written holds this tokenizer."))
            return
        dialog = QFileDialog(self._window, self.tr("Save the tokenizer"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(usable))
        folder = self._window.settings.start_folder
        dialog.setDirectory(folder)
        name = file_name(chosen.name)
        dialog.selectFile(file_for(name, *next(iter(usable.values()))))
        dialog.filterSelected.connect(lambda text: dialog.selectFile(file_for(name, *usable[text])))

        def _chosen(path: str) -> None:
            kind, suffix = usable.get(dialog.selectedNameFilter(), next(iter(usable.values())))
            whole = path if Path(path).suffix else path + suffix
            if not whole.endswith(suffix):
                # A suffix that was typed says more than the filter that happened to be chosen.
                kind = next((k for k, s in usable.values() if whole.endswith(s)), kind)
            self._window.settings.last_folder = str(Path(whole).parent)
            self.save_to(chosen, whole, kind)

        dialog.fileSelected.connect(_chosen)
        dialog.open()

    def save_to(
        self,
        info: TokenizerInfo,
        path: str,
        format_name: str | None = None,
        overwrite: bool = False,
        changed: bool = False,
    ) -> None:
        """Save a tokenizer to a file.

        `overwrite` replaces files beside it that were not written with it, `changed` its own file although
        another program has changed that.
        """
        changed = changed or path in self._saving  # by us, in a moment
        stamp = info.stamp if path == info.path and not changed else None
        request = SaveTokenizer(new_request_id(), info.handle, path, format_name, overwrite, stamp)
        self._saving.append(path)
        reply = self._lanes.ask(request, shows_failure=True)
        for end in (reply.answered, reply.failed, reply.cancelled):
            end.connect(lambda: self._saving.remove(path))
        reply.answered.connect(self._saved)
        reply.failed.connect(partial(self._saving_failed, request))

    def _saving_failed(self, request: SaveTokenizer, failed: Failed) -> None:
        """Show why a tokenizer was not saved, and the ways on."""
        if failed.code == "tokenizer_closed":
            return
        strip, unsaved = self._window.notices.failed(failed), self._open.get(request.handle)
        if unsaved is None:
            return
        again = partial(self.save_to, unsaved, request.path, request.format)
        ways = {"save_beside_foreign": "overwrite", "save_over_changed": "changed"}
        if failed.code in ways:
            answer = {"overwrite": request.overwrite, ways[failed.code]: True}
            strip.add_link(self.tr("Replace"), partial(again, **answer)).clicked.connect(strip.take_away)
        save_as = strip.add_link(self.tr("Save as…"), lambda: self.save_as(unsaved))
        save_as.clicked.connect(strip.take_away)

    def _saved(self, answer: TokenizerSaved) -> None:
        """Take note of a tokenizer's file."""
        info = answer.tokenizer
        if info.handle in self._open:
            self._open[info.handle] = info
        if info.path:
            self._window.settings.add_recent_tokenizer(info.path)
            self._window.toolbar.picker.set_recent(self._window.settings.recent_tokenizers)
        self._show_tokenizers()
        names = ", ".join(name_of(path) for path in answer.files)
        self._window.notices.toast(self.tr("Saved {names}.").format(names=names))
        if answer.losses and self._losses_told.get(answer.files[0]) != answer.losses:
            self._window.notices.saved(names, answer.losses)
        self._losses_told[answer.files[0]] = answer.losses  # Ctrl+S need not say it again
        self.tokenizer_saved.emit(answer)

    def take_name(self, info: TokenizerInfo) -> None:
        """Take note of a tokenizer's new name."""
        if info.handle in self._open:
            self._open[info.handle] = info
            self._show_tokenizers()
        self.tokenizer_renamed.emit(info)

    def export_vocabulary(self, kind: str) -> None:
        """Ask for a file and write the vocabulary of the tokenizer in use to it: "vocab" or "csv"."""
        info = self.current
        if info is None:
            return
        dialog = QFileDialog(self._window, self.tr("Export the vocabulary"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.setDirectory(self._window.settings.start_folder)
        dialog.selectFile(f"{file_name(info.name)}.{kind}")

        def _chosen(path: str) -> None:
            self._window.settings.last_folder = str(Path(path).parent)
            reply = self._lanes.ask(ExportVocab(new_request_id(), info.handle, path, kind))
            reply.answered.connect(self._vocab_exported)

        dialog.fileSelected.connect(_chosen)
        dialog.open()

    def _vocab_exported(self, answer: VocabExported) -> None:
        """Say that a vocabulary has been written."""
        self._window.notices.toast(self.tr("Saved {names}.").format(names=name_of(answer.path)))

    # --- files ------------------------------------------------------------------------------------------

    def ask_to_open(self) -> None:
        """Let the person choose a file: a tokenizer is opened, anything else becomes the text."""
        filters = [self.tr("All files (*)"), self._tokenizer_filter()]
        title = self.tr("Open a tokenizer or a text")
        ask_for_file(self._window, title, lambda path: self.sort_dropped([path], text=True), filters)

    def ask_for_tokenizer(self, title: str, then: Callable[[str], None]) -> None:
        """Let the person choose a tokenizer file for something else than to open it."""
        ask_for_file(self._window, title, then, [self._tokenizer_filter(), self.tr("All files (*)")])

    def _tokenizer_filter(self) -> str:
        suffixes = " ".join(dict.fromkeys(f"*{known.suffix}" for known in FORMATS))
        return self.tr("Tokenizers ({suffixes})").format(suffixes=suffixes)

    def ask_for_text(self) -> None:
        """Let the person choose any file as the text of the Tokens panel, a tokenizer's too."""
        ask_for_file(self._window, self.tr("Open as text"), self.open_text)

    def open_text(self, path: str) -> None:
        """Open a text file in the Tokens panel."""
        self._window.settings.add_recent_text(path)
        self._window.show_task("inspect")
        self.text_wanted.emit(path)

    def sort_dropped(self, paths: list[str], text: bool = False) -> None:
        """Have dropped files looked at: tokenizers are opened, others join the corpus or become the text."""
        use = "text" if text else "corpus"
        reply = self._lanes.ask(SortPaths(new_request_id(), tuple(paths), use))
        reply.answered.connect(self._open_sorted)

    def open_given(self, paths: list[str]) -> None:
        """Open what the program was started with: one file as the text, several texts as sources."""
        if paths:
            self.sort_dropped(paths, text=len(paths) == 1)

    def _open_sorted(self, answer: PathsSorted) -> None:
        """Open what was dropped, each as what it is."""
        for path in answer.tokenizers:
            self.open_tokenizer(path)
        if answer.others and answer.use == "text" and os.path.isfile(answer.others[0]):
            self.open_text(answer.others[0])
        elif answer.others:
            self._window.show_task("train")
            self.sources_wanted.emit(list(answer.others))

    # --- training ---------------------------------------------------------------------------------------

    @property
    def runs_folder(self) -> str:
        """Where runs are written down as they go on."""
        return str(self._window.settings.data_folder / "runs")

    def train(self, options: TrainingOptions, sources: tuple[str | SourceOptions, ...]) -> None:
        """Start a run; one at a time."""
        self.start_run(options, sources)

    def start_run(
        self,
        options: TrainingOptions,
        sources: tuple[str | SourceOptions, ...],
        *,
        checkpoint: str = "",
        resume: bool = False,
        repeats: int | None = None,
    ) -> None:
        """Start a run, take one up from its checkpoint, or repeat that of an open tokenizer."""
        if self.run is not None or not sources:
            return
        self._runs += 1
        name = self.tr("Training run {number}").format(number=wording.number(self._runs))
        own = os.path.join(self.runs_folder, uuid.uuid4().hex[:12])
        folder = checkpoint or own
        run = self.run = self._lanes.ask(
            Train(new_request_id(), sources, options, name, folder, resume, repeats)
        )
        self._paused = False
        self._progress = None
        self._set_running(True)
        self.leaving.offer(0)
        self.training_started.emit(run)
        run.progressed.connect(self._take_told)
        run.answered.connect(self._take_trained)
        run.cancelled.connect(self._training_cancelled)
        run.failed.connect(self._end_run)

    @property
    def run_is_kept(self) -> bool:
        """Whether the run, if one is on, can be taken up when the program ends now."""
        return self.run is None or self._progress is None or self._progress.saved >= 0

    def pause_or_resume(self) -> None:
        """Hold the run, or let it go on."""
        if self.run is not None:
            self.run.set_paused(not self._paused)

    def stop(self) -> None:
        """End the run early and keep what it has learned."""
        if self.run is not None:
            self.run.stop()

    def cancel_training(self) -> None:
        """Give the run up."""
        if self.run is not None:
            self.run.cancel()

    def _take_told(self, told: object) -> None:
        """Take note how far the run is, and that it holds or goes on."""
        if isinstance(told, TrainingProgress):
            self._show_progress(told)
        elif isinstance(told, TrainingPaused):
            self._paused = told.paused
            nothing_yet = TrainingProgress(told.request_id, "reading", 0, 0, 0.0, 0)
            self._show_progress(self._progress or nothing_yet)

    def _show_progress(self, progress: TrainingProgress) -> None:
        """Show the run in the status bar."""
        if self._progress is None or self._progress.phase != progress.phase:
            self._phase_began = progress
        self._progress = progress
        words = {
            "reading": self.tr("Training: reading"),
            "checking": self.tr("Training: checking the text"),
            "building": self.tr("Training: counting pairs"),
            "merging": self.tr("Training: merge {done} of {total}").format(
                done=wording.number(progress.done), total=wording.number(progress.total)
            ),
        }
        done = progress.done - self._phase_began.done
        elapsed = progress.elapsed - self._phase_began.elapsed
        known = done > 0.02 * progress.total > 0 and not self._paused
        left = elapsed * (progress.total - progress.done) / done if known else None
        name = self.tr("Training: paused") if self._paused else words.get(progress.phase, progress.phase)
        self._window.status.set_job(JobState(progress.request_id, name, progress.done, progress.total, left))

    def _take_trained(self, answer: Trained) -> None:
        """Take the tokenizer of a finished run into use."""
        self._end_run(answer)
        self.leaving.offer(answer.tokenizer.handle)
        self.take(answer.tokenizer)
        self._window.first_steps.set_trained()
        self.trained.emit(answer)

    def _training_cancelled(self, answer: TrainingCancelled | JobCancelled) -> None:
        """Forget a run that was given up."""
        self._end_run(answer)
        if isinstance(answer, TrainingCancelled) and answer.n_merges:
            merges = wording.plural(answer.n_merges, "%n merge", "%n merges")
            text = self.tr("Training cancelled. {merges} set aside.").format(merges=merges)
        else:
            text = self.tr("Training cancelled.")
        self._window.notices.toast(text)

    def _end_run(self, answer: Trained | TrainingCancelled | JobCancelled | Failed) -> None:
        self._window.status.end_job(answer.request_id)
        self.run = None
        self._set_running(False)

    def _set_running(self, running: bool) -> None:
        self._window.set_running("train", running)
        self.running_changed.emit(running)
        self._switch_train_actions(running)

    def _switch_train_actions(self, running: bool) -> None:
        for name in ("train.pause", "train.stop", "train.cancel"):
            self._window.commands[name].setEnabled(running)
        for name in ("train.start", "train.sample", "train.new"):
            self._window.commands[name].setEnabled(not running)

    # --- jobs -------------------------------------------------------------------------------------------

    def job_progressed(self, progress: JobProgress) -> None:
        """Show a job in the status bar once it has taken a while."""
        since = self._job_seen.setdefault(progress.request_id, time.monotonic())
        elapsed = time.monotonic() - since
        if elapsed < QUIET_SECONDS:
            return
        words = {
            "open": self.tr("Opening {name}"),
            "save": self.tr("Saving {name}"),
            "read": self.tr("Reading {name}"),
            "scan": self.tr("Looking at {name}"),
            "measure": self.tr("Counting the corpus"),
            "preview": self.tr("Reading {name}"),
            "list": self.tr("Listing the tokens of {name}"),
            "encode": self.tr("Encoding with {name}"),
            "find": self.tr("Searching the text"),
            "replace": self.tr("Replacing in the text"),
            "export": self.tr("Exporting {name}"),
            "fetch": self.tr("Fetching {name}"),
        }
        if progress.what not in words:  # the panel shows it
            return
        text = words[progress.what].format(name=progress.name)
        share = progress.done / progress.total if progress.total else 0.0
        left = elapsed * (1 - share) / share if share > 0.02 else None
        self._window.status.set_job(JobState(progress.request_id, text, progress.done, progress.total, left))

    def _job_ended(self, request_id: int) -> None:
        """Take a job out of the status bar."""
        self._job_seen.pop(request_id, None)
        self._window.status.end_job(request_id)

    def _job_failed(self, failed: Failed) -> None:
        """Show what went wrong where the asker does not."""
        # The tokenizer of a snapshot goes with the next snapshot: a request for it may come too late.
        if failed.code != "tokenizer_closed":
            self.splits.failed(failed)
