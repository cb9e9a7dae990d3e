"""Sources that are read into one account, in chunks of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from unittest import mock

from workbench.engine.child.isolation import Child
from workbench.engine.corpus import sources as reading_of_sources
from workbench.engine.corpus.accounting import Accounting
from workbench.engine.corpus.chosen_documents import HeldOut
from workbench.engine.corpus.counts_table import CountTables
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.readers import CHUNK, FileBytes
from workbench.engine.corpus.sources import Reading, SourceOptions


class Corpus:
    """Reads sources as the product does."""

    def __init__(
        self, sources: Sequence[str | SourceOptions], chunk_size: int = CHUNK, child: Child | None = None
    ) -> None:
        self._reading = Reading(sources, child, takes_counts=True)
        self._chunk_size = chunk_size

    @property
    def accounting(self) -> Accounting:
        """The account of the only source, or the sum of several."""
        accounts = [each.accounting for each in self._reading.accounts]
        if len(accounts) == 1:
            return accounts[0]
        total = Accounting()
        for each in accounts:
            total.add(each)
        return total

    @property
    def held_out(self) -> HeldOut:
        return self._reading.held_out

    @property
    def tables(self) -> CountTables:
        return self._reading.tables

    def read(self) -> Iterator[bytes | EndOfDocument]:
        file_bytes = partial(FileBytes, chunk_size=self._chunk_size)
        with mock.patch.object(reading_of_sources, "FileBytes", file_bytes):
            yield from self._reading.read()
