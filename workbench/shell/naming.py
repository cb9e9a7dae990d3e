"""Giving a tokenizer another name: requested in a line, taken back by a click."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QInputDialog

from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.window import MainWindow
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import RenameTokenizer, TokenizerInfo, TokenizerRenamed
from workbench.worker.replies import Ask


class Naming(QObject):
    """Asks for names.

    Signals:
        renamed: TokenizerInfo.

    """

    renamed = Signal(object)

    def __init__(self, window: MainWindow, ask: Ask, tokenizers: Tokenizers) -> None:
        super().__init__(window)
        self._window, self._ask, self._tokenizers = window, ask, tokenizers

    def ask(self, info: TokenizerInfo | None = None) -> None:
        """Ask for the name of a tokenizer, of the one in use by default."""
        chosen = info or self._tokenizers.current
        if chosen is None:
            return
        dialog = QInputDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Name the tokenizer"))
        dialog.setLabelText(self.tr("Name, also suggested for its file:"))
        dialog.setTextValue(chosen.name)
        dialog.textValueSelected.connect(lambda text: self._rename(chosen, text))
        dialog.open()

    def _rename(self, info: TokenizerInfo, text: str) -> None:
        name = " ".join(text.split())
        if name and name != info.name:
            reply = self._ask(RenameTokenizer(new_request_id(), info.handle, name))
            reply.tell(self, answered=partial(self._renamed, info.name))

    def _renamed(self, before: str, answer: TokenizerRenamed) -> None:
        """Show the new name, and offer to take it back."""
        info = answer.tokenizer
        self._take(info)
        text = self.tr("Renamed to “{name}”.").format(name=info.name)
        self._window.notices.toast(text, partial(self._put_back, info.handle, before))

    def _put_back(self, handle: int, name: str) -> None:
        reply = self._ask(RenameTokenizer(new_request_id(), handle, name))
        reply.tell(self, answered=lambda answer: self._take(answer.tokenizer))

    def _take(self, info: TokenizerInfo) -> None:
        self._tokenizers.update(info)
        self.renamed.emit(info)
