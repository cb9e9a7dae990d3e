"""The menu button for the contents of the table of measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHeaderView, QMenu, QWidget

from workbench.display.escapes import for_label, name_of
from workbench.engine.judging.metrics import METRICS
from workbench.panels.compare.measures.figures import SHOWN
from workbench.panels.compare.measures.model import Look
from workbench.panels.compare.words import label
from workbench.widgets import wording
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.tick_menu import TickMenu

_MOST = 200  # sources in the menu


class ViewMenu(MenuButton):
    """Chooses what the table shows, of which source, and how it is sorted.

    Attributes:
        look: the options of the table.
        source: the source of the measures, "" for all together.

    Signals:
        changed(): the user has changed one of these.

    """

    changed = Signal()

    def __init__(self, head: QHeaderView, parent: QWidget | None = None) -> None:
        """Take the table header, whose sections sort the table."""
        super().__init__(self.tr("What the table shows"), parent)
        self.look, self.source = Look(), ""
        self._head, self._sources = head, list[str]()
        for kind, text in self._texts().items():
            self._tick(self.menu, text, partial(self._show, kind))
        self.menu.addSeparator()
        self.measures = TickMenu(self.tr("&Measures"), self.menu)
        self.sorting = QMenu(self.tr("&Sort by"), self.menu)
        self.of_source = QMenu(self.tr("S&ource"), self.menu)
        for menu in (self.measures, self.sorting, self.of_source):
            self.menu.addMenu(menu)
        self._turned = self._tick(
            self.menu, self.tr("A &line for each tokenizer"),
            lambda: self._choose(replace(self.look, turned=not self.look.turned)),
        )  # fmt: skip
        self._fill_measures()
        self.menu.aboutToShow.connect(self._renew)
        self._renew()

    def _texts(self) -> Mapping[str, str]:
        texts = self.tr("&Figures"), self.tr("&Differences from A"), self.tr("Differences in &percent")
        return dict(zip(SHOWN, texts, strict=True))

    def _tick(self, menu: QMenu, text: str, act: Callable[[], object]) -> QAction:
        entry = menu.addAction(text)
        entry.setCheckable(True)
        entry.triggered.connect(lambda _on: act())
        return entry

    def _fill_measures(self) -> None:
        for metric in METRICS:
            entry = self._tick(self.measures, label(metric), partial(self._toggle, metric.name))
            entry.setData(metric.name)
        self.measures.addSeparator()
        for text, hidden in (
            (self.tr("&All measures"), ()),
            (self.tr("Only those with an &interval"), (m.name for m in METRICS if m.parts is None)),
        ):
            self.measures.addAction(text).triggered.connect(
                lambda _on, names=frozenset(hidden): self._choose(replace(self.look, hidden=names))
            )

    def _show(self, shown: str) -> None:
        self._choose(replace(self.look, shown=shown))

    def _toggle(self, name: str) -> None:
        hidden = self.look.hidden ^ {name}
        if len(hidden) < len(METRICS):  # one always stays
            self._choose(replace(self.look, hidden=hidden))
        self._renew()

    # --- choices

    def set_sources(self, names: Iterable[str]) -> None:
        """Set the sources; if the current one is gone, show all."""
        self._sources = list(names)
        if self.source not in self._sources:
            self.source = ""

    def set_look(self, look: Look) -> None:
        """Restore the options of the table."""
        self.look = look
        self._renew()

    def _choose(self, look: Look) -> None:
        self.set_look(look)
        self.changed.emit()

    def _choose_source(self, name: str) -> None:
        self.source = name
        self.changed.emit()

    def _renew(self) -> None:
        """Show the current choice."""
        for entry, kind in zip(self.menu.actions(), SHOWN, strict=False):
            entry.setChecked(kind == self.look.shown)
        self._turned.setChecked(self.look.turned)
        for entry in self.measures.actions():
            if entry.isCheckable():
                entry.setChecked(entry.data() not in self.look.hidden)
        self.set_chosen(wording.unmarked(self._texts()[self.look.shown]))
        self._fill_sorting()
        self.of_source.clear()
        self.of_source.menuAction().setVisible(len(self._sources) > 1)
        for name in ("", *self._sources[:_MOST]):
            text = for_label(name_of(name)).replace("&", "&&") if name else self.tr("All of them")
            entry = self._tick(self.of_source, text, partial(self._choose_source, name))
            entry.setToolTip(name)
            entry.setChecked(name == self.source)

    def _fill_sorting(self) -> None:
        self.sorting.clear()
        head, model = self._head, self._head.model()
        by, order = head.sortIndicatorSection(), head.sortIndicatorOrder()
        for section in range(model.columnCount()):
            name = str(model.headerData(section, Qt.Orientation.Horizontal)) if section else ""
            entry = self._tick(self.sorting, name or self.tr("As listed"), partial(self._sort, section))
            entry.setChecked(section == by)
        self.sorting.addSeparator()
        falls = order == Qt.SortOrder.DescendingOrder
        self._tick(self.sorting, self.tr("&Reversed"), partial(self._sort, by, not falls)).setChecked(falls)

    def _sort(self, section: int, falls: bool = False) -> None:
        order = Qt.SortOrder.DescendingOrder if falls else Qt.SortOrder.AscendingOrder
        self._head.setSortIndicator(section, order)
