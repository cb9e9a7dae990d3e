"""A page: one task with docks of its own, in the default arrangement until the user moves something."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from workbench.shell.pages.arrangements import WIDTHS, Node, names_in, panels_of
from workbench.shell.pages.docks import DockHost, Panel, PanelDock
from workbench.shell.pages.filling import Filling
from workbench.shell.pages.places import Places
from workbench.shell.pages.straightening import close_lonely, misplaced, nudge, place_anew

# Raise it when the docks or their meaning change: older states are then left aside.
STATE_VERSION = 2
_DRAG_MILLISECONDS = 200  # until it is seen again whether a drag has ended
_SWITCHED = b"switched:"  # then which panels are open, where nothing else differs from the default


def is_of_now(kept: bytes) -> bool:
    """Return whether a kept arrangement is one of this version."""
    return kept.startswith(_SWITCHED) or kept[4:8] == STATE_VERSION.to_bytes(4, "big")


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """How a page stands: what is the user's own, the default where that holds, and the state of Qt."""

    number: int
    own: bytes | None
    default: Node | None
    switched: dict[str, bool]
    state: bytes


class Page(DockHost):
    """Arranges the docks of one task.

    What the user moves is kept as `QMainWindow.saveState` gives it; as long as panels are only opened and
    closed, the default holds with those. An arrangement that has no room waits until there is some.

    Attributes:
        task: whose page it is.
        filling: brings the panels into the docks.

    Signals:
        switched(str): a panel has been opened or closed.
        arranged(): the docks have been put in their places.
        put_back(): a kept arrangement could not be used, the default holds.

    """

    switched = Signal(str)
    arranged = Signal()
    put_back = Signal()

    def __init__(self, task: str, panels: Mapping[str, Panel], kept: bytes, parent: QWidget) -> None:
        super().__init__(parent)
        self.task = task
        self.docks = {name: PanelDock(panels[name], self) for name in panels_of(task) if name in panels}
        self._own, self._switched = _read(kept, self.docks)
        self._default: Node | None = None
        # Panel and what is done -> number since, before.
        self._before: dict[str, tuple[int, _Arrangement]] = {}
        self._numbers = itertools.count(1)
        self._number = 0
        self._placed = False  # the docks have been given places
        self._before_run = False
        self._needs = QSize()  # of the user's own arrangement, once it had no room
        self._places = Places(self, task)
        self.filling = Filling(self)
        self._windows: list[PanelDock] = []  # those that float, while another page is shown
        self.setDockOptions(self.dockOptions() & ~self.DockOption.AnimatedDocks)  # places hold at once
        self._looking = QTimer(self, singleShot=True, interval=0)
        self._looking.timeout.connect(self._look)
        self._held = QTimer(self, singleShot=True, interval=_DRAG_MILLISECONDS)
        self._held.timeout.connect(self._settle)
        self.moved_by_person.connect(self.touched)
        # Not at once: a panel that folds as it is laid out may have the window laid out once more, and with
        # it this page, whose docks may not go to other places under the layout at work: a use after free.
        self.resized.connect(self._settle, Qt.ConnectionType.QueuedConnection)
        for dock in self.docks.values():
            dock.dockLocationChanged.connect(self.touched)
            dock.topLevelChanged.connect(self.touched)
            dock.switched.connect(self._follow)

    # --- what is kept -----------------------------------------------------------------------------

    def kept(self) -> bytes:
        """Return what is to be kept of the arrangement, b"" for the default."""
        if self._own is not None and self._default is None and self.isVisible():
            self._own = self._state()
        if self._own is not None:
            return self._own
        return _SWITCHED + json.dumps(self._switched).encode() if self._switched else b""

    def touched(self) -> None:
        """Keep the present arrangement as the user's own from now on."""
        if not self.arranging:
            self._number = next(self._numbers)
            self._own, self._default, self._switched = self._state(), None, {}
            self._looking.start()

    def _state(self) -> bytes:
        return bytes(self.saveState(STATE_VERSION).data())

    # --- coming and going -------------------------------------------------------------------------

    def enter(self) -> None:
        """See that the docks of this page have their places; the panels come a turn of the loop each."""
        self.filling.begin()
        self.refit()
        with self.quietly():
            for dock in self._windows:
                dock.show()
            self._windows = []

    def leave(self) -> None:
        """Keep what the user did here, and hide the windows of this page."""
        self.filling.stop()
        self.kept()
        self._windows = [dock for dock in self.docks.values() if dock.isFloating() and not dock.isHidden()]
        with self.quietly():
            for dock in self._windows:
                dock.hide()

    def refit_soon(self) -> None:
        """Arrange again, once what is under way has been done, where another default holds by now."""
        self._looking.start()

    def refit(self) -> None:
        """Arrange again where another default holds by now and the user has moved nothing."""
        if not self._placed or (self._default is not None and self._default != self._drawn()):
            self._arrange()

    def reset(self) -> None:
        """Put all docks back in their places."""
        self._own, self._switched, self._before, self._needs = None, {}, {}, QSize()
        self._arrange()

    def set_before_run(self, before: bool) -> None:
        """Give the room to the corpus while nothing runs, then to the run."""
        if before != self._before_run:
            self._before_run = before
            if self.isVisible():
                self.refit()

    # --- one panel --------------------------------------------------------------------------------

    def open(self, name: str) -> None:
        """Open a panel in front of what it shares its place with."""
        dock = self.docks[name]
        self.filling.fill(name)
        if dock.isHidden():
            self._do(f"open {name}", lambda: self._show(dock))
        dock.raise_()

    def close_panel(self, name: str) -> None:
        """Close a panel, and leave the rest as it was."""
        self._do(f"open {name}", self.docks[name].hide)

    def float_or_dock(self, dock: PanelDock) -> None:
        """Make a panel a window, or put it back where it was."""
        self._do(f"float {dock.name}", dock.float_or_dock)

    def _show(self, dock: PanelDock) -> None:
        dock.show()
        width = WIDTHS.get(dock.name, 0)
        if self._default is None and not dock.isFloating() and dock.width() < width:
            self.resizeDocks([dock], [width], Qt.Orientation.Horizontal)

    def _do(self, what: str, act: Callable[[], object]) -> None:
        """Toggle the layout: twice, with nothing moved between, leaves all as it was."""
        before = _Arrangement(self._number, self._own, self._default, dict(self._switched), self._state())
        self.let_gaps_go()
        act()
        since, back = self._before.pop(what, (-1, before))
        if since == before.number:
            self._go_back(back)
        elif self._number != before.number:
            self._before[what] = self._number, before

    def _go_back(self, to: _Arrangement) -> None:
        self._number, self._own, self._default, self._switched = to.number, to.own, to.default, to.switched
        if to.default is None:
            self.let_gaps_go()
            with self.quietly():
                self.restoreState(QByteArray(to.state), STATE_VERSION)
        nudge(self)
        self._settle()
        self.refit()

    def _follow(self, name: str) -> None:
        """Take note of a panel that was opened or closed, in whatever way."""
        if not self.arranging and self._default is None:
            self.touched()
        elif not self.arranging:
            self._note_switched(self.docks[name])
            self._looking.start()
            self._fit()
        self.switched.emit(name)

    def is_drawn(self, name: str) -> bool:
        """Return whether the default that holds has a panel, or another arrangement does."""
        return self._default is None or name in names_in(self._default)

    def _note_switched(self, dock: PanelDock) -> None:
        self._switched.pop(dock.name, None)
        if dock.is_closable() and dock.isHidden() == self.is_drawn(dock.name):
            self._switched[dock.name] = not dock.isHidden()

    # --- arranging --------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self._placed = True
        with self.quietly():
            if not self._restored():
                self._place_default()
        self.arranged.emit()

    def _restored(self) -> bool:
        """Put the docks where the user left them; forget that where it is not of these docks."""
        if self._own is None or not self.has_room(self._needs):
            return False
        self._places.clear()
        whole = self.restoreState(QByteArray(self._own), STATE_VERSION) and all(
            dock.isFloating() or self.dockWidgetArea(dock) != Qt.DockWidgetArea.NoDockWidgetArea
            for dock in self.docks.values()
        )
        if not whole:
            self._give_up_own()
            return False
        self._default = None
        self._looking.start()
        return True

    def _give_up_own(self) -> None:
        self._own = None
        self.put_back.emit()

    def _place_default(self) -> None:
        self._default = self._drawn()
        self._places.place(self._default, self._switched)
        self._fit()

    def _drawn(self) -> Node | None:
        before = self._before_run and self.task == "train"
        return self._places.drawn(before, self._switched)

    def _fit(self) -> None:
        if self._default is not None:
            self._places.fit(self._default)

    # --- room -------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Handle an event, and see whether a panel that needs more room has enough."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._looking.start()
        return done

    def _look(self) -> None:
        """See whether all have the room that they need by now; a default is not laid out again for less."""
        if self._default is None or self._default != self._drawn():
            self._settle()

    def _settle(self) -> None:
        """Give the docks of a default their sizes; let the user's own hold where it has the room.

        Not while another page is shown: to arrange the docks would take its panels.
        """
        if self.arranging or not self._placed or not self.isVisible():
            return
        if self._default is None:
            if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
                self._check_own()
            else:  # a panel or a gap may be dragged: the end of that tells nothing if it moves nothing
                self._held.start()
        elif (self._own is not None and self.has_room(self._needs)) or self._default != self._drawn():
            self._arrange()
        else:
            self._fit()

    def _check_own(self) -> None:
        """See that no panel is lost in what the user arranged, whatever Qt did."""
        close_lonely(self)
        if self.has_room(self.minimumSizeHint()) and misplaced(self):
            place_anew(self)
        if not self.has_room(self.minimumSizeHint()):
            self._needs = self.minimumSizeHint()
            self._arrange()
        elif misplaced(self):
            self._give_up_own()
            self._arrange()


def _read(kept: bytes, names: Iterable[str]) -> tuple[bytes | None, dict[str, bool]]:
    """Return what a kept arrangement is: one of Qt, or the panels that are open or closed by the user."""
    if kept.startswith(_SWITCHED):
        try:
            state = json.loads(kept[len(_SWITCHED) :])
            return None, {name: bool(state[name]) for name in names if name in state}
        except (ValueError, TypeError):
            pass  # no state of Qt either, which is said
    return kept or None, {}
