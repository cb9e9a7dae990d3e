"""A row of the options that few people need: a tokenizer that is gone on with."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.display.escapes import for_label, name_of
from workbench.panels.training.fields import NumberField, labeled
from workbench.widgets.controls import Button, IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme


class ExtendField(QWidget):
    """A tokenizer file to go on with, or none, and how many merges are added to it.

    Attributes:
        merges: how many.

    Signals:
        changed(): another file, none, or another number.
        file_wanted(): the user wants to choose a file, which `take` takes.

    """

    changed = Signal()
    file_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._path = self._split = ""
        title = Label(self.tr("Extend a tokenizer"), "title", elided=True)
        self.choose_button = Button(self.tr("Choose…"), "link")
        self.choose_button.setToolTip(
            self.tr("Add merges to an existing tokenizer instead of using a preset")
        )
        self.choose_button.clicked.connect(self.file_wanted)
        self._name = Label("", "medium", elided=True)
        self.remove_button = IconButton("close", self.tr("Start from bytes instead"), size=24)
        self.remove_button.clicked.connect(lambda: self.take(""))
        head, chosen = QHBoxLayout(), QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self.choose_button)
        chosen.addWidget(self._name, 1)
        chosen.addWidget(self.remove_button)
        self.merges = NumberField(self.tr("Merges to add"), 1, 1_000_000)
        self.merges.valueChanged.connect(self.changed)
        tooltip = self.tr("Number of merges to add to the tokenizer.")
        self._note = Label(
            self.tr(
                "Its own split, vocabulary, special tokens, tie rule and longest token apply, not the "
                "preset's."
            ),
            "small",
            "text2",
        )
        self._note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_1)
        column.addLayout(head)
        self._more = QWidget()
        inner = QVBoxLayout(self._more)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(theme.SPACE_1)
        inner.addLayout(chosen)
        inner.addLayout(labeled(self.merges.accessibleName(), self.merges, tooltip))
        inner.addWidget(self._note)
        column.addWidget(self._more)
        self.set_values("", 1000)

    def path(self) -> str:
        """Return the path of the file, "" for none."""
        return self._path

    def split(self) -> str:
        """Return the split that was chosen for a file that does not say it, "" for its own."""
        return self._split

    def set_values(self, path: str, n_merges: int, split: str = "") -> None:
        """Show a file, a number, and the split of a file that does not say it."""
        self._path, self._split = path, split
        self.merges.setValue(n_merges)
        name = name_of(path)
        self._name.setText(
            self.tr("{name}, split by {split}").format(name=name, split=split) if split else name
        )
        self._name.setToolTip(for_label(path))
        self._more.setVisible(bool(path))

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock the fields."""
        self.choose_button.setVisible(not locked)
        self.remove_button.setVisible(not locked)
        self.merges.set_locked(locked)

    def take(self, path: str, split: str = "") -> None:
        """Go on with a file and the split that was chosen for it, "" for none."""
        self.set_values(path, self.merges.value(), split)
        self.changed.emit()

    @Slot(str, str)
    def take_split(self, path: str, split: str) -> None:
        """Split by this where that file is gone on with."""
        if path == self._path:
            self.take(path, split)
