"""When an encoding is asked for, and which answers count."""

from dataclasses import replace

import numpy as np
import pytest

from tests.fake_lanes import Asked
from workbench.panels.tokens.text import live_encoding
from workbench.panels.tokens.text.live_encoding import LARGE, SMALL, LiveEncoding, Stale
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout.spans import SpanStore, make_run
from workbench.worker.messages.text import Encoded, EncodedPart


class Text:
    def __init__(self, data):
        self.document, self.spans = Document(data), SpanStore()
        self.seen = (0, 10)

    def merge(self, part):
        run = make_run(part.ids, part.spans, part.provisional)
        self.spans.merge(part.start, part.end, run, lambda starts: np.zeros(len(starts), np.bool_))

    def put(self, encoding, data):
        """Show other bytes."""
        self.document.set_bytes(data)
        self.spans.clear()
        encoding.text_changed(len(data))

    def edit(self, encoding, start, end, data):
        change = self.document.replace(start, end, data)
        self.spans.edit(change.start, change.removed, change.inserted)
        encoding.text_changed(len(self.document))


@pytest.fixture
def text():
    return Text(b"hello world")


@pytest.fixture
def encoding(qapp, text):
    asks = Asked()
    live = LiveEncoding("tokens", text.document, text.spans, lambda: text.seen, asks)
    live.handle = 7
    live.asks, live.asked = asks, asks.requests
    live.taken = []
    live.requested.connect(live.ask)
    live.part_taken.connect(text.merge)
    live.part_taken.connect(live.taken.append)
    return live


def part(request, start, end, n=2, left=()):
    spans = np.linspace(start, end, n + 1).astype(np.uint64)
    tokens = np.arange(n, dtype=np.uint32), np.c_[spans[:-1], spans[1:]]
    return EncodedPart(request.request_id, request.handle, start, end, *tokens, left=left)


def end_of(request, n_tokens):
    return Encoded(request.request_id, request.handle, n_tokens, len(request.text), len(request.text))


def test_a_short_text_is_sent_at_once_with_what_is_seen(encoding, text):
    text.put(encoding, b"hello world")
    (request,) = encoding.asked
    assert (request.handle, request.text, request.view) == (7, b"hello world", "tokens")
    assert (request.focus, request.specials) == ((0, 10), "none")
    assert encoding.running


def test_without_a_tokenizer_nothing_is_asked(encoding, text):
    encoding.handle = None
    text.put(encoding, b"hello world")
    assert encoding.asked == []
    assert not encoding.running


def test_answers_to_an_older_text_are_dropped(encoding, text):
    text.put(encoding, b"hello world")
    text.put(encoding, b"hello world")
    old, new = encoding.asked
    encoding.asks.tell(part(old, 0, 11))
    encoding.asks.tell(end_of(old, 2))
    assert encoding.taken == []
    assert encoding.encoded is None
    encoding.asks.tell(part(new, 0, 11))
    encoding.asks.tell(end_of(new, 2))
    assert [taken.request_id for taken in encoding.taken] == [new.request_id]
    assert encoding.encoded.n_tokens == 2
    assert not encoding.running


def test_after_an_edit_only_what_is_around_it_is_asked_for(encoding, text):
    encoding.send()
    assert encoding.asked[-1].stale == ((0, 11),)
    encoding.asks.tell(part(encoding.asked[-1], 0, 11, 11))
    encoding.asks.tell(end_of(encoding.asked[-1], 11))
    text.edit(encoding, 6, 7, b"WW")
    assert encoding.asked[-1].text == b"hello WWorld"
    assert encoding.asked[-1].stale == ((5, 9),)  # with a token on either side
    text.edit(encoding, 0, 1, b"")
    assert encoding.asked[-1].stale == ((0, 1), (4, 8))
    assert encoding.n_done == 11 - 5
    assert encoding.n_tokens == 6  # those of the bytes that are done


def test_the_number_of_tokens_is_that_of_the_whole_text_after_an_edit(encoding, text):
    encoding.send()
    encoding.asks.tell(part(encoding.asked[-1], 0, 11, 11))
    encoding.asks.tell(end_of(encoding.asked[-1], 11))
    text.edit(encoding, 5, 6, b"-")
    request = encoding.asked[-1]
    encoding.asks.tell(part(request, 3, 7, 2))
    encoding.asks.tell(end_of(request, 2))
    assert encoding.encoded.n_tokens == 3 + 2 + 4


def test_tokens_are_guessed_at_by_the_stretches_that_have_some(encoding, text):
    text.put(encoding, b"abcde" * 200)
    whole = ((0, 1000),)
    encoding.asks.tell(part(encoding.asked[-1], 0, 100, 20, whole))
    assert encoding.n_guessed == 200
    text.seen = (500, 600)
    encoding._send_stale()  # looking elsewhere
    assert encoding.asked[-1].bare == ((100, 1000),)
    encoding.asks.tell(part(encoding.asked[-1], 500, 600, 30, whole))
    assert encoding.n_guessed == 250
    encoding.asks.tell(part(encoding.asked[-1], 0, 1000, 240))
    assert encoding.n_guessed == 240


def test_the_characters_are_counted_by_whoever_knows_them(qtbot, encoding, text):
    encoding.send()
    assert encoding.asked[-1].n_characters is None
    encoding.asks.tell(part(encoding.asked[-1], 0, 11))
    encoding.asks.tell(end_of(encoding.asked[-1], 2))
    text.edit(encoding, 0, 0, "é".encode())
    assert encoding.asked[-1].n_characters == 12
    text.edit(encoding, 0, 0, b"x" * (1 << 21))
    qtbot.waitUntil(lambda: len(encoding.asked) == 3)
    assert encoding.asked[-1].n_characters is None


def test_what_was_refused_is_asked_for_whole_after_the_next_edit(encoding, text):
    encoding.send()
    request = encoding.asked[-1]
    encoding.asks.tell(Encoded(request.request_id, 7, 0, 11, 11, refused=True))
    assert encoding.encoded.n_tokens == 0
    text.edit(encoding, 3, 3, b"x")
    assert encoding.asked[-1].stale == ((0, 12),)


@pytest.fixture
def long_moment(monkeypatch):
    """No time goes by between two edits."""
    monkeypatch.setattr(live_encoding, "SOON_MILLISECONDS", 1_000_000)


@pytest.mark.usefixtures("long_moment")
def test_parts_of_a_text_that_has_changed_are_dropped_before_the_new_request_is_sent(encoding, text):
    encoding._sent_at = -10_000.0
    text.put(encoding, b"x" * LARGE)
    (old,) = encoding.asked
    text.put(encoding, b"y" * LARGE)
    assert len(encoding.asked) == 1
    encoding.asks.tell(part(old, 0, 100))
    assert encoding.taken == []
    assert encoding.running


@pytest.mark.usefixtures("long_moment")
def test_edits_of_a_large_text_in_one_moment_are_asked_for_together(encoding, text):
    encoding._sent_at = -10_000.0
    text.put(encoding, b"x" * (SMALL * 2))
    for place in range(5):
        text.edit(encoding, place * 100, place * 100, b"y")
    assert len(encoding.asked) == 1
    assert encoding._timer.isActive()
    encoding._timer.timeout.emit()
    assert encoding.asked[1].text == text.document.whole()


def test_a_very_large_text_goes_in_parts_and_comes_back_whole(encoding, text):
    text.put(encoding, b"x" * (LARGE + 1))
    text.edit(encoding, 5, 5, b"y")
    encoding.send()
    request = encoding.asked[-1]
    assert isinstance(request.text, tuple)
    joined = b"".join(request.text)
    encoding.asks.tell(part(request, 0, len(joined)))
    encoding.asks.tell(Encoded(request.request_id, 7, 2, len(joined), len(joined), text=joined))
    assert text.document.whole() is joined


def test_share_and_what_is_covered(encoding, text):
    encoding.send()
    (request,) = encoding.asked
    encoding.asks.tell(part(request, 4, 8, left=((0, 4), (8, 11))))
    encoding.asks.tell(part(request, 0, 4, left=((8, 11),)))
    assert encoding.share == pytest.approx(8 / 11)
    assert encoding.covers(5, 8)
    assert not encoding.covers(5, 9)
    assert encoding.n_tokens == 4
    encoding.asks.tell(part(request, 8, 11))
    encoding.asks.tell(end_of(request, 6))
    assert encoding.covers(0, 11)
    assert encoding.n_tokens == 6


def test_looking_at_a_place_without_tokens_asks_again_with_that_place_first(qtbot, encoding, text):
    encoding.send()
    encoding.asks.tell(part(encoding.asked[0], 0, 4, left=((4, 11),)))
    text.seen = (1, 3)
    encoding.look_at(1, 3)
    assert not encoding._timer.isActive()
    text.seen = (6, 9)
    encoding.look_at(6, 9)
    qtbot.waitUntil(lambda: len(encoding.asked) == 2, timeout=30_000)
    assert (encoding.asked[1].focus, encoding.asked[1].stale) == ((6, 9), ((4, 11),))


def test_looking_at_what_is_guessed_at_does_not_begin_anew(qtbot, encoding, text):
    encoding.send()
    encoding.asks.tell(replace(part(encoding.asked[0], 0, 6, left=((0, 11),)), provisional=True))
    assert encoding.is_guess
    encoding.look_at(1, 5)
    assert not encoding._timer.isActive()
    encoding.look_at(5, 9)
    assert encoding._timer.isActive()
    encoding.asks.tell(part(encoding.asked[0], 0, 4, left=((4, 11),)))
    assert not encoding.is_guess


def test_cancelling_names_the_request_and_drops_its_answers(encoding, text):
    cancelled = encoding.asks.cancelled
    encoding.send()
    (request,) = encoding.asked
    encoding.cancel()
    encoding.asks.tell(part(request, 0, 4))
    assert cancelled == [request.request_id]
    assert encoding.taken == []
    encoding.cancel()
    assert cancelled == [request.request_id]


def test_a_failure_ends_only_its_own_request(encoding, text):
    failed = []
    encoding.failed.connect(failed.append)
    encoding.send()
    encoding.send()
    older, newer = encoding.asked
    encoding.asks.fail(older)
    assert encoding.running
    encoding.asks.fail(newer)
    assert not encoding.running
    assert [each.request_id for each in failed] == [newer.request_id]


def test_a_request_that_another_takes_the_place_of_is_cancelled(encoding, text):
    cancelled = encoding.asks.cancelled
    encoding.send()
    text.edit(encoding, 0, 0, b"x")
    first, second = encoding.asked
    assert cancelled == [first.request_id]
    encoding.asks.tell(part(second, 0, 12))
    encoding.asks.tell(end_of(second, 2))
    text.edit(encoding, 0, 0, b"y")
    assert cancelled == [first.request_id]  # the second had ended


@pytest.mark.parametrize(
    ("come", "left"),
    [
        ((0, 2), [(4, 8), (12, 12), (20, 30)]),
        ((5, 6), [(4, 5), (6, 8), (12, 12), (20, 30)]),
        ((4, 8), [(12, 12), (20, 30)]),
        ((12, 13), [(4, 8), (20, 30)]),
        ((6, 22), [(4, 6), (22, 30)]),
        ((0, 40), []),
    ],
)
def test_what_has_come_is_left_out_and_what_lies_elsewhere_stays(
    come: tuple[int, int], left: list[tuple[int, int]]
) -> None:
    stale = Stale()
    stale.stretches = [(4, 8), (12, 12), (20, 30)]
    stale.leave_out(*come)
    assert stale.stretches == left
