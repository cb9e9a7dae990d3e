"""How a document is cut into pieces to lay out, and about how many rows each line takes.

A piece is a line, or a part of about 1,024 bytes of a long one (QTextLayout over one line of 1 MB
takes 108 ms). Rows are only known where a line has been laid out. The scroll bar counts estimates, those of
a line that was laid out too, while the place on screen is an anchor: so nothing leaps.
"""

from __future__ import annotations

import io
import unicodedata
from bisect import bisect_right
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from workbench.widgets.token_view.document.document import Change, Document, Lengths
from workbench.widgets.token_view.document.line_feeds import Places

PIECE = 1024  # bytes: of scripts that join or run from right to left, this takes some 6 ms to lay out
_BLOCK = 1024  # lines whose rows are summed: a line that is learned changes one sum, not a million
_TOGETHER = 16  # blocks that are estimated in one go: arrays that stay in the cache are the quickest
_BLOCKS = 64  # that are estimated between two events
_EXACT = 1 << 18  # lines up to which all are looked at at once; 2,400,000 would take 10 to 30 ms
_LOOK_BACK = 96  # bytes in which a good place to cut is looked for
_MANY_ROWS = 1000  # that are compared with their estimates: those before count half then
_SPACE = 0x20
HEAD = 256  # bytes of a line that tell its direction


class Flow:
    """The pieces and the estimated rows of a document.

    Attributes:
        columns: characters that fit in a row, from which rows are estimated.
        n_resets: how often all lines were estimated again.

    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.columns = 80
        self.n_resets = 0
        self.reset()

    def reset(self) -> None:
        """Estimate every line again, after other text or another width."""
        self.n_resets += 1
        self._compared = 0.0, 0.0
        n_lines = self.document.n_lines
        self._rows = _zeros(n_lines)
        self._guessed = np.ones(-(-n_lines // _BLOCK), np.bool_)
        self._sums: Places = self._guess()
        self._ends: NDArray[np.int64] | None = None
        if n_lines <= _EXACT:
            self.estimate_more(len(self._guessed))

    def _guess(self) -> Places:
        """Return int64[m], about how many rows each block of lines has, by its bytes and lines alone."""
        edges = np.append(np.arange(0, len(self._rows), _BLOCK), len(self._rows))
        n_bytes, n_lines = np.diff(self.document.line_starts(edges)), np.diff(edges)
        rows: Places = np.maximum(n_lines, n_bytes // self.columns + n_lines // 2)
        return rows

    @property
    def is_guessed(self) -> bool:
        """Whether there are lines that `estimate_more` has to look at."""
        return bool(self._guessed.any())

    def estimate_more(self, n_blocks: int = _BLOCKS) -> None:
        """Estimate the lines of some of the blocks that were only guessed; by default some half a ms."""
        blocks = np.flatnonzero(self._guessed)[:n_blocks]
        for run in np.split(blocks, np.flatnonzero(np.diff(blocks) > 1) + 1):
            for at in range(0, len(run), _TOGETHER):
                part = run[at : at + _TOGETHER]
                self._estimate_blocks(int(part[0]), int(part[-1]) + 1)

    def _estimate_blocks(self, first: int, last: int) -> None:
        """Estimate the lines of the blocks [first, last)."""
        start, end = first * _BLOCK, min(last * _BLOCK, len(self._rows))
        rows = self._estimate(self.document.line_lengths(start, end))
        self._rows[start:end] = rows
        self._sums[first:last] = np.add.reduceat(rows, np.arange(0, len(rows), _BLOCK), dtype=np.int64)
        self._guessed[first:last] = False
        self._ends = None

    def _know(self, block: int) -> None:
        if self._guessed[block]:
            self._estimate_blocks(block, block + 1)

    def _estimate(self, lengths: Lengths) -> Lengths:
        """Return the rows of lines of so many bytes, written over their lengths."""
        lengths -= 1
        lengths //= self.columns
        lengths += 1
        return np.maximum(lengths, 1, out=lengths)

    def _sum_up(self) -> None:
        """Add up the rows of each block of lines."""
        n_whole = len(self._rows) // _BLOCK * _BLOCK
        sums = self._rows[:n_whole].reshape(-1, _BLOCK).sum(axis=1, dtype=np.int64)
        rest = self._rows[n_whole:]
        self._sums = np.append(sums, rest.sum(dtype=np.int64)) if len(rest) else sums
        self._guessed = np.zeros(len(self._sums), np.bool_)
        self._ends = None

    def _set_rows(self, line: int, n_rows: int) -> None:
        self._sums[line // _BLOCK] += n_rows - int(self._rows[line])
        self._rows[line] = n_rows
        self._ends = None

    def follow(self, change: Change) -> None:
        """Estimate the lines that an edit touched."""
        first, last = change.first_line, change.first_line + change.inserted_lines + 1
        if not change.inserted_lines and not change.removed_lines:
            self._know(first // _BLOCK)
            self._set_rows(first, int(self._estimate(self.document.line_lengths(first, last))[0]))
        elif self.is_guessed or change.inserted_lines > _EXACT:
            self.reset()
        else:
            fresh = self._estimate(self.document.line_lengths(first, last))
            after = first + change.removed_lines + 1
            self._rows = np.concatenate((self._rows[:first], fresh, self._rows[after:]))
            self._sum_up()

    def rows_in(self, piece: tuple[int, int]) -> float:
        """Return about how many rows a piece (start, end) has, more than none."""
        line = self.document.line_at(piece[0])
        self._know(line // _BLOCK)
        n_bytes = self.document.line_end(line) - self.document.line_start(line)
        return int(self._rows[line]) * (piece[1] - piece[0]) / n_bytes if n_bytes else 1.0

    def learn(self, piece: tuple[int, int], n_rows: int) -> None:
        """Take how many rows a piece has: the estimates stay, or the text would leap under the bar."""
        estimated, measured = self._compared
        fading = 0.5 if measured > _MANY_ROWS else 1.0
        self._compared = fading * estimated + self.rows_in(piece), fading * measured + n_rows

    @property
    def density(self) -> float:
        """How many rows were estimated for one that was found, on average of what has been laid out."""
        estimated, measured = self._compared
        return estimated / measured if measured else 1.0

    # --- pieces

    def piece_at(self, position: int) -> tuple[int, int]:
        """Return the (start, end) of the piece that holds a byte; at a border, the one that begins there."""
        line = self.document.line_at(position)
        start, end = self.document.line_start(line), self.document.line_end(line)
        n_pieces = max((end - start) // PIECE, 1)
        if n_pieces == 1:
            return start, end
        number = min((position - start) // PIECE, n_pieces - 1)
        cuts = [self._cut(start, end, number + step, n_pieces) for step in (0, 1, 2)]
        at = bisect_right(cuts, position) - 1
        return (cuts[0], cuts[1]) if at < 1 or cuts[2] == cuts[1] else (cuts[1], cuts[2])

    def after(self, piece: tuple[int, int]) -> tuple[int, int] | None:
        """Return the next piece, None after the last."""
        end = piece[1]
        if end == len(self.document) and (piece[0] == end or self.document.read(end - 1, end) != b"\n"):
            return None
        return self.piece_at(end)

    def before(self, piece: tuple[int, int]) -> tuple[int, int] | None:
        """Return the previous piece, None before the first."""
        return self.piece_at(piece[0] - 1) if piece[0] else None

    def last(self) -> tuple[int, int]:
        """Return the last piece."""
        return self.piece_at(len(self.document))

    def _cut(self, start: int, end: int, number: int, n_pieces: int) -> int:
        """Return where piece `number` of a long line begins: always the same place for the same bytes."""
        if number <= 0:
            return start
        if number >= n_pieces:
            return end
        wish = start + number * PIECE
        window = self.document.read(wish - _LOOK_BACK, wish + 1)
        return wish - _LOOK_BACK + good_cut(window)

    # --- the scroll bar

    def _cumulated(self) -> NDArray[np.int64]:
        """Return int64[m], the rows of each block of lines and of all earlier ones."""
        if self._ends is None:
            self._ends = np.cumsum(self._sums)
        return self._ends

    def n_rows(self) -> int:
        """Return about how many rows there are in all."""
        return int(self._cumulated()[-1])

    def row_of(self, position: int) -> float:
        """Return about which row a byte is in, from 0."""
        line = self.document.line_at(position)
        block = line // _BLOCK
        self._know(block)
        before = int(self._cumulated()[block]) - int(self._rows[line : (block + 1) * _BLOCK].sum())
        start, end = self.document.line_start(line), self.document.line_end(line)
        return before + int(self._rows[line]) * (position - start) / max(end - start, 1)

    def positions_of(self, rows: NDArray[np.float64]) -> Places:
        """Return int64[n], the bytes of the text that lie about in each of these rows, which never fall.

        In texts of very many lines they are those of the block of lines that a row is in.
        """
        if len(self._rows) <= _EXACT:
            ends, lines_each = np.cumsum(self._rows, dtype=np.int64), 1
        else:
            ends, lines_each = self._cumulated(), _BLOCK
        at = np.minimum(np.searchsorted(ends, rows, side="right"), len(ends) - 1)
        before = np.where(at > 0, ends[at - 1], 0)
        inside = np.clip((rows - before) / np.maximum(ends[at] - before, 1), 0, 1)
        behind = np.minimum((at + 1) * lines_each, len(self._rows))
        starts, ends = self.document.line_starts(at * lines_each), self.document.line_starts(behind)
        return starts + ((ends - starts) * inside).astype(np.int64)

    def position_of(self, row: float) -> tuple[int, float]:
        """Return the start of the piece about where a row is, and how many rows further down it is."""
        block = self._block_of(row)
        while self._guessed[block]:
            self._know(block)
            block = self._block_of(row)
        first, cumulated = block * _BLOCK, self._cumulated()
        ends = np.cumsum(self._rows[first : first + _BLOCK]) + (
            int(cumulated[block]) - int(self._sums[block])
        )
        line = first + min(int(np.searchsorted(ends, row, side="right")), len(ends) - 1)
        rows = int(self._rows[line])
        inside = min(max(row - (int(ends[line - first]) - rows), 0.0), float(rows))
        start, end = self.document.line_start(line), self.document.line_end(line)
        piece = self.piece_at(min(start + int((end - start) * inside / rows), max(end - 1, start)))
        skipped = rows * (piece[0] - start) / max(end - start, 1)
        return piece[0], max(inside - skipped, 0.0)

    def _block_of(self, row: float) -> int:
        """Return the block of lines that a row is in."""
        return min(int(np.searchsorted(self._cumulated(), row, side="right")), len(self._sums) - 1)

    def right_to_left(self, position: int) -> bool:
        """Return whether the line of a byte begins with a letter that runs from right to left."""
        line = self.document.line_at(position)
        start = self.document.line_start(line)
        head = self.document.read(start, min(start + HEAD, self.document.line_end(line)))
        if head.isascii():
            return False
        for character in head.decode("utf-8", "ignore"):
            direction = unicodedata.bidirectional(character)
            if direction in ("L", "R", "AL"):
                return direction != "L"
        return False


def _zeros(n: int) -> NDArray[np.int32]:
    """Return int32[n] in memory that takes no time until it is written to.

    NumPy's own would come in pages of 2 MB, and touching one that is not in use yet may take 10 ms.
    """
    return np.frombuffer(io.BytesIO(bytes(n * np.dtype(np.int32).itemsize)).getbuffer(), np.int32)


def good_cut(window: bytes) -> int:
    """Return where to cut within `window`, at or before its last byte, so that no character is torn.

    Before a letter after a space; else between two ASCII letters, where no grapheme cluster can be;
    else before a letter that is by itself; else between two characters; else before the last byte.
    """
    last = len(window) - 1
    leads = [at for at in range(1, last + 1) if not 0x80 <= window[at] < 0xC0]
    rules: tuple[Callable[[int], bool], ...] = (
        lambda at: window[at - 1] == _SPACE and _begins(window, at, "L"),
        lambda at: window[at] < 0x80 and 0x20 <= window[at - 1] < 0x80,
        lambda at: _begins(window, at, "Lo"),
        lambda at: True,
    )
    for rule in rules:
        place = next((at for at in reversed(leads) if rule(at)), None)
        if place is not None:
            return place
    return last


def _begins(window: bytes, at: int, category: str) -> bool:
    """Return whether a letter of a category begins here; of "Lo", one that does not join its neighbors."""
    text = window[at : at + 4].decode("utf-8", "ignore")
    if not text or not unicodedata.category(text[0]).startswith(category):
        return False
    return category == "L" or unicodedata.bidirectional(text[0]) == "L"
