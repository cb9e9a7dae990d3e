"""Drafts as plain values, as the file of a session has them."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from workbench.api.adapting import changes_from, plain_change
from workbench.engine.base.errors import EngineError
from workbench.panels.draft.state import State
from workbench.shell.session import plain


def to_plain(kept: Mapping[str, tuple[State, str]]) -> list[dict[str, object]]:
    """Return drafts by the keys of their tokenizers as rows."""
    return [
        {
            "key": key, "base": base, "move_special": state.move_special,
            "changes": [plain_change(change) for change in state.changes],
        }
        for key, (state, base) in kept.items()
    ]  # fmt: skip


def from_plain(facts: Mapping[str, Any]) -> dict[str, tuple[State, str]]:
    """Return what `to_plain` returned, in a section of its own; a row that does not fit is left out."""
    drafts: dict[str, tuple[State, str]] = {}
    for row in plain.rows(facts, "rows"):
        key, changes = plain.text(row, "key"), list(plain.rows(row, "changes"))
        with contextlib.suppress(EngineError, TypeError, ValueError):
            state = State(tuple(changes_from(changes)), row.get("move_special") is True)
            if key:
                drafts[key] = state, plain.text(row, "base")
    return drafts
