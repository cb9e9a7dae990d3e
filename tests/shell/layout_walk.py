"""A seeded walk of layout steps, with what must hold after each: no panel is lost, hidden or cut.

By hand, over the whole program: python -m tests.shell.layout_walk SEED STEPS
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar

from workbench.shell.pages.arrangements import TASKS
from workbench.shell.pages.docks import PanelDock
from workbench.shell.window import MainWindow
from workbench.widgets.look import theme

LARGEST = (3840, 2160)
SETTLING_ROUNDS = 500  # of 10 ms and what the events take: more where others have the processor


def settle() -> None:
    """Let all that is posted happen, and what that posts: also deletions, which outside `exec` wait."""
    for _ in range(4):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()


def faults(window: MainWindow) -> list[str]:
    """Return what is wrong with the panels of the page that is shown."""
    page = window.tasks.page
    found = [] if page.isVisible() else ["the page is hidden"]
    opened = [dock for dock in page.docks.values() if not dock.isHidden()]
    seen = [dock for dock in opened if page.has_in_sight(dock) and not dock.isFloating()]
    for dock in opened:
        if dock.widget() is not dock.panel.body:
            found.append(f"{dock.name} is empty")
        if (
            dock not in seen
            and not dock.isFloating()
            and not any(
                _has_tab(bar, dock) and page.rect().contains(bar.geometry()) for bar in page.tab_bars()
            )
        ):
            found.append(f"{dock.name} is open and not to be found")
    for dock in seen:
        found.extend(f"{dock.name} {wrong}" for wrong in _wrong(dock, seen, page.rect()))
    for task, other in window.tasks._pages.items():
        if task != window.tasks.current and any(dock.isVisible() for dock in other.docks.values()):
            found.append(f"a panel of {task} is shown")
    return found


def _has_tab(bar: QTabBar, dock: PanelDock) -> bool:
    return dock.windowTitle() in [bar.tabText(place) for place in range(bar.count())]


def _wrong(dock: PanelDock, seen: list[PanelDock], page: object) -> list[str]:
    box, least = dock.geometry(), dock.minimumSizeHint()
    found = [
        f"lies over {other.name}" for other in seen if other is not dock and box.intersects(other.geometry())
    ]
    if not page.contains(box):
        found.append(f"is outside: {box.getRect()} of {page.getRect()}")
    if box.width() < least.width() or box.height() < least.height():
        found.append(f"is too small: {box.size().toTuple()} of {least.toTuple()}")
    above = dock.parentWidget().childAt(box.center())
    if above is not dock and not dock.isAncestorOf(above):
        found.append(f"is covered by {above}")
    return found


class LayoutWalk:
    """Takes random steps in a window, which `open_window` makes, also anew.

    Attributes:
        done: the steps that were taken.

    """

    def __init__(self, seed: int, open_window: Callable[[], MainWindow]) -> None:
        self.random = random.Random(seed)
        self._open_window = open_window
        self.window = open_window()
        self.done: list[str] = []
        self._steps = (
            self.switch, self.switch, self.drag, self.drag, self.float_panel, self.open_or_close,
            self.open_or_close, self.choose, self.resize, self.move, self.raise_tab, self.reset, self.restart,
            self.run,
        )  # fmt: skip

    def step(self) -> None:
        """Take one step, and AssertionError where something is wrong after it."""
        act = self.random.choice(self._steps)
        self.done.append(f"{self.window.tasks.current}: {act.__name__} {act() or ''}")
        settle()
        while self.window.tasks.page.filling._timer.isActive():
            settle()
        # Qt may tell its tab bars in a later turn what has come to them: a fault is one that lasts.
        for _ in range(SETTLING_ROUNDS):
            if not (found := faults(self.window)):
                break
            QTest.qWait(10)
        assert not found, "\n".join(["", *self.done[-12:], *found])

    def switch(self) -> str:
        """Go to another page."""
        task = self.random.choice(TASKS)
        self.window.show_task(task)
        return task

    def _docks(self) -> list[PanelDock]:
        docks = self.window.tasks.page.docks.values()
        return [dock for dock in docks if self.window.tasks.is_in_sight(dock.name) and dock.is_closable()]

    def drag(self) -> str:
        """Drag the gap at the right or lower edge of a panel."""
        docks = [dock for dock in self._docks() if not dock.isFloating()]
        if not docks:
            return ""
        dock, page = self.random.choice(docks), self.window.tasks.page
        box, by = dock.geometry(), self.random.randint(-500, 500)
        across = self.random.random() < 0.6
        seam = (
            QPoint(box.right() + 4, box.center().y())
            if across
            else QPoint(box.center().x(), box.bottom() + 4)
        )
        to = seam + (QPoint(by, 0) if across else QPoint(0, by))
        QTest.mousePress(page, Qt.MouseButton.LeftButton, pos=seam)
        QTest.mouseMove(page, to)
        settle()
        QTest.mouseRelease(page, Qt.MouseButton.LeftButton, pos=to)
        return f"{dock.name} {'right' if across else 'lower'} {by}"

    def float_panel(self) -> str:
        """Make a panel a window, or put it back."""
        docks = self._docks()
        if not docks:
            return ""
        dock = self.random.choice(docks)
        self.window.tasks.page.float_or_dock(dock)
        return dock.name

    def open_or_close(self) -> str:
        """Use the switch of a panel."""
        switches = self.window.tasks.switches
        names = [name for name, switch in switches.items() if switch.isVisible()]
        if not names:
            return ""
        name = self.random.choice(names)
        switches[name].trigger()
        return name

    def choose(self) -> str:
        """Choose an entry of the menus that shows panels."""
        names = ("view.chat", "view.ids_panel", "view.lab", "train.preview", "view.inspect", "view.all")
        name = self.random.choice(names)
        if self.window.commands[name].isVisible():
            self.window.commands[name].trigger()
        return name

    def resize(self) -> str:
        """Give the window another size."""
        least = self.window.minimumSize()
        width = self.random.choice((1024, 1280, 1920, *self._between(least.width(), LARGEST[0])))
        height = self.random.choice((700, 800, 1080, *self._between(least.height(), LARGEST[1])))
        self.window.resize(width, height)
        return f"{width}x{height}"

    def _between(self, least: int, most: int) -> tuple[int, int]:
        return least, self.random.randint(least, most)

    def move(self) -> str:
        """Drag a panel by its header to a place in or beside another."""
        docks = [dock for dock in self._docks() if not dock.isFloating() and dock.panel.header is not None]
        if len(docks) < 2:
            return ""
        moved, other = self.random.sample(docks, 2)
        share = self.random.choice(((0.1, 0.5), (0.9, 0.5), (0.5, 0.1), (0.5, 0.9), (0.5, 0.5)))
        to = other.mapToGlobal(QPoint(int(other.width() * share[0]), int(other.height() * share[1])))
        grip = QPoint(30, 20)
        QTest.mousePress(moved, Qt.MouseButton.LeftButton, pos=grip)
        for way in (0.2, 0.6, 1, 1):
            start = moved.mapToGlobal(grip)
            QTest.mouseMove(moved, moved.mapFromGlobal(start + (to - start) * way))
            settle()
        QTest.mouseRelease(moved, Qt.MouseButton.LeftButton, pos=moved.mapFromGlobal(to))
        return f"{moved.name} to {other.name} {share}"

    def raise_tab(self) -> str:
        """Bring a panel to the front."""
        page = self.window.tasks.page
        if not page.docks:
            return ""
        dock = self.random.choice(list(page.docks.values()))
        if page.is_open(dock.name):
            dock.raise_()
        return dock.name

    def reset(self) -> None:
        """Put all back."""
        if self.random.random() < 0.3:
            self.window.commands["view.reset"].trigger()

    def run(self) -> str:
        """Let a training begin or end."""
        before = self.random.random() < 0.5
        self.window.tasks.set_before_run(before)
        return str(before)

    def restart(self) -> None:
        """Close the window, and open one with what was kept."""
        self.window.close()
        self.window = self._open_window()


def main(seed: int, steps: int) -> None:
    """Walk through the whole program."""
    from workbench.settings import Settings
    from workbench.shell import app as program
    from workbench.shell import wiring

    app = program.make_application(["walk"])
    settings = Settings(Path(tempfile.mkdtemp()) / "settings.ini")
    opened: list[MainWindow] = []

    def _open() -> MainWindow:
        while opened:
            opened.pop().deleteLater()  # with those of its panels that are windows
        theme.apply_theme(app, "light")
        window = program.make_window(app, settings)
        opened.append(window)
        window.may_close = lambda: True
        window.show()
        settle()
        wiring.fill(window)
        settle()
        return window

    walk = LayoutWalk(seed, _open)
    for number in range(steps):
        walk.step()
        if number % 100 == 99:
            print(number + 1, flush=True)
    walk.window.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
