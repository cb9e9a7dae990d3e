"""The names and definitions of token labels, and the names of scripts."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from workbench.engine.judging.health import (
    FEW,
    FRAGMENT,
    GLITCH,
    INSIDE,
    LONGEST,
    NOT_DECIDED,
    NOT_ITSELF,
    OVER_LONG,
    PROVED,
    RESIDUE,
    RESIDUE_LABEL,
    TWIN,
    UNUSED,
)
from workbench.widgets import wording


def _tr(text: str) -> str:
    return QCoreApplication.translate("TokenLabels", text)


def label_name(label: str) -> str:
    """Return the name of a label on its chip."""
    return {
        NOT_ITSELF: _tr("No round trip"),
        INSIDE: _tr("Only inside others"),
        PROVED: _tr("Unreachable"),
        NOT_DECIDED: _tr("Not decided"),
        FRAGMENT: _tr("Fragments"),
        OVER_LONG: _tr("Over-long"),
        TWIN: _tr("Near twins"),
        UNUSED: _tr("Never used"),
        RESIDUE_LABEL: _tr("Residues"),
        GLITCH: _tr("Glitch forecast"),
    }[label]


def label_short(label: str) -> str:
    """Return the short name of a label in the table."""
    return {
        NOT_ITSELF: _tr("no round trip"),
        INSIDE: _tr("only inside others"),
        PROVED: _tr("unreachable"),
        NOT_DECIDED: _tr("not decided"),
        FRAGMENT: _tr("fragment"),
        OVER_LONG: _tr("over-long"),
        TWIN: _tr("near twin"),
        UNUSED: _tr("never used"),
        RESIDUE_LABEL: _tr("residue"),
        GLITCH: _tr("glitch forecast"),
    }[label]


def how_judged(label: str) -> str:
    """Return the definition of a label."""
    return {
        NOT_ITSELF: _tr(
            "The text of the token is encoded to other tokens. A token that is not UTF-8 is encoded as "
            "one piece."
        ),
        INSIDE: _tr("No round trip, but among the tokens of a text: its witness."),
        PROVED: _tr(
            "Proved: no text encodes to this token. The split cuts inside, or its bytes merge to "
            "other tokens."
        ),
        NOT_DECIDED: _tr("Neither proved unreachable nor found in the texts of a bounded search."),
        FRAGMENT: _tr("Several bytes that are not whole UTF-8 characters."),
        OVER_LONG: _tr("More than {n} characters.").format(n=LONGEST),
        TWIN: _tr("Another token reads the same after Unicode normalization (NFKC)."),
        UNUSED: _tr("The counted text does not use this token."),
        RESIDUE_LABEL: _tr(
            "In the counted text it is merged further in more than {share} of all cases."
        ).format(share=wording.percent(RESIDUE)),
        GLITCH: _tr(
            "A residue that occurs in {n} documents or fewer, or not at all: a model hardly sees it in "
            "training. A forecast, not a proof."
        ).format(n=FEW),
    }[label]


def script_name(script: str) -> str:
    """Return the name of a script."""
    return {
        "none": _tr("signs, digits"),
        "other": _tr("other scripts"),
        "mixed": _tr("several scripts"),
        "bytes": _tr("broken bytes"),
    }.get(script, script)
