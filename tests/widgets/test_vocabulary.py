"""The questions that views ask of a vocabulary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vocabularies import AB, ABLIS, IS, LIS, LOOSE, MERGES, SPACE_AB, listed
from workbench.widgets.vocabulary import Vocabulary


@pytest.fixture
def vocabulary() -> Vocabulary:
    return Vocabulary(listed(MERGES, ("<|END|>",)))


def rows(found: np.ndarray) -> list[int]:
    return np.flatnonzero(found).tolist()


def test_rows_know_their_token_pair_and_kind(vocabulary: Vocabulary) -> None:
    assert vocabulary.token(ABLIS) == b"ablis"
    assert vocabulary.pair(ABLIS) == (AB, LIS)
    assert vocabulary.pair(ord("a")) is None
    assert [vocabulary.kind(row) for row in (ord("a"), AB, 262)] == ["byte", "merge", "special"]
    assert vocabulary.n_merges == len(MERGES)
    assert next(vocabulary.built_levels(AB)).tolist() == [ABLIS, SPACE_AB]


def test_an_unknown_id_has_no_row(vocabulary: Vocabulary) -> None:
    assert vocabulary.row_of(LIS) == LIS
    assert vocabulary.row_of(9999) is None


def test_text_is_found_in_either_case_and_never_across_two_tokens(vocabulary: Vocabulary) -> None:
    assert rows(vocabulary.with_text("LIS")) == [LIS, ABLIS]
    assert rows(vocabulary.with_text("<|end")) == [262]
    # "is" and "lis" are neighbors in the blob, but no token spells "isl".
    assert rows(vocabulary.with_text("isl")) == []


def test_bytes_and_kinds_and_ids_are_found(vocabulary: Vocabulary) -> None:
    assert rows(vocabulary.with_bytes(b"\xe6\x97")) == [LOOSE]
    assert rows(vocabulary.of_kind("special")) == [262]
    assert LOOSE in rows(vocabulary.of_kind("partial"))
    assert AB not in rows(vocabulary.of_kind("partial"))
    assert rows(vocabulary.with_id("25")) == [25, *range(250, 260)]
    assert rows(vocabulary.with_id("0")) == [0]
    assert rows(vocabulary.with_id("x")) == []


@given(
    st.lists(st.tuples(st.integers(97, 99), st.integers(97, 99)), max_size=20),
    st.text("abc", min_size=1, max_size=4),
)
def test_search_finds_what_python_finds(merges: list[tuple[int, int]], needle: str) -> None:
    vocabulary = Vocabulary(listed(merges))
    wanted = [row for row in range(len(vocabulary)) if needle.encode() in vocabulary.token(row)]
    assert rows(vocabulary.with_text(needle.upper())) == sorted(
        {*wanted, *(row for row in range(256) if chr(row).lower() == needle and row < 128)}
    )
    assert rows(vocabulary.with_bytes(needle.encode())) == wanted
    assert IS == 256


@pytest.mark.parametrize("falling", [False, True])
def test_rows_are_ordered_by_a_column_and_within_it_by_id(vocabulary: Vocabulary, falling: bool) -> None:
    everything = range(len(vocabulary))
    by_length = sorted(everything, key=lambda row: (len(vocabulary.token(row)) * (-1 if falling else 1), row))
    assert vocabulary.order("length", falling).tolist() == by_length
    by_bytes = sorted(everything, key=vocabulary.token, reverse=falling)
    assert vocabulary.order("token", falling).tolist() == by_bytes
    assert vocabulary.order("id", falling).tolist() == sorted(everything, reverse=falling)
