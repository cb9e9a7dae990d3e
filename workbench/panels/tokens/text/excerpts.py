"""Excerpts of a text for the worker, if only the place around a byte matters."""

from __future__ import annotations

from workbench.widgets.token_view.document.document import Document

WHOLE = 1 << 20  # bytes up to which it is the whole text, so that characters can be counted
MARGIN = 1 << 15  # bytes before and after the place of a larger one


def excerpt(document: Document, at: int) -> tuple[bytes, int]:
    """Return a text, of a large one what is around a byte, and the byte that it begins with."""
    if len(document) <= WHOLE:
        return document.whole(), 0
    start = max(0, at - MARGIN)
    text = document.read(start, min(len(document), at + MARGIN))
    torn = 0
    while start and torn < min(4, len(text)) and text[torn] & 0xC0 == 0x80:
        torn += 1
    return text[torn:], start + torn
