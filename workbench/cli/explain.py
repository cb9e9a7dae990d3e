"""The verb explain."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from workbench.cli.opening import open_named
from workbench.cli.streams import counted, print_result
from workbench.cli.tokenizer_flags import add_pattern, add_tokenizer
from workbench.cli.what_if import WhatIfAnswer, what_if_answer
from workbench.display.marks import visible
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.score_steps import ScoreMerge, ScoreSteps, score_steps
from workbench.engine.models.explain import Candidate, ExplainedPiece, TraceRow


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    add_tokenizer(verb)
    add_pattern(verb)
    verb.add_argument("word", metavar="WORD")
    verb.add_argument(
        "--bos", action="store_true", help=("show the start token, where steps by score have it")
    )
    verb.add_argument("--eos", action="store_true", help="show the end token")
    verb.add_argument("--what-if", action="store_true", help="say why the word is not one token")
    verb.add_argument(
        "--train-on", action="append", metavar="PATH",
        help="with --what-if: train on this file or folder to find the vocabulary size at which the word "
             "becomes one token; repeatable",
    )  # fmt: skip
    verb.add_argument("--json", action="store_true")


def run(arguments: argparse.Namespace) -> None:
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
        "round": row.number,
        "ids": row.ids,
        "symbols": [symbol.decode("utf-8", "backslashreplace") for symbol in row.symbols],
        "n_candidates": len(row.candidates),
        "candidates": [
            {"position": candidate.position, "rank": candidate.rank, **_candidate(candidate, ranked=True)}
            for candidate in row.candidates
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
                yield f"  {row.number:>3}  {' '.join(symbols)}    no pair left to merge"
                continue
            yield f"  {row.number:>3}  {' '.join(symbols)}    {_merged(row, row.chosen, symbols)}"
        yield from lacks.lines


def _merged(row: TraceRow, chosen: Candidate, symbols: Sequence[str]) -> str:
    """Write what a round merges, how often, and the other candidates."""
    left, right = symbols[chosen.position : chosen.position + 2]
    merged = f"({left}, {right}) → {visible(chosen.token)} {chosen.id}, rank {chosen.rank:g}"
    times = f", in {len(row.places)} places" if len(row.places) > 1 else ""
    others = ", ".join(
        f"{visible(candidate.token)} {candidate.rank:g}"
        for candidate in row.candidates
        if candidate.position not in row.places
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
                "candidates": [_candidate(candidate) for candidate in merge.candidates],
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
            f"{visible(candidate.token)} {candidate.id} {_score(candidate.score or 0)}"
            for candidate in merge.candidates
            if candidate.position != merge.position - n_before
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
