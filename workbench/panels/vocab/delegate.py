"""Paints a row of the vocabulary: search hits marked, special tokens inverted."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from workbench.display.marks import visible
from workbench.panels.vocab.model import COLUMNS, NUMBERS, VocabularyModel
from workbench.widgets.controls import draw_box
from workbench.widgets.look import theme
from workbench.widgets.tables import Index

MARGIN = 8


class VocabularyDelegate(QStyledItemDelegate):
    """Paints the cells.

    Attributes:
        needle: the searched text, which is marked; "" marks nothing.

    """

    needle: str = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell."""
        colors = theme.current_theme()
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(box, colors.soft if selected else colors.surface)
        column = COLUMNS[index.column()]
        painter.setFont(index.data(Qt.ItemDataRole.FontRole))
        metrics = QFontMetricsF(painter.font())
        inner = box.adjusted(MARGIN, 0, -MARGIN, 0)
        text = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, inner.width())
        painter.setPen(colors.text2 if column in {"id", "bytes", "health"} else colors.text)
        if column == "token":
            self._paint_token(painter, inner, text, index)
        else:
            side = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
            painter.drawText(inner, side | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_token(self, painter: QPainter, inner: QRectF, text: str, index: Index) -> None:
        colors = theme.current_theme()
        metrics = QFontMetricsF(painter.font())
        if self._is_special(index):
            box = QRectF(inner.left() - 4, inner.center().y() - 10, metrics.horizontalAdvance(text) + 8, 20)
            draw_box(painter, box, 3, colors.text, None)
            painter.setPen(colors.surface)
        elif self.needle:
            shown = visible(self.needle.encode("utf-8", "replace")).lower()
            at = text.lower().find(shown)
            while at >= 0:
                start = inner.left() + metrics.horizontalAdvance(text[:at])
                width = metrics.horizontalAdvance(text[at : at + len(shown)])
                painter.fillRect(QRectF(start, inner.center().y() - 9, width, 18), colors.warnsoft)
                at = text.lower().find(shown, at + len(shown))
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    @staticmethod
    def _is_special(index: Index) -> bool:
        model = index.model()
        if not isinstance(model, VocabularyModel) or model.vocabulary is None:
            return False
        row = model.row_at(index)
        return row is not None and model.vocabulary.kind(row) == "special"
