"""Splitting and counting by a published pattern: the regular expression, or the kernels in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.chunked_arrays import concatenated
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import invalid_runs
from workbench.engine.counting.compiled_counting import count_texts, new_counter, processors
from workbench.engine.counting.piece_counts import (
    Chunks,
    Counting,
    CountProgress,
    PlainTable,
    Spans,
    as_bytes,
    as_key,
    counted_of,
    stretches_of,
)
from workbench.engine.splitting.split_patterns import SplitPattern

if TYPE_CHECKING:
    from workbench.engine.splitting.pattern_tables import PatternTables

CHUNK = 1 << 14  # bytes matched by one call, which keeps other Python threads waiting: 1 to 3 ms
COMPILED_CHUNK = 1 << 18  # bytes split by one call of the compiled splitter: 1 to 2 ms

# The kernels mark the end of a stretch that the pattern leaves out so.
_GAP = np.uint64(1 << 63)


def compiled_splitter(pattern: SplitPattern) -> Any:  # noqa: ANN401  # mypy knows nothing of compiled modules
    """Return the `kernels.splitting.Splitter` of a pattern, None if there is none."""
    splitting = kernels.kernel("splitting")
    name = pattern.alike or pattern.name
    if splitting is not None and name in splitting.PATTERNS:
        return splitting.Splitter(name)
    from workbench.engine.splitting.pattern_tables import tables_of  # here: most patterns are published ones

    tables = tables_of(pattern.pattern) if kernels.active() else None
    return None if splitting is None or tables is None else splitting.Splitter("", tables.data)


class PublishedSplit:
    """A published pattern, matched from safe border to safe border, so that no call is long.

    Attributes:
        name, pattern: see `pre_tokenizers.PreTokenizer`.
        kernel: the `kernels.splitting.Splitter` that splits in its place, None if there is none.
        compiled: the same; None too where the pattern leaves something out, so that its pieces do not follow
            one another.

    """

    def __init__(self, pattern: SplitPattern, tables: PatternTables | None = None) -> None:
        """Take a pattern, with tables if it is not a published one."""
        self._pattern = pattern
        self.name = pattern.name
        self.pattern = pattern.pattern
        self.kernel = compiled_splitter(pattern)
        self._leaves_out = bool(pattern.gaps) if tables is None else tables.leaves_out
        self.compiled = None if self._leaves_out else self.kernel

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the pattern; the kernel, with a table of 1.1 MB, is created again, if there is one."""
        return type(self), (self._pattern,)

    def split(self, text: bytes) -> Spans:
        """Return uint64[m, 2], the (start, end) of each piece in bytes of `text`; none is empty."""
        return concatenated([np.empty((0, 2), np.uint64), *self.split_parts(text)])

    def split_parts(self, text: bytes) -> Iterator[Spans]:
        """Yield the spans of some pieces after those of others."""
        end = np.uint64(0)
        for marked in self._ends(text) if self.kernel is None else self._compiled(text):
            spans = np.empty((len(marked), 2), np.uint64)
            spans[:, 1] = marked & ~_GAP
            spans[1:, 0] = spans[:-1, 1]
            spans[:1, 0] = end
            end = spans[-1, 1] if len(spans) else end
            yield spans[marked < _GAP] if self._leaves_out else spans
            point()

    def count(self, chunks: Chunks) -> Counting:
        """Count pieces, see `pre_tokenizers.PreTokenizer`."""
        stretches = stretches_of(chunks, self.last_border)
        counter = None if self.kernel is None else new_counter(self.kernel)
        if counter is None:
            return self._tally(stretches)
        return count_texts(counter, self.kernel, stretches, processors())

    def _tally(self, stretches: Iterator[bytearray]) -> Counting:
        tally: Counter[str] = Counter()
        table = PlainTable(tally)
        n_bytes = 0
        for stretch in stretches:
            for pieces in self._pieces(stretch or bytearray()):
                tally.update(pieces)
                point()
            n_bytes += len(stretch or ())
            yield CountProgress(n_bytes, len(tally), table)
        lost = 0
        for gap in [piece for piece in tally if self._pattern.is_gap(piece)]:
            lost += tally.pop(gap) * len(gap.encode("utf-8"))
        return counted_of(as_bytes(tally), lost)

    def next_border(self, text: bytes, position: int) -> int:
        """Return the first safe border that the bytes from `position` on alone decide, or len(text)."""
        if self.kernel is not None:
            border: int | None = self.kernel.first_border(text, position)
            return len(text) if border is None else border
        return self._pattern.first_border(text, position)

    def previous_border(self, text: bytes, position: int) -> int:
        """Return the last safe border that the bytes before `position` alone decide, or 0."""
        return self.last_border(text, 0, position)

    def last_border(self, text: bytes | bytearray, start: int, end: int) -> int:
        """Return the last safe border in data[start:end], or `start`, as `SplitPattern.last_border`."""
        if self.kernel is None:
            return self._pattern.last_border(text, start, end)
        border: int | None = self.kernel.last_border(text, start, end)
        return start if border is None else border

    def close(self) -> None:
        """Do nothing: it holds nothing."""

    def _compiled(self, text: bytes) -> Iterator[NDArray[np.uint64]]:
        """Yield the ends of the pieces in chunks, by the compiled splitter."""
        splitting = self.kernel.start(text)
        while splitting.position < len(text):
            ends = np.empty(COMPILED_CHUNK // 4, np.uint64)
            yield ends[: splitting.split_into(splitting.position + COMPILED_CHUNK, ends)]

    def _ends(self, text: bytes) -> Iterator[NDArray[np.uint64]]:
        """Yield the ends of the pieces in chunks, by the regular expression; those of gaps are marked."""
        end = 0
        for pieces in self._pieces(text):
            ends = np.cumsum(_lengths(pieces), dtype=np.uint64) + np.uint64(end)
            if len(ends):
                end = int(ends[-1])
            if self._pattern.gaps:
                ends[np.fromiter(map(self._pattern.is_gap, pieces), np.bool_, len(pieces))] |= _GAP
            yield ends

    def _pieces(self, data: bytes | bytearray) -> Iterator[list[str]]:
        """Yield all pieces and gaps in chunks, as keys of a tally (`piece_counts.as_key`)."""
        start = 0
        while start < len(data):
            end = len(data)
            if end - start > CHUNK:
                end = self._pattern.first_border(data, start + CHUNK)
            yield from self._pieces_between(data[start:end])
            start = end

    def _pieces_between(self, chunk: bytes | bytearray) -> Iterator[list[str]]:
        """Yield the pieces from one safe border to another."""
        find = self._pattern.splitter
        try:
            text = chunk.decode("utf-8")
        except UnicodeDecodeError:
            yield self._glued(chunk)
            return
        if len(text) <= 4 * CHUNK:
            pieces: list[str] = find.findall(text)
            yield pieces
            return
        # A stretch without a border, such as a long run of one character: one match may take long, so that
        # other threads go on meanwhile; many short ones come in chunks.
        batch = []
        for match in find.finditer(text, concurrent=True):
            batch.append(match.group())
            if len(batch) == 4096:
                yield batch
                batch = []
        yield batch

    def _glued(self, chunk: bytes | bytearray) -> list[str]:
        """Return the pieces of a chunk with bytes that are not UTF-8, which join the piece before them."""
        pieces: list[str] = []
        start = 0
        for run_start, run_end in invalid_runs(chunk):
            before = self._pattern.splitter.findall(chunk[start:run_start].decode("utf-8"))
            last = before.pop() if before and not self._pattern.is_gap(before[-1]) else ""
            pieces += [*before, last + as_key(chunk[run_start:run_end])]
            start = run_end
        pieces += self._pattern.splitter.findall(chunk[start:].decode("utf-8"))
        return pieces


def _lengths(pieces: list[str]) -> list[int]:
    """Return the lengths in bytes of pieces given as keys of a tally."""
    return [len(key) if key.isascii() else len(key.encode("utf-8", "surrogateescape")) for key in pieces]
