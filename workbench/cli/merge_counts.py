"""The verb merge-counts."""

from __future__ import annotations

import argparse

from workbench.api.count_parts import merge_counts
from workbench.cli.count_pieces import lines_of, result_of
from workbench.cli.flags import size, whole
from workbench.cli.streams import Bar, counted, print_result, tell
from workbench.engine.base.slices import finished


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.add_argument(
        "parts",
        nargs="+",
        metavar="PART",
        help="file that count-pieces or merge-counts wrote, or a folder of such files",
    )
    verb.add_argument("--out", required=True, metavar="FILE", help="Parquet file to write")
    verb.add_argument(
        "--min-count",
        type=whole,
        default=0,
        metavar="N",
        help="drop pieces that occur less often; training then says which merges are certain",
    )
    verb.add_argument(
        "--memory-limit",
        type=size,
        default=0,
        metavar="SIZE",
        help="memory to use (default: 1 GiB)",
    )
    verb.add_argument("--incomplete", action="store_true", help="accept that shards are missing")
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Add files of counts up; raises EngineError or OSError."""
    with Bar() as bar:
        steps = merge_counts(
            arguments.parts,
            arguments.out,
            min_count=arguments.min_count,
            memory_limit=arguments.memory_limit,
            incomplete=arguments.incomplete,
        )
        written = finished(steps, lambda step: bar.show("adding up", step.done, step.total))
    if written.missing:
        tell(f"counts of a part of the text: {counted(len(written.missing), 'shard')} missing")
    print_result(result_of(written), arguments.json, lines_of(written))
