"""Ids to bytes, and what is told of ids that cannot be."""

from __future__ import annotations

import pytest

from tests.worker.test_jobs import answers, desk, of, open_sample
from workbench.worker import messages as m
from workbench.worker.desk import Desk

__all__ = ["desk"]


def decoded(desk: Desk, text: str) -> m.Decoded:
    return of(m.Decoded, answers(desk, m.Decode(3, open_sample(desk).handle, text)))[0]


@pytest.mark.parametrize(
    "text", ["72 101 121", "72,101,121", "[72, 101, 121]", "[72,\n 101,\n 121]\n", "(72, 101, 121)",
             "{72; 101; 121}", "array([ 72, 101, 121], dtype=uint32)", "72\t101\n121"],
)  # fmt: skip
def test_every_notation_is_read(desk: Desk, text: str) -> None:
    answer = decoded(desk, text)
    assert (answer.data, answer.n_ids, answer.cause) == (b"Hey", 3, "")


def test_an_unknown_id_is_named_with_its_position(desk: Desk) -> None:
    answer = decoded(desk, "72 101 999999 3")
    assert answer.cause.format_map(answer.facts) == (
        "999999, at position 2 of the ids (from 0), is the id of no token"
    )
    assert answer.data == b""


@pytest.mark.parametrize(("text", "place", "found"), [("72 x1", 3, "x1"), ("-5", 0, "-5"), ("1.5", 1, ".5")])
def test_what_is_no_id_is_named_with_its_place(desk: Desk, text: str, place: int, found: str) -> None:
    answer = decoded(desk, text)
    assert answer.place == ("character", place)
    assert answer.facts["value"] == found


def test_bytes_that_are_not_utf8_are_told_with_their_places(desk: Desk) -> None:
    answer = decoded(desk, "97 230 151 98 255")
    assert (answer.data, answer.n_invalid, answer.invalid) == (b"a\xe6\x97b\xff", 3, ((1, 3), (4, 5)))
