"""One measure by source: a bar for each tokenizer, with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from workbench.display.escapes import for_label, name_of
from workbench.engine.judging.measuring import Row
from workbench.engine.judging.metrics import METRICS, Metric
from workbench.panels.compare import colors
from workbench.panels.compare.measuring import Measuring
from workbench.panels.compare.painted_rows import PaintedRows
from workbench.panels.compare.words import label
from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.panel_parts import PanelHeader
from workbench.widgets.strips import EmptyState

_NAME, _BAR, _GAP = 24, 24, 12  # pixels of a name, of a bar, and below the last bar
_BOX = 18
_LETTERS, _FIGURE = 20, 72
_LOOKED_AT = 200  # sources whose names are made distinct

ORDERS = ("corpus", "name", "largest", "smallest")

Sources = Sequence[tuple[str, Mapping[int, Row]]]


class SourceBars(PaintedRows):
    """Bars by source; only the visible ones are computed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Measure by source"), _BAR, parent)
        self._sources: Sources = ()
        self._n = 0
        self._metric = METRICS[0]
        self._most = 0.0

    def show_sources(self, sources: Sources, n_tokenizers: int, metric: Metric) -> None:
        """Show a measure of tokenizers on sources, each with its rows by place."""
        self._sources, self._n, self._metric = sources, n_tokenizers, metric
        ends = (self._end(row) for _, rows in sources for row in rows.values())
        self._most = max(ends, default=0.0)
        self.fit_bar()
        said = (f"{name}: {self._figures(rows)}" for name, rows in sources[:20])
        self.setAccessibleDescription(f"{label(metric)}. " + wording.clauses(said))
        self.viewport().update()

    def _end(self, row: Row) -> float:
        interval = row.intervals.get(self._metric.name)
        return max(row.figures.get(self._metric.name) or 0.0, interval.high if interval else 0.0)

    def _figures(self, rows: Mapping[int, Row]) -> str:
        if cause := _unread(rows):
            return cause
        figures = [f"{colors.letter(place)} {self._figure(row)}" for place, row in sorted(rows.items())]
        return wording.listed(figures)

    def _figure(self, row: Row) -> str:
        return self._metric.text(row.figures.get(self._metric.name))

    def _short(self, name: str) -> str:
        """Return the name of a source, with its folder if another has the same name."""
        last = name_of(name)
        alike = sum(name_of(other) == last for other, _ in self._sources[:_LOOKED_AT])
        return "/".join(name.rstrip("/").split("/")[-2:]) if alike > 1 else last

    @property
    def _height(self) -> int:
        return _NAME + self._n * _BAR + _GAP

    def content_height(self) -> int:
        """Return the height of all sources in pixels."""
        return len(self._sources) * self._height + _GAP

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible sources."""
        painter = QPainter(self.viewport())
        try:
            painter.fillRect(event.rect(), current_theme().surface)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            above = self.verticalScrollBar().value() - theme.SPACE_2
            first = max(above // self._height, 0) if self._n else 0
            for number in range(first, len(self._sources)):
                top = number * self._height - above
                if top > self.viewport().height():
                    break
                self._paint_source(painter, top, *self._sources[number])
        finally:
            painter.end()

    def _paint_source(self, painter: QPainter, top: int, name: str, rows: Mapping[int, Row]) -> None:
        now, left = current_theme(), theme.PANEL_MARGIN
        width = self.viewport().width() - 2 * left
        painter.setFont(interface_font("body"))
        painter.setPen(now.text)
        shown = painter.fontMetrics().elidedText(
            for_label(self._short(name)), Qt.TextElideMode.ElideMiddle, width
        )
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(left, top, width, _NAME), middle, shown)
        if cause := _unread(rows):
            painter.setFont(interface_font("small"))
            painter.setPen(now.danger)
            cause = painter.fontMetrics().elidedText(cause, Qt.TextElideMode.ElideRight, width)
            painter.drawText(QRectF(left, top + _NAME, width, _BAR), middle, cause)
            return
        for place in range(self._n):
            y, row = top + _NAME + place * _BAR, rows.get(place)
            painter.setPen(now.text2)
            painter.setFont(interface_font("small"))
            painter.drawText(QRectF(left, y, _LETTERS, _BAR), middle, colors.letter(place))
            if row is not None:
                room = QRectF(left + _LETTERS, y, width - _LETTERS - _FIGURE, _BAR)
                self._paint_bar(painter, room, place, row)

    def _paint_bar(self, painter: QPainter, room: QRectF, place: int, row: Row) -> None:
        now, value = current_theme(), row.figures.get(self._metric.name)
        scale = room.width() / self._most if self._most else 0.0
        width = max((value or 0.0) * scale, 1)
        box = QRectF(room.left(), room.top() + (_BAR - _BOX) / 2, width, _BOX)
        painter.fillRect(box, colors.fill(now, place))
        painter.fillRect(QRectF(box.left(), box.bottom() - 2, width, 2), colors.line(now, place))
        interval = row.intervals.get(self._metric.name)
        end = width
        if interval is not None:
            first, end = interval.low * scale, max(interval.high * scale, width)
            y = box.center().y()
            painter.fillRect(QRectF(box.left() + first, y, interval.high * scale - first, 1.5), now.text)
            for x in (first, interval.high * scale):
                painter.fillRect(QRectF(box.left() + x - 0.75, y - 4, 1.5, 8), now.text)
        painter.setFont(interface_font("title"))
        painter.setPen(now.danger if row.error is not None else now.text)
        text = self.tr("cannot encode it") if row.error is not None else self._figure(row)
        place_of = QRectF(box.left() + end + 8, room.top(), room.width() + _FIGURE, _BAR)
        painter.drawText(place_of, Qt.AlignmentFlag.AlignVCenter, text)

    def tip_at(self, y: int) -> str:
        """Return the full name and all figures of the source at a y of the viewport."""
        number = (y + self.verticalScrollBar().value() - theme.SPACE_2) // max(self._height, 1)
        if not 0 <= number < len(self._sources):
            return ""
        name, rows = self._sources[number]
        if cause := _unread(rows):
            return f"{name}\n{cause}"
        lines = [name]
        for place, row in sorted(rows.items()):
            interval = row.intervals.get(self._metric.name)
            said = f"{colors.letter(place)}: {self._figure(row)}" if row.error is None else row.error.cause
            if interval is not None:
                ends = self._metric.text(interval.low), self._metric.text(interval.high)
                said += self.tr(", between {low} and {high} in 95 of 100 cases").format(
                    low=ends[0], high=ends[1]
                )
            lines.append(said)
        return "\n".join(lines)


def _unread(rows: Mapping[int, Row]) -> str:
    """Return why a source cannot be read, "" for one that was."""
    row = next(iter(rows.values()), None)
    return row.error.cause if row is not None and row.is_unread and row.error is not None else ""


class SourcesPanel(QWidget):
    """One measure by source.

    Attributes:
        header: the panel's head, shown above the panel.
        bars: the bars.
        choice: the menu of the measure, with the order in `sorting`.

    Signals:
        kept_changed(): what `kept` returns has changed.

    """

    kept_changed = Signal()

    def __init__(self, measuring: Measuring, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("By source"))
        self._measuring, self._metric, self._order = measuring, METRICS[0], ORDERS[0]
        self.header = PanelHeader(self.tr("By source"))
        self.choice = MenuButton(self.tr("Measure and order"))
        self.header.add_right(self.choice)
        self._fill_menu()
        self.bars = SourceBars()
        self._empty = EmptyState("compare", "", "")
        self._pages = QStackedWidget()
        self._pages.addWidget(self.bars)
        self._pages.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages)
        measuring.changed.connect(self.renew)
        self.show_metric(self._metric)

    def _fill_menu(self) -> None:
        metrics, orders = QActionGroup(self), QActionGroup(self)
        self.sorting = self.choice.menu.addMenu(self.tr("S&ort"))
        self.choice.menu.addSeparator()
        for metric in METRICS:
            entry = metrics.addAction(self.choice.menu.addAction(label(metric)))
            entry.setData(metric.name)
            entry.triggered.connect(lambda _on, chosen=metric: self.show_metric(chosen))
        texts = (self.tr("In the &order of the corpus"), self.tr("By &name"), self.tr("&Largest of A first"),
                 self.tr("&Smallest of A first"))  # fmt: skip
        for order, text in zip(ORDERS, texts, strict=True):
            entry = orders.addAction(self.sorting.addAction(text))
            entry.setData(order)
            entry.triggered.connect(lambda _on, chosen=order: self.sort(chosen))
        for entry in (*metrics.actions(), *orders.actions()):
            entry.setCheckable(True)

    def show_metric(self, metric: Metric) -> None:
        """Show another measure."""
        self._metric = metric
        self._take_choice()

    def sort(self, order: str) -> None:
        """Show the sources in another of `ORDERS`."""
        self._order = order
        self._take_choice()

    def _take_choice(self) -> None:
        for entry in (*self.choice.menu.actions(), *self.sorting.actions()):
            entry.setChecked(entry.data() in (self._metric.name, self._order))
        self.choice.set_chosen(label(self._metric))
        self.renew()
        self.kept_changed.emit()

    def kept(self) -> dict[str, object]:
        """Return the state to restore at the next start."""
        return {"measure": self._metric.name, "order": self._order}

    def restore(self, kept: object) -> None:
        """Restore what `kept` returned; ignore what does not fit."""
        if not isinstance(kept, Mapping):
            return
        self._metric = next((m for m in METRICS if m.name == kept.get("measure")), self._metric)
        self._order = next((each for each in ORDERS if each == kept.get("order")), self._order)
        self._take_choice()

    def renew(self) -> None:
        """Show the current results."""
        result = self._measuring.result
        one = self._measuring.scope == "text"
        there = result is not None and not one
        self._empty.set_title(self.tr("One text, one source") if one else self.tr("Nothing to measure yet"))
        self._empty.set_sentence(
            self.tr("Choose Whole corpus to see each source separately.")
            if one
            else self._measuring.why_empty()
        )
        self._pages.setCurrentWidget(self.bars if there else self._empty)
        if result is not None and there:
            sources = self._sorted(list(result.by_source().items()))
            self.bars.show_sources(sources, len(result.handles), self._metric)

    def _sorted(self, sources: Sources) -> Sources:
        """Return sources in the chosen order, those without a figure last."""
        if self._order == "corpus":
            return sources
        if self._order == "name":
            return sorted(sources, key=lambda each: name_of(each[0]).casefold())
        sign = -1 if self._order == "largest" else 1

        def place(source: tuple[str, Mapping[int, Row]]) -> tuple[bool, float]:
            first = source[1].get(0)
            figure = None if first is None else first.figures.get(self._metric.name)
            return figure is None, sign * (figure or 0.0)

        return sorted(sources, key=place)
