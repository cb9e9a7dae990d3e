"""Finds in the text of a view, marks hits, goes from hit to hit, and replaces."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from workbench.display.prose import capitalized
from workbench.panels.tokens.finding.find_bar import FindBar, Query
from workbench.widgets import wording
from workbench.widgets.slices import Slices, Steps
from workbench.widgets.token_view.layout.hits import NO_HITS, Hits
from workbench.widgets.token_view.layout.spans import SpanStore
from workbench.widgets.token_view.text import TokenTextView
from workbench.worker.messages.finding import MOST_HITS, FindText, HitsFound, Replaced, ReplaceText
from workbench.worker.messages.requests import Failed, JobProgress, new_request_id
from workbench.worker.replies import Ask, Reply

_QUIET_MILLISECONDS = 60  # after a key in the field; and before a changed text is searched again
_SLOW_MILLISECONDS = 300  # a search without an answer so long takes the hits of the one before away
_LOOKED = 65_536  # tokens looked through between two looks at the clock
_JOINED = 4 << 20  # bytes of a text; the parts of a longer one are joined by the job that searches it
_HIGHEST_ID = 2**32 - 1  # of those that a text keeps
_LONGEST_SELECTION = 200  # bytes of a selection that is taken over as what to find

Ints = NDArray[np.int64]


class Finding(QObject):
    """Finds in one view.

    Attributes:
        bar: where it is requested.

    Signals:
        replaced(int): so many hits have been replaced, as one step of undo.

    """

    replaced = Signal(int)

    def __init__(self, view: TokenTextView, bar: FindBar, ask: Ask) -> None:
        super().__init__(bar)
        self._ask_lanes, self._searching, self._replacing = ask, Reply(), Reply()
        self.bar, self._view = bar, view
        self._origin = 0  # byte from which the first hit is looked for
        self._n_hits = 0
        self._fresh = False
        self._shows = False  # the first hit is still to be shown
        self._ids: Slices[Hits] = Slices(self)
        self._timer = QTimer(self, singleShot=True, interval=_QUIET_MILLISECONDS)
        self._timer.timeout.connect(self.search)
        self._slow = QTimer(self, singleShot=True, interval=_SLOW_MILLISECONDS)
        self._slow.timeout.connect(self._say_slow)
        bar.query_changed.connect(self._query_changed)
        bar.step_requested.connect(self.step)
        bar.replace_requested.connect(self.replace)
        bar.closed.connect(self.close)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), view, self.close)
        self._escape.setContext(Qt.ShortcutContext.WidgetShortcut)
        self._escape.setEnabled(False)
        view.text_changed.connect(self._text_changed)

    @property
    def active(self) -> bool:
        """Whether the bar is open."""
        return not self.bar.isHidden()

    def open(self, replace: bool = False) -> None:
        """Open the bar, with what is selected where that is short."""
        view = self._view
        start, end = view.editor.selection
        chosen = view.document.read(start, min(end, start + _LONGEST_SELECTION + 1))
        first, last = view.places.visible_range()
        self._origin = start if first <= start <= last else first
        fits = len(chosen) <= _LONGEST_SELECTION and b"\n" not in chosen and self.bar.kind.value() == "text"
        self.bar.set_can_replace(not view.editor.read_only)
        self.bar.open(_as_text(chosen) if fits else "", replace)
        self._escape.setEnabled(True)
        self._query_changed()

    def close(self) -> None:
        """Close the bar; the present hit is selected."""
        span = self._view.look.hits.span()
        self._stop()
        self._view.set_look(hits=NO_HITS)
        self.bar.hide()
        self._escape.setEnabled(False)
        if span is not None:
            self._view.editor.select(*span)
        self._view.setFocus()

    # --- searching

    def _query_changed(self) -> None:
        if self.active:
            span = self._view.look.hits.span()
            self._origin = span[0] if span else self._origin
            self._shows = True
            self._timer.start()

    def _text_changed(self) -> None:
        if self.active:
            self._stop()
            self._timer.start()

    def tokens_changed(self) -> None:
        """Look for ids again, as after every whole encoding."""
        if self.active and self.bar.kind.value() == "id":
            self.search()

    def _stop(self) -> None:
        self._timer.stop()
        self._slow.stop()
        self._ids.stop()
        self._searching.abandon()
        self._replacing.abandon()

    def search(self) -> None:
        """Look for what the bar asks for, from the beginning."""
        self._stop()
        query = self.bar.query()
        if query is None or query.empty:
            self._take(NO_HITS, 0)
            self.bar.set_count("")
            if query is None:
                self.bar.set_problem(self._unreadable())
        elif query.kind == "id":
            self._ids.run(
                ids_in_slices(self._view.spans, query.ids), lambda hits: self._take(hits, len(hits))
            )
        else:
            self._ask(query)

    def _unreadable(self) -> str:
        if self.bar.kind.value() == "id":
            return self.tr("Ids are whole numbers, such as 464 or 464, 1")
        return self.tr("Write bytes in hex, such as E6 97, or as escapes, such as \\xE6 and \\n")

    def _ask(self, query: Query) -> None:
        self._n_hits, self._fresh = 0, True
        self._slow.start()
        reply = self._searching = self._ask_lanes(self._request(query), shows_failure=True)
        reply.progressed.connect(self.show_found)
        reply.answered.connect(self.show_found)
        reply.failed.connect(self._search_failed)
        reply.cancelled.connect(self._say)

    def _say_slow(self) -> None:
        """Show nothing of another search while this one goes on."""
        if self._searching.is_waiting and self._fresh:
            self._view.set_look(hits=NO_HITS)
            self.bar.set_found(False)
            self.bar.set_count(self.tr("Searching…"))

    def _request(self, query: Query) -> FindText:
        document = self._view.document
        text = document.whole() if len(document) <= _JOINED else document.parts()
        return FindText(new_request_id(), text, query.kind, query.needle, query.any_case, query.words)

    def show_found(self, answer: HitsFound | JobProgress) -> None:
        """Take hits."""
        if isinstance(answer, JobProgress):  # that is the window's
            return
        before = NO_HITS if self._fresh else self._view.look.hits
        self._fresh = False
        if len(answer.starts):
            starts = np.concatenate((before.starts, answer.starts))
            before = Hits(starts, np.concatenate((before.ends, answer.ends)), before.current)
        self._take(before, answer.n_hits)

    def _search_failed(self, failed: Failed) -> None:
        self._view.set_look(hits=NO_HITS)
        self.bar.set_found(False)
        self._say_failed(failed)

    def _say_failed(self, failed: Failed) -> None:
        """Say what is wrong with what is requested."""
        self.bar.set_problem(capitalized(wording.filled(failed.cause, failed.facts)))

    def _take(self, hits: Hits, n_hits: int) -> None:
        self._n_hits = n_hits
        if hits.current < 0 and len(hits) and self._can_choose(hits):
            hits = hits.at(hits.nearest(self._origin, 1))
        self._view.set_look(hits=hits)
        self.bar.set_found(bool(len(hits)))
        if hits.current >= 0 and self._shows:
            self._shows = False
            self._view.scrolling.reveal(int(hits.starts[hits.current]))
        self._say()

    def _can_choose(self, hits: Hits) -> bool:
        """Return whether the first hit from the caret on is known."""
        return not self._searching.is_waiting or bool(hits.starts[-1] >= self._origin)

    def _say(self) -> None:
        hits = self._view.look.hits
        running = self._searching.is_waiting
        if running and hits.current < 0:
            self.bar.set_count(self.tr("{n} so far").format(n=wording.number(self._n_hits)))
        elif not self._n_hits:
            self.bar.set_count(self.tr("Not found"))
        elif hits.current < 0:
            self.bar.set_count(wording.number(self._n_hits))
        else:
            words = self.tr("{n} of {all} so far") if running else self.tr("{n} of {all}")
            place, number = wording.number(hits.current + 1), wording.number(self._n_hits)
            self.bar.set_count(words.format(n=place, all=number), self._tip())

    def _tip(self) -> str:
        """Return what is to be said where more was found than is kept."""
        if self._n_hits <= MOST_HITS:
            return ""
        hits, kept = wording.number(self._n_hits), wording.number(MOST_HITS)
        return self.tr("{all} matches; the first {most} are shown").format(all=hits, most=kept)

    # --- walking and replacing

    def step(self, step: int) -> None:
        """Go to the next (1) or previous (-1) hit, going round at the ends."""
        hits = self._view.look.hits
        if not len(hits):
            return
        if hits.current < 0:
            number = hits.nearest(self._view.editor.position, step)
        else:
            number = (hits.current + step) % len(hits)
        self._show(hits.at(number))

    def _show(self, hits: Hits) -> None:
        self._view.set_look(hits=hits)
        start = int(hits.starts[hits.current])
        self._origin = start
        self._view.editor.place(start)
        self._view.scrolling.reveal(start)
        self._say()

    def replace(self, every: bool) -> None:
        """Replace all hits, or the present one and go to the next."""
        query, span = self.bar.query(), self._view.look.hits.span()
        if query is None or query.empty or query.kind == "id" or self._view.editor.read_only:
            return
        if not every and span is None:
            self.step(1)
            return
        request = ReplaceText(
            new_request_id(), self._request(query), self.bar.template(), None if every else span
        )
        self._replacing.abandon()
        reply = self._replacing = self._ask_lanes(request, shows_failure=True)
        reply.tell(self, answered=partial(self._show_replaced, self._view.document.revision))
        reply.failed.connect(self._say_failed)
        reply.cancelled.connect(self._say)

    def _show_replaced(self, revision: int, answer: Replaced) -> None:
        """Put what was worked out into the text, as one step of undo."""
        if answer.n_hits and revision == self._view.document.revision:
            self._view.editor.replace(answer.start, answer.end, answer.data)
            self._origin = self._view.editor.position
            self._shows = True
            self.replaced.emit(answer.n_hits)


def ids_in_slices(spans: SpanStore, ids: tuple[int, ...]) -> Steps[Hits]:
    """Find ids that follow one another among the tokens of a text."""
    if max(ids) > _HIGHEST_ID:
        return NO_HITS
    starts: list[Ints] = []
    ends: list[Ints] = []
    reach = len(ids) - 1
    for first in range(0, len(spans), _LOOKED):
        run = spans.take(first, min(first + _LOOKED + reach, len(spans)))
        places = np.arange(max(len(run) - reach, 0))
        for number, token_id in enumerate(ids):
            places = places[run.ids[places + number] == token_id]
            if not len(places):
                break
            yield  # ids may be thousands
        starts.append(run.starts[places])
        ends.append(run.ends[places + reach])
        yield
    if not starts:
        return NO_HITS
    return _apart(np.concatenate(starts), np.concatenate(ends))


def _apart(starts: Ints, ends: Ints) -> Hits:
    """Return hits of which none overlaps the one before it; tokens without bytes are none."""
    kept, reached = [], -1
    if (ends[:-1] <= starts[1:]).all():
        used = ends > starts
        return Hits(starts[used], ends[used])
    for number, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        if start >= reached and end > start:
            kept.append(number)
            reached = end
    return Hits(starts[kept], ends[kept])


def _as_text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ""
