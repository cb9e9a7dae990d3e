"""The part of the verb encode that writes a data set: shards in a folder."""

from __future__ import annotations

import argparse
import contextlib

from workbench.api.dataset_record import Dataset, Split
from workbench.api.datasets import DatasetPlan, DatasetProgress, encode_dataset
from workbench.api.encoded_files import Plan
from workbench.cli.flags import size, whole
from workbench.cli.left_out import tell_left_out
from workbench.cli.source_flags import unweighted
from workbench.cli.streams import Bar, counted, print_result, tell
from workbench.engine.base.slices import finished
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.token_shards import FORMS


def add_set_flags(verb: argparse.ArgumentParser) -> None:
    """Add the flags of a data set."""
    group = verb.add_argument_group("data set")
    group.add_argument(
        "--shards",
        type=size,
        metavar="N",
        help="write shards of N ids (100M) and dataset.json to the folder --out; documents that are held out "
        "go to shards of their own",
    )
    group.add_argument("--resume", action="store_true", help="continue the data set in the folder")
    group.add_argument("--threads", type=whole, metavar="N", help="threads that encode (default: all cores)")


def write_set(tokenizer: Tokenizer, arguments: argparse.Namespace, plan: Plan) -> None:
    """Write the data set and print what is in it; raises EngineError or OSError."""
    if arguments.out is None:
        arguments.usage_error("argument --shards: name a folder with --out")
    if arguments.shards < 1:
        arguments.usage_error("argument --shards: a shard has at least 1 id")
    if arguments.documents is not None:
        arguments.usage_error("argument --documents: not with --shards, where the files decide")
    if arguments.to not in FORMS:
        arguments.usage_error(f"argument --to: with --shards one of {', '.join(FORMS)}")
    before, after = tokenizer.framing.parts(plan.before, plan.after)
    chosen = DatasetPlan(
        arguments.to,
        arguments.shards,
        allowed=plan.allowed,
        refused=plan.refused,
        before=tuple(before),
        after=tuple(after),
        threads=arguments.threads,
    )
    steps = encode_dataset(tokenizer, unweighted(arguments), arguments.out, chosen, arguments.resume)
    with contextlib.closing(steps), Bar() as bar:
        dataset = finished(steps, lambda step: _show(step, bar))
    _tell(dataset)


def _show(step: DatasetProgress, bar: Bar) -> None:
    bar.show(f"encoding {step.split}", step.done, max(step.total, step.done))


def _tell(dataset: Dataset) -> None:
    """Print the counts of each split; report what was left out, replaced, or the text of a special token."""
    print_result(None, False, [_line(name, split) for name, split in dataset.splits.items()])
    for name, split in dataset.splits.items():
        if not split.n_documents:
            tell(f"{name}: no document is held out: the share is too small for so few documents")
        if split.as_text:
            times = ", ".join(f"{text} {n:,}" for text, n in split.as_text.items())
            tell(f"{name}: special tokens in the text, encoded as text: {times}")
        if split.replaced:
            tell(f"{name}: invalid bytes replaced with U+FFFD: {split.replaced:,}")
    tell_left_out(dataset.left_out, "dataset.json names them, ")


def _line(name: str, split: Split) -> str:
    parts = (split.n_ids, "id"), (split.n_documents, "document"), (len(split.shards), "shard")
    return f"{name}: {', '.join(counted(n, noun) for n, noun in parts)}"
