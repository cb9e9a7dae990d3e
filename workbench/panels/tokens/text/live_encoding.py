"""Keeps the tokens of a text up to date: asks for an encoding after each change, instead of the last.

After an edit only what it put in doubt is requested, with the little around it that the worker adds; so
is what is still missing when the user looks elsewhere while a large text is being encoded.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.panels.tokens.text.choices import PLAIN
from workbench.widgets.token_view.document.document import Change, Document
from workbench.widgets.token_view.layout.spans import SpanStore
from workbench.worker.messages.requests import Failed, JobCancelled, JobProgress, new_request_id
from workbench.worker.messages.text import Encode, Encoded, EncodedPart
from workbench.worker.replies import Ask, Reply

SMALL = 64 * 1024  # bytes up to which all is done at once
LARGE = 256 * 1024  # bytes of a text that is joined by the worker after an edit: 1 MB takes up to 4 ms
HEAVY = 1 << 20  # bytes of an edit from which on it fills a turn of the event loop by itself
SOON_MILLISECONDS = 8  # between two requests: half a frame
LOOK_MILLISECONDS = 30  # of rest after scrolling, before what is seen then goes first
GUESSED_MILLISECONDS = 400  # the same where nothing that came would be kept, for want of borders
TURN_TOKENS = 1 << 15  # taken over between two events: a message or two, some 6 ms
_A_MESSAGE = 1 << 13  # tokens that could be taken over in the time that a message takes besides
_MOST_STRETCHES = 64  # of more the nearest become one

Stretch = tuple[int, int]  # (start, end) in bytes


class Stale:
    """The stretches of a text that have no true tokens, in order; one may be empty, where bytes have gone.

    Outside them the tokens are those of the text as it is now, though only a border of the splitter tells
    where they may be trusted: the worker widens every stretch to such borders (`worker/jobs/encoding.py`).

    Attributes:
        stretches: (start, end) of each, in bytes of the text.

    """

    def __init__(self) -> None:
        self.stretches: list[Stretch] = []

    def reset(self, n_bytes: int) -> None:
        """Know no token of a text."""
        self.stretches = [(0, n_bytes)]

    def follow(self, change: Change, start: int, end: int) -> None:
        """Follow an edit which left the tokens of the bytes [start, end) in doubt."""
        moved = [
            (_moved(first, change, 0), _moved(last, change, change.inserted))
            for first, last in self.stretches
        ]
        start, end = min(start, change.start), max(end, change.start + change.inserted)
        self.stretches = _joined(sorted([*moved, (start, end)]))

    def leave_out(self, start: int, end: int) -> None:
        """Leave out the bytes [start, end), and empty stretches in them or at their ends."""
        left: list[Stretch] = []
        for one, other in self.stretches:
            if one < start:
                left.append((one, min(other, start)))
            if other > end:
                left.append((max(one, end), other))
        self.stretches = left

    @property
    def n_bytes(self) -> int:
        """How many bytes are in them."""
        return sum(end - start for start, end in self.stretches)

    def touches(self, start: int, end: int) -> bool:
        """Return whether any byte of [start, end) is in one of them."""
        return any(first < end and start < last for first, last in self.stretches)


def _moved(position: int, change: Change, within: int) -> int:
    """Return where an end of a stretch is after an edit; in what went, `within` bytes after its start."""
    if position <= change.start:
        return position
    if position >= change.start + change.removed:
        return position + change.delta
    return change.start + within


def _joined(stretches: list[Stretch]) -> list[Stretch]:
    joined = stretches[:1]
    for start, end in stretches[1:]:
        if start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    while len(joined) > _MOST_STRETCHES:
        at = min(range(len(joined) - 1), key=lambda number: joined[number + 1][0] - joined[number][1])
        joined[at : at + 2] = [(joined[at][0], joined[at + 1][1])]
    return joined


class LiveEncoding(QObject):
    """The present encoding of one text by one tokenizer.

    Attributes:
        handle: the tokenizer, None before one is open.
        is_guess: whether all tokens that have come of the present encoding are provisional.
        choices: what goes around the text, the rule, the special tokens, as in `Encode`.
        encoded: the last message of the present encoding, with the tokens of the whole text; None until
            it has come.

    Signals:
        requested(object): Encode, to be given to `ask`, as it is or for a part of the vocabulary.
        given_up(): what was requested last is not wanted any more.
        failed(object): Failed, or JobCancelled; the present encoding has not come to its end.
        part_taken(object): EncodedPart of the present text, to be put into `spans` at once.
        finished(object): Encoded of the present text.

    """

    requested = Signal(object)
    given_up = Signal()
    failed = Signal(object)
    part_taken = Signal(object)
    finished = Signal(object)

    def __init__(
        self,
        view: str,
        document: Document,
        spans: SpanStore,
        focus: Callable[[], tuple[int, int]],
        ask: Ask,
        parent: QObject | None = None,
    ) -> None:
        """Encode a document for the view called `view`.

        `spans` holds its tokens and follows its edits, `focus` returns the bytes that are seen.
        """
        super().__init__(parent)
        self.handle: int | None = None
        self.is_guess = False
        self.choices = PLAIN
        self.encoded: Encoded | None = None
        self._view, self._document, self._spans, self._focus = view, document, spans, focus
        self._ask, self._reply = ask, Reply()
        self._requested = False  # and not ended: asked of the lane, or about to be
        self._revision = document.revision
        self._stale = Stale()
        self._stale.reset(len(document))
        self._bare = Stale()  # what of it has not even been guessed at
        self._bare.reset(len(document))
        self._guessed = False
        self._replaced = 0
        self._sent_at = 0.0
        self._taken_over = 0
        self._inbox: deque[EncodedPart | Encoded] = deque()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._send_stale)
        self._turn = QTimer(self, interval=0)
        self._turn.timeout.connect(self._next_turn)

    @property
    def running(self) -> bool:
        """Whether an encoding is requested, or about to be, and has not ended."""
        return self._requested or self._timer.isActive()

    @property
    def n_done(self) -> int:
        """How many bytes of the text have their tokens."""
        return len(self._document) - self._stale.n_bytes

    @property
    def n_tokens(self) -> int:
        """How many tokens those bytes have."""
        return self._n_outside(self._stale)

    @property
    def n_guessed(self) -> int:
        """How many tokens the text may have, by those that have come, provisional ones too."""
        n_bytes = len(self._document)
        return round(self._n_outside(self._bare) * n_bytes / max(n_bytes - self._bare.n_bytes, 1))

    def _n_outside(self, doubtful: Stale) -> int:
        places = [self._spans.between(*stretch) for stretch in doubtful.stretches]
        return len(self._spans) - sum(last - first for first, last in places)

    @property
    def share(self) -> float:
        """How much of the text has tokens, from 0 to 1."""
        return self.n_done / len(self._document) if len(self._document) else 1.0

    @property
    def seconds(self) -> float:
        """How long ago the present encoding was requested."""
        return time.perf_counter() - self._sent_at

    def covers(self, start: int, end: int) -> bool:
        """Return whether the present encoding has brought the tokens of the bytes [start, end)."""
        return self.encoded is not None or not self._stale.touches(start, end)

    def missing(self) -> tuple[tuple[int, int], ...]:
        """Return the (start, end) of the stretches without tokens of the present encoding."""
        return tuple(self._stale.stretches)

    # --- asking

    def text_changed(self, n_bytes: int) -> None:
        """Encode the text, now of `n_bytes` bytes, as far as its edits require, now or in half a frame."""
        self.cancel()
        n_edited = self._follow(n_bytes)
        if n_edited >= HEAVY:
            self._timer.start(0)  # to ask, what is seen is laid out: another 4 ms, and as much of waiting
        elif n_bytes < SMALL or self.seconds * 1000 >= SOON_MILLISECONDS:
            self._send_stale()
        else:
            self._timer.start(SOON_MILLISECONDS)

    def _follow(self, n_bytes: int) -> int:
        """Let what is in doubt follow the edits; return the bytes that these took out and brought."""
        changes = self._document.changes_since(self._revision)
        self._revision = self._document.revision
        if changes is None:
            self._reset(n_bytes)
        for change in changes or ():
            edited = self._spans.enclosing(change.start, change.start + change.inserted, n_bytes)
            self._stale.follow(change, *edited)
            self._bare.follow(change, *edited)
        return sum(change.removed + change.inserted for change in changes or ())

    def look_at(self, start: int, end: int) -> None:
        """Encode the bytes [start, end) first, as after scrolling there, if no tokens of them have come."""
        if self._requested and self._bare.touches(start, end):
            self._timer.start(GUESSED_MILLISECONDS if self._guessed else LOOK_MILLISECONDS)

    def send(self) -> None:
        """Ask for the encoding of the whole text as it is now."""
        self._revision = self._document.revision
        self._reset(len(self._document))
        self._replaced = 0
        self._send_stale()

    def _reset(self, n_bytes: int) -> None:
        """Know no token of the text."""
        self._stale.reset(n_bytes)
        self._bare.reset(n_bytes)

    def _send_stale(self) -> None:
        """Ask for the tokens that are missing."""
        self.cancel()
        if self.handle is None:
            return
        large = len(self._document) > LARGE
        text = self._document.parts() if large else self._document.whole()
        self._requested = True
        self._sent_at = time.perf_counter()
        own = self.choices
        request = Encode(
            new_request_id(), self.handle, text, self._view, self._focus(),
            specials=own.specials, before=own.before, after=own.after, rule=own.rule,
            stale=tuple(self._stale.stretches), bare=tuple(self._bare.stretches),
            n_characters=self._document.n_characters, replaced=self._replaced,
        )  # fmt: skip
        self.requested.emit(request)

    def ask(self, request: Encode) -> None:
        """Ask the lane for the present encoding."""
        self.follow(self._ask(request))

    def follow(self, reply: Reply) -> None:
        """Take the present encoding from a reply."""
        self._reply = reply
        reply.progressed.connect(self.take)
        reply.answered.connect(self.take)
        for end in (reply.failed, reply.cancelled):
            end.connect(self.take_failure)

    def cancel(self) -> None:
        """Ask for no more of the present encoding; what has come stays."""
        requested = self._requested
        self._forget()
        self._reply.abandon()
        if requested:
            self.given_up.emit()

    def _forget(self) -> None:
        """Let nothing count that has come and is not taken over: it speaks of another text."""
        self._timer.stop()
        self._inbox.clear()
        self._requested = False
        self._guessed = self.is_guess = False
        if self.encoded is not None and self.encoded.text is not None:
            # Giving 50 MB back takes 4 ms: a turn of the event loop of their own.
            QTimer.singleShot(0, partial(bool, self.encoded))
        self.encoded = None

    # --- answers

    def take_failure(self, answer: Failed | JobCancelled) -> None:
        """Give up the present encoding, which has failed or was canceled."""
        self._forget()
        self.failed.emit(answer)

    def take(self, answer: EncodedPart | Encoded | JobProgress) -> None:
        """Take an answer over now, or in turn where others have taken their time already.

        A worker may send faster than answers are taken over, and Qt would hand out all of them before it
        lets any timer or paint come to its turn.
        """
        if not isinstance(answer, JobProgress):  # that is the window's
            self._inbox.append(answer)
            self._work()

    def _next_turn(self) -> None:
        self._taken_over = 0
        if self._inbox:
            self._work()
        else:
            self._turn.stop()

    def _work(self) -> None:
        small = len(self._document) < SMALL
        while self._inbox and (small or self._taken_over < TURN_TOKENS):
            answer = self._inbox.popleft()
            if isinstance(answer, EncodedPart):
                self._taken_over += _A_MESSAGE + len(answer.ids)
                self._add(answer)
            else:
                self._end(answer)
        if not self._turn.isActive():
            self._turn.start()

    def _add(self, part: EncodedPart) -> None:
        self.is_guess = part.provisional
        self._guessed = self._guessed or part.provisional
        self._stale.stretches = list(part.left)
        self._bare.leave_out(part.start, part.end)
        self._replaced += part.replaced
        self.part_taken.emit(part)

    def _end(self, encoded: Encoded) -> None:
        self._requested = False
        self._replaced = encoded.replaced
        if encoded.refused:
            self._reset(len(self._document))
        else:
            self._stale.stretches = []
            self._bare.stretches = []
            encoded = replace(encoded, n_tokens=len(self._spans))
        self._document.n_characters = encoded.n_characters
        if encoded.text is not None:
            self._document.adopt(self._revision, encoded.text)
        self.encoded = encoded
        self.finished.emit(encoded)
