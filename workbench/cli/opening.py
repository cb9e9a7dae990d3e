"""Opens the tokenizer that a verb is given."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from workbench.api.files import Opened, open_file
from workbench.cli.streams import held, tell
from workbench.formats.format import Notice


def open_named(arguments: argparse.Namespace, path: str) -> Opened:
    """Open a file as the flags say, and report what may change its ids."""
    opened = open_file(held(path), anyway=arguments.anyway, pattern=arguments.pattern)
    tell_doubts(path, opened.notices)
    return opened


def tell_doubts(path: str, notices: Iterable[Notice]) -> None:
    """Report the notices that a file may not be the published one."""
    tell_notices(path, (notice for notice in notices if notice.is_doubt))


def tell_notices(path: str, notices: Iterable[Notice]) -> None:
    """Report notices of a file."""
    for notice in notices:
        tell(f"{path}: {notice.message('command line')}")
