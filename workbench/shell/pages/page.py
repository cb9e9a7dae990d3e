"""A page: one task with docks of its own, in the default arrangement until the person moves something."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QByteArray, QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from workbench.shell.pages.arrangements import (
    ASKED_FOR,
    WIDTHS,
    Node,
    Split,
    Tabs,
    arrangement,
    before_run,
    folds,
    least_size,
    names_in,
    panels_of,
    pruned,
)
from workbench.shell.pages.docks import DockHost, Panel, PanelDock
from workbench.widgets.look import theme

# Raise it when the docks or their meaning change: older states are then left aside.
STATE_VERSION = 2
_DRAG_MILLISECONDS = 200  # until it is seen again whether a drag has ended
_MOST_FIXED = 0.5  # of the height of a low page; the rest is for what would take all that is left
_SWITCHED = b"switched:"  # then which panels are open, where nothing else differs from the default


def is_of_now(kept: bytes) -> bool:
    """Say whether a kept arrangement is one of this version."""
    return kept.startswith(_SWITCHED) or kept[4:8] == STATE_VERSION.to_bytes(4, "big")


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """How a page stands: what is the person's own, the default where that holds, and all as Qt tells it."""

    number: int
    own: bytes | None
    default: Node | None
    switched: dict[str, bool]
    state: bytes


class Page(DockHost):
    """Arranges the docks of one task.

    What the person moves is kept as `QMainWindow.saveState` gives it; as long as panels are only opened and
    closed, the default holds with those. An arrangement that has no room waits until there is some.

    Attributes:
        task: whose page it is.
        docks: those of the page, by name.

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
        self._own, self._switched = self._read(kept)
        self._default: Node | None = None
        self._before: dict[
            str, tuple[int, _Arrangement]
        ] = {}  # panel and what is done -> number since, before
        self._numbers = itertools.count(1)
        self._number = 0
        self._arranging = False
        self._placed = False  # the docks have been given places
        self._before_run = False
        self._needs = QSize()  # of the person's own arrangement, once it had no room
        self._windows: list[PanelDock] = []  # those that float, while another page is shown
        self.setDockOptions(self.dockOptions() & ~self.DockOption.AnimatedDocks)  # places hold at once
        self._looking = QTimer(self, singleShot=True, interval=0)
        self._looking.timeout.connect(self._look)
        self._held = QTimer(self, singleShot=True, interval=_DRAG_MILLISECONDS)
        self._held.timeout.connect(self._settle)
        self._filling = QTimer(self, interval=0)
        self._filling.timeout.connect(self._fill_next)
        self.moved_by_person.connect(self.touched)
        # Not at once: a panel that folds as it is laid out may have the window laid out once more, and with
        # it this page, whose docks may not go to other places under the layout at work: a use after free.
        self.resized.connect(self._settle, Qt.ConnectionType.QueuedConnection)
        for dock in self.docks.values():
            dock.dockLocationChanged.connect(self.touched)
            dock.topLevelChanged.connect(self.touched)
            dock.switched.connect(self._follow)

    # --- what is kept -----------------------------------------------------------------------------

    def _read(self, kept: bytes) -> tuple[bytes | None, dict[str, bool]]:
        if kept.startswith(_SWITCHED):
            try:
                found = json.loads(kept[len(_SWITCHED) :])
                return None, {name: bool(found[name]) for name in self.docks if name in found}
            except (ValueError, TypeError):
                pass  # no state of Qt either, which is said
        return kept or None, {}

    def kept(self) -> bytes:
        """Return what is to be kept of the arrangement, b"" for the default."""
        if self._own is not None and self._default is None and self.isVisible():
            self._own = self._state()
        if self._own is not None:
            return self._own
        return _SWITCHED + json.dumps(self._switched).encode() if self._switched else b""

    def touched(self) -> None:
        """Keep the present arrangement as the person's own from now on."""
        if not self._arranging:
            self._number = next(self._numbers)
            self._own, self._default, self._switched = self._state(), None, {}
            self._looking.start()

    def _state(self) -> bytes:
        return bytes(self.saveState(STATE_VERSION).data())

    # --- coming and going -------------------------------------------------------------------------

    def enter(self) -> None:
        """See that the docks of this page have their places; the panels come a turn of the loop each."""
        for dock in self.docks.values():
            dock.waits = dock.widget() is not dock.panel.body
            dock.take()
        self.refit()
        with self._quietly():
            for dock in self._windows:
                dock.show()
            self._windows = []
        self._filling.start()

    def _fill_next(self) -> None:
        """Take one panel: all at once would take longer than a key may wait."""
        waiting = [dock for dock in self.docks.values() if dock.waits and not dock.isHidden()]
        if not self.isVisible() or not waiting:
            self.fill()
        else:
            self.fill(min(waiting, key=lambda dock: not self.has_in_sight(dock)).name)

    def fill(self, *names: str) -> None:
        """Take these panels now, all that have yet to come where none is named."""
        for name in names or self.docks:
            if name in self.docks:
                self.docks[name].waits = False
                self.docks[name].take()
        if not names:
            self._filling.stop()

    def leave(self) -> None:
        """Keep what the person did here, and take the windows of this page away with it."""
        self._filling.stop()
        self.kept()
        self._windows = [dock for dock in self.docks.values() if dock.isFloating() and not dock.isHidden()]
        with self._quietly():
            for dock in self._windows:
                dock.hide()

    def refit_soon(self) -> None:
        """Arrange anew, once what is under way has been done, where another default holds by now."""
        self._looking.start()

    def refit(self) -> None:
        """Arrange anew where another default holds by now and the person has moved nothing."""
        if not self._placed or (self._default is not None and self._default != self._drawn()):
            self._arrange()

    def reset(self) -> None:
        """Put all docks back in their places."""
        self._own, self._switched, self._before, self._needs = None, {}, {}, QSize()
        self._arrange()

    def set_before_run(self, before: bool) -> None:
        """Have room for the corpus as long as nothing runs, then for the run."""
        if before != self._before_run:
            self._before_run = before
            if self.isVisible():
                self.refit()

    # --- one panel --------------------------------------------------------------------------------

    def is_open(self, name: str) -> bool:
        """Say whether a panel of this page is open, be it behind another."""
        return name in self.docks and not self.docks[name].isHidden()

    def open(self, name: str) -> None:
        """Open a panel in front of what it shares its place with."""
        dock = self.docks[name]
        self.fill(name)
        if dock.isHidden():
            self._do(f"open {name}", lambda: self._show(dock))
        dock.raise_()

    def close_panel(self, name: str) -> None:
        """Close a panel, and leave the rest as it was."""
        self._do(f"open {name}", self.docks[name].hide)

    def float_or_dock(self, dock: PanelDock) -> None:
        """Make a panel a window, or put it back where it was."""
        self._do(f"float {dock.name}", lambda: self._float(dock))

    def _float(self, dock: PanelDock) -> None:
        dock.setFloating(not dock.isFloating())
        if dock.isFloating():  # it has no frame: exactly over its place nobody would see that it is a window
            dock.move(dock.pos() + QPoint(theme.SPACE_6, theme.SPACE_6))

    def _show(self, dock: PanelDock) -> None:
        dock.show()
        width = WIDTHS.get(dock.name, 0)
        if self._default is None and not dock.isFloating() and dock.width() < width:
            self.resizeDocks([dock], [width], Qt.Orientation.Horizontal)

    def _do(self, what: str, act: Callable[[], object]) -> None:
        """Do what is its own opposite: twice, with nothing moved between, leaves all as it was."""
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
            with self._quietly():
                self.restoreState(QByteArray(to.state), STATE_VERSION)
        self._nudge()
        self._settle()
        self.refit()

    def _follow(self, name: str) -> None:
        """Take note of a panel that was opened or closed, in whatever way."""
        if not self._arranging and self._default is None:
            self.touched()
        elif not self._arranging:
            self._note_switched(self.docks[name])
            self._looking.start()
            self._fit()
        self.switched.emit(name)

    def is_drawn(self, name: str) -> bool:
        """Say whether the default that holds has a panel, or another arrangement does."""
        return self._default is None or name in names_in(self._default)

    def _note_switched(self, dock: PanelDock) -> None:
        self._switched.pop(dock.name, None)
        if dock.is_closable() and dock.isHidden() == self.is_drawn(dock.name):
            self._switched[dock.name] = not dock.isHidden()

    # --- arranging --------------------------------------------------------------------------------

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Take nothing of what happens for the person's doing, and paint when all is done."""
        before, self._arranging = self._arranging, True
        self.setUpdatesEnabled(False)
        try:
            yield
        finally:
            self.setUpdatesEnabled(True)
            for dock in self.docks.values():
                dock.setUpdatesEnabled(True)  # Qt leaves out one that has become a window meanwhile
            self._arranging = before

    def _drawn(self) -> Node | None:
        """Return the default for the room that there is."""
        width = self.window().width()
        drawn = before_run(width) if self._before_run and self.task == "train" else None
        node = pruned(drawn or arrangement(self.task, width), self.docks)
        if node is None:
            return None
        least_at = partial(self._least_at, set(names_in(node)))
        ways = list(folds(node))
        needs = (QSize(*least_size(way, least_at, theme.GUTTER)) for way in ways)
        margins = self.contentsMargins()
        fitting = (w for w, n in zip(ways, needs, strict=True) if self._has_room(n.grownBy(margins)))
        return next(fitting, ways[-1])

    def _least_at(self, drawn: Container[str], name: str) -> tuple[int, int]:
        """Return the least size of a panel and of those open on its place, (0, 0) where all are closed."""
        sizes = [
            self.docks[there].panel.least_size()
            for there in self._names_at(name)
            if self._switched.get(there, there in drawn)
        ]
        return max((s.width() for s in sizes), default=0), max((s.height() for s in sizes), default=0)

    def _arrange(self) -> None:
        self._placed = True
        with self._quietly():
            if not self._restored():
                self._place_default()
        self.arranged.emit()

    def _restored(self) -> bool:
        """Put the docks where the person left them; forget that where it is not of these docks."""
        if self._own is None or not self._has_room(self._needs):
            return False
        self._take_all_away()
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

    def _take_all_away(self) -> None:
        self.let_gaps_go()
        for dock in self.docks.values():
            if dock.isFloating():  # asked first: to be set it takes a millisecond, floating or not
                dock.setFloating(False)
            self.removeDockWidget(dock)

    def _place_default(self) -> None:
        self._default = node = self._drawn()
        asked_for = [self.docks[name] for name in ASKED_FOR[self.task] if name in self.docks]
        in_front = [dock for dock in asked_for if self.has_in_sight(dock)]
        self._take_all_away()
        if node is None:
            return
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.docks[next(names_in(node))])
        self._split(node)
        shown = set(names_in(node))
        for name, place in ASKED_FOR[self.task].items():
            if name in self.docks and name not in shown:
                self.tabifyDockWidget(self.docks[place], self.docks[name])
        for name, dock in self.docks.items():
            dock.setVisible(self._switched.get(name, name in shown))
        self._raise_first(node)
        for dock in in_front:
            if not dock.isHidden():
                dock.raise_()
        self._fit()

    def _split(self, node: Node) -> None:
        """Place the docks of a node whose first dock has its place already."""
        if isinstance(node, Tabs):
            for name in node.names[1:]:
                self.tabifyDockWidget(self.docks[node.names[0]], self.docks[name])
        if not isinstance(node, Split):
            return
        direction = Qt.Orientation.Horizontal if node.across else Qt.Orientation.Vertical
        firsts = [self.docks[next(names_in(part))] for part, _size in node.parts]
        for before, after in itertools.pairwise(firsts):
            self.splitDockWidget(before, after, direction)
        for part, _size in node.parts:
            self._split(part)

    def _raise_first(self, node: Node) -> None:
        if isinstance(node, Tabs):
            self.docks[node.names[-1]].raise_()  # without a change Qt shows no tabs
            self.docks[node.names[0]].raise_()
        elif isinstance(node, Split):
            for part, _size in node.parts:
                self._raise_first(part)

    # --- room -------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Handle an event, and see whether a panel that needs more has it."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._looking.start()
        return done

    def _look(self) -> None:
        """See whether all have the room that they need by now; a default is not laid out anew for less."""
        if self._default is None or self._default != self._drawn():
            self._settle()

    def _settle(self) -> None:
        """Give the docks of a default their sizes; let the person's own hold where it has the room.

        Not while another page is shown: to arrange the docks would take the panels from it.
        """
        if self._arranging or not self._placed or not self.isVisible():
            return
        if self._default is None:
            if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
                self._check_own()
            else:  # a panel or a gap may be dragged: the end of that tells nothing where it moves nothing
                self._held.start()
        elif (self._own is not None and self._has_room(self._needs)) or self._default != self._drawn():
            self._arrange()
        else:
            self._fit()

    def _check_own(self) -> None:
        """See that no panel is lost in what the person arranged, whatever Qt made of it."""
        self._close_lonely()
        if self._has_room(self.minimumSizeHint()) and self.misplaced():
            self._place_anew()
        if not self._has_room(self.minimumSizeHint()):
            self._needs = self.minimumSizeHint()
            self._arrange()
        elif self.misplaced():
            self._give_up_own()
            self._arrange()

    def _close_lonely(self) -> None:
        """Close what is as high as it is and has nothing below it any more: its column would be empty.

        Not while a panel is a window, which may come back there.
        """
        seen = [dock for dock in self.docks.values() if self.has_in_sight(dock)]
        if any(dock.isFloating() for dock in seen):
            return
        for dock in [dock for dock in seen if dock.panel.fixed]:
            column = dock.geometry().adjusted(0, -self.height(), 0, self.height())
            if len(seen) > 1 and not any(
                column.intersects(other.geometry()) for other in seen if other is not dock
            ):
                with self._quietly():
                    dock.hide()

    def _place_anew(self) -> None:
        """Let Qt place all docks once more, and give those that it left without a size what they need."""
        self._nudge()
        docks = [self.docks[name] for name in self.misplaced()]
        with self._quietly():
            for direction in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
                across = direction == Qt.Orientation.Horizontal
                needs = [dock.minimumSizeHint() for dock in docks]
                self.resizeDocks(docks, [s.width() if across else s.height() for s in needs], direction)
        self._nudge()

    def _nudge(self) -> None:
        """Let Qt place all docks: one that comes back from a window it takes for one that is in its place."""
        size = self.size()
        with self._quietly():
            self.resize(size + QSize(1, 0))
            self.resize(size)

    def _has_room(self, needs: QSize) -> bool:
        return needs.width() <= self.width() and needs.height() <= self.height()

    def misplaced(self) -> list[str]:
        """Return the names of panels in sight that are outside, over others, or smaller than they can be."""
        seen = [dock for dock in self.docks.values() if not dock.isFloating() and self.has_in_sight(dock)]
        return [
            dock.name
            for dock in seen
            if not self.rect().contains(dock.geometry())
            or any(dock.geometry().intersects(other.geometry()) for other in seen if other is not dock)
            or dock.width() < dock.minimumSizeHint().width()
            or dock.height() < dock.minimumSizeHint().height()
        ]

    def _fit(self) -> None:
        """Give the side panels of a default arrangement their sizes, and the others the rest."""
        if self._default is None:
            return
        extent = self.size() - QSize(2 * theme.GUTTER, 2 * theme.GUTTER)
        # Two passes: what is asked for before a column has its width, or a dock its place, is lost.
        for _ in range(2):
            layout = self.layout()
            if layout is not None:
                layout.activate()
            self._size(self._default, extent.width(), extent.height())

    def _size(self, node: Node, width: int, height: int) -> None:
        if not isinstance(node, Split):
            return
        parts = [(part, dock, size) for part, size in node.parts if (dock := self._seen_of(part)) is not None]
        whole = width if node.across else height
        wanted = [max(size, self._widened(part)) if size and node.across else size for part, _, size in parts]
        room = whole - theme.GUTTER * (len(parts) - 1)
        if not node.across and 0 in wanted and sum(wanted) > _MOST_FIXED * room:
            wanted = [int(size * _MOST_FIXED * room / sum(wanted)) for size in wanted]
        spare = room - sum(wanted)
        sizes = [size or max(spare, 1) for size in wanted]
        direction = Qt.Orientation.Horizontal if node.across else Qt.Orientation.Vertical
        self.resizeDocks([dock for _, dock, _ in parts], sizes, direction)
        for (part, _, _), size in zip(parts, sizes, strict=True):
            self._size(part, size if node.across else width, height if node.across else size)

    def _names_at(self, node: Node) -> Iterator[str]:
        """Yield the panels of a node, and those that come on the places of these."""
        names = tuple(names_in(node))
        yield from names
        places = ASKED_FOR[self.task].items()
        yield from (name for name, place in places if place in names and name in self.docks)

    def _seen_of(self, node: Node) -> PanelDock | None:
        docks = (self.docks[name] for name in self._names_at(node))
        return next((dock for dock in docks if not dock.isHidden() and not dock.isFloating()), None)

    def _widened(self, node: Node) -> int:
        return max((WIDTHS.get(name, 0) for name in self._names_at(node) if self.is_open(name)), default=0)
