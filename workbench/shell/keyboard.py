"""The keyboard in the panels: kept from page to page, and passed on from panel to panel."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from workbench.shell.pages.docks import PanelDock
from workbench.shell.pages.tasks import Tasks
from workbench.widgets.strips import NoticeStrip, StripStack

_FIRST_PANEL = {"inspect": "tokens", "train": "corpus", "vocabulary": "vocabulary",
                "compare": "compare", "all": "tokens",
                "lab": "lab_editor"}  # fmt: skip


class Keyboard(QObject):
    """Keeps the keyboard in the panels where Qt would pass it to whatever comes next."""

    def __init__(self, window: QWidget, tasks: Tasks, strips: StripStack) -> None:
        """Serve a window; `strips` are the messages above its panels."""
        super().__init__(window)
        self._window, self._tasks, self._strips = window, tasks, strips
        self._noticed: QWidget | None = None  # what had the keyboard before a message took it
        self._left: QWidget | None = None  # what had the keyboard on the page before
        self._there: dict[str, QWidget] = {}  # what has it on each page
        tasks.changing.connect(self._note)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._fetch)

    def _note(self) -> None:
        self._left = QApplication.focusWidget() if focused_dock() is not None else None
        if self._left is not None:
            self._there[self._tasks.current] = self._left

    def keep(self, task: str) -> None:
        """Leave the keyboard where it was in the panels, or give it back to where it was on this page.

        Qt would pass it to whatever comes next, as far away as the status bar.
        """
        page = self._tasks.page
        for there in (self._left, self._there.get(task)):
            dock = _dock_of(there) if there is not None and isValid(there) else None
            if there is None or dock is None or not self._tasks.is_in_sight(dock.name):
                continue
            page.filling.fill(dock.name)
            if there.isVisible() and self._left is not None:
                there.activateWindow()  # of its own, where the panel floats
                there.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        page.filling.fill(_FIRST_PANEL[task])
        if self._left is not None or task == "vocabulary":  # where one comes to search
            self._focus_first()

    def _focus_first(self) -> None:
        dock = self._tasks.page.docks.get(_FIRST_PANEL[self._tasks.current]) if self._tasks.current else None
        if dock is not None:
            focus_into(dock)

    def _fetch(self, before: QWidget | None, now: QWidget | None) -> None:
        """Give the keyboard back where Qt took it from what is hidden or locked now to whatever came next."""
        if before is None or now is None:
            return
        in_strip = _is_in_strip(before)
        if _is_in_strip(now) and not in_strip:
            self._noticed = before
        if (before.isVisible() and before.isEnabled()) or not self._window.isAncestorOf(before):
            return
        if in_strip and not _is_in_strip(now):
            there, self._noticed = self._noticed, None
            if there is not None and isValid(there) and there.isVisible() and there.isEnabled():
                there.setFocus(Qt.FocusReason.OtherFocusReason)
            elif _dock_of(now) is None:
                self._focus_first()
        elif _dock_of(now) is None and not _is_in_strip(now):
            dock = _dock_of(before)
            if dock is None or not dock.isVisible():
                self._focus_first()
            else:
                focus_into(dock)

    def _shown_docks(self) -> list[PanelDock]:
        shown = [dock for name, dock in self._tasks.page.docks.items() if self._tasks.is_in_sight(name)]
        return sorted(shown, key=lambda dock: (dock.x(), dock.y()))

    def next_panel(self) -> None:
        """Take the keyboard to the next panel that takes it, or to the message above the panels."""
        strip, here = self._strips.strip(), QApplication.focusWidget()
        stops: list[PanelDock | NoticeStrip] = [*([] if strip is None else [strip]), *self._shown_docks()]
        start = next((place for place, stop in enumerate(stops, 1) if here and stop.isAncestorOf(here)), 0)
        for stop in stops[start:] + stops[:start]:
            if focus_into(stop):
                return

    def float_panel(self) -> None:
        """Make the panel with the keyboard a window, or put it back."""
        dock, here = focused_dock(), QApplication.focusWidget()
        if dock is not None and here is not None and dock.is_closable():
            self._tasks.page.float_or_dock(dock)
            dock.activateWindow()
            here.setFocus(Qt.FocusReason.OtherFocusReason)


def _dock_of(widget: QWidget | None) -> PanelDock | None:
    """Return the dock that a widget is in, or None."""
    while widget is not None and not isinstance(widget, PanelDock):
        widget = widget.parentWidget()
    return widget


def focused_dock() -> PanelDock | None:
    """Return the dock that has the keyboard, or None."""
    return _dock_of(QApplication.focusWidget())


def _is_in_strip(widget: QWidget | None) -> bool:
    while widget is not None and not isinstance(widget, NoticeStrip):
        widget = widget.parentWidget()
    return widget is not None


def focus_into(place: PanelDock | NoticeStrip) -> bool:
    """Give the keyboard to the first control of a panel or a message; say whether one takes the focus."""
    first = place.panel.widget if isinstance(place, PanelDock) else place.controls[0]
    step: QWidget | None = first
    while step is not None and (step is first or place.isAncestorOf(step)):
        if step.focusPolicy() & Qt.FocusPolicy.TabFocus and step.isVisibleTo(place) and step.isEnabled():
            step.activateWindow()
            step.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        step = step.nextInFocusChain()
    return False
