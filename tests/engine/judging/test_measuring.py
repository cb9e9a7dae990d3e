"""Every figure equals an independent computation in plain Python, and the known answers."""

import math
import random
import tracemalloc
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import regex

from tests.engine.judging.toys import measured, merged
from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import streamed_encoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging import encoders
from workbench.engine.judging import measuring as module
from workbench.engine.judging.figures import efficiency, entropy, percentile_mass
from workbench.engine.judging.metrics import METRICS
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.splitting.metaspace import WholeStretches
from workbench.engine.splitting.pre_tokenizers import published
from workbench.formats.registry import open_file

UNSPACED = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]|"
    r"(?:(?![\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}])[^\s\x1c-\x1f])+"
)
TEXTS = [
    "the cat sat on the mat, the cat!",
    "  two  spaces\nand\ta tab\r\n",
    "日本語とタイ語 ภาษาไทย mixed with words",
    "naïve café — ünïcode\u00a0no-break 👍🏽",
    "x",
    "thethe catcat cat the",
    "1234 5678 the 12",
]


def plainly(tokenizer: Tokenizer, documents: list[str]) -> dict[str, float]:
    """Return sums and figures, one document and one word after the other."""
    sums: Counter[str] = Counter()
    ids: Counter[int] = Counter()
    for text in documents:
        data = text.encode()
        encoding = tokenizer.encode_with_offsets(data, allowed_special="none")
        tokens = [tuple(span) for span in encoding.spans.tolist()]
        ids.update(encoding.ids.tolist())
        words = [
            (len(text[: found.start()].encode()), len(text[: found.end()].encode()))
            for found in UNSPACED.finditer(text)
        ]
        edges = [0, *(edge for word in words for edge in word), len(data)]
        sums.update(documents=1, bytes=len(data), characters=len(text), words=len(words), tokens=len(tokens))
        for number, (start, end) in enumerate(words):
            before, after = edges[2 * number], edges[2 * number + 3]
            sums["continued"] += any(start < stop < end for _, stop in tokens)
            sums["whole"] += any(before <= a <= start and end <= b <= after for a, b in tokens)
    n = sums["tokens"]
    p = [count / n for count in ids.values()]
    size = len(tokenizer.model.ids)
    shannon = -sum(x * math.log2(x) for x in p)
    renyi = math.log2(sum(x**2.5 for x in p)) / (1 - 2.5)
    ranked = sorted(ids.values(), reverse=True)
    return dict(sums) | {
        "bytes_per_token": sums["bytes"] / n,
        "characters_per_token": sums["characters"] / n,
        "fertility": n / sums["words"],
        "continued_words": sums["continued"] / sums["words"],
        "whole_words": sums["whole"] / sums["words"],
        "vocabulary_used": len(ids) / size,
        "type_token_ratio": len(ids) / n,
        "shannon_entropy": shannon,
        "shannon_efficiency": shannon / math.log2(len(ids)),
        "shannon_efficiency_nominal": shannon / math.log2(size),
        "renyi_efficiency": renyi / math.log2(len(ids)),
        "renyi_efficiency_nominal": renyi / math.log2(size),
        "percentile_mass": sum(ranked[int(0.03 * len(ids)) : int(0.83 * len(ids))]) / n,
    }


TOYS = {
    "split": merged("th", "the", " the", "ca", "cat", " cat", split="cl100k"),
    "no split": merged("th", "the", "the ", "at", "cat", "the cat", "t "),
}


@pytest.mark.parametrize("toy", TOYS)
def test_every_figure_is_that_of_plain_python(toy: str) -> None:
    found = measured([TOYS[toy]], {"": TEXTS}).rows[0]
    expected = plainly(TOYS[toy], TEXTS)
    both = {**found.figures, **found.sums}
    assert {name: both[name] for name in expected} == pytest.approx(expected, abs=1e-12)
    assert found.figures["lossless"] == found.figures["stable"] == 1


@pytest.mark.parametrize("name", ["llama2_tokenizer.model", "clip_bpe_simple_vocab_16e6.txt.gz"])
def test_figures_of_tokenizers_that_change_the_text(shared: Path, name: str) -> None:
    tokenizer = open_file(shared / "data" / name).tokenizer
    found = measured([tokenizer], {"": TEXTS}).rows[0]
    expected = plainly(tokenizer, TEXTS)
    both = {**found.figures, **found.sums}
    assert {key: both[key] for key in expected} == pytest.approx(expected, abs=1e-12)
    assert found.figures["lossless"] == (1 if "llama" in name else found.sums["lossless"] / len(TEXTS))


@pytest.mark.parametrize("chunk", [7, 1000, 1 << 16])
def test_a_long_document_is_measured_as_a_short_one(monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    random.seed(1)
    text = " ".join(random.choices([*TEXTS, "\n", "a" * 30], k=400))
    toys = list(TOYS.values())
    short = measured(toys, {"": [text]}).rows
    monkeypatch.setattr(module, "LONG", 1)
    monkeypatch.setattr(encoders, "_WORDS", 100)
    work = module._Measuring(toys, 0, 10, 0)
    list(work.begin(""))
    for start in range(0, len(text), chunk):
        work.feed(text[start : start + chunk].encode())
    work.end_document()
    for row, expected in zip(list(work.end_all()), short, strict=True):
        same = set(expected.sums) - {"looked_at", "lossless", "stable"}
        assert {name: row.sums[name] for name in same} == {name: expected.sums[name] for name in same}


def test_many_documents_are_joined_and_nothing_is_lost() -> None:
    documents = TEXTS * 30
    found = measured(list(TOYS.values()), {"a": documents, "b": TEXTS})
    assert [row.source for row in found.rows] == ["a", "a", "b", "b", "", ""]
    for number, toy in enumerate(TOYS.values()):
        expected = plainly(toy, documents + TEXTS)
        sums = found.rows[4 + number].sums
        assert all(
            sums[name] == expected[name] for name in ("documents", "bytes", "words", "tokens", "whole")
        )
        assert found.counts[number].sum() == expected["tokens"]
    other = found.rows[1]
    assert set(other.intervals) == {metric.name for metric in METRICS if metric.parts}
    low, high = other.intervals["fertility"].low, other.intervals["fertility"].high
    assert low < other.figures["fertility"] < high


def test_few_documents_have_no_interval_and_the_same_tokenizer_twice_no_difference() -> None:
    toy = TOYS["split"]
    assert not measured([toy], {"": TEXTS}).rows[0].intervals
    twin = measured([toy, toy], {"": TEXTS * 2}).rows[1]
    assert all((each.low, each.high) == (0, 0) and not each.shows for each in twin.differences.values())


@pytest.mark.parametrize("documents", [[], [""], [" \n"], ["x"]])
def test_texts_of_nothing_much_have_figures_or_none(documents: list[str]) -> None:
    row = measured([TOYS["split"]], {"": documents}).rows[0]
    assert row.error is None
    assert row.figures["fertility"] == (1 if documents == ["x"] else None)
    assert (row.figures["bytes_per_token"] is None) == (not "".join(documents))


def test_a_tokenizer_that_fails_has_a_row_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = merged("th"), merged("th", "the")

    def fail(*_: object, **__: object) -> None:
        raise EngineError("byte_without_token", byte="41")

    monkeypatch.setattr(bad, "encode_batch", fail)
    monkeypatch.setattr(bad, "encode_parts", fail)
    monkeypatch.setattr(bad.pre_tokenizer, "split", fail)
    rows = measured([bad, good], {"a": TEXTS * 2}).rows
    assert [row.error and row.error.code for row in rows] == ["byte_without_token", None]
    assert not rows[0].figures
    assert rows[1].figures["normalized_length"] is None
    assert rows[1].sums["tokens"] == plainly(good, TEXTS * 2)["tokens"]
    assert not rows[1].differences


def test_the_two_values_of_the_scorer() -> None:
    for text, renyi, nats in (
        ("pick @@ed pick @@l @@ed pick @@les", 0.8265, 1.6530),
        ("pick @@e @@d pick @@l @@e @@d pick @@l @@e @@s", 0.9205, 2.1373),
    ):
        counts = np.array(list(Counter(text.split()).values()))
        assert efficiency(entropy(counts, 2.5), len(counts)) == pytest.approx(renyi, abs=1e-4)
        assert entropy(counts, 2.5) == pytest.approx(nats, abs=1e-4)


def test_entropies_of_nothing_and_of_one_token() -> None:
    nothing, one = np.zeros(3, np.int64), np.array([5, 0])
    assert entropy(nothing) is percentile_mass(nothing) is efficiency(entropy(one), 1) is None
    assert entropy(one) == entropy(one, 2.5) == 0


@pytest.mark.skipif(kernels.kernel("encoding") is None, reason="the readable engine needs its tables")
def test_nothing_small_makes_the_tables_of_the_readable_engine() -> None:
    """Those of o200k as tokenizer.json took 100 MB, for some numbers of a few digits."""
    tokens = {300 + byte: bytes((byte,)) for byte in range(256)} | {600: b"th"}
    model = PairMergedBpe.from_pairs(tokens, [(300 + 116, 300 + 104, 600)], range(300, 556))
    assert isinstance(model, PairMergedBpe)
    assert model._quick is not None
    found = measured([Tokenizer(model, published("gpt2"))], {"a": ["the cat sat on 12"]})
    assert found.rows[0].sums["tokens"] == 16
    made = vars(model._quick._tables).keys() | vars(model.lists).keys()
    assert made.isdisjoint({"joins", "token_ids", "ranks"})


def test_who_cannot_encode_a_long_text_keeps_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of each stretch waited for it: four bytes of memory for a byte of text."""
    monkeypatch.setattr(encoders, "_WORDS", 1 << 16)
    monkeypatch.setattr(streamed_encoding, "_CHUNK", 1 << 16)
    stops = Tokenizer(merged("th").model, WholeStretches(published("gpt2")))
    good = merged("th", split="gpt2")
    text, portion = ("the cat " * (1 << 13)).encode(), 1 << 16
    works = [encoders.Encoder(each) for each in (good, stops)]
    document = encoders.LongDocument(works, encoders.column(2))
    monkeypatch.setattr(document._ways[1]._stream._waiting, "_longest", portion)
    for _ in range(4):
        document.feed(text)
    assert works[1].error is not None
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(50):
            document.feed(text)
        assert tracemalloc.get_traced_memory()[0] - before < 50 * len(text) / 2
    finally:
        tracemalloc.stop()
    assert document.end()[encoders.column(0)] > 0
    assert works[0].error is None
