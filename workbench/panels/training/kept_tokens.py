"""The training options that name tokens, as the settings keep them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from workbench.engine.training.options import Options

_MOST = 10_000  # tokens of a list; longer ones are not kept
_LISTS = ("seed_tokens", "forbidden_tokens")


def kept_tokens(options: Options) -> dict[str, object]:
    """Return what is kept of options, by name; {} where all is at its default."""
    usual, kept = Options(), dict[str, object]()
    for name in (*_LISTS, "forbidden_pattern", "whole_characters"):
        value = getattr(options, name)
        if value != getattr(usual, name) and (name not in _LISTS or len(value) <= _MOST):
            kept[name] = list(value) if name in _LISTS else value
    return kept


def with_tokens(options: Options, kept: Mapping[str, object]) -> Options:
    """Return options with what was kept; what is not of its type stays at its default."""
    pattern = kept.get("forbidden_pattern")
    return replace(
        options,
        seed_tokens=_lines(kept.get("seed_tokens")),
        forbidden_tokens=_lines(kept.get("forbidden_tokens")),
        forbidden_pattern=pattern if isinstance(pattern, str) else None,
        whole_characters=kept.get("whole_characters") is True,
    )


def _lines(kept: object) -> tuple[str, ...]:
    lines = kept[:_MOST] if isinstance(kept, list) else ()
    return tuple(line for line in lines if isinstance(line, str) and "\n" not in line)
