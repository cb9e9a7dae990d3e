"""Maps places of the editor's document to the pattern, marks parts of it, and cleans pasted text."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

BREAK = "\u2029"  # what Qt puts between lines in a selection


def marked(
    document: QTextDocument,
    start: int,
    end: int,
    ink: QColor | None = None,
    ground: QColor | None = None,
    line: QColor | None = None,
) -> QTextEdit.ExtraSelection:
    """Return positions [start, end) of a document with letters, ground or a line below in these colors."""
    selection, look = QTextEdit.ExtraSelection(), QTextCharFormat()
    if ink is not None:
        look.setForeground(ink)
    if ground is not None:
        look.setBackground(ground)
    if line is not None:
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        look.setUnderlineColor(line)
    cursor, last = QTextCursor(document), document.characterCount() - 1
    cursor.setPosition(min(start, last))
    cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
    selection.cursor, selection.format = cursor, look
    return selection


def one_line(text: str) -> str:
    r"""Return a pasted pattern without the ends of its lines; a line end within it is written as \n.

    Lines that begin with "|" are a pattern as it is shown here.
    """
    kept = text.strip("\r\n").replace("\r\n", "\n").replace("\r", "\n").replace(BREAK, "\n")
    return kept.replace("\n|", "|").replace("\n", r"\n").replace("\u2028", r"\u2028")


def units(text: str) -> int:
    """Return the length of a text in Qt's units of 16 bits."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def lines_of(document: QTextDocument) -> list[str]:
    """Return the lines of a document."""
    texts, block = list[str](), document.firstBlock()
    while block.isValid():
        texts.append(block.text())
        block = block.next()
    return texts


def place_at(document: QTextDocument, position: int) -> int:
    """Return the place in the pattern of a position in the document, whose lines have an end each."""
    cursor = QTextCursor(document)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    return len(str(cursor.selectedText())) - document.findBlock(position).blockNumber()


def position_of(document: QTextDocument, place: int) -> int:
    """Return where in the document a place in the pattern is; a line's end is the next one's start."""
    left, block = place, document.firstBlock()
    while block.next().isValid() and left >= len(block.text()):
        left -= len(block.text())
        block = block.next()
    return block.position() + units(block.text()[:left])
