"""Report a problem: shows and copies the contents of a report. Nothing is sent."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import token_font
from workbench.widgets.panel_parts import fit_screen


class ReportDialog(QDialog):
    """Shows a report; the window behind it stays usable.

    Attributes:
        text: the report. copy: takes it to the clipboard.

    """

    def __init__(self, report: str, log_folder: Path, parent: QWidget, happened: str = "") -> None:
        """Show a report, and `happened`, a sentence of what went wrong."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Report a problem"))
        self.setAccessibleName(self.windowTitle())
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_6, theme.SPACE_4)
        column.setSpacing(theme.SPACE_3)
        for line, role in ((happened, "title"), (self._what(), "body")):
            label = Label(line, role, "text" if role == "title" else "text2")
            label.setWordWrap(True)
            column.addWidget(label)
            label.setVisible(bool(line))
        self.text = QPlainTextEdit(report)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(token_font(12))
        self.text.setAccessibleName(self.tr("The report"))
        column.addWidget(self.text, 1)
        column.addLayout(self._buttons(log_folder))
        fit_screen(self, 680, 520)
        self.copy.setFocus()

    def _what(self) -> str:
        return self.tr(
            "The report holds versions, facts of this computer, and where in the program things "
            "went wrong, but no text, file names or tokens of yours. Copy it into your message and "
            "add what you did. Nothing is sent."
        )

    def _buttons(self, log_folder: Path) -> QHBoxLayout:
        self.copy = Button(self.tr("Copy the report"), "primary", "copy")
        self.copy.clicked.connect(self._copy)
        self.copied = Label("", "small", "text2")
        folder = Button(self.tr("Show the log folder"), "link")
        folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_folder))))
        if not log_folder.is_dir():
            folder.hide()
        close = Button(self.tr("Close"))
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_3)
        row.addWidget(folder)
        row.addStretch(1)
        for widget in (self.copied, self.copy, close):
            row.addWidget(widget)
        return row

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())
        self.copied.setText(self.tr("Copied"))
