"""Sentences with facts in them: the English templates of errors and notices, filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from types import MappingProxyType

# What the templates say behind a number: "{size} bytes are", "{count} special tokens have".
_COUNTED = re.compile(
    r"^( (?:special |added |equal |ordinary |unpacked |unused |user-defined )?)"
    r"(byte|cell|character|digit|document|entrie|file|key|line|member|merge|piece|token)s((?: of text)?)"
    r"( are| belong| come| give| have| keep| take| were)?\b"
)
_OF_ONE = MappingProxyType({" are": " is", " have": " has", " were": " was", "": ""})


def filled(
    template: str,
    facts: Mapping[str, str | int | float],
    shown: Mapping[str, str | int | float] | None = None,
) -> str:
    """Fill an English template with its facts; after the number 1 it uses the singular.

    `shown` has facts that are written in another form. Raises KeyError, IndexError or ValueError if a fact is
    missing or the template is invalid.
    """
    said: list[str] = []
    is_one = False
    formatter = Formatter()
    for literal, name, spec, conversion in formatter.parse(template):
        said.append(_COUNTED.sub(_singular, literal) if is_one else literal)
        if name is None:
            continue
        is_one = type(facts[name]) is int and facts[name] == 1
        if is_one and said[-1].endswith("there are "):
            said[-1] = said[-1].removesuffix("are ") + "is "
        value = formatter.convert_field((shown or facts)[name], conversion)
        said.append(format(value, spec or ""))
    return "".join(said)


def capitalized(text: str) -> str:
    """Return a text with its first letter in upper case, the others as they are."""
    return text[:1].upper() + text[1:]


def _singular(match: re.Match[str]) -> str:
    noun, verb = match[2].replace("entrie", "entry"), match[4] or ""
    return match[1] + noun + match[3] + _OF_ONE.get(verb, f"{verb}s")
