"""The caret as it is seen: where it is, whether it blinks, and the text around it in sight."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from workbench.widgets.token_view.editing.editor import Editor
from workbench.widgets.token_view.paint.looks import Looks
from workbench.widgets.token_view.paint.shown import Composition, ShownPieces
from workbench.widgets.token_view.places import Places
from workbench.widgets.token_view.scrolling import Scrolling


class Caret(QObject):
    """Shows where the editor of a view has its caret.

    Signals:
        moved: (position, selection start, selection end), in bytes.

    """

    moved = Signal(object, object, object)

    def __init__(
        self, area: QWidget, editor: Editor, pieces: ShownPieces, *,
        places: Places, scrolling: Scrolling, looks: Looks,
    ) -> None:  # fmt: skip
        super().__init__(area)
        self._area, self._editor, self._pieces = area, editor, pieces
        self._places, self._scrolling, self._looks = places, scrolling, looks
        self._blink = QTimer(self)
        self._blink.timeout.connect(lambda: self._show(self._looks.now.caret < 0))

    def follow(self, reveal: bool = True) -> None:
        """Show the caret where it is now; to `reveal` it, the text around it as well."""
        editor, composition = self._editor, self._pieces.composition
        if composition is not None and composition.position != editor.position:
            QGuiApplication.inputMethod().reset()  # it would commit elsewhere than where it is seen
            self.compose(None)
        if reveal:
            if self._area.hasFocus():
                self._scrolling.anchor.reveal(editor.position - editor.at_row_end)
            self._scrolling.refresh()
        self._looks.change(selection=editor.selection)
        self.restart()
        self._area.updateMicroFocus()
        self.moved.emit(editor.position, *editor.selection)

    def compose(self, composition: Composition | None) -> None:
        """Show what an input method is composing, in the line at the caret; None for nothing."""
        if composition != self._pieces.composition:
            self._pieces.composition = composition
            self._scrolling.refresh()
            self.restart()

    def restart(self) -> None:
        """Show the caret from now on, or hide it, by focus and input method."""
        composition = self._pieces.composition
        hidden = composition is not None and composition.caret < 0  # an input method shows its own
        shown = self._area.hasFocus() and not self._editor.read_only and not hidden
        self._show(shown)
        period = QGuiApplication.styleHints().cursorFlashTime() // 2
        if shown and period > 0:
            self._blink.start(period)
        else:
            self._blink.stop()

    def show_at(self, position: int) -> None:
        """Show the caret elsewhere while something is dragged, until `restart`."""
        self._blink.stop()
        self._looks.change(caret=position, at_row_end=False)

    def _show(self, shown: bool) -> None:
        editor = self._editor
        self._looks.change(caret=editor.position if shown else -1, at_row_end=editor.at_row_end)

    def rect(self, position: int) -> QRectF:
        """Return where the caret is before a byte; off the viewport where that is not seen."""
        editor = self._editor
        return self._places.caret_rect(position, editor.at_row_end and position == editor.position)
