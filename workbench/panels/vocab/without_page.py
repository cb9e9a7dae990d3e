"""The tokens that go and those that come if a source is left out of a training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListView, QVBoxLayout, QWidget

from workbench.display.escapes import escape
from workbench.display.marks import one_line, visible
from workbench.panels.vocab.training_section import short
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.tables import Index
from workbench.widgets.vocabulary import Vocabulary

_ROOT = QModelIndex()


class _Tokens(QAbstractListModel):
    """Tokens, one a row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.tokens: Sequence[bytes] = ()

    def set_tokens(self, tokens: Sequence[bytes]) -> None:
        """Show other tokens."""
        self.beginResetModel()
        self.tokens = tokens
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.tokens)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        if role == Qt.ItemDataRole.FontRole:
            return theme.token_font(13)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        return one_line(visible(self.tokens[index.row()]), 64)


class TokenList(QWidget):
    """A list of tokens under its number; Ctrl+C copies the chosen ones, Return or a double click opens one.

    Attributes:
        view: the list.

    Signals:
        chosen(bytes): the user wants to see this token.

    """

    chosen = Signal(bytes)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Label("", "medium")
        self._model = _Tokens(self)
        self.view = QListView()
        self.view.setModel(self._model)
        self.view.setUniformItemSizes(True)
        self.view.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.view.setAccessibleName(name)
        self.view.activated.connect(lambda at: self.chosen.emit(self._model.tokens[at.row()]))
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.view)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_2)
        column.addWidget(self._title)
        column.addWidget(self.view, 1)

    def show_tokens(self, title: str, tokens: Sequence[bytes]) -> None:
        """Show other tokens."""
        self._title.setText(title)
        self._model.set_tokens(tokens)

    def title(self) -> str:
        """Return what is above the list."""
        return self._title.text()

    def copy(self) -> None:
        """Copy the chosen tokens, or all if none is, one in a line, escaped."""
        rows = sorted(at.row() for at in self.view.selectedIndexes()) or range(len(self._model.tokens))
        QGuiApplication.clipboard().setText("\n".join(escape(self._model.tokens[row]) for row in rows))


class WithoutPage(QWidget):
    """Two lists: what goes without a source, and what comes.

    Attributes:
        gone, come: the lists.

    Signals:
        token_chosen(int): the id of a token of the vocabulary that the user wants to see.
        back_requested(): the user goes back to the findings.

    """

    token_chosen = Signal(int)
    back_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vocabulary: Vocabulary | None = None
        self._title = Label("", "title", elided=True)
        back = Button(self.tr("Back to the findings"), "link")
        back.clicked.connect(self.back_requested)
        self.gone, self.come = TokenList(self.tr("Tokens lost")), TokenList(self.tr("Tokens gained"))
        self.gone.chosen.connect(self._choose)
        head, lists = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(back)
        lists.setSpacing(theme.SPACE_4)
        for part in (self.gone, self.come):
            lists.addWidget(part, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_3)
        column.setSpacing(theme.SPACE_3)
        column.addLayout(head)
        column.addLayout(lists, 1)

    def show_change(
        self, vocabulary: Vocabulary, source: str, gone: Sequence[bytes], come: Sequence[bytes]
    ) -> None:
        """Show what a source left out of the training of a vocabulary changes."""
        self._vocabulary = vocabulary
        self._title.setText(self.tr("Without {source}").format(source=short(source)))
        self._title.setToolTip(source)
        self.gone.show_tokens(wording.plural(len(gone), "%n token lost", "%n tokens lost"), gone)
        self.come.show_tokens(wording.plural(len(come), "%n token gained", "%n tokens gained"), come)
        self.gone.view.setFocus()

    def _choose(self, token: bytes) -> None:
        rows = [] if self._vocabulary is None else self._vocabulary.rows_with(token)
        if self._vocabulary is not None and rows:
            self.token_chosen.emit(int(self._vocabulary.listed.ids[rows[0]]))
