"""Counting pieces in shards, and adding the shards up."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from workbench.api.count_parts import CountsWritten, count_part, merge_counts
from workbench.api.training import TrainingRun
from workbench.cli.main import main
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import KEY, Corpus, CountsFacts, facts_of
from workbench.engine.corpus.counts_files import CountsFile
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.training.options import Options
from workbench.formats import count_tables


@pytest.fixture
def texts(tmp_path: Path) -> list[SourceOptions]:
    chance = random.Random(1)
    words = ["the", "cat", "sat", "日本", "é", "12345", "don't"]
    folder = tmp_path / "texts"
    folder.mkdir()
    rows = [" ".join(chance.choices(words, k=9)) for _ in range(300)]
    (folder / "a.jsonl").write_text("\n".join(json.dumps({"text": row}) for row in rows))
    (folder / "b.txt").write_text("\n".join(rows) * 3)
    (tmp_path / "other.txt").write_text("another source, the cat sat")
    return [SourceOptions(str(folder)), SourceOptions(str(tmp_path / "other.txt"))]


def count(sources: list[SourceOptions], path: Path, number: int = 0, n: int = 1, **options: object) -> Path:
    finished(count_part(sources, Options(**options), str(path), number, n))  # type: ignore[arg-type]
    return path


def shards(sources: list[SourceOptions], folder: Path, n: int = 3) -> list[str]:
    return [str(count(sources, folder / f"part-{number}.parquet", number, n)) for number in range(n)]


def merge(parts: list[str], path: Path, **how: object) -> CountsWritten:
    return finished(merge_counts(parts, str(path), **how))  # type: ignore[arg-type]


def error_of(parts: list[str], path: Path, **how: object) -> EngineError:
    with pytest.raises(EngineError) as caught:
        merge(parts, path, **how)
    assert not path.exists()
    assert not [name for name in os.listdir(path.parent) if name.startswith(".")]
    return caught.value


def test_shards_add_up_to_the_whole(texts: list[SourceOptions], tmp_path: Path) -> None:
    whole = pq.read_table(count(texts, tmp_path / "whole.parquet"))
    written = merge(shards(texts, tmp_path), tmp_path / "sum.parquet")
    assert pq.read_table(tmp_path / "sum.parquet").equals(whole)
    assert whole.column_names == ["piece", "count", "documents", "source"]
    assert set(whole.column("source").to_pylist()) == {source.path for source in texts}
    (corpus,) = written.facts.corpora
    assert corpus.shards == ((0, 2),)
    paths = (tmp_path / "whole.parquet", tmp_path / "sum.parquet")
    one, other = (facts_of(pq.read_metadata(path).metadata[KEY.encode()].decode()) for path in paths)
    assert one.sources == other.sources
    assert one.corpora[0].listing == other.corpora[0].listing


def test_little_memory_gives_the_same(
    texts: list[SourceOptions], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = pq.read_table(count(texts, tmp_path / "whole.parquet"))
    monkeypatch.setattr(count_tables, "GROUP", 3)
    small = count(texts, tmp_path / "small.parquet", memory_limit=1)
    assert pq.read_table(small).equals(whole)
    merge(shards(texts, tmp_path, 5), tmp_path / "sum.parquet", memory_limit=1)
    assert pq.read_table(tmp_path / "sum.parquet").equals(whole)


def test_rare_pieces_are_dropped_and_noted(texts: list[SourceOptions], tmp_path: Path) -> None:
    whole = pq.read_table(count(texts, tmp_path / "whole.parquet")).to_pylist()
    totals: dict[bytes, int] = {}
    for row in whole:
        totals[row["piece"]] = totals.get(row["piece"], 0) + row["count"]
    written = merge([str(tmp_path / "whole.parquet")], tmp_path / "sum.parquet", min_count=400)
    rare = {piece: n for piece, n in totals.items() if n < 400}
    assert rare
    kept = pq.read_table(tmp_path / "sum.parquet").to_pylist()
    assert kept == [row for row in whole if row["piece"] not in rare]
    facts = written.facts
    assert facts.dropped_pieces == len(rare)
    assert facts.dropped_times == sum(rare.values())
    assert facts.dropped_bytes == sum(len(piece) * n for piece, n in rare.items())


def test_what_does_not_add_up_is_named(texts: list[SourceOptions], tmp_path: Path) -> None:
    parts, out = shards(texts, tmp_path), tmp_path / "out.parquet"
    other = str(count(texts, tmp_path / "other.parquet", pattern="gpt2"))
    cleaned = str(count([replace(each, clean=("nfc",)) for each in texts], tmp_path / "cleaned.parquet"))
    halves = str(count(texts, tmp_path / "half.parquet", 0, 2))
    error = error_of([*parts, other], out)
    assert (error.code, error.file, error.facts["what"]) == ("counts_differ", other, "split pattern")
    error = error_of([*parts, cleaned], out)
    assert (error.code, error.file, error.facts["what"]) == ("counts_differ", cleaned, "cleaning or reading")
    error = error_of([*parts, parts[1]], out)
    assert (error.code, error.file) == ("counts_part_twice", parts[1])
    copy = tmp_path / "copy.parquet"
    copy.write_bytes(Path(parts[1]).read_bytes())
    error = error_of([*parts, str(copy)], out)
    assert (error.code, error.file, error.facts["other"]) == ("counts_part_twice", str(copy), parts[1])
    error = error_of([*parts, halves], out)
    assert (error.code, error.file, error.facts["other"]) == ("counts_other_n", halves, parts[0])
    error = error_of(parts[:2], out)
    assert (error.code, error.facts["missing"]) == ("counts_shards_missing", "2")
    assert merge(parts[:2], out, incomplete=True).missing == (2,)


def test_a_part_that_is_gone_is_not_called_damaged(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone.parquet")
    with Child(MEMORY) as child, pytest.raises(EngineError) as caught:
        CountsFile(gone, child)
    error = caught.value
    assert (error.code, error.file) == ("cannot_read_file", gone)
    assert error.facts["reason"] == "No such file or directory"


def test_a_damaged_part_is_named_and_nothing_written(texts: list[SourceOptions], tmp_path: Path) -> None:
    parts, out = shards(texts, tmp_path), tmp_path / "out.parquet"
    data = Path(parts[1]).read_bytes()
    column = pq.read_metadata(parts[1]).row_group(0).column(0)
    last = column.data_page_offset + column.total_compressed_size - 3  # inside the last page's bytes
    flipped = data[:last] + bytes([data[last] ^ 1]) + data[last + 1 :]
    for bad in (data[: len(data) // 2], flipped, b"", b"PAR1 text"):
        Path(parts[1]).write_bytes(bad)
        error = error_of(parts, out)
        assert (error.code, error.file) == ("parquet_broken", parts[1])
    Path(parts[1]).write_bytes(data)
    plain = tmp_path / "plain.parquet"
    pq.write_table(pa.table({"piece": [b"a"], "count": [1]}), plain)
    error = error_of([*parts, str(plain)], out)
    assert (error.code, error.file) == ("counts_no_footer", str(plain))


@pytest.mark.parametrize("change", [
    {"piece": [b"b", b"a"]}, {"count": [1, -1]}, {"count": [1, None]}, {"documents": [None, 1]},
    {"documents": [1, 2]}, {"piece": [None, b"b"]}, {"source": ["s", None]}, {"count": ["1", "x"]},
    {"count": [1, 2**63]},
])  # fmt: skip
def test_rows_that_cannot_be(
    texts: list[SourceOptions], tmp_path: Path, change: dict[str, list[object]]
) -> None:
    part = count(texts, tmp_path / "part.parquet")
    rows = {"piece": [b"a", b"b"], "count": [1, 1], "documents": [1, 1], "source": ["s", "s"]} | change
    arrays = {name: pa.array(each, pa.uint64() if 2**63 in each else None) for name, each in rows.items()}
    table = pa.table(arrays).replace_schema_metadata(pq.read_metadata(part).metadata)
    pq.write_table(table, part)
    error = error_of([str(part)], tmp_path / "out.parquet")
    assert error.code == ("parquet_broken" if {"x", 2**63} & {*change.get("count", [])} else "counts_rows")
    assert error.file == str(part)
    with pytest.raises(EngineError) as caught:  # training reads them as strictly
        finished(TrainingRun([str(part)], Options(vocab_size=300)).steps())
    assert (caught.value.code, caught.value.file) == (error.code, str(part))


def test_a_part_lacks_a_column(texts: list[SourceOptions], tmp_path: Path) -> None:
    part = count(texts, tmp_path / "part.parquet")
    table = pq.read_table(part).drop_columns(["documents"])
    pq.write_table(table.replace_schema_metadata(pq.read_metadata(part).metadata), part)
    error = error_of([str(part)], tmp_path / "out.parquet")
    assert (error.code, error.file, error.facts["reason"]) == (
        "counts_rows",
        str(part),
        "it has no column “documents”",
    )


def test_a_sum_that_no_count_holds_is_refused(texts: list[SourceOptions], tmp_path: Path) -> None:
    parts = shards(texts, tmp_path, 2)
    for path in parts:
        rows = {"piece": [b"big"], "count": [2**62], "documents": [1], "source": ["s"]}
        pq.write_table(pa.table(rows).replace_schema_metadata(pq.read_metadata(path).metadata), path)
    error = error_of(parts, tmp_path / "out.parquet")
    assert (error.code, error.facts["piece"]) == ("counts_sum_too_large", "big")


def test_sums_of_footers_that_are_too_large(texts: list[SourceOptions], tmp_path: Path) -> None:
    parts = shards(texts, tmp_path, 2)
    for path in parts:
        facts = facts_of(pq.read_metadata(path).metadata[KEY.encode()].decode())
        footer = {KEY: replace(facts, dropped_times=2**62).plain()}
        pq.write_table(pq.read_table(path).replace_schema_metadata(footer), path)
    error = error_of(parts, tmp_path / "out.parquet")
    assert (error.code, error.file) == ("counts_footer", parts[1])


def test_what_is_dropped_may_be_too_much_to_count(texts: list[SourceOptions], tmp_path: Path) -> None:
    part = count(texts, tmp_path / "part.parquet")
    rows = {"piece": [b"long" * 9], "count": [2**61], "documents": [1], "source": ["s"]}
    pq.write_table(pa.table(rows).replace_schema_metadata(pq.read_metadata(part).metadata), part)
    assert error_of([str(part)], tmp_path / "out.parquet", min_count=2**70).code == "counts_too_large"


def test_a_folder_of_parts(texts: list[SourceOptions], tmp_path: Path) -> None:
    whole = pq.read_table(count(texts, tmp_path / "whole.parquet"))
    (folder := tmp_path / "parts").mkdir()
    assert error_of([str(folder)], tmp_path / "sum.parquet").code == "counts_no_files"
    shards(texts, folder)
    (folder / "notes.txt").write_text("not a part")
    merge([str(folder)], tmp_path / "sum.parquet")
    assert pq.read_table(tmp_path / "sum.parquet").equals(whole)


def test_no_part_is_written_into_what_is_read(texts: list[SourceOptions]) -> None:
    path = os.path.join(texts[0].path, "part.parquet")
    with pytest.raises(EngineError) as caught:
        finished(count_part(texts, Options(), path))
    assert (caught.value.code, caught.value.file, caught.value.facts["source"]) == (
        "counts_inside_source",
        path,
        texts[0].path,
    )


def test_what_shards_cannot_have(texts: list[SourceOptions], tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    for number, n in ((5, 5), (0, 0)):
        with pytest.raises(EngineError) as caught:
            count(texts, out, number, n)
        assert caught.value.code == "shard_out_of_range"
    with pytest.raises(EngineError) as caught:
        count([replace(texts[0], weight=2.0)], out)
    assert caught.value.code == "counts_not_sharded"
    counts = count(texts, tmp_path / "counts.parquet")
    with pytest.raises(EngineError) as caught:
        count([SourceOptions(str(counts))], out)
    assert caught.value.code == "counts_of_counts"
    assert not out.exists()


def test_a_plain_text_is_one_document(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("some words " * 300_000)  # over three blocks
    (tmp_path / "b.txt").write_text("more")
    texts = [SourceOptions(str(tmp_path / name)) for name in ("a.txt", "b.txt")]
    parts = shards(texts, tmp_path)
    assert merge(parts, tmp_path / "sum.parquet").facts.n_documents == 2
    assert finished(count_part(texts, Options(), str(tmp_path / "whole.parquet"))).facts.n_documents == 2


def test_a_shard_without_a_byte(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("ab")
    parts = shards([SourceOptions(str(tmp_path / "a.txt"))], tmp_path, 5)
    assert merge(parts, tmp_path / "sum.parquet").n_rows == 1


def test_the_verbs(texts: list[SourceOptions], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, parts = texts[0].path, [str(tmp_path / f"p{i}.parquet") for i in range(2)]
    for number, part in enumerate(parts):
        assert (
            main(["count-pieces", folder, "--preset", "gpt2", "--shard", f"{number}/2", "--out", part]) == 0
        )
    capsys.readouterr()
    assert main(["merge-counts", *parts, "--out", str(tmp_path / "sum.parquet"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["corpora"][0]["shards"] == [[0, 1]]
    assert main(["count-pieces", folder, "--shard", "5/5", "--out", str(tmp_path / "no.parquet")]) == 1
    assert "there is no shard 5 of 5. Number the shards from 0 to 4." in capsys.readouterr().err
    assert not (tmp_path / "no.parquet").exists()


def test_the_verbs_say_what_each_source_gave(
    texts: list[SourceOptions], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [source.path for source in texts]
    assert main(["count-pieces", *paths, "--out", str(tmp_path / "sum.parquet")]) == 0
    shares = [line.split("% ") for line in capsys.readouterr().out.splitlines() if "% " in line]
    assert [name for _, name in shares] == paths  # the largest first
    assert sum(float(share) for share, _ in shares) == pytest.approx(100, abs=0.2)


@pytest.mark.parametrize("seed", range(300))
def test_a_footer_that_was_changed_is_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    corpus = Corpus("a", 4, ((0, 1), (3, 3)))
    text = list(CountsFacts(("gpt2", "x"), "", "", "16.0.0", "0.2.0", (corpus,), {"s": {}}).plain())
    for _ in range(chance.randrange(1, 6)):
        text[chance.randrange(len(text))] = chance.choice('{}[]",:019-eax\\ \ud800')
    try:
        facts_of("".join(text))
    except EngineError as error:
        if error.code != "counts_footer":
            raise


def _shards(n: int, *shards: list[int]) -> dict[str, object]:
    return {"corpora": [{"listing": "a", "n": n, "shards": shards, "read": ""}]}


@pytest.mark.parametrize("change", [
    {"split": ["a"]}, {"format": 2}, {"sources": []}, {"dropped_times": 1e400}, {"unicode": None},
    {"corpora": []}, {"dropped_bytes": -1}, {"dropped_pieces": 2**63}, {"dropped_times": "1"},
    {"sources": {"s": {"used": 2**63}}}, {"sources": {"s": {"lost": -1}}}, {"sources": {"s": {"used": 1.5}}},
    _shards(2),
    _shards(2, [0, 2]), _shards(2**40, [0, 2**39]), _shards(2, [1, 0]), _shards(3, [0, 1], [1, 2]),
])  # fmt: skip
def test_a_footer_that_cannot_be(change: dict[str, object]) -> None:
    corpus = Corpus("a", 1, ((0, 0),))
    values = json.loads(CountsFacts(("gpt2", ""), "", "", "16.0.0", "0.2.0", (corpus,)).plain())
    facts_of(json.dumps(values))
    with pytest.raises(EngineError) as caught:
        facts_of(json.dumps(values | change))
    assert caught.value.code == "counts_footer"
