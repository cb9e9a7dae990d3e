"""What is put right where Qt has left docks lost, over each other or too small."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt

from workbench.shell.pages.docks import DockHost


def close_lonely(host: DockHost) -> None:
    """Close what is as high as it is and has nothing below it any more: its column would be empty.

    Not while a panel is a window, which may come back there.
    """
    seen = [dock for dock in host.docks.values() if host.has_in_sight(dock)]
    if any(dock.isFloating() for dock in seen):
        return
    for dock in [dock for dock in seen if dock.panel.fixed]:
        column = dock.geometry().adjusted(0, -host.height(), 0, host.height())
        if len(seen) > 1 and not any(
            column.intersects(other.geometry()) for other in seen if other is not dock
        ):
            with host.quietly():
                dock.hide()


def place_anew(host: DockHost) -> None:
    """Let Qt place all docks once more, and give those that it left without a size what they need."""
    nudge(host)
    docks = [host.docks[name] for name in misplaced(host)]
    with host.quietly():
        for direction in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
            across = direction == Qt.Orientation.Horizontal
            needs = [dock.minimumSizeHint() for dock in docks]
            host.resizeDocks(docks, [s.width() if across else s.height() for s in needs], direction)
    nudge(host)


def nudge(host: DockHost) -> None:
    """Let Qt place all docks: one that comes back from a window it takes for one that is in its place."""
    size = host.size()
    with host.quietly():
        host.resize(size + QSize(1, 0))
        host.resize(size)


def misplaced(host: DockHost) -> list[str]:
    """Return the names of panels in sight that are outside, over others, or smaller than they can be."""
    seen = [dock for dock in host.docks.values() if not dock.isFloating() and host.has_in_sight(dock)]
    return [
        dock.name
        for dock in seen
        if not host.rect().contains(dock.geometry())
        or any(dock.geometry().intersects(other.geometry()) for other in seen if other is not dock)
        or dock.width() < dock.minimumSizeHint().width()
        or dock.height() < dock.minimumSizeHint().height()
    ]
