"""The changes of a vocabulary as plain data: a draft is a list of them, and a card stores them.

`plain` and `changes_of` convert changes to JSON and back. Rules that select tokens by a text (`selecting`)
are resolved first: a stored change has the ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.sources import Source

SAMPLE_TOKENIZER = "sample:"  # instead of a file
RULES = ("unused", "residue", "script", "pattern")


@dataclass(frozen=True, slots=True)
class Add:
    """Add plain tokens, and the merges that they need.

    Attributes:
        texts: of the tokens; a leading space is part of a token.
        leave_out: report tokens that cannot be added, instead of failing at the first.

    """

    texts: tuple[str, ...]
    leave_out: bool = False


@dataclass(frozen=True, slots=True)
class AddSpecial:
    """Add a special token.

    Attributes:
        text: its text.
        id: its id, None for the first id after all others.

    """

    text: str
    id: int | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove tokens, special ones too.

    Attributes:
        ids: of the tokens.
        texts: of further tokens; a special token of this text before a plain one.
        with_dependants: also remove all tokens built from them.
        leaves_only: keep and report tokens that others are built from; else they are an error.
        why: the rule that selected them, "" if they were chosen one by one.

    """

    ids: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    with_dependants: bool = False
    leaves_only: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class RemoveBy:
    """Remove tokens by a rule; applying it gives a `Remove`, which is what a card stores.

    Attributes:
        rule: one of `RULES`.
        value: name of a script, regular expression, or share of a residue.
        sources: for "unused" and "residue", the texts in which tokens are counted.
        with_dependants: also remove all tokens built from them; else keep tokens that others are built from.

    """

    rule: str
    value: str | float = ""
    sources: tuple[Source, ...] = ()
    with_dependants: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """Keep only the first merges.

    Attributes:
        n_merges: how many.

    """

    n_merges: int


@dataclass(frozen=True, slots=True)
class Extend:
    """Add merges learned from texts; all other tokens stay.

    Attributes:
        sources: of the texts; in a record, the output of `formats.training_record.source_plan`.
        n_merges: how many.

    """

    sources: tuple[Any, ...]
    n_merges: int


@dataclass(frozen=True, slots=True)
class MergeWith:
    """Add the tokens that only another vocabulary has.

    Attributes:
        file: of the other vocabulary, or `SAMPLE_TOKENIZER`.
        sha256: of the other's tokens, "" to accept any content.
        name: of an unsaved tokenizer, whose `file` is the folder in which it is kept; "" for a file.

    """

    file: str
    sha256: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Renumber:
    """Renumber all tokens, without gaps."""


@dataclass(frozen=True, slots=True)
class SetRoles:
    """Give special tokens roles, and the tokenizer a chat template; the vocabulary stays as it is.

    Attributes:
        roles: as "eos=<|endoftext|>"; without a text ("eos=") the role goes. Others stay as they are.
        add_bos, add_eos: whether the token of this role is put around each text by default; None as it was.
        chat_template: "chatml", "plain" or the text of a Jinja template; "" for none, None as it was.

    """

    roles: tuple[str, ...] = ()
    add_bos: bool | None = None
    add_eos: bool | None = None
    chat_template: str | None = None

    def __post_init__(self) -> None:
        """Raise TypeError for what is no text, which a card may have, EngineError "role_twice"."""
        if not all(isinstance(role, str) for role in self.roles):
            raise TypeError("a role is a text such as eos=<|endoftext|>")
        if not isinstance(self.chat_template, str | None):
            raise TypeError("a chat template is a text")
        named = self.named
        for role, _, text in (each.partition("=") for each in self.roles):
            if text != named[role]:
                raise EngineError("role_twice", role=role, first=text, second=named[role])

    @property
    def named(self) -> dict[str, str]:
        """Role -> text, "" for one that goes."""
        return {role: text for role, _, text in (each.partition("=") for each in self.roles)}


Change = Add | AddSpecial | SetRoles | Remove | RemoveBy | Cut | Extend | MergeWith | Renumber
_KINDS: Mapping[str, type[Change]] = {
    "add": Add, "add_special": AddSpecial, "roles": SetRoles, "remove": Remove, "remove_by": RemoveBy,
    "cut": Cut, "extend": Extend, "merge": MergeWith, "renumber": Renumber,
}  # fmt: skip


def plain(change: Change) -> dict[str, Any]:
    """Return a change as JSON values."""
    kind = next(name for name, known in _KINDS.items() if known is type(change))
    values = {name: getattr(change, name) for name in change.__dataclass_fields__}
    return {"change": kind} | {n: list(v) if isinstance(v, tuple) else v for n, v in values.items()}


def changes_of(entries: Iterable[Mapping[str, Any]]) -> list[Change]:
    """Return the changes from the output of `plain`; raises EngineError "record_incomplete"."""
    try:
        return [_change(dict(entry)) for entry in entries]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise EngineError("record_incomplete", what=f"what belongs here: {error}") from error


def _change(entry: dict[str, Any]) -> Change:
    kind: Callable[..., Change] = _KINDS[entry.pop("change")]
    values = {name: tuple(each) if isinstance(each, list) else each for name, each in entry.items()}
    return kind(**values)
