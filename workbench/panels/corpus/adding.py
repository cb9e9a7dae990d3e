"""Adds sources from dialogs, the clipboard and a menu."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS
from workbench.panels.corpus.dropped_paths import paths_in
from workbench.panels.corpus.pasting import Pasting
from workbench.panels.corpus.sources import SourceModel
from workbench.widgets.look import theme
from workbench.worker.replies import Ask


class Adding(QObject):
    """Asks for sources.

    Attributes:
        pasting: what keeps pasted texts.
        folder: tells where a dialog opens.

    Signals:
        paths_chosen(list): paths of sources.
        chosen(str): one of those that were chosen in a dialog.
        refused(str): why nothing is added.

    """

    paths_chosen = Signal(list)
    chosen = Signal(str)
    refused = Signal(str)

    def __init__(self, model: SourceModel, ask: Ask, window: QWidget) -> None:
        """Take the sources that are there already, and the panel that the dialogs belong to."""
        super().__init__(window)
        self._model, self._window = model, window
        self.folder: Callable[[], str] = lambda: os.path.expanduser("~")
        self.pasting = Pasting(ask, self)
        self.pasting.kept.connect(self.paths_chosen)
        self.pasting.refused.connect(self.refused)

    @Slot()
    def choose_files(self) -> None:
        """Let the user choose files to add."""
        self._open_dialog(self.tr("Add files to the corpus"), QFileDialog.FileMode.ExistingFiles)

    @Slot()
    def choose_folder(self) -> None:
        """Let the user choose a folder to add."""
        self._open_dialog(self.tr("Add a folder to the corpus"), QFileDialog.FileMode.Directory)

    def _open_dialog(self, title: str, mode: QFileDialog.FileMode) -> None:
        # Not a static call: it would run an event loop of its own inside this one.
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        if mode == QFileDialog.FileMode.Directory:
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setDirectory(self.folder())
        dialog.filesSelected.connect(self._take_chosen)
        dialog.open()

    def _take_chosen(self, paths: list[str]) -> None:
        self.chosen.emit(paths[0])
        self.paths_chosen.emit(paths)

    @Slot()
    def paste(self) -> None:
        """Add the files whose paths or urls are on the clipboard, or else, unless locked, its text."""
        mime = QGuiApplication.clipboard().mimeData()
        paths = paths_in(mime) if mime is not None else []
        if paths:
            self.paths_chosen.emit(paths)
        elif not self._model.locked and (mime is None or not self.pasting.keep(mime.text())):
            self.refused.emit(self.tr("The clipboard contains no file paths."))

    def menu(self) -> QMenu:
        """Return a menu of the ways to add a source; it goes when it closes."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(theme.icon("file"), self.tr("Add files…")).triggered.connect(self.choose_files)
        menu.addAction(theme.icon("folder"), self.tr("Add folder…")).triggered.connect(self.choose_folder)
        known = {source.path for source in self._model.sources}
        for path, icon, text in (
            (SAMPLE_CORPUS, "files", self.tr("Use the sample")),
            (PYTHON_LIBRARY, "folder", self.tr("The Python library")),
        ):
            if path not in known:
                menu.addAction(theme.icon(icon), text).triggered.connect(
                    partial(self.paths_chosen.emit, [path])
                )
        return menu
