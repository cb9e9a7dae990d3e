"""Extracts paths from dropped or pasted data: URLs of local files, or lines of text."""

from __future__ import annotations

import os

from PySide6.QtCore import QMimeData, QUrl


def paths_in(mime: QMimeData) -> list[str]:
    """Return the absolute paths of files and folders that exist, in their order, none twice."""
    paths = [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]
    if not paths and mime.hasText():
        paths = [_path(line) for line in mime.text().splitlines()]
    there = [os.path.abspath(path) for path in paths if path and os.path.exists(path)]
    return list(dict.fromkeys(there))


def _path(line: str) -> str:
    """Return the path that a pasted line names, or ""; quotes around it, ~ and file: urls are understood."""
    line = line.strip().strip("\"'")
    if line.startswith("file:"):
        return QUrl(line).toLocalFile()
    path = os.path.expanduser(line)
    return path if os.path.isabs(path) else ""
