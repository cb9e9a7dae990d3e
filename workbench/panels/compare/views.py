"""The pages of the comparison, one of them visible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import cast

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from workbench.panels.compare.columns import takes_tab
from workbench.panels.compare.measuring import Measuring
from workbench.panels.compare.pages.causes import CausesPage
from workbench.panels.compare.pages.curves import CurvesPage
from workbench.panels.compare.pages.drift import DriftPage
from workbench.panels.compare.pages.languages import LanguagesPage
from workbench.panels.compare.pages.overlap import OverlapPage
from workbench.panels.compare.pages.page import ComparisonPage
from workbench.panels.compare.pages.same import SamePage
from workbench.panels.compare.text.page import TextPage
from workbench.widgets.controls import Button, Segmented
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import FoldingRow, FrontStack, panel_column
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask

Page = TextPage | ComparisonPage | CurvesPage


class Views(QWidget):
    """Switches between the aligned text and the other pages.

    A page is made when it is seen first.

    Signals:
        changed(): another page is in sight, or another folder of languages is chosen.
        answer_changed(): the page of languages has another answer.
        picture_requested(): the user wants what `picture` returns as a file.

    """

    changed = Signal()
    answer_changed = Signal()
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
        self._infos: Sequence[TokenizerInfo] = ()
        self._folder = self._language = ""  # of the page of languages, until there is one
        self._makers: dict[str, Callable[[], Page]] = {
            "causes": lambda: CausesPage(document, ask),
            "same": lambda: SamePage(document, ask),
            "languages": lambda: LanguagesPage(document, ask),
            "overlap": lambda: OverlapPage(document, ask),
            "drift": lambda: DriftPage(document, ask),
            "curves": lambda: CurvesPage(document, ask, measuring),
        }
        self._pages: dict[str, Page] = {"text": text}  # and those that have been in sight
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
        self._stack.addWidget(text)
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
        self._show_button()

    @property
    def names(self) -> Sequence[str]:
        """The names of the pages, in order."""
        return "text", *self._makers

    def page(self, name: str) -> Page:
        """Return a page; KeyError for an unknown one."""
        if name not in self._pages:
            page = self._pages[name] = self._makers[name]()
            page.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            page.customContextMenuRequested.connect(self._pop_up)
            if isinstance(page, ComparisonPage | CurvesPage):
                page.picture_changed.connect(self._show_button)
            if isinstance(page, CausesPage | DriftPage):
                page.place_requested.connect(self.show_place)
            if isinstance(page, LanguagesPage):
                page.folder, page.language = self._folder, self._language
                page.folder_changed.connect(self.changed)
                page.answer_changed.connect(self.answer_changed)
            self._add(page)
            page.set_tokenizers(self._infos)
        return self._pages[name]

    def _add(self, page: QWidget) -> None:
        """Put a page in the stack, and in the order of the Tab key: its head, then the rest."""
        head = page.head_parts() if isinstance(page, ComparisonPage) else ()
        parts: list[QWidget] = [page]
        while (part := parts[-1].nextInFocusChain()) is not None and part is not page:
            parts.append(part)
        self._stack.addWidget(page)
        ordered = [*head, *(part for part in parts if part not in head)]
        for one, other in pairwise([self.save, *filter(takes_tab, ordered)]):
            QWidget.setTabOrder(one, other)

    @property
    def languages(self) -> LanguagesPage:
        """The page of languages."""
        return cast(LanguagesPage, self.page("languages"))

    def value(self) -> str:
        """Return the name of the visible page."""
        return self._switch.value()

    def show_page(self, name: str) -> None:
        """Show a page; KeyError for an unknown one."""
        self._switch.set_value(name)

    def _show(self, name: str) -> None:
        self._stack.setCurrentWidget(self.page(name))
        self._show_button()
        self.changed.emit()

    # --- as a picture

    def picture(self) -> Sequence[QWidget]:
        """Return what is saved as a picture of the page in sight, nothing where it has none."""
        page = self.page(self.value())
        return () if isinstance(page, TextPage) else page.picture()

    def _show_button(self) -> None:
        self.save.setVisible(bool(self.picture()))

    def _pop_up(self, at: QPoint) -> None:
        page = self.sender()
        if isinstance(page, QWidget) and self.picture():
            self._menu.popup(page.mapToGlobal(at))

    def show_place(self, span: tuple[int, int]) -> None:
        """Show a range of bytes of the text under each tokenizer."""
        self.show_page("text")
        view = cast(TextPage, self.page("text")).view
        view.choose(span, reveal=True)
        view.setFocus(Qt.FocusReason.OtherFocusReason)  # Qt gives it to the first button of the page

    def set_tokenizers(self, infos: Sequence[TokenizerInfo]) -> None:
        """Compare others."""
        self._infos = infos
        for page in self._pages.values():
            page.set_tokenizers(infos)

    def renew_text(self) -> None:
        """Take note that the text has been changed."""
        for page in self._pages.values():
            if isinstance(page, TextPage):
                page.renew_text()
            elif isinstance(page, ComparisonPage):
                page.want()

    # --- kept between two starts

    def kept(self) -> dict[str, object]:
        """Return what is in sight, and what the page of languages is of."""
        page = self._pages.get("languages")
        if isinstance(page, LanguagesPage):
            self._folder, self._language = page.folder, page.language
        return {"view": self.value(), "languages": self._folder, "language": self._language}

    def restore(self, kept: Mapping[str, object]) -> None:
        """Bring back what `kept` returned."""
        folder, name, language = (kept.get(key) for key in ("languages", "view", "language"))
        if isinstance(folder, str):
            self._folder, self._language = folder, language if isinstance(language, str) else ""
            if "languages" in self._pages:
                self.languages.folder, self.languages.language = self._folder, self._language
        if isinstance(name, str) and name in self.names:
            self.show_page(name)
