"""The list of messages of the chat, which can be added, moved, removed and restored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from workbench.panels.chat import conversation, words
from workbench.panels.chat.card import MessageCard
from workbench.panels.chat.template_strip import TemplateStrip
from workbench.panels.chat.token_views import token_rows
from workbench.widgets.controls import Button
from workbench.widgets.token_view import rows as text_rows
from workbench.worker.messages.chat import ChatMessage, ChatRendered

Rows = tuple[int, int] | None  # (first, last + 1) of the tokens of a conversation


class MessageList(QScrollArea):
    """A scrolling list of cards, with the buttons for the next turn below.

    Attributes:
        cards: the messages, from above. add_button: adds one. prompt_strip: the start of the next turn.

    Signals:
        changed(): a message is another, or there are more or fewer.
        undoable(str, object): what the user has just done, and a callable to undo that.

    """

    changed = Signal()
    undoable = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[MessageCard] = []
        self._dragged_from: int | None = None
        self.prompt_strip = TemplateStrip()
        self.add_button = Button(self.tr("Add a message"), "flat", "add")
        self.add_button.setToolTip(self.tr("Add a message after the last one (Ctrl+Enter in a message)"))
        self.add_button.clicked.connect(lambda: self.add(len(self.cards)))
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.prompt_strip)
        self._column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self._body)

    def messages(self) -> tuple[ChatMessage, ...]:
        """Return the messages as they are now."""
        return tuple(card.message() for card in self.cards)

    def set_messages(self, messages: Sequence[ChatMessage]) -> None:
        """Show other messages."""
        for card in self.cards:
            self._drop(card)
        self.cards = []
        for number, message in enumerate(messages):
            self._insert(number, message)
        self._settle()

    def set_cut(self, cut: tuple[int, str] | None, rendered: ChatRendered | None) -> None:
        """Draw the limit before a token, in a message or in what the template writes, the rest faintly.

        `cut` is the number of the token in the conversation, and the text of the flag; None for no limit.
        """
        flagged = False
        for part, rows in self._parts(rendered):
            if cut is None or rows is None or rows[1] <= cut[0]:
                part.set_cut(None)
                continue
            part.set_cut((max(cut[0] - rows[0], 0), "" if flagged else cut[1]))
            flagged = True

    def _parts(self, rendered: ChatRendered | None) -> Iterator[tuple[TemplateStrip | text_rows.Rows, Rows]]:
        """Yield what shows the tokens, from above, each with which of them."""
        for number, card in enumerate(self.cards):
            yield card.before, card.before.rows()
            yield card.view.rows, None if rendered is None else token_rows(rendered, number)
            yield card.after, card.after.rows()
        yield self.prompt_strip, self.prompt_strip.rows()

    def add(self, number: int) -> None:
        """Add an empty message before the message `number`, and give it the keyboard."""
        if len(self.cards) >= conversation.MOST:
            return
        role = conversation.next_role(self.messages()[:number])
        card = self._insert(number, ChatMessage(role, b""))
        self._settle()
        card.take_focus()
        QTimer.singleShot(0, card, lambda: self.ensureWidgetVisible(card))

    def move_message(self, number: int, step: int) -> None:
        """Move a message up (-1) or down (1); the keyboard goes with it, and it can be put back."""
        if 0 <= number + step < len(self.cards):
            card = self.cards[number]
            self._put(card, number + step)
            self._tell_moved(card, number)

    def _tell_moved(self, card: MessageCard, before: int) -> None:
        up = self.cards.index(card) < before
        text = self.tr("Moved the message up.") if up else self.tr("Moved the message down.")
        self.undoable.emit(text, lambda: self._put(card, before))

    def _put(self, card: MessageCard, place: int) -> None:
        """Put a message, if it is still there, before the one that now has a place, or after all."""
        if card not in self.cards:
            return
        self.cards.remove(card)
        place = min(place, len(self.cards))
        self.cards.insert(place, card)
        self._column.removeWidget(card)
        self._column.insertWidget(place, card)
        self._settle()
        card.take_focus()

    def remove(self, number: int) -> None:
        """Take a message out; it can be brought back."""
        card = self.cards.pop(number)
        message = card.message()
        self._drop(card)
        if self.cards:
            self.cards[min(number, len(self.cards) - 1)].take_focus()
        self._settle()
        self.undoable.emit(self.tr("Removed the message."), lambda: self._bring_back(number, message))

    def _bring_back(self, number: int, message: ChatMessage) -> None:
        card = self._insert(min(number, len(self.cards)), message)
        self._settle()
        card.take_focus()

    def _insert(self, number: int, message: ChatMessage) -> MessageCard:
        card = MessageCard(message)
        card.changed.connect(self.changed)
        card.command.connect(lambda does, own=card: self._do(own, does))
        card.dragged.connect(lambda y, own=card: self._drag(own, y))
        card.dropped.connect(lambda own=card: self._drop_dragged(own))
        card.role_chosen.connect(lambda before, own=card: self._tell_role(own, before))
        self.cards.insert(number, card)
        self._column.insertWidget(number, card)
        return card

    def _drop(self, card: MessageCard) -> None:
        self._column.removeWidget(card)
        card.hide()
        card.deleteLater()

    def _drag(self, card: MessageCard, y: int) -> None:
        """Let a message change places with the one whose middle the pointer has passed."""
        if card not in self.cards:
            return
        number = self.cards.index(card)
        self._dragged_from = number if self._dragged_from is None else self._dragged_from
        for step in (-1, 1):
            if 0 <= number + step < len(self.cards):
                other = self.cards[number + step]
                middle = other.mapToGlobal(other.rect().center()).y()
                if (y - middle) * step > 0:
                    self._put(card, number + step)
                    self._column.activate()
                    break
        self.ensureVisible(0, self._body.mapFromGlobal(QPoint(0, y)).y(), 0, card.grip.height())

    def _drop_dragged(self, card: MessageCard) -> None:
        before, self._dragged_from = self._dragged_from, None
        if before is not None and card in self.cards and self.cards.index(card) != before:
            self._tell_moved(card, before)

    def _tell_role(self, card: MessageCard, before: str) -> None:
        def _undo() -> None:
            if card in self.cards:
                card.set_role(before)

        self.undoable.emit(self.tr("Changed the role to {role}.").format(role=words.role(card.role)), _undo)

    def _do(self, card: MessageCard, does: str) -> None:
        if card not in self.cards:  # it has been taken out, and has its buttons until it is deleted
            return
        number = self.cards.index(card)
        if does == "add":
            self.add(number + 1)
        elif does == "remove":
            self.remove(number)
        else:
            self.move_message(number, -1 if does == "up" else 1)

    def _settle(self) -> None:
        """Let Tab go from above to below, and tell that something changed."""
        before: QWidget | None = None
        for card in self.cards:
            for widget in (card.role_button, card.view, card.grip):
                if before is not None:
                    QWidget.setTabOrder(before, widget)
                before = widget
        if before is not None:
            QWidget.setTabOrder(before, self.add_button)
        self.changed.emit()
