"""Which patterns no kernel splits by, and the part of one that makes it so.

Without a kernel a text is matched by `regex`, a person's own pattern in a separate process: 5 to 20 times as
long (tests/benchmarks/README.md).
"""

from __future__ import annotations

from functools import cache

from workbench import kernels
from workbench.display import alternatives
from workbench.engine.splitting.pattern_form import pattern_form
from workbench.engine.splitting.split_patterns import KNOWN, PUBLISHED, known_pattern


def slow_part(pattern: str) -> str:
    """Return the first alternative of a pattern for which there is no kernel, "" if a kernel splits by it.

    It is the first one that the published pattern nearest to this one does not have; where that has all of
    them, in another order or with others between, it is the whole pattern.
    """
    if not pattern or not kernels.active():
        return ""
    known = known_pattern(pattern)
    if known is not None and (known.alike or known.name) in _names():
        return ""
    parts = [part.removeprefix("|") for part in alternatives.lines(pattern)]
    forms = [_form(part) for part in parts]
    nearest = max(_compiled(), key=lambda theirs: len(theirs.intersection(forms)))
    return next((part for part, form in zip(parts, forms, strict=True) if form not in nearest), pattern)


@cache
def _names() -> frozenset[str]:
    splitting = kernels.kernel("splitting")
    return frozenset() if splitting is None else frozenset(splitting.PATTERNS)


@cache
def _compiled() -> list[frozenset[object]]:
    """Return the forms of the alternatives of each pattern that a kernel splits by."""
    return [
        frozenset(_form(part.removeprefix("|")) for part in alternatives.lines(each.pattern))
        for each in (*PUBLISHED.values(), *KNOWN.values())
        if (each.alike or each.name) in _names()
    ]


def _form(part: str) -> object:
    return pattern_form(part) or part
