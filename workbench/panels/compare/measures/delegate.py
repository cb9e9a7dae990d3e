"""Paints the cells of the table of measures: a name, or a figure with tick and bar of its interval."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workbench.engine.judging.metrics import Metric
from workbench.panels.compare import colors
from workbench.panels.compare.measures.model import MeasuresModel
from workbench.panels.compare.words import label
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.tables import Index

_TICK, _ARROW, _BADGE = 14, 12, 20
_BAR = 3  # pixels of the bar of an interval
MARK = _TICK + 6  # pixels at the right of a figure, for its mark
_EDGE = 12  # free pixels at the left


class MeasuresDelegate(QStyledItemDelegate):
    """Paints a figure, its tick, and the bar of its interval."""

    def __init__(self, model: MeasuresModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        now, box = current_theme(), QRectF(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, now.soft)
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), now.border)
        metric, place = self._model.at(index)
        if metric is None and place is not None:
            self._paint_tokenizer(painter, box, place, str(index.data()))
        elif metric is not None and place is None:
            self._paint_measure(painter, box, metric)
        elif metric is not None and place is not None:
            self._paint_figure(painter, box, metric, place)
        painter.restore()

    def _paint_tokenizer(self, painter: QPainter, box: QRectF, place: int, name: str) -> None:
        now = current_theme()
        badge = QRectF(box.left() + theme.SPACE_2, box.center().y() - _BADGE / 2, _BADGE, _BADGE)
        draw_box(painter, badge, theme.TOKEN_RADIUS, colors.fill(now, place), None)
        painter.setFont(interface_font("title"))
        painter.setPen(now.text)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, colors.letter(place))
        room = box.adjusted(_BADGE + 2 * theme.SPACE_2, 0, -theme.SPACE_1, 0)
        painter.setFont(interface_font("body"))
        _, _, name = name.partition(": ")
        shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_measure(self, painter: QPainter, box: QRectF, metric: Metric) -> None:
        now = current_theme()
        painter.setFont(interface_font("body"))
        painter.setPen(now.text)
        box = box.adjusted(theme.SPACE_2, 0, 0, 0)
        room = box.adjusted(0, 0, -_ARROW - 8, 0)
        width = _write_name(painter, room, label(metric))
        if metric.better:
            left = box.left() + width + 4
            icon = "arrow-up" if metric.better == "more" else "arrow-down"
            draw_icon(painter, icon, now.text2, left, box.center().y() - _ARROW / 2, _ARROW)

    def _paint_figure(self, painter: QPainter, box: QRectF, metric: Metric, place: int) -> None:
        now, model, figures = current_theme(), self._model, self._model.figures
        row = figures.rows.get(place)
        if row is None:
            return
        if row.error is not None:
            draw_icon(painter, "error", now.danger, box.right() - 20, box.center().y() - 8, 16)
            return
        best, doubtful = figures.is_best(metric, place), figures.is_doubtful(metric, place)
        painter.setFont(interface_font("title" if best else "body"))
        painter.setPen(now.text if best else now.text2)
        room = box.adjusted(0, 0, -MARK, 0)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        text = model.text(metric, place)
        if painter.fontMetrics().horizontalAdvance(text) > room.width() and text == model.no_difference:
            text = ""
        painter.drawText(room, right, text)
        if best:
            draw_icon(painter, "check", now.ok, box.right() - _TICK - 2, box.center().y() - _TICK / 2, _TICK)
        elif doubtful and text != model.no_difference:
            painter.drawText(box.adjusted(0, 0, -4, 0), right, "≈")
        self._paint_bar(painter, room, metric, place)

    def _paint_bar(self, painter: QPainter, room: QRectF, metric: Metric, place: int) -> None:
        """Paint the interval of a figure or a difference, with a mark at difference 0."""
        now, figures = current_theme(), self._model.figures
        interval, reach = figures.interval(metric, place), figures.reach(metric)
        if interval is None or reach is None or reach[1] <= reach[0]:
            return
        low, scale = reach[0], (room.width() - _EDGE) / (reach[1] - reach[0])
        foot = room.left() + _EDGE - low * scale
        width = max((interval.high - interval.low) * scale, 2)
        top = room.bottom() - _BAR - 3
        painter.fillRect(QRectF(foot + interval.low * scale, top, width, _BAR), colors.line(now, place))
        if self._model.look.shown != "figure":
            painter.fillRect(QRectF(foot - 0.5, top - 2, 1, _BAR + 4), now.text)


def _write_name(painter: QPainter, room: QRectF, name: str) -> float:
    """Paint a name, smaller and in two lines if it does not fit, or cut; return its width."""
    wrapped = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
    if painter.fontMetrics().horizontalAdvance(name) > room.width():
        painter.setFont(interface_font("small"))
        bounds = painter.boundingRect(room, int(wrapped), name)
        if bounds.height() <= room.height() and bounds.width() <= room.width():
            painter.drawText(room, int(wrapped), name)
            return bounds.width()
        painter.setFont(interface_font("body"))
        name = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(room.width()))
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
    return painter.fontMetrics().horizontalAdvance(name)
