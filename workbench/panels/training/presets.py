"""The labels of the presets of training and of the tie rules."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from workbench.display.escapes import name_of
from workbench.engine.base.roles import CHATML_TOKENS
from workbench.engine.splitting.split_patterns import WITH_NUMBERS
from workbench.engine.training.options import Options
from workbench.engine.training.presets import PRESETS
from workbench.widgets import wording

CUSTOM, CLIP, LLAMA2, MINBPE = "custom", "clip", "llama2", "minbpe"
N_BYTES = 256


@dataclass(frozen=True)
class Preset:
    """One way to split text.

    Attributes:
        key: as in `options.Options.preset`.
        title, detail: the two lines of its tile.

    """

    key: str
    title: str
    detail: str


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainingOptionsPanel", text)


def presets() -> tuple[Preset, ...]:
    """Return the presets in the order of their tiles, in the user's language."""
    words = {
        "basic": (_tr("Basic"), _tr("No split")),
        "gpt2": ("GPT-2", "r50k"),
        "gpt4": ("GPT-4", "cl100k"),
        "gpt4o": ("GPT-4o", "o200k"),
        MINBPE: ("minbpe", _tr("its own cl100k")),
        CLIP: ("CLIP", _tr("cleaned, </w>")),
        LLAMA2: ("Llama 2", _tr("byte fallback")),
        CUSTOM: (_tr("Custom"), _tr("Your own split")),
    }
    return tuple(Preset(key, *words.get(key, (key, split))) for key, split in PRESETS.items())


def cut_by(pattern: str, numbers: str) -> str:
    """Return a published split pattern with a way of `number_ways`; other patterns unchanged."""
    return WITH_NUMBERS.get(pattern, {}).get(numbers, pattern)


def has_numbers(preset: str) -> bool:
    """Return whether the cutting of numbers can be chosen: not without a split or with one at spaces."""
    return PRESETS[preset] not in ("none", "spaces")


def number_ways() -> tuple[tuple[str, str, str], ...]:
    """Return the ways to cut numbers: key, name, an example."""
    return (
        ("", _tr("as the pattern"), _tr("What the split pattern says")),
        ("single", _tr("single digits"), "1 2 3 4 5 6 7"),
        ("left", _tr("threes from left"), "123 456 7"),
        ("right", _tr("threes from right"), "1 234 567"),
        ("whole", _tr("whole"), "1234567"),
    )


def n_before(preset: str) -> int:
    """Return the number of tokens of a vocabulary that are neither merges nor characters."""
    return {CLIP: 2 * N_BYTES, LLAMA2: N_BYTES + 3}.get(preset, N_BYTES)


def n_special_before(preset: str) -> int:
    """Return the number of special tokens before those that the user adds."""
    return 2 if preset == CLIP else 0


def sum_text(options: Options) -> str:
    """Return the parts of a vocabulary: "256 bytes, 3,840 merges, 0 special tokens"."""
    if options.extend:
        return wording.plural(options.extend_by, "%n merge more", "%n merges more", "TrainingOptionsPanel")
    n_merges = options.vocab_size - n_before(options.preset)
    merges = wording.plural(n_merges, "%n merge", "%n merges", "TrainingOptionsPanel")
    if options.preset == LLAMA2:
        characters = _tr("{n} characters and merges")
        merges = characters.format(n=wording.number(n_merges))
    n_special = n_special_before(options.preset) + len(options.special_tokens)
    if options.chat_template == "chatml":
        n_special += sum(text not in options.special_tokens for text in CHATML_TOKENS)
    parts = (
        wording.plural(N_BYTES, "%n byte", "%n bytes"),
        *((_tr("{n} at the end of a word").format(n=wording.number(N_BYTES)),) * (options.preset == CLIP)),
        merges,
        wording.plural(
            n_special + 3 * (options.preset == LLAMA2),
            "%n special token",
            "%n special tokens",
            "TrainingOptionsPanel",
        ),
    )
    return wording.listed(parts)


def ties() -> tuple[tuple[str, str, str], ...]:
    """Return the tie rules: key, the library of the rule, what it takes first."""
    return (
        ("smallest", _tr("as rustbpe"), _tr("The pair with the smallest ids")),
        ("first-seen", _tr("as minbpe"), _tr("The pair that occurs first")),
        (
            "huggingface",
            _tr("as Hugging Face"),
            _tr("The smallest pair, in Hugging Face's byte order"),
        ),
        ("sentencepiece", _tr("as SentencePiece"), _tr("The shorter pair, then alphabetically")),
    )


def run_text(options: Options) -> str:
    """Return the title of a run: "GPT-4 (cl100k) preset, to 8,192 tokens"."""
    preset = next(preset for preset in presets() if preset.key == options.preset)
    goal = wording.tokens(options.vocab_size)
    if options.extend:
        return _tr("{n} more merges for {name}").format(
            n=wording.number(options.extend_by), name=name_of(options.extend)
        )
    if preset.key == CUSTOM:
        return _tr("Custom split pattern, to {tokens}").format(tokens=goal)
    if preset.key == "basic":
        return _tr("Basic preset, no split, to {tokens}").format(tokens=goal)
    if preset.key in (CLIP, LLAMA2, MINBPE):
        return _tr("{preset} preset, to {tokens}").format(preset=preset.title, tokens=goal)
    return _tr("{preset} ({encoding}) preset, to {tokens}").format(
        preset=preset.title, encoding=preset.detail, tokens=goal
    )
