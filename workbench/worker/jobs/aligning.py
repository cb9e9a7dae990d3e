"""Aligns one text under several tokenizers: what is seen first, by what is near it, then the whole."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging import aligned
from workbench.worker.jobs.encoding import likely_border
from workbench.worker.jobs.job import Steps, failure
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import TextWindow, borders_around, size_of, text_window, whole
from workbench.worker.messages.comparing import Align, Aligned
from workbench.worker.messages.requests import JobProgress

LONG = 1 << 17  # bytes of a text from which on what is seen is aligned first
MOST = 1 << 27  # bytes times tokenizers up to which all of a text is aligned: their tokens have some 4 each
STRETCHES = 1024  # of a text, each of which tells who needs fewest
_MARGIN = 1 << 14  # bytes on either side of what is seen that are aligned with it
_NEAR = 1 << 14  # and in which borders are looked for
_MOST_SEEN = 1 << 17
_LEAST = 48  # bytes of a stretch: in fewer hardly a token begins

_Rows = dict[int, aligned.Row | EngineError]


def align(store: Store, request: Align) -> Steps:
    """Align what is seen of a long text, then the rest."""
    n_bytes = size_of(request.text)
    tokenizers = {handle: store.tokenizer(handle) for handle in request.handles}
    is_too_long = n_bytes * len(tokenizers) > MOST
    is_last = request.only_seen or is_too_long
    if is_last or (n_bytes >= LONG and len(request.known) < len(tokenizers)):
        part = _seen(request, tokenizers)
        yield replace(part, follows=not is_last, is_too_long=is_too_long)
        if is_last:
            return
    text = whole(request.text)
    rows: _Rows = {}
    for number, (handle, tokenizer) in enumerate(tokenizers.items()):
        known = request.known.get(handle)
        rows[handle] = known or (yield from _row(request, tokenizer, text, number))
    yield JobProgress(request.request_id, "align", "", n_bytes * len(tokenizers), n_bytes * len(tokenizers))
    yield _aligned(request, rows, TextWindow(text, 0, len(text)))


def _row(
    request: Align, tokenizer: Tokenizer, text: bytes, number: int
) -> Generator[JobProgress, None, aligned.Row | EngineError]:
    """Return a text under a tokenizer, and report how many bytes of all are done."""
    maker, total = aligned.RowMaker(tokenizer, text), len(text) * len(request.handles)
    try:
        for part in tokenizer.encode_parts(text):
            maker.take(part, pieces=False)
            done = number * len(text) + (int(part.spans[-1, 1]) if len(part.spans) else 0)
            yield JobProgress(request.request_id, "align", tokenizer.name, done, total)
        return maker.row()
    except EngineError as error:
        return error


# --- what is seen


def _seen(request: Align, tokenizers: Mapping[int, Tokenizer]) -> Aligned:
    """Return what is seen and some of what is around it, aligned; the rest of the text is not looked at."""
    n_bytes = size_of(request.text)
    first, last = request.seen[0] - _MARGIN, min(request.seen[1], request.seen[0] + _MOST_SEEN) + _MARGIN
    first, last = max(first, 0), min(last, n_bytes)
    nearby = text_window(request.text, first - _NEAR, last + _NEAR)
    rows: _Rows = {}
    doubtful: set[int] = set()
    start, end = nearby.at, nearby.end
    for handle, tokenizer in tokenizers.items():
        if known := request.known.get(handle):
            rows[handle] = known
            continue
        one, other = borders_around(tokenizer, nearby, first, last, "none")
        if one is None or other is None:
            doubtful.add(handle)
            one = nearby.at + likely_border(nearby.data, first - nearby.at) if one is None else one
            other = nearby.at + likely_border(nearby.data, last - nearby.at) if other is None else other
        start, end = max(start, one), min(end, max(one, other))
        rows[handle] = _part(tokenizer, nearby, one, max(one, other))
    between = TextWindow(nearby.data[start - nearby.at : max(end, start) - nearby.at], start, n_bytes)
    return replace(_aligned(request, rows, between), is_whole=False, doubtful=frozenset(doubtful))


def _part(tokenizer: Tokenizer, nearby: TextWindow, start: int, end: int) -> aligned.Row | EngineError:
    at = nearby.at
    maker = aligned.RowMaker(tokenizer, nearby.data, at, start - at)
    try:
        for part in tokenizer.encode_parts(nearby.data, "none", start - at, end - at):
            maker.take(part, pieces=False)
        return maker.row(end - at)
    except EngineError as error:
        return error


def _aligned(request: Align, rows: _Rows, of: TextWindow) -> Aligned:
    there = {handle: row for handle, row in rows.items() if isinstance(row, aligned.Row)}
    faults = {handle: failure(request, row) for handle, row in rows.items() if isinstance(row, EngineError)}
    good: Sequence[aligned.Row] = tuple(there.values())
    differences, lines, strip = aligned.NOTHING, aligned.NO_LINES, np.zeros(0, np.int64)
    if good:
        differences = aligned.together(good, of.n_bytes, (of.at, of.end))
        lines = aligned.lines(good, of.data, of.at, of.n_bytes)
    if good and of.begins and of.ends:
        _, strip = aligned.density(good, of.n_bytes, min(STRETCHES, of.n_bytes // _LEAST + 1))
    return Aligned(
        request.request_id,
        tuple(there),
        tuple(good),
        differences,
        lines=lines,
        strip=strip,
        faults=faults,
        start=of.at,
        end=of.end,
    )
