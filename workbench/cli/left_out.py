"""Reports files that could not be read, on standard error and in JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from workbench.cli.streams import tell
from workbench.engine.base.errors import EngineError

if TYPE_CHECKING:
    from workbench.engine.corpus.folder_files import Skipped

MOST = 5  # by name on standard error


def tell_left_out(skipped: Sequence[Skipped], named: str = "--json names them all, ") -> None:
    """Write to standard error which files could not be read, and why."""
    for each in skipped[:MOST]:
        tell(f"left out: {each.error.message('command line')}")
    if len(skipped) > MOST:
        tell(f"left out: {len(skipped) - MOST:,} more; {named}--strict stops at the first")


def tell_damaged(damaged: Sequence[EngineError]) -> None:
    """Write to standard error which compressed files were used only up to the damage."""
    for each in damaged[:MOST]:
        tell(each.message("command line"))
    if len(damaged) > MOST:
        tell(f"{len(damaged) - MOST:,} more packed files are cut or damaged; --strict stops at the first")


def plain(skipped: Iterable[Skipped]) -> list[dict[str, str]]:
    """Return the skipped files for JSON."""
    return [{"path": each.path, "why": each.code, "cause": each.error.cause} for each in skipped]
