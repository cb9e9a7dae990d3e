"""The Selected token panel: details of the token selected in the text, and its merge tree."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from workbench.panels.tokens.selected.known_tokens import KnownTokens
from workbench.panels.tokens.selected.what_if import Sources, WhatIfView
from workbench.panels.tokens.selected.word_trees import WordTrees
from workbench.panels.tokens.steps.steps import StepsView
from workbench.panels.tokens.text import occurrence_words
from workbench.panels.tokens.text.selection import Occurrence
from workbench.widgets.controls import IconButton, Segmented
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.facts import TokenFacts
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.explaining import Explained
from workbench.worker.replies import Ask

_EMPTY, _TOKEN, _UNLISTED, _SOON = 0, 1, 2, 3
SOON_MILLISECONDS = 120  # in which the facts of a token usually come: those of the last one stay so long
LATE_MILLISECONDS = 1000  # after which it is said that it takes long; before, that would only flash
_BOTH_NEED = 560  # height from which tree and steps are one above the other


class SelectedTokenPanel(QWidget):
    """Details and tree of one token.

    Attributes:
        header: the panel's head, shown above the panel.
        steps: why the word has these tokens, step by step.
        what_if: what it lacks to be one token.
        parts: chooses between tree and steps where the panel is too low for both.

    Signals:
        token_chosen(int): the id of a node of the tree; the panel shows it already.
        step_requested(int): 1 for the next, -1 for the previous place of the token in the text.
        show_in_vocabulary_requested(int): the id of the token that is shown.

    """

    token_chosen = Signal(int)
    step_requested = Signal(int)
    show_in_vocabulary_requested = Signal(int)

    def __init__(self, ask: Ask, sources: Sources, parent: QWidget | None = None) -> None:
        """Take `sources`, which tells what is trained on where the size of a word is looked for."""
        super().__init__(parent)
        self.setAccessibleName(self.tr("Selected token"))
        self.header = PanelHeader(self.tr("Selected token"))
        self._known = KnownTokens(ask, self)
        self._known.answered.connect(self._update)
        self._renewing = QTimer(self, singleShot=True, interval=0)
        self._renewing.timeout.connect(self._update)
        self._waiting = QTimer(self, singleShot=True)
        self._waiting.timeout.connect(self._wait_on)
        self.facts = TokenFacts()
        self.facts.tree.node_opened.connect(lambda node: self.choose(node.token_id))
        self.facts.tree_of.changed.connect(lambda _of: self._update())
        self.steps = StepsView()
        self.steps.token_clicked.connect(self.choose)
        self._trees = WordTrees(self.facts, self.steps, self)
        self._trees.token_wanted.connect(self.choose)
        self.what_if = WhatIfView(ask, sources)
        self.what_if.round_chosen.connect(self.steps.go_to_round)
        self.parts = Segmented(
            [
                ("tree", self.tr("Built from"), self.tr("The merges that made this token")),
                ("steps", self.tr("Why these tokens"), self.tr("The merges of its word, step by step")),
            ],
            self.tr("Show"),
        )
        self.parts.changed.connect(lambda _part: self._show_parts())
        self._pages = QStackedWidget()
        self._pages.addWidget(self._make_empty_page())
        self._pages.addWidget(self._make_token_page())
        self._pages.addWidget(self._make_unlisted_page())
        self._pages.addWidget(QWidget())
        panel_column(self).addWidget(self._pages, 1)
        self._make_buttons()
        self._update()

    def _make_empty_page(self) -> QWidget:
        return EmptyState(
            "inspect",
            self.tr("No token is selected"),
            self.tr("Click a token in the text to see its bytes, its rank and its merges."),
        )

    def _make_unlisted_page(self) -> QWidget:
        return EmptyState(
            "inspect",
            self.tr("Not listed yet"),
            self.tr("Its facts appear once the tokens of this tokenizer are listed."),
        )

    def _make_token_page(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        choice = QHBoxLayout()
        choice.setContentsMargins(0, theme.SPACE_2, 0, 0)
        choice.addWidget(self.parts)
        self._parts_row = QWidget()
        self._parts_row.setLayout(choice)
        self._parts_row.setVisible(False)
        column.addWidget(self._parts_row, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.facts)
        column.addWidget(self.steps)
        column.addWidget(self.what_if)
        column.addStretch(1)
        area = self._area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(body)
        return area

    def _make_buttons(self) -> None:
        self.previous_button = IconButton("chevron-up", self.tr("Previous occurrence (Shift+F3)"))
        self.next_button = IconButton("chevron-down", self.tr("Next occurrence (F3)"))
        self.vocabulary_button = IconButton("vocabulary", self.tr("Show in the vocabulary"))
        self.previous_button.clicked.connect(lambda: self.step_requested.emit(-1))
        self.next_button.clicked.connect(lambda: self.step_requested.emit(1))
        self.vocabulary_button.clicked.connect(self._show_in_vocabulary)
        for button in (self.previous_button, self.next_button, self.vocabulary_button):
            self.header.add_right(button)

    # --- what is shown

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the tree or the steps where both have no room."""
        super().resizeEvent(event)
        self._show_parts()

    def _show_parts(self) -> None:
        """Show tree and steps, or in a low panel the one that is chosen."""
        both = self.height() >= _BOTH_NEED
        self._parts_row.setVisible(not both)
        self.facts.show_tree(both or self.parts.value() == "tree", titled=both)
        self.steps.title.setVisible(both)
        for part in (self.steps, self.what_if):
            part.set_wanted(both or self.parts.value() == "steps")

    @Slot(object)
    def set_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Take the vocabulary of the open tokenizer, None until it is known.

        The token is shown again between two events, since taking over a large vocabulary is slow enough.
        """
        self._known.vocabulary = vocabulary
        self._renewing.start()

    @Slot(object)
    def show_occurrence(self, occurrence: Occurrence | None) -> None:
        """Show a token that was chosen in the text, or that none is."""
        if occurrence != self._occurrence:
            self._trees.occurrence = occurrence
            self._update()
            if occurrence is not None:
                self._known.ask(occurrence)

    @Slot(object)
    def show_explained(self, explained: Explained) -> None:
        """Show the steps of the word that the chosen token is in."""
        if self._occurrence is not None and self._occurrence.handle == explained.handle:
            span = self._occurrence.span
            self.steps.want(self._occurrence.token_id, -1 if span is None else span[0])
            self.steps.show_explained(explained)
            self.what_if.show_explained(explained)
            self._trees.take(explained)

    def go_to_steps(self) -> None:
        """Give the steps the keyboard."""
        if not self.steps.isVisibleTo(self):
            self.parts.set_value("steps")
        self._area.ensureWidgetVisible(self.steps)
        self.steps.slider.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def find_size(self) -> None:
        """Look for the size from which on the word is one token."""
        if not self.what_if.isVisibleTo(self):
            self.parts.set_value("steps")
        self._area.ensureWidgetVisible(self.what_if)
        self.what_if.ask()

    def show_word_tree(self, shown: bool) -> None:
        """Show the trees of the whole word, or that of the selected token alone."""
        self.facts.tree_of.set_value("word" if shown else "token")

    @Slot(int)
    def choose(self, token_id: int) -> None:
        """Show another token of the vocabulary, as when a node of the tree is clicked."""
        vocabulary = self._known.of(self._occurrence) or self._known.vocabulary
        handle = 0 if vocabulary is None else vocabulary.handle
        if self._occurrence is None or self._occurrence.token_id != token_id:
            self.show_occurrence(Occurrence(handle, token_id))
            self.token_chosen.emit(token_id)

    @property
    def _occurrence(self) -> Occurrence | None:
        return self._trees.occurrence

    def _update(self) -> None:
        self._renewing.stop()
        occurrence = self._occurrence
        vocabulary = self._known.of(occurrence)
        if vocabulary is not None and occurrence is not None:
            more = self._more(occurrence)
            self.facts.show_token(vocabulary, occurrence.token_id, more, tree=not self._trees.shown)
            self._trees.show()
        elif occurrence is not None and not self._known.is_listed(occurrence):
            self._wait()
            return
        self._waiting.stop()
        self._show_page(_EMPTY if vocabulary is None else _TOKEN)
        self._show_buttons(occurrence, known=vocabulary is not None)

    def _show_buttons(self, occurrence: Occurrence | None, known: bool) -> None:
        elsewhere = occurrence is not None and occurrence.count not in {None, 0}
        here_only = occurrence is not None and occurrence.count == 1 and occurrence.span is not None
        for button in (self.previous_button, self.next_button):
            button.setVisible(known)
            button.setEnabled(elsewhere and not here_only)
        self.vocabulary_button.setVisible(known)

    def _wait(self) -> None:
        """Leave what is shown for a moment: what a token is comes soon after it is selected."""
        if not self._waiting.isActive() and self._pages.currentIndex() not in {_SOON, _UNLISTED}:
            self._waiting.start(SOON_MILLISECONDS)

    def _wait_on(self) -> None:
        """Show nothing for a while, and at last that the token is not known yet."""
        late = self._pages.currentIndex() == _SOON
        self._show_page(_UNLISTED if late else _SOON)
        self._show_buttons(self._occurrence, known=False)
        if not late:
            self._waiting.start(LATE_MILLISECONDS)

    def _show_page(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        if page != _TOKEN:
            self.steps.clear()
            self.what_if.clear()

    def _more(self, occurrence: Occurrence) -> list[tuple[str, str]]:
        """Return the facts that only the text knows."""
        rows = [(self.tr("In this text"), occurrence_words.count(occurrence))]
        if occurrence.span is not None:
            span = occurrence_words.span(*occurrence.span)
            rows.append((self.tr("Span"), self.tr("bytes {span}").format(span=span)))
            rows.append((self.tr("Characters"), occurrence_words.characters(occurrence)))
            if occurrence.shared > 1:
                rows.append((f"×{occurrence.shared}", self.tr("tokens share a character")))
        return rows

    def _show_in_vocabulary(self) -> None:
        if self._occurrence is not None:
            self.show_in_vocabulary_requested.emit(self._occurrence.token_id)
