"""A split pattern as tables by which the kernel splits (kernels/tables.pxd), from its steps.

A state is where all ways to match are after some characters, the first one first (R. Cox, "Regular
Expression Matching: the Virtual Machine Approach"; a state for each such list is made beforehand). Of a way
that matches, those behind it count no longer; those before it may still match more, and then count.

A pattern by which a text might have to be read again and again (`\\s*\\S+`, where no word follows much white
space) has no tables: no state from which no match follows may come again before there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.splitting.character_sets import Ranges, alike_ignoring_case, classes_of, ranges_of
from workbench.engine.splitting.custom_patterns import compiled
from workbench.engine.splitting.pattern_program import Either, Look, NotUnderstood, Program, Set, Take
from workbench.engine.splitting.split_patterns import WITH_REST
from workbench.engine.splitting.split_transducer import transducer
from workbench.engine.splitting.staged_patterns import AT_ONCE

_MOST_STATES = 500
_MOST_CLASSES = 253  # and two more that no character has
_DEAD, _START = 0, 1
_NEWLINE = "\\U0000000A"

State = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PatternTables:
    """What the kernel splits by.

    Attributes:
        data: the class of each character in 0x110000 bytes, and six int32: how many classes there are with
            the next two, that of the end, that of a line end before it, that of other line ends (-1 if it
            makes no difference), how many states there are, and how many bytes before `transducer`'s, 0 if
            there are none; for each state (0: no way is left, 1: a match begins) and class int32 twice the
            place of the next state's row, and 1 more for a match before the character; for each two classes
            whether a safe border is between them; those of `transducer`.
        leaves_out: whether there may be text that is in no piece.

    """

    data: bytes
    leaves_out: bool


@lru_cache(maxsize=8)
def tables_of(pattern: str) -> PatternTables | None:
    """Return the tables of a pattern, None if there are none or `regex` refuses the pattern."""
    pattern = AT_ONCE.get(pattern, pattern)
    with_rest = WITH_REST.fullmatch(pattern)
    tables = None if with_rest is None else tables_of(with_rest["pattern"])
    if tables is not None and not tables.leaves_out:
        return tables
    try:
        program = Program(pattern)
        chain = compiled(pattern)
        automaton = _Tables(program)
    except (NotUnderstood, EngineError):
        return None
    if automaton.ignores_case and not all(
        next(chain.spans(text), (1,))[0] == 0 for text in automaton.beginnings()
    ):
        return None
    return automaton.tables


class _Tables:
    """The states of a program over the classes of characters."""

    def __init__(self, program: Program) -> None:
        self._program = program
        looks = [step for step in program.steps if isinstance(step, Look)]
        self._tells_lines = any(look.lines for look in looks)
        atoms = {atom: None for step in program.steps for atom in _characters(step)}
        if self._tells_lines:
            atoms[_NEWLINE] = None
        self._atoms = list(atoms)
        classes, self._firsts = classes_of([_ranges(atom) for atom in self._atoms])
        if len(self._firsts) > _MOST_CLASSES:
            raise NotUnderstood
        self._classes = classes.astype(np.uint8)
        self._end = len(self._firsts)
        self._last_line = self._end + self._tells_lines
        self._n = self._last_line + 1
        self._newline = -1
        self._members = {
            atom: sum(1 << number for number, sets in enumerate(self._firsts) if sets >> bit & 1)
            for bit, atom in enumerate(self._atoms)
        }
        if self._tells_lines:
            self._newline = int(self._classes[0x0A])
            for atom, members in self._members.items():
                self._members[atom] = members | (members >> self._newline & 1) << self._last_line
        self._masks = [self._mask(step) for step in program.steps]
        self.ignores_case = any(atom.startswith("(?i") for atom in self._atoms)
        self._table = self._states()
        self.tables = self._tables()

    def _union(self, characters: Set) -> int:
        union = 0
        for atom in characters:
            union |= self._members[atom]
        return union

    def _mask(self, step: object) -> int:
        """Return the classes with which a step goes on, as bits."""
        if isinstance(step, Take):
            return self._union(step.characters)
        if not isinstance(step, Look):
            return 0
        mask = self._union(step.characters)
        mask |= (step.ends << self._end) | (step.lines << self._last_line)
        return ~mask & ((1 << self._n) - 1) if step.negated else mask

    def _states(self) -> NDArray[np.int32]:
        """Return for each state and class twice the next state, and 1 more for a match before."""
        numbers: dict[State, int] = {(): _DEAD, (self._program.start,): _START}
        waiting: list[State] = [(self._program.start,)]
        rows = [[0] * self._n]
        for state in waiting:
            row = []
            for symbol in range(self._n):
                following, matched = self._step(state, symbol)
                if following not in numbers:
                    if len(numbers) >= _MOST_STATES:
                        raise NotUnderstood
                    numbers[following] = len(numbers)
                    waiting.append(following)
                row.append(numbers[following] << 1 | matched)
            rows.append(row)
            point()
        return np.array(rows, np.int32)

    def _tables(self) -> PatternTables:
        table = self._table
        failing = self._failing(table)
        leaves_out = self._leaves_out(table, failing)
        steps = transducer(
            table[:, : self._end], failing, self._classes[:128], self._newline, leaves_out=leaves_out
        )
        places = (table >> 1) * self._n << 1 | table & 1
        rest = places.tobytes() + self._borders(table).tobytes()
        rest += bytes(-len(rest) % 8)
        head = [self._n, self._end, self._last_line, self._newline, len(table), 0]
        if steps:
            head[-1] = 4 * len(head) + len(rest)
        data = self._classes.tobytes() + np.array(head, np.int32).tobytes() + rest + steps
        return PatternTables(data, leaves_out)

    def beginnings(self) -> Iterator[str]:
        """Yield texts which letters begin that have a case, and of which a match takes the start.

        Where a part of a pattern ignores case, `regex` (2.5.161) looks for the start of a match as if all of
        it did, and overlooks some. There is one letter for all that are in the same classes in either case.
        """
        shown = [*map(chr, self._firsts.values()), "", "\n"]
        ways = [self._shortest(symbol, shown) for symbol in range(self._end)]
        letters: dict[tuple[int, frozenset[int]], str] = {}
        for group in alike_ignoring_case():
            classes = self._classes[list(map(ord, group))].tolist()
            letters |= {
                (symbol, frozenset(classes)): each for symbol, each in zip(classes, group, strict=True)
            }
        for (symbol, _), letter in letters.items():
            if (way := ways[symbol]) is not None:
                yield letter + way
        point()

    def _shortest(self, symbol: int, shown: Sequence[str]) -> str | None:
        """Return the shortest text with which a match goes on behind a character, None if there is none."""
        rows = self._table.tolist()
        waiting = [(rows[_START][symbol] >> 1, "")]
        seen = {_DEAD}
        for state, text in waiting:
            matched = next((of for of, following in enumerate(rows[state]) if following & 1), None)
            if matched is not None:
                return text + shown[matched]
            for of in range(self._end):
                following = rows[state][of] >> 1
                if following not in seen:
                    seen.add(following)
                    waiting.append((following, text + shown[of]))
        return None

    def _step(self, state: State, symbol: int) -> tuple[State, bool]:
        """Return the ways that are left after a character, and whether one matches before."""
        following: dict[int, None] = {}
        seen: set[int] = set()
        waiting = list(reversed(state))
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            step = self._program.steps[at]
            if step is None:
                return tuple(following), True
            if isinstance(step, Either):
                waiting += reversed(step.ways)
            elif self._masks[at] >> symbol & 1:
                if isinstance(step, Take):
                    following[step.then] = None
                else:
                    waiting.append(step.then)
        return tuple(following), False

    @staticmethod
    def _failing(table: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return for each state whether there may be no way left before one matches."""
        following, unmatched = table >> 1, table & 1 == 0
        failing = np.zeros(len(table), np.bool_)
        failing[_DEAD] = True
        while (more := failing | (unmatched & failing[following]).any(axis=1)).sum() > failing.sum():
            failing = more
        return failing

    def _leaves_out(self, table: NDArray[np.int32], failing: NDArray[np.bool_]) -> bool:
        """Return whether a match may fail; raises NotUnderstood where to find out takes too long."""
        following, unmatched = table >> 1, table & 1 == 0
        vain = unmatched & failing[following] & (following != _DEAD) & failing[:, None]
        self._refuse_again(following, vain)
        at_start = unmatched[_START] & failing[following[_START]]
        at_start[self._end] = False
        return bool(at_start.any())

    def _refuse_again(self, following: NDArray[np.int32], vain: NDArray[np.bool_]) -> None:
        """Raise NotUnderstood if what was read in vain may be read in vain many times.

        `vain` are the characters that are read behind a match, or before there is one, with none to come.
        Where such states may come again, what is read there is split later on: by the same characters
        there may be no such states from the start on.
        """
        ways = [set(row[some].tolist()) for row, some in zip(following, vain, strict=True)]
        back = [{state for state, row in enumerate(ways) if each in row} for each in range(len(ways))]
        concerned = sorted((_coming_again(ways) | _coming_again(back)) - {_START})
        again = vain[concerned].any(axis=0)
        reached, waiting = {_START}, [_START]
        for state in waiting:
            new = set(following[state][again].tolist()) - reached - {_DEAD}
            reached |= new
            waiting += new
        few = vain & again
        if _coming_again(
            [set(following[at][few[at]].tolist()) if at in reached else set() for at in range(len(ways))]
        ):
            raise NotUnderstood

    def _borders(self, table: NDArray[np.int32]) -> NDArray[np.uint8]:
        """Return whether a piece ends between two characters of any text, and whatever is on either side.

        So it does where no way goes on from the first one to the second, and whether one matches between
        them does not depend on the second one.
        """
        following, matched = table >> 1, table & 1
        alike = (following == _DEAD) & (matched == matched[:, [self._end]])
        if self._tells_lines:
            alike[:, self._newline] &= alike[:, self._last_line]
        borders = np.zeros((self._n, self._n), np.uint8)
        for before in range(self._end):
            after = np.unique(following[_START:, before])
            borders[before] = alike[after[after != _DEAD]].all(axis=0)
        if self._tells_lines:  # one at the end of what is before a border is another one
            borders[self._newline] = 0
        return borders


def _coming_again(ways: list[set[int]]) -> set[int]:
    """Return the states from which some states may be come to again and again."""
    left = set(range(len(ways)))
    while ending := {state for state in left if not ways[state] & left}:
        left -= ending
    return left


def _characters(step: object) -> Set:
    return step.characters if isinstance(step, Take | Look) else ()


def _ranges(atom: str) -> Ranges:
    if atom.startswith("\\U") and len(atom) == 10:
        code = int(atom[2:], 16)
        return ((code, code + 1),)
    return ranges_of(atom)
