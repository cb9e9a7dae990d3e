"""The files of one source in the Corpus panel, over the list of sources until the user goes back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from workbench.panels.corpus.file_list import FileList
from workbench.panels.corpus.file_model import FileModel
from workbench.widgets import wording
from workbench.widgets.controls import Chip, IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline
from workbench.widgets.strips import EmptyState, breakable


class FilePage(QWidget):
    """A list of files below its title.

    Attributes:
        model, view: the files.
        left_out: the chip that shows only those that are not read.
        remark: why the current one is not read, and what to do.

    Signals:
        back_requested(): the sources are to be seen again.

    """

    back_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = FileModel(self)
        self.view = FileList(self.model, self)
        self.view.back_requested.connect(self.back_requested)
        self._title = Label("", "medium", elided=True)
        self._facts = Label("", "small", "text2")
        self._listing = False
        self.remark = Label("", "small", "text2")
        self.remark.setWordWrap(True)
        margin = theme.PANEL_MARGIN
        self.remark.setContentsMargins(margin, theme.SPACE_2, margin, theme.SPACE_2)
        self.remark.hide()
        self.view.selectionModel().currentChanged.connect(lambda *_: self._show_remark())
        self.model.dataChanged.connect(lambda *_: self._show_remark())
        self.model.modelReset.connect(self._show_remark)
        self.left_out = Chip(self.tr("Left out"))
        self.left_out.setToolTip(self.tr("Show only files that are left out"))
        self.left_out.toggled.connect(self._show_some)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._make_head())
        column.addWidget(Hairline())
        self._pages = QStackedWidget()
        self._pages.addWidget(self.view)
        self._pages.addWidget(
            EmptyState("check-circle", self.tr("Nothing is left out"), self.tr("Every file is used."))
        )
        column.addWidget(self._pages, 1)
        column.addWidget(self.remark)

    def _make_head(self) -> QHBoxLayout:
        back = IconButton("chevron-left", self.tr("Back to the sources (Esc)"))
        back.clicked.connect(self.back_requested)
        row = QHBoxLayout()
        row.setContentsMargins(theme.SPACE_2, theme.SPACE_1, theme.PANEL_MARGIN, theme.SPACE_1)
        row.setSpacing(theme.SPACE_2)
        row.addWidget(back)
        row.addWidget(self._title, 1)
        row.addWidget(self._facts)
        row.addWidget(self.left_out)
        return row

    def _show_some(self, only_left_out: bool) -> None:
        self.model.show_only_left_out(only_left_out)
        self.update_facts()

    def _show_remark(self) -> None:
        """Say why the current file is not read, and what to do."""
        index = self.view.currentIndex()
        file = self.model.file(self.model.number(index.row())) if index.isValid() else None
        self.remark.setText(breakable(file.note) if file is not None and file.problem else "")
        self.remark.setVisible(bool(self.remark.text()))

    def begin(self, title: str, only_left_out: bool | None = None) -> None:
        """Show no files yet, under a title; all or those that are not read, None for no such choice."""
        self._title.setText(title)
        self._title.setToolTip(title)
        self.model.clear()
        self.left_out.setChecked(bool(only_left_out))
        self.left_out.setVisible(only_left_out is not None)
        self.set_listing(True)

    def set_listing(self, listing: bool) -> None:
        """Say that more files are to come, or that these are all."""
        self._listing = listing
        self.update_facts()

    def update_facts(self) -> None:
        """Bring the numbers of files up to date."""
        n = wording.files(self.model.n_files)
        self._facts.setText(self.tr("{files}…").format(files=n) if self._listing else n)
        self.left_out.set_count(wording.number(self.model.n_left_out))
        nothing = self.left_out.isChecked() and not self.model.rowCount() and not self._listing
        self._pages.setCurrentIndex(int(nothing))

    def facts(self) -> str:
        """Return what is next to the title."""
        return self._facts.text()
