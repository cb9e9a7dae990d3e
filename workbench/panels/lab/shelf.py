"""The list of patterns: published ones, and the user's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from workbench.panels.lab import entries
from workbench.panels.lab.entries import Entry


class Shelf:
    """Holds the entries.

    Attributes:
        published: those of others, in order.
        own: the user's, the oldest first.

    """

    def __init__(self) -> None:
        self.published = entries.published({})
        self.own: list[Entry] = []

    def __iter__(self) -> Iterator[Entry]:
        yield from self.published
        yield from self.own

    def set_published(self, patterns: Mapping[str, str]) -> None:
        """Take the published patterns, by name."""
        self.published = entries.published(patterns)

    def find(self, key: str) -> Entry:
        """Return an entry, the first one if there is none of that key."""
        return next((each for each in self if each.key == key), self.published[0])

    def with_pattern(self, pattern: str) -> Entry | None:
        """Return the first entry that is this pattern."""
        return next((each for each in self if each.pattern == pattern), None)

    def add(self, title: str, pattern: str, base: str, key: str = "") -> Entry:
        """Put a pattern among the user's own, under a title that no other has."""
        entry = entries.new_own(entries.free_title(title, self), pattern, base)
        entry = replace(entry, key=key or entry.key)
        self.own.append(entry)
        return entry

    def set_pattern(self, key: str, pattern: str) -> None:
        """Change one of the user's own."""
        self.own = [replace(each, pattern=pattern) if each.key == key else each for each in self.own]

    def rename(self, key: str, title: str) -> None:
        """Give one of the user's own another title."""
        self.own = [replace(each, title=title) if each.key == key else each for each in self.own]

    def remove(self, key: str) -> None:
        """Take one of the user's own away."""
        self.own = [each for each in self.own if each.key != key]
