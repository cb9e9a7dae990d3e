"""Patterns of one's own by tables: they split as `regex` does, or have none."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.texts import raw_texts
from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.custom_patterns import compiled, spans_of
from workbench.engine.splitting.pattern_tables import PatternTables, tables_of
from workbench.engine.splitting.pre_tokenizers import CustomSplit, custom
from workbench.engine.splitting.published_split import PublishedSplit
from workbench.engine.splitting.split_patterns import BY_NAME
from workbench.engine.splitting.staged_patterns import AT_ONCE
from workbench.engine.splitting.table_split import TableSplit

splitting = kernels.kernel("splitting")
pytestmark = pytest.mark.skipif(not kernels.active(), reason="without kernels nothing splits by tables")

QWEN35 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CLIP = BY_NAME["clip"].pattern.removeprefix("(?i)")
MANY_CLASSES = [
    "|".join(f"{chr(code)}a" for code in range(0x4E00, 0x4E00 + n)) + r"|\s+|." for n in (60, 130)
]

# --- random patterns ----------------------------------------------------------------------------

_ATOMS = [
    r"\p{L}", r"\p{N}", r"\s", r"\S", r"\w", r"\W", r"\d", "a", "b", "s", "k", "'", r"\n", "é", " ", ".", "İ",
    r"[^\s\p{L}\p{N}]", r"[\r\n]", r"[^\r\n\p{L}\p{N}]", r"\p{Lu}", r"\p{Ll}", r"[\p{L}\p{M}]", "[a-c]",
    r"\p{Han}", "[^a]", r"\p{P}", r"[^\S\n]",
]  # fmt: skip
_TIMES = ["", "", "", "+", "*", "?", "{1,3}", "{2}", "{2,}", "+?", "*?", "??", "{1,3}?"]
_GREEDY = ["++", "*+", "?+", "{1,3}+", "{2,}+"]

atoms = st.sampled_from(_ATOMS)
looks = st.builds(
    "({}{})".format, st.sampled_from(["?=", "?!"]), atoms | st.just("$") | st.builds("{}|$".format, atoms)
)
singles = st.builds("{}{}".format, atoms, st.sampled_from([*_TIMES, *_GREEDY]))
rows = st.lists(singles | singles | singles | looks | st.just("$"), min_size=1, max_size=4).map("".join)
alternatives = st.lists(rows, min_size=1, max_size=4).map("|".join)
groups = st.builds(
    "({}{}){}".format, st.sampled_from(["?:", "", "?i:", "?s:"]), alternatives, st.sampled_from(_TIMES)
)
patterns = st.builds(
    "{}{}".format,
    st.sampled_from(["", "", "", "", "(?i)"]),
    st.lists(st.lists(groups | rows, min_size=1, max_size=3).map("".join), min_size=1, max_size=4).map(
        "|".join
    ),
)


def split(
    tables: PatternTables, text: bytes, capacity: int = 100, budget: int = 10**6
) -> list[tuple[int, int]]:
    """Split by the kernel, so many pieces and characters of long ones at a time."""
    steps = splitting.Splitter("", tables.data).start(text)
    ends, found, start = np.zeros(capacity, np.uint64), [], 0
    while steps.position < len(text):
        for end in ends[: steps.split_into(len(text), ends, budget)].tolist():
            if not end >> 63:
                found.append((start, end))
            start = end & ~(1 << 63)
    return found


@settings(max_examples=300)
@given(pattern=patterns, texts=st.lists(raw_texts, min_size=3, max_size=6), capacity=st.integers(1, 5))
def test_random_patterns_split_as_regex_does_or_have_no_tables(
    pattern: str, texts: list[bytes], capacity: int
) -> None:
    tables = tables_of(pattern)
    try:
        chain = compiled(pattern)
    except EngineError:
        assert tables is None
        return
    if tables is None:
        return
    splitter = splitting.Splitter("", tables.data)
    for text in texts:
        expected = list(spans_of(chain, text))
        assert split(tables, text, capacity) == expected
        whole = sum(end - start for start, end in expected) == len(text)
        assert whole or tables.leaves_out
        border = 0
        while (border := splitter.first_border(text, border) or 0) > 0:
            behind = [(border + start, border + end) for start, end in spans_of(chain, text[border:])]
            assert [*spans_of(chain, text[:border]), *behind] == expected


@pytest.mark.parametrize(
    ("pattern", "text", "borders"),
    [
        (r"ab(?=c)|[a-c]", b"abcab", [3]),  # what is after a border must not matter, nor
        (r"\w$\n|\w|\n", b"a\nb a", [3, 4]),  # that a line end is the last one
        (r"\w+|\W+", b"a. b\xff\xffb", [1, 3, 6]),
        (r"\s+(?!\S)|\s+|\w+", b"ab  c", [2]),
    ],
)
def test_safe_borders(pattern: str, text: bytes, borders: list[int]) -> None:
    tables = tables_of(pattern)
    assert tables is not None
    splitter = splitting.Splitter("", tables.data)
    assert [at for at in range(1, len(text)) if splitter.last_border(text, 0, at + 1) == at] == borders


@pytest.mark.parametrize("name", BY_NAME)
@given(text=raw_texts)
def test_published_patterns_by_tables_split_as_they_do(name: str, text: bytes) -> None:
    tables = tables_of(BY_NAME[name].pattern)
    assert tables is not None
    assert split(tables, text) == list(map(tuple, PublishedSplit(BY_NAME[name]).split(text).tolist()))


@pytest.mark.parametrize(
    "pattern", [QWEN35, CLIP, r"\w+|\W+", r"\S+\s*", r"(?:[a-z]|\d){2,}?|.", r"\p{L}++$|\p{L}+|\P{L}"]
)
@given(text=raw_texts)
def test_these_do_too(pattern: str, text: bytes) -> None:
    tables = tables_of(pattern)
    assert tables is not None
    assert split(tables, text) == list(spans_of(compiled(pattern), text))


def with_rest(pattern: str) -> str:
    return rf"{pattern}|(?:(?!{pattern})[\s\S])+"


@pytest.mark.parametrize("pattern", [QWEN35, r"\w+|\W+", r"\S+\s*|\s+"])
@given(text=raw_texts)
def test_an_alternative_for_the_rest_changes_nothing_where_there_is_none(pattern: str, text: bytes) -> None:
    tables = tables_of(with_rest(pattern))
    assert tables is not None
    assert tables == tables_of(pattern)
    assert split(tables, text) == list(spans_of(compiled(with_rest(pattern)), text))


@pytest.mark.parametrize("pattern", [CLIP, r"\S+\s*"])
def test_an_alternative_for_the_rest_is_needed_where_there_is_one(pattern: str) -> None:
    assert tables_of(with_rest(pattern)) is None


# --- many characters at once -----------------------------------------------------------------------

_ASCII = st.text(st.characters(max_codepoint=0x7F), max_size=8) | st.sampled_from(
    ["a", "the", " Aa", "'s", "12", "\n", " ", ".", "\n        ", " \n "]
)


@st.composite
def long_texts(draw: st.DrawFn) -> bytes:
    """Bytes of a few parts that come again and again, of ASCII or not."""
    parts = draw(st.lists(draw(st.sampled_from([_ASCII.map(str.encode), raw_texts])), min_size=2, max_size=6))
    chance = random.Random(draw(st.integers(0, 1000)))
    return b"".join(chance.choice(parts) * chance.choice([1, 1, 1, 3, 40]) for _ in range(120))


@settings(max_examples=200, deadline=None)
@given(pattern=patterns, text=long_texts(), capacity=st.sampled_from([1, 63, 64, 65, 1000]))
def test_random_patterns_split_long_texts_as_regex_does(pattern: str, text: bytes, capacity: int) -> None:
    if (tables := tables_of(pattern)) is not None:
        assert split(tables, text, capacity) == list(spans_of(compiled(pattern), text))


@pytest.mark.parametrize(
    "pattern",
    [QWEN35, CLIP, r"\w+|\W+", r"\S+\s*|\s+", r"\p{N}{1,3}|\P{N}", r"\w$\n|\w|\W", *AT_ONCE, *MANY_CLASSES],
    ids=ascii,
)
@settings(max_examples=60, deadline=None)
@given(text=long_texts(), stops=st.integers(1, 400))
def test_these_split_long_texts_too(pattern: str, text: bytes, stops: int) -> None:
    tables = tables_of(pattern)
    assert tables is not None
    expected = list(spans_of(compiled(AT_ONCE.get(pattern, pattern)), text))
    assert split(tables, text) == expected
    steps = splitting.Splitter("", tables.data).start(text)
    ends, places = np.zeros(1000, np.uint64), []
    while steps.position < len(text):
        stop = steps.position + stops
        found = ends[: steps.split_into(stop, ends)] & ~np.uint64(1 << 63)
        assert (found[:-1] < stop).all()
        assert found[-1] == steps.position >= min(stop, len(text))
        places += found.tolist()
    assert set(places) >= {end for _, end in expected}


LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize("pattern", [QWEN35, f"{LETTERS}{LETTERS}0|[a-m]", r"\w$\n|\w|\W"])
@pytest.mark.parametrize("length", range(12, 54))
def test_borders_known_late(pattern: str, length: int) -> None:
    tables = tables_of(pattern)
    assert tables is not None
    for text in (
        b"\n" + b" " * length + b"x",
        (LETTERS + LETTERS)[:length].encode() + b"!",
        b" " * length + b"x\n",
    ):
        for whole in (text, b"x" + text + b"\xff", b"x" + text + b" b" * 200):
            assert split(tables, whole) == list(spans_of(compiled(pattern), whole))


@pytest.mark.parametrize("letter", [b"1", b"a", b" ", b"\n", b".", "é".encode()])
def test_lanes_that_do_not_meet_do_not_count(letter: bytes) -> None:
    pattern = r"\p{N}{1,7}|a{1,5}|\s{1,3}|[é.]{1,9}|b"
    tables = tables_of(pattern)
    assert tables is not None
    text = letter * 700 + b"b" + letter * 1000
    assert split(tables, text) == list(spans_of(compiled(pattern), text))


# --- what has none ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pattern",
    [
        "", "*", "a*", "a|", "(a", "a(?#then)b", r"(a)\1", r"\ba", "^a", "(?<!a)b", "(?=ab)a", "(?:ab)++",
        "(?>a|ab)c", r"\p{Nothing}", "(?m)a$", "(?x)a b", "(?r)a", "a{3,2}", "(?:a?)+b", "[a&&b]", r"\X",
        "a" * 3000, r"(?a:\w)",
        # What might be read again and again
        r"\s*\S+", r"\s*[\r\n]+|.", "a+b|a", r"\p{L}+$|\p{L}", r"(?:\w+\s)?x|\w",
        # `regex` overlooks letters that begin a match where another part ignores case.
        r"(?i:x)|[^\s\p{L}\p{N}]+", r"(?i:\p{N}??)[^\s\p{L}\p{N}]+?",
    ],
)  # fmt: skip
def test_what_is_not_understood_has_no_tables(pattern: str) -> None:
    assert tables_of(pattern) is None


def test_a_look_back_over_white_space_is_no_fault() -> None:
    assert tables_of(r"\s*[\r\n]+|\s+(?!\S)|\s+|\S") is not None


# --- splitting and counting ---------------------------------------------------------------------


def test_a_pattern_with_tables_needs_no_child() -> None:
    splitter = custom(QWEN35)
    assert isinstance(splitter, TableSplit)
    assert splitter.compiled is not None
    assert (splitter.name, splitter.pattern) == ("custom", QWEN35)
    again = pickle.loads(pickle.dumps(splitter))
    assert again.split(b"a\xcc\x81 b").tolist() == splitter.split(b"a\xcc\x81 b").tolist() == [[0, 3], [3, 5]]


def test_what_is_left_out_is_in_no_piece() -> None:
    splitter = custom(r"[a-z]+|\d")
    assert isinstance(splitter, TableSplit)
    assert splitter.compiled is None
    assert splitter.split(b" ab, 12\xff.\xff").tolist() == [[1, 3], [5, 6], [6, 8], [9, 10]]


def test_without_kernels_the_child_splits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_PURE", "1")
    assert isinstance(custom(QWEN35), CustomSplit)


@pytest.mark.parametrize("pattern", [r"\w+|\W+", r"\w+|\s"])
@pytest.mark.parametrize("budget", [1000, 10**9])
@pytest.mark.parametrize("letter", ["a", "é", "中"])
def test_a_long_piece_is_found_in_several_calls(pattern: str, budget: int, letter: str) -> None:
    tables = tables_of(pattern)
    assert tables is not None
    text = (letter * 200_000 + "!" + letter * 70_000).encode() + b"\xff" * 100_000 + b" a"
    assert split(tables, text, budget=budget) == list(spans_of(compiled(pattern), text))


def test_a_call_looks_at_no_more_than_its_budget() -> None:
    tables = tables_of(r"\w+|\W+")
    assert tables is not None
    steps = splitting.Splitter("", tables.data).start(b"a" * 1_000_000)
    ends = np.zeros(10, np.uint64)
    assert [steps.split_into(1_000_000, ends, 200_000) for _ in range(5)] == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("pattern", [QWEN35, r"[a-z]+|\d"])
@settings(max_examples=20, deadline=None)
@given(texts=st.lists(raw_texts, max_size=4))
def test_counts_are_those_of_the_child(pattern: str, texts: list[bytes], child: Child) -> None:
    chunks = [
        chunk for text in texts for chunk in (text[: len(text) // 2], text[len(text) // 2 :], END_OF_DOCUMENT)
    ]
    ours, theirs = (
        finished(splitter.count(iter(chunks))) for splitter in (custom(pattern), CustomSplit(pattern, child))
    )
    assert list(ours) == list(theirs)
    assert ours.lost == theirs.lost


@pytest.mark.parametrize("pattern", [QWEN35, r"\w+|\W+", r"[a-z]+|\d"])
@settings(max_examples=50, deadline=None)
@given(text=raw_texts)
def test_ids_are_those_by_the_child(pattern: str, text: bytes, child: Child) -> None:
    model = RankMergedBpe.from_merges([(97, 98), (32, 97), (256, 99), (39, 115), (204, 129), (10, 10)])
    ours, theirs = (Tokenizer(model, splitter) for splitter in (custom(pattern), CustomSplit(pattern, child)))
    assert ours.encode(text) == theirs.encode(text)


@pytest.fixture(scope="module")
def child() -> Child:
    with Child() as running:
        yield running
