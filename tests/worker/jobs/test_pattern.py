"""The regex lab's jobs as the window asks for them, and the lane that forgets what is stale."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from tests.worker.emitted import keep, when
from tests.worker.stepping import messages
from workbench.engine.corpus.source_options import SAMPLE_CORPUS
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.lanes import Lanes
from workbench.worker.messages.lab import (
    ComparePieces,
    MeasurePattern,
    PatternFaulty,
    PatternRepaired,
    PatternSplit,
    ReadPatternText,
    RepairPattern,
    SplitByPattern,
)
from workbench.worker.messages.requests import Failed, new_request_id

CL100K = PUBLISHED["cl100k"].pattern
TEXT = b"Some words, 12345 numbers.\n" * 20


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    store = Store()
    yield store
    store.close()


def answers(store: Store, request: Any) -> list[Any]:
    found: list[Any] = list(messages(jobs.start(store, request)))
    assert all(answer.request_id == request.request_id for answer in found)
    return found


def split(pattern: str, text: bytes = TEXT, view: str = "this") -> SplitByPattern:
    return SplitByPattern(new_request_id(), pattern, text, whole(text), view)


def whole(text: bytes) -> Any:
    return np.array([[0, len(text)]], np.uint64)


def test_a_text_is_read_and_split(store: Store) -> None:
    (read,) = answers(store, ReadPatternText(1, (SAMPLE_CORPUS,)))
    assert len(read.documents) > 1
    request = SplitByPattern(2, CL100K, read.text, read.documents)
    told, counted = answers(store, request)
    made = told.pieces
    assert sum(counted.counts) == len(made.spans) == len(made.numbers)
    assert (made.n_lost, made.n_distinct) == (0, len(set(made.numbers.tolist())))
    assert made.frequent[0][1] >= made.frequent[-1][1]


def test_a_text_in_memory_is_read_as_training_reads_it(store: Store) -> None:
    (read,) = answers(store, ReadPatternText(3, (), b"a \xff b"))
    assert read.text == "a \ufffd b".encode()


def test_a_source_that_is_not_there_fails(store: Store) -> None:
    (failed,) = answers(store, ReadPatternText(4, ("/no/such/file.txt",)))
    assert isinstance(failed, Failed)
    assert failed.file == "/no/such/file.txt"


def test_what_is_at_fault_is_told_with_its_columns(store: Store) -> None:
    (fault,) = answers(store, split(r"\w+|[^a"))
    assert (fault.code, fault.columns, fault.place) == ("pattern_open_set", (4, 6), None)
    (fault,) = answers(store, split(r"a|(?R)"))
    assert (fault.code, fault.columns) == ("pattern_recursion", (2, 6))
    (fault,) = answers(store, split(""))
    assert (fault.code, fault.columns) == ("pattern_empty", None)


def test_what_is_slow_is_told_with_its_place(store: Store) -> None:
    (fault,) = answers(store, split(r"\s|(a|aa)+$", b"x " + b"a" * 60 + b"!"))
    assert fault.code == "pattern_too_slow"
    assert (fault.columns, fault.place, fault.n_same) == ((3, 11), 2, 60)
    assert fault.facts["seconds"] == 2.0
    assert len(answers(store, split(r"\w+"))) == 2  # at once usable again


def test_repair_speed_and_difference(store: Store) -> None:
    (repaired,) = answers(store, RepairPattern(5, r"\S+", TEXT, whole(TEXT)))
    assert repaired.suffix == r"|\s"
    (measured,) = answers(store, MeasurePattern(6, CL100K, TEXT, whole(TEXT)))
    assert measured.speed > 0
    this, other = (answers(store, split(each))[0].pieces.spans for each in (r"\S+|\s", CL100K))
    (compared,) = answers(store, ComparePieces(7, TEXT, whole(TEXT), this, other))
    assert sum(kind.count for kind in compared.difference.kinds) == len(compared.difference.places)
    for kind in compared.difference.kinds:
        assert b"".join(cut.text for cut in kind.this) == b"".join(cut.text for cut in kind.other)


def test_a_pattern_too_slow_to_be_measured_has_no_speed(store: Store) -> None:
    (measured,) = answers(store, MeasurePattern(8, r"(a|aa)+$", b"a" * 60 + b"!", whole(b"a" * 61)))
    assert measured.speed == 0


# --- the lane -------------------------------------------------------------------------------------


def test_a_newer_pattern_takes_the_place_of_one_that_hangs(lanes: Lanes, qtbot: QtBot) -> None:
    split_, faulty = keep(lanes.lab, PatternSplit), keep(lanes.lab, PatternFaulty)
    hanging, newer = split(r"(a|aa)+$", b"a" * 60 + b"!"), split(r"\w+|\W", b"a" * 60 + b"!")
    lanes.ask(hanging)
    lanes.ask(newer)
    qtbot.waitUntil(lambda: bool(split_))
    assert [answer.request_id for answer in split_] == [newer.request_id]
    assert faulty == []


def test_what_rests_on_an_older_pattern_is_forgotten(lanes: Lanes, qtbot: QtBot) -> None:
    lane = lanes.lab
    first, second = split(r"\S+"), split(r"\w+")
    repair = RepairPattern(new_request_id(), r"\S+", TEXT, whole(TEXT))
    other = split(CL100K, view="other")
    told = [keep(lane, kind) for kind in (PatternSplit, PatternRepaired)]

    def _ask() -> None:
        """In the lane's own thread, as the first answer goes out."""
        lane.submit(repair)
        lane.submit(other)
        lane.submit(second)

    when(lane, PatternSplit, lambda _: True, _ask)
    lanes.ask(first)
    qtbot.waitUntil(lambda: len(told[0]) == 3)
    qtbot.waitUntil(lambda: not lane._waiting and lane._job is None)
    assert [answer.request_id for answer in told[0]] == [each.request_id for each in (first, second, other)]
    assert told[1] == []


def test_every_view_of_the_lab_has_its_turn(lanes: Lanes) -> None:
    known: Callable[[str], int] = lanes.lab.ORDER.index
    for views in lanes.lab.STALE.values():
        assert all(known(view) >= 0 for view in views)


def test_alignment_in_sight_does_not_wait_for_a_corpus_that_is_searched(lanes: Lanes) -> None:
    known: Callable[[str], int] = lanes.compare.ORDER.index
    assert max(known("align seen"), known("align")) < known("token uses")
