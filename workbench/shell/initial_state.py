"""What the panels of a new window show before its session is restored."""

from __future__ import annotations

from workbench.engine.splitting.split_patterns import FURTHER, PUBLISHED
from workbench.engine.training.presets import PRESETS
from workbench.shell.parts import Parts


def set_initial_state(p: Parts) -> None:
    """Give the parts the published patterns and what the settings keep."""
    window = p.window
    patterned = {preset: split for preset, split in PRESETS.items() if split in PUBLISHED}
    patterned.pop("llama2")  # SentencePiece's trainer splits by more than a pattern
    p.options.set_patterns({preset: PUBLISHED[split].pattern for preset, split in patterned.items()})
    p.lab.set_published({name: each.pattern for name, each in PUBLISHED.items()} | dict(FURTHER))
    p.run.set_options(p.options.options())
    p.corpus.adding.folder = lambda: window.settings.start_folder
    p.corpus.adding.pasting.folder = window.settings.data_folder / "pasted"
    p.compare.restore(window.settings.compare)
    p.vocabulary.restore(window.settings.vocabulary)
