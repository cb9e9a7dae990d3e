"""The undo history of the regex lab: every state of the pattern, however it was made."""

from __future__ import annotations

from dataclasses import dataclass

MOST_STATES = 500


@dataclass(frozen=True, slots=True)
class State:
    """A pattern, its entry in the list, and the position of the caret."""

    key: str
    pattern: str
    caret: int = 0


class History:
    """A sequence of states with a current one."""

    def __init__(self, state: State) -> None:
        self._states = [state]
        self._here = 0
        self._typing = False

    @property
    def state(self) -> State:
        """The present one."""
        return self._states[self._here]

    def add(self, state: State, typed: bool = False) -> None:
        """Go on to a new state; one character typed right after another joins that step."""
        if (state.key, state.pattern) == (self.state.key, self.state.pattern):
            self._states[self._here] = state
            return
        del self._states[self._here + 1 :]
        joins = typed and self._typing and self._follows(state)
        if joins:
            self._states[-1] = state
        else:
            self._states.append(state)
        del self._states[:-MOST_STATES]
        self._here = len(self._states) - 1
        self._typing = typed

    def _follows(self, state: State) -> bool:
        """Return whether one character was put in at the caret."""
        before = self.state
        return (
            self._here > 0
            and state.key == before.key
            and len(state.pattern) == len(before.pattern) + 1
            and state.caret == before.caret + 1
            and state.pattern[: before.caret] == before.pattern[: before.caret]
        )

    def can_go(self, step: int) -> bool:
        """Return whether there is something to undo (-1) or to redo (1)."""
        return 0 <= self._here + step < len(self._states)

    def go(self, step: int) -> State:
        """Undo (-1) or redo (1), if there is something; returns what is now the state."""
        if self.can_go(step):
            self._here += step
        self._typing = False
        return self.state
