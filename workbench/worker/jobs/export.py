"""Jobs of the export dialog: list the formats, and export with a proof."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from workbench.api import convert
from workbench.api.id_map_files import exporting_with
from workbench.engine.base.errors import Fact
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Source, TextSource
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.export import (
    Export,
    ExportDifference,
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
            yield ExportStepped(request.request_id, event.name, dict(event.facts))
        elif isinstance(event, convert.Proved):
            yield ExportProved(request.request_id, event)
            yield JobProgress(request.request_id, "export", name, event.n_bytes, event.total)
        else:
            yield _ended(request, event)


def _source(text: str | SourceOptions | ProofText) -> Source:
    if isinstance(text, SourceOptions):
        return text
    return TextSource(text.name, text.data) if isinstance(text, ProofText) else text


def _ended(request: Export, done: convert.Exported) -> ExportEnded:
    proof = done.proof
    found = None if proof is None else proof.difference
    if not done.files and found is None and proof is not None and proof.in_use is not None:
        found = proof.in_use.difference
    return ExportEnded(
        request.request_id,
        done.path,
        format=done.format,
        level=done.level,
        losses=done.losses,
        files=done.files,
        sha256=done.sha256,
        n_bytes=done.n_bytes,
        snippets=tuple((snippet.title, snippet.code) for snippet in done.snippets),
        judge=proof.judge.library if proof is not None and proof.is_judged else "",
        n_tokens=0 if proof is None else proof.n_tokens,
        n_text_bytes=0 if proof is None else proof.n_bytes,
        decodes=proof is None or proof.decodes,
        difference=None if found is None else _difference(found),
        skipped=() if proof is None else tuple(_lacking(proof)),
        told=proof is not None and proof.judge.told,
        in_use=_in_use(proof),
    )


def _lacking(proof: convert.Proof) -> Iterator[tuple[str, str, dict[str, Fact]]]:
    for left_out in proof.skipped:
        yield left_out.path, left_out.code, dict(left_out.facts)
    for error in proof.damaged:
        yield error.file or "", error.code, dict(error.facts)


def _in_use(proof: convert.Proof | None) -> str:
    if proof is None or proof.in_use is None:
        return ""
    if proof.in_use.difference is not None:
        return "differs"
    return "equal" if proof.in_use.decodes else "decodes"


def _difference(difference: convert.Difference) -> ExportDifference:
    return ExportDifference(
        difference.text,
        difference.line,
        byte=difference.byte,
        n_equal=difference.n_equal,
        ours=difference.ours.tokens,
        our_ids=difference.ours.ids,
        theirs=difference.theirs.tokens,
        their_ids=difference.theirs.ids,
        before=difference.before,
    )
