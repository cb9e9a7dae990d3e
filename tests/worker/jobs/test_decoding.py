"""Ids to bytes, and what is told of ids that cannot be."""

from __future__ import annotations

import numpy as np
import pytest

from tests.worker.jobs.test_starting import answers, of, open_sample
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.worker.jobs import decoding as decoding_job
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.text import Decode, Decoded


def decoded(store: Store, text: str) -> Decoded:
    return of(Decoded, answers(store, Decode(3, open_sample(store).handle, text)))[0]


@pytest.mark.parametrize(
    "text", ["72 101 121", "72,101,121", "[72, 101, 121]", "[72,\n 101,\n 121]\n", "(72, 101, 121)",
             "{72; 101; 121}", "array([ 72, 101, 121], dtype=uint32)", "72\t101\n121"],
)  # fmt: skip
def test_every_notation_is_read(store: Store, text: str) -> None:
    answer = decoded(store, text)
    assert (answer.data, answer.n_ids, answer.cause) == (b"Hey", 3, "")


def test_unknown_ids_are_left_out_and_named(store: Store) -> None:
    """One bad id used to take the whole text away."""
    answer = decoded(store, f"72 101 999999 121 {2**40}")
    assert (answer.data, answer.n_ids, answer.cause) == (b"Hey", 5, "")
    assert (answer.n_unknown, answer.unknown) == (2, ((2, 999_999), (4, 2**40)))


def test_ids_of_which_none_is_known_are_told_as_wrong(store: Store) -> None:
    answer = decoded(store, "999999")
    assert answer.cause.format_map(answer.facts) == (
        "no token has id 999999 at position 0 of the ids (from 0)"
    )
    assert answer.data == b""


def test_holes_below_the_highest_id_are_left_out_too() -> None:
    ranks = {bytes([value]): value for value in range(256)} | {b"ab": 300}
    tokenizer = Tokenizer(RankMergedBpe.from_ranks(ranks), published("gpt2"))
    steps = decoding_job.decoded(tokenizer, 1, 1, np.array([97, 280, 300, 299, 280, 98]))
    [answer] = [each for each in steps if each is not None]
    assert (answer.data, answer.n_unknown) == (b"aabb", 3)
    assert answer.unknown == ((1, 280), (3, 299), (4, 280))


@pytest.mark.parametrize(
    ("text", "place", "cause"),
    [
        ("72 x1", 3, "“x1” is not an id"),
        ("1.5", 0, "“1.5” is not an id"),
        ("72, NaN", 4, "“NaN” is not an id"),
        ("[72, None]", 5, "“None” is not an id"),
        ("Hello, world", 0, "“Hello” is not an id"),
        ("72 -5", 3, "-5 is negative"),
        (f"72 {10**20}", 3, f"{10**20} is larger than any id"),
    ],
)
def test_what_is_no_id_is_named_with_its_place(store: Store, text: str, place: int, cause: str) -> None:
    answer = decoded(store, text)
    assert answer.place == ("character", place)
    assert answer.cause.format_map(answer.facts) == cause
    assert answer.remedy
    assert answer.data == b""


def test_ten_million_ids_hold_nobody_up(store: Store) -> None:
    """Fault 52: 1e7 ids are decoded in many slices; here a tenth, the slices being what matters."""
    text = "72 101 108 108 111 32 120 121 122 10 " * 100_000
    job = jobs.start(store, Decode(3, open_sample(store).handle, text))
    n_slices, answer = 0, None
    while (step := job.step()) is not ENDED:
        n_slices, answer = n_slices + 1, step or answer
    assert (answer.data, answer.n_ids) == (b"Hello xyz\n" * 100_000, 1_000_000)
    assert n_slices > 60


def test_bytes_that_are_not_utf8_are_told_with_their_places(store: Store) -> None:
    answer = decoded(store, "97 230 151 98 255")
    assert (answer.data, answer.n_invalid, answer.invalid) == (b"a\xe6\x97b\xff", 3, ((1, 3), (4, 5)))


def test_invalid_runs_are_counted_over_the_windows_they_are_looked_for_in(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "97 " + "255 " * 40 + "195 169 " * 20 + "230 151 98 128 128"
    for window in (7, 1 << 17):
        monkeypatch.setattr(decoding_job, "_WINDOW", window)
        answer = decoded(store, text)
        assert (answer.n_invalid, answer.invalid) == (44, ((1, 41), (81, 83), (84, 86)))


def test_line_feeds_are_told(store: Store) -> None:
    feeds = decoded(store, "10 72 10 10 101").line_feeds
    assert feeds is not None
    assert feeds.tolist() == [0, 2, 3]
