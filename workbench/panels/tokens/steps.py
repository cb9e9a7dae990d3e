"""Why these tokens: the merges of a word one by one, forwards, backwards, played; with the table of all."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QSizePolicy,
    QSlider,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from workbench.panels.tokens.step_list import Row, Step, shown, steps_of
from workbench.widgets import theme, wording
from workbench.widgets.controls import IconButton
from workbench.widgets.labels import Label, draw_box
from workbench.widgets.panel_parts import Hairline
from workbench.widgets.theme import current_theme, interface_font, token_font
from workbench.worker.messages import Explained, Symbol

PLAY_MILLISECONDS = 700
_CHIP, _PITCH, _GAP, _PAD = 26, 32, 3, 4
_ROW = 24
_MOST_SEEN = 8  # rows of the table of steps before it scrolls
_MOST_CHIPS = 400
_MOST_SPANS = 60  # rows whose text takes two columns: Qt looks through them all for each cell
_Index = QModelIndex | QPersistentModelIndex


class StepsView(QWidget):
    """The step-by-step view; Left and Right go back and on, Home and End to the ends, Space plays.

    Attributes:
        steps: of the word that is shown. table: all of them, the present one chosen.

    Signals:
        token_clicked(int): the id of a symbol that was clicked.
        result_changed(int): the id of the token that the present step makes, -1 for none.

    """

    token_clicked = Signal(int)
    result_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Why these tokens"))
        self.steps: list[Step] = []
        self._explained: Explained | None = None
        self._at = 0
        self._wanted = -1
        self._shown = True
        self._count = Label("", "small", "text2")
        self._symbols = _Symbols()
        self._symbols.token_clicked.connect(self.token_clicked)
        self._sentence = Label("")
        self._sentence.setWordWrap(True)
        self._candidates = _Candidates()
        self._timer = QTimer(self, interval=PLAY_MILLISECONDS)
        self._timer.timeout.connect(self._play_on)
        self._model = _StepModel(self)
        self.table = self._make_table()
        self._make_player()
        self._fill()
        self.hide()

    def _make_player(self) -> None:
        names = (
            ("skip-start", self.tr("To the start (Home)"), lambda: self.go(0)),
            ("step-back", self.tr("One step back (Left)"), lambda: self.go(self._at - 1)),
            ("play", self.tr("Play (Space)"), self.play_or_pause),
            ("step-forward", self.tr("One step on (Right)"), lambda: self.go(self._at + 1)),
            ("skip-end", self.tr("To the end (End)"), lambda: self.go(len(self.steps) - 1)),
        )
        self.buttons = {icon: IconButton(icon, tip) for icon, tip, _ in names}
        for icon, _, slot in names:
            self.buttons[icon].clicked.connect(slot)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Step"))
        self.slider.setPageStep(4)
        self.slider.valueChanged.connect(self.go)

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self._model)
        table.setAccessibleName(self.tr("All steps"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(_ROW)
        table.verticalHeader().setMinimumSectionSize(_ROW)
        head = table.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setHighlightSections(False)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for column, width in ((0, 58), (2, 70)):
            table.setColumnWidth(column, width)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.selectionModel().currentRowChanged.connect(lambda now, _before: self.go(now.row()))
        return table

    def _fill(self) -> None:
        head = QHBoxLayout()
        head.addWidget(Label(self.tr("Why these tokens"), "title"))
        head.addStretch(1)
        head.addWidget(self._count)
        player = QHBoxLayout()
        player.setSpacing(theme.SPACE_1)
        for button in self.buttons.values():
            player.addWidget(button)
        player.addSpacing(theme.SPACE_3)
        player.addWidget(self.slider, 1)
        body = QVBoxLayout()
        body.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_4, theme.PANEL_MARGIN, theme.SPACE_3)
        body.setSpacing(theme.SPACE_2)
        body.addLayout(head)
        for part in (self._symbols, self._sentence, self._candidates):
            body.addWidget(part)
        body.addLayout(player)
        body.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        column.addLayout(body)

    # --- what is shown

    @property
    def at(self) -> int:
        """The number of the present step, from 0."""
        return self._at

    def show_explained(self, explained: Explained) -> None:
        """Show the steps of a word, at first the last of them; nothing where there are none."""
        before = self._explained
        self._explained = explained
        same = before is not None and before.rounds == explained.rounds and before.handle == explained.handle
        if (
            same
            and before is not None
            and (before.before, before.after) == (explained.before, explained.after)
        ):
            return
        self.pause()
        self.table.clearSpans()
        self.steps = steps_of(explained)
        self._model.set_steps(self.steps, explained.scored)
        rows = min(len(self.steps), _MOST_SEEN)
        self.table.setFixedHeight(rows * _ROW + self.table.horizontalHeader().sizeHint().height() + 2)
        self.slider.setRange(0, max(len(self.steps) - 1, 0))
        self._show_itself()
        for part in (self._symbols, self._candidates, self.table, self.slider, *self.buttons.values()):
            part.setVisible(bool(self.steps))
        if self.steps:
            for row, step in enumerate(self.steps[:_MOST_SPANS]):
                if not step.value:
                    self.table.setSpan(row, 1, 1, 2)
            self._at = -1
            self.go(self._first_seen())
        elif explained.longest:
            self._count.setText("")
            self._sentence.setText(
                self.tr("The word has {n}; up to {longest} are shown step by step.").format(
                    n=wording.size(len(explained.word)), longest=wording.size(explained.longest)
                )
            )

    def set_wanted(self, wanted: bool) -> None:
        """Show the view where there is anything to show, or leave it out."""
        self._shown = wanted
        self._show_itself()

    def _show_itself(self) -> None:
        something = bool(self.steps) or (self._explained is not None and bool(self._explained.longest))
        self.setVisible(self._shown and something)

    def _first_seen(self) -> int:
        """Return the step that makes the chosen token, else the last merge, else the last step."""
        found = [n for n, step in enumerate(self.steps) if step.result == self._wanted >= 0]
        merges = [n for n, step in enumerate(self.steps) if step.value]
        return (found or merges[-1:] or [len(self.steps) - 1])[0]

    def want(self, token_id: int) -> None:
        """Begin at the step that makes this token when the next word is shown."""
        self._wanted = token_id

    def clear(self) -> None:
        """Show nothing."""
        self.pause()
        self._explained = None
        self.steps = []
        self._show_itself()

    def go(self, number: int) -> None:
        """Go to a step; the first or last where there is none with this number."""
        if not self.steps:
            return
        number = min(max(number, 0), len(self.steps) - 1)
        if number == self._at:
            return
        self._at = number
        step = self.steps[number]
        count = self.tr("step {n} of {all}")
        self._count.setText(count.format(n=wording.number(number + 1), all=wording.number(len(self.steps))))
        self._symbols.show_symbols(step.symbols, step.marked)
        self._symbols.setVisible(bool(step.symbols))
        self._sentence.setText(step.sentence)
        self._candidates.show_rows(step.rows, step.more)
        self.slider.setValue(number)
        self.table.selectRow(number)
        for name in ("skip-start", "step-back"):
            self.buttons[name].setEnabled(number > 0)
        for name in ("skip-end", "step-forward"):
            self.buttons[name].setEnabled(number < len(self.steps) - 1)
        self.result_changed.emit(step.result)

    def go_to_result(self, token_id: int) -> None:
        """Go to the first step that makes a token, if any does."""
        found = next((n for n, step in enumerate(self.steps) if step.result == token_id), None)
        if found is not None:
            self.go(found)

    # --- playing

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer.isActive()

    def play_or_pause(self) -> None:
        """Go on by itself, from the start where the end is reached; or hold."""
        if self.playing:
            self.pause()
            return
        if self._at >= len(self.steps) - 1:
            self.go(0)
        self._timer.start()
        self.buttons["play"].set_icon_name("pause")
        self.buttons["play"].set_tooltip(self.tr("Pause (Space)"))

    def pause(self) -> None:
        """Hold."""
        self._timer.stop()
        self.buttons["play"].set_icon_name("play")
        self.buttons["play"].set_tooltip(self.tr("Play (Space)"))

    def _play_on(self) -> None:
        self.go(self._at + 1)
        if self._at >= len(self.steps) - 1 or not self.isVisible():
            self.pause()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the steps."""
        targets = {
            Qt.Key.Key_Left: self._at - 1,
            Qt.Key.Key_Right: self._at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self.steps) - 1,
        }
        key = Qt.Key(event.key())
        if key in targets:
            self.go(targets[key])
        elif key == Qt.Key.Key_Space:
            self.play_or_pause()
        else:
            super().keyPressEvent(event)


class _StepModel(QAbstractTableModel):
    """Steps as rows: name, what happens, rank or score."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._steps: list[Step] = []
        self._heads = ("", "", "")

    def set_steps(self, steps: list[Step], scored: bool) -> None:
        self.beginResetModel()
        self._steps = steps
        last = self.tr("Score") if scored else self.tr("Rank")
        self._heads = (self.tr("Step") if scored else self.tr("Round"), self.tr("Merge"), last)
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._steps)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return self._heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: _Index, role: int = 0) -> object:
        step = self._steps[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (step.name, step.title, step.value)[index.column()]
        if role == Qt.ItemDataRole.FontRole:
            return interface_font("small") if index.column() == 0 else token_font(12)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            word = " ".join(shown(symbol.token) for symbol in step.symbols)
            return f"{word}\n{step.sentence}" if word else step.sentence
        return None


class _Symbols(QWidget):
    """The word as a row of boxes that breaks where it is full, the two to merge in accent."""

    token_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._symbols: tuple[Symbol, ...] = ()
        self._labels: list[str] = []
        self._boxes: tuple[int, list[QRectF]] = (0, [])  # for a width
        self._marked = (0, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMouseTracking(True)
        theme.theme_signals.changed.connect(self.update)

    def show_symbols(self, symbols: tuple[Symbol, ...], marked: tuple[int, int]) -> None:
        self._symbols, self._marked = symbols[:_MOST_CHIPS], marked
        self._labels = [shown(symbol.token) for symbol in self._symbols]
        self._boxes = (0, [])
        self.setAccessibleName(self.tr("Word: {symbols}").format(symbols=" ".join(self._labels)))
        self.updateGeometry()
        self.update()

    def boxes(self, width: int) -> list[QRectF]:
        """Return where the boxes lie in a width."""
        if self._boxes[0] == width:
            return self._boxes[1]
        metrics = QFontMetricsF(token_font(13))
        known = {label: metrics.horizontalAdvance(label) for label in set(self._labels)}
        left = top = 0.0
        found = []
        for label in self._labels:
            room = max(known[label] + 2 * _PAD, 14)
            if left and left + room > width:
                left, top = 0.0, top + _PITCH
            found.append(QRectF(left, top, room, _CHIP))
            left += room + _GAP
        self._boxes = width, found
        return found

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        boxes = self.boxes(width)
        return int(boxes[-1].bottom()) + 2 if boxes else 0

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(max(self.width(), 200)))

    def resizeEvent(self, event: object) -> None:
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, now = QPainter(self), current_theme()
        painter.setFont(token_font(13))
        seen = QRectF(event.rect())
        for number, (label, box) in enumerate(zip(self._labels, self.boxes(self.width()), strict=True)):
            if not box.intersects(seen):
                continue
            marked = self._marked[0] <= number < self._marked[1]
            fill, edge = (now.soft, now.accent) if marked else (now.sunken, now.border)
            draw_box(painter, box, 4, fill, edge, 1.5 if marked else 1)
            painter.setPen(now.accent if marked else now.text)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)

    def _symbol_at(self, point: QPointF) -> Symbol | None:
        pairs = zip(self._symbols, self.boxes(self.width()), strict=True)
        return next((symbol for symbol, box in pairs if box.contains(point)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        symbol = self._symbol_at(event.position())
        self.setToolTip("" if symbol is None else self.tr("id {id}").format(id=wording.number(symbol.id)))
        over = Qt.CursorShape.ArrowCursor if symbol is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(over)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        symbol = self._symbol_at(event.position())
        if symbol is not None and event.button() == Qt.MouseButton.LeftButton:
            self.token_clicked.emit(symbol.id)


class _Candidates(QWidget):
    """The best pairs: what would be merged, into what, id and rank or score; the chosen one on `soft`."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Row, ...] = ()
        self._more = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.theme_signals.changed.connect(self.update)

    def show_rows(self, rows: tuple[Row, ...], more: int) -> None:
        self._rows, self._more = rows, more
        lines = [f"{row.pair} {row.token} {row.value}".replace("  ", " ") for row in rows]
        self.setAccessibleName(self.tr("Candidates: {rows}").format(rows="; ".join(lines)))
        self.setVisible(bool(rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, _ROW * (len(self._rows) + (self._more > 0)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, now, width = QPainter(self), current_theme(), self.width()
        centre, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        for number, row in enumerate(self._rows):
            box = QRectF(0, number * _ROW, width, _ROW)
            if row.chosen:
                draw_box(painter, box, 4, now.soft, None)
            painter.setFont(token_font(12))
            painter.setPen(now.text)
            inner = box.adjusted(theme.SPACE_2, 0, -theme.SPACE_2, 0)
            painter.drawText(inner, centre, row.pair)
            painter.drawText(inner.adjusted(width * 0.36, 0, 0, 0), centre, row.token)
            painter.setPen(now.text2 if not row.chosen else now.text)
            painter.drawText(inner, centre | right, row.value)
        if self._more:
            painter.setFont(interface_font("small"))
            painter.setPen(now.text2)
            box = QRectF(theme.SPACE_2, len(self._rows) * _ROW, width, _ROW)
            painter.drawText(box, centre, self.tr("and {n} more").format(n=wording.number(self._more)))
