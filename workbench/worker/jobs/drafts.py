"""The drafts that were looked at last: a change more, or one fewer, does not do the others again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Not at run time: every start makes one.
    from workbench.api.adapting import Drafted
    from workbench.engine.adapting.changes import Change
    from workbench.engine.encoding.tokenizer import Tokenizer
    from workbench.worker.messages.adapting import Identity


class Drafts:
    """One draft for each open tokenizer, change by change; safe to use from several threads."""

    def __init__(self, is_open: Callable[[int], bool]) -> None:
        """Take what says whether a tokenizer is still open: it may be closed while its draft is looked at."""
        self._is_open = is_open
        self._lock = threading.Lock()
        self._kept: dict[int, tuple[bool, list[tuple[Change, Drafted]]]] = {}
        self._identities: dict[int, Identity] = {}

    def beginning(self, handle: int, changes: Sequence[Change], move_special: bool) -> list[Drafted]:
        """Return what was found of the first of these changes, as far as it is kept."""
        with self._lock:
            moved, steps = self._kept.get(handle, (move_special, []))
            steps = list(steps)
        drafts: list[Drafted] = []
        for asked, (kept, drafted) in zip(changes, steps, strict=False):
            if moved != move_special or kept != asked:
                break
            drafts.append(drafted)
        return drafts

    def keep(
        self, handle: int, changes: Sequence[Change], move_special: bool, drafted: Sequence[Drafted]
    ) -> None:
        """Keep what was found of the first of these changes, in place of what was kept."""
        with self._lock:
            if self._is_open(handle):
                self._kept[handle] = move_special, list(zip(changes, drafted, strict=False))

    def identity(self, handle: int, tokenizer: Tokenizer) -> Identity:
        """Return what tells whether changes were chosen for a tokenizer."""
        with self._lock:
            known = self._identities.get(handle)
        if known is None:
            from workbench.api.adapting import vocabulary_identity

            known = vocabulary_identity(tokenizer)
            with self._lock:
                if self._is_open(handle):
                    self._identities[handle] = known
        return known

    def forget(self, handle: int) -> None:
        """Forget the draft of a tokenizer that is closed."""
        with self._lock:
            self._kept.pop(handle, None)
            self._identities.pop(handle, None)
