"""Encoding a data set and counting tokens: opens the dialogs, asks the lanes, and hands them the answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.display.escapes import name_of
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import SourceOptions
from workbench.shell.dialogs.count_dialog import CountDialog
from workbench.shell.dialogs.dataset_dialog import DatasetDialog
from workbench.shell.dialogs.dialog_jobs import DialogJob
from workbench.shell.dialogs.source_choice import SourceChoice
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.worker.messages.datasets import CountFiles, EncodeSet, FilesCounted, SetEncoded
from workbench.worker.messages.requests import JobProgress, new_request_id
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask

if TYPE_CHECKING:
    from workbench.shell.parts import Parts


class DatasetEncoding(DialogJob[DatasetDialog]):
    """The encoding of a data set, one at a time."""

    def __init__(
        self,
        window: MainWindow,
        ask: Ask,
        sources: Callable[[], tuple[SourceOptions, ...]],
        scanned: Callable[[], Sequence[Scanned]],
    ) -> None:
        """Take what returns the sources of the corpus, and what is known of them."""
        super().__init__(window, ask)
        self._sources, self._scanned = sources, scanned

    def open(self, tokenizer: TokenizerInfo | None, rule: str = "") -> None:
        """Open the dialog for a tokenizer, or come back to the one that is open; `rule` as in `Encode`."""
        if self._raised() or tokenizer is None:
            return
        settings = self._window.settings
        folder, n_bytes = settings.start_folder, sum(source.n_bytes for source in self._scanned())
        sources = SourceChoice(self._sources(), n_bytes, folder)
        dialog = DatasetDialog(tokenizer, folder, sources, settings.dataset, self._window, rule)
        dialog.encode_requested.connect(self._encode)
        self._hold(dialog)
        dialog.show()

    def _encode(self, request: EncodeSet) -> None:
        settings = self._window.settings
        settings.last_folder = str(Path(request.folder).parent)
        if self.dialog is not None:
            settings.dataset = self.dialog.kept()
        reply = self._ask(request)
        reply.progressed.connect(self.show_progress)
        reply.answered.connect(self.show_encoded)

    def show_encoded(self, answer: SetEncoded) -> None:
        """Show what has been written, in the dialog and in the window."""
        n_ids = sum(split.n_ids for split in answer.splits)
        ids = wording.plural(n_ids, "%n id", "%n ids", "EncodeDialog")
        text = self.tr("Wrote a data set of {ids} to {name}.").format(ids=ids, name=name_of(answer.folder))
        self._window.notices.toast(text)
        if self.dialog is not None:
            self.dialog.show_encoded(answer)


class TokenCounting(DialogJob[CountDialog]):
    """The counting of the tokens of files, one folder at a time."""

    def open(self, tokenizer: TokenizerInfo | None) -> None:
        """Open the dialog for a tokenizer, or come back to the one that is open."""
        if self._raised() or tokenizer is None:
            return
        dialog = CountDialog(tokenizer, self._window.settings.start_folder, self._window)
        dialog.count_requested.connect(self._count)
        self._hold(dialog)
        dialog.show()

    def _count(self, handle: int, path: str) -> None:
        self._window.settings.last_folder = path if Path(path).is_dir() else str(Path(path).parent)
        reply = self._ask(CountFiles(new_request_id(), handle, path))
        reply.progressed.connect(self.show_progress)
        reply.answered.connect(self.show_counted)

    def show_progress(self, message: JobProgress | FilesCounted) -> None:
        """Show how far it is, or the counts of some files."""
        if self.dialog is not None and isinstance(message, FilesCounted):
            self.dialog.add_counts(message)
        elif isinstance(message, JobProgress):
            super().show_progress(message)

    def show_counted(self, answer: FilesCounted) -> None:
        """Show the last counts."""
        if self.dialog is not None:
            self.dialog.show_counted(answer)


def wire_data_sets(p: Parts) -> None:
    """Make the dialogs, and give the entries their slots."""
    sources, tokenizers, wire = p.corpus.sources, p.session.tokenizers, p.window.commands.wire
    choices = p.tokens.choices
    encoding = DatasetEncoding(p.window, p.lanes.ask, sources.readings, sources.enabled_sources)
    counting = TokenCounting(p.window, p.lanes.ask)
    wire("file.encode_set", lambda: encoding.open(tokenizers.current, choices.choices.rule))
    wire("file.count_folder", lambda: counting.open(tokenizers.current))
