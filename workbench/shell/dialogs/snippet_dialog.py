"""Lines of code for what was saved, in a window of their own."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from workbench.formats.snippets import Snippet
from workbench.shell.dialogs.export_cards import SnippetView
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme

_SIZE = 680, 480


class SnippetDialog(QDialog):
    """How a model takes the ids of a saved tokenizer along.

    Attributes:
        view: the code.

    """

    def __init__(self, snippets: tuple[Snippet, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Use the new ids in a model"))
        self.setAccessibleName(self.windowTitle())
        why = Label(
            self.tr(
                "Ids are new or have changed: a model needs other rows of embeddings. The map next to the "
                "tokenizer says which."
            ),
            tone="text2",
        )
        why.setWordWrap(True)
        self.view = SnippetView(snippets)
        close = Button(self.tr("Close"))
        close.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_6, theme.SPACE_4)
        column.setSpacing(theme.SPACE_3)
        column.addWidget(why)
        column.addWidget(self.view, 1)
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        self.resize(*_SIZE)
