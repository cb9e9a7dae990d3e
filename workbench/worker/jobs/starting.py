"""Requests become calls of the api and the engine, their answers messages; no Qt here.

A job is a generator that yields a message, or None at least every 20 ms, so that whoever runs it can
stop in between (`job.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from workbench import api
from workbench.api import vocab_files
from workbench.api.files import split_by
from workbench.engine.splitting.pre_tokenizers import UnknownSplit, unknown_split
from workbench.formats.overwriting import refuse_changed
from workbench.worker import messages as m
from workbench.worker.jobs.chat import chat_job
from workbench.worker.jobs.corpus import (
    list_files,
    look_at_files,
    measure_corpus,
    preview_source,
    scan_sources,
)
from workbench.worker.jobs.decoding import decode_steps
from workbench.worker.jobs.encoding import encode_steps
from workbench.worker.jobs.explaining import explain_steps
from workbench.worker.jobs.export import export, list_targets
from workbench.worker.jobs.fetch import fetch, list_published
from workbench.worker.jobs.finding import find, replace_found
from workbench.worker.jobs.id_files import decode_file, encode_file, write_file
from workbench.worker.jobs.job import Job, Steps
from workbench.worker.jobs.open_tokenizers import Desk, describe
from workbench.worker.jobs.pattern import (
    compare_pieces,
    measure_pattern,
    read_sample,
    repair_pattern,
    split_sample,
)
from workbench.worker.jobs.pipeline import pipeline_job
from workbench.worker.jobs.reading import read_text
from workbench.worker.jobs.sizes import count_sizes_steps, cut_sizes_steps
from workbench.worker.jobs.training import TrainingJob
from workbench.worker.jobs.training_requests import (
    discard_run,
    estimate_training,
    find_interrupted,
    open_result,
    read_record,
)
from workbench.worker.jobs.vocab import list_vocab, tell_token
from workbench.worker.jobs.word_size import WordSizeJob

# A tokenizer with a format and without a path is the bundled sample.
SAMPLE_FORMAT = "minbpe"


def _open(desk: Desk, request: m.OpenTokenizer) -> Steps:
    yield m.JobProgress(request.request_id, "open", Path(request.path).name, 0, 0)
    if not request.path:
        sample = replace(api.open_sample(), format=SAMPLE_FORMAT)
        yield m.TokenizerOpened(request.request_id, desk.add(sample, sample.tokenizer.name))
        return
    for opened in api.open_steps(request.path, desk.live_child, request.anyway):
        if opened is None:
            yield None
            continue
        if isinstance(opened.tokenizer.pre_tokenizer, UnknownSplit):
            if not request.split:
                raise unknown_split().in_file(request.path)
            opened = split_by(opened, request.split, desk.live_child)
        name = opened.tokenizer.name or Path(request.path).stem
        yield m.TokenizerOpened(request.request_id, desk.add(opened, name))


def _save(desk: Desk, request: m.SaveTokenizer) -> Steps:
    yield m.JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    tokenizer = desk.tokenizer(request.handle)
    refuse_changed(request.path, request.stamp)
    for saved in api.save_steps(tokenizer, request.path, request.format, request.overwrite):
        if saved is None:
            yield None
        else:
            info = describe(request.handle, saved.opened, Path(request.path).stem)
            desk.replace(info)
            losses = tuple((loss.code, dict(loss.facts)) for loss in saved.losses)
            yield m.TokenizerSaved(request.request_id, info, saved.files, losses)


def _rename(desk: Desk, request: m.RenameTokenizer) -> Steps:
    info = replace(desk.info(request.handle), name=request.name)
    desk.tokenizer(request.handle).name = request.name
    desk.replace(info)
    yield m.TokenizerRenamed(request.request_id, info)
    folder = desk.folder_of(request.handle)
    if folder:
        yield from api.rename_result_steps(folder, request.name)


def _close(desk: Desk, request: m.CloseTokenizer) -> Steps:
    desk.remove(request.handle)
    yield None


def _export_vocab(desk: Desk, request: m.ExportVocab) -> Steps:
    yield m.JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    tokenizer = desk.tokenizer(request.handle)
    for _ in vocab_files.save_vocab_steps(tokenizer, request.path, request.kind):
        yield None
    yield m.VocabExported(request.request_id, request.path)


def _sort(desk: Desk, request: m.SortPaths) -> Steps:
    tokenizers: list[str] = []
    for path in request.paths:
        if api.is_tokenizer_file(path):
            tokenizers.append(path)
        yield None
    others = tuple(path for path in request.paths if path not in tokenizers)
    yield m.PathsSorted(request.request_id, tuple(tokenizers), others, request.use)


_STEPS: Final[dict[type, Callable[[Desk, Any], Steps]]] = {
    m.OpenTokenizer: _open,
    m.SaveTokenizer: _save,
    m.RenameTokenizer: _rename,
    m.CloseTokenizer: _close,
    m.ListVocab: list_vocab,
    m.ExportVocab: _export_vocab,
    m.ReadText: read_text,
    m.ListFiles: list_files,
    m.LookAtFiles: look_at_files,
    m.ScanSources: scan_sources,
    m.MeasureCorpus: measure_corpus,
    m.PreviewSource: preview_source,
    m.SortPaths: _sort,
    m.EstimateTraining: estimate_training,
    m.FindInterrupted: find_interrupted,
    m.DiscardRun: discard_run,
    m.OpenResult: open_result,
    m.ReadRecord: read_record,
    m.Encode: encode_steps,
    m.Explain: explain_steps,
    m.TellToken: tell_token,
    m.CountSizes: count_sizes_steps,
    m.CutSizes: cut_sizes_steps,
    m.ShowPipeline: pipeline_job,
    m.RenderChat: chat_job,
    m.Decode: decode_steps,
    m.FindText: find,
    m.ReplaceText: replace_found,
    m.ReadPatternText: read_sample,
    m.SplitByPattern: split_sample,
    m.RepairPattern: repair_pattern,
    m.MeasurePattern: measure_pattern,
    m.ComparePieces: compare_pieces,
    m.ListTargets: list_targets,
    m.Export: export,
    m.ListPublished: list_published,
    m.Fetch: fetch,
    m.EncodeFile: encode_file,
    m.DecodeFile: decode_file,
    m.WriteFile: write_file,
}


def start(desk: Desk, request: Any) -> Job:  # noqa: ANN401 - any request class of messages
    """Return the job that meets a request; nothing has run yet."""
    if isinstance(request, m.Train):
        return TrainingJob(desk, request)
    if isinstance(request, m.FindWordSize):
        return WordSizeJob(desk, request)
    return Job(desk, request, _STEPS[type(request)])
