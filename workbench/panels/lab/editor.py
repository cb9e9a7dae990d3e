"""The editor of a pattern: a line for each top-level alternative, with its number of pieces.

The lines are for the eye alone: the pattern is one string, and is copied as one. What is undone is the
lab's business (`history`), since a click on a starting point is undone as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QMenu, QTextEdit, QWidget

from workbench.display import alternatives
from workbench.panels.lab.editor_marks import Marks
from workbench.panels.lab.editor_side import LINE, SIDE, Side
from workbench.panels.lab.editor_text import BREAK, lines_of, one_line, place_at, position_of
from workbench.widgets.look import theme
from workbench.widgets.look.theme import token_font


class PatternEditor(QTextEdit):
    """Edits a pattern.

    Attributes:
        marks: what is changed in it, and what is wrong.

    Signals:
        pattern_changed(str, bool): by the user; whether a single character was typed.
        undo_requested(int): -1 to undo, 1 to redo.
        use_requested(): Ctrl+Return.

    """

    pattern_changed = Signal(str, bool)
    undo_requested = Signal(int)
    use_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pattern = ""
        self._counts: Sequence[int] | None = None
        self._filling = self._typing = False
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QTextEdit { border: none; background: transparent; }")
        self.setProperty("focusRing", False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Split pattern"))
        self.document().setDocumentMargin(0)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAnywhere)
        option.setFlags(QTextOption.Flag.ShowTabsAndSpaces)
        self.document().setDefaultTextOption(option)
        self.setFont(token_font(13))
        self._side = Side(self)
        self._side.lines = self
        self.marks = Marks(self)
        self.marks.shown.connect(self._side.update)
        self.setViewportMargins(theme.SPACE_3, theme.SPACE_1, SIDE, theme.SPACE_1)
        self.textChanged.connect(self._edited)
        self.verticalScrollBar().valueChanged.connect(self._side.update)
        self._fill("", 0)

    # --- the pattern ------------------------------------------------------------------------------

    def pattern(self) -> str:
        """Return the pattern."""
        return self._pattern

    def caret(self) -> int:
        """Return where the caret is, in characters of the pattern."""
        return place_at(self.document(), self.textCursor().position())

    def set_pattern(self, pattern: str, caret: int = 0) -> None:
        """Show another pattern, without telling."""
        self._counts = None
        self._fill(pattern, caret)

    def show_counts(self, counts: Sequence[int] | None) -> None:
        """Show the pieces that each alternative made, None if that is not known."""
        self._counts = counts
        self._side.update()

    def set_faded(self, faded: bool) -> None:
        """Show the counts faintly: they are those of another pattern."""
        self._side.faded = faded
        self._side.update()

    def go_to(self, place: int) -> None:
        """Put the caret at a character of the pattern, and the keyboard here."""
        self._set_caret(place)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def insert(self, text: str) -> None:
        """Put text instead of the selection, as if it were typed."""
        self.textCursor().insertText(one_line(text))

    # --- lines ------------------------------------------------------------------------------------

    def _fill(self, pattern: str, caret: int) -> None:
        self._filling = True
        self._pattern = pattern
        self.setPlainText("\n".join(alternatives.lines(pattern)))
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.setBlockFormat(self._block_format())
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        first = self._block_format()
        first.setTextIndent(QFontMetricsF(self.font()).horizontalAdvance("|"))
        cursor.setBlockFormat(first if self.document().blockCount() > 1 else self._block_format())
        self._set_caret(caret)
        self._filling = False
        self.marks.follow(pattern)

    def _block_format(self) -> QTextBlockFormat:
        block_format = QTextBlockFormat()
        height = max(LINE, round(QFontMetricsF(self.font()).height()) + 2)
        block_format.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return block_format

    def _edited(self) -> None:
        """Follow what the user has done: lines are broken again where the alternatives are others."""
        if self._filling:
            return
        shown, caret = lines_of(self.document()), self.caret()
        pattern = "".join(shown)
        if shown != alternatives.lines(pattern):
            self._fill(pattern, caret)
        if pattern != self._pattern or shown != alternatives.lines(self._pattern):
            typed = self._typing and abs(len(pattern) - len(self._pattern)) == 1
            self._pattern = pattern
            self.marks.follow(pattern)
            self.pattern_changed.emit(pattern, typed)
        self._pattern = pattern
        self._side.update()

    def _set_caret(self, place: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(min(position_of(self.document(), place), self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    # --- painting ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, what changed parts were, and the words below a fault."""
        super().paintEvent(event)
        self.marks.paint()

    def counts(self) -> Sequence[int] | None:
        """Return the pieces of each line, None if they are not known."""
        known = self._counts is not None and len(self._counts) == self.document().blockCount()
        return self._counts if known else None

    def line_tops(self) -> list[float]:
        """Return where each line begins, from the upper edge of the editor."""
        top, tops, block = self.viewport().y(), list[float](), self.document().firstBlock()
        while block.isValid():
            tops.append(top + self.marks.box(block).top())
            block = block.next()
        return tops

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bars at the right."""
        super().resizeEvent(event)
        self._side.setGeometry(self.width() - SIDE, 0, SIDE, self.height())

    def sizeHint(self) -> QSize:
        """Return the room of a few lines."""
        return QSize(400, 6 * LINE + 2 * theme.SPACE_2)

    # --- keys and the clipboard -------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle a key; the end of a line is nothing in the pattern."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit(-1)
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.undo_requested.emit(1)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Cut):
            self.cut()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.use_requested.emit()
            else:
                self.textCursor().insertText("|")
        else:
            self._step_over_line_end(event)
            self._typing = len(event.text()) == 1
            super().keyPressEvent(event)
            self._typing = False

    def _step_over_line_end(self, event: QKeyEvent) -> None:
        cursor = self.textCursor()
        if cursor.hasSelection():
            return
        before = event.matches(QKeySequence.StandardKey.MoveToPreviousChar)
        if cursor.atBlockStart() and (event.key() == Qt.Key.Key_Backspace or before):
            cursor.movePosition(QTextCursor.MoveOperation.Left)
        elif cursor.atBlockEnd() and event.key() == Qt.Key.Key_Delete:
            cursor.movePosition(QTextCursor.MoveOperation.Right)
        self.setTextCursor(cursor)

    def undo(self) -> None:
        """Take the last change back, of whatever kind."""
        self.undo_requested.emit(-1)

    def redo(self) -> None:
        """Redo what was undone."""
        self.undo_requested.emit(1)

    def copy(self) -> None:
        """Put what is selected on the clipboard, as one line.

        Not by `createMimeDataFromSelection`: what it returns would be freed by Qt and by Python.
        """
        text = self.textCursor().selectedText().replace(BREAK, "")
        if text:
            QGuiApplication.clipboard().setText(text)

    def cut(self) -> None:
        """Put what is selected on the clipboard and take it out."""
        self.copy()
        self.textCursor().removeSelectedText()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the pattern."""
        menu, some = QMenu(self), self.textCursor().hasSelection()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Undo"), self.undo)
        menu.addAction(self.tr("Redo"), self.redo)
        menu.addSeparator()
        menu.addAction(self.tr("Cut"), self.cut).setEnabled(some)
        menu.addAction(self.tr("Copy"), self.copy).setEnabled(some)
        menu.addAction(self.tr("Paste"), self.paste).setEnabled(self.canPaste())
        menu.addAction(self.tr("Select all"), self.selectAll)
        menu.popup(event.globalPos())

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take text."""
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take a text as a part of the pattern, in one line."""
        self.insert(source.text())
