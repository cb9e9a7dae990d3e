"""Opens the tokenizer that a verb is given."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from workbench.api.files import Opened, open_file, tokenizer_path
from workbench.cli.streams import held, tell
from workbench.formats.format import Notice


def tokenizer_file(name: str) -> str:
    """Return the path of a tokenizer that an argument names: a file, a pipe, or what was fetched.

    Raises EngineError.
    """
    return held(tokenizer_path(name))


def open_named(arguments: argparse.Namespace, name: str) -> Opened:
    """Open a tokenizer as the flags say, and report what may change its ids; raises EngineError."""
    pattern = getattr(arguments, "pattern", None)  # decode has no such flag
    opened = open_file(tokenizer_file(name), anyway=arguments.anyway, pattern=pattern)
    tell_doubts(name, opened.notices)
    return opened


def tell_doubts(path: str, notices: Iterable[Notice]) -> None:
    """Report the notices that a file may not be the published one."""
    tell_notices(path, (notice for notice in notices if notice.is_doubt))


def tell_notices(path: str, notices: Iterable[Notice]) -> None:
    """Report notices of a file."""
    for notice in notices:
        tell(f"{path}: {notice.message('command line')}")
