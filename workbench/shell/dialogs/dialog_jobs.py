"""What is done in a dialog by the jobs lane: exporting, fetching, encoding files, saving the tokens."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog

from workbench.shell.notices import second_of, sentence_of
from workbench.shell.window import MainWindow
from workbench.worker.messages.datasets import CountFiles, EncodeSet
from workbench.worker.messages.export import Export, ListTargets
from workbench.worker.messages.files import EncodeFile, WriteFile
from workbench.worker.messages.published import Fetch, ListPublished
from workbench.worker.messages.requests import Failed, JobProgress
from workbench.worker.replies import Ask, Reply

_Request = ListTargets | Export | EncodeFile | WriteFile | ListPublished | Fetch | EncodeSet | CountFiles


class JobDialog(QDialog):
    """A dialog that shows what becomes of a request.

    Signals:
        cancel_requested(): what runs is to be given up.

    """

    cancel_requested = Signal()

    def show_share(self, done: int, total: int) -> None:
        """Show how much is done."""
        raise NotImplementedError

    def show_cancelled(self) -> None:
        """Show that it was given up."""
        raise NotImplementedError

    def show_failed(self, sentence: str, second: str) -> None:
        """Show what went wrong."""
        raise NotImplementedError


Dialog = TypeVar("Dialog", bound=JobDialog)


class DialogJob(QObject, Generic[Dialog]):
    """A dialog and the request that it waits for.

    Attributes:
        dialog: the dialog while it is open, or None.

    """

    def __init__(self, window: MainWindow, ask: Ask) -> None:
        super().__init__(window)
        self._window = window
        self._ask_lanes = ask
        self._reply = Reply()
        self.dialog: Dialog | None = None

    def _raised(self) -> bool:
        """Bring the dialog that is open to the front; return whether there is one."""
        if self.dialog is None:
            return False
        self.dialog.raise_()
        self.dialog.activateWindow()
        return True

    def _hold(self, dialog: Dialog) -> None:
        """Hold a dialog until it is closed, and cancel what it no longer wants."""
        self.dialog = dialog
        dialog.cancel_requested.connect(self._cancel)
        dialog.finished.connect(self._closed)

    def _ask(self, request: _Request) -> Reply:
        """Ask in the place of what was asked before; failure and cancellation are shown in the dialog."""
        self._reply.abandon()
        self._reply = self._ask_lanes(request, shows_failure=True)
        self._reply.failed.connect(self.show_failed)
        self._reply.cancelled.connect(self.show_cancelled)
        return self._reply

    def _cancel(self) -> None:
        """Cancel what is waited for."""
        self._reply.cancel()

    def _closed(self) -> None:
        self.dialog = None

    def show_progress(self, progress: JobProgress) -> None:
        """Show how far it is."""
        if self.dialog is not None:
            self.dialog.show_share(progress.done, progress.total)

    def show_cancelled(self) -> None:
        """Show that it was given up."""
        if self.dialog is not None:
            self.dialog.show_cancelled()

    def show_failed(self, failed: Failed) -> None:
        """Show what went wrong."""
        if self.dialog is not None:
            self.dialog.show_failed(sentence_of(failed), second_of(failed))
