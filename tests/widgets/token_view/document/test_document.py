import random
import time
import tracemalloc
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.widgets.token_view.document import document as documents
from workbench.widgets.token_view.document import history, stretches
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.document.origin import NOWHERE, Origin


def lines_of(data):
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + [parts[-1]]


def check(document, data):
    assert document.whole() == data
    assert len(document) == len(data)
    assert document.n_lines == data.count(b"\n") + 1
    assert document.n_characters in (None, n_characters(data))
    lines = [document.read(document.line_start(n), document.line_end(n)) for n in range(document.n_lines)]
    assert lines == lines_of(data)
    assert document.line_lengths().tolist() == [len(line) for line in lines]


def n_characters(data):
    return len(data.decode("utf-8", "surrogateescape"))


edit = st.tuples(
    st.floats(0, 1), st.floats(0, 1),
    st.binary(max_size=6) | st.sampled_from([b"\n", b"a\nb\n", b"x", "é日👍".encode(), b"\x9f\x91", b"\xf0"]),
    st.sampled_from(["", "typing", "backspace", "delete"]),
)  # fmt: skip


@pytest.mark.parametrize(("many", "large"), [(64, 1 << 16), (3, 1 << 16), (3, 2)])
@given(data=st.binary(max_size=30), edits=st.lists(edit, max_size=15), probe=st.integers(0, 1 << 30))
def test_any_edits_equal_edits_of_plain_bytes_and_all_can_be_undone(many, large, data, edits, probe):
    with mock.patch.object(documents, "_MANY", many), mock.patch.object(stretches, "LARGE", large):
        any_edits(Document(data), data, edits, probe)


def any_edits(document, data, edits, probe):
    plain = data
    document.n_characters = n_characters(data)
    revision, changes = document.revision, []
    for first, second, new, kind in edits:
        start, end = sorted((round(first * len(plain)), round(second * len(plain))))
        change = document.replace(start, end, new, kind)
        changes.append(change)
        assert (change.start, change.removed, change.inserted) == (start, end - start, len(new))
        assert change.first_line == plain[:start].count(b"\n")
        assert change.removed_lines == plain[start:end].count(b"\n")
        plain = plain[:start] + new + plain[end:]
        assert b"".join(document.parts()) == plain
        check(document, plain)
    assert document.changes_since(revision) == changes
    a, b = sorted((probe % (len(plain) + 1), (probe // 7) % (len(plain) + 1)))
    document.replace(0, 0, b"")  # drops the kept whole, so that read goes over the stretches
    assert document.read(a, b) == plain[a:b]
    there_and_back(document, data, plain)
    other = b"other\n" + plain
    document.exchange_text(other)
    document.replace(0, 1, b"\n\n")
    there_and_back(document, data, b"\n\n" + other[1:])
    undo, redo = document.history.steps(100, 1 << 20)
    assert not redo
    again = Document(document.whole())
    again.history.set_steps(undo, redo)
    there_and_back(again, data, b"\n\n" + other[1:])
    assert again.undo() is not None
    undo, redo = again.history.steps(100, 1 << 20)
    half = Document(again.whole())
    half.history.set_steps(undo, redo)
    while half.history.redo:
        half.redo()
    there_and_back(half, data, b"\n\n" + other[1:])


def there_and_back(document, data, plain):
    while document.history.undo:
        document.undo()
    check(document, data)
    while document.history.redo:
        document.redo()
    check(document, plain)


def test_typing_is_undone_as_one():
    document = Document(b"ab")
    for number, character in enumerate((b"x", b"y", b"z")):
        document.replace(1 + number, 1 + number, character, "typing")
    assert document.whole() == b"axyzb"
    document.undo()
    assert document.whole() == b"ab"
    assert not document.history.undo
    document.redo()
    assert document.whole() == b"axyzb"


def test_a_seal_parts_two_steps():
    document = Document()
    document.replace(0, 0, b"a", "typing")
    document.history.seal()
    document.replace(1, 1, b"b", "typing")
    document.undo()
    assert document.whole() == b"a"


def test_typing_elsewhere_is_another_step():
    document = Document(b"____")
    document.replace(4, 4, b"a", "typing")
    document.replace(0, 0, b"b", "typing")
    document.undo()
    assert document.whole() == b"____a"


def test_backspace_and_delete_join_their_own_kind():
    document = Document(b"abcdef")
    document.replace(3, 4, b"", "backspace")
    document.replace(2, 3, b"", "backspace")
    document.replace(2, 3, b"", "delete")
    document.replace(2, 3, b"", "delete")
    assert document.whole() == b"ab"
    document.undo()
    assert document.whole() == b"abef"
    document.undo()
    assert document.whole() == b"abcdef"


def test_typing_over_a_selection_is_one_step():
    document = Document(b"hello world")
    document.replace(0, 5, b"b", "typing")
    document.replace(1, 1, b"y", "typing")
    document.undo()
    assert document.whole() == b"hello world"


def test_an_edit_forgets_what_could_be_redone():
    document = Document(b"a")
    document.replace(1, 1, b"b")
    document.undo()
    document.replace(1, 1, b"c")
    assert not document.history.redo
    assert document.redo() is None


def test_set_bytes_forgets_undo_and_raises_the_revision():
    document = Document(b"a")
    document.replace(0, 1, b"")
    before = document.revision
    document.set_bytes(b"new\n")
    assert document.revision > before
    assert not document.history.undo
    assert document.undo() is None
    check(document, b"new\n")


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (0, 4), (2, 1)])
def test_a_range_outside_is_refused(start, end):
    with pytest.raises(ValueError, match="no bytes"):
        Document(b"abc").replace(start, end, b"")


@pytest.mark.parametrize(("position", "after"), [(0, 0), (2, 2), (3, 2), (4, 7), (5, 8)])
def test_where_a_position_goes(position, after):
    change = Document(b"0123456789").replace(2, 4, b"abcde")
    assert change.shifted(position) == after


def test_line_at():
    document = Document(b"a\nbb\n")
    assert [document.line_at(position) for position in range(6)] == [0, 0, 1, 1, 1, 2]


@settings(max_examples=5)
@given(st.integers(0, 5))
def test_bytes_are_never_changed(seed):
    data = np.random.default_rng(seed).integers(0, 256, 5000, np.uint8).tobytes()
    document = Document(data)
    document.replace(2500, 2500, b"\xff\x00\r\n")
    assert document.whole() == data[:2500] + b"\xff\x00\r\n" + data[2500:]


def test_typing_in_ten_megabytes_is_quick():
    document = Document(b"some words in a line of text that is neither long nor short\n" * 170_000)
    best = min(_seconds(document, 5_000_000 + number) for number in range(10))
    assert best < 0.08


def _seconds(document, position):
    start = time.thread_time()
    document.replace(position, position, b"x", "typing")
    document.read(position - 500, position + 500)
    return time.thread_time() - start


def test_a_long_session_of_edits_leaves_few_parts_and_no_texts_of_before():
    chance = random.Random(1)
    plain = bytes(range(256)) * 4096
    document = Document(plain)
    tracemalloc.start()
    try:
        for number in range(600):
            place = chance.randrange(len(document) - 2)
            if number % 2:
                document.replace(place, place + 2, b"")
            else:
                document.replace(place, place, b"xyz", "typing")
            assert len(document.parts()) < 100
            document.whole()
        assert tracemalloc.get_traced_memory()[0] < 4 * len(plain)
    finally:
        tracemalloc.stop()
    edited = document.whole()
    while document.history.undo:
        document.undo()
    assert document.whole() == plain
    while document.history.redo:
        document.redo()
    check(document, edited)


def test_what_was_taken_out_by_holding_backspace_comes_back_in_few_parts():
    plain = b"0123456789" * 50
    document = Document(plain)
    for place in range(450, 50, -1):
        document.replace(place - 1, place, b"", "backspace")
    document.undo()
    assert len(document.parts()) <= 3
    assert document.whole() == plain


def test_what_is_large_is_kept_as_it_came_and_joined_by_whoever_wants_to():
    large = bytes(range(256)) * 1024
    document = Document(b"ab")
    document.replace(1, 1, large)
    document.replace(0, 0, b"x")
    parts = document.parts()
    assert [bytes(part) for part in parts] == [b"x", b"a", large, b"b"]
    assert parts[2].obj is large
    document.replace(0, 1, b"yz")  # what was given away does not change
    assert b"".join(parts) == b"xa" + large + b"b"
    document.adopt(document.revision - 1, b"xa" + large + b"b")
    assert document.whole() == b"yza" + large + b"b"
    whole = b"".join(document.parts())
    document.replace(0, 0, b"")
    document.adopt(document.revision, whole)
    assert document.whole() is whole


@pytest.mark.parametrize("before", [b"", b"\n"])
def test_a_large_text_is_brought_back_without_being_joined(before):
    large = b"line\n" * (1 << 14)
    document = Document(large)
    document.replace(7, 7, before + large)
    document.replace(0, 1, b"\n\n")
    plain = document.whole()
    document.replace(0, 0, b"")  # drops the kept whole
    document.exchange_text(b"")
    check(document, b"")
    document.undo()
    assert document._whole is None
    assert {id(part.obj) for part in document.parts()} >= {id(large)}
    check(document, plain)


def test_another_text_is_one_step_and_says_that_it_is_another():
    document = Document(b"old")
    document.replace(3, 3, b"er", "typing")
    revision = document.revision
    change = document.exchange_text(b"new\n", origin=Origin("n.txt", "/n.txt"))
    assert change.is_whole
    assert document.changes_since(revision) is None
    assert document.origin.path == "/n.txt"
    document.replace(4, 4, b"typed", "typing")
    document.undo()
    back = document.undo()
    assert back is not None
    assert back.is_whole
    assert (document.whole(), document.origin) == (b"older", NOWHERE)
    document.undo()
    assert document.whole() == b"old"
    document.redo()
    assert document.redo().is_whole
    assert (document.whole(), document.origin.name) == (b"new\n", "n.txt")


def test_steps_hold_no_more_than_they_may_but_the_newest_stays():
    with mock.patch.object(history, "_MOST_UNDONE", 1 << 17):
        document = Document(bytes(1 << 16))
        for _ in range(3):
            document.exchange_text(bytes(1 << 16))
        document.exchange_text(bytes(1 << 20))
        document.exchange_text(b"")
    assert document.undo() is not None
    assert len(document) == 1 << 20
    assert not document.history.undo


def test_steps_are_told_up_to_a_number_and_a_size():
    document = Document(b"")
    for number in range(9):
        document.replace(0, len(document), bytes([65 + number]) * 10)
    undo, redo = document.history.steps(3, 1000)
    assert [step.removed[:1] for step in undo] == [b"H", b"G", b"F"]
    assert len(document.history.steps(100, 25)[0]) == 2
    document.undo()
    undo, redo = document.history.steps(4, 1000)
    assert (len(undo), len(redo)) == (4, 0)
    undo, redo = document.history.steps(100, 1000)
    assert (len(undo), len(redo)) == (8, 1)
    other = Document(b"not that text")
    other.history.set_steps([undo[0]._replace(start=99)], redo)
    assert not other.history.undo


def test_characters_are_counted_again_after_a_large_edit_only():
    document = Document("é".encode() * 10)
    document.n_characters = 10
    document.replace(1, 1, b"x")  # tears a character in two
    assert document.n_characters == 12
    document.undo()
    assert document.n_characters == 10
    document.replace(0, 0, b"x" * (1 << 21))
    assert document.n_characters is None


def test_other_bytes_are_no_edit():
    document = Document(b"a")
    before = document.revision
    document.replace(0, 0, b"b")
    assert [change.inserted for change in document.changes_since(before)] == [1]
    document.set_bytes(b"c")
    assert document.changes_since(before) is None
    assert document.changes_since(document.revision) == []
    assert document.changes_since(document.revision + 1) is None


def test_a_saved_text_that_is_taken_back_is_not_what_the_file_holds():
    document = Document()
    document.set_bytes(b"first", origin=Origin("a.txt", "/a.txt", (5, 1)))
    assert document.is_as_read
    document.replace(0, 5, b"other")
    document.origin = Origin("a.txt", "/a.txt", (5, 2))  # saved
    document.undo()
    assert document.whole() == b"first"
    assert not document.is_as_read
