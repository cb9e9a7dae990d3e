"""Published vocabularies: opens the dialog, asks the lanes, and hands it their answers."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from workbench.shell.dialogs.fetch_dialog import FetchDialog
from workbench.shell.notices import second_of, sentence_of
from workbench.shell.window import MainWindow
from workbench.worker.messages.published import (
    Fetch,
    Fetched,
    FetchProgressed,
    ListPublished,
    PublishedListed,
)
from workbench.worker.messages.requests import Failed, JobCancelled, new_request_id


class Fetching(QObject):
    """The fetching of published vocabularies, one at a time.

    Attributes:
        dialog: the dialog while it is open, or None.

    Signals:
        job_requested: a request for the jobs lane.
        job_cancel_requested: int, the id of a request.
        open_requested: path of a file that is to be opened.
        local_file_requested: the person wants to choose a file.

    """

    job_requested = Signal(object)
    job_cancel_requested = Signal(int)
    open_requested = Signal(str)
    local_file_requested = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._request = 0
        self.dialog: FetchDialog | None = None

    def open(self) -> None:
        """Open the dialog; nothing is fetched by that."""
        if self.dialog is not None:
            return
        dialog = FetchDialog(self._window)
        dialog.fetch_requested.connect(lambda name: self._ask(Fetch(new_request_id(), name)))
        dialog.open_requested.connect(self.open_requested)
        dialog.local_file_requested.connect(self.local_file_requested)
        dialog.cancel_requested.connect(lambda: self.job_cancel_requested.emit(self._request))
        dialog.finished.connect(self._closed)
        self.dialog = dialog
        self._ask(ListPublished(new_request_id()))
        dialog.open()

    def _ask(self, request: ListPublished | Fetch) -> None:
        self._request = request.request_id
        self.job_requested.emit(request)

    def _closed(self) -> None:
        self.dialog = None

    # --- what the lanes tell --------------------------------------------------------------------

    def show_list(self, answer: PublishedListed) -> None:
        """Show what there is."""
        if self.dialog is not None and answer.request_id == self._request:
            self.dialog.set_files(answer.files)

    def show_progress(self, answer: FetchProgressed) -> None:
        """Show how much has come."""
        if self.dialog is not None and answer.request_id == self._request:
            self.dialog.show_progress(answer.done, answer.total)

    def show_fetched(self, answer: Fetched) -> None:
        """Open what has been fetched."""
        if self.dialog is not None and answer.request_id == self._request:
            self.dialog.show_stopped()
            self.dialog.accept()
            self.open_requested.emit(answer.path)

    def show_cancelled(self, answer: JobCancelled) -> None:
        """Show that it was given up."""
        if self.dialog is not None and answer.request_id == self._request:
            self.dialog.show_stopped()

    def show_failed(self, failed: Failed) -> None:
        """Show what went wrong."""
        if self.dialog is not None and failed.request_id == self._request:
            self.dialog.show_failed(sentence_of(failed), second_of(failed))
