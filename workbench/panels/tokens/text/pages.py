"""The pages of the Tokens panel, Text, Ids and more, on one place, and the control that chooses one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from workbench.widgets.controls import Segmented


class Pages(QStackedWidget):
    """The pages; the first is always there.

    Attributes:
        switch: the control for the head of the panel, hidden while there is only one page.

    Signals:
        changed(str): name of the page that is now in front.

    """

    changed = Signal(str)

    def __init__(
        self, name: str, title: str, page: QWidget, tip: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._titles: list[tuple[str, ...]] = []
        self._pages: dict[str, QWidget] = {}
        self._current = name
        self.switch = QWidget(self)  # until a header takes it: without a parent it would be a window
        self._row = QHBoxLayout(self.switch)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._segmented: Segmented | None = None
        self.add(name, title, page, tip)

    def add(self, name: str, title: str, page: QWidget, tip: str = "") -> None:
        """Add a page after those there are; several may share one widget, which follows `changed`.

        `tip` says in a sentence what it shows.
        """
        self._titles.append((name, title, tip) if tip else (name, title))
        self._pages[name] = page
        if self.indexOf(page) < 0:
            self.addWidget(page)
        self._rebuild()

    def names(self) -> list[str]:
        """Return the names of all pages, in order."""
        return list(self._pages)

    def current(self) -> str:
        """Return the name of the page in front."""
        return self._current

    def show_page(self, name: str) -> None:
        """Bring a page to the front; KeyError for an unknown one."""
        if self._segmented is not None:
            self._segmented.set_value(name)

    def _rebuild(self) -> None:
        """Make the control again: the choices of a `Segmented` are fixed."""
        if self._segmented is not None:
            self._row.removeWidget(self._segmented)
            self._segmented.setParent(None)
            self._segmented.deleteLater()
        self._segmented = Segmented(self._titles, self.tr("Pages of the panel"))
        self._segmented.set_value(self._current)
        self._segmented.changed.connect(self._bring)
        self._row.addWidget(self._segmented)
        self.switch.setVisible(len(self._titles) > 1)

    def _bring(self, name: str) -> None:
        page, before = self._pages[name], self.currentWidget()
        had_focus = before is not None and (before.hasFocus() or before.isAncestorOf(self.focusWidget()))
        self._current = name
        self.setCurrentWidget(page)
        if had_focus:
            page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(name)
