"""How many tokens, bytes and characters are selected in a text, counted while the window goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from PySide6.QtCore import QObject

from workbench.widgets.slices import Slices, Steps
from workbench.widgets.token_view.text import TokenTextView

_COUNTED = 1 << 20  # bytes looked at between two looks at the clock


class _Show(Protocol):
    def __call__(
        self, n_tokens: int | None, n_bytes: int = 0, n_characters: int | None = None, whole: bool = True
    ) -> object:
        """Show the counts; None for no selection, and for characters that are not counted yet.

        Where the tokens at the ends are selected in part, they are not `whole`.
        """


class SelectionCounts(QObject):
    """Follows the selection of one view."""

    def __init__(self, view: TokenTextView, show: _Show, parent: QObject) -> None:
        super().__init__(parent)
        self._view, self._show = view, show
        self._slices: Slices[int] = Slices(self)
        view.caret_moved.connect(self.renew)

    def renew(self) -> None:
        """Count what is selected now, as after a new encoding."""
        start, end = self._view.editor.selection
        if start == end:
            self._slices.stop()
            self._show(None)
            return
        first, last = self._view.selected_tokens()
        n_tokens = last - first
        one, other = self._view.spans.token(first), self._view.spans.token(last - 1)
        cut = n_tokens > 0 and ((one and one.start < start) or (other and end < other.end))

        def _counted(count: int) -> None:
            self._show(n_tokens, end - start, count, whole=not cut)

        self._slices.run(characters_in_slices(self._view.document.read, start, end), _counted)
        if self._slices.running:
            self._show(n_tokens, end - start, whole=not cut)


def characters_in_slices(read: Callable[[int, int], bytes], start: int, end: int) -> Steps[int]:
    """Count the characters that begin in the bytes [start, end) that `read` returns."""
    count = 0
    for at in range(start, end, _COUNTED):
        part = np.frombuffer(read(at, min(at + _COUNTED, end)), np.uint8)
        count += int(np.count_nonzero((part & 0xC0) != 0x80))
        yield
    return count
