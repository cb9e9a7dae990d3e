"""Starts the job of each request; without Qt.

What a job does is a generator of messages (`job.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from workbench import api
from workbench.api import vocab_files
from workbench.api.files import split_by
from workbench.api.id_map_files import save_with
from workbench.api.session_file import is_session_file
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.splitting.pre_tokenizers import unknown_split
from workbench.formats import registry
from workbench.formats.overwriting import refuse_changed
from workbench.worker.jobs.adapting import look_at_draft, make_draft, read_token_list
from workbench.worker.jobs.aligning import align
from workbench.worker.jobs.chat import chat_job, find_turn_drift
from workbench.worker.jobs.comparing import compare, save_comparison
from workbench.worker.jobs.corpus import (
    list_files,
    look_at_files,
    measure_corpus,
    preview_source,
    scan_sources,
)
from workbench.worker.jobs.datasets import count_folder, encode_set
from workbench.worker.jobs.decoding import decode
from workbench.worker.jobs.encoding import EncodeJob
from workbench.worker.jobs.explaining import explain
from workbench.worker.jobs.export import export, list_targets
from workbench.worker.jobs.fetch import fetch, list_published
from workbench.worker.jobs.finding import find, replace_found
from workbench.worker.jobs.id_files import decode_file, encode_file, write_file
from workbench.worker.jobs.job import Job, Steps
from workbench.worker.jobs.judging import count_tokens, find_uses, group_tokens, judge_tokens, match_tokens
from workbench.worker.jobs.licenses import list_licenses
from workbench.worker.jobs.open_tokenizers import Store, describe
from workbench.worker.jobs.origins import find_error_bars, find_origins
from workbench.worker.jobs.pairs import ask_same, compare_vocabularies, count_numbers, find_causes, find_drift
from workbench.worker.jobs.pattern import (
    compare_pieces,
    measure_pattern,
    read_sample,
    repair_pattern,
    split_sample,
)
from workbench.worker.jobs.pipeline import pipeline_job
from workbench.worker.jobs.reading import read_text
from workbench.worker.jobs.session_files import open_session_file, save_session_file
from workbench.worker.jobs.sizes import count_sizes, cut_sizes
from workbench.worker.jobs.training import TrainingJob
from workbench.worker.jobs.training_requests import (
    discard_run,
    estimate_training,
    find_interrupted,
    open_result,
    read_record,
    read_template,
)
from workbench.worker.jobs.vocab import list_vocab, tell_token
from workbench.worker.jobs.word_size import find_word_size
from workbench.worker.messages.adapting import LookAtDraft, MakeDraft, ReadTokenList
from workbench.worker.messages.chat import FindTurnDrift, RenderChat
from workbench.worker.messages.comparing import (
    Align,
    AskSame,
    Compare,
    CompareVocabularies,
    CountNumbers,
    FindCauses,
    FindDrift,
    SaveComparison,
)
from workbench.worker.messages.corpus import ListFiles, LookAtFiles, MeasureCorpus, PreviewSource, ScanSources
from workbench.worker.messages.datasets import CountFiles, EncodeSet
from workbench.worker.messages.explaining import Explain
from workbench.worker.messages.export import Export, ListTargets
from workbench.worker.messages.files import DecodeFile, EncodeFile, PathsSorted, SortPaths, WriteFile
from workbench.worker.messages.finding import FindText, ReplaceText
from workbench.worker.messages.judging import CountTokens, FindUses, GroupTokens, JudgeTokens, MatchTokens
from workbench.worker.messages.lab import (
    ComparePieces,
    MeasurePattern,
    ReadPatternText,
    RepairPattern,
    SplitByPattern,
)
from workbench.worker.messages.licenses import ListLicenses
from workbench.worker.messages.origins import FindErrorBars, FindOrigins
from workbench.worker.messages.pipeline import ShowPipeline
from workbench.worker.messages.published import Fetch, ListPublished
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.session_files import OpenSessionFile, SaveSessionFile
from workbench.worker.messages.sizes import CountSizes, CutSizes, FindWordSize
from workbench.worker.messages.text import Decode, Encode, ReadText
from workbench.worker.messages.tokenizers import (
    CloseTokenizer,
    ExportVocab,
    ListVocab,
    OpenTokenizer,
    RenameTokenizer,
    SaveTokenizer,
    TellToken,
    TokenizerOpened,
    TokenizerRenamed,
    TokenizerSaved,
    VocabExported,
)
from workbench.worker.messages.training import (
    DiscardRun,
    EstimateTraining,
    FindInterrupted,
    OpenResult,
    ReadRecord,
    ReadTemplate,
    Train,
)

# A tokenizer with a format and without a path is the bundled sample.
SAMPLE_FORMAT = "minbpe"


def _open(store: Store, request: OpenTokenizer) -> Steps:
    yield JobProgress(request.request_id, "open", Path(request.path).name, 0, 0)
    if not request.path:
        sample = replace(api.open_sample(), format=SAMPLE_FORMAT)
        yield TokenizerOpened(request.request_id, store.add(sample, sample.tokenizer.name))
        return
    opened = registry.open_file(request.path, store.live_child, request.anyway)
    if opened.tokenizer.pre_tokenizer.name == "unknown":
        if not request.split:
            raise unknown_split(request.path)
        try:
            opened = split_by(opened, request.split, store.live_child)
        except EngineError as error:
            raise error.in_file(request.path) from error
    name = opened.tokenizer.name or Path(request.path).stem
    yield TokenizerOpened(request.request_id, store.add(opened, name))


def _save(store: Store, request: SaveTokenizer) -> Steps:
    yield JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    tokenizer = store.tokenizer(request.handle)
    refuse_changed(request.path, request.stamp)
    maps = store.map_of(request.handle)
    saved = save_with(maps, tokenizer, request.path, request.format, request.overwrite)
    info = describe(request.handle, saved.opened, Path(request.path).stem)
    store.replace(info)
    yield TokenizerSaved(request.request_id, info, saved.files, saved.losses, saved.snippets)


def _rename(store: Store, request: RenameTokenizer) -> Steps:
    info = replace(store.info(request.handle), name=request.name)
    store.tokenizer(request.handle).name = request.name
    store.replace(info)
    yield TokenizerRenamed(request.request_id, info)
    folder = store.folder_of(request.handle)
    if folder:
        api.rename_result(folder, request.name)


def _close(store: Store, request: CloseTokenizer) -> Steps:
    store.remove(request.handle)
    yield from ()


def _export_vocab(store: Store, request: ExportVocab) -> Steps:
    yield JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    tokenizer = store.tokenizer(request.handle)
    vocab_files.save_vocab(tokenizer, request.path, request.kind, request.counts)
    yield VocabExported(request.request_id, request.path)


def _sort(store: Store, request: SortPaths) -> Steps:
    tokenizers: list[str] = []
    sessions: list[str] = []
    for path in request.paths:
        if is_session_file(path):
            sessions.append(path)
        elif registry.is_tokenizer_file(path):
            tokenizers.append(path)
        point()
    others = tuple(path for path in request.paths if path not in (*tokenizers, *sessions))
    yield PathsSorted(request.request_id, tuple(tokenizers), others, request.use, tuple(sessions))


_STEPS: Final[dict[type, Callable[[Store, Any], Steps]]] = {
    OpenTokenizer: _open,
    SaveTokenizer: _save,
    RenameTokenizer: _rename,
    CloseTokenizer: _close,
    ListVocab: list_vocab,
    ExportVocab: _export_vocab,
    ReadText: read_text,
    ListFiles: list_files,
    LookAtFiles: look_at_files,
    ScanSources: scan_sources,
    MeasureCorpus: measure_corpus,
    PreviewSource: preview_source,
    SortPaths: _sort,
    SaveSessionFile: save_session_file,
    OpenSessionFile: open_session_file,
    EstimateTraining: estimate_training,
    FindInterrupted: find_interrupted,
    DiscardRun: discard_run,
    OpenResult: open_result,
    ReadRecord: read_record,
    ReadTemplate: read_template,
    Explain: explain,
    TellToken: tell_token,
    CountSizes: count_sizes,
    CutSizes: cut_sizes,
    ShowPipeline: pipeline_job,
    RenderChat: chat_job,
    FindTurnDrift: find_turn_drift,
    Decode: decode,
    FindText: find,
    ReplaceText: replace_found,
    FindWordSize: find_word_size,
    ReadPatternText: read_sample,
    SplitByPattern: split_sample,
    RepairPattern: repair_pattern,
    MeasurePattern: measure_pattern,
    ComparePieces: compare_pieces,
    Align: align,
    Compare: compare,
    SaveComparison: save_comparison,
    FindCauses: find_causes,
    AskSame: ask_same,
    CompareVocabularies: compare_vocabularies,
    CountNumbers: count_numbers,
    FindDrift: find_drift,
    CountTokens: count_tokens,
    JudgeTokens: judge_tokens,
    FindUses: find_uses,
    MatchTokens: match_tokens,
    GroupTokens: group_tokens,
    FindErrorBars: find_error_bars,
    FindOrigins: find_origins,
    LookAtDraft: look_at_draft,
    MakeDraft: make_draft,
    ReadTokenList: read_token_list,
    ListTargets: list_targets,
    Export: export,
    ListPublished: list_published,
    ListLicenses: list_licenses,
    Fetch: fetch,
    EncodeFile: encode_file,
    EncodeSet: encode_set,
    CountFiles: count_folder,
    DecodeFile: decode_file,
    WriteFile: write_file,
}


def start(store: Store, request: Any) -> Job:  # noqa: ANN401 - any request class of messages
    """Return the job of a request; it does not run yet."""
    if isinstance(request, Train):
        return TrainingJob(store, request)
    if isinstance(request, Encode):
        return EncodeJob(store, request)
    return Job(store, request, _STEPS[type(request)])
