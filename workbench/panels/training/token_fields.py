"""The rows of the training options about single tokens: which are never made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QTextOption, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QVBoxLayout, QWidget

from workbench.display.escapes import EscapeError, unescape
from workbench.panels.training.fields import MonoField
from workbench.widgets.labels import Label
from workbench.widgets.look import theme

_LINES = 3  # in sight


class TokenLines(QPlainTextEdit):
    """A list of tokens, one a line, with escapes; spaces are shown.

    Signals:
        text_edited(): the user has changed it.

    """

    text_edited = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._setting = False
        self.setAcceptDrops(False)  # a dropped file is for the corpus
        self.setTabChangesFocus(True)
        self.setFont(theme.token_font(12))
        self.setAccessibleName(name)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        shown = QTextOption()
        shown.setFlags(QTextOption.Flag.ShowTabsAndSpaces)
        self.document().setDefaultTextOption(shown)
        self.textChanged.connect(self._edited)
        theme.theme_signals.changed.connect(self._restyle)
        self._restyle()
        edges = self.contentsMargins().top() + self.contentsMargins().bottom()
        height = _LINES * self.fontMetrics().lineSpacing() + 2 * self.document().documentMargin() + edges
        self.setFixedHeight(int(height) + 1)

    def tokens(self) -> tuple[str, ...]:
        """Return the tokens, each once; lines without text are none."""
        return tuple(dict.fromkeys(line for line in self.toPlainText().split("\n") if line))

    def set_tokens(self, tokens: Sequence[str]) -> None:
        """Show these tokens."""
        if tuple(tokens) != self.tokens():
            self._setting = True
            self.setPlainText("\n".join(tokens))
            self._setting = False

    def set_locked(self, locked: bool) -> None:
        """Let nothing be typed, or again."""
        self.setReadOnly(locked)
        self._restyle()

    def is_valid(self) -> bool:
        """Whether every line can be read."""
        try:
            for token in self.tokens():
                unescape(token)
        except EscapeError:
            return False
        return True

    def _edited(self) -> None:
        if not self._setting:
            self.text_edited.emit()

    def _restyle(self) -> None:
        now = theme.current_theme()
        look = f"background: {now.sunken.name()}; border-color: {now.border.name()}"
        self.setStyleSheet(f"QPlainTextEdit {{ {look} }}" if self.isReadOnly() else "")

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste as plain text."""
        self.insertPlainText(source.text().replace("\r\n", "\n"))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the panel unless the user is at this field."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ForbiddenTokens(QWidget):
    """Which tokens are never made: those that break characters, of a list, that a pattern matches.

    Attributes:
        whole_characters, lines, pattern: the fields.

    Signals:
        changed(): one of them has another value.

    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Forbidden tokens"))
        self.whole_characters = QCheckBox(self.tr("Keep characters whole"))
        self.whole_characters.setToolTip(
            self.tr("A token is whole characters, or bytes inside one: it joins no part with others.")
        )
        self.whole_characters.toggled.connect(self.changed)
        self.lines = TokenLines(self.tr("Forbidden tokens, one a line"))
        self.lines.setPlaceholderText(self.tr("One token a line"))
        self.lines.setToolTip(
            self.tr(
                "Training passes over their pairs and goes on. Spaces count; write \\n, \\xE4 and \\\\ for a "
                "line end, a byte and a backslash."
            )
        )
        self.lines.text_edited.connect(self._edited)
        self._fault = Label(self.tr("Unknown escape; write a backslash as \\\\."), "small", "danger")
        self._fault.hide()
        self.pattern = MonoField(self.tr("Pattern of forbidden tokens"))
        self.pattern.setPlaceholderText(self.tr("Regular expression"))
        self.pattern.setToolTip(
            self.tr("No token in which it matches is made. It runs in a separate process, for 2 s at most.")
        )
        self.pattern.textChanged.connect(self.changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_1)
        column.addWidget(self.whole_characters)
        column.addSpacing(theme.SPACE_1)
        title = Label(self.tr("Forbidden tokens"), tone="text2")
        title.setBuddy(self.lines)
        for widget in (title, self.lines, self._fault, self.pattern):
            column.addWidget(widget)

    def set_values(self, whole_characters: bool, tokens: Sequence[str], pattern: str) -> None:
        """Show what is forbidden."""
        self.whole_characters.setChecked(whole_characters)
        self.lines.set_tokens(tokens)
        self._fault.setVisible(not self.lines.is_valid())
        self.pattern.setText(pattern)

    def set_locked(self, locked: bool) -> None:
        """Let nothing be changed, or again."""
        self.whole_characters.setEnabled(not locked)
        self.lines.set_locked(locked)
        self.pattern.setReadOnly(locked)

    def _edited(self) -> None:
        self._fault.setVisible(not self.lines.is_valid())
        self.changed.emit()
