"""The selected token: chosen by the user, and followed while other tokens come."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from workbench.widgets.token_view.editing.editor import Editor
from workbench.widgets.token_view.layout.spans import SpanStore, Token
from workbench.widgets.token_view.output import clipboard as token_clipboard
from workbench.widgets.token_view.paint.looks import Looks
from workbench.widgets.token_view.paint.shown import ShownPieces
from workbench.widgets.token_view.scrolling import Scrolling


class SelectedToken(QObject):
    """Keeps one token of a view selected.

    Attributes:
        token: the selected token, or None.

    Signals:
        chosen, changed, copied: a Token, or None, as the signals of the view that they go on to.

    """

    chosen = Signal(object)
    changed = Signal(object)
    copied = Signal(object)

    def __init__(
        self, spans: SpanStore, pieces: ShownPieces, editor: Editor, looks: Looks, scrolling: Scrolling
    ) -> None:
        super().__init__(scrolling)
        self._spans, self._pieces, self._editor = spans, pieces, editor
        self._looks, self._scrolling = looks, scrolling
        self.token: Token | None = None

    def select(self, index: int | None) -> None:
        """Select a token by its number in the text and scroll to it; None selects none."""
        token = None if index is None else self._spans.token(index)
        self.chosen.emit(token)
        self.follow(token)
        if token is not None:
            self._scrolling.reveal(token.start)

    def select_at(self, position: int) -> None:
        """Select the token that holds a byte of the text."""
        token = self._spans.token_at(position)
        self.select(token.index if token else None)

    def select_again(self, start: int, end: int) -> None:
        """Select the token that holds the byte `start`, or else the first up to `end`, without scrolling."""
        first, last = self._spans.between(start, end)
        self.follow(self._spans.token_at(start) or (self._spans.token(first) if last > first else None))

    def next_same(self, step: int = 1) -> None:
        """Select the next (1) or previous (-1) token with the id of the selected one, going round."""
        if self.token is not None:
            token = self._spans.next_same(self.token.index, self.token.id, step)
            self.select(token.index if token else None)

    def step(self, step: int) -> None:
        """Select the next (1) or previous (-1) token, at first that at the caret, which goes along."""
        if self.token is None:
            position = self._editor.position
            token = self._spans.token_at(position) or self._spans.token(len(self._spans) - 1)
        else:
            token = self._spans.token(self.token.index + step)
        if token is not None:
            self.select(token.index)
            self._editor.place(token.start)

    def text_of(self, token: Token) -> bytes:
        """Return the bytes of the text that are a token; of an added one, its text."""
        if token.start < token.end:
            return self._pieces.document.read(token.start, token.end)
        added = self._pieces.added
        behind = token.index - (len(self._spans) - len(added.after))
        if token.index < len(added.before):
            return added.before[token.index].encode()
        return added.after[behind].encode() if behind >= 0 else b" " * added.prefix

    def copy(self) -> None:
        """Put the text of the selected token on the clipboard; without one leave that as it is."""
        if self.token is not None:
            QGuiApplication.clipboard().setMimeData(token_clipboard.mime_of(self.text_of(self.token)))
            self.copied.emit(self.token)

    def follow(self, token: Token | None) -> None:
        """Show another token as the selected one, or none, after edits and with other tokens."""
        before, self.token = self.token, token
        index, id_ = (token.index, token.id) if token else (-1, -1)
        look = self._looks.now
        if (index, id_) != (look.selected, look.selected_id):
            self._looks.change(selected=index, selected_id=id_)
        if token != before:
            self.changed.emit(token)

    def find_again(self) -> None:
        """Follow the selected token now that others came; none is selected where it is no more."""
        before = self.token
        now = self._spans.token_at(before.start) if before else None
        if before and before.start == before.end:
            now = self._spans.token(before.index)
            self.follow(now if now and now.id == before.id else None)
        else:
            same = before and now and (now.start, now.end) == (before.start, before.end)
            self.follow(now if same else None)
