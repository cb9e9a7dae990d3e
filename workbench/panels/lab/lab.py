"""The regex lab: its panels, the edited pattern, and the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Qt, Signal

from workbench.panels.lab import entries as known
from workbench.panels.lab.editor_panel import EditorPanel
from workbench.panels.lab.editor_text import one_line
from workbench.panels.lab.history import History, State
from workbench.panels.lab.measures import FrequentPanel, MeasuresPanel
from workbench.panels.lab.pattern_list import PatternsPanel
from workbench.panels.lab.pieces_panel import PiecesPanel
from workbench.panels.lab.requests import Text
from workbench.panels.lab.shelf import Shelf
from workbench.panels.lab.showing import Present, Showing
from workbench.panels.lab.trials import Trials
from workbench.settings import Settings
from workbench.worker.replies import Ask

FIRST = COMPARED = "cl100k"


class RegexLab(QObject):
    """The whole lab, except the places of its panels.

    Attributes:
        patterns, editor, pieces, measures, frequent: the panels.
        trials: what is known of the pattern, and of the one that it is compared with.

    Signals:
        use_requested(str): training is to split by this pattern. back_requested(): it is gone back to.
        toast_requested(str, object): what has been done, and a callable that undoes it, or None.
        undo_changed(): whether there is something to undo or redo may be otherwise.

    """

    use_requested = Signal(str)
    back_requested = Signal()
    toast_requested = Signal(str, object)
    undo_changed = Signal()

    def __init__(self, ask: Ask, settings: Settings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.patterns, self.editor, self.pieces = PatternsPanel(), EditorPanel(), PiecesPanel()
        self.measures, self.frequent = MeasuresPanel(), FrequentPanel()
        self._showing = Showing(self.patterns, self.editor, self.pieces, self.measures, self.frequent)
        self._shelf = Shelf()
        panels = self.pieces, self.measures, self.frequent
        self.trials = Trials(ask, self._shelf, self.editor.editor, panels, self)
        self._texts: list[Text] = []
        self._text = 0
        self._text_is_chosen = False  # by the user, not by being the first
        self._stale = True  # the text is to be read
        self._open = self._locked = False
        self._last_pattern: str | None = None
        self._history = History(State("", ""))
        self._connect()
        self._recall()
        self._show_state(self._history.state)

    def _connect(self) -> None:
        for signal, slot in (
            (self.trials.changed, self._update),
            (self.editor.editor.pattern_changed, self._typed),
            (self.editor.editor.undo_requested, self.undo_or_redo),
            (self.editor.editor.use_requested, self.use),
            (self.editor.use_button.clicked, self.use),
            (self.editor.back_button.clicked, self.back_requested),
            (self.editor.good_requested, self.go_back_to_good),
            (self.editor.place_requested, self.pieces.go_to),
            (self.patterns.start_requested, self.start_from),
            (self.patterns.compare_requested, self.compare_with),
            (self.patterns.remove_requested, self.remove),
            (self.patterns.renamed, self.rename),
            (self.patterns.add_requested, self.add),
            (self.pieces.text_chosen, self._choose_text),
            (self.pieces.other_chosen, self.compare_with),
            (self.pieces.repair_requested, self.repair),
            (self.frequent.piece_chosen, self.pieces.show_piece),
        ):
            signal.connect(slot)

    # --- what others ask of it ----------------------------------------------------------------------

    def pattern(self) -> str:
        """Return the pattern as it is."""
        return self._history.state.pattern

    def set_published(self, patterns: Mapping[str, str]) -> None:
        """Take the published patterns, by name."""
        self._shelf.set_published(patterns)
        if not self._history.state.pattern:
            self._history = History(State(FIRST, self._shelf.find(FIRST).pattern))
        self._show_state(self._history.state)

    def set_texts(self, texts: Sequence[Text]) -> None:
        """Take the texts that can be split, the best one first; they are read when the lab is seen."""
        chosen = self._texts[self._text].name if self._texts and self._text_is_chosen else ""
        if list(texts) == self._texts:
            return
        self._texts = list(texts)
        names = [text.name for text in texts]
        self._text = names.index(chosen) if chosen in names else 0
        self.pieces.set_texts(names, self._text)
        self._stale = True
        if self._open:
            self._read()

    def open(self, pattern: str = "") -> None:
        """Show the lab; a pattern of training that it was not given last time is started from."""
        self._open = True
        line = one_line(pattern)
        if line and line != self._last_pattern and line != self.pattern():
            self._take_given(line)
        self._last_pattern = line
        if self._stale:
            self._read()
        self.editor.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def close(self) -> None:
        """Stop following the corpus: the lab is not seen."""
        self._open = False

    def set_locked(self, locked: bool) -> None:
        """Let no pattern be taken while a training runs."""
        self._locked = locked
        self._update()

    def can_go(self, step: int) -> bool:
        """Return whether something can be undone (-1) or redone (1)."""
        return self._history.can_go(step)

    # --- the pattern --------------------------------------------------------------------------------

    def _take_given(self, pattern: str) -> None:
        same = self._shelf.with_pattern(pattern)
        same = same or self._shelf.add(self.tr("From training"), pattern, pattern)
        self._go(State(same.key, pattern))

    def _typed(self, pattern: str, typed: bool) -> None:
        """Follow the editor; what is typed into a published pattern becomes one of the user's own."""
        key, caret = self._history.state.key, self.editor.editor.caret()
        entry = self._shelf.find(key)
        if not entry.own:
            title = self.tr("{name}, changed").format(name=entry.title)
            entry = self._shelf.add(title, pattern, entry.pattern)
        self._go(State(entry.key, pattern, caret), typed)

    def _go(self, state: State, typed: bool = False) -> None:
        """Make this the present state, as a step that can be undone."""
        if not typed:
            now = self._history.state
            self._history.add(State(now.key, now.pattern, self.editor.editor.caret()))
        self._history.add(state, typed)
        self._show_state(state)

    def _show_state(self, state: State) -> None:
        """Show a state of the pattern, and have it tried soon."""
        entry = self._shelf.find(state.key)
        self._shelf.set_pattern(state.key, state.pattern)
        editor = self.editor.editor
        if editor.pattern() != state.pattern:
            editor.set_pattern(state.pattern, state.caret)
        editor.marks.set_base(entry.base)
        self.trials.follow(state)
        self._keep()
        self._update()
        self.undo_changed.emit()

    def undo_or_redo(self, step: int) -> None:
        """Undo (-1) or redo (1)."""
        if not self._history.can_go(step):
            return
        state = self._history.go(step)
        if self._shelf.find(state.key).key != state.key:  # it has been removed meanwhile
            self._shelf.add(self.tr("Restored"), state.pattern, state.pattern, state.key)
        self._show_state(state)

    def start_from(self, key: str) -> None:
        """Edit a pattern of the list from now on."""
        self._go(State(key, self._shelf.find(key).pattern))
        self.trials.run()
        self.editor.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_back_to_good(self) -> None:
        """Take the pattern that could be used last."""
        if self.trials.findings.good.pattern:
            self._go(self.trials.findings.good)
            self.trials.run()
            self.editor.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def repair(self) -> None:
        """Add what the pattern lacks."""
        if self.trials.findings.repair:
            pattern = self.pattern() + self.trials.findings.repair
            self.editor.editor.set_pattern(pattern, len(pattern))
            self._typed(pattern, False)
            self.trials.run()

    def use(self) -> None:
        """Hand the pattern to training."""
        if self.editor.use_button.isEnabled():
            self._last_pattern = self.pattern()
            self.use_requested.emit(self.pattern())

    # --- the list -----------------------------------------------------------------------------------

    def add(self) -> None:
        """Keep the pattern as it is as one of the user's own."""
        entry = self._shelf.find(self._history.state.key)
        title = entry.title if entry.own else self.tr("My {name}").format(name=entry.title)
        added = self._shelf.add(title, self.pattern(), self.pattern())
        self._go(State(added.key, added.pattern, self.editor.editor.caret()))
        self.patterns.rename(added.key)

    def rename(self, key: str, title: str) -> None:
        """Give one of the user's own another name."""
        self._shelf.rename(key, title)
        self._keep()
        self._update()

    def remove(self, key: str) -> None:
        """Remove one of the user's own, with an undo; the one that is edited gives way to its beginning."""
        entry, before = self._shelf.find(key), self._shelf.own
        if not entry.own:
            return
        if self._history.state.key == key:
            base = self._shelf.with_pattern(entry.base or "") or self._shelf.find(FIRST)
            base = base if base.key != key else self._shelf.find(FIRST)
            self._go(State(base.key, base.pattern))
        self._shelf.remove(key)
        if self.trials.other == key:
            self.compare_with(COMPARED)
        self._keep()
        self._update()

        def _undo() -> None:
            self._shelf.own = before
            self._keep()
            self._update()

        self.toast_requested.emit(self.tr("Removed {name}.").format(name=entry.title), _undo)

    def compare_with(self, key: str) -> None:
        """Compare with another pattern from now on."""
        self.trials.compare_with(key)
        self._keep()

    # --- the text -----------------------------------------------------------------------------------

    def _choose_text(self, number: int) -> None:
        if 0 <= number < len(self._texts):
            self._text, self._text_is_chosen = number, True
            self._read()

    def _read(self) -> None:
        if self._texts:
            self._stale = False
            self.trials.read(self._texts[self._text])

    def _update(self) -> None:
        """Show what is known."""
        trials, sample = self.trials, self.trials.requests.sample
        now = Present(
            self._history.state, trials.other, trials.findings, sample, trials.text.name, self._locked
        )
        self._showing.show(self._shelf, now)

    # --- remembering --------------------------------------------------------------------------------

    def _keep(self) -> None:
        state = self._history.state
        if self._settings is not None:
            self._settings.regex_lab = {
                "key": state.key, "pattern": state.pattern, "other": self.trials.other,
                "own": known.plain(self._shelf.own), "given": self._last_pattern or "",
            }  # fmt: skip

    def _recall(self) -> None:
        kept = {} if self._settings is None else self._settings.regex_lab
        self._shelf.own = known.from_plain(kept.get("own"))
        key, pattern, other, last = (kept.get(name) for name in ("key", "pattern", "other", "given"))
        if isinstance(key, str) and isinstance(pattern, str) and len(pattern) <= known.MOST_CHARACTERS:
            self._history = History(State(key, pattern))
        self.trials.other = other if isinstance(other, str) else COMPARED
        self._last_pattern = last if isinstance(last, str) and last else None
