"""The tasks: a page for each, of which one is shown, and the panels, which go to the page that is shown."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from workbench.settings import Settings
from workbench.shell.pages.arrangements import TASKS, panels_of
from workbench.shell.pages.docks import Panel, PanelDock
from workbench.shell.pages.page import Page, is_of_now


class Tasks(QObject):
    """Shows the page of one task at a time.

    A page is made when it is first shown, and lives as long as the window.

    Attributes:
        stack: the pages.
        panels: all there are, by name. unseen: the parent of those that no page has taken.
        switches: for each panel the action that opens and closes it on the page that is shown.

    Signals:
        changing(): another task is about to hold.
        changed(str): the task that now holds.
        arranged(): the docks have been put in their places, for a task or after a change of width.
        put_back(): a kept arrangement could not be used.

    """

    changing = Signal()
    changed = Signal(str)
    arranged = Signal()
    put_back = Signal()

    def __init__(self, parent: QWidget, settings: Settings) -> None:
        super().__init__(parent)
        self._settings = settings
        self.stack = QStackedWidget(parent)
        # What a page needs must not make the window higher: the page sees to it that all has room.
        self.stack.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.unseen = QWidget(parent)
        self.unseen.hide()
        self.panels: dict[str, Panel] = {}
        self.switches: dict[str, QAction] = {}
        self._pages: dict[str, Page] = {}
        kept = settings.layouts
        self._kept = {task: kept[task] for task in TASKS if task in kept and is_of_now(kept[task])}
        self._dropped = len(self._kept) < len(kept)
        self._before_run = False
        self._task = ""

    @property
    def current(self) -> str:
        """Return the task that holds, "" before the first."""
        return self._task

    @property
    def page(self) -> Page:
        """Return the page that is shown; KeyError before the first."""
        return self._pages[self._task]

    def add_panel(self, panel: Panel) -> QAction:
        """Add a panel for the pages that name it; return the action that opens and closes the panel."""
        self.panels[panel.name] = panel
        switch = self.switches[panel.name] = QAction(panel.title, self, checkable=True, visible=False)
        switch.triggered.connect(lambda shown: self.set_open(panel.name, shown))
        return switch

    def take_panel(self, name: str, widget: QWidget) -> None:
        """Take the widget of a panel, and put it where it is to be seen by now."""
        self.panels[name].take(widget)
        if self._task:
            self.page.filling.fill(name)

    def show(self, task: str) -> None:
        """Show the page of a task; KeyError for an unknown one."""
        if task not in TASKS:
            raise KeyError(task)
        if task == self._task:
            return
        self.changing.emit()
        self.stack.setUpdatesEnabled(False)
        if self._task:
            self.page.leave()
        self._task = task
        page = self._page_of(task)
        page.resize(self.stack.size())
        page.enter()
        self.stack.setCurrentWidget(page)
        self.stack.setUpdatesEnabled(True)
        self._show_switches()
        self.changed.emit(task)
        if self._dropped:
            self._dropped = False
            self.put_back.emit()

    def _page_of(self, task: str) -> Page:
        if task not in self._pages:
            page = self._pages[task] = Page(task, self.panels, self._kept.get(task, b""), self.stack)
            page.set_before_run(self._before_run)
            page.switched.connect(partial(self._show_switch, page))
            page.arranged.connect(self.arranged)
            page.put_back.connect(self.put_back)
            self.stack.addWidget(page)
        return self._pages[task]

    def dock(self, name: str) -> PanelDock:
        """Return the dock of a panel, that of the page which is shown where it has one; KeyError for none."""
        tasks = (self._task, *TASKS) if self._task else TASKS
        return self._page_of(next((task for task in tasks if name in panels_of(task)), "")).docks[name]

    # --- panels -----------------------------------------------------------------------------------

    def is_in_sight(self, name: str) -> bool:
        """Return whether a panel is on the page that is shown, and in front of those on its place."""
        dock = self.page.docks.get(name) if self._task else None
        return dock is not None and self.page.has_in_sight(dock)

    def set_open(self, name: str, shown: bool) -> None:
        """Open a panel on the page that is shown, or close it; nothing if it has no place there."""
        if name in self.page.docks:
            (self.page.open if shown else self.page.close_panel)(name)

    def _show_switch(self, page: Page, name: str) -> None:
        if page.task == self._task:
            self.switches[name].setChecked(page.is_open(name))

    def _show_switches(self) -> None:
        docks = self.page.docks
        for name, switch in self.switches.items():
            switch.setVisible(name in docks and docks[name].is_closable())
            switch.setChecked(self.page.is_open(name))

    # --- arrangements -----------------------------------------------------------------------------

    def reset(self) -> None:
        """Put the docks of the page that is shown back in their places."""
        self.page.reset()

    def refit(self) -> None:
        """Arrange again soon where the window has become narrow or wide and the user has moved nothing.

        Not at once: a layout of the window may be under way, see `Page`.
        """
        if self._task:
            self.page.refit_soon()

    def fit_height(self, name: str) -> None:
        """Make a panel that is as high as it likes to be so again, on every page."""
        for page in self._pages.values():
            if name in page.docks:
                page.docks[name].fit_height()

    def set_before_run(self, before: bool) -> None:
        """Give the room to the corpus while nothing runs, then to the run."""
        self._before_run = before
        if "train" in self._pages:
            self._pages["train"].set_before_run(before)

    def save(self) -> None:
        """Put the user's own arrangements into the settings."""
        self._settings.layouts = self.kept()

    def kept(self) -> dict[str, bytes]:
        """Return the user's own arrangements, by task."""
        now = self._kept | {task: page.kept() for task, page in self._pages.items()}
        return {task: kept for task, kept in now.items() if kept}
