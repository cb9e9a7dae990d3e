"""Comparing on counted pieces: the figures of the text, and nothing that pieces do not show."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from workbench import api
from workbench.api import comparison_cache
from workbench.api.comparing import Comparison, comparing, to_compare
from workbench.api.comparison_report import csv_of, report
from workbench.api.count_parts import count_part, merge_counts
from workbench.api.kept_files import KeptFiles
from workbench.cli.main import main
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_files import CountsFile
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.count_tables import CountsWriter

_NEED_TEXT = {"fertility", "continued_words", "whole_words", "lossless", "stable"}


@pytest.fixture
def texts(tmp_path: Path) -> list[Path]:
    chance, paths = random.Random(5), [tmp_path / "a.jsonl", tmp_path / "b.txt"]
    lines = ["".join(chance.choices("abcdeé日 \n'", range(10, 0, -1), k=300)) for _ in range(40)]
    paths[0].write_text("".join(json.dumps({"text": line}) + "\n" for line in lines))
    paths[1].write_text("".join(lines), "utf-8")
    return paths


@pytest.fixture
def trained(texts: list[Path]) -> list[Tokenizer]:
    return [api.train(texts[1], vocab_size=size, tie="smallest") for size in (300, 280)]


def parts(texts: list[Path], folder: Path, n: int = 3) -> list[str]:
    folder.mkdir()
    paths = [str(folder / f"{number}.parquet") for number in range(n)]
    for number, path in enumerate(paths):
        finished(count_part([SourceOptions(str(each)) for each in texts], api.Options(), path, number, n))
    return paths


def compared(tokenizers: list[Tokenizer], *sources: object, **more: object) -> Comparison:
    return finished(comparing(to_compare(tokenizers), sources, **more))  # type: ignore[arg-type]


def test_the_figures_are_those_of_the_text(texts, trained, tmp_path) -> None:
    folder = tmp_path / "parts"
    finished(merge_counts(parts(texts, folder), str(tmp_path / "sum.parquet")))
    wanted = compared(trained, *texts).measured
    for source in (folder, tmp_path / "sum.parquet"):
        found = compared(trained, source)
        assert [note.code for note in found.notes] == ["compare_counted"]
        assert all(map(np.array_equal, found.measured.counts, wanted.counts))
        for row, text in zip(found.measured.rows, wanted.rows[-2:], strict=True):
            known = {"documents", "bytes", "characters", "tokens"}
            assert row.sums == {name: text.sums[name] for name in known}
            assert not row.intervals
            assert not row.differences
            for name, figure in text.figures.items():
                assert row.figures[name] == (None if name in _NEED_TEXT else figure), name
        assert "–" in report(found)
        assert csv_of(found).count(b"\n") == 3
        assert found.to_json()["measures"][0]["words"] is None


def test_text_and_counts_add_up(texts, trained, tmp_path) -> None:
    parts(texts[:1], tmp_path / "parts")
    wanted = compared(trained, *texts).measured.rows
    found = compared(trained, texts[1], tmp_path / "parts", str(tmp_path / "none.txt")).measured.rows
    assert found[0].sums == wanted[2].sums
    assert found[0].figures == wanted[2].figures
    assert [row.is_counted for row in found] == [False, False, True, True, False, False, True, True]
    assert found[-1].figures["bytes_per_token"] == wanted[-1].figures["bytes_per_token"]
    assert found[-1].known_sums["words"] is None


def test_one_folder_may_have_both(texts, trained, tmp_path) -> None:
    folder = tmp_path / "parts"
    parts(texts[:1], folder)
    (folder / "b.txt").write_bytes(texts[1].read_bytes())
    found = compared(trained, folder).measured.rows[0]
    assert found.is_counted
    assert found.sums["tokens"] == compared(trained, *texts).measured.rows[-2].sums["tokens"]


def test_what_splits_in_another_way_says_so(texts, trained, tmp_path) -> None:
    parts(texts, tmp_path / "parts")
    other = api.train(texts[1], vocab_size=300, preset="gpt2")
    llama = api.train(texts[1], vocab_size=600, preset="llama2")
    rows = compared([trained[0], other, llama], tmp_path / "parts").measured.rows
    assert [row.error and row.error.code for row in rows] == [
        None,
        "counts_other_tokenizer",
        "counts_not_text",
    ]
    assert rows[0].figures["bytes_per_token"]
    assert not rows[1].figures
    assert rows[1].known_sums["tokens"] is None
    assert rows[1].known_sums["bytes"] == rows[0].sums["bytes"]


def test_parts_that_do_not_add_up_are_refused(texts, trained, tmp_path) -> None:
    folder = tmp_path / "parts"
    paths = parts(texts, folder)
    assert (
        compared(trained, *paths).measured.rows[-1].sums == compared(trained, folder).measured.rows[-1].sums
    )
    finished(merge_counts(paths, str(tmp_path / "sum.parquet")))
    for sources, code in (
        ((folder, tmp_path / "sum.parquet"), "counts_part_twice"),
        (paths[:2], "counts_shards_missing"),
    ):
        with pytest.raises(EngineError) as caught:
            compared(trained, *sources)
        assert caught.value.code == code
    pq.write_table(pq.read_table(paths[0]).select(["piece", "count"]), tmp_path / "bare.parquet")
    with pytest.raises(EngineError) as caught:
        compared(trained, tmp_path / "bare.parquet")
    assert caught.value.code == "counts_no_footer"


def test_more_than_int64_holds_is_refused(texts, trained, tmp_path) -> None:
    (path,) = parts(texts[1:], tmp_path / "parts", 1)
    table = pq.read_table(path)
    at = table.schema.get_field_index("count")
    huge = np.full(table.num_rows, (1 << 63) - 1)
    with CountsWriter(str(tmp_path / "huge.parquet")) as writer:
        writer.write(table.set_column(at, "count", [huge]))
        with Child(MEMORY) as child:
            writer.finish(CountsFile(path, child).facts)
    path = str(tmp_path / "huge.parquet")
    for act in (
        lambda: compared(trained, path),
        lambda: list(api.vocab_health(trained[0], path)),
    ):
        with pytest.raises(EngineError) as caught:
            act()
        assert caught.value.code == "counts_too_large"


def test_dropped_pieces_are_said_also_of_a_kept_result(texts, trained, tmp_path) -> None:
    paths = parts(texts, tmp_path / "parts")
    facts = finished(merge_counts(paths, str(tmp_path / "few.parquet"), min_count=3)).facts
    cache = comparison_cache.ComparisonCache(KeptFiles(str(tmp_path / "kept")))
    first, again = (compared(trained, tmp_path / "few.parquet", cache=cache) for _ in range(2))
    assert (tmp_path / "kept").exists()
    assert first.to_json() == again.to_json()
    for found in (first, again):
        (dropped,) = found.damaged
        assert (dropped.code, dropped.facts["n_bytes"]) == ("compare_pieces_dropped", facts.dropped_bytes)
        assert found.measured.rows[0].is_counted


def test_nothing_of_counts_is_held_out(texts, trained, tmp_path) -> None:
    (path,) = parts(texts, tmp_path / "parts", 1)
    with pytest.raises(EngineError) as caught:
        compared(trained, SourceOptions(path, held_out=0.5, only_held_out=True))
    assert caught.value.code == "counts_not_text"


def test_the_verb(texts, trained, tmp_path, capsys) -> None:
    parts(texts, tmp_path / "parts")
    for tokenizer, name in zip(trained, "ab", strict=True):
        api.save_tokenizer(tokenizer, str(tmp_path / f"{name}.json"))
    words = [str(tmp_path / "a.json"), str(tmp_path / "b.json"), "--corpus", str(tmp_path / "parts")]
    assert main(["compare", *words]) == 0
    said = capsys.readouterr()
    assert "counted pieces show no words" in said.err
    assert said.out.splitlines()[4].split() == ["words", "–", "–"]
