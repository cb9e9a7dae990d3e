"""The verb train."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping
from typing import Any

from workbench import api
from workbench.cli.streams import Bar, print_result


def train(arguments: argparse.Namespace) -> None:
    """Train on the sources and save the tokenizer; raises EngineError or OSError."""
    options = api.Options(
        preset=arguments.preset,
        pattern=arguments.pattern,
        vocab_size=arguments.vocab_size,
        min_count=arguments.min_count,
        max_token_length=arguments.max_token_length,
        tie=arguments.tie,
        special_tokens=_special_tokens(arguments),
        character_coverage=arguments.character_coverage,
        split_digits=not arguments.keep_digits_together,
    )
    if arguments.preset == "custom" and not arguments.pattern:
        arguments.usage_error("--preset custom needs --pattern")
    run = api.TrainingRun(arguments.sources, options)
    run.check_target(arguments.out, arguments.format)
    with Bar() as bar:
        for event in run.steps():
            if isinstance(event, api.Merge):
                bar.show("merging", event.rank + 1, run.n_merges_wanted)
            elif event is not None:
                bar.show(event.phase, event.done, event.total)
    name = os.path.splitext(os.path.basename(arguments.out))[0]
    files = api.save_tokenizer(run.tokenizer(name), arguments.out, arguments.format)
    result = {
        "files": files,
        "vocab_size": run.vocab_size,
        "n_merges": run.n_merges,
        "special_tokens": run.special_ids(run.n_merges),
        "corpus_bytes": run.corpus_bytes,
        "n_tokens": run.n_tokens,
        "bytes_per_token": round(run.corpus_bytes / run.n_tokens, 4),
        "ended_by": run.ended_by,
        "replaced_bytes": run.replaced,
        "lost_bytes": run.counted.lost if run.counted else 0,
        "skipped": [{"path": path, "why": why} for path, why in run.skipped],
    }
    print_result(result, arguments.json, _train_lines(result, run))


def _special_tokens(arguments: argparse.Namespace) -> tuple[str, ...] | dict[str, int]:
    given: list[tuple[str, int | None]] = arguments.special
    if len({text for text, _ in given}) < len(given):
        arguments.usage_error("argument --special: a text is given twice")
    numbered = {text: number for text, number in given if number is not None}
    if numbered and len(numbered) < len(given):
        arguments.usage_error("argument --special: give an id to every text, or to none")
    return numbered or tuple(text for text, _ in given)


def _train_lines(result: Mapping[str, Any], run: api.TrainingRun) -> Iterator[str]:
    yield (
        f"{result['n_merges']:,} merges, {result['bytes_per_token']:.2f} bytes per token on "
        f"{result['corpus_bytes']:,} bytes"
    )
    if run.ended_by == "pairs":
        yield f"ended early: no pair is left that may be merged (asked for {run.n_merges_wanted:,} merges)"
    if result["lost_bytes"]:
        yield f"bytes that the split pattern leaves out: {result['lost_bytes']:,}"
    if run.replaced:
        yield f"bytes that are not UTF-8 and were replaced: {run.replaced:,}"
    if run.skipped:
        yield f"files left out: {len(run.skipped):,}, the first {run.skipped[0][0]} ({run.skipped[0][1]})"
    yield f"wrote {', '.join(result['files'])}"
