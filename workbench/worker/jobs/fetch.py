"""Jobs of published vocabularies: list and fetch them."""

from __future__ import annotations

from contextlib import closing

from workbench.api import fetching
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.published import (
    Fetch,
    Fetched,
    FetchProgressed,
    ListPublished,
    PublishedListed,
)
from workbench.worker.messages.requests import JobProgress


def list_published(store: Store, request: ListPublished) -> Steps:
    """Yield what can be fetched, with the paths of what was."""
    yield PublishedListed(request.request_id, tuple(fetching.offered()))


def fetch(store: Store, request: Fetch) -> Steps:
    """Fetch a published file or a model's tokenizer, reporting the progress."""
    title = fetching.title_of(request.name)
    yield JobProgress(request.request_id, "fetch", title, 0, 0)
    with closing(fetching.fetch(request.name, request.token)) as steps:
        while True:
            try:
                done, total = next(steps)
            except StopIteration as end:
                yield Fetched(request.request_id, end.value)
                return
            yield FetchProgressed(request.request_id, done, total)
            yield JobProgress(request.request_id, "fetch", title, done, total)
