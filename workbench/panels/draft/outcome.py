"""Shows what the changes do as a tree: tokens added and removed, ids moved, pieces changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from workbench.engine.adapting.effects import Effect
from workbench.panels.draft.words import shown
from workbench.widgets import wording
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.tables import Index
from workbench.worker.messages.adapting import DraftLooked, DraftMeasured, Tokens

_ROOT = QModelIndex()
_ID_WIDTH = 72
_LEAST_HEIGHT = 72  # three rows: on a small screen the button below stays in sight
_BASE = frozenset({"removed", "stayed", "moved"})  # lists with ids of the tokenizer that is changed


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the tree.

    Attributes:
        title: with the number of rows.
        tip: what they are.
        n_rows: how many.
        cells: row -> token, number, note.
        ids: row -> id of a token of the tokenizer that is changed, None for another.

    """

    title: str
    tip: str
    n_rows: int
    cells: Callable[[int], tuple[str, str, str]]
    ids: Callable[[int], int | None]


class OutcomeModel(QAbstractItemModel):
    """Sections of rows, created as they become visible."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._sections: tuple[Section, ...] = ()

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Show other sections."""
        self.beginResetModel()
        self._sections = tuple(sections)
        self.endResetModel()

    def id_at(self, index: Index) -> int | None:
        """Return the id of a row's token in the changed tokenizer."""
        if not index.isValid() or not index.internalId():
            return None
        return self._sections[index.internalId() - 1].ids(index.row())

    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:  # noqa: D102 - Qt's
        if parent.isValid():
            return self.createIndex(row, column, parent.row() + 1)  # the number of its section from 1
        return self.createIndex(row, column, 0)

    def parent(self, index: Index = _ROOT) -> QModelIndex:  # type: ignore[override]  # noqa: D102
        section = index.internalId() if index.isValid() else 0
        return self.createIndex(section - 1, 0, 0) if section else QModelIndex()

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: D102
        if not parent.isValid():
            return len(self._sections)
        return 0 if parent.internalId() or parent.column() else self._sections[parent.row()].n_rows

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: D102
        return 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401, D102
        if not index.isValid():
            return None
        if not index.internalId():
            return self._heading(self._sections[index.row()], index.column(), role)
        column = index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._sections[index.internalId() - 1].cells(index.row())[column]
        if role == Qt.ItemDataRole.FontRole:
            return theme.interface_font("small") if column == 1 else theme.token_font(12)
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 1:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ForegroundRole and column:
            return theme.current_theme().text2
        return None

    def _heading(self, section: Section, column: int, role: int) -> Any:  # noqa: ANN401
        if role == Qt.ItemDataRole.DisplayRole:
            return section.title if not column else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return section.tip
        return theme.interface_font("title") if role == Qt.ItemDataRole.FontRole else None


class OutcomeView(QTreeView):
    """The sections.

    Attributes:
        note: the full text of the selected row, which the panel puts below.

    Signals:
        token_chosen(int): id of a token of the tokenizer that is changed.

    """

    token_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("What the changes do"))
        self._model = OutcomeModel(self)
        self.setModel(self._model)
        self.setHeaderHidden(True)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setUniformRowHeights(True)
        self.setIndentation(16)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, _ID_WIDTH)
        header.resizeSection(0, 168)
        self.note = Label("", "small", "text2")
        self.note.setWordWrap(True)
        self.note.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        self.note.hide()
        self.activated.connect(self._choose)
        self.selectionModel().currentChanged.connect(self._tell)
        theme.theme_signals.changed.connect(self.viewport().update)

    def sizeHint(self) -> QSize:
        """Return a small size; the layout gives it the remaining room."""
        return QSize(240, _LEAST_HEIGHT)

    def _tell(self, index: QModelIndex) -> None:
        cells = [self._model.index(index.row(), column, index.parent()).data() for column in (0, 2)]
        said = "  ".join(filter(None, cells)) if index.parent().isValid() and all(cells) else ""
        self.note.setText(said)
        self.note.setVisible(bool(said))

    def _choose(self, index: QModelIndex) -> None:
        token_id = self._model.id_at(index)
        if token_id is not None:
            self.token_chosen.emit(token_id)

    def show_outcome(self, looked: DraftLooked | None, measured: DraftMeasured | None) -> None:
        """Show the effect of the changes; open sections stay open."""
        open_ = {
            self._key(row): self.isExpanded(self._model.index(row, 0))
            for row in range(self._model.rowCount())
        }
        sections = [] if looked is None else self._sections(looked)
        for name, effect in () if measured is None else measured.effects:
            sections += [self._pieces(name, effect)] if effect.pieces else []
        self._model.show_sections(sections)
        self.note.hide()
        for row, section in enumerate(sections):
            self.setFirstColumnSpanned(row, QModelIndex(), True)
            self.setExpanded(self._model.index(row, 0), open_.get(self._key(row), section.n_rows <= 12))

    def _key(self, row: int) -> str:
        return str(self._model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole))

    def _sections(self, looked: DraftLooked) -> list[Section]:
        named = {
            "added": (self.tr("Added"), self.tr("New tokens")),
            "needed": (self.tr("Needed for these"), self.tr("Tokens that the added ones are built from")),
            "removed": (self.tr("Removed"), self.tr("Tokens that are removed")),
            "stayed": (self.tr("Kept"), self.tr("Not removed: other tokens are built from them")),
            "left_out": (self.tr("Left out"), self.tr("Tokens that cannot be added, and why")),
            "moved": (self.tr("Other ids"), self.tr("Tokens with another id: old and new id")),
            "unsure": (
                self.tr("Not encoded by themselves"),
                self.tr("Added, but their own text becomes other tokens: a text that contains them, or why"),
            ),
            "unmade": (
                self.tr("Older tokens that may now occur"),
                self.tr("No merge made them before; the added tokens complete them"),
            ),
        }
        return [
            _tokens(f"{words}: {wording.number(self._number(name, looked))}", tip, looked.lists[name], name)
            for name, (words, tip) in named.items()
            if name in looked.lists
        ]

    def _number(self, name: str, looked: DraftLooked) -> int:
        return looked.n_unsure if name == "unsure" else len(looked.lists[name])

    def _pieces(self, name: str, effect: Effect) -> Section:
        def _cells(row: int) -> tuple[str, str, str]:
            piece = effect.pieces[row]
            before, after = ("|".join(map(shown, tokens)) for tokens in (piece.before, piece.after))
            return before, wording.times(piece.count), f"→ {after}"

        title = self.tr("Changed pieces in {name}: {n}").format(name=name, n=wording.number(effect.n_pieces))
        return Section(title, self.tr("Pieces of the text with other tokens, the most frequent first"),
                       len(effect.pieces), _cells, lambda _row: None)  # fmt: skip


def _tokens(title: str, tip: str, tokens: Tokens, name: str) -> Section:
    def _cells(row: int) -> tuple[str, str, str]:
        token_id = int(tokens.ids[row])
        note = tokens.notes[row] if tokens.notes else ""
        return (
            shown(tokens.token(row)),
            wording.number(token_id) if token_id >= 0 else "",
            (f"→ {wording.number(int(note))}" if name == "moved" else note),
        )

    def _id(row: int) -> int | None:
        return int(tokens.ids[row]) if name in _BASE else None

    return Section(title, tip, len(tokens), _cells, _id)
