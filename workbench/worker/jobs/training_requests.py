"""Jobs around training: estimate a run, find interrupted ones, read how a tokenizer was trained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from workbench import api
from workbench.api.roles import template_file
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.roles import Roles
from workbench.engine.chat.templates import template_name
from workbench.engine.corpus.source_options import STANDARD_INPUT, SourceOptions
from workbench.engine.corpus.sources import InMemory
from workbench.engine.training.options import Options
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.training import (
    DiscardRun,
    EstimateTraining,
    FindInterrupted,
    InterruptedFound,
    InterruptedRun,
    OpenResult,
    ReadRecord,
    ReadTemplate,
    RecordRead,
    ResultOpened,
    TemplateRead,
    TrainingEstimated,
)

Sources = tuple[str | SourceOptions, ...]


def as_message(recorded: api.Recorded) -> tuple[Sources, Options]:
    """Return the sources and options of a recorded run, as the window shows them.

    Raises:
        EngineError: "record_incomplete", where a source is a text in memory.

    """
    options = recorded.options
    name = template_name(options.chat_template, Roles.checked(options.roles))
    own = {"clip": ("<|startoftext|>", "<|endoftext|>"), "llama2": ("<s>", "</s>")}.get(options.preset, ())
    shown = replace(
        options,
        preset="custom" if options.pattern and not options.extend else options.preset,
        special_tokens=tuple(text for text in options.special_tokens if text not in own),
        chat_template=options.chat_template if name == "own" else name or None,
    )
    return tuple(_source_message(source) for source in recorded.sources), shown


def _source_message(source: api.Source) -> str | SourceOptions:
    if isinstance(source, InMemory):
        raise EngineError("record_incomplete", what="the text, which lay in memory")
    return source if isinstance(source, SourceOptions) else str(source)


def estimate_training(store: Store, request: EstimateTraining) -> Steps:
    """Estimate a training."""
    for step in api.estimating(request.sources, request.options, store.training_child):
        if isinstance(step, api.Estimate):
            yield TrainingEstimated(request.request_id, step)
        else:
            yield JobProgress(request.request_id, "estimate", "", step.done, step.total)


def find_interrupted(store: Store, request: FindInterrupted) -> Steps:
    """Find the runs that can be resumed; those with an unreadable plan are left out."""
    runs = []
    for run in api.interrupted_runs(request.folder):
        try:
            sources, options = as_message(api.recorded_run(_record_of(run.plan)))
        except EngineError:
            continue
        left = InterruptedRun(run.folder, sources, options, run.n_merges, run.changed)
        runs.append(replace(left, is_counted=run.is_counted))
        point()
    for kept in api.kept_results(request.folder):
        sources, options = _message_or_empty(kept.plan)
        size, name = kept.vocab_size, kept.name
        runs.append(
            InterruptedRun(
                kept.folder,
                sources,
                options=options,
                n_merges=0,
                changed=kept.changed,
                vocab_size=size,
                name=name,
                is_adapted="adapted" in kept.plan,
            )
        )
        point()
    runs.sort(key=lambda run: run.changed, reverse=True)
    yield InterruptedFound(request.request_id, tuple(runs))


def _message_or_empty(plan: Mapping[str, Any]) -> tuple[Sources, Options]:
    """Return what `as_message` does, or nothing if the plan is unreadable: the tokenizer opens anyway."""
    try:
        return as_message(api.recorded_run(_record_of(plan)))
    except EngineError:
        return (), Options()


def open_result(store: Store, request: OpenResult) -> Steps:
    """Open an unsaved tokenizer; its folder is locked as long as the program runs."""
    opened, kept = api.open_result(request.folder, store.live_child)
    info = store.add(opened, kept.name)
    store.hold(request.folder, info.handle)
    store.keep_map(info.handle, kept.maps)
    yield ResultOpened(request.request_id, request.folder, info)


def _record_of(plan: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a plan in the form of a training record."""
    return {"options": plan.get("options"), "corpus": plan.get("sources"), "sources": [], "ended_by": "size"}


def discard_run(store: Store, request: DiscardRun) -> Steps:
    """Remove a checkpoint or a result."""
    store.let_go(request.folder)
    api.discard_checkpoint(request.folder)
    yield from ()


def read_template(store: Store, request: ReadTemplate) -> Steps:
    """Read the file of a chat template."""
    yield TemplateRead(request.request_id, request.path, template_file(request.path))


def read_record(store: Store, request: ReadRecord) -> Steps:
    """Send how an open tokenizer was trained."""
    sources, options = as_message(recorded_of(store, request.handle))
    yield RecordRead(request.request_id, request.handle, sources, options)


def recorded_of(store: Store, handle: int) -> api.Recorded:
    """Return how an open tokenizer was trained; raises EngineError if unknown."""
    record = store.tokenizer(handle).record
    if record is None:
        raise EngineError("record_missing", file=store.info(handle).path)
    recorded = api.recorded_run(record)
    if any(isinstance(each, str) and each == STANDARD_INPUT for each in recorded.sources):
        raise EngineError("record_of_input", file=store.info(handle).path)
    return recorded
