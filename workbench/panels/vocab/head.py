"""The head of the Vocabulary panel: what is counted, which columns are shown, and export."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction

from workbench.panels.vocab.model import COLUMNS
from workbench.panels.vocab.table import ALWAYS, VocabularyTable
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.panel_parts import PanelHeader
from workbench.widgets.tick_menu import TickMenu
from workbench.worker.messages.tokenizers import TokenizerInfo


class VocabularyHead(PanelHeader):
    """Title, number of tokens, and three menus.

    Attributes:
        scope, columns, export: the buttons of the menus.

    Signals:
        scope_chosen: "text", "corpus" or "none", what to count.
        columns_chosen(): other columns were chosen.
        export_requested: "vocab" or "csv", the kind of file to write.

    """

    scope_chosen = Signal(str)
    columns_chosen = Signal()
    export_requested = Signal(str)

    def __init__(self, table: VocabularyTable) -> None:
        super().__init__("")
        self.set_title(self.tr("Vocabulary"))
        self._table = table
        self.scope, self.columns = self._make_scopes(), self._make_columns()
        self.export = MenuButton(self.tr("Write the vocabulary to a file"))
        self.export.set_chosen(self.tr("Export"))
        self._exports = self._make_exports()
        for button in (self.scope, self.columns, self.export):
            self.add_right(button)
        self.show_scope("text")

    def _make_exports(self) -> dict[str, QAction]:
        self.export.menu.setToolTipsVisible(True)
        entries = {}
        for kind, text, tip in (
            ("csv", self.tr("As a table (.csv)…"), self.tr("Id, token, bytes, length, rank or score, pair")),
            (
                "vocab",
                self.tr("As minbpe's .vocab…"),
                self.tr("One token per line, with its two parts"),
            ),
        ):
            entries[kind] = entry = self.export.menu.addAction(text)
            entry.setToolTip(tip)
            entry.triggered.connect(lambda _on, wanted=kind: self.export_requested.emit(wanted))
        return entries

    def offer_exports(self, info: TokenizerInfo) -> None:
        """Offer the file kinds that can list a tokenizer."""
        # minbpe's file lists the merge of each token, in the order of ids.
        self._exports["vocab"].setVisible(info.merge_order and info.byte_level)

    # --- what is counted

    def _scopes(self) -> dict[str, tuple[str, str]]:
        return {
            "text": (self.tr("Counts in the text"), self.tr("Count the tokens of the text of Inspect")),
            "corpus": (self.tr("Counts in the corpus"), self.tr("Count the tokens of the sources of Train")),
            "none": (self.tr("No counts"), self.tr("Count nothing")),
        }

    def _make_scopes(self) -> MenuButton:
        button = MenuButton(self.tr("What is counted"))
        button.menu.setToolTipsVisible(True)
        for scope, (name, tip) in self._scopes().items():
            entry = button.menu.addAction(name)
            entry.setToolTip(tip)
            entry.setCheckable(True)
            entry.setData(scope)
            entry.triggered.connect(lambda _on, chosen=scope: self.scope_chosen.emit(chosen))
        return button

    def show_scope(self, scope: str) -> None:
        """Show what is counted."""
        name, tip = self._scopes()[scope]
        short = {"text": self.tr("In text"), "corpus": self.tr("In corpus")}  # a panel may be narrow
        self.scope.set_chosen(short.get(scope, name), tip)
        for entry in self.scope.menu.actions():
            entry.setChecked(entry.data() == scope)
        self._table.rows.scope = scope

    # --- columns

    def _make_columns(self) -> MenuButton:
        button = MenuButton(self.tr("Choose the columns"))
        button.set_chosen(self.tr("Columns"))
        button.menu = TickMenu(button)
        button.menu.setAccessibleName(self.tr("Choose the columns"))
        button.menu.setToolTipsVisible(True)
        for name in COLUMNS:
            if name not in ALWAYS:
                entry = button.menu.addAction(self._table.rows.title(name))
                entry.setToolTip(self._table.rows.tip(name))
                entry.setCheckable(True)
                entry.setData(name)
                entry.toggled.connect(self._choose_columns)
        button.menu.aboutToShow.connect(self._tick_columns)
        return button

    def _tick_columns(self) -> None:
        for entry in self.columns.menu.actions():
            was_blocked = entry.blockSignals(True)
            entry.setText(self._table.rows.title(entry.data()))
            entry.setChecked(entry.data() in self._table.columns)
            entry.blockSignals(was_blocked)

    def _choose_columns(self) -> None:
        entries = self.columns.menu.actions()
        self._table.set_columns(entry.data() for entry in entries if entry.isChecked())
        self.columns_chosen.emit()
