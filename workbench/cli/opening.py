"""Opens the tokenizer that a verb is given."""

from __future__ import annotations

import argparse

from workbench import api
from workbench.cli.streams import held, tell


def open_named(arguments: argparse.Namespace, path: str) -> api.Opened:
    """Open a file as the flags say; where --pattern is not what the file says, that is told."""
    opened = api.open_file(held(path), anyway=arguments.anyway, pattern=arguments.pattern)
    for notice in opened.notices:
        if notice.code == "notice_pattern_given":
            tell(notice.message("command line"))
    return opened
