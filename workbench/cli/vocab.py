"""The verb vocab."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

from workbench.api.health import counting_tokens, kept_by_verbs
from workbench.api.vocab_files import csv_table
from workbench.cli.opening import open_named
from workbench.cli.streams import Bar, held, print_result, put
from workbench.cli.tokenizer_flags import NAMED, add_anyway, add_pattern
from workbench.cli.vocab_training import origin
from workbench.display.marks import visible
from workbench.engine.base.slices import finished
from workbench.engine.corpus.sources import Reading
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import LABELS, TokenHealth, all_ids, judged
from workbench.engine.judging.token_counts import TokenCounts
from workbench.engine.models.explain import spelling

_SHOWN = 32  # tokens judged between two updates of the bar


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.add_argument("file", metavar="FILE", help=NAMED)
    add_pattern(verb)
    what = verb.add_mutually_exclusive_group()
    what.add_argument(
        "--health", action="store_true", help=("label each problem token, with an example text or the reason")
    )
    what.add_argument("--counts", metavar="TEXT", help="same, with the counts of a file or folder")
    what.add_argument("--csv", action="store_true", help="print a table as CSV")
    what.add_argument(
        "--error-bars", action="store_true",
        help="of a tokenizer trained here: train again without each twentieth of the text, from the counts, "
             "and say how many trainings have each token, and by how much its pair was ahead",
    )  # fmt: skip
    what.add_argument(
        "--provenance", action="store_true",
        help="of a tokenizer trained here: say from which sources, documents and file each token came",
    )  # fmt: skip
    verb.add_argument(
        "--without", action="append", metavar="SOURCE",
        help="with --provenance: list the tokens that go and come without this source; repeatable",
    )  # fmt: skip
    add_anyway(verb)
    verb.add_argument("--json", action="store_true")


def run(arguments: argparse.Namespace) -> None:
    """List a vocabulary, or the problems of its tokens; raises EngineError or OSError."""
    tokenizer = open_named(arguments, arguments.file).tokenizer
    try:
        if arguments.csv:
            put(csv_table(tokenizer))
            return
        if arguments.without and not arguments.provenance:
            arguments.usage_error("argument --without: only with --provenance")
        if arguments.error_bars or arguments.provenance:
            result, lines = origin(tokenizer, arguments)
            print_result(result, arguments.json, lines)
            return
        rows = _rows(tokenizer, arguments)
    finally:
        tokenizer.close()
    with_health = arguments.health or arguments.counts is not None
    print_result({"tokens": rows}, arguments.json, _lines(rows, with_health))


def _rows(tokenizer: Tokenizer, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the JSON object of each token."""
    ids = all_ids(tokenizer).tolist()
    if arguments.counts is None and not arguments.health:
        return [_row(tokenizer, TokenHealth(token_id)) for token_id in ids]
    with Bar() as bar:
        counts = _counted(tokenizer, held(arguments.counts), bar) if arguments.counts is not None else None
        return list(_judged_rows(tokenizer, counts, len(ids), bar))


def _counted(tokenizer: Tokenizer, path: str, bar: Bar) -> TokenCounts:
    """Count the tokens of a file or folder, with a progress bar."""
    total = Reading([path]).size()
    steps = counting_tokens(tokenizer, path, kept_by_verbs())
    return finished(steps, lambda done: bar.show("counting", done, max(total, done)))


def _judged_rows(
    tokenizer: Tokenizer, counts: TokenCounts | None, total: int, bar: Bar
) -> Iterator[dict[str, Any]]:
    """Yield the JSON object of each token with its labels, with a progress bar."""
    for number, each in enumerate(judged(tokenizer, counts)):
        if number % _SHOWN == 0:
            bar.show("judging", number, total)
        row = _row(tokenizer, each)
        if counts is not None:
            row |= {
                "count": int(counts.occurrences[each.id]),
                **({"documents": int(counts.documents[each.id])} if counts.n_documents else {}),
                "made": int(counts.times_made[each.id]),
            }
        yield row


def _row(tokenizer: Tokenizer, each: TokenHealth) -> dict[str, Any]:
    token = tokenizer.token_bytes(each.id) or b""
    is_special = each.id in tokenizer.specials.texts
    spelled = token if is_special else spelling(tokenizer.model, each.id)
    return {
        "id": each.id,
        "token": spelled.decode("utf-8", "backslashreplace"),
        "bytes": token.hex(),
        "special": is_special,
        "labels": list(each.labels),
        "witness": each.witness,
        "reason": "; ".join(map(str, each.reasons)),
    }


def _lines(rows: list[dict[str, Any]], has_health: bool) -> Iterator[str]:
    """Write all tokens, or the number of tokens per label and the labeled tokens."""
    if has_health:
        counts = Counter(label for row in rows for label in row["labels"])
        yield from (f"{counts[label]:>9,}  {label}" for label in LABELS if counts[label])
    for row in rows:
        if not has_health or row["labels"]:
            yield _line(row)


def _line(row: dict[str, Any]) -> str:
    parts = [
        f"{row['id']:>8}  {visible(bytes.fromhex(row['bytes']))}",
        "special" if row["special"] else "",
        ", ".join(row["labels"]),
        row["reason"],
    ]
    if row["labels"] and row["witness"] is not None:
        parts.append(f"witness “{visible(row['witness'].encode())}”")
    return "  ".join(filter(None, parts))
