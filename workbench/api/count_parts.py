"""Counts the pieces of a shard of some sources to a file, and adds such files up."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from workbench.api.counted_part import MERGE_MEMORY, facts_of_reading, part_beside, written
from workbench.api.counts_checks import shards_missing
from workbench.api.training_options import recipe_of
from workbench.api.url_sources import local_copies
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import Corpus, CountsFacts, added
from workbench.engine.corpus.counts_files import CountsFile
from workbench.engine.corpus.folder_files import Skipped, SourceFile
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.readers import open_regular
from workbench.engine.corpus.shards import Shard
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.training.options import Options
from workbench.formats.count_tables import CountsWriter, Rare, merge_files
from workbench.formats.files import atomic
from workbench.formats.overwriting import refuse_inside

SUFFIX = ".parquet"


@dataclass(frozen=True, slots=True)
class CountingProgress:
    """How far counting or merging is: bytes read, or rows written, of `total`."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class CountsWritten:
    """A file of counted pieces.

    Attributes:
        path: of the file.
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
        sources: files and folders, also behind URLs that fsspec reads.
        options: decide the split; `memory_limit` is that of the distinct pieces, which go to the disk beyond.
        path: of the Parquet file.
        number: of the shard, from 0 on.
        n: shards that there are.

    Raises:
        EngineError: "shard_out_of_range", "counts_not_sharded", "counts_inside_source"; a source cannot be
            read, the pattern cannot be used, or the file cannot be written.

    """
    recipe = recipe_of(options)
    Shard(number, n).check()
    check_sources(sources, path)
    with local_copies(sources, path) as copies:
        listing, total = listing_of(copies.sources)
        for done in copies.fill(Shard(number, n, total)):
            yield CountingProgress(done, max(total // n, done))
        with part_beside(path, sources, recipe, options.memory_limit) as (part, out):
            shard = Shard(number, n, total, part.next_border)
            done = 0
            for source, named in zip(copies.sources, sources, strict=True):
                read = 0
                for read in part.read(source, shard, named.path):
                    yield CountingProgress(done + read, max(total // n, done + read))
                done += read
            corpus = Corpus(listing, n, ((number, number),), part.end())
            facts = replace(facts_of_reading(recipe, sources), corpora=(corpus,), sources=part.sources)
            for rows in part.write(out, facts):
                yield CountingProgress(rows, rows)
        uncut = tuple(map(copies.named, shard.uncut))
        left_out = tuple(replace(each, path=copies.named(each.path)) for each in part.left_out)
    return CountsWritten(path, part.n_rows, facts, uncut, left_out)


def check_sources(sources: Sequence[SourceOptions], path: str) -> None:
    """Raise EngineError for options under which shards do not add up, and for a `path` in a source."""
    refuse_inside(os.path.dirname(path) or ".", sources, "counts_inside_source", path)
    for source in sources:
        source.check()
        for option, is_set in (
            ("a weight", source.weight != 1),
            ("a sample of bytes", source.sample_bytes > 0),
            ("the held-out documents", source.only_held_out),
        ):
            if is_set:
                raise EngineError("counts_not_sharded", file=source.path, option=option)


def listing_of(sources: Sequence[SourceOptions]) -> tuple[str, int]:
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
            written(path, list(paths)) as out,
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
    """Yield the paths of files, and of those in folders.

    Raises EngineError "counts_no_files", or a file is missing or cannot be read.
    """
    for path in paths:
        if not os.path.isdir(path):
            os.close(open_regular(path))
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
