"""What is done in a dialog by the jobs lane: exporting, encoding a file, saving the tokens."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from workbench.shell.notices import second_of, sentence_of
from workbench.shell.window import MainWindow
from workbench.worker.messages.export import Export, ListTargets
from workbench.worker.messages.files import EncodeFile, WriteFile
from workbench.worker.messages.requests import Failed, JobCancelled


class _Dialog(Protocol):
    """What such a dialog shows of the lane."""

    def show_cancelled(self) -> None:
        """Show that it was given up."""

    def show_failed(self, sentence: str, second: str) -> None:
        """Show what went wrong."""


Dialog = TypeVar("Dialog", bound=_Dialog)


class DialogJob(QObject, Generic[Dialog]):
    """A dialog and the request that it waits for.

    Attributes:
        dialog: the dialog while it is open, or None.

    Signals:
        job_requested: a request for the jobs lane.
        job_cancel_requested: int, the id of a request.

    """

    job_requested = Signal(object)
    job_cancel_requested = Signal(int)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._request = 0
        self.dialog: Dialog | None = None

    def _ask(self, request: ListTargets | Export | EncodeFile | WriteFile) -> None:
        self._request = request.request_id
        self.job_requested.emit(request)

    def _closed(self) -> None:
        self.dialog = None

    def _dialog_for(self, request_id: int) -> Dialog | None:
        """Return the dialog if it waits for the answer to this request."""
        return self.dialog if request_id == self._request else None

    def show_cancelled(self, answer: JobCancelled) -> None:
        """Show that it was given up."""
        if dialog := self._dialog_for(answer.request_id):
            dialog.show_cancelled()

    def show_failed(self, failed: Failed) -> None:
        """Show what went wrong."""
        if dialog := self._dialog_for(failed.request_id):
            dialog.show_failed(sentence_of(failed), second_of(failed))
