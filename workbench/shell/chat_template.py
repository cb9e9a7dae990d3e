"""The roles of a tokenizer's special tokens, and its chat template as text: code of others, not run here."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from workbench.display.marks import visible
from workbench.shell.session.tokenizers import Tokenizers
from workbench.widgets import wording
from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import token_font
from workbench.worker.messages.tokenizers import TokenizerInfo


class ChatTemplateDialog(QDialog):
    """Shows roles and template; the window behind it stays usable.

    Attributes:
        text: the template, read only. copy: takes it to the clipboard.
        change: the button that asks for others.

    """

    def __init__(self, info: TokenizerInfo, parent: QWidget) -> None:
        """Show what is known of a tokenizer."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Roles and chat template of {name}").format(name=info.name))
        self.setAccessibleName(self.windowTitle())
        names = {"chatml": "ChatML", "plain": self.tr("Plain"), "own": self.tr("its own")}
        said = self.tr("Chat template, in Jinja: {which}").format(which=names.get(info.template_name, ""))
        note = Label(said if info.chat_template else self.tr("It has no chat template."), "body", "text2")
        self.text = QPlainTextEdit(info.chat_template)
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
        self.change = Button(self.tr("Change…"))
        self.change.setToolTip(self.tr("Other roles, or another chat template, in a copy"))
        self.change.setEnabled("roles" in info.changes)
        head = QHBoxLayout()
        head.addLayout(_roles(info), 1)
        head.addWidget(self.change, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        column.addLayout(row)
        column.addWidget(self.text, 1)
        self.copy.setVisible(bool(info.chat_template))
        self.text.setVisible(bool(info.chat_template))
        if not info.chat_template:
            column.addStretch(1)

    def sizeHint(self) -> QSize:
        """Return a size for some thirty lines of a template, or for the roles alone."""
        return QSize(720, 520) if self.text.toPlainText() else QSize(480, 120)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChatTemplateDialog", text)


def _roles(info: TokenizerInfo) -> QGridLayout:
    """Return a row for each role: its name, the text of its token, and the id."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(theme.SPACE_4)
    grid.setVerticalSpacing(theme.SPACE_1)
    grid.setColumnStretch(3, 1)
    if not info.roles:
        grid.addWidget(Label(_tr("No token has a role."), "body", "text2"), 0, 0)
    for number, (role, text, token_id) in enumerate(info.roles):
        token = Label(visible(text.encode("utf-8", "replace")))
        token.setFont(token_font(13))
        token.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        shown_id = Label(wording.number(token_id), "body", "text2")
        for place, label in enumerate((Label(role, "medium"), token, shown_id)):
            grid.addWidget(label, number, place)
    return grid


def show_template(parent: QWidget, tokenizers: Tokenizers, change: Callable[[], object]) -> None:
    """Show the chat template of the tokenizer in use; `change` asks for others."""
    info = tokenizers.current
    if info is not None:
        dialog = ChatTemplateDialog(info, parent)
        dialog.change.clicked.connect(dialog.close)
        dialog.change.clicked.connect(change)
        dialog.show()
