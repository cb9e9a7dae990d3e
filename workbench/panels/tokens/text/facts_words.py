"""The facts of a text in words, for the footer of the panel and the status bar."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from workbench.panels.tokens.text.text_facts import TextFacts
from workbench.widgets import wording

_CONTEXT = "TextFacts"


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


@dataclass(frozen=True, slots=True)
class Remark:
    """One fact in words.

    Attributes:
        text: what is shown.
        warning: whether it is a warning.
        plain: whether it is true of most texts.

    """

    text: str
    warning: bool = False
    plain: bool = False


def remarks(facts: TextFacts) -> list[Remark]:
    """Return what there is to say of a text, its encoding first."""
    said = [Remark(_tr("UTF-8 with BOM")) if facts.bom else Remark(_tr("UTF-8"), plain=True)]
    said.extend(_line_ends(facts))
    if facts.n_invalid:
        said.append(Remark(_plural(facts.n_invalid, "%n invalid byte", "%n invalid bytes"), warning=True))
    if facts.n_surrogates:
        said.append(
            Remark(_plural(facts.n_surrogates, "%n lone surrogate", "%n lone surrogates"), warning=True)
        )
    if facts.n_nul:
        said.append(Remark(_plural(facts.n_nul, "%n NUL", "%n NULs"), warning=True))
    if facts.n_nbsp:
        said.append(Remark(_plural(facts.n_nbsp, "%n no-break space", "%n no-break spaces")))
    if facts.n_separators:
        said.append(Remark(_plural(facts.n_separators, "%n line separator", "%n line separators")))
    inside = facts.n_boms - facts.bom
    if inside:
        said.append(Remark(_plural(inside, "%n U+FEFF inside", "%n U+FEFF inside"), warning=True))
    return said


def sentence(facts: TextFacts) -> str:
    """Return all remarks in one line."""
    return " · ".join(remark.text for remark in remarks(facts))


def _line_ends(facts: TextFacts) -> list[Remark]:
    kinds = [("LF", facts.n_lf), ("CRLF", facts.n_crlf), ("CR", facts.n_cr)]
    present = [(name, n) for name, n in kinds if n]
    if not present:
        return []
    if len(present) == 1:
        kind = present[0][0]
        return [Remark(_tr("line ends {kind}").format(kind=kind), plain=kind == "LF")]
    counts = wording.listed(f"{wording.number(n)} {name}" for name, n in present)
    return [Remark(_tr("line ends mixed: {counts}").format(counts=counts), warning=True)]


def _plural(n: int, one: str, other: str) -> str:
    return wording.plural(n, one, other, _CONTEXT)
