"""What is said of a stretch of an aligned text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from workbench.display.escapes import for_label
from workbench.engine.judging.aligned import KINDS, Row
from workbench.panels.compare.colors import letter
from workbench.widgets import wording
from workbench.worker.messages.comparing import Aligned

_MOST = 12  # ids that are listed
_NAME = 32  # letters of a name: a long one without spaces would need a wide panel


def _tr(text: str) -> str:
    return QCoreApplication.translate("AlignedWords", text)


def ids_in(row: Row, start: int, end: int) -> list[int]:
    """Return the ids of the tokens that begin in bytes of the text."""
    ids: list[int] = row.ids[slice(*row.beginning(start, end))].tolist()
    return ids


def legend(answer: Aligned | None) -> str:
    """Say what the lines and what is faint mean, as far as there are any."""
    said = [_tr("Line under a box, compared with A: solid cuts less, dashed more, dotted elsewhere.")]
    if answer is None:
        return wording.sentences(*said)
    whose = (
        (_tr("Line over letters, * before a number: not restored by {names}, so not ranked."),
         [not row.gives_back for row in answer.rows]),
        (_tr("Some token positions of {names} are approximate."), [row.approximate for row in answer.rows]),
        (_tr("Faint: {names} may still cut it elsewhere."),
         [handle in answer.doubtful for handle in answer.handles]),
    )  # fmt: skip
    for words, flags in whose:
        names = wording.listed(letter(place) for place, is_so in enumerate(flags) if is_so)
        if names:
            said.append(words.format(names=names))
    return wording.sentences(*said)


def sentence(answer: Aligned, names: Sequence[str], span: tuple[int, int]) -> str:
    """Return a line for each tokenizer: its tokens in a stretch, their ids, and how it differs."""
    kinds = _kinds(answer, span)
    lines = []
    for place, row in enumerate(answer.rows):
        ids = ids_in(row, *span)
        listed = " ".join(map(str, ids[:_MOST])) + (" …" if len(ids) > _MOST else "")
        said = f"{letter(place)} {_short(names[place])}: {wording.tokens(len(ids))}: {listed}"
        losses = row.losses(*span)
        if losses is not None and losses.any():
            said += " · " + _tr("not restored exactly")
        lines.append(f"{said} ({kinds[place]})" if kinds[place] else said)
    return "\n".join(lines)


def _short(name: str) -> str:
    shown = for_label(name)
    half = _NAME // 2  # names that are alike often differ at their ends
    return shown if len(shown) <= _NAME else f"{shown[: half - 1]}…{shown[-half:]}"


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
    """Say who needs fewest tokens of the whole text, and by how many; see `unranked` for the others."""
    if answer.is_too_long:
        return _tr("Too long to align all of it: what you see is aligned")
    if len(answer.rows) < 2 or not answer.is_whole:
        return ""
    if not len(answer.differences.spans):
        return _tr("All cut this text alike")
    counts = {place: len(row.ids) for place, row in enumerate(answer.rows) if row.gives_back}
    least, *others = sorted(counts.values()) or (0,)
    best = [letter(place) for place, count in counts.items() if count == least]
    if len(counts) < 2:
        return ""
    if len(best) == len(answer.rows):
        return _tr("All need the same number of tokens")
    if len(best) > 1:
        return _tr("{names} need fewest tokens").format(names=wording.listed(best))
    fewer = others[0] - least
    if len(answer.rows) == 2:
        text = wording.plural(fewer, "{name} needs %n fewer token", "{name} needs %n fewer tokens")
        return text.format(name=best[0])
    text = wording.plural(
        fewer,
        "{name} needs fewest, %n fewer token than the next",
        "{name} needs fewest, %n fewer tokens than the next",
    )
    return text.format(name=best[0])


def unranked(answer: Aligned, short: bool = False) -> str:
    """Return which tokenizers do not give the text back, so that their counts are not ranked; "" for none."""
    names = [letter(place) for place, row in enumerate(answer.rows) if not row.gives_back]
    if not names:
        return ""
    if short:
        return _tr("{names} not ranked").format(names=wording.listed(names))
    one, several = (
        "{names} does not give the text back: not ranked",
        "{names} do not restore the text: not ranked",
    )
    return wording.plural(len(names), one, several).format(names=wording.listed(names))
