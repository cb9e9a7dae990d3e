"""The choice of what special tokens in a text are taken as: plain text, tokens, an error, or some of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from workbench.display.marks import one_line
from workbench.widgets import wording
from workbench.widgets.menu_button import MenuButton

LISTED = 40  # special tokens that the menu has entries for

Taken = str | tuple[str, ...]  # "none", "all", "error", or the texts that are taken as special tokens


class SpecialsButton(MenuButton):
    """Shows what is chosen, and a menu of the special tokens.

    Attributes:
        taken: what is chosen.

    Signals:
        taken_chosen(object): another `Taken`, by the user.

    """

    taken_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Special tokens"), parent)
        self.taken: Taken = "none"
        self._modes: dict[str, QAction] = {}
        self._entries: list[QAction] = []
        self._group = QActionGroup(self.menu)  # of the modes; an entry that is cleared leaves it
        self.menu.setToolTipsVisible(True)

    def set_tokens(self, tokens: Sequence[tuple[str, int]]) -> None:
        """Offer the special tokens (text, id) of another tokenizer."""
        menu = self.menu
        menu.clear()
        self._modes, self._entries = {}, []
        for mode, text, tip in (
            ("none", self.tr("As plain text"), self.tr("Encoded like any other text")),
            ("all", self.tr("As special tokens"), self.tr("One id each, wherever the text occurs")),
            ("error", self.tr("As an error"), self.tr("Refuse texts that contain one, as in tiktoken")),
        ):
            self._modes[mode] = entry = menu.addAction(text)
            entry.setCheckable(True)
            entry.setToolTip(tip)
            entry.triggered.connect(lambda _on, chosen=mode: self.taken_chosen.emit(chosen))
            self._group.addAction(entry)
        menu.addSection(self.tr("Only these"))
        for text, token_id in tokens[:LISTED]:
            self._add(text, token_id)
        more = len(tokens) - LISTED
        if more > 0:
            menu.addAction(self.tr("and {n} more").format(n=more)).setEnabled(False)

    def _add(self, text: str, token_id: int) -> None:
        shown = one_line(text, 48).replace("&", "&&")
        entry = self.menu.addAction(f"{shown}\t{token_id}")
        entry.setCheckable(True)
        entry.setData(text)
        entry.triggered.connect(lambda on, special=text: self._choose(special, on))
        self._entries.append(entry)

    def _choose(self, text: str, taken: bool) -> None:
        chosen = () if isinstance(self.taken, str) else tuple(other for other in self.taken if other != text)
        chosen = (*chosen, text) if taken else chosen
        self.taken_chosen.emit(chosen or "none")

    def show_taken(self, taken: Taken) -> None:
        """Show what is chosen."""
        self.taken = taken
        mode = taken if isinstance(taken, str) else ""
        for name, entry in self._modes.items():
            entry.setChecked(name == mode)
        for entry in self._entries:
            entry.setChecked(not mode and entry.data() in taken)
        texts = {
            "none": self.tr("Special tokens: plain text"),
            "all": self.tr("Special tokens: special"),
            "error": self.tr("Special tokens: error"),
        }
        several = "" if mode else self.tr("Special tokens: {n} special").format(n=wording.number(len(taken)))
        self.set_chosen(texts.get(mode, several))
