"""The chat template in the dialog of roles: that of before, none, one with a name, or that of a file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFileDialog

from workbench.engine.base.roles import CHATML_TOKENS

_FILE, _OWN = "file", "own"


class TemplateBox(QComboBox):
    """Which chat template a copy gets.

    Signals:
        changed(): another was chosen.
        file_wanted(str): path of a template to read, and to pass to `take`.

    """

    changed = Signal()
    file_wanted = Signal(str)

    def __init__(self, before: str, folder: str = "") -> None:
        """Offer the templates; `before` is "chatml", "plain", "own" or "" for the one that is there."""
        super().__init__()
        self._before, self._folder, self._text = before, folder, ""
        tip = self.tr("Each message between {start} and {end}, which should be special tokens")
        entries = [
            ("", self.tr("None"), ""),
            ("chatml", "ChatML", tip.format(start=CHATML_TOKENS[0], end=CHATML_TOKENS[1])),
            ("plain", self.tr("Plain"), self.tr("Each message on a line, after the token of its role")),
            (_FILE, self.tr("From a file…"), self.tr("A Jinja template, as in chat_template.jinja")),
        ]
        if before == _OWN:
            entries.insert(0, (_OWN, self.tr("Its own"), self.tr("As it was")))
        for data, text, note in entries:
            self.addItem(text, data)
            self.setItemData(self.count() - 1, note, Qt.ItemDataRole.ToolTipRole)
        self.setAccessibleName(self.tr("Chat template"))
        self.view().setAccessibleName(self.accessibleName())
        self._shown = max(self.findData(before), 0)
        self.setCurrentIndex(self._shown)
        self.activated.connect(self._choose)

    def value(self, roles_differ: bool) -> str | None:
        """Return the choice for `SetRoles`, None where it stays; plain names the tokens of its roles."""
        chosen = str(self.currentData())
        if chosen == _FILE:
            return self._text
        return chosen if chosen != self._before or (chosen == "plain" and roles_differ) else None

    def show_choice(self, template: str | None) -> None:
        """Show what a change asks for."""
        if template is None:
            return
        if self.findData(template) >= 0:
            self._shown = self.findData(template)
        else:
            self._text, self._shown = template, self.findData(_FILE)
            self.setItemText(self._shown, self.tr("Of a file"))
        self.setCurrentIndex(self._shown)

    def take(self, template: str, name: str) -> None:
        """Use the template of a file with this name."""
        self.show_choice(template)
        self.setItemText(self._shown, name)
        self.changed.emit()

    @Slot(int)
    def _choose(self, at: int) -> None:
        if self.itemData(at) != _FILE:
            self._shown = at
            self.changed.emit()
            return
        self.setCurrentIndex(self._shown)  # until a file is read
        dialog = QFileDialog(self.window(), self.tr("Chat template"), self._folder)
        dialog.setNameFilters([self.tr("Jinja templates (*.jinja *.jinja2 *.j2)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.file_wanted)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
