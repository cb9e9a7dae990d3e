"""The compiled merging by score: the ids of the readable one, whatever the budget and the thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.score_toys import llama_vocabulary, toy_model
from tests.engine.texts import raw_texts
from tests.points import counted
from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.counting import piece_room
from workbench.engine.models import compiled_score_merging
from workbench.engine.models.compiled_score_merging import compiled_merging
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import RULES, UNIT, Kind, ScoreVocabulary, vocabulary_of
from workbench.engine.models.score_words import words_of
from workbench.engine.splitting.pre_tokenizers import no_split

pytestmark = pytest.mark.skipif(
    kernels.kernel("score_merging") is None, reason="the kernels are not compiled"
)

ALPHABET = "ab é日👍\x00"
rows = st.dictionaries(
    st.text(ALPHABET, min_size=1, max_size=5).filter(lambda text: text != " "),
    st.integers(-4, 0).map(float), max_size=20,
)  # fmt: skip
passages = st.lists(
    st.text(ALPHABET, max_size=12) | st.sampled_from(["a" * 70, "ab" * 80, "日" * 90, " " * 65, "é👍" * 40])
).map(lambda parts: "".join(parts).encode())


def encoded(model: ScoreMergedBpe, text: bytes) -> list[int]:
    pieces = no_split().split(text)
    parts = list(model.encode_pieces(text, pieces))
    return [i for part in parts for i in part.tolist()]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("budget", [1, 6_000_000])
def test_the_rows_of_the_table(rule: str, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """They say what merges, and which characters are next to each other, as the readable tables do."""
    module = kernels.kernel("score_table")
    assert module is not None
    monkeypatch.setattr(compiled_score_merging, "_BUDGET", budget)

    @given(rows)
    def check(scores: dict[str, float]) -> None:
        tables = ScoreMergedBpe.from_vocabulary(llama_vocabulary(*scores.items()), rule).tables
        symbols = {**tables.unit_symbols, **tables.joinable}
        merges = {
            (left << 32 | symbols[spelling[at:]], tables.order[token_id] << 32 | token_id)
            for spelling, token_id in tables.joinable.items()
            for at in (match.end() for match in UNIT.finditer(spelling))
            if (left := symbols.get(spelling[:at])) is not None and spelling[at:] in symbols
        }
        inside = {
            int.from_bytes(left) << 32 | int.from_bytes(right)
            for left, right in map(UNIT.findall, tables.inside)
        }
        _, neighbors, joins, _, _ = compiled_score_merging._rows(tables, module)
        assert sorted(map(tuple, joins.tolist())) == sorted(merges)
        assert neighbors.tolist() == sorted(inside)

    check()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("budget", [1, 50, 6_000_000])
def test_any_vocabulary_and_text(rule: str, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_score_merging, "_BUDGET", budget)

    @given(rows, passages | raw_texts)
    def check(scores: dict[str, float], text: bytes) -> None:
        model = ScoreMergedBpe.from_vocabulary(llama_vocabulary(*scores.items()), rule)
        assert compiled_merging(model.tables) is not None
        ids = encoded(model, text)
        assert ids == list(model.encode_piece(text))
        assert encoded(model, text) == ids  # now from the cache
        assert [sum(model.count_text(text, no_split())) for _ in range(2)] == [len(ids)] * 2
        ends, end, word_end = [], 0, model.ends_of_parts(text)
        while end < len(text):
            end = word_end(end)
            ends.append(end)
        plain = [len(word) for word in words_of(model.tables, text) if word]
        if text[:1] != b" " or text[1:2] < b"\x80":
            assert ends == np.cumsum(plain).tolist()

    check()


@pytest.mark.parametrize("budget", [1, 50, 6_000_000])
def test_what_waits_in_runs_where_no_scores_are_equal(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_score_merging, "_BUDGET", budget)
    spellings = st.text("abé", min_size=2, max_size=6)

    @given(st.lists(spellings, unique=True, max_size=24), st.text("abé", min_size=65, max_size=400))
    def check(tokens: list[str], text: str) -> None:
        letters = [(letter, float(-99 - at)) for at, letter in enumerate("abé")]
        scored = [(token, float(-at)) for at, token in enumerate(tokens)]
        model = ScoreMergedBpe.from_vocabulary(llama_vocabulary(*letters, *scored))
        assert encoded(model, text.encode()) == list(model.encode_piece(text.encode()))

    check()


def test_of_equal_scores_the_leftmost_comes_first_though_it_came_about_later() -> None:
    rows = [("ab", -1.0), ("abc", -5.0), ("cd", -5.0), ("da", -9.0)]
    model = ScoreMergedBpe.from_vocabulary(llama_vocabulary(*rows, *((letter, -99.0) for letter in "abcd")))
    for text in (b"abcd", b"abcd" * 40):
        assert encoded(model, text) == list(model.encode_piece(text))
        assert encoded(model, text)[0] == model.token_id(b"abc")


def test_a_long_word_after_its_memory_was_given_back() -> None:
    model = ScoreMergedBpe.from_vocabulary(
        llama_vocabulary(("aa", -1.0), ("aaaa", -2.0), ("ab", -3.0), ("a", -9.0), ("b", -10.0))
    )
    text = b"a" * 4_400_000 + b"\xff\xc3b" + b"a" * 100
    first = encoded(model, text)
    assert first[:1_100_000] == [model.token_id(b"aaaa")] * 1_100_000
    assert first[1_100_000:-25] == encoded(model, b"\xff\xc3b")
    assert encoded(model, text) == first


def test_more_words_than_are_kept() -> None:
    chance = np.random.default_rng(9)
    letters = chance.integers(97, 99, (200_000, 34), np.uint8)
    lengths = chance.integers(1, 35, len(letters))
    letters[np.arange(len(letters)), lengths - 1] = ord("c")  # in no token: a word ends before it
    text = letters[np.arange(34) < lengths[:, None]].tobytes()
    tokens = [("ab", -1.0), ("bb", -2.0), ("abb", -3.0), ("aa", -4.0), ("ba", -5.0), ("aaaa", -6.0)]
    model = ScoreMergedBpe.from_vocabulary(llama_vocabulary(*tokens, *((letter, 0.0) for letter in "abc")))
    ids = encoded(model, text)
    assert b"".join(model.token_bytes(i) or b"" for i in ids) == text
    assert ids[:1000] == list(model.encode_piece(text[:5000]))[:1000]
    assert encoded(model, text) == ids
    assert [sum(model.count_text(text, no_split())) for _ in range(3)] == [len(ids)] * 3


def test_what_has_waited_too_long_goes_by_its_new_score() -> None:
    rows = [("bc", -3.0), ("ab", -5.0), ("bcd", -7.0), ("abc", -9.0), ("da", -99.0), ("bcda", -99.0)]
    model = ScoreMergedBpe.from_vocabulary(llama_vocabulary(*rows, *((letter, 0.0) for letter in "abcd")))
    for text in (b"abcd", b"abcd" * 40):
        assert encoded(model, text) == list(model.encode_piece(text))
        assert encoded(model, text)[:2] == [
            model.token_id(b"a"),
            model.token_id(b"bcda" if text[4:] else b"bcd"),
        ]


def test_what_the_kernel_leaves_to_the_readable_engine() -> None:
    spelled = llama_vocabulary(("<0xFF>a", 0.0))
    assert compiled_merging(ScoreMergedBpe.from_vocabulary(spelled, "llama2c").tables) is None
    assert compiled_merging(ScoreMergedBpe.from_vocabulary(spelled, "sentencepiece").tables) is not None
    assert compiled_merging(toy_model(("a", 0.0)).tables) is None
    rows = [*((text.decode(), 0.0) for text in llama_vocabulary().spellings), ("ab", 0.0)]
    kinds = llama_vocabulary().kinds.tolist()
    model = ScoreMergedBpe.from_vocabulary(vocabulary_of(rows, [*kinds, Kind.UNUSED]))
    assert compiled_merging(model.tables) is None


def test_user_defined_tokens_between_what_the_kernel_merges() -> None:
    tokens = llama_vocabulary(
        ("a", -1.0), ("ab", -2.0), ("bb", -1.5), ("b<x>", -3.0), ("<x>", 0.0), ("x>", 0.0)
    )
    kinds = [*tokens.kinds.tolist()[:-2], Kind.USER_DEFINED, Kind.USER_DEFINED]
    model = ScoreMergedBpe.from_vocabulary(ScoreVocabulary(tokens.spellings, tokens.scores, np.array(kinds)))
    assert compiled_merging(model.tables) is not None

    @given(st.lists(st.sampled_from(["a", "b", "ab", " ", "<", "<x>", "x>", "é"]), max_size=30).map("".join))
    def check(text: str) -> None:
        ids = encoded(model, text.encode())
        assert ids == list(model.encode_piece(text.encode()))
        assert sum(model.count_text(text.encode(), no_split())) == len(ids)

    check()
    assert encoded(model, b"ab<x>bbx>") == [261, 264, 262, 265]


def test_there_is_no_compiled_merging_where_pure_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_PURE", "1")
    assert compiled_merging(ScoreMergedBpe.from_vocabulary(llama_vocabulary()).tables) is None


@pytest.mark.parametrize("unit", ["a", " ", "\t", "\n", "é", "日", "👍", "\r\n"])
def test_a_million_of_one_character(unit: str) -> None:
    model = ScoreMergedBpe.from_vocabulary(
        llama_vocabulary((unit, -9.0), (unit * 2, -1.0), (unit * 4, -2.0), (unit * 8, -3.0))
        if unit != " " else llama_vocabulary((" " * 2, -1.0), (" " * 4, -2.0), (" " * 8, -3.0))
    )  # fmt: skip
    text = unit.encode() * 1_000_000 + b"x"
    parts, n_points = counted(lambda: list(model.encode_text(text, no_split())))
    ids = np.concatenate(parts)
    if len(unit) == 1:
        assert ids[:-1].tolist() == [model.token_id(unit.encode() * 8)] * 125_000
        assert n_points > 20
    assert ids[-1] == 3 + ord("x")
    assert int(model.token_lengths(ids).sum()) == len(unit.encode()) * 1_000_000 + 1


def test_threads_do_not_disturb_each_other() -> None:
    model = ScoreMergedBpe.from_vocabulary(
        llama_vocabulary(("a", 0.0), ("ab", -1.0), ("b", 0.0), ("aba", -2.0))
    )
    texts = [("ab" * count + " ").encode() * 200 for count in range(1, 40)]
    expected = [encoded(model, text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            assert list(pool.map(lambda text: encoded(model, text), texts)) == expected


@pytest.mark.parametrize("pure", ["", "1"])
def test_a_word_that_may_merge_anywhere_has_a_limit(monkeypatch: pytest.MonkeyPatch, pure: str) -> None:
    monkeypatch.setenv("WORKBENCH_PURE", pure)
    monkeypatch.setattr(piece_room, "_memory_for_pieces", lambda: 110_000)
    model = ScoreMergedBpe.from_vocabulary(llama_vocabulary(("aa", 0.0), ("aaaa", -1.0)))
    few = encoded(model, b"a" * 1000)
    assert len(few) == 250
    with pytest.raises(EngineError, match="a piece of over") as told:
        encoded(model, b"a" * 5000)
    with pytest.raises(EngineError, match="a piece of over"):
        list(model.count_text(b"a" * 5000, no_split()))
    assert told.value.facts["limit"] == (1000 if pure else 110_000 // 36)
    assert encoded(model, b"a" * 1000) == few, "it goes on with what comes next"
    assert len(encoded(model, b"a b" * 5000)) > 5000, "a text of words has none"
