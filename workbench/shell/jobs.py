"""The jobs of the lanes in the status bar, and what went wrong with them."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject

from workbench.shell.session.splits import Splits
from workbench.shell.status_bar import JobState
from workbench.shell.window import MainWindow
from workbench.worker.lanes import Lanes
from workbench.worker.messages.requests import Failed, JobProgress

QUIET_SECONDS = 0.3  # a job that ends sooner is not worth a row in the status bar


class Jobs(QObject):
    """Shows jobs that take a while, and failures whose askers do not."""

    def __init__(self, window: MainWindow, lanes: Lanes, splits: Splits) -> None:
        super().__init__(window)
        self._window, self._splits = window, splits
        self._since: dict[int, float] = {}  # by request id, when a job was first heard of
        lanes.progressed.connect(self._show)
        lanes.ended.connect(self._end)
        lanes.failed.connect(self._show_failed)

    def _show(self, progress: JobProgress) -> None:
        """Show a job in the status bar once it has taken a while."""
        began = self._since.setdefault(progress.request_id, time.monotonic())
        elapsed = time.monotonic() - began
        if elapsed < QUIET_SECONDS:
            return
        words = {
            "open": self.tr("Opening {name}"),
            "save": self.tr("Saving {name}"),
            "read": self.tr("Reading {name}"),
            "scan": self.tr("Scanning {name}"),
            "measure": self.tr("Counting the corpus"),
            "preview": self.tr("Reading {name}"),
            "list": self.tr("Listing the tokens of {name}"),
            "encode": self.tr("Encoding with {name}"),
            "count": self.tr("Counting the tokens of {name}"),
            "find": self.tr("Searching the text"),
            "replace": self.tr("Replacing in the text"),
            "adapt": self.tr("Changing a copy of {name}"),
            "effect": self.tr("Measuring the changed copy of {name}"),
            "export": self.tr("Exporting {name}"),
            "fetch": self.tr("Fetching {name}"),
            # Shown in their panel too, while it shows this tokenizer.
            "token health": self.tr("Checking the health of {name}"),
            "error bars": self.tr("Error bars of {name}"),
            "provenance": self.tr("Where the tokens of {name} came from"),
        }
        if progress.what not in words:  # the panel shows it
            return
        text = words[progress.what].format(name=progress.name)
        share = progress.done / progress.total if progress.total else 0.0
        left = elapsed * (1 - share) / share if share > 0.02 else None
        self._window.status.set_job(JobState(progress.request_id, text, progress.done, progress.total, left))

    def _end(self, request_id: int) -> None:
        """Take a job out of the status bar."""
        self._since.pop(request_id, None)
        self._window.status.end_job(request_id)

    def _show_failed(self, failed: Failed) -> None:
        """Show what went wrong where the asker does not."""
        # The tokenizer of a snapshot goes with the next snapshot: a request for it may come too late.
        if failed.code != "tokenizer_closed":
            self._splits.failed(failed)
