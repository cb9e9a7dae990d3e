"""Requests become calls of the api and the engine, their answers messages; no Qt here.

A job is a generator that yields a message, or None at least every 20 ms, so that whoever runs it can
stop in between (`worker.job`).
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from workbench import api
from workbench.api import vocab_files
from workbench.engine.pair_merged import PairMergedBpe
from workbench.engine.score_merged import ScoreMergedBpe
from workbench.engine.tokenizer import Tokenizer
from workbench.worker import messages as m
from workbench.worker.chat_job import chat_job
from workbench.worker.corpus_job import measure_corpus, preview_source, scan_sources
from workbench.worker.decoding_job import decode_steps
from workbench.worker.desk import Desk, describe
from workbench.worker.encoding_job import encode_steps
from workbench.worker.explaining_job import explain_steps
from workbench.worker.export_job import export, list_targets
from workbench.worker.fetch_job import fetch, list_published
from workbench.worker.finding_job import find, replace_found
from workbench.worker.id_files_job import decode_file, encode_file, write_file
from workbench.worker.job import Job, Steps
from workbench.worker.pattern_job import (
    compare_pieces,
    measure_pattern,
    read_sample,
    repair_pattern,
    split_sample,
)
from workbench.worker.pipeline_job import pipeline_job
from workbench.worker.reading_job import read_text
from workbench.worker.sizes_job import count_sizes_steps, cut_sizes_steps
from workbench.worker.training_job import TrainingJob, ends_of
from workbench.worker.training_requests import (
    discard_run,
    estimate_training,
    find_interrupted,
    open_result,
    read_record,
)
from workbench.worker.word_size_job import WordSizeJob

FOLD_TOKENS = 8192
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
    partial: list[bool] = []
    for start in range(0, len(tokens), FOLD_TOKENS):
        folded.extend(_fold(token) for token in tokens[start : start + FOLD_TOKENS])
        partial.extend(not _is_utf8(token) for token in tokens[start : start + FOLD_TOKENS])
        yield m.JobProgress(request.request_id, "list", tokenizer.name, start, total)
    byte_order = yield from _byte_order_steps(tokens)
    yield m.VocabListed(
        request.request_id,
        request.handle,
        ids=table.ids,
        blob=table.blob,
        ends=table.ends,
        ranks=table.ranks,
        pairs=table.pairs,
        kinds=table.kinds,
        partial=np.array(partial, dtype=np.bool_),
        byte_order=byte_order,
        folded=b"".join(folded),
        folded_ends=ends_of(folded),
        scores=_scores(tokenizer, table.ids),
        word_ends=_word_ends(tokenizer, table.ids),
    )


def _word_ends(tokenizer: Tokenizer, ids: NDArray[np.uint32]) -> NDArray[np.bool_] | None:
    """Return bool[n], which tokens end a word, or None where none does."""
    model = tokenizer.model
    if not isinstance(model, PairMergedBpe) or not model.decodes_otherwise:
        return None
    return np.isin(ids, np.fromiter(model.lists.word_ends, np.uint32))


def _scores(tokenizer: Tokenizer, ids: NDArray[np.uint32]) -> NDArray[np.float32] | None:
    """Return float32[n], the score of each token, or None where they have none."""
    model = tokenizer.model
    if not isinstance(model, ScoreMergedBpe):
        return None
    scores = np.zeros(int(ids.max(initial=0)) + 1, np.float32)
    scores[: model.vocab_size] = model.vocabulary.scores[: len(scores)]
    return scores[ids]


def _export_vocab(desk: Desk, request: m.ExportVocab) -> Steps:
    yield m.JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    tokenizer = desk.tokenizer(request.handle)
    for _ in vocab_files.save_vocab_steps(tokenizer, request.path, request.kind):
        yield None
    yield m.VocabExported(request.request_id, request.path)


def _cut(blob: bytes, ends: NDArray[np.uint64]) -> list[bytes]:
    borders = [0, *ends.tolist()]
    return [blob[start:end] for start, end in itertools.pairwise(borders)]


def _byte_order_steps(tokens: list[bytes]) -> Generator[None, None, NDArray[np.int32]]:
    """Return int32[n], the place of each token in the order of their bytes.

    Sorted in portions: one sort of all would hold up every other thread, the window's too, for 0.1 s.
    """
    portions: list[list[int]] = []
    for start in range(0, len(tokens), FOLD_TOKENS):
        portion = range(start, min(len(tokens), start + FOLD_TOKENS))
        portions.append(sorted(portion, key=tokens.__getitem__))
        yield
    places = np.empty(len(tokens), np.int32)
    for place, row in enumerate(heapq.merge(*portions, key=tokens.__getitem__)):
        places[row] = place
        if place % FOLD_TOKENS == 0:
            yield
    return places


def _fold(token: bytes) -> bytes:
    return token.decode("utf-8", "replace").lower().encode()


def _is_utf8(token: bytes) -> bool:
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


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
    m.ListVocab: _list_vocab,
    m.ExportVocab: _export_vocab,
    m.ReadText: read_text,
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
