"""Which patterns no kernel splits by, and the part of one that makes it so.

Without a kernel a text is matched by `regex`, a person's own pattern in a separate process: 5 to 20 times as
long (tests/benchmarks/README.md).
"""

from __future__ import annotations

from workbench import kernels
from workbench.display import alternatives
from workbench.engine.splitting.pattern_program import is_understood
from workbench.engine.splitting.pattern_tables import tables_of
from workbench.engine.splitting.published_split import compiled_splitter
from workbench.engine.splitting.split_patterns import known_pattern

_MOST_TRIED = 20  # alternatives


def slow_part(pattern: str) -> str:
    """Return the first alternative that keeps kernels from splitting by a pattern, "" if one does.

    It is one that is not understood, or without which the others have a kernel; else the whole pattern.
    """
    if not pattern or not kernels.active() or _is_quick(pattern):
        return ""
    parts = [part.removeprefix("|") for part in alternatives.lines(pattern)]
    strange = next((part for part in parts if not is_understood(part)), "")
    if strange or len(parts) > _MOST_TRIED:
        return strange or pattern
    others = ("|".join(parts[:at] + parts[at + 1 :]) for at in range(len(parts)))
    return next((part for part, rest in zip(parts, others, strict=True) if rest and _is_quick(rest)), pattern)


def _is_quick(pattern: str) -> bool:
    known = known_pattern(pattern)
    return (known is not None and compiled_splitter(known) is not None) or tables_of(pattern) is not None
