"""What can be undone in a text, and done again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workbench.widgets.token_view.document.origin import Origin
from workbench.widgets.token_view.document.stretches import (
    LARGE,
    PieceTable,
    Stretch,
    joined,
    joined_bytes,
    length_of,
)

_MOST_UNDONE = 256 << 20  # bytes that the steps of undo hold; the newest may hold more


class Step(NamedTuple):
    """A step of undo or redo: at byte `start`, `removed` comes back in the place of `n_inserted` bytes.

    `origin` comes back with a whole text, None if only a part of the text was changed.
    """

    start: int
    n_inserted: int
    removed: bytes
    origin: Origin | None = None


@dataclass(slots=True)
class Record:
    """One step: the stretches that went, how many bytes came, and whether more typing may join."""

    start: int
    removed: list[Stretch]
    n_inserted: int
    kind: str
    origin: Origin | None = None


class History:
    """The steps of undo and redo of a text.

    Attributes:
        undo, redo: the last step is the next one.

    """

    def __init__(self, table: PieceTable) -> None:
        self._table = table
        self.undo: list[Record] = []
        self.redo: list[Record] = []

    def remember(self, record: Record) -> None:
        """Add a step of undo, or let it continue the last one; nothing can be done again after that."""
        self.redo.clear()
        if not (self.undo and record.kind and self._continues(self.undo[-1], record)):
            self.undo.append(record)
            if length_of(record.removed) >= LARGE:
                self._trim()

    def _continues(self, last: Record, record: Record) -> bool:
        """Join `record` to the last step where it goes on at the same place; return whether it did."""
        if last.kind != record.kind:
            return False
        if record.kind == "typing":
            if record.removed or record.start != last.start + last.n_inserted:
                return False
            last.n_inserted += record.n_inserted
            return True
        if last.n_inserted or record.n_inserted:
            return False
        if record.start + length_of(record.removed) == last.start:
            last.start, last.removed = record.start, joined([*record.removed, *last.removed])
            return True
        if record.start == last.start:
            last.removed = joined([*last.removed, *record.removed])
            return True
        return False

    def seal(self) -> None:
        """End the present step of undo: the next edit begins another."""
        if self.undo:
            self.undo[-1].kind = ""

    def _trim(self) -> None:
        """Drop the oldest steps where all together hold too much; the newest stays."""
        held = 0
        for at in range(len(self.undo) - 1, -1, -1):
            held += length_of(self.undo[at].removed)
            if held > _MOST_UNDONE and at < len(self.undo) - 1:
                del self.undo[: at + 1]
                return

    def own_copies(self) -> None:
        """Copy what little the steps took, or each would hold on to the whole text of its time."""
        for record in (*self.undo, *self.redo):
            record.removed = self._table.copied(record.removed)

    def steps(self, most: int, most_bytes: int) -> tuple[list[Step], list[Step]]:
        """Return what can be undone and what can be done again, the next first.

        At most `most` steps and `most_bytes` bytes of both together; undo comes first.
        """
        undo = self._listed(self.undo, most, most_bytes)
        left = most_bytes - sum(len(step.removed) for step in undo)
        return undo, self._listed(self.redo, most - len(undo), left)

    def _listed(self, records: list[Record], most: int, most_bytes: int) -> list[Step]:
        listed: list[Step] = []
        for record in records[: -most - 1 : -1]:
            most_bytes -= length_of(record.removed)
            if most_bytes < 0:
                break
            removed = joined_bytes(record.removed)
            listed.append(Step(record.start, record.n_inserted, removed, record.origin))
        return listed

    def set_steps(self, undo: Sequence[Step], redo: Sequence[Step]) -> None:
        """Take steps as `steps` returned them of the same text; from one on that does not fit, none."""
        self.undo, self.redo = self._taken(undo), self._taken(redo)

    def _taken(self, steps: Sequence[Step]) -> list[Record]:
        records: list[Record] = []
        length = self._table.length
        for step in steps:
            whole = step.origin is not None
            if step.start + step.n_inserted > length or (whole and step.n_inserted != length):
                break
            removed = [self._table.add(step.removed)] if step.removed else []
            records.append(Record(step.start, removed, step.n_inserted, "", step.origin))
            length += len(step.removed) - step.n_inserted
        return records[::-1]
