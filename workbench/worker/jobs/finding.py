"""Finds and replaces in a text, see `engine.explaining.searching`."""

from __future__ import annotations

import time
from array import array

import numpy as np

from workbench.engine.base.slices import mapped
from workbench.engine.explaining.searching import Search, matches, replace
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import whole
from workbench.worker.messages.finding import MOST_HITS, FindText, HitsFound, Replaced, ReplaceText
from workbench.worker.messages.requests import JobProgress

BATCH_SECONDS = 0.1  # how often hits are sent


def find(store: Store, request: FindText) -> Steps:
    """Find, and send the hits ten times a second."""
    starts, ends = array("Q"), array("Q")
    n_hits = n_sent = 0
    due = time.perf_counter() + BATCH_SECONDS
    text = whole(request.text)
    for batch in matches(text, _search(request), store.find_child):
        n_hits += len(batch.starts)
        free = MOST_HITS - n_sent - len(starts)
        starts += batch.starts[:free]
        ends += batch.ends[:free]
        yield JobProgress(request.request_id, "find", "", batch.done, len(text))
        if time.perf_counter() >= due:
            yield _hits(request, starts, ends, n_hits, last=False)
            n_sent += len(starts)
            starts, ends = array("Q"), array("Q")
            due = time.perf_counter() + BATCH_SECONDS
    yield _hits(request, starts, ends, n_hits, last=True)


def replace_found(store: Store, request: ReplaceText) -> Steps:
    """Compute the replacements of the hits."""
    text = whole(request.find.text)
    steps = replace(text, _search(request.find), request.template, store.find_child, request.only)
    replaced = yield from mapped(
        steps, lambda done: JobProgress(request.request_id, "replace", "", done, len(text))
    )
    yield Replaced(request.request_id, *replaced)


def _search(request: FindText) -> Search:
    return Search(request.kind, request.needle, request.any_case, request.words)


def _hits(request: FindText, starts: array[int], ends: array[int], n_hits: int, last: bool) -> HitsFound:
    first, end = (np.array(side, np.uint64).astype(np.int64) for side in (starts, ends))
    return HitsFound(request.request_id, first, end, n_hits, last)
