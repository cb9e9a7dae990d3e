"""The Ids panel: the ids of the text, line by line beside the text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from workbench.panels.tokens.text.panel import TokensPanel
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.token_view.ids import TokenIds


class IdsPanel(QWidget):
    """Follows the Tokens panel.

    Attributes:
        header: the panel's head, shown above the panel.
        ids: the ids.

    Signals:
        toast_requested(str, object): what has been done; None, as there is no undo.

    """

    toast_requested = Signal(str, object)

    def __init__(self, tokens: TokensPanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Ids"))
        self.header = PanelHeader(self.tr("Ids"), self.tr("follows the text"))
        self.ids = TokenIds(tokens.view)
        self._view = tokens.view
        self.setFocusProxy(self.ids)
        panel_column(self).addWidget(self.ids, 1)
        tokens.encoding.part_taken.connect(self.ids.renew)
        tokens.encoding.finished.connect(self.ids.renew)
        tokens.coloring.colored.connect(self.ids.renew)

    def copy(self) -> None:
        """Put the id of the selected token on the clipboard; without one leave that as it is."""
        token = self._view.selected.token
        if token is not None:
            QGuiApplication.clipboard().setText(str(token.id))
            self.toast_requested.emit(self.tr("Copied id {id}.").format(id=token.id), None)

    def event(self, event: QEvent) -> bool:
        """Keep the key that copies from the shortcuts of the window."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(event.matches(QKeySequence.StandardKey.Copy))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected id; all else is of the ids themselves."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)
