"""What no piece of a split can hold, read off its pattern.

A piece is a match of the pattern, so whatever is no part of any text that the pattern matches is no part of
a piece: the split always cuts there. The pattern is read as an automaton over characters. What looks around
(`(?!\\S)`, `$`, `\\b`) is taken as if it always held, what gives nothing back (`++`, `(?>…)`) as if it did:
the automaton then takes more texts than the pattern, never fewer, so that "no piece holds this" is certain,
and "a piece may hold this" is not.

Single characters are matched by `regex` itself, so that its classes and its ignoring of case are what
counts. A pattern with anything that is not understood here (backreferences, calls, modes of its own) has no
automaton.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import regex

from workbench.engine.base.pace import point
from workbench.engine.splitting.custom_patterns import THEN

_MOST_STATES = 4000
_LONGEST = 256  # characters in which the shortest stretch that no piece holds is looked for

_SET = re.compile(r"\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]", re.DOTALL)
_CHARACTER = re.compile(
    r"\\(?:[pP](?:\{[^}]*\}|[A-Z])|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[dDsSwWafnrtv]|[^A-Za-z0-9])",
    re.DOTALL,
)
_NO_WIDTH = re.compile(r"\\[AbBZmM]")
_TIMES = re.compile(r"(?:([?*+])|\{(?=,?\d)(\d{0,4})(?:(,)(\d{0,4}))?\})[?+]?")
_GROUP = re.compile(
    r"\((?:\?(?:(?P<plain>:|>|P?<[A-Za-z_]\w*>)|(?P<look><?[=!])|(?P<flags>[ims]*(?:-[ims]+)?)(?P<end>[:)])))?"
)
_FLAGS = re.compile(r"\(\?([ims]+)\)")  # at the front, of the whole pattern
_COMMENT = re.compile(r"\(\?#[^)]*\)")
_SIGNS = {"?": (0, 1), "*": (0, None), "+": (1, None)}

Ends = tuple[int, int]  # first and last state of a part


class _NotUnderstood(Exception):
    """A pattern holds what is not understood here."""


class PieceLanguage:
    """The texts that a pattern may match, and more of them rather than fewer."""

    def __init__(self, pattern: str) -> None:
        """Read a pattern; raises _NotUnderstood."""
        automaton = _Automaton(pattern)
        self._atoms = [regex.compile(atom) for atom in automaton.atoms]
        self._moves = automaton.moves
        self._closures = automaton.closures()
        self._last = 1 << automaton.ends[1]
        self._begin = self._closures[automaton.ends[0]]
        self._all = self._reachable()
        self._masks: dict[str, int] = {}
        self._steps: dict[tuple[int, int], int] = {}

    def _reachable(self) -> int:
        """Return all states that a text may lead to, as bits: not those of what looks around."""
        seen, waiting = 0, self._begin
        while waiting:
            state = waiting.bit_length() - 1
            seen |= 1 << state
            atom, target = self._moves[state]
            waiting = (waiting | (self._closures[target] if atom >= 0 else 0)) & ~seen
        return seen

    def holds(self, text: str) -> bool:
        """Return whether a piece may hold a text; False is certain."""
        return self._after(self._all, text) != 0

    def goes_on(self, text: str) -> bool:
        """Return whether a piece may hold a text with more after it; False is certain."""
        states = self._after(self._all, text)
        return any(states >> state & 1 and atom >= 0 for state, (atom, _) in enumerate(self._moves))

    def may_be(self, text: str) -> bool:
        """Return whether a text may be a whole piece; False is certain."""
        return bool(self._after(self._begin, text) & self._last)

    def _after(self, states: int, text: str) -> int:
        for character in text:
            states = self._step(states, character)
            if not states:
                break
        return states

    def _step(self, states: int, character: str) -> int:
        mask = self._masks.get(character)
        if mask is None:
            mask = self._atoms_of(character)
            self._masks[character] = mask
        key = (states, mask)
        following = self._steps.get(key)
        if following is None:
            following = 0
            for state, (atom, target) in enumerate(self._moves):
                if atom >= 0 and states >> state & 1 and mask >> atom & 1:
                    following |= self._closures[target]
            self._steps[key] = following
            point()
        return following

    def _atoms_of(self, character: str) -> int:
        return sum(1 << at for at, atom in enumerate(self._atoms) if atom.fullmatch(character))


class _Automaton:
    """The states of a pattern.

    Attributes:
        atoms: patterns of single characters.
        moves: state -> (atom, state after it), (-1, -1) where nothing is read.
        ends: first and last state.

    """

    def __init__(self, pattern: str) -> None:
        self.atoms: list[str] = []
        self.moves: list[tuple[int, int]] = []
        self._free: list[list[int]] = []  # state -> states that are reached without reading
        self._pattern = pattern
        flags = _FLAGS.match(pattern)
        self._at = flags.end() if flags else 0
        self.ends = self._alternatives(flags[1] if flags else "")
        if self._at < len(pattern):
            raise _NotUnderstood

    def closures(self) -> list[int]:
        """Return state -> the states that are reached from it without reading, as bits."""
        reached: list[int] = []
        for state in range(len(self.moves)):
            seen, waiting = 1 << state, [state]
            while waiting:
                for target in self._free[waiting.pop()]:
                    if not seen >> target & 1:
                        seen |= 1 << target
                        waiting.append(target)
            reached.append(seen)
            point()
        return reached

    def _state(self) -> int:
        if len(self.moves) >= _MOST_STATES:
            raise _NotUnderstood
        self.moves.append((-1, -1))
        self._free.append([])
        return len(self.moves) - 1

    def _alternatives(self, flags: str) -> Ends:
        first, last = self._state(), self._state()
        while True:
            part = self._sequence(flags)
            self._free[first].append(part[0])
            self._free[part[1]].append(last)
            if self._pattern[self._at : self._at + 1] != "|":
                return first, last
            self._at += 1

    def _sequence(self, flags: str) -> Ends:
        first = last = self._state()
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            for part in self._repeated(flags):
                self._free[last].append(part[0])
                last = part[1]
        return first, last

    def _repeated(self, flags: str) -> Iterator[Ends]:
        """Yield an item as often as its quantifier says; one that is read again is a part of its own."""
        start = self._at
        part = self._item(flags)
        match = _TIMES.match(self._pattern, self._at)
        if match is None:
            yield part
            return
        end = match.end()
        least, most = _times(match)
        yield self._optional(part) if least == 0 else part
        for again in range(1, max(least, most or 0)):
            self._at = start
            part = self._item(flags)
            yield part if again < least else self._optional(part)
        if most is None:
            self._free[part[1]].append(part[0])
        self._at = end

    def _optional(self, part: Ends) -> Ends:
        self._free[part[0]].append(part[1])
        return part

    def _item(self, flags: str) -> Ends:
        pattern, at = self._pattern, self._at
        if (match := _COMMENT.match(pattern, at) or _NO_WIDTH.match(pattern, at)) or pattern[at] in "^$":
            self._at = match.end() if match else at + 1
            return self._nothing()
        if pattern[at] == "(":
            return self._group(flags)
        match = (_SET if pattern[at] == "[" else _CHARACTER).match(pattern, at)
        if match is None and pattern[at] in "\\[*+?{":
            raise _NotUnderstood
        atom = match.group() if match else pattern[at] if pattern[at] == "." else re.escape(pattern[at])
        self._at += len(match.group()) if match else 1
        return self._character(f"(?{flags}:{atom})")

    def _group(self, flags: str) -> Ends:
        match = _GROUP.match(self._pattern, self._at)
        behind = self._pattern[self._at + 1 : self._at + 2]
        if match is None or match["end"] == ")" or (behind in ("?", "*") and match.group() == "("):
            raise _NotUnderstood
        self._at = match.end()
        flag_text = match["flags"] or ""
        on, _, off = flag_text.partition("-")
        inner = "".join(flag for flag in "ims" if flag in flags + on and flag not in off)
        part = self._alternatives(inner)
        if self._pattern[self._at : self._at + 1] != ")":
            raise _NotUnderstood
        self._at += 1
        return self._nothing() if match["look"] else part

    def _nothing(self) -> Ends:
        state, last = self._state(), self._state()
        self._free[state].append(last)
        return state, last

    def _character(self, atom: str) -> Ends:
        if atom not in self.atoms:
            self.atoms.append(atom)
        first, last = self._state(), self._state()
        self.moves[first] = (self.atoms.index(atom), last)
        return first, last


def _times(match: re.Match[str]) -> tuple[int, int | None]:
    """Return how often a quantifier has its item, at least and at most (None: without end)."""
    if match[1]:
        return _SIGNS[match[1]]
    least = int(match[2] or 0)
    if not match[3]:
        return least, least
    return least, int(match[4]) if match[4] else None


class PieceLanguages:
    """Those of a split of one pattern or of several, each splitting the pieces of the one before."""

    def __init__(self, languages: Sequence[PieceLanguage]) -> None:
        self._languages = languages

    def holds(self, text: str) -> bool:
        """Return whether a piece may hold a text; False is certain."""
        return all(language.holds(text) for language in self._languages)

    def may_be(self, text: str) -> bool:
        """Return whether a text may be a whole piece; False is certain."""
        last = len(self._languages) - 1
        return all(
            language.may_be(text) if at == last else language.holds(text)
            for at, language in enumerate(self._languages)
        )

    def go_on(self, text: str) -> bool:
        """Return whether a piece may hold a text with more after it; False is certain."""
        return all(language.goes_on(text) for language in self._languages)

    def cut_in(self, text: str) -> str | None:
        """Return the shortest stretch of a text that no piece holds, the first of several; None for none."""
        if self.holds(text):
            return None
        text = text[:_LONGEST] if not self.holds(text[:_LONGEST]) else text
        shortest = text
        start = 0
        for end in range(1, len(text) + 1):
            while start < end and not self.holds(text[start:end]):
                if end - start < len(shortest):
                    shortest = text[start:end]
                start += 1
            point()
        return shortest


def piece_languages(pattern: str) -> PieceLanguages | None:
    """Return what pieces a pattern can make; None if that is not known, or where nothing is split."""
    parts = [part for part in pattern.split(THEN) if part]
    try:
        return PieceLanguages([PieceLanguage(part) for part in parts]) if parts else None
    except (_NotUnderstood, regex.error, RecursionError):
        return None
