"""The presets of training and the words for them and for the tie rules."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from workbench.widgets import wording
from workbench.worker.messages import TrainingOptions

CUSTOM = "custom"


@dataclass(frozen=True)
class Preset:
    """One way to split text.

    Attributes:
        key: as in `TrainingOptions.preset`.
        title, detail: the two lines of its tile.

    """

    key: str
    title: str
    detail: str


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainingOptionsPanel", text)


def presets() -> tuple[Preset, ...]:
    """Return the presets in the order of their tiles, in the person's language."""
    return (
        Preset("basic", _tr("Basic"), _tr("No split")),
        Preset("gpt2", "GPT-2", "r50k"),
        Preset("gpt4", "GPT-4", "cl100k"),
        Preset("gpt4o", "GPT-4o", "o200k"),
        Preset(CUSTOM, _tr("Custom"), _tr("A split pattern of your own")),
    )


def ties() -> tuple[tuple[str, str, str], ...]:
    """Return the tie rules: key, what it takes, whose habit it is."""
    return (
        ("smallest", _tr("Smallest pair"), _tr("as rustbpe")),
        ("huggingface", _tr("Hugging Face"), _tr("smallest, its byte order")),
        ("first-seen", _tr("First seen"), _tr("as minbpe")),
    )


def run_text(options: TrainingOptions) -> str:
    """Return what a run is about: "GPT-4 (cl100k) preset, to 8,192 tokens"."""
    preset = next(preset for preset in presets() if preset.key == options.preset)
    goal = wording.tokens(options.vocab_size)
    if preset.key == CUSTOM:
        return _tr("Custom split pattern, to {tokens}").format(tokens=goal)
    if preset.key == "basic":
        return _tr("Basic preset, no split, to {tokens}").format(tokens=goal)
    return _tr("{preset} ({encoding}) preset, to {tokens}").format(
        preset=preset.title, encoding=preset.detail, tokens=goal
    )
