"""The merge log: every merge of a run as it is learned, newest on top, searchable."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from workbench.display.marks import visible
from workbench.panels.training.merge_table import (
    COUNT,
    FROM,
    ID,
    MERGE_ROLE,
    TOKEN,
    MergeModel,
)
from workbench.widgets import wording
from workbench.widgets.controls import Button, IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.tables import Index
from workbench.worker.messages.training import MergesLearned

ROW_HEIGHT = 24
FROM_NEEDS = 240
CELL_MARGIN = 4
_LINE_MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class MergeDelegate(QStyledItemDelegate):
    """Paints a cell directly: the style takes four times as long, at every batch of merges."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self._metrics: dict[str, QFontMetrics] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell."""
        now, box = theme.current_theme(), option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, now.soft)
        model, column = index.model(), index.column()
        font: QFont = model.data(index, Qt.ItemDataRole.FontRole)
        text = str(model.data(index))
        metrics = self._metrics.setdefault(font.key(), QFontMetrics(font))
        room = box.adjusted(CELL_MARGIN, 0, -CELL_MARGIN, 0)
        if metrics.horizontalAdvance(text) > room.width():
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.setFont(font)
        painter.setPen(now.text if column == TOKEN else now.text2)
        side = Qt.AlignmentFlag.AlignRight if column in {ID, COUNT} else Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, text)


class MergeTable(QTableView):
    """The rows; at the top it follows the newest merge, else it keeps the visible rows."""

    def __init__(self, model: MergeModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(MergeDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setProperty("focusRing", False)
        self.setAccessibleName(self.tr("Merges, newest first"))
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(max(ROW_HEIGHT, self.fontMetrics().height() + 8))
        columns = self.horizontalHeader()
        columns.setObjectName("tight")  # the style sheet gives its titles the margin of the cells
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setFixedHeight(28)
        columns.setMinimumSectionSize(24)
        for column in (ID, COUNT):
            columns.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.fit_numbers(0, 0)
        for column in (TOKEN, FROM):
            columns.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        theme.theme_signals.changed.connect(self.viewport().update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the column of provenance if it does not fit."""
        super().resizeEvent(event)
        self.setColumnHidden(FROM, event.size().width() < FROM_NEEDS)

    def fit_numbers(self, highest_id: int, highest_count: int) -> None:
        """Fit the columns of numbers to these texts; they only grow."""
        metrics = QFontMetrics(theme.interface_font("small"))
        for column, value in ((ID, highest_id), (COUNT, highest_count)):
            digits = wording.number(max(value, 9_999))
            width = metrics.horizontalAdvance(digits) + 4 * CELL_MARGIN
            if width > self.columnWidth(column) or not value:
                self.setColumnWidth(column, width)

    def hold(self, n_rows: int) -> None:
        """Keep the visible rows in place after rows were added on top."""
        bar = self.verticalScrollBar()
        if bar.value() > 0:
            self.updateGeometries()
            bar.setValue(bar.value() + n_rows * self.verticalHeader().defaultSectionSize())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the token of the current row on the shortcut, with Shift the line that minbpe prints."""
        index, model = self.currentIndex(), self.model()
        whole = event.key() == Qt.Key.Key_C and event.modifiers() == _LINE_MODIFIERS
        if whole and index.isValid() and isinstance(model, MergeModel):
            QGuiApplication.clipboard().setText(model.line(int(index.data(MERGE_ROLE))))
        elif event.matches(QKeySequence.StandardKey.Copy) and index.isValid():
            QGuiApplication.clipboard().setText(str(index.siblingAtColumn(TOKEN).data()))
        else:
            super().keyPressEvent(event)


class MergeLogPanel(QWidget):
    """The log of one run.

    Attributes:
        header: the panel's head, with the search button.
        table: the rows. model: its `MergeModel`. remark: the line at the foot.

    Signals:
        token_chosen(int): id of the token in the row that the user chose.
        forbidden(bytes): a token that the next training must not make.

    """

    token_chosen = Signal(int)
    forbidden = Signal(bytes)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self.setAccessibleName(self.tr("Merge log"))
        self.model = MergeModel()
        self.table = MergeTable(self.model)
        self.header = PanelHeader(self.tr("Merge log"))
        self.search_button = IconButton("search", self.tr("Search the merges"), checkable=True)
        self.search_button.toggled.connect(self._show_search)
        self.header.add_right(self.search_button)
        self.search_field = QLineEdit()
        self.search_field.setAcceptDrops(False)
        self.search_field.setPlaceholderText(self.tr("Text of a token, or an id"))
        self.search_field.setAccessibleName(self.tr("Search the merges"))
        self.search_field.setClearButtonEnabled(True)
        self.search_field.textChanged.connect(self._search)
        self._search_row = QWidget()
        row = QHBoxLayout(self._search_row)
        row.setContentsMargins(theme.SPACE_2, theme.SPACE_2, theme.SPACE_2, theme.SPACE_1)
        row.addWidget(self.search_field)
        self._search_row.hide()
        column = panel_column(self)
        column.addWidget(self._search_row)
        column.addWidget(self.table, 1)
        column.addWidget(self._make_footer())
        self.table.verticalScrollBar().valueChanged.connect(self._update_footer)
        self.table.activated.connect(self._choose)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self._update_footer()

    def _make_footer(self) -> QWidget:
        footer = QWidget()
        row = QHBoxLayout(footer)
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.SPACE_3, theme.SPACE_2)
        self.remark = Label("", "small", "text2", elided=True)
        self._newest = Button(self.tr("Go to the newest"), "link")
        self._newest.clicked.connect(self.table.scrollToTop)
        row.addWidget(self.remark, 1)
        row.addWidget(self._newest)
        return footer

    @Slot()
    def clear(self) -> None:
        """Remove all merges before a new run."""
        self.model.clear()
        self._update_footer()

    def set_running(self, running: bool) -> None:
        """Set whether more merges will come."""
        self._running = running
        self._update_footer()

    @Slot(object)
    def append(self, learned: MergesLearned) -> None:
        """Add new merges."""
        if len(learned.counts):
            last_id = learned.first_id + learned.first_rank + len(learned.counts) - 1
            self.table.fit_numbers(last_id, int(learned.counts.max()))
        self.table.hold(self.model.append(learned))
        self._update_footer()

    def show_until(self, n: int | None) -> None:
        """Show only the first `n` merges, or all again."""
        self.table.hold(self.model.show_until(n))
        self._update_footer()

    @property
    def follows(self) -> bool:
        """Whether the newest merge is visible."""
        return self.table.verticalScrollBar().value() == 0

    def _show_search(self, on: bool) -> None:
        self._search_row.setVisible(on)
        if on:
            self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.search_field.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the search on its shortcut and close it on Escape."""
        if event.matches(QKeySequence.StandardKey.Find):
            self.search_button.setChecked(True)
        elif event.key() == Qt.Key.Key_Escape and self.search_button.isChecked():
            self.search_button.setChecked(False)
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def _search(self, text: str) -> None:
        self.model.search(text)
        self.table.scrollToTop()
        self._update_footer()

    def _choose(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self.token_chosen.emit(self.model.first_id + int(index.data(MERGE_ROLE)))

    def row_menu(self) -> QMenu:
        """Return the menu of the current row; it deletes itself when closed."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        index = self.table.currentIndex()
        if index.isValid():
            token = self.model.token(int(index.data(MERGE_ROLE)))
            menu.addAction(self.tr("Show in the vocabulary"), self._choose)
            menu.addAction(self.tr("Forbid in the next training"), lambda: self._forbid(token))
        return menu

    def _forbid(self, token: bytes) -> None:
        """Forbid a token, and say it: the field may be out of sight."""
        self.forbidden.emit(token)
        self.remark.setText(self.tr("Forbidden next time: “{token}”").format(token=visible(token)))

    def _show_menu(self, where: QPoint) -> None:
        menu = self.row_menu()
        if not menu.isEmpty():
            menu.popup(self.table.viewport().mapToGlobal(where))

    def _update_footer(self) -> None:
        self._newest.setVisible(not self.follows)
        self.remark.setText(self._state())

    def _state(self) -> str:
        shown, n = self.model.rowCount(), self.model.n_shown
        if self.search_field.text():
            merges = wording.plural(n, "{shown} of %n merge", "{shown} of %n merges", "MergeLogPanel")
            return merges.format(shown=wording.number(shown))
        if self._running and n:
            following = self.tr("Newest first; scroll to pause.")
            return following if self.follows else self.tr("Holding.")
        return wording.plural(n, "%n merge", "%n merges", "MergeLogPanel") if n else ""
