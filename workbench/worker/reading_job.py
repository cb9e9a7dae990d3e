"""Reading a text for the Tokens panel: its bytes, once in memory, and where its lines end."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from workbench import api
from workbench.worker import messages as m
from workbench.worker.desk import Desk
from workbench.worker.job import Steps

_WINDOW = 1 << 20  # bytes in which line feeds are looked for between two yields, some 1 ms


def read_text(desk: Desk, request: m.ReadText) -> Steps:
    """Read a file; its line feeds are found here, since that takes a window too long (80 ms for 100 MB)."""
    path = Path(request.path)
    buffer = io.BytesIO()  # whose value is the buffer itself: joining parts would take the memory twice
    for part in api.read_bytes(path):
        buffer.write(part)
        yield m.JobProgress(request.request_id, "read", path.name, buffer.tell(), 0)
    data = buffer.getvalue()
    view = np.frombuffer(data, np.uint8)
    feeds = [np.empty(0, np.int64)]
    for start in range(0, len(data), _WINDOW):
        feeds.append(np.flatnonzero(view[start : start + _WINDOW] == 0x0A) + start)
        yield None
    yield m.TextRead(request.request_id, request.path, data, np.concatenate(feeds))
