"""The rarely changed options of training."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from workbench.engine.training.options import Options
from workbench.panels.training.extend_field import ExtendField
from workbench.panels.training.fields import NumberField, ShareField, TieChoice, labeled
from workbench.panels.training.presets import LLAMA2
from workbench.panels.training.token_fields import ForbiddenTokens, SeedTokens
from workbench.widgets.labels import Label
from workbench.widgets.look import theme

LARGEST_COUNT = 1_000_000_000
LONGEST_TOKEN = 100_000
MEGABYTE, LARGEST_MEMORY = 1_000_000, 1_000_000


class MoreOptions(QWidget):
    """A field for each rarely changed option.

    Attributes:
        min_count, longest_token, min_gain, tie, seeds, forbidden, extend, memory_limit: the fields.
        characters: those of vocabularies whose units are characters.
        coverage, split_digits, single_spaces: the fields.

    Signals:
        changed(): an option has changed.

    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_2)
        self.min_count = NumberField(self.tr("Minimum count"), 1, LARGEST_COUNT)
        self.longest_token = NumberField(self.tr("Longest token"), 0, LONGEST_TOKEN, self.tr("no limit"))
        longest = self.tr(
            "In bytes (Llama 2: characters). Pairs that would make a longer token are not merged."
        )
        self.min_gain = ShareField(self.tr("Stop below gain"), 0.0, 10.0, 4, self.tr("no limit"))
        gain = self.tr("Training ends when a merge saves a smaller share of the text's tokens.")
        for field, tooltip in (
            (self.min_count, self.tr("Pairs that occur less often are not merged.")),
            (self.longest_token, longest),
            (self.min_gain, gain),
        ):
            field.valueChanged.connect(self.changed)
            column.addLayout(labeled(field.accessibleName(), field, tooltip))
        self._preset = ""
        self.tie, self.forbidden, self.extend = TieChoice(), ForbiddenTokens(), ExtendField()
        self.seeds = SeedTokens()
        for part in (self.tie, self.seeds, self.forbidden, self.extend):
            part.changed.connect(self.changed)
        self.extend.changed.connect(self._show_seeds)
        tooltip = self.tr("Which of two equally frequent pairs is merged first.")
        column.addLayout(labeled(self.tr("Equal pairs"), self.tie, tooltip, "tie"))
        column.addWidget(self._make_characters())
        column.addWidget(self.seeds)
        column.addWidget(self.forbidden)
        column.addSpacing(theme.SPACE_1)
        column.addWidget(self.extend)
        column.addSpacing(theme.SPACE_1)
        column.addLayout(self._make_memory())

    def _make_memory(self) -> QVBoxLayout:
        """Make the group of options of the computer, which do not change the tokenizer."""
        self.memory_limit = NumberField(self.tr("Memory limit"), 0, LARGEST_MEMORY, self.tr("40 %"))
        self.memory_limit.setSuffix(self.tr(" MB"))
        self.memory_limit.valueChanged.connect(self.changed)
        tooltip = self.tr(
            "Memory for distinct pieces. When full, you choose: drop the rarest or stop. Default: 40 "
            "% of all."
        )
        column = QVBoxLayout()
        column.setSpacing(theme.SPACE_2)
        column.addWidget(Label(self.tr("This computer"), "title"))
        column.addLayout(labeled(self.memory_limit.accessibleName(), self.memory_limit, tooltip))
        return column

    def _make_characters(self) -> QWidget:
        """Make the group of options for vocabularies whose units are characters."""
        self.characters = QWidget()
        column = QVBoxLayout(self.characters)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_2)
        self.coverage = ShareField(self.tr("Character coverage"), 90.0, 100.0, 3)
        self.coverage.valueChanged.connect(self.changed)
        tooltip = self.tr("Share of the text's characters that get tokens; the rest is encoded as bytes.")
        column.addLayout(labeled(self.coverage.accessibleName(), self.coverage, tooltip))
        self.split_digits = QCheckBox(self.tr("Each digit separately"))
        self.split_digits.setToolTip(self.tr("Digits are never joined with anything else."))
        self.single_spaces = QCheckBox(self.tr("Single spaces"))
        self.single_spaces.setToolTip(
            self.tr("Runs of spaces become one; spaces at both ends are removed (remove_extra_whitespaces).")
        )
        for box in (self.split_digits, self.single_spaces):
            box.toggled.connect(self.changed)
            column.addWidget(box)
        return self.characters

    def show_preset(self, preset: str) -> None:
        """Show what a preset has: its tokens may be characters, which are whole anyway."""
        self._preset = preset
        self.characters.setVisible(preset == LLAMA2)
        self.forbidden.whole_characters.setVisible(preset != LLAMA2)
        self._show_seeds()

    def _show_seeds(self) -> None:
        self.seeds.setVisible(self._takes_seeds())

    def _takes_seeds(self) -> bool:
        """Whether tokens can be made first: merges by scores have no order, and other tokens have one."""
        return self._preset != LLAMA2 and not self.extend.path()

    def fault(self) -> str:
        """Return why no run can start with what stands here, or ""."""
        if (self._takes_seeds() and self.seeds.lines.is_busy) or self.forbidden.lines.is_busy:
            return self.tr("Wait until the list of tokens is read.")
        if self._takes_seeds() and not self.seeds.lines.is_valid():
            return self.tr("Correct the seed tokens first.")
        if not self.forbidden.lines.is_valid():
            return self.tr("Correct the forbidden tokens first.")
        return ""

    def completed(self, options: Options) -> Options:
        """Return options with the values of the fields."""
        usual, longest, tie = Options(options.preset), self.longest_token.value(), self.tie.value()
        completed = replace(
            options,
            min_count=self.min_count.value(),
            max_token_length=None if longest == usual.longest_token else longest,
            tie=None if tie == usual.tie_rule else tie,
            character_coverage=self.coverage.share(),
            split_digits=self.split_digits.isChecked(),
            remove_extra_whitespaces=self.single_spaces.isChecked(),
            min_gain=self.min_gain.share(),
            memory_limit=self.memory_limit.value() * MEGABYTE,
            whole_characters=self.forbidden.whole_characters.isChecked() and options.preset != LLAMA2,
            forbidden_tokens=self.forbidden.lines.tokens(),
            forbidden_pattern=self.forbidden.pattern.text() or None,
            seed_tokens=self.seeds.lines.tokens() if self._takes_seeds() else (),
        )
        if not self.extend.path():
            return completed
        return replace(
            completed,
            extend=self.extend.path(),
            extend_by=self.extend.merges.value(),
            pattern=self.extend.split() or None,
            numbers=None,
            move_special=True,
        )

    def set_options(self, options: Options) -> None:
        """Show the values of these options."""
        self.min_count.setValue(options.min_count)
        self.longest_token.setValue(options.longest_token)
        self.tie.set_value(options.tie_rule)
        self.coverage.set_share(options.character_coverage)
        self.split_digits.setChecked(options.split_digits)
        self.single_spaces.setChecked(options.remove_extra_whitespaces)
        self.min_gain.set_share(options.min_gain)
        self.extend.set_values(
            options.extend or "", options.extend_by, (options.pattern or "") if options.extend else ""
        )
        self.memory_limit.setValue(options.memory_limit // MEGABYTE)
        self.seeds.lines.set_tokens(tuple(options.seed_tokens))
        self.forbidden.set_values(
            options.whole_characters, tuple(options.forbidden_tokens), options.forbidden_pattern or ""
        )

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock the fields."""
        for part in (
            self.min_count, self.longest_token, self.tie, self.coverage, self.min_gain, self.extend,
            self.memory_limit, self.forbidden,
        ):  # fmt: skip
            part.set_locked(locked)
        self.seeds.lines.set_locked(locked)
        for box in (self.split_digits, self.single_spaces):
            box.setEnabled(not locked)
