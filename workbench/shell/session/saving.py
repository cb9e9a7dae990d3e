"""Saving tokenizers to their files, and vocabularies as lists."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from workbench.display.escapes import name_of
from workbench.formats.format import Notice
from workbench.formats.registry import FORMATS
from workbench.shell.dialogs.export_words import file_for
from workbench.shell.dialogs.snippet_dialog import SnippetDialog
from workbench.shell.files import file_name, is_ours_alone, save_dialog
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.worker.messages.requests import Failed, new_request_id
from workbench.worker.messages.tokenizers import (
    ExportVocab,
    SaveTokenizer,
    TokenizerInfo,
    TokenizerSaved,
    VocabExported,
)
from workbench.worker.replies import Ask


class Saving(QObject):
    """Saves the tokenizer in use, or another one.

    Signals:
        saved: TokenizerSaved.

    """

    saved = Signal(object)

    def __init__(self, window: MainWindow, ask: Ask, tokenizers: Tokenizers) -> None:
        super().__init__(window)
        self._window, self._ask, self._tokenizers = window, ask, tokenizers
        self._saving: list[str] = []  # paths that are on their way to the disk
        self._losses_shown: dict[str, tuple[Notice, ...]] = {}  # by file, what was said when it was saved

    def save(self) -> None:
        """Save the tokenizer in use to its file, or ask for one where it has none."""
        info = self._tokenizers.current
        if info is not None and info.path and not is_ours_alone(info.path):
            self.save_to(info, info.path, info.format)
        elif info is not None:
            self.save_as(info)

    def save_as(self, info: TokenizerInfo | None = None) -> None:
        """Ask for a file and save a tokenizer to it, the one in use by default."""
        chosen = info or self._tokenizers.current
        if chosen is None:
            return
        usable = {
            f"{known.title} (*{known.suffix})": (known.name, known.suffix)
            for known in FORMATS
            if known.name in chosen.writable_as
        }
        if not usable:
            self._window.notices.tell(self.tr("No format can store this tokenizer."))
            return
        name, title = file_name(chosen.name), self.tr("Save the tokenizer")
        first = file_for(name, *next(iter(usable.values())))
        dialog = save_dialog(self._window, title, first, filters=list(usable))
        dialog.filterSelected.connect(lambda text: dialog.selectFile(file_for(name, *usable[text])))

        def _chosen(path: str) -> None:
            kind, suffix = usable.get(dialog.selectedNameFilter(), next(iter(usable.values())))
            whole = path if Path(path).suffix else path + suffix
            if not whole.endswith(suffix):
                # A suffix that was typed says more than the filter that happened to be chosen. Saving says
                # why where its format cannot hold the tokenizer.
                typed = [known.name for known in FORMATS if whole.endswith(known.suffix)]
                kind = next((name for name in typed if name in chosen.writable_as), (typed or [kind])[0])
            self.save_to(chosen, whole, kind)

        dialog.fileSelected.connect(_chosen)
        dialog.open()

    def save_to(
        self,
        info: TokenizerInfo,
        path: str,
        format_name: str | None = None,
        overwrite: bool = False,
        changed: bool = False,
    ) -> None:
        """Save a tokenizer to a file.

        `overwrite` replaces files next to it that were not written with it, `changed` its own file although
        another program has changed that.
        """
        changed = changed or path in self._saving  # by us, in a moment
        stamp = info.stamp if path == info.path and not changed else None
        request = SaveTokenizer(new_request_id(), info.handle, path, format_name, overwrite, stamp)
        self._saving.append(path)
        reply = self._ask(request, shows_failure=True)
        over = dict.fromkeys(("answered", "failed", "cancelled"), lambda _: self._saving.remove(path))
        reply.tell(self, **over)
        reply.answered.connect(self._saved)
        reply.tell(self, failed=partial(self._saving_failed, request))

    def _saving_failed(self, request: SaveTokenizer, failed: Failed) -> None:
        """Show why a tokenizer was not saved, and the ways on."""
        if failed.code == "tokenizer_closed":
            return
        strip, unsaved = self._window.notices.failed(failed), self._tokenizers.get(request.handle)
        if unsaved is None:
            return
        again = partial(self.save_to, unsaved, request.path, request.format)
        ways = {"save_beside_foreign": "overwrite", "save_over_changed": "changed"}
        if failed.code in ways:
            answer = {"overwrite": request.overwrite, ways[failed.code]: True}
            strip.add_link(self.tr("Replace"), partial(again, **answer)).clicked.connect(strip.take_away)
        save_as = strip.add_link(self.tr("Save as…"), lambda: self.save_as(unsaved))
        save_as.clicked.connect(strip.take_away)

    def _saved(self, answer: TokenizerSaved) -> None:
        """Take note of a tokenizer's file."""
        info = answer.tokenizer
        self._tokenizers.update(info)
        if info.path:
            self._tokenizers.note_file(info.path)
        names = wording.listed(name_of(path) for path in answer.files)
        self._window.notices.toast(self.tr("Saved {names}.").format(names=names))
        if answer.losses and self._losses_shown.get(answer.files[0]) != answer.losses:
            self._window.notices.saved(names, answer.losses)
        if answer.snippets and answer.files[0] not in self._losses_shown:
            self._offer_snippets(answer)
        self._losses_shown[answer.files[0]] = answer.losses  # Ctrl+S need not say it again
        self.saved.emit(answer)

    def _offer_snippets(self, answer: TokenizerSaved) -> None:
        """Say that a model must take new ids along, and offer the code."""
        name = name_of(answer.files[0])
        strip = self._window.notices.tell(
            self.tr("{name} has new ids; a map of the ids is next to the file.").format(name=name),
            self.tr("The embeddings of a model must be changed to match."),
        )
        strip.add_link(self.tr("Show the code"), lambda: SnippetDialog(answer.snippets, self._window).open())

    def export_vocabulary(self, kind: str, counts: NDArray[np.int64] | None) -> None:
        """Ask for a file and write the vocabulary of the tokenizer in use to it, as `ExportVocab` says."""
        info = self._tokenizers.current
        if info is None:
            return
        title, name = self.tr("Export the vocabulary"), f"{file_name(info.name)}.{kind}"
        dialog = save_dialog(self._window, title, name)
        dialog.setDefaultSuffix(kind)

        def _chosen(path: str) -> None:
            reply = self._ask(ExportVocab(new_request_id(), info.handle, path, kind, counts))
            reply.answered.connect(self._exported)

        dialog.fileSelected.connect(_chosen)
        dialog.open()

    def _exported(self, answer: VocabExported) -> None:
        """Say that a vocabulary has been written."""
        self._window.notices.toast(self.tr("Saved {names}.").format(names=name_of(answer.path)))
