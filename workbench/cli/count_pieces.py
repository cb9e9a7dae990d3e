"""The verb count-pieces."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from workbench import api
from workbench.api.count_parts import CountsWritten, count_part
from workbench.cli.flags import add_flags
from workbench.cli.left_out import tell_left_out
from workbench.cli.source_flags import add_unweighted_flags, unweighted
from workbench.cli.streams import Bar, counted, print_result, tell
from workbench.cli.training_flags import FLAGS
from workbench.engine.base.errors import EngineError
from workbench.engine.base.kept_json import from_json
from workbench.engine.base.slices import finished

_SPLIT = ("--preset", "--pattern", "--numbers", "--remove-extra-whitespaces", "--memory-limit")


def _shard(text: str) -> tuple[int, int]:
    """Return (number, n) of "17/256"."""
    match = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a shard such as 17/256")
    return int(match[1]), int(match[2])


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.add_argument("sources", nargs="+", metavar="SOURCE", help="file, folder or URL")
    verb.add_argument("--out", required=True, metavar="FILE", help="Parquet file to write")
    verb.add_argument(
        "--shard",
        type=_shard,
        metavar="I/N",
        help="count only shard I of N, numbered from 0; merge-counts adds the shards up",
    )
    verb.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="count on the Ray cluster at this address, or local for one on this computer",
    )
    flags = [flag for group in FLAGS.values() for flag in group if {*flag.names} & {*_SPLIT}]
    add_flags(verb, "pieces", flags, api.Options)
    add_unweighted_flags(verb)
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Count the pieces of a shard and write them; raises EngineError or OSError."""
    names = ("preset", "pattern", "numbers", "remove_extra_whitespaces", "memory_limit")
    options = api.Options(**{name: getattr(arguments, name) for name in names})
    if options.preset == "custom" and not options.pattern:
        arguments.usage_error("--preset custom needs --pattern")
    if arguments.ray is not None and arguments.shard is not None:
        arguments.usage_error("--ray divides the text into shards itself; leave --shard out")
    written = _counted(arguments, options)
    tell_left_out(written.left_out, "")
    if written.uncut:
        tell(
            f"cannot be cut, and counted whole by this shard, in which they begin: "
            f"{counted(len(written.uncut), 'file')}, the first {written.uncut[0]}"
        )
    print_result(result_of(written), arguments.json, lines_of(written))


def _counted(arguments: argparse.Namespace, options: api.Options) -> CountsWritten:
    sources = unweighted(arguments)
    if arguments.ray is not None:
        from workbench.distributed.ray_counting import count_on_ray

        return count_on_ray(sources, options, arguments.out, arguments.ray)
    with Bar() as bar:
        steps = count_part(sources, options, arguments.out, *(arguments.shard or (0, 1)))
        return finished(steps, lambda step: bar.show("counting", step.done, step.total))


def command_of(sources: Sequence[api.SourceOptions], options: api.Options, n: int) -> str:
    """Return the command for a shell that counts `n` shards of sources and adds them up.

    A weight is left out: it is given when the counts are trained on.

    Raises:
        EngineError: "command_mixed_sources", "command_extends", "command_chosen_files", "counts_not_sharded";
            the flags of one command do not say how the sources are read, or split.

    """
    if options.extend:
        raise EngineError("command_extends")
    ways = {replace(source, path="", weight=1.0, enabled=True) for source in sources}
    if len(ways) != 1:
        raise EngineError("command_mixed_sources")
    (way,) = ways
    if way.files:
        raise EngineError("command_chosen_files")
    if way.sample_bytes or way.only_held_out:
        raise EngineError("counts_not_sharded", file=sources[0].path, option="a sample of bytes")
    flags = [*_flags(options, api.Options(), _SPLIT_FLAGS), *_flags(way, api.SourceOptions(""), _READ_FLAGS)]
    words = ["workbench", "count-pieces", *(source.path for source in sources), *flags]
    shard = next(mark for mark in ("{}", "{shard}", "{number-of-shard}") if mark not in "".join(words))
    command = shlex.join([*words, "--shard", f"{shard}/{n}", "--out", f"parts/{shard}.parquet"])
    counting = f"seq 0 {n - 1} | xargs -P {n} -I{shlex.quote(shard)} {command}"
    return f"mkdir -p parts &&\n{counting} &&\nworkbench merge-counts parts/ --out counts.parquet\n"


_SPLIT_FLAGS = {
    "preset": "--preset", "pattern": "--pattern", "numbers": "--numbers",
    "remove_extra_whitespaces": "--remove-extra-whitespaces",
}  # fmt: skip
_READ_FLAGS = {
    "kind": "--kind", "field": "--field", "column": "--column", "encoding": "--encoding",
    "sample_share": "--sample", "held_out": "--held-out", "clean": "--clean", "on_invalid": "--on-invalid",
    "patterns": "--files", "seed": "--seed", "accept": "--accept",
}  # fmt: skip


def _flags(chosen: object, usual: object, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the flags of what differs from the usual; the preset is always named."""
    for name, flag in names.items():
        value = getattr(chosen, name)
        if value == getattr(usual, name) and name != "preset":
            continue
        if value is True:
            yield flag
        else:
            yield from (f"{flag}={each}" for each in (value if isinstance(value, tuple) else (value,)))


def result_of(written: CountsWritten) -> dict[str, object]:
    """Return a file of counts for JSON: its footer, and how many rows it has."""
    facts: dict[str, object] = from_json(written.facts.plain())
    return {"file": written.path, "rows": written.n_rows, "uncut": list(written.uncut), **facts}


def lines_of(written: CountsWritten) -> Iterator[str]:
    """Yield what a file of counts holds."""
    facts = written.facts
    yield (
        f"{counted(written.n_rows, 'row')} of {counted(facts.n_used, 'byte')} of text in "
        f"{counted(facts.n_documents, 'document')}"
    )
    yield from (f"{share:>7.1%} {name}" for name, share in facts.shares)
    if facts.largest is not None and not any(corpus.missing for corpus in facts.corpora):
        yield "the first gives more than its share; count it apart to lower its weight when training"
    if facts.dropped_pieces:
        yield (
            f"rare pieces dropped: {facts.dropped_pieces:,}, which occur {facts.dropped_times:,} times, "
            f"{counted(facts.dropped_bytes, 'byte')}"
        )
    yield f"wrote {written.path}"
