"""The pages of the comparison, of which one is in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from workbench.panels.compare.measuring import Measuring
from workbench.panels.compare.pages.asked import AskedPage
from workbench.panels.compare.pages.causes import CausesPage
from workbench.panels.compare.pages.curves import CurvesPage
from workbench.panels.compare.pages.drift import DriftPage
from workbench.panels.compare.pages.languages import LanguagesPage
from workbench.panels.compare.pages.overlap import OverlapPage
from workbench.panels.compare.pages.same import SamePage
from workbench.panels.compare.text.page import TextPage
from workbench.widgets.controls import Button, Segmented
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import FoldingRow, FrontStack, panel_column
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask


class Views(QWidget):
    """The aligned text, and what is told of it and of the tokenizers.

    Attributes:
        languages: the page of languages, whose folder is kept.

    Signals:
        changed(): another page is in sight, or another folder of languages is chosen.
        picture_requested(): the user wants what `picture` returns as a file.

    """

    changed = Signal()
    picture_requested = Signal()

    def __init__(
        self,
        text: TextPage,
        document: Document,
        ask: Ask,
        measuring: Measuring,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self.languages = LanguagesPage(document, ask)
        causes, drift = CausesPage(document, ask), DriftPage(document, ask)
        self._asked: dict[str, AskedPage] = {
            "causes": causes, "same": SamePage(document, ask), "languages": self.languages,
            "overlap": OverlapPage(document, ask), "drift": drift,
        }  # fmt: skip
        self.curves = CurvesPage(document, ask, measuring)
        self._switch = Segmented(
            [
                ("text", self.tr("Text"), self.tr("The text under each tokenizer")),
                ("causes", self.tr("Causes"), self.tr("Why they differ on this text")),
                ("same", self.tr("Same?"), self.tr("Whether two are the same for every text")),
                ("languages", self.tr("Languages"), self.tr("What one text costs in several languages")),
                ("curves", self.tr("Curves"), self.tr("Frequencies, coverage, lengths, compression by size")),
                ("overlap", self.tr("Overlap"), self.tr("Which tokens two vocabularies share")),
                ("drift", self.tr("Drift"), self.tr("Where tokens of this text can change")),
            ],
            self.tr("Show"),
        )  # fmt: skip
        self.save = Button(self.tr("Save the picture…"), "flat", "save", compact=True)
        self.save.setToolTip(self.tr("Save what this page shows as PNG or SVG"))
        self.save.clicked.connect(self.picture_requested)
        self._stack = FrontStack()
        for page in self.pages.values():
            self._stack.addWidget(page)
            page.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            page.customContextMenuRequested.connect(self._pop_up)
        self._menu = QMenu(self)
        self._menu.addAction(self.save.text()).triggered.connect(self.picture_requested)
        bar = FoldingRow()  # else a page with a picture would need more width than others
        bar.folding.append(self.save)
        row = QHBoxLayout(bar)
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.PANEL_MARGIN, theme.SPACE_1)
        row.addWidget(self._switch)
        row.addStretch(1)
        row.addWidget(self.save)
        column = panel_column(self)
        column.addWidget(bar)
        column.addWidget(self._stack, 1)
        self._switch.changed.connect(self._show)
        for asker in (causes, drift):
            asker.place_requested.connect(self.show_place)
        self.languages.folder_changed.connect(self.changed)
        for asked in self._asked.values():
            asked.picture_changed.connect(self._show_button)
        self._show_button()

    @property
    def pages(self) -> Mapping[str, QWidget]:
        """The pages by name, in order."""
        return {"text": self._text, **self._asked, "curves": self.curves}

    def value(self) -> str:
        """Return the name of the page in sight."""
        return self._switch.value()

    def show_page(self, name: str) -> None:
        """Bring a page into sight; KeyError for an unknown one."""
        self._switch.set_value(name)

    def _show(self, name: str) -> None:
        self._stack.setCurrentWidget(self.pages[name])
        self._show_button()
        self.changed.emit()

    # --- as a picture

    def picture(self) -> Sequence[QWidget]:
        """Return what is saved as a picture of the page in sight, nothing where it has none."""
        page = self.pages[self.value()]
        return page.picture() if isinstance(page, AskedPage | CurvesPage) else ()

    def _show_button(self) -> None:
        self.save.setVisible(bool(self.picture()))

    def _pop_up(self, at: QPoint) -> None:
        page = self.sender()
        if isinstance(page, QWidget) and self.picture():
            self._menu.popup(page.mapToGlobal(at))

    def show_place(self, span: tuple[int, int]) -> None:
        """Show bytes of the text under each tokenizer."""
        self.show_page("text")
        self._text.view.choose(span, reveal=True)

    def set_tokenizers(self, infos: Sequence[TokenizerInfo]) -> None:
        """Compare others."""
        self._text.set_tokenizers(infos)
        for page in self._asked.values():
            page.set_tokenizers(infos)
        self.curves.set_tokenizers(infos)

    def renew_text(self) -> None:
        """Take note that the text has been changed."""
        self._text.renew_text()
        for page in self._asked.values():
            page.want()

    def restore(self, kept: Mapping[str, object]) -> None:
        """Bring back what was in sight."""
        folder, name = kept.get("languages"), kept.get("view")
        language = kept.get("language")
        if isinstance(folder, str):
            self.languages.folder = folder
            self.languages.language = language if isinstance(language, str) else ""
        if isinstance(name, str) and name in self.pages:
            self.show_page(name)
