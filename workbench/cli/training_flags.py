"""The flags of the verb train that decide the training, its sources left out."""

from __future__ import annotations

import argparse

from workbench import api
from workbench.cli.flags import Flag, add_flags, fraction, share, size, whole
from workbench.cli.role_flags import role_flags
from workbench.engine.splitting.numbers import NUMBERS
from workbench.engine.training.presets import DEFAULT_PRESET


def _special(text: str) -> tuple[str, int | None]:
    """Return (text, id) of TEXT=ID, or (TEXT, None): the next id after the vocabulary."""
    name, separator, number = text.rpartition("=")
    if separator and name and number.isdecimal():
        return name, int(number)
    if not text:
        raise argparse.ArgumentTypeError("a special token needs a text")
    return text, None


FLAGS = {
    "vocabulary": (
        Flag(
            "--preset",
            f"tokenizer whose split and merging to use (default: {DEFAULT_PRESET})",
            choices=list(api.PRESETS),
        ),
        Flag(
            "--vocab-size",
            "number of tokens: bytes and merges (clip: bytes twice; llama2: its characters and three more)",
            type=whole,
            metavar="N",
        ),
        Flag(
            "--pattern",
            "split pattern to use instead of the preset's; with --extend, for a file that stores none",
            metavar="NAME|REGEX",
        ),
        Flag(
            "--numbers",
            "cut numbers into single digits, threes from the left or the right, or not at all "
            "(default: as the pattern)",
            choices=NUMBERS,
        ),
        Flag(
            "--special",
            "add a special token, with an id or the next free one; repeatable",
            action="append",
            default=[],
            metavar="TEXT[=ID]",
            type=_special,
        ),
        Flag(
            "--tie",
            "which of equally frequent pairs is merged first (default: smallest; llama2: sentencepiece)",
            choices=api.TIE_RULES,
        ),
        Flag("--min-count", "do not merge pairs that are rarer", type=whole, metavar="N"),
        Flag(
            "--max-token-bytes --max-token-length",
            "longest token, in bytes (llama2: in characters, default 16)",
            dest="max_token_length",
            type=whole,
            metavar="N",
        ),
        Flag(
            "--min-gain",
            "stop when a merge saves a smaller share of all tokens, such as 0.00001",
            type=fraction,
            metavar="SHARE",
        ),
    ),
    "roles": role_flags("a special token, added if need be,"),
    "tokens": (  # each with escapes, as the window shows them
        Flag(
            "--seed-token",
            "make this token before all others, with the parts that it needs; repeatable",
            action="append",
            default=[],
            metavar="TOKEN",
        ),
        Flag(
            "--seed-token-list",
            "make a token of every line of a file",
            action="append",
            default=[],
            metavar="FILE",
        ),
        Flag(
            "--whole-characters",
            "make no token that joins a part of a character with others",
            action="store_true",
        ),
        Flag(
            "--forbid",
            "never make this token, with escapes such as \\n and \\xE4; repeatable",
            action="append",
            default=[],
            metavar="TOKEN",
        ),
        Flag("--forbid-list", "forbid every line of a file", action="append", default=[], metavar="FILE"),
        Flag(
            "--forbid-pattern",
            "never make a token in which this regular expression matches",
            dest="forbidden_pattern",
            metavar="REGEX",
        ),
    ),
    "llama2 preset": (
        Flag(
            "--character-coverage",
            "share of characters that get tokens, 0 to 1; the rest is encoded as bytes",
            type=share,
            metavar="SHARE",
        ),
        Flag(
            "--keep-digits-together",
            "allow tokens with several digits",
            action="store_false",
            dest="split_digits",
        ),
        Flag(
            "--remove-extra-whitespaces",
            "reduce runs of spaces to one, and remove those at both ends, as llama2.c's tinystories.py does",
            action="store_true",
        ),
    ),
    "extending a tokenizer": (
        Flag(
            "--extend",
            "extend a tokenizer by N merges, with its own normalizer, split, vocabulary and special tokens, "
            "and its tie rule and longest token unless you give others",
            nargs=2,
            metavar=("FILE", "N"),
        ),
        Flag(
            "--move-special",
            "with --extend: move special tokens after the new merges if ids must have no gaps",
            action="store_true",
        ),
    ),
    "run": (  # how the training goes on, not what comes of it
        Flag("--checkpoint", "folder for checkpoints (default: FILE.checkpoint)", metavar="DIR"),
        Flag("--resume", "resume the interrupted training from its checkpoint", action="store_true"),
        Flag(
            "--memory-limit",
            "memory for distinct pieces, such as 4G (default: 40 %% of the memory)",
            type=size,
            metavar="SIZE",
        ),
        Flag(
            "--when-full",
            "at that limit: stop, or drop the rarest pieces and report how many",
            choices=("stop", "drop"),
        ),
        Flag(
            "--repeat",
            "repeat the training recorded in a FILE.card.json, with the same sources and result",
            metavar="CARD",
        ),
        Flag(
            "--error-bars",
            "train 20 times more, each time without a twentieth of the text, and note in the card which "
            "tokens remain",
            action="store_true",
        ),
        Flag("--estimate", "only estimate the memory, time and reachable vocabulary", action="store_true"),
    ),
}


def add_training_flags(verb: argparse.ArgumentParser) -> None:
    """Add the flags; their defaults are those of `api.Options`."""
    for title, flags in FLAGS.items():
        add_flags(verb, title, flags, api.Options)
