"""The tokens that two vocabularies share: searchable lists, ranks, and whether one extends the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLineEdit, QStackedWidget, QTableView, QWidget

from workbench.display.escapes import for_label
from workbench.display.marks import visible
from workbench.engine.judging.overlap import Overlap
from workbench.panels.compare import colors
from workbench.panels.compare.pages.page import PairPage
from workbench.widgets import wording
from workbench.widgets.controls import Segmented
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import panel_column
from workbench.widgets.plots.density import DensityPlot
from workbench.widgets.strips import EmptyState
from workbench.widgets.tables import Index, plain_table
from workbench.worker.messages.comparing import CompareVocabularies, VocabulariesCompared
from workbench.worker.messages.requests import new_request_id

Ids = NDArray[np.int64]


class TokensModel(QAbstractTableModel):
    """Tokens with their ids in one vocabulary or in both."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._blob, self._ends = b"", np.empty(0, np.int64)
        self._ids: Ids = np.empty((0, 1), np.int64)
        self._heads: tuple[str, ...] = ("",)
        self._rows: Ids = np.empty(0, np.int64)

    def show(self, tokens: tuple[bytes, NDArray[np.uint64]], ids: Ids, heads: tuple[str, ...]) -> None:
        """Set the tokens: int64[n, columns], their ids, and the titles of the columns."""
        self.beginResetModel()
        self._blob, self._ends = tokens[0], tokens[1].astype(np.int64)
        self._ids, self._heads = ids, heads
        self._rows = np.arange(len(ids))
        self.endResetModel()

    def search(self, needle: bytes) -> int:
        """Show the tokens that contain some bytes, all for b""; return their number."""
        self.beginResetModel()
        self._rows = _holding(self._blob, self._ends, needle) if needle else np.arange(len(self._ids))
        self.endResetModel()
        return len(self._rows)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of shown tokens."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of columns of ids, plus one for the token."""
        return 0 if parent.isValid() else 1 + len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Return the title of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section - 1] if section else self.tr("Token")
        return _side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a token or its id."""
        row = int(self._rows[index.row()])
        if role == Qt.ItemDataRole.FontRole and not index.column():
            return theme.token_font(13)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(index.column())
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if index.column():
            return wording.number(int(self._ids[row, index.column() - 1]))
        return visible(self._blob[int(self._ends[row - 1]) if row else 0 : int(self._ends[row])])


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _holding(blob: bytes, ends: Ids, needle: bytes) -> Ids:
    """Return int64[n], the tokens that contain some bytes."""
    text = np.frombuffer(blob, np.uint8)
    places = np.flatnonzero(text[: max(len(text) - len(needle) + 1, 0)] == needle[0])
    for offset, byte in enumerate(needle[1:], 1):
        places = places[text[places + offset] == byte]
    rows = np.searchsorted(ends, places, side="right")
    rows = rows[places + len(needle) <= ends[rows]]
    holding: Ids = rows[np.append(True, np.diff(rows) > 0)[: len(rows)]].astype(np.int64)
    return holding


class OverlapPage(PairPage):
    """The overlap of two vocabularies."""

    def content(self) -> QWidget:
        """Return lists and search, and the plot of ranks."""
        self._answer: VocabulariesCompared | None = None
        self._model = TokensModel(self)
        self.table: QTableView = plain_table(self._model, self.tr("Tokens of the list"))
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.lists = Segmented(
            [
                ("shared", self.tr("Shared")), ("one", self.tr("Only in A")), ("other", self.tr("Only in B")),
                ("ranks", self.tr("Ranks"), self.tr("Which rank each shared token has in both")),
            ],
            self.tr("Which tokens"),
        )  # fmt: skip
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search the tokens"))
        self.search.setClearButtonEnabled(True)
        self.search.setAcceptDrops(False)
        page = QWidget()
        row = QHBoxLayout()
        row.setContentsMargins(theme.SPACE_2, theme.SPACE_1, theme.SPACE_2, theme.SPACE_2)  # as plots
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self.lists)
        row.addWidget(self.search, 1)
        column = panel_column(page)
        column.addLayout(row)
        self.ranks = DensityPlot(self.tr("Ranks of shared tokens"))
        self._shown = QStackedWidget()
        self._none = EmptyState("search", "", "")
        self._none.add_button(self.tr("Clear the search")).clicked.connect(self.search.clear)
        for widget in (self.table, self.ranks, self._none):
            self._shown.addWidget(widget)
        column.addWidget(self._shown, 1)
        self.lists.changed.connect(lambda _: self._show_list())
        self.lists.changed.connect(lambda _: self.picture_changed.emit())
        self.search.textChanged.connect(self._search)
        return page

    def picture(self) -> Sequence[QWidget]:
        """Return the plot of the ranks while it is visible."""
        return (self.ranks,) if self.is_answered and self.lists.value() == "ranks" else ()

    def key(self) -> object:
        """Return the key of the answer: what it depends on: no text."""
        return self.pair if len(self.infos) > 1 else None

    def request(self) -> CompareVocabularies:
        """Return the request."""
        return CompareVocabularies(new_request_id(), self.pair)

    def show_answer(self, answer: Any) -> None:  # noqa: ANN401
        """Show the size of the overlap, and the lists."""
        self._answer = answer
        self.summary.setText(self._sentence(answer))
        self._show_list()

    def _sentence(self, answer: VocabulariesCompared) -> str:
        overlap, other = answer.overlap, colors.letter(self.other)
        counts = tuple(
            wording.number(len(each)) for each in (overlap.shared, overlap.only_one, overlap.only_other)
        )
        said = self.tr("{shared} shared, {one} only in A, {other} only in {letter}. Jaccard {share}.").format(
            shared=counts[0], one=counts[1], other=counts[2], letter=other,
            share=wording.number(overlap.jaccard, 3),
        )  # fmt: skip
        if overlap.grown is None:
            return said
        larger, smaller = (other, "A") if overlap.grown >= 0 else ("A", other)
        merges = wording.plural(abs(overlap.grown), "%n merge", "%n merges")
        more = (
            self.tr("{larger} is {smaller} and {merges} more.")
            if overlap.grown
            else self.tr("Both are the same.")
        )
        return wording.sentences(said, more.format(larger=larger, smaller=smaller, merges=merges))

    def _show_list(self) -> None:
        if self._answer is None:
            return
        overlap, other = self._answer.overlap, colors.letter(self.other)
        is_plot = self.lists.value() == "ranks"
        self.search.setEnabled(not is_plot)
        if is_plot:
            self._shown.setCurrentWidget(self.ranks)
            self._show_ranks(overlap, other)
            return
        which = ("shared", "one", "other").index(self.lists.value())
        ids = (overlap.shared, overlap.only_one[:, None], overlap.only_other[:, None])[which].astype(np.int64)
        heads = (("A", other), ("A",), (other,))[which]
        self._model.show(
            self._answer.tokens[which], ids, tuple(self.tr("Id in {name}").format(name=n) for n in heads)
        )
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._search(self.search.text())

    def _show_ranks(self, overlap: Overlap, other: str) -> None:
        ranked = overlap.ranked
        self.ranks.set_points(ranked + 1)  # the first one is 1
        said = self.tr("rank in A → rank in {name}; stronger: more tokens").format(name=other)
        self.ranks.set_x_title(said)
        count = wording.plural(len(ranked), "%n shared token has a rank", "%n shared tokens have a rank")
        self.ranks.set_summary(f"{said}: {count}")

    def _search(self, text: str) -> None:
        """Show the tokens of the list that contain a text, or that there are none."""
        n_tokens = self._model.search(text.encode("utf-8", "surrogatepass"))
        if self.lists.value() == "ranks":
            return
        self._shown.setCurrentWidget(self.table if n_tokens else self._none)
        self._none.set_title(
            self.tr("No token matches “{text}”").format(text=for_label(text))
            if text
            else self.tr("There is no such token")
        )
        self._none.set_sentence(self._nowhere(text))

    def _nowhere(self, text: str) -> str:
        """Say where else a text may be looked for; nothing without a text."""
        if not text:
            return ""
        return self.tr("Only the tokens of this list are searched, for just these letters.")
