"""A few lines of code: how a format's library uses the file that was written, with its real ids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.engine.encoding.tokenizer import Tokenizer

EXAMPLE = "Hello, world"
_COLUMN = 40  # where the remarks begin
_WIDEST = 60  # columns of a line that is seen whole in the dialog


@dataclass(frozen=True, slots=True)
class Snippet:
    """Lines of code.

    Attributes:
        title: the language and the library, as "Python: tokenizers".
        code: the lines.

    """

    title: str
    code: str


@dataclass(frozen=True, slots=True)
class SnippetFacts:
    """What a snippet says of a tokenizer: the file's name, its ids for `EXAMPLE`, and what they decode to."""

    tokenizer: Tokenizer
    file: str
    ids: str
    text: str


# What a format says of its library: the title, and the lines.
OwnSnippet = tuple[str, Callable[[SnippetFacts], str]]


def snippets(tokenizer: Tokenizer, own: OwnSnippet | None, file: str) -> tuple[Snippet, ...]:
    """Return the snippets for a file that holds the tokenizer, that of the format's own library first."""
    ids = tokenizer.encode_ordinary(EXAMPLE)
    facts = SnippetFacts(tokenizer, file, repr(ids), repr(tokenizer.decode(ids)))
    result = []
    if own is not None:
        title, make = own
        result.append(Snippet(title, _aligned(make(facts))))
    result.append(Snippet("Python: workbench", _aligned(_workbench(facts))))
    return tuple(result)


def _aligned(code: str) -> str:
    """Set the remarks of lines that have one below each other; below these lines where one is too long."""
    lines = [line.split("  # ", 1) for line in code.splitlines()]
    width = max((len(line[0]) for line in lines if len(line) > 1), default=0)
    width = max(width, min(width, _COLUMN))
    if any(width + len(line[1]) + 4 > _WIDEST for line in lines if len(line) > 1):
        return "\n".join("\n# ".join(line) for line in lines)
    return "\n".join(f"{line[0]:<{width}}  # {line[1]}" if len(line) > 1 else line[0] for line in lines)


def _workbench(facts: SnippetFacts) -> str:
    return f"""\
import workbench

tok = workbench.open_tokenizer({facts.file!r})
ids = tok.encode({EXAMPLE!r})  # {facts.ids}
tok.decode(ids)  # {facts.text}"""
