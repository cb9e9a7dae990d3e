"""Compares tokenizers: aligns one text under all of them, and measures."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from workbench.api.comparing import Compared as Candidate
from workbench.api.comparing import Comparison, comparing, fingerprint
from workbench.api.comparison_places import places_of
from workbench.api.comparison_report import csv_of, report
from workbench.api.files import write_file
from workbench.api.language_folder import folder_size
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.corpus.sources import Reading, Source, TextSource
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging import aligned
from workbench.worker.jobs.job import Steps, failure
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import whole
from workbench.worker.messages.comparing import (
    Align,
    Aligned,
    Compare,
    Compared,
    ComparisonSaved,
    LanguageCost,
    MeasuredRow,
    SaveComparison,
)
from workbench.worker.messages.requests import Failed, JobProgress

_LONG = 1 << 21  # bytes from which on the beginning is aligned first
_BEGINNING = 1 << 16
_TRIES = 64
_LONGEST = 24  # bytes of a token whose length is reported
_NO_PIECES = np.empty((0, 2), np.uint64)
_NOBODY = np.zeros(0, np.int64)
STRETCHES = 1024  # of a text, each of which tells who needs fewest
_LEAST = 48  # bytes of one: in fewer hardly a token begins


def align(store: Store, request: Align) -> Steps:
    """Align a text; for a long one the visible beginning first."""
    text = whole(request.text)
    tokenizers = [store.tokenizer(handle) for handle in request.handles]
    if len(text) >= _LONG and len(request.known) < len(tokenizers):
        end = _beginning(tokenizers, text)
        if end:
            rows = [_row(tokenizer, text[:end]) for tokenizer in tokenizers]
            found = _aligned(request, rows, text[:end], is_whole=False)
            near = text[: 2 * _BEGINNING]
            yield replace(found, doubtful=frozenset(
                handle for handle, each in zip(request.handles, tokenizers, strict=True)
                if each.previous_border(near, end + 1) != end
            ))  # fmt: skip
    rows = []
    for number, (handle, tokenizer) in enumerate(zip(request.handles, tokenizers, strict=True)):
        yield JobProgress(request.request_id, "align", tokenizer.name, number, len(tokenizers))
        rows.append(request.known.get(handle) or _row(tokenizer, text))
    yield _aligned(request, rows, text, is_whole=True)


def _beginning(tokenizers: Sequence[Tokenizer], text: bytes) -> int:
    """Return where to cut a long text, to align its beginning first.

    Where all may cut it that know a border; a library that takes a text as a whole knows none, and what it
    makes of the last words may be others in the end.
    """
    near, at = text[: 2 * _BEGINNING], _BEGINNING
    cutters = [each for each in tokenizers if each.previous_border(near, at)]
    for _ in range(_TRIES if cutters else 0):
        at = cutters[0].previous_border(near, at)
        if not at or all(each.previous_border(near, at + 1) == at for each in cutters):
            return at
    return near.rfind(b"\n", 0, _BEGINNING) + 1


def _row(tokenizer: Tokenizer, text: bytes) -> aligned.Row | EngineError:
    try:
        found = aligned.row(tokenizer, text)
    except EngineError as error:
        return error
    return replace(found, spans=np.asfortranarray(found.spans), pieces=_NO_PIECES)


def _aligned(
    request: Align, rows: Sequence[aligned.Row | EngineError], text: bytes, is_whole: bool
) -> Aligned:
    there = [(handle, row) for handle, row in zip(request.handles, rows, strict=True)
             if isinstance(row, aligned.Row)]  # fmt: skip
    faults = {
        handle: failure(request, row)
        for handle, row in zip(request.handles, rows, strict=True)
        if isinstance(row, EngineError)
    }
    good = tuple(row for _, row in there)
    if good:
        found = aligned.together(good, len(text))
        lines, winners = aligned.line_winners(good, text)
        _, strip = aligned.density(good, len(text), min(STRETCHES, len(text) // _LEAST + 1))
    else:
        found = aligned.NOTHING
        lines, winners, strip = np.zeros((0, 0), np.int64), _NOBODY, _NOBODY
    return Aligned(
        request.request_id,
        tuple(handle for handle, _ in there),
        good,
        found,
        lines=lines,
        winners=winners,
        strip=strip,
        faults=faults,
        n_bytes=len(text),
        is_whole=is_whole,
    )


# --- measures


def compare(store: Store, request: Compare) -> Steps:
    """Measure tokenizers, row by row."""
    chosen: list[Candidate] = []
    for handle in request.handles:
        chosen.append(_named(store, handle, {each.name for each in chosen}))
    sources: tuple[Source, ...] = request.sources
    faults: list[EngineError] = []
    if not sources and not request.languages:
        text = whole(request.text)
        sources = (TextSource(request.name, text),)
        faults += [] if is_utf8(text) else [EngineError("compare_not_utf8")]
    total = folder_size(request.languages) if request.languages else Reading(sources).size()
    point()
    steps = comparing(
        chosen, sources, request.languages or None, language=request.language or None,
        cache=store.found_before,
    )  # fmt: skip
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            store.keep_comparison(request.request_id, end.value)
            yield _compared(request, replace(end.value, notes=(*faults, *end.value.notes)))
            return
        if isinstance(step, int):
            yield JobProgress(request.request_id, "compare", "", step, max(total, step))
        else:
            yield MeasuredRow(request.request_id, step)


def _named(store: Store, handle: int, taken: Collection[str]) -> Candidate:
    """Return an open tokenizer to compare; equal names get numbers."""
    info, tokenizer = store.info(handle), store.tokenizer(handle)
    names = (info.name, *(f"{info.name} ({number})" for number in range(2, len(taken) + 3)))
    name = next(name for name in names if name not in taken)
    return Candidate(name, tokenizer, info.path, fingerprint(tokenizer))


def _compared(request: Compare, comparison: Comparison) -> Compared:
    places = {each.name: number for number, each in enumerate(comparison.tokenizers)}
    return Compared(
        request.request_id,
        request.handles,
        comparison.measured,
        languages=tuple(
            LanguageCost(row.language, places[row.tokenizer], row.tokens, row.bytes, row.cost)
            for row in comparison.languages
        ),
        language=comparison.language,
        gini=tuple(comparison.gini.values()),
        ranked=tuple(np.sort(counts[counts > 0])[::-1] for counts in comparison.measured.counts),
        lengths=tuple(map(_lengths, comparison.tokenizers, comparison.measured.counts)),
        left_out=tuple(failure(request, skipped.error) for skipped in comparison.skipped),
        notes=tuple(_notes(request, comparison)),
    )


def _lengths(candidate: Candidate, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return int64[_LONGEST], how many tokens of the text have each length in bytes."""
    model, found = candidate.tokenizer.model, np.zeros(_LONGEST, np.int64)
    ids = model.ids
    lengths = np.clip(model.token_lengths(ids).astype(np.int64), 1, _LONGEST)
    np.add.at(found, lengths - 1, counts[ids])
    return found


def _notes(request: Compare, comparison: Comparison) -> Iterator[Failed]:
    for error in (*comparison.damaged, *comparison.notes):
        yield failure(request, error)


def save_comparison(store: Store, request: SaveComparison) -> Steps:
    """Write a finished comparison."""
    found = store.comparison(request.compared)
    yield JobProgress(request.request_id, "save", "", 0, 0)
    if request.kind == "html":
        made = report(found, "window", _places(found, request)).encode("utf-8", "backslashreplace")
    else:
        made = {"csv": _table, "json": _json}[request.kind](found)
    write_file(request.path, made)
    yield ComparisonSaved(request.request_id, request.path)


def _places(comparison: Comparison, request: SaveComparison) -> list[str]:
    """Return places of a text as tables; of a long one its beginning is looked at, and what is marked."""
    text = whole(request.text)
    text = text[: max([_LONG, *(end for _, end in request.places)])]
    rows = [(each.name, _row(each.tokenizer, text)) for each in comparison.tokenizers]
    there = [(name, row) for name, row in rows if isinstance(row, aligned.Row)]
    if not text or len(there) < 2:
        return []
    names, good = zip(*there, strict=True)
    return list(places_of(names, good, text, request.places))


def _table(comparison: Comparison) -> bytes:
    return csv_of(comparison, "window")


def _json(comparison: Comparison) -> bytes:
    return json.dumps(comparison.to_json("window"), indent=1).encode()
