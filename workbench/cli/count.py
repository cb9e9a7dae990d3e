"""The verb count."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from workbench.api.file_counts import FileCount, by_folder, count_files, count_tokens, has_documents
from workbench.api.files import read_bytes
from workbench.cli.commands import add_from_command, command_read
from workbench.cli.left_out import tell_left_out
from workbench.cli.opening import open_named
from workbench.cli.streams import Bar, held, print_result, reporting_mark, standard_input, tell
from workbench.cli.tokenizer_flags import NAMED, add_anyway, add_pattern
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer

_TOTAL = "total"


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="text file or pipe (its bytes are counted; - is standard input); folder or file of documents: "
        "JSON lines, CSV, Parquet, packed ones (their text is counted, as for training)",
    )
    verb.add_argument("--tokenizer", action="append", required=True, metavar="FILE", help=f"{NAMED}; again")
    verb.add_argument("--by-folder", action="store_true", help="one line per folder")
    add_from_command(verb)
    add_pattern(verb)
    add_anyway(verb)
    verb.add_argument("--json", action="store_true", help="print the counts as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Count the tokens of files, like wc; raises EngineError or OSError."""
    with command_read(arguments, arguments.files):
        if not arguments.files:
            arguments.usage_error("the following arguments are required: FILE")
        _count(arguments)


def _count(arguments: argparse.Namespace) -> None:
    opened = [open_named(arguments, name).tokenizer for name in arguments.tokenizer]
    counts: list[FileCount] = []
    failed: list[EngineError] = []
    try:
        for path in arguments.files:
            name = "standard input" if path == "-" else path
            if path != "-" and has_documents(path):
                counts += _count_documents(opened, path)
                continue
            chunks: Iterable[bytes] = standard_input() if path == "-" else read_bytes(held(path))
            try:
                counts.append(count_tokens(opened, reporting_mark(chunks, name), path))
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
        counts = by_folder(counts) if arguments.by_folder else counts
        result = {
            "files": [{"path": each.path, **_counts(each, arguments.tokenizer)} for each in counts],
            "total": _counts(total, arguments.tokenizer),
        }
        lines = [*counts, *([total] if len(counts) > 1 or len(arguments.files) > 1 else [])]
        print_result(result, arguments.json, _count_lines(lines, arguments.tokenizer if several else []))
    if failed:
        raise failed[-1]


def _count_documents(opened: Sequence[Tokenizer], path: str) -> list[FileCount]:
    """Count with a bar, and report the files that cannot be read; raises EngineError."""
    from workbench.engine.corpus.sources import Reading  # here: a file alone is counted without

    reading = Reading([path])
    total = reading.size()
    counts: list[FileCount] = []
    with Bar() as bar:
        for each in count_files(opened, reading):
            if isinstance(each, FileCount):
                counts.append(each)
            bar.show(f"counting {path}", reading.n_read, max(total, reading.n_read))
    tell_left_out(reading.left_out, "")
    return counts


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
