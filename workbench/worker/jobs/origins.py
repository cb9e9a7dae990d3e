"""Finds the error bars and the provenance of a vocabulary that was trained here."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.api.kept_origins import (
    KeptOrigins,
    error_bars_once,
    kept_error_bars,
    kept_origins,
    origins_once,
)
from workbench.engine.base.slices import mapped
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.error_bars import ErrorBars
from workbench.engine.judging.health import all_ids
from workbench.engine.training.trainer import Progress
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.origins import ErrorBarsFound, FindErrorBars, FindOrigins, OriginsFound
from workbench.worker.messages.requests import JobProgress

Result = TypeVar("Result")
Shown = Generator[JobProgress, None, Result]
# What it is called, and from which percent to which each phase of it takes, about.
_PHASES: dict[type, tuple[str, dict[str, tuple[int, int]]]] = {
    FindErrorBars: (
        "error bars",
        {"reading": (0, 15), "merging": (15, 20), "reading again": (20, 35), "error bars": (35, 100)},
    ),
    FindOrigins: (
        "provenance",
        {
            "reading": (0, 30), "merging": (30, 40), "tracing merges": (40, 60), "reading again": (60, 90),
            "error bars": (90, 100),
        },
    ),
}  # fmt: skip


def find_error_bars(store: Store, request: FindErrorBars) -> Steps:
    """Train again, and without each part of the text, or take what was kept."""
    tokenizer = store.tokenizer(request.handle)
    if request.only_kept:
        bars = None if store.kept is None else kept_error_bars(tokenizer, store.kept)
    else:
        bars = yield from _shown(request, tokenizer, error_bars_once(tokenizer, store.kept))
    yield _bars_found(request, tokenizer, bars)


def find_origins(store: Store, request: FindOrigins) -> Steps:
    """Train again, and see in which documents each pair occurred, or take what was kept."""
    tokenizer = store.tokenizer(request.handle)
    if request.only_kept:
        origins = None if store.kept is None else kept_origins(tokenizer, store.kept)
    else:
        steps = origins_once(tokenizer, store.kept, request.without, store.traced)
        origins = yield from _shown(request, tokenizer, steps)
    yield _origins_found(request, tokenizer, origins)


def _bars_found(request: FindErrorBars, tokenizer: Tokenizer, bars: ErrorBars | None) -> ErrorBarsFound:
    rows, size = _rows(tokenizer, np.empty(0, np.int64) if bars is None else bars.ids)
    survivals, margins = np.full(size, -1, np.int32), np.full(size, -1, np.int64)
    if bars is None:
        return ErrorBarsFound(request.request_id, request.handle, False, survivals, margins)
    survivals[rows], margins[rows] = bars.survivals, bars.margins
    return ErrorBarsFound(
        request.request_id,
        request.handle,
        True,
        survivals,
        margins,
        n_parts=bars.n_parts,
        from_halves=bars.from_halves,
        unit=bars.unit,
        n_units=bars.n_units,
    )


def _origins_found(request: FindOrigins, tokenizer: Tokenizer, origins: KeptOrigins | None) -> OriginsFound:
    tokens, changes = origins or (None, ())
    rows, size = _rows(tokenizer, np.empty(0, np.int64) if tokens is None else tokens.ids)
    sources = () if tokens is None else tokens.sources
    shares, file_shares = np.zeros((size, len(sources)), np.float64), np.zeros(size, np.float64)
    documents, file = np.full(size, -1, np.int64), np.full(size, -1, np.int32)
    if tokens is not None:
        shares[rows], documents[rows] = tokens.shares, tokens.documents
        file[rows], file_shares[rows] = tokens.file, tokens.file_shares
    return OriginsFound(
        request.request_id,
        request.handle,
        is_known=tokens is not None,
        sources=sources,
        shares=shares,
        documents=documents,
        files=() if tokens is None else tokens.files,
        file=file,
        file_shares=file_shares,
        changes=tuple((one.source, one.gone, one.come) for one in changes),
    )


def _shown(
    request: FindErrorBars | FindOrigins, tokenizer: Tokenizer, steps: Generator[Progress, None, Result]
) -> Shown[Result]:
    """Yield one progress for all phases."""
    what, shares = _PHASES[type(request)]
    reached = 0

    def _message(event: Progress) -> JobProgress:
        nonlocal reached
        low, high = shares.get(event.phase, (0, 0))
        reached = max(reached, low + (high - low) * event.done // max(1, event.total))
        return JobProgress(request.request_id, what, tokenizer.name, reached, 100)

    return mapped(steps, _message)


def _rows(tokenizer: Tokenizer, ids: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return the rows of ids, and how many rows there are."""
    known = all_ids(tokenizer)
    return np.searchsorted(known, ids), len(known)
