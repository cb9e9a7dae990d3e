"""The editor of a pattern: a line for each top-level alternative, with the pieces that it made at the right.

The lines are for the eye alone: the pattern is one string, and is copied as one. What is undone is the
lab's business (`history`), since a click on a starting point is undone as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QMimeData, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QMenu, QTextEdit, QWidget

from workbench.display import alternatives
from workbench.panels.lab.changes import Changed, changed_lines
from workbench.panels.lab.editor_side import LINE, LOWER, SIDE, Side
from workbench.panels.lab.editor_text import BREAK, marked, one_line, text_before, units
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, theme_signals, token_font

LABEL = 20  # px of the words below a fault


class Fault(NamedTuple):
    """What is wrong: (start, end) in characters of the pattern, and what is said below it."""

    start: int
    end: int
    words: str


class PatternEditor(QTextEdit):
    """Edits a pattern.

    Signals:
        pattern_changed(str, bool): by the person; whether a single character was typed.
        undo_requested(int): -1 to undo, 1 to redo.
        use_requested(): Ctrl+Return.

    """

    pattern_changed = Signal(str, bool)
    undo_requested = Signal(int)
    use_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pattern = ""
        self._base: str | None = None
        self._counts: Sequence[int] | None = None
        self._changed: list[Changed] = []
        self._fault: Fault | None = None
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
        self.setViewportMargins(theme.SPACE_3, theme.SPACE_1, SIDE, theme.SPACE_1)
        self.textChanged.connect(self._edited)
        self.verticalScrollBar().valueChanged.connect(self._side.update)
        theme_signals.changed.connect(self._decorate)
        self._fill("", 0)

    # --- the pattern ------------------------------------------------------------------------------

    def pattern(self) -> str:
        """Return the pattern."""
        return self._pattern

    def caret(self) -> int:
        """Return where the caret stands, in characters of the pattern."""
        return self._place(self.textCursor().position())

    def set_pattern(self, pattern: str, caret: int = 0) -> None:
        """Show another pattern, without telling."""
        self._counts, self._fault = None, None
        self._fill(pattern, caret)

    def set_base(self, pattern: str | None) -> None:
        """Say what the pattern began as: what is other is marked; None marks nothing."""
        self._base = pattern
        self._mark_changes()

    def show_counts(self, counts: Sequence[int] | None) -> None:
        """Show the pieces that each alternative made, None where that is not known."""
        self._counts = counts
        self._side.update()

    def show_fault(self, fault: Fault | None) -> None:
        """Mark what is wrong, or nothing."""
        if fault != self._fault:
            self._fault = fault
            self._decorate()

    def set_faded(self, faded: bool) -> None:
        """Show the counts faintly: they are those of another pattern."""
        self._side.faded = faded
        self._side.update()

    def go_to(self, place: int) -> None:
        """Put the caret at a character of the pattern, and the keyboard here."""
        self._set_caret(place)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def insert(self, text: str) -> None:
        """Put text in place of the selection, as if it were typed."""
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
        self._mark_changes()

    def _block_format(self) -> QTextBlockFormat:
        made = QTextBlockFormat()
        height = max(LINE, round(QFontMetricsF(self.font()).height()) + 2)
        made.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return made

    def _edited(self) -> None:
        """Follow what the person has done: lines are broken anew where the alternatives are others."""
        if self._filling:
            return
        shown, caret = self._lines(), self.caret()
        pattern = "".join(shown)
        if shown != alternatives.lines(pattern):
            self._fill(pattern, caret)
        if pattern != self._pattern or shown != alternatives.lines(self._pattern):
            typed = self._typing and abs(len(pattern) - len(self._pattern)) == 1
            self._pattern = pattern
            self._fault = None
            self._mark_changes()
            self.pattern_changed.emit(pattern, typed)
        self._pattern = pattern
        self._side.update()

    def _lines(self) -> list[str]:
        found, block = list[str](), self.document().firstBlock()
        while block.isValid():
            found.append(block.text())
            block = block.next()
        return found

    def _place(self, position: int) -> int:
        """Return the place in the pattern of a position in the document, whose lines have an end each."""
        block = self.document().findBlock(position)
        return len(text_before(self.document(), position)) - block.blockNumber()

    def _position(self, place: int) -> int:
        """Return where in the document a place in the pattern is; a line's end is the next one's start."""
        left, block = place, self.document().firstBlock()
        while block.next().isValid() and left >= len(block.text()):
            left -= len(block.text())
            block = block.next()
        return block.position() + len(block.text()[:left].encode("utf-16-le")) // 2

    def _set_caret(self, place: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(min(self._position(place), self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    # --- marks ------------------------------------------------------------------------------------

    def _mark_changes(self) -> None:
        self._changed = [] if self._base is None else changed_lines(self._base, self._pattern)
        self._decorate()

    def _decorate(self) -> None:
        """Colour what is changed or at fault, and make room for the words below a fault."""
        now, marks = current_theme(), list[QTextEdit.ExtraSelection]()
        document = self.document()
        block = self.document().firstBlock().next()
        while block.isValid():
            marks.append(marked(document, block.position(), block.position() + 1, ink=now.text2))
            block = block.next()
        for changed in self._changed if self._fault is None else ():
            at = self.document().findBlockByNumber(changed.line)
            if at.isValid() and changed.end > changed.start:
                first, last = (at.position() + units(at.text()[:n]) for n in (changed.start, changed.end))
                marks.append(marked(document, first, last, ground=now.warnsoft))
        if self._fault is not None:
            first, last = self._position(self._fault.start), self._position(self._fault.end)
            last = max(last, first + 1)
            marks.append(marked(document, first, last, ground=now.danger_soft, line=now.danger))
        self.setExtraSelections(marks)
        self._make_room()
        self.viewport().update()
        self._side.update()

    def _fault_block(self) -> QTextBlock:
        if self._fault is None:
            return QTextBlock()
        return self.document().findBlock(self._position(self._fault.start))

    def _make_room(self) -> None:
        """Leave room below the line that is at fault, and below no other."""
        wanted, block = self._fault_block(), self.document().firstBlock()
        self._filling = True
        while block.isValid():
            room = LABEL if wanted.isValid() and block == wanted else 0
            if block.blockFormat().bottomMargin() != room:
                made = QTextBlockFormat()
                made.setBottomMargin(room)
                QTextCursor(block).mergeBlockFormat(made)
            block = block.next()
        self._filling = False

    # --- painting ---------------------------------------------------------------------------------

    def _box(self, block: QTextBlock) -> QRectF:
        """Return where a line lies, in coordinates of the viewport."""
        rect = self.document().documentLayout().blockBoundingRect(block)
        return rect.translated(0, -self.verticalScrollBar().value())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, what changed parts were, and the words below a fault."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setFont(interface_font("small"))
        if self._fault is not None:
            self._paint_fault(painter, self._fault)
            return
        for changed in self._changed:
            self._paint_was(painter, changed)

    def _paint_was(self, painter: QPainter, changed: Changed) -> None:
        block = self.document().findBlockByNumber(changed.line)
        layout = block.layout()
        if not block.isValid() or layout.lineCount() != 1:
            return
        box = self._box(block)
        left = box.left() + layout.lineAt(0).x() + layout.lineAt(0).naturalTextWidth() + theme.SPACE_3
        room = QRectF(left, box.top() + LOWER, self.viewport().width() - left, LINE)
        words = self.tr("was {pattern}").format(pattern=changed.was) if changed.was else self.tr("new")
        painter.setPen(current_theme().text2)
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_fault(self, painter: QPainter, fault: Fault) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(fault.start))
        rect = QRectF(self.cursorRect(cursor))
        words = f"▲ {fault.words}"
        width = painter.fontMetrics().horizontalAdvance(words)
        left = max(min(rect.left(), self.viewport().width() - width), 0)
        # Below the last row of the line, where room was made.
        top = self._box(self._fault_block()).bottom()
        painter.setPen(current_theme().danger)
        painter.drawText(QRectF(left, top, width + 8, LABEL), Qt.AlignmentFlag.AlignVCenter, words)

    def counts(self) -> Sequence[int] | None:
        """Return the pieces of each line, None where they are not known."""
        known = self._counts is not None and len(self._counts) == self.document().blockCount()
        return self._counts if known else None

    def line_tops(self) -> list[float]:
        """Return where each line begins, from the upper edge of the editor."""
        top, found, block = self.viewport().y(), list[float](), self.document().firstBlock()
        while block.isValid():
            found.append(top + self._box(block).top())
            block = block.next()
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bars at the right."""
        super().resizeEvent(event)
        self._side.setGeometry(self.width() - SIDE, 0, SIDE, self.height())

    def sizeHint(self) -> QSize:
        """Return the room of a few lines."""
        return QSize(400, 6 * LINE + 2 * theme.SPACE_2)

    # --- keys and the clipboard -------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the key says; where a line ends there is nothing in the pattern."""
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
        """Take the last change back, whatever made it."""
        self.undo_requested.emit(-1)

    def redo(self) -> None:
        """Do again what was taken back."""
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
