"""A list of items that a delegate paints, a row each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QWidget

from workbench.widgets.look.theme import theme_signals
from workbench.widgets.tables import Index

ITEM = int(Qt.ItemDataRole.UserRole)


class _Items(QAbstractListModel):
    """Items, and what a screen reader and a tooltip say of each."""

    def __init__(self, words: Callable[[Any], str]) -> None:
        super().__init__()
        self.items: Sequence[Any] = ()
        self._words = words

    def show(self, items: Sequence[Any]) -> None:
        self.beginResetModel()
        self.items = items
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.items[index.row()]
        if role == ITEM:
            return item
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self._words(item)
        return None


class ItemList(QListView):
    """Shows items; the delegate gets each by the role `ITEM`.

    Signals:
        row_chosen(int): a row was clicked, or Enter was pressed.

    """

    row_chosen = Signal(int)

    def __init__(
        self, delegate: QStyledItemDelegate, words: Callable[[Any], str], parent: QWidget | None = None
    ) -> None:
        """Take what paints an item, and what describes it in a line."""
        super().__init__(parent)
        self._model, self._delegate = _Items(words), delegate
        self.setModel(self._model)
        self.setItemDelegate(delegate)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("focusRing", False)
        for signal in (self.clicked, self.activated):
            signal.connect(lambda index: self.row_chosen.emit(index.row()) if index.isValid() else None)
        theme_signals.changed.connect(self.viewport().update)

    def show_items(self, items: Sequence[Any]) -> None:
        """Show other items."""
        self._model.show(items)

    def items(self) -> Sequence[Any]:
        """Return what is shown."""
        return self._model.items
