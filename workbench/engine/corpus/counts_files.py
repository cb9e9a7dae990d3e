"""Files of counted pieces: their facts, and their rows in order; the file itself is read in the child."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import Child, Limit, Operation
from workbench.engine.corpus.counts_facts import CountsFacts, facts_of
from workbench.engine.corpus.parquet_counts import NOT_IN_ORDER, facts_operation, rows_operation
from workbench.engine.corpus.parquet_documents import LIMIT, for_child, in_our_codes


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of a table of counts, in the order of their pieces.

    Attributes:
        blob: the pieces, one after the other.
        ends: uint64[m], where each ends in `blob`.
        counts, documents: int64[m].
        places: int64[m], the place of each source in `sources`.
        sources: names.

    """

    blob: bytes
    ends: NDArray[np.uint64]
    counts: NDArray[np.int64]
    documents: NDArray[np.int64]
    places: NDArray[np.int64]
    sources: Sequence[str]

    def __len__(self) -> int:
        return len(self.ends)


class Here:
    """Reads in this process, as a child does: a file that it wrote itself is not untrusted."""

    def request(
        self, operation: Operation, header: Mapping[str, Any], buffers: Sequence[bytes], limit: Limit
    ) -> Iterator[Frame]:
        """Yield the replies of an operation."""
        return operation(header, buffers)


class CountsFile:
    """A file of counted pieces.

    Attributes:
        path: of the file.
        facts: of its footer; None if it has none.
        group_bytes: of its largest group of rows.

    """

    def __init__(self, path: str, child: Child | Here) -> None:
        """Read the footer; raises EngineError "parquet_broken", "counts_footer" or as reading does."""
        self.path = path
        self._child = child
        header = next(self._frames(facts_operation, 0)).header
        self._n_groups = len(header["rows"])
        self.group_bytes = max(map(int, header["n_bytes"]), default=0)
        try:
            self.facts: CountsFacts | None = facts_of(header["facts"]) if header["facts"] else None
        except EngineError as error:
            raise error.in_file(path) from error

    def rows(self) -> Iterator[Rows]:
        """Yield all rows; raises EngineError "counts_rows" or "parquet_broken" naming the file."""
        last = b""
        for group in range(self._n_groups):
            for frame in self._frames(rows_operation, group):
                rows = _rows(frame)
                if len(rows):
                    first = rows.blob[: int(rows.ends[0])]
                    if first < last:
                        raise EngineError("counts_rows", file=self.path, reason=NOT_IN_ORDER)
                    last = rows.blob[int(rows.ends[-2]) if len(rows) > 1 else 0 :]
                    yield rows
                point()

    def _frames(self, operation: Operation, group: int) -> Iterator[Frame]:
        header = {"path": for_child(self.path), "group": group}
        try:
            # All of them at once: other files are read by the same child meanwhile.
            yield from list(self._child.request(operation, header, (), LIMIT))
        except EngineError as error:
            raise in_our_codes(error).in_file(self.path) from error


def _rows(frame: Frame) -> Rows:
    blob, ends, *numbers = frame.buffers
    counts, documents, places = (np.frombuffer(each, np.int64) for each in numbers)
    return Rows(
        bytes(blob), np.frombuffer(ends, np.uint64), counts, documents, places, frame.header["sources"]
    )
