"""The jobs of published vocabularies: what there is, and fetching one."""

from __future__ import annotations

from dataclasses import asdict

from workbench.formats import published
from workbench.worker import messages as m
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Desk


def list_published(desk: Desk, request: m.ListPublished) -> Steps:
    """Yield the published files, and where those lie that have been fetched."""
    folder = published.cache_folder()
    files: list[m.PublishedFile] = []
    for known in published.PUBLISHED:
        path = yield from published.cached_steps(known, folder)
        files.append(m.PublishedFile(**asdict(known), path=path))
    yield m.PublishedListed(request.request_id, tuple(files))


def fetch(desk: Desk, request: m.Fetch) -> Steps:
    """Fetch a published file, telling how far it is."""
    known = published.published_named(request.name)
    yield m.JobProgress(request.request_id, "fetch", known.title, 0, known.size)
    steps = published.fetch_steps(known, published.cache_folder())
    try:
        while True:
            try:
                done = next(steps)
            except StopIteration as end:
                yield m.Fetched(request.request_id, known.name, str(end.value))
                return
            if done is None:
                yield None
            else:
                yield m.FetchProgressed(request.request_id, done, known.size)
                yield m.JobProgress(request.request_id, "fetch", known.title, done, known.size)
    finally:
        steps.close()
