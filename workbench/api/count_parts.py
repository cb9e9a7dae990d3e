"""Counts the pieces of a shard of some sources to a file, and adds such files up."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from workbench.api.counts_checks import normalizer_of, shards_missing, split_facts
from workbench.api.recipes import Recipe
from workbench.api.training_options import recipe_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import Corpus, CountsFacts, added
from workbench.engine.corpus.counts_files import CountsFile
from workbench.engine.corpus.folder_files import Skipped, SourceFile
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.shards import Shard
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.sources import Reading, SourceOptions
from workbench.engine.counting.piece_room import PieceRoom
from workbench.engine.splitting.document_counts import DocumentCounter
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, check_pattern, named
from workbench.engine.training.options import Options
from workbench.formats.card import UNICODE_VERSION
from workbench.formats.count_tables import CountsWriter, Rare, Table, merge_files, table_of
from workbench.formats.files import atomic
from workbench.formats.overwriting import refuse_inside, refuse_read
from workbench.formats.training_record import source_record
from workbench.version import __version__

MERGE_MEMORY = 1 << 30  # bytes
SUFFIX = ".parquet"
_AT_ONCE = 1 << 22  # bytes of text between two progresses


@dataclass(frozen=True, slots=True)
class CountingProgress:
    """How far counting or merging is: bytes read, or rows written, of `total`."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class CountsWritten:
    """A file of counted pieces.

    Attributes:
        path: of it.
        n_rows: distinct pieces, once for each source.
        facts: of its footer.
        uncut: files that go on after the shard and were counted in it, whole.
        left_out: files that could not be read.
        missing: numbers of shards that are not in it, by corpus.

    """

    path: str
    n_rows: int
    facts: CountsFacts
    uncut: tuple[str, ...] = ()
    left_out: tuple[Skipped, ...] = ()
    missing: tuple[int, ...] = ()


def count_part(
    sources: Sequence[SourceOptions],
    options: Options,
    path: str,
    number: int = 0,
    n: int = 1,
) -> Generator[CountingProgress, None, CountsWritten]:
    """Count the pieces of a shard, and write them to `path`, completely or not at all.

    Args:
        sources: files and folders.
        options: decide the split; `memory_limit` is that of the distinct pieces, which go to the disk beyond.
        path: of the Parquet file.
        number: of the shard, from 0 on.
        n: shards that there are.

    Raises:
        EngineError: "shard_out_of_range", "counts_not_sharded", "counts_inside_source"; a source cannot be
            read, the pattern cannot be used, or the file cannot be written.

    """
    recipe = recipe_of(options)
    _check(sources, Shard(number, n))
    refuse_inside(os.path.dirname(path) or ".", sources, "counts_inside_source", path)
    splitter = named(*recipe.split)
    with contextlib.closing(Child(MEMORY)) as child, contextlib.closing(splitter):
        check_pattern(splitter)
        border = None if normalizer_of(recipe) or not _has_borders(splitter) else splitter.next_border
        listing, total = _listing(sources)
        shard = Shard(number, n, total, border)
        part = _Part(recipe, splitter, shard, child, PieceRoom(options.memory_limit).limit)
        with _written(path, list(sources)) as out, atomic.folder_beside(path) as folder:
            yield from part.count(sources, folder)
            corpus = Corpus(listing, n, ((number, number),), part.read_hash())
            facts = replace(_facts(recipe, sources), corpora=(corpus,), sources=part.sources)
            rows = yield from part.write(out, folder, facts)
    return CountsWritten(path, rows, facts, tuple(shard.uncut), tuple(part.left_out))


def _has_borders(splitter: PreTokenizer) -> bool:
    return splitter.name != "none" and not hasattr(splitter, "check")


def _check(sources: Sequence[SourceOptions], shard: Shard) -> None:
    """Raise EngineError for a shard that there is not, and for options under which shards do not add up."""
    shard.check()
    for source in sources:
        source.check()
        for option, is_set in (
            ("a weight", source.weight != 1),
            ("a sample of bytes", source.sample_bytes > 0),
            ("the held-out documents", source.only_held_out),
        ):
            if is_set:
                raise EngineError("counts_not_sharded", file=source.path, option=option)


def _listing(sources: Sequence[SourceOptions]) -> tuple[str, int]:
    """Return a hash of the names and sizes of all files, and the sum of the sizes."""
    digest, total = sha256(), 0
    for place, source in enumerate(sources):
        files = SourceFiles(source)
        for file in files.steps():
            if isinstance(file, SourceFile):
                name = files.name_of(file.path).encode("utf-8", "surrogateescape")
                digest.update(b"%d\0%b\0%d\n" % (place, name, file.size))
                total += file.size
            point()
    return digest.hexdigest(), total


def _facts(recipe: Recipe, sources: Sequence[SourceOptions]) -> CountsFacts:
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


class _Part:
    """The counts of a shard during counting.

    Attributes:
        sources: name -> its bytes by what became of them.
        left_out: files that could not be read.

    """

    def __init__(
        self, recipe: Recipe, splitter: PreTokenizer, shard: Shard, child: Child, limit: int
    ) -> None:
        self.sources: dict[str, dict[str, int]] = {}
        self._recipe, self._splitter, self._shard = recipe, splitter, shard
        self._child, self._limit = child, limit
        self._tables: list[Table] = []  # in memory
        self._files: list[CountsFile] = []
        self._hashes: list[str] = []
        self.left_out: list[Skipped] = []

    def count(self, sources: Sequence[SourceOptions], folder: str) -> Iterator[CountingProgress]:
        """Count, and write tables that exceed the limit to files in the folder.

        Yields the progress in bytes. Raises EngineError "counts_of_counts", or as `Reading.read`.
        """
        total, done = self._shard.total // self._shard.n, 0
        for source in sources:
            reading = Reading([source], self._child, self._shard)
            counter = DocumentCounter(self._splitter)
            shown = lost = 0
            for chunk in self._recipe.text(reading.read()):
                counter.feed(chunk)
                if counter.n_bytes >= shown + _AT_ONCE:
                    shown = counter.n_bytes
                    yield CountingProgress(done + reading.n_read, max(total, done + reading.n_read))
                if not isinstance(chunk, bytes) and counter.table_bytes > self._limit:
                    lost += self._take(counter, source.path)
                    self._spill(folder)
            lost += self._take(counter, source.path)
            if reading.tables:
                raise EngineError("counts_of_counts", file=source.path)
            self._account(source.path, reading, lost)
            done += reading.n_read

    def _take(self, counter: DocumentCounter, source: str) -> int:
        counts = counter.take()
        if len(counts.counted):
            self._tables.append(table_of(counts, source))
        return counts.counted.lost

    def _spill(self, folder: str) -> None:
        for table in self._tables:
            path = os.path.join(folder, f"counted-{len(self._files)}.parquet")
            with CountsWriter(path) as writer:
                writer.write(table)
                writer.finish(None)
            self._files.append(CountsFile(path, self._child))
        self._tables = []

    def _account(self, name: str, reading: Reading, lost: int) -> None:
        sums = self.sources.setdefault(name, {})
        self.left_out += reading.left_out
        for account in reading.accounts:
            held = account.accounting
            amounts = {
                "used": held.used, "replaced": held.replaced, "removed": held.removed,
                "left_out": held.left_out.total(), "skipped": held.n_skipped, "lost": lost,
                "documents": held.documents,
            }  # fmt: skip
            for key, number in amounts.items():
                sums[key] = sums.get(key, 0) + number
            self._hashes.append(str(source_record(account)["sha256"]))

    def read_hash(self) -> str:
        """Return a hash of what was read."""
        return sha256("\n".join(self._hashes).encode()).hexdigest()

    def write(self, out: str, folder: str, facts: CountsFacts) -> Generator[CountingProgress, None, int]:
        """Write the counts to a file, and return the number of its rows."""
        with CountsWriter(out) as writer:
            if len(self._tables) + len(self._files) > 1:
                self._spill(folder)
            if self._files:
                for rows in merge_files(self._files, folder, MERGE_MEMORY, self._child, writer, Rare(0)):
                    yield CountingProgress(rows, rows)
            elif self._tables:
                writer.write(self._tables[0])
            writer.finish(facts)
        return writer.n_rows


@contextlib.contextmanager
def _written(path: str, read: Sequence[Any]) -> Iterator[str]:
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
            raise atomic.save_error(path, plain, os.path.getsize(temporary)) from fault
        staged.rename()
    finally:
        staged.discard()


def merge_counts(
    paths: Sequence[str],
    path: str,
    *,
    min_count: int = 0,
    memory_limit: int = 0,
    incomplete: bool = False,
) -> Generator[CountingProgress, None, CountsWritten]:
    """Add files of counted pieces up, and write the sums to `path`, completely or not at all.

    Args:
        paths: of the parts, or of folders with them, whose names end in .parquet.
        path: of the Parquet file.
        min_count: drop pieces that occur less often, and note how much they were.
        memory_limit: bytes, 0 for `MERGE_MEMORY`.
        incomplete: accept that shards are missing.

    Raises:
        EngineError: "counts_no_files", "counts_no_footer", "counts_shards_missing" or as
            `counts_facts.added`; a part is damaged, or the file cannot be written.

    """
    with contextlib.closing(Child(MEMORY)) as child:
        files = [CountsFile(each, child) for each in parts_of(paths)]
        facts = facts_together(files)
        missing = [number for corpus in facts.corpora for number in corpus.missing]
        if missing and not incomplete:
            raise shards_missing(facts)
        rare = Rare(min_count)
        with (
            _written(path, list(paths)) as out,
            atomic.folder_beside(path) as folder,
            CountsWriter(out) as writer,
        ):
            limit = memory_limit or MERGE_MEMORY
            for rows in merge_files(files, folder, limit, child, writer, rare):
                yield CountingProgress(rows, rows)
            facts = replace(
                facts,
                incomplete=bool(missing),
                dropped_pieces=facts.dropped_pieces + rare.n_pieces,
                dropped_times=facts.dropped_times + rare.n_times,
                dropped_bytes=facts.dropped_bytes + rare.n_bytes,
            )
            writer.finish(facts)
    return CountsWritten(path, writer.n_rows, facts, missing=tuple(missing))


def parts_of(paths: Sequence[str]) -> Iterator[str]:
    """Yield the paths of files, and of those in folders; raises EngineError "counts_no_files"."""
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        files = SourceFiles(SourceOptions(path)).steps()
        parts = [each.path for each in files if isinstance(each, SourceFile) and each.path.endswith(SUFFIX)]
        if not parts:
            raise EngineError("counts_no_files", file=path)
        yield from parts


def facts_together(files: Sequence[CountsFile]) -> CountsFacts:
    """Return the facts of files as those of their sum; raises EngineError as `merge_counts`."""
    several: dict[str, CountsFacts] = {}
    for file in files:
        if file.facts is None:
            raise EngineError("counts_no_footer", file=file.path)
        if file.path in several:
            number = file.facts.corpora[0].shards[0][0] if file.facts.corpora else 0
            raise EngineError("counts_part_twice", file=file.path, number=number, other=file.path)
        several[file.path] = file.facts
    return added(several)
