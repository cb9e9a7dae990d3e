"""One token in full: drawn large, its facts in a grid, and the tree that it was built from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workbench.display.marks import one_line, visible
from workbench.widgets import wording
from workbench.widgets.controls import Segmented, draw_box
from workbench.widgets.labels import Badge, Label
from workbench.widgets.look import theme
from workbench.widgets.merge_nodes import Node
from workbench.widgets.merge_tree import MergeTreeView
from workbench.widgets.panel_parts import Hairline
from workbench.widgets.token_view.layout.bins import Bins
from workbench.widgets.vocabulary import Vocabulary
from workbench.widgets.words import WordLabel, word_of

BYTES_SHOWN = 24


class TokenSample(QWidget):
    """A token drawn large, on one of the token colors or on that of its bin."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._special = False
        self._bins: Bins | None = None
        self._token_id = 0
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.theme_signals.changed.connect(self.update)

    def set_bins(self, bins: Bins | None) -> None:
        """Color by the bins that the text is colored by, None if that is by order."""
        self._bins = bins
        self.update()

    def set_token(self, token: bytes, special: bool, token_id: int) -> None:
        """Show these bytes."""
        self._text, self._special, self._token_id = one_line(visible(token), 40), special, token_id
        self.setAccessibleName(self._text)
        self.setToolTip(self._text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the box."""
        self.ensurePolished()
        metrics = self.fontMetrics().__class__(theme.token_font(22))
        return QSize(metrics.horizontalAdvance(self._text) + 24, 44)

    def minimumSizeHint(self) -> QSize:
        """Let a long token give way."""
        return QSize(44, 44)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 - Qt's
        colors = theme.current_theme()
        painter = QPainter(self)
        fill = colors.token_fills[3]
        if self._bins is not None:
            fill = colors.bins[self._bins.of_id(self._token_id)]
        if self._special:
            fill = colors.text
        draw_box(painter, QRectF(self.rect()), 6, fill, None)
        painter.setFont(theme.token_font(22))
        painter.setPen(colors.surface if self._special else colors.text)
        shown = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width() - 20)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, shown)
        painter.end()


class _FactGrid(QWidget):
    """Names and values, two pairs in a row; a wide value takes the row, and so does each where room is short.

    Each column of values is as wide as its widest text, what is left goes to the first; so no number is
    cut while there is room.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.SPACE_3)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnMinimumWidth(0, 76)
        self._shown: tuple[tuple[str, str, bool], ...] = ()
        self._labels: list[tuple[Label, Label]] = []
        self._n_pairs = 0

    def set_facts(self, facts: Sequence[tuple[str, str, bool]]) -> None:
        """Show (name, value, wide) in this order, keeping the labels where the names stay."""
        names = [(name, wide) for name, _, wide in facts]
        rebuilt = names != [(name, wide) for name, _, wide in self._shown]
        if rebuilt:
            self._rebuild(names)
        for (_, label), (name, value, _) in zip(self._labels, facts, strict=True):
            label.setText(value)
            label.setToolTip(value)
            label.setAccessibleName(f"{name}: {value}")
        self._shown = tuple(facts)
        self._arrange(anew=rebuilt)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take one pair in a row where two have no room, or two again."""
        super().resizeEvent(event)
        self._arrange(anew=False)

    def _rebuild(self, names: list[tuple[str, bool]]) -> None:
        for pair in self._labels:
            for label in pair:
                self._grid.removeWidget(label)
                label.hide()  # it would be painted below the new ones until it is deleted
                label.deleteLater()
        self._labels = [(_name_label(name), _value_label(wide)) for name, wide in names]

    def _arrange(self, *, anew: bool) -> None:
        places = _places([wide for _, _, wide in self._shown], 2)
        needs = [self._need(places, column) for column in range(4)]
        whole = sum(max(need, 76 * (column == 0)) for column, need in enumerate(needs))
        n_pairs = 2 if whole + 3 * theme.SPACE_3 <= self.width() else 1
        if anew or n_pairs != self._n_pairs:
            self._n_pairs = n_pairs
            for label, (row, column, span) in self._placed(_places([w for *_, w in self._shown], n_pairs)):
                self._grid.addWidget(label, row, column, 1, span)
        self._grid.setColumnMinimumWidth(3, needs[3] if n_pairs == 2 else 0)
        self._grid.setColumnStretch(1, 1)
        # The second pair begins in the middle where there is room for both.
        self._grid.setColumnStretch(3, 1 if n_pairs == 2 else 0)

    def _placed(self, places: list[tuple[int, int]]) -> Iterator[tuple[Label, tuple[int, int, int]]]:
        """Yield every label with its row, column and span."""
        for (name, value), (row, column), single in zip(self._labels, places, _single(places), strict=True):
            yield name, (row, column, 1)
            yield value, (row, column + 1, 3 if single else 1)

    def _need(self, places: list[tuple[int, int]], column: int) -> int:
        """Return how wide a column of an arrangement in two pairs would have to be."""
        labels = (
            (name if column % 2 == 0 else value).sizeHint().width()
            for (name, value), (_, at), single in zip(self._labels, places, _single(places), strict=True)
            if at == column // 2 * 2 and not (single and column % 2)
        )
        return max(labels, default=0)


def _name_label(name: str) -> Label:
    """Return the name of a fact, explained where the manual has a word."""
    word = word_of("×3" if name.startswith("×") else name)  # the page has one number for all
    return WordLabel(name, word, tone="text2") if word else Label(name, tone="text2")


def _value_label(wide: bool) -> Label:
    label = Label("", "medium", elided=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if wide:
        label.setFont(theme.token_font(13))
    return label


def _places(wide: Sequence[bool], n_pairs: int) -> list[tuple[int, int]]:
    """Return (row, first column) of facts in order, `n_pairs` in a row, where wide ones take a whole row."""
    places, row, column = [], 0, 0
    for takes_all in wide:
        if takes_all and column:
            row, column = row + 1, 0
        places.append((row, column))
        column += 2
        if takes_all or column >= 2 * n_pairs:
            row, column = row + 1, 0
    return places


def _single(places: Sequence[tuple[int, int]]) -> list[bool]:
    """Return for each place whether its row has no other, so that a long value may take it all."""
    rows = [row for row, _ in places]
    return [rows.count(row) == 1 for row in rows]


class TokenFacts(QWidget):
    """The body of a token's panel; what follows below it is the panel's own.

    Attributes:
        tree: that is shown.
        tree_of: chooses between the tree of the token and those of its word, hidden until `offer_word`.

    Signals:
        token_clicked: int, the id of a token of the tree that was clicked.

    """

    token_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tree_wanted = self._has_tree = True
        self._sample = TokenSample()
        self._kind = Badge()
        self._facts = _FactGrid()
        self.tree = MergeTreeView()
        theme.theme_signals.changed.connect(self._fit_tree)
        self.tree.token_clicked.connect(self.token_clicked)
        self._built_from = WordLabel(self.tr("Built from"), "merge", "title")
        self._hint = Label(self.tr("ids below, bytes in hex"), "small", "text2")
        self._word_offered = False
        self.tree_of = Segmented(
            [
                ("token", self.tr("Token"), self.tr("What the selected token was merged from")),
                ("word", self.tr("Word"), self.tr("What all tokens of the word were merged from")),
            ],
            self.tr("Built from"),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        self._tree_part = self._make_tree_part()
        column.addWidget(self._tree_part)

    def _head(self) -> QVBoxLayout:
        first = QHBoxLayout()
        first.addWidget(self._sample)
        first.addStretch(1)
        first.addWidget(self._kind)
        head = QVBoxLayout()
        head.setContentsMargins(
            theme.PANEL_MARGIN, theme.PANEL_MARGIN, theme.PANEL_MARGIN, theme.PANEL_MARGIN
        )
        head.setSpacing(theme.SPACE_4)
        head.addLayout(first)
        head.addWidget(self._facts)
        return head

    def _make_tree_part(self) -> QWidget:
        title = QHBoxLayout()
        title.addWidget(self._built_from)
        title.addStretch(1)
        title.addWidget(self._hint)
        title.addWidget(self.tree_of)
        body = QVBoxLayout()
        body.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_4, theme.PANEL_MARGIN, theme.SPACE_2)
        body.setSpacing(theme.SPACE_2)
        body.addLayout(title)
        body.addWidget(self.tree)
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        column.addLayout(body)
        return part

    def show_tree(self, wanted: bool, titled: bool = True) -> None:
        """Show the tree, without its title where that is above already, or leave it out."""
        self._tree_wanted = wanted
        self._built_from.setVisible(titled)
        self._show_parts()

    def _show_parts(self) -> None:
        self._tree_part.setVisible(self._tree_wanted and self._has_tree)
        self._hint.setVisible(not self._word_offered)
        self.tree_of.setVisible(self._word_offered)

    def offer_word(self, offered: bool) -> None:
        """Let people choose between the tree of the token and those of its word."""
        if offered != self._word_offered:
            self._word_offered = offered
            self._show_parts()

    def show_forest(self, roots: tuple[Node, ...], chosen: int) -> None:
        """Show the trees of a word instead of that of the token, which is the root `chosen`."""
        self.tree.set_forest(roots, chosen)
        self._fit_tree()

    def _fit_tree(self) -> None:
        self.tree.setFixedHeight(max(self.tree.tree_height(), 48) + 12)

    def set_bins(self, bins: Bins | None) -> None:
        """Give the large token the color that its boxes have in the text; None if these go by order."""
        self._sample.set_bins(bins)

    def show_token(
        self,
        vocabulary: Vocabulary,
        token_id: int,
        more: Sequence[tuple[str, str]] = (),
        *,
        length: bool = False,
        tree: bool = True,
    ) -> None:
        """Show a token of a vocabulary; `more` (name, value) is after what the vocabulary knows.

        Without `tree` the tree stays as it is, as where those of its word are shown.

        An unknown id shows nothing new.
        """
        row = vocabulary.row_of(token_id)
        if row is None:
            return
        token = vocabulary.token(row)
        kind = vocabulary.kind(row)
        self._sample.set_token(vocabulary.spelling(row), kind == "special", token_id)
        kinds = {"byte": self.tr("byte"), "merge": self.tr("merge"), "special": self.tr("special")}
        # Llama 2's letters come from no merge
        merged = kind != "merge" or vocabulary.pair(row) is not None
        self._kind.setText(kinds[kind] if merged else self.tr("token"))
        self._facts.set_facts(self._rows(vocabulary, row, token, more, length))
        if tree:
            self.tree.set_token(vocabulary, token_id)
            self._fit_tree()
        self._has_tree = kind != "special"
        self._show_parts()

    def _rows(
        self, vocabulary: Vocabulary, row: int, token: bytes, more: Sequence[tuple[str, str]], length: bool
    ) -> list[tuple[str, str, bool]]:
        rank = int(vocabulary.listed.ranks[row])
        place = (
            self.tr("{rank} of {all}").format(
                rank=wording.number(rank), all=wording.number(vocabulary.n_merges)
            )
            if rank >= 0
            else "–"
        )
        score = vocabulary.score(row)
        rows = [
            (self.tr("Id"), wording.number(int(vocabulary.listed.ids[row])), False),
            (self.tr("Rank"), place, False)
            if score is None
            else (self.tr("Score"), wording.score(score), False),
            (self.tr("Bytes"), _hex(token), True),
        ]
        if length:
            rows.append((self.tr("Length"), wording.plural(len(token), "%n byte", "%n bytes"), False))
        rows.extend((name, value, False) for name, value in more)
        return rows


def _hex(token: bytes) -> str:
    shown = token[:BYTES_SHOWN].hex(" ").upper()
    return shown if len(token) <= BYTES_SHOWN else f"{shown} …"
