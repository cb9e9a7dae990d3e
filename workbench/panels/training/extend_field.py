"""A row of the rare options: a tokenizer to extend."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.display.escapes import for_label, name_of
from workbench.panels.training.fields import NumberField, labeled
from workbench.widgets.controls import Button, IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme


class ExtendField(QWidget):
    """A tokenizer file to extend, or none, and the number of merges to add.

    Attributes:
        merges: the number of merges.

    Signals:
        changed(): the file or the number has changed.
        file_wanted(): a file should be chosen and passed to `take`.

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
        self.merges.setValue(1000)
        self.set_values("", 0)

    def path(self) -> str:
        """Return the path of the file, "" for none."""
        return self._path

    def split(self) -> str:
        """Return the split that was chosen for a file without one, "" for its own."""
        return self._split

    def set_values(self, path: str, n_merges: int, split: str = "") -> None:
        """Show a file, a number, and the split chosen for a file without one."""
        self._path, self._split = path, split
        if path:
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
        """Extend a file with the split that was chosen for it, "" for its own."""
        self.set_values(path, self.merges.value(), split)
        self.changed.emit()

    @Slot(str, str)
    def take_split(self, path: str, split: str) -> None:
        """Set the split for a file, if it is the one to extend."""
        if path == self._path:
            self.take(path, split)
