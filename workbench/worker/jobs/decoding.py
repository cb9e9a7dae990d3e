"""Decodes ids in many notations to bytes, and reports invalid ids and bytes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import first_character, invalid_runs
from workbench.engine.encoding import streamed_decoding
from workbench.engine.encoding.id_notations import read_ids
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import line_feeds
from workbench.worker.messages.text import Decode, Decoded

_MOST_PLACES = 8  # places of invalid UTF-8 that are reported
_WINDOW = 1 << 17  # bytes looked at between two points


def decode(store: Store, request: Decode) -> Steps:
    """Decode ids; the answer reports what cannot be decoded, with its place."""
    try:
        ids = read_ids(request.text)
        tokenizer = store.tokenizer(request.handle)
        yield from decoded(tokenizer, request.request_id, request.handle, ids)
    except EngineError as error:
        yield failed_decoding(request.request_id, request.handle, error)


def decoded(tokenizer: Tokenizer, request_id: int, handle: int, ids: NDArray[np.int64]) -> Steps:
    """Decode ids int64[n]; return unknown ids and places of invalid UTF-8 too; raises EngineError."""
    data, unknown = _known(tokenizer, ids)
    first: list[tuple[int, int]] = []
    n_invalid = start = 0
    while start < len(data):
        stop = first_character(data, start + _WINDOW)
        for run_start, run_end in invalid_runs(data[start:stop]):
            n_invalid += run_end - run_start
            _note(first, start + run_start, start + run_end)
        start = stop
        point()
    feeds = line_feeds(data)
    unknown_places = tuple((int(at), int(ids[at])) for at in unknown[:_MOST_PLACES])
    yield Decoded(
        request_id, handle, data, len(ids), n_invalid, tuple(first[:_MOST_PLACES]), line_feeds=feeds,
        n_unknown=len(unknown), unknown=unknown_places,
    )  # fmt: skip


def _known(tokenizer: Tokenizer, ids: NDArray[np.int64]) -> tuple[bytes, NDArray[np.int64]]:
    """Return the bytes of the known ids, and the positions int64[n] of the others.

    Raises:
        EngineError: no id is known, or more than `_MOST_PLACES` numbers below the highest id are not.

    """
    highest = max([tokenizer.vocab_size - 1, *tokenizer.special_tokens.values()])
    known = (ids >= 0) & (ids <= highest)
    for attempt in range(_MOST_PLACES + 1):
        try:
            data = streamed_decoding.decode(tokenizer, ids[known] if known.any() else ids)
        except EngineError as error:
            if error.code != "token_id_unknown" or not known.any() or attempt == _MOST_PLACES:
                raise
            known &= ids != int(error.facts["id"])
        else:
            break
    return data, np.flatnonzero(~known)


def _note(runs: list[tuple[int, int]], start: int, end: int) -> None:
    """Note one of the first runs; a run that continues the last one joins that."""
    if runs and runs[-1][1] == start:
        runs[-1] = runs[-1][0], end
    elif len(runs) <= _MOST_PLACES:
        runs.append((start, end))


def failed_decoding(request_id: int, handle: int, error: EngineError) -> Decoded:
    """Return the answer for ids that cannot be decoded."""
    place = None if error.place is None else (error.place.kind, error.place.value)
    prose = ENGLISH[error.code]
    return Decoded(
        request_id, handle, b"", 0, cause=prose.cause, remedy=prose.remedy, facts=dict(error.facts),
        place=place, file=error.file or "",
    )  # fmt: skip
