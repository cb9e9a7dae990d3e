"""A draft of another tokenizer: changes, one after the other, and what became of each id.

A draft never changes; with another change there is another draft, so that undo is the one before.

What is proved: a piece of text that held none of the tokens that are gone, and that holds none of the new
ones, has the very tokens that it had. A new merge makes a new token, and what that is merged on to is new too
(`adding`, and what it says of files of ranks: `Done.unmade`); a merge that is gone made what is gone
(`removing`). Special tokens count where they are taken as such, by the same rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.adapting.adding import add_plain, add_special
from workbench.engine.adapting.changes import Add, AddSpecial, Change, Cut, Remove, Renumber
from workbench.engine.adapting.done import Done
from workbench.engine.adapting.removing import cut, ids_of, remove
from workbench.engine.adapting.renumbering import renumber
from workbench.engine.encoding.tokenizer import Tokenizer

GONE = -1  # in place of the id of a token that is no longer there, or was not there before


@dataclass(frozen=True)
class Draft:
    """A tokenizer in the making.

    Attributes:
        base: what it was at first.
        steps: every change with what it did.

    """

    base: Tokenizer
    steps: tuple[tuple[Change, Done], ...] = ()

    @property
    def tokenizer(self) -> Tokenizer:
        """What it is now."""
        return self.steps[-1][1].tokenizer if self.steps else self.base

    def changed(self, change: Change, move_special: bool = False) -> Draft:
        """Return the draft with one more change of those that `applied` does; raises EngineError."""
        return self.with_step(change, applied(self.tokenizer, change, move_special))

    def with_step(self, change: Change, done: Done) -> Draft:
        """Return the draft with a change that was done."""
        return Draft(self.base, (*self.steps, (change, done)))

    def new_ids(self) -> NDArray[np.int64]:
        """Return int64[n], old id -> new id, `GONE` where the token is gone or there was none."""
        places = np.full(_highest(self.base) + 1, GONE)
        ids = _ids(self.base)
        places[ids] = ids
        for _, done in self.steps:
            now = places.copy()
            for old, new in done.moved.items():
                now[places == old] = new
            now[np.isin(places, done.removed)] = GONE
            places = now
        return places

    def old_ids(self) -> NDArray[np.int64]:
        """Return int64[m], new id -> old id, `GONE` where the token is new or there is none."""
        places = self.new_ids()
        found = np.full(_highest(self.tokenizer) + 1, GONE)
        kept = np.flatnonzero(places != GONE)
        found[places[kept]] = kept
        return found

    @property
    def removed(self) -> NDArray[np.int64]:
        """int64[k], the old ids of tokens that are gone, rising."""
        ids = _ids(self.base)
        gone: NDArray[np.int64] = ids[self.new_ids()[ids] == GONE]
        return gone

    @property
    def added(self) -> NDArray[np.int64]:
        """int64[k], the new ids of tokens that were not there, rising."""
        ids = _ids(self.tokenizer)
        new: NDArray[np.int64] = ids[self.old_ids()[ids] == GONE]
        return new

    @property
    def needed(self) -> NDArray[np.int64]:
        """int64[k], the new ids of tokens that others needed and nobody asked for, rising."""
        return self._carried(lambda done: done.needed)

    @property
    def unsure(self) -> NDArray[np.int64]:
        """int64[k], the new ids of tokens that were asked for and that their text alone did not give."""
        return self._carried(lambda done: done.unsure)

    @property
    def unmade(self) -> NDArray[np.int64]:
        """int64[k], the new ids of older tokens that may be made now and were not before, rising."""
        return self._carried(lambda done: done.unmade)

    def _carried(self, ids_of: Callable[[Done], tuple[int, ...]]) -> NDArray[np.int64]:
        """Return what the changes tell of, by the ids of now."""
        found: set[int] = set()
        for _, done in self.steps:
            found = {done.moved.get(i, i) for i in found.difference(done.removed)} | set(ids_of(done))
        return np.array(sorted(found), np.int64)


def applied(base: Tokenizer, change: Change, move_special: bool = False) -> Done:
    """Do a change that needs nothing but the tokenizer; raises EngineError.

    `Extend` and `MergeWith` read files: whoever does them calls `merging.merge`, or trains.
    """
    if isinstance(change, Add):
        return add_plain(base, change.texts, move_special, change.leave_out)
    if isinstance(change, AddSpecial):
        return add_special(base, change.text, change.id)
    if isinstance(change, Remove):
        ids = (*change.ids, *ids_of(base, change.texts))
        ways = {"with_dependants": change.with_dependants, "leaves_only": change.leaves_only}
        return remove(base, ids, **ways)
    if isinstance(change, Cut):
        return cut(base, change.n_merges)
    if isinstance(change, Renumber):
        return renumber(base)
    raise TypeError(f"{type(change).__name__} reads files")


def all_applied(base: Tokenizer, changes: Sequence[Change], move_special: bool = False) -> Draft:
    """Return the draft of changes that need nothing but the tokenizer; raises EngineError."""
    draft = Draft(base)
    for change in changes:
        draft = draft.changed(change, move_special)
    return draft


def _ids(tokenizer: Tokenizer) -> NDArray[np.int64]:
    specials = np.fromiter(tokenizer.special_tokens.values(), np.int64)
    return np.union1d(tokenizer.model.ids.astype(np.int64), specials)


def _highest(tokenizer: Tokenizer) -> int:
    return int(_ids(tokenizer)[-1])
