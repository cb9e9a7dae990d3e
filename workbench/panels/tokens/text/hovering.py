"""Shows the hover card next to the token under the pointer of one view, and takes it away."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QCursor

from workbench.panels.tokens.text.hover_card import HoverCard
from workbench.panels.tokens.text.live_encoding import LiveEncoding
from workbench.panels.tokens.text.occurrences import Counting, Occurrences
from workbench.panels.tokens.text.selection import Occurrence
from workbench.widgets.token_view.places import TokenHit
from workbench.widgets.token_view.text import TokenTextView


class Hovering(QObject):
    """The card of one view; the view itself waits the 120 ms before it tells of a token.

    Attributes:
        card: the card, None until it is first needed, as it belongs to the window.

    """

    def __init__(self, view: TokenTextView, encoding: LiveEncoding, occurrences: Occurrences) -> None:
        super().__init__(view)
        self.card: HoverCard | None = None
        self._view, self._encoding, self._occurrences = view, encoding, occurrences
        self._counting = Counting(view.spans, self._tell, self)
        self._hit: TokenHit | None = None
        self._shown: TokenHit | None = None  # what the card is next to
        view.token_hovered.connect(self.hover)
        view.visible_range_changed.connect(self.hide)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide the card where the token under a resting pointer may be another."""
        if event.type() == QEvent.Type.Resize:
            self.hide()
        return super().eventFilter(watched, event)

    def hover(self, hit: TokenHit | None) -> None:
        """Show the card of what is under the pointer; None takes it away."""
        # Old tokens stay while another tokenizer's come: of them nothing can be said.
        if hit is None or not self._encoding.covers(hit.token.start, hit.token.end):
            self.hide()
            return
        self._hit = hit
        self._counting.start(self._occurrences.of_token(hit.token))

    def hide(self) -> None:
        """Take the card away."""
        self._hit = None
        self._counting.stop()
        if self.card is not None:
            self.card.hide()

    def _tell(self, occurrence: Occurrence) -> None:
        if self._hit is None:
            return
        card = self._card()
        card.set_occurrence(occurrence, self._occurrences.vocabulary, len(self._hit.tokens))
        if self._hit is not self._shown or not card.isVisible():
            self._shown = self._hit
            card.show_beside(self._in_window(self._hit.rect), self._pointer())

    def _card(self) -> HoverCard:
        window = self._view.window()
        if self.card is None or self.card.parentWidget() is not window:
            if self.card is not None:
                self.card.deleteLater()
            self.card = HoverCard(window)
        return self.card

    def _in_window(self, rect: QRect) -> QRect:
        viewport = self._view.viewport()
        return QRect(viewport.mapTo(self._view.window(), rect.topLeft()), rect.size())

    def _pointer(self) -> QPoint:
        return self._view.window().mapFromGlobal(QCursor.pos())
