"""Where bytes are not UTF-8, held against Python's own decoder."""

from __future__ import annotations

import itertools

from hypothesis import given

from tests.engine.texts import raw_texts
from workbench.engine.base.utf8 import (
    as_text,
    character_start,
    first_character,
    incomplete_tail,
    invalid_runs,
)


def runs_of_decoder(data: bytes) -> list[tuple[int, int]]:
    """The stretches that bytes.decode reports, those that touch put together."""
    runs: list[tuple[int, int]] = []
    position = 0
    while True:
        try:
            data[position:].decode()
        except UnicodeDecodeError as error:
            start, end = position + error.start, position + error.end
            if runs and runs[-1][1] == start:
                runs[-1] = (runs[-1][0], end)
            else:
                runs.append((start, end))
            position = end
        else:
            return runs


@given(raw_texts)
def test_runs_are_those_of_the_decoder(data):
    assert list(invalid_runs(data)) == runs_of_decoder(data)


def test_runs_at_every_edge_of_the_table():
    # Each lead byte with the continuation bytes on either side of every limit of table 3-7.
    edges = (0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0)
    for lead in range(0x80, 0x100):
        for rest in itertools.chain.from_iterable(itertools.product(edges, repeat=n) for n in range(4)):
            data = bytes([lead, *rest])
            assert list(invalid_runs(data)) == runs_of_decoder(data), data


def test_incomplete_tail_is_what_may_become_a_character():
    for text in ("a", "é", "日", "😉", "\u0800", "\ud7ff", "\uffff", "\U00010000", "\U0010ffff"):
        data = text.encode()
        for length in range(1, len(data)):
            assert incomplete_tail(b"x" + data[:length]) == length
        assert incomplete_tail(b"x" + data) == 0
    for broken in (
        b"",
        b"\x80",
        b"\xff",
        b"\xc0",
        b"\xe0\x80",
        b"\xed\xa0",
        b"\xf0\x80",
        b"\xf4\x90",
        b"\xf5",
    ):
        assert incomplete_tail(broken) == 0


def test_first_character_skips_what_is_cut():
    data = "日a".encode()
    assert [first_character(data, position) for position in range(5)] == [0, 3, 3, 3, 4]


def test_first_character_looks_no_further_than_it_may():
    data = b"a\x80\x80\x80\x80b"
    assert [first_character(data, 1), first_character(data, 1, 3), first_character(data, 7, 9)] == [5, 3, 6]


def test_character_start_goes_at_most_three_bytes_back():
    assert [character_start("日a".encode(), position) for position in range(6)] == [0, 0, 0, 3, 4, 5]
    assert character_start(b"\x80\x80", 1) == 0
    assert character_start(b"a\x80\x80\x80\x80", 4) == 4


def test_as_text_is_none_unless_all_is_utf8():
    assert [as_text("日".encode()), as_text(b""), as_text(b"a\xe6\x97")] == ["日", "", None]
