"""When an encoding is asked for, and which answers count."""

import numpy as np
import pytest

from workbench.panels.tokens.live_encoding import LARGE, SMALL, LiveEncoding
from workbench.worker.messages import Encoded, EncodedPart


class Text:
    def __init__(self, data):
        self.data = data
        self.seen = (0, 10)


@pytest.fixture
def text():
    return Text(b"hello world")


@pytest.fixture
def encoding(qapp, text):
    live = LiveEncoding("tokens", lambda: text.data, lambda: text.seen)
    live.handle = 7
    live.asked = []
    live.taken = []
    live.requested.connect(live.asked.append)
    live.part_taken.connect(live.taken.append)
    return live


def part(request, start, end, n=2):
    spans = np.linspace(start, end, n + 1).astype(np.uint64)
    tokens = np.arange(n, dtype=np.uint32), np.c_[spans[:-1], spans[1:]]
    return EncodedPart(request.request_id, request.handle, start, end, *tokens)


def end_of(request, n_tokens):
    return Encoded(request.request_id, request.handle, n_tokens, len(request.text), len(request.text))


def test_a_short_text_is_sent_at_once_with_what_is_seen(encoding, text):
    encoding.text_changed(len(text.data))
    (request,) = encoding.asked
    assert (request.handle, request.text, request.view) == (7, b"hello world", "tokens")
    assert (request.focus, request.specials) == ((0, 10), "none")
    assert encoding.running


def test_without_a_tokenizer_nothing_is_asked(encoding, text):
    encoding.handle = None
    encoding.text_changed(len(text.data))
    assert encoding.asked == []
    assert not encoding.running


def test_answers_to_an_older_text_are_dropped(encoding, text):
    encoding.text_changed(11)
    encoding.text_changed(11)
    old, new = encoding.asked
    encoding.take_part(part(old, 0, 11))
    encoding.take_encoded(end_of(old, 2))
    assert encoding.taken == []
    assert encoding.encoded is None
    encoding.take_part(part(new, 0, 11))
    encoding.take_encoded(end_of(new, 2))
    assert [taken.request_id for taken in encoding.taken] == [new.request_id]
    assert encoding.encoded.n_tokens == 2
    assert not encoding.running


def test_parts_of_a_text_that_has_changed_are_dropped_before_the_new_request_is_sent(encoding, text):
    text.data = b"x" * LARGE
    encoding.send()
    (old,) = encoding.asked
    encoding.text_changed(LARGE)
    assert len(encoding.asked) == 1
    encoding.take_part(part(old, 0, 100))
    assert encoding.taken == []


def test_a_large_text_waits_for_a_pause(qtbot, encoding, text):
    text.data = b"x" * LARGE
    for _ in range(5):
        encoding.text_changed(LARGE)
    assert encoding.asked == []
    qtbot.waitUntil(lambda: len(encoding.asked) == 1, timeout=30_000)


def test_a_text_of_some_megabytes_is_sent_at_once_but_not_more_often_than_every_30_ms(qtbot, encoding, text):
    text.data = b"x" * (SMALL * 4)
    for _ in range(5):
        encoding.text_changed(len(text.data))
    assert len(encoding.asked) == 1
    qtbot.waitUntil(lambda: len(encoding.asked) == 2, timeout=30_000)
    qtbot.wait(50)
    assert len(encoding.asked) == 2


def test_share_and_what_is_covered(encoding, text):
    encoding.send()
    (request,) = encoding.asked
    encoding.take_part(part(request, 4, 8))
    encoding.take_part(part(request, 0, 4))
    assert encoding.share == pytest.approx(8 / 11)
    assert encoding.covers(5, 8)
    assert not encoding.covers(5, 9)
    assert encoding.n_tokens == 4
    encoding.take_part(part(request, 8, 11))
    encoding.take_encoded(end_of(request, 6))
    assert encoding.covers(0, 11)


def test_looking_at_a_place_without_tokens_asks_again_with_that_place_first(qtbot, encoding, text):
    encoding.send()
    encoding.take_part(part(encoding.asked[0], 0, 4))
    text.seen = (1, 3)
    encoding.look_at(1, 3)
    qtbot.wait(50)
    assert len(encoding.asked) == 1
    text.seen = (6, 9)
    encoding.look_at(6, 9)
    qtbot.waitUntil(lambda: len(encoding.asked) == 2, timeout=30_000)
    assert encoding.asked[1].focus == (6, 9)


def test_cancelling_names_the_request_and_drops_its_answers(encoding, text):
    cancelled = []
    encoding.cancel_requested.connect(cancelled.append)
    encoding.send()
    (request,) = encoding.asked
    encoding.cancel()
    encoding.take_part(part(request, 0, 4))
    assert cancelled == [request.request_id]
    assert encoding.taken == []
    encoding.cancel()
    assert cancelled == [request.request_id]


def test_a_failure_ends_only_its_own_request(encoding, text):
    encoding.send()
    assert not encoding.take_failure(encoding.asked[0].request_id + 1)
    assert encoding.running
    assert encoding.take_failure(encoding.asked[0].request_id)
    assert not encoding.running
