"""How the text is broken into rows: its size, the room next to it, and what is in it besides its bytes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QAbstractScrollArea

from workbench.widgets import wording
from workbench.widgets.token_view.layout.inserts import Added
from workbench.widgets.token_view.paint.looks import Looks
from workbench.widgets.token_view.paint.overlays import NUMBER_SIZE
from workbench.widgets.token_view.paint.shown import ShownPieces
from workbench.widgets.token_view.places import MARGIN, Places
from workbench.widgets.token_view.scrolling import Scrolling

_ZOOMS = (0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 2.0, 2.4, 3.0)
_NUMBERED_FROM = 1 << 16  # bytes of a text whose lines have numbers in any case
GUTTER_GAP = 12  # between a number and the text


class Rows(QObject):
    """Has the rows of a view broken again where that needs it; what is at the upper edge stays there.

    Signals:
        zoom_changed(float): how large the text is shown now.

    """

    zoom_changed = Signal(float)

    def __init__(
        self,
        area: QAbstractScrollArea,
        pieces: ShownPieces,
        places: Places,
        scrolling: Scrolling,
        looks: Looks,
    ) -> None:
        super().__init__(area)
        self._area, self._pieces, self._places = area, pieces, places
        self._scrolling, self._looks = scrolling, looks
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
            self.zoom_changed.emit(zoom)

    def zoom_by(self, steps: int) -> None:
        """Go up or down the ladder of sizes."""
        nearest = min(range(len(_ZOOMS)), key=lambda number: abs(_ZOOMS[number] - self._zoom))
        self.set_zoom(_ZOOMS[min(max(nearest + steps, 0), len(_ZOOMS) - 1)])

    def set_ids(self, shown: bool) -> None:
        """Write the ids under the boxes, or leave them out."""
        if shown != self._pieces.ids:
            self.renew(shown)

    def set_numbered(self, numbered: bool | None) -> None:
        """Show the numbers of the lines also of a short text; with False of a long one, None of none."""
        self._numbered = numbered
        if self.gutter() != self._places.left:
            self.renew()

    def set_added(self, added: Added) -> None:
        """Show what is put around the text, of the tokens that come."""
        if added != self._pieces.added:
            self._pieces.added = added
            self.renew()

    def set_cut(self, cut: tuple[int, str] | None) -> None:
        """Draw a flag with a text before a token, by its number, and all tokens from there on faintly."""
        if cut != self._pieces.cut:
            self._pieces.cut = cut
            self._looks.change(cut=-1 if cut is None else cut[0])
            self.renew()

    def gutter(self) -> int:
        """Return where rows should begin: after room for the number of the last line, where there are any."""
        document, measures = self._pieces.document, self._pieces.measures
        long = len(document) > _NUMBERED_FROM
        if self._numbered is None or not (self._numbered or long):
            return MARGIN
        digits = max(len(wording.number(document.n_lines)), 3)
        return MARGIN + round(digits * measures.column * NUMBER_SIZE) + GUTTER_GAP

    def fit_gutter(self) -> bool:
        """Break rows at the width that the line numbers of a new text leave; return whether it is another."""
        changed = self.gutter() != self._places.left
        if changed:
            self._break()
        return changed

    def renew(self, ids: bool | None = None) -> None:
        """Lay out again, with or without ids from now on."""
        anchor = self._scrolling.anchor
        top = anchor.top_position()
        self._pieces.ids = self._pieces.ids if ids is None else ids
        anchor.height = self._area.viewport().height()
        self._break()
        anchor.keep_position(top)
        self._scrolling.refresh()

    def _break(self) -> None:
        self._places.left = self.gutter()
        self._pieces.resize(self._width(), self._zoom)

    def _width(self) -> int:
        return self._area.viewport().width() - self._places.left - MARGIN

    def resized(self, first: bool) -> None:
        """Fill the viewport; rows are broken again where the width is another, or it is the `first`."""
        if first or self._width() != self._pieces.measures.width:
            self.renew()
        else:
            self._scrolling.anchor.height = self._area.viewport().height()
            self._scrolling.refresh()
