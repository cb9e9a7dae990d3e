"""The manual in a window of its own: pages of Markdown (resources/manual), opened at the place of a panel."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QAbstractSlider,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from workbench.shell.actions import ENTRIES, MENUS, SUBMENUS, translated
from workbench.shell.dialogs.manual_search import ManualSearch, Place
from workbench.widgets.look import theme
from workbench.widgets.manual_text import ENGLISH, anchor, headings_of, text_of, window_language
from workbench.widgets.panel_parts import fit_screen
from workbench.widgets.wording import unmarked

# The pages in the order of the list.
PAGES = (
    "start", "inspect", "corpus", "train", "health", "adapt", "compare", "formats", "model", "datasets",
    "counting", "cli", "python", "words", "keys", "settings", "questions", "playgrounds",
)  # fmt: skip

_Scroll = QAbstractSlider.SliderAction
_SCROLLING = {
    Qt.Key.Key_PageDown: _Scroll.SliderPageStepAdd,
    Qt.Key.Key_PageUp: _Scroll.SliderPageStepSub,
}
_MARKDOWN = QTextDocument.ResourceType.MarkdownResource


def page_text(name: str, language: str = ENGLISH) -> str:
    """Return the Markdown of a page; KeyError if there is no such page."""
    if name not in PAGES:
        raise KeyError(name)
    text = text_of(name, language)
    return text + _menu_keys() if name == "keys" else text


def _menu_keys() -> str:
    """Return the shortcuts of the menus: the rows of the table that ends the page of keys."""
    lines = []
    for menu, names in MENUS:
        ids = [id_ for name in names for id_ in (SUBMENUS[name][1] if name in SUBMENUS else (name,))]
        keyed = [entry for id_ in ids for entry in ENTRIES if entry.id == id_ and entry.keys]
        for entry in keyed:
            path = unmarked(f"{translated(menu)} › {translated(entry.text)}").rstrip("…")
            lines.append(f"| {path} | {entry.keys} |")
    return "\n".join(lines) + "\n"


def headings(name: str, language: str = ENGLISH) -> list[str]:
    """Return the headings of a page; the first one is its title."""
    return headings_of(page_text(name, language))


class _Browser(QTextBrowser):
    """Shows a page in a language, and finds its headings: Qt gives those of Markdown no anchors.

    Signals:
        typed(str): a character, which has no use here.

    """

    typed = Signal(str)

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._is_bare = False  # whether a page was read that is not dressed yet
        self.sourceChanged.connect(self._dress_page)  # before the way back scrolls to where one was

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, or say what was typed."""
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if is_plain and event.text().isprintable() and event.text().strip():
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def loadResource(self, kind: int, url: QUrl | str) -> object:
        """Return the text of a page."""
        name = _page_of(QUrl(url))
        if name not in PAGES:
            return super().loadResource(kind, url)
        self._is_bare = True
        return page_text(name, self._language)

    def doSetSource(self, url: QUrl | str, kind: QTextDocument.ResourceType = _MARKDOWN) -> None:
        """Show a page, from the heading that the link names."""
        url = QUrl(url)
        super().doSetSource(url, _MARKDOWN)
        if url.hasFragment():
            self.scrollToAnchor(url.fragment())

    def _dress_page(self, url: QUrl) -> None:
        if not self._is_bare:
            return
        self._is_bare = False
        self.document().setDocumentMargin(theme.SPACE_4)
        anchors = map(anchor, headings(_page_of(url)))  # the English ones, which links name
        block = self.document().begin()
        while block.isValid():
            self._dress(QTextCursor(block), anchors)
            block = block.next()

    def _dress(self, cursor: QTextCursor, anchors: Iterator[str]) -> None:
        """Give a paragraph its distances, and a heading the next anchor."""
        block = cursor.block()
        form, named = QTextBlockFormat(), QTextCharFormat()
        form.setBottomMargin(theme.SPACE_2)
        if block.blockFormat().headingLevel():
            form.setTopMargin(theme.SPACE_4)
            named.setAnchor(True)
            named.setAnchorNames([next(anchors)])
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            cursor.mergeCharFormat(named)
        if (
            not block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)
            and cursor.currentTable() is None
        ):
            cursor.mergeBlockFormat(form)


def _page_of(url: QUrl) -> str:
    return url.path().removesuffix(".md")


class ManualDialog(QDialog):
    """The pages and the one that is read; the window behind it stays usable.

    The keyboard is in the page at first, whose keys scroll it; what is typed there is searched for.

    Attributes:
        search: narrows the list to pages with a text, or that answer a question; shows the best place.
        pages: the list. page: what is read.

    """

    def __init__(self, parent: QWidget, language: str = "") -> None:
        """Show the manual in a language, that of the window by default."""
        super().__init__(parent)
        self._language = language or window_language()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Manual"))
        self.setAccessibleName(self.windowTitle())
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the manual"))
        self.search.setAccessibleName(self.tr("Search the manual"))
        self.search.setClearButtonEnabled(True)
        self._search_url: QUrl | None = None  # what the search came to and went on from
        self._index = ManualSearch({name: page_text(name, self._language) for name in PAGES})
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._find_next)
        self.pages = QListWidget()
        self.pages.setAccessibleName(self.tr("Pages"))
        for name in PAGES:
            QListWidgetItem(headings(name, self._language)[0], self.pages)
        self.pages.setMinimumWidth(self.pages.sizeHintForColumn(0) + 2 * theme.SPACE_2)
        self.page = _Browser(self._language)
        self.page.setAccessibleName(self.tr("Page of the manual"))
        self.page.setOpenExternalLinks(True)
        self.page.sourceChanged.connect(self._follow)
        self.page.typed.connect(self._search_for)
        self.pages.currentRowChanged.connect(self._read)
        self.pages.itemActivated.connect(lambda _: self.page.setFocus())
        for keys, act in (
            (QKeySequence.StandardKey.Find, self._focus_search),
            (QKeySequence.StandardKey.Back, self.page.backward),
            (QKeySequence.StandardKey.Forward, self.page.forward),
        ):
            QShortcut(keys, self, act)
        side = QVBoxLayout()
        side.setSpacing(theme.SPACE_3)
        side.addWidget(self.search)
        side.addWidget(self.pages, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE_4, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        row.setSpacing(theme.SPACE_3)
        row.addLayout(side, 1)
        row.addWidget(self.page, 3)
        fit_screen(self, 940, 640)
        self.open_at("start")

    def open_at(self, place: str) -> None:
        """Show a page from a heading on, both as in links: "inspect#ids"."""
        name, _, heading = place.partition("#")
        url = QUrl(f"{name}.md")
        url.setFragment(heading)
        self.page.setSource(url, _MARKDOWN)
        self.page.setFocus()

    def _search_for(self, text: str) -> None:
        self.search.setFocus()
        self.search.setText(text)

    def _focus_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the search into the list, or scroll the page from there."""
        if self.search.hasFocus() and event.key() == Qt.Key.Key_Down:
            self.pages.setFocus()
        elif self.search.hasFocus() and event.key() in _SCROLLING:
            self.page.verticalScrollBar().triggerAction(_SCROLLING[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _read(self, row: int) -> None:
        name = PAGES[row]
        if self.page.source().path() != f"{name}.md":
            self.page.setSource(QUrl(f"{name}.md"), _MARKDOWN)

    def _follow(self, url: QUrl) -> None:
        self.pages.setCurrentRow(PAGES.index(_page_of(url)))

    def _filter(self, text: str) -> None:
        """Show the pages that have a text, or else answer a question, and the best place of them."""
        places = self._index.places(text) if text.strip() else []
        pages = self._index.pages_with(text) or {place.page for place in places}
        for row, name in enumerate(PAGES):
            self.pages.item(row).setHidden(name not in pages)
        if places:
            self._show_place(places[0], text)

    def _show_place(self, place: Place, text: str) -> None:
        """Show a part of a page, and select the text in it if it is there."""
        url = QUrl(f"{place.page}.md")
        url.setFragment(anchor(headings(place.page)[place.heading]))
        if self.page.source() == self._search_url:  # of the letters so far: the way back leaves it out
            self.page.backward()
        n_back = self.page.backwardHistoryCount()
        self.page.setSource(url, _MARKDOWN)
        self._search_url = url if self.page.backwardHistoryCount() > n_back else None
        block, number = self.page.document().begin(), place.heading
        while not block.blockFormat().headingLevel() or (number := number - 1) >= 0:
            block = block.next()
        self.page.setTextCursor(QTextCursor(block))
        if not self.page.find(text):
            self.page.scrollToAnchor(url.fragment())

    def _find_next(self) -> None:
        """Select the next place with the text, on the next page that has it after the last one of this."""
        text = self.search.text()
        if not text or self.page.find(text):
            return
        here = self.pages.currentRow()
        turn = (*range(here + 1, len(PAGES)), *range(here + 1))
        row = next((row for row in turn if not self.pages.item(row).isHidden()), None)
        if row is not None:
            self.pages.setCurrentRow(row)
            self.page.moveCursor(QTextCursor.MoveOperation.Start)
            self.page.find(text)
