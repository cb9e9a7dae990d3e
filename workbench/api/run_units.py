"""Finds the units that a run trains on: counted now, kept from another run, or from its checkpoint."""

from __future__ import annotations

from collections.abc import Generator

from workbench.api.checkpoints import Keeper
from workbench.api.counting import CountedCorpus, CountsKept, state_of
from workbench.api.recipes import Recipe
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.counting.piece_room import TableFull
from workbench.engine.training.checkpoint import fingerprint_of
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.trainer import Progress
from workbench.engine.training.units import UnitPieces
from workbench.formats.training_record import source_record


class RunUnits:
    """The units of a run's corpus.

    Attributes:
        corpus: the sources, the account of their bytes, and the distinct pieces once they are counted.
        units: what the trainer works on, None before `find`.

    """

    def __init__(
        self, corpus: CountedCorpus, recipe: Recipe, child: Child | None, kept: CountsKept | None
    ) -> None:
        """Take a corpus to count, the child of a custom pattern, and the last counts."""
        self.corpus = corpus
        self.units: Counted | UnitPieces | None = None
        self._recipe = recipe
        self._child = child
        self._kept = kept

    @property
    def sources(self) -> list[dict[str, object]]:
        """The contents of the sources, as in the record."""
        return [source_record(account) for account in self.corpus.reading.accounts]

    def take(self, counted: CountedPieces) -> None:
        """Take counts in place of those of the sources."""
        self.corpus.counted = counted
        self.corpus.n_text = counted.n_bytes + counted.lost
        self.units = self._recipe.units(counted)

    def find(self, keeper: Keeper | None) -> Generator[Progress | TableFull, None, Counted | UnitPieces]:
        """Return the units, found on the first call."""
        if self.units is not None:
            return self.units
        if keeper is not None and keeper.has_counts:
            kept = yield from self._from_checkpoint(keeper)
            if kept is not None:
                return kept
        counted = yield from self._count()
        self.units = self._recipe.units(counted)
        if keeper is not None:
            fingerprint = fingerprint_of(self.units)
            if len(keeper.replay) and keeper.fingerprint != fingerprint:
                raise EngineError("checkpoint_pieces_changed")
            keeper.keep(self.sources, fingerprint, counted)
        return self.units

    def _from_checkpoint(self, keeper: Keeper) -> Generator[Progress, None, Counted | UnitPieces | None]:
        """Return the units of the checkpoint's pieces if the corpus is the same, else None."""
        yield from self.corpus.read_again()
        keeper.choose(self.sources)
        counted = keeper.read_pieces()
        if counted is None:
            return None
        units = self._recipe.units(counted)
        if fingerprint_of(units) != keeper.fingerprint:
            keeper.tell_counted_again()
            return None
        self.corpus.counted, self.units = counted, units
        keeper.keep(self.sources, keeper.fingerprint, None)
        return units

    def _count(self) -> Generator[Progress | TableFull, None, CountedPieces]:
        """Count the corpus, unless the kept counts are of the same corpus."""
        kept = self._kept
        if kept is None:
            return (yield from self.corpus.count(self._recipe, self._child))
        state = state_of(self.corpus.reading.sources, self._recipe)
        if kept.corpus is not None and kept.corpus.counted is not None and kept.state == state:
            self.corpus = kept.corpus
            return kept.corpus.counted
        kept.state = kept.corpus = None  # two corpora at a time might not fit into memory
        counted = yield from self.corpus.count(self._recipe, self._child)
        if self.corpus.is_repeatable:
            kept.state, kept.corpus = state, self.corpus
        return counted
