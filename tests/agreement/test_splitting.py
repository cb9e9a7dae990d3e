"""Our pieces are those of tiktoken and of tokenizers, on real text and on texts made of class borders."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given, settings
from tiktoken_ext import openai_public
from tokenizers import Regex, pre_tokenizers

from tests.engine.texts import texts
from workbench.engine.pre_tokenizers import published
from workbench.engine.split_patterns import PUBLISHED

PATTERNS = sorted(PUBLISHED)
REAL_TEXTS = ("taylorswift", "en", "multi", "code")
SIZE = 400_000  # bytes of each real text


def pieces(name: str, text: str) -> list[bytes]:
    data = text.encode()
    return [data[start:end] for start, end in published(name).split(data).tolist()]


def pieces_of_tokenizers(name: str, text: str) -> list[bytes]:
    # In Oniguruma's syntax "{1,3}+" repeats the group; matching is the same without the "+".
    pattern = PUBLISHED[name].pattern.replace("{1,3}+", "{1,3}")
    splitter = pre_tokenizers.Split(Regex(pattern), "removed", invert=True)
    return [piece.encode() for piece, _ in splitter.pre_tokenize_str(text)]


def assert_tiktoken_splits_so(name: str, text: str, expected: list[bytes]) -> None:
    """Let tiktoken encode with each expected piece and each two neighbours as tokens.

    It takes a piece that is a token as it is, so where it cuts elsewhere other ids come out: two of our
    pieces as the token of both, a part of one as something shorter.
    """
    ranks = {bytes([byte]): byte for byte in range(256)}
    for token in [*expected, *map(bytes.__add__, expected, expected[1:])]:
        ranks.setdefault(token, len(ranks))
    pattern = PUBLISHED[name].pattern
    encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    assert encoding.encode_ordinary(text) == [ranks[piece] for piece in expected]


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("r50k_base", "gpt2"), ("p50k_base", "gpt2"), ("cl100k_base", "cl100k"), ("o200k_base", "o200k")],
)
def test_patterns_are_those_of_tiktoken(monkeypatch, encoding, name):
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: {})  # it would fetch them
    assert getattr(openai_public, encoding)()["pat_str"] == PUBLISHED[name].pattern


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=settings().max_examples * 3)
@given(text=texts)
def test_class_borders(name, text):
    if name == "clip":
        # What regex, which CLIP itself uses, leaves out; to the others it is a letter, as an iota is.
        text = text.replace("\u0345", "")
    expected = pieces(name, text)
    assert expected == pieces_of_tokenizers(name, text)
    assert_tiktoken_splits_so(name, text, expected)


def real_text(shared: Path, name: str) -> str:
    if name == "taylorswift":
        data = (shared / "data" / "taylorswift.txt").read_bytes()
    else:
        path = shared / "data" / "corpora" / f"{name}_10MB.txt.xz"
        if not path.exists():
            pytest.skip(f"{path.name} is not there")
        with lzma.open(path) as file:
            data = file.read(SIZE)
    return data[:SIZE].decode("utf-8", "ignore")


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("source", REAL_TEXTS)
def test_real_text(shared, name, source):
    text = real_text(shared, source)
    expected = pieces(name, text)
    assert len(expected) > 25_000
    assert expected == pieces_of_tokenizers(name, text)
    assert_tiktoken_splits_so(name, text, expected)
