"""Our pieces are those of tiktoken and of tokenizers, on real text and on texts made of class borders."""

from __future__ import annotations

import lzma
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public
from tokenizers import Regex, pre_tokenizers

from tests.engine.texts import texts
from workbench.engine.splitting.pre_tokenizers import published
from workbench.engine.splitting.published_split import PublishedSplit
from workbench.engine.splitting.split_patterns import BY_NAME, PUBLISHED

PATTERNS = sorted(PUBLISHED)
REAL_TEXTS = ("taylorswift", "en_10MB", "multi_10MB", "code_10MB")
SIZE = 400_000  # bytes of each real text
PORTION = 4_000_000  # bytes that are compared at a time
THOROUGH = bool(os.environ.get("WORKBENCH_THOROUGH"))
HOSTILE = ("a", " ", "\t", "\n", "é", "日", "👍", "\r\n") if THOROUGH else (" ",)
thorough = pytest.mark.skipif(not THOROUGH, reason="takes minutes: WORKBENCH_THOROUGH=1 runs it")


def pieces(name: str, data: bytes) -> list[bytes]:
    return [data[start:end] for start, end in published(name).split(data).tolist()]


def judged(name: str, text: str) -> str:
    """Take out what regex, which CLIP uses, leaves out; to the others it is a letter, as an iota is."""
    return text.replace("\u0345", "") if name == "clip" else text


@cache
def splitter_of_tokenizers(name: str) -> pre_tokenizers.Split:
    # In Oniguruma's syntax "{1,3}+" repeats the group; matching is the same without the "+".
    pattern = PUBLISHED[name].pattern.replace("{1,3}+", "{1,3}")
    return pre_tokenizers.Split(Regex(pattern), "removed", invert=True)


def pieces_of_tokenizers(name: str, text: str) -> list[bytes]:
    return [piece.encode() for piece, _ in splitter_of_tokenizers(name).pre_tokenize_str(text)]


def assert_tiktoken_splits_so(name: str, expected: dict[str, list[bytes]], pattern: str = "") -> None:
    """Let tiktoken encode texts with each expected piece and each two neighbors as tokens.

    It takes a piece that is a token as it is, so where it cuts elsewhere other ids come out: two of our
    pieces as the token of both, a part of one as something shorter.
    """
    ranks = {bytes([byte]): byte for byte in range(256)}
    for pieces in expected.values():
        for token in [*pieces, *map(bytes.__add__, pieces, pieces[1:])]:
            ranks.setdefault(token, len(ranks))
    pattern = pattern or PUBLISHED[name].pattern
    encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    for text, pieces in expected.items():
        assert encoding.encode_ordinary(text) == [ranks[piece] for piece in pieces]


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("r50k_base", "gpt2"), ("p50k_base", "gpt2"), ("cl100k_base", "cl100k"), ("o200k_base", "o200k")],
)
def test_patterns_are_those_of_tiktoken(monkeypatch, encoding, name):
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: {})  # it would fetch them
    assert getattr(openai_public, encoding)()["pat_str"] == PUBLISHED[name].pattern


def test_all_ignore_case_alike():
    # What the letters of CLIP's and GPT-4's patterns stand for: nothing of Unicode's but the long s.
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    letters = "adeflmnorstvx"
    expected = "".join(sorted({*letters, *letters.upper(), "ſ"}))
    assert "".join(regex.findall(f"(?i:[{letters}])", every)) == expected
    judge = pre_tokenizers.Split(Regex(f"(?i:[{letters}])"), "removed", invert=True)
    assert "".join(piece for piece, _ in judge.pre_tokenize_str(every)) == expected
    ranks = {bytes([byte]): byte for byte in range(256)}
    encoding = tiktoken.Encoding("x", pat_str=f"(?i:[{letters}])", mergeable_ranks=ranks, special_tokens={})
    assert encoding.decode(encoding.encode_ordinary(every)) == expected


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=5000 if THOROUGH else 50)
@given(examples=st.lists(texts, min_size=20, max_size=20))
def test_class_borders(name, examples):
    examples = [judged(name, text) for text in examples]
    expected = {text: pieces(name, text.encode()) for text in examples}
    for text in examples:
        assert expected[text] == [piece.encode() for piece in regex.findall(PUBLISHED[name].pattern, text)]
        assert expected[text] == pieces_of_tokenizers(name, text)
    assert_tiktoken_splits_so(name, expected)


# As moonshotai/Kimi-K2-Instruct, tokenization_kimi.py, has it: with intersections, which regex does not read.
_MARKED = r"\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]"
_ENDINGS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
KIMI = "|".join(
    [
        r"[\p{Han}]+",
        rf"[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}{_MARKED}]*[\p{{Ll}}{_MARKED}]+{_ENDINGS}",
        rf"[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}{_MARKED}]+[\p{{Ll}}{_MARKED}]*{_ENDINGS}",
        r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+",
    ]
)  # fmt: skip


@settings(max_examples=5000 if THOROUGH else 50)
@given(
    examples=st.lists(texts | st.text("中国〇々⺀aA1 é\u0301，。'", max_size=12), min_size=20, max_size=20)
)
def test_kimi_splits_as_tiktoken_reads_its_source(examples):
    splitter = PublishedSplit(BY_NAME["kimi"])
    expected = {}
    for text in examples:
        data = text.encode()
        expected[text] = [data[start:end] for start, end in splitter.split(data).tolist()]
    assert_tiktoken_splits_so("kimi", expected, KIMI)


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("tail", ["", "x"])
@pytest.mark.parametrize("letter", HOSTILE)
def test_a_million_of_one_character(name, letter, tail):
    # tiktoken gives up here.
    text = letter * 1_000_000 + tail
    assert pieces(name, text.encode()) == pieces_of_tokenizers(name, text)


def real_text(shared: Path, name: str) -> Iterator[bytes]:
    """The bytes of a real text, a megabyte or so at a time."""
    path = shared / "data" / f"{name}.txt"
    if not path.exists():
        path = shared / "data" / "corpora" / f"{name}.txt.xz"
    if not path.exists():
        pytest.skip(f"{path.name} is not there")
    with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
        while data := file.read(PORTION):
            yield data


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("source", REAL_TEXTS)
def test_real_text(shared, name, source):
    text = next(real_text(shared, source))[:SIZE].decode("utf-8", "ignore")
    expected = pieces(name, text.encode())
    assert len(expected) > 25_000
    assert expected == pieces_of_tokenizers(name, text)
    assert_tiktoken_splits_so(name, {text: expected})


@thorough
@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("source", ["en_10MB", "multi_10MB", "code_10MB", "mixed_100MB"])
def test_whole_corpora(shared, name, source):
    # In portions from one safe border to another, the first bytes of the next with the last.
    rest = b""
    for data in [*real_text(shared, source), b""]:
        rest += data
        border = published(name).previous_border(rest, len(rest)) if data else len(rest)
        text = judged(name, rest[:border].decode("utf-8", "replace"))
        assert_tiktoken_splits_so(name, {text: pieces(name, text.encode())})
        rest = rest[border:]


@thorough
@pytest.mark.parametrize("name", PATTERNS)
def test_all_shared_data(shared, name):
    paths = [path for path in sorted((shared / "data").glob("*.*")) if path.is_file()]
    assert paths
    for path in paths:
        text = judged(name, path.read_bytes().decode("utf-8", "replace"))
        assert_tiktoken_splits_so(name, {text: pieces(name, text.encode())})
