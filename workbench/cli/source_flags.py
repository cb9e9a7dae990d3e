"""The flags that say how the sources of the verbs train and encode are read."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from workbench import api
from workbench.cli.flags import UNITS, Flag, add_flags, share, values_of
from workbench.cli.streams import held
from workbench.engine.corpus.cleaning import STEPS
from workbench.engine.corpus.source_options import ACCEPTABLE, KINDS, LEAVE_OUT, ON_INVALID


def _weight(text: str) -> tuple[str, float]:
    """Return (source, weight) of SOURCE=N, or ("", weight)."""
    source, _, number = text.rpartition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = 0.0
    if not 0 < weight < 1_000_000:
        raise argparse.ArgumentTypeError(f"{number!r} is not a weight above 0")
    return source, weight


def _part(text: str) -> float:
    """Return a share given as 1% or 0.01; 0 is one."""
    if text in ("0", "0%", "0.0"):
        return 0.0
    part = share(str(float(text[:-1]) / 100) if re.fullmatch(r"\d+(\.\d+)?%", text) else text)
    if part >= 1:
        raise argparse.ArgumentTypeError(f"{text!r} leaves nothing to train on")
    return part


def _sample(text: str) -> tuple[int, float]:
    """Return (bytes, 1) of a size, or (0, share)."""
    match = re.fullmatch(r"(\d+)([KMG]?)B?", text.upper())
    if match and int(match[1]):
        return int(match[1]) * UNITS[match[2]], 1.0
    if re.fullmatch(r"\d+(\.\d+)?%", text):
        return 0, share(str(float(text[:-1]) / 100))
    return 0, share(text)


def _steps(text: str) -> Sequence[str]:
    if text.startswith(LEAVE_OUT) and text != LEAVE_OUT:
        return [text]  # which may hold a comma
    steps = [step.strip() for step in text.split(",") if step.strip()]
    for step in steps:
        if step not in STEPS:
            raise argparse.ArgumentTypeError(f"{step!r} is not one of {', '.join(STEPS)}, {LEAVE_OUT}TEXT")
    return steps


STRICT = Flag("--strict", "stop at the first file that cannot be read", action="store_true")
FLAGS = (
    Flag("--kind", "kind of the files, if their names do not show it", choices=KINDS),
    Flag("--field", "field of the text in JSON, such as text or meta.body", metavar="NAME"),
    Flag("--column", "column of a table or Parquet file, by name or number", metavar="NAME"),
    Flag("--encoding", "encoding of the files (default: utf-8, or the likeliest one)", metavar="NAME"),
    Flag(
        "--weight",
        "multiply the counts of one source or of all; fractions are rounded for each piece",
        action="append",
        default=[],
        type=_weight,
        metavar="[SOURCE=]N",
    ),
    Flag(
        "--sample",
        "use only the first 100MB of each source, or 10%%",
        default=(0, 1.0),
        type=_sample,
        metavar="SIZE|SHARE",
    ),
    Flag(
        "--held-out", "share of documents held out for evaluation: 1%% or 0.01", type=_part, metavar="SHARE"
    ),
    Flag(
        "--clean",
        f"in this order: {', '.join(STEPS)}, {LEAVE_OUT}TEXT",
        action="extend",
        default=[],
        type=_steps,
        metavar="STEP,…",
    ),
    Flag("--on-invalid", "what to do with invalid bytes", choices=ON_INVALID),
    Flag(
        "--files",
        'file names to use in folders: "*.txt", "!*.log"',
        action="append",
        default=[],
        dest="patterns",
        metavar="PATTERN",
    ),
    Flag("--seed", "seed for samples and held-out documents", type=int, metavar="N"),
    STRICT,
    Flag(
        "--accept",
        "read files that are refused for this reason",
        action="append",
        default=[],
        choices=ACCEPTABLE,
    ),
)


def add_source_flags(verb: argparse.ArgumentParser) -> None:
    """Add the flags; those that stand for one value hold for all sources."""
    add_flags(verb, "sources", FLAGS, api.SourceOptions)


def add_unweighted_flags(verb: argparse.ArgumentParser) -> None:
    """Add the flags but that of weights, which count in training only."""
    flags = [flag for flag in FLAGS if "--weight" not in flag.names]
    add_flags(verb, "sources", flags, api.SourceOptions)


def add_strict(verb: argparse.ArgumentParser) -> None:
    """Add the flag that lets nothing be left out that cannot be read."""
    verb.add_argument(*STRICT.names, help=STRICT.line, **STRICT.rest)


def sources_of(arguments: argparse.Namespace) -> list[api.Source]:
    """Return the sources and how each is read; raises EngineError where an option makes no sense."""
    weights: dict[str, float] = dict(arguments.weight)
    unknown = [source for source in weights if source and source not in arguments.sources]
    if unknown:
        arguments.usage_error(f"argument --weight: {unknown[0]!r} is not a source")
    sources = [
        _source(arguments, path, weights.get(path, weights.get("", 1.0))) for path in arguments.sources
    ]
    for source in sources:
        source.check()
    return [source.path if source == api.SourceOptions(source.path) else source for source in sources]


def unweighted(arguments: argparse.Namespace) -> list[api.SourceOptions]:
    """Return how each source is read where there are no weights; raises as `sources_of`."""
    sources = [_source(arguments, path, 1.0) for path in arguments.sources]
    for source in sources:
        source.check()
    return sources


def _source(arguments: argparse.Namespace, path: str, weight: float) -> api.SourceOptions:
    n_bytes, part = arguments.sample
    values = values_of(arguments, api.SourceOptions)
    several = {name: tuple(values[name]) for name in ("clean", "patterns", "accept")}
    own = {"weight": weight, "sample_bytes": n_bytes, "sample_share": part}
    on_unreadable = "stop" if arguments.strict else "leave_out"
    return api.SourceOptions(held(path), **(values | several | own), on_unreadable=on_unreadable)
