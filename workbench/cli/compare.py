"""The verb compare."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

from workbench.api.comparing import Compared, Comparison, comparing, to_compare
from workbench.api.comparison_report import csv_of, report
from workbench.api.comparison_table import amount
from workbench.api.files import tokenizer_path, write_file
from workbench.cli.left_out import tell_damaged, tell_left_out
from workbench.cli.opening import tell_doubts
from workbench.cli.source_flags import add_source_flags, sources_of
from workbench.cli.streams import Bar, held, print_result, put, tell
from workbench.cli.tokenizer_flags import NAMED, add_anyway, add_pattern
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.corpus.sources import Reading
from workbench.engine.judging.measuring import Row
from workbench.engine.judging.metrics import METRICS, NO_DIFFERENCE, Metric
from workbench.formats.overwriting import refuse_read

_SUMS = ("documents", "bytes", "words", "tokens")


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.add_argument("tokenizers", nargs="+", metavar="TOKENIZER", help=NAMED)
    texts = verb.add_mutually_exclusive_group()
    texts.add_argument("--text", nargs="+", metavar="FILE", help="text files; - is standard input")
    texts.add_argument("--corpus", nargs="+", metavar="SOURCE", help="files and folders, read as in training")
    texts.add_argument(
        "--languages",
        metavar="FOLDER",
        help=("folder with the same text in several languages, line by line: deu.txt, hin.txt.xz …"),
    )
    verb.add_argument(
        "--names", nargs="+", metavar="NAME", help="what to call the tokenizers, in their order"
    )
    verb.add_argument("--reference", metavar="NAME", help="tokenizer to compare the others with")
    verb.add_argument(
        "--language", metavar="NAME", help="reference language (default: eng_Latn, eng or the first)"
    )
    verb.add_argument(
        "--draws",
        type=int,
        default=1000,
        metavar="N",
        help=("number of resamples of documents for the intervals"),
    )
    add_source_flags(verb)
    add_pattern(verb)
    add_anyway(verb)
    out = verb.add_mutually_exclusive_group()
    out.add_argument("--json", action="store_true", help="print all figures as JSON, not rounded")
    out.add_argument("--csv", action="store_true", help="print the table of measures as CSV")
    out.add_argument("--html", metavar="FILE", help="write a report as a web page")


def run(arguments: argparse.Namespace) -> None:
    """Compare tokenizers; raises OSError, or EngineError, also if a tokenizer cannot encode."""
    if arguments.names is not None and len(set(arguments.names)) != len(arguments.tokenizers):
        arguments.usage_error("give as many different --names as tokenizers")
    arguments.sources = [*(arguments.text or []), *(arguments.corpus or [])]
    if bool(arguments.sources) == bool(arguments.languages):
        arguments.usage_error("give texts (--text, --corpus), or --languages")
    if arguments.html is not None:
        refuse_read([arguments.html], [*map(tokenizer_path, arguments.tokenizers), *arguments.sources])
    names = [held(path) for path in arguments.tokenizers]
    tokenizers = _opened(names, arguments)
    try:
        chosen = _reference(arguments.reference, [each.name for each in tokenizers], names)
        sources = sources_of(arguments)
        total = Reading(sources).size()
        steps = comparing(
            tokenizers, sources, arguments.languages, reference=chosen, language=arguments.language,
            draws=arguments.draws, seed=arguments.seed,
        )  # fmt: skip
        with Bar() as bar:

            def _show(step: object) -> None:
                if isinstance(step, int):
                    bar.show("encoding", step, max(total, step))

            comparison = finished(steps, _show)
    finally:
        for each in tokenizers:
            each.tokenizer.close()
    tell_left_out(comparison.skipped)
    tell_damaged(comparison.damaged)
    for note in comparison.notes:
        tell(note.message("command line"))
    _write(comparison, arguments)
    for each, row in comparison.rows():
        if row.error is not None and not row.is_unread:
            raise row.error.in_file(each.name)


def _opened(paths: Sequence[str], arguments: argparse.Namespace) -> tuple[Compared, ...]:
    compared = to_compare(paths, arguments.anyway, arguments.pattern)
    for each in compared:
        tell_doubts(each.name, each.notices)
    names = arguments.names or [each.name for each in compared]
    return tuple(replace(each, name=name) for each, name in zip(compared, names, strict=True))


def _reference(wanted: str | None, names: Sequence[str], paths: Sequence[str]) -> int:
    if wanted is None:
        return 0
    for known in (names, paths):
        if wanted in known:
            return known.index(wanted)
    raise EngineError("compare_reference_unknown", name=wanted, choices=", ".join(names))


def _write(comparison: Comparison, arguments: argparse.Namespace) -> None:
    if arguments.html is not None:
        write_file(arguments.html, report(comparison, "command line").encode("utf-8", "backslashreplace"))
    if arguments.csv:
        put(csv_of(comparison, "command line"))
    elif arguments.json:
        print_result(comparison.to_json("command line"), True, ())
    elif arguments.html is None:
        print_result(None, False, [*_tables(comparison), *_languages(comparison)])


def _tables(comparison: Comparison) -> Iterator[str]:
    """Write one table per source, a line per metric and a column per tokenizer; for languages one of all."""
    by_source = comparison.by_source()
    for source in list(by_source)[-1:] if comparison.languages else by_source:
        rows = by_source[source]
        if rows[0].is_unread and rows[0].error is not None:
            yield from (source, f"  {rows[0].error.cause}", "")
            continue
        names = [comparison.tokenizers[row.tokenizer].name for row in rows]
        yield source or "all of it"
        sums = [[name, *(amount(row.known_sums[name]) for row in rows)] for name in _SUMS]
        figures = [[metric.label, *(_shown(row, metric) for row in rows)] for metric in METRICS]
        yield from _aligned([["", *names], *sums, *figures])
        yield from (f"  {row.error.in_file(name).message('command line')}"
                    for name, row in zip(names, rows, strict=True) if row.error)  # fmt: skip
        yield ""


def _shown(row: Row, metric: Metric) -> str:
    text = metric.text(row.figures.get(metric.name))
    interval, difference = row.intervals.get(metric.name), row.differences.get(metric.name)
    if interval is not None:
        text += f" [{metric.text(interval.low)}, {metric.text(interval.high)}]"
    return text + (f" {NO_DIFFERENCE}" if difference is not None and not difference.shows else "")


def _languages(comparison: Comparison) -> Iterator[str]:
    for name, value in comparison.gini.items():
        yield f"{name}: Gini {'–' if value is None else f'{value:.4f}'}, premium to {comparison.language}"
        table = [["", "tokens", "bytes", "premium", "UTF-8", "vocabulary"]]
        for row in comparison.by_premium(name):
            cost = row.cost
            factors = (cost.premium, cost.byte_factor, cost.vocabulary_factor) if cost else ()
            texts = [f"{factor:.3f}" for factor in factors] or ["–"] * 3
            table.append([row.language, amount(row.n_tokens), amount(row.n_bytes), *texts])
        yield from _aligned(table)
        for row in comparison.by_premium(name):
            if row.n_bytes is None and row.error is not None:
                yield f"  {row.language}: {row.error.message('command line')}"
        yield ""


def _aligned(table: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *cells in table:
        rest = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield f"  {first.ljust(widths[0])}  {rest}".rstrip()
