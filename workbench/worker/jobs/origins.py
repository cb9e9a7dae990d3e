"""Finds the error bars and the provenance of a vocabulary that was trained here."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.api.error_bars import error_bars
from workbench.api.provenance import provenance
from workbench.api.training_again import training_again
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import all_ids
from workbench.engine.training.trainer import Progress
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.origins import ErrorBarsFound, FindErrorBars, FindOrigins, OriginsFound
from workbench.worker.messages.requests import JobProgress

Result = TypeVar("Result")
Shown = Generator[JobProgress, None, Result]


def find_error_bars(store: Store, request: FindErrorBars) -> Steps:
    """Train again, and without each part of the text."""
    tokenizer = store.tokenizer(request.handle)
    run = yield from _shown(request, tokenizer, training_again(tokenizer))
    bars = yield from _shown(request, tokenizer, error_bars(run))
    rows, size = _rows(tokenizer, bars.ids)
    survivals, margins = np.full(size, -1, np.int32), np.full(size, -1, np.int64)
    survivals[rows], margins[rows] = bars.survivals, bars.margins
    yield ErrorBarsFound(
        request.request_id,
        request.handle,
        survivals=survivals,
        margins=margins,
        n_parts=bars.n_parts,
        lines=tuple(bars.lines()),
    )


def find_origins(store: Store, request: FindOrigins) -> Steps:
    """Train again, and see in which documents each pair occurred."""
    tokenizer = store.tokenizer(request.handle)
    run = yield from _shown(request, tokenizer, training_again(tokenizer))
    origins = yield from _shown(request, tokenizer, provenance(run))
    tokens = origins.tokens
    changes = []
    for name in request.without:
        if name not in tokens.sources:
            raise EngineError("source_not_used", source=name, names=", ".join(tokens.sources))
        one = yield from _shown(request, tokenizer, origins.without(tokens.sources.index(name)))
        changes.append((one.source, one.gone, one.come))
    rows, size = _rows(tokenizer, tokens.ids)
    shares = np.zeros((size, len(tokens.sources)), np.float64)
    documents, file = np.full(size, -1, np.int64), np.full(size, -1, np.int32)
    file_shares = np.zeros(size, np.float64)
    shares[rows], documents[rows] = tokens.shares, tokens.documents
    file[rows], file_shares[rows] = tokens.file, tokens.file_shares
    yield OriginsFound(
        request.request_id,
        request.handle,
        sources=tokens.sources,
        shares=shares,
        documents=documents,
        files=tokens.files,
        file=file,
        file_shares=file_shares,
        changes=tuple(changes),
    )


def _shown(
    request: FindErrorBars | FindOrigins, tokenizer: Tokenizer, steps: Generator[Progress, None, Result]
) -> Shown[Result]:
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield JobProgress(request.request_id, event.phase, tokenizer.name, event.done, event.total)


def _rows(tokenizer: Tokenizer, ids: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return the rows of ids, and how many rows there are."""
    known = all_ids(tokenizer)
    return np.searchsorted(known, ids), len(known)
