"""What is near a place of a text: cut out of parts, and where its safe borders are."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.encoding.test_streamed_encoding import TOKENIZERS, texts
from tests.points import counted
from workbench.engine.base import chunked_arrays
from workbench.worker.jobs.text_part import TextWindow, borders_around, size_of, text_window, whole

KEPT = {name: make() for name, make in TOKENIZERS.items()}


def in_parts(text: bytes, cuts: list[int]) -> tuple[bytes | memoryview, ...]:
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    return tuple(memoryview(text)[start:end] for start, end in pairwise(places))


@given(text=st.binary(max_size=60), cuts=st.lists(st.integers(0, 60), max_size=6),
       start=st.integers(-9, 70), size=st.integers(0, 70))  # fmt: skip
def test_what_is_near_is_cut_out_of_a_text_in_parts(
    text: bytes, cuts: list[int], start: int, size: int
) -> None:
    parts, end = in_parts(text, cuts), start + size
    assert size_of(parts) == len(text)
    found = text_window(parts, start, end)
    assert found == text_window(text, start, end)
    assert found.data == text[max(start, 0) : max(end, 0)]
    assert text[found.at : found.end] == found.data
    assert found.begins == (found.at == 0)
    assert found.ends == (found.end == len(text))


@given(text=st.binary(max_size=60), cuts=st.lists(st.integers(0, 60), max_size=6))
def test_parts_are_joined_in_slices(text: bytes, cuts: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunked_arrays, "_BYTES", 4)
        parts = (*in_parts(text, cuts), b"")
        joined, n_points = counted(lambda: whole(parts))
        assert joined == text
        assert len(text) // 4 - len(parts) <= n_points <= len(text) // 4 + 2 * len(parts)


def test_a_text_that_is_whole_is_not_copied() -> None:
    text = b"some text"
    assert whole(text) is text
    assert whole((text,)) is text


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=texts(), place=st.floats(0, 1), size=st.integers(0, 6), margin=st.integers(0, 80),
       allowed=st.booleans())  # fmt: skip
@example(text=b"the" * 9 + b" " * 40 + b"<|end|>" + b"the " * 9, place=0.4, size=0, margin=30, allowed=True)
@example(text=b"the" * 9 + "\u3000".encode() * 12 + b"<|end|>" + b"the " * 9, place=0.3, size=0, margin=20,
         allowed=True)  # fmt: skip
@example(text=b"the <s>" + b" " * 40 + b"the" * 9, place=0.7, size=0, margin=20, allowed=True)
def test_between_borders_told_by_what_is_near_the_tokens_are_those_of_the_whole(
    name: str, text: bytes, place: float, size: int, margin: int, allowed: bool
) -> None:
    tokenizer = KEPT[name]
    start = round(place * len(text))
    end = min(start + size, len(text))
    specials = "all" if allowed else "none"
    around = text_window(text, start - margin, end + margin)
    first, last = borders_around(tokenizer, around, start, end, specials)
    if first is None or last is None:
        assert margin < len(text)  # what is all of it tells all
        return
    assert first <= start <= end <= last
    taken = frozenset(tokenizer.special_tokens) if allowed else frozenset()
    whole = tokenizer.encode_with_offsets(text, allowed_special=taken, disallowed_special=())
    parts = tokenizer.encode_parts(around.data, specials, first - around.at, last - around.at)
    made = list(parts)
    ids = [int(token) for part in made for token in part.ids]
    spans = [span for part in made for span in (part.spans.astype(np.int64) + around.at).tolist()]
    every = whole.spans.astype(np.int64)
    assert not ((every[:, 0] < first) & (every[:, 1] > first)).any()
    assert not ((every[:, 0] < last) & (every[:, 1] > last)).any()
    there = (every[:, 0] >= first) & (every[:, 1] <= last)
    if first == last:
        return  # tokens without bytes belong to the part that begins there
    there &= (every[:, 0] < last) | (every[:, 1] > every[:, 0]) | (last == len(text))
    assert ids == whole.ids[there].tolist()
    assert spans == every[there].tolist()


def test_a_window_that_is_the_whole_text_begins_and_ends_it() -> None:
    text = TextWindow(b"x" * 50, 0, 50)
    assert borders_around(KEPT["none"], text, 20, 21, "none") == (0, 50)
    cut = TextWindow(b"x" * 50, 1, 60)
    assert borders_around(KEPT["none"], cut, 20, 21, "none") == (None, None)


def test_a_border_that_is_told_alone_is_one_of_the_whole() -> None:
    """A part of a token was cut where the window ended in it."""
    text = b"the in the in <|end|> in the in the"
    for name in ("gpt2", "flagged", "gemma"):
        alone = set()
        for at in range(14, 22):
            before, _ = borders_around(KEPT[name], text_window(text, 0, at), at, at, "all")
            _, after = borders_around(KEPT[name], text_window(text, at, len(text)), at, at, "all")
            alone |= {before, after}
        assert not alone & {*range(15, 21)}, name
