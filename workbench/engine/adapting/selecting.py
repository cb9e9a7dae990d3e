"""Selects tokens to remove by a rule: unused in a text, residues there, of a script, or matching a pattern.

Special tokens and single bytes are never selected. Patterns are untrusted and run in the child with limits.
"""

from __future__ import annotations

from collections.abc import Callable

import regex

from workbench.engine.adapting.done import merges_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.token_counts import TokenCounts
from workbench.engine.splitting.matching import numbers_matching

SECONDS = 10.0  # of wall clock for a pattern over a whole vocabulary


def unused(tokenizer: Tokenizer, counts: TokenCounts) -> tuple[int, ...]:
    """Return the tokens that do not occur in a text."""
    return _chosen(tokenizer, lambda token_id, _: not counts.occurrences[token_id])


def residues(tokenizer: Tokenizer, counts: TokenCounts, below: float) -> tuple[int, ...]:
    """Return the tokens that remain in less than a share of the cases in which merging makes them."""

    def is_one(token_id: int, _: bytes) -> bool:
        times_made = int(counts.times_made[token_id])
        return times_made > 0 and int(counts.occurrences[token_id]) < below * times_made

    return _chosen(tokenizer, is_one)


def of_script(tokenizer: Tokenizer, script: str) -> tuple[int, ...]:
    """Return the tokens that contain a character of a script; raises EngineError "adapt_script_unknown"."""
    try:
        pattern = regex.compile(rf"\p{{Script={script}}}") if script.replace("_", "").isalnum() else None
    except regex.error:
        pattern = None
    if pattern is None:
        raise EngineError("adapt_script_unknown", script=script[:80])
    return _chosen(tokenizer, lambda _, token: bool(pattern.search(token.decode("utf-8", "ignore"))))


def matching(tokenizer: Tokenizer, pattern: str, child: Child) -> tuple[int, ...]:
    """Return the tokens in UTF-8 in which a regular expression matches.

    Raises:
        EngineError: the pattern is invalid, or takes too long.

    """
    ids = _chosen(tokenizer, lambda _, token: is_utf8(token))
    tokens = [tokenizer.token_bytes(token_id) or b"" for token_id in ids]
    return tuple(ids[number] for number in numbers_matching(pattern, tokens, child, SECONDS))


def _chosen(tokenizer: Tokenizer, takes: Callable[[int, bytes], bool]) -> tuple[int, ...]:
    merges = merges_of(tokenizer)
    units = {*merges.byte_ids()[0].tolist(), *merges.byte_ids()[1].tolist()}
    units |= set(tokenizer.special_tokens.values())
    chosen: list[int] = []
    for token_id in paced(tokenizer.model.ids.tolist()):
        if token_id not in units and takes(token_id, tokenizer.model.token_bytes(token_id) or b""):
            chosen.append(token_id)
    return tuple(chosen)
