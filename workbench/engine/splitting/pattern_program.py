"""A split pattern as the steps of a machine that reads it from the left, one character after the other.

What is understood: classes of characters and spellings, also ignoring case; alternatives, groups, repeats;
repeats of one class that give nothing back (`\\p{L}++`); a look at the one character that follows, and `$`.
With these alone, the first of all ways that match is found without going back in the text
(`pattern_tables`). Nothing else is, nor what may match without taking any text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from workbench.engine.splitting.pattern_form import Form, pattern_form

_MOST_STEPS = 2000
_ATOMS = ("is", "range", "property", "class", "set")
_FLAGS = frozenset("isu")

Set = tuple[str, ...]  # patterns of one character each, all of which belong to it


class NotUnderstood(Exception):
    """A pattern holds what is not understood here."""


@dataclass(frozen=True, slots=True)
class Take:
    """Reads one character of a set."""

    characters: Set
    then: int


@dataclass(frozen=True, slots=True)
class Look:
    """Goes on if the next character is in a set, or, `negated`, is not; `ends`: the end of the text is.

    `lines`: so is a line end before the end.
    """

    characters: Set
    negated: bool
    ends: bool
    lines: bool
    then: int


@dataclass(frozen=True, slots=True)
class Either:
    """Goes on in several ways, the first one that matches in the end."""

    ways: tuple[int, ...]


Step = Take | Look | Either | None  # None: the pattern has matched


class Program:
    """The steps of a pattern.

    Attributes:
        steps: the first one is that of a match.
        start: where a match begins, and to which nothing goes back.

    """

    def __init__(self, pattern: str) -> None:
        """Read a pattern; raises NotUnderstood."""
        form = pattern_form(pattern)
        if form is None or _may_be_empty(form):
            raise NotUnderstood
        self.steps: list[Step] = [None]
        self.start = self._add(Either((self._before(form, 0, frozenset()),)))

    def _add(self, step: Step) -> int:
        if len(self.steps) >= _MOST_STEPS:
            raise NotUnderstood
        self.steps.append(step)
        return len(self.steps) - 1

    def _before(self, form: Form, then: int, flags: frozenset[str]) -> int:
        """Return the first step of a part that goes on with `then`."""
        kind: Any = form[0]
        if _is_atom(form):
            return self._add(Take((_atom(form, flags),), then))
        if kind == "row":
            return self._row(form, then, flags)
        if kind == "or":
            return self._add(Either(tuple(self._before(_form(way), then, flags) for way in form[1:])))
        if kind == "repeat":
            return self._repeated(form, then, flags)
        if kind == "flags":
            return self._before(_form(form[2]), then, _with_flags(flags, str(form[1])))
        if kind in ("=", "!"):
            return self._look(_form(form[1]), kind == "!", then, flags)
        if form == ("sign", "$"):
            return self._add(Look((), negated=False, ends=True, lines=True, then=then))
        if kind == ">" and _form(form[1])[0] == "repeat":
            _, low, high, mode, item = _form(form[1])
            if mode != "?":
                return self._repeated(("repeat", low, high, "+", item), then, flags)
        raise NotUnderstood

    def _row(self, form: Form, then: int, flags: frozenset[str]) -> int:
        for item in reversed(form[1:]):
            then = self._before(_form(item), then, flags)
        return then

    def _repeated(self, form: Form, then: int, flags: frozenset[str]) -> int:
        low, high, mode, item = int(str(form[1])), form[2], form[3], _form(form[4])
        if _may_be_empty(item) or (mode == "+" and not _is_atom(item)):
            raise NotUnderstood
        enough = then
        if mode == "+":  # there is no other one behind it, unless there are as many as there may be
            enough = self._add(Look((_atom(item, flags),), negated=True, ends=False, lines=False, then=then))
        if high is None:
            entry = self._add(None)
            self.steps[entry] = self._more(self._before(item, entry, flags), enough, mode)
        else:
            entry = then
            for _ in range(int(str(high)) - low):
                entry = self._add(self._more(self._before(item, entry, flags), enough, mode))
        for _ in range(low):
            entry = self._before(item, entry, flags)
        return entry

    @staticmethod
    def _more(again: int, enough: int, mode: object) -> Either:
        return Either((enough, again) if mode == "?" else (again, enough))

    def _look(self, inner: Form, negated: bool, then: int, flags: frozenset[str]) -> int:
        ways = [_form(way) for way in inner[1:]] if inner[0] == "or" else [inner]
        ends = ("sign", "$") in ways
        characters = tuple(_atom(way, flags) for way in ways if way != ("sign", "$"))
        return self._add(Look(characters, negated, ends, ends, then))


def is_understood(pattern: str) -> bool:
    """Return whether a pattern has steps."""
    try:
        Program(pattern)
    except NotUnderstood:
        return False
    return True


def _form(part: object) -> Form:
    if not isinstance(part, tuple):
        raise NotUnderstood
    return part


def _is_atom(form: Form) -> bool:
    return form[0] in _ATOMS or form == ("sign", ".")


def _may_be_empty(form: Form) -> bool:
    """Return whether a part may match without taking any text."""
    kind = form[0]
    if kind in ("row", "or"):
        return (all if kind == "row" else any)(_may_be_empty(_form(each)) for each in form[1:])
    if kind == "repeat":
        return form[1] == 0 or _may_be_empty(_form(form[4]))
    if kind == "flags":
        return _may_be_empty(_form(form[2]))
    return not _is_atom(form) and (kind != ">" or _may_be_empty(_form(form[1])))


def _with_flags(flags: frozenset[str], written: str) -> frozenset[str]:
    on, _, off = written.partition("-")
    if not _FLAGS.issuperset(on + off):
        raise NotUnderstood
    return (flags | set(on) - {"u"}) - set(off)


def _atom(form: Form, flags: frozenset[str]) -> str:
    """Return a pattern of one character, the same for the same characters wherever it is."""
    if not _is_atom(form):
        raise NotUnderstood
    source = f"[{_source(form)}]" if form[0] == "range" else _source(form)
    letters = "".join(sorted(flags))
    return f"(?{letters}:{source})" if letters else source


def _source(form: Form) -> str:
    kind = form[0]
    if kind == "is":
        return f"\\U{ord(str(form[1])):08X}"
    if kind == "range":
        return f"\\U{ord(str(form[1])):08X}-\\U{ord(str(form[2])):08X}"
    if kind == "property":
        return f"\\{'P' if form[2] else 'p'}{{{form[1]}}}"
    if kind == "class":
        return f"\\{str(form[1]).upper() if form[2] else form[1]}"
    if kind == "set" and isinstance(form[2], Iterable):
        return f"[{'^' if form[1] else ''}{''.join(sorted(map(_source, form[2])))}]"
    return "."
