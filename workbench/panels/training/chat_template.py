"""The chat template in the training options: none, one with a name, or that of a file."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workbench.engine.base.roles import CHATML_TOKENS
from workbench.panels.training.fields import Choice, labeled
from workbench.widgets.look import theme

_FILE = "file"
_SHORTEST = 8  # characters of the list, which would be as wide as the longest file name


class ChatTemplateField(QWidget):
    """Which chat template the tokenizer gets.

    Attributes:
        choice: the list.

    Signals:
        changed(): another template was chosen.
        file_wanted(): a file should be chosen, and what is in it passed to `take`.

    """

    changed = Signal()
    file_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._own = self._name = ""
        self._shown = 0
        self.choice = Choice(
            self.tr("Chat template"),
            (
                ("", self.tr("None"), self.tr("The tokenizer has no chat template")),
                (
                    "chatml",
                    "ChatML",
                    self.tr("Each message between {start} and {end}, which become special tokens").format(
                        start=CHATML_TOKENS[0], end=CHATML_TOKENS[1]
                    ),
                ),
                (
                    "plain",
                    self.tr("Plain"),
                    self.tr("Each message on a line, after the token of its role, or after “user: ”"),
                ),
                (_FILE, self.tr("From a file…"), self.tr("A Jinja template, as in chat_template.jinja")),
            ),
        )
        self.choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(_SHORTEST)
        self.choice.activated.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_1)
        tip = self.tr("Turns a conversation into one text. Stored if the format can.")
        column.addLayout(labeled(self.choice.accessibleName(), self.choice, tip))

    def value(self) -> str | None:
        """Return "chatml", "plain", the text of a template, or None."""
        return self._own if self.choice.value() == _FILE else self.choice.value() or None

    def set_value(self, template: str | None, name: str = "") -> None:
        """Show a template; one without a name of its own comes from the file `name`."""
        at = self.choice.findData(template or "")
        if at < 0 or template == _FILE:
            known = self._name if template == self._own else ""
            self._own, self._name = template or "", name or known
            at = self.choice.findData(_FILE)
            self.choice.setItemText(at, self._name or self.tr("Own template"))
        else:
            self.choice.setItemText(self.choice.findData(_FILE), self.tr("From a file…"))
        self._shown = at
        self.choice.setCurrentIndex(at)

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock the choice."""
        self.choice.set_locked(locked)

    @Slot(int)
    def _choose(self, at: int) -> None:
        if self.choice.itemData(at) == _FILE:
            self.choice.setCurrentIndex(self._shown)  # until a file is chosen
            self.file_wanted.emit()
        elif at != self._shown:
            self.set_value(str(self.choice.itemData(at)) or None)
            self.changed.emit()

    def take(self, template: str, name: str) -> None:
        """Use the template of a file with this name."""
        self.set_value(template, name)
        self.changed.emit()
