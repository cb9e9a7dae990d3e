"""What can be done to a vocabulary, as plain data: a draft is a list of these, and a card keeps them.

`plain` and `changes_of` take changes to JSON and back. What selects tokens by a text (`selecting`) is
settled before: a change has the ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.sources import Source

RULES = ("unused", "residue", "script", "pattern")


@dataclass(frozen=True, slots=True)
class Add:
    """Add plain tokens, and the merges that they need.

    Attributes:
        texts: what they spell; a space in front is part of it.
        leave_out: those that cannot be added are left out, and told; else the first of them is an error.

    """

    texts: tuple[str, ...]
    leave_out: bool = False


@dataclass(frozen=True, slots=True)
class AddSpecial:
    """Add a special token.

    Attributes:
        text: what it stands for in a text.
        id: its id, None for the first one behind all others.

    """

    text: str
    id: int | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove tokens, special ones too.

    Attributes:
        ids: of the tokens.
        texts: of others; the special token of a text, or else the plain one.
        with_dependants: also all that is built from them.
        leaves_only: those that others are built from stay, and are told; else they are an error.
        why: how they were chosen, "" for one by one.

    """

    ids: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    with_dependants: bool = False
    leaves_only: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class RemoveBy:
    """Remove tokens by a rule; it becomes a `Remove` where it is done, and so does a card know it.

    Attributes:
        rule: one of `RULES`.
        value: name of a script, regular expression, or share of a residue.
        sources: for "unused" and "residue", texts that tokens are counted in.
        with_dependants: also all that is built from them; else those that others are built from stay.

    """

    rule: str
    value: str | float = ""
    sources: tuple[Source, ...] = ()
    with_dependants: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """Keep the first merges alone.

    Attributes:
        n_merges: how many.

    """

    n_merges: int


@dataclass(frozen=True, slots=True)
class Extend:
    """Add merges learned from texts; the rest stays as it is.

    Attributes:
        sources: of the texts; in a record, as `formats.training_record.source_plan` tells of them.
        n_merges: how many.

    """

    sources: tuple[Any, ...]
    n_merges: int


@dataclass(frozen=True, slots=True)
class MergeWith:
    """Add what another vocabulary has and this one lacks.

    Attributes:
        file: the other's.
        sha256: of the other's tokens, "" for whatever the file holds.

    """

    file: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Renumber:
    """Renumber all tokens, without gaps."""


Change = Add | AddSpecial | Remove | RemoveBy | Cut | Extend | MergeWith | Renumber
_KINDS: Mapping[str, type[Change]] = {
    "add": Add, "add_special": AddSpecial, "remove": Remove, "remove_by": RemoveBy, "cut": Cut,
    "extend": Extend, "merge": MergeWith, "renumber": Renumber,
}  # fmt: skip


def plain(change: Change) -> dict[str, Any]:
    """Return a change as JSON has it."""
    kind = next(name for name, known in _KINDS.items() if known is type(change))
    values = {name: getattr(change, name) for name in change.__dataclass_fields__}
    return {"change": kind} | {n: list(v) if isinstance(v, tuple) else v for n, v in values.items()}


def changes_of(entries: Iterable[Mapping[str, Any]]) -> list[Change]:
    """Return the changes that `plain` told of; raises EngineError "record_incomplete"."""
    try:
        return [_change(dict(entry)) for entry in entries]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise EngineError("record_incomplete", what=f"what belongs here: {error}") from error


def _change(entry: dict[str, Any]) -> Change:
    kind: Callable[..., Change] = _KINDS[entry.pop("change")]
    values = {name: tuple(each) if isinstance(each, list) else each for name, each in entry.items()}
    return kind(**values)
