"""An occurrence of a token in words: the same on the hover card and in the Selected token panel."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from workbench.panels.tokens.text.selection import Occurrence
from workbench.widgets import wording
from workbench.widgets.vocabulary import Vocabulary

_CONTEXT = "Occurrence"


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def span(start: int, end: int) -> str:
    """Return a half-open span as people write it: 34–41."""
    return f"{wording.number(start)}–{wording.number(end)}"


def places(occurrence: Occurrence) -> str:
    """Return the spans in bytes and in characters: "34–41   characters 34–41"."""
    if occurrence.span is None:
        return ""
    shown = span(*occurrence.span)
    if occurrence.characters is not None:
        shown = _tr("{bytes}   characters {characters}").format(
            bytes=shown, characters=characters(occurrence)
        )
    return shown


def characters(occurrence: Occurrence) -> str:
    """Return the span in characters, saying where the token is only a part of one."""
    if occurrence.characters is None:
        return "…"
    shown = span(*occurrence.characters)
    return _tr("{span}, cut").format(span=shown) if occurrence.partial else shown


def count(occurrence: Occurrence) -> str:
    """Return how often the token is in the text: "3 times", "412 so far", "…" while it is counted."""
    if occurrence.count is None:
        return "…"
    if occurrence.so_far:
        return _tr("{count} so far").format(count=wording.number(occurrence.count))
    return wording.times(occurrence.count)


def rank(vocabulary: Vocabulary | None, token_id: int) -> str:
    """Return the place of a token in the order of merging, "6,960 of 7,936", or its score; "" for neither."""
    row = vocabulary.row_of(token_id) if vocabulary is not None else None
    if vocabulary is None or row is None:
        return ""
    score = vocabulary.score(row)
    if score is not None:
        return wording.score(score)
    if int(vocabulary.listed.ranks[row]) < 0:
        return ""
    place = int(vocabulary.listed.ranks[row])
    return _tr("{rank} of {all}").format(rank=wording.number(place), all=wording.number(vocabulary.n_merges))
