"""Why these tokens: the merges of a word one by one, forwards, backwards, played; with the table of all."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QTableView, QVBoxLayout, QWidget

from workbench.panels.tokens.steps.candidates import Candidates
from workbench.panels.tokens.steps.step_list import Place, Steps, shown, steps_of
from workbench.panels.tokens.steps.symbols import StepSymbols
from workbench.widgets import wording
from workbench.widgets.calm_fields import CalmSlider
from workbench.widgets.controls import IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import interface_font, token_font
from workbench.widgets.panel_parts import Hairline
from workbench.widgets.tables import ROW, Index, plain_table
from workbench.widgets.words import WordLabel
from workbench.worker.messages.explaining import Explained

PLAY_MILLISECONDS = 700
_STEP_WIDTH, _ROUND_WIDTH, _RANK_WIDTH = 43, 58, 60
_TWO_LINES = 40  # pixels, of a row that shows a merge and what the word is then
_MOST_SPANS = 60  # rows whose text takes two columns: Qt looks through them all for each cell


class StepsView(QWidget):
    """The step-by-step view; Left and Right go back and on, Home and End to the ends, Space plays.

    Attributes:
        steps: of the word that is shown. table: all of them, the present one chosen.
        symbols: the word as it is in the present step. candidates: its pairs. present: what shows both.

    Signals:
        token_clicked(int): the id of a symbol that was clicked.
        result_changed(int): the id of the token that the present step makes, -1 for none.
        has_steps_changed(bool): whether there is a word to step through.

    """

    token_clicked = Signal(int)
    result_changed = Signal(int)
    has_steps_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Why these tokens"))
        self.steps: Steps = steps_of(_NOTHING)
        self._explained: Explained | None = None
        self._at = 0
        self._wanted: tuple[int, int] = (-1, -1)  # id and raw byte of the token to begin with
        self._shown_for = self._wanted
        self._shown = True
        self._count = Label("", "small", "text2")
        self.symbols = StepSymbols()
        self.symbols.row.token_clicked.connect(self.token_clicked)
        self._sentence = Label("")
        self._sentence.setWordWrap(True)
        self.candidates = Candidates()
        self.present = _Present((self.symbols, self._sentence, self.candidates))
        self.candidates.switched.connect(self.present.forget)
        self.title = WordLabel(self.tr("Why these tokens"), "merge", "title")
        self._timer = QTimer(self, interval=PLAY_MILLISECONDS)
        self._timer.timeout.connect(self._play_on)
        self._model = _StepModel(self)
        self.table = self._make_table()
        self._make_player()
        self._fill()
        self.hide()

    def _make_player(self) -> None:
        names = (
            ("skip-start", self.tr("Go to the start (Home)"), lambda: self.go(0)),
            ("step-back", self.tr("Step back (Left)"), lambda: self.go(self._at - 1)),
            ("play", self.tr("Play (Space)"), self.play_or_pause),
            ("step-forward", self.tr("Step forward (Right)"), lambda: self.go(self._at + 1)),
            ("skip-end", self.tr("Go to the end (End)"), lambda: self.go(len(self.steps) - 1)),
        )
        self.buttons = {icon: IconButton(icon, tip) for icon, tip, _ in names}
        for icon, _, slot in names:
            self.buttons[icon].clicked.connect(slot)
        self.slider = CalmSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Step"))
        self.slider.setToolTip(self.tr("Steps"))
        self.slider.setPageStep(4)
        self.slider.valueChanged.connect(self.go)

    def _make_table(self) -> QTableView:
        table = plain_table(self._model)
        table.setAccessibleName(self.tr("All steps"))
        table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = table.horizontalHeader()
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        table.selectionModel().currentRowChanged.connect(lambda now, _before: self.go(now.row()))
        return table

    def _fill(self) -> None:
        """Put the parts together; the player above all that is higher in one step than in another.

        So its buttons stay under the mouse.
        """
        head = QHBoxLayout()
        head.addWidget(self.title)
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
        body.addLayout(player)
        body.addWidget(self.present)
        body.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        column.addLayout(body)

    # --- what is shown

    @property
    def result(self) -> int:
        """The id of the token that the present step makes, -1 for none."""
        return self.steps.result(self._at) if 0 <= self._at < len(self.steps) else -1

    @property
    def at(self) -> int:
        """The number of the present step, from 0."""
        return self._at

    def show_explained(self, explained: Explained) -> None:
        """Show the steps of a word, at first the last of them; nothing if there are none."""
        before, wanted = self._explained, self._shown_for
        self._explained, self._shown_for = explained, self._wanted
        same = before is not None and before.rounds == explained.rounds and before.handle == explained.handle
        if (
            same
            and before is not None
            and (before.before, before.after) == (explained.before, explained.after)
        ):
            if wanted != self._wanted and not self.playing:
                self.go(self._first_seen())  # another token of the same word was chosen
            return
        self.pause()
        self.present.forget()
        self.table.clearSpans()
        self.steps = steps_of(explained)
        self._model.set_steps(self.steps, explained.scored)
        self.table.setColumnWidth(0, _STEP_WIDTH if explained.scored else _ROUND_WIDTH)
        self.table.setColumnWidth(2, max(_RANK_WIDTH, self.table.horizontalHeader().sectionSizeHint(2)))
        row = ROW if explained.scored else _TWO_LINES
        self.table.verticalHeader().setDefaultSectionSize(row)
        # All of it: one that scrolled within a panel that scrolls would hold the wheel fast.
        head = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(len(self.steps) * row + head + 2)
        self.slider.setRange(0, max(len(self.steps) - 1, 0))
        self._show_itself()
        for part in (self.symbols, self.candidates, self.table, self.slider, *self.buttons.values()):
            part.setVisible(len(self.steps) > 0)
        if len(self.steps):
            for row in range(min(len(self.steps), _MOST_SPANS)):
                if not self.steps.chooses(row):
                    self.table.setSpan(row, 1, 1, 2)
            self._at = -1
            self.go(self._first_seen())
        elif explained.longest:
            self._count.setText("")
            self._sentence.setText(
                self.tr("The word has {n}; step by step works up to {longest}.").format(
                    n=wording.size(len(explained.word)), longest=wording.size(explained.longest)
                )
            )

    def set_wanted(self, wanted: bool) -> None:
        """Show the view where there is anything to show, or leave it out."""
        self._shown = wanted
        self._show_itself()

    def _show_itself(self) -> None:
        something = len(self.steps) > 0 or (self._explained is not None and bool(self._explained.longest))
        self.setVisible(self._shown and something)
        self.has_steps_changed.emit(len(self.steps) > 0)

    def _first_seen(self) -> int:
        """Return the step that makes the chosen token, else the last merge."""
        token_id, at = self._wanted
        here = self.place_of(at)
        number = self.steps.making(token_id, here) if here is not None else None
        number = self.steps.making(token_id) if number is None else number
        return self.steps.last_merge if number is None else number

    def want(self, token_id: int, at: int = -1) -> None:
        """Begin at the step that makes this token, at a byte of the text, when the next word is shown."""
        self._wanted = token_id, at

    def place_of(self, at: int) -> Place | None:
        """Return where the token that begins at a byte of the text is in the word, None if unknown."""
        explained = self._explained
        if explained is None or not explained.rounds:
            return None
        prefix = sum(len(symbol.token) for symbol in explained.prefix)
        if explained.end - explained.start + prefix != len(explained.word):
            return None  # it was cleaned before it was merged, so that bytes of the text are not its own
        start = 0
        for token_id in explained.rounds[-1].ids:
            end = start + explained.tokens[token_id][1]
            if explained.start + max(start - prefix, 0) == at and end > prefix:
                return start, end
            start = end
        return None

    def made_in(self, at: int) -> tuple[Place, ...] | None:
        """Return where, in bytes of the token that begins at byte `at`, the present step makes something.

        None if the place of that token in the word is not known.
        """
        here = self.place_of(at)
        if here is None or self._at < 0:
            return None
        places = self.steps.places(self._at)
        first, last = here
        return tuple((start - first, end - first) for start, end in places if first <= start and end <= last)

    @property
    def merged_places(self) -> tuple[Place, ...]:
        """Where, in bytes of the word, the present step makes something."""
        return self.steps.places(self._at) if 0 <= self._at < len(self.steps) else ()

    def go_to_place(self, token_id: int, place: Place) -> bool:
        """Go to the step that makes a token at a place of the word; return whether any does."""
        merge = self.steps.making(token_id, place)
        if merge is not None:
            self.go(merge)
        return merge is not None

    def clear(self) -> None:
        """Show nothing."""
        self.pause()
        self._explained = None
        self.steps = steps_of(_NOTHING)
        self._show_itself()

    def go(self, number: int) -> None:
        """Go to a step; the first or last if there is none with this number."""
        if not len(self.steps):
            return
        number = min(max(number, 0), len(self.steps) - 1)
        if number == self._at:
            return
        self._at = number
        step = self.steps[number]
        count = self.tr("step {n} of {all}")
        self._count.setText(count.format(n=wording.number(number + 1), all=wording.number(len(self.steps))))
        self.symbols.show_symbols(step.symbols, step.marked)
        self.symbols.setVisible(bool(step.symbols))
        self._sentence.setText(step.sentence)
        self.candidates.show_rows(step.rows, scored=bool(step.name == "S4"))
        self.slider.setValue(number)
        self.table.selectRow(number)
        for name in ("skip-start", "step-back"):
            self.buttons[name].setEnabled(number > 0)
        for name in ("skip-end", "step-forward"):
            self.buttons[name].setEnabled(number < len(self.steps) - 1)
        self.result_changed.emit(step.result)

    def go_to_round(self, number: int) -> None:
        """Go to the step that merges in a round, from 0."""
        self.go(self.steps.step_of(number))

    def go_to_result(self, token_id: int, place: Place | None = None) -> bool:
        """Go to the first step that makes a token where the chosen one is; return whether any does."""
        here = self.place_of(self._wanted[1])
        number = None
        if place is not None and here is not None:
            number = self.steps.making(token_id, (here[0] + place[0], here[0] + place[1]))
        if number is None and here is None:
            number = self.steps.making(token_id)
        if number is not None:
            self.go(number)
        return number is not None

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


_NOTHING = Explained(0, 0, b"", 0, 0, scored=False, rounds=())


class _Present(QWidget):
    """What is shown of the present step; it stays as high as the highest step of a word so far.

    So a row of the table below that is clicked stays under the mouse, and nothing jumps while it plays.
    """

    def __init__(self, parts: tuple[QWidget, ...]) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE_2)
        for part in parts:
            self._column.addWidget(part)
        self._column.addStretch(1)
        self._room = 0

    def forget(self) -> None:
        """Take no more height than the next layout needs."""
        self._room = 0
        self.setMinimumHeight(0)

    def _measure(self) -> None:
        self._room = max(self._room, self._column.totalHeightForWidth(self.width()))
        self.setMinimumHeight(self._room)

    def event(self, event: QEvent) -> bool:
        """Grow once the parts were laid out for another step."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._measure()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere in another width, so that other steps are forgotten."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.forget()
            self._measure()


class _StepModel(QAbstractTableModel):
    """Steps as rows: name, what happens, rank or score."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._steps = steps_of(_NOTHING)
        self._heads = ("", "", "")

    def set_steps(self, steps: Steps, scored: bool) -> None:
        self.beginResetModel()
        self._steps = steps
        last = self.tr("Score") if scored else self.tr("Rank")
        merge = self.tr("Merge") if scored else self.tr("Merge, and the word then")
        self._heads = (self.tr("Step") if scored else self.tr("Round"), merge, last)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._steps)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return self._heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = 0) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            head = self._steps.head(index.row())
            title = f"{head.title}\n{head.word}" if head.word else head.title
            return (head.name, title, head.value)[index.column()]
        if role == Qt.ItemDataRole.FontRole:
            return token_font(12) if index.column() == 1 else interface_font("small")
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            step = self._steps[index.row()]
            word = " ".join(shown(symbol.token) for symbol in step.symbols)
            return f"{word}\n{step.sentence}" if word else step.sentence
        return None
