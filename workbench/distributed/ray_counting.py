"""Counts on Ray: shards are counted by workers, their rows go to the group of their piece, and are summed.

Ray Data plans it, holds the memory, repeats what was lost with a worker, and shows the progress.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from workbench.api.count_parts import CountsWritten, check_sources, count_part, listing_of
from workbench.api.counted_part import MERGE_MEMORY, written
from workbench.api.url_sources import local_copies
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import COLUMNS, CountsFacts, added, facts_of
from workbench.engine.corpus.counts_files import CountsFile, Here, Rows
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.shards import MOST_SHARDS
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.training.options import Options
from workbench.formats.count_tables import CountsWriter, Rare, Table, merge_files, sums_of, table_of_rows
from workbench.formats.files import atomic

SHARD = 1 << 28  # bytes of a shard, if there are enough of them for all processors
LEAST = 1 << 20  # bytes of a shard
MEMORY_LIMIT = 1 << 30  # bytes of the distinct pieces of a worker
_A_PROCESSOR = 4  # shards, so that no processor waits long for the last one
_NEEDS = 3 << 29  # bytes of a worker beside its pieces: the program, its libraries, a table that is written
_OUT_OF_MEMORY = "3"  # times that a task is tried again whose worker had no memory; else Ray tries for ever
_PATIENCE = 10  # seconds that a cluster may take to answer
_GROUP = "group"
_FACTS = -1  # group of the rows that say how a shard was counted
_WEIGHTS = np.random.default_rng(1).integers(1, 1 << 62, 64, np.uint64) | np.uint64(1)


def count_on_ray(
    sources: Sequence[SourceOptions], options: Options, path: str, address: str = "local", n: int = 0
) -> CountsWritten:
    """Count the pieces of sources on a Ray cluster; the file is that of `count_part` of the whole.

    All nodes see the sources under the same paths. The sums come here and are written here.

    Args:
        sources: files and folders.
        options: decide the split; `memory_limit` is that of the distinct pieces of a worker, 0 for
            `MEMORY_LIMIT`, which go to its disk beyond.
        path: of the Parquet file.
        address: of the cluster, as `ray.init` takes it, or "local" for one on this computer.
        n: shards, 0 for as many as fit.

    Raises:
        EngineError: "ray_missing", "ray_not_started", "ray_unreachable", "ray_failed"; or as `count_part`.

    """
    check_sources(sources, path)
    with local_copies(sources, path) as copies:
        _, total = listing_of(copies.sources)
    with written(path, list(sources)) as out, atomic.folder_beside(path) as folder, _cluster(address) as ray:
        limited = replace(options, memory_limit=options.memory_limit or MEMORY_LIMIT)
        shards = _Shards(tuple(sources), limited, n or _shards_of(total, ray))
        groups = _Groups(folder)
        try:
            for table in _summed(ray, shards):
                groups.take(table)
        except ray.exceptions.RayError as error:
            raise _of_worker(error) from error
        facts = added({f"shard {number}": each for number, each in enumerate(groups.facts)})
        with Child(MEMORY) as child, CountsWriter(out) as writer:
            files = [CountsFile(each, child) for each in groups.paths]
            for _ in merge_files(files, folder, MERGE_MEMORY, child, writer, Rare(0)):
                pass
            writer.finish(facts)
    return CountsWritten(path, writer.n_rows, facts, tuple(groups.uncut), tuple(groups.left_out))


def _shards_of(total: int, ray: Any) -> int:  # noqa: ANN401
    processors = int(ray.cluster_resources().get("CPU", 1))
    size = min(SHARD, max(LEAST, total // (_A_PROCESSOR * processors)))
    return max(1, min(-(-total // size), MOST_SHARDS))


def _of_worker(error: Exception) -> EngineError:
    """Return the error of a worker; that of Ray holds it, and names it in a trace of many lines."""
    cause = getattr(error, "cause", None) or error
    return cause if isinstance(cause, EngineError) else EngineError("ray_failed", reason=_first_line(cause))


def _first_line(error: BaseException) -> str:
    line = str(error).strip().partition("\n")[0][:300].rstrip(".")
    return f"{type(error).__name__}: {line}"


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[Any]:
    """Yield the module `ray`, connected; where it was not connected before, it is not after the block."""
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise EngineError("ray_missing", reason=str(error)) from error
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)  # it reports at length what it raises as well
    was_there = ray.is_initialized()
    if not was_there:
        os.environ.setdefault("RAY_task_oom_retries", _OUT_OF_MEMORY)
        try:
            _knock(address)
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
        except Exception as error:  # it raises these of no class of its own
            reason = _first_line(error)
            if address == "local":
                raise EngineError("ray_not_started", reason=reason) from error
            raise EngineError("ray_unreachable", address=address, reason=reason) from error
    try:
        yield ray
    finally:
        if not was_there:
            ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError if nothing listens at an address: Ray itself may try for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()


def _summed(ray: Any, shards: _Shards) -> Iterator[Table]:  # noqa: ANN401
    """Yield the sums of each group, and the rows of how shards were counted."""
    largest = max((node["Resources"].get("memory", 0) for node in ray.nodes()), default=0)
    memory = min(shards.options.memory_limit + _NEEDS, largest)  # more would never be there
    numbers = ray.data.range(shards.n, override_num_blocks=shards.n)
    counted = numbers.map_batches(
        shards.count, batch_size=1, batch_format="pyarrow", num_cpus=1, memory=memory
    )
    sums = counted.groupby(_GROUP, num_partitions=shards.n)
    tables = sums.map_groups(_sums_of_group, batch_format="pyarrow")
    context = ray.data.DataContext.get_current()
    usual = context.shuffle_strategy
    # The shuffle by hashes keeps rows in actors, and loses them with their process; this one has only tasks.
    context.shuffle_strategy = ray.data.context.ShuffleStrategy.SORT_SHUFFLE_PULL_BASED
    try:
        yield from tables.iter_batches(batch_size=None, batch_format="pyarrow", prefetch_batches=0)
    finally:
        context.shuffle_strategy = usual


# --- in the workers -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shards:
    """What the workers count: `n` shards of sources."""

    sources: tuple[SourceOptions, ...]
    options: Options
    n: int

    def count(self, batch: Table) -> Iterator[Table]:
        """Yield the rows of the shards of a batch, each with its group, and how they were counted."""
        for number in batch.column("id").to_pylist():
            with tempfile.TemporaryDirectory() as folder:
                part = os.path.join(folder, "part.parquet")
                counted = finished(count_part(self.sources, self.options, part, number, self.n))
                yield _with_groups(table_of_rows(_facts_row(counted)), [_FACTS])
                for rows in CountsFile(part, Here()).rows():
                    yield _with_groups(table_of_rows(rows), _groups_of(rows, self.n))


def _facts_row(counted: CountsWritten) -> Rows:
    values = {
        "facts": counted.facts.plain(),
        "uncut": counted.uncut,
        "left_out": [_plain(each) for each in counted.left_out],
    }
    blob = json.dumps(values).encode()
    zero = np.zeros(1, np.int64)
    return Rows(blob, np.array([len(blob)], np.uint64), zero, zero, zero, [""])


def _plain(skipped: Skipped) -> dict[str, object]:
    place = skipped.place and asdict(skipped.place)
    facts = dict(skipped.facts)
    return {
        "path": skipped.path,
        "code": skipped.code,
        "n_bytes": skipped.n_bytes,
        "facts": facts,
        "place": place,
    }


def _with_groups(table: Table, groups: Any) -> Table:  # noqa: ANN401
    import pyarrow as pa

    return table.append_column(_GROUP, pa.array(groups, pa.int64()))


def _groups_of(rows: Rows, n: int) -> Any:  # noqa: ANN401
    """Return the group of each row, from 0 to n - 1, by its piece alone."""
    ends = rows.ends.astype(np.int64)
    starts = np.concatenate((np.zeros(1, np.int64), ends[:-1]))
    places = np.arange(ends[-1]) - np.repeat(starts, ends - starts)
    values = np.frombuffer(rows.blob, np.uint8)[: ends[-1]] * _WEIGHTS[places % len(_WEIGHTS)]
    return (np.add.reduceat(values, starts) >> np.uint64(32)) % np.uint64(n)


def _sums_of_group(table: Table) -> Table:
    """Return the sums of the rows of a group."""
    group = table.column(_GROUP)[0].as_py()
    if group == _FACTS:
        return table
    summed = sums_of(table.select(COLUMNS))
    return _with_groups(summed, np.full(summed.num_rows, group))


# --- what comes back ----------------------------------------------------------------------------------------


class _Groups:
    """The sums of the groups, each in a file of a folder.

    Attributes:
        paths: of the files.
        facts: of the shards.
        uncut, left_out: as of `CountsWritten`.

    """

    def __init__(self, folder: str) -> None:
        self.paths: list[str] = []
        self.facts: list[CountsFacts] = []
        self.uncut: list[str] = []
        self.left_out: list[Skipped] = []
        self._folder = folder

    def take(self, table: Table) -> None:
        """Take some rows: groups, each in the order of its pieces."""
        for group in table.column(_GROUP).unique().to_pylist():
            import pyarrow.compute as pc

            rows = table.filter(pc.equal(table.column(_GROUP), group)).select(COLUMNS)
            if group == _FACTS:
                for value in rows.column("piece").to_pylist():
                    self._note(json.loads(value))
                continue
            self.paths.append(os.path.join(self._folder, f"group-{len(self.paths)}.parquet"))
            with CountsWriter(self.paths[-1]) as writer:
                writer.write(rows)
                writer.finish(None)

    def _note(self, values: dict[str, Any]) -> None:
        self.facts.append(facts_of(values["facts"]))
        self.uncut += values["uncut"]
        for each in values["left_out"]:
            place = each.pop("place")
            self.left_out.append(Skipped(**each, place=Place(**place) if place else None))
