"""The stages of a stretch of text, for the pipeline view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.engine.explaining.pipeline import Row, pipeline
from workbench.worker.jobs.encoding import tokenizer_by_rule
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.pipeline import PipelineShown, ShowPipeline

COUNTED = 1 << 20  # bytes before a stretch up to which their characters are counted
_OFTEN_IDLE = ("strip",)  # steps that are of no interest where they change nothing


def pipeline_job(store: Store, request: ShowPipeline) -> Steps:
    """Show the stretch around the requested byte in all its stages, or why it cannot be shown."""
    try:
        yield from _shown(store, request)
    except EngineError as error:
        # The encoding of the text has reported this already, with a remedy.
        yield PipelineShown(
            request.request_id, request.handle, request.at, request.at, (), (),
            cause=ENGLISH[error.code].cause, facts=dict(error.facts),
        )  # fmt: skip


def _shown(store: Store, request: ShowPipeline) -> Steps:
    tokenizer = tokenizer_by_rule(store, request.handle, request.rule)
    tokenizer = tokenizer.at_vocab_size(request.size) if request.size else tokenizer
    specials = "none" if request.specials == "error" else request.specials
    allowed, _ = tokenizer.specials.choose(specials, ())
    framing = tokenizer.framing.parts(request.before, request.after)
    offset, n_bytes = request.offset, max(request.n_bytes, len(request.text))
    cut = offset > 0, offset + len(request.text) < n_bytes
    shown = pipeline(tokenizer, request.text, request.at - offset, allowed, framing, cut)
    before = request.text[: shown.start] if not offset and shown.start <= COUNTED else None
    yield PipelineShown(
        request.request_id,
        request.handle,
        start=shown.start + offset,
        end=shown.end + offset,
        columns=tuple((start + offset, end + offset) for start, end in shown.columns),
        rows=tuple(_telling(shown.rows)),
        in_context=shown.in_context,
        first_character=-1 if before is None else len(before.decode("utf-8", "surrogateescape")),
    )


def _telling(rows: Iterable[Row]) -> Iterator[Row]:
    """Leave out steps that change nothing here and are repeated, or rarely change anything."""
    seen: set[str] = set()
    for row in rows:
        idle = not any(box.change for box in row.boxes)
        if not idle or (row.name not in seen and row.name not in _OFTEN_IDLE):
            yield row
        seen.add(row.name)
