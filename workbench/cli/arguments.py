"""Parses the command line."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING

from workbench.cli.verbs import VERBS
from workbench.display.escapes import for_terminal
from workbench.version import __version__

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class _Parser(argparse.ArgumentParser):
    """Prints usage errors by `streams.tell`, since they quote what was typed."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        super()._print_message(for_terminal(message), file)


def parser(wanted: Collection[str] = VERBS) -> argparse.ArgumentParser:
    """Return the parser; its result has the verb's function as `verb`.

    Only verbs that are `wanted` are imported and get their arguments; the others are listed.
    """
    top = _Parser(
        prog="workbench",
        description="Without a verb, opens the window.",
        epilog="workbench [--new-window] FILE... opens files in the open window, or in a new one.",
    )
    top.add_argument("--version", action="version", version=f"workbench {__version__}")
    verbs = top.add_subparsers(metavar="VERB", required=True)
    for name, line in VERBS.items():
        verb = verbs.add_parser(name, help=line)
        if name in wanted:
            module = import_module(f"workbench.cli.{name.replace('-', '_')}")
            verb.set_defaults(verb=module.run, usage_error=verb.error)
            module.add_arguments(verb)
    return top
