"""About: what the program is, its version and those of what it runs on. It does not block the window."""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.look.icons import resource


def app_icon() -> QIcon:
    """Return the program's own icon."""
    pixmap = QPixmap()
    pixmap.loadFromData(resource("workbench.svg").read_bytes(), "SVG")
    return QIcon(pixmap)


def program_version() -> str:
    """Return the version that is installed, "" in a bare checkout."""
    # Here and not above: it takes 60 ms to import, and the window's start needs only the icon.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tokenizer-workbench")
    except PackageNotFoundError:
        return ""


class AboutDialog(QDialog):
    """Name, version, license; `licenses` shows those of all that comes with the program."""

    def __init__(self, licenses: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Tokenizer workbench"))
        self.setAccessibleName(self.windowTitle())
        picture = QLabel()
        picture.setPixmap(app_icon().pixmap(64, 64))
        column = QVBoxLayout()
        column.addWidget(Label(f"{self.tr('Tokenizer workbench')} {program_version()}".strip(), "heading"))
        for line in (
            self.tr("Shows how text becomes tokens, and trains small tokenizers without code."),
            self.tr("Free software under the MIT license."),
            f"Python {sys.version.split()[0]}, Qt {qVersion()}",
        ):
            column.addWidget(Label(line, "body", "text2"))
        close = Button(self.tr("Close"))
        close.clicked.connect(self.accept)
        others = Button(self.tr("Licenses of the libraries"), "link")
        others.clicked.connect(licenses.trigger)
        if not licenses.isVisible():
            others.hide()
        bottom = QHBoxLayout()
        bottom.addWidget(others)
        bottom.addStretch(1)
        bottom.addWidget(close)
        column.addSpacing(theme.SPACE_3)
        column.addLayout(bottom)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE_6, theme.SPACE_6, theme.SPACE_6, theme.SPACE_4)
        row.setSpacing(theme.SPACE_4)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column)
