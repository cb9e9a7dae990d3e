"""The choice of the texts that a dialog reads: the corpus, or files and folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QMenu, QWidget

from workbench.display.escapes import for_label, name_of
from workbench.engine.corpus.source_options import SourceOptions
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.drops import take_a_copy


class SourceChoice(QComboBox):
    """Offers the corpus, and files and folders that were chosen or dropped.

    Attributes:
        choose: the button next to it, with a menu for files and folders.

    Signals:
        chosen(): other texts.

    """

    chosen = Signal()

    def __init__(
        self, corpus: Sequence[SourceOptions], n_bytes: int, folder: str, parent: QWidget | None = None
    ) -> None:
        """Offer the sources of a corpus of so many bytes; dialogs open in `folder`."""
        super().__init__(parent)
        self._corpus, self._folder = corpus, folder
        sources = wording.plural(len(corpus), "%n source", "%n sources", "SourceChoice")
        facts = self.tr("The corpus: {sources}, {size}").format(sources=sources, size=wording.size(n_bytes))
        self.addItem(facts if corpus else self.tr("The corpus: empty. Choose files or a folder."), ())
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setAcceptDrops(True)
        self.choose = Button(self.tr("Choose…"))
        self.choose.setAccessibleName(self.tr("Choose the texts"))
        self.choose.setToolTip(self.choose.accessibleName())
        self.choose.clicked.connect(self._show_menu)
        self.currentIndexChanged.connect(lambda _: self.chosen.emit())

    @property
    def paths(self) -> tuple[str, ...]:
        """The files and folders, () for the corpus."""
        return tuple(self.currentData() or ())

    @property
    def is_ready(self) -> bool:
        """Whether there is something to read."""
        return bool(self.paths or self._corpus)

    @property
    def has_weights(self) -> bool:
        """Whether sources of the corpus, if that is chosen, have weights."""
        return not self.paths and any(source.weight != 1 for source in self._corpus)

    @property
    def held_out(self) -> float:
        """The share of the corpus that is held out."""
        return max((source.held_out for source in self._corpus), default=0.0)

    def options(self, held_out: float) -> tuple[SourceOptions, ...]:
        """Return what is chosen, with another share that is held out."""
        chosen = [SourceOptions(path) for path in self.paths] or self._corpus
        return tuple(replace(source, held_out=held_out) for source in chosen)

    def choose_paths(self, paths: Sequence[str]) -> None:
        """Take files and folders, in place of those chosen before."""
        if not paths:
            return
        one = for_label(paths[0])
        several = wording.plural(len(paths), "%n file", "%n files", "SourceChoice")
        text = one if len(paths) == 1 else f"{several}: {wording.some([name_of(path) for path in paths])}"
        if self.count() == 1:
            self.addItem(text, tuple(paths))
        else:
            self.setItemText(1, text)
            self.setItemData(1, tuple(paths))
        self.setItemData(1, "\n".join(map(for_label, paths[:20])), Qt.ItemDataRole.ToolTipRole)
        if self.currentIndex() == 1:
            self.chosen.emit()
        self.setCurrentIndex(1)

    def _show_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, mode in (
            (self.tr("&Files…"), QFileDialog.FileMode.ExistingFiles),
            (self.tr("F&older…"), QFileDialog.FileMode.Directory),
        ):
            menu.addAction(text).triggered.connect(lambda _on=False, mode=mode: self._ask(mode))
        menu.popup(self.choose.mapToGlobal(self.choose.rect().bottomLeft()))

    def _ask(self, mode: QFileDialog.FileMode) -> None:
        dialog = QFileDialog(self.window(), self.tr("The texts to encode"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        if mode == QFileDialog.FileMode.Directory:
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setDirectory(os.path.dirname(self.paths[0]) if self.paths else self._folder)
        dialog.filesSelected.connect(self.choose_paths)
        dialog.open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            take_a_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Choose what was dropped."""
        take_a_copy(event)
        self.choose_paths([url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()])
