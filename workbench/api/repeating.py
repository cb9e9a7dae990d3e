"""Records the options of a training, and repeats it: the same options give the same file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.api.extending import ExtendRecipe
from workbench.api.extending_scores import ExtendScoresRecipe
from workbench.api.files import read_bytes
from workbench.api.recipes import Llama2Recipe, Recipe
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.sources import Source
from workbench.engine.training.options import Options
from workbench.engine.training.presets import PRESETS
from workbench.formats import card
from workbench.formats.training_record import source_of

_CARD = ".card.json"
# Options that a record names if they were set. A pattern has its numbers as `numbers` cuts them already.
_TOKEN_OPTIONS = (
    "numbers", "whole_characters", "forbidden_tokens", "forbidden_pattern", "seed_tokens", "chat_template",
    "add_bos", "add_eos",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recorded:
    """A training, read from its record.

    Attributes:
        sources, options: for `TrainingRun`.
        corpus: the contents of each source, as in `training_record.source_record`.
        stopped_at: merges after which the user stopped it, None if it ended by itself.

    """

    sources: tuple[Source, ...]
    options: Options
    corpus: Sequence[Mapping[str, Any]]
    stopped_at: int | None = None


def read_record(path: str | os.PathLike[str]) -> Mapping[str, Any]:
    """Return the record in a card, or in the card of a tokenizer file.

    Raises:
        EngineError: the card cannot be read, or it has no record.

    """
    name = os.fspath(path)
    name = name if name.endswith(_CARD) else card.card_path(name)
    data = b"".join(read_bytes(name))
    try:
        record = card.from_bytes(data).training
    except ValueError as error:
        raise EngineError("card_unusable", file=name, reason=str(error)) from error
    if record is None:
        raise EngineError("record_missing", file=name)
    return record


def recorded_run(record: Mapping[str, Any]) -> Recorded:
    """Return the run that a record describes.

    Raises:
        EngineError: "record_incomplete", naming what is missing or cannot be used; "record_of_adapting".

    """
    if "adapted" in record:
        raise EngineError("record_of_adapting")
    try:
        plans = record["corpus"] if "corpus" in record else [held["source"] for held in record["sources"]]
        sources = [source_of(plan) for plan in plans]
        known = [source for source in sources if source is not None]
        if len(known) < len(sources) or not known:
            raise EngineError("record_incomplete", what="the text, which lay in memory")
        stopped = int(record["n_merges"]) if record["ended_by"] == "stopped" else None
        return Recorded(tuple(known), _options(record), list(record["sources"]), stopped)
    except EngineError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise EngineError("record_incomplete", what=f"what belongs here: {error}") from error


def plain_options(options: Options, recipe: Recipe, specials: Mapping[str, int]) -> dict[str, Any]:
    """Return the options of a training as plain values, as `_options` reads them."""
    plain: dict[str, Any] = {
        "preset": options.preset,
        "pattern": dict(zip(("name", "text"), recipe.split, strict=True)),
        "vocab_size": recipe.size_wanted(options.vocab_size),
        "min_count": options.min_count,
        "max_token_length": options.longest_token or None,
        "tie": options.tie_rule,
        "special_tokens": [[text, token_id] for text, token_id in specials.items()],
    }
    if isinstance(recipe, Llama2Recipe):
        plain |= {"character_coverage": options.character_coverage, "split_digits": options.split_digits}
        if options.remove_extra_whitespaces:
            plain["remove_extra_whitespaces"] = True
    if isinstance(options.special_tokens, Mapping) and options.special_tokens:
        plain["special_ids_given"] = True
    if options.min_gain:
        plain["min_gain"] = options.min_gain
    plain |= {name: value for name in _TOKEN_OPTIONS if (value := _plain(getattr(options, name)))}
    if options.roles:
        plain["roles"] = dict(options.roles)
    if isinstance(recipe, ExtendRecipe | ExtendScoresRecipe):
        plain["extend"] = {"file": options.extend, "by": options.extend_by, **recipe.identity}
        plain["extend"]["move_special"] = options.move_special
        if options.pattern:
            plain["extend"]["pattern"] = options.pattern
    return plain


def _options(record: Mapping[str, Any]) -> Options:
    plain = record["options"]
    if plain["preset"] not in PRESETS:
        raise EngineError("unknown_preset", preset=str(plain["preset"]), choices=", ".join(PRESETS))
    extend = plain.get("extend", {})
    specials = {str(text): int(token_id) for text, token_id in plain["special_tokens"]}
    dropped = "dropped" in record
    return Options(
        preset=plain["preset"],
        pattern=extend.get("pattern") if extend else plain["pattern"]["text"] or None,
        vocab_size=int(plain["vocab_size"]),
        min_count=int(plain["min_count"]),
        max_token_length=int(plain["max_token_length"] or 0),
        tie=plain["tie"],
        special_tokens=specials if plain.get("special_ids_given") else tuple(specials),
        character_coverage=float(plain.get("character_coverage", 0.99995)),
        split_digits=bool(plain.get("split_digits", True)),
        remove_extra_whitespaces=bool(plain.get("remove_extra_whitespaces", False)),
        min_gain=float(plain.get("min_gain", 0.0)),
        extend=extend.get("file"),
        extend_by=int(extend.get("by", 0)),
        memory_limit=int(record["memory_limit"]) if dropped else 0,
        when_full="drop" if dropped else "stop",
        roles=tuple((str(role), str(text)) for role, text in plain.get("roles", {}).items()),
        **{name: _frozen(plain[name]) for name in _TOKEN_OPTIONS if name in plain},
        move_special=bool(extend and extend.get("move_special", True)),  # before 0.2 they always moved
    )


def _plain(value: Any) -> Any:  # noqa: ANN401  # of an option
    return list(value) if isinstance(value, list | tuple) else value


def _frozen(value: Any) -> Any:  # noqa: ANN401  # of an option
    return tuple(map(str, value)) if isinstance(value, list) else value
