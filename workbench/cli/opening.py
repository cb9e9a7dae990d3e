"""Opens the tokenizer that a verb is given."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from workbench import api
from workbench.cli.streams import held, tell
from workbench.formats.format import Notice


def open_named(arguments: argparse.Namespace, path: str) -> api.Opened:
    """Open a file as the flags say; what may give other ids than its publisher's is told."""
    opened = api.open_file(held(path), anyway=arguments.anyway, pattern=arguments.pattern)
    tell_doubts(path, opened.notices)
    return opened


def tell_doubts(path: str, notices: Iterable[Notice]) -> None:
    """Tell what of a file's notices says that it may not be what was published."""
    for notice in notices:
        if notice.is_doubt:
            tell(f"{path}: {notice.message('command line')}")
