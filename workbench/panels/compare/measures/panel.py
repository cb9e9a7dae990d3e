"""The panel of the measures: best figures ticked, uncertain ones marked, and progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QStackedWidget, QTableView, QVBoxLayout, QWidget

from workbench.display.escapes import name_of
from workbench.engine.judging.bootstrap import FEWEST
from workbench.engine.judging.measuring import Row
from workbench.engine.judging.metrics import METRICS
from workbench.panels.compare import colors
from workbench.panels.compare.measures.delegate import MARK, MeasuresDelegate
from workbench.panels.compare.measures.figures import SHOWN
from workbench.panels.compare.measures.model import Look, MeasuresModel
from workbench.panels.compare.measures.view_menu import ViewMenu
from workbench.panels.compare.measuring import Measuring, Result
from workbench.widgets import wording
from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import theme_signals
from workbench.widgets.panel_parts import PanelHeader, ThinBar
from workbench.widgets.sort_header import SortHeader
from workbench.widgets.strips import EmptyState
from workbench.widgets.tables import plain_table

_HEIGHT = 34
_COLUMN, _NAME = 84, 128  # pixels of a figure at most, if it is no wider, and of the names at least
_DIFFERENCE = 148  # pixels of a difference at most, with room for a phrase
_MOST_SAID = 3  # files that are named
_MOST_COLUMNS = 1000


class MeasuresPanel(QWidget):
    """The measures of the compared tokenizers.

    Attributes:
        header: the panel's head, shown above the panel.
        table: the figures. view_menu: their selection and order.

    Signals:
        kept_changed(): what `kept` returns has changed.

    """

    kept_changed = Signal()

    def __init__(self, measuring: Measuring, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Measures"))
        self._measuring = measuring
        self._names: Sequence[str] = ()
        self.header = PanelHeader("")
        self._model = MeasuresModel(self)
        self.table = self._make_table()
        self.view_menu = ViewMenu(self.table.horizontalHeader())
        self.header.add_right(self.view_menu)
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
        self.view_menu.changed.connect(self._take_look)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self.kept_changed)
        theme_signals.changed.connect(self.table.viewport().update)
        self.renew()

    def _make_table(self) -> QTableView:
        table = plain_table(self._model, self.tr("Measures of each tokenizer"))
        head = SortHeader(table)
        head.room = MARK - SortHeader.PADDING
        table.setHorizontalHeader(head)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        table.setItemDelegate(MeasuresDelegate(self._model, table))
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        table.verticalHeader().setDefaultSectionSize(_HEIGHT)
        return table

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
        """Cancel measuring, or measure again after a cancel."""
        result = self._measuring.result
        if self._measuring.is_under_way:
            self._measuring.cancel()
        elif result is not None:
            self._measuring.want(result.handles, result.names, again=True)

    # --- choices

    def set_names(self, names: Sequence[str]) -> None:
        """Set the names of the compared tokenizers, the reference first."""
        self._names = names
        self.renew()

    def _take_look(self) -> None:
        before, look, head = self._model.look, self.view_menu.look, self.table.horizontalHeader()
        if look != before:
            section, order = head.sortIndicatorSection(), head.sortIndicatorOrder()
            self._model.set_look(look)
            to = _column_after(section, before, look)
            is_there = bool(to) == bool(section) and before.turned == look.turned
            self.table.sortByColumn(to, order if is_there else Qt.SortOrder.AscendingOrder)
            self.kept_changed.emit()
        self.renew()

    def kept(self) -> dict[str, object]:
        """Return the state to restore at the next start."""
        look, head = self.view_menu.look, self.table.horizontalHeader()
        order = [head.sortIndicatorSection(), head.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder]
        return {"hidden": sorted(look.hidden), "shown": look.shown, "turned": look.turned, "sorted": order}

    def restore(self, kept: object) -> None:
        """Restore what `kept` returned; ignore what does not fit."""
        if not isinstance(kept, Mapping):
            return
        names, shown, hidden = {m.name for m in METRICS}, kept.get("shown"), kept.get("hidden")
        known = {name for name in hidden if name in names} if isinstance(hidden, list) else set()
        look = Look(
            frozenset(known) if known < names else frozenset(),
            shown if shown in SHOWN else SHOWN[0],
            kept.get("turned") is True,
        )
        self.view_menu.set_look(look)
        self._model.set_look(look)
        self._restore_order(kept.get("sorted"))
        self.renew()

    def _restore_order(self, order: object) -> None:
        """Sort as in the last session, by a column that may be there only when its tokenizer is open."""
        if not isinstance(order, list) or [type(each) for each in order] != [int, bool]:
            return
        section, falls = order
        if 0 <= section <= _MOST_COLUMNS:
            to = Qt.SortOrder.DescendingOrder if falls else Qt.SortOrder.AscendingOrder
            with QSignalBlocker(self.table.horizontalHeader()):  # nothing has changed
                self.table.horizontalHeader().setSortIndicator(section, to)
            self._model.sort(section, to)

    # --- results

    def renew(self) -> None:
        """Show the current results."""
        measuring, result = self._measuring, self._measuring.result
        self.header.set_title({
            "text": self.tr("On this text"), "corpus": self.tr("On the corpus"),
            "held_out": self.tr("On the held-out share"),
        }[measuring.scope])  # fmt: skip
        by_source = {} if result is None or measuring.scope == "text" else result.by_source()
        self.view_menu.set_sources(by_source)
        source = self.view_menu.source or self._first_done(result)
        rows = {} if result is None else by_source[source] if source else result.total()
        names = () if result is None else self._names[: len(result.handles)]
        self._model.show(names, rows)
        self._fit_columns()
        first = rows.get(0)
        facts = [name_of(source)] if source else []
        facts += [] if first is None or first.is_unread else [wording.size(first.sums["bytes"])]
        self.header.set_facts(wording.listed(facts))
        self._pages.setCurrentWidget(self._empty if result is None else self.table)
        self._legend.setVisible(result is not None)
        self._legend.setText(self._legend_text(rows))
        self._empty.set_sentence(measuring.why_empty())
        self._show_state(result)

    def _legend_text(self, rows: Mapping[int, Row]) -> str:
        """Return the meaning of the signs, and which figures have no intervals."""
        said = [self.tr("Arrow: which way is better. Check mark: the better one.")]
        if self._model.look.shown != "figure":
            said = [self.tr("Difference from A. Check mark: the better one.")]
        doubt = any(not each.shows for row in rows.values() for each in row.differences.values())
        if any(row.intervals for row in rows.values()):
            said.append(
                self.tr("Bar: the range of the figure in 95 of 100 cases.")
                if self._model.look.shown == "figure"
                else self.tr("Bar: the range of the difference in 95 of 100 cases; the mark is 0.")
            )
        elif self._measuring.scope == "text":
            said.append(self.tr("One text is too little to estimate certainty."))
        elif any(0 < row.sums.get("documents", 0) < FEWEST for row in rows.values() if not row.is_counted):
            said.append(self.tr("Fewer than ten documents are too few to estimate certainty."))
        if doubt:
            said.append(self.tr("≈: no difference from A shown."))
        if lossy := self._model.figures.lossy():
            names = wording.listed(map(colors.letter, lossy))
            said.append(self.tr("No check mark for tokens that lose text: {names}.").format(names=names))
        return wording.sentences(*said)

    def _widest_figure(self) -> int:
        """Return the width of a column in which no figure is cut, in pixels."""
        metrics, model = QFontMetrics(theme.interface_font("title")), self._model
        texts = (
            model.text(metric, place) for metric in model.look.metrics for place in range(len(self._names))
        )
        widths = (metrics.horizontalAdvance(text) for text in texts if text != model.no_difference)
        return max(widths, default=0) + MARK

    def _fit_columns(self) -> None:
        heads = self.table.horizontalHeader()
        n, room, look = self._model.columnCount() - 1, self.table.viewport().width(), self._model.look
        if n < 1:
            return
        most = _COLUMN if look.shown == "figure" else _DIFFERENCE
        column = max(min((room - _NAME) // n, most), self._widest_figure())
        for section in range(1, n + 1):
            self.table.setColumnWidth(section, heads.sectionSizeHint(section) if look.turned else column)
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.table.setColumnWidth(0, max(room - (heads.length() - heads.sectionSize(0)), _NAME))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the names the width that the figures leave."""
        super().resizeEvent(event)
        self._fit_columns()

    def _show_state(self, result: Result | None) -> None:
        """Show the progress, or how measuring ended."""
        busy = self._measuring.is_under_way
        said = "" if result is None or busy else self._sentence(result)
        again = result is not None and not busy and (result.cancelled or result.failed is not None)
        self._busy.setVisible(busy or bool(said))
        self._progress.setVisible(busy)
        self._said.setVisible(not busy)
        self._said.setText(said)
        self._said.setToolTip(said if result is None else "\n".join([said, *self._left_out(result)]).strip())
        if busy:
            self._progress.set_progress(*self._measuring.progress)
        self.link.setVisible(busy or again)
        self.link.setText(self.tr("Cancel") if busy else self.tr("Measure again"))

    def _sentence(self, result: Result) -> str:
        if result.failed is not None:
            remedy = wording.filled(result.failed.remedy, result.failed.facts)
            return wording.sentences(wording.failure(result.failed), remedy)
        if result.cancelled:
            return self._cancelled_sentence(result)
        if result.compared is None:
            return ""
        failed = [
            self.tr("{letter} cannot encode it: {cause}.").format(
                letter=colors.letter(place), cause=row.error.cause
            )
            for place, row in sorted(result.total().items())
            if row.error is not None
        ]
        left_out = self._left_out(result)
        if len(left_out) > 1:  # the causes of several would leave no room for the table
            names = [name_of(each.file or "") for each in result.compared.left_out]
            named = wording.listed(names[:_MOST_SAID]) + ("…" if names[_MOST_SAID:] else ".")
            left_out = [
                self.tr("{n} files are left out or read in part: {names}").format(
                    n=wording.number(len(names)), names=named
                )
            ]
        # Of one text the legend says that it is no sample of anything, and the cards which tokenizers do not
        # restore the text.
        said = ("compare_few_documents", "compare_lossy") if self._measuring.scope == "text" else ()
        notes = [wording.failure(each) for each in result.compared.notes if each.code not in said]
        return wording.sentences(*failed[:_MOST_SAID], *left_out, *notes)

    def _first_done(self, result: Result | None) -> str:
        """Return the source to show after a cancel, "" for all: of all together nothing is known then."""
        if result is None or not result.cancelled or self._measuring.scope == "text":
            return ""
        rows = result.by_source().items()
        return next((name for name, by_place in rows if not by_place[0].is_unread), "")

    def _cancelled_sentence(self, result: Result) -> str:
        if self._measuring.scope == "text":
            said = self.tr("Canceled. Measured: {done} of {all} tokenizers.")
            done, total = len(result.total()), len(result.handles)
        else:
            said = self.tr("Canceled. Measured: {done} of {all} sources.")
            whole = [rows for rows in result.by_source().values() if len(rows) == len(result.handles)]
            done, total = sum(not rows[0].is_unread for rows in whole), self._measuring.n_sources
        kept = said.format(done=wording.number(done), all=wording.number(total))
        return wording.sentences(kept, self.tr("A report needs all of them."))

    def _left_out(self, result: Result) -> list[str]:
        return [wording.failure(each) for each in result.compared.left_out] if result.compared else []


def _column_after(column: int, before: Look, after: Look) -> int:
    """Return where a column that sorts the table is after a change of its options, 0 if it is gone."""
    if before.turned != after.turned:
        return 0
    if not after.turned or not column:
        return column
    metrics = before.metrics
    metric = metrics[column - 1] if column <= len(metrics) else None
    return after.metrics.index(metric) + 1 if metric in after.metrics else 0
