"""The chat template in the training options: none, one with a name, or that of a file."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workbench.display.escapes import for_label, name_of
from workbench.engine.base.roles import CHATML_TOKENS
from workbench.panels.training.fields import Choice, labeled
from workbench.widgets.labels import Label
from workbench.widgets.look import theme

_FILE = "file"
_LARGEST = 1 << 20  # bytes
_SHORTEST = 8  # characters of the list, which would be as wide as the longest file name


class ChatTemplateField(QWidget):
    """Which chat template the tokenizer gets.

    Attributes:
        choice: the list.

    Signals:
        changed(): another template was chosen.
        file_wanted(): a file should be chosen and passed to `take`.

    """

    changed = Signal()
    file_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._own = ""
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
        self._fault = Label("", "small", "danger")
        self._fault.setWordWrap(True)
        self._fault.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_1)
        tip = self.tr("Makes one text of a conversation; written where the format has a place for it.")
        column.addLayout(labeled(self.choice.accessibleName(), self.choice, tip))
        column.addWidget(self._fault)

    def value(self) -> str | None:
        """Return "chatml", "plain", the text of a template, or None."""
        return self._own if self.choice.value() == _FILE else self.choice.value() or None

    def set_value(self, template: str | None, name: str = "") -> None:
        """Show a template; one without a name of its own comes from the file `name`."""
        self._say("")
        at = self.choice.findData(template or "")
        if at < 0 or template == _FILE:
            self._own = template or ""
            at = self.choice.findData(_FILE)
            self.choice.setItemText(at, name or self.tr("Own template"))
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

    @Slot(str)
    def take(self, path: str) -> None:
        """Use the template in a file, or say why not."""
        try:
            with open(path, "rb") as file:
                data = file.read(_LARGEST + 1)
            text = data.decode("utf-8-sig")
        except OSError as error:
            why = self.tr("{file} cannot be read: {reason}")
            self._say(why.format(file=for_label(path), reason=error.strerror))
            return
        except UnicodeDecodeError:
            self._say(self.tr("{file} is not UTF-8.").format(file=name_of(path)))
            return
        if len(data) > _LARGEST or not text.strip():
            why = self.tr("{file} is empty.") if not text.strip() else self.tr("{file} is longer than 1 MB.")
            self._say(why.format(file=name_of(path)))
            return
        self.set_value(text, name_of(path))
        self.changed.emit()

    def _say(self, fault: str) -> None:
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
