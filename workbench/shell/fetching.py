"""Published vocabularies and models of the Hub: opens the dialog, asks the lanes, hands it their answers."""

from __future__ import annotations

from PySide6.QtCore import Signal

from workbench.formats.published import MODEL
from workbench.shell.dialogs.dialog_jobs import DialogJob
from workbench.shell.dialogs.fetch_dialog import FetchDialog
from workbench.worker.messages.published import (
    Fetch,
    Fetched,
    FetchProgressed,
    ListPublished,
    PublishedListed,
)
from workbench.worker.messages.requests import Failed, JobProgress, new_request_id

# What the Hub answers where a token is needed, and where one may help: a private model is as one that is not.
_TOKEN_NEEDED, _TOKEN_MAY_HELP = frozenset({"hub_gated", "hub_token"}), "hub_model_missing"


class Fetching(DialogJob[FetchDialog]):
    """The fetching of vocabularies, one at a time.

    Signals:
        open_requested: path of a file that is to be opened.
        local_file_requested: the user wants to choose a file.

    """

    open_requested = Signal(str)
    local_file_requested = Signal()

    def open(self) -> None:
        """Open the dialog; nothing is fetched by that."""
        if self.dialog is not None:
            return
        dialog = FetchDialog(self._window)
        dialog.fetch_requested.connect(self._fetch)
        dialog.open_requested.connect(self.open_requested)
        dialog.local_file_requested.connect(self.local_file_requested)
        self._hold(dialog)
        self._ask(ListPublished(new_request_id())).answered.connect(self.show_list)
        dialog.open()

    def _fetch(self, name: str, token: str) -> None:
        reply = self._ask(Fetch(new_request_id(), name, token))
        reply.progressed.connect(self.show_progress)
        reply.answered.connect(self.show_fetched)

    # --- what the lanes tell --------------------------------------------------------------------

    def show_list(self, answer: PublishedListed) -> None:
        """Show what there is."""
        if self.dialog is not None:
            self.dialog.set_files(answer.files)

    def show_progress(self, answer: FetchProgressed | JobProgress) -> None:
        """Show how much has come."""
        if self.dialog is not None and isinstance(answer, FetchProgressed):
            self.dialog.show_share(answer.done, answer.total)

    def show_failed(self, failed: Failed) -> None:
        """Show why it was not fetched, and the field for a token where one may help."""
        super().show_failed(failed)
        if self.dialog is not None and failed.code in {*_TOKEN_NEEDED, _TOKEN_MAY_HELP}:
            self.dialog.ask_for_token(is_needed=failed.code in _TOKEN_NEEDED)

    def show_fetched(self, answer: Fetched) -> None:
        """Open what has been fetched, and say which revision it is, and its hash."""
        if self.dialog is None or answer.offered.path is None:
            return
        self.dialog.show_cancelled()
        self.dialog.accept()
        self.open_requested.emit(answer.offered.path)
        known = answer.offered.published
        if known.name.startswith(MODEL):
            name, _, commit = known.name.removeprefix(MODEL).partition("@")
            text = self.tr("Fetched {name}, revision {revision}, SHA-256 {hash}…")
            self._window.notices.toast(text.format(name=name, revision=commit[:7], hash=known.sha256[:12]))
