"""A map of the vocabulary: the number of tokens of each script and length."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.panels.vocab.known import Known
from workbench.panels.vocab.words import script_name
from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.vocabulary import Vocabulary

LENGTHS = (1, 2, 3, 4, 5, 7, 9, 13, 17, 25)  # the fewest bytes of each column
MOST_SCRIPTS = 16  # rows; rarer scripts have none
_NAME, _ROW, _HEAD = 96, 22, 22


def length_name(number: int) -> str:
    """Return the name of a column of lengths: "3", "5–6", "25–"."""
    start = LENGTHS[number]
    if number + 1 == len(LENGTHS):
        return f"{start}–"
    end = LENGTHS[number + 1] - 1
    return str(start) if start == end else f"{start}–{end}"


def bytes_name(number: int) -> str:
    """Return the name of a column of lengths with its unit: "1 byte", "5–6 bytes"."""
    unit = wording.plural(LENGTHS[number], "byte", "bytes")
    return f"{length_name(number)} {unit}"


def length_bins(vocabulary: Vocabulary) -> NDArray[np.intp]:
    """Return int[n], the column of each token's length."""
    return np.maximum(np.searchsorted(LENGTHS, vocabulary.lengths, side="right") - 1, 0)


class ScriptMap(QWidget):
    """A heat map of counts; a click, or Return, chooses a cell.

    Attributes:
        counts: int64[scripts, lengths].

    Signals:
        chosen(str, int): script and column of lengths of a cell with tokens.

    """

    chosen = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.counts: NDArray[np.int64] = np.zeros((0, len(LENGTHS)), np.int64)
        self._scripts: tuple[str, ...] = ()
        self._current = (0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Tokens by script and length"))
        theme.theme_signals.changed.connect(self.update)

    def show_known(self, vocabulary: Vocabulary, known: Known) -> None:
        """Show the counts of a vocabulary, once its scripts are known."""
        grouped = known.grouped
        self._scripts = () if grouped is None else grouped.names[:MOST_SCRIPTS]
        self.counts = np.zeros((len(self._scripts), len(LENGTHS)), np.int64)
        if grouped is not None:
            rows = grouped.scripts < len(self._scripts)
            np.add.at(self.counts, (grouped.scripts[rows], length_bins(vocabulary)[rows]), 1)
        self._current = (0, 0)
        self._describe()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of all rows."""
        return QSize(_NAME + 36 * len(LENGTHS), _HEAD + _ROW * len(self._scripts))

    def cell(self, row: int, column: int) -> QRectF:
        """Return the rectangle of a cell."""
        width = (self.width() - _NAME) / len(LENGTHS)
        return QRectF(_NAME + column * width, _HEAD + row * _ROW, width, _ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint names, lengths and cells."""
        now, painter = theme.current_theme(), QPainter(self)
        painter.setFont(theme.interface_font("tiny"))
        painter.setPen(now.text2)
        middle = Qt.AlignmentFlag.AlignVCenter
        for column in range(len(LENGTHS)):
            box = self.cell(0, column).translated(0, -_HEAD)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, length_name(column))
        for row, script in enumerate(self._scripts):
            painter.setPen(now.text2)
            painter.drawText(QRectF(0, _HEAD + row * _ROW, _NAME - 8, _ROW), middle, script_name(script))
            for column in range(len(LENGTHS)):
                self._paint_cell(painter, row, column)
        painter.end()

    def _paint_cell(self, painter: QPainter, row: int, column: int) -> None:
        now, n = theme.current_theme(), int(self.counts[row, column])
        box = self.cell(row, column).adjusted(1, 1, -1, -1)
        most = max(int(self.counts.max(initial=1)), 1)
        fill = QColor(now.accent)
        fill.setAlphaF(0.45 * np.log1p(n) / np.log1p(most))
        painter.fillRect(box, now.sunken)
        painter.fillRect(box, fill)
        if n:
            painter.setPen(now.text)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, wording.number(n))
        if self.hasFocus() and (row, column) == self._current:
            painter.setPen(now.accent)
            painter.drawRect(box)

    def _at(self, x: float, y: float) -> tuple[int, int] | None:
        width = (self.width() - _NAME) / len(LENGTHS)
        row, column = int((y - _HEAD) // _ROW), int((x - _NAME) // width)
        inside = 0 <= row < len(self._scripts) and 0 <= column < len(LENGTHS)
        return (row, column) if inside else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the cell under the pointer."""
        at = self._at(event.position().x(), event.position().y())
        if at is not None:
            self._current = at
            self.update()
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between cells by the arrow keys; Return chooses one."""
        key = Qt.Key(event.key())
        steps = {Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0), Qt.Key.Key_Left: (0, -1),
                 Qt.Key.Key_Right: (0, 1)}  # fmt: skip
        if key in steps and self._scripts:
            row, column = (a + b for a, b in zip(self._current, steps[key], strict=True))
            self._current = min(max(row, 0), len(self._scripts) - 1), min(max(column, 0), len(LENGTHS) - 1)
            self._describe()
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        else:
            super().keyPressEvent(event)

    def _choose(self) -> None:
        row, column = self._current
        if self._scripts and self.counts[row, column]:
            self.chosen.emit(self._scripts[row], column)

    def said(self, row: int, column: int) -> str:
        """Return the tooltip of a cell."""
        return self.tr("{script}, {length}: {tokens}").format(
            script=script_name(self._scripts[row]),
            length=bytes_name(column),
            tokens=wording.tokens(int(self.counts[row, column])),
        )

    def _describe(self) -> None:
        self.setAccessibleDescription(self.said(*self._current) if self._scripts else "")

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of the cell under the pointer."""
        if isinstance(event, QHelpEvent):
            at = self._at(event.pos().x(), event.pos().y())
            QToolTip.showText(event.globalPos(), "" if at is None else self.said(*at), self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102 - Qt's
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusOutEvent(event)
        self.update()
