"""Jobs of data sets: encode one, and count the tokens of files and folders."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.api.dataset_record import Dataset
from workbench.api.datasets import DatasetPlan, DatasetProgress, encode_dataset, special_id
from workbench.api.file_counts import FileCount, by_folder, count_files
from workbench.engine.base.slices import mapped
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.sources import Reading
from workbench.worker.jobs.encoding import tokenizer_by_rule
from workbench.worker.jobs.id_files import specials_taken
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.datasets import CountFiles, EncodeSet, FilesCounted, SetEncoded, SplitEncoded
from workbench.worker.messages.requests import JobProgress

NAMED = 5  # files that were left out
_TOGETHER = 256  # files whose counts are sent in one message


def encode_set(store: Store, request: EncodeSet) -> Steps:
    """Write a data set."""
    name = store.info(request.handle).name
    yield JobProgress(request.request_id, "encode", name, 0, 0)
    tokenizer = tokenizer_by_rule(store, request.handle, request.rule)
    allowed, refused = specials_taken(tokenizer, request.specials)
    before, after = ((special_id(tokenizer, text),) if text else () for text in (request.start, request.end))
    plan = DatasetPlan(
        request.form, request.shard_ids, allowed=allowed, refused=refused, before=before, after=after
    )
    steps = encode_dataset(tokenizer, request.sources, request.folder, plan, request.resume)
    passes = 1 + any(source.held_out for source in request.sources)  # the sources are read for each split

    def share_of(step: DatasetProgress) -> JobProgress:
        total = max(step.total, step.done)
        done = (step.done + total * (step.split != "train")) // passes
        return JobProgress(request.request_id, "encode", name, done, total)

    yield _written(request, (yield from mapped(steps, share_of)))


def _written(request: EncodeSet, dataset: Dataset) -> SetEncoded:
    splits = tuple(
        SplitEncoded(
            name, split.n_ids, split.n_documents, len(split.shards), split.n_bytes,
            as_text=tuple(split.as_text.items()), replaced=split.replaced,
        )
        for name, split in dataset.splits.items()
    )  # fmt: skip
    left_out = dataset.left_out
    return SetEncoded(request.request_id, request.folder, splits, _named(left_out), len(left_out))


def _named(left_out: Sequence[Skipped]) -> tuple[tuple[str, str], ...]:
    return tuple((each.path, each.error.cause) for each in left_out[:NAMED])


def count_folder(store: Store, request: CountFiles) -> Steps:
    """Count files and send the counts as they come."""
    tokenizer, reading = store.tokenizer(request.handle), Reading([request.path])
    yield JobProgress(request.request_id, "count", request.path, 0, 0)
    total = reading.size()
    counts: list[FileCount] = []
    sent = 0
    for each in count_files([tokenizer], reading):
        if isinstance(each, FileCount):
            counts.append(each)
        if len(counts) >= sent + _TOGETHER:
            yield FilesCounted(request.request_id, tuple(counts[sent:]))
            sent = len(counts)
        yield JobProgress(
            request.request_id, "count", request.path, reading.n_read, max(total, reading.n_read)
        )
    yield FilesCounted(
        request.request_id, tuple(counts[sent:]), tuple(by_folder(counts)), _named(reading.left_out),
        len(reading.left_out), ended=True,
    )  # fmt: skip
