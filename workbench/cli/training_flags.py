"""The flags of the verb train that decide the training, its sources left out."""

from __future__ import annotations

import argparse
import re

from workbench import api

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


def add_training_flags(verb: argparse.ArgumentParser) -> None:
    """Add the flags; their defaults are those of `api.Options`."""
    verb.add_argument(
        "--preset",
        choices=list(api.PRESETS),
        default="gpt4",
        help="tokenizer whose split and merging to use (default: gpt4)",
    )
    verb.add_argument(
        "--vocab-size",
        type=whole,
        default=4096,
        metavar="N",
        help="number of tokens: bytes and merges (clip: bytes twice; llama2: its characters and three more)",
    )
    verb.add_argument(
        "--pattern",
        metavar="NAME|REGEX",
        help="split pattern to use instead of the preset's; with --extend, for a file that stores none",
    )
    verb.add_argument(
        "--special",
        action="append",
        default=[],
        metavar="TEXT[=ID]",
        type=_special,
        help="add a special token, with an id or the next free one; repeatable",
    )
    verb.add_argument(
        "--tie",
        choices=api.TIE_RULES,
        help="which of equally frequent pairs is merged first (default: smallest; llama2: sentencepiece)",
    )
    verb.add_argument(
        "--min-count", type=whole, default=1, metavar="N", help=("do not merge pairs that are rarer")
    )
    verb.add_argument(
        "--max-token-bytes",
        "--max-token-length",
        dest="max_token_length",
        type=whole,
        metavar="N",
        help="longest token, in bytes (llama2: in characters, default 16)",
    )
    verb.add_argument(
        "--min-gain",
        type=_part,
        default=0.0,
        metavar="SHARE",
        help="stop when a merge saves a smaller share of all tokens, such as 0.00001",
    )
    verb.add_argument(
        "--character-coverage",
        type=share,
        default=0.99995,
        metavar="SHARE",
        help="llama2: share of characters that get tokens, 0 to 1; the rest is encoded as bytes",
    )
    verb.add_argument(
        "--keep-digits-together", action="store_true", help="llama2: allow tokens with several digits"
    )
    verb.add_argument(
        "--remove-extra-whitespaces",
        action="store_true",
        help=(
            "llama2: reduce runs of spaces to one, and remove those at both ends, as llama2.c's "
            "tinystories.py does"
        ),
    )
    verb.add_argument(
        "--extend",
        nargs=2,
        metavar=("FILE", "N"),
        help="extend a tokenizer by N merges, with its own normalizer, split, vocabulary and special "
        "tokens, and its tie rule and longest token unless you give others",
    )
    verb.add_argument(
        "--move-special",
        action="store_true",
        help="with --extend: move special tokens behind the new merges if ids must have no gaps",
    )
    _add_running_flags(verb)


def _add_running_flags(verb: argparse.ArgumentParser) -> None:
    """Add what decides how the training goes on, not what comes of it."""
    verb.add_argument("--checkpoint", metavar="DIR", help="folder for checkpoints (default: FILE.checkpoint)")
    verb.add_argument(
        "--resume", action="store_true", help=("resume the interrupted training from its checkpoint")
    )
    verb.add_argument(
        "--memory-limit",
        type=_size,
        default=0,
        metavar="SIZE",
        help="memory for distinct pieces, such as 4G (default: 40 %% of the memory)",
    )
    verb.add_argument(
        "--when-full",
        choices=("stop", "drop"),
        default="stop",
        help="at that limit: stop, or drop the rarest pieces and report how many",
    )
    verb.add_argument(
        "--repeat",
        metavar="CARD",
        help="repeat the training recorded in a FILE.card.json, with the same sources and result",
    )
    verb.add_argument(
        "--estimate", action="store_true", help=("only estimate the memory, time and reachable vocabulary")
    )


def whole(text: str) -> int:
    """Return a whole number."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def share(text: str) -> float:
    """Return a share above 0, up to 1."""
    found = _number(text)
    if not 0 < found <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share above 0, up to 1")
    return found


def _part(text: str) -> float:
    found = _number(text)
    if not 0 <= found < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to below 1")
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
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500M or 4G")
    return int(found[1]) * UNITS[found[2]]


def _special(text: str) -> tuple[str, int | None]:
    """Return (text, id) of TEXT=ID, or (TEXT, None): the next id after the vocabulary."""
    name, separator, number = text.rpartition("=")
    if separator and name and number.isdecimal():
        return name, int(number)
    if not text:
        raise argparse.ArgumentTypeError("a special token needs a text")
    return text, None
