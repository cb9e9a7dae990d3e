"""Splitting and counting by a pattern of a person's own that the kernels split by, from tables."""

from __future__ import annotations

from typing import Any

from workbench import kernels
from workbench.engine.splitting.published_split import PublishedSplit
from workbench.engine.splitting.split_patterns import SplitPattern


class TableSplit(PublishedSplit):
    """A pattern of a person's own; what its tables leave out is in no piece."""

    def __init__(self, pattern: str) -> None:
        """Take a pattern that has tables; raises ValueError."""
        from workbench.engine.splitting.pattern_tables import tables_of  # here: as below

        tables = tables_of(pattern)
        if tables is None:
            raise ValueError("the pattern has no tables")
        super().__init__(SplitPattern("custom", pattern, "", ""), tables)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the pattern; the tables are made again."""
        return type(self), (self.pattern,)


def table_split(pattern: str) -> TableSplit | None:
    """Return what splits by the tables of a pattern, None if it has none or there are no kernels."""
    from workbench.engine.splitting.pattern_tables import tables_of  # here: most patterns are published ones

    return TableSplit(pattern) if kernels.active() and tables_of(pattern) is not None else None
