import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.widgets.token_view.layout import spans as token_spans
from workbench.widgets.token_view.layout.spans import SpanStore, make_run


def run_of(lengths, start=0, ids=None, provisional=False):
    ends = start + np.cumsum(np.array(lengths, np.int64))
    spans = (
        np.stack([ends - lengths, ends], axis=1).astype(np.uint64) if lengths else np.empty((0, 2), np.uint64)
    )
    ids = np.array(ids if ids is not None else [length + 100 for length in lengths], np.uint32)
    return make_run(ids, spans, provisional)


def free(starts):
    return np.zeros(len(starts), bool)


def merged(store, lengths, start=0, ids=None, joined=free, provisional=False):
    run = run_of(lengths, start, ids, provisional)
    store.merge(start, start + sum(lengths), run, joined)
    return store


def tokens(store):
    run = store.take(0, len(store))
    return list(zip(run.ids.tolist(), run.starts.tolist(), run.ends.tolist(), strict=True))


def colors(store):
    return store.take(0, len(store)).colors.tolist()


def test_colors_go_round_from_the_left():
    assert colors(merged(SpanStore(), [1] * 8)) == [0, 1, 2, 3, 4, 5, 0, 1]


def test_tokens_of_one_character_share_a_color():
    store = merged(SpanStore(), [1, 1, 1, 2, 1], joined=lambda starts: np.isin(starts, [1, 2]))
    assert colors(store) == [0, 0, 0, 1, 2]


def test_the_same_encoding_again_changes_no_color():
    store = merged(SpanStore(), [1, 2, 3, 4])
    store.edit(3, 0, 1)  # between the second and the third
    before = dict(zip(tokens(store), colors(store), strict=True))
    merged(store, [1, 2, 1, 3, 4])
    after = dict(zip(tokens(store), colors(store), strict=True))
    assert {token: after[token] for token in before} == before
    assert len(after) == 5


@given(st.lists(st.integers(1, 4), min_size=3, max_size=40), st.data())
def test_neighbors_never_share_a_color_after_an_edit_and_its_encoding(lengths, data):
    store = merged(SpanStore(), lengths)
    at = data.draw(st.integers(0, sum(lengths)))
    store.edit(at, 0, 2)
    run = store.overlapping(0, at)
    start = int(run.ends[-1]) if len(run) else 0
    right = store.take(len(run), len(run) + 1)
    end = int(right.starts[0]) if len(right) else sum(lengths) + 2
    cuts = data.draw(st.sets(st.integers(start + 1, end - 1))) if end - start > 1 else set()
    bounds = [start, *sorted(cuts), end]
    merged(store, [b - a for a, b in itertools.pairwise(bounds)], start)
    found = colors(store)
    assert all(a != b for a, b in itertools.pairwise(found))


@given(
    st.lists(st.integers(0, 4), max_size=30),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(0, 5)), max_size=6),
)
def test_edits_equal_a_plain_list(lengths, edits):
    store = merged(SpanStore(), lengths)
    plain, size = tokens(store), sum(lengths)
    for a, b, inserted in edits:
        start, end = sorted((round(a * size), round(b * size)))
        store.edit(start, end - start, inserted)
        delta = inserted - (end - start)
        # Tokens without bytes before the text stay before it.
        left = [t for t in plain if (t[2] <= start and t[1] < start) or (start == 0 and t[2] == 0)]
        right = [
            (i, s + delta, e + delta) for i, s, e in plain if s >= end and (s, e) not in [x[1:] for x in left]
        ]
        plain, size = left + right, size + delta
        assert tokens(store) == plain


@pytest.fixture
def small_segments(monkeypatch):
    monkeypatch.setattr(token_spans, "_SEGMENT", 2)


@given(st.lists(st.integers(0, 4), max_size=40), st.integers(0, 80), st.integers(0, 80))
def test_dropping_tokens_is_putting_none_in_their_place(lengths, start, length):
    made = [merged(SpanStore(), lengths) for _ in range(2)]
    made[0].drop(start, start + length)
    made[1].merge(start, start + length, run_of([]), free)
    assert tokens(made[0]) == tokens(made[1])
    assert colors(made[0]) == colors(made[1])
    assert made[0].between(start, start + length)[0] == made[0].between(start, start + length)[1]


def test_many_segments(small_segments):
    store = merged(SpanStore(), [1, 2] * 20)
    assert len(store) == 40
    assert [store.token(n).start for n in range(40)] == [n // 2 * 3 + n % 2 for n in range(40)]
    assert [store.token_at(p).index for p in range(60)] == [p // 3 * 2 + (p % 3 > 0) for p in range(60)]
    assert store.overlapping(4, 8).first == 3
    assert store.overlapping(4, 8).starts.tolist() == [4, 6, 7]
    store.edit(30, 1, 5)
    assert len(store) == 39
    assert store.token_at(29).end == 30
    assert store.token_at(31) is None
    assert store.token_at(35).start == 35
    assert store.token_at(63).end == 64
    assert store.token_at(64) is None


def test_parts_in_any_order(small_segments):
    store = SpanStore()
    for start in (20, 0, 40, 10, 30):
        merged(store, [2] * 5, start, provisional=start == 20)
    assert tokens(store) == [(102, n * 2, n * 2 + 2) for n in range(25)]
    assert store.token(10).provisional
    assert not store.token(9).provisional
    found = colors(store)
    assert all(a != b for a, b in itertools.pairwise(found))


def test_a_later_part_overrides_what_it_overlaps(small_segments):
    store = merged(SpanStore(), [3] * 10)
    merged(store, [2, 2], 4)
    assert tokens(store)[:4] == [(103, 0, 3), (102, 4, 6), (102, 6, 8), (103, 9, 12)]


def test_same_id_forward_and_back_and_count(small_segments):
    store = merged(SpanStore(), [1] * 9, ids=[7, 1, 7, 2, 3, 7, 4, 4, 4])
    assert store.count(7) == 3
    assert store.next_same(0, 7).index == 2
    assert store.next_same(5, 7).index == 0
    assert store.next_same(0, 7, -1).index == 5
    assert store.next_same(5, 7, -1).index == 2
    assert store.next_same(0, 99) is None


def test_tokens_without_bytes_are_kept():
    store = merged(SpanStore(), [0, 2, 0, 0, 3])
    assert store.between(0, 2) == (0, 2)
    assert store.between(2, 6) == (2, 5)
    assert [store.inside(*place) for place in ((0, 2), (1, 2), (2, 5), (0, 5))] == [
        (1, 2),
        (1, 2),
        (4, 5),
        (1, 5),
    ]


def test_nothing_known():
    store = SpanStore()
    assert len(store.overlapping(0, 10)) == 0
    assert store.token_at(0) is None
    store.edit(0, 0, 3)
    merged(store, [])
    assert len(store) == 0
    merged(store, [1, 2])
    store.clear()
    assert tokens(store) == []


def test_the_next_of_an_id_is_found_over_many_segments(monkeypatch):
    monkeypatch.setattr("workbench.widgets.token_view.layout.spans._SEGMENT", 2)
    ids = [1, 2, 3, 4, 1, 5, 6, 7, 8, 1, 9, 9]
    store = SpanStore()
    assert store.next_same(0, 1) is None
    spans = np.array([(at, at + 1) for at in range(len(ids))], np.uint64)
    store.merge(
        0, len(ids), make_run(np.array(ids, np.uint32), spans, False), lambda at: np.zeros(len(at), bool)
    )
    assert len(store._segments) > 2
    for index in range(-1, len(ids) + 1):
        for wanted in (1, 9, 42):
            places = [at for at, token_id in enumerate(ids) if token_id == wanted]
            after = next((at for at in places if at > index), places[0] if places else None)
            before = next((at for at in reversed(places) if at < index), places[-1] if places else None)
            for step, expected in ((1, after), (-1, before)):
                found = store.next_same(index, wanted, step)
                assert (found.index if found else None) == expected
