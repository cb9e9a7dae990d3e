"""The flags of the verb train that decide the training, its sources left out."""

from __future__ import annotations

import argparse
import re

from workbench import api

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


def add_training_flags(verb: argparse.ArgumentParser) -> None:
    """Add the flags; their defaults are those of `api.Options`."""
    verb.add_argument("--preset", choices=list(api.PRESETS), default="gpt4")
    verb.add_argument(
        "--vocab-size",
        type=whole,
        default=4096,
        metavar="N",
        help="bytes and merges together (clip: bytes twice; llama2: with its characters and three more)",
    )
    verb.add_argument(
        "--pattern",
        metavar="NAME|REGEX",
        help="a split pattern, in place of the preset's; with --extend for a file that names none",
    )
    verb.add_argument("--special", action="append", default=[], metavar="TEXT=ID", type=_special)
    verb.add_argument(
        "--tie",
        choices=api.TIE_RULES,
        help="which of equal pairs is merged: sentencepiece for llama2, else smallest",
    )
    verb.add_argument("--min-count", type=whole, default=1, metavar="N", help="merge no pair that is rarer")
    verb.add_argument(
        "--max-token-bytes",
        "--max-token-length",
        dest="max_token_length",
        type=whole,
        metavar="N",
        help="make no longer token; for llama2 in characters, there 16",
    )
    verb.add_argument(
        "--min-gain",
        type=_part,
        default=0.0,
        metavar="SHARE",
        help="stop where a merge saves a smaller share of all tokens, such as 0.00001",
    )
    verb.add_argument(
        "--character-coverage",
        type=share,
        default=0.99995,
        metavar="SHARE",
        help="llama2: the share of all characters that get tokens, 0 to 1; bytes stand for the rest",
    )
    verb.add_argument(
        "--keep-digits-together", action="store_true", help="llama2: let tokens hold several digits"
    )
    verb.add_argument(
        "--remove-extra-whitespaces",
        action="store_true",
        help="llama2: runs of spaces become one, those at both ends none, as in llama2.c's tinystories.py",
    )
    verb.add_argument(
        "--extend",
        nargs=2,
        metavar=("FILE", "N"),
        help="go on with a tokenizer: N merges more, with its normalizer, split, vocabulary and special "
        "tokens, and by its tie rule and longest token unless they are given",
    )
    verb.add_argument(
        "--move-special",
        action="store_true",
        help="with --extend: give the ids of special tokens to merges where those may have no gaps",
    )
    _add_running_flags(verb)


def _add_running_flags(verb: argparse.ArgumentParser) -> None:
    """Add what decides how the training goes on, not what comes of it."""
    verb.add_argument(
        "--checkpoint", metavar="DIR", help="where it is written down; FILE.checkpoint if not given"
    )
    verb.add_argument("--resume", action="store_true", help="take up the training that was interrupted there")
    verb.add_argument(
        "--memory-limit",
        type=_size,
        default=0,
        metavar="SIZE",
        help="of the table of distinct pieces, such as 4G; 40 %% of the memory if not given",
    )
    verb.add_argument(
        "--when-full",
        choices=("stop", "drop"),
        default="stop",
        help="past that limit: stop, or drop the rarest pieces, which are counted",
    )
    verb.add_argument(
        "--repeat",
        metavar="CARD",
        help="do again what a FILE.card.json tells of, sources and all; the same file comes of it",
    )
    verb.add_argument("--estimate", action="store_true", help="only tell what it would take and could reach")


def whole(text: str) -> int:
    """Return a whole number."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def share(text: str) -> float:
    """Return a share above 0, up to 1."""
    found = _number(text)
    if not 0 < found <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share above 0, up to 1")
    return found


def _part(text: str) -> float:
    found = _number(text)
    if not 0 <= found < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share from 0 to below 1")
    return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return -1.0


def _size(text: str) -> int:
    """Return the bytes of "4G", "500M", "1000000"."""
    found = re.fullmatch(r"(\d{1,18})([KMG]?)B?", text.upper())
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size, such as 500M or 4G")
    return int(found[1]) * UNITS[found[2]]


def _special(text: str) -> tuple[str, int | None]:
    """Return (text, id) of TEXT=ID, or (TEXT, None): the next id after the vocabulary."""
    name, separator, number = text.rpartition("=")
    if separator and name and number.isdecimal():
        return name, int(number)
    if not text:
        raise argparse.ArgumentTypeError("a special token needs a text")
    return text, None
