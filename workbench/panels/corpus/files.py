"""What the page of files shows: the files of a source, or those that a run has left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from workbench.panels.corpus.file_model import ListedFile
from workbench.panels.corpus.file_page import FilePage
from workbench.widgets.slices import Slices
from workbench.worker.messages import Trained

PORTION = 500  # files put into the list at a time


class Files(QObject):
    """Fills the page of files.

    Attributes:
        page: the page.

    Signals:
        shown(bool): the page is to be seen, or the sources again.

    """

    shown = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.page = FilePage()
        self.page.back_requested.connect(lambda: self.shown.emit(False))
        self._slices: Slices[bool] = Slices(self)
        self._waits_for_faults = False

    def show_left_out(self, trained: Trained, sources: Sequence[str]) -> None:
        """Show what a run has left out, by names that begin below their source; faults come when counted."""
        self.page.begin(self.tr("Not read by the run"), only_left_out=False)
        self._waits_for_faults = trained.n_faults > 0
        self._slices.run(self._fill(trained.skipped, sources), self.page.set_listing)
        self.shown.emit(True)

    def show_faults(self, faults: Sequence[tuple[str, str]]) -> None:
        """Show the faults in what was read, (name, words) of each, where they are waited for."""
        if self._waits_for_faults and faults:
            self._waits_for_faults = False
            self.page.model.append([ListedFile(name, note=words) for name, words in faults])
            self.page.set_listing(False)

    def _fill(self, skipped: Sequence[tuple[str, str]], sources: Sequence[str]) -> Iterator[bool | None]:
        for start in range(0, len(skipped), PORTION):
            portion = skipped[start : start + PORTION]
            self.page.model.append(
                [ListedFile(_below(path, sources), problem=code) for path, code in portion]
            )
            yield None
        yield self._waits_for_faults


def _below(path: str, sources: Sequence[str]) -> str:
    """Return a path as it goes on below the source that holds it."""
    for source in sources:
        folder = source.rstrip("/\\")
        if path.startswith(folder) and path[len(folder) : len(folder) + 1] in ("/", "\\"):
            return path[len(folder) + 1 :]
    return path
