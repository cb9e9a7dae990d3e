"""Starts the job of each request; without Qt.

What a job does is a generator of messages (`job.py`). Its module is imported when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from workbench.worker.jobs.job import Job, Steps
from workbench.worker.jobs.open_tokenizers import Store

# Class of the request -> module of this folder, and what gives the steps of the job there.
STEPS: Final = {
    "OpenTokenizer": "opening.open_tokenizer",
    "SaveTokenizer": "saving.save_tokenizer",
    "RenameTokenizer": "saving.rename_tokenizer",
    "CloseTokenizer": "opening.close_tokenizer",
    "ListVocab": "vocab.list_vocab",
    "ExportVocab": "saving.export_vocab",
    "ReadText": "reading.read_text",
    "ListFiles": "corpus.list_files",
    "LookAtFiles": "corpus.look_at_files",
    "ScanSources": "corpus.scan_sources",
    "MeasureCorpus": "corpus.measure_corpus",
    "PreviewSource": "corpus.preview_source",
    "SortPaths": "opening.sort_paths",
    "SaveSessionFile": "session_files.save_session_file",
    "OpenSessionFile": "session_files.open_session_file",
    "EstimateTraining": "training_requests.estimate_training",
    "FindInterrupted": "training_requests.find_interrupted",
    "DiscardRun": "training_requests.discard_run",
    "OpenResult": "training_requests.open_result",
    "ReadRecord": "training_requests.read_record",
    "ReadTemplate": "training_requests.read_template",
    "Explain": "explaining.explain",
    "TellToken": "vocab.tell_token",
    "CountSizes": "sizes.count_sizes",
    "CutSizes": "sizes.cut_sizes",
    "ShowPipeline": "pipeline.pipeline_job",
    "RenderChat": "chat.chat_job",
    "FindTurnDrift": "chat.find_turn_drift",
    "Decode": "decoding.decode",
    "FindText": "finding.find",
    "ReplaceText": "finding.replace_found",
    "FindWordSize": "word_size.find_word_size",
    "ReadPatternText": "pattern.read_sample",
    "SplitByPattern": "pattern.split_sample",
    "RepairPattern": "pattern.repair_pattern",
    "MeasurePattern": "pattern.measure_pattern",
    "ComparePieces": "pattern.compare_pieces",
    "Align": "aligning.align",
    "Compare": "comparing.compare",
    "SaveComparison": "comparing.save_comparison",
    "FindCauses": "pairs.find_causes",
    "AskSame": "pairs.ask_same",
    "CompareVocabularies": "pairs.compare_vocabularies",
    "CountNumbers": "pairs.count_numbers",
    "FindDrift": "pairs.find_drift",
    "CountTokens": "judging.count_tokens",
    "JudgeTokens": "judging.judge_tokens",
    "FindUses": "judging.find_uses",
    "MatchTokens": "judging.match_tokens",
    "GroupTokens": "judging.group_tokens",
    "FindErrorBars": "origins.find_error_bars",
    "FindOrigins": "origins.find_origins",
    "LookAtDraft": "adapting.look_at_draft",
    "MakeDraft": "adapting.make_draft",
    "ReadTokenList": "adapting.read_token_list",
    "ListTargets": "export.list_targets",
    "Export": "export.export",
    "ListPublished": "fetch.list_published",
    "ListLicenses": "licenses.list_licenses",
    "Fetch": "fetch.fetch",
    "EncodeFile": "id_files.encode_file",
    "EncodeSet": "datasets.encode_set",
    "CountFiles": "datasets.count_folder",
    "DecodeFile": "id_files.decode_file",
    "WriteFile": "id_files.write_file",
}
_JOBS: Final = {"Train": "training.TrainingJob", "Encode": "encoding.EncodeJob"}  # with states of their own


def start(store: Store, request: Any) -> Job:  # noqa: ANN401 - any request class of messages
    """Return the job that meets a request."""
    kind = type(request).__name__
    if kind in _JOBS:
        job: Job = named(_JOBS[kind])(store, request)
        return job
    steps: Callable[[Store, Any], Steps] = named(STEPS[kind])
    return Job(store, request, steps)


def named(name: str) -> Any:  # noqa: ANN401 - a function or a class of a job
    """Return what `STEPS` names."""
    module, _, part = name.partition(".")
    return getattr(import_module(f"workbench.worker.jobs.{module}"), part)
