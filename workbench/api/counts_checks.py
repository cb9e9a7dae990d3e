"""Checks that counted pieces fit a training: the same split, normalizer and Unicode, and no shard missing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from workbench.api.recipes import ClipRecipe, Llama2Recipe, Recipe
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.corpus.counts_facts import CountsFacts, added
from workbench.engine.corpus.sources import Reading, SourceAccount
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting.pre_tokenizers import named
from workbench.engine.splitting.split_patterns import pieces_of
from workbench.formats.card import UNICODE_VERSION
from workbench.formats.count_tables import MOST_BYTES

_SHOWN = 20  # numbers of missing shards


def normalizer_of(recipe: Recipe) -> str:
    """Return the name of what a recipe does to the text before it is split, "" for nothing."""
    if isinstance(recipe, ClipRecipe):
        return "clip"
    if isinstance(recipe, Llama2Recipe):
        return f"{'single-spaced ' if recipe.removes_spaces else ''}sentences"
    return ""


def split_facts(recipe: Recipe) -> tuple[str, str]:
    """Return name and pattern of a recipe's split as footers have them."""
    splitter = named(*recipe.split)
    try:
        return splitter.name, splitter.pattern
    finally:
        splitter.close()


def shards_missing(facts: CountsFacts) -> EngineError:
    """Return the error of shards that are missing, naming the first of them."""
    corpus = next(each for each in facts.corpora if each.missing)
    numbers = corpus.missing
    shown = ", ".join(map(str, numbers[:_SHOWN])) + (" …" if len(numbers) > _SHOWN else "")
    return EngineError("counts_shards_missing", n_missing=len(numbers), n=corpus.n, missing=shown)


def check_counted(several: Mapping[str, CountsFacts], recipe: Recipe) -> CountsFacts:
    """Return the facts of counted files, by their paths, as those of their sum.

    Raises:
        EngineError: "counts_other_split", they were counted in another way than the training counts;
            "counts_shards_missing" or as `counts_facts.added`.

    """
    facts = added(several)
    path = next(iter(several))
    _check_same(facts, path, *split_facts(recipe), normalizer_of(recipe), "counts_other_split")
    check_complete(facts)
    return facts


def check_countable(several: Mapping[str, CountsFacts], tokenizer: Tokenizer) -> None:
    """Check that counted files, by their paths, have the pieces that a tokenizer encodes one by one.

    Raises:
        EngineError: as `check_encodable`; "counts_shards_missing" or as `counts_facts.added`.

    """
    facts = added(several)
    check_encodable(facts, next(iter(several)), tokenizer)
    check_complete(facts)


def check_encodable(facts: CountsFacts, path: str, tokenizer: Tokenizer) -> None:
    """Check that a tokenizer encodes the pieces of a counted file one by one.

    Raises:
        EngineError: "counts_not_text", it does not encode pieces by themselves; "counts_other_tokenizer", it
            splits in another way.

    """
    if tokenizer.normalizer is not None or not tokenizer.model.capabilities.byte_level:
        raise EngineError("counts_not_text", file=path)
    splitter = tokenizer.pre_tokenizer
    _check_same(facts, path, splitter.name, splitter.pattern, "", "counts_other_tokenizer")


def check_complete(facts: CountsFacts) -> None:
    """Raise EngineError "counts_shards_missing" unless all shards are there, or that was accepted."""
    if not facts.incomplete and any(corpus.missing for corpus in facts.corpora):
        raise shards_missing(facts)


def facts_of_account(reading: Reading, account: SourceAccount) -> dict[str, CountsFacts]:
    """Return what the footers of counted files of a source say; raises EngineError "counts_no_footer"."""
    facts: dict[str, CountsFacts] = {}
    for record in paced(account.accounting.files, 64):
        if record.kind == "counts":
            if record.path not in reading.tables.facts:
                raise EngineError("counts_no_footer", file=record.path)
            facts[record.path] = reading.tables.facts[record.path]
    return facts


def refuse_too_many(tables: Iterable[CountedPieces]) -> None:
    """Raise EngineError "counts_too_large" if no int64 holds the bytes of all occurrences."""
    lengths = ((np.diff(each.ends.astype(np.float64), prepend=0.0), each.counts) for each in paced(tables, 8))
    total = sum(float(length @ counts.astype(np.float64)) for length, counts in lengths)
    if total > MOST_BYTES:
        raise EngineError("counts_too_large", n_bytes=f"{total:.3g}", most=f"{MOST_BYTES:.3g}")


def _check_same(facts: CountsFacts, path: str, name: str, pattern: str, normalizer: str, code: str) -> None:
    for what, counted, wanted in (
        ("split pattern", pieces_of(facts.split[1]), pieces_of(pattern)),
        ("normalizer", facts.normalizer, normalizer),
        ("Unicode version", facts.unicode, UNICODE_VERSION),
    ):
        if counted != wanted:
            is_split = what == "split pattern"
            shown = (_name(*facts.split), _name(name, pattern)) if is_split else (counted, wanted)
            if shown[0] == shown[1]:  # another version of a published pattern
                shown = (counted[:200], wanted[:200])
            raise EngineError(
                code,
                file=path,
                what=what,
                counted=shown[0] or "none",
                wanted=shown[1] or "none",
            )


def _name(name: str, pattern: str) -> str:
    return pattern[:200] if name == "custom" else name


def plain_counted(facts: CountsFacts) -> dict[str, Any]:
    """Return the facts as plain values, for the record of a training."""
    values: dict[str, Any] = json.loads(facts.plain())
    return values
