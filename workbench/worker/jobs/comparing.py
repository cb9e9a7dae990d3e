"""Measures tokenizers, row by row, and saves what was found."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

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
from workbench.engine.base.slices import mapped
from workbench.engine.corpus.sources import Reading, Source, TextSource
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging import aligned
from workbench.engine.judging.measuring import Row as Measures
from workbench.worker.jobs.job import Steps, failure
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import whole
from workbench.worker.messages.comparing import (
    Compare,
    Compared,
    ComparisonSaved,
    LanguageCost,
    MeasuredRow,
    SaveComparison,
)
from workbench.worker.messages.requests import Failed, JobProgress

_LONG = 1 << 21  # bytes of a text in which places without a mark are looked for
_LONGEST = 24  # bytes of a token whose length is reported


# --- measures


def compare(store: Store, request: Compare) -> Steps:
    """Measure tokenizers, row by row."""
    chosen: list[Candidate] = []
    for place, handle in enumerate(request.handles):
        name = request.names[place] if request.names else store.info(handle).name
        chosen.append(_named(store, handle, name, {each.name for each in chosen}))
    sources: tuple[Source, ...] = request.sources
    if not sources and not request.languages:
        sources = (TextSource(request.name, whole(request.text)),)
    total = folder_size(request.languages) if request.languages else Reading(sources).size()
    point()

    def _message(step: int | Measures) -> JobProgress | MeasuredRow:
        if isinstance(step, int):
            return JobProgress(request.request_id, "compare", "", step, max(total, step))
        return MeasuredRow(request.request_id, step)

    steps = comparing(
        chosen, sources, request.languages or None, language=request.language or None,
        cache=store.found_before,
    )  # fmt: skip
    compared = yield from mapped(steps, _message)
    store.keep_comparison(request.request_id, compared)
    yield _compared(request, compared)


def _named(store: Store, handle: int, name: str, taken: Collection[str]) -> Candidate:
    """Return an open tokenizer to compare; equal names get numbers."""
    info, tokenizer = store.info(handle), store.tokenizer(handle)
    names = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 3)))
    name = next(name for name in names if name not in taken)
    return Candidate(name, tokenizer, info.path, fingerprint(tokenizer))


def _compared(request: Compare, comparison: Comparison) -> Compared:
    places = {each.name: number for number, each in enumerate(comparison.tokenizers)}
    return Compared(
        request.request_id,
        request.handles,
        comparison.measured,
        languages=tuple(
            LanguageCost(
                row.language,
                places[row.tokenizer],
                row.n_tokens,
                row.cost,
                "" if row.error is None or row.n_bytes is not None else row.error.cause,
            )
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
    model, totals = candidate.tokenizer.model, np.zeros(_LONGEST, np.int64)
    ids = model.ids
    lengths = np.clip(model.token_lengths(ids).astype(np.int64), 1, _LONGEST)
    np.add.at(totals, lengths - 1, counts[ids])
    return totals


def _notes(request: Compare, comparison: Comparison) -> Iterator[Failed]:
    for error in (*comparison.damaged, *comparison.notes):
        yield failure(request, error)


def save_comparison(store: Store, request: SaveComparison) -> Steps:
    """Write a finished comparison."""
    comparison = store.comparison(request.compared)
    yield JobProgress(request.request_id, "save", "", 0, 0)
    if request.kind == "html":
        data = report(comparison, "window", _places(comparison, request)).encode("utf-8", "backslashreplace")
    else:
        data = {"csv": _table, "json": _json}[request.kind](comparison)
    write_file(request.path, data)
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


def _row(tokenizer: Tokenizer, text: bytes) -> aligned.Row | EngineError:
    try:
        return aligned.row(tokenizer, text)
    except EngineError as error:
        return error


def _table(comparison: Comparison) -> bytes:
    return csv_of(comparison, "window")


def _json(comparison: Comparison) -> bytes:
    return json.dumps(comparison.to_json("window"), indent=1).encode()
