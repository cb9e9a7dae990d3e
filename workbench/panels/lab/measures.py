"""The measures of two patterns side by side, and the most frequent pieces."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import (
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QGridLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from workbench.display import marks
from workbench.engine.lab.pattern_lab import Pieces
from workbench.panels.lab.item_list import ITEM, ItemList
from workbench.widgets import wording
from workbench.widgets.labels import Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, token_font
from workbench.widgets.panel_parts import Hairline, PanelHeader, panel_column
from workbench.widgets.tables import Index

_ROW = 28
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of one pattern.

    Attributes:
        split: its pieces.
        n_bytes: of the text.
        speed: bytes a second, None if not yet measured, 0 if it is too slow.
        slow_part: what of the pattern has no compiled code, "" for nothing.

    """

    split: Pieces
    n_bytes: int
    speed: float | None = None
    slow_part: str = ""

    def texts(self) -> tuple[str, ...]:
        """Return the numbers as they are shown, in the order of the rows."""
        split = self.split
        n_pieces = len(split.spans)
        kept = self.n_bytes - split.n_lost
        speed = "…" if self.speed is None else wording.number(self.speed / 1e6, 1) if self.speed else "–"
        return (
            wording.number(n_pieces),
            wording.number(split.n_distinct),
            wording.number(kept / n_pieces, 2) if n_pieces else "–",
            wording.number(split.longest[1] - split.longest[0]),
            wording.number(split.n_lost),
            speed,
        )


class MeasuresPanel(QWidget):
    """Shows the measures.

    Attributes:
        header: the panel's head, for the dock's title bar.

    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Measures"))
        self.header = PanelHeader(self.tr("Measures"))
        self._rows: list[tuple[Label, Label, Label]] = []
        self._heads = Label(self.tr("This"), "title"), Label("", "body", "text2", elided=True)
        grid = QGridLayout()
        grid.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, 0)
        grid.setHorizontalSpacing(theme.SPACE_3)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        for place, head in enumerate(self._heads, 1):
            head.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(head, 0, place)
            grid.setColumnMinimumWidth(place, 40)
        grid.addWidget(Hairline(), 1, 0, 1, 3)
        for row, (name, tip) in enumerate(self._names(), 2):
            self._add(grid, row, name, tip)
        self._slow = Label("", "small")
        self._slow.setToolTip(self.tr("Training and encoding split by it in a separate process"))
        foot = Label(self.tr("Speed: one core, median of five runs."), "small", "text2")
        for each in (self._slow, foot):
            each.setWordWrap(True)
            each.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, 0)
        self._slow.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(grid)
        column.addWidget(self._slow)
        column.addWidget(foot)
        column.addSpacing(theme.SPACE_3)
        column.addStretch(1)

    def _names(self) -> tuple[tuple[str, str], ...]:
        return (
            (self.tr("Pieces"), self.tr("Number of pieces in the text")),
            (
                self.tr("Distinct pieces"),
                self.tr("Number of different pieces; each needs memory"),
            ),
            (
                self.tr("Bytes per piece"),
                self.tr("Mean length of a piece, without lost bytes. No token is longer than its piece"),
            ),
            (self.tr("Longest, bytes"), self.tr("Longest piece; long pieces are slow to encode")),
            (
                self.tr("Bytes lost"),
                self.tr(
                    "Bytes outside all pieces are neither trained on nor encoded; decoding cannot "
                    "restore them"
                ),
            ),
            (
                self.tr("Speed, MB/s"),
                self.tr(
                    "Matching only, in megabytes per second. Training uses faster, compiled code for "
                    "published patterns"
                ),
            ),
        )

    def _add(self, grid: QGridLayout, row: int, name: str, tip: str) -> None:
        labels = Label(name, elided=True), Label("–", "title"), Label("–", "body", "text2")
        for column, label in enumerate(labels):
            label.setToolTip(tip)
            label.setMinimumHeight(26)
            if column:
                label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label, row, column)
        self._rows.append(labels)

    def show_text(self, name: str, n_bytes: int) -> None:
        """Say what is measured."""
        self.header.set_facts(f"{name}, {wording.size(n_bytes)}" if name else "")

    def show_measures(self, this: Measured | None, other: Measured | None, other_name: str) -> None:
        """Show both columns."""
        self._heads[1].setText(other_name)
        self._heads[1].setToolTip(other_name)
        for column, measured in ((1, this), (2, other)):
            texts = measured.texts() if measured is not None else ("–",) * len(self._rows)
            for row, text in zip(self._rows, texts, strict=True):
                row[column].setText(text)
                row[column].setAccessibleName(f"{row[0].text()}: {text}")
        slow = "" if this is None else shown(this.slow_part.encode("utf-8", "replace"))
        words = self.tr("Slow pattern: no compiled code for {part}")
        self._slow.setVisible(bool(slow))
        self._slow.setText(words.format(part=slow) if slow else "")
        lost = this is not None and this.split.n_lost > 0
        self._rows[4][1].set_tone("danger" if lost else "text")
        if this is not None and this.n_bytes:
            share = wording.percent(this.split.n_lost / this.n_bytes, 1)
            self._rows[4][1].setToolTip(self.tr("{share} of the text").format(share=share))

    def slow_text(self) -> str:
        """Return what is said of a pattern that has no compiled code, "" for nothing."""
        return self._slow.text()

    def texts(self) -> list[tuple[str, str, str]]:
        """Return what is shown, row by row."""
        return [(name.text(), this.text(), other.text()) for name, this, other in self._rows]


def shown(piece: bytes, limit: int = _SHOWN) -> str:
    """Return a piece as people see it, in one line."""
    return marks.isolated(marks.one_line(marks.visible(piece[: 4 * limit]), limit))


class _FrequentDelegate(QStyledItemDelegate):
    """Paints a piece, a bar and its count."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        piece, count = index.data(ITEM)
        most = index.model().index(0, 0).data(ITEM)[1]
        now, box = current_theme(), option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, now.soft)
        inner = box.adjusted(theme.PANEL_MARGIN, 0, -theme.PANEL_MARGIN, 0)
        name = QRect(inner.left(), inner.top(), inner.width() * 2 // 5, inner.height())
        painter.setFont(token_font(13))
        painter.setPen(now.text)
        text = painter.fontMetrics().elidedText(shown(piece), Qt.TextElideMode.ElideRight, name.width() - 8)
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, text)
        room = inner.width() * 3 // 5 - 64
        bar = QRectF(name.right(), inner.center().y() - 3, max(room * count / most, 2), 7)
        draw_box(painter, bar, min(3, bar.width() / 2), now.accent, None)
        painter.setFont(option.font)
        painter.setPen(now.text2)
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, align, wording.number(count))
        if option.state & QStyle.StateFlag.State_HasFocus:
            ring = QRectF(box.adjusted(3, 1, -3, -1))
            draw_box(painter, ring, theme.CONTROL_RADIUS, None, now.accent, 2)
        painter.restore()


class FrequentPanel(QWidget):
    """Shows the most frequent pieces.

    Attributes:
        header: the panel's head, for the dock's title bar.
        view: the list.

    Signals:
        piece_chosen(bytes): the user wants to see where it is.

    """

    piece_chosen = Signal(bytes)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Most frequent pieces"))
        self.header = PanelHeader(self.tr("Most frequent pieces"))
        self.view = ItemList(_FrequentDelegate(), lambda item: f"{shown(item[0])}, {wording.times(item[1])}")
        self.view.setAccessibleName(self.tr("Most frequent pieces"))
        self.view.setToolTip(self.tr("Click a piece to step through its occurrences"))
        self.view.row_chosen.connect(lambda row: self.piece_chosen.emit(self.view.items()[row][0]))
        self._sum = Label("", "small", "text2", elided=True)
        self._sum.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.SPACE_2, theme.SPACE_3)
        column = panel_column(self)
        column.addWidget(self.view, 1)
        column.addWidget(self._sum)

    def show_split(self, split: Pieces | None) -> None:
        """Show the pieces of a split."""
        self.view.show_items(split.frequent if split is not None else ())
        self._sum.setText(
            ""
            if split is None
            else self.tr("{n} distinct, {once}").format(
                n=wording.number(split.n_distinct),
                once=wording.plural(split.n_once, "%n occurs once", "%n occur once", "FrequentPanel"),
            )
        )

    def texts(self) -> list[tuple[bytes, int]]:
        """Return what is shown."""
        return list(self.view.items())
