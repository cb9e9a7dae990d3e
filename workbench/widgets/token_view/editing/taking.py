"""Takes the tokens of a view over, as they come bit by bit."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer

from workbench.widgets.token_view.document.document import Change, Document
from workbench.widgets.token_view.editing.selected import SelectedToken
from workbench.widgets.token_view.layout.spans import Ints, SpanStore, make_run
from workbench.widgets.token_view.paint.looks import Looks
from workbench.widgets.token_view.paint.repaint import Repaint
from workbench.widgets.token_view.scrolling import Scrolling

_DOUBT = 400  # ms after which tokens that are still provisional look so: sooner, each letter would flicker
_REST = 200  # ms after which the memory of tokens that were dropped is given back
_AT_ONCE = 65_536  # tokens taken over in one go, some 3 ms


class _Part(NamedTuple):
    """Tokens that wait to be taken over: of the bytes [start, end)."""

    start: int
    end: int
    ids: NDArray[np.uint32]
    spans: NDArray[np.uint64]
    provisional: bool


class TokenTaking(QObject):
    """Fills the spans of a view."""

    def __init__(
        self,
        document: Document,
        spans: SpanStore,
        *,
        looks: Looks,
        selected: SelectedToken,
        scrolling: Scrolling,
        repainting: Repaint,
    ) -> None:
        super().__init__(scrolling)
        self._document, self._spans, self._looks = document, spans, looks
        self._selected, self._scrolling, self._repainting = selected, scrolling, repainting
        self._waiting: deque[_Part] = deque()
        self._slices = QTimer(self)
        self._slices.timeout.connect(self._take_part)
        self._doubting = QTimer(self, singleShot=True, interval=_DOUBT)
        self._doubting.timeout.connect(lambda: self._looks.change(doubtful=True))
        self._resting = QTimer(self, singleShot=True, interval=_REST)
        self._resting.timeout.connect(self._spans.release)

    def take(
        self,
        start: int,
        end: int,
        ids: NDArray[np.uint32],
        spans: NDArray[np.uint64],
        provisional: bool = False,
    ) -> None:
        """Take over the tokens of the bytes [start, end): ids uint32[n], spans uint64[n, 2] in bytes.

        Many tokens are taken over in slices, the rest while the event loop runs, so that nothing
        stalls; an edit of the text drops the rest. Provisional ones look so if nothing replaces them soon.
        """
        self._doubt(provisional)
        bounds = [*range(0, len(ids), _AT_ONCE), len(ids)] if len(ids) else [0, 0]
        for first, last in pairwise(bounds):
            part_start = int(spans[first, 0]) if first else start
            part_end = int(spans[last, 0]) if last < len(ids) else end
            part = _Part(part_start, part_end, ids[first:last], spans[first:last], provisional)
            self._waiting.append(part)
        self._take_part()
        if self._waiting:
            self._slices.start(0)

    def _take_part(self) -> None:
        if self._waiting:
            part = self._waiting.popleft()
            run = make_run(part.ids, part.spans, part.provisional)
            # Tokens without bytes at the end of the text are of its last part.
            end = part.end + (part.end == len(self._document))
            self._spans.merge(part.start, end, run, self._joined)
            self._selected.find_again()
            anchor = self._scrolling.anchor
            if part.start <= anchor.reach and end >= anchor.start:
                self._repainting.release()
                self._scrolling.refresh()
        if not self._waiting:
            self._slices.stop()

    def _doubt(self, provisional: bool) -> None:
        """Show provisional tokens as such before long, or no more."""
        doubtful = self._looks.now.doubtful
        if not provisional:
            self._doubting.stop()
            if doubtful:
                self._looks.change(doubtful=False)
        elif not doubtful and not self._doubting.isActive():
            self._doubting.start()

    def _joined(self, starts: Ints) -> NDArray[np.bool_]:
        """Tell which tokens begin within a character."""
        first = int(starts[0]) if len(starts) else 0
        text = np.frombuffer(self._document.read(first, int(starts[-1]) + 1 if len(starts) else 0), np.uint8)
        if not len(text):
            return np.zeros(len(starts), np.bool_)
        joined: NDArray[np.bool_] = (text[np.minimum(starts - first, len(text) - 1)] & 0xC0) == 0x80
        return joined

    def drop(self, start: int, end: int) -> None:
        """Show the bytes [start, end) without tokens."""
        self._spans.drop(start, end + (end == len(self._document)))
        self._resting.start()
        self._selected.find_again()
        self._scrolling.refresh()

    def clear(self) -> None:
        """Show the text without tokens."""
        self.forget()
        self._scrolling.refresh()

    def forget(self) -> None:
        """Drop all tokens, as of a text that is shown no more."""
        self._waiting.clear()
        self._spans.clear()
        self._resting.start()
        self._selected.follow(None)

    def follow(self, change: Change) -> None:
        """Let the tokens follow an edit; those that wait to be taken over are of another text now."""
        self._waiting.clear()
        self._spans.edit(change.start, change.removed, change.inserted)
        self._resting.start()
