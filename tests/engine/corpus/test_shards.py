"""Sources divided into shards: their counts add up to those of the whole, whatever is cut where."""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine.corpora import SAMPLES, TEXT
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.shards import Shard
from workbench.engine.corpus.sources import Reading, SourceOptions
from workbench.engine.splitting.document_counts import DocumentCounter
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, named

Table = Counter[tuple[str, bytes]]
CHILD = Child(MEMORY)  # one for all: starting it takes longer than the tests
SPLITS = ["gpt2", "cl100k", "o200k", "clip", "spaces"]


def sums(sources: list[str | SourceOptions], split: PreTokenizer, shard: Shard) -> tuple[Table, list[int]]:
    """Return counts and documents by piece of a shard, and the bytes of its account."""
    table: Table = Counter()
    reading = Reading(sources, CHILD, shard)
    counter = DocumentCounter(split)
    for chunk in reading.read():
        counter.feed(chunk)
    counts = counter.take()
    for (piece, count), n in zip(counts.counted, counts.documents.tolist(), strict=True):
        table["count", piece] += count
        table["documents", piece] += n
    table["lost", b""] = counts.counted.lost
    held = [account.accounting for account in reading.accounts]
    n_documents = sum(each.documents for each in held)
    return table, [sum(each.n_read for each in held), sum(each.used for each in held), n_documents]


def check(sources: list[str | SourceOptions], split: str, ns: tuple[int, ...], block: int = 64) -> list[str]:
    """Check that shards add up; return the files that were not cut."""
    total = Reading(sources).size()
    splitter = named(split)

    def shard(number: int, n: int) -> Shard:
        return Shard(number, n, total, splitter.next_border, block=block)

    whole, account = sums(sources, splitter, shard(0, 1))
    plain, plain_account = sums(sources, splitter, None)  # type: ignore[arg-type]
    assert whole.total() > 0
    assert {key: n for key, n in whole.items() if key[0] == "count"} == {
        key: n for key, n in plain.items() if key[0] == "count"
    }
    assert account[:2] == plain_account[:2]
    uncut: list[str] = []
    for n in ns:
        parts = []
        for number in range(n):
            each = shard(number, n)
            parts.append(sums(sources, splitter, each))
            uncut += each.uncut
        assert sum((table for table, _ in parts), Counter()) == +whole, n
        assert [sum(each) for each in zip(*(numbers for _, numbers in parts), strict=True)] == account
    return uncut


@pytest.mark.parametrize("name", [name for name in SAMPLES if not name.startswith("counts")])
def test_every_kind_of_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(SAMPLES[name]())
    uncut = check([str(tmp_path / name)], "gpt2", (2, 7))
    cut = name in ("text.txt", "lines.jsonl", "rows.parquet")
    assert bool(uncut) == (not cut)


def test_a_folder_of_every_kind_in_256_shards(tmp_path: Path) -> None:
    for name, data in SAMPLES.items():
        if not name.startswith("counts"):
            (tmp_path / name).write_bytes(data())
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "zz empty.txt").write_bytes(b"")
    (tmp_path / "broken.gz").write_bytes(b"\x1f\x8b damaged")
    check([str(tmp_path), str(tmp_path / "text.txt")], "cl100k", (1, 7, 256))


def random_text(chance: random.Random) -> bytes:
    words = ["one", " two", "\n", "  ", "'s", " 12345", "é", " 日本", "…!", "\u0345", "A", "\r\n", "\ufeff"]
    bad = [b"\xff", b"\xc3", b"\xe2\x82", b"\x80", b"\xf0\x90\x80", b"\xed\xa0\x80"]
    parts = [
        chance.choice(bad) if chance.random() < 0.08 else chance.choice(words).encode()
        for _ in range(chance.randrange(5, 400))
    ]
    start = b"\xef\xbb\xbf" if chance.random() < 0.3 else b""
    return start + b"".join(parts) + b" word"


@pytest.mark.parametrize("seed", range(12))
def test_random_texts_with_invalid_bytes_are_cut_anywhere(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    (tmp_path / "a.txt").write_bytes(random_text(chance))
    (tmp_path / "b.txt").write_bytes(random_text(chance))
    how = chance.choice(["replace", "skip"])
    source = SourceOptions(str(tmp_path), on_invalid=how, encoding="utf-8")
    check([source], chance.choice(SPLITS), (2, chance.randrange(3, 40)), chance.choice([1, 5, 64]))


@pytest.mark.parametrize("seed", range(8))
def test_random_json_lines(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    lines: list[bytes] = [json.dumps({"text": "first one", "n": 1}).encode()]
    for _ in range(chance.randrange(60)):
        text = random_text(chance).decode("utf-8", "replace")
        form: Callable[[], bytes] = chance.choice([
            lambda text=text: json.dumps({"text": text}).encode(),
            lambda text=text: json.dumps({"text": text}, ensure_ascii=False).encode(),
            lambda: b"", lambda: b"{broken", lambda: b'"a text"', lambda: b'{"o": 1}',
            lambda: b"\xef\xbb\xbf{}",
        ])  # fmt: skip
        lines.append(form())
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(lines) + chance.choice([b"", b"\n"]))
    assert check([str(tmp_path / "a.jsonl")], chance.choice(SPLITS), (2, chance.randrange(3, 60))) == []


def test_lines_whose_field_the_beginning_does_not_decide_are_not_cut(tmp_path: Path) -> None:
    rows = [b'"one text"', b'{"text": "another"}'] * 30
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(rows))
    assert check([str(tmp_path / "a.jsonl")], "gpt2", (3,)) == [str(tmp_path / "a.jsonl")]


def test_groups_of_rows_of_parquet(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = pa.table({"text": [f"row {n} has text {n * n}" for n in range(2000)]})
    sink = io.BytesIO()
    pq.write_table(rows, sink, row_group_size=90)
    (tmp_path / "a.parquet").write_bytes(sink.getvalue())
    assert check([str(tmp_path / "a.parquet")], "o200k", (2, 23)) == []


def test_a_text_without_borders_is_one_shards(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a" * 5000)
    check([str(tmp_path / "a.txt")], "gpt2", (2, 9))


def test_a_cleaned_text_and_samples_are_not_cut(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT)
    for options in ({"clean": ("nfc",)}, {"held_out": 0.3, "seed": 3}):
        source = SourceOptions(str(tmp_path / "a.txt"), **options)  # type: ignore[arg-type]
        assert set(check([source], "gpt2", (2, 5))) == {str(tmp_path / "a.txt")}


@pytest.mark.parametrize(("number", "n"), [(5, 5), (-1, 2), (0, 0), (0, 10**7)])
def test_a_shard_that_does_not_exist(number: int, n: int) -> None:
    with pytest.raises(EngineError, match="shard") as caught:
        Shard(number, n).check()
    assert caught.value.code == "shard_out_of_range"


def test_the_end_of_a_document_is_an_end(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"one two three four five")
    shard = Shard(0, 1, 23, named("gpt2").next_border, block=8)
    read = list(Reading([str(tmp_path / "a.txt")], shard=shard).read())
    texts = [each for each in read if not isinstance(each, EndOfDocument)]
    assert b"".join(texts) == b"one two three four five"
    assert len(read) > len(texts) > 1
