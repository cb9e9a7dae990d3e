"""The flags of the verb train that say how its sources are read."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from workbench import api
from workbench.cli.streams import held
from workbench.cli.training_flags import UNITS, share
from workbench.engine.corpus.cleaning import STEPS
from workbench.engine.corpus.source_options import ACCEPTABLE, KINDS, LEAVE_OUT, ON_INVALID


def add_source_flags(verb: argparse.ArgumentParser) -> None:
    """Add the flags; those that stand for one value hold for all sources."""
    verb.add_argument(
        "--kind", choices=KINDS, default="", help="kind of the files, if their names do not show it"
    )
    verb.add_argument(
        "--field", default="", metavar="NAME", help="field of the text in JSON, such as text or meta.body"
    )
    verb.add_argument(
        "--column", default="", metavar="NAME", help="column of a table or Parquet file, by name or number"
    )
    verb.add_argument(
        "--encoding",
        default="",
        metavar="NAME",
        help="encoding of the files (default: utf-8, or the likeliest one)",
    )
    verb.add_argument(
        "--weight",
        action="append",
        default=[],
        type=_weight,
        metavar="[SOURCE=]N",
        help="multiply the counts of one source or of all; fractions are rounded for each piece",
    )
    verb.add_argument(
        "--sample",
        default=(0, 1.0),
        type=_sample,
        metavar="SIZE|SHARE",
        help="use only the first 100MB of each source, or 10%%",
    )
    verb.add_argument(
        "--held-out",
        default=0.0,
        type=_part,
        metavar="SHARE",
        help=("share of documents held out for evaluation: 1%% or 0.01"),
    )
    verb.add_argument(
        "--clean",
        action="append",
        default=[],
        type=_steps,
        metavar="STEP,…",
        help=f"in this order: {', '.join(STEPS)}, {LEAVE_OUT}TEXT",
    )
    verb.add_argument(
        "--on-invalid",
        choices=ON_INVALID,
        default="replace",
        help="what to do with invalid bytes",
    )
    verb.add_argument(
        "--files",
        action="append",
        default=[],
        metavar="PATTERN",
        help='file names to use in folders: "*.txt", "!*.log"',
    )
    verb.add_argument(
        "--seed", type=int, default=0, metavar="N", help=("seed for samples and held-out documents")
    )
    add_strict(verb)
    verb.add_argument(
        "--accept",
        action="append",
        default=[],
        choices=ACCEPTABLE,
        help=("read files that are refused for this reason"),
    )


def add_strict(verb: argparse.ArgumentParser) -> None:
    """Add the flag that lets nothing be left out that cannot be read."""
    verb.add_argument("--strict", action="store_true", help="stop at the first file that cannot be read")


def sources_of(arguments: argparse.Namespace) -> list[api.Source]:
    """Return the sources and how each is read; raises EngineError where an option makes no sense."""
    weights: dict[str, float] = dict(arguments.weight)
    unknown = [source for source in weights if source and source not in arguments.sources]
    if unknown:
        arguments.usage_error(f"argument --weight: {unknown[0]!r} is not a source")
    found = [_source(arguments, path, weights.get(path, weights.get("", 1.0))) for path in arguments.sources]
    for source in found:
        source.check()
    return [source.path if source == api.SourceOptions(source.path) else source for source in found]


def _source(arguments: argparse.Namespace, path: str, weight: float) -> api.SourceOptions:
    n_bytes, part = arguments.sample
    return api.SourceOptions(
        held(path),
        kind=arguments.kind,
        field=arguments.field,
        column=arguments.column,
        encoding=arguments.encoding,
        weight=weight,
        sample_bytes=n_bytes,
        sample_share=part,
        held_out=arguments.held_out,
        seed=arguments.seed,
        clean=tuple(step for steps in arguments.clean for step in steps),
        on_invalid=arguments.on_invalid,
        patterns=tuple(arguments.files),
        accept=tuple(arguments.accept),
        on_unreadable="stop" if arguments.strict else "leave_out",
    )


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
    found = re.fullmatch(r"(\d+)([KMG]?)B?", text.upper())
    if found and int(found[1]):
        return int(found[1]) * UNITS[found[2]], 1.0
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
