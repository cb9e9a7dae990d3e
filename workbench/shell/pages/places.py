"""The places of docks in a default arrangement, and their sizes there."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt

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
    pruned,
    scaled,
)
from workbench.shell.pages.docks import DockHost, PanelDock
from workbench.widgets.look import theme

_MOST_FIXED = 0.5  # of the height of a low page; the rest is for what would take all that is left


class Places:
    """Draws the default arrangement of a task, and puts the docks there."""

    def __init__(self, host: DockHost, task: str) -> None:
        self._host, self._task = host, task

    def drawn(self, before: bool, switched: Mapping[str, bool]) -> Node | None:
        """Return the default for the room that there is.

        `before` says that it is that before a run; `switched` tells of panels that are open or closed
        whatever the default says.
        """
        scale = theme.text_scale()
        width = round(self._host.window().width() / scale)
        drawn = before_run(width) if before else arrangement(self._task, width)
        node = pruned(scaled(drawn, scale), self._host.docks)
        if node is None:
            return None
        least_at = partial(self._least_at, switched, set(names_in(node)))
        ways = list(folds(node))
        needs = (QSize(*least_size(way, least_at, theme.GUTTER)) for way in ways)
        margins = self._host.contentsMargins()
        fitting = (w for w, n in zip(ways, needs, strict=True) if self._host.has_room(n.grownBy(margins)))
        return next(fitting, ways[-1])

    def _least_at(self, switched: Mapping[str, bool], drawn: Container[str], name: str) -> tuple[int, int]:
        """Return the least size of a panel and of those open on its place, (0, 0) where all are closed."""
        sizes = [
            self._host.docks[there].panel.least_size()
            for there in self._names_at(name)
            if switched.get(there, there in drawn)
        ]
        return max((s.width() for s in sizes), default=0), max((s.height() for s in sizes), default=0)

    def clear(self) -> None:
        """Take all docks out of their places."""
        self._host.let_gaps_go()
        for dock in self._host.docks.values():
            if dock.isFloating():  # asked first: to be set it takes a millisecond, floating or not
                dock.setFloating(False)
            self._host.removeDockWidget(dock)

    def place(self, node: Node | None, switched: Mapping[str, bool]) -> None:
        """Put the docks of a default into their places."""
        asked_for, docks = ASKED_FOR[self._task], self._host.docks
        in_front = [
            docks[name] for name in asked_for if name in docks and self._host.has_in_sight(docks[name])
        ]
        self.clear()
        if node is None:
            return
        self._host.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks[next(names_in(node))])
        self._split(node)
        shown = set(names_in(node))
        for name, place in asked_for.items():
            if name in docks and name not in shown:
                self._host.tabifyDockWidget(docks[place], docks[name])
        for name, dock in docks.items():
            dock.setVisible(switched.get(name, name in shown))
        self._raise_first(node)
        for dock in in_front:
            if not dock.isHidden():
                dock.raise_()

    def _split(self, node: Node) -> None:
        """Place the docks of a node whose first dock has its place already."""
        if isinstance(node, Tabs):
            for name in node.names[1:]:
                self._host.tabifyDockWidget(self._host.docks[node.names[0]], self._host.docks[name])
        if not isinstance(node, Split):
            return
        direction = Qt.Orientation.Horizontal if node.across else Qt.Orientation.Vertical
        firsts = [self._host.docks[next(names_in(part))] for part, _size in node.parts]
        for before, after in itertools.pairwise(firsts):
            self._host.splitDockWidget(before, after, direction)
        for part, _size in node.parts:
            self._split(part)

    def _raise_first(self, node: Node) -> None:
        if isinstance(node, Tabs):
            self._host.docks[node.names[-1]].raise_()  # without a change Qt shows no tabs
            self._host.docks[node.names[0]].raise_()
        elif isinstance(node, Split):
            for part, _size in node.parts:
                self._raise_first(part)

    def fit(self, node: Node) -> None:
        """Give the side panels of a default arrangement their sizes, and the others the rest."""
        extent = self._host.size() - QSize(2 * theme.GUTTER, 2 * theme.GUTTER)
        # Two passes: what is requested before a column has its width, or a dock its place, is lost.
        for _ in range(2):
            layout = self._host.layout()
            if layout is not None:
                layout.activate()
            self._size(node, extent.width(), extent.height())

    def _size(self, node: Node, width: int, height: int) -> None:
        if not isinstance(node, Split):
            return
        parts = [(part, dock, size) for part, size in node.parts if (dock := self._seen_of(part)) is not None]
        whole = width if node.across else height
        wanted = [
            max(size, round(self._widened(part) * theme.text_scale())) if size and node.across else size
            for part, _, size in parts
        ]
        room = whole - theme.GUTTER * (len(parts) - 1)
        if not node.across and 0 in wanted and sum(wanted) > _MOST_FIXED * room:
            wanted = [int(size * _MOST_FIXED * room / sum(wanted)) for size in wanted]
        spare = room - sum(wanted)
        sizes = [size or max(spare, 1) for size in wanted]
        direction = Qt.Orientation.Horizontal if node.across else Qt.Orientation.Vertical
        self._host.resizeDocks([dock for _, dock, _ in parts], sizes, direction)
        for (part, _, _), size in zip(parts, sizes, strict=True):
            self._size(part, size if node.across else width, height if node.across else size)

    def _names_at(self, node: Node) -> Iterator[str]:
        """Yield the panels of a node, and those that come on the places of these."""
        names = tuple(names_in(node))
        yield from names
        places = ASKED_FOR[self._task].items()
        yield from (name for name, place in places if place in names and name in self._host.docks)

    def _seen_of(self, node: Node) -> PanelDock | None:
        docks = (self._host.docks[name] for name in self._names_at(node))
        return next((dock for dock in docks if not dock.isHidden() and not dock.isFloating()), None)

    def _widened(self, node: Node) -> int:
        return max(
            (WIDTHS.get(name, 0) for name in self._names_at(node) if self._host.is_open(name)), default=0
        )
