"""The merges of a run as a table: flat arrays, the newest merge on top."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, Qt

from workbench.display import marks
from workbench.widgets import wording
from workbench.widgets.growing import GrowingArray
from workbench.widgets.look import theme
from workbench.widgets.tables import Index
from workbench.worker.messages.training import MergesLearned

ID, TOKEN, FROM, COUNT = range(4)
MERGE_ROLE = int(Qt.ItemDataRole.UserRole)
_SHOWN = 64
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

Ranks = NDArray[np.int64]


class MergeModel(QAbstractTableModel):
    """The merges of a run, or those whose token contains a text; row 0 is the newest.

    Attributes:
        n_merges: number of merges learned, shown or not.
        first_id: the id of the oldest merge.
        n_shown: number of the oldest merges that are shown; all, but for a replay.
        vocab_size: the size that the run should reach, 0 if unknown.

    """

    def __init__(self) -> None:
        super().__init__()
        self._take_fonts()
        theme.theme_signals.changed.connect(self._take_fonts)
        self.vocab_size = 0
        self._headers = (_tr("Id"), _tr("Token"), _tr("From"), _tr("Count"))
        self._needle = ""
        self._forget()

    def _take_fonts(self) -> None:
        """Take the fonts that hold now; the user may choose others."""
        self._fonts = (theme.interface_font("small"), theme.token_font(12), theme.token_font(11))

    def _forget(self) -> None:
        self.first_id = 256
        self._until: int | None = None  # merges that a replay shows
        self._blob = bytearray()
        self._ends = GrowingArray(np.int64)
        self._left_lengths = GrowingArray(np.int64)
        self._counts = GrowingArray(np.int64)
        self._left_ids = GrowingArray(np.int64)
        self._right_ids = GrowingArray(np.int64)
        self._hits = GrowingArray(np.int64)

    @property
    def n_merges(self) -> int:
        """The number of merges learned so far."""
        return len(self._counts)

    @property
    def n_shown(self) -> int:
        """The number of merges shown, before any search."""
        return self.n_merges if self._until is None else min(self._until, self.n_merges)

    def show_until(self, n: int | None) -> int:
        """Show only the first `n` merges, or all again; return the number of rows added on top."""
        before, after = self.rowCount(), self._n_rows(self.n_merges if n is None else min(n, self.n_merges))
        if after > before:
            self.beginInsertRows(QModelIndex(), 0, after - before - 1)
        elif after < before:
            self.beginRemoveRows(QModelIndex(), 0, before - after - 1)
        self._until = n
        if after > before:
            self.endInsertRows()
        elif after < before:
            self.endRemoveRows()
        return after - before

    def _n_rows(self, n: int) -> int:
        """Return how many rows the first `n` merges have."""
        return int(np.searchsorted(self._hits.values, n)) if self._needle else n

    def clear(self) -> None:
        """Remove all merges before a new run."""
        self.beginResetModel()
        self._forget()
        self.endResetModel()

    def append(self, learned: MergesLearned) -> int:
        """Add new merges, oldest first, skipping known ones; return the number of rows added on top."""
        n = self.n_merges
        skip = n - learned.first_rank
        if not 0 <= skip < len(learned.counts):
            return 0
        self.first_id = learned.first_id
        new = _matching_ranks(learned, skip, self._needle) if self._needle else None
        n_rows = len(learned.counts) - skip if new is None else len(new)
        if n_rows:
            self.beginInsertRows(QModelIndex(), 0, n_rows - 1)
        self._take(learned, skip)
        if new is not None:
            self._hits.append(new)
        if n_rows:
            self.endInsertRows()
        return n_rows

    def _take(self, learned: MergesLearned, skip: int) -> None:
        ends = learned.ends.astype(np.int64)
        start = int(ends[skip - 1]) if skip else 0
        self._ends.append(ends[skip:] - start + len(self._blob))
        self._blob += learned.blob[start:]
        self._left_lengths.append(learned.left_lengths[skip:].astype(np.int64))
        self._counts.append(learned.counts[skip:])
        self._left_ids.append(learned.pairs[skip:, 0].astype(np.int64))
        self._right_ids.append(learned.pairs[skip:, 1].astype(np.int64))

    def search(self, text: str) -> None:
        """Show only merges whose token contains this text, ignoring case, or whose id it is."""
        self.beginResetModel()
        self._needle = text
        self._hits.clear()
        if text:
            self._hits.append(find_tokens(bytes(self._blob), self._ends.values, text, self.first_id))
        self.endResetModel()

    def rank(self, row: int) -> int:
        """Return the rank of the merge in a row."""
        if self._needle:
            return int(self._hits.values[self.rowCount() - 1 - row])
        return self.n_shown - 1 - row

    def token(self, rank: int) -> bytes:
        """Return the bytes of a merge's token."""
        ends = self._ends.values
        return bytes(self._blob[int(ends[rank - 1]) if rank else 0 : int(ends[rank])])

    def halves(self, rank: int) -> tuple[bytes, bytes]:
        """Return the bytes of the two tokens that were merged."""
        token, cut = self.token(rank), int(self._left_lengths.values[rank])
        return token[:cut], token[cut:]

    # --- called by the view ---------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of rows shown."""
        return 0 if parent.isValid() else self._n_rows(self.n_shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._headers)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the name of a column."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._headers[section]
        if role == Qt.ItemDataRole.FontRole:
            return self._fonts[0]
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text and look of a cell; under MERGE_ROLE the merge's rank."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(self.rank(index.row()), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == Qt.ItemDataRole.FontRole:
            return self._fonts[{TOKEN: 1, FROM: 2}.get(index.column(), 0)]
        if role == Qt.ItemDataRole.ForegroundRole:
            now = theme.current_theme()
            return now.text if index.column() == TOKEN else now.text2
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{self._sentence(self.rank(index.row()))}\n{self.line(self.rank(index.row()))}"
        return self.rank(index.row()) if role == MERGE_ROLE else None

    def _text(self, rank: int, column: int) -> str:
        if column == ID:
            return wording.number(self.first_id + rank)
        if column == COUNT:
            return wording.number(int(self._counts.values[rank]))
        if column == TOKEN:
            return _shown(self.token(rank))
        left, right = self.halves(rank)
        return f"{_shown(left)} + {_shown(right)}"

    def line(self, rank: int) -> str:
        """Return a merge as minbpe's verbose training prints it (minbpe/basic.py, `train`)."""
        pair = int(self._left_ids.values[rank]), int(self._right_ids.values[rank])
        total = max(self.vocab_size - self.first_id, self.n_merges)
        return (
            f"merge {rank + 1}/{total}: {pair} -> {self.first_id + rank} ({self.token(rank)!r}) "
            f"had {int(self._counts.values[rank])} occurrences"
        )

    def _sentence(self, rank: int) -> str:
        left, right = self.halves(rank)
        return _tr("{token} from {left} and {right}, which were adjacent {times}").format(
            token=_shown(self.token(rank)), left=_shown(left), right=_shown(right),
            times=wording.times(int(self._counts.values[rank])),
        )  # fmt: skip


def _tr(text: str) -> str:
    return QCoreApplication.translate("MergeLogPanel", text)


def _alignment(column: int) -> int:
    return _RIGHT if column in {ID, COUNT} else _LEFT


def _shown(token: bytes) -> str:
    return marks.isolated(marks.one_line(marks.visible(token), _SHOWN))


def _matching_ranks(learned: MergesLearned, skip: int, needle: str) -> Ranks:
    ranks = find_tokens(
        learned.blob, learned.ends.astype(np.int64), needle, learned.first_id + learned.first_rank
    )
    return ranks[ranks >= skip] + learned.first_rank


def find_tokens(blob: bytes, ends: Ranks, text: str, first_id: int) -> Ranks:
    """Return the indices, ascending, of the tokens that contain `text`, or whose id it is.

    `blob` has the tokens concatenated, `ends` (n,) where each ends; the marks · → ↵ in `text` mean what they
    show. The case of ASCII letters is ignored.
    """
    plain = text.replace(marks.SPACE_MARK, " ").replace(marks.TAB_MARK, "\t")
    needle = plain.replace(marks.LINE_FEED_MARK, "\n").encode("utf-8", "surrogatepass").lower()
    hits = _occurrences(blob.lower(), needle)
    places = np.searchsorted(ends, hits, side="right")
    inside = places < len(ends)
    places, hits = places[inside], hits[inside]
    places = places[hits + len(needle) <= ends[places]]
    ranks = places[np.diff(places, prepend=-1) > 0]
    wanted = int(text.replace(",", "")) - first_id if text.replace(",", "").isdecimal() else -1
    if 0 <= wanted < len(ends):
        ranks = np.union1d(ranks, np.array([wanted]))
    return ranks.astype(np.int64)


def _occurrences(text: bytes, needle: bytes) -> Ranks:
    """Return the offsets of `needle` (not empty) in `text`."""
    hay = np.frombuffer(text, dtype=np.uint8)
    if len(hay) < len(needle):
        return np.empty(0, dtype=np.int64)
    hits = np.flatnonzero(hay[: len(hay) - len(needle) + 1] == needle[0])
    for offset, byte in enumerate(needle[1:], start=1):
        hits = hits[hay[hits + offset] == byte]
    return hits
