"""The words of the lab for a pattern that cannot be used."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from workbench.display import marks
from workbench.display.prose import capitalized
from workbench.panels.lab.editor_marks import Fault
from workbench.widgets import wording
from workbench.worker.messages.lab import PatternFaulty

_LOOKED_AT = 2000  # lost stretches that are described
_LONG_RUN = 3  # of one character, from which on its length is given


def _tr(text: str) -> str:
    return QCoreApplication.translate("RegexLab", text)


@dataclass(frozen=True, slots=True)
class FaultWords:
    """The words for an error.

    Attributes:
        sentence: the bold one. second: the consequence.
        mark: where in the pattern, None if unknown.
        column: a character of the pattern that can be gone to, from 1; 0 if there is none.
        place: a byte of the text that can be gone to, None if there is none.

    """

    sentence: str
    second: str
    mark: Fault | None
    column: int = 0
    place: int | None = None


def fault_words(
    faulty: PatternFaulty, pattern: str, text: bytes, text_name: str, has_good: bool
) -> FaultWords:
    """Return the words for an error."""
    if faulty.code == "pattern_too_slow":
        return _slow(faulty, text, text_name)
    cause = wording.filled(faulty.cause, faulty.facts)
    sentence = wording.sentence(capitalized(cause))
    remedy = wording.filled(faulty.remedy, faulty.facts)
    second = wording.sentences(remedy, _tr("Results below are from the last valid pattern.") * has_good)
    if faulty.columns is None:
        return FaultWords(sentence, second, None)
    start, end = (min(max(place, 0), len(pattern)) for place in faulty.columns)
    label = _label(faulty.code).format(n=wording.number(start + 1))
    return FaultWords(sentence, second, Fault(start, max(end, start), label), start + 1)


def _label(code: str) -> str:
    labels = {
        "pattern_open_set": _tr("character {n}: a ] is missing"),
        "pattern_open_group": _tr("character {n}: a ) is missing"),
        "pattern_close_group": _tr("character {n}: a ( is missing"),
    }
    return labels.get(code, _tr("character {n}"))


def _slow(faulty: PatternFaulty, text: bytes, text_name: str) -> FaultWords:
    seconds = wording.duration(float(faulty.facts.get("seconds", 2.0)))
    sentence = _tr("Stopped after {time}: too slow on this text.").format(time=seconds)
    mark = None
    if faulty.columns is not None:
        mark = Fault(*faulty.columns, _tr("ran {time} from here").format(time=seconds))
    second = ""
    if faulty.place is not None:
        second = _where(text, faulty.place, faulty.n_same, text_name) + " "
    second += _tr("Nothing else was stopped.")
    return FaultWords(sentence, second, mark, place=faulty.place)


def _where(text: bytes, place: int, n_same: int, text_name: str) -> str:
    n = wording.number(len(text[:place].decode("utf-8", "replace")) + 1)
    character = text[place : place + 4].decode("utf-8", "ignore")[:1]
    if n_same < _LONG_RUN:
        return _tr("It was at character {n} of {name}.").format(n=n, name=text_name)
    return _tr("Character {n} of {name}: {count} × {character} in a row.").format(
        n=n, name=text_name, count=wording.number(n_same), character=_named(character)
    )


def _named(character: str) -> str:
    names = {" ": _tr("space"), "\n": _tr("line end"), "\t": _tr("tab")}
    return names.get(character) or f"“{marks.visible(character.encode('utf-8', 'surrogatepass'))}”"


def lost_words(text: bytes, lost: NDArray[np.uint64]) -> str:
    """Return what is lost, as far as that can be said in a few words."""
    kinds = {_kind_of(text[start:end]) for start, end in lost[:_LOOKED_AT].tolist()}
    what = _tr("mixed text")
    if len(kinds) == 1:
        what = {
            "spaces": _tr("spaces"),
            "white": _tr("white space"),
            "digits": _tr("digits"),
            "letters": _tr("letters"),
            "others": _tr("punctuation and symbols"),
        }[kinds.pop()]
    elif kinds <= {"spaces", "white"}:
        what = _tr("white space")
    return _tr("{what}; decoding cannot restore them.").format(what=what)


def _kind_of(lost: bytes) -> str:
    shown = lost.decode("utf-8", "replace")
    if not shown.strip(" "):
        return "spaces"
    if shown.isspace():
        return "white"
    return "digits" if shown.isnumeric() else "letters" if shown.isalpha() else "others"
