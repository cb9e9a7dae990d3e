"""The tokenizer of a conversation, and the template: its own or ChatML."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from workbench.widgets.controls import IconButton
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.panel_parts import PanelHeader
from workbench.worker.messages.tokenizers import TokenizerInfo


class TemplateChoice(QObject):
    """Follows the tokenizer that the window uses, unless one is pinned.

    Attributes:
        button: chooses the tokenizer's own template or ChatML. pin: keeps the tokenizer.
        tokenizer: the one of the panel, or None before the first.
        kept: the template that was chosen, "" where none was.

    Signals:
        changed(): the tokenizer or the template is another.
        chosen(): `kept` is another.

    """

    changed = Signal()
    chosen = Signal()

    def __init__(self, header: PanelHeader) -> None:
        """Put the two buttons into `header`, and the tokenizer's name."""
        super().__init__(header)
        self._header = header
        self.kept = ""  # "own" or "chatml"; "" for the better of the two
        self.tokenizer: TokenizerInfo | None = None
        self._newest: TokenizerInfo | None = None  # the one in use in the window
        self.button = MenuButton(self.tr("Template"))
        self.button.set_kind("plain")
        menu = self.button.menu
        menu.setToolTipsVisible(True)
        self._own_action = menu.addAction(self.tr("The tokenizer's own"))
        self._own_action.triggered.connect(partial(self.choose, "own"))
        menu.addAction(self.tr("ChatML")).triggered.connect(partial(self.choose, "chatml"))
        self.pin = IconButton("pin", self.tr("Keep using this tokenizer"), checkable=True)
        self.pin.toggled.connect(self._pinned)
        self._header.add_right(self.button)
        self._header.add_right(self.pin)

    @Slot(object)
    def set_tokenizer(self, tokenizer: TokenizerInfo) -> None:
        """Take the tokenizer that the window uses, unless another one is pinned."""
        self._newest = tokenizer
        if self.tokenizer is None or not self.pin.isChecked():
            self._take(tokenizer)

    def _take(self, tokenizer: TokenizerInfo) -> None:
        self.tokenizer = tokenizer
        self._show()
        self.changed.emit()

    def _pinned(self, on: bool) -> None:
        if not on and self._newest is not None:
            self._take(self._newest)
        self._show()

    @property
    def template(self) -> str:
        """Which template is in use: "own" or "chatml"."""
        has_own = self.tokenizer is not None and bool(self.tokenizer.chat_template)
        return "own" if has_own and self.kept != "chatml" else "chatml"

    def choose(self, template: str) -> None:
        """Use the tokenizer's own template ("own"), or "chatml"."""
        self.restore(template)
        self.changed.emit()
        self.chosen.emit()

    def restore(self, template: str) -> None:
        """Show a choice as it was left."""
        self.kept = template
        self._show()

    def _show(self) -> None:
        info = self.tokenizer
        has_own = info is not None and bool(info.chat_template)
        self._own_action.setEnabled(has_own)
        self._own_action.setToolTip("" if has_own else self.tr("This tokenizer has no chat template"))
        self.button.set_chosen(self.tr("Own template") if self.template == "own" else self.tr("ChatML"))
        name = "" if info is None else info.name
        self._header.set_facts(self.tr("{name}, pinned").format(name=name) if self.pin.isChecked() else name)

    def special_ids(self) -> frozenset[int]:
        """Return the ids of the special tokens, and of those that the tokenizer puts around a text."""
        info = self.tokenizer
        if info is None:
            return frozenset()
        framing = (*info.framing.before, *info.framing.after)
        return frozenset(token_id for _, token_id in (*info.special_tokens, *framing))
