"""The button that gives the training options the defaults of their preset, with an undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from workbench.engine.training.options import Options
from workbench.panels.training.presets import CUSTOM, presets
from workbench.widgets.controls import Button


class ResetButton(Button):
    """Gives all options the defaults of their preset; a custom split pattern stays.

    Signals:
        toast_requested(str, object): what was done, and a callable to undo that.
        undo_changed(): `can_undo` may be another.
        undo_withdrawn(object): a callable that was sent, and that is done or would discard a change by now.

    """

    toast_requested = Signal(str, object)
    undo_changed = Signal()
    undo_withdrawn = Signal(object)

    def __init__(
        self,
        options: Callable[[], Options],
        set_options: Callable[[Options], None],
        tile: Callable[[], QWidget],
    ) -> None:
        """Take what returns the options that are shown, what shows others, and the tile of the preset."""
        super().__init__("", "link", compact=True)
        self.setText(self.tr("Reset"))
        self.setToolTip(self.tr("Give all options the defaults of the preset"))
        self.setAccessibleName(self.tr("Reset the options to the preset"))
        self._options, self._set_options, self._tile = options, set_options, tile
        self._locked = False
        self._before: Options | None = None  # the reset, while nothing was changed since
        self._after: Options | None = None  # what it gave
        self._offered: Callable[[], None] | None = None
        self.clicked.connect(self._reset)

    def show_options(self, options: Options) -> None:
        """Let it be there where it would change something."""
        self.setEnabled(not self._locked and options != _plain(options))
        if options != self._after:
            self._before = None
            if self._offered is not None:
                self.undo_withdrawn.emit(self._offered)
                self._offered = None
        self.undo_changed.emit()

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock it; while locked nothing is undone either."""
        self._locked = locked
        self.show_options(self._options())

    @property
    def can_undo(self) -> bool:
        """Whether the options are those of a reset that can be undone."""
        return self._before is not None and not self._locked

    def undo(self) -> None:
        """Show the options of before the reset, if nothing was changed since."""
        if self._before is not None:
            self._undo(self._before)

    def _undo(self, before: Options) -> None:
        if not self._locked:
            self._set_options(before)
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # a toast that closes would leave it anywhere

    def _reset(self) -> None:
        before = self._options()
        title = next(preset.title for preset in presets() if preset.key == before.preset)
        if self.hasFocus():
            self._tile().setFocus(Qt.FocusReason.OtherFocusReason)  # it is disabled now
        self._set_options(_plain(before))
        self._before, self._after = before, self._options()
        self.undo_changed.emit()
        self._offered = partial(self._undo, before)
        said = self.tr("All options are those of the preset {preset}.").format(preset=title)
        self.toast_requested.emit(said, self._offered)


def _plain(options: Options) -> Options:
    """Return the defaults of the preset of some options, with their pattern where the preset has none."""
    plain = Options(options.preset)
    return replace(plain, pattern=options.pattern) if options.preset == CUSTOM else plain
