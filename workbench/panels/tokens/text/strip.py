"""The Tokens strip of the Train task: the beginning of the text, colored again as training goes on."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.panels.tokens.text.live_encoding import LiveEncoding
from workbench.panels.tokens.text.text_facts import character_start
from workbench.widgets import wording
from workbench.widgets.controls import IconButton
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.token_view.text import TokenTextView
from workbench.worker.messages.text import Encode, Encoded, EncodedPart
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.messages.training import TrainingSnapshot
from workbench.worker.replies import Ask, Reply

SHOWN = 4096  # bytes of the text
HEIGHT = 120  # with the header


class TokensStrip(QWidget):
    """The first 4 KB of the text with the tokens that are learned so far.

    Attributes:
        header: the strip's head, shown above the panel.
        view: the colored text, read-only.

    Signals:
        open_requested(): the user wants the text in the Tokens panel.

    """

    open_requested = Signal()

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Your text with the tokens learned so far"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._vocab_size = 0
        self._size = 0  # of the vocabulary that a replay shows, 0 for the whole
        self._from_bytes = True  # its merges are on top of the 256 bytes
        self._outdated = False
        self._running = False
        self._current: TokenizerInfo | None = None  # in use in the window, whatever is shown here
        self.view = TokenTextView()
        self.view.setAccessibleName(self.tr("Your text with the tokens learned so far"))
        self.view.editor.locked = True
        for part in (self.view, self.view.viewport()):
            part.setAcceptDrops(False)  # what is dropped here is the window's
        self.header = PanelHeader(self.tr("Tokens"))
        self.open_button = IconButton("expand", self.tr("Show in the Tokens panel"))
        self.open_button.clicked.connect(self.open_requested)
        self.header.add_right(self.open_button)
        panel_column(self).addWidget(self.view, 1)
        view = self.view
        # The tokenizer of a snapshot goes with the next snapshot: an encoding by it may fail, and the old
        # colors stay.
        self._encoding = LiveEncoding("strip", view.document, view.spans, lambda: (0, SHOWN), ask, self)
        self._encoding.requested.connect(self._ask_sized)
        self._encoding.part_taken.connect(self._take_part)
        self._encoding.finished.connect(self._encoded)

    def sizeHint(self) -> QSize:
        """Return the height of two lines of text below the header."""
        return QSize(600, HEIGHT - self.header.sizeHint().height())

    @Slot(object)
    def set_text(self, data: bytes) -> None:
        """Show the beginning of another text."""
        beginning = data[: character_start(data, min(SHOWN, len(data)))]
        if beginning != self.view.content():
            self.view.set_bytes(beginning)
            self._encode()

    @Slot(object)
    def follow_run(self, reply: Reply) -> None:
        """Color by the tokens that a run has learned so far, whenever it shows some."""
        reply.progressed.connect(self._take_progress)

    @Slot(object)
    def _take_progress(self, message: object) -> None:
        if isinstance(message, TrainingSnapshot):
            self._show(message.tokenizer)

    @Slot(bool)
    def set_running(self, running: bool) -> None:
        """Follow the run while one is on, whatever tokenizer comes into use; then that one again."""
        self._running = running
        if running:
            self.clear()
        elif self._current is not None:
            self._show(self._current)

    @Slot(object)
    def set_tokenizer(self, tokenizer: TokenizerInfo) -> None:
        """Color by the tokenizer in use, unless a run goes on; the old colors stay until the new come."""
        self._current = tokenizer
        if not self._running:
            self._show(tokenizer)

    @Slot(int, int)
    def show_size(self, handle: int, size: int) -> None:
        """Color by the first tokens of the tokenizer in use, as a replay of its training goes; 0 for all."""
        if not self._running and self._current is not None and handle == self._current.handle:
            self._size = size
            self._encode()

    def _ask_sized(self, request: Encode) -> None:
        self._encoding.ask(replace(request, size=self._size) if self._size else request)

    def _show(self, tokenizer: TokenizerInfo) -> None:
        self._size = 0
        self._encoding.handle = tokenizer.handle
        self._vocab_size = tokenizer.vocab_size
        self._from_bytes = tokenizer.byte_level and tokenizer.vocab_size >= 256
        self._encode()

    def clear(self) -> None:
        """Show the text without tokens, as before a run."""
        self._encoding.handle = None
        self._encoding.cancel()
        self.view.tokens.clear()
        self.header.set_facts("")

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        if self._outdated:
            self._encode()

    def _encode(self) -> None:
        self._outdated = not self.isVisible()
        if not self._outdated:
            self._encoding.send()

    def _take_part(self, part: EncodedPart) -> None:
        self.view.tokens.take(part.start, part.end, part.ids, part.spans, part.provisional)

    def _encoded(self, encoded: Encoded) -> None:
        tokens = wording.tokens(encoded.n_tokens)
        if not self._from_bytes:
            self.header.set_facts(self.tr("your text: {tokens}").format(tokens=tokens))
            return
        facts = self.tr("your text with the first {size}: {tokens}, was {before} at 256")
        size = wording.tokens(self._size or self._vocab_size)
        self.header.set_facts(facts.format(size=size, tokens=tokens, before=wording.number(encoded.n_bytes)))
