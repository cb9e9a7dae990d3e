"""Reads and counts a corpus for training, or takes the counts of another run or of a checkpoint."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from fractions import Fraction
from itertools import chain
from math import ceil

import numpy as np

from workbench.api.checkpoints import Keeper
from workbench.api.counts_checks import check_counted
from workbench.api.recipes import Recipe
from workbench.display import prose
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.base.phrases import by_reason
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import CountsFacts
from workbench.engine.corpus.counts_table import CountTables
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.sources import DocumentsSource, Reading, Source, TextSource, options_of
from workbench.engine.counting.piece_counts import NOTHING_DROPPED, Chunks, CountedPieces, Counting, Dropped
from workbench.engine.counting.piece_room import PieceRoom, TableFull, dropped_from, whole_text_bytes
from workbench.engine.counting.weighted_counts import join_parts
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, check_pattern, named
from workbench.engine.training.checkpoint import fingerprint_of
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.trainer import Progress
from workbench.engine.training.units import UnitPieces
from workbench.formats.count_tables import MOST_BYTES
from workbench.formats.training_record import source_plan, source_record

_FILES_AT_ONCE = 200  # looked at between two points
_LITTLE = 1 << 16  # bytes of pieces that are looked through
_GIANT = 1 << 16  # bytes of a piece that no language has
_SPACE = "\u2581"  # SentencePiece's space

State = tuple[object, ...]  # what identifies a corpus without reading it


@dataclass(slots=True)
class CountsKept:
    """Keeps the last counted corpus from run to run.

    Attributes:
        state: its sources when they were read, its split and normalization; None if nothing is kept.
        corpus: the counted corpus.

    """

    state: State | None = None
    corpus: CountedCorpus | None = None


class CountedCorpus:
    """Sources that are read and counted.

    Attributes:
        reading: the sources and the account of their bytes.
        counted: the distinct pieces, None before they are counted.
        n_text: bytes of text that were split, times the weight of their source.
        room: how much memory the distinct pieces may take.
        files: path -> what the footer of a file of counted pieces among the sources says, where it has one.
        facts: of all these files, as of their sum; None for none.
        hidden: how often a pair of tokens occurs in pieces that were dropped from these files, at most.

    """

    def __init__(
        self, sources: Sequence[Source], room: PieceRoom | None = None, child: Child | None = None
    ) -> None:
        """Take the sources, the memory limit of the pieces, and a child that reads Parquet."""
        self.reading = Reading(sources, child, takes_counts=True)
        self.room = PieceRoom() if room is None else room
        self.counted: CountedPieces | None = None
        self.n_text = 0
        self.files: dict[str, CountsFacts] = {}
        self.facts: CountsFacts | None = None
        self.hidden = 0
        self._tables = CountTables()  # of the weight that was read last

    def count(
        self, recipe: Recipe, child: Child | None
    ) -> Generator[Progress | TableFull, None, CountedPieces]:
        """Read, split and count; yield `Progress` in bytes.

        `TableFull` is yielded as long as the room's answer is "ask" and its limit is passed.

        Raises:
            EngineError: a source cannot be read, the pattern cannot be used, or there is nothing to train on.

        """
        splitter = named(*recipe.split, child)
        try:
            check_pattern(splitter)
            total = self.reading.size()
            self._refuse_giant(recipe, total)
            self.counted = yield from self._count_with(splitter, recipe, total)
        finally:
            splitter.close()
        if self._is_nothing(self.counted):
            raise self._nothing(self.counted, splitter.name == "custom")
        return self.counted

    def read_again(self) -> Iterator[Progress]:
        """Read all without counting, for the account and the hashes; yields and raises as `count`."""
        total = self.reading.size()
        for _, chunks in self._weighted_chunks():
            for _ in chunks:
                done = self.reading.n_read
                yield Progress("checking", done, max(total, done))

    def _refuse_giant(self, recipe: Recipe, total: int) -> None:
        """Raise EngineError if whole documents are pieces and would take more than the limit."""
        need = whole_text_bytes(total)
        if recipe.split[0] == "none" and need > self.room.limit:
            raise EngineError("whole_text_too_large", need=need, limit=self.room.limit, n_bytes=total)

    def _is_nothing(self, counted: CountedPieces) -> bool:
        """Return whether there is nothing to learn from: no piece, or only white space."""
        if len(counted.blob) > _LITTLE:
            return counted.blob.isspace()  # which looks no further than the first that is none
        return not counted.blob or counted.blob.decode("utf-8", "replace").replace(_SPACE, " ").isspace()

    def _nothing(self, counted: CountedPieces, custom: bool) -> EngineError:
        """Return the reason: the pattern, the first file that was left out, or the text."""
        if not counted.blob and counted.lost and custom:  # the presets' patterns leave white space out
            return EngineError("pattern_leaves_nothing", n_bytes=counted.lost)
        if self.reading.n_read == 0 and self.reading.skipped:
            unread = [skipped for skipped in self.reading.skipped if not skipped.is_meant]
            rest = [skipped for skipped in self.reading.skipped if skipped.code != "empty_file"]
            if unread or rest:
                return (unread or rest)[0].error
        if not counted.blob and counted.dropped.n_pieces:
            return EngineError("every_piece_dropped", n=counted.dropped.n_pieces, limit=self.room.limit)
        accounts = [account.accounting for account in self.reading.accounts]
        files = [record.path for account in accounts for record in account.files]
        file = files[0] if len(files) == 1 else None
        left_out = sum((account.left_out for account in accounts), Counter[str]())
        if not counted.blob and left_out:
            return EngineError("all_text_left_out", file=file, reasons=_amounts(left_out))
        return EngineError("nothing_to_train_on", file=file)

    def _count_with(
        self, splitter: PreTokenizer, recipe: Recipe, total: int
    ) -> Generator[Progress | TableFull, None, CountedPieces]:
        """Count the sources of each weight separately, and add the counts up."""
        parts: list[tuple[CountedPieces, Fraction]] = []
        self.hidden = 0
        for weight, chunks in self._weighted_chunks():
            counting = splitter.count(recipe.text((yield from self._to_text(chunks, total))))
            parts.append(((yield from self._part(counting, total)), weight))
            parts += ((CountedPieces(*table), weight) for table in self._tables)
            self.hidden += sum(ceil(weight * each.hidden) for each in self._tables.facts.values())
        self.facts = check_counted(self.files, recipe) if self.files else None
        counted = join_parts(parts)
        refuse_too_large(counted, self.room.limit)
        numbers = [astuple(part.dropped) for part, _ in parts]
        elsewhere = 0 if self.facts is None else self.facts.n_lost
        self.n_text += elsewhere
        dropped = Dropped(*map(sum, zip(*numbers, strict=True)))
        return replace(counted, lost=counted.lost + elsewhere, dropped=dropped)

    def _to_text(self, chunks: Chunks, total: int) -> Generator[Progress, None, Chunks]:
        """Read up to the first text, past counted pieces; return the chunks from there on."""
        for chunk in chunks:
            if chunk != b"":
                return chain((chunk,), chunks)
            done = self.reading.n_read
            yield Progress("reading", done, max(total, done))
        return iter(())

    def _part(self, counting: Counting, total: int) -> Generator[Progress | TableFull, None, CountedPieces]:
        dropped = NOTHING_DROPPED
        while True:
            try:
                event = next(counting)
            except StopIteration as end:
                counted: CountedPieces = end.value
                return replace(counted, dropped=dropped)
            if event.table is not None and event.table.table_bytes > self.room.limit:
                yield from self.room.make(event.table)
                dropped = dropped_from(event.table)
            done = self.reading.n_read
            yield Progress("reading", done, max(total, done))

    def _weighted_chunks(self) -> Iterator[tuple[Fraction, Chunks]]:
        """Yield the weights of the sources, and the text of those that have it, to be read to its end."""
        self.n_text, self._tables, self.files = 0, CountTables(), {}
        for weight, reading in self.reading.groups():
            yield weight, self._read(reading, weight)

    def _read(self, reading: Reading, weight: Fraction) -> Chunks:
        n_text = 0
        for chunk in reading.read():
            if isinstance(chunk, bytes):
                n_text += len(chunk)
            yield chunk
        self._tables = reading.tables
        self.files |= reading.tables.facts
        n_text += sum(CountedPieces(*table).n_bytes for table in reading.tables)
        self.n_text += n_text * weight.numerator // weight.denominator

    @property
    def is_repeatable(self) -> bool:
        """Whether other runs can use the counts: no file has changed, and nothing was dropped."""
        if self.counted is not None and self.counted.dropped.n_pieces:
            return False
        return not any(account.accounting.changed for account in self.reading.accounts)


def refuse_too_large(counted: CountedPieces, limit: int) -> None:
    """Raise EngineError if no int64 holds the bytes of all occurrences, or giants take too much memory.

    "counts_too_large", or "giant_pieces_too_large": a table within `limit` bytes says little of pieces whose
    every byte is a cell of the trainer.
    """
    total = start = giants = longest = 0.0
    for part in paced_slices(len(counted), 1 << 16):
        ends = counted.ends[part].astype(np.float64)
        lengths = np.diff(ends, prepend=start)
        # No product of BLAS, whose threads would spin beside what counts and merges.
        total += float((lengths * counted.counts[part]).sum())
        start = float(ends[-1])
        giants += float(lengths[lengths > _GIANT].sum())
        longest = max(longest, float(lengths.max()))
    if total > MOST_BYTES:
        raise EngineError("counts_too_large", n_bytes=f"{total:.3g}", most=f"{MOST_BYTES:.3g}")
    need = whole_text_bytes(int(giants))
    if need > limit:
        raise EngineError("giant_pieces_too_large", length=int(longest), need=need, limit=limit)


def state_of(sources: Sequence[Source], recipe: Recipe) -> State:
    """Return what identifies a corpus and its counts.

    Files are identified by path, size, time of change and number; nothing is read. Reading reports missing
    files.
    """
    files: list[tuple[object, ...]] = []
    for source in sources:
        if isinstance(source, TextSource):
            files.append((source.name, source.data))
            continue
        if isinstance(source, DocumentsSource):
            files.append((source,))  # another one each time
            continue
        try:
            for file in SourceFiles(options_of(source)).steps():
                files.append(_seen(file.path))
                if len(files) % _FILES_AT_ONCE == 0:
                    point()
        except EngineError as error:
            files.append((error.file,))
    plans = repr([source_plan(source) for source in sources])
    return type(recipe).__name__, recipe.split, plans, tuple(files)


def _seen(path: str) -> tuple[object, ...]:
    try:
        status = os.stat(path)
    except OSError:
        return (path,)
    return path, status.st_size, status.st_mtime_ns, status.st_ino


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
        """Return the units; the first call computes them, and yields its progress.

        Raises EngineError "checkpoint_pieces_changed", or as `_count`.
        """
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


def _amounts(left_out: Mapping[str, int]) -> str:
    """Return why bytes are left out, and how many: "broken lines (18 bytes), held out (1 byte)"."""
    return ", ".join(
        f"{why} {prose.filled('({n} bytes)', {'n': n}, {'n': f'{n:,}'})}"
        for why, n in by_reason(left_out.items())
    )
