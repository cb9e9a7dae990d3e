"""Splitting and counting: every pre-tokenizer, whatever the bytes and however they come."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.texts import raw_texts, texts
from tests.points import Sliced
from workbench import kernels
from workbench.engine.base import pace
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.base.utf8 import invalid_runs
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.splitting import pre_tokenizers, published_split
from workbench.engine.splitting.pre_tokenizers import (
    CountedPieces,
    CustomSplit,
    custom,
    lost_bytes,
    named,
    no_split,
    published,
)
from workbench.engine.splitting.published_split import PublishedSplit
from workbench.engine.splitting.split_patterns import KNOWN, PUBLISHED, SplitPattern

PATTERNS = sorted(PUBLISHED)
# Characters in a hostile text; the readable engine is some ten times slower.
MANY = 1_000_000 if kernels.active() else 100_000


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    with Child() as child:
        yield child


def pieces(pre_tokenizer, text: bytes) -> list[bytes]:
    return [text[start:end] for start, end in pre_tokenizer.split(text).tolist()]


def counted(chunks, pre_tokenizer) -> CountedPieces:
    return finished(pre_tokenizer.count(iter(chunks)))


def by_the_rule(pattern: str, text: bytes) -> list[bytes]:
    """The rule for bytes that are not UTF-8, spelled out."""
    found, start = [], 0
    for run_start, run_end in [*invalid_runs(text), (len(text), len(text))]:
        valid = text[start:run_start].decode()
        matches = list(regex.finditer(pattern, valid))
        found += [match.group().encode() for match in matches]
        if run_end > run_start:
            glued = found.pop() if matches and matches[-1].end() == len(valid) else b""
            found.append(glued + text[run_start:run_end])
        start = run_end
    return found


# --- published patterns -------------------------------------------------------------------------


@pytest.mark.parametrize("name", PATTERNS)
@given(text=raw_texts)
def test_split_keeps_the_rule_and_every_byte(name, text):
    assert pieces(published(name), text) == by_the_rule(PUBLISHED[name].pattern, text)


@pytest.mark.parametrize("name", PATTERNS)
@given(text=raw_texts, chunk=st.integers(1, 12))
def test_split_does_not_depend_on_the_size_of_its_chunks(name, text, chunk):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(published_split, "CHUNK", chunk)
        assert pieces(published(name), text) == by_the_rule(PUBLISHED[name].pattern, text)


def test_broken_bytes_join_the_piece_before_them():
    # K14, as tiktoken's test: these four bytes are one token of cl100k.
    assert pieces(published("cl100k"), b" \xec\x8b\xa4\xed") == [b" \xec\x8b\xa4\xed"]
    assert pieces(published("cl100k"), b"\xff\xfe a b\x80\x80 c") == [
        b"\xff\xfe",
        b" a",
        b" b\x80\x80",
        b" c",
    ]


def test_spans_are_arrays_of_two_columns():
    for pre_tokenizer in (no_split(), published("gpt2")):
        for text, n_pieces in ((b"", 0), (b"word", 1)):
            spans = pre_tokenizer.split(text)
            assert spans.shape == (n_pieces, 2)
            assert spans.dtype == np.uint64


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize(
    ("character", "tail"),
    [
        *(
            (character, "x")
            for character in ("a", " ", "\t", "\n", "0", "!", "é", "中", "😉", "\u0301", "\r\n")
        ),
        *((character, "") for character in ("a", " ", "\t", "\n", "é", "中", "😉", "\r\n")),
    ],
)
def test_many_of_one_character(name, character, tail):
    # With the pattern matched over the whole text in one call as the judge.
    text = character * MANY + tail
    expected = PUBLISHED[name].splitter.findall(text)
    start = time.process_time()
    spans = published(name).split(text.encode())
    assert time.process_time() - start < 5  # it takes tenths of a second; a quadratic way takes minutes
    expected = [piece for piece in expected if not PUBLISHED[name].is_gap(piece)]
    assert np.diff(spans, axis=1)[:, 0].tolist() == [len(piece.encode()) for piece in expected]
    assert PUBLISHED[name].gaps or (spans[1:, 0] == spans[:-1, 1]).all()


def test_many_broken_bytes_are_one_piece():
    assert published("cl100k").split(b"a" + b"\xff" * MANY + b"b").tolist() == [
        [0, MANY + 1],
        [MANY + 1, MANY + 2],
    ]


def test_clip_leaves_white_space_out():
    text = " It's <|StartOfText|>  12\u0345 a\u0345!\n".encode()
    clip = published("clip")
    assert pieces(clip, text) == [b"It", b"'s", b"<|StartOfText|>", b"1", b"2", b"a", b"!"]
    assert clip.compiled is None  # what takes it expects that the pieces are the whole text
    assert pieces(clip, b" \xff \xffa\xff b") == [b"\xff", b"\xff", b"a\xff", b"b"]


def test_a_word_has_the_spaces_before_it():
    text = "  two  words\n and\u3000one  ".encode()
    assert pieces(published("spaces"), text) == [b"  two", b"  words\n", " and\u3000one".encode(), b"  "]


@pytest.mark.parametrize("name", PATTERNS)
def test_no_step_is_long(name):
    text = ("Some words, 12345 numbers — and more.\n" * 30_000).encode()
    times = [time.perf_counter()]
    with pace.hooked(lambda: times.append(time.perf_counter())):
        published(name).split(text)
    gaps = np.diff(times)
    # The promise is 20 ms; a busy machine may hold any one step up, so the middle one decides.
    assert len(gaps) > 3
    assert np.median(gaps) < 0.2


def test_unknown_name():
    with pytest.raises(EngineError) as caught:
        named("gpt5")
    assert caught.value.code == "unknown_pre_tokenizer"
    assert "gpt5" in str(caught.value)
    assert "o200k" in str(caught.value)


# --- none ---------------------------------------------------------------------------------------


@given(text=raw_texts)
def test_no_split_keeps_a_document_whole(text):
    assert pieces(no_split(), text) == ([text] if text else [])
    assert no_split().next_border(text, 0) == len(text)
    assert no_split().previous_border(text, len(text)) == 0


# --- counting -----------------------------------------------------------------------------------


def cut(text: bytes, size: int) -> list[bytes]:
    return [text[start : start + size] for start in range(0, len(text), size)]


@pytest.mark.parametrize("name", ["none", *PATTERNS])
@given(documents=st.lists(raw_texts, max_size=4), size=st.integers(1, 30), chunk=st.integers(1, 12))
def test_counts_do_not_depend_on_the_chunks(name, documents, size, chunk):
    expected: Counter[bytes] = Counter()
    stream: list = []
    lost = 0
    for document in documents:
        expected.update(pieces(named(name), document))
        stream += [*cut(document, size), None, END_OF_DOCUMENT]
        lost += lost_bytes(named(name).split(document), len(document))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(published_split, "CHUNK", chunk)
        result = counted(stream, named(name))
    assert list(result) == list(expected.items())  # in order of first occurrence
    assert result.n_bytes + lost == sum(map(len, documents))
    assert result.lost == lost


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1000, 4096, 1 << 16])
def test_counts_of_a_text_for_chunks_up_to_64_kib(name, size):
    text = "".join(
        f"Line {n}: it’s {n * 7919} «naïve» 日本語テキスト\r\n  \t{'a' * (n % 90)} 😉\n\n" for n in range(150)
    ).encode()
    expected = Counter(pieces(published(name), text))
    assert dict(counted(cut(text, size), published(name))) == expected


@pytest.mark.parametrize("name", ["none", *PATTERNS])
@pytest.mark.parametrize("letter", ["a", " ", "\n", "é", "日", "👍"])
def test_many_of_one_character_are_counted(name, letter):
    # The second time it is known; what is broken off at the end of a chunk is not lost.
    text = (letter * MANY).encode()
    stream = [*cut(text, 65_536), END_OF_DOCUMENT, *cut(text, 65_535), b"x", END_OF_DOCUMENT]
    expected = Counter(pieces(named(name), text) + pieces(named(name), text + b"x"))
    assert list(counted(stream, named(name))) == list(expected.items())


def test_pieces_do_not_cross_documents():
    assert dict(counted([b"ab", END_OF_DOCUMENT, b"cd"], published("gpt2"))) == {b"ab": 1, b"cd": 1}
    assert dict(counted([b"ab", b"cd", END_OF_DOCUMENT], published("gpt2"))) == {b"abcd": 1}
    assert dict(counted([b"ab", END_OF_DOCUMENT, END_OF_DOCUMENT, b"ab"], no_split())) == {b"ab": 2}


def test_counting_nothing():
    result = counted([], published("cl100k"))
    assert (len(result), result.blob, result.n_bytes) == (0, b"", 0)


def test_counting_reports_progress_and_can_be_left():
    steps = published("cl100k").count(iter([b"some words " * 1000] * 20))
    reports = [step for _, step in zip(range(40), steps, strict=False)]
    assert reports[-1].n_bytes > reports[0].n_bytes > 0
    assert reports[-2].n_distinct == 3  # "some", " some", " words"
    steps.close()


# --- custom patterns, in the child ---------------------------------------------------------------


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=60)
@given(text=raw_texts)
def test_a_published_pattern_typed_in_gives_the_same(name, child, text):
    typed = custom(PUBLISHED[name].pattern, child)
    assert typed.split(text).tolist() == published(name).split(text).tolist()
    assert list(counted([text], typed)) == list(counted([text], published(name)))


@settings(max_examples=60)
@given(text=texts)
def test_text_left_out_is_counted(child, text):
    words = CustomSplit(r"\p{L}+", child)
    data = text.encode()
    found = pieces(words, data)
    assert found == [word.encode() for word in regex.findall(r"\p{L}+", text)]
    left_out = len(data) - sum(map(len, found))
    assert lost_bytes(words.split(data), len(data)) == left_out
    result = counted([data], words)
    assert result.lost == left_out
    assert result.n_bytes == sum(map(len, found))


def test_broken_bytes_behind_text_left_out_are_a_piece(child):
    assert pieces(CustomSplit(r"\w+", child), b"ab\xff cd \xff\xff!\x80") == [
        b"ab\xff",
        b"cd",
        b"\xff\xff",
        b"\x80",
    ]


def test_capture_groups_mean_nothing(child):
    # minbpe's findall would lose text here (facts, "(a) minbpe").
    assert pieces(CustomSplit(r"(\w)(\w*)|( )", child), b"Hello big world") == [
        b"Hello",
        b" ",
        b"big",
        b" ",
        b"world",
    ]


def test_patterns_one_after_the_other_split_the_pieces_of_those_before(child):
    stages = CustomSplit(r"\S+|\s+(?#then)\d{1,3}|[^\d]+(?#then)[a-zé]+|\d+|\s", child)
    assert pieces(stages, b"a 1234\xe9\xffb  c5") == [
        b"a", b" ", b"123", b"4\xe9\xff", b"b", b" ", b" ", b"c", b"5",
    ]  # fmt: skip
    assert pieces(stages, "né12é".encode()) == ["né".encode(), b"12", "é".encode()]
    # A piece is a text of its own: nothing is seen of what stands around it.
    assert pieces(CustomSplit(r"\d|\D+(?#then)\s+(?!\S)|\s|\S", child), b"  1") == [b"  ", b"1"]
    # What a stage leaves out comes to no later one.
    assert pieces(CustomSplit(r"\w+(?#then)[^b]", child), b"abc, d") == [b"a", b"c", b"d"]
    assert dict(counted([b"ab1 ab1"], stages)) == {b"ab": 2, b"1": 2, b" ": 1}


def test_many_documents_go_through_in_order(child):
    documents = [f"doc {n % 50} text".encode() for n in range(3000)]
    stream = [part for document in documents for part in (document[:3], document[3:], END_OF_DOCUMENT)]
    expected: Counter[bytes] = Counter()
    for document in documents:
        expected.update(pieces(published("gpt2"), document))
    assert list(counted(stream, custom(PUBLISHED["gpt2"].pattern, child))) == list(expected.items())


def test_counting_in_the_child_reports_progress(child):
    stream = [part for _ in range(5) for part in (b"some words " * 60_000, END_OF_DOCUMENT)]
    steps = CustomSplit(r"\w+", child).count(iter(stream))
    done = [step.n_bytes for step in steps]
    assert done == sorted(done)
    assert done[-1] == 5 * 660_000


def test_many_pieces_come_in_several_batches(child):
    text = b" ".join(b"%d" % n for n in range(50_000))
    result = counted([text], CustomSplit(r"\d+", child))
    assert [piece for piece, _ in result] == [b"%d" % n for n in range(50_000)]
    assert set(result.counts.tolist()) == {1}
    assert result.lost == 49_999


def test_a_custom_pattern_has_no_safe_border(child):
    typed = CustomSplit(r"\w+|\W", child)
    assert typed.next_border(b"a b c", 1) == 5
    assert typed.previous_border(b"a b c", 4) == 0


@pytest.mark.parametrize(
    ("pattern", "code", "column"),
    [
        ("", "pattern_empty", None),
        ("a" * 10_001, "pattern_too_long", None),
        ("(?R)?a", "pattern_recursion", 1),
        (r"a(b(?1)?)", "pattern_recursion", 4),
        (r"(?P<x>a(?&x)?)", "pattern_recursion", 8),
        (r"(?P<x>a(?P>x)?)", "pattern_recursion", 8),
        (r"(?:abcdefghij){e<=9}", "pattern_fuzzy", 15),
        (r"(?:ab){e}", "pattern_fuzzy", 7),
        (r"(?:ab){1<=i<=3}", "pattern_fuzzy", 7),
        (r"(?:ab){2i+2d+1s<=4}", "pattern_fuzzy", 7),
        (r"\w+)", "pattern_close_group", 4),
        (r"x|[a-", "pattern_open_set", 3),
        (r"\w+(?#then)\d+)", "pattern_close_group", 15),
        (r"\w+(?#then)a(b", "pattern_open_group", 13),
        ("a|*", "pattern_syntax", 3),
        (r"\w+(?#then)", "pattern_empty", None),
        (r"\w+(?#then)\d*", "pattern_zero_width", None),
        (r"\h+\X\R(?<a", "pattern_open_group", 8),
        ("a*", "pattern_zero_width", None),
        (r"\b", "pattern_zero_width", None),
        (r"(?=a)|b", "pattern_zero_width", None),
        (r"(?r)\w+", "pattern_reverse", None),
    ],
)
def test_what_no_split_pattern_may_hold(child, pattern, code, column):
    with pytest.raises(EngineError) as caught:
        CustomSplit(pattern, child).split(b"aab ab")
    assert caught.value.code == code
    if column is not None:
        assert caught.value.place.kind == "column"
        assert caught.value.place.value == column
    assert caught.value.cause
    assert caught.value.remedy


@pytest.mark.parametrize(
    "pattern", [r"[(?R)]+", r"\(\?R\)|a", r"a{2,3}", r"\p{L}{2}", r"[{e}]", r"a\{e\}|\p{Lu}|."]
)
def test_what_only_looks_like_it_is_allowed(child, pattern):
    CustomSplit(pattern, child).split(b"(?R) aa {e} {id}")


def test_a_pattern_can_be_checked_beforehand(child):
    CustomSplit(r"\w+", child).check()
    with pytest.raises(EngineError, match="column 1"):
        list(CustomSplit("*", child).check())


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(a|aa)+$", b"a" * 60 + b"!"),
        (r"\s*[\r\n]+|.", b" " * 50_000),
    ],
)
def test_a_pattern_that_hangs_is_stopped(child, pattern, text):
    typed = CustomSplit(pattern, child)
    start = time.monotonic()
    with pytest.raises(EngineError) as caught:
        typed.split(text)
    assert time.monotonic() - start < 20  # 2 s, the start of a child, and a busy machine
    assert caught.value.code == "pattern_too_slow"
    assert repr(pattern) in str(caught.value)
    assert pieces(CustomSplit(r"\w+", child), b"a b") == [b"a", b"b"]  # the next request starts another child


def test_a_slow_pattern_that_keeps_going_is_not_stopped(child, monkeypatch):
    # Slower than a window, but through enough bytes in each: here 0.5 s and 10 kB.
    monkeypatch.setattr(pre_tokenizers, "PATTERN_LIMIT", pre_tokenizers.Limit(seconds=0.5, work=10_000))
    text = b"a b " * 700_000
    start = time.monotonic()
    assert len(CustomSplit(r"\w+", child).split(text)) == 1_400_000
    assert time.monotonic() - start > 0.5


def test_counting_by_a_pattern_that_hangs_is_stopped(child):
    with pytest.raises(EngineError) as caught:
        counted([b"a" * 60 + b"!"], CustomSplit(r"(a|aa)+$", child))
    assert caught.value.code == "pattern_too_slow"


def test_splitting_in_the_child_can_be_left_at_once(child):
    typed = CustomSplit(r"(a|aa)+$", child)
    steps = Sliced(lambda: list(typed.split_parts(b"a" * 60 + b"!")))
    start = time.monotonic()
    while time.monotonic() - start < 0.3:
        next(steps)
    left = time.monotonic()
    steps.close()
    assert time.monotonic() - left < 20
    assert pieces(CustomSplit(r"\w+", child), b"a b") == [b"a", b"b"]


def test_a_child_of_its_own_is_closed():
    typed = CustomSplit(r"\w+")
    assert pieces(typed, b"a b") == [b"a", b"b"]
    typed.close()
    with pytest.raises(RuntimeError):
        typed.split(b"a")


@pytest.mark.parametrize("pattern", KNOWN)
@given(text=raw_texts)
def test_patterns_that_are_known_run_here_and_split_as_they_say(pattern: str, text: bytes) -> None:
    splitter = custom(pattern)
    assert not isinstance(splitter, CustomSplit)
    assert (splitter.name, splitter.pattern) == ("custom", pattern)
    assert pieces(splitter, text) == by_the_rule(pattern, text)
    border = splitter.next_border(text, len(text) // 2)
    assert pieces(splitter, text[:border]) + pieces(splitter, text[border:]) == pieces(splitter, text)


def test_a_pattern_without_a_kernel_is_split_by_its_regular_expression() -> None:
    pattern = SplitPattern("new", r"\w+|(?<!x)\W+|\W+", "this test", r"\w(?=\W)|\W(?=\w)")
    splitter = PublishedSplit(pattern)
    assert splitter.compiled is None
    assert splitter.split(b"ab, c").tolist() == [[0, 2], [2, 4], [4, 5]]
