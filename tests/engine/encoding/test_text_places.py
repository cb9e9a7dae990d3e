"""Texts are found as their definition says, with and without the kernel."""

from __future__ import annotations

import importlib.util
import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.points import counted
from workbench import kernels
from workbench.engine.encoding import text_places
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.encoding.text_places import Occurrence, TextPlaces
from workbench.engine.normalizers.text_normalizers import InOrder, Replace


def kernels_built() -> list[object]:
    """Return the kernel as it is built for every processor and for newer ones, as far as it is used."""
    module = kernels.kernel("text_places")
    if module is None:
        return []
    found, path = [module], Path(module.__file__ or "")
    if path.parent.name == "x86_64_v3":
        older = importlib.util.spec_from_file_location("older.text_places", path.parents[1] / path.name)
        assert older is not None
        assert older.loader is not None
        found.append(importlib.util.module_from_spec(older))
        older.loader.exec_module(found[1])
    return found


WAYS = [None, *kernels_built()]


def in_all_ways(texts: list[bytes]) -> list[TextPlaces]:
    found = []
    for module in WAYS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernels, "kernel", lambda name, module=module: module)
            places = TextPlaces(texts)
            assert (places._kernel is None) is (module is None)
            assert places._first
        found.append(places)
    return found


def by_definition(texts: list[bytes], data: bytes, start: int, end: int) -> list[Occurrence]:
    found = []
    while start < end:
        there = [text for text in texts if data[start:end].startswith(text)]
        longest = max(there, key=len, default=b"")
        if there:
            found.append((start, start + len(longest), texts.index(longest)))
        start += max(1, len(longest))
    return found


# Bytes that share a half, zeros as behind the end, and a byte beyond ASCII.
LETTERS = st.sampled_from([b"a", b"b", b"q", b"\0", b"\xe2", b"<", b"|"])
TEXTS = st.lists(
    st.lists(LETTERS, min_size=1, max_size=12).map(b"".join) | st.binary(min_size=1, max_size=2),
    max_size=24,
    unique=True,
)
# Long runs of others, so that places lie in vectors of bytes, at their borders and behind them.
DATA = st.lists(LETTERS | st.integers(0, 70).map(lambda n: b"." * n), max_size=30).map(b"".join)


@given(texts=TEXTS, data=DATA, drawn=st.data())
def test_the_leftmost_goes_first_and_of_several_the_longest(
    texts: list[bytes], data: bytes, drawn: st.DataObject
) -> None:
    for text in drawn.draw(st.lists(st.sampled_from(texts or [b"."]), max_size=4)):
        at = drawn.draw(st.integers(0, len(data)))
        data = data[:at] + text + data[at:]
    start, end = sorted(drawn.draw(st.tuples(*[st.integers(0, len(data))] * 2)))
    window = drawn.draw(st.sampled_from([1, 7, 1 << 18]))
    spans = [(at, at + len(text)) for text in texts for at in range(len(data)) if data.startswith(text, at)]
    kept = np.array([-1 if number % 3 == 1 else number + 7 for number in range(len(texts))], np.int64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TextPlaces, "_window", window)
        patch.setattr(text_places, "_ROWS", 3)
        for places in in_all_ways(texts):
            expected = by_definition(texts, data, start, end)
            assert [*places.each(data, start, end)] == expected
            assert places.first(data, start, end) == (expected[0] if expected else None)
            rows = [[*span, kept[n]] for *span, n in by_definition(texts, data, 0, len(data)) if kept[n] >= 0]
            assert places.rows(data, kept).tolist() == rows
            for ends in (False, True):
                across = [span for span in spans if span[0] < start < span[1] + ends]
                found = places.across(data, start, ends)
                assert found in across if across else found is None


def test_texts_that_begin_in_every_way_are_found_at_every_place() -> None:
    texts = [bytes((first, second)) for first in range(2, 256) for second in range(3, 256, 36)]
    for places in in_all_ways(texts):
        for at in (0, 31, 32, 65):
            for number, text in enumerate(texts):
                data = b"\x01" * at + text + b"\x01" * 40
                assert [*places.each(data, 0, len(data))] == [(at, at + 2, number)]


@pytest.mark.parametrize("n", [1, 2, 7, 40, 200])
def test_of_texts_that_begin_with_each_other_any_is_the_longest(n: int) -> None:
    """Of 5,000 such, where the last does not go on as the text, each was tried in turn."""
    texts = [b"x" * i for i in range(1, n + 1)] + [b"x" * n + b"a" * i for i in range(3, 3 * n, 3)]
    for places in in_all_ways(texts):
        for length in range(4 * n + 2):
            data = b"x" * min(length, n) + b"a" * (length - n)
            assert [*places.each(data, 0, length)] == by_definition(texts, data, 0, length)


def test_texts_that_begin_with_one_another_and_go_on_in_other_ways() -> None:
    """One such is found behind those that are sorted between it and what is there."""
    texts = [b"a" * i for i in range(1, 6)] + [b"aaab", b"aab", b"aaba", b"ab", b"abab", b"b", b"bab", b"bb"]
    for places in in_all_ways(texts):
        for letters in itertools.product(b"abc", repeat=6):
            data = bytes(letters)
            assert [*places.each(data, 0, 6)] == by_definition(texts, data, 0, 6)


def test_no_work_is_long_between_two_points() -> None:
    text = b"a" * (1 << 20)
    for places in in_all_ways([b"<|end|>"]):
        assert counted(lambda places=places: places.first(text, 0, len(text)))[1] >= 4
    for places in in_all_ways([b"a" * 4096 + b"b"]):  # nearly all of which is at each place
        assert counted(lambda places=places: places.first(text[:20000], 0, 20000))[1] >= 19
    special = SpecialTokens({"<|end|>": 1}, lambda _: None)
    assert counted(lambda: special.refuse(text, frozenset(special.ids), count_characters=False))[1] >= 4
    for places in in_all_ways(
        [b"a" * 4096 + bytes((end,)) for end in range(98, 113)]
    ):  # four are compared there
        assert counted(lambda places=places: places.first(text[:20000], 0, 20000))[1] >= 4 * 19
    across = TextPlaces([b"a", b"a" * 4096])
    assert counted(lambda: across.across(b"a" * 4095, 4095))[1] >= 4095
    assert counted(lambda: [*special.find(b"<|end|>" * 4096, frozenset(special.ids), 0, 7 * 4096)])[1] >= 8


class Watched(frozenset):
    """A set that tells how often its members were looked through."""

    times = 0

    def __iter__(self) -> Iterator[object]:
        self.times += 1
        return super().__iter__()


def test_at_a_border_thousands_of_tokens_are_not_looked_through() -> None:
    texts = [f"<{number}>" for number in range(2000)]
    ids = {text: number for number, text in enumerate(texts)}
    text = b"a line, and <1999> another"
    plain, allowed = SpecialTokens(ids, lambda _: None), Watched(texts)
    assert [plain.holding(text, at, allowed) for at in (7, 14, 18)] == [None, (12, 18), None]
    assert allowed.times == 1  # to make of them what is looked for
    flagged = SpecialTokens(AddedTokens(ids, {"<7>": Flags(rstrip=True)}), lambda _: None)
    allowed = Watched(text.encode() for text in texts)
    assert flagged._finder.holding(text[:6], 3, allowed) is None
    assert allowed.times == 0
    assert flagged._finder.holding(text, 14, allowed) == (12, 18)


def test_what_is_always_taken_is_one_set_however_asked_for() -> None:
    """Gemma 3 has 6,406 such, and where the word was another, each text took 130 µs to compare two sets."""
    ids = {"<a>": 1, "<b>": 2}
    special = SpecialTokens(AddedTokens(ids, {"<a>": Flags(special=False)}), lambda _: None)
    taken = [
        special.choose(*asked)[0]
        for asked in (("none", "all"), ((), ()), ("none_raise", "all"), ({"<a>"}, ()))
    ]
    assert taken[0] == {"<a>"}
    assert all(each is taken[0] for each in taken)
    every = [special.choose(*asked)[0] for asked in (("all", "all"), ("all", ()), (("<a>", "<b>"), ()))]
    assert every[0] == {"<a>", "<b>"}
    assert all(each is every[0] for each in every)


def test_a_token_of_which_nothing_is_left_hides_no_other_one() -> None:
    """The pass of the others was then taken for that of the normalized ones."""
    normalizer = InOrder([Replace("x", "")])
    added = AddedTokens({"<a>": 300, "x": 301}, {"<a>": Flags(), "x": Flags(normalized=True)}, normalizer)
    special = SpecialTokens(added, lambda _: None)
    for text, places in ((b"<a>", [(0, 3, 300)]), (b"<xa>", []), (b"qx<a>", [(2, 5, 300)])):
        assert [*special.find(text, frozenset(added), 0, len(text))] == places
    alone = SpecialTokens(AddedTokens({"x": 301}, {"x": Flags(normalized=True)}, normalizer), lambda _: None)
    assert len(alone.places(b"x" * 5000, frozenset({"x"}))) == 0
