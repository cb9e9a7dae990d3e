"""The colors of the boxes: by order in the text, or by rank, length or frequency of their tokens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QObject, QSize, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.widgets import wording
from workbench.widgets.labels import Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.slices import Slices, Steps
from workbench.widgets.token_view.layout.bins import Bins, make_bins, powers, quantiles
from workbench.widgets.token_view.layout.spans import SpanStore
from workbench.widgets.token_view.text import TokenTextView
from workbench.widgets.vocabulary import Vocabulary

Ints = NDArray[np.int64]

MODES = ("order", "rank", "length", "frequency")
_COUNTED = 65_536  # tokens counted between two looks at the clock
_LEGEND_HEIGHT, _SWATCH = 36, 12


@dataclass(frozen=True, slots=True)
class Colored:
    """The result: the bins and their names."""

    bins: Bins
    words: tuple[str, ...]


class Coloring(QObject):
    """Chooses the colors of one view.

    Attributes:
        mode: "order", "rank", "length" or "frequency".
        button: for the head of the panel. legend: for the panel, hidden while colors go by order.
        actions: by mode, for menus.

    Signals:
        changed(str): the mode that now holds.
        colored(object): the boxes have other colors: those of these Bins, None if they go by order.

    """

    changed = Signal(str)
    colored = Signal(object)

    def __init__(self, view: TokenTextView, parent: QWidget) -> None:
        super().__init__(parent)
        self.mode = "order"
        self._view = view
        self._vocabulary: Vocabulary | None = None
        self._handle: int | None = None
        self._slices: Slices[Colored] = Slices(self)
        self.button = MenuButton(self.tr("Color of the tokens"))
        self.button.menu.setToolTipsVisible(True)
        self.legend = Legend()
        self.actions = self._fill_menu()
        self._show_button()

    def _fill_menu(self) -> dict[str, QAction]:
        texts = {
            "order": (self.tr("By order"), self.tr("Six colors in turn, so that neighbors differ")),
            "rank": (self.tr("By rank"), self.tr("How early a token was learned")),
            "length": (self.tr("By length"), self.tr("How many bytes a token has")),
            "frequency": (self.tr("By frequency"), self.tr("How often a token occurs in this text")),
        }
        group, actions = QActionGroup(self), {}
        for mode, (text, tip) in texts.items():
            action = self.button.menu.addAction(text)
            action.setCheckable(True)
            action.setToolTip(tip)
            action.triggered.connect(lambda _on, chosen=mode: self.set_mode(chosen))
            actions[mode] = group.addAction(action)
        actions["order"].setChecked(True)
        return actions

    def set_mode(self, mode: str) -> None:
        """Color by something else; KeyError for an unknown mode."""
        self.actions[mode].setChecked(True)
        if mode != self.mode:
            self.mode = mode
            self._show_button()
            self.renew()
            self.changed.emit(mode)

    def _show_button(self) -> None:
        chosen = self.actions[self.mode]
        texts = {
            "order": self.tr("Color by order"),
            "rank": self.tr("Color by rank"),
            "length": self.tr("Color by length"),
            "frequency": self.tr("Color by frequency"),
        }
        self.button.set_chosen(texts[self.mode], chosen.toolTip())

    def set_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Take the vocabulary of the tokenizer, None until it is known."""
        self._vocabulary = vocabulary
        self.renew()

    def set_tokenizer(self, handle: int) -> None:
        """Take another tokenizer into use: until its vocabulary is known, colors go by order."""
        self._handle = handle
        self.renew()

    def renew(self) -> None:
        """Work the colors out again, as after every whole encoding."""
        vocabulary = self._vocabulary
        if self.mode == "order" or vocabulary is None or vocabulary.handle != self._handle:
            self._slices.stop()
            self._view.set_look(bins=None)
            listing = self.mode != "order" and self._handle is not None
            self.legend.show_words((self.tr("The tokens of this tokenizer are being listed…"),) * listing, ())
            self.colored.emit(None)
            return
        self._slices.run(colored_in_slices(self.mode, vocabulary, self._view.spans), self._take)

    def wait(self) -> None:
        """Color by order until the text is encoded, if the colors are of another tokenizer."""
        listed = self._vocabulary is not None and self._vocabulary.handle == self._handle
        if listed and self.mode in ("length", "frequency"):
            self._slices.stop()
            self._view.set_look(bins=None)
            self.legend.show_words((self.tr("The tokens of this text are being counted…"),), ())
            self.colored.emit(None)

    def _take(self, colors: Colored) -> None:
        self._view.set_look(bins=colors.bins)
        self.legend.show_words(colors.words, colors.bins.fills)
        self.colored.emit(colors.bins)


def colored_in_slices(mode: str, vocabulary: Vocabulary, spans: SpanStore) -> Steps[Colored]:
    """Work out the bins of a mode."""
    ids = vocabulary.listed.ids
    if mode == "rank":
        values, highest = ranks(vocabulary)
        yield
        bounds = powers(highest)
        return Colored(make_bins(ids, values, bounds), _ranks_said(bounds))
    by_id = np.zeros(int(ids[-1]) + 2 if len(ids) else 1, np.int64)  # the last for ids that are unknown
    for first in range(0, len(spans), _COUNTED):
        run = spans.take(first, min(first + _COUNTED, len(spans)))
        by_id += np.bincount(np.minimum(run.ids, len(by_id) - 1), minlength=len(by_id))
        yield
    counts = by_id[ids]
    values = vocabulary.lengths if mode == "length" else counts
    bounds = quantiles(values, counts)
    yield
    return Colored(make_bins(ids, values, bounds), _ranges(mode, bounds))


def ranks(vocabulary: Vocabulary) -> tuple[Ints, int]:
    """Return int64[n], the place of every token in the order of learning, and the highest.

    Bytes and special tokens have 0. Where tokens have scores the best comes first, as the lowest rank
    does; its place is given only as a power of two, as sorting them all takes too long.
    """
    scores = vocabulary.listed.scores
    if scores is None:
        values = np.maximum(vocabulary.listed.ranks, -1) + 1
        return values, int(values.max(initial=1))
    lows, bounds = -scores, np.array(powers(len(scores)))
    places = np.minimum(bounds[:-1], len(lows)) - 1
    borders = np.partition(lows, places)[places]
    return bounds[np.searchsorted(borders, lows)], len(scores)


def _ranks_said(bounds: tuple[int, ...]) -> tuple[str, ...]:
    """Return what each bin is called: "rank to 512", "to 1,024"."""
    said = [_tr("to {n}").format(n=wording.number(bound)) for bound in bounds]
    return (_tr("rank up to {n}").format(n=wording.number(bounds[0])), *said[1:])


def _ranges(mode: str, bounds: tuple[int, ...]) -> tuple[str, ...]:
    """Return what each bin is called: "1", "2 to 4", "5 to 9 bytes"."""
    said = []
    for low, high in zip((1, *(bound + 1 for bound in bounds)), bounds, strict=False):
        words = _tr("{low} to {high}") if low < high else "{high}"
        said.append(words.format(low=wording.number(low), high=wording.number(high)))
    unit = wording.plural(bounds[-1], "byte", "bytes") if mode == "length" else _tr("times in this text")
    said[-1] = f"{said[-1]} {unit}"
    return tuple(said)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Coloring", text)


class Legend(QWidget):
    """A row of swatches with the bounds of their bins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What the colors mean"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, 0)
        self._row.setSpacing(theme.SPACE_2)
        self._words: tuple[str, ...] = ()
        self._items: list[QWidget] = []
        self.hide()

    def words(self) -> tuple[str, ...]:
        """Return what is shown next to the swatches."""
        return self._words

    def show_words(self, words: tuple[str, ...], fills: tuple[int, ...]) -> None:
        """Show bins by what they are called and which fill they have, words alone without fills.

        No words hide the legend.
        """
        if words != self._words:
            self._words = words
            self._rebuild(fills)
        self.setVisible(bool(words))
        self.setAccessibleDescription(wording.clauses(words))

    def _rebuild(self, fills: tuple[int, ...]) -> None:
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, text in enumerate(self._words):
            if number:
                self._row.addSpacing(theme.SPACE_2)
            if fills:
                self._row.addWidget(_Swatch(fills[number]))
            self._row.addWidget(Label(text, "small", "text2"))
        self._row.addStretch(1)

    def sizeHint(self) -> QSize:
        """Return the height of the legend."""
        return QSize(super().sizeHint().width(), max(_LEGEND_HEIGHT, super().sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        """Let the words be cut before the panel is kept wide."""
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say the whole in the tooltip where it is cut."""
        super().resizeEvent(event)
        cut = self.width() < super().sizeHint().width()
        self.setToolTip(" · ".join(self._words) if cut else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hairline above."""
        QPainter(self).fillRect(0, 0, self.width(), 1, current_theme().border)


class _Swatch(QWidget):
    """A square in one of the five fills."""

    def __init__(self, fill: int) -> None:
        super().__init__()
        self._fill = fill
        self.setFixedSize(_SWATCH, _SWATCH)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the square."""
        now = current_theme()
        draw_box(QPainter(self), self.rect().toRectF(), 3, now.bins[self._fill], now.button_edge)
