"""The part of the token view that takes tokens over, as they come, and keeps one of them selected."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from workbench.widgets.token_view.canvas import TokenCanvas
from workbench.widgets.token_view.document.document import Change
from workbench.widgets.token_view.layout.spans import Ints, Token, make_run
from workbench.widgets.token_view.output import clipboard as token_clipboard

_DOUBT = 400  # ms after which tokens that are still provisional look so: sooner, each letter would flicker
_REST = 200  # ms after which the memory of tokens that were dropped is given back
_SLICE = 65_536  # tokens taken over in one go, some 3 ms


class _Part(NamedTuple):
    """Tokens that wait to be taken over: of the bytes [start, end)."""

    start: int
    end: int
    ids: NDArray[np.uint32]
    spans: NDArray[np.uint64]
    provisional: bool


class TokenTaker(TokenCanvas):
    """Shows bytes with tokens that come bit by bit.

    Signals:
        token_selected: a Token, or None.
        token_chosen: a Token, or None, that somebody selected; `token_selected` tells also of what came of
            edits and of other tokens.
        token_copied: the Token whose text is on the clipboard now.

    """

    token_selected = Signal(object)
    token_chosen = Signal(object)
    token_copied = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selected: Token | None = None
        self._waiting: deque[_Part] = deque()
        self._slices = QTimer(self)
        self._slices.timeout.connect(self._take_part)
        self._doubting = QTimer(self, singleShot=True, interval=_DOUBT)
        self._doubting.timeout.connect(lambda: self._show(doubtful=True))
        self._resting = QTimer(self, singleShot=True, interval=_REST)
        self._resting.timeout.connect(self.spans.release)

    # --- tokens

    def set_tokens(
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
        bounds = [*range(0, len(ids), _SLICE), len(ids)] if len(ids) else [0, 0]
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
            end = part.end + (part.end == len(self.document))
            self.spans.merge(part.start, end, run, self._joined)
            self._select(self._found_again())
            if part.start <= self._scroll.reach and end >= self._scroll.start:
                self._repaint.release()
                self._refresh()
        if not self._waiting:
            self._slices.stop()

    def _doubt(self, provisional: bool) -> None:
        """Show provisional tokens as such before long, or no more."""
        if not provisional:
            self._doubting.stop()
            if self._look.doubtful:
                self._show(doubtful=False)
        elif not self._look.doubtful and not self._doubting.isActive():
            self._doubting.start()

    def _joined(self, starts: Ints) -> NDArray[np.bool_]:
        """Tell which tokens begin within a character."""
        first = int(starts[0]) if len(starts) else 0
        text = np.frombuffer(self.document.read(first, int(starts[-1]) + 1 if len(starts) else 0), np.uint8)
        if not len(text):
            return np.zeros(len(starts), np.bool_)
        joined: NDArray[np.bool_] = (text[np.minimum(starts - first, len(text) - 1)] & 0xC0) == 0x80
        return joined

    def drop_tokens(self, start: int, end: int) -> None:
        """Show the bytes [start, end) without tokens."""
        self.spans.drop(start, end + (end == len(self.document)))
        self._resting.start()
        self._select(self._found_again())
        self._refresh()

    def clear_tokens(self) -> None:
        """Show the text without tokens."""
        self._forget_tokens()
        self._refresh()

    def _forget_tokens(self) -> None:
        self._waiting.clear()
        self.spans.clear()
        self._resting.start()
        self._select(None)

    def _follow_tokens(self, change: Change) -> None:
        """Let the tokens follow an edit; those that wait to be taken over are of another text now."""
        self._waiting.clear()
        self.spans.edit(change.start, change.removed, change.inserted)
        self._resting.start()

    # --- the selected token

    @property
    def selected_token(self) -> Token | None:
        """The selected token."""
        return self._selected

    def select_token(self, index: int | None) -> None:
        """Select a token by its number in the text and scroll to it; None selects none."""
        token = None if index is None else self.spans.token(index)
        self.token_chosen.emit(token)
        self._select(token)
        if token is not None:
            self.reveal(token.start)

    def select_token_at(self, position: int) -> None:
        """Select the token that holds a byte of the text."""
        token = self.spans.token_at(position)
        self.select_token(token.index if token else None)

    def select_again(self, start: int, end: int) -> None:
        """Select the token that holds the byte `start`, or else the first up to `end`, without scrolling."""
        first, last = self.spans.between(start, end)
        self._select(self.spans.token_at(start) or (self.spans.token(first) if last > first else None))

    def next_same_token(self, step: int = 1) -> None:
        """Select the next (1) or previous (-1) token with the id of the selected one, going round."""
        if self._selected is not None:
            token = self.spans.next_same(self._selected.index, self._selected.id, step)
            self.select_token(token.index if token else None)

    def token_text(self, token: Token) -> bytes:
        """Return the bytes of the text that are a token; of one that was added, what is written for it."""
        if token.start < token.end:
            return self.document.read(token.start, token.end)
        before, after = self.pieces.added.before, self.pieces.added.after
        behind = token.index - (len(self.spans) - len(after))
        if token.index < len(before):
            return before[token.index].encode()
        return after[behind].encode() if behind >= 0 else b" " * self.pieces.added.prefix

    def copy_token(self) -> None:
        """Put the text of the selected token on the clipboard; without one leave that as it is."""
        if self._selected is not None:
            QGuiApplication.clipboard().setMimeData(token_clipboard.mime_of(self.token_text(self._selected)))
            self.token_copied.emit(self._selected)

    def _select(self, token: Token | None) -> None:
        before, self._selected = self._selected, token
        index, id_ = (token.index, token.id) if token else (-1, -1)
        if (index, id_) != (self._look.selected, self._look.selected_id):
            self._show(selected=index, selected_id=id_)
        if token != before:
            self.token_selected.emit(token)

    def _found_again(self) -> Token | None:
        """Return the selected token as it is now that others came, None where it is no more."""
        before = self._selected
        now = self.spans.token_at(before.start) if before else None
        if before and before.start == before.end:
            now = self.spans.token(before.index)
            return now if now and now.id == before.id else None
        return now if before and now and (now.start, now.end) == (before.start, before.end) else None
