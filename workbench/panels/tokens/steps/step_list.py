"""The steps of a word's merging in order, as the step-by-step view shows them.

For tokenizers with ranks there is one step a merge: the table of the CLIP walk-through (round, word, pair,
rank, result). For those with scores they are the five steps of llama2.c's `encode`: the sorted vocabulary
(S1), the start (S2), the characters (S3), then the best pair (S4) and its merge (S5) by turns.

A word of a few hundred letters has as many steps, each with as many pairs: a step is made when it is
requested, and a row of its candidates when it is seen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from typing import overload

from PySide6.QtCore import QCoreApplication

from workbench.display.marks import one_line, visible
from workbench.widgets import wording
from workbench.worker.messages.explaining import Explained, MergeRound, Symbol

_CONTEXT = "Steps"
_IDS = 32  # ids written out in one line
_SYMBOLS = 64  # of a word, before and after a merge, that are looked at
_LINE, _BEFORE = 24, 8  # letters that the list of all steps has room for, and of them before a merge
_KEPT = 64  # steps

Place = tuple[int, int]


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table of candidates: a pair, its result, id, and rank or score."""

    pair: str
    token: str
    id: str
    value: str
    chosen: bool = False


class Rows(Sequence[Row]):
    """Rows that are made on access."""

    def __init__(self, numbers: Sequence[int] = (), make: Callable[[int], Row] | None = None) -> None:
        """Take the rows by number, in order, and what makes the row of a number."""
        self._numbers, self._make = numbers, make

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        """Return a row, or several."""
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        if self._make is None:
            raise IndexError(at)
        return self._make(self._numbers[at])


@dataclass(frozen=True, slots=True)
class Head:
    """A step in the list of all.

    Attributes:
        name: "S4", or the number of the round.
        title: what the step does, in a few words.
        value: rank or score, "" where nothing is merged.
        word: what the word is after it, "" where the title says so.

    """

    name: str
    title: str
    value: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        name, title, value: as in the list of all (`Head`).
        symbols: of the word as it is then, in the order of the text; ids around the text included.
        marked: (first, last + 1) of the symbols that the step is about, one range or several.
        sentence: what it does and why, in a sentence.
        rows: candidates, the best first.
        result: id of the token that the step makes, -1 for none.

    """

    name: str
    title: str
    value: str
    symbols: tuple[Symbol, ...]
    marked: tuple[Place, ...]
    sentence: str
    rows: Rows = field(default_factory=Rows)
    result: int = -1


class Steps(Sequence[Step], ABC):
    """The steps of a word: a sequence whose items are made on access."""

    def __init__(self, explained: Explained) -> None:
        self.explained = explained
        self._kept: dict[int, Step] = {}
        self._merges = [one_round for one_round in explained.rounds if one_round.chosen is not None]

    @abstractmethod
    def merge_of(self, number: int) -> int:
        """Return which merge a step makes or shows, from 0, or -1 for none."""

    @abstractmethod
    def step_of(self, merge: int) -> int:
        """Return the first step that is about a merge."""

    @abstractmethod
    def head(self, number: int) -> Head:
        """Return what the list of all steps says of one, without building the step."""

    @abstractmethod
    def _make(self, number: int, head: Head) -> Step:
        """Make a step."""

    @overload
    def __getitem__(self, number: int) -> Step: ...
    @overload
    def __getitem__(self, number: slice) -> list[Step]: ...
    def __getitem__(self, number: int | slice) -> Step | list[Step]:
        """Return a step, or several."""
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        number = number if number >= 0 else len(self) + number
        if not 0 <= number < len(self):
            raise IndexError(number)
        if number not in self._kept:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[number] = replace(self._make(number, self.head(number)), result=self.result(number))
        return self._kept[number]

    def result(self, number: int) -> int:
        """Return the id of the token that a step makes, -1 for none."""
        merge = self.merge_of(number)
        if merge < 0:
            return -1
        one_round = self._merges[merge]
        return one_round.candidates[one_round.chosen or 0][1]

    def chooses(self, number: int) -> bool:
        """Return whether a step chooses a pair: its head then has a value."""
        merge = self.merge_of(number)
        return merge >= 0 and self.step_of(merge) == number

    def places(self, number: int) -> tuple[Place, ...]:
        """Return (start, end), in bytes of the word, of each token that a step makes."""
        merge = self.merge_of(number)
        if merge < 0:
            return ()
        one_round, tokens = self._merges[merge], self.explained.tokens
        starts = [0, *accumulate(tokens[token_id][1] for token_id in one_round.ids)]
        return tuple((starts[at], starts[at + 2]) for at in one_round.places)

    def making(self, token_id: int, place: Place | None = None) -> int | None:
        """Return the first step that makes a token, at a place of the word where one is given, or None."""
        for merge, one_round in enumerate(self._merges):
            number = self.step_of(merge)
            if one_round.candidates[one_round.chosen or 0][1] == token_id and (
                place is None or place in self.places(number)
            ):
                return number
        return None

    @property
    def last_merge(self) -> int:
        """The number of the last step that is about a merge, or of the last one."""
        return self.step_of(len(self._merges) - 1) if self._merges else len(self) - 1

    def word_at(self, merged: MergeRound) -> tuple[Symbol, ...]:
        """Return the symbols before a round."""
        return tuple(Symbol(token_id, self.explained.tokens[token_id][0]) for token_id in merged.ids)


def steps_of(explained: Explained) -> Steps:
    """Return the steps of a word, none where it could not be explained."""
    if not explained.rounds:
        return _RankedSteps(explained)
    return _ScoredSteps(explained) if explained.scored else _RankedSteps(explained)


@lru_cache(4096)
def shown(token: bytes, limit: int = 24) -> str:
    """Return a symbol as it is written in the steps."""
    return one_line(visible(token), limit) if token else "∅"


# --- ranks


class _RankedSteps(Steps):
    """One step a round, and the end."""

    def __len__(self) -> int:
        return len(self.explained.rounds)

    def merge_of(self, number: int) -> int:
        return number if number < len(self._merges) else -1

    def step_of(self, merge: int) -> int:
        return merge

    def head(self, number: int) -> Head:
        one_round = self.explained.rounds[number]
        if one_round.chosen is None:
            return Head(wording.number(number + 1), _tr("end: no pair has a rank"))
        title, _, value = _chosen(self.explained, one_round, one_round.chosen)
        after = self.explained.rounds[number + 1 : number + 2]
        word = "".join(self._word(next_round.ids, one_round.places[0]) for next_round in after)
        return Head(wording.number(number + 1), title, value, word)

    def _word(self, ids: Sequence[int], at: int) -> str:
        """Return the symbols of a word with spaces between them; of a long one those from near `at` on."""
        first = max(0, at - _SYMBOLS)
        written = [shown(self.explained.tokens[token_id][0]) for token_id in ids[first : at + _SYMBOLS]]
        at -= first
        if len(" ".join(written)) > _LINE:
            while at and len(" ".join(written[:at])) > _BEFORE:
                del written[0]
                at, first = at - 1, first + 1
        return " ".join(["…"] * (first > 0) + written)

    def _make(self, number: int, head: Head) -> Step:
        explained, merged = self.explained, self.explained.rounds[number]
        word = self.word_at(merged)
        if merged.chosen is None:
            sentence = _tr("No pair has a rank: {tokens}.").format(tokens=wording.tokens(len(word)))
            return Step(head.name, head.title, "", word, (), sentence)
        sentence = _tr("Merge {pair}, rank {rank}, {place}").format(
            pair=head.title, rank=head.value,
            place=_of(merged, _tr("the only pair"), _tr("lowest of {n} pairs")),
        )  # fmt: skip
        if len(merged.places) > 1:
            sentence += _tr(", in {n} places").format(n=wording.number(len(merged.places)))
        marked = tuple((at, at + 2) for at in merged.places)
        rows = _candidate_rows(explained, merged)
        return Step(head.name, head.title, head.value, word, marked, sentence, rows=rows)


# --- scores


class _ScoredSteps(Steps):
    """S1 to S3, then S4 and S5 for each merge, and the end."""

    _FIRST = 3

    def __len__(self) -> int:
        return self._FIRST + 2 * len(self._merges) + 1

    def merge_of(self, number: int) -> int:
        merge = (number - self._FIRST) // 2
        return merge if 0 <= merge < len(self._merges) else -1

    def step_of(self, merge: int) -> int:
        return self._FIRST + 2 * merge

    def head(self, number: int) -> Head:
        explained, merge = self.explained, self.merge_of(number)
        if number == 0:
            return Head("S1", _tr("sorted vocabulary"))
        if number == 1:
            start = [symbol.id for symbol in (*explained.before, *explained.prefix)]
            return Head("S2", _tr("start: {ids}").format(ids=_ids(start)))
        if number == 2:
            n = len(explained.rounds[0].ids) - len(explained.prefix)
            return Head("S3", _tr("characters: {tokens}").format(tokens=wording.tokens(n)))
        if merge < 0:
            after = [symbol.id for symbol in explained.after]
            return Head(_tr("end"), _ids([*self._before, *explained.rounds[-1].ids, *after]))
        if (number - self._FIRST) % 2:
            return Head("S5", _ids([*self._before, *explained.rounds[merge + 1].ids]))
        one_round = self._merges[merge]
        pair, token_id, value = _chosen(explained, one_round, one_round.chosen or 0)
        return Head("S4", f"{one_round.places[0] + len(self._before)}  {pair} {token_id}", value)

    @property
    def _before(self) -> list[int]:
        return [symbol.id for symbol in self.explained.before]

    def _make(self, number: int, head: Head) -> Step:
        if number < self._FIRST:
            return (self._sorted, self._start, self._characters)[number](head)
        merge = self.merge_of(number)
        if merge < 0:
            return self._end(head)
        return self._merged(merge, head) if (number - self._FIRST) % 2 else self._best(merge, head)

    def _sorted(self, head: Head) -> Step:
        sentence = _tr("The vocabulary is sorted by bytes, for binary search. It begins with:")
        return Step(head.name, head.title, "", (), (), sentence, rows=_symbol_rows(self.explained.vocabulary))

    def _start(self, head: Head) -> Step:
        explained = self.explained
        start, said = (*explained.before, *explained.prefix), []
        if explained.before:
            names = ", ".join(f"{shown(symbol.token)} {symbol.id}" for symbol in explained.before)
            said.append(_tr("Before the text: {names}.").format(names=names))
        if explained.prefix:
            said.append(_tr("A space is added before it: {id}.").format(id=explained.prefix[0].id))
        sentence = " ".join(said) or _tr("Nothing is added before this part of the text.")
        return Step(head.name, head.title, "", start, ((0, len(start)),) if start else (), sentence)

    def _characters(self, head: Head) -> Step:
        explained = self.explained
        begun = (*explained.before, *self.word_at(explained.rounds[0]))
        first = len(explained.before) + len(explained.prefix)
        sentence = _tr("Each character becomes its token, or its bytes if it has no token.")
        rows = _symbol_rows(begun[first:])
        return Step(head.name, head.title, "", begun, ((first, len(begun)),), sentence, rows=rows)

    def _best(self, merge: int, head: Head) -> Step:
        explained, merged = self.explained, self._merges[merge]
        number = merged.chosen or 0
        left, right = _halves(explained, merged, number)
        place = merged.places[0] + len(explained.before)
        sentence = _tr("Best pair at {place}: {left} + {right} → {id}, score {score}, {of}").format(
            place=place, left=left, right=right, id=merged.candidates[number][1], score=head.value,
            of=_of(merged, _tr("the only pair"), _tr("highest of {n} pairs")),
        )  # fmt: skip
        symbols = (*explained.before, *self.word_at(merged))
        rows = _candidate_rows(explained, merged)
        return Step(head.name, head.title, head.value, symbols, ((place, place + 2),), sentence, rows=rows)

    def _merged(self, merge: int, head: Head) -> Step:
        explained = self.explained
        one_round, after = explained.rounds[merge : merge + 2]
        place = one_round.places[0] + len(explained.before)
        symbols = (*explained.before, *self.word_at(after))
        token = _written(explained, one_round.candidates[one_round.chosen or 0][1])
        sentence = _tr("{token} replaces the two; the rest moves up.").format(token=token)
        return Step(head.name, head.title, "", symbols, ((place, place + 1),), sentence)

    def _end(self, head: Head) -> Step:
        explained = self.explained
        last = (*explained.before, *self.word_at(explained.rounds[-1]), *explained.after)
        sentence = _tr("No adjacent pair makes a token: {ids}.").format(ids=head.title)
        if explained.after:
            sentence = _tr("No pair is left; the end token is added: {ids}.").format(ids=head.title)
        return Step(head.name, head.title, "", last, (), sentence)


# --- both


def _ids(ids: Sequence[int]) -> str:
    written = ", ".join(map(str, ids[:_IDS]))
    return f"[{written}]" if len(ids) <= _IDS else f"[{written}, …]"


def _chosen(explained: Explained, merged: MergeRound, number: int) -> tuple[str, int, str]:
    """Return a candidate as "l + o → lo", its id, and its rank or score."""
    left, right = _halves(explained, merged, number)
    _, token_id, value = merged.candidates[number]
    return f"{left} + {right} → {_written(explained, token_id)}", token_id, _value(explained, value)


def _written(explained: Explained, token_id: int) -> str:
    return shown(explained.tokens[token_id][0])


def _halves(explained: Explained, merged: MergeRound, number: int) -> tuple[str, str]:
    """Return how the two of a candidate are written."""
    at = merged.candidates[number][0]
    left, right = merged.ids[at : at + 2]
    return _written(explained, left), _written(explained, right)


def _value(explained: Explained, value: float) -> str:
    """Return a rank or a score."""
    return wording.score(value) if explained.scored else wording.number(value)


def _of(merged: MergeRound, only: str, several: str) -> str:
    n = len(merged.candidates)
    return only if n == 1 else several.format(n=wording.number(n))


def _candidate_rows(explained: Explained, merged: MergeRound) -> Rows:
    """Return the candidates of a round, the best first, the leftmost of equal ones."""
    sign = -1 if explained.scored else 1

    def make(number: int) -> Row:
        _, token_id, value = merged.candidates[number]
        left, right = _halves(explained, merged, number)
        return Row(
            f"{left} + {right}", _written(explained, token_id), str(token_id), _value(explained, value),
            number == merged.chosen,
        )  # fmt: skip

    order = sorted((sign * value, place, row) for row, (place, _, value) in enumerate(merged.candidates))
    return Rows([row for *_, row in order], make)


def _symbol_rows(symbols: Sequence[Symbol]) -> Rows:
    def make(number: int) -> Row:
        return Row(shown(symbols[number].token), "", "", str(symbols[number].id))

    return Rows(range(len(symbols)), make)
