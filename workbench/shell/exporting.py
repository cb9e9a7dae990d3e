"""Exporting: opens the dialog, asks the lanes, and hands it their answers."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import SourceOptions
from workbench.shell.dialogs import export_dialog as dialogs
from workbench.shell.dialogs.dialog_jobs import DialogJob
from workbench.shell.dialogs.export_dialog import ExportDialog
from workbench.shell.files import file_name, is_ours_alone
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.worker.messages.export import (
    Export,
    ExportEnded,
    ExportProved,
    ExportStepped,
    ListTargets,
    ProofText,
    TargetsListed,
)
from workbench.worker.messages.requests import Failed, JobProgress, new_request_id
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask


class Exporting(DialogJob[ExportDialog]):
    """The export of a tokenizer, one at a time."""

    def __init__(
        self,
        window: MainWindow,
        ask: Ask,
        text: Callable[[], bytes],
        corpus: Callable[[], tuple[Scanned, ...]],
        sources: Callable[[], tuple[SourceOptions, ...]],
    ) -> None:
        """Take `text`, and `corpus` as its `sources` are read: what a proof may run on."""
        super().__init__(window, ask)
        self._text = text
        self._corpus, self._sources = corpus, sources
        self._handle = 0

    def open(self, info: TokenizerInfo | None) -> None:
        """Open the dialog for a tokenizer."""
        if info is None or self.dialog is not None:
            return
        facts = wording.tokens(info.n_tokens)
        own = info.path if info.path and not is_ours_alone(info.path) else ""
        settings = self._window.settings
        there = os.path.isdir(settings.last_folder)
        folder = settings.last_folder if there else os.path.dirname(own) or settings.start_folder
        dialog = ExportDialog(info.name, facts, folder, file_name(info.name), self._window)
        dialog.set_proofs(self._proofs())
        dialog.export_requested.connect(self._export)
        self._handle = info.handle
        self._hold(dialog)
        self._ask(ListTargets(new_request_id(), info.handle)).answered.connect(self.show_targets)
        dialog.open()

    def _proofs(self) -> list[tuple[str, str]]:
        """Return what a proof may run on: key and words."""
        text, corpus = len(self._text()), sum(source.n_bytes for source in self._corpus())
        proofs: list[tuple[str, str]] = []
        if text and corpus:
            size = wording.size(text + corpus)
            proofs.append((dialogs.BOTH, self.tr("The corpus and the open text, {size}").format(size=size)))
        if corpus:
            proofs.append((dialogs.CORPUS, self.tr("The corpus, {size}").format(size=wording.size(corpus))))
        if text:
            proofs.append((dialogs.TEXT, self.tr("The open text, {size}").format(size=wording.size(text))))
        return [*proofs, (dialogs.NOTHING, self.tr("No text: only open the file"))]

    def _export(
        self, format_name: str, path: str, proof: str, old_readers: bool, overwrite: bool, anyway: bool
    ) -> None:
        whole = os.path.abspath(os.path.expanduser(path))
        self._window.settings.last_folder = str(Path(whole).parent)
        texts = self._texts(proof)
        ways = (old_readers, overwrite, anyway)
        reply = self._ask(Export(new_request_id(), self._handle, whole, format_name, texts, *ways))
        reply.progressed.connect(self.show_progress)
        reply.answered.connect(self.show_ended)

    def _texts(self, proof: str) -> tuple[str | SourceOptions | ProofText, ...]:
        """Return the texts that a choice stands for."""
        corpus = self._sources()
        text = ProofText(self.tr("the open text"), self._text())
        choices: dict[str, tuple[str | SourceOptions | ProofText, ...]] = {
            dialogs.BOTH: (*corpus, text),
            dialogs.CORPUS: corpus,
            dialogs.TEXT: (text,),
            dialogs.NOTHING: (),
        }
        return choices.get(proof, (proof,))

    # --- what the lanes tell --------------------------------------------------------------------

    def show_targets(self, answer: TargetsListed) -> None:
        """Show the formats."""
        if self.dialog is not None:
            self.dialog.set_targets(answer.targets)

    def show_progress(self, message: ExportStepped | ExportProved | JobProgress) -> None:
        """Show a step, or how far the proof is."""
        if self.dialog is not None and isinstance(message, ExportStepped):
            self.dialog.show_step(message.step)
        elif self.dialog is not None and isinstance(message, ExportProved):
            self.dialog.show_proved(message.proved)

    def show_failed(self, failed: Failed) -> None:
        """Show what went wrong; files of others next to it may be replaced if the user says so."""
        super().show_failed(failed)
        if failed.code == "save_beside_foreign" and self.dialog is not None:
            self.dialog.offer_overwrite()

    def show_ended(self, answer: ExportEnded) -> None:
        """Show how it ended."""
        if self.dialog is not None:
            self.dialog.show_ended(answer.exported)
