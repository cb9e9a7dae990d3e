"""The tokens drawn for a file: a page, a picture or a drawing, made in slices, with progress and cancel."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from workbench.panels.tokens.text import copying
from workbench.panels.tokens.text.copying import TokenExport
from workbench.widgets.slices import Slices
from workbench.widgets.token_view.text import TokenTextView

KINDS = ("html", "png", "png2", "svg")


class TokenDrawing(QObject):
    """Draws tokens of a view, one drawing at a time; a change of the text ends the drawing.

    Signals:
        progressed(float): the share that is done, 0 to 1.
        made(object): Made, with the parts of the file.
        given_up(): the text has changed.

    """

    progressed = Signal(float)
    finished = Signal(object)
    given_up = Signal()

    def __init__(self, view: TokenTextView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._slices: Slices[TokenExport] = Slices(self)
        view.text_changed.connect(self._follow)

    def draw(self, kind: str, first: int, last: int, title: str) -> None:
        """Draw the tokens [first, last) as one of `KINDS`."""
        tell = self.progressed.emit
        if kind == "html":
            steps = copying.page(self._view, first, last, title, tell)
        else:
            steps = copying.drawing(self._view, first, last, title, kind, tell)
        self._slices.run(steps, self.finished.emit)

    def stop(self) -> None:
        """Give up what is being drawn."""
        self._slices.stop()

    def _follow(self) -> None:
        if self._slices.running:
            self.stop()
            self.given_up.emit()
