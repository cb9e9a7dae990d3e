"""What is said of a stretch of an aligned text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from workbench.engine.judging.aligned import KINDS, Row
from workbench.panels.compare.colors import letter
from workbench.widgets import wording
from workbench.worker.messages.comparing import Aligned

_MOST = 12  # ids that are listed


def _tr(text: str) -> str:
    return QCoreApplication.translate("AlignedWords", text)


def ids_in(row: Row, start: int, end: int) -> list[int]:
    """Return the ids of the tokens that begin in bytes of the text."""
    ids: list[int] = row.ids[slice(*row.beginning(start, end))].tolist()
    return ids


def legend(answer: Aligned | None) -> str:
    """Say what the lines, the counts and what is faint mean, as far as there is any of it."""
    said = [
        _tr("Line under a box, compared with A: solid cuts less, dashed more, dotted elsewhere."),
        _tr("×3: tokens inside one character."),
    ]
    if answer is None:
        return " ".join(said)
    whose = (
        (_tr("Line over letters: {names} changed them before cutting."),
         [row.changed is not None for row in answer.rows]),
        (_tr("Some token positions of {names} are approximate."), [row.approximate for row in answer.rows]),
        (_tr("Faint: {names} may still cut it elsewhere."),
         [handle in answer.doubtful for handle in answer.handles]),
    )  # fmt: skip
    for words, flags in whose:
        names = ", ".join(letter(place) for place, is_so in enumerate(flags) if is_so)
        if names:
            said.append(words.format(names=names))
    return " ".join(said)


def sentence(answer: Aligned, names: Sequence[str], span: tuple[int, int]) -> str:
    """Return a line for each tokenizer: its tokens in a stretch, their ids, and how it differs."""
    kinds = _kinds(answer, span)
    lines = []
    for place, row in enumerate(answer.rows):
        ids = ids_in(row, *span)
        listed = " ".join(map(str, ids[:_MOST])) + (" …" if len(ids) > _MOST else "")
        said = f"{letter(place)} {names[place]}: {wording.tokens(len(ids))}: {listed}"
        changes = row.changes(*span)
        if changes is not None and changes.any():
            said += " · " + _tr("changed before it is cut")
        lines.append(f"{said} ({kinds[place]})" if kinds[place] else said)
    return "\n".join(lines)


def _kinds(answer: Aligned, span: tuple[int, int]) -> list[str]:
    words = {
        "finer": _tr("cuts more than A"), "coarser": _tr("cuts less than A"),
        "crossing": _tr("cuts elsewhere than A"),
    }  # fmt: skip
    at, last = answer.differences.holding(*span)
    if at == last:
        return [""] * len(answer.rows)
    return [words.get(KINDS[kind], "") for kind in answer.differences.kinds[:, at]]


def summary(answer: Aligned) -> str:
    """Say who needs fewest tokens of the whole text, and by how many."""
    counts = [len(row.ids) for row in answer.rows]
    if answer.is_too_long:
        return _tr("Too long to align all of it: what you see is aligned")
    if len(counts) < 2 or not answer.is_whole:
        return ""
    if not len(answer.differences.spans):
        return _tr("All cut this text alike")
    least = min(counts)
    best = [place for place, count in enumerate(counts) if count == least]
    if len(best) == len(counts):
        return _tr("All need as many tokens")
    if len(best) > 1:
        names = ", ".join(map(letter, best))
        return _tr("{names} need fewest tokens").format(names=names)
    others = [count for place, count in enumerate(counts) if place != best[0]]
    if len(counts) == 2:
        fewer = others[0] - least
        text = wording.plural(fewer, "{name} needs %n fewer token", "{name} needs %n fewer tokens")
        return text.format(name=letter(best[0]))
    text = wording.plural(
        min(others) - least,
        "{name} needs fewest, %n fewer token than the next",
        "{name} needs fewest, %n fewer tokens than the next",
    )
    return text.format(name=letter(best[0]))
