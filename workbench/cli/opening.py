"""Opens the tokenizer that a verb is given."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from workbench import api
from workbench.cli.streams import held, tell
from workbench.formats.format import Notice

# `inspect` tells all; these say that the file, or what stands beside it, is likely not what was published.
_TOLD = {
    "notice_card_other_file", "notice_card_unreadable", "notice_gpt2_unmade", "notice_hf_refused",
    "notice_merges_no_end", "notice_no_end_of_line", "notice_pattern_given", "notice_vocab_longer",
}  # fmt: skip


def open_named(arguments: argparse.Namespace, path: str) -> api.Opened:
    """Open a file as the flags say; what may give other ids than its publisher's is told."""
    opened = api.open_file(held(path), anyway=arguments.anyway, pattern=arguments.pattern)
    tell_doubts(path, opened.notices)
    return opened


def tell_doubts(path: str, notices: Iterable[Notice]) -> None:
    """Tell what of a file's notices says that it may not be what was published."""
    for notice in notices:
        if notice.code in _TOLD:
            tell(f"{path}: {notice.message('command line')}")
