"""Merging the characters of a word by rank (huggingface/tokenizers, models/bpe: merge_word, merge_all)."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import accumulate, repeat

from workbench.engine.base.pace import emptied, paced, point
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.piece_merging import PAIR_SHIFT

Symbols = tuple[list[int], list[int], list[int]]  # ids, and where each starts and ends in bytes


class Start:
    """Turns the characters of a word into symbols (`merge_word`).

    Attributes:
        ids, starts, ends: the symbols so far, and where each starts and ends in bytes of the word.

    """

    def __init__(self, vocabulary: CharacterVocabulary) -> None:
        self._vocabulary = vocabulary
        self._unknown_id = vocabulary.unknown_id
        self._pending: tuple[int, int] | None = None  # what of the text waits to become the unknown
        self._at = 0
        self.ids: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, character: str, first: bool, last: bool) -> None:
        """Add a character; a byte that is not UTF-8 is U+FFFD."""
        loose = "\ud800" <= character <= "\udfff"
        unit = self._vocabulary.unit("\ufffd" if loose else character, first, last)
        start, self._at = self._at, self._at + (1 if loose else len(character.encode()))
        token_id = self._vocabulary.ids.get(unit)
        if token_id is not None:
            self.flush()
            self._append(token_id, start, self._at)
            return
        fallback = self._vocabulary.fallback(unit)
        if fallback is not None:
            # What waits comes after these bytes: `tokenizers` does not look at it here.
            for number, byte_id in enumerate(fallback):
                self._append(byte_id, min(start + number, self._at), min(start + number + 1, self._at))
        elif self._unknown_id is not None:
            if self._pending is not None and self._vocabulary.fuses_unknown:
                start = self._pending[0]
            else:
                self.flush()
            self._pending = start, self._at

    def add_known(self, part: str) -> bool:
        """Add characters that are tokens; return False and add nothing if one is not."""
        known_ids = list(map(self._vocabulary.ids.get, part))
        ids = [token_id for token_id in known_ids if token_id is not None]
        if len(ids) < len(known_ids):
            return False
        self.flush()
        widths = repeat(1, len(part)) if part.isascii() else (len(character.encode()) for character in part)
        borders = list(accumulate(widths, initial=self._at))
        self.ids += ids
        self.starts += borders[:-1]
        self.ends += borders[1:]
        self._at = borders[-1]
        return True

    def flush(self) -> None:
        """Turn pending characters into the unknown token."""
        if self._pending is not None and self._unknown_id is not None:
            self._append(self._unknown_id, *self._pending)
        self._pending = None

    def _append(self, token_id: int, start: int, end: int) -> None:
        self.ids.append(token_id)
        self.starts.append(start)
        self.ends.append(end)


def merge_symbols(
    vocabulary: CharacterVocabulary, ids: list[int], starts: list[int], ends: list[int]
) -> Symbols:
    """Merge symbols until no pair is left."""
    rank_of, new_ids = vocabulary.ranks.get, vocabulary.new_ids
    after = list(range(1, len(ids) + 1))  # of each symbol, the next one that is there
    before = list(range(-1, len(ids) - 1))
    queue: list[tuple[int, int]] = []  # rank and left symbol

    def consider(left: int, right: int) -> None:
        rank = rank_of(ids[left] << PAIR_SHIFT | ids[right])
        if rank is not None:
            heappush(queue, (rank, left))

    for at in paced(range(len(ids) - 1)):
        consider(at, at + 1)
    for queued, at in paced(emptied(queue, heappop)):
        right = after[at]
        if ids[at] < 0 or right >= len(ids):
            continue
        # What waits may be stale: one of the two was merged into something else meanwhile.
        rank, new_id = rank_of(ids[at] << PAIR_SHIFT | ids[right]), new_ids[queued]
        if rank is None or new_ids[rank] != new_id:
            continue
        ids[at], ids[right] = new_id, -1
        ends[at], after[at] = ends[right], after[right]
        if after[at] < len(ids):
            before[after[at]] = at
            consider(at, after[at])
        if before[at] >= 0:
            consider(before[at], at)
    kept = [at for at, token_id in enumerate(ids) if token_id >= 0]
    point()
    return [ids[at] for at in kept], [starts[at] for at in kept], [ends[at] for at in kept]
