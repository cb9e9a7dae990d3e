"""Checks that counted pieces fit a training: the same split, normalizer and Unicode, and no shard missing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from workbench.api.recipes import ClipRecipe, Llama2Recipe, Recipe
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.counts_facts import CountsFacts, added
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting.pre_tokenizers import named
from workbench.engine.splitting.split_patterns import pieces_of
from workbench.formats.card import UNICODE_VERSION

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
    return _checked(several, *split_facts(recipe), normalizer_of(recipe))


def check_countable(several: Mapping[str, CountsFacts], tokenizer: Tokenizer) -> None:
    """Check that counted files, by their paths, have the pieces that a tokenizer encodes one by one.

    Raises:
        EngineError: "counts_not_text", it does not encode pieces by themselves; "counts_other_tokenizer", it
            splits in another way; "counts_shards_missing" or as `counts_facts.added`.

    """
    if tokenizer.normalizer is not None or not tokenizer.model.capabilities.byte_level:
        raise EngineError("counts_not_text", file=next(iter(several)))
    splitter = tokenizer.pre_tokenizer
    _checked(several, splitter.name, splitter.pattern, "", "counts_other_tokenizer")


def _checked(
    several: Mapping[str, CountsFacts],
    name: str,
    pattern: str,
    normalizer: str,
    code: str = "counts_other_split",
) -> CountsFacts:
    facts = added(several)
    for what, counted, wanted in (
        ("split pattern", pieces_of(facts.split[1]), pieces_of(pattern)),
        ("normalizer", facts.normalizer, normalizer),
        ("Unicode version", facts.unicode, UNICODE_VERSION),
    ):
        if counted != wanted:
            is_split = what == "split pattern"
            shown = (_name(*facts.split), _name(name, pattern)) if is_split else (counted, wanted)
            raise EngineError(
                code,
                file=next(iter(several)),
                what=what,
                counted=shown[0] or "none",
                wanted=shown[1] or "none",
            )
    if not facts.incomplete and any(corpus.missing for corpus in facts.corpora):
        raise shards_missing(facts)
    return facts


def _name(name: str, pattern: str) -> str:
    return pattern[:200] if name == "custom" else name


def plain_counted(facts: CountsFacts) -> dict[str, Any]:
    """Return the facts as plain values, for the record of a training."""
    values: dict[str, Any] = json.loads(facts.plain())
    return values
