"""Drafts as plain values, as the file of a session has them."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from workbench.api.adapting import changes_from, plain_change
from workbench.engine.adapting.changes import Change
from workbench.panels.draft.state import KeptDraft, State
from workbench.shell.session import plain
from workbench.worker.messages.adapting import Identity


def to_plain(kept: Mapping[str, KeptDraft]) -> list[dict[str, object]]:
    """Return drafts by the keys of their tokenizers as rows."""
    return [
        {
            "key": key, "base": base, "of": None if of is None else list(of),
            "move_special": state.move_special,
            "changes": [plain_change(change) for change in state.changes],
        }
        for key, (state, base, of) in kept.items()
    ]  # fmt: skip


def from_plain(facts: Mapping[str, Any]) -> tuple[dict[str, KeptDraft], int]:
    """Return what `to_plain` returned, in a section of its own, and how many changes do not fit."""
    drafts: dict[str, KeptDraft] = {}
    lost = 0
    for row in plain.rows(facts, "rows"):
        key, changes = plain.text(row, "key"), list(plain.rows(row, "changes"))
        fitting: list[Change] = []
        for change in changes if key else ():
            with contextlib.suppress(TypeError, ValueError):
                fitting += changes_from([change])
        lost += len(changes) - len(fitting)
        if key:
            state = State(tuple(fitting), row.get("move_special") is True)
            drafts[key] = KeptDraft(state, plain.text(row, "base"), _identity(row.get("of")))
    return drafts, lost


def _identity(kept: object) -> Identity | None:
    if isinstance(kept, list) and len(kept) == 2 and isinstance(kept[0], int) and isinstance(kept[1], str):
        return kept[0], kept[1]
    return None
