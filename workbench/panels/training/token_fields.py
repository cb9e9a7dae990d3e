"""The rows of the training options about single tokens: which are made first, and which never."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from workbench.display.escapes import EscapeError, unescape
from workbench.panels.training.fields import MonoField
from workbench.widgets.labels import Label
from workbench.widgets.look import theme

_LINES = 3  # in sight
_MOST_MARKED = 100  # lines


class TokenLines(QPlainTextEdit):
    """A list of tokens, one a line, with escapes; spaces are shown, and lines that cannot be tokens marked.

    Attributes:
        fault: what is wrong with the first of these, "" for nothing.

    Signals:
        text_edited(): the user has edited it.

    """

    text_edited = Signal()

    def __init__(self, name: str, of_text: bool = False) -> None:
        """Take its name, and whether tokens are text: UTF-8."""
        super().__init__()
        self.fault = ""
        self._of_text = of_text
        self._setting = False
        self._read: tuple[int, tuple[str, ...]] = (-1, ())
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
        revision = self.document().revision()
        if self._read[0] != revision:
            lines = self.toPlainText().split("\n")
            self._read = revision, tuple(dict.fromkeys(line for line in lines if line))
        return self._read[1]

    def set_tokens(self, tokens: Sequence[str]) -> None:
        """Show these tokens."""
        if tuple(tokens) != self.tokens():
            self._setting = True
            self.setPlainText("\n".join(tokens))
            self._setting = False

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock the list."""
        self.setReadOnly(locked)
        self._restyle()

    def is_valid(self) -> bool:
        """Whether every line can be a token."""
        return not self.fault

    def _edited(self) -> None:
        self._mark()
        if not self._setting:
            self.text_edited.emit()

    def _mark(self) -> None:
        """Underline the lines that cannot be tokens."""
        marks, self.fault = [], ""
        lines = self.toPlainText().split("\n")
        # Others can be no token only where they are one byte, or have escapes.
        for number in [i for i, line in enumerate(lines) if len(line) == 1 or "\\" in line]:
            fault = self._fault_of(lines[number])
            if fault:
                self.fault = self.fault or fault
                marks.append(self._mark_of(number))
            if len(marks) == _MOST_MARKED:
                break
        self.setExtraSelections(marks)

    def _fault_of(self, line: str) -> str:
        try:
            token = unescape(line)
            token.decode("utf-8" if self._of_text else "latin-1")
        except EscapeError:
            return self.tr("Unknown escape; write a backslash as \\\\.")
        except UnicodeDecodeError:
            return self.tr("These bytes are not UTF-8.")
        return self.tr("A single byte is a token before any merge.") if len(token) == 1 else ""

    def _mark_of(self, number: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document().findBlockByNumber(number))
        cursor.select(QTextCursor.SelectionType.LineUnderCursor)
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        look.setUnderlineColor(theme.current_theme().danger)
        mark.cursor, mark.format = cursor, look
        return mark

    def _restyle(self) -> None:
        now = theme.current_theme()
        look = f"background: {now.sunken.name()}; border-color: {now.border.name()}"
        self.setStyleSheet(f"QPlainTextEdit {{ {look} }}" if self.isReadOnly() else "")
        self._mark()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste as plain text."""
        self.insertPlainText(source.text().replace("\r\n", "\n"))


class _Fault(Label):
    """What is wrong with the first line that is marked."""

    def __init__(self, lines: TokenLines) -> None:
        super().__init__("", "small", "danger")
        self._lines = lines
        self.setWordWrap(True)
        self.hide()
        lines.textChanged.connect(self._show)

    def _show(self) -> None:
        self.setText(self._lines.fault)
        self.setVisible(bool(self._lines.fault))


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
        for widget in (title, self.lines, _Fault(self.lines)):
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
        self._fault = _Fault(self.lines)
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
        for widget in (title, self.lines, self._fault, self.pattern):
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
