"""Saving what is seen as a picture: the merge tree, the present step, the curves of a training run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from workbench.display.escapes import name_of
from workbench.panels.tokens.selected.selected import SelectedTokenPanel
from workbench.panels.training.run import TrainingRunPanel
from workbench.shell.files import save_dialog
from workbench.shell.window import MainWindow
from workbench.widgets.plots.picture import KINDS, Drawn, picture_of
from workbench.worker.messages.files import FileWritten, WriteFile
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask


class Pictures(QObject):
    """The entries of the menus that save pictures."""

    def __init__(
        self, window: MainWindow, ask: Ask, selected: SelectedTokenPanel, run: TrainingRunPanel
    ) -> None:
        super().__init__(window)
        self._window, self._ask = window, ask
        steps, tree = selected.steps, selected.facts.tree
        self._wire("file.save_tree", self.tr("merge tree"), lambda: [tree.whole()] if tree.roots else [])
        self._wire("file.save_steps", self.tr("step"), lambda: [steps.present] if len(steps.steps) else [])
        self._wire("file.save_curves", self.tr("training"), run.plots.in_sight)

    def _wire(self, entry: str, name: str, drawn: Callable[[], Sequence[Drawn]]) -> None:
        self._window.commands.wire(entry, lambda: self._choose(name, drawn()))

    def _choose(self, name: str, drawn: Sequence[Drawn]) -> None:
        """Ask for a file, and draw what is visible to that file."""
        if not drawn:
            said = self.tr("There is no picture to save.")
            way = self.tr("Select a token that merges made, or show a training run.")
            self._window.notices.tell(said, way)
            return
        pictures = {kind: picture_of(drawn, kind, name) for kind in KINDS}
        filters = [self.tr("Picture (*.{kind})").format(kind=kind) for kind in KINDS]
        dialog = save_dialog(self._window, self.tr("Save the picture"), f"{name}.{KINDS[0]}", filters=filters)
        dialog.setDefaultSuffix(KINDS[0])
        dialog.filterSelected.connect(lambda text: dialog.setDefaultSuffix(KINDS[filters.index(text)]))

        def _write(path: str) -> None:
            kind = Path(path).suffix.removeprefix(".").lower()
            data = pictures.get(kind, pictures[KINDS[0]])
            self._ask(WriteFile(new_request_id(), path, (data,))).answered.connect(self._show_written)

        dialog.fileSelected.connect(_write)
        dialog.open()

    def _show_written(self, answer: FileWritten) -> None:
        self._window.notices.toast(self.tr("Saved {names}.").format(names=name_of(answer.path)))
