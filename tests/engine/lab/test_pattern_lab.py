"""The regex lab: its pieces are those of training, every byte is in one of them or lost, and it tells why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.texts import raw_texts
from tests.points import counted as counted_points
from workbench.display import alternatives
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.corpus.source_files import resource_path
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import TextSource
from workbench.engine.lab import pattern_lab as lab
from workbench.engine.lab.pattern_difference import SHOWN_BYTES, Cut, Difference, Kind, difference
from workbench.engine.splitting.pre_tokenizers import named
from workbench.engine.splitting.split_patterns import FURTHER, KNOWN, PUBLISHED
from workbench.formats.pattern_names import pattern_name

DIGITS = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s*[\r\n]|\s+(?!\S)"
)
PATTERNS = [
    *(each.pattern for each in PUBLISHED.values()),
    *KNOWN,
    DIGITS,
    r"(\w)\w*|( )",
    r"\d+",
]
documents = st.lists(raw_texts, max_size=4)


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    with Child() as child:
        lab.warm(child)
        yield child


def split(pattern: str, sample: lab.Sample, child: Child) -> lab.Pieces:
    spans = lab.spans_of(pattern, sample, child)
    return lab.pieces(spans, sample)


def texts_of(sample: lab.Sample, spans: Any) -> list[bytes]:
    return [sample.text[start:end] for start, end in spans.tolist()]


# --- pieces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", PATTERNS)
@settings(max_examples=25)
@given(parts=documents)
def test_pieces_and_what_is_lost_are_the_documents(child: Child, pattern: str, parts: list[bytes]) -> None:
    sample = lab.joined(parts)
    assert sample.text.replace(b"\n", b"") == b"".join(parts).replace(b"\n", b"")
    assert [sample.text[a:b] for a, b in sample.documents.tolist()] == [part for part in parts if part]
    found = split(pattern, sample, child)
    stretches = sorted([*found.spans.tolist(), *found.lost.tolist()])
    for start, end in sample.documents.tolist():
        inside = [(a, b) for a, b in stretches if start <= a < end]
        assert b"".join(sample.text[a:b] for a, b in inside) == sample.text[start:end]
    assert sum(b - a for a, b in stretches) == sample.n_bytes
    assert found.n_lost == sample.n_bytes - sum(len(piece) for piece in texts_of(sample, found.spans))


@pytest.mark.parametrize("pattern", PATTERNS)
@settings(max_examples=25)
@given(parts=documents)
def test_pieces_are_those_that_training_counts(child: Child, pattern: str, parts: list[bytes]) -> None:
    # What the window's options and `train --pattern` do with a pattern: `training_options.Options.split`.
    trained = named(pattern_name(pattern), pattern, child)
    stream = [item for part in parts if part for item in (part, END_OF_DOCUMENT)]
    counted = finished(trained.count(iter(stream)))
    sample = lab.joined(parts)
    found = split(pattern, sample, child)
    assert Counter(texts_of(sample, found.spans)) == dict(counted)
    assert found.n_lost == counted.lost
    assert found.n_distinct == len(list(counted))


@settings(max_examples=60)
@given(parts=documents)
def test_measures_are_those_of_the_pieces(child: Child, parts: list[bytes]) -> None:
    sample = lab.joined(parts)
    found = split(DIGITS, sample, child)
    counts = Counter(pieces := texts_of(sample, found.spans))
    assert found.n_distinct == len(counts)
    assert found.n_once == sum(count == 1 for count in counts.values())
    assert list(found.frequent) == counts.most_common(lab.MOST_FREQUENT)
    assert [list(counts)[number] for number in found.numbers.tolist()] == pieces
    longest = max(map(len, pieces), default=0)
    assert found.longest[1] - found.longest[0] == longest


@pytest.mark.parametrize("pattern", PATTERNS)
@settings(max_examples=25)
@given(parts=documents)
def test_alternatives_make_all_pieces(child: Child, pattern: str, parts: list[bytes]) -> None:
    sample = lab.joined(parts)
    found = lab.spans_of(pattern, sample, child)
    counts = lab.alternatives(pattern, sample, child)
    assert len(counts) == len(alternatives.starts(pattern))
    loose = len(found) - sum(counts)
    assert 0 <= loose <= sum(not _is_text(piece) for piece in texts_of(sample, found))


def _is_text(piece: bytes) -> bool:
    try:
        piece.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_the_first_alternative_that_fits_has_the_piece(child: Child) -> None:
    sample = lab.joined([b"ab ac 12 abc"])
    counts = lab.alternatives(r"ab|a|\p{L}+|\d+|\s", sample, child)
    assert counts == [2, 1, 2, 1, 3]
    counts = lab.alternatives(r"(a)(b)|(?P<x>a)|(?i:C)|[^a]", sample, child)
    assert counts == [2, 1, 2, 5]


@pytest.mark.parametrize(
    "pattern", [r"(a)\1|b", r"(?:(a)|b)(?(1)c|d)|a", r"\w+(?#then)a|b", r"(?P<x>a)\g<1>|b"]
)
def test_where_nobody_can_tell_no_counts_are_told(child: Child, pattern: str) -> None:
    assert lab.alternatives(pattern, lab.joined([b"aab acbd"]), child) is None


def test_a_named_reference_is_told_apart(child: Child) -> None:
    found = lab.alternatives(r"(?P<x>\w)(?P=x)|\w", lab.joined([b"aabc"]), child)
    assert found == [1, 2]


def test_the_speed_is_measured(child: Child) -> None:
    assert lab.speed(DIGITS, lab.joined([b"some words 12 " * 1000]), child) > 0
    assert lab.speed(DIGITS, lab.joined([]), child) >= 0


# --- the sample -----------------------------------------------------------------------------------


def test_a_sample_is_the_beginning_of_each_source(child: Child, tmp_path) -> None:
    long, short = tmp_path / "long.txt", tmp_path / "short.txt"
    long.write_bytes("né ".encode() * lab.SAMPLE_BYTES)
    short.write_bytes(b"no end")
    lines = tmp_path / "lines.jsonl"
    lines.write_text('{"text": "first"}\n{"text": "second\\n"}\n{"text": "third"}\n')
    sample = lab.sample([str(lines), str(short), SourceOptions(str(long), clean=("lowercase",))], child)
    parts = [sample.text[start:end] for start, end in sample.documents.tolist()]
    assert parts[:4] == [b"first", b"second\n", b"third", b"no end"]
    assert sample.text.startswith(b"first\nsecond\nthird\nno end\nn")
    share = lab.SAMPLE_BYTES // 3
    assert share - 4 < len(parts[4]) <= share
    parts[4].decode()  # no character is cut


def test_a_source_that_cannot_be_read_leaves_a_sample_of_the_others(child: Child, tmp_path) -> None:
    (tmp_path / "a.txt").write_bytes(b"text")
    sources = [str(tmp_path / "gone.txt"), str(tmp_path / "a.txt")]
    assert lab.sample(sources, child).text == b"text"


def test_a_text_in_memory_is_a_sample(child: Child) -> None:
    sample = lab.sample([TextSource("", b"a\xffb")], child)
    assert sample.text == "a\ufffdb".encode()


def test_the_bundled_sample_begins_with_english(child: Child) -> None:
    corpus = Path(resource_path("corpus"))
    sample = lab.sample(["sample:"], child)
    english = [(corpus / f"{name}.txt").read_bytes() for name in ("en-stories", "en-letters-and-dialogues")]
    assert sample.text.startswith(tuple(english))
    assert all(file.read_bytes() in sample.text for file in corpus.glob("*.txt"))


def test_a_source_that_cannot_be_read_says_why(child: Child, tmp_path) -> None:
    with pytest.raises(EngineError) as caught:
        lab.sample([str(tmp_path / "none.txt")], child)
    assert caught.value.file == str(tmp_path / "none.txt")


# --- repair ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "text", "suffix"),
    [
        (r"\S+", b"a b\tc\n", r"|\s"),
        (r"\D+", b"a1 b22", r"|\p{N}"),
        (r"\w+|\s+", b"a, b!", r"|\S"),
        (r"\d+", b"a 1, b", r"|[\s\S]"),
        (r"(?i)[a-z]+", b"Ab C", r"|\s"),
        (r"\S+(?#then)\w+|\W+", b"a b", r""),  # what the first stage loses comes to no later one
    ],
)
def test_what_is_offered_repairs_it(child: Child, pattern: str, text: bytes, suffix: str) -> None:
    sample = lab.joined([text])
    before = lab.spans_of(pattern, sample, child)
    assert len(lab.lost_stretches(before, sample.documents))
    assert lab.repair(pattern, sample, child) == suffix
    if suffix:
        after = lab.spans_of(pattern + suffix, sample, child)
        assert not len(lab.lost_stretches(after, sample.documents))
        # Pieces that were there stay as they were.
        assert set(map(tuple, before.tolist())) <= set(map(tuple, after.tolist()))


# --- what is slow ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "documents", "at", "n_same", "alternative"),
    [
        (r"b|(a|aa)+$", [b"first ", b"x b " + b"a" * 60 + b"!"], b"aaa", 60, r"(a|aa)+$"),
        (r"\s*[\r\n]+|.", ["é".encode() * 100 + b" " * 50_000], b"   ", 50_000, r"\s*[\r\n]+"),
        (r"c|(?i:(a|A|aa)+$)|b", [b"cb", b"cb" * 20_000 + b"aA" * 40 + b"!"], b"aA", 1, r"(?i:(a|A|aa)+$)"),
    ],
)
def test_the_place_where_it_is_slow(child, pattern, documents, at, n_same, alternative) -> None:
    sample = lab.joined(documents)
    with pytest.raises(EngineError) as caught:
        lab.spans_of(pattern, sample, child)
    assert caught.value.code == "pattern_too_slow"
    slow = lab.slow_place(pattern, sample, caught.value.facts["done"], child)
    assert slow.alternative is not None
    assert pattern[slice(*slow.alternative)] == alternative
    assert sample.text[slow.at :].startswith(at)
    assert slow.n_same == n_same
    # At once usable again.
    assert len(lab.spans_of(r"\w+", lab.joined([b"a b"]), child)) == 2


# --- difference -----------------------------------------------------------------------------------


def compare(sample: lab.Sample, this: str, other: str, child: Child) -> Difference:
    spans = [lab.spans_of(pattern, sample, child) for pattern in (this, other)]
    return difference(sample, *spans)


def text_of(kind: Kind) -> bytes:
    return b"".join(cut.text for cut in kind.this)


def test_kinds_are_the_commonest_first(child: Child) -> None:
    sample = lab.joined([b"a 12, b 12, c 345 12"])
    found = compare(sample, DIGITS, PUBLISHED["cl100k"].pattern, child)
    kinds = [(text_of(kind), kind.count) for kind in found.kinds]
    assert kinds[0] == (b"12", 3)
    first = found.kinds[0]
    assert first.this == (Cut(b"1", True), Cut(b"2", True))
    assert first.other == (Cut(b"12", True),)
    # A lost space stands with the piece before it.
    assert (b"a ", 1) in kinds
    assert dict(kinds)[b"345"] == 1
    assert found.n_kinds == len(found.kinds)
    places = [sample.text[start:end] for start, end in found.places.tolist()]
    assert [text_of(found.kinds[number]) for number in found.kind_of.tolist()] == places
    assert places[first.first] == b"12"


@settings(max_examples=60)
@given(parts=documents, patterns=st.tuples(st.sampled_from(PATTERNS), st.sampled_from(PATTERNS)))
def test_places_are_all_that_differs(child: Child, parts: list[bytes], patterns: tuple[str, str]) -> None:
    sample = lab.joined(parts)
    found = compare(sample, *patterns, child)
    splits = [{tuple(span) for span in lab.spans_of(pattern, sample, child).tolist()} for pattern in patterns]
    places = found.places.tolist()
    assert places == sorted(places)
    for span in splits[0] ^ splits[1]:
        assert any(start <= span[0] and span[1] <= end for start, end in places)
    for start, end in places:
        inside = [sorted(span for span in each if start <= span[0] and span[1] <= end) for each in splits]
        assert inside[0] != inside[1]
    assert sum(kind.count for kind in found.kinds) == len(places)
    for kind in found.kinds:
        assert all(cut.text for cut in (*kind.this, *kind.other))
        assert b"".join(cut.text for cut in kind.other) == text_of(kind)
        assert 0 < len(text_of(kind)) <= SHOWN_BYTES


def test_the_same_pattern_differs_nowhere(child: Child) -> None:
    found = compare(lab.joined([b"a b", b"c 12"]), DIGITS, DIGITS, child)
    assert (len(found.places), found.kinds, found.n_kinds) == (0, (), 0)


def test_lost_stretches_by_hand() -> None:
    spans = np.array([[1, 2], [2, 3], [6, 8]], np.uint64)
    borders = np.array([[0, 4], [5, 9]], np.uint64)
    assert lab.lost_stretches(spans, borders).tolist() == [[0, 1], [3, 4], [5, 6], [8, 9]]
    assert lab.lost_stretches(np.zeros((0, 2), np.uint64), borders).tolist() == [[0, 4], [5, 9]]


def test_further_patterns_compile() -> None:
    expected = {"qwen2": ["a", " ", "1", "2", "日本a"], "kimi": ["a", " ", "12", "日本", "a"]}
    found = {name: regex.compile(pattern).findall("a 12日本a") for name, pattern in FURTHER.items()}
    assert found == expected


def test_generators_yield_often(child: Child) -> None:
    sample = lab.joined([b"some words 12 " * 10_000])
    assert counted_points(lambda: lab.spans_of(DIGITS, sample, child))[1] > 2
