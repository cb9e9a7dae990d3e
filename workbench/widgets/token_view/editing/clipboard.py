"""Copy, cut and paste in the token view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from workbench.widgets.token_view.editing.pasting import Pasting
from workbench.widgets.token_view.output import clipboard as token_clipboard
from workbench.widgets.token_view.output.copying import Copying

if TYPE_CHECKING:
    from workbench.widgets.token_view.text import TokenTextView


class Clipboard:
    """Moves what is selected to the clipboard, and what is there into the text.

    Attributes:
        pasting: brings a large text in slices.

    """

    def __init__(self, view: TokenTextView) -> None:
        self._view, self._editor = view, view.editor
        self.pasting = Pasting(lambda place, data, feeds: self._editor.replace(*place, data, feeds), view)
        self._copying = Copying(view)
        self._editor.about_to_edit = self.pasting.finish

    def copy(self) -> None:
        """Put what is selected on the clipboard: text, or else a token."""
        if self._editor.has_selection():
            self.copy_bytes(*self._editor.selection)
        else:
            self._view.selected.copy()

    def copy_bytes(self, start: int, end: int) -> None:
        """Put the bytes [start, end) on the clipboard; many are there some turns of the event loop later."""
        self._copying.begin(self._view.document.parts(start, end))

    def cut(self) -> None:
        """Put what is selected on the clipboard and take it out."""
        self.pasting.finish()
        if not self._editor.read_only and self._editor.has_selection():
            self.copy()
            self._editor.insert(b"")

    def paste(self) -> None:
        """Put the text on the clipboard instead of the selection; without any, leave that as it is.

        A large one is there some turns of the event loop later.
        """
        if self._editor.read_only:
            return
        self._copying.finish()
        data = token_clipboard.array_of(QGuiApplication.clipboard().mimeData())
        if data.size():
            self.pasting.begin(self._editor.selection, data)
        else:
            self._view.nothing_pasted.emit()
