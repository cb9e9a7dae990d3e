"""What the parts of a new window show before its session is restored, and the samples without one."""

from __future__ import annotations

from workbench import kernels
from workbench.engine.splitting.split_patterns import FURTHER, PUBLISHED
from workbench.engine.training.presets import PRESETS
from workbench.shell.parts import Parts
from workbench.shell.text_view import sample_text


def set_initial_state(p: Parts) -> None:
    """Give the parts the published patterns and what the settings keep, and arrange the window."""
    window = p.window
    patterned = {preset: split for preset, split in PRESETS.items() if split in PUBLISHED}
    patterned.pop("llama2")  # SentencePiece's trainer splits by more than a pattern
    p.options.set_patterns({preset: PUBLISHED[split].pattern for preset, split in patterned.items()})
    p.lab.set_published({name: each.pattern for name, each in PUBLISHED.items()} | dict(FURTHER))
    p.run.set_options(p.options.options())
    window.status.set_kernels(kernels.active())
    window.toolbar.picker.set_recent(window.settings.recent_tokenizers)
    window.tasks.set_before_run(True)
    p.corpus.adding.folder = lambda: window.settings.start_folder
    p.corpus.adding.pasting.folder = window.settings.data_folder / "pasted"
    p.compare.restore(window.settings.compare)
    p.vocabulary.restore(window.settings.vocabulary)
    window.arrange()


def open_samples(p: Parts) -> None:
    """Open the sample text and the sample tokenizer."""
    sample = sample_text()
    p.tokens.set_text(sample, "")
    p.tokens.chosen.select_at(sample.index(b"ableness") + 2)
    p.session.tokenizers.open_sample()
