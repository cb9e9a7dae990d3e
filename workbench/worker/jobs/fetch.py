"""Jobs of published vocabularies: list and fetch them."""

from __future__ import annotations

from workbench.formats import published
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.published import (
    Fetch,
    Fetched,
    FetchProgressed,
    ListPublished,
    PublishedFile,
    PublishedListed,
)
from workbench.worker.messages.requests import JobProgress


def list_published(store: Store, request: ListPublished) -> Steps:
    """Yield the published files, with the paths of fetched ones."""
    folder = published.cache_folder()
    files = (PublishedFile(known, published.fetched_path(known, folder)) for known in published.PUBLISHED)
    yield PublishedListed(request.request_id, tuple(files))


def fetch(store: Store, request: Fetch) -> Steps:
    """Fetch a published file, reporting the progress."""
    known = published.published_named(request.name)
    yield JobProgress(request.request_id, "fetch", known.title, 0, known.size)
    steps = published.fetch(known, published.cache_folder())
    try:
        while True:
            try:
                done = next(steps)
            except StopIteration as end:
                yield Fetched(request.request_id, known.name, str(end.value))
                return
            yield FetchProgressed(request.request_id, done, known.size)
            yield JobProgress(request.request_id, "fetch", known.title, done, known.size)
    finally:
        steps.close()
