"""Flags as tables: a row a flag, which the parser of a verb takes whole."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


class Flag:
    """A flag: its names with a space between, its line of help, and the keyword arguments of argparse."""

    def __init__(self, names: str, line: str, **rest: Any) -> None:  # noqa: ANN401  # argparse says which
        self.names = names.split()
        self.line = line
        self.rest = rest


def add_flags(verb: argparse.ArgumentParser, title: str, flags: Sequence[Flag], options: type) -> None:
    """Add a group of flags; what sets a field of a class of options has its default."""
    group = verb.add_argument_group(title)
    defaults = {field.name: field.default for field in fields(options)}
    for flag in flags:
        added = group.add_argument(*flag.names, help=flag.line, **flag.rest)
        if "default" not in flag.rest:
            added.default = defaults.get(added.dest, added.default)


def values_of(arguments: argparse.Namespace, options: type) -> dict[str, Any]:
    """Return the values of the flags that set a field of a class of options, by name."""
    values = vars(arguments)
    return {field.name: values[field.name] for field in fields(options) if field.name in values}


def whole(text: str) -> int:
    """Return a whole number."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def share(text: str) -> float:
    """Return a share above 0, up to 1."""
    number = _number(text)
    if not 0 < number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share above 0, up to 1")
    return number


def fraction(text: str) -> float:
    """Return a share from 0 on, below 1."""
    number = _number(text)
    if not 0 <= number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to below 1")
    return number


def size(text: str) -> int:
    """Return the bytes of "4G", "500M", "1000000"."""
    match = re.fullmatch(r"(\d{1,18})([KMG]?)B?", text.upper())
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500M or 4G")
    return int(match[1]) * UNITS[match[2]]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return -1.0
