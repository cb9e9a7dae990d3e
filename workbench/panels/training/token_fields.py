"""The rows of the training options about single tokens: which are made first, and which never."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from workbench.panels.training.fields import MonoField
from workbench.panels.training.token_lines import TokenLines
from workbench.widgets.labels import Label
from workbench.widgets.look import theme


class _Note(Label):
    """What is wrong with the first line that is marked, or how far a long list is read."""

    def __init__(self, lines: TokenLines) -> None:
        super().__init__("", "small", "danger")
        self._lines = lines
        self.setWordWrap(True)
        self.hide()
        lines.read.connect(self._show)

    def _show(self) -> None:
        lines = self._lines
        said = self.tr("Reading the lines…") if lines.is_busy else lines.fault
        if lines.total:
            said = self.tr("Inserting the lines: {share} %").format(share=100 * lines.done // lines.total)
        self.set_tone("text2" if lines.is_busy else "danger")
        self.setText(said)
        self.setVisible(bool(said))


class SeedTokens(QWidget):
    """Which tokens are made before all others.

    Attributes:
        lines: the field.

    Signals:
        changed(): it has another value.

    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Seed tokens"))
        self.lines = TokenLines(self.tr("Seed tokens, one a line"), of_text=True)
        self.lines.setPlaceholderText(self.tr("One token a line"))
        self.lines.setToolTip(
            self.tr(
                "Made before all others, however rare, with the parts that they need. Spaces count; write "
                "\\n and \\\\ for a line end and a backslash."
            )
        )
        self.lines.text_edited.connect(self.changed)
        title = Label(self.tr("Seed tokens"), tone="text2")
        title.setBuddy(self.lines)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_1)
        for widget in (title, self.lines, _Note(self.lines)):
            column.addWidget(widget)


class ForbiddenTokens(QWidget):
    """The forbidden tokens: those that break characters, are in a list, or match a pattern.

    Attributes:
        whole_characters, lines, pattern: the fields.

    Signals:
        changed(): a field has changed.

    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Forbidden tokens"))
        self.whole_characters = QCheckBox(self.tr("Keep characters whole"))
        self.whole_characters.setToolTip(
            self.tr("A token is whole characters, or bytes of one: parts of characters join nothing else.")
        )
        self.whole_characters.toggled.connect(self.changed)
        self.lines = TokenLines(self.tr("Forbidden tokens, one per line"))
        self.lines.setPlaceholderText(self.tr("One token a line"))
        self.lines.setToolTip(
            self.tr(
                "Training skips their pairs. Spaces count; write \\n, \\xE4 and \\\\ for a "
                "line end, a byte and a backslash."
            )
        )
        self.lines.text_edited.connect(self.changed)
        self._note = _Note(self.lines)
        self.pattern = MonoField(self.tr("Pattern of forbidden tokens"))
        self.pattern.setPlaceholderText(self.tr("Regular expression"))
        self.pattern.setToolTip(
            self.tr("Tokens that it matches are not made. It runs in a separate process, for at most 2 s.")
        )
        self.pattern.textChanged.connect(self.changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_1)
        column.addWidget(self.whole_characters)
        column.addSpacing(theme.SPACE_1)
        title = Label(self.tr("Forbidden tokens"), tone="text2")
        title.setBuddy(self.lines)
        for widget in (title, self.lines, self._note, self.pattern):
            column.addWidget(widget)

    def set_values(self, whole_characters: bool, tokens: Sequence[str], pattern: str) -> None:
        """Show the forbidden tokens."""
        self.whole_characters.setChecked(whole_characters)
        self.lines.set_tokens(tokens)
        self.pattern.setText(pattern)

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock the fields."""
        self.whole_characters.setEnabled(not locked)
        self.lines.set_locked(locked)
        self.pattern.setReadOnly(locked)
