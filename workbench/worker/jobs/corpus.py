"""Jobs of a corpus: scan its sources, measure it, list and preview files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from workbench import api
from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.slices import mapped
from workbench.engine.corpus.listing import FileBatch, file_batches, file_looks
from workbench.engine.corpus.looking import Look
from workbench.engine.corpus.preview import preview_of
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.judging.survey import surveying
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.corpus import (
    CorpusMeasured,
    FileLook,
    FilesListed,
    FilesLookedAt,
    ListFiles,
    LookAtFiles,
    MeasureCorpus,
    PreviewSource,
    ScanSources,
    SourcePreviewed,
    SourcesScanned,
)
from workbench.worker.messages.requests import JobProgress


def scan_sources(store: Store, request: ScanSources) -> Steps:
    """Look at sources one by one."""
    options = {source.path: source for source in request.options}
    results: list[Scanned] = []
    for path in request.paths:
        yield JobProgress(request.request_id, "scan", path, len(results), len(request.paths))
        scanned = api.scan(options.get(path, api.SourceOptions(path)))
        results.append(replace(scanned, skipped=()))  # a million files may be left out
    yield SourcesScanned(request.request_id, tuple(results))


def measure_corpus(store: Store, request: MeasureCorpus) -> Steps:
    """Read and measure a whole corpus."""
    survey = yield from mapped(
        surveying(request.sources, request.specials),
        lambda event: JobProgress(request.request_id, "measure", "", event.done, event.total),
    )
    yield CorpusMeasured(request.request_id, survey)


def list_files(store: Store, request: ListFiles) -> Steps:
    """List the files of a source in chunks."""
    first = 0
    for batch in file_batches(request.source):
        yield _listed(request, first, batch)
        first += len(batch.sizes)
    yield _listed(request, first, FileBatch(), ended=True)


def _listed(request: ListFiles, first: int, batch: FileBatch, ended: bool = False) -> FilesListed:
    names = "".join(f"{name}\0" for name in batch.names).encode("utf-8", "surrogateescape")
    codes = tuple(dict.fromkeys(code for code in batch.reasons if code))
    places = {"": 0, **{code: place for place, code in enumerate(codes, 1)}}
    reasons = np.array([places[code] for code in batch.reasons], np.uint8)
    sizes = np.array(batch.sizes, np.int64)
    return FilesListed(
        request.request_id,
        request.source.path,
        first=first,
        names=names,
        sizes=sizes,
        reasons=reasons,
        codes=codes,
        ended=ended,
    )


def look_at_files(store: Store, request: LookAtFiles) -> Steps:
    """Look at some files of a source."""
    looks: list[FileLook] = []
    for look in file_looks(request.source, request.names):
        looks.append(_file_look(*look))
        point()
    yield FilesLookedAt(request.request_id, request.source.path, tuple(looks))


def _file_look(name: str, look: Look | None, problem: EngineError | None) -> FileLook:
    if look is not None:
        return FileLook(name, look.kind, look.packing, look.encoding, look.readings)
    if problem is None:
        return FileLook(name)
    prose = ENGLISH[problem.code]
    return FileLook(
        name, problem=problem.code, cause=prose.cause, remedy=prose.remedy, facts=dict(problem.facts)
    )


def preview_source(store: Store, request: PreviewSource) -> Steps:
    """Read a stretch of a source."""
    yield JobProgress(request.request_id, "preview", request.source.path, 0, 0)
    options = request.source
    preview = preview_of(options, request.stretch, request.specials, seek=request.seek, file=request.file)
    yield SourcePreviewed(request.request_id, request.source.path, preview)
