"""A part of the view, for copies and files: its bytes, its tokens, and how they look."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout.flow import Flow
from workbench.widgets.token_view.layout.hits import NO_HITS
from workbench.widgets.token_view.layout.inserts import NOTHING, Added
from workbench.widgets.token_view.layout.spans import SpanStore, TokenRun
from workbench.widgets.token_view.paint.canvas import Look
from workbench.widgets.token_view.paint.shown import ShownPieces
from workbench.widgets.token_view.text import TokenTextView


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Tokens and the bytes that they stand for, from byte 0 on.

    Attributes:
        document, spans, flow: as in the view.
        look: colors and marks, without selection, caret and hover.
        added: what is put around the whole text, where the excerpt is the whole.
        ids: whether ids are under the boxes.
        n_tokens: how many there are here; n_all, of how many.

    """

    document: Document
    spans: SpanStore
    flow: Flow
    look: Look
    added: Added
    ids: bool
    n_tokens: int
    n_all: int

    def pieces(self) -> ShownPieces:
        """Return what lays out the pieces, for one drawing."""
        pieces = ShownPieces(self.document, self.flow, self.spans)
        pieces.added, pieces.ids = self.added, self.ids
        return pieces


def excerpt_of(view: TokenTextView, first: int, last: int, most: int, most_bytes: int) -> Excerpt:
    """Return the tokens [first, last) of a view, or as many of the first as `most` tokens and bytes allow."""
    n_all = last - first
    last = min(last, first + most)
    run = view.spans.take(first, last)
    start = int(run.starts[0]) if len(run) else 0
    fitting = int(np.searchsorted(run.ends, start + most_bytes, side="right"))
    run = run.between(0, max(fitting, min(1, len(run))))
    whole = first == 0 and len(run) == len(view.spans)
    end = len(view.document) if whole else int(run.ends[-1]) if len(run) else start
    document, spans = Document(), SpanStore()
    document.set_bytes(view.document.read(start, end))
    _put(spans, run, start, document)
    shown = view.look
    look = replace(
        shown,
        hovered=(0, 0), fade=0.0, selected=-1, selected_id=-1, selection=(0, 0), caret=-1, cut=-1,
        hits=NO_HITS,
        refused=tuple((a - start, b - start) for a, b in shown.refused if start <= a and b <= end),
    )  # fmt: skip
    added = view.pieces.added if whole else NOTHING
    return Excerpt(
        document, spans, Flow(document), look, added,
        ids=view.pieces.ids, n_tokens=len(run), n_all=n_all,
    )  # fmt: skip


def _put(spans: SpanStore, run: TokenRun, start: int, document: Document) -> None:
    """Fill a store with tokens whose text begins at byte `start`."""
    moved = replace(run, first=0, starts=run.starts - start, ends=run.ends - start)
    text = np.frombuffer(document.whole(), np.uint8)

    def _joined(starts: NDArray[np.int64]) -> NDArray[np.bool_]:
        if not len(text):
            return np.zeros(len(starts), np.bool_)
        joined: NDArray[np.bool_] = (text[np.minimum(starts, len(text) - 1)] & 0xC0) == 0x80
        return joined

    spans.merge(0, len(document) + 1, moved, _joined)
