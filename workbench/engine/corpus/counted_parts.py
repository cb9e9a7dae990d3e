"""The parts of counted pieces among the files of a source, as a look at it finds them."""

from __future__ import annotations

import os
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.counts_facts import CountsFacts, added

_SUFFIX = ".parquet"


class CountedParts:
    """Collects what footers say.

    Of a folder the footers of all Parquet files are read, until one of these holds no counted pieces.
    """

    def __init__(self) -> None:
        self._facts: dict[str, CountsFacts] = {}
        self._may_be = True

    def may_have(self, path: str) -> bool:
        """Return whether the footer of a file is to be read."""
        return self._may_be and path.endswith(_SUFFIX)

    def note(self, path: str, facts: CountsFacts | None, kind: str) -> None:
        """Take what a file of some kind holds."""
        if facts is not None:
            self._facts[path] = facts
        elif kind == "parquet":
            self._may_be = False

    def total(self) -> CountsFacts | None:
        """Return the facts of all parts as those of their sum, None for no part; raises as `added`.

        Of the error the fact "name" is that of the file.
        """
        try:
            return added(self._facts) if self._facts else None
        except EngineError as error:
            facts: dict[str, Any] = {**error.facts, "name": os.path.basename(error.file or "")}
            raise EngineError(error.code, file=error.file, **facts) from error
