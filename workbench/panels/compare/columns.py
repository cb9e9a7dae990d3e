"""The compared tokenizers in order, a card each; the first is the reference."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workbench.panels.compare.card import Card
from workbench.panels.compare.card_face import ROLES, Fit, room_for_count
from workbench.panels.compare.words import distinctions
from workbench.widgets.look import theme
from workbench.widgets.look.theme import interface_font
from workbench.worker.messages.tokenizers import TokenizerInfo


@dataclass(frozen=True)
class Chosen:
    """The choice of compared tokenizers.

    Attributes:
        handles: of the compared tokenizers, the reference first.
        left: handles of open tokenizers that the user removed.

    """

    handles: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()

    def follow(self, there: Sequence[int]) -> Chosen:
        """Return the choice for these open tokenizers: new ones join, closed ones leave."""
        kept = [handle for handle in self.handles if handle in there]
        new = [handle for handle in there if handle not in kept and handle not in self.left]
        return Chosen((*kept, *new), self.left.intersection(there))

    def exchanged(self, handle: int, other: int) -> Chosen:
        """Return the same with one replaced by another, for example after reloading its file."""
        return replace(self, handles=tuple(other if each == handle else each for each in self.handles))

    def add(self, handle: int) -> Chosen:
        """Return the same with one more."""
        handles = self.handles if handle in self.handles else (*self.handles, handle)
        return Chosen(handles, self.left - {handle})

    def remove(self, handle: int) -> Chosen:
        """Return the same without one, which stays open."""
        return Chosen(tuple(each for each in self.handles if each != handle), self.left | {handle})

    def move(self, handle: int, place: int) -> Chosen:
        """Return the same with one at another place; place 0 makes it the reference."""
        others = [each for each in self.handles if each != handle]
        at = min(max(place, 0), len(others))
        return replace(self, handles=(*others[:at], handle, *others[at:]))


def takes_tab(widget: QWidget) -> bool:
    """Return whether the Tab key comes to a widget."""
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


class Columns(QWidget):
    """The cards of the compared tokenizers.

    Signals:
        changed(object): the new `Chosen`.
        renamed(int, str): show a tokenizer, by its handle, under a name; "" for its own.

    """

    changed = Signal(object)
    renamed = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen = Chosen()
        self._cards: list[Card] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_1)
        self._row.setSpacing(theme.SPACE_2)
        self.setAccessibleName(self.tr("Compared tokenizers"))

    @property
    def cards(self) -> list[Card]:
        """Return the visible cards."""
        return self._cards[: len(self._chosen.handles)]

    def show_chosen(self, chosen: Chosen, infos: Sequence[TokenizerInfo]) -> None:
        """Show the compared tokenizers, in order, reusing cards."""
        self._chosen, apart = chosen, distinctions(infos)
        while len(self._cards) < len(chosen.handles):
            self._cards.append(self._new_card(len(self._cards)))
        for place, card in enumerate(self._cards):
            card.setVisible(place < len(chosen.handles))
            if place < len(chosen.handles):
                card.show_tokenizer(place, len(chosen.handles), infos[place], apart[place])

    def put_before(self, widget: QWidget) -> None:
        """Let the Tab key come to the cards before it comes to a widget: else it comes to new ones last."""
        before = widget
        while (last := before.previousInFocusChain()) is not None and last is not widget:
            before = last
            if takes_tab(before) and before not in self._cards:
                break
        for card in self._cards:
            QWidget.setTabOrder(before, card)
            before = card

    def number_fit(self) -> Fit:
        """Return the font of the numbers in narrow cards, and whether they are below the letters.

        It is the same in all cards: a bolder number would seem to mean something.
        """
        for is_below in (False, True):
            for role in ROLES:
                width = QFontMetrics(interface_font(role)).horizontalAdvance
                counts = ((each.facts.marked_count, each.width()) for each in self.cards)
                if all(width(count) <= room_for_count(room, is_below) for count, room in counts):
                    return role, is_below
        return ROLES[-1], True

    def _new_card(self, place: int) -> Card:
        card = Card(self.number_fit, self)
        card.moved.connect(lambda step: self._move(place, place + step))
        card.referred.connect(lambda: self._move(place, 0))
        card.renamed.connect(lambda name: self.renamed.emit(self._chosen.handles[place], name))
        card.removed.connect(lambda: self.changed.emit(self._chosen.remove(self._chosen.handles[place])))
        self._row.addWidget(card, 1)
        return card

    def _move(self, place: int, to: int) -> None:
        handles = self._chosen.handles
        if 0 <= to < len(handles):
            self.changed.emit(self._chosen.move(handles[place], to))
            self._cards[to].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_faults(self, faults: Mapping[int, str]) -> None:
        """Show which tokenizers cannot encode the text, by handle."""
        for card, handle in zip(self.cards, self._chosen.handles, strict=True):
            card.set_fault(faults.get(handle, ""))

    def set_lossy(self, handles: Collection[int]) -> None:
        """Mark those that do not give the text back, by handle."""
        for card, handle in zip(self.cards, self._chosen.handles, strict=True):
            card.set_lossy(handle in handles)
        self.update()  # one number may have moved them all

    def set_counts(self, counts: Mapping[int, str]) -> None:
        """Show the number of tokens of the text by handle; "" while unknown."""
        for card, handle in zip(self.cards, self._chosen.handles, strict=True):
            card.set_count(counts.get(handle, ""))
        self.update()  # one number may have moved them all
