"""The chat template of a tokenizer, as text: it is code of others, which is shown here and not run."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from workbench.shell.session.tokenizers import Tokenizers
from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import token_font


class ChatTemplateDialog(QDialog):
    """Shows a template; the window behind it stays usable.

    Attributes:
        text: the template, read only. copy: takes it to the clipboard.

    """

    def __init__(self, name: str, template: str, parent: QWidget) -> None:
        """Show the template of the tokenizer called `name`."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Chat template of {name}").format(name=name))
        self.setAccessibleName(self.windowTitle())
        note = Label(
            self.tr("The Jinja template in the tokenizer's file that turns a conversation into text."),
            "body",
            "text2",
        )
        note.setWordWrap(True)
        self.text = QPlainTextEdit(template)
        self.text.setReadOnly(True)
        self.text.setFont(token_font(13))
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Chat template"))
        self.copy = Button(self.tr("Copy"), "plain", "copy")
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(self.text.toPlainText()))
        row = QHBoxLayout()
        row.addWidget(note, 1)
        row.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_4, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        column.setSpacing(theme.SPACE_3)
        column.addLayout(row)
        column.addWidget(self.text, 1)

    def sizeHint(self) -> QSize:
        """Return a size for some thirty lines."""
        return QSize(720, 520)


def show_template(parent: QWidget, tokenizers: Tokenizers) -> None:
    """Show the chat template of the tokenizer in use."""
    info = tokenizers.current
    if info is not None:
        ChatTemplateDialog(info.name, info.chat_template, parent).show()
