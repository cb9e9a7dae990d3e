"""The measures: a line for each, a column for each tokenizer, the better one ticked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from workbench.engine.judging.measuring import Row
from workbench.engine.judging.metrics import METRICS, NO_DIFFERENCE, WORD, Metric
from workbench.panels.compare import colours
from workbench.panels.compare.measuring import Measuring, Result
from workbench.panels.compare.words import label, told
from workbench.widgets import wording
from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font, theme_signals
from workbench.widgets.panel_parts import PanelHeader, ThinBar
from workbench.widgets.strips import EmptyState
from workbench.widgets.tables import Index, plain_table

_HEIGHT = 34
_TICK, _ARROW = 14, 12
_COLUMN, _LEAST, _NAME = 84, 68, 132  # pixels of a figure at most and at least, and of the names at least
_MOST_SAID = 3  # files that are named
_BAR = 3  # pixels of the bar of an interval
_CELL = int(Qt.ItemDataRole.UserRole)


class MeasuresModel(QAbstractTableModel):
    """Metrics by tokenizers."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._n = 0
        self._rows: Mapping[int, Row] = {}

    def show(self, n_tokenizers: int, rows: Mapping[int, Row]) -> None:
        """Show the rows of so many tokenizers, by their places; some may be missing."""
        if n_tokenizers != self._n:
            self.beginResetModel()
            self._n, self._rows = n_tokenizers, rows
            self.endResetModel()
            return
        self._rows = rows
        self.dataChanged.emit(self.index(0, 0), self.index(len(METRICS) - 1, self._n))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of metrics."""
        return 0 if parent.isValid() else len(METRICS)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return one for the names, and one for each tokenizer."""
        return 0 if parent.isValid() else 1 + self._n

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Return the letter of a tokenizer."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return colours.letter(section - 1) if section else self.tr("Measure")
        if role == Qt.ItemDataRole.TextAlignmentRole and section:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a name or figure, and what is said of it."""
        metric, place = METRICS[index.row()], index.column() - 1
        if role == _CELL:
            return metric, self._rows.get(place)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            row = self._rows.get(place)
            return label(metric) if place < 0 else "" if row is None else _figure(metric, row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._about(metric) if place < 0 else self._of_cell(metric, place)
        return None

    def is_best(self, metric: Metric, place: int) -> bool:
        """Tell whether a tokenizer alone has the better figure, and the difference is shown to be one."""
        found = {at: row.figures.get(metric.name) for at, row in self._rows.items()}
        known = {at: value for at, value in found.items() if value is not None}
        if not metric.better or len(known) < 2 or place not in known:
            return False
        best = (max if metric.better == "more" else min)(known.values())
        if known[place] != best or sum(value == best for value in known.values()) > 1:
            return False
        return not any(self.is_doubtful(metric, at) for at in (place, *self._rows) if place in (at, 0))

    def is_doubtful(self, metric: Metric, place: int) -> bool:
        """Tell whether a tokenizer's difference to the first one may be none."""
        row = self._rows.get(place)
        difference = None if row is None else row.differences.get(metric.name)
        return difference is not None and not difference.shows

    def reach(self, metric: Metric) -> tuple[float, float] | None:
        """Return the lowest and highest end of the intervals of a metric, None where there is none."""
        found = [row.intervals[metric.name] for row in self._rows.values() if metric.name in row.intervals]
        return (min(each.low for each in found), max(each.high for each in found)) if found else None

    def _about(self, metric: Metric) -> str:
        better = {"more": self.tr("More is better"), "fewer": self.tr("Fewer is better")}
        lines = [
            label(metric),
            metric.formula,
            better.get(metric.better, self.tr("Neither more nor less is better by itself")),
            self.tr("Source: {source}").format(source=metric.source),
            self.tr("Mind: {note}").format(note=metric.note) if metric.note else "",
            self.tr("A word is {word}").format(word=WORD) if " W" in metric.formula else "",
        ]
        return "\n".join(filter(None, lines))

    def _of_cell(self, metric: Metric, place: int) -> str:
        row = self._rows.get(place)
        if row is None:
            return ""
        if row.error is not None:
            return row.error.cause
        lines = [f"{colours.letter(place)}: {label(metric)}: {_figure(metric, row)} {metric.unit}".rstrip()]
        interval = row.intervals.get(metric.name)
        if interval is not None:
            ends = metric.text(interval.low), metric.text(interval.high)
            lines.append(self.tr("In 95 of 100 cases between {low} and {high}").format(
                low=ends[0], high=ends[1]))  # fmt: skip
        if self.is_doubtful(metric, place):
            lines.append(self.tr("Beside A: {words}").format(words=NO_DIFFERENCE))
        return "\n".join(lines)


def _figure(metric: Metric, row: Row) -> str:
    return metric.text(row.figures.get(metric.name))


class MeasuresDelegate(QStyledItemDelegate):
    """Paints a figure, its tick, and the bar of its interval."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        now, box = current_theme(), QRectF(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, now.soft)
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), now.border)
        metric, row = index.data(_CELL)
        if index.column() == 0:
            self._paint_name(painter, box, metric)
        elif row is not None:
            model = index.model()
            if isinstance(model, MeasuresModel):
                self._paint_figure(painter, box, metric, row, model, index.column() - 1)
        painter.restore()

    def _paint_name(self, painter: QPainter, box: QRectF, metric: Metric) -> None:
        now = current_theme()
        painter.setFont(interface_font("body"))
        painter.setPen(now.text)
        box = box.adjusted(theme.SPACE_2, 0, 0, 0)
        room = box.adjusted(0, 0, -_ARROW - 8, 0)
        shown = painter.fontMetrics().elidedText(
            label(metric), Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        if metric.better:
            left = box.left() + painter.fontMetrics().horizontalAdvance(shown) + 4
            icon = "arrow-up" if metric.better == "more" else "arrow-down"
            draw_icon(painter, icon, now.text2, left, box.center().y() - _ARROW / 2, _ARROW)

    def _paint_figure(
        self, painter: QPainter, box: QRectF, metric: Metric, row: Row, model: MeasuresModel, place: int
    ) -> None:
        now, best = current_theme(), model.is_best(metric, place)
        painter.setFont(interface_font("title" if best else "body"))
        painter.setPen(now.text if best else now.text2)
        if row.error is not None:
            draw_icon(painter, "error", now.danger, box.right() - 20, box.center().y() - 8, 16)
            return
        room = box.adjusted(0, 0, -_TICK - 6, 0)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, right, _figure(metric, row))
        if best:
            draw_icon(painter, "check", now.ok, box.right() - _TICK - 2, box.center().y() - _TICK / 2, _TICK)
        elif model.is_doubtful(metric, place):
            painter.drawText(box.adjusted(0, 0, -4, 0), right, "≈")
        interval, reach = row.intervals.get(metric.name), model.reach(metric)
        if interval is not None and reach is not None and reach[1] > reach[0]:
            width, low = room.width() - 12, reach[0]
            scale = width / (reach[1] - low)
            left = room.left() + 12 + (interval.low - low) * scale
            bar = QRectF(left, box.bottom() - _BAR - 3, max((interval.high - interval.low) * scale, 2), _BAR)
            painter.fillRect(bar, colours.line(now, place))


class MeasuresPanel(QWidget):
    """The measures of the compared tokenizers.

    Attributes:
        header: the panel's head, for the window to put above it.
        table: the figures.

    """

    def __init__(self, measuring: Measuring, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Measures"))
        self._measuring = measuring
        self.header = PanelHeader(self.tr("On this text"))
        self._model = MeasuresModel(self)
        self.table = plain_table(self._model, self.tr("Measures of each tokenizer"))
        self.table.setItemDelegate(MeasuresDelegate(self.table))
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.table.verticalHeader().setDefaultSectionSize(_HEIGHT)
        self._empty = EmptyState("compare", self.tr("Nothing to measure yet"), "")
        self._pages = QStackedWidget()
        for page in (self.table, self._empty):
            self._pages.addWidget(page)
        self._progress = ThinBar(self.tr("Measuring"))
        self.link = Button("", "link")
        self.link.clicked.connect(self._act)
        self._said = Label("", "small", "text2")
        self._busy = QWidget()
        self._legend = Label("", "small", "text2")
        self._fill()
        measuring.changed.connect(self.renew)
        theme_signals.changed.connect(self.table.viewport().update)
        self.renew()

    def _fill(self) -> None:
        for text in (self._legend, self._said):
            text.setWordWrap(True)
        row = QHBoxLayout(self._busy)
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self._progress, 1)
        row.addWidget(self._said, 1)
        row.addWidget(self.link)
        self._legend.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.PANEL_MARGIN, theme.SPACE_2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._busy)
        self._pages.setContentsMargins(theme.SPACE_2, 0, theme.SPACE_1, 0)
        column.addWidget(self._pages, 1)
        column.addWidget(self._legend)

    def _act(self) -> None:
        """Give up what is measured, or measure anew what was given up."""
        result = self._measuring.result
        if self._measuring.is_under_way:
            self._measuring.cancel()
        elif result is not None:
            self._measuring.want(result.handles, again=True)

    def renew(self) -> None:
        """Show what is known now."""
        measuring, result = self._measuring, self._measuring.result
        corpus = measuring.scope == "corpus"
        self.header.set_title(self.tr("On the corpus") if corpus else self.tr("On this text"))
        rows = {} if result is None else result.total()
        self._model.show(0 if result is None else len(result.handles), rows)
        self._fit_columns()
        first = rows.get(0)
        self.header.set_facts("" if first is None else wording.size(first.sums["bytes"]))
        self._pages.setCurrentWidget(self._empty if result is None else self.table)
        self._legend.setVisible(result is not None)
        self._legend.setText(self._legend_text(rows))
        if result is None:
            self._show_empty(corpus)
        self._show_state(result)

    def _legend_text(self, rows: Mapping[int, Row]) -> str:
        """Say what the signs mean, and where there are no intervals."""
        said = self.tr("Arrow: which way is better. Tick: the better one.")
        doubt = any(not each.shows for row in rows.values() for each in row.differences.values())
        if any(row.intervals for row in rows.values()):
            said += " " + self.tr("Bar: where the figure lies in 95 of 100 cases.")
        elif self._measuring.scope == "text":
            said += " " + self.tr("One text is too little to say how certain that is.")
        return said + (" " + self.tr("≈: no difference to A shown.") if doubt else "")

    def _fit_columns(self) -> None:
        heads = self.table.horizontalHeader()
        n, room = self._model.columnCount() - 1, self.table.viewport().width()
        if n < 1:
            return
        column = min(max((room - _NAME) // n, _LEAST), _COLUMN)
        for section in range(1, n + 1):
            self.table.setColumnWidth(section, column)
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.table.setColumnWidth(0, max(room - column * n, _NAME))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the names the room that the figures leave."""
        super().resizeEvent(event)
        self._fit_columns()

    def _show_empty(self, corpus: bool) -> None:
        if self._measuring.has_text:
            self._empty.set_sentence(self.tr("Open or train a second tokenizer to compare."))
        elif corpus:
            self._empty.set_sentence(self.tr("The corpus is empty: add files to it under Train."))
        else:
            self._empty.set_sentence(self.tr("There is no text: type or open one under Inspect."))

    def _show_state(self, result: Result | None) -> None:
        """Show how far it is, or what is to be said of how it ended."""
        busy = self._measuring.is_under_way
        said = "" if result is None or busy else self._sentence(result)
        again = result is not None and not busy and (result.cancelled or result.failed is not None)
        self._busy.setVisible(busy or bool(said))
        self._progress.setVisible(busy)
        self._said.setVisible(not busy)
        self._said.setText(said)
        self._said.setToolTip(said)
        if busy:
            self._progress.set_progress(*self._measuring.progress)
        self.link.setVisible(busy or again)
        self.link.setText(self.tr("Cancel") if busy else self.tr("Measure again"))

    def _sentence(self, result: Result) -> str:
        if result.failed is not None:
            return told(result.failed)
        if result.cancelled:
            return self.tr("Cancelled. What was measured until then stays.")
        if result.compared is None:
            return ""
        left_out = [told(each) for each in result.compared.left_out]
        # One text is no sample of anything: what is said of few documents stands in the legend then.
        notes = [told(each) for each in result.compared.notes
                 if each.code != "compare_few_documents" or self._measuring.scope == "corpus"]  # fmt: skip
        return " ".join([*left_out[:_MOST_SAID], *notes])
