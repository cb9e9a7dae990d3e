"""What the bar of counts says: how many tokens the text has, how far they have come, whether all fits."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer

from workbench.panels.tokens.text.choices import ChoiceControls
from workbench.panels.tokens.text.counts import CountsBar
from workbench.panels.tokens.text.framing import FramingTokens
from workbench.panels.tokens.text.live_encoding import SMALL, LiveEncoding
from workbench.panels.tokens.text.occurrences import Occurrences
from workbench.widgets.token_view.text import TokenTextView

TELL_SECONDS = 0.1  # between two counts of an encoding that goes on
SLOW_SECONDS = 0.12  # an encoding that takes longer says how far it is
_NUMBERS_MILLISECONDS = 100  # after which the counts do not wait for an encoding any more


class Numbers(QObject):
    """Keeps the counts to the text of one view and its encoding.

    Attributes:
        around: which ids around the text are counted.

    """

    def __init__(
        self,
        view: TokenTextView,
        encoding: LiveEncoding,
        occurrences: Occurrences,
        choices: ChoiceControls,
        counts: CountsBar,
    ) -> None:
        super().__init__(counts)
        self.framing = FramingTokens()
        self._view, self._encoding, self._occurrences = view, encoding, occurrences
        self._choices, self._counts = choices, counts
        self._shown_at = 0.0  # when the counts of an encoding that goes on were shown last
        self._stopped = False  # the encoding was canceled, and has not been taken up since
        self._timer = QTimer(self, singleShot=True, interval=_NUMBERS_MILLISECONDS)
        self._timer.timeout.connect(self.show)
        encoding.requested.connect(self._go_on)
        self.show()

    def show(self) -> None:
        """Show the counts: of the last whole encoding until the present one has ended, or is a slow one."""
        self._timer.stop()
        encoding, n_bytes = self._encoding, len(self._view.document)
        encoded = encoding.encoded
        facts = self._occurrences.facts
        n_characters = encoded.n_characters if encoded else facts.n_characters if facts else None
        if encoded is not None and encoded.refused:
            self._counts.set_refused()
            self._counts.set_share(None)
        elif encoded is not None:
            self.show_tokens(encoded.n_tokens)
            self._counts.set_share(None)
        elif encoding.is_guess:
            self._counts.set_guess(encoding.n_guessed, n_bytes)
            self._counts.set_share(None)
        elif self._stopped or (encoding.n_done and encoding.seconds > SLOW_SECONDS and n_bytes > SMALL):
            self._counts.set_tokens(encoding.n_tokens, encoding.n_done, so_far=True)
            self._counts.set_share(encoding.share, self._stopped)
        if n_characters is not None or n_bytes > SMALL:
            self._counts.set_size(n_bytes, n_characters)

    def show_tokens(self, n_tokens: int) -> None:
        """Show how many tokens the whole text has."""
        n_bytes = len(self._view.document)
        self._counts.set_tokens(n_tokens, n_bytes, so_far=False, framing=self.framing.named)

    def follow_text(self) -> None:
        """Show the counts of another text, at once where no encoding is waited for."""
        if self._encoding.running:
            self._timer.start()
        else:
            self.show()

    def take_part(self, provisional: bool) -> None:
        """Show the counts that some tokens bring, now and then while a slow encoding goes on."""
        now = time.perf_counter()
        due = self._encoding.seconds > SLOW_SECONDS and now - self._shown_at > TELL_SECONDS
        if due:
            self._shown_at = now
            self._view.bar.show_missing(self._encoding.missing())
        if due or provisional:
            self.show()

    def stop(self) -> None:
        """Say that the encoding was stopped, and how far it came."""
        self._stopped = True
        self.show()

    def _go_on(self) -> None:
        """Say no longer that the encoding was stopped."""
        if self._stopped:
            self._stopped = False
            self._counts.set_share(None)

    def wait(self) -> None:
        """Leave out what was counted of another text, or by another tokenizer."""
        self._counts.limit.set_over(None, None)
        if not self._encoding.n_done and not self._encoding.is_guess:
            self._counts.set_awaited()

    def set_limit(self) -> None:
        """Offer the limit of the tokenizer, or the chosen one."""
        tokenizer = self._choices.tokenizer
        if tokenizer is not None:
            self._counts.limit.set_limit(self._choices.limit, tokenizer.framing.context)

    def show_limit(self) -> None:
        """Say how much of the text does not fit, and where it is cut."""
        limit, encoded = self._choices.limit, self._encoding.encoded
        if encoded is not None:
            self._counts.limit.set_over(encoded.n_tokens, None if encoded.refused else limit)
            self._view.rows.set_cut(self.framing.cut(encoded.n_tokens, limit))
