"""How the text is broken into rows: its size, the room beside it, and what stands in it besides its bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.widgets import wording
from workbench.widgets.token_view.layout.inserts import Added
from workbench.widgets.token_view.paint.overlays import NUMBER_SIZE
from workbench.widgets.token_view.places import MARGIN

if TYPE_CHECKING:
    from workbench.widgets.token_view.text import TokenTextView

_ZOOMS = (0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 2.0, 2.4, 3.0)
_NUMBERED_FROM = 1 << 16  # bytes of a text whose lines have numbers in any case
GUTTER_GAP = 12  # between a number and the text


class Rows(QObject):
    """Has the rows of a view broken again where that needs it; what is at the upper edge stays there."""

    def __init__(self, view: TokenTextView) -> None:
        super().__init__(view)
        self._view = view
        self._zoom = 1.0
        self._numbered: bool | None = False

    @property
    def zoom(self) -> float:
        """How large the text is shown; 1 is 15 px."""
        return self._zoom

    def set_zoom(self, zoom: float) -> None:
        """Show the text larger or smaller."""
        zoom = min(max(zoom, _ZOOMS[0]), _ZOOMS[-1])
        if zoom != self._zoom:
            self._zoom = zoom
            self.renew()
            self._view.zoom_changed.emit(zoom)

    def zoom_by(self, steps: int) -> None:
        """Go up or down the ladder of sizes."""
        nearest = min(range(len(_ZOOMS)), key=lambda number: abs(_ZOOMS[number] - self._zoom))
        self.set_zoom(_ZOOMS[min(max(nearest + steps, 0), len(_ZOOMS) - 1)])

    def set_ids(self, shown: bool) -> None:
        """Write the ids under the boxes, or leave them out."""
        if shown != self._view.pieces.ids:
            self.renew(shown)

    def set_numbered(self, numbered: bool | None) -> None:
        """Show the numbers of the lines also of a short text; with False of a long one, None of none."""
        self._numbered = numbered
        if self.gutter() != self._view.places.left:
            self.renew()

    def set_added(self, added: Added) -> None:
        """Show what is put around the text, as the tokens that come have it."""
        if added != self._view.pieces.added:
            self._view.pieces.added = added
            self.renew()

    def set_cut(self, cut: tuple[int, str] | None) -> None:
        """Draw a flag with a text before a token, by its number, and all tokens from there on faintly."""
        if cut != self._view.pieces.cut:
            self._view.pieces.cut = cut
            self._view.set_look(cut=-1 if cut is None else cut[0])
            self.renew()

    def gutter(self) -> int:
        """Return where rows should begin: after room for the number of the last line, where there are any."""
        document, measures = self._view.document, self._view.pieces.measures
        long = len(document) > _NUMBERED_FROM
        if self._numbered is None or not (self._numbered or long):
            return MARGIN
        digits = max(len(wording.number(document.n_lines)), 3)
        return MARGIN + round(digits * measures.column * NUMBER_SIZE) + GUTTER_GAP

    def fit_gutter(self) -> bool:
        """Break rows at the width that the line numbers of a new text leave; return whether it is another."""
        changed = self.gutter() != self._view.places.left
        if changed:
            self._break()
        return changed

    def renew(self, ids: bool | None = None) -> None:
        """Lay out again, with or without ids from now on."""
        view, anchor = self._view, self._view.scrolling.anchor
        top = anchor.top_position()
        view.pieces.ids = view.pieces.ids if ids is None else ids
        anchor.height = view.viewport().height()
        self._break()
        anchor.keep_position(top)
        view.scrolling.refresh()

    def _break(self) -> None:
        self._view.places.left = self.gutter()
        self._view.pieces.resize(self._width(), self._zoom)

    def _width(self) -> int:
        return self._view.viewport().width() - self._view.places.left - MARGIN

    def resized(self, first: bool) -> None:
        """Fill the viewport; rows are broken again where the width is another, or it is the `first`."""
        if first or self._width() != self._view.pieces.measures.width:
            self.renew()
        else:
            self._view.scrolling.anchor.height = self._view.viewport().height()
            self._view.scrolling.refresh()
