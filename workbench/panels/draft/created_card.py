"""The card of a tokenizer that was made by changing another one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.worker.messages.tokenizers import TokenizerInfo


class CreatedCard(QWidget):
    """The next steps for a changed copy.

    Attributes:
        compare, save, back: the buttons.

    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._sentence = Label("", "heading"), Label("", "small", "text2")
        self._sentence.setWordWrap(True)
        for label in (self._title, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.compare = Button(self.tr("Compare with the original"), "primary", "compare")
        self.compare.setToolTip(self.tr("Show both on the open text and the corpus"))
        self.save = Button(self.tr("Save…"), "plain", "save")
        self.save.setToolTip(self.tr("Save the copy; if ids changed, a map of the ids is saved next to it"))
        self.back = Button(self.tr("Back to the draft"), "link")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_4, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        column.setSpacing(theme.SPACE_3)
        column.addStretch(1)
        column.addWidget(self._title)
        column.addWidget(self._sentence)
        for button in (self.compare, self.save, self.back):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)

    def show_info(self, info: TokenizerInfo) -> None:
        """Show a tokenizer."""
        self._title.setText(self.tr("A changed copy"))
        unsaved = self.tr("{name} is open and not saved yet. Its card will list the changes.")
        saved = self.tr("{name} is saved. Its card lists the changes.")
        self._sentence.setText((saved if info.path else unsaved).format(name=info.name))
        self.save.setVisible(not info.path)
