"""The flags of verbs that open or write a tokenizer."""

from __future__ import annotations

import argparse

NAMED = "file, or name of a fetched vocabulary: r50k_base, hf:owner/name"
LARGE = "open a tokenizer of any size, using up to half of the memory"
OTHER_IDS = "write the file even if its own library gives other ids, and show which"


def add_tokenizer(verb: argparse.ArgumentParser) -> None:
    """Add the tokenizer's file, and `--anyway`."""
    verb.add_argument("--tokenizer", required=True, metavar="FILE", help=NAMED)
    add_anyway(verb)


def add_pattern(verb: argparse.ArgumentParser) -> None:
    """Add the split pattern of a file."""
    verb.add_argument(
        "--pattern",
        metavar="NAME|REGEX",
        help=('split pattern to use instead of the file\'s; "none" for no split'),
    )


def add_overwrite(verb: argparse.ArgumentParser) -> None:
    """Add the permission to replace what is not the tokenizer's."""
    verb.add_argument(
        "--overwrite",
        action="store_true",
        help=("also replace files next to it that belong to something else"),
    )


def add_anyway(verb: argparse.ArgumentParser, what: str = LARGE) -> None:
    """Add the permission to do what is refused, described by `what`."""
    verb.add_argument("--anyway", action="store_true", help=what)
