"""The licenses of all that comes with the program: a list of packages, and the text of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from workbench.widgets.controls import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import token_font
from workbench.widgets.panel_parts import fit_screen
from workbench.worker.messages.requests import new_request_id

if TYPE_CHECKING:
    from workbench.worker.messages.licenses import LicensesListed
    from workbench.worker.replies import Ask

_SHORT = 30  # characters of a license next to a name


class LicensesDialog(QDialog):
    """Lists the packages; the window behind it stays usable.

    Attributes:
        packages: the list. text: the license of the package that is chosen.

    """

    def __init__(self, ask: Ask, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Licenses"))
        self.setAccessibleName(self.windowTitle())
        self.packages = QListWidget()
        self.packages.setAccessibleName(self.tr("Packages"))
        self.packages.currentRowChanged.connect(self._show)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(token_font(12))
        self.text.setAccessibleName(self.tr("License"))
        self._title = Label("", "title")
        side = QVBoxLayout()
        side.setSpacing(theme.SPACE_2)
        side.addWidget(self._title)
        side.addWidget(self.text, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE_4, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self.packages, 1)
        row.addLayout(side, 2)
        fit_screen(self, 900, 560)
        self._listed: LicensesListed | None = None
        from workbench.worker.messages.licenses import ListLicenses  # here: after the first paint

        self._reply = ask(ListLicenses(new_request_id()))
        self._reply.answered.connect(self.show_list)
        self.finished.connect(self._reply.abandon)

    def show_list(self, answer: LicensesListed) -> None:
        """Show the packages."""
        self._listed = answer
        for each in answer.licenses:
            item = QListWidgetItem(f"{each.name} {each.version}", self.packages)
            item.setToolTip(each.license)
        self.packages.setCurrentRow(0)
        self.packages.setFocus()

    def _show(self, row: int) -> None:
        if self._listed is not None and row >= 0:
            each = self._listed.licenses[row]
            self._title.setText(
                f"{each.name} {each.version}: {each.license or self.tr('license not stated')}"
            )
            none = self.tr("The package comes without a text of its license.")
            self.text.setPlainText(each.text or none)
