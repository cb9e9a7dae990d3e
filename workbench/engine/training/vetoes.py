"""Vetoes: which tokens a training must not make.

The trainer asks about a pair only just before merging it. A refused pair is skipped, and the next one is
merged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from workbench.engine.base.utf8 import keeps_characters


class Vetoes:
    """Decides which pairs are skipped, by the bytes of the tokens that they would make.

    Attributes:
        refused: the vetoed tokens that came up, with the counts of their pairs then.
        n_broken: number of skipped tokens that would join a part of a character with others.

    """

    def __init__(
        self,
        tokens: Sequence[bytes],
        never: Collection[bytes] = (),
        matches: Callable[[bytes], bool] | None = None,
        whole_characters: bool = False,
    ) -> None:
        """Take the bytes of the tokens before the first merge, and the rules.

        Args:
            tokens: by symbol (bytes, or other units and tokens).
            never: tokens that are not made.
            matches: whether another token is refused; None for none.
            whole_characters: refuse tokens that are neither whole characters nor bytes inside one.

        """
        self._tokens = list(tokens)
        self._never = frozenset(never)
        self._matches = matches
        self._whole_characters = whole_characters
        self._broken: set[bytes] = set()
        self.refused: dict[bytes, int] = {}

    @property
    def n_broken(self) -> int:
        """The number of skipped tokens that would break a character."""
        return len(self._broken)

    def take(self, left: int, right: int) -> None:
        """Record that two symbols have become the next one."""
        self._tokens.append(self._tokens[left] + self._tokens[right])

    def refuses(self, left: int, right: int, count: int) -> bool:
        """Return whether two symbols, adjacent `count` times, must not become a token."""
        token = self._tokens[left] + self._tokens[right]
        if self._breaks(token):
            self._broken.add(token)
            return True
        if token in self.refused or self._forbids(token):
            self.refused.setdefault(token, count)
            return True
        return False

    def allows(self, token: bytes) -> bool:
        """Return whether a token may be made, before anything is learned."""
        return not self._breaks(token) and not self._forbids(token)

    def _breaks(self, token: bytes) -> bool:
        return self._whole_characters and not keeps_characters(token)

    def _forbids(self, token: bytes) -> bool:
        return token in self._never or (self._matches is not None and self._matches(token))

    def renumber(self, numbers: Sequence[int]) -> None:
        """Take the first symbols, which are bytes, by other numbers: that of each byte."""
        for byte, number in enumerate(numbers):
            self._tokens[number] = bytes((byte,))
