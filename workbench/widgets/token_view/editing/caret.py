"""The caret as it is seen: where it stands, whether it blinks, and the text around it in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from workbench.widgets.token_view.text import TokenTextView


class Caret(QObject):
    """Shows where the editor of a view has its caret."""

    def __init__(self, view: TokenTextView) -> None:
        super().__init__(view)
        self._view = view
        self._blink = QTimer(self)
        self._blink.timeout.connect(lambda: self._show(self._view.look.caret < 0))

    def follow(self, reveal: bool = True) -> None:
        """Show the caret where it is now; to `reveal` it, the text around it as well."""
        view, editor = self._view, self._view.editor
        composition = view.pieces.composition
        if composition is not None and composition.position != editor.position:
            QGuiApplication.inputMethod().reset()  # it would commit elsewhere than where it is seen
            view.compose(None)
        if reveal:
            if view.hasFocus():
                view.scrolling.anchor.reveal(editor.position - editor.at_row_end)
            view.scrolling.refresh()
        view.set_look(selection=editor.selection)
        self.restart()
        view.updateMicroFocus()
        view.caret_moved.emit(editor.position, *editor.selection)

    def restart(self) -> None:
        """Show the caret from now on, or hide it, as the focus and the input method want it."""
        composition = self._view.pieces.composition
        hidden = composition is not None and composition.caret < 0  # an input method shows its own
        shown = self._view.hasFocus() and not self._view.editor.read_only and not hidden
        self._show(shown)
        period = QGuiApplication.styleHints().cursorFlashTime() // 2
        if shown and period > 0:
            self._blink.start(period)
        else:
            self._blink.stop()

    def show_at(self, position: int) -> None:
        """Show the caret elsewhere while something is dragged, until `restart`."""
        self._blink.stop()
        self._view.set_look(caret=position, at_row_end=False)

    def _show(self, shown: bool) -> None:
        editor = self._view.editor
        self._view.set_look(caret=editor.position if shown else -1, at_row_end=editor.at_row_end)

    def rect(self, position: int) -> QRectF:
        """Return where the caret stands before a byte; off the viewport where that is not seen."""
        editor = self._view.editor
        return self._view.places.caret_rect(position, editor.at_row_end and position == editor.position)
