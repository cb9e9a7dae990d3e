"""Jobs of the export dialog: list the formats, and export with a proof."""

from __future__ import annotations

from pathlib import Path

from workbench.api import convert
from workbench.api.id_map_files import exporting_with
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Source, TextSource
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.export import (
    Export,
    ExportEnded,
    ExportProved,
    ExportStepped,
    ListTargets,
    ProofText,
    TargetsListed,
)
from workbench.worker.messages.requests import JobProgress


def list_targets(store: Store, request: ListTargets) -> Steps:
    """Yield the formats that a tokenizer could be written in."""
    targets = convert.targets(store.tokenizer(request.handle))
    yield TargetsListed(request.request_id, request.handle, tuple(targets))


def export(store: Store, request: Export) -> Steps:
    """Export a tokenizer, reporting each step; its own file can only be replaced by saving."""
    name = Path(request.path).name
    yield JobProgress(request.request_id, "export", name, 0, 0)
    tokenizer = store.tokenizer(request.handle)
    texts = [_source(text) for text in request.texts]
    own = store.info(request.handle).path
    steps = exporting_with(
        store.map_of(request.handle), tokenizer, request.path, request.format, texts,
        old_readers=request.old_readers, read=() if own is None else (own,),
        overwrite=request.overwrite, anyway=request.anyway,
    )  # fmt: skip
    for event in steps:
        if isinstance(event, convert.Step):
            yield ExportStepped(request.request_id, event)
        elif isinstance(event, convert.Proved):
            yield ExportProved(request.request_id, event)
            yield JobProgress(request.request_id, "export", name, event.n_bytes, event.total)
        else:
            yield ExportEnded(request.request_id, event)


def _source(text: str | SourceOptions | ProofText) -> Source:
    if isinstance(text, SourceOptions):
        return text
    return TextSource(text.name, text.data) if isinstance(text, ProofText) else text
