"""The way back: ids in many notations to the bytes that they stand for, with what is odd about them."""

from __future__ import annotations

import re

from workbench.engine.errors import ENGLISH, EngineError, Place
from workbench.engine.utf8 import invalid_runs
from workbench.worker import messages as m
from workbench.worker.desk import Desk
from workbench.worker.job import Steps

_SLICE = 1 << 14  # ids read between two yields
_TOLD = 8  # places of invalid UTF-8 that are told
# Spaces, commas, a Python list, JSON, a tuple, an array's repr: all that may stand between whole numbers.
_ITEM = re.compile(
    r"(?P<id>[0-9]{1,20})|(?P<gap>[\s,;\[\](){}]+|array\(|dtype=\w+)|(?P<odd>[^\s,;\[\](){}]+)"
)


def decode_steps(desk: Desk, request: m.Decode) -> Steps:
    """Decode ids; what cannot be decoded is told in the answer, with its place."""
    tokenizer = desk.tokenizer(request.handle)
    try:
        ids = []
        for found in _ITEM.finditer(request.text):
            if found.lastgroup == "odd":
                place = Place("character", found.start())
                raise EngineError("ids_not_numbers", place=place, value=found.group()[:32])
            if found.lastgroup == "id":
                ids.append(int(found.group()))
                if len(ids) % _SLICE == 0:
                    yield None
        data = tokenizer.decode_bytes(ids)
    except EngineError as error:
        place_of = None if error.place is None else (error.place.kind, error.place.value)
        yield m.Decoded(
            request.request_id, request.handle, b"", 0, cause=ENGLISH[error.code].cause, place=place_of,
            facts=dict(error.facts),
        )  # fmt: skip
        return
    runs = list(invalid_runs(data))
    n_invalid = sum(end - start for start, end in runs)
    yield m.Decoded(request.request_id, request.handle, data, len(ids), n_invalid, tuple(runs[:_TOLD]))
