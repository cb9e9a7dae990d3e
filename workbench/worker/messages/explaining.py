"""Explains why a text has its tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Explain:
    """Ask why a text has its tokens; answered by `Explained`.

    Attributes:
        text: the raw bytes of the text, or of a large one what is around `at`, from the byte `offset` on.
        at: a byte of the text: its word is explained.
        before, after, rule, size: as in `Encode`.
        n_bytes: of the whole text, -1 where `text` is the whole.

    """

    lane: ClassVar = "live"
    request_id: int
    handle: int
    text: bytes
    at: int
    before: bool = False
    after: bool = False
    rule: str = ""
    size: int = 0
    view: str = "steps"
    offset: int = 0
    n_bytes: int = -1


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol of a word while merging: its id and its bytes."""

    id: int
    token: bytes


@dataclass(frozen=True, slots=True)
class MergeRound:
    """One step of merging.

    Attributes:
        ids: of the symbols before the step.
        candidates: (position of the left one, id of what they make, rank or score) of every pair that may
            merge, from the left.
        chosen: which of them is merged, None in the last round, if there is none.
        places: positions at which it is merged, several where a round merges a pair throughout (CLIP).

    """

    ids: tuple[int, ...]
    candidates: tuple[tuple[int, int, float], ...] = ()
    chosen: int | None = None
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NeededMerge:
    """A merge that is needed, after the ones before it, for a word to be one token.

    Attributes:
        left, right: how they are written.
        id: of a token that is spelled as both, though merging does not make it here; -1 where none is.
        exists: whether the vocabulary has this merge, so that only those before it are missing.

    """

    left: bytes
    right: bytes
    id: int = -1
    exists: bool = False


@dataclass(frozen=True, slots=True)
class PassedToken:
    """A token that spells a part of a word across its tokens' borders, and was not made.

    Attributes:
        id, token: the token and how it is written.
        round_number: of merging, from 1, that made it impossible, or 0 if merging never makes the token.
        chosen: what that round made.

    """

    id: int
    token: bytes
    round_number: int = 0
    chosen: bytes = b""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What would make a word one token.

    Attributes:
        n_tokens: that it has.
        word: its bytes; a part of what is explained where a text is merged without being split.
        whole: id of the token that is spelled as the word, -1 if there is none.
        joins: merges that build on each other and would make one token.
        passed: tokens that were passed over, the longest first.
        can_train: whether a training can be asked from which size on it is one token (`FindWordSize`).

    """

    n_tokens: int
    word: bytes = b""
    whole: int = -1
    joins: tuple[NeededMerge, ...] = ()
    passed: tuple[PassedToken, ...] = ()
    can_train: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """How the tokens of a word were merged.

    Attributes:
        word: its bytes as they are merged, after all cleaning.
        start, end: where it is in the raw text.
        scored: values are scores; else ranks.
        rounds: one a merge, and the last one with nothing to merge; empty if the word is too long.
        tokens: id -> (how it is written, its bytes in the word), of all ids of the rounds.
        vocabulary: first rows of the vocabulary sorted by bytes, for models that look tokens up so (S1).
        before, prefix, after: what is put around the text: (S2, S5); `prefix` is its dummy prefix.
        longest: bytes up to which a word is explained, 0 if this one is.
        what_if: what would have made one token of it; None if it is not explained.

    """

    request_id: int
    handle: int
    word: bytes
    start: int
    end: int
    scored: bool
    rounds: tuple[MergeRound, ...]
    tokens: Mapping[int, tuple[bytes, int]] = field(default_factory=dict)
    vocabulary: tuple[Symbol, ...] = ()
    before: tuple[Symbol, ...] = ()
    prefix: tuple[Symbol, ...] = ()
    after: tuple[Symbol, ...] = ()
    longest: int = 0
    what_if: WhatIf | None = None
