"""The verbs explain and inspect."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workbench import api, kernels
from workbench.cli.streams import print_result
from workbench.display.marks import visible


def explain(arguments: argparse.Namespace) -> None:
    """Show the merges of a word; raises EngineError or OSError."""
    tokenizer = api.open_tokenizer(arguments.tokenizer)
    try:
        pieces = tokenizer.explain(os.fsencode(arguments.word))
    finally:
        tokenizer.close()
    result = [
        {
            "piece": piece.piece.decode("utf-8", "backslashreplace"),
            "start": piece.start,
            "ids": piece.ids,
            "rounds": [_round(row) for row in piece.rows],
        }
        for piece in pieces
    ]
    print_result(result, arguments.json, _explain_lines(pieces))


def _round(row: Any) -> dict[str, object]:  # noqa: ANN401 - engine.explain.TraceRow
    chosen = row.chosen
    return {
        "round": row.round,
        "ids": row.ids,
        "symbols": [symbol.decode("utf-8", "backslashreplace") for symbol in row.symbols],
        "n_candidates": len(row.candidates),
        "merged": None
        if chosen is None
        else {"position": chosen.position, "rank": chosen.rank, "id": chosen.id},
    }


def _explain_lines(pieces: Iterable[Any]) -> Iterator[str]:
    for piece in pieces:
        tokens = "1 token" if len(piece.ids) == 1 else f"{len(piece.ids)} tokens"
        yield f"{visible(piece.piece)}: {tokens}, {' '.join(map(str, piece.ids))}"
        for row in piece.rows:
            symbols = [visible(symbol) for symbol in row.symbols]
            if row.chosen is None:
                yield f"  {row.round:>3}  {' '.join(symbols)}    nothing more to merge"
                continue
            left, right = symbols[row.chosen.position : row.chosen.position + 2]
            merged = f"({left}, {right}) → {row.chosen.id}, rank {row.chosen.rank}, of {len(row.candidates)}"
            yield f"  {row.round:>3}  {' '.join(symbols)}    {merged}"


def inspect(arguments: argparse.Namespace) -> None:
    """Show what a tokenizer file holds; raises EngineError or OSError."""
    opened = api.open_file(arguments.file)
    tokenizer, model = opened.tokenizer, opened.tokenizer.model
    longest = max(
        (len(model.token_bytes(token_id) or b"") for token_id in range(model.vocab_size)), default=0
    )
    result = {
        "file": arguments.file,
        "format": opened.format,
        "name": tokenizer.name,
        "vocab_size": tokenizer.vocab_size,
        "n_merges": model.n_merges,
        "longest_token": longest,
        "split": tokenizer.pre_tokenizer.name,
        "pattern": tokenizer.pre_tokenizer.pattern,
        "special_tokens": dict(tokenizer.special_tokens),
        "writable_as": api.writable_as(tokenizer),
        "kernels": {"active": kernels.active(), "why_not": kernels.why_not()},
        "training": tokenizer.record,
        "findings": [{"code": notice.code, "text": str(notice)} for notice in opened.notices],
    }
    tokenizer.close()
    print_result(result, arguments.json, _inspect_lines(result))


def _inspect_lines(result: Mapping[str, Any]) -> Iterator[str]:
    yield f"{result['file']}: {result['format']}, {result['name']}"
    yield f"vocabulary      {result['vocab_size']:,}, of them {result['n_merges']:,} merges"
    yield f"longest token   {result['longest_token']:,} bytes"
    yield f"split           {result['split']}{'  ' if result['pattern'] else ''}{result['pattern']}"
    specials = ", ".join(f"{text} = {token_id}" for text, token_id in result["special_tokens"].items())
    yield f"special tokens  {specials or 'none'}"
    yield f"can be saved as {', '.join(result['writable_as']) or 'nothing that is known here'}"
    yield f"kernels         {result['kernels']['why_not'] or 'compiled'}"
    if result["training"]:
        yield f"trained with    {json.dumps(result['training'].get('options'), ensure_ascii=False)}"
    for finding in result["findings"]:
        yield f"finding         {finding['text']}"
