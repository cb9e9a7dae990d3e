"""Counts documents that another program reads, one after the other, to a part."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256

from workbench.api.counted_part import facts_of_reading, part_beside
from workbench.api.training_options import recipe_of
from workbench.engine.corpus.counts_facts import Corpus
from workbench.engine.corpus.shards import Shard
from workbench.engine.corpus.sources import DocumentsSource, SourceOptions
from workbench.engine.training.options import Options

AT_ONCE = 1 << 22  # characters that wait to be counted


@contextlib.contextmanager
def counted_documents(
    path: str, name: str, options: Options, number: int = 0, n: int = 1
) -> Iterator[Callable[[str | bytes], None]]:
    """Yield a function that counts a document; the file is complete after the block, or not there.

    Args:
        path: of the Parquet file.
        name: of the source, the same for all workers; parts of one name are added up.
        options: decide the split; `memory_limit` is that of the distinct pieces, which go to the disk beyond.
        number: of the worker, from 0 on.
        n: workers that there are.

    Raises:
        EngineError: "shard_out_of_range", the pattern cannot be used, or the file cannot be written.
        TypeError: from the function, a document is neither str nor bytes.

    """
    Shard(number, n).check()
    recipe, source = recipe_of(options), SourceOptions(name)
    waiting: list[str | bytes] = []
    n_waiting = 0
    with part_beside(path, [], recipe, options.memory_limit) as (part, out):

        def count() -> None:
            for _ in part.read(DocumentsSource(name, waiting, source)):
                pass
            waiting.clear()

        def add(document: str | bytes) -> None:
            nonlocal n_waiting
            waiting.append(document)
            n_waiting += len(document)
            if n_waiting >= AT_ONCE:
                n_waiting = 0
                count()

        yield add
        count()
        corpus = Corpus(sha256(name.encode()).hexdigest(), n, ((number, number),), part.end())
        facts = replace(facts_of_reading(recipe, [source]), corpora=(corpus,), sources=part.sources)
        for _ in part.write(out, facts):
            pass


def part_path(folder: str, number: int) -> str:
    """Return the path of a part in a folder, which is created."""
    os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, f"{number:05}.parquet")
