"""The main page of the Corpus panel: sources, account and cleaning, which scroll as one."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from workbench.panels.corpus.account import AccountView
from workbench.panels.corpus.cleaning import CleaningBox
from workbench.panels.corpus.source_list import SourceList
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline


class ListPage(QScrollArea):
    """The sources over the rest.

    Attributes:
        view: the sources.
        account: the part below.
        files: how many files there are.

    Signals:
        preview_requested(), statistics_requested(): a link was pressed.

    """

    preview_requested = Signal()
    statistics_requested = Signal()

    def __init__(self, view: SourceList, cleaning: CleaningBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view, self.account = view, AccountView()
        self.files = Label("", "small", "text2")
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(view)
        column.addWidget(Hairline())
        column.addWidget(self.account)
        column.addLayout(self._make_links())
        column.addWidget(Hairline())
        column.addWidget(cleaning)
        column.addStretch(1)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        view.selectionModel().currentRowChanged.connect(self._bring_into_sight)

    def _make_links(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, theme.SPACE_3)
        row.setSpacing(theme.SPACE_4)
        preview, statistics = Button(self.tr("Preview"), "link"), Button(self.tr("Statistics"), "link")
        preview.setToolTip(self.tr("Show the chosen source line by line, before and after cleaning (Enter)"))
        statistics.setToolTip(self.tr("Scripts, lengths and frequent pieces of the corpus"))
        preview.clicked.connect(self.preview_requested)
        statistics.clicked.connect(self.statistics_requested)
        row.addWidget(preview)
        row.addWidget(statistics)
        row.addStretch(1)
        row.addWidget(self.files)
        return row

    def _bring_into_sight(self, index: QModelIndex) -> None:
        """Scroll to the source that the keyboard has come to: the list itself is as high as its rows."""
        box = self.view.visualRect(index)
        if box.isValid():
            self.ensureVisible(0, box.top(), 0, 0)
            self.ensureVisible(0, box.bottom(), 0, 0)
