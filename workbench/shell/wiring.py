"""The one table of connects: panels, session and lanes meet here and nowhere else.

What a lane emits is connected to methods of QObjects only: these are called in their own thread, whereas
a lambda would be called in the lane's.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QMenu, QWidget

from workbench import kernels
from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS
from workbench.engine.splitting.split_patterns import FURTHER, PUBLISHED
from workbench.panels.chat.panel import ChatPanel
from workbench.panels.corpus.panel import CorpusPanel
from workbench.panels.lab.lab import RegexLab
from workbench.panels.tokens.decoder.decoder import DecoderDialog
from workbench.panels.tokens.pipeline.pipeline import PipelinePage
from workbench.panels.tokens.selected.selected import SelectedTokenPanel
from workbench.panels.tokens.text.choices import from_plain, to_plain
from workbench.panels.tokens.text.ids_panel import IdsPanel
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.panels.tokens.text.selection import Occurrence
from workbench.panels.tokens.text.strip import TokensStrip
from workbench.panels.training.options import TrainingOptionsPanel
from workbench.panels.training.run import TrainingRunPanel
from workbench.panels.vocab.dossier import DossierPanel
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.shell.chat_dock import ChatDock
from workbench.shell.chat_editing import ChatEditing
from workbench.shell.dialogs.merge_by_hand import MergeByHandDialog
from workbench.shell.exporting import Exporting
from workbench.shell.fetching import Fetching
from workbench.shell.files import show_recent
from workbench.shell.naming import Naming
from workbench.shell.regex_lab import LabPlace, add_lab_panels
from workbench.shell.session.keeping import Keeping
from workbench.shell.session.opened import SAMPLE_VOCAB_SIZE, Session
from workbench.shell.session.place import claim
from workbench.shell.session.renewing import Renewing
from workbench.shell.text_files import TextSaving
from workbench.shell.text_view import finding_connects, sample_text, wire_ids_panel, wire_text_view
from workbench.shell.token_files import wire_token_files
from workbench.shell.training_runs import TrainingRuns
from workbench.shell.window import MainWindow
from workbench.widgets.panel_parts import show_one
from workbench.widgets.token_view.document.document import Origin
from workbench.widgets.token_view.document.line_feeds import Places
from workbench.worker.lanes import Lanes
from workbench.worker.messages.files import WriteFile
from workbench.worker.messages.text import FindWordSize
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.messages.training import Trained, TrainingOptions

Connects = list[tuple[Any, Any]]  # signal, and a slot or another signal
PATTERN_OF_PRESET = {"gpt2": "gpt2", "gpt4": "cl100k", "gpt4o": "o200k", "minbpe": "minbpe", "clip": "clip"}


@dataclass(frozen=True)
class Parts:
    """Everything that is connected.

    Attributes:
        window: the main window.
        session: what is open and what runs.
        runs: those that were interrupted or are done again.
        naming: gives tokenizers other names.
        text_saving: saves the text.
        exporting, fetching: the dialogs of the File menu.
        lanes: the worker threads.
        corpus, options, run, tokens, selected, strip, vocabulary, dossier: the panels.
        decoder: the window for ids.
        pipeline: the stages of a line of the text.
        chat: a conversation as tokens.
        ids: the ids beside the text.
        lab: the regex lab; its panels are in it.
        keeping: brings back what the last session was, and writes down what this one is.

    """

    window: MainWindow
    session: Session
    runs: TrainingRuns
    naming: Naming
    text_saving: TextSaving
    exporting: Exporting
    fetching: Fetching
    lanes: Lanes
    corpus: CorpusPanel
    options: TrainingOptionsPanel
    run: TrainingRunPanel
    tokens: TokensPanel
    selected: SelectedTokenPanel
    strip: TokensStrip
    vocabulary: VocabularyPanel
    dossier: DossierPanel
    decoder: DecoderDialog
    pipeline: PipelinePage
    chat: ChatPanel
    ids: IdsPanel
    lab: RegexLab
    keeping: Keeping


def fill(window: MainWindow) -> Parts:
    """Give an empty window its panels, start the lanes, connect all, and bring the last session back.

    At the first start there is none: then the samples are opened.
    """
    parts = _make(window)
    _add_panels(parts)
    tables = (
        _requests, _answers, _between_panels, _session, _fetching, _training, _finding, _sizes,
        _runs, _regex_lab, _keeping, _closing,
    )  # fmt: skip
    for signal, slot in [pair for table in tables for pair in table(parts)]:
        signal.connect(slot)
    _wire_actions(parts)
    parts.options.set_patterns(
        {preset: PUBLISHED[name].pattern for preset, name in PATTERN_OF_PRESET.items()}
    )
    parts.lab.set_published({name: each.pattern for name, each in PUBLISHED.items()} | dict(FURTHER))
    parts.run.set_options(parts.options.options())
    window.status.set_kernels(kernels.active())
    window.toolbar.picker.set_recent(window.settings.recent_tokenizers)
    window.tasks.set_before_run(True)
    adding = parts.corpus.adding
    adding.folder = lambda: window.settings.start_folder
    adding.chosen.connect(lambda path: setattr(window.settings, "last_folder", str(Path(path).parent)))
    adding.pasting.folder = window.settings.data_folder / "pasted"
    window.arrange()
    if not parts.keeping.restore():
        _open_samples(parts)
    parts.runs.look()
    if parts.tokens.isVisible():
        parts.tokens.view.setFocus()  # one can type at once
    return parts


def _open_samples(parts: Parts) -> None:
    sample = sample_text()
    parts.tokens.set_text(sample, "")
    parts.tokens.select_at(sample.index(b"ableness") + 2)
    parts.session.open_sample()


def _make(window: MainWindow) -> Parts:
    corpus, tokens, session = CorpusPanel(), TokensPanel(), Session(window)
    chat = ChatPanel()
    runs, options = TrainingRuns(window, session), TrainingOptionsPanel(window.settings)
    place = window.place or claim(window.settings.data_folder)
    lanes = Lanes(window)
    return Parts(
        window=window,
        session=session,
        runs=runs,
        naming=Naming(window, lanes.ask, session),
        text_saving=TextSaving(window, lanes.ask, tokens, session),
        exporting=Exporting(window, lanes.ask, tokens.text, corpus.enabled_sources, corpus.readings),
        fetching=Fetching(window, lanes.ask),
        lanes=lanes,
        corpus=corpus,
        options=options,
        run=TrainingRunPanel(),
        tokens=tokens,
        selected=SelectedTokenPanel(),
        strip=TokensStrip(),
        vocabulary=VocabularyPanel(),
        dossier=DossierPanel(),
        decoder=DecoderDialog(lanes.ask, window),
        pipeline=PipelinePage(tokens),
        chat=chat,
        ids=IdsPanel(tokens),
        lab=RegexLab(window.settings, window),
        keeping=Keeping(window, place, session, runs, tokens, corpus, options, chat),
    )


def _add_panels(parts: Parts) -> None:
    add, window = parts.window.add_panel, parts.window
    add("tokens", window.tr("Tokens"), parts.tokens)
    add("selected_token", window.tr("Selected token"), parts.selected)
    add("corpus", window.tr("Corpus"), parts.corpus)
    add("corpus_preview", window.tr("Preview"), parts.corpus.preview)
    add("training_options", window.tr("Options"), parts.options)
    add("training_run", window.tr("Training"), parts.run, bare=True)
    add("tokens_strip", window.tr("Your text"), parts.strip)
    add("vocabulary", window.tr("Vocabulary"), parts.vocabulary)
    add("vocab_dossier", window.tr("Token"), parts.dossier)
    add("chat", window.tr("Chat"), parts.chat)
    add("ids", window.tr("Ids"), parts.ids)
    add_lab_panels(window, parts.lab)


# --- the tables: (signal, slot) -------------------------------------------------------------------------


def _requests(p: Parts) -> Connects:
    """What panels and session ask of the lanes."""
    return [
        (p.corpus.scan_requested, p.lanes.job_requested),
        (p.corpus.measuring.requested, p.lanes.job_requested),
        (p.corpus.preview_requested, p.lanes.job_requested),
        (p.corpus.files.requested, p.lanes.job_requested),
        (p.corpus.files.cancel_requested, p.lanes.job_cancel_requested),
        (p.vocabulary.list_requested, p.lanes.job_requested),
        (p.tokens.text_open_requested, p.lanes.job_requested),
        (p.tokens.encode_requested, p.lanes.encode),
        (p.tokens.encode_cancel_requested, p.lanes.encode_cancel_requested),
        (p.tokens.view.followed, p.lanes.attend),
        (p.tokens.explain_requested, p.lanes.encode_requested),
        (p.selected.requested, p.lanes.encode_requested),
        (p.pipeline.requested, p.lanes.encode_requested),
        (p.chat.render_requested, p.lanes.encode_requested),
        (p.strip.encode_requested, p.lanes.encode_requested),
        (p.run.pause_requested, p.lanes.pause_requested),
        (p.run.stop_requested, p.lanes.stop_requested),
        (p.run.cancel_requested, p.lanes.training_cancel_requested),
        (p.session.job_requested, p.lanes.job_requested),
        (p.session.train_requested, p.lanes.train_requested),
        (p.session.job_cancel_requested, p.lanes.job_cancel_requested),
        (p.session.encode_cancel_requested, p.lanes.encode_cancel_requested),
        (p.session.training_cancel_requested, p.lanes.training_cancel_requested),
        (p.session.pause_requested, p.lanes.pause_requested),
        (p.session.stop_requested, p.lanes.stop_requested),
    ]


def _answers(p: Parts) -> Connects:
    """What the jobs and live lanes tell."""
    jobs, live = p.lanes.jobs, p.lanes.live
    return [
        (jobs.tokenizer_opened, p.lanes.attend_to_opening),
        (live.encoded, p.lanes.attend_to_opening),
        (jobs.tokenizer_opened, p.session.tokenizer_opened),
        (jobs.tokenizer_saved, p.session.tokenizer_saved),
        (jobs.tokenizer_saved, p.run.show_saved),
        (jobs.vocab_listed, p.vocabulary.show_vocabulary),
        (jobs.vocab_exported, p.session.vocab_exported),
        (jobs.text_read, p.tokens.show_text),
        (jobs.sources_scanned, p.corpus.show_scanned),
        (jobs.corpus_measured, p.corpus.measuring.take),
        (jobs.file_written, p.corpus.adding.pasting.take),
        (jobs.source_previewed, p.corpus.show_previewed),
        (jobs.files_listed, p.corpus.files.take),
        (jobs.files_looked_at, p.corpus.files.take_looks),
        (jobs.paths_sorted, p.session.paths_sorted),
        *((signal, p.session.job_ended) for signal in _ends_of_jobs(p)),
        (jobs.progressed, p.session.job_progressed),
        (jobs.cancelled, p.session.job_cancelled),
        (jobs.cancelled, p.corpus.show_failed),
        (jobs.cancelled, p.tokens.show_failed),
        (jobs.cancelled, p.vocabulary.show_failed),
        (live.cancelled, p.tokens.show_failed),
        (live.cancelled, p.strip.show_failed),
        (jobs.failed, p.corpus.show_failed),
        (jobs.failed, p.tokens.show_failed),
        (jobs.failed, p.vocabulary.show_failed),
        (jobs.failed, p.session.job_failed),
        (live.part_encoded, p.tokens.show_part),
        (live.part_encoded, p.strip.show_part),
        (live.encoded, p.tokens.show_encoded),
        (live.encoded, p.strip.show_encoded),
        (live.explained, p.selected.show_explained),
        (live.token_told, p.selected.show_told),
        (live.pipeline_shown, p.pipeline.show_pipeline),
        (live.failed, p.pipeline.show_failed),
        (live.chat_rendered, p.chat.show_rendered),
        (live.failed, p.chat.show_failed),
        (live.progressed, p.session.job_progressed),
        (live.failed, p.tokens.show_failed),
        (live.failed, p.strip.show_failed),
        (live.failed, p.session.job_failed),
    ]


def _ends_of_jobs(p: Parts) -> list[Any]:
    jobs, live = p.lanes.jobs, p.lanes.live
    return [
        jobs.tokenizer_opened, jobs.tokenizer_saved, jobs.vocab_listed, jobs.text_read, jobs.sources_scanned,
        jobs.corpus_measured, jobs.source_previewed,
        jobs.paths_sorted, jobs.vocab_exported, jobs.targets_listed, jobs.export_ended,
        jobs.fetched, jobs.published_listed,
        live.encoded, live.cancelled,
    ]  # fmt: skip


def _training(p: Parts) -> Connects:
    """A run, from its start to its end."""
    lane = p.lanes.training
    return [
        (p.options.extend.file_wanted, lambda: _ask_to_extend(p)),
        (p.session.splits.chosen, p.options.extend.take_split),
        (p.options.start_requested, lambda options: p.session.train(options, p.corpus.training_sources())),
        (p.run.start_requested, p.options.start),
        (p.window.first_steps.train_requested, lambda: train_on_sample(p)),
        (p.window.first_steps.own_requested, lambda: _new_run(p)),
        (p.session.training_started, p.run.show_started),
        (p.session.training_started, p.options.show_run),
        (p.session.running_changed, p.options.set_locked),
        (p.session.running_changed, p.corpus.set_locked),
        (p.session.running_changed, p.strip.set_running),
        (p.session.running_changed, lambda running: _make_room(p, running)),
        (lane.progressed, p.run.show_progress),
        (lane.progressed, p.session.training_progressed),
        (lane.merges_learned, p.run.show_merges),
        (lane.snapshot_taken, p.strip.show_snapshot),
        (lane.pause_changed, p.run.show_paused),
        (lane.pause_changed, p.session.pause_changed),
        (lane.trained, p.run.show_trained),
        (lane.trained, p.session.trained),
        (lane.cancelled, p.run.show_cancelled),
        (lane.cancelled, p.session.training_cancelled),
        (lane.failed, p.run.show_failed),
        (lane.failed, p.session.training_failed),
    ]


def _runs(p: Parts) -> Connects:
    """Runs that were interrupted or are done again, what a run asks, and what one would come to."""
    lane, jobs, own = p.lanes.training, p.lanes.jobs, p.runs
    return [
        (own.job_requested, p.lanes.job_requested),
        (own.full_answered, p.lanes.full_answered),
        (own.sources_wanted, p.corpus.add_paths),
        (jobs.interrupted_found, own.show_interrupted),
        (jobs.record_read, own.start_repeated),
        (p.session.training_started, own.note_started),
        (lane.asked, own.ask),
        *((signal, own.run_ended) for signal in (lane.trained, lane.cancelled, lane.failed)),
        (lane.trained, own.tell_notices),
        (lane.trained, own.note_trained),
        (jobs.result_opened, own.result_opened),
        (jobs.tokenizer_saved, own.note_saved),
        (p.session.leaving.gone, own.forget),
        (p.session.tokenizer_renamed, p.run.show_renamed),
        (p.run.rename_requested, p.naming.ask),
        (p.run.repeat_requested, own.repeat),
        (p.run.more_requested, own.add_merges),
        (p.run.before.longest_wanted, p.options.limit_longest),
        (p.run.estimate_requested, p.lanes.train_requested),
        (lane.estimated, p.window.notices.estimated),  # before the figures: the two are never seen together
        (lane.estimated, p.run.show_estimate),
        (lane.held_out_measured, p.run.show_held_out),
    ]


def _between_panels(p: Parts) -> Connects:
    """What one panel tells that another shows, and the return to the window."""
    app = QApplication.instance()
    back: Connects = []
    if isinstance(app, QApplication):
        back = [(app.applicationStateChanged, p.corpus.look_on_return)]
    return [
        *back,
        (p.corpus.sources_changed, p.options.set_corpus),
        (p.corpus.sources_changed, p.run.set_corpus),
        (p.corpus.sources_changed, lambda _: p.run.before.set_sources(p.corpus.training_sources())),
        (p.corpus.findings_changed, p.run.before.set_findings),
        (p.run.before.fix_requested, p.corpus.fix),
        (p.run.before.show_requested, p.corpus.show_finding),
        (p.run.left_out_wanted, lambda trained: _show_left_out(p, trained)),
        (p.corpus.toast_requested, p.window.notices.toast),
        (p.corpus.preview_wanted, lambda: _show_preview(p)),
        (p.corpus.adding.pasting.write_requested, lambda request: _keep_pasted(p, request)),
        (p.options.options_changed, p.run.set_options),
        (p.options.options_changed, lambda _: p.run.before.set_fault(p.options.fault())),
        (p.corpus.sources_changed, lambda _: p.run.before.set_fault(p.options.fault())),
        (p.options.options_changed, lambda options: p.corpus.set_specials(options.special_tokens)),
        (p.run.before_changed, p.window.tasks.set_before_run),
        (p.run.save_requested, p.session.save_as),
        (p.run.export_requested, p.exporting.open),
        (p.run.see_requested, lambda info: _see(p, info)),
        (p.run.merge_log.token_chosen, p.vocabulary.show_token),
        (p.tokens.token_selected, p.selected.show_occurrence),
        (p.tokens.colouring.coloured, p.selected.facts.set_bins),
        (p.tokens.token_selected, lambda token: _follow(p, token)),
        (p.tokens.facts_changed, p.window.status.set_facts),
        (p.tokens.encoding.finished, lambda _: p.window.notices.text_encoded()),
        (p.tokens.beginning_changed, p.strip.set_text),
        (p.strip.open_requested, lambda: p.window.show_task("inspect")),
        (p.tokens.toast_requested, p.window.notices.toast),
        (p.tokens.undo_withdrawn, p.window.notices.withdraw),
        (p.ids.toast_requested, p.window.notices.toast),
        (p.selected.step_requested, p.tokens.step_selected),
        (p.selected.token_chosen, p.tokens.show_token),
        (p.selected.show_in_vocabulary_requested, lambda token: _show_in_vocabulary(p, token)),
        (p.vocabulary.vocabulary_changed, p.selected.set_vocabulary),
        (p.vocabulary.vocabulary_changed, p.tokens.set_vocabulary),
        (p.vocabulary.vocabulary_changed, p.dossier.set_vocabulary),
        (p.vocabulary.token_selected, p.dossier.show_token),
        (p.dossier.token_clicked, p.vocabulary.show_token),
        (p.vocabulary.export_requested, p.session.export_vocabulary),
    ]


def _session(p: Parts) -> Connects:
    """What is open, what is dropped, what is given up."""
    return [
        (p.session.tokenizer_changed, p.tokens.set_tokenizer),
        (p.session.tokenizer_changed, p.strip.set_tokenizer),
        (p.session.tokenizer_changed, p.decoder.set_tokenizer),
        (p.session.tokenizer_changed, p.chat.set_tokenizer),
        (p.chat.text_chosen, lambda text: _take_conversation(p, text)),
        (p.chat.toast_requested, p.window.notices.toast),
        (p.decoder.text_chosen, lambda *text: _take_decoded(p, *text)),
        (p.session.tokenizer_changed, p.vocabulary.set_tokenizer),
        (p.session.tokenizer_changed, p.dossier.set_tokenizer),
        (p.session.tokenizer_closed, p.vocabulary.forget),
        (p.session.text_wanted, p.tokens.open_text),
        (p.session.sources_wanted, p.corpus.add_paths),
        (p.window.toolbar.picker.chosen, p.session.use),
        (p.window.toolbar.picker.recent_chosen, p.session.open_tokenizer),
        (p.window.files_dropped, p.session.sort_dropped),
        (p.tokens.files_dropped, lambda paths: p.session.sort_dropped(paths, text=True)),
        (p.window.status.cancel_requested, p.session.cancel),
        (p.window.status.kernels_clicked, lambda: _tell_kernels(p)),
    ]


def _fetching(p: Parts) -> Connects:
    """The dialog of published vocabularies."""
    return [
        (p.fetching.open_requested, p.session.open_tokenizer),
        (p.fetching.local_file_requested, p.session.ask_to_open),
    ]


def _finding(p: Parts) -> Connects:
    return finding_connects(p.lanes, p.tokens, p.session)


def _sizes(p: Parts) -> Connects:
    """The slider of the vocabulary's size, and from which size on a word is one token."""
    what_if, lane = p.selected.what_if, p.lanes.training
    return [
        (what_if.size_requested, lambda *asked: _find_word_size(p, *asked)),
        (what_if.cancel_requested, p.lanes.training_cancel_requested),
        (lane.word_size_progressed, what_if.show_progress),
        (lane.word_sized, what_if.show_sized),
        (lane.failed, what_if.show_failed),
        (p.tokens.sizes_requested, p.lanes.encode_requested),
        (p.tokens.sizes.strip.slider.valueChanged, p.lanes.attend),
        (p.lanes.live.sizes_counted, p.tokens.show_sizes),
        (p.lanes.live.sizes_cut, p.tokens.sizes.take_cut),
    ]


def _regex_lab(p: Parts) -> Connects:
    place = LabPlace(p.window, p.lab, p.corpus, p.options, p.tokens)
    return place.connects(p.lanes, p.session.running_changed)


def _closing(p: Parts) -> Connects:
    """The end, also one that closes no window: Qt aborts where a thread runs on in what is destroyed."""
    ends: Connects = [
        (p.window.closing, p.keeping.end),
        (p.window.closing, p.runs.forget_closed),
        (p.window.closing, p.lanes.shut_down),
    ]
    app = QApplication.instance()
    if app is not None:
        ends += [(app.aboutToQuit, p.keeping.end), (app.aboutToQuit, p.lanes.shut_down)]
    return ends


def _keeping(p: Parts) -> Connects:
    """What is asked for the last session to come back, and what changes this one beside its own signals."""
    jobs, own = p.lanes.jobs, p.keeping
    return [
        (own.job_requested, p.lanes.job_requested),
        (jobs.text_read, own.text.show_read),
        (jobs.failed, own.text.show_failed),
        (jobs.cancelled, own.text.show_failed),
        (jobs.tokenizer_saved, own.note),
        (p.session.tokenizer_renamed, own.note),
        (p.text_saving.saved, own.note),
        (p.lanes.training.trained, own.note),
    ]


def _wire_actions(p: Parts) -> None:
    """Give every action its slot, and so its place in menus, tool bar and palette."""
    for name, slot in (
        ("file.open_tokenizer", p.session.ask_to_open),
        ("file.fetch", p.fetching.open),
        ("file.open_text", p.session.ask_for_text),
        ("file.save", p.session.save),
        ("file.save_as", p.session.save_as),
        ("file.export", lambda: p.exporting.open(p.session.current)),
        ("file.close_tokenizer", p.session.close_current),
        ("help.merge", lambda: show_one(MergeByHandDialog, p.window)),
        ("tokenizer.next", p.session.use_next),
        ("tokenizer.sample", p.session.open_sample),
        ("tokenizer.rename", p.naming.ask),
        ("train.add_files", p.corpus.adding.choose_files),
        ("train.look_again", p.corpus.look_again),
        ("train.count", p.corpus.measure),
        ("train.preview", p.corpus.show_preview),
        ("train.statistics", p.corpus.ask_for_statistics),
        ("train.add_folder", p.corpus.adding.choose_folder),
        ("train.add_sample", lambda: p.corpus.add_paths([SAMPLE_CORPUS])),
        ("train.add_python", lambda: p.corpus.add_paths([PYTHON_LIBRARY])),
        ("train.new", lambda: _new_run(p)),
        ("train.start", p.options.start),
        ("train.sample", lambda: train_on_sample(p)),
        ("train.pause", p.session.pause_or_resume),
        ("train.stop", p.session.stop),
        ("train.cancel", p.session.cancel_training),
        ("train.repeat", p.runs.repeat),
        ("train.more", p.runs.add_merges),
        ("help.kernels", lambda: _tell_kernels(p)),
    ):
        p.window.commands.wire(name, slot)
    p.pipeline.wire(p.window.commands.wire("view.pipeline", p.pipeline.toggle))
    ChatEditing(p.window, p.chat, p.tokens.view)
    chat = ChatDock(p.window, p.chat)
    chat.wire(p.window.commands.wire("view.chat", chat.toggle))
    _wire_switches(p)
    wire_text_view(p.window, p.tokens, p.session)
    wire_ids_panel(p.window, p.ids)
    wire_token_files(p.window, p.lanes, p.tokens, p.session, p.decoder)
    _wire_recent(p)
    renewing = Renewing(p.window, p.keeping.place, p.keeping, p.session, p.tokens, sample_text)
    renewing.give_up_requested.connect(p.lanes.give_up_all)
    p.lanes.given_up.connect(renewing.forget)
    for name in ("undo", "redo", "cut", "copy", "paste", "select_all"):
        p.window.commands.wire(f"edit.{name}", partial(_edit, p, name))
    for name in ("undo", "redo", "cut", "copy"):
        getattr(p.tokens, f"{name}_available").connect(p.window.commands[f"edit.{name}"].setEnabled)


def _wire_switches(p: Parts) -> None:
    """Give the switches of the Tokens panel their entries in the menus, both showing the same state."""
    commands, marks, choices = p.window.commands, p.tokens.marks_button, p.tokens.choices
    specials = choices.specials_action
    commands.wire("view.marks", marks.toggle)
    marks.toggled.connect(commands["view.marks"].setChecked)
    marks.toggled.connect(lambda on: setattr(p.window.settings, "show_marks", on))
    commands["view.marks"].setChecked(marks.isChecked())
    marks.setChecked(p.window.settings.show_marks)
    choices.kept.update(from_plain(p.window.settings.token_choices))
    p.tokens.choices_changed.connect(lambda kept: setattr(p.window.settings, "token_choices", to_plain(kept)))
    commands.wire("tokenizer.limit", p.tokens.ask_for_limit)
    _wire_sizes(p)
    commands.wire("tokenizer.template", p.session.show_template)
    commands["tokenizer.template"].setVisible(False)
    commands.wire("tokenizer.decode", p.decoder.open_beside)
    commands.wire("tokenizer.specials", specials.trigger)
    commands["tokenizer.specials"].setEnabled(specials.isEnabled())
    specials.toggled.connect(commands["tokenizer.specials"].setChecked)
    specials.enabledChanged.connect(commands["tokenizer.specials"].setEnabled)


def _make_room(p: Parts, running: bool) -> None:
    """Give the run the place of the preview once it starts."""
    p.window.tasks.set_before_run(False)
    if running and p.window.tasks.page.is_open("training_run"):
        p.window.tasks.set_open("training_run", True)


def _new_run(p: Parts) -> None:
    """Show what a new tokenizer is trained on and how, whatever run stood there."""
    p.window.show_task("train")
    p.run.show_before()


def _keep_pasted(p: Parts, request: WriteFile) -> None:
    """Have a pasted text written where the person's own data are."""
    with contextlib.suppress(OSError):  # then writing the file fails, and says why
        Path(request.path).parent.mkdir(parents=True, exist_ok=True)
    p.lanes.job_requested.emit(request)


def _show_preview(p: Parts) -> None:
    """Bring the lines of the corpus into sight."""
    if p.window.tasks.current != "all":
        p.window.show_task("train")
    p.window.tasks.set_open("corpus_preview", True)


def _show_left_out(p: Parts, trained: Trained) -> None:
    """Show what a run did not read; where faults lie is told by a count of the corpus."""
    p.window.raise_panel("corpus")
    p.corpus.show_left_out(trained)


def _find_word_size(p: Parts, request_id: int, handle: int, word: bytes) -> None:
    """Train on the corpus, on the sample where there is none, until a word is one token."""
    sources = p.corpus.training_sources() or (SAMPLE_CORPUS,)
    p.lanes.train_requested.emit(FindWordSize(request_id, handle, word, sources))


def _wire_sizes(p: Parts) -> None:
    """Let menus and palette reach the slider of the vocabulary's size, where there is one."""
    commands, sizes = p.window.commands, p.tokens.sizes

    def _show() -> None:
        p.window.show_task("inspect")
        sizes.focus()

    commands.wire("tokenizer.size", _show).setVisible(False)
    commands.wire("tokenizer.whole", sizes.reset).setVisible(False)
    sizes.wanted_changed.connect(commands["tokenizer.size"].setVisible)
    sizes.whole_changed.connect(lambda whole: commands["tokenizer.whole"].setVisible(not whole))

    def _in_selected(act: Callable[[], None]) -> None:
        p.window.show_task("inspect")
        p.window.raise_panel("selected_token")
        act()

    commands.wire("tokenizer.steps", lambda: _in_selected(p.selected.go_to_steps)).setVisible(False)
    word_tree = commands.wire("tokenizer.word_tree", lambda: p.selected.show_word_tree(word_tree.isChecked()))
    p.selected.facts.tree_of.changed.connect(lambda of: word_tree.setChecked(of == "word"))
    p.selected.steps.has_steps_changed.connect(word_tree.setVisible)
    word_tree.setVisible(False)
    commands.wire("tokenizer.word_size", lambda: _in_selected(p.selected.find_size)).setVisible(False)
    p.selected.steps.has_steps_changed.connect(commands["tokenizer.steps"].setVisible)
    p.selected.what_if.can_ask_changed.connect(commands["tokenizer.word_size"].setVisible)


def _wire_recent(p: Parts) -> None:
    """Keep the menu of recent files: filled anew whenever the menu that it stands in is opened."""
    recent = p.window.commands.recent_menu
    above = recent.parentWidget() if recent is not None else None
    if recent is not None and isinstance(above, QMenu):
        fill = partial(show_recent, recent, p.window.settings, p.session.open_tokenizer, p.session.open_text)
        above.aboutToShow.connect(lambda: fill())


# --- what takes more than one call ------------------------------------------------------------------------


def train_on_sample(p: Parts) -> None:
    """Train on the text that comes with the program, as the first steps offer."""
    p.window.show_task("train")
    if not p.corpus.enabled_paths():
        p.corpus.add_paths([SAMPLE_CORPUS])
    options = TrainingOptions(vocab_size=SAMPLE_VOCAB_SIZE)
    p.session.train(options, (SAMPLE_CORPUS,))


def _edit(p: Parts, name: str) -> None:
    """Do what an entry of the Edit menu says where the keyboard is, or else in the text or the pattern."""
    focused = QApplication.focusWidget()
    in_lab = p.window.tasks.current == "lab"
    target: QWidget = p.lab.editor.editor if in_lab else p.tokens.view
    steps_back = in_lab and name in {"undo", "redo"} and not isinstance(focused, QLineEdit)
    act = None if steps_back else _nearest(focused, name)
    (act or _nearest(target, name) or (lambda: None))()


def _nearest(widget: QWidget | None, name: str) -> Callable[[], object] | None:
    """Return what does it in a widget, or in the nearest one around it that can; None where none can."""
    names = {"select_all": ("select_all", "selectAll")}.get(name, (name,))
    if isinstance(widget, QAbstractSpinBox):
        widget = widget.findChild(QLineEdit)
    while widget is not None:
        for method in names:
            act: Callable[[], object] | QWidget | None = getattr(widget, method, None)
            if callable(act) and not isinstance(act, QWidget):  # some call a button "copy"
                return act
        widget = widget.parentWidget()
    return None


def _ask_to_extend(p: Parts) -> None:
    """Let the person choose the tokenizer that a run goes on with."""

    def take(path: str) -> None:
        p.options.extend.take(path, p.window.settings.splits.get(path, ""))

    p.session.ask_for_tokenizer(p.window.tr("Go on with a tokenizer"), take)


def _see(p: Parts, info: TokenizerInfo) -> None:
    p.session.take(info)
    p.window.show_task("inspect")


def _take_conversation(p: Parts, text: bytes) -> None:
    """Put the text of a conversation into the Tokens panel, its special tokens being taken as such."""
    choices = p.tokens.choices
    tokenizer, specials = p.tokens.tokenizer, choices.choices.specials
    choices.take_specials(True)

    def _back() -> None:
        if p.tokens.tokenizer == tokenizer:
            choices.take_specials(specials)

    p.tokens.take_text(p.window.tr("The conversation is the text now."), text, and_back=_back)


def _take_decoded(p: Parts, text: bytes, name: str, line_feeds: Places | None) -> None:
    """Put the text of ids into the Tokens panel."""
    p.tokens.take_text(p.window.tr("The text of the ids is the text now."), text, Origin(name), line_feeds)


def _follow(p: Parts, occurrence: Occurrence | None) -> None:
    """Choose the row of the selected token in the vocabulary."""
    if occurrence is not None:
        p.vocabulary.follow_token(occurrence.token_id)


def _show_in_vocabulary(p: Parts, token_id: int) -> None:
    p.window.show_task("vocabulary")
    p.vocabulary.show_token(token_id)


def _tell_kernels(p: Parts) -> None:
    """Say whether the compiled kernels do the work, and if not, why."""
    if kernels.active():
        p.window.notices.tell(
            p.window.tr("Compiled kernels do the heavy work."),
            p.window.tr("Splitting, counting, training and encoding run as machine code."),
        )
        return
    p.window.notices.tell(
        p.window.tr("Plain Python does the work: {reason}.").format(reason=kernels.why_not()),
        p.window.tr(
            "The answers are the same, only slower. With a C compiler, bash packaging/run compiles them."
        ),
    )
