"""A list of tokens to type or paste, one a line: a hundred thousand at once do not hold up the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from workbench.display.escapes import EscapeError, unescape
from workbench.widgets import wording
from workbench.widgets.lines_edit import LinesEdit
from workbench.widgets.look import theme
from workbench.widgets.slices import Slices, Steps

_LINES = 3  # in sight
_MOST_MARKED = 100  # lines
_PART = 1 << 14  # characters, about, that are read in one step


@dataclass(frozen=True, slots=True)
class _Read:
    """What the lines say.

    Attributes:
        tokens: each once.
        fault: what is wrong with the first line that can be no token, "" for nothing.
        marked: numbers of these lines, at most `_MOST_MARKED`.

    """

    tokens: tuple[str, ...] = ()
    fault: str = ""
    marked: tuple[int, ...] = ()


class TokenLines(LinesEdit):
    """A list of tokens, one a line, with escapes; spaces are shown, and lines that cannot be tokens marked.

    Long lists are inserted and read in slices; until they are, `tokens` are those of before.

    Signals:
        text_edited(): the user has edited the text.
        read(): it has been read, or is being read.

    """

    text_edited = Signal()
    read = Signal()

    def __init__(self, name: str, of_text: bool = False) -> None:
        """Take its name, and whether tokens are text: UTF-8."""
        super().__init__()
        self._of_text = of_text
        self._setting = self._locked = False
        self._read = _Read()
        self._reading: Slices[_Read] = Slices(self)
        self.setAcceptDrops(False)  # a dropped file is for the corpus
        self.setTabChangesFocus(True)
        self.setFont(theme.token_font(12))
        self.setAccessibleName(name)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        shown = QTextOption()
        shown.setFlags(QTextOption.Flag.ShowTabsAndSpaces)
        self.document().setDefaultTextOption(shown)
        self.textChanged.connect(self._edited)
        self.filling_changed.connect(self._follow_filling)
        theme.theme_signals.changed.connect(self._restyle)
        self._restyle()
        edges = self.contentsMargins().top() + self.contentsMargins().bottom()
        height = _LINES * self.fontMetrics().lineSpacing() + 2 * self.document().documentMargin() + edges
        self.setFixedHeight(int(height) + 1)

    def tokens(self) -> tuple[str, ...]:
        """Return the tokens, each once; lines without text are none."""
        return self._read.tokens

    def set_tokens(self, tokens: Sequence[str]) -> None:
        """Show these tokens."""
        if tuple(tokens) != self.tokens():
            self._setting = True
            self.setPlainText("")
            self._read = _Read(tuple(tokens))
            self.insert("\n".join(tokens))
            self._setting = False

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock the list."""
        self._locked = locked
        self.setReadOnly(locked or self.is_filling)
        self._restyle()

    @property
    def fault(self) -> str:
        """What is wrong with the first line that can be no token, "" for nothing."""
        return self._read.fault

    @property
    def is_busy(self) -> bool:
        """Whether a long list is still being inserted or read."""
        return self.is_filling or self._reading.running

    def is_valid(self) -> bool:
        """Whether every line can be a token."""
        return not self.fault

    def _edited(self) -> None:
        if not self.is_filling:  # else it is read when all is there
            self._reading.run(self._read_in_slices(), self._take)
            self.read.emit()

    def _follow_filling(self) -> None:
        if self.is_filling:
            self._reading.stop()
            self.read.emit()
        else:
            self.setReadOnly(self._locked)
            self._edited()

    def _read_in_slices(self) -> Steps[_Read]:
        text = self.toPlainText()
        tokens, marked, fault = dict[str, None](), list[int](), ""
        start = number = 0
        while start <= len(text):
            end = text.find("\n", start + _PART)
            end = len(text) if end < 0 else end
            for line in text[start:end].split("\n"):
                if line:
                    tokens[line] = None
                # Others can be no token only where they are one byte, or have escapes.
                if (len(line) == 1 or "\\" in line) and len(marked) < _MOST_MARKED and self._fault_of(line):
                    fault = fault or self._placed(number, line)
                    marked.append(number)
                number += 1
            start = end + 1
            yield
        return _Read(tuple(tokens), fault, tuple(marked))

    def _placed(self, number: int, line: str) -> str:
        """Return what is wrong with a line, with its number if it may be out of sight."""
        fault = self._fault_of(line)
        if self.document().blockCount() <= _LINES:
            return fault
        return self.tr("Line {number}: {fault}").format(number=wording.number(number + 1), fault=fault)

    def _take(self, read: _Read) -> None:
        self._read = read
        self._mark()
        self.read.emit()
        if not self._setting and not self._locked:
            self.text_edited.emit()

    def _mark(self) -> None:
        """Underline the lines that cannot be tokens."""
        self.setExtraSelections([self._mark_of(number) for number in self._read.marked])

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
        self.setStyleSheet(f"QPlainTextEdit {{ {look} }}" if self._locked else "")
        self._mark()
