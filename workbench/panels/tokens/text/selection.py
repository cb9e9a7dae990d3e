"""What the panels say to each other of a token that is pointed at or chosen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A token, and the place in the text where it was found.

    Attributes:
        handle: the tokenizer.
        token_id: the token.
        token: its bytes, as far as the text or the vocabulary tells; b"" if neither does.
        span: (start, end) in bytes of the text, None if the token is nowhere there.
        characters: (first touched, last touched + 1), None if `span` is or it is not counted yet.
        partial: whether an edge of it is inside a character.
        count: how often it is in the text, None while it is being counted.
        so_far: whether the text is not encoded to its end, so that `count` may grow.
        shared: how many tokens are in its box, with this one: those of a character; 1 where it is not seen.

    """

    handle: int
    token_id: int
    token: bytes = b""
    span: tuple[int, int] | None = None
    characters: tuple[int, int] | None = None
    partial: bool = False
    count: int | None = None
    so_far: bool = False
    shared: int = 1
