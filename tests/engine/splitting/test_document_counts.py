"""How often pieces occur, and in how many documents: the compiled counter against the tally."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from workbench import kernels
from workbench.engine.corpus.documents import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.splitting import document_counts
from workbench.engine.splitting.document_counts import DocumentCounter, DocumentCounts, count_documents
from workbench.engine.splitting.pre_tokenizers import named

WORDS = ["the", " cat", "\n", "  ", "'s", " 12345", "é", " 日本", "…!", "x" * 300, "\u0345", " A"]


def documents(seed: int) -> list[bytes]:
    chance = random.Random(seed)
    many = ["".join(chance.choices(WORDS, k=chance.randrange(60))).encode() for _ in range(80)]
    return [*many, b"ab" * 40_000, b"", b"x" * 70_000, b"x" * 70_000 + b" the"]


def chunks(texts: list[bytes], size: int) -> Iterator[bytes | EndOfDocument]:
    for text in texts:
        yield from (text[start : start + size] for start in range(0, len(text), size))
        yield END_OF_DOCUMENT


def table(counts: DocumentCounts) -> dict[bytes, tuple[int, int]]:
    rows = zip(counts.counted, counts.documents.tolist(), strict=True)
    return {piece: (count, n) for (piece, count), n in rows}


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k", "llama3", "clip", "spaces", "none", "kimi"])
@pytest.mark.parametrize("size", [7, 1000, 1 << 20])
def test_the_compiled_counter_counts_as_the_tally(
    name: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = documents(size)
    split = ("custom", r"\p{L}+| ?\p{N}+|\s") if name == "custom" else (name, "")
    if name == "kimi":
        from workbench.engine.splitting.split_patterns import FURTHER

        split = ("custom", FURTHER["kimi"])
    counts = count_documents(chunks(texts, size), named(*split))
    monkeypatch.setattr(document_counts, "new_counter", lambda _: None)
    plain = count_documents(chunks(texts, size), named(*split))
    assert table(counts) == table(plain)
    assert counts.counted.lost == plain.counted.lost
    assert max(n for _, n in table(counts).values()) <= len(texts)


@pytest.mark.skipif(kernels.kernel("counting") is None, reason="no compiled kernels")
def test_what_is_dropped_keeps_the_documents_of_the_rest() -> None:
    counter = kernels.kernel("counting").PieceCounter(kernels.kernel("splitting").Splitter("gpt2"))
    counter.count_documents()
    for text in (b"a a b", b" a c", b" a a d"):
        counter.begin_document()
        counter.begin(bytearray(text))
        while counter.step(1 << 30):
            pass
    counter.begin_drop(2)
    while counter.drop_step(1000):
        pass
    import numpy as np

    n = np.zeros(counter.n_distinct, np.int64)
    counter.write_documents(0, n)
    assert counter.n_distinct == 1
    assert n.tolist() == [3]
    assert counter.blob_step(1 << 20) == b" a"


def test_counting_goes_on_after_a_part_was_taken() -> None:
    counter = DocumentCounter(named("gpt2"))
    for chunk in chunks([b"one two", b"one"], 3):
        counter.feed(chunk)
    first = table(counter.take())
    for chunk in chunks([b"two one"], 2):
        counter.feed(chunk)
    assert first == {b"one": (2, 2), b" two": (1, 1)}
    assert table(counter.take()) == {b"two": (1, 1), b" one": (1, 1)}
    assert counter.n_documents == 3
