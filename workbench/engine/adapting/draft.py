"""A draft of a changed tokenizer: a sequence of changes, and the new id of each old one.

A draft is immutable; each change returns a new draft, so that undo is the previous one.

What is proved: a piece of text that had none of the removed tokens, and has none of the new ones, keeps its
tokens. A new merge makes a new token, and whatever that is merged into is new too (`adding`; for ranks see
`Done.unmade`); a removed merge made a removed token (`removing`). The same holds for special tokens where
they are encoded as such.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.adapting.adding import add_plain, add_special
from workbench.engine.adapting.changes import Add, AddSpecial, Change, Cut, Remove, Renumber, SetRoles
from workbench.engine.adapting.done import Done
from workbench.engine.adapting.removing import cut, ids_of, remove
from workbench.engine.adapting.renumbering import renumber
from workbench.engine.base.cached import cached_property
from workbench.engine.chat.templates import check_template, template_called
from workbench.engine.encoding.roles import roles_of, with_exact_roles
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.judging.health import all_ids

GONE = -1  # the id of a token that was removed, or did not exist before


@dataclass(frozen=True)
class Draft:
    """A tokenizer and its applied changes.

    Attributes:
        base: the original tokenizer.
        steps: every change with its result.

    """

    base: Tokenizer
    steps: tuple[tuple[Change, Done], ...] = ()

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer after all changes."""
        return self.steps[-1][1].tokenizer if self.steps else self.base

    def changed(self, change: Change, move_special: bool = False) -> Draft:
        """Return the draft with one more change that `applied` supports; raises EngineError."""
        return self.with_step(change, applied(self.tokenizer, change, move_special))

    def with_step(self, change: Change, done: Done) -> Draft:
        """Return the draft with a change that was already applied."""
        return Draft(self.base, (*self.steps, (change, done)))

    def new_ids(self) -> NDArray[np.int64]:
        """Return int64[n], old id -> new id, `GONE` where the token was removed or there was none."""
        return self._new_ids

    @cached_property
    def _new_ids(self) -> NDArray[np.int64]:
        ids = all_ids(self.base)
        places = np.full(int(ids[-1]) + 1, GONE)
        places[ids] = ids
        for _, done in self.steps:
            moved = np.array([*done.moved.items()], np.int64).reshape(-1, 2)
            removed = np.array(done.removed, np.int64)
            # By the id before the change; the last place is that of `GONE`.
            after = np.arange(max(part.max(initial=0) for part in (places, moved, removed)) + 2)
            after[moved[:, 0]] = moved[:, 1]
            after[removed] = after[-1] = GONE
            places = after[places]
        return places

    def old_ids(self) -> NDArray[np.int64]:
        """Return int64[m], new id -> old id, `GONE` where the token is new or there is none."""
        places = self.new_ids()
        old = np.full(int(self._ids[-1]) + 1, GONE)
        kept = np.flatnonzero(places != GONE)
        old[places[kept]] = kept
        return old

    @property
    def removed(self) -> NDArray[np.int64]:
        """int64[k], the old ids of removed tokens, ascending."""
        ids = all_ids(self.base).astype(np.int64)
        gone: NDArray[np.int64] = ids[self.new_ids()[ids] == GONE]
        return gone

    @property
    def added(self) -> NDArray[np.int64]:
        """int64[k], the new ids of added tokens, ascending."""
        new: NDArray[np.int64] = self._ids[self.old_ids()[self._ids] == GONE]
        return new

    @cached_property
    def _ids(self) -> NDArray[np.int64]:
        """int64[m], all ids after the changes, ascending."""
        return all_ids(self.tokenizer).astype(np.int64)

    @property
    def needed(self) -> NDArray[np.int64]:
        """int64[k], the new ids of added tokens that were not requested but needed, ascending."""
        return self._carried(lambda done: done.needed)

    @property
    def unsure(self) -> NDArray[np.int64]:
        """int64[k], the new ids of requested tokens whose own text is encoded to other ids."""
        return self._carried(lambda done: done.unsure)

    @property
    def unmade(self) -> NDArray[np.int64]:
        """int64[k], the new ids of older tokens that merging may make now and did not before, ascending."""
        return self._carried(lambda done: done.unmade)

    def _carried(self, ids_of: Callable[[Done], tuple[int, ...]]) -> NDArray[np.int64]:
        """Return a set of ids that the changes report, as new ids."""
        carried: set[int] = set()
        for _, done in self.steps:
            carried = {done.moved.get(i, i) for i in carried.difference(done.removed)} | set(ids_of(done))
        return np.array(sorted(carried), np.int64)


def applied(base: Tokenizer, change: Change, move_special: bool = False) -> Done:
    """Apply a change that needs only the tokenizer; raises EngineError.

    `Extend` and `MergeWith` read files: their caller trains, or calls `merging.merge`.
    """
    if isinstance(change, Add):
        return add_plain(base, change.texts, move_special, change.leave_out)
    if isinstance(change, AddSpecial):
        return add_special(base, change.text, change.id)
    if isinstance(change, SetRoles):
        return Done(_in_roles(base, change))
    if isinstance(change, Remove):
        ids = (*change.ids, *ids_of(base, change.texts))
        ways = {"with_dependants": change.with_dependants, "leaves_only": change.leaves_only}
        return remove(base, ids, **ways)
    if isinstance(change, Cut):
        return cut(base, change.n_merges)
    if isinstance(change, Renumber):
        return renumber(base)
    raise TypeError(f"{type(change).__name__} reads files")


def _in_roles(base: Tokenizer, change: SetRoles) -> Tokenizer:
    named = with_exact_roles(base, change.named, change.add_bos, change.add_eos)
    if change.chat_template is None:
        return named
    template = template_called(change.chat_template, roles_of(named))
    if template:
        check_template(template, roles_of(named))
    return with_parts(named, chat_template=template or None)
