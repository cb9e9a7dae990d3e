"""The flags of the verb adapt that say what is changed; each is kept with its place among them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any


def add_adapt_flags(verb: argparse.ArgumentParser) -> None:
    """Add the flags."""
    verb.set_defaults(changes=[])
    _flag(verb, "--add", "TEXT", "add a token and the merges that it needs")
    _flag(verb, "--add-list", "FILE", "add a token for each line of a file, as it is, spaces too")
    verb.add_argument(
        "--leave-out", action="store_true", help="leave out and name what cannot be added, instead of failing"
    )
    _flag(verb, "--add-special", "TEXT[=ID]", "add a special token, with an id or the next free one")
    _flag(verb, "--remove", "TEXT", "remove a token")
    _flag(verb, "--remove-ids", "ID,…", "remove tokens by id; also from-to")
    _flag(verb, "--remove-unused", "SOURCE", "remove the tokens that do not occur in a file or folder")
    _flag(
        verb, "--remove-residues", ("SHARE", "SOURCE"),
        "remove the tokens that stay in less than this share of the cases in which a text makes them",
    )  # fmt: skip
    _flag(verb, "--remove-script", "NAME", "remove the tokens with a character of a script, such as Cyrillic")
    _flag(verb, "--remove-pattern", "REGEX", "remove the tokens that a regular expression matches")
    verb.add_argument(
        "--with-dependants", action="store_true",
        help="remove also what is built from the tokens; without it these have to be named too, and those "
             "that a rule chooses stay if others are built from them",
    )  # fmt: skip
    _flag(verb, "--cut", "K", "keep the first K merges")
    _flag(verb, "--extend", ("SOURCE", "N"), "add N merges learned from a file or folder")
    _flag(verb, "--merge", "OTHER", "add the tokens of another tokenizer that are missing")
    _flag(verb, "--renumber", None, "number all tokens again, without gaps")
    verb.add_argument("--repeat", metavar="CARD", help="do the changes that a card tells of, and no others")
    verb.add_argument(
        "--move-special",
        action="store_true",
        help="move special tokens after new merges if ids must have no gaps",
    )
    verb.add_argument(
        "--text", nargs="+", action="extend", default=[], metavar="SOURCE",
        help="show the effect on files and folders, and prove the written file on them",
    )  # fmt: skip


class _Change(argparse.Action):
    """Appends the flag and its values to the changes."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        texts = [values] if isinstance(values, str) else list(values or ())
        namespace.changes = [*namespace.changes, (option_string, texts)]


def _flag(
    verb: argparse.ArgumentParser, name: str, values: str | tuple[str, str] | None, help_text: str
) -> None:
    n_values = 0 if values is None else 2 if isinstance(values, tuple) else None
    verb.add_argument(name, action=_Change, nargs=n_values, metavar=values, help=help_text)
