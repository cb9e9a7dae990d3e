"""The painted token view, which is the editor too: bytes, their tokens as colored boxes, a caret.

Only what is seen is laid out and painted. The text is bytes in a `Document`; it never makes a round
trip through a Qt string. Tokens come from outside, by `tokens.take`, as the worker encodes.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from workbench.widgets.look.theme import current_theme, theme_signals
from workbench.widgets.token_view.accessible import LineAnnouncer, SpokenView
from workbench.widgets.token_view.document.document import Change, Document
from workbench.widgets.token_view.document.origin import NOWHERE, Origin
from workbench.widgets.token_view.editing import input as token_input
from workbench.widgets.token_view.editing import keys as token_keys
from workbench.widgets.token_view.editing.caret import Caret
from workbench.widgets.token_view.editing.clipboard import Clipboard
from workbench.widgets.token_view.editing.editor import Editor
from workbench.widgets.token_view.editing.hover import Hover
from workbench.widgets.token_view.editing.pointer import Pointer
from workbench.widgets.token_view.editing.selected import SelectedToken
from workbench.widgets.token_view.editing.taking import TokenTaking
from workbench.widgets.token_view.layout.flow import Flow
from workbench.widgets.token_view.layout.hits import NO_HITS
from workbench.widgets.token_view.layout.spans import Ints, SpanStore, shifted_spans, shifted_token
from workbench.widgets.token_view.layout.token_map import MapBar
from workbench.widgets.token_view.paint import overlays
from workbench.widgets.token_view.paint.canvas import Look
from workbench.widgets.token_view.paint.looks import Looks
from workbench.widgets.token_view.paint.paint import TokenPainter
from workbench.widgets.token_view.paint.repaint import Repaint, Seen
from workbench.widgets.token_view.paint.shown import ShownPieces
from workbench.widgets.token_view.places import MARGIN, Places
from workbench.widgets.token_view.rows import GUTTER_GAP, Rows
from workbench.widgets.token_view.scroll import Scroll
from workbench.widgets.token_view.scrolling import Scrolling

_WHEEL_ROWS = 3


class TokenTextView(SpokenView):
    """Shows and edits bytes with their tokens.

    Attributes:
        document: the bytes. spans: their tokens. pieces: both, laid out.
        rows: zoom, line numbers, ids, what is put around the text. places: what is where.
        scrolling: what part is seen. bar: the scroll bar, with what is found and what is missing.
        editor: edits, and where the caret is. caret: how it is seen. clipboard: copy, cut, paste.
        tokens: takes tokens over. selected: the selected one. pointer: the mouse. hover: what it is over.
        looks: what is to be seen besides the text. repainting: asks for the paints.

    Signals:
        text_changed: the new revision (int), after any change of the bytes.
        caret_moved: (position, selection start, selection end), in bytes.
        token_hovered: a TokenHit, or None when the pointer leaves.
        token_selected: a Token, or None.
        token_chosen: a Token, or None, that the user selected; `token_selected` tells also of what came of
            edits and of other tokens.
        token_copied: the Token whose text is on the clipboard now.
        visible_range_changed: (start, end) in bytes of what is seen, some 40 ms after it changed.
        zoom_changed: the size of the text that now holds, 1 being 15 px.
        followed: the user scrolled or changed the text; others may leave the view the time.
        files_dropped: paths of files that were dropped.
        nothing_pasted: there was no text to paste.

    """

    text_changed = Signal(object)
    caret_moved = Signal(object, object, object)
    token_hovered = Signal(object)
    token_selected = Signal(object)
    token_chosen = Signal(object)
    token_copied = Signal(object)
    visible_range_changed = Signal(object, object)
    zoom_changed = Signal(float)
    followed = Signal()
    files_dropped = Signal(object)
    nothing_pasted = Signal()

    document: Document
    spans: SpanStore
    pieces: ShownPieces
    rows: Rows
    places: Places
    scrolling: Scrolling
    bar: MapBar
    editor: Editor
    caret: Caret
    clipboard: Clipboard
    tokens: TokenTaking
    selected: SelectedToken
    pointer: Pointer
    hover: Hover
    repainting: Repaint

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.spans = Document(), SpanStore()
        self.pieces = ShownPieces(self.document, Flow(self.document), self.spans)
        self.looks = Looks(Look(current_theme(), active=False), self._look_changed)
        self.repainting = Repaint(self, self._seen)
        self.bar = MapBar(self.pieces.flow, self)
        anchor = Scroll(self.pieces)
        self.places = Places(self.pieces, anchor)
        self.scrolling = Scrolling(self, anchor)
        self._make_parts()
        self._pointer_events = self.pointer.events()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollBar(self.bar)
        # It keeps its room, or the rows would be broken again whenever a text outgrows the view.
        self.bar.setStyleSheet("QScrollBar::handle:disabled { background: transparent; }")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.setAcceptDrops(True)
        self.setAccessibleName(self.tr("Text with its tokens"))
        self.setAccessibleDescription(self.tr("Alt+Left and Alt+Right step through the tokens"))
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        theme_signals.changed.connect(self._theme_changed)

    def _make_parts(self) -> None:
        """Create the parts that edit and point, each with what it needs; the view passes their signals on."""
        document, pieces, places, scrolling = self.document, self.pieces, self.places, self.scrolling
        self.rows = Rows(self, pieces, places, scrolling, self.looks)
        self.editor = Editor(document, pieces, self._edited, lambda reveal: self.caret.follow(reveal))
        self.caret = Caret(self, self.editor, pieces, places=places, scrolling=scrolling, looks=self.looks)
        self.selected = SelectedToken(self.spans, pieces, self.editor, self.looks, scrolling)
        self.clipboard = Clipboard(document, self.editor, self.selected, self)
        self.tokens = TokenTaking(
            document, self.spans,
            looks=self.looks, selected=self.selected, scrolling=scrolling, repainting=self.repainting,
        )  # fmt: skip
        self.hover = Hover(self.looks, self)
        self.pointer = Pointer(self, self)
        self._composing = token_input.Composing(self, self.editor, self.caret, pieces)
        self.rows.zoom_changed.connect(self.zoom_changed)
        self.caret.moved.connect(self.caret_moved)
        self._announcer = LineAnnouncer(self)
        self.caret.moved.connect(self._announcer.tell)
        self.selected.chosen.connect(self.token_chosen)
        self.selected.changed.connect(self.token_selected)
        self.selected.copied.connect(self.token_copied)
        self.clipboard.nothing_pasted.connect(self.nothing_pasted)
        self.hover.changed.connect(self.token_hovered)
        self.pointer.files_dropped.connect(self.files_dropped)

    # --- text

    def set_bytes(self, data: bytes, line_feeds: Ints | None = None, origin: Origin = NOWHERE) -> None:
        """Show other bytes, from the beginning; what could be undone and all tokens are forgotten.

        `line_feeds` says where they are (int64[n]), where that is known.
        """
        self.clipboard.pasting.stop()
        self.document.set_bytes(data, line_feeds, origin)
        self._show_other()

    def exchange_text(self, data: bytes, line_feeds: Ints | None = None, origin: Origin = NOWHERE) -> None:
        """Show other bytes, as `set_bytes`, but as one step of undo."""
        self.clipboard.pasting.finish()
        self.document.exchange_text(data, line_feeds, origin)
        self._show_other()

    def _show_other(self) -> None:
        """Show another text, from its beginning."""
        if not self.rows.fit_gutter():
            self.pieces.flow.reset()
        self.tokens.forget()
        self.pieces.composition = None
        self.set_look(refused=(), hits=NO_HITS)
        self.scrolling.anchor.to_top()
        self.hover.forget()
        self.editor.place(0)
        self.text_changed.emit(self.document.revision)

    def content(self) -> bytes:
        """Return the bytes that are shown."""
        return self.document.whole()

    def selected_tokens(self) -> tuple[int, int]:
        """Return the numbers (first, last + 1) of the tokens that have a selected byte.

        With all of the text go the tokens that were added around the text.
        """
        start, end = self.editor.selection
        whole = end - start == len(self.document)
        return (0, len(self.spans)) if whole else self.spans.inside(start, end)

    def _edited(self, change: Change) -> None:
        """Follow an edit of the document, from wherever."""
        self.followed.emit()
        if change.is_whole:
            self._show_other()
            return
        self.repainting.hold()
        if not self.rows.fit_gutter():
            self.pieces.flow.follow(change)
        self.tokens.follow(change)
        self.pieces.composition = None
        self.set_look(refused=shifted_spans(self.look.refused, change), hits=self.look.hits.followed(change))
        self.selected.follow(shifted_token(self.selected.token, change))
        self.hover.forget()
        self.scrolling.anchor.follow(change)
        self.caret.follow()
        self.text_changed.emit(self.document.revision)

    # --- what is to be seen besides

    @property
    def look(self) -> Look:
        """What is to be seen besides the text and its tokens."""
        return self.looks.now

    def set_look(self, **changes: object) -> None:
        """Show something else besides the text, by the attributes of `Look`."""
        self.looks.change(**changes)

    def _look_changed(self) -> None:
        self.bar.show_hits(self.look.hits)
        self.repainting.ask()

    def _theme_changed(self) -> None:
        self.set_look(theme=current_theme())
        self.rows.renew()

    def _token_painter(self, painter: QPainter, look: Look, clip: QRectF) -> TokenPainter:
        """Return what paints the pieces; a view that shows more gives its own."""
        return TokenPainter(painter, look, self.pieces, self.places.left, clip)

    def _seen(self) -> Seen:
        """Return what is to be painted now."""
        at = self.look.caret - self.look.at_row_end
        look = replace(self.look, caret_piece=self.pieces.flow.piece_at(max(at, 0)))
        placed = self.places.placed()
        numbered = placed if self.places.left > MARGIN else ()
        lines = tuple(self.document.line_at(piece.start) for piece, _ in numbered)
        return Seen(look, placed, lines, self.viewport().rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is seen."""
        seen = self._seen()
        self.repainting.painted(event.region())
        self._announcer.painted()
        painter = QPainter(self.viewport())
        try:  # an error may not leave a painter open: Qt then crashes
            painter.fillRect(event.rect(), seen.look.theme.surface)
            own = self._token_painter(painter, seen.look, QRectF(event.rect()))
            placed = seen.placed
            if event.rect() != seen.room:
                placed = [(piece, y) for piece, y in placed if own.reaches(piece, y)]
            own.paint(placed)
            right = self.places.left - GUTTER_GAP
            if self.places.left > MARGIN:
                overlays.line_numbers(painter, seen.look.theme, self.pieces, right, placed)
        finally:
            painter.end()

    # --- other events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the new room."""
        self.rows.resized(first=not event.oldSize().isValid())

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Leave scrolling to the anchor: see `scroll.py`."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Control, zoom."""
        turned = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.rows.zoom_by((turned > 0) - (turned < 0))
        else:
            rows = _WHEEL_ROWS * self.pieces.measures.pitch
            self.scrolling.by(-(event.pixelDelta().y() or turned / 120 * rows))
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Give what the mouse does to the pointer."""
        does = self._pointer_events.get(event.type())
        if does is None:
            return super().viewportEvent(event)
        does(event)
        return True

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
        """Handle a key, see `editing/keys.py`."""
        does = token_keys.command(event)
        if does is None:
            event.ignore()
        else:
            does(self)
            event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the caret."""
        super().focusInEvent(event)
        self.set_look(active=True)
        self.caret.restart()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the caret."""
        super().focusOutEvent(event)
        self.caret.compose(None)
        self.set_look(active=False)
        self.caret.restart()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Insert what an input method commits; what it composes is shown, not tokenized."""
        self.clipboard.pasting.finish()
        token_input.take(self._composing, event)

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:
        """Tell an input method where the caret is, and the text around."""
        return token_input.answer(self._composing, query, super().inputMethodQuery)
