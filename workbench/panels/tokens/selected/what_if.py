"""Explains why a word is several tokens, and from which vocabulary size it would be one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QSizePolicy, QVBoxLayout, QWidget

from workbench.engine.corpus.source_options import SourceOptions
from workbench.panels.tokens.steps.step_list import shown
from workbench.widgets import wording
from workbench.widgets.controls import Button, IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import interface_font, token_font
from workbench.widgets.panel_parts import Hairline, ThinBar
from workbench.widgets.tables import ROW, Index, plain_table
from workbench.worker.messages.explaining import Explained, WhatIf
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.sizes import FindWordSize, WordSized, WordSizeProgress
from workbench.worker.replies import Ask, Reply

Sources = Callable[[], tuple[str | SourceOptions, ...]]
_MOST_SEEN = 5  # rows before the table scrolls
_SHORT, _LONG = 12, 60  # characters of what a round made, and of what is to be merged


class WhatIfView(QWidget):
    """The missing merges of a word, and a button that trains until it is one token.

    Attributes:
        table: the tokens that were passed over, then the merges that would make one token, in their order.
        ask_button: trains. cancel_button: gives that up.

    Signals:
        round_chosen(int): a round of merging, from 0, that made a token impossible.
        can_ask_changed(bool): whether there is a word whose size can be looked for.

    """

    round_chosen = Signal(int)
    can_ask_changed = Signal(bool)

    def __init__(self, ask: Ask, sources: Sources, parent: QWidget | None = None) -> None:
        """Take `sources`, which tells what is trained on."""
        super().__init__(parent)
        self.setAccessibleName(self.tr("What if"))
        self._explained: Explained | None = None
        self._ask, self._sources, self._reply = ask, sources, Reply()
        self._wanted = True
        self._count = Label("", "small", "text2")
        self._sentence = Label("")
        self._sentence.setWordWrap(True)
        self._model = _Model(self)
        self.table = plain_table(self._model)
        self._fit_table()
        self.ask_button = Button(self.tr("When does this word become one token?"), "link")
        self.ask_button.setToolTip(
            self.tr("Train on the corpus, or on the sample text if it is empty, until the word is one token")
        )
        self.ask_button.clicked.connect(self.ask)
        self._never = Label("", "small", "text2")
        self._never.setWordWrap(True)
        self._never.setText(self.tr("Not available: no preset splits words as this tokenizer does."))
        self.cancel_button = IconButton("close", self.tr("Stop"), size=24)
        self.cancel_button.clicked.connect(lambda: self._reply.cancel())
        self._bar = ThinBar(self.tr("Training until it is one token"), 4)
        self._progress = Label("", "small", "text2")
        self._answer = Label("")
        self._answer.setWordWrap(True)
        self._answer.setAccessibleName(self.tr("When this word becomes one token"))
        self._answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._fill()
        self.hide()

    def _fit_table(self) -> None:
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setAccessibleName(self.tr("What is missing"))
        head = self.table.horizontalHeader()
        head.hide()
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        # What is merged grows by what is at its end.
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.table.activated.connect(self._activated)
        self.table.clicked.connect(self._activated)

    def _fill(self) -> None:
        head = QHBoxLayout()
        head.addWidget(Label(self.tr("Why not one token"), "title"))
        head.addStretch(1)
        head.addWidget(self._count)
        self._running = QWidget()
        self._running.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self._running)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._progress)
        row.addWidget(self._bar, 1)
        row.addWidget(self.cancel_button)
        body = QVBoxLayout()
        body.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_4, theme.PANEL_MARGIN, theme.SPACE_3)
        body.setSpacing(theme.SPACE_2)
        body.addLayout(head)
        for part in (self._sentence, self.table, self.ask_button, self._never, self._running, self._answer):
            body.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        column.addLayout(body)
        self._show_running(running=False)
        self._answer.hide()

    # --- what is shown

    @Slot(object)
    def show_explained(self, explained: Explained) -> None:
        """Show what a word lacks; nothing if it is one token."""
        before = self._explained
        self._explained = explained
        if before is not None and (before.handle, before.what_if) == (explained.handle, explained.what_if):
            return
        self.give_up()
        self._answer.hide()
        self._show_itself()
        what_if = explained.what_if
        if what_if is None or what_if.n_tokens < 2:
            return
        self._count.setText(wording.tokens(what_if.n_tokens))
        self._sentence.setText(self._words(what_if))
        self._model.set_found(what_if)
        self.table.setFixedHeight(min(self._model.rowCount(), _MOST_SEEN) * ROW)
        self.ask_button.setVisible(what_if.can_train)
        self._never.setVisible(not what_if.can_train)

    def set_wanted(self, wanted: bool) -> None:
        """Show the view where there is anything to show, or leave it out."""
        self._wanted = wanted
        self._show_itself()

    def clear(self) -> None:
        """Show nothing."""
        self.give_up()
        self._explained = None
        self._show_itself()

    def _show_itself(self) -> None:
        what_if = None if self._explained is None else self._explained.what_if
        several = what_if is not None and what_if.n_tokens > 1
        self.setVisible(self._wanted and several)
        self.can_ask_changed.emit(several and what_if is not None and what_if.can_train)

    def _words(self, what_if: WhatIf) -> str:
        word = what_if.word
        if what_if.whole >= 0:
            return self.tr("“{word}” is a token, id {id}, but merging goes another way.").format(
                word=shown(word), id=wording.number(what_if.whole)
            )
        return wording.plural(
            sum(not join.exists for join in what_if.joins),
            "There is no token “{word}”. It would take %n more merge.",
            "There is no token “{word}”. It would take %n more merges.",
            "WhatIfView",
        ).format(word=shown(word))

    def _activated(self, index: QModelIndex) -> None:
        number = self._model.round_of(index.row())
        if number > 0:
            self.round_chosen.emit(number - 1)

    # --- the size

    def ask(self) -> None:
        """Ask from which size on the word is one token."""
        what_if = None if self._explained is None else self._explained.what_if
        if self._explained is not None and what_if is not None:
            self._answer.hide()
            self._progress.setText(self.tr("Waiting for the training"))
            self._bar.set_progress(0, 0)
            self._show_running(running=True)
            self._reply.abandon()
            request = FindWordSize(new_request_id(), self._explained.handle, what_if.word, self._sources())
            reply = self._reply = self._ask(request)
            reply.progressed.connect(self.show_progress)
            reply.answered.connect(self.show_sized)
            for end in (reply.failed, reply.cancelled):  # the window shows why it failed
                end.connect(self._end)

    def give_up(self) -> None:
        """Look no more for the size of a word that is not shown any more."""
        self._reply.abandon()
        self._end()

    @Slot(object)
    def show_progress(self, answer: WordSizeProgress) -> None:
        """Show how far the training is."""
        progress = answer.progress
        merging = progress.phase == "merging"
        self._progress.setText(self.tr("Merging") if merging else self.tr("Reading the text"))
        self._bar.set_progress(progress.done, progress.total)

    @Slot(object)
    def show_sized(self, sized: WordSized) -> None:
        """Show from which size on it is one token."""
        self._end()
        self._answer.setText(self._size_words(sized))
        self._answer.setAccessibleDescription(self._answer.text())
        self._answer.show()

    def _end(self) -> None:
        self._show_running(running=False)

    def _show_running(self, *, running: bool) -> None:
        """Show what runs, or let it be requested; the keyboard goes from one button to the other."""
        gone: QWidget = self.ask_button
        come: QWidget = self.cancel_button
        if not running:
            gone, come = come, gone
        held = self.window().focusWidget() is gone
        come.setEnabled(True)
        self._running.setVisible(running or held)
        if held:
            come.setFocus(Qt.FocusReason.OtherFocusReason)
        gone.setEnabled(False)
        self._running.setVisible(running)

    def _size_words(self, sized: WordSized) -> str:
        if sized.ended_by in ("digits", "scripts", "length", "characters"):
            return self._rule(sized)
        return wording.sentences(self._size_sentence(sized), self._times(sized))

    def _times(self, sized: WordSized) -> str:
        """Return how often the word is in what was trained on."""
        if sized.occurrences == 0 and sized.on_sample:
            return self.tr("The word does not occur in the sample text.")
        if sized.occurrences == 0:
            return self.tr("The word does not occur in the corpus.")
        said = self.tr("It occurs {times} in the corpus.")
        if sized.on_sample:
            said = self.tr("It occurs {times} in the sample text.")
        return said.format(times=wording.times(sized.occurrences))

    def _size_sentence(self, sized: WordSized) -> str:
        if sized.size is not None:
            said = self.tr("One token with a vocabulary of {size} or more, trained on this corpus.")
            if sized.on_sample:
                said = self.tr("One token with a vocabulary of {size} or more, trained on the sample text.")
            return said.format(size=wording.number(sized.size))
        said = self.tr("Not with a vocabulary of {size}, where it is {n}.")
        if sized.ended_by == "pairs" and sized.on_sample:
            said = self.tr(
                "Never one token: the sample text gives only {size} tokens, and the word stays {n}."
            )
        elif sized.ended_by == "pairs":
            said = self.tr("Never one token: this corpus gives only {size} tokens, and the word stays {n}.")
        last = wording.tokens(sized.counts[-1][1])
        return said.format(size=wording.number(sized.reached), n=last)

    def _rule(self, sized: WordSized) -> str:
        """Return the rule of SentencePiece's trainer by which the word is never one token."""
        rare = self.tr("Never one token: one of its characters is missing or too rare in this corpus.")
        if sized.on_sample:
            rare = self.tr(
                "Never one token: one of its characters is missing or too rare in the sample text."
            )
        return {
            "digits": self.tr("Never one token: training keeps each digit separate."),
            "scripts": self.tr(
                "Never one token: training joins neither different scripts nor letters and signs."
            ),
            "length": self.tr("Never one token: it is longer than training allows."),
            "characters": rare,
        }[sized.ended_by]


class _Model(QAbstractTableModel):
    """What is missing, a row each: what it is, and the fault."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._what_if = WhatIf(0)

    def set_found(self, what_if: WhatIf) -> None:
        self.beginResetModel()
        self._what_if = what_if
        self.endResetModel()

    def round_of(self, row: int) -> int:
        """Return the round that made what a row shows impossible, 0 for none."""
        return self._what_if.passed[row].round_number if row < len(self._what_if.passed) else 0

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._what_if.joins) + len(self._what_if.passed)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 2

    def data(self, index: Index, role: int = 0) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._words(index.row())[index.column()]
        if role == Qt.ItemDataRole.FontRole:
            return interface_font("small") if index.column() else token_font(12)
        return None

    def _words(self, row: int) -> tuple[str, str]:
        what_if = self._what_if
        if row >= len(what_if.passed):
            join = what_if.joins[row - len(what_if.passed)]
            name = f"{shown(join.left, _LONG)} + {shown(join.right, _LONG)}"
            if join.id < 0:
                return name, self.tr("no such token")
            if join.exists:
                return name, self.tr("id {id}; this merge exists").format(id=wording.number(join.id))
            return name, self.tr("id {id}; not made this way").format(id=wording.number(join.id))
        passed = what_if.passed[row]
        name, number = shown(passed.token), wording.number(passed.id)
        if not passed.round_number:
            return name, self.tr("id {id}; never made by merging").format(id=number)
        return name, self.tr("id {id}; round {round} made {chosen}").format(
            id=number, round=wording.number(passed.round_number), chosen=shown(passed.chosen, _SHORT)
        )
