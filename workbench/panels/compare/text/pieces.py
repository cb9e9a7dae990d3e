"""The pieces of a text under several tokenizers: laid out once, with the boxes of each tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import numpy as np
from numpy.typing import NDArray

from workbench.engine.judging.aligned import Row, Together
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout.boxes import Groups, gather
from workbench.widgets.token_view.layout.flow import Flow
from workbench.widgets.token_view.layout.inserts import NO_INSERTS
from workbench.widgets.token_view.layout.layout import Measures
from workbench.widgets.token_view.layout.pieces import Piece, Shape
from workbench.widgets.token_view.layout.spans import SpanStore, TokenRun
from workbench.widgets.token_view.paint.shown import ShownPieces
from workbench.worker.messages.comparing import Aligned

_ROW, _GAP = 28, 14  # pixels at zoom 1: from tokenizer to tokenizer, and below the last of them
_USUAL = 32  # what a row alone has
_NONE = np.empty(0, np.int64)


@dataclass(frozen=True)
class StackedMeasures(Measures):
    """Sizes of rows that hold one line for each tokenizer.

    Attributes:
        line: height of one of them.

    """

    line: int = _ROW

    @property
    def box_top(self) -> float:
        """How far below the top of its line a box begins."""
        return (self.line - self.box) // 2


def stacked(measures: Measures, n: int) -> StackedMeasures:
    """Return the sizes of rows with a line for each of n tokenizers."""
    line, gap = (round(size * measures.pitch / _USUAL) for size in (_ROW, _GAP))
    own = {each.name: getattr(measures, each.name) for each in fields(Measures)}
    raised = (measures.pitch - line) // 2
    own |= {
        "pitch": line * max(n, 1) + gap, "baseline": measures.baseline - raised,
        "sign_top": measures.sign_top - raised, "advances": {}, "signs": {},
    }  # fmt: skip
    return StackedMeasures(**own, line=line)


@dataclass(frozen=True, slots=True)
class AlignedPiece(Piece):
    """A piece with one piece more for each tokenizer, all of one layout.

    Attributes:
        rows: those.
        differences: the spans where they differ: int64[k] starts and ends in bytes of the piece,
            uint8[rows, k] kinds; None where unknown.
        losses: bool[bytes] of each row, what its tokens do not give back; None for nothing.
        drawn: what the painter made for a row, kept here for the next paint.

    """

    rows: tuple[Piece, ...] = ()
    differences: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]] | None = None
    losses: tuple[NDArray[np.bool_] | None, ...] = ()
    drawn: dict[int, object] = field(default_factory=dict)

    def kinds(self, number: int) -> NDArray[np.int8]:
        """Return int8[boxes], how each box of a row differs, by `aligned.KINDS`; -1 where all cut alike."""
        groups = self.rows[number].boxes.groups
        kinds = np.full(len(groups.starts), -1, np.int8)
        if self.differences is None or not len(kinds) or not len(self.differences[0]):
            return kinds
        starts, ends, differing = self.differences
        at = np.searchsorted(ends, groups.starts, side="right")
        inside = at < len(starts)
        at = np.minimum(at, len(starts) - 1)
        inside &= starts[at] < groups.ends
        kinds[inside] = differing[number][at[inside]]
        return kinds

    def lost(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return int64[n] starts and ends in the display string of what a row does not give back."""
        mask, text = self.losses[number], self.layout.text
        if mask is None or not mask.any():
            return _NONE, _NONE
        runs = np.flatnonzero(np.diff(mask.astype(np.int8), prepend=0, append=0)).reshape(-1, 2)
        firsts = np.searchsorted(text.raw, runs[:, 0], side="right") - 1  # whole characters
        lasts = text.raw[np.searchsorted(text.raw, runs[:, 1])]
        return text.at[firsts].astype(np.int64), text.ends_at(lasts.astype(np.int64))


class AlignedPieces(ShownPieces):
    """Makes aligned pieces."""

    def __init__(self, document: Document, flow: Flow, spans: SpanStore) -> None:
        super().__init__(document, flow, spans)
        self._rows: Sequence[Row] = ()
        self._together: Together | None = None
        self._doubtful: Sequence[bool] = ()
        self._version = 0

    @property
    def n_rows(self) -> int:
        """How many tokenizers there are."""
        return len(self._rows)

    def set_answer(self, answer: Aligned | None) -> None:
        """Take other tokens, or none."""
        self._rows, self._together, self._doubtful = (), None, ()
        if answer is not None:
            self._rows, self._together = answer.rows, answer.differences
            self._doubtful = [handle in answer.doubtful for handle in answer.handles]
        self._version += 1

    def resize(self, width: float, zoom: float) -> None:
        """Break rows at another width, or show the text at another size."""
        super().resize(width, zoom)
        self.measures = stacked(self.measures, self.n_rows)

    def _shows(self) -> tuple[object, ...]:
        return (*super()._shows(), self._version)

    def _new_piece(self, span: tuple[int, int]) -> Piece:
        start, end = span
        data, right_to_left = self.document.read(start, end), self.flow.right_to_left(start)
        text = self._text(data, right_to_left)
        runs = [_run(*row, start, end) for row in zip(self._rows, self._doubtful, strict=True)]
        groups = [gather(text, run.starts, run.ends) for run in runs]
        layout = self._layout(data, right_to_left, _rooms(groups), NO_INSERTS)
        rows = tuple(
            Piece(start, end, Shape(layout, group, run), run.first, run.provisional)
            for group, run in zip(groups, runs, strict=True)
        )
        self.flow.learn(span, layout.n_rows)
        none = _run(None, False, start, end)
        shape = rows[0].shape if rows else Shape(layout, gather(text, none.starts, none.ends), none)
        differing = self._differing(start, end)
        losses = tuple(row.losses(start, end) for row in self._rows)
        return AlignedPiece(
            start, end, shape, 0, none.provisional, rows=rows, differences=differing, losses=losses
        )

    def _differing(
        self, start: int, end: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]] | None:
        if self._together is None:
            return None
        first, last = self._together.holding(start, end)
        spans = self._together.spans[first:last].astype(np.int64) - start
        return spans[:, 0].copy(), spans[:, 1].copy(), self._together.kinds[:, first:last]


def _run(row: Row | None, is_doubtful: bool, start: int, end: int) -> TokenRun:
    """Return the tokens of a piece, as byte ranges of the piece."""
    if row is None:
        return TokenRun(
            0, np.empty(0, np.uint32), np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.uint8),
            np.empty(0, np.bool_),
        )  # fmt: skip
    first, last = row.holding(start, end)
    places = row.spans[first:last].astype(np.int64) - start
    n = last - first
    return TokenRun(
        first, row.ids[first:last].copy(), places[:, 0].copy(), places[:, 1].copy(), np.zeros(n, np.uint8),
        np.full(n, is_doubtful),
    )  # fmt: skip


def _rooms(groups: Sequence[Groups]) -> tuple[tuple[int, int], ...]:
    """Return (end, tokens) of the tabs of all rows, so that all stand on one grid."""
    most: dict[int, int] = {}
    for each in groups:
        for place, count in each.tabs():
            most[place] = max(most.get(place, 0), count)
    return tuple(sorted(most.items()))
