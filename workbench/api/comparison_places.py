"""Places of a text under several tokenizers, aligned, for the report of a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import numpy as np

from workbench.api.comparison_table import framed, line
from workbench.display.marks import visible
from workbench.engine.base.utf8 import first_character
from workbench.engine.judging.aligned import Row, Together, together

LARGEST = 10  # differences that are shown next to what was marked
_MARGIN, _MOST = 48, 320  # bytes before and after a place, and of a place

Span = tuple[int, int]


def places_of(
    names: Sequence[str], rows: Sequence[Row], text: bytes, marked: Sequence[Span]
) -> Iterator[str]:
    """Yield a table for each place that was marked, and for the largest differences.

    Args:
        names: of the tokenizers.
        rows: the text under each; the first is the reference.
        text: the raw bytes.
        marked: places in it that the user chose.

    """
    differences = together(rows, len(text))
    wanted = [(start, min(end, len(text))) for start, end in marked if start < end and start < len(text)]
    largest = [span for span in _largest(differences) if not any(_meet(span, other) for other in wanted)]
    if not wanted and not largest:
        yield "<p>All cut the text alike.</p>"
    for title, spans in (("Marked place", wanted), ("Difference", largest)):
        for number, span in enumerate(spans, 1):
            yield _table(f"{title} {number}", names, rows, text, span)


def _largest(together: Together) -> list[Span]:
    """Return where the numbers of tokens differ most, then where most are cut otherwise, by place."""
    if not len(together.spans):
        return []
    apart = together.tokens.max(axis=0) - together.tokens.min(axis=0)
    order = np.lexsort((together.spans[:, 0], -together.tokens.max(axis=0), -apart))[:LARGEST]
    return [(int(start), int(end)) for start, end in together.spans[np.sort(order)].tolist()]


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _table(title: str, names: Sequence[str], rows: Sequence[Row], text: bytes, span: Span) -> str:
    start, end = span
    counts = [_within(row, span) for row in rows]
    caption = f"{title}: bytes {start:,} to {end:,}, {min(counts):,} to {max(counts):,} tokens"
    lines = (
        line(name, "", (f"{count:,}", f'<span class="cuts">{"".join(_cells(row, text, span))}</span>'))
        for name, row, count in zip(names, rows, counts, strict=True)
    )
    return framed(title, caption, ("Tokenizer", "Tokens", "Cuts"), lines)


def _within(row: Row, span: Span) -> int:
    """Return how many tokens have bytes of a place."""
    first, last = _tokens(row, span)
    return last - first


def _tokens(row: Row, span: Span) -> tuple[int, int]:
    return row.holding(*span)


def _cells(row: Row, text: bytes, span: Span) -> Iterator[str]:
    """Yield the tokens at a place and next to it, those at it marked, each cut to the visible part."""
    start, end = span[0], min(span[1], span[0] + _MOST)
    low = max(start - _MARGIN, text.rfind(b"\n", 0, start) + 1)
    line_end = text.find(b"\n", end)
    high = min(end + _MARGIN, len(text) if line_end < 0 else line_end + 1)
    low, high = first_character(text, low), first_character(text, high)
    first, last = _tokens(row, (low, high))
    yield "…" if low else ""
    for left, right in row.spans[first:last].tolist():
        shown = text[max(left, low) : min(right, high)]
        here = " here" if left < span[1] and right > start else ""
        yield f'<span class="cut{here}">{escape(visible(shown))}</span>'
    yield "…" if high < len(text) else ""
