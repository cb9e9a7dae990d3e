"""Vetoes: which tokens a training must not make.

The trainer asks about a pair only just before the merge. A refused pair is skipped, and the next one is
merged. A rule that is slow to ask, such as a pattern in the child, is asked about many tokens at once: also
those of the pairs that may come next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from workbench.engine.base.utf8 import keeps_characters

# Answers for some tokens, whether each is refused: for the first at least, the others may come up next.
Rule = Callable[[Sequence[bytes]], Mapping[bytes, bool]]
AHEAD = 512  # pairs that a rule is asked about at once


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
        rule: Rule | None = None,
        whole_characters: bool = False,
    ) -> None:
        """Take the bytes of the tokens before the first merge, and the rules.

        Args:
            tokens: by symbol (bytes, or other units and tokens).
            never: tokens that are not made.
            rule: whether other tokens are refused; None for none.
            whole_characters: refuse tokens that are neither whole characters nor bytes inside one.

        """
        self._tokens = list(tokens)
        self._never = frozenset(never)
        self._rule = rule
        self._known: dict[bytes, bool] = {}  # by the rule, of tokens that are not made yet
        self._whole_characters = whole_characters
        self._broken: set[bytes] = set()
        self.refused: dict[bytes, int] = {}

    @property
    def n_broken(self) -> int:
        """The number of skipped tokens that would break a character."""
        return len(self._broken)

    def take(self, left: int, right: int) -> None:
        """Record that two symbols have become the next one."""
        token = self._token(left, right)
        self._tokens.append(token)
        self._known.pop(token, None)

    def refuses(
        self,
        left: int,
        right: int,
        count: int,
        next_pairs: Callable[[int], Iterable[tuple[int, int]]] | None = None,
    ) -> bool:
        """Return whether two symbols, adjacent `count` times, must not become a token.

        `next_pairs` returns so many pairs that may be asked about next.
        """
        token = self._token(left, right)
        if self._breaks(token):
            self._broken.add(token)
            return True
        if token in self.refused or self._forbids(token, next_pairs):
            self.refused.setdefault(token, count)
            return True
        return False

    def allows(self, token: bytes) -> bool:
        """Return whether a token may be made, before anything is learned."""
        return not self._breaks(token) and not self._forbids(token)

    def _token(self, left: int, right: int) -> bytes:
        return self._tokens[left] + self._tokens[right]

    def _breaks(self, token: bytes) -> bool:
        return self._whole_characters and not keeps_characters(token)

    def _forbids(
        self, token: bytes, next_pairs: Callable[[int], Iterable[tuple[int, int]]] | None = None
    ) -> bool:
        if token in self._never or self._rule is None:
            return token in self._never
        if token not in self._known:
            others = (self._token(*pair) for pair in (next_pairs(AHEAD) if next_pairs else ()))
            unknown = dict.fromkeys(other for other in others if other not in self._known)
            self._known.update(self._rule([token, *(other for other in unknown if other != token)]))
        return self._known[token]

    def renumber(self, numbers: Sequence[int]) -> None:
        """Take the first symbols, which are bytes, by other numbers: that of each byte."""
        for byte, number in enumerate(numbers):
            self._tokens[number] = bytes((byte,))
