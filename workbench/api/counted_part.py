"""A part: the counted pieces of some sources while they are counted, and the file that holds them."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from workbench.api.counts_checks import normalizer_of, split_facts
from workbench.api.recipes import Recipe
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import CountsFacts
from workbench.engine.corpus.counts_files import CountsFile
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.shards import NextBorder, Shard
from workbench.engine.corpus.sources import Reading, Source, SourceAccount, SourceOptions
from workbench.engine.counting.piece_room import PieceRoom
from workbench.engine.splitting.document_counts import DocumentCounter
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, check_pattern, named
from workbench.formats.card import UNICODE_VERSION
from workbench.formats.count_tables import CountsWriter, Rare, Table, merge_files, table_of
from workbench.formats.files import atomic
from workbench.formats.overwriting import refuse_read
from workbench.formats.training_record import source_record
from workbench.version import __version__

MERGE_MEMORY = 1 << 30  # bytes
_AT_ONCE = 1 << 22  # bytes of text between two progresses


class CountedPart:
    """The counts of a part.

    Attributes:
        next_border: of its split, None where the text cannot be cut.
        sources: name -> its bytes by what became of them.
        left_out: files that could not be read.
        n_rows: that were written.

    """

    def __init__(self, recipe: Recipe, splitter: PreTokenizer, child: Child, limit: int, folder: str) -> None:
        """Take what splits; tables that take more bytes than the limit go to files of the folder."""
        self.sources: dict[str, dict[str, int]] = {}
        self.left_out: list[Skipped] = []
        self.n_rows = 0
        self._recipe, self._child, self._limit, self._folder = recipe, child, limit, folder
        cuts = splitter.name != "none" and not hasattr(splitter, "check") and not normalizer_of(recipe)
        self.next_border: NextBorder | None = splitter.next_border if cuts else None
        self._counter = DocumentCounter(splitter)
        self._name = ""  # of the source that the counter counts
        self._tables: list[Table] = []  # in memory
        self._files: list[CountsFile] = []
        self._hashes: list[str] = []

    def read(self, source: Source, shard: Shard | None = None, name: str = "") -> Iterator[int]:
        """Count a source, or what of it lies in a shard; yield how many bytes were read.

        `name` is that of the source in the counts, if it is not its path.

        Raises:
            EngineError: "counts_of_counts", or it cannot be read.

        """
        reading = Reading([source], self._child, shard, takes_counts=True)
        name = (
            name or source.path if isinstance(source, SourceOptions) else str(getattr(source, "name", source))
        )
        if name != self._name:
            self._take()
            self._name = name
        counter, shown = self._counter, self._counter.n_bytes
        for chunk in self._recipe.text(reading.read()):
            counter.feed(chunk)
            if counter.n_bytes >= shown + _AT_ONCE:
                shown = counter.n_bytes
                yield reading.n_read
            if not isinstance(chunk, bytes) and counter.table_bytes > self._limit:
                self._take()
                self._spill()
        if reading.tables:
            raise EngineError("counts_of_counts", file=name)
        self.left_out += reading.left_out
        for account in reading.accounts:
            self._account(name, account)
        yield reading.n_read

    def _take(self) -> None:
        counts = self._counter.take()
        if len(counts.counted):
            self._tables.append(table_of(counts, self._name))
        if counts.counted.lost:
            sums = self.sources.setdefault(self._name, {})
            sums["lost"] = sums.get("lost", 0) + counts.counted.lost

    def _spill(self) -> None:
        for table in self._tables:
            path = os.path.join(self._folder, f"counted-{len(self._files)}.parquet")
            with CountsWriter(path) as writer:
                writer.write(table)
                writer.finish(None)
            self._files.append(CountsFile(path, self._child))
        self._tables = []

    def _account(self, name: str, account: SourceAccount) -> None:
        sums, held = self.sources.setdefault(name, {}), account.accounting
        amounts = {
            "used": held.used, "replaced": held.replaced, "removed": held.removed,
            "left_out": held.left_out.total(), "skipped": held.n_skipped, "lost": 0,
            "documents": held.documents,
        }  # fmt: skip
        for key, number in amounts.items():
            sums[key] = sums.get(key, 0) + number
        self._hashes.append(str(source_record(account)["sha256"]))

    def end(self) -> str:
        """End the counting; return a hash of what was read."""
        self._take()
        return sha256("\n".join(self._hashes).encode()).hexdigest()

    def write(self, out: str, facts: CountsFacts) -> Iterator[int]:
        """Write the counts to a file; yield the rows that were written so far."""
        with CountsWriter(out) as writer:
            if len(self._tables) + len(self._files) > 1:
                self._spill()
            if self._files:
                yield from merge_files(self._files, self._folder, MERGE_MEMORY, self._child, writer, Rare(0))
            elif self._tables:
                writer.write(self._tables[0])
            writer.finish(facts)
        self.n_rows = writer.n_rows


@contextlib.contextmanager
def part_beside(
    path: str, read: Sequence[SourceOptions], recipe: Recipe, limit: int
) -> Iterator[tuple[CountedPart, str]]:
    """Yield a part, and the name of a file that replaces `path` in the end.

    Args:
        path: of the file that is written.
        read: files that it must not replace.
        recipe: of the split.
        limit: bytes of distinct pieces in memory, 0 for a share of this computer's.

    Raises:
        EngineError: the pattern cannot be used, or the file cannot be written.

    """
    splitter = named(*recipe.split)
    with contextlib.closing(Child(MEMORY)) as child, contextlib.closing(splitter):
        check_pattern(splitter)
        with written(path, read) as out, atomic.folder_beside(path) as folder:
            yield CountedPart(recipe, splitter, child, PieceRoom(limit).limit, folder), out


@contextlib.contextmanager
def written(path: str, read: Sequence[Any]) -> Iterator[str]:
    """Yield the name of a file that replaces `path` in the end; raises EngineError where it cannot."""
    target = atomic.target_of(path)
    refuse_read([target], read)
    staged = atomic.Staged([(target, b"")])
    try:
        staged.stage()
        temporary = staged.temporary(target)
        try:
            yield temporary
            with open(temporary, "rb+") as out:
                os.fsync(out.fileno())
        except OSError as fault:
            if isinstance(fault, EngineError):
                raise
            plain = OSError(fault.errno, os.strerror(fault.errno)) if fault.errno else fault  # not pyarrow's
            error = atomic.save_error(path, plain, 0)
            if error.code == "save_no_space":
                error = EngineError("counts_no_space", file=path, reason=error.facts["reason"])
            raise error from fault
        staged.rename()
    finally:
        staged.discard()


def facts_of_reading(recipe: Recipe, sources: Sequence[SourceOptions]) -> CountsFacts:
    """Return what a footer says of how sources are read and split, without what was counted."""
    read = [_reading(source) for source in sources]
    same = read[:1] if read.count(read[0]) == len(read) else read
    return CountsFacts(
        split=split_facts(recipe),
        normalizer=normalizer_of(recipe),
        clean=" | ".join(same),
        unicode=UNICODE_VERSION,
        program=__version__,
        corpora=(),
    )


def _reading(source: SourceOptions) -> str:
    """Return how a source is read, as far as it decides its text; "" for the usual."""
    usual = SourceOptions(source.path)
    names = ("clean", "on_invalid", "kind", "field", "column", "encoding", "sample_share", "held_out", "seed")
    chosen = {name: getattr(source, name) for name in names if getattr(source, name) != getattr(usual, name)}
    return json.dumps(chosen, sort_keys=True) if chosen else ""
