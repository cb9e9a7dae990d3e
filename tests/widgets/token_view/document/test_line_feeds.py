"""The places of line feeds, in blocks: as one plain list of them would be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.widgets.token_view.document import line_feeds as module
from workbench.widgets.token_view.document.line_feeds import LineFeeds, line_feeds


@pytest.fixture(autouse=True, params=[0, 16])
def _small_blocks(monkeypatch, request):
    """Blocks of four; many places asked for at once are looked up together, or one by one."""
    monkeypatch.setattr(module, "BLOCK", 4)
    monkeypatch.setattr(module, "_FEW", request.param)


def plain(data):
    return [place for place, byte in enumerate(data) if byte == 10]


def check(feeds, places):
    """Compare everything that can be asked with what a list says."""
    assert len(feeds) == len(places)
    assert feeds.places().tolist() == places
    assert [feeds.place(number) for number in range(len(places))] == places
    assert feeds.places_of(np.arange(0, len(places), 2)).tolist() == places[::2]
    assert feeds.places(1, len(places) - 1).tolist() == places[1:-1]
    reach = places[-1] + 2 if places else 2
    assert [feeds.before(at) for at in range(reach)] == [
        sum(place < at for place in places) for at in range(reach)
    ]


edit = st.tuples(st.floats(0, 1), st.floats(0, 1), st.text("a\n", max_size=12))


@given(st.text("a\n", max_size=40), st.lists(edit, max_size=12))
def test_edits_give_what_looking_anew_would_give(text, edits):
    data = text.encode()
    feeds, seen = line_feeds(data), [(line_feeds(data), plain(data))]
    for one, other, new in edits:
        start, end = sorted((round(one * len(data)), round(other * len(data))))
        assert feeds.cut(start, end).places().tolist() == plain(data[start:end])
        fresh = line_feeds(new.encode()).moved(start)
        delta = len(new) - (end - start)
        feeds = feeds.replaced(feeds.before(start), feeds.before(end), fresh, delta)
        data = data[:start] + new.encode() + data[end:]
        check(feeds, plain(data))
        assert all(0 < len(block) <= module.BLOCK for block, _ in feeds._run)
        seen.append((feeds, plain(data)))
    for before, places in seen:  # an edit leaves those of before as they were
        check(before, places)


def test_an_array_of_places_is_kept_as_it_is():
    places = np.arange(3, 40, 3)
    feeds = LineFeeds.of(places)
    check(feeds, places.tolist())
    check(feeds.replaced(2, 3, LineFeeds(), 5), [3, 6, *range(17, 45, 3)])
    assert places.tolist() == list(range(3, 40, 3))


def test_edits_at_one_place_leave_no_trail_of_small_blocks():
    feeds = LineFeeds.of(np.arange(100))
    for _ in range(200):  # a letter, a new line, and both taken back
        feeds = feeds.replaced(50, 50, LineFeeds(), 1)
        feeds = feeds.replaced(50, 50, LineFeeds.of(np.array([50])), 1)
        feeds = feeds.replaced(50, 51, LineFeeds(), -2)
    check(feeds, list(range(100)))
    assert len(feeds._run) <= 27


def test_a_scan_ends_where_the_text_does(monkeypatch):
    monkeypatch.setattr(module, "SCAN", 4)
    data = b"a\nb\n\nc\n" * 5
    assert line_feeds(data).places().tolist() == plain(data)
    assert len(line_feeds(b"")) == 0
