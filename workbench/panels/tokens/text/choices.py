"""The choices for encoding: ids around the text, the merge rule, and special tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from workbench.display.marks import one_line
from workbench.widgets.controls import Chip
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.specials_button import SpecialsButton, Taken
from workbench.worker.messages.tokenizers import TokenizerInfo

RULES = ("sentencepiece", "llama2c", "llama.cpp")
_CLIP_START = "<|startoftext|>"


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices for one tokenizer.

    Attributes:
        before, after: whether the ids of its framing go around the text.
        rule: one of `RULES`, "" for its own.
        specials: "none", "all", "error", or the texts that are taken as special tokens.
        limit: how many ids fit, 0 for no limit, None for what the file says.

    """

    before: bool = False
    after: bool = False
    rule: str = ""
    specials: str | tuple[str, ...] = "none"
    limit: int | None = None


PLAIN = Choices()


def limit_of(choices: Choices, tokenizer: TokenizerInfo | None) -> int | None:
    """Return how many ids fit, None for any number."""
    if choices.limit is not None:
        return choices.limit or None
    return None if tokenizer is None else tokenizer.framing.context


def remembered(tokenizer: TokenizerInfo) -> str:
    """Return the name under which choices are kept: that of the file, or of a tokenizer without one."""
    return tokenizer.path or f"{tokenizer.format}:{tokenizer.name}"


def to_plain(kept: Mapping[str, Choices]) -> dict[str, dict[str, object]]:
    """Return choices as the settings keep them: what goes around the text, the rule, the limit."""
    return {
        name: {"before": own.before, "after": own.after, "rule": own.rule, "limit": own.limit}
        for name, own in kept.items()
    }


def from_plain(stored: Mapping[str, Mapping[str, object]]) -> dict[str, Choices]:
    """Return choices from the settings; what does not fit is left out."""
    kept: dict[str, Choices] = {}
    for name, own in stored.items():
        rule, limit = own.get("rule"), own.get("limit")
        kept[name] = Choices(
            own.get("before") is True,
            own.get("after") is True,
            rule if rule in RULES else "",
            limit=limit if isinstance(limit, int) and 0 <= limit < 1 << 31 else None,
        )
    return kept


class ChoiceControls(QObject):
    """The controls in the head of the panel; each is there only where the tokenizer has something to choose.

    What goes around the text, the rule and the limit are kept for each tokenizer; special tokens are plain
    text again whenever another one is taken into use.

    Attributes:
        choices: in force.
        kept: of each tokenizer, by `remembered`.
        tokenizer: in use, None before one is open.
        rule_button, specials_button: menus. before_chip, after_chip: switches.
        specials_action: takes special tokens as such, for the window's menu.

    Signals:
        changed(object): Choices, after something was chosen.

    """

    changed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.choices = PLAIN
        self.kept: dict[str, Choices] = {}
        self.tokenizer: TokenizerInfo | None = None
        self.specials_action = QAction(self.tr("Treat special tokens as special"), parent, checkable=True)
        self.specials_action.setEnabled(False)
        self.specials_action.triggered.connect(self.take_specials)
        self.rule_button = MenuButton(self.tr("Merge rule"))
        self.specials_button = SpecialsButton()
        self.specials_button.taken_chosen.connect(lambda taken: self._choose(specials=taken))
        self.before_chip, self.after_chip = Chip(self.tr("BOS")), Chip(self.tr("EOS"))
        self.before_chip.clicked.connect(lambda on: self._choose(before=on))
        self.after_chip.clicked.connect(lambda on: self._choose(after=on))
        self._rules = self._rule_entries()

    def widgets(self) -> tuple[QWidget, ...]:
        """Return the controls, from the left."""
        return self.rule_button, self.specials_button, self.before_chip, self.after_chip

    def _rule_entries(self) -> dict[str, QAction]:
        names = self.tr("as SentencePiece"), self.tr("as llama2.c"), self.tr("as llama.cpp")
        texts = dict(zip(RULES, names, strict=True))
        tips = {
            "sentencepiece": self.tr("▁ in the text becomes a space, and invalid bytes become U+FFFD"),
            "llama2c": self.tr("▁ stays ▁, and invalid bytes are encoded one by one"),
            "llama.cpp": self.tr("A space is added after a special token, as at the start"),
        }
        group = QActionGroup(self.rule_button.menu)
        self.rule_button.menu.setToolTipsVisible(True)
        entries = {}
        for rule, text in texts.items():
            entries[rule] = entry = self.rule_button.menu.addAction(text)
            entry.setCheckable(True)
            entry.setToolTip(tips[rule])
            entry.triggered.connect(lambda _on, chosen=rule: self._choose(rule=chosen))
            group.addAction(entry)
        return entries

    # --- what is chosen

    @property
    def limit(self) -> int | None:
        """How many ids fit, None for any number."""
        return limit_of(self.choices, self.tokenizer)

    def set_tokenizer(self, tokenizer: TokenizerInfo) -> None:
        """Take another tokenizer, with what was chosen for it before."""
        self.tokenizer = tokenizer
        self.choices = self.kept.get(remembered(tokenizer), PLAIN)
        self.specials_button.set_tokens(tokenizer.special_tokens)
        self.specials_action.setEnabled(bool(tokenizer.special_tokens))
        self._show(tokenizer)

    def take_specials(self, taken: bool | Taken) -> None:
        """Take special tokens as such, or as plain text, or in another way."""
        if isinstance(taken, bool):
            taken = "all" if taken else "none"
        self._choose(specials=taken)

    def allow(self, texts: tuple[str, ...]) -> None:
        """Take these special tokens too where some are chosen, else all of them."""
        now = self.choices.specials
        self._choose(specials="all" if isinstance(now, str) else tuple(dict.fromkeys((*now, *texts))))

    def set_limit(self, limit: int | None) -> None:
        """Let so many ids fit: 0 is no limit, None what the file says."""
        self._choose(limit=limit)

    def _choose(self, **changes: object) -> None:
        tokenizer = self.tokenizer
        chosen = replace(self.choices, **changes)  # type: ignore[arg-type]
        if tokenizer is None:
            return
        if chosen == self.choices:  # Qt tells twice of Enter in a field, and has unticked what was clicked
            self._show(tokenizer)
            return
        self.choices = chosen
        self.kept[remembered(tokenizer)] = replace(self.choices, specials="none")
        self._show(tokenizer)
        self.changed.emit(self.choices)

    def _show(self, tokenizer: TokenizerInfo) -> None:
        choices = self.choices
        framing = tokenizer.framing
        clip = framing.before[:1] and framing.before[0][0] == _CLIP_START
        for chip, ids, on, name in (
            (self.before_chip, framing.before, choices.before, self.tr("SOT") if clip else self.tr("BOS")),
            (self.after_chip, framing.after, choices.after, self.tr("EOT") if clip else self.tr("EOS")),
        ):
            chip.setVisible(bool(ids))
            chip.setChecked(on)
            chip.set_label(name)
            shown = ", ".join(f"{one_line(text, 32)} = {token_id}" for text, token_id in ids)
            where = self.tr("before the text") if chip is self.before_chip else self.tr("after the text")
            chip.setToolTip(self.tr("Put {tokens} {where}").format(tokens=shown, where=where))
        self.rule_button.setVisible(bool(tokenizer.rule))
        rule = choices.rule or tokenizer.rule
        if rule in self._rules:
            self._rules[rule].setChecked(True)
            self.rule_button.set_chosen(self._rules[rule].text(), self._rules[rule].toolTip())
        self.specials_button.setVisible(bool(tokenizer.special_tokens))
        self.specials_action.setChecked(choices.specials == "all")
        self.specials_button.show_taken(choices.specials)
