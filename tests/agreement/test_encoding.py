"""Our encodings held against tiktoken's: its answers on file, and the library itself over the same ranks.

tiktoken never reads a file here: its loader keeps copies of what it has read, and would fetch what it misses.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import SHARED
from tests.engine.texts import texts
from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models import compiled_encoding
from workbench.engine.models.bpe import RankMergedBpe
from workbench.formats.registry import open_file

NAMES = ("r50k_base", "p50k_base", "cl100k_base", "o200k_base")
THOROUGH = bool(os.environ.get("WORKBENCH_THOROUGH"))
ENDOFTEXT, MIDDLE, PREFIX = "<|endoftext|>", "<|fim_middle|>", "<|fim_prefix|>"

# Written as in openai/tiktoken, tiktoken_ext/openai_public.py; ours are not used to judge ours.
R50K = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"""
O200K = "|".join(
    [
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""\p{N}{1,3}""",
        r""" ?[^\s\p{L}\p{N}]+[\r\n/]*""",
        r"""\s*[\r\n]+""",
        r"""\s+(?!\S)""",
        r"""\s+""",
    ]
)
PATTERNS = {
    "r50k_base": R50K,
    "p50k_base": R50K,
    "cl100k_base": (
        r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"""
        r"""|\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
    ),
    "o200k_base": O200K,
}


@cache
def ours(name: str) -> Tokenizer:
    return open_file(SHARED / "data" / f"{name}.tiktoken").tokenizer


@cache
def theirs(name: str) -> tiktoken.Encoding:
    model = ours(name).model
    ranks = {model.token_bytes(token_id): token_id for token_id in model.ids.tolist()}
    return tiktoken.Encoding(
        name, pat_str=PATTERNS[name], mergeable_ranks=ranks, special_tokens=dict(ours(name).special_tokens)
    )


def golden(shared: Path) -> list[dict[str, object]]:
    lines = (shared / "data" / "golden_vectors.jsonl").read_text("utf-8").split("\n")
    return [row for row in map(json.loads, filter(None, lines)) if "_about" not in row]


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_on_file(shared: Path, name: str) -> None:
    rows = golden(shared)
    assert len(rows) == 49
    for row in rows:
        if "repeat" in row:
            unit, times = row["repeat"]
            ids = ours(name).encode_to_numpy(unit * times)
            sha = hashlib.sha256(ids.astype("<u4").tobytes()).hexdigest()[:16]
            assert {"n": len(ids), "sha": sha} == row[name], row["repeat"]
        else:
            assert ours(name).encode_ordinary(row["text"]) == row[name], row["text"]


def test_all_of_the_test_plans(shared: Path) -> None:
    text = (shared / "data" / "tiktoken_test_plans.txt").read_text("utf-8")
    plans = re.findall(r"EncodingName: (\S+)\nSample: (.*)\nEncoded: (\[.*\])", text)
    assert len(plans) == 313
    for name, sample, ids in plans:
        # p50k_edit has p50k's ranks; only its special tokens differ.
        tokenizer = ours(name.replace("p50k_edit", "p50k_base"))
        assert tokenizer.encode_ordinary(sample) == json.loads(ids), (name, sample)
        assert tokenizer.decode(json.loads(ids)) == sample


ZEROS = [
    [15], [405], [830], [2388], [20483], [10535], [24598], [8269], [10535, 830], [8269, 405], [8269, 830],
    [8269, 2388], [8269, 20483], [8269, 10535], [8269, 24598], [25645], [8269, 10535, 830],
]  # fmt: skip
KNOWN = [
    ("r50k_base", "hello world", [31373, 995]),  # K1
    *[("r50k_base", "0" * times, ids) for times, ids in enumerate(ZEROS, 1)],  # K4
    ("cl100k_base", "hello world", [15339, 1917]),  # K5
    ("cl100k_base", "rer", [38149]),
    ("cl100k_base", "'rer", [2351, 81]),
    ("cl100k_base", "today\n ", [31213, 198, 220]),
    ("cl100k_base", "today\n \n", [31213, 27907]),
    ("cl100k_base", "today\n  \n", [31213, 14211]),  # K10
    ("cl100k_base", " \x850", [220, 126, 227, 15]),
    ("cl100k_base", "👍", [9468, 239, 235]),
    ("cl100k_base", "\ud83d\udc4d", [9468, 239, 235]),  # K12
    ("cl100k_base", b" \xec\x8b\xa4\xed", [62085]),  # K14
    ("cl100k_base", "hello123!!!? (안녕하세요!) 😉",
     [15339, 4513, 12340, 30, 320, 31495, 230, 75265, 243, 92245, 16715, 57037]),
    ("o200k_base", "What's", [45350]),  # K21
    ("o200k_base", "hello 👋 world 🌍", [24912, 61138, 233, 2375, 130321, 235]),
    ("o200k_base", "indivisible", [521, 349, 181386]),  # K23
]  # fmt: skip


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize(("name", "text", "ids"), KNOWN)
def test_known_answers(name: str, text: str | bytes, ids: list[int]) -> None:
    assert ours(name).encode(text) == ids


@pytest.mark.usefixtures("shared")
def test_known_answers_with_special_tokens() -> None:
    gpt2, gpt4 = ours("r50k_base"), ours("cl100k_base")
    assert gpt2.encode("hello <|endoftext|>", allowed_special="all") == [31373, 220, 50256]  # K2
    assert gpt2.encode(ENDOFTEXT, disallowed_special=()) == [27, 91, 437, 1659, 5239, 91, 29]  # K3
    assert gpt4.encode("<|endoftext|>hello world", allowed_special="all") == [100257, 15339, 1917]  # K20
    assert gpt4.encode("\ud83d") == gpt4.encode("\ufffd")  # K13
    assert gpt4.special_tokens == {
        ENDOFTEXT: 100257,
        PREFIX: 100258,
        MIDDLE: 100259,
        "<|fim_suffix|>": 100260,
        "<|endofprompt|>": 100276,
    }
    assert ours("o200k_base").special_tokens == {ENDOFTEXT: 199999, "<|endofprompt|>": 200018}
    assert ours("p50k_base").special_tokens == {ENDOFTEXT: 50256}


OFFSETS = [
    ("hello world<|endoftext|> green cow", [0, 5, 11, 24, 30]),  # K16
    ("我非常渴望与人工智能一起工作", [0, 1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13]),
    ("நடிகர் சூர்யா", [0, 0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 9, 10, 11, 12, 12]),
    (" Ġ除", [0, 1]),  # K19
]


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize(("text", "offsets"), OFFSETS)
def test_known_offsets(text: str, offsets: list[int]) -> None:
    tokenizer = ours("cl100k_base")
    assert tokenizer.decode_with_offsets(tokenizer.encode(text, allowed_special="all")) == (text, offsets)


@pytest.mark.usefixtures("shared")
def test_loose_bytes_come_back() -> None:
    for times in range(10):  # K15
        text = b"\x80" * times
        assert ours("cl100k_base").decode_bytes(ours("cl100k_base").encode(text)) == text


@pytest.mark.usefixtures("shared")
def test_long_runs_come_back_and_are_tiktokens() -> None:
    for name, unit in product(("r50k_base", "cl100k_base"), ("^", "0", "a", "'s", " ", "\n")):  # K25
        for text in (unit * 10_000, " " + unit * 10_000, unit * 10_000 + "\n"):
            ids = ours(name).encode(text)
            assert ids == theirs(name).encode(text), (name, text[:3])
            assert ours(name).decode(ids) == text
    for name, text in product(NAMES, ("hello", "hello ", "hello  ", " hello", " hello ", " hello  ")):  # K26
        assert ours(name).encode(text) == theirs(name).encode(text)
    text = "请考试我的软件！12345"
    assert ours("cl100k_base").decode(ours("cl100k_base").encode(text)) == text


@pytest.mark.usefixtures("shared")
def test_a_million_of_one_letter() -> None:
    ids = ours("o200k_base").encode("x" * 1_000_000)  # K24
    assert ours("o200k_base").decode(ids) == "x" * 1_000_000
    assert ids == theirs("o200k_base").encode("x" * 1_000_000)


def judged(name: str, text: str) -> list[int]:
    """Return tiktoken's ids, piece by piece where its search for pieces breaks down on a long run."""
    try:
        return theirs(name).encode_ordinary(text)
    except BaseException as fault:
        if type(fault).__name__ != "PanicException":
            raise
        pieces = ours(name).pre_tokenizer.split(text.encode()).tolist()
        encode = theirs(name)._encode_single_piece
        return [token_id for start, end in pieces for token_id in encode(text.encode()[start:end])]


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
@pytest.mark.parametrize("character", ["a", " ", "\t", "\n", "é", "日", "👍", "\r\n"])
@pytest.mark.parametrize("tail", ["", "x"])
def test_one_character_over_and_over(name: str, character: str, tail: str) -> None:
    times = 1_000_000 if kernels.active() else 100_000
    text = character * times + tail
    ids = ours(name).encode_to_numpy(text)
    assert ours(name).decode(ids) == text
    if not THOROUGH:
        text = character * 10_000 + tail  # tiktoken takes time that grows with the square
        ids = ours(name).encode_to_numpy(text)
    assert ids.tolist() == judged(name, text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("corpus", ["en_10MB", "code_10MB", "multi_10MB"])
def test_real_texts(shared: Path, name: str, corpus: str) -> None:
    with lzma.open(shared / "data" / "corpora" / f"{corpus}.txt.xz") as file:
        text = file.read(10_000_000 if THOROUGH else 300_000).decode("utf-8", "ignore")
    assert ours(name).encode_ordinary(text) == theirs(name).encode_ordinary(text)


@pytest.mark.parametrize("name", NAMES)
def test_a_real_text_whole(shared: Path, name: str) -> None:
    text = (shared / "data" / "taylorswift.txt").read_text("utf-8")
    assert ours(name).encode_ordinary(text) == theirs(name).encode_ordinary(text)


@pytest.mark.skipif(not THOROUGH, reason="takes minutes: with WORKBENCH_THOROUGH only")
@pytest.mark.parametrize("name", NAMES)
def test_a_hundred_megabytes(shared: Path, name: str) -> None:
    """In stretches that end where both sides start afresh, so that memory suffices."""
    tokenizer, judge = ours(name), theirs(name)
    with lzma.open(shared / "data" / "corpora" / "mixed_100MB.txt.xz") as file:
        text = file.read().decode("utf-8", "ignore")
    n_ids = 0
    whole = tokenizer.encode_to_numpy(text, allowed_special="none")
    for start in range(0, len(text), 10_000_000):
        part = text[start : start + 10_000_000]
        expected = np.array(judge.encode_ordinary(part), np.uint32)
        assert np.array_equal(tokenizer.encode_to_numpy(part, allowed_special="none"), expected), start
        n_ids += len(expected)
    assert tokenizer.decode(whole) == text
    assert n_ids - 20 <= len(whole) <= n_ids


@pytest.mark.usefixtures("shared")
def test_any_text_is_tiktokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """One text for all encodings: to think of a text takes Hypothesis longer than to encode it by all."""
    monkeypatch.setattr(compiled_encoding, "_PAYS", 0)  # else short texts are the readable engine's
    found = {name: (ours(name), theirs(name)) for name in NAMES}

    @settings(max_examples=100_000 if THOROUGH else 1000)
    @given(texts | st.text(st.characters()))
    def check(text: str) -> None:
        for name, (tokenizer, judge) in found.items():
            ids = tokenizer.encode_ordinary(text)
            assert ids == judge.encode_ordinary(text), name
            assert tokenizer.encode_to_numpy(text, allowed_special="none").tolist() == ids, name
            assert tokenizer.decode_with_offsets(ids) == judge.decode_with_offsets(ids), name
            assert tokenizer.decode_bytes(ids) == judge.decode_bytes(ids), name

    check()


@pytest.mark.usefixtures("shared")
def test_any_piece_is_tiktokens() -> None:
    model, judge = ours("cl100k_base").model, theirs("cl100k_base")

    @given(st.binary(min_size=1, max_size=400) | texts.filter(bool).map(str.encode))
    def check(piece: bytes) -> None:
        assert list(model.encode_piece(piece)) == judge._encode_single_piece(piece)

    check()


@pytest.mark.usefixtures("shared")
def test_special_tokens_are_allowed_and_refused_as_by_tiktoken() -> None:
    tokenizer, judge = ours("cl100k_base"), theirs("cl100k_base")
    choices = [set(), {ENDOFTEXT}, {PREFIX}, {ENDOFTEXT, MIDDLE}, "all"]
    text = f"{ENDOFTEXT} hello {PREFIX} there {MIDDLE}"
    n_refused = 0
    for allowed, disallowed in product(choices, [(), *choices[1:]]):
        try:
            expected = judge.encode(text, allowed_special=allowed, disallowed_special=disallowed)
        except ValueError:
            n_refused += 1
            with pytest.raises(EngineError, match="the text contains the special token"):
                tokenizer.encode(text, allowed_special=allowed, disallowed_special=disallowed)
        else:
            assert tokenizer.encode(text, allowed_special=allowed, disallowed_special=disallowed) == expected
    assert n_refused == 19


@pytest.mark.usefixtures("shared")
def test_a_prefix_of_the_ranks_is_tiktokens_of_these_ranks(shared: Path) -> None:
    model = ours("cl100k_base").model
    ranks = {model.token_bytes(token_id): token_id for token_id in model.ids.tolist() if token_id < 5000}
    judge = tiktoken.Encoding(
        "prefix", pat_str=PATTERNS["cl100k_base"], mergeable_ranks=ranks, special_tokens={}
    )
    text = (shared / "data" / "taylorswift.txt").read_text("utf-8")[:20_000]
    assert ours("cl100k_base").at_vocab_size(5000).encode(text) == judge.encode(text)


@pytest.mark.usefixtures("shared")
def test_a_token_and_its_pair_encode_as_they_should() -> None:
    model = ours("r50k_base").model
    assert isinstance(model, RankMergedBpe)
    ids = np.random.default_rng(1).choice(model.ids[256:], 2000)
    for token_id in ids.tolist():
        pair = model.pair_of(token_id)
        assert pair is not None
        left, right = pair
        assert model.token_bytes(left) + model.token_bytes(right) == model.token_bytes(token_id)
        assert max(pair) < token_id
        assert model.encode_piece(model.token_bytes(token_id)) == (token_id,)
