"""Marks changes and errors on the lines of a pattern, with the old text and a message."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QTextBlock, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from workbench.panels.lab.changes import Changed, changed_lines
from workbench.panels.lab.editor_side import LINE, LOWER
from workbench.panels.lab.editor_text import marked, position_of, units
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, theme_signals

LABEL = 20  # px of the words below a fault


class Fault(NamedTuple):
    """An error: (start, end) in characters of the pattern, and the message below the pattern."""

    start: int
    end: int
    words: str


class Marks(QObject):
    """Marks the pattern in an editor with one block per line.

    Attributes:
        base: what the pattern began as, None if nothing is compared.
        changed: the parts that are other than in the base.
        fault: what is wrong, None if nothing is.

    Signals:
        shown(): lines may be elsewhere than before.

    """

    shown = Signal()

    def __init__(self, editor: QTextEdit) -> None:
        super().__init__(editor)
        self._editor, self._pattern = editor, ""
        self.base: str | None = None
        self.changed: list[Changed] = []
        self.fault: Fault | None = None
        theme_signals.changed.connect(self._show)

    def follow(self, pattern: str) -> None:
        """Mark what is changed in a pattern that is in the editor now; what was wrong is so no more."""
        self._pattern, self.fault = pattern, None
        self.set_base(self.base)

    def set_base(self, pattern: str | None) -> None:
        """Say what the pattern began as: what is other is marked; None marks nothing."""
        self.base = pattern
        self.changed = [] if pattern is None else changed_lines(pattern, self._pattern)
        self._show()

    def show_fault(self, fault: Fault | None) -> None:
        """Mark what is wrong, or nothing."""
        if fault != self.fault:
            self.fault = fault
            self._show()

    def _show(self) -> None:
        """Color what is changed or at fault, and make room for the words below a fault."""
        now, marks = current_theme(), list[QTextEdit.ExtraSelection]()
        document = self._editor.document()
        block = document.firstBlock().next()
        while block.isValid():
            marks.append(marked(document, block.position(), block.position() + 1, ink=now.text2))
            block = block.next()
        for changed in self.changed if self.fault is None else ():
            at = document.findBlockByNumber(changed.line)
            if at.isValid() and changed.end > changed.start:
                first, last = (at.position() + units(at.text()[:n]) for n in (changed.start, changed.end))
                marks.append(marked(document, first, last, ground=now.warnsoft))
        if self.fault is not None:
            first, last = (position_of(document, place) for place in self.fault[:2])
            last = max(last, first + 1)
            marks.append(marked(document, first, last, ground=now.danger_soft, line=now.danger))
        self._editor.setExtraSelections(marks)
        self._make_room()
        self._editor.viewport().update()
        self.shown.emit()

    def _fault_block(self) -> QTextBlock:
        if self.fault is None:
            return QTextBlock()
        document = self._editor.document()
        return document.findBlock(position_of(document, self.fault.start))

    def _make_room(self) -> None:
        """Leave room below the line that is at fault, and below no other."""
        wanted, block = self._fault_block(), self._editor.document().firstBlock()
        with QSignalBlocker(self._editor):  # the pattern stays the same
            while block.isValid():
                room = LABEL if wanted.isValid() and block == wanted else 0
                if block.blockFormat().bottomMargin() != room:
                    block_format = QTextBlockFormat()
                    block_format.setBottomMargin(room)
                    QTextCursor(block).mergeBlockFormat(block_format)
                block = block.next()

    def box(self, block: QTextBlock) -> QRectF:
        """Return where a line is, in coordinates of the editor's viewport."""
        rect = self._editor.document().documentLayout().blockBoundingRect(block)
        return rect.translated(0, -self._editor.verticalScrollBar().value())

    def paint(self) -> None:
        """Paint what changed parts were, or the words below a fault, over the text."""
        painter = QPainter(self._editor.viewport())
        painter.setFont(interface_font("small"))
        if self.fault is not None:
            self._paint_fault(painter, self.fault)
            return
        for changed in self.changed:
            self._paint_was(painter, changed)

    def _paint_was(self, painter: QPainter, changed: Changed) -> None:
        block = self._editor.document().findBlockByNumber(changed.line)
        layout = block.layout()
        if not block.isValid() or layout.lineCount() != 1:
            return
        box = self.box(block)
        left = box.left() + layout.lineAt(0).x() + layout.lineAt(0).naturalTextWidth() + theme.SPACE_3
        room = QRectF(left, box.top() + LOWER, self._editor.viewport().width() - left, LINE)
        words = self.tr("was {pattern}").format(pattern=changed.was) if changed.was else self.tr("new")
        painter.setPen(current_theme().text2)
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_fault(self, painter: QPainter, fault: Fault) -> None:
        cursor = QTextCursor(self._editor.document())
        cursor.setPosition(position_of(self._editor.document(), fault.start))
        rect = QRectF(self._editor.cursorRect(cursor))
        words = f"▲ {fault.words}"
        width = painter.fontMetrics().horizontalAdvance(words)
        left = max(min(rect.left(), self._editor.viewport().width() - width), 0)
        # Below the last row of the line, where room was made.
        top = self.box(self._fault_block()).bottom()
        painter.setPen(current_theme().danger)
        painter.drawText(QRectF(left, top, width + 8, LABEL), Qt.AlignmentFlag.AlignVCenter, words)
