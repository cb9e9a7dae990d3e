"""The model of the table of measures: figures or differences, in the chosen order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QWidget

from workbench.engine.judging.measuring import Row
from workbench.engine.judging.metrics import METRICS, WORD, Metric
from workbench.panels.compare import colors
from workbench.panels.compare.measures.figures import Figures
from workbench.panels.compare.words import label
from workbench.widgets.tables import Index

_T = TypeVar("_T")


@dataclass(frozen=True)
class Look:
    """The options of the table.

    Attributes:
        hidden: names of the hidden measures.
        shown: one of `figures.SHOWN`.
        turned: rows are tokenizers and columns are measures, instead of the reverse.

    """

    hidden: frozenset[str] = frozenset()
    shown: str = "figure"
    turned: bool = False

    @property
    def metrics(self) -> list[Metric]:
        """Return the shown measures, in the order of declaration."""
        return [metric for metric in METRICS if metric.name not in self.hidden]


class MeasuresModel(QAbstractTableModel):
    """The table: measures by tokenizers, or tokenizers by measures.

    Attributes:
        look: the options of the table.
        figures: what it shows.

    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = Look()
        self._names: Sequence[str] = ()
        self.figures = Figures({})
        self._sorted_by = (0, False)  # the column, and whether it descends
        self._metrics: list[Metric] = self.look.metrics
        self._places: list[int] = []

    # --- contents

    def show(self, names: Sequence[str], rows: Mapping[int, Row]) -> None:
        """Set the rows of tokenizers by place; some may be missing."""
        if len(names) != len(self._names):
            self.beginResetModel()
            self._names, self.figures = names, Figures(rows, self.look.shown)
            self._arrange()
            self.endResetModel()
            return
        self._names, self.figures = names, Figures(rows, self.look.shown)
        self._rearrange()

    def set_look(self, look: Look) -> None:
        """Set the options of the table."""
        self.beginResetModel()
        if look.turned != self.look.turned:
            self._sorted_by = (0, False)
        self.look, self.figures = look, Figures(self.figures.rows, look.shown)
        self._arrange()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; the first column gives the original order.

        Rows of tokenizers are sorted by figure. Rows of measures have figures in different units; they are
        sorted by how much better the tokenizer is than the reference, or the reference than the next
        tokenizer, best first.
        """
        self._sorted_by = column, order == Qt.SortOrder.DescendingOrder
        self._rearrange()

    def _rearrange(self) -> None:
        self.layoutAboutToBeChanged.emit()
        self._arrange()
        self.layoutChanged.emit()

    def _arrange(self) -> None:
        self._metrics, self._places = self.look.metrics, list(range(len(self._names)))
        column, falls = self._sorted_by
        if self.look.turned:
            if 0 < column <= len(self._metrics):
                metric = self._metrics[column - 1]
                self._places = _sorted(self._places, lambda place: self.figures.value(metric, place), falls)
            elif falls:
                self._places.reverse()
        elif 0 < column <= len(self._names):
            lead = self.figures.lead
            self._metrics = _sorted(self._metrics, lambda metric: lead(metric, column - 1), not falls)
        elif falls:
            self._metrics.reverse()

    # --- called by Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of measures or tokenizers."""
        return 0 if parent.isValid() else len(self._places if self.look.turned else self._metrics)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of tokenizers or measures, plus one for the names."""
        return 0 if parent.isValid() else 1 + len(self._metrics if self.look.turned else self._names)

    def at(self, index: Index) -> tuple[Metric | None, int | None]:
        """Return measure and place of a cell; one of them is None in the column of names."""
        row, column = index.row(), index.column() - 1
        if self.look.turned:
            return (self._metrics[column] if column >= 0 else None), self._places[row]
        return self._metrics[row], column if column >= 0 else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Return the title or the tooltip of a column."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._head(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._about_head(section)
        return None

    def _head(self, section: int) -> str:
        if not section:
            return self.tr("Tokenizer") if self.look.turned else self.tr("Measure")
        return label(self._metrics[section - 1]) if self.look.turned else colors.letter(section - 1)

    def _about_head(self, section: int) -> str:
        if not section:
            return self.tr("Click to reverse the order")
        if self.look.turned:
            return self.about(self._metrics[section - 1])
        letter, other = colors.letter(section - 1), colors.letter(int(section == 1))
        named = self.tr("{letter}: {name}").format(letter=letter, name=self._names[section - 1])
        return f"{named}\n" + self.tr("Click to sort by how much better {letter} is than {other}").format(
            letter=letter, other=other
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text or the tooltip of a cell."""
        metric, place = self.at(index)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if metric is None:
                return self._named(place or 0)
            return label(metric) if place is None else self.text(metric, place)
        if role == Qt.ItemDataRole.ToolTipRole:
            if metric is None:
                return self._named(place or 0)
            return self.about(metric) if place is None else self.about_cell(metric, place)
        return None

    def _named(self, place: int) -> str:
        return self.tr("{letter}: {name}").format(letter=colors.letter(place), name=self._names[place])

    # --- cells

    def text(self, metric: Metric, place: int) -> str:
        """Return the text of a cell; the reference keeps its figure when differences are shown."""
        row = self.figures.rows.get(place)
        if row is None or row.error is not None:
            return ""
        if self.look.shown == "figure" or place == 0:
            return metric.text(row.figures.get(metric.name))
        is_doubtful = self.figures.is_doubtful(metric, place)
        return self.no_difference if is_doubtful else self._difference(metric, place)

    @property
    def no_difference(self) -> str:
        """The text instead of a difference that may be 0."""
        return self.tr("no difference shown")

    def _difference(self, metric: Metric, place: int) -> str:
        value = self.figures.value(metric, place)
        if value is None:
            return "–"
        sign = "+" if value > 0 else "−" if value < 0 else ""
        if self.look.shown == "percent":
            return f"{sign}{abs(value):.1f} %"
        # The difference of two shares is in percentage points.
        said = metric.text(abs(value))
        return f"{sign}{said.removesuffix(' %')} pp" if metric.unit == "share" else f"{sign}{said}"

    def about(self, metric: Metric) -> str:
        """Return formula, source and note of a measure."""
        better = {"more": self.tr("More is better"), "fewer": self.tr("Fewer is better")}
        lines = [
            label(metric),
            metric.formula,
            better.get(metric.better, self.tr("Neither more nor less is better")),
            self.tr("Source: {source}").format(source=metric.source),
            self.tr("Note: {note}").format(note=metric.note) if metric.note else "",
            self.tr("A word is {word}").format(word=WORD) if " W" in metric.formula else "",
        ]
        return "\n".join(filter(None, lines))

    def about_cell(self, metric: Metric, place: int) -> str:
        """Return figure, interval and difference of a tokenizer."""
        row = self.figures.rows.get(place)
        if row is None:
            return ""
        if row.error is not None:
            return row.error.cause
        figure = metric.text(row.figures.get(metric.name))
        lines = [f"{self._named(place)}: {label(metric)}: {figure} {metric.unit}".rstrip()]
        interval, difference = row.intervals.get(metric.name), row.differences.get(metric.name)
        if interval is not None:
            lines.append(self.tr("In 95 of 100 cases between {low} and {high}").format(
                low=metric.text(interval.low), high=metric.text(interval.high)))  # fmt: skip
        if difference is not None:
            lines.append(self.tr("Difference from A: between {low} and {high}").format(
                low=metric.text(difference.low), high=metric.text(difference.high)))  # fmt: skip
        if self.figures.is_doubtful(metric, place):
            lines.append(self.tr("Compared with A: {words}").format(words=self.no_difference))
        elif difference is None and place and self.look.shown != "figure":
            lines.append(self.tr("The certainty of the difference is unknown"))
        return "\n".join(lines)


def _sorted(items: Sequence[_T], key: Callable[[_T], float | None], falls: bool) -> list[_T]:
    """Return items sorted by a number; those without one are last."""
    known = [(value, item) for item in items if (value := key(item)) is not None]
    rest = [item for item in items if key(item) is None]
    return [item for _, item in sorted(known, key=lambda pair: pair[0], reverse=falls)] + rest
