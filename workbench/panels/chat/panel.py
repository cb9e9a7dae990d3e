"""The chat panel: a conversation as the tokens a model gets, by the tokenizer's template or ChatML."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from workbench.panels.chat import words
from workbench.panels.chat.card import MessageCard
from workbench.panels.chat.keeping import Kept
from workbench.panels.chat.message_list import MessageList
from workbench.panels.chat.problem_strip import ProblemStrip
from workbench.panels.chat.template_choice import TemplateChoice
from workbench.panels.chat.template_strip import between
from workbench.panels.chat.token_views import RenderedView
from workbench.panels.chat.turns import Turns
from workbench.panels.chat.usage import ChatCounts, Share, UsageBar
from workbench.widgets import wording
from workbench.widgets.controls import Button, IconButton, Segmented
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, PanelHeader, panel_column
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.output import clipboard as token_clipboard
from workbench.worker.messages.chat import ChatMessage, ChatRendered, RenderChat
from workbench.worker.messages.requests import Failed, new_request_id
from workbench.worker.replies import Ask, Reply

QUIET_MILLISECONDS = 60
SAMPLE = (
    ChatMessage("system", b"You answer in one short sentence."),
    ChatMessage("user", b"Why is a rare word cut into several tokens?"),
    ChatMessage("assistant", b"No merge was learned for it as a whole."),
)
_LIST, _TEXT, _EMPTY = 0, 1, 2


class ChatPanel(QWidget):
    """A conversation: its messages, and the rendered text.

    Attributes:
        header: the panel's head, shown above the panel.
        list: the messages.
        choice: the tokenizer, and its template.
        pages: "messages" or "text". rendered_view: the whole text. prompt: ends it with the assistant's turn.

    Signals:
        text_chosen(object): bytes that are to be the text of the Tokens panel.
        toast_requested(str, object): what has been done, and a callable that undoes it, or None.
        kept_changed(): what `kept` returns has changed.

    """

    text_chosen = Signal(object)
    toast_requested = Signal(str, object)
    kept_changed = Signal()

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ask_lanes, self._reply = ask, Reply()
        self.setAccessibleName(self.tr("Chat"))
        self._limit: int | None = None  # None for what the file says, 0 for none
        self._outdated = True
        self._rendered: ChatRendered | None = None
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(self._ask)
        self.header = PanelHeader(self.tr("Chat"))
        self.choice = TemplateChoice(self.header)
        self.choice.changed.connect(self._changed)
        self.choice.chosen.connect(self.kept_changed)
        self.counts = ChatCounts()
        self.counts.limit.chosen.connect(self._set_limit)
        self._turns = Turns(ask, self)
        self._turns.changed.connect(self._show_warning)
        self._problem = ProblemStrip()
        self._problem.chatml_requested.connect(partial(self.choice.choose, "chatml"))
        self._warning = Label("", "small", "warn")
        self.message_list = MessageList()
        self.message_list.changed.connect(self._messages_changed)
        self.message_list.undoable.connect(self.toast_requested)
        self.rendered_view = RenderedView()
        self.rendered_view.setAccessibleName(self.tr("Text of the conversation"))
        self._fill()
        self.set_messages(SAMPLE)

    # --- how it is made

    def _fill(self) -> None:
        self.pages = Segmented(
            [("messages", self.tr("Messages")), ("text", self.tr("As text"))], self.tr("Pages of the panel")
        )
        self.pages.changed.connect(lambda _: self._show_page())
        self.copy_button = IconButton("copy", self.tr("Copy the whole text, including the template"))
        self.copy_button.clicked.connect(self._copy)
        self.use_button = Button(self.tr("Use as text"), "plain", compact=True)
        self.use_button.setToolTip(self.tr("Show this text in the Tokens panel"))
        self.use_button.clicked.connect(self._use)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.message_list)
        self._stack.addWidget(self.rendered_view)
        self._stack.addWidget(self._make_empty())
        self._warning.setWordWrap(True)
        self._warning.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        self._warning.hide()
        choice = QHBoxLayout()
        choice.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.SPACE_4, theme.SPACE_2)
        choice.addWidget(self.pages)
        choice.addStretch(1)
        choice.addWidget(self.copy_button)
        choice.addWidget(self.use_button)
        column = panel_column(self)
        column.addWidget(self.counts)
        column.addLayout(choice)
        column.addWidget(self._problem)
        column.addWidget(self._stack, 1)
        column.addWidget(self._warning)
        column.addWidget(Hairline())
        column.addLayout(self._make_foot())

    def _make_empty(self) -> QWidget:
        empty = EmptyState(
            "assistant",
            self.tr("No messages yet"),
            self.tr("Write a conversation and see the tokens that a model receives, including the template."),
        )
        empty.add_button(self.tr("Add a message")).clicked.connect(lambda: self.add_message(0))
        empty.add_button(self.tr("Use the sample")).clicked.connect(lambda: self.set_messages(SAMPLE))
        return empty

    def _make_foot(self) -> QVBoxLayout:
        self._fits = Label("", "small", "text2")
        self.usage = UsageBar()
        self.prompt = QCheckBox(self.tr("End with the start of the assistant's turn"))
        self.prompt.setToolTip(self.tr("Asks the model for an answer (add_generation_prompt)"))
        self.prompt.toggled.connect(lambda _: self._changed())
        self.prompt.toggled.connect(lambda _: self.kept_changed.emit())
        head = QHBoxLayout()
        head.addWidget(Label(self.tr("Where the tokens go"), "title"))
        head.addStretch(1)
        head.addWidget(self._fits)
        foot = QVBoxLayout()
        foot.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        foot.setSpacing(theme.SPACE_2)
        foot.addLayout(head)
        foot.addWidget(self.usage)
        foot.addWidget(self.prompt)
        return foot

    # --- the messages

    @property
    def cards(self) -> list[MessageCard]:
        """The messages, from above."""
        return self.message_list.cards

    def messages(self) -> tuple[ChatMessage, ...]:
        """Return the messages as they are now."""
        return self.message_list.messages()

    def set_messages(self, messages: tuple[ChatMessage, ...]) -> None:
        """Show other messages."""
        self.message_list.set_messages(messages)

    def add_message(self, number: int) -> None:
        """Add an empty message before the message `number`, and give it the keyboard."""
        self.pages.set_value("messages")
        self.message_list.add(number)

    def kept(self) -> Kept:
        """Return the conversation, and its choices."""
        return Kept(self.messages(), self.choice.kept, self._limit, self.prompt.isChecked())

    def restore(self, kept: Kept) -> None:
        """Show a conversation as it was left."""
        self._limit = kept.limit
        self.choice.restore(kept.template)
        self.prompt.setChecked(kept.prompt)
        self.set_messages(kept.messages)
        self._show_numbers()

    def _messages_changed(self) -> None:
        self._show_page()
        self._changed()
        self.kept_changed.emit()

    def _show_page(self) -> None:
        text = self.pages.value() == "text"
        self._stack.setCurrentIndex(_EMPTY if not self.cards else _TEXT if text else _LIST)
        self._show_text()

    def _show_text(self) -> None:
        """Bring the whole text up to date, if it is in front."""
        if self._rendered is not None and self.pages.value() == "text":
            self.rendered_view.show_rendered(self._rendered, self.choice.special_ids())

    # --- asking and answering

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._timer.isActive() or self._reply.is_waiting

    def _changed(self) -> None:
        self._outdated = True
        self._turns.forget()
        self._reply.abandon()
        if self.isVisible():
            self._timer.start()

    def showEvent(self, event: object) -> None:
        """Catch up with what changed while hidden."""
        if self._outdated:
            self._timer.start()

    def _ask(self) -> None:
        if self.choice.tokenizer is None or not self.isVisible():
            return
        self._outdated = False
        self._reply.abandon()
        self._reply = self._ask_lanes(self._chat())
        self._reply.answered.connect(self.show_rendered)
        self._reply.failed.connect(self._show_failed)

    def _chat(self) -> RenderChat:
        handle = 0 if self.choice.tokenizer is None else self.choice.tokenizer.handle
        return RenderChat(
            new_request_id(), handle, self.messages(), self.choice.template, self.prompt.isChecked()
        )

    def show_rendered(self, rendered: ChatRendered) -> None:
        """Show a conversation as tokens."""
        self._rendered = None if rendered.cause else rendered
        if self._rendered is not None and self.choice.tokenizer is not None:
            self._turns.look(self._chat())
        self._problem.show_problem(*words.problem(rendered), self.choice.template == "own")
        if self._rendered is None:
            self._show_nothing()
            return
        special = self.choice.special_ids()
        for number, card in enumerate(self.cards):
            card.view.set_look(special_ids=special)
            card.show_rendered(rendered, number, special)
        last = rendered.ends[-1] if rendered.ends else 0
        end = len(rendered.text) if rendered.n_prompt and last >= 0 else 0
        self.message_list.prompt_strip.show_chips(between(rendered, max(last, 0), end, special))
        self._show_text()
        self._show_numbers()

    def _show_failed(self, answer: Failed) -> None:
        """Go back to the window's tokenizer where the pinned one has been closed."""
        self._show_nothing()
        if answer.code == "tokenizer_closed" and self.choice.pin.isChecked():
            self.choice.pin.setChecked(False)

    def _show_nothing(self) -> None:
        for card in self.cards:
            card.forget_tokens()
        self.message_list.prompt_strip.show_chips(())
        self._rendered = None
        self._show_numbers()

    # --- numbers

    def limit(self) -> int | None:
        """Return how many tokens fit, None for any number."""
        if self._limit is not None:
            return self._limit or None
        return None if self.choice.tokenizer is None else self.choice.tokenizer.framing.context

    def _set_limit(self, limit: int | None) -> None:
        self._limit = limit
        self._show_numbers()
        self.kept_changed.emit()

    def _show_numbers(self) -> None:
        rendered = self._rendered
        n_tokens = None if rendered is None else len(rendered.ids)
        known = rendered is not None and all(count.content >= 0 for count in rendered.counts)
        in_messages = (
            sum(count.content for count in rendered.counts) if rendered is not None and known else None
        )
        n_template = None if n_tokens is None or in_messages is None else n_tokens - in_messages
        self.counts.show_counts(n_tokens, n_template)
        limit, of_file = (
            self.limit(),
            self.choice.tokenizer.framing.context if self.choice.tokenizer else None,
        )
        self.counts.limit.set_limit(limit, of_file)
        self.counts.limit.set_over(n_tokens, limit)
        self._show_warning()
        self.usage.show_shares(self._shares(n_template))
        n_prompt = 0 if rendered is None else rendered.n_prompt
        label = self.tr("End with the start of the assistant's turn")
        self.prompt.setText(f"{label} (+{wording.number(n_prompt)})" if n_prompt else label)
        self._fits.setText("")
        cut = None
        if limit is not None and n_tokens is not None and n_tokens > limit:
            fits = self.tr("{fits} of {all} fit")
            self._fits.setText(fits.format(fits=wording.number(limit), all=wording.number(n_tokens)))
            flag = self.tr("limit {n}").format(n=wording.number(limit))
            cut = (limit, f"\u00a0{flag}\u00a0".replace(" ", "\u00a0"))
        self.rendered_view.rows.set_cut(cut)
        self.message_list.set_cut(cut, self._rendered)
        for button in (self.copy_button, self.use_button):
            button.setEnabled(rendered is not None and bool(rendered.text))

    def _show_warning(self) -> None:
        said = [] if self._rendered is None else [*words.warnings(self._rendered), *self._turns.sentences()]
        self._warning.setText("\n".join(said))
        self._warning.setVisible(bool(said))

    def _shares(self, n_template: int | None) -> list[Share]:
        if self._rendered is None or n_template is None:
            return []
        shares: dict[str, int] = {}
        for card, count in zip(self.cards, self._rendered.counts, strict=True):
            shares[card.role] = shares.get(card.role, 0) + count.content
        return [*shares.items(), ("template", n_template)]

    def _copy(self) -> None:
        """Copy the text with its template; bytes stay bytes within the program."""
        if self._rendered is not None:
            QGuiApplication.clipboard().setMimeData(token_clipboard.mime_of(self._rendered.text))
            copied = wording.tokens(len(self._rendered.ids))
            self.toast_requested.emit(
                self.tr("Copied the conversation, {tokens}.").format(tokens=copied), None
            )

    def _use(self) -> None:
        if self._rendered is not None:
            self.text_chosen.emit(self._rendered.text)
