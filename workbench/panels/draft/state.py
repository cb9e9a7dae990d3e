"""The state of a draft: a list of changes, with undo."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.engine.adapting.changes import Change

MOST_STATES = 200


@dataclass(frozen=True, slots=True)
class State:
    """The changes to apply to a copy.

    Attributes:
        changes: in the order of application.
        move_special: special tokens may get other ids where new merges need theirs.

    """

    changes: tuple[Change, ...] = ()
    move_special: bool = False

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

    """

    def __init__(self, state: State | None = None, base: str = "") -> None:
        self._states = [state or State()]
        self._here = 0
        self.settled: dict[Change, Change] = {}
        self.base = base

    @property
    def state(self) -> State:
        """The current state."""
        return self._states[self._here]

    def add(self, state: State) -> None:
        """Push a new state and drop the undone ones."""
        if state != self.state:
            self._states = [*self._states[: self._here + 1], state][-MOST_STATES:]
            self._here = len(self._states) - 1

    def can_go(self, step: int) -> bool:
        """Return whether there is a state to undo (-1) or to redo (1)."""
        return 0 <= self._here + step < len(self._states)

    def go(self, step: int) -> None:
        """Undo (-1) or redo (1) one step, if there is one."""
        if self.can_go(step):
            self._here += step

    def kept(self) -> State:
        """Return the current state with the ids that rules selected."""
        changes = tuple(self.settled.get(change, change) for change in self.state.changes)
        return State(changes, self.state.move_special)
