"""Fills a window whose frame is seen: the text at once, the rest turn by turn when that has its colors."""

from __future__ import annotations

from collections.abc import Callable, Generator
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from workbench.shell.window import MainWindow
from workbench.widgets import garbage

if TYPE_CHECKING:
    from workbench.shell.parts import Parts

# What takes long to import, a turn each. None of them is needed for the text and its tokens.
_MODULES = (
    "workbench.engine.corpus.scanning", "workbench.panels.corpus.source_set",
    "workbench.panels.corpus.adding", "workbench.panels.corpus.files", "workbench.panels.corpus.panel",
    "workbench.panels.chat.panel", "workbench.panels.vocab.panel", "workbench.panels.vocab.dossier",
    "workbench.panels.draft.state", "workbench.panels.draft.faults", "workbench.panels.draft.menu",
    "workbench.panels.draft.panel", "workbench.panels.lab.editor_panel", "workbench.panels.lab.lab",
    "workbench.panels.training.options", "workbench.panels.training.run",
    "workbench.panels.compare.measures.panel", "workbench.panels.compare.text.view",
    "workbench.panels.compare.views", "workbench.panels.compare.saving", "workbench.panels.compare.panel",
    "workbench.shell.dialogs.dialog_jobs", "workbench.api.convert", "workbench.api.adapting",
    "workbench.panels.tokens.decoder.decoder", "workbench.shell.drafts", "workbench.shell.session_files",
    "workbench.shell.data_sets", "workbench.shell.dialogs.settings_dialog",
    "workbench.shell.dialogs.merge_by_hand", "workbench.shell.session.kept_panels", "workbench.shell.parts",
    "workbench.shell.wiring",
)  # fmt: skip
_BY_USER = {
    QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.InputMethod, QEvent.Type.Wheel,
    QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin, QEvent.Type.DragEnter,
}  # fmt: skip
_TURN_MS = 2
_LATEST_MS = 500  # after which the rest comes without the colors


class Filling(QObject):
    """Fills the window, and then calls `done` with its parts.

    What the user does before has all that it may need: the rest then comes at once, before the event. So it
    does where the last session ended in another task than the text's.

    Attributes:
        first: the parts that show the text.

    """

    def __init__(self, app: QApplication, window: MainWindow, done: Callable[[Parts], object]) -> None:
        super().__init__(window)
        from workbench.shell.first_wiring import begin  # here: the frame is seen before numpy is there

        self.first = begin(window)
        garbage.keep()
        self._steps: Generator[None, None, None] | None = self._go_through(done)
        self._app = app
        self._timer = QTimer(self, interval=_TURN_MS)
        self._timer.timeout.connect(self._step)
        self._latest = QTimer(self, singleShot=True, interval=_LATEST_MS)
        self._latest.timeout.connect(self._go_on)
        if window.settings.task == "inspect":
            for colored in (self.first.tokens.encoding.part_taken, self.first.tokens.encoding.finished):
                colored.connect(self._go_on)
            self._latest.start()
            self._app.installEventFilter(self)
        else:
            self.finish()

    def _go_through(self, done: Callable[[Parts], object]) -> Generator[None, None, None]:
        for name in _MODULES:
            import_module(name)
            yield
        from workbench.shell import wiring  # here: as above

        done((yield from wiring.finish(self.first)))

    def _step(self) -> None:
        steps, self._steps = self._steps, None  # a fault, which the window tells, ends it
        self._app.removeEventFilter(self)  # what a step makes has thousands of events, none of the user
        if steps is not None and next(steps, self) is not self:
            self._steps = steps
            self._app.installEventFilter(self)
        else:
            self._timer.stop()
            self._latest.stop()
            garbage.keep()

    def _go_on(self) -> None:
        if self._steps is not None:
            self._timer.start()

    def finish(self) -> None:
        """Do the rest now."""
        while self._steps is not None:
            self._step()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Have all there before what the user does."""
        if event.type() in _BY_USER:
            self.finish()
        return False
