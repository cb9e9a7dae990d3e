"""The state of drafts: lists of changes, with undo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from workbench.engine.adapting.changes import AddSpecial, Change, MergeWith
from workbench.worker.messages.adapting import Identity

MOST_STATES = 200
MOST_DRAFTS = 20  # that are kept between two starts


@dataclass(frozen=True, slots=True)
class State:
    """The changes to apply to a copy.

    Attributes:
        changes: in the order of application.
        move_special: special tokens may get other ids where new merges need theirs.

    """

    changes: tuple[Change, ...] = ()
    move_special: bool = False

    @property
    def special_texts(self) -> tuple[str, ...]:
        """The special tokens that the changes add."""
        return tuple(change.text for change in self.changes if isinstance(change, AddSpecial))

    def without(self, places: set[int]) -> State:
        """Return the same without some of the changes."""
        kept = (change for place, change in enumerate(self.changes) if place not in places)
        return State(tuple(kept), self.move_special)

    def exchanged(self, place: int, change: Change) -> State:
        """Return the same with one change replaced."""
        return State((*self.changes[:place], change, *self.changes[place + 1 :]), self.move_special)


class Draft:
    """The undo history of the draft of one tokenizer.

    Attributes:
        settled: change -> the change with the ids that its rule selected.
        base: key of the tokenizer that this one was made from, "" if it was not made here.
        of: the tokens that the changes were chosen for, None before that is known.

    """

    def __init__(self, state: State | None = None, base: str = "", of: Identity | None = None) -> None:
        self._states = [state or State()]
        self._here = 0
        self.settled: dict[Change, Change] = {}
        self.base = base
        self.of = of

    @property
    def state(self) -> State:
        """The current state."""
        return self._states[self._here]

    def add(self, state: State) -> None:
        """Push a new state and drop the undone ones."""
        if state != self.state:
            if not self.state.changes:
                self.of = None
            self._states = [*self._states[: self._here + 1], state][-MOST_STATES:]
            self._here = len(self._states) - 1

    def can_go(self, step: int) -> bool:
        """Return whether there is a state to undo (-1) or to redo (1)."""
        return 0 <= self._here + step < len(self._states)

    def go(self, step: int) -> None:
        """Undo (-1) or redo (1) one step, if there is one."""
        if self.can_go(step):
            self._here += step

    def agrees(self, now: Identity | None) -> bool:
        """Return whether the changes were chosen for these tokens, as far as that is known."""
        return now is None or self.of in (None, now)

    def follow(self, before: str, file: str) -> None:
        """Let the changes that read a file follow it to another path."""

        def _followed(change: Change) -> Change:
            if isinstance(change, MergeWith) and change.file == before:
                return replace(change, file=file, name="")
            return change

        self._states = [
            State(tuple(map(_followed, each.changes)), each.move_special) for each in self._states
        ]
        self.settled = {_followed(asked): _followed(done) for asked, done in self.settled.items()}

    def kept(self) -> KeptDraft:
        """Return the current state with the ids that rules selected."""
        changes = tuple(self.settled.get(change, change) for change in self.state.changes)
        return KeptDraft(State(changes, self.state.move_special), self.base, self.of)


class KeptDraft(NamedTuple):
    """What is kept of a draft between two starts; `base` and `of` as a `Draft` has them."""

    state: State
    base: str = ""
    of: Identity | None = None


class Drafts:
    """The drafts by the keys of their tokenizers, also of some that are closed."""

    def __init__(self) -> None:
        self._drafts: dict[str, Draft] = {}

    def get(self, key: str) -> Draft:
        """Return the draft of a tokenizer, an empty one where there is none."""
        return self._drafts.setdefault(key, Draft())

    def begin(self, key: str, base: str) -> None:
        """Begin the draft of a tokenizer that was made from the one with the key `base`."""
        self._drafts[key] = Draft(base=base)

    def note(self, key: str) -> None:
        """Take note that a draft was changed last: of many the others are dropped."""
        self._drafts[key] = self._drafts.pop(key, Draft())

    def follow(self, before: str, key: str) -> None:
        """Let a draft follow its tokenizer to another key, and the tokenizers made by the draft."""
        draft = self._drafts.pop(before, None)
        if draft is not None and (draft.state.changes or draft.base or key not in self._drafts):
            self._drafts[key] = draft
        for each in self._drafts.values():
            each.base = key if each.base == before else each.base

    def follow_file(self, before: str, file: str) -> None:
        """Let the changes of all drafts follow a file to another path."""
        for each in self._drafts.values():
            each.follow(before, file)

    def kept(self) -> dict[str, KeptDraft]:
        """Return by key the drafts with changes, and the base of each changed copy."""
        rows = [(key, draft.kept()) for key, draft in self._drafts.items()]
        some = [(key, row) for key, row in rows if key and (row.state.changes or row.base)]
        return dict(some[-MOST_DRAFTS:])

    def restore(self, kept: Mapping[str, KeptDraft]) -> None:
        """Restore what `kept` returned."""
        self._drafts = {key: Draft(*row) for key, row in kept.items()}
