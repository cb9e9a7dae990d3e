"""Reads a text for the Tokens panel: its bytes, once in memory, and its line ends."""

from __future__ import annotations

import io
import os
from pathlib import Path

from workbench import api
from workbench.formats.files.stamps import stamp_of
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import line_feeds
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.text import ReadText, TextRead

_COPIED = 1 << 16  # bytes that are copied while the GIL is held


def read_text(store: Store, request: ReadText) -> Steps:
    """Read a file, and find its line feeds, which takes too long for the window (80 ms for 100 MB)."""
    path = Path(request.path)
    stamp = stamp_of(request.path) if os.path.isfile(path) else None
    size = stamp[0] if stamp else 0
    # Its value is the buffer itself: joining parts would take the memory twice. One that grows would be moved
    # time and again, while the GIL is held.
    buffer = io.BytesIO(bytes(size))
    for part in api.read_bytes(path):
        for start in range(0, len(part), _COPIED):
            buffer.write(memoryview(part)[start : start + _COPIED])
        yield JobProgress(request.request_id, "read", path.name, buffer.tell(), 0)
    buffer.truncate()
    data = buffer.getvalue()
    feeds = line_feeds(data)
    yield TextRead(request.request_id, request.path, data, feeds, stamp)
