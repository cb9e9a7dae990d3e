"""What tells whether a file has been changed since it was read or written."""

from __future__ import annotations

import os

Stamp = tuple[int, int]  # size and time of change (ns) of a file


def stamp_of(path: str) -> Stamp | None:
    """Return what tells whether a file has been changed, None if there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns
