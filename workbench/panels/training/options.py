"""The options of training: preset, vocabulary size, and rarely changed ones folded below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from workbench.display.escapes import escape
from workbench.display.prose import capitalized
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.training.options import Options
from workbench.engine.training.presets import DEFAULT_PRESET
from workbench.panels.training.chat_template import ChatTemplateField
from workbench.panels.training.fields import (
    NumberField,
    NumbersChoice,
    PatternField,
    labeled,
)
from workbench.panels.training.kept_tokens import kept_tokens, with_tokens
from workbench.panels.training.more_options import MoreOptions
from workbench.panels.training.presets import (
    CUSTOM,
    N_BYTES,
    cut_by,
    has_numbers,
    n_before,
    n_special_before,
    presets,
    sum_text,
)
from workbench.panels.training.reset import ResetButton
from workbench.panels.training.special_tokens import SpecialTokensField
from workbench.settings import Settings
from workbench.widgets import wording
from workbench.widgets.controls import Button, PresetTile
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, PanelHeader, panel_column
from workbench.widgets.words import WordLabel
from workbench.worker.replies import RunReply

SMALLEST_VOCABULARY, LARGEST_VOCABULARY = N_BYTES + 1, 1_000_000


class TrainingOptionsPanel(QWidget):
    """The options of a run.

    Attributes:
        header: the panel's head, for the dock's title bar.
        more: the rarely changed options.
        reset: gives them the defaults of the preset.
        chat_template: the template, whose `file_wanted` asks for a file.

    Signals:
        start_requested(object): Options of the run to start.
        options_changed(object): Options, after every change.
        lab_requested(): the split pattern should be edited in the regex lab.

    """

    start_requested = Signal(object)
    options_changed = Signal(object)
    lab_requested = Signal()

    def __init__(self, settings: Settings | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._patterns: Mapping[str, str] = {}
        self._custom_pattern = ""
        self._has_corpus = self._locked = self._setting = False
        self._preset = DEFAULT_PRESET
        self._refused: tuple[Options | None, str] = None, ""
        self._own: tuple[Options, str] | None = None  # and the custom pattern, while a run's are shown
        self.header = PanelHeader(self.tr("Options"))
        self.reset = ResetButton(self.options, self.set_options, lambda: self._tiles[self._preset])
        self.header.add_right(self.reset)
        self.options_changed.connect(self.reset.show_options)
        self.setAccessibleName(self.tr("Training options"))
        self._form = self._make_form()
        column = panel_column(self)
        self._area = _scrolled(self._form)
        column.addWidget(self._area, 1)
        column.addWidget(Hairline())
        column.addWidget(self._make_footer())
        self.set_options(self._remembered())

    # --- for the window ------------------------------------------------------------------

    def options(self) -> Options:
        """Return the options that are shown."""
        options = Options(
            preset=self._preset,
            pattern=(self._custom_pattern or None) if self._preset == CUSTOM else None,
            vocab_size=self.vocab_size.value(),
            special_tokens=self.special_tokens.texts(),
            roles=self.special_tokens.roles(),
            chat_template=self.chat_template.value(),
            numbers=(self.numbers.value() or None) if has_numbers(self._preset) else None,
        )
        return self.more.completed(options)

    def kept(self) -> dict[str, object]:
        """Return the user's options as plain values, and the pattern that was typed, used or not."""
        own, pattern = self._own or (self.options(), self._custom_pattern)
        return {**asdict(own), "custom_pattern": pattern}

    def set_options(self, options: Options, custom_pattern: str | None = None) -> None:
        """Show these options; `custom_pattern` is that of "custom" where they have none."""
        self._setting = True
        if custom_pattern is not None:
            self._custom_pattern = custom_pattern
        if options.preset == CUSTOM and not options.extend:
            self._custom_pattern = options.pattern or ""
        self._tiles[options.preset].setChecked(True)
        self.vocab_size.setMinimum(n_before(options.preset) + 1)
        self.vocab_size.setValue(options.vocab_size)
        self.special_tokens.set_texts(tuple(options.special_tokens), tuple(options.roles))
        if options.chat_template != self.chat_template.value():
            self.chat_template.set_value(options.chat_template)
        self.numbers.set_value(options.numbers or "")
        self.more.set_options(options)
        self._setting = False
        self._show_preset(options.preset)

    def use_pattern(self, pattern: str) -> None:
        """Set the split pattern, as if typed."""
        if not self._locked:
            self._custom_pattern = pattern
            self._tiles[CUSTOM].setChecked(True)
            self._choose_preset(CUSTOM)

    def set_patterns(self, patterns: Mapping[str, str]) -> None:
        """Set the split patterns of the presets (preset → pattern)."""
        self._patterns = patterns
        self._show_pattern()

    @Slot(int)
    def limit_longest(self, n_bytes: int) -> None:
        """Limit the length of tokens, as a finding suggests."""
        if not self._locked:
            self.more.longest_token.setValue(n_bytes)

    @Slot(bytes)
    def forbid(self, token: bytes) -> None:
        """Forbid a token in the next training."""
        own, pattern = self._own or (self.options(), self._custom_pattern)
        forbidden = (*own.forbidden_tokens, escape(token))
        own = replace(own, forbidden_tokens=tuple(dict.fromkeys(forbidden)))
        if self._own is not None:
            self._own = own, pattern  # shown when the run has ended
        else:
            self.set_options(own)

    @Slot(object)
    def set_corpus(self, sources: tuple[Scanned, ...]) -> None:
        """Take what the corpus holds: with nothing in it nothing can be trained."""
        self._has_corpus = any(source.n_files for source in sources)
        self._update()

    @Slot(object)
    def show_run(self, reply: RunReply) -> None:
        """Show the options of a started run, locked; the user's own return at its end."""
        self.set_locked(True)
        self.set_options(reply.request.options)

    @Slot(bool)
    def set_locked(self, locked: bool) -> None:
        """Lock the options while a run goes on."""
        if locked == self._locked:
            return
        own = self._own or (self.options(), self._custom_pattern)
        self._own = own if locked else None
        self._locked = locked
        self.header.set_facts(self.tr("locked while training") if locked else of_next_run())
        for part in (self.vocab_size, self.special_tokens, self.chat_template, self.numbers, self.more):
            part.set_locked(locked)
        self.reset.set_locked(locked)
        for tile in self._tiles.values():
            tile.setEnabled(not locked)
        if locked:
            self._show_pattern()
            self._update()
        else:
            self.set_options(*own)

    def fault(self) -> str:
        """Return why no run can start, "" if one can, or if only the text is missing."""
        return self._fault(self.options()) if self._has_corpus else ""

    @Slot(object, str)
    def refuse(self, options: Options, why: str) -> None:
        """Take note that no run can have these options."""
        self._refused = options, wording.sentence(capitalized(why))

    def start(self) -> None:
        """Request a run, if one can start."""
        options = self.options()
        if self._fault(options) or self._locked:
            return
        if self._settings is not None:
            self._settings.preset, self._settings.vocab_size = options.preset, options.vocab_size
            self._settings.min_count, self._settings.tie = options.min_count, options.tie_rule
            self._settings.training_tokens = kept_tokens(options)
        self.start_requested.emit(options)

    def _remembered(self) -> Options:
        kept = self._settings
        if kept is None:
            return Options()
        # A custom pattern is not stored, and so neither is the choice of one.
        preset = DEFAULT_PRESET if kept.preset == CUSTOM else kept.preset
        options = Options(preset, vocab_size=kept.vocab_size, min_count=kept.min_count, tie=kept.tie)
        return with_tokens(options, kept.training_tokens)

    # --- the form -------------------------------------------------------------------------------

    def _make_form(self) -> QWidget:
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_3, theme.PANEL_MARGIN, theme.SPACE_3)
        column.setSpacing(theme.SPACE_2)
        column.addLayout(self._make_tiles())
        column.addSpacing(theme.SPACE_1)
        self.vocab_size = NumberField(self.tr("Vocabulary size"), SMALLEST_VOCABULARY, LARGEST_VOCABULARY)
        self.vocab_size.valueChanged.connect(self._changed)
        tooltip = self.tr("Number of tokens, including the 256 bytes; special tokens are added.")
        column.addLayout(labeled(self.tr("Vocabulary size"), self.vocab_size, tooltip))
        column.addWidget(self._make_pattern())
        self.special_tokens = SpecialTokensField()
        self.special_tokens.changed.connect(self._changed)
        column.addWidget(self.special_tokens)
        self.chat_template = ChatTemplateField()
        self.chat_template.changed.connect(self._changed)
        column.addWidget(self.chat_template)
        column.addLayout(self._make_more_line())
        self.more = MoreOptions()
        self.more.changed.connect(self._changed)
        self.more.hide()
        column.addWidget(self.more)
        column.addStretch(1)
        return form

    def _make_tiles(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(theme.SPACE_1)
        self._group = QButtonGroup(self)
        self._tiles: dict[str, PresetTile] = {}
        for i, preset in enumerate(presets()):
            tile = PresetTile(preset.title, preset.detail)
            tile.clicked.connect(lambda _=False, key=preset.key: self._choose_preset(key))
            self._group.addButton(tile)
            self._tiles[preset.key] = tile
            grid.addWidget(tile, i // 2, i % 2)
        return grid

    def _make_pattern(self) -> QWidget:
        self._pattern_part = QWidget()
        column = QVBoxLayout(self._pattern_part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_1)
        self.pattern = PatternField(self.tr("Split pattern"))
        self.pattern.text_edited.connect(self._pattern_typed)
        label = WordLabel(self.tr("Split pattern"), "split", tone="text2")
        label.setBuddy(self.pattern)
        self._pattern_fault = Label(self.tr("Type a regular expression."), "small", "danger")
        self._pattern_note = Label(
            self.tr("Without compiled code it runs in a separate process, stopped if it hangs for 2 s."),
            "small",
            "text2",
        )
        self._pattern_note.setWordWrap(True)
        self.lab_button = Button(self.tr("Regex lab…"), "link")
        self.lab_button.setToolTip(self.tr("Edit the pattern live against the corpus (Ctrl+Shift+R)"))
        self.lab_button.clicked.connect(self.lab_requested)
        row = QHBoxLayout()
        row.addWidget(label, 1)
        row.addWidget(self.lab_button)
        column.addLayout(row)
        for widget in (self.pattern, self._pattern_fault, self._pattern_note):
            column.addWidget(widget)
        self.numbers = NumbersChoice()
        self.numbers.changed.connect(self._show_pattern)
        self.numbers.changed.connect(self._changed)
        self._numbers_part = QWidget()
        line = labeled(self.tr("Numbers"), self.numbers, self.tr("How the split pattern cuts numbers."))
        line.setContentsMargins(0, 0, 0, 0)
        self._numbers_part.setLayout(line)
        column.addWidget(self._numbers_part)
        return self._pattern_part

    def _make_more_line(self) -> QHBoxLayout:
        self.more_button = Button(self.tr("More options"), "link", "chevron-right")
        self.more_button.setCheckable(True)
        self.more_button.toggled.connect(self._unfold)
        self._more_remark = Label("", "small", "text2", elided=True)
        self._more_remark.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout()
        row.addWidget(self.more_button)
        row.addWidget(self._more_remark, 1)
        return row

    def _make_footer(self) -> QWidget:
        footer = QWidget()
        column = QVBoxLayout(footer)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_3)
        column.setSpacing(theme.SPACE_2)
        self._sum = Label("", "small", "text2")
        self._sum.setWordWrap(True)
        column.addWidget(self._sum)
        return footer

    # --- user actions -------------------------------------------------------------------

    def _choose_preset(self, key: str) -> None:
        """Apply a clicked preset: options at the old one's defaults take the new one's."""
        if key == CUSTOM and not self._custom_pattern:
            self._custom_pattern = self._patterns.get(self._preset, "")
        old, new = Options(self._preset), Options(key)
        self._setting = True
        if self.more.tie.value() == old.tie_rule:
            self.more.tie.set_value(new.tie_rule)
        if self.more.longest_token.value() == old.longest_token:
            self.more.longest_token.setValue(new.longest_token)
        self.vocab_size.setMinimum(n_before(key) + 1)
        self._setting = False
        self._show_preset(key)

    def _show_preset(self, key: str) -> None:
        self._preset = key
        self.more.show_preset(key)
        self._show_pattern()
        self._changed()

    def _show_pattern(self) -> None:
        custom = self._preset == CUSTOM
        text = self._custom_pattern if custom else self._patterns.get(self._preset, "")
        self._numbers_part.setVisible(has_numbers(self._preset))
        if not custom and has_numbers(self._preset):
            text = cut_by(text, self.numbers.value())
        self.pattern.set_read_only(self._locked or not custom)
        self.pattern.set_text(text)
        self._pattern_part.setVisible(custom or bool(text))
        self._pattern_fault.setVisible(custom and not text)
        self._pattern_note.setVisible(custom and bool(text))

    def _pattern_typed(self, text: str) -> None:
        self._custom_pattern = text
        self._pattern_fault.setVisible(not text)
        self._pattern_note.setVisible(bool(text))
        self._changed()

    def _unfold(self, more: bool) -> None:
        self.more.setVisible(more)
        self.more_button.set_icon_name("chevron-down" if more else "chevron-right")
        self._update()
        if more:
            QTimer.singleShot(0, self, self._show_more)

    def _show_more(self) -> None:
        """Scroll to the unfolded options, at least to their first line."""
        form = self._form.layout()
        if form is not None:
            form.activate()
        self._area.ensureWidgetVisible(self.more, 0, 0)
        self._area.ensureWidgetVisible(self.more_button, 0, theme.SPACE_2)

    def _changed(self) -> None:
        if not self._setting:
            self.special_tokens.set_first_id(self.vocab_size.value() + n_special_before(self._preset))
            self._update()
            self.options_changed.emit(self.options())

    def _update(self) -> None:
        options = self.options()
        self._sum.setText(sum_text(options))
        plain = Options(options.preset)
        in_sight = ("pattern", "vocab_size", "special_tokens", "roles", "chat_template", "numbers")
        changed = options != replace(plain, **{name: getattr(options, name) for name in in_sight})
        folded = not self.more_button.isChecked()
        self._more_remark.setText(self.tr("some changed") if changed and folded else "")

    def _fault(self, options: Options) -> str:
        """Return why no run can start, "" if one can."""
        if not self._has_corpus:
            return self.tr("Add text to the corpus first.")
        if options.preset == CUSTOM and not (options.pattern or options.extend):
            return self.tr("Type a split pattern first.")
        if fault := self.more.fault():
            return fault
        if not self.special_tokens.is_valid():
            return self.tr("Correct the special tokens first.")
        return self._refused[1] if options == self._refused[0] else ""


def _scrolled(form: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(form)
    return area


def of_next_run() -> str:
    """Return what is said of the options next to a run that has ended."""
    return QCoreApplication.translate("TrainingOptionsPanel", "for the next run")
