"""The button that gives the training options the defaults of their preset, with an undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal

from workbench.engine.training.options import Options
from workbench.panels.training.presets import CUSTOM, presets
from workbench.widgets.controls import Button


class ResetButton(Button):
    """Gives all options the defaults of their preset; a custom split pattern stays.

    Signals:
        toast_requested(str, object): what was done, and a callable that undoes it.

    """

    toast_requested = Signal(str, object)

    def __init__(self, options: Callable[[], Options], set_options: Callable[[Options], None]) -> None:
        """Take what returns the options that are shown, and what shows others."""
        super().__init__("", "link", compact=True)
        self.setText(self.tr("Reset"))
        self.setToolTip(self.tr("Give all options the defaults of the preset"))
        self.setAccessibleName(self.tr("Reset the options to the preset"))
        self._options, self._set_options = options, set_options
        self._locked = False
        self.clicked.connect(self._reset)

    def show_options(self, options: Options) -> None:
        """Let it be there where it would change something."""
        self.setEnabled(not self._locked and options != _plain(options))

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock it; while locked nothing is undone either."""
        self._locked = locked
        self.show_options(self._options())

    def _reset(self) -> None:
        before = self._options()
        title = next(preset.title for preset in presets() if preset.key == before.preset)
        self._set_options(_plain(before))
        self.toast_requested.emit(
            self.tr("All options are those of the preset {preset}.").format(preset=title),
            lambda: None if self._locked else self._set_options(before),
        )


def _plain(options: Options) -> Options:
    """Return the defaults of the preset of some options, with their pattern where the preset has none."""
    plain = Options(options.preset)
    return replace(plain, pattern=options.pattern) if options.preset == CUSTOM else plain
