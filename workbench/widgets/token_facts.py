"""One token in full: drawn large, its facts in a grid, and the tree that it was built from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workbench.display.marks import one_line, visible
from workbench.widgets import theme, wording
from workbench.widgets.controls import draw_box
from workbench.widgets.labels import Badge, Label
from workbench.widgets.merge_tree import MergeTreeView
from workbench.widgets.panel_parts import Hairline
from workbench.widgets.vocabulary import Vocabulary

BYTES_SHOWN = 24


class TokenSample(QWidget):
    """A token drawn large on one of the token colours."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._special = False
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.theme_signals.changed.connect(self.update)

    def set_token(self, token: bytes, special: bool) -> None:
        """Show these bytes."""
        self._text, self._special = one_line(visible(token), 40), special
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
        colours = theme.current_theme()
        painter = QPainter(self)
        fill = colours.text if self._special else colours.token_fills[3]
        draw_box(painter, QRectF(self.rect()), 6, fill, None)
        painter.setFont(theme.token_font(22))
        painter.setPen(colours.surface if self._special else colours.text)
        shown = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width() - 20)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, shown)
        painter.end()


class _FactGrid(QWidget):
    """Names and values in two columns; a value that is wide takes the row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.SPACE_3)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnMinimumWidth(0, 76)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(3, 1)
        self._shown: tuple[tuple[str, str, bool], ...] = ()
        self._values: list[Label] = []

    def set_facts(self, facts: Sequence[tuple[str, str, bool]]) -> None:
        """Show (name, value, wide) in this order, keeping the labels where the names stay."""
        names = [(name, wide) for name, _, wide in facts]
        if names != [(name, wide) for name, _, wide in self._shown]:
            self._rebuild(names)
        for label, (name, value, _) in zip(self._values, facts, strict=True):
            label.setText(value)
            label.setToolTip(value)
            label.setAccessibleName(f"{name}: {value}")
        self._shown = tuple(facts)

    def _rebuild(self, names: list[tuple[str, bool]]) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.deleteLater()
        self._values = []
        row = column = 0
        for name, wide in names:
            if wide and column:
                row, column = row + 1, 0
            value = Label("", "medium", elided=True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            if wide:
                value.setFont(theme.token_font(13))
            self._grid.addWidget(Label(name, tone="text2"), row, column)
            self._grid.addWidget(value, row, column + 1, 1, 3 if wide else 1)
            self._values.append(value)
            column += 4 if wide else 2
            if column >= 4:
                row, column = row + 1, 0


class TokenFacts(QWidget):
    """The body of a token's panel; what follows below it is the panel's own.

    Signals:
        token_clicked: int, the id of a token of the tree that was clicked.

    """

    token_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sample = TokenSample()
        self._kind = Badge()
        self._facts = _FactGrid()
        self._tree = MergeTreeView()
        self._tree.token_clicked.connect(self.token_clicked)
        self._built_from = Label(self.tr("Built from"), "title")
        self._hint = Label(self.tr("ids below, bytes in hex"), "small", "text2")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(Hairline())
        column.addLayout(self._tree_part())

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

    def _tree_part(self) -> QVBoxLayout:
        title = QHBoxLayout()
        title.addWidget(self._built_from)
        title.addStretch(1)
        title.addWidget(self._hint)
        part = QVBoxLayout()
        part.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_4, theme.PANEL_MARGIN, theme.SPACE_2)
        part.setSpacing(theme.SPACE_2)
        part.addLayout(title)
        part.addWidget(self._tree)
        return part

    @property
    def tree(self) -> MergeTreeView:
        """The tree that is shown."""
        return self._tree

    def show_token(
        self,
        vocabulary: Vocabulary,
        token_id: int,
        more: Sequence[tuple[str, str]] = (),
        *,
        length: bool = False,
    ) -> None:
        """Show a token of a vocabulary; `more` (name, value) stands after what the vocabulary knows.

        An unknown id shows nothing new.
        """
        row = vocabulary.row_of(token_id)
        if row is None:
            return
        token = vocabulary.token(row)
        kind = vocabulary.kind(row)
        self._sample.set_token(token, kind == "special")
        self._kind.setText(
            {"byte": self.tr("byte"), "merge": self.tr("merge"), "special": self.tr("special")}[kind]
        )
        self._facts.set_facts(self._rows(vocabulary, row, token, more, length))
        self._tree.set_token(vocabulary, token_id)
        self._tree.setFixedHeight(max(self._tree.tree_height(), 48) + 12)
        for part in (self._built_from, self._hint, self._tree):
            part.setVisible(kind != "special")

    def _rows(
        self, vocabulary: Vocabulary, row: int, token: bytes, more: Sequence[tuple[str, str]], length: bool
    ) -> list[tuple[str, str, bool]]:
        rank = int(vocabulary.listed.ranks[row])
        place = (
            self.tr("{rank} of {all}").format(
                rank=wording.number(rank + 1), all=wording.number(vocabulary.n_merges)
            )
            if rank >= 0
            else "–"
        )
        rows = [
            (self.tr("Id"), wording.number(int(vocabulary.listed.ids[row])), False),
            (self.tr("Rank"), place, False),
            (self.tr("Bytes"), _hex(token), True),
        ]
        if length:
            rows.append((self.tr("Length"), wording.plural(len(token), "%n byte", "%n bytes"), False))
        rows.extend((name, value, False) for name, value in more)
        return rows


def _hex(token: bytes) -> str:
    shown = token[:BYTES_SHOWN].hex(" ").upper()
    return shown if len(token) <= BYTES_SHOWN else f"{shown} …"
