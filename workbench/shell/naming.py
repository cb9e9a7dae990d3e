"""Giving a tokenizer another name: asked for in a line, taken back by a click."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QInputDialog

from workbench.shell.session.opened import Session
from workbench.shell.window import MainWindow
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import RenameTokenizer, TokenizerInfo, TokenizerRenamed


class Naming(QObject):
    """Asks for names.

    Signals:
        job_requested(object): for the jobs lane.

    """

    job_requested = Signal(object)

    def __init__(self, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._before: dict[int, str] = {}  # request -> the name that it replaces

    def ask(self, info: TokenizerInfo | None = None) -> None:
        """Ask for the name of a tokenizer, of the one in use by default."""
        chosen = info or self._session.current
        if chosen is None:
            return
        dialog = QInputDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Name the tokenizer"))
        dialog.setLabelText(self.tr("Its name, also that of its file unless you choose another:"))
        dialog.setTextValue(chosen.name)
        dialog.textValueSelected.connect(lambda text: self._rename(chosen, text))
        dialog.open()

    def _rename(self, info: TokenizerInfo, text: str) -> None:
        name = " ".join(text.split())
        if name and name != info.name:
            request = RenameTokenizer(new_request_id(), info.handle, name)
            self._before[request.request_id] = info.name
            self.job_requested.emit(request)

    def renamed(self, answer: TokenizerRenamed) -> None:
        """Show the new name, and offer to take it back."""
        info = answer.tokenizer
        self._session.tokenizer_renamed(info)
        before = self._before.pop(answer.request_id, "")
        if before:
            back = RenameTokenizer(new_request_id(), info.handle, before)
            text = self.tr("Its name is “{name}” now.").format(name=info.name)
            self._window.notices.toast(text, lambda: self.job_requested.emit(back))
