"""Why a word is several tokens: what it lacks, and which tokens of the vocabulary merging has passed over.

Merging takes the pair of lowest rank (or best score) first. A token that spells a part of a word is passed
over when an earlier merge has joined one of its bytes to a byte outside, or has joined its bytes in another
way than its own merges do.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from workbench.engine.base.pace import point
from workbench.engine.models.model import MergeStep, Model

LONGEST = 512  # bytes of a word
MOST_PASSED = 12  # tokens that were passed over, the longest first

Place = tuple[int, int]  # (start, end) in bytes of the word


@dataclass(frozen=True, slots=True)
class Join:
    """A merge of a chain that makes one token of a word, as the first two are joined again and again.

    Attributes:
        left, right: the tokens of the word that each of the two is made of: one, or several that the merges
            before it have joined.
        id: of a token spelled as the two together, though merging does not make it here; None for none.
        exists: whether the two are merged as soon as the merges before this one make them neighbors.

    """

    left: tuple[int, ...]
    right: tuple[int, ...]
    id: int | None
    exists: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """A token of the vocabulary that spells a part of the word, and is none of its tokens.

    Attributes:
        id, start, end: the token, and the bytes of the word that it spells.
        round_number: of merging, from 1, that made it impossible; None if merging never makes the token.
        chosen: id of what that round made. place: where, in bytes of the word.

    """

    id: int
    start: int
    end: int
    round_number: int | None = None
    chosen: int | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What would have made one token of a word.

    Attributes:
        ids: its tokens.
        place: (start, end) of what was looked at, in bytes of the piece.
        whole: id of the token that is spelled as the word, though it is not taken; None if there is none.
        joins: merges that build on each other and make one token of it in the end. One fewer than there are
            tokens, or even fewer where a merge joins the same two tokens at several places.
        passed: tokens across the borders of its tokens, the longest first, none within another.

    """

    ids: tuple[int, ...]
    place: Place
    whole: int | None = None
    joins: tuple[Join, ...] = ()
    passed: tuple[Passed, ...] = ()


def what_if(model: Model, piece: bytes, place: Place | None = None) -> WhatIf:
    """Return what would have made one token of a piece, or of a word in it, of at most `LONGEST` bytes.

    `place` says where the word is in the piece, where a text is merged without being split; it is taken as
    far as the tokens that hold its ends.
    """
    rounds: list[MergeStep] = []
    for step in model.trace(piece):
        rounds.append(step)
        point()
    ids = rounds[-1].symbols
    borders = _borders(model, ids)
    if len(piece) > LONGEST or borders[-1] != len(piece):
        return WhatIf(ids, (0, len(piece)))  # its tokens do not spell it: it holds what is unknown
    start, end = (0, len(piece)) if place is None else place
    first = max(at for at, border in enumerate(borders) if border <= start)
    last = min((at for at, border in enumerate(borders) if border >= end), default=len(ids))
    ids, borders = ids[first:last], borders[first : last + 1]
    place = borders[0], borders[-1]
    if len(ids) < 2:
        return WhatIf(ids, place)
    joins = _chain(model, piece, ids, borders)
    passed = _passed_tokens(model, piece, borders, _merged(model, rounds))
    return WhatIf(ids, place, model.token_in(piece, *place), joins, passed)


def _chain(model: Model, piece: bytes, ids: tuple[int, ...], borders: list[int]) -> tuple[Join, ...]:
    """Return the merges that join the first two of what a word is made of, until they are one.

    Merging joins a pair wherever it occurs: "abab" is made of four letters by two merges, not three.
    """
    parts: dict[int, tuple[int, ...]] = {token_id: (token_id,) for token_id in ids}  # symbol -> its tokens
    tokens: dict[int, int | None] = {token_id: token_id for token_id in ids}  # symbol -> the token spelled so
    symbols, joins = list(ids), list[Join]()
    while len(symbols) > 1:
        left, right = symbols[:2]
        result = -1 - len(joins)  # what it makes may be no token, and has a number of its own
        parts[result] = parts[left] + parts[right]
        end = borders[len(parts[result])]
        tokens[result] = model.token_in(piece, borders[0], end)
        exists = _merge(model, tokens[left], tokens[right])
        joins.append(Join(parts[left], parts[right], tokens[result], exists))
        symbols = _joined(symbols, (left, right), result)
        point()
    return tuple(joins)


def _joined(symbols: list[int], pair: tuple[int, int], result: int) -> list[int]:
    """Return the symbols with `result` for a pair, from the left, wherever it occurs."""
    joined: list[int] = []
    at = 0
    while at < len(symbols):
        here = (symbols[at], symbols[at + 1]) == pair if at + 1 < len(symbols) else False
        joined.append(result if here else symbols[at])
        at += 2 if here else 1
    return joined


def _merge(model: Model, left: int | None, right: int | None) -> bool:
    """Return whether two tokens, if they are any, merge."""
    return left is not None and right is not None and model.has_merge(left, right)


def _borders(model: Model, ids: tuple[int, ...]) -> list[int]:
    return [0, *accumulate(len(model.token_bytes(token_id) or b"") for token_id in ids)]


def _merged(model: Model, rounds: list[MergeStep]) -> list[tuple[int, int, int, int]]:
    """Return (round, id made, start, end in bytes) of everything that was merged, in order."""
    merged: list[tuple[int, int, int, int]] = []
    for number, step in enumerate(rounds, 1):
        if step.chosen is not None:
            borders = _borders(model, step.symbols)
            token_id = step.candidates[step.chosen][2]
            merged += [(number, token_id, borders[at], borders[at + 2]) for at in step.merged_at]
    return merged


def _passed_tokens(
    model: Model, piece: bytes, borders: list[int], merged: list[tuple[int, int, int, int]]
) -> tuple[Passed, ...]:
    """Return the tokens across borders, the longest first, none within another."""
    inside = set(borders[1:-1])
    passed: list[Passed] = []
    for length in range(borders[-1] - borders[0], 1, -1):
        for start in range(borders[0], borders[-1] - length + 1):
            end = start + length
            crosses = any(start < border < end for border in inside)
            if not crosses or any(other.start <= start and end <= other.end for other in passed):
                continue
            token_id = model.token_in(piece, start, end)
            if token_id is not None:
                passed.append(_passed(model, token_id, (start, end), merged))
                point()
                if len(passed) == MOST_PASSED:
                    return tuple(passed)
        point()
    return tuple(passed)


def _passed(model: Model, token_id: int, place: Place, merged: list[tuple[int, int, int, int]]) -> Passed:
    """Return a token with the first merge that stood in its way."""
    start, end = place
    tree = _tree(model, token_id, place)
    for number, new_id, first, last in merged:
        across = first < start < last or first < end < last
        within = start <= first and last <= end
        if across or (within and tree is not None and (first, last) not in tree):
            return Passed(token_id, start, end, number, new_id, (first, last))
    return Passed(token_id, start, end)


def _tree(model: Model, token_id: int, place: Place) -> set[Place] | None:
    """Return the places of all that is merged into a token; None if it can be made in several ways."""
    if model.scored is not None:
        return None
    places: set[Place] = set()
    waiting = [(token_id, place[0])]
    while waiting:
        new_id, start = waiting.pop()
        end = start + len(model.token_bytes(new_id) or b"")
        pair = model.merged_from(new_id)
        if pair:
            places.add((start, end))
            middle = start + len(model.token_bytes(pair[0]) or b"")
            waiting += [(pair[0], start), (pair[1], middle)]
    return places
