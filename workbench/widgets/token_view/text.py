"""The painted token view, which is the editor too: bytes, their tokens as coloured boxes, a caret.

Only what is seen is laid out and painted. The text is bytes in a `Document`; it never makes a round
trip through a Qt string. Tokens come from outside, by `set_tokens`, as the worker encodes.
"""

from __future__ import annotations

import builtins

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QWidget

from workbench.widgets.token_view.canvas import TokenHit
from workbench.widgets.token_view.document.document import NOWHERE, Change, Origin
from workbench.widgets.token_view.document.line_feeds import LineFeeds
from workbench.widgets.token_view.editing import input as token_input
from workbench.widgets.token_view.editing import keys as token_keys
from workbench.widgets.token_view.editing.editor import Editor
from workbench.widgets.token_view.editing.pasting import Pasting
from workbench.widgets.token_view.editing.pointer import Pointer
from workbench.widgets.token_view.editing.taking import TokenTaker
from workbench.widgets.token_view.layout.hits import NO_HITS, Hits
from workbench.widgets.token_view.layout.pieces import Piece
from workbench.widgets.token_view.layout.spans import Ints, shifted_spans, shifted_token
from workbench.widgets.token_view.output import clipboard as token_clipboard
from workbench.widgets.token_view.output.copying import Copying
from workbench.widgets.token_view.paint.shown import Composition

__all__ = ["TokenHit", "TokenTextView"]


class TokenTextView(TokenTaker):
    """Shows and edits bytes with their tokens.

    Signals:
        text_changed: the new revision (int), after any change of the bytes.
        token_hovered: a TokenHit, or None when the pointer leaves.
        caret_moved: (position, selection start, selection end), in bytes.
        files_dropped: paths of files that were dropped.
        nothing_pasted: there was no text to paste.

    """

    text_changed = Signal(object)
    token_hovered = Signal(object)
    caret_moved = Signal(object, object, object)
    files_dropped = Signal(object)
    nothing_pasted = Signal()

    editor: Editor

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = Editor(self.document, self.pieces, self._edited)
        self._pasting = Pasting(self._insert_pasted, self)
        self.editor.about_to_edit = self._pasting.finish
        self._copying = Copying(self)
        self.pointer = Pointer(self)
        self._pointer_events = self.pointer.events()
        self._blink = QTimer(self)
        self._blink.timeout.connect(self._toggle_caret)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.setAcceptDrops(True)
        self.setAccessibleName(self.tr("Text with its tokens"))
        self.setAccessibleDescription(self.tr("Alt+Left and Alt+Right go from token to token"))
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    # --- text

    def set_bytes(
        self, data: builtins.bytes, line_feeds: Ints | None = None, origin: Origin = NOWHERE
    ) -> None:
        """Show other bytes, from the beginning; what could be undone and all tokens are forgotten.

        `line_feeds` says where they are (int64[n]), where that is known.
        """
        self._pasting.stop()
        self.document.set_bytes(data, line_feeds, origin)
        self._show_other()

    def exchange_text(
        self, data: builtins.bytes, line_feeds: Ints | None = None, origin: Origin = NOWHERE
    ) -> None:
        """Show other bytes, as `set_bytes`, but as one step of undo."""
        self._pasting.finish()
        self.document.exchange_text(data, line_feeds, origin)
        self._show_other()

    def _show_other(self) -> None:
        """Show another text, from its beginning."""
        if not self._fit_gutter():
            self._flow.reset()
        self._forget_tokens()
        self.pieces.composition = None
        self._show(refused=(), hits=NO_HITS)
        self.editor.place(0)
        self._scroll.to_top()
        self.pointer.forget()
        self._caret_changed()
        self.text_changed.emit(self.document.revision)

    def bytes(self) -> builtins.bytes:
        """Return the bytes that are shown."""
        return self.document.whole()

    @property
    def revision(self) -> int:
        """Number of the present state of the text, rising with every change."""
        return self.document.revision

    def is_read_only(self) -> bool:
        """Whether the text can only be looked at, by wish or because it is over 64 MB."""
        return self.editor.read_only

    def set_read_only(self, read_only: bool) -> None:
        """Let the text only be looked at."""
        self.editor.locked = read_only

    def _edited(self, change: Change) -> None:
        """Follow an edit of the document, whoever made it."""
        self.followed.emit()
        if change.is_whole:
            self._show_other()
            return
        self._repaint.hold()
        if not self._fit_gutter():
            self._flow.follow(change)
        self._follow_tokens(change)
        self.pieces.composition = None
        self._show(refused=shifted_spans(self._look.refused, change), hits=self._look.hits.followed(change))
        self._select(shifted_token(self._selected, change))
        self.pointer.forget()
        self._scroll.follow(change)
        self._caret_changed()
        self.text_changed.emit(self.document.revision)

    # --- tokens: see `editing/taking.py`

    def step_token(self, step: int) -> None:
        """Select the next (1) or previous (-1) token, at first that at the caret, which goes along."""
        if self._selected is None:
            token = self.spans.token_at(self.editor.position) or self.spans.token(len(self.spans) - 1)
        else:
            token = self.spans.token(self._selected.index + step)
        if token is not None:
            self.select_token(token.index)
            self.editor.place(token.start)
            self._caret_changed()

    # --- caret and keys

    def caret_in_row(self, piece: Piece, row: int, x: float) -> tuple[int, bool]:
        """Return the place for the caret nearest to x in a row, and whether that is the row's end."""
        return self.editor.at_x(piece, row, x)

    def _caret_changed(self, follow: bool = True) -> None:
        """Show the caret where it is now; to `follow` it, the text around it as well."""
        composition = self.pieces.composition
        if composition is not None and composition.position != self.editor.position:
            QGuiApplication.inputMethod().reset()  # it would commit elsewhere than where it is seen
            self.compose(None)
        if follow:
            if self.hasFocus():
                self._scroll.reveal(self.editor.position - self.editor.at_row_end)
            self._refresh()
        self._show(selection=self.editor.selection)
        self._restart_blinking()
        self.updateMicroFocus()
        self.caret_moved.emit(self.editor.position, *self.editor.selection)

    def _restart_blinking(self) -> None:
        composition = self.pieces.composition
        hidden = composition is not None and composition.caret < 0  # an input method shows its own
        shown = self.hasFocus() and not self.editor.read_only and not hidden
        self._show_caret(shown)
        period = QGuiApplication.styleHints().cursorFlashTime() // 2
        if shown and period > 0:
            self._blink.start(period)
        else:
            self._blink.stop()

    def show_caret(self, position: int | None) -> None:
        """Show the caret elsewhere while something is dragged; None shows it where it is."""
        if position is None:
            self._restart_blinking()
        else:
            self._blink.stop()
            self._show(caret=position, at_row_end=False)

    def _toggle_caret(self) -> None:
        self._show_caret(self._look.caret < 0)

    def _show_caret(self, shown: bool) -> None:
        self._show(caret=self.editor.position if shown else -1, at_row_end=self.editor.at_row_end)

    def event(self, event: QEvent) -> bool:
        """Keep the keys of an editor from the shortcuts of the window."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(token_keys.command(event) is not None)
            return True
        return super().event(event)

    def focusNextPrevChild(self, next_: bool) -> bool:
        """Let Tab write a tab; Shift+Tab leaves, and so does Tab where nothing can be written."""
        return False if next_ and not self.editor.read_only else super().focusNextPrevChild(next_)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the key says, see `editing/keys.py`."""
        does = token_keys.command(event)
        if does is None:
            event.ignore()
            return
        before = self.document.revision, self.editor.position, self.editor.anchor
        does(self)
        if before[0] == self.document.revision and before != (
            before[0],
            self.editor.position,
            self.editor.anchor,
        ):
            self._caret_changed()
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the caret."""
        super().focusInEvent(event)
        self._show(active=True)
        self._restart_blinking()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the caret."""
        super().focusOutEvent(event)
        self.compose(None)
        self._show(active=False)
        self._restart_blinking()

    # --- clipboard

    def selected_tokens(self) -> tuple[int, int]:
        """Return the numbers (first, last + 1) of the tokens that have a selected byte.

        With all of the text go the tokens that were added around it.
        """
        start, end = self.editor.selection
        whole = end - start == len(self.document)
        return (0, len(self.spans)) if whole else self.spans.inside(start, end)

    def selected_bytes(self) -> builtins.bytes:
        """Return the bytes that are selected."""
        return self.document.read(*self.editor.selection)

    def copy(self) -> None:
        """Put what is selected on the clipboard: text, or else a token."""
        if self.editor.has_selection():
            self.copy_bytes(*self.editor.selection)
        else:
            self.copy_token()

    def copy_bytes(self, start: int, end: int) -> None:
        """Put the bytes [start, end) on the clipboard; many are there some turns of the event loop later."""
        self._copying.begin(self.document.parts(start, end))

    def cut(self) -> None:
        """Put what is selected on the clipboard and take it out."""
        self._pasting.finish()
        if not self.editor.read_only and self.editor.has_selection():
            self.copy()
            self.editor.insert(b"")

    def paste(self) -> None:
        """Put the text on the clipboard in place of the selection; without any, leave that as it is.

        A large one is there some turns of the event loop later.
        """
        if self.editor.read_only:
            return
        self._copying.finish()
        data = token_clipboard.array_of(QGuiApplication.clipboard().mimeData())
        if data.size():
            self._pasting.begin(self.editor.selection, data)
        else:
            self.nothing_pasted.emit()

    def _insert_pasted(self, place: tuple[int, int], data: builtins.bytes, feeds: LineFeeds) -> None:
        if self.editor.selection != place:
            self.editor.select(*place)
        self.editor.insert(data, feeds=feeds)

    def undo(self) -> None:
        """Take the last edit back."""
        self.editor.undo()

    def redo(self) -> None:
        """Do again what was taken back."""
        self.editor.redo()

    def select_all(self) -> None:
        """Select the whole text."""
        self.editor.select_all()
        self._caret_changed(follow=False)

    # --- pointer: see `editing/pointer.py`

    def place_caret(self, position: int, select: bool = False, at_row_end: bool = False) -> None:
        """Put the caret at a byte; with `select` the selection reaches there."""
        self.editor.place(position, select, at_row_end)
        self._caret_changed()

    def top_position(self) -> int:
        """Return the first byte of the uppermost row that is seen."""
        return self._scroll.top_position()

    def show_from(self, position: int) -> None:
        """Scroll so that the row of a byte is the uppermost."""
        self._scroll.keep_position(position)
        self._refresh()

    def select_bytes(self, start: int, end: int) -> None:
        """Select the bytes [start, end) and scroll to the end of them."""
        self.editor.select(start, end)
        self._caret_changed()

    def replace_bytes(self, start: int, end: int, data: builtins.bytes) -> None:
        """Put `data` in place of the bytes [start, end), as one step of undo."""
        start, end = self.settled(start, end)
        self.editor.select(start, end)
        self.editor.insert(data)

    def settled(self, start: int, end: int) -> tuple[int, int]:
        """Take what is being pasted at once; returns where the bytes [start, end) lie after that."""
        revision = self.revision
        self._pasting.finish()
        return self.document.shifted(start, revision), self.document.shifted(end, revision)

    @property
    def hits(self) -> Hits:
        """What was searched for and found."""
        return self._look.hits

    def show_hits(self, hits: Hits) -> None:
        """Ring what was found."""
        self._show(hits=hits)

    def show_hovered(self, hit: TokenHit | None, fade: float) -> None:
        """Ring a box and fade the others by `fade`, 0 to 1."""
        tokens = (hit.tokens[0].index, hit.tokens[-1].index + 1) if hit else (0, 0)
        self._show(hovered=tokens, fade=fade)

    def viewportEvent(self, event: QEvent) -> bool:
        """Give what the mouse does to the pointer."""
        does = self._pointer_events.get(event.type())
        if does is None:
            return super().viewportEvent(event)
        does(event)
        return True

    # --- input methods: see `editing/input.py`

    def compose(self, composition: Composition | None) -> None:
        """Show what an input method is composing, in the line at the caret; None for nothing."""
        if composition != self.pieces.composition:
            self.pieces.composition = composition
            self._refresh()
            self._restart_blinking()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Insert what an input method commits; what it composes is shown, not tokenized."""
        self._pasting.finish()
        token_input.take(self, event)

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:
        """Tell an input method where the caret is and what stands around it."""
        return token_input.answer(self, query, super().inputMethodQuery)

    def caret_rect(self, position: int) -> QRectF:
        """Return where the caret stands before a byte; off the viewport where that is not seen."""
        return self._caret_rect(position, self.editor.at_row_end and position == self.editor.position)
