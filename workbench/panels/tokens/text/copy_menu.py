"""The menu of the copy button: the text, or its tokens in several forms, of the selection or of all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from workbench.panels.tokens.text import copying
from workbench.panels.tokens.text.copying import TokenExport
from workbench.widgets import wording
from workbench.widgets.controls import IconButton
from workbench.widgets.slices import Slices, Steps
from workbench.widgets.token_view.output.picture import tokens_of
from workbench.widgets.token_view.text import TokenTextView
from workbench.worker.messages.tokenizers import TokenizerInfo

Writer = Callable[[int, int], Steps[TokenExport]]
_SHOWN_MILLISECONDS = 150  # after which it shows that tokens are missing: most letters have theirs sooner
KINDS = ("ids", "python_list", "strings", "page", "image")


class CopyMenu(QObject):
    """Copies from one view.

    Attributes:
        menu: the menu. button: opens the menu.
        text: copies the bytes; actions: copy the tokens, by `KINDS`, the first three also as ids,
            python_list and strings.

    Signals:
        copied(int): so many tokens, all that were requested, are on the clipboard now.
        cut_short(str): some are on the clipboard now, or nothing is; says how many.
        completed(bool): whether tokens can be copied; what is requested a moment before is done then.

    """

    copied = Signal(int)
    cut_short = Signal(str)
    completed = Signal(bool)

    def __init__(self, view: TokenTextView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._title = ""
        self._labels: dict[int, str] = {}
        self._slices: Slices[TokenExport] = Slices(self)
        self._complete = True
        self._wish: Writer | None = None
        self._missing = QTimer(self, singleShot=True, interval=_SHOWN_MILLISECONDS)
        self._missing.timeout.connect(lambda: self._offer(False))
        self.menu = QMenu(parent)
        self.menu.setToolTipsVisible(True)
        self.menu.setAccessibleName(self.tr("Copy"))
        self.button = IconButton("copy", self.tr("Copy text, ids or tokens"))
        self.button.clicked.connect(self._open)
        self.text = self._add(self.tr("Text"), self.copy_text)
        self.menu.addSeparator()
        titles = {
            "ids": self.tr("Ids"),
            "python_list": self.tr("Ids as a Python list"),
            "strings": self.tr("Tokens, one per line"),
            "page": self.tr("Tokens as HTML"),
            "image": self.tr("Tokens as an image"),
        }
        writers = self._writers()
        self.actions = {kind: self._add(titles[kind], partial(self.write, writers[kind])) for kind in KINDS}
        self.ids, self.python_list, self.strings = (self.actions[kind] for kind in KINDS[:3])

    def _writers(self) -> dict[str, Writer]:
        view, spans = self._view, self._view.spans
        return {
            "ids": lambda a, b: copying.ids(spans.take, a, b),
            "python_list": lambda a, b: copying.python_list(spans.take, a, b),
            "strings": lambda a, b: copying.token_strings(spans.take, view.document.read, a, b, self._labels),
            "page": lambda a, b: copying.pasted_page(view, a, b, self._title),
            "image": lambda a, b: copying.image(view, a, b, self._title, ceil(view.devicePixelRatioF())),
        }

    def _open(self) -> None:
        self.menu.popup(self.button.mapToGlobal(QPoint(0, self.button.height())))

    def _add(self, text: str, slot: Callable[[], object]) -> QAction:
        action = QAction(text, self.menu)
        action.triggered.connect(lambda: slot())
        self.menu.addAction(action)
        return action

    def set_tokenizer(self, tokenizer: TokenizerInfo) -> None:
        """Name a tokenizer on pages and pictures, and know its special tokens."""
        self._title = tokenizer.name
        framing = tokenizer.framing
        special = (*tokenizer.special_tokens, *framing.before, *framing.after)
        self._labels = {token_id: text for text, token_id in special}

    @property
    def title(self) -> str:
        """What pages and pictures call the tokenizer."""
        return self._title

    def set_complete(self, complete: bool) -> None:
        """Offer the tokens only when the whole text has its tokens, or had them a moment ago."""
        offered, self._complete = self.ids.isEnabled(), complete
        if complete:
            self._missing.stop()
            if not offered:
                self._offer(True)
            wish, self._wish = self._wish, None
            if wish is not None:
                self.write(wish)
        elif offered and not self._missing.isActive():
            self._missing.start()

    def _offer(self, complete: bool) -> None:
        tip = "" if complete else self.tr("The text is still being encoded")
        for action in self.actions.values():
            action.setEnabled(complete)
            action.setToolTip(tip)
        self.completed.emit(complete)

    def stop(self) -> None:
        """Give up what is being written, as when the text changes."""
        self._slices.stop()
        self._wish = None

    def copy_text(self) -> None:
        """Copy the bytes that are selected, or all; too many are not copied, and that is said."""
        start, end = (0, len(self._view.document)) if self.is_all() else self._view.editor.selection
        if end - start > copying.MOST_TEXT:
            sentence = self.tr(
                "Nothing was copied: {size} is too much for the clipboard. Select up to {most}."
            )
            sizes = {"size": wording.size(end - start), "most": wording.size(copying.MOST_TEXT)}
            self.cut_short.emit(sentence.format(**sizes))
            return
        self._view.clipboard.copy_bytes(start, end)

    def write(self, writer: Writer) -> None:
        """Write the tokens that are selected, or all, and put them on the clipboard, once they are there."""
        if not self._complete:
            self._wish = writer
            return
        self._slices.run(writer(*self.tokens()), self._put)

    def _put(self, export: TokenExport) -> None:
        clipboard = QGuiApplication.clipboard()
        if export.mime is not None:
            clipboard.setMimeData(export.mime)
        else:
            clipboard.setText(export.text)
        if export.n_tokens == export.n_all:
            self.copied.emit(export.n_tokens)
        else:
            self.cut_short.emit(
                self.tr(
                    "Copied {tokens}, the most that the clipboard takes. Use the File menu to save all."
                ).format(tokens=tokens_of(export.n_tokens, export.n_all))
            )

    def is_all(self) -> bool:
        """Return whether nothing is selected."""
        return not self._view.editor.has_selection()

    def tokens(self) -> tuple[int, int]:
        """Return the numbers (first, last + 1) of the tokens that are selected, or of all."""
        return (0, len(self._view.spans)) if self.is_all() else self._view.selected_tokens()
