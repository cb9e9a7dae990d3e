"""Shows why a conversation has no text, with a remedy if there is one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from workbench.widgets.look import theme
from workbench.widgets.strips import NoticeStrip


class ProblemStrip(QWidget):
    """A strip that is hidden without a message.

    Signals:
        chatml_requested(): ChatML is to be taken instead of the tokenizer's own template.

    """

    chatml_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._strip: NoticeStrip | None = None
        self._said = ("", "", False)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.SPACE_3, 0, theme.SPACE_3, theme.SPACE_1)
        # Maximum would hold it to the height that it has where it is wider.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()

    def show_problem(self, cause: str, remedy: str, own_template: bool) -> None:
        """Say what is wrong and what to do, "" for nothing; another template helps where it is its own."""
        if (cause, remedy, own_template) == self._said:
            return
        self._said = (cause, remedy, own_template)
        if self._strip is not None:
            self._strip.hide()
            self._strip.deleteLater()
            self._strip = None
        if cause:
            self._strip = NoticeStrip(cause, remedy, kind="error")
            self._strip.closed.connect(self.hide)
            if own_template:
                link = self._strip.add_link(self.tr("Use ChatML"), self.chatml_requested.emit)
                link.setToolTip(self.tr("Render this conversation with ChatML instead"))
            self._column.addWidget(self._strip)
        self.setVisible(bool(cause))

    def text(self) -> str:
        """Return what is said, in two lines, "" for nothing."""
        return "\n".join(self._said[:2]) if self._said[0] else ""
