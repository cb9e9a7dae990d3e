"""The verbs explain and inspect."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from workbench import api, kernels
from workbench.cli.opening import open_named
from workbench.cli.streams import counted, held, print_result
from workbench.cli.what_if import WhatIfAnswer, what_if_answer
from workbench.display.marks import visible
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.score_steps import ScoreMerge, ScoreSteps, score_steps
from workbench.engine.models.explain import Candidate, ExplainedPiece, TraceRow
from workbench.engine.splitting.pre_tokenizers import PATTERN_LIMIT, PreTokenizer
from workbench.engine.splitting.published_split import compiled_splitter
from workbench.engine.splitting.split_patterns import PUBLISHED

MOST_SPECIALS = 20  # in a line of `inspect`


def explain(arguments: argparse.Namespace) -> None:
    """Show the merges of a word; raises EngineError or OSError."""
    tokenizer = open_named(arguments, arguments.tokenizer).tokenizer
    word = os.fsencode(arguments.word)
    try:
        if tokenizer.model.scored is not None:
            _explain_by_score(tokenizer, word, arguments)
            return
        pieces = tokenizer.explain(word)
        why = [
            WhatIfAnswer() if piece.taken else what_if_answer(tokenizer, piece.piece, arguments)
            for piece in pieces
        ]
    finally:
        tokenizer.close()
    result = [
        {
            "piece": piece.piece.decode("utf-8", "backslashreplace"),
            "start": piece.start,
            "ids": piece.ids,
            "taken": piece.taken,
            "rounds": [_round(row) for row in piece.rows],
            **lacks.result,
        }
        for piece, lacks in zip(pieces, why, strict=True)
    ]
    print_result(result, arguments.json, _explain_lines(pieces, why))


def _explain_by_score(tokenizer: Tokenizer, word: bytes, arguments: argparse.Namespace) -> None:
    steps = score_steps(tokenizer, word, before=arguments.bos, after=arguments.eos)
    piece = tokenizer.explain(word)[0].piece if arguments.what_if and word else b""
    lacks = what_if_answer(tokenizer, piece, arguments)
    lines = _score_lines(tokenizer, word, steps, len(tokenizer.framing.before) * arguments.bos)
    result = {**_score_result(tokenizer, steps), **lacks.result}
    print_result(result, arguments.json, chain(lines, lacks.lines))


def _round(row: TraceRow) -> dict[str, object]:
    chosen = row.chosen
    return {
        "round": row.round,
        "ids": row.ids,
        "symbols": [symbol.decode("utf-8", "backslashreplace") for symbol in row.symbols],
        "n_candidates": len(row.candidates),
        "candidates": [
            {"position": found.position, "rank": found.rank, **_candidate(found, ranked=True)}
            for found in row.candidates
        ],
        "merged": None
        if chosen is None
        else {"position": chosen.position, "rank": chosen.rank, "id": chosen.id, "places": row.places},
    }


def _explain_lines(pieces: Iterable[ExplainedPiece], why: Iterable[WhatIfAnswer]) -> Iterator[str]:
    for piece, lacks in zip(pieces, why, strict=True):
        yield _summary(piece.piece, piece.ids) + (", an added token" if piece.taken else "")
        for row in () if piece.taken else piece.rows:
            symbols = [visible(symbol) for symbol in row.symbols]
            if row.chosen is None:
                yield f"  {row.round:>3}  {' '.join(symbols)}    no pair left to merge"
                continue
            yield f"  {row.round:>3}  {' '.join(symbols)}    {_merged(row, row.chosen, symbols)}"
        yield from lacks.lines


def _merged(row: TraceRow, chosen: Candidate, symbols: Sequence[str]) -> str:
    """Write what a round merges, how often, and the other candidates."""
    left, right = symbols[chosen.position : chosen.position + 2]
    merged = f"({left}, {right}) → {visible(chosen.token)} {chosen.id}, rank {chosen.rank:g}"
    times = f", in {len(row.places)} places" if len(row.places) > 1 else ""
    others = ", ".join(
        f"{visible(found.token)} {found.rank:g}"
        for found in row.candidates
        if found.position not in row.places
    )
    others = f" (the others: {others})" if others else ""
    return f"{merged}{times}, of {len(row.candidates)}{others}"


def _summary(piece: bytes, ids: Sequence[int]) -> str:
    tokens = counted(len(ids), "token")
    return f"{visible(piece)}: {tokens}, {' '.join(map(str, ids))}"


# --- the five steps of models with scores


def _score_result(tokenizer: Tokenizer, steps: ScoreSteps) -> dict[str, object]:
    return {
        "sorted_vocabulary": [
            {"token": token.decode("utf-8", "backslashreplace"), "id": token_id}
            for token, token_id in steps.sorted_tokens
        ],
        "start": steps.start,
        "characters": [{"id": i, "token": _text(tokenizer, i)} for i in steps.characters],
        "merges": [
            {
                "position": merge.position,
                "id": merge.id,
                "score": merge.score,
                "candidates": [_candidate(found) for found in merge.candidates],
                "ids": _after(merge),
            }
            for merge in steps.merges
        ],
        "ids": steps.ids,
    }


def _candidate(candidate: Candidate, *, ranked: bool = False) -> dict[str, object]:
    shown = {"token": candidate.token.decode("utf-8", "backslashreplace"), "id": candidate.id}
    return shown if ranked else {**shown, "score": candidate.score}


def _score_lines(tokenizer: Tokenizer, word: bytes, steps: ScoreSteps, n_before: int) -> Iterator[str]:
    """Write the steps; candidates do not count the first `n_before` ids, which come before the text."""
    yield _summary(word, steps.ids)
    rows = ", ".join(f"{visible(token)} {token_id}" for token, token_id in steps.sorted_tokens)
    yield f"  S1  vocabulary sorted by bytes: {rows}, …"
    yield f"  S2  start: [{_joined(steps.start)}]"
    characters = ", ".join(f"{i} {visible(_bytes(tokenizer, i))}" for i in steps.characters)
    yield f"  S3  characters: [{characters}]"
    for merge in steps.merges:
        left, right = (visible(_bytes(tokenizer, i)) for i in (merge.left, merge.right))
        others = ", ".join(
            f"{visible(found.token)} {found.id} {_score(found.score or 0)}"
            for found in merge.candidates
            if found.position != merge.position - n_before
        )
        others = f" (the others: {others})" if others else ""
        best = f"{left} + {right} → {visible(_bytes(tokenizer, merge.id))} {merge.id}"
        yield f"  S4  {merge.position}, {best}, {_score(merge.score)}, of {merge.n_candidates}{others}"
        yield f"  S5  [{_joined(_after(merge))}]"
    yield f"  end [{_joined(steps.ids)}]"


def _after(merge: ScoreMerge) -> tuple[int, ...]:
    at = merge.position
    return (*merge.before[:at], merge.id, *merge.before[at + 2 :])


def _bytes(tokenizer: Tokenizer, token_id: int) -> bytes:
    return tokenizer.token_bytes(token_id) or b""


def _text(tokenizer: Tokenizer, token_id: int) -> str:
    return _bytes(tokenizer, token_id).decode("utf-8", "backslashreplace")


def _joined(ids: Iterable[int]) -> str:
    return ", ".join(map(str, ids))


def _score(score: float) -> str:
    shown = f"{abs(score):.0f}" if score == round(score) else f"{abs(score):g}"
    return f"−{shown}" if score < 0 else shown


def _split_by(splitter: PreTokenizer) -> str:
    """Return the splitter of a text; a custom pattern that is too slow is stopped."""
    if splitter.name == "custom":
        return f"regex, in a separate process, stopped if it hangs for {PATTERN_LIMIT.seconds:g} s"
    if not splitter.pattern:
        return "nothing"
    known = PUBLISHED.get(splitter.name)
    return "a compiled kernel" if known is not None and compiled_splitter(known) is not None else "regex"


def inspect(arguments: argparse.Namespace) -> None:
    """Show what is in a tokenizer file; raises EngineError or OSError."""
    opened = api.open_file(held(arguments.file), anyway=arguments.anyway)
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
        "library": model.in_library[0] if model.in_library else None,
        "split": tokenizer.pre_tokenizer.name,
        "pattern": tokenizer.pre_tokenizer.pattern,
        "split_by": _split_by(tokenizer.pre_tokenizer),
        "special_tokens": dict(tokenizer.special_tokens),
        "writable_as": api.writable_as(tokenizer),
        "chat_template": tokenizer.chat_template,
        "kernels": {"active": kernels.active(), "why_not": kernels.why_not()},
        "training": tokenizer.record,
        "findings": [
            {"code": notice.code, "text": notice.message("command line")} for notice in opened.notices
        ],
    }
    tokenizer.close()
    print_result(result, arguments.json, _inspect_lines(result))


def _specials_line(specials: Mapping[str, int]) -> str:
    first = ", ".join(f'"{text}" = {token_id}' for text, token_id in islice(specials.items(), MOST_SPECIALS))
    more = len(specials) - MOST_SPECIALS
    return f"{first}, and {more:,} more (--json lists all)" if more > 0 else first or "none"


def _inspect_lines(result: Mapping[str, Any]) -> Iterator[str]:
    yield f"{result['file']}: {result['format']}, {result['name']}"
    yield f"vocabulary      {result['vocab_size']:,}, of them {result['n_merges']:,} merges"
    yield f"longest token   {counted(result['longest_token'], 'byte')}"
    if result["library"]:
        yield f"split by        {result['library']}, as the file says"
    else:
        yield f"split           {result['split']}{'  ' if result['pattern'] else ''}{result['pattern']}"
        yield f"split by        {result['split_by']}"
    yield f"special tokens  {_specials_line(result['special_tokens'])}"
    yield f"can be saved as {', '.join(result['writable_as']) or 'no known format'}"
    yield f"kernels         {result['kernels']['why_not'] or 'compiled'}"
    if result["chat_template"]:
        yield f"chat template   {visible(result['chat_template'].encode())}"
    if result["training"] and "adapted" in result["training"]:
        yield f"adapted from    {_adapted_line(result['training']['adapted'])}"
    elif result["training"]:
        yield f"trained with    {json.dumps(result['training'].get('options'), ensure_ascii=False)}"
    for finding in result["findings"]:
        yield f"finding         {finding['text']}"


def _adapted_line(adapted: Mapping[str, Any]) -> str:
    """Return what a vocabulary was made of, and by which changes; a card may be damaged."""
    said, changes = adapted.get("from"), adapted.get("changes")
    name = said.get("name") if isinstance(said, Mapping) else ""
    kinds = [str(each.get("change")) for each in changes or () if isinstance(each, Mapping)]
    return f"{name}: {', '.join(kinds)}"
