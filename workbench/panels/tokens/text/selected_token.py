"""The token that is selected in the text: tells of it, counts it, asks why it is there.

What the user selected stays the place of the selection, whatever tokens come to be there: another
tokenizer may cut it otherwise, or leave its bytes out, and the one after it has it again. Once an edit has
touched it, the token at the caret is selected instead, until the user selects another.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.panels.tokens.text.excerpts import excerpt
from workbench.panels.tokens.text.live_encoding import LiveEncoding
from workbench.panels.tokens.text.occurrences import Counting, Occurrences
from workbench.widgets.token_view.layout.spans import Token, shifted_token
from workbench.widgets.token_view.text import TokenTextView
from workbench.worker.messages.explaining import Explain
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import TokenizerInfo

FRAME_MILLISECONDS = 16  # until the text by another tokenizer is painted, some turns of the event loop later
TELL_MILLISECONDS = 80  # of quiet before the selected token is sent again while the user types


class Chosen(QObject):
    """Follows the selected token of one view.

    Attributes:
        waits: whether the place of the selection is to be selected again once the text is encoded.
        tokenizer: in use, None before one is open.

    Signals:
        token_selected(object): Occurrence, or None; again when its count is known or has changed.
        explain_requested(object): Explain, of the word that the selected token is in.

    """

    token_selected = Signal(object)
    explain_requested = Signal(object)

    def __init__(
        self, view: TokenTextView, encoding: LiveEncoding, occurrences: Occurrences, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.waits = False
        self._place: Token | None = None  # as it was selected; only where it lies counts
        self._reveals = self._at_caret = False
        self.tokenizer: TokenizerInfo | None = None
        self._view, self._encoding, self._occurrences = view, encoding, occurrences
        self._counting = Counting(view.spans, self.token_selected.emit, self)
        self._notified_revision = self._revision = view.document.revision
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self._tell_in_time)
        self._paint_first = False
        view.token_chosen.connect(self._choose)
        view.token_selected.connect(self._follow_token)
        view.text_changed.connect(self._follow_text)

    def tell(self) -> None:
        """Tell of the token that is selected now; after a pause where the text has just changed."""
        if self._notified_revision == self._view.document.revision:
            self._tell()
        else:
            self.timer.start(TELL_MILLISECONDS)

    def keep(self) -> None:
        """Select the same place again once another tokenizer has encoded the text."""
        self._place = self._place or self._view.selected.token
        self.waits = self._place is not None

    def forget(self) -> None:
        """Leave the place: it is another text."""
        self.waits, self._place, self._at_caret = False, None, False

    def give_up(self) -> None:
        """Tell of what is selected now: the encoding has not come to its end."""
        self.waits = False
        self.tell()

    def fulfill(self) -> None:
        """Select the place that waits, now that the text is encoded."""
        if self.waits and self._place is not None:
            self._view.selected.select_again(self._place.start, self._place.end)
            if self._reveals and self._view.selected.token is not None:
                self._view.scrolling.reveal(self._view.selected.token.start)
        self.waits = self._reveals = False
        self._paint_first = self._notified_revision == self._view.document.revision
        self.timer.start(0 if self._paint_first else TELL_MILLISECONDS)

    def take_part(self) -> None:
        """Select the place that waits as soon as its own tokens have come: a large text goes on for long."""
        place = self._place
        if self.waits and place is not None and self._encoding.covers(place.start, place.end):
            self.fulfill()

    def select_at(self, position: int, reveal: bool = True) -> None:
        """Select the token that holds a byte, now or once the text is encoded; bring it into sight."""
        if self._encoding.encoded is None:
            self._place = Token(-1, -1, position, position + 1, provisional=False)
            self.waits, self._reveals = True, reveal
        else:
            self._view.selected.select_at(position)

    def show(self, token_id: int) -> None:
        """Select the first place of a token from the selected one on, or tell that it has none."""
        selected = self._view.selected.token
        token = self._view.spans.next_same(-1 if selected is None else selected.index, token_id)
        if token is not None:
            self._view.selected.select(token.index)
            return
        self._view.selected.select(None)
        self._counting.stop()
        self.token_selected.emit(self._occurrences.of_id(token_id, count=0))

    def _tell_in_time(self) -> None:
        """Tell, a frame later where the text is about to be painted: both in one turn took 60 ms."""
        if self._paint_first:
            self._paint_first = False
            self.timer.start(FRAME_MILLISECONDS)
        else:
            self._tell()

    def _choose(self, token: Token | None) -> None:
        """Take what the user selects, also while another tokenizer still encodes the text."""
        self._place, self._reveals, self._at_caret = token, False, False
        self.waits = self.waits and token is not None and not self._encoding.covers(token.start, token.end)

    def _follow_token(self, token: Token | None) -> None:
        """Tell of the token that is selected now; what an edit took away is no place any more."""
        if token is None and not self.waits and self._encoding.encoded is None:
            self._place = None
        self.tell()

    def _follow_text(self) -> None:
        """Let the place follow an edit; the caret takes over from one that was touched."""
        changes = self._view.document.changes_since(self._revision)
        self._revision = self._view.document.revision
        if changes is None:
            self.forget()
            return
        before = self._place
        for change in changes:
            self._place = shifted_token(self._place, change)
        self._at_caret |= before is not None and self._place is None
        if self._at_caret:
            end = max(self._view.editor.position, 1)
            self._place = Token(-1, -1, end - 1, end, provisional=False)
            self.waits = True

    def _tell(self) -> None:
        self.timer.stop()
        if self.waits:
            return  # it is selected again as soon as the text is encoded
        self._notified_revision = self._view.document.revision
        token = self._view.selected.token
        if token is not None:
            self._counting.start(self._occurrences.of_token(token))
            self._explain(token.start)
            return
        self._counting.stop()
        self.token_selected.emit(None)

    def _explain(self, position: int) -> None:
        """Ask why the word at a byte has its tokens."""
        own, handle = self._encoding.choices, self._encoding.handle
        if handle is not None and self.tokenizer is not None and self.tokenizer.trace:
            text, offset = excerpt(self._view.document, position)
            request = Explain(
                new_request_id(), handle, text, position, before=own.before, after=own.after, rule=own.rule,
                offset=offset, n_bytes=len(self._view.document),
            )  # fmt: skip
            self.explain_requested.emit(request)
