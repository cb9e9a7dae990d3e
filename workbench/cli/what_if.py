"""Explains for the verb explain why a word is not one token."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field

from workbench.api.word_sizes import WordSizes, word_sizes
from workbench.cli.streams import counted, held
from workbench.display.marks import visible
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.what_if import Join, Passed, WhatIf, what_if
from workbench.engine.models.explain import spelling


@dataclass(frozen=True, slots=True)
class WhatIfAnswer:
    """An answer: keys of the JSON result, and lines."""

    result: dict[str, object] = field(default_factory=dict)
    lines: tuple[str, ...] = ()


def what_if_answer(tokenizer: Tokenizer, word: bytes, arguments: argparse.Namespace) -> WhatIfAnswer:
    """Return the answer for a piece, an empty one unless requested; raises EngineError."""
    if not arguments.what_if or not word:
        return WhatIfAnswer()
    answer = what_if(tokenizer.model, word)
    sizes = _sizes(tokenizer, word, arguments.train_on) if arguments.train_on else None
    result = _result(tokenizer, answer)
    if sizes is not None:
        result["trained"] = asdict(sizes)
    lines = (*_lines(tokenizer, word, answer), *(() if sizes is None else (_size_line(sizes),)))
    return WhatIfAnswer({"what_if": result}, lines)


def _sizes(tokenizer: Tokenizer, word: bytes, sources: list[str]) -> WordSizes:
    last: WordSizes | None = None
    for event in word_sizes(tokenizer, word, list(map(held, sources))):
        last = event if isinstance(event, WordSizes) else last
    if last is None:
        raise RuntimeError("the training has not ended")
    return last


def _result(tokenizer: Tokenizer, answer: WhatIf) -> dict[str, object]:
    def text(token_id: int) -> str:
        return spelling(tokenizer.model, token_id).decode("utf-8", "backslashreplace")

    return {
        "whole": answer.whole,
        "needed": [
            {
                "left": "".join(map(text, one.left)),
                "right": "".join(map(text, one.right)),
                "id": one.id,
                "exists": one.exists,
            }
            for one in answer.joins
        ],
        "passed": [
            {
                "id": one.id,
                "token": text(one.id),
                "start": one.start,
                "round": one.round_number,
                "made": None if one.chosen is None else text(one.chosen),
            }
            for one in answer.passed
        ],
    }


def _lines(tokenizer: Tokenizer, word: bytes, answer: WhatIf) -> Iterator[str]:
    if len(answer.ids) < 2:
        return
    if answer.whole is not None:
        yield f"  why not one token: {visible(word)} is token {answer.whole}, but merging goes another way"
    else:
        n_merges = sum(not join.exists for join in answer.joins)
        more = "1 more merge" if n_merges == 1 else f"{n_merges} more merges"
        yield f"  why not one token: there is no token {visible(word)}; it would take {more}"
    for passed in answer.passed:
        yield f"    passed over  {_written(tokenizer, passed.id)} {passed.id}: {_reason(tokenizer, passed)}"
    for join in answer.joins:
        left, right = (_written(tokenizer, *side) for side in (join.left, join.right))
        yield f"    needed       {left} + {right}: {_state(join)}"


def _state(join: Join) -> str:
    if join.id is None:
        return "no such token"
    return f"token {join.id}, {'a merge that exists' if join.exists else 'not made this way'}"


def _reason(tokenizer: Tokenizer, passed: Passed) -> str:
    if passed.round_number is None or passed.chosen is None:
        return "never made by merging"
    return f"round {passed.round_number} made {_written(tokenizer, passed.chosen)} first"


def _written(tokenizer: Tokenizer, *ids: int) -> str:
    return visible(b"".join(spelling(tokenizer.model, token_id) for token_id in ids))


def _size_line(sizes: WordSizes) -> str:
    times = f"{counted(sizes.occurrences, 'time')} in this corpus"
    if sizes.size is not None:
        return f"  one token with a vocabulary of {sizes.size} or more, trained on this; {times}"
    last = sizes.counts[-1][1]
    if sizes.ended_by == "pairs":
        return f"  never one token: this gives only {sizes.reached} tokens, and the word is {last}; {times}"
    return f"  not one token with a vocabulary of {sizes.reached}, but {last}; {times}"
