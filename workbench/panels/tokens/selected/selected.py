"""The Selected token panel: everything on the token chosen in the text, and what it was built from."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from workbench.panels.tokens.selected.what_if import Sources, WhatIfView
from workbench.panels.tokens.steps.forest import forest_of
from workbench.panels.tokens.steps.steps import StepsView
from workbench.panels.tokens.text import occurrence_words
from workbench.panels.tokens.text.selection import Occurrence
from workbench.widgets.controls import IconButton, Segmented
from workbench.widgets.look import theme
from workbench.widgets.merge_nodes import Node
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.facts import TokenFacts
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.text import Explained
from workbench.worker.messages.tokenizers import TellToken, TokenTold
from workbench.worker.replies import Ask, Reply

_EMPTY, _TOKEN, _UNLISTED, _SOON = 0, 1, 2, 3
SOON_MILLISECONDS = 120  # in which a token is told of as a rule: what is shown of the last one stays so long
LATE_MILLISECONDS = 1000  # after which it is said that it takes long; before, that would only flash
_BOTH_NEED = 560  # height from which tree and steps stand one above the other


class SelectedTokenPanel(QWidget):
    """Facts and tree of one token.

    Attributes:
        header: the panel's head, for the window to put above it.
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
        self._ask_lanes, self._reply = ask, Reply()
        self.setAccessibleName(self.tr("Selected token"))
        self.header = PanelHeader(self.tr("Selected token"))
        self._vocabulary: Vocabulary | None = None
        self._told: Vocabulary | None = None  # the few tokens of one that is not listed yet
        self._asked = (0, 0)  # handle and token that they were asked for
        self._occurrence: Occurrence | None = None
        self._explained: Explained | None = None
        self._forest: tuple[Node, ...] = ()  # of the word of `_explained`
        self._renewing = QTimer(self, singleShot=True, interval=0)
        self._renewing.timeout.connect(self._update)
        self._waiting = QTimer(self, singleShot=True)
        self._waiting.timeout.connect(self._wait_on)
        self.facts = TokenFacts()
        self.facts.tree.node_clicked.connect(self._go_to_node)
        self.facts.tree.node_opened.connect(lambda node: self.choose(node.token_id))
        self.facts.tree_of.changed.connect(lambda _of: self._update())
        self.steps = StepsView()
        self.steps.token_clicked.connect(self.choose)
        self.steps.result_changed.connect(self._mark)
        self.what_if = WhatIfView(ask, sources)
        self.what_if.round_chosen.connect(self.steps.go_to_round)
        self.parts = Segmented(
            [
                ("tree", self.tr("Built from"), self.tr("What the token was merged from")),
                ("steps", self.tr("Why these tokens"), self.tr("The merges of its word, one by one")),
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
            self.tr("Click a token in the text to see its bytes, its rank and the merges that made it."),
        )

    def _make_unlisted_page(self) -> QWidget:
        return EmptyState(
            "inspect",
            self.tr("Not listed yet"),
            self.tr("What is known of the token is shown once the tokens of this tokenizer are listed."),
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
        self.previous_button = IconButton("chevron-up", self.tr("Previous place in the text (Shift+F3)"))
        self.next_button = IconButton("chevron-down", self.tr("Next place in the text (F3)"))
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

        The token is shown anew between two events: who takes a large vocabulary over is busy enough.
        """
        self._vocabulary = vocabulary
        self._renewing.start()

    @Slot(object)
    def show_occurrence(self, occurrence: Occurrence | None) -> None:
        """Show a token that was chosen in the text, or that none is."""
        if occurrence != self._occurrence:
            self._occurrence = occurrence
            self._update()
            if occurrence is not None and not self._is_listed(occurrence):
                self._ask(occurrence)

    def _ask(self, occurrence: Occurrence) -> None:
        """Have a token told of that is not listed yet, unless it is told of already or asked for."""
        vocabulary, token = self._knowing(occurrence), (occurrence.handle, occurrence.token_id)
        known = vocabulary is not None and vocabulary.row_of(occurrence.token_id) is not None
        if not known and self._asked != token:
            self._asked = token
            self._reply.abandon()
            self._reply = self._ask_lanes(TellToken(new_request_id(), *token))
            self._reply.answered.connect(self._show_told)

    def _show_told(self, told: TokenTold) -> None:
        """Show a token that was asked for."""
        self._told = Vocabulary(told.listed)
        self._update()

    def _is_listed(self, occurrence: Occurrence) -> bool:
        """Tell whether the whole vocabulary of a token is known."""
        return self._vocabulary is not None and self._vocabulary.handle == occurrence.handle

    def _knowing(self, occurrence: Occurrence | None) -> Vocabulary | None:
        """Return the vocabulary of a token, as far as it is known."""
        if occurrence is None:
            return None
        if self._is_listed(occurrence):
            return self._vocabulary
        return self._told if self._told is not None and self._told.handle == occurrence.handle else None

    @Slot(object)
    def show_explained(self, explained: Explained) -> None:
        """Show the steps of the word that the chosen token stands in."""
        if self._occurrence is not None and self._occurrence.handle == explained.handle:
            span = self._occurrence.span
            self.steps.want(self._occurrence.token_id, -1 if span is None else span[0])
            self.steps.show_explained(explained)
            self.what_if.show_explained(explained)
            self._take_forest(explained)
            self._mark(self.steps.result)

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

    # --- the trees of the word

    def _take_forest(self, explained: Explained) -> None:
        """Take the trees of a word; they stay where it is the same word again."""
        before, self._explained = self._explained, explained
        same = before is not None and before.handle == explained.handle and before.word == explained.word
        if not same or before is None or before.rounds != explained.rounds:
            self._forest = forest_of(explained)
        self._show_tree()

    def _chosen_tree(self) -> int | None:
        """Return which tree of the word is that of the selected token; None where it has none."""
        occurrence, explained = self._occurrence, self._explained
        if occurrence is None or explained is None or occurrence.span is None or len(self._forest) < 2:
            return None
        start = occurrence.span[0]
        if occurrence.handle != explained.handle or not explained.start <= start < explained.end:
            return None
        place = self.steps.place_of(start)
        here = (
            number
            for number, root in enumerate(self._forest)
            if root.token_id == occurrence.token_id and place in {None, root.place}
        )
        return next(here, None)

    @property
    def _forest_shown(self) -> bool:
        return self.facts.tree_of.value() == "word" and self._chosen_tree() is not None

    def _show_tree(self) -> None:
        """Show the trees of the word where they are there and wanted."""
        chosen = self._chosen_tree()
        self.facts.offer_word(chosen is not None)
        if chosen is not None and self._forest_shown:
            self.facts.show_forest(self._forest, chosen)

    def _mark(self, token_id: int) -> None:
        """Mark in the tree what the present step makes in it."""
        occurrence = self._occurrence
        if self._forest_shown:
            self.facts.tree.mark(token_id, self.steps.made)
            return
        span = None if occurrence is None else occurrence.span
        places = None if span is None else self.steps.made_in(span[0])
        self.facts.tree.mark(token_id, places)

    def _go_to_node(self, node: Node) -> None:
        """Show the step that made a node of the tree; where no step did, the token itself."""
        go = self.steps.go_to_place if self._forest_shown else self.steps.go_to_result
        if not go(node.token_id, node.place):
            self.choose(node.token_id)

    @Slot(int)
    def choose(self, token_id: int) -> None:
        """Show another token of the vocabulary, as when a node of the tree is clicked."""
        vocabulary = self._knowing(self._occurrence) or self._vocabulary
        handle = 0 if vocabulary is None else vocabulary.handle
        if self._occurrence is None or self._occurrence.token_id != token_id:
            self.show_occurrence(Occurrence(handle, token_id))
            self.token_chosen.emit(token_id)

    def _update(self) -> None:
        self._renewing.stop()
        occurrence = self._occurrence
        vocabulary = self._knowing(occurrence)
        known = (
            vocabulary is not None
            and occurrence is not None
            and vocabulary.row_of(occurrence.token_id) is not None
        )
        if vocabulary is not None and occurrence is not None and known:
            more = self._more(occurrence)
            self.facts.show_token(vocabulary, occurrence.token_id, more, tree=not self._forest_shown)
            self._show_tree()
            self._mark(self.steps.result)
        if occurrence is not None and not known and not self._is_listed(occurrence):
            self._wait()
            return
        self._waiting.stop()
        self._show_page(_TOKEN if known else _EMPTY)
        self._show_buttons(occurrence, known)

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
        return rows

    def _show_in_vocabulary(self) -> None:
        if self._occurrence is not None:
            self.show_in_vocabulary_requested.emit(self._occurrence.token_id)
