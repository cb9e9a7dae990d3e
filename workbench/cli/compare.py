"""The verbs compare and count."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from workbench.api.comparing import Compared, Comparison, comparing, to_compare, tokenizer_path
from workbench.api.comparison_report import csv_of, report
from workbench.api.comparison_table import amount
from workbench.api.file_counts import FileCount, count_tokens
from workbench.api.files import read_bytes, write_file
from workbench.cli.left_out import tell_damaged, tell_left_out
from workbench.cli.opening import open_named, tell_doubts
from workbench.cli.source_flags import sources_of
from workbench.cli.streams import Bar, held, print_result, put, reporting_mark, standard_input, tell
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.sources import Reading
from workbench.engine.judging.measuring import Row
from workbench.engine.judging.metrics import METRICS, NO_DIFFERENCE, Metric
from workbench.formats.overwriting import refuse_read

_TOTAL = "total"
_SUMS = ("documents", "bytes", "words", "tokens")


def compare(arguments: argparse.Namespace) -> None:
    """Compare tokenizers; raises OSError, or EngineError, also if a tokenizer cannot encode."""
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
            while True:
                try:
                    step = next(steps)
                except StopIteration as end:
                    comparison: Comparison = end.value
                    break
                if isinstance(step, int):
                    bar.show("encoding", step, max(total, step))
    finally:
        for each in tokenizers:
            each.tokenizer.close()
    tell_left_out(comparison.skipped)
    tell_damaged(comparison.damaged)
    for note in comparison.notes:
        tell(note.message("command line"))
    _write(comparison, arguments)
    for each, row in comparison.rows():
        if row.error is not None:
            raise row.error.in_file(each.name)


def _opened(paths: Sequence[str], arguments: argparse.Namespace) -> tuple[Compared, ...]:
    found = to_compare(paths, arguments.anyway, arguments.pattern)
    for each in found:
        tell_doubts(each.name, each.notices)
    return found


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
            table.append([row.language, amount(row.tokens), f"{row.bytes:,}", *texts])
        yield from _aligned(table)
        yield ""


def _aligned(table: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *cells in table:
        rest = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield f"  {first.ljust(widths[0])}  {rest}".rstrip()


# --- count


def count(arguments: argparse.Namespace) -> None:
    """Count the tokens of files, like wc; raises EngineError or OSError."""
    opened = [open_named(arguments, tokenizer_path(path)).tokenizer for path in arguments.tokenizer]
    counts: list[FileCount] = []
    failed: list[EngineError] = []
    try:
        for path in arguments.files:
            name = "standard input" if path == "-" else path
            portions: Iterable[bytes] = standard_input() if path == "-" else read_bytes(held(path))
            try:
                counts.append(count_tokens(opened, reporting_mark(portions, name), path))
            except EngineError as error:
                failed.append(error.in_file(name))
    finally:
        for tokenizer in opened:
            tokenizer.close()
    for fault in failed[:-1]:
        tell(fault.message("command line"))
    if counts:
        several = len(opened) > 1
        sums = tuple(sum(each.tokens[number] for each in counts) for number in range(len(opened)))
        total = FileCount(_TOTAL, sums, sum(each.n_bytes for each in counts))
        result = {
            "files": [{"path": each.path, **_counts(each, arguments.tokenizer)} for each in counts],
            "total": _counts(total, arguments.tokenizer),
        }
        lines = [*counts, *([total] if len(arguments.files) > 1 else [])]
        print_result(result, arguments.json, _count_lines(lines, arguments.tokenizer if several else []))
    if failed:
        raise failed[-1]


def _counts(each: FileCount, names: Sequence[str]) -> dict[str, Any]:
    by_name = dict(zip(names, each.tokens, strict=True))
    return {"tokens": by_name if len(each.tokens) > 1 else each.tokens[0], "bytes": each.n_bytes}


def _count_lines(counts: Sequence[FileCount], names: Sequence[str]) -> Iterator[str]:
    """Write one line per file, below the names of the tokenizers if there are several."""
    table = [[*map(str, each.tokens), str(each.n_bytes)] for each in counts]
    paths = [each.path for each in counts]
    if names:
        table, paths = [[*names, "bytes"], *table], ["", *paths]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for cells, path in zip(table, paths, strict=True):
        numbers = " ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        yield f"{numbers} {path}".rstrip()
