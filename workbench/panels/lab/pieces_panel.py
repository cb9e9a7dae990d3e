"""The panel of pieces: the text, lost bytes with a repair, and differences to another pattern."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from workbench.engine.lab.pattern_difference import Difference
from workbench.engine.lab.pattern_lab import Pieces
from workbench.panels.lab.difference import ROW, KindsView, columns
from workbench.panels.lab.pieces_view import PiecesView
from workbench.widgets import wording
from workbench.widgets.controls import Button, Choice, Segmented
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.panel_parts import Hairline, PanelHeader, panel_column
from workbench.widgets.stepping import step_buttons
from workbench.widgets.strips import Picture

_FEWER, _FEW, _MANY = 3, 5, 12  # kinds in sight; fewer in a panel that is low
_LOW = 390  # px
Spans = NDArray[np.uint64]
_NONE: Spans = np.zeros((0, 2), np.uint64)


class _LostStrip(QWidget):
    """How much is lost, what it is, and the repair."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence, self.second = Label("", "title"), Label("", "body", "text2", elided=True)
        self.repair = Button(self.tr("Add the missing part"), "primary", compact=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.SPACE_2, theme.SPACE_1)
        row.setSpacing(theme.SPACE_2)
        row.addWidget(Picture("error", "danger"))
        row.addWidget(self.sentence)
        row.addWidget(self.second, 1)
        row.addWidget(self.repair)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), current_theme().danger_soft)


class _KindHeads(QWidget):
    """The heads of the kinds."""

    def __init__(self, kinds: KindsView) -> None:
        super().__init__()
        self._kinds = kinds
        self.other = ""
        self.setFixedHeight(20)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(interface_font("small"))
        painter.setPen(current_theme().text2)
        room = QRect(0, 0, self._kinds.viewport().width(), self.height())  # without the scroll bar
        left, middle, right = columns(room)
        middle_align = Qt.AlignmentFlag.AlignVCenter
        for text, start, end, align in (
            (self.tr("This"), left, middle, middle_align),
            (self.other, middle, right, middle_align),
            (
                self.tr("Places"),
                right,
                room.width() - theme.PANEL_MARGIN,
                middle_align | Qt.AlignmentFlag.AlignRight,
            ),
        ):
            painter.drawText(QRect(start, 0, end - start, self.height()), align, text)


class PiecesPanel(QWidget):
    """Shows the pieces.

    Attributes:
        header: the panel's head, for the dock's title bar.
        view: the text. texts: the choice of one. shown: all, lost or differing pieces.
        lost: the strip of what is lost. kinds: the kinds of differences. others: the pattern compared with.

    Signals:
        text_chosen(int): the number of another text. other_chosen(str): the key of another pattern.
        repair_requested(): what is lost is to be kept.

    """

    text_chosen = Signal(int)
    other_chosen = Signal(str)
    repair_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pieces"))
        self.header = PanelHeader(self.tr("Pieces"))
        self.view, self.lost, self.kinds = PiecesView(), _LostStrip(), KindsView()
        self._lost: Spans = _NONE
        self._places: Spans = _NONE
        self._kind_of = np.zeros(0, np.int32)
        self._here = -1
        self._make_header()
        self.lost.repair.clicked.connect(self.repair_requested)
        self.kinds.row_chosen.connect(self._go_to_kind)
        column = panel_column(self)
        column.addWidget(self.lost)
        column.addWidget(self.view, 1)
        column.addWidget(Hairline())
        column.addWidget(self._make_difference())
        self.lost.hide()
        self._update()

    def _make_header(self) -> None:
        self.texts = Choice()
        self.texts.setAccessibleName(self.tr("Text"))
        self.texts.view().setAccessibleName(self.tr("Texts"))
        self.texts.setToolTip(self.tr("Text to split: the beginning of one source, or of all sources"))
        self.texts.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.texts.setMaximumWidth(180)
        self.texts.setMinimumWidth(112)  # of “Sample text”
        self.texts.activated.connect(self.text_chosen)
        choices = [("all", self.tr("All")), ("lost", self.tr("Lost")), ("differ", self.tr("Differ"))]
        self.shown = Segmented(choices, self.tr("Highlight"))
        self.shown.setToolTip(self.tr("Highlight only lost text, or only differences between the patterns"))
        self.shown.changed.connect(self._show)
        self._where = Label("", "body", "text2")
        tooltips = self.tr("Previous place (Shift+F8)"), self.tr("Next place (F8)")
        self.previous_button, self.next_button = step_buttons(self, self.step, tooltips, focused=True)
        self.header.add_left(self.texts)
        self.header.add_left(self.shown)
        for part in (self._where, self.previous_button, self.next_button):
            self.header.add_right(part)

    def _make_difference(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, theme.SPACE_1, 0, theme.SPACE_2)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, 0)
        row.setSpacing(theme.SPACE_2)
        self.others = Choice()
        self.others.setAccessibleName(self.tr("Compared with"))
        self.others.view().setAccessibleName(self.tr("Patterns"))
        self.others.setToolTip(self.tr("Pattern to compare with"))
        self.others.activated.connect(lambda n: self.other_chosen.emit(self.others.itemData(n)))
        self._sum = Label("", "body", "text2")
        row.addWidget(Label(self.tr("Difference"), "title"))
        row.addWidget(self.others)
        row.addStretch(1)
        row.addWidget(self._sum)
        self._heads = _KindHeads(self.kinds)
        self.more = Button(self.tr("More kinds"), "link")
        self.more.setCheckable(True)
        self.more.toggled.connect(lambda _: self._fit_kinds())
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.PANEL_MARGIN, 2, 0, 0)
        foot.addWidget(self.more)
        foot.addStretch(1)
        column.addLayout(row)
        for widget in (self._heads, self.kinds):
            column.addWidget(widget)
        column.addLayout(foot)
        return part

    # --- what is shown --------------------------------------------------------------------------------

    def set_texts(self, names: Sequence[str], number: int) -> None:
        """Offer texts, and show which one is taken."""
        if names != [self.texts.itemText(n) for n in range(self.texts.count())]:
            self.texts.clear()
            self.texts.addItems(list(names))
        self.texts.setCurrentIndex(number)

    def set_others(self, others: Sequence[tuple[str, str]], key: str) -> None:
        """Offer patterns (key, name) to compare with, and show which one is."""
        now = [(self.others.itemData(n), self.others.itemText(n)) for n in range(self.others.count())]
        named = [(each, self.tr("to {name}").format(name=name)) for each, name in others]
        if named != now:
            self.others.clear()
            for each, name in named:
                self.others.addItem(name, each)
        self.others.setCurrentIndex(max(self.others.findData(key), 0))
        self._heads.other = dict(others).get(key, "")
        self._heads.update()

    def show_text(self, text: bytes) -> None:
        """Show another text, without pieces."""
        self.view.show_text(text)
        self._lost, self._places = _NONE, _NONE
        self.kinds.show_items(())
        self._update()

    def show_split(self, split: Pieces) -> None:
        """Show the pieces of the text."""
        self.view.show_pieces(split.spans, split.numbers, split.lost)
        self._lost, self._here = split.lost, -1
        self._update()

    def show_compared(self, compared: Difference | None) -> None:
        """Show where the patterns differ; None if not known yet."""
        self._places = _NONE if compared is None else compared.places
        self._kind_of = np.zeros(0, np.int32) if compared is None else compared.kind_of
        self.view.show_places(self._places)
        self.kinds.show_items(() if compared is None else compared.kinds)
        self._here = -1
        n_kinds = 0 if compared is None else compared.n_kinds
        places = wording.plural(len(self._places), "%n place", "%n places", "PiecesPanel")
        kinds = wording.plural(n_kinds, "%n kind", "%n kinds", "PiecesPanel")
        summary = self.tr("{places}, {kinds}").format(places=places, kinds=kinds)
        self._sum.setText("" if compared is None else summary if n_kinds else self.tr("no difference"))
        self._n_kinds = n_kinds
        self._fit_kinds()
        self._update()

    _n_kinds = 0

    def _fit_kinds(self) -> None:
        few = _FEW if self.height() >= _LOW else _FEWER
        most = _MANY if self.more.isChecked() else few
        n_shown = min(len(self.kinds.items()), most)
        self.kinds.setFixedHeight(ROW * n_shown)
        self._heads.setVisible(n_shown > 0)
        left = self._n_kinds - few
        more = wording.plural(max(left, 0), "%n more kind", "%n more kinds", "PiecesPanel")
        self.more.setText(self.tr("Fewer kinds") if self.more.isChecked() else more)
        self.more.setVisible(left > 0)
        self.more.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the text enough room."""
        super().resizeEvent(event)
        self._fit_kinds()

    def show_lost(self, n_lost: int, n_bytes: int, what: str, repair: str, primary: bool) -> None:
        """Say what is lost, and offer what repairs it, "" where that is not known."""
        self.lost.setVisible(n_lost > 0)
        share = wording.percent(n_lost / n_bytes, 1) if n_bytes else ""
        words = wording.plural(
            n_lost, "%n byte is lost ({share})", "%n bytes are lost ({share})", "PiecesPanel"
        )
        self.lost.sentence.setText(words.replace("{share}", share))
        self.lost.second.setText(what)
        self.lost.second.setToolTip(what)
        self.lost.repair.setText(self.tr("Add {part}").format(part=repair))
        self.lost.repair.setToolTip(
            self.tr("Add this alternative. It was tried: nothing of this text is lost then")
        )
        self.lost.repair.setVisible(bool(repair))
        self.lost.repair.set_kind("primary" if primary else "plain")

    # --- from place to place --------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) of what stands out, round and round."""
        places = self._stepped()
        if len(places):
            self._here = (self._here + by) % len(places) if self._here >= 0 or by > 0 else len(places) - 1
            self._go(places)

    def go_to(self, place: int) -> None:
        """Show a byte of the text."""
        self.view.go_to(place, place + 1)

    def show_piece(self, piece: bytes) -> None:
        """Go to the next place of a piece, from the one that is selected on."""
        spans, text = self.view.spans, self.view.content()
        chosen = self.view.selected.token
        if chosen is not None and text[chosen.start : chosen.end] == piece:
            self.view.selected.next_same()
            return
        run = spans.take(0, len(spans))
        long = np.flatnonzero(run.ends - run.starts == len(piece)).tolist()
        row = next((n for n in long if text[int(run.starts[n]) : int(run.ends[n])] == piece), None)
        self.view.selected.select(row)

    def _stepped(self) -> Spans:
        """Return what the arrows go through: the differences, else what is lost."""
        shown = self.shown.value()
        if shown == "differ" or (shown == "all" and not len(self._lost)):
            return self._places
        return self._lost

    def _show(self, shown: str) -> None:
        self.view.set_shown(shown)
        self._here = -1
        self._update()

    def _go(self, places: Spans) -> None:
        start, end = places[self._here].tolist()
        self.view.go_to(start, end)
        self._update()

    def _go_to_kind(self, number: int) -> None:
        """Go to the next place of a kind."""
        rows = np.flatnonzero(self._kind_of == number)
        if len(rows):
            if self.shown.value() != "differ":
                self.shown.set_value("differ")
            later = rows[rows > self._here]
            self._here = int(later[0] if len(later) else rows[0])
            self._go(self._places)

    def _update(self) -> None:
        places = self._stepped()
        for button in (self.previous_button, self.next_button):
            button.setEnabled(len(places) > 0)
        lost = places is self._lost and len(places) > 0
        self._where.set_tone("danger" if lost else "text2")
        n, here = wording.number(len(places)), wording.number(self._here + 1)
        if not len(places):
            words = self.tr("nothing lost") if self.shown.value() == "lost" else ""
        elif self._here < 0:
            words = self.tr("{n} lost").format(n=n) if lost else self.tr("{n} differ").format(n=n)
        elif lost:
            words = self.tr("lost {here} of {n}").format(here=here, n=n)
        else:
            words = self.tr("differs {here} of {n}").format(here=here, n=n)
        self._where.setText(words)
