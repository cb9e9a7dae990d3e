"""The starting points of the lab: published patterns, and the user's own."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

MOST_OWN = 100
MOST_CHARACTERS = 10_000  # longer patterns are refused anyway


def _tr(text: str) -> str:
    return QCoreApplication.translate("RegexLab", text)


@dataclass(frozen=True, slots=True)
class Entry:
    """A pattern in the list.

    Attributes:
        key: of a published one its name, of the user's own something unique.
        title, detail: its name, and the text next to the title.
        pattern: the regular expression.
        description: what is said below the title, where that is not the pattern.
        base: the pattern that a user's own began as; None for a published one.

    """

    key: str
    title: str
    detail: str
    pattern: str
    description: str = ""
    base: str | None = None

    @property
    def own(self) -> bool:
        """Whether it is the user's."""
        return self.base is not None

    @property
    def edited(self) -> bool:
        """Whether it is no longer what it began as."""
        return self.base is not None and self.base != self.pattern


def published(patterns: Mapping[str, str]) -> list[Entry]:
    """Return the published patterns, by name as in `splitting.split_patterns`."""
    whole = Entry("none", _tr("No split"), _tr("Basic"), r"[\s\S]+", _tr("one piece per document"))
    known = (
        Entry("gpt2", "GPT-2", "r50k", ""),
        Entry("cl100k", "GPT-4", "cl100k", ""),
        Entry("o200k", "GPT-4o", "o200k", ""),
        Entry("llama3", "Llama 3", "", ""),
        Entry("qwen2", "Qwen 2", "", ""),
        Entry("clip", "CLIP", _tr("cleaned text"), ""),
        Entry("spaces", "Llama 2", _tr("SentencePiece: no pattern"), "", _tr("splits only at spaces")),
    )
    return [whole] + [replace(each, pattern=patterns[each.key]) for each in known if each.key in patterns]


def new_own(title: str, pattern: str, base: str) -> Entry:
    """Return a pattern of the user's own."""
    return Entry(uuid.uuid4().hex[:12], title, "", pattern, base=base)


def free_title(wish: str, entries: Iterable[Entry]) -> str:
    """Return a title that no entry has: the one wished for, or that with a number."""
    taken = {entry.title for entry in entries}
    number, title = 2, wish
    while title in taken:
        title, number = f"{wish} {number}", number + 1
    return title


def plain(entries: Sequence[Entry]) -> list[dict[str, str]]:
    """Return the user's own as JSON holds them."""
    return [
        {"key": each.key, "title": each.title, "pattern": each.pattern, "base": each.base}
        for each in entries
        if each.base is not None
    ]


def from_plain(value: object) -> list[Entry]:
    """Return the user's own out of JSON; what does not fit is left out."""
    entries = list[Entry]()
    kept = [each for each in value[:MOST_OWN] if isinstance(each, dict)] if isinstance(value, list) else []
    for each in kept:
        fields = [each.get(name) for name in ("key", "title", "pattern", "base")]
        texts = [text for text in fields if isinstance(text, str) and len(text) <= MOST_CHARACTERS]
        if len(texts) == 4 and texts[0] not in {entry.key for entry in entries}:
            entries.append(Entry(texts[0], texts[1], "", texts[2], base=texts[3]))
    return entries
