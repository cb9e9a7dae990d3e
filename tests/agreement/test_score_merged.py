"""Our merging by score held against sentencepiece's, over Llama 2's model, and against run.c's answers."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st

from tests.agreement.test_encoding import golden
from tests.conftest import SHARED
from tests.engine.texts import raw_texts, texts
from workbench.engine.encoding.score_tokenizer import as_in
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.registry import open_file

pytestmark = pytest.mark.usefixtures("shared")


@cache
def run_c() -> Tokenizer:
    return open_file(SHARED / "data" / "llama2_tokenizer.bin").tokenizer


@cache
def ours() -> Tokenizer:
    return as_in(run_c(), "sentencepiece")


@cache
def theirs() -> sentencepiece.SentencePieceProcessor:
    return sentencepiece.SentencePieceProcessor(model_file=str(SHARED / "data" / "llama2_tokenizer.model"))


def test_every_answer_on_file(shared: Path) -> None:
    rows = golden(shared)
    assert len(rows) == 49
    for row in rows:
        if "repeat" in row:
            unit, times = row["repeat"]
            ids = ours().encode_to_numpy(unit * times)
            sha = hashlib.sha256(ids.astype("<u4").tobytes()).hexdigest()[:16]
            assert {"n": len(ids), "sha": sha} == row["llama2.model"], row["repeat"]
        else:
            assert ours().encode_ordinary(row["text"]) == row["llama2.model"], row["text"]


WITH_START = [  # with the id 1 before them in karpathy/llama2.c, test.c
    ("", []),  # L1
    ("I believe the meaning of life is", [306, 4658, 278, 6593, 310, 2834, 338]),
    ("Simply put, the theory of relativity states that ",
     [3439, 17632, 1925, 29892, 278, 6368, 310, 14215, 537, 5922, 393, 29871]),
]  # fmt: skip
ALIKE = [
    ("Hello", [15043]),  # L6
    ("I love you, baby", [306, 5360, 366, 29892, 24354]),
    (" Hello", [29871, 15043]),
    ("  Hello  world ", [259, 15043, 29871, 3186, 29871]),
    ("Hello\nworld", [15043, 13, 11526]),  # L10
    ("👍", [29871, 243, 162, 148, 144]),
    ("日本語", [29871, 30325, 30346, 30968]),
    ("\t", [29871, 12]),
    ("<s>", [529, 29879, 29958]),
    ("<0x41>", [529, 29900, 29916, 29946, 29896, 29958]),  # L15
    (" ", [259]),  # L18
    ("\xa0", [20246]),
    ("ied 4 ½ months", [474, 287, 29871, 29946, 29871, 30226, 7378]),  # L20
]


@pytest.mark.parametrize(("text", "ids"), WITH_START + ALIKE)
def test_known_answers(text: str, ids: list[int]) -> None:
    assert ours().encode_ordinary(text) == ids
    assert run_c().encode_ordinary(text) == ids
    assert run_c().encode("<s>", allowed_special="all") + ids == [1, *ids]
    assert ours().decode(ids) == text


@pytest.mark.parametrize(
    ("text", "sentencepieces", "run_cs"),
    [
        ("a▁b", [263, 289], [263, 229, 153, 132, 29890]),  # L16
        (b"\xff", [29871, 30140], [29871, 258]),  # L17
    ],
)
def test_where_run_c_differs(text: str | bytes, sentencepieces: list[int], run_cs: list[int]) -> None:
    assert ours().encode(text) == sentencepieces == theirs().encode(text)
    assert run_c().encode(text) == run_cs


def said_by_run_c(text: bytes) -> list[int]:
    """Do as karpathy/llama2.c's `encode` does, in its order, but for its end at a zero byte."""
    vocabulary = run_c().model.vocabulary
    found = {spelling: token_id for token_id, spelling in enumerate(vocabulary.spellings)}
    ids = [found[b" "]] if text else []
    buffer = b""
    for at, byte in enumerate(text):
        buffer = (buffer if byte & 0xC0 == 0x80 else b"") + text[at : at + 1]
        if at + 1 < len(text) and text[at + 1] & 0xC0 == 0x80 and len(buffer) < 4:
            continue
        ids += [found[buffer]] if buffer in found else [byte + 3 for byte in buffer]
        buffer = b""
    while True:
        best_score, best_at, best_id = -1e10, -1, -1
        for at in range(len(ids) - 1):
            merged = found.get(vocabulary.spellings[ids[at]] + vocabulary.spellings[ids[at + 1]])
            if merged is not None and vocabulary.scores[merged] > best_score:
                best_score, best_at, best_id = vocabulary.scores[merged], at, merged
        if best_at < 0:
            return ids
        ids[best_at : best_at + 2] = [best_id]


def test_any_bytes_are_run_cs() -> None:
    @given(raw_texts | st.binary(max_size=40) | texts.map(str.encode))
    def check(text: bytes) -> None:
        ids = said_by_run_c(text)
        assert run_c().encode_ordinary(text) == ids
        assert run_c().decode_bytes(ids) == text

    check()


def test_the_steps_of_hello() -> None:
    rows = run_c().explain("Hello")[0].rows
    assert rows[0].ids == (29871, 29950, 29872, 29880, 29880, 29877)
    chosen = [(row.chosen.position, row.chosen.id, -row.chosen.rank) for row in rows if row.chosen]
    # The list of known answers counts the start token as the first.
    assert chosen == [(2, 295, -36), (0, 379, -120), (2, 417, -158), (1, 3156, -2897), (0, 15043, -14784)]
    assert [len(row.candidates) for row in rows] == [5, 4, 3, 2, 1, 0]
    others = {(bytes(c.token), c.id, -c.rank) for c in rows[0].candidates} - {(b"el", 295, -36)}
    assert others == {(b" H", 379, -120), (b"He", 3868, -3609), (b"ll", 645, -386), (b"lo", 417, -158)}
    rows = run_c().explain("I love you, baby")[0].rows
    merges = [row.chosen.id for row in rows if row.chosen]
    assert merges == [283, 289, 301, 306, 343, 345, 366, 370, 658, 5360, 10798, 24354]
    assert rows[-1].ids == (306, 5360, 366, 29892, 24354)


def test_the_sorted_vocabulary() -> None:
    vocabulary = run_c().model.vocabulary
    first = sorted((spelling, i) for i, spelling in enumerate(vocabulary.spellings))[:5]
    assert first == [(b"\n</s>\n", 2), (b"\n<s>\n", 1), (b"\r", 30004), (b" ", 29871), (b" \r", 6756)]


def test_any_text_is_sentencepieces() -> None:
    @given(texts | st.text(st.characters(exclude_categories=["Cs"])) | st.text("▁ a\n日<0x1>", max_size=60))
    def check(text: str) -> None:
        ids = theirs().encode(text)
        assert ours().encode_ordinary(text) == ids
        assert ours().encode_to_numpy(text, allowed_special="none").tolist() == ids
        assert ours().decode(ids) == theirs().decode(ids)
        if "▁" not in text:
            assert run_c().encode_ordinary(text) == ids
            assert run_c().decode(ids) == text

    check()


def test_any_bytes_are_sentencepieces() -> None:
    @given(raw_texts | st.binary(max_size=40))
    def check(text: bytes) -> None:
        assert ours().encode_ordinary(text) == theirs().encode(text)

    check()


def test_any_ids_decode_as_by_sentencepiece() -> None:
    # Bytes that make no character are one U+FFFD each there, and one a run here.
    @given(st.lists(st.integers(259, 31999) | st.integers(3 + 9, 3 + 0x7F)))
    def check(ids: list[int]) -> None:
        assert ours().decode(ids) == theirs().decode(ids)

    check()


def test_all_of_a_book_and_a_long_run(shared: Path) -> None:
    text = (shared / "data" / "taylorswift.txt").read_text("utf-8")
    assert ours().encode_ordinary(text) == theirs().encode(text)
    for unit in (" ", "a", "\n", "é", "👍", " a"):
        assert ours().encode_ordinary(unit * 20_000) == theirs().encode(unit * 20_000)


def test_each_token_encodes_as_by_sentencepiece() -> None:
    unreachable = {i for i in ours().model.unreachable() if i is not None}
    for token_id in range(259, 32000, 7):
        token = (ours().model.token_bytes(token_id) or b"").decode()
        if token.startswith(" ") and token != " ":
            assert (theirs().encode(token[1:]) == [token_id]) == (token_id not in unreachable)
    pairs = ours().model.pairs()
    assert pairs[24354].tolist() == [289, 10798]


# L4 and L5: the ids that karpathy/llama2.c, test.c, expects behind the start. Its texts are prompts of
# others; they are what the ids decode to.
PROMPTS = [
    [
        319, 11473, 2643, 378, 629, 271, 18099, 278, 3815, 373, 278, 6826, 29901, 13, 13, 4706, 6324, 14332,
        29892, 13, 13, 4706, 306, 925, 29871,
    ],
    [
        4103, 9632, 4223, 304, 5176, 29901, 13, 13, 4706, 7205, 4932, 357, 1149, 301, 449, 276, 316, 2778, 13,
        4706, 1236, 407, 837, 524, 1149, 6042, 354, 772, 440, 29878, 1318, 13, 4706, 715, 1878, 330, 3055,
        1725, 1149, 330, 3055, 1725, 4639, 28754, 13, 4706, 923, 968, 1149,
    ],
]  # fmt: skip


@pytest.mark.parametrize(
    ("ids", "n_characters"), list(zip(PROMPTS, [93, 158], strict=True)), ids=["L4", "L5"]
)
def test_the_prompts_of_test_c(ids: list[int], n_characters: int) -> None:
    text = theirs().decode(ids)
    assert len(text) == n_characters
    for tokenizer in (ours(), run_c()):
        assert tokenizer.decode(ids) == text
        assert tokenizer.encode_ordinary(text) == ids
