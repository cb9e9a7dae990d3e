"""Resolves the options of a training run: the split, the tokenizer to extend, the recipe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from workbench.api.extending import ExtendRecipe
from workbench.api.extending_scores import ExtendScoresRecipe
from workbench.api.files import open_file
from workbench.api.recipes import ByteRecipe, ClipRecipe, Llama2Recipe, Recipe
from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import CHATML_TOKENS, Roles
from workbench.engine.chat.templates import CHATML, check_template, template_called
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.roles import adding, roles_of, with_roles
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting.numbers import with_numbers
from workbench.engine.splitting.pre_tokenizers import unknown_split
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.engine.training.options import Options
from workbench.engine.training.presets import PRESETS
from workbench.formats.pattern_names import split_called


def split_of(options: Options) -> tuple[str, str]:
    """Return (name, pattern) of the split, as `pre_tokenizers.named` takes them.

    Raises:
        EngineError: "unknown_preset", "unknown_pre_tokenizer", "pattern_empty", "pattern_not_taken",
            "option_not_taken" or as `with_numbers`.

    """
    name, pattern = _named_split(options)
    if options.numbers is None:
        return name, pattern
    if options.preset == "llama2" or name == "none":
        why = "nothing is split" if name == "none" else "its digits are a choice of their own"
        raise EngineError("option_not_taken", option="numbers", why=why)
    return split_called(with_numbers(pattern or PUBLISHED[name].pattern, options.numbers))


def _named_split(options: Options) -> tuple[str, str]:
    if options.preset not in PRESETS:
        raise EngineError("unknown_preset", preset=options.preset, choices=", ".join(PRESETS))
    if options.pattern and options.preset == "llama2":
        raise EngineError("pattern_not_taken", preset=options.preset)
    if options.pattern:
        return split_called(options.pattern)
    if options.preset == "custom":
        raise EngineError("pattern_empty")
    return PRESETS[options.preset], ""


def base_of(options: Options, child: Child | None = None) -> Tokenizer | None:
    """Return the tokenizer to extend, None for none; split by `pattern` if its file stores no split.

    Raises:
        EngineError: "extend_keeps_split", "split_unknown", or as `open_file`.

    """
    if options.extend is None:
        return None
    opened = open_file(options.extend, child, pattern=options.pattern or None)
    if any(notice.code == "notice_pattern_given" for notice in opened.notices):
        raise EngineError("extend_keeps_split", file=options.extend)
    if opened.tokenizer.pre_tokenizer.name == "unknown":
        raise unknown_split(options.extend)
    return opened.tokenizer


def recipe_of(options: Options, base: Tokenizer | None = None) -> Recipe:
    """Return the recipe of the preset.

    Args:
        base: the tokenizer to extend; None opens the one named by the options.

    Raises:
        EngineError: as `split_of`, "extend_keeps_split", "split_unknown", "coverage_out_of_range",
            "option_out_of_range", or as opening and extending a tokenizer.

    """
    _check_ranges(options)
    base = base or base_of(options)
    if options.extend is not None and base is not None:
        return _extended(options, base)
    split = split_of(options)
    if options.preset == "clip":
        return ClipRecipe(split)
    if options.preset != "llama2":
        return ByteRecipe(split)
    if not 0 < options.character_coverage <= 1:
        raise EngineError("coverage_out_of_range", coverage=options.character_coverage)
    return Llama2Recipe(
        options.character_coverage, options.split_digits, options.vocab_size, options.remove_extra_whitespaces
    )


def with_role_tokens(options: Options, base: Tokenizer | None) -> Options:
    """Return the options with the text of the template, and the tokens of roles among the special ones.

    Args:
        options: of the run.
        base: the tokenizer that is extended, or None.

    Raises:
        EngineError: as `Roles.checked` and `check_template`, or "role_token_missing" where the special
            tokens have ids and the token of a role has none.

    """
    roles = Roles.checked(options.roles)
    kept = roles if base is None else _over(roles_of(base), roles)
    template = None if options.chat_template is None else template_called(options.chat_template, kept)
    needed = roles.named()
    if template is not None:
        check_template(template, kept)
    if template == CHATML:
        needed |= {f"chatml {text}": text for text in CHATML_TOKENS}
    own = _own_tokens(options, base)
    specials = options.special_tokens
    missing = {role: text for role, text in needed.items() if text not in own and text not in specials}
    if missing and isinstance(specials, Mapping) and specials:
        role, text = next(iter(missing.items()))
        raise EngineError("role_token_missing", role=role, token=text)
    added = specials if isinstance(specials, Mapping) and specials else (*specials, *missing.values())
    return replace(options, special_tokens=added, roles=tuple(roles.named().items()), chat_template=template)


def in_roles(tokenizer: Tokenizer, options: Options) -> Tokenizer:
    """Return a trained tokenizer with the roles and the template of the options (`with_role_tokens`)."""
    if options.roles or options.chat_template is not None:
        tokenizer = with_roles(tokenizer, Roles.checked(options.roles), options.chat_template)
    return adding(tokenizer, options.add_bos, options.add_eos)


def _over(before: Roles, roles: Roles) -> Roles:
    return Roles(**{**before.named(), **roles.named()})


def _own_tokens(options: Options, base: Tokenizer | None) -> set[str]:
    """Return the special tokens, and that for the unknown, that there are without being asked for."""
    if base is not None:
        return {*base.special_tokens, *roles_of(base).named().values()}
    if options.preset == "clip":
        return {ClipRecipe.start, ClipRecipe.end}
    return {"<unk>", "<s>", "</s>"} if options.preset == "llama2" else set()


def settled(options: Options, recipe: Recipe) -> Options:
    """Return the options completed by the recipe of an extended tokenizer."""
    if not isinstance(recipe, ExtendRecipe | ExtendScoresRecipe):
        return options
    length = recipe.longest if options.max_token_length is None else options.max_token_length
    return replace(options, tie=recipe.tie, max_token_length=length)


def _check_ranges(options: Options) -> None:
    for name in ("min_count", "max_token_length", "memory_limit", "min_gain"):
        value = getattr(options, name) or 0
        if value < 0 or (name == "min_gain" and value >= 1):
            raise EngineError("option_out_of_range", option=name, value=value)


def _extended(options: Options, base: Tokenizer) -> ExtendRecipe | ExtendScoresRecipe:
    if options.numbers is not None:
        raise EngineError("option_not_taken", option="numbers", why="an extended tokenizer keeps its split")
    if base.model.scored is not None:
        return ExtendScoresRecipe(
            base, options.extend_by, options.tie, options.split_digits, options.move_special
        )
    return ExtendRecipe(base, options.extend_by, options.tie, options.special_tokens, options.move_special)
