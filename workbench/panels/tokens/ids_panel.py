"""The Ids panel: the ids of the text, line for line beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from workbench.panels.tokens.panel import TokensPanel
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.token_ids import TokenIds


class IdsPanel(QWidget):
    """Follows the Tokens panel.

    Attributes:
        header: the panel's head, for the window to put above it.
        ids: the ids.

    """

    def __init__(self, tokens: TokensPanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Ids"))
        self.header = PanelHeader(self.tr("Ids"), self.tr("follows the text"))
        self.ids = TokenIds(tokens.view)
        self.setFocusProxy(self.ids)
        panel_column(self).addWidget(self.ids, 1)
        tokens.encoding.part_taken.connect(self.ids.renew)
        tokens.encoding.finished.connect(self.ids.renew)
        tokens.colouring.coloured.connect(self.ids.renew)
