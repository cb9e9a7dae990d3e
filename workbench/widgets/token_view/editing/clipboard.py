"""Copy, cut and paste in the token view."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.editing.editor import Editor
from workbench.widgets.token_view.editing.pasting import Pasting
from workbench.widgets.token_view.editing.selected import SelectedToken
from workbench.widgets.token_view.output import clipboard as token_clipboard
from workbench.widgets.token_view.output.copying import Copying


class Clipboard(QObject):
    """Moves what is selected to the clipboard, and what is there into the text.

    Attributes:
        pasting: brings a large text in slices.

    Signals:
        nothing_pasted: there was no text to paste.

    """

    nothing_pasted = Signal()

    def __init__(self, document: Document, editor: Editor, selected: SelectedToken, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._editor, self._selected = document, editor, selected
        self.pasting = Pasting(lambda place, data, feeds: self._editor.replace(*place, data, feeds), parent)
        self._copying = Copying(parent)
        self._editor.about_to_edit = self.pasting.finish

    def copy(self) -> None:
        """Put what is selected on the clipboard: text, or else a token."""
        if self._editor.has_selection():
            self.copy_bytes(*self._editor.selection)
        else:
            self._selected.copy()

    def copy_bytes(self, start: int, end: int) -> None:
        """Put the bytes [start, end) on the clipboard; many are there some turns of the event loop later."""
        self._copying.begin(self._document.parts(start, end))

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
            self.nothing_pasted.emit()
