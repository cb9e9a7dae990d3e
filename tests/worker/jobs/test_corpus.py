"""The jobs of a corpus, as the window asks for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.engine.corpora import SAMPLES, TEXT, lines, table
from tests.worker.emitted import when
from tests.worker.test_lanes import PATIENCE
from workbench import api
from workbench.engine.corpus.source_options import LEFT_OUT, SourceOptions
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.lanes import Lanes
from workbench.worker.messages.corpus import (
    CorpusMeasured,
    ListFiles,
    LookAtFiles,
    MeasureCorpus,
    PreviewSource,
    ScanSources,
    SourcePreviewed,
    SourcesScanned,
)
from workbench.worker.messages.requests import JobCancelled, JobProgress


def answers(request) -> list[object]:
    with_desk = Store()
    try:
        job = jobs.start(with_desk, request)
        found = []
        while (step := job.step()) is not ENDED:
            found.append(step)
        return [step for step in found if step is not None and not isinstance(step, JobProgress)]
    finally:
        with_desk.close()


@pytest.fixture
def rows(tmp_path: Path) -> str:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({"text": f"<b>row</b> {n}", "n": n}) + "\n" for n in range(50)))
    return str(path)


def test_the_files_of_a_folder_are_listed_and_looked_at(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "\udcff").write_bytes(b"text")
    (tmp_path / "b").write_bytes(b"some\0bytes")
    source = SourceOptions(str(tmp_path), files=(("b", LEFT_OUT, ""),))
    listed, end = answers(ListFiles(1, source))
    names = listed.names.decode("utf-8", "surrogateescape").split("\0")[:-1]
    assert names == ["b", "sub/\udcff"]
    assert (listed.first, end.first, listed.ended, end.ended) == (0, 2, False, True)
    assert (listed.sizes.tolist(), listed.reasons.tolist(), listed.codes) == (
        [10, 4], [1, 0], ("left_out_by_hand",),
    )  # fmt: skip
    (looked,) = answers(LookAtFiles(2, SourceOptions(str(tmp_path)), tuple(names)))
    assert [(look.kind, look.encoding, look.problem) for look in looked.looks] == [
        ("", "", "looks_binary"), ("text", "utf-8", ""),
    ]  # fmt: skip
    assert "NUL bytes" in looked.looks[0].cause


def test_measuring_names_the_files_that_it_tells_of(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"text")
    (tmp_path / "b.txt").write_bytes(b"some\0bytes")
    (tmp_path / "c.json").write_bytes(b'{"text": "a"}\n{"text"\n')
    (answer,) = answers(MeasureCorpus(1, (SourceOptions(str(tmp_path)),)))
    assert ("looks_binary", "b.txt") in answer.survey.sources[0].files
    assert "c.json" in dict((name, code) for code, name in answer.survey.sources[0].files)


def test_a_look_tells_fields_and_problems(rows, tmp_path):
    missing = str(tmp_path / "missing")
    (answer,) = answers(ScanSources(1, (rows, missing), (SourceOptions(rows, field="n"),)))
    first, second = answer.sources
    assert (first.look.kind, first.look.fields, first.look.field, first.look.n_rows) == (
        "json",
        ("text",),
        "n",
        50,
    )
    assert (second.problem, second.facts["reason"]) == ("cannot_read_file", "No such file or directory")


def test_a_corpus_is_measured(rows):
    (answer,) = answers(MeasureCorpus(2, (SourceOptions(rows, clean=("html",)),), ("row",)))
    (source,) = answer.survey.sources
    assert (source.path, source.documents, source.specials) == (rows, 50, (("row", 50),))
    assert source.cleaned == (("html", 350, 0),)
    left_out = sum(n for _, n in source.left_out)
    assert source.used + source.replaced + source.removed + left_out == Path(rows).stat().st_size
    assert answer.survey.n_bytes == source.used


def test_what_cannot_be_read_fails_with_its_name(tmp_path):
    (answer,) = answers(MeasureCorpus(3, (SourceOptions(str(tmp_path / "missing")),)))
    assert (answer.code, answer.file, answer.action) == (
        "cannot_read_file",
        str(tmp_path / "missing"),
        "measure",
    )


def test_a_source_is_previewed(rows):
    (answer,) = answers(PreviewSource(4, SourceOptions(rows, clean=("html",)), 0, ("row",)))
    assert (answer.path, len(answer.preview.lines), answer.preview.more) == (rows, 50, False)
    assert (answer.preview.lines[7].before, answer.preview.lines[7].after) == (b"<b>row</b> 7", b"row 7")
    assert answer.preview.lines[7].before_runs == ((0, 3, 1), (6, 10, 1), (3, 6, 3))


def test_a_source_is_previewed_while_a_corpus_is_counted(qapp: object, qtbot: QtBot, rows: str) -> None:
    lanes = Lanes()
    order: list[str] = []
    count = MeasureCorpus(1, (SourceOptions(rows),))

    def _look() -> None:
        lanes.jobs.submit(PreviewSource(2, SourceOptions(rows)))
        lanes.jobs.submit(ScanSources(3, (rows,)))
        lanes.jobs.submit(PreviewSource(4, SourceOptions(rows)))

    words = {
        CorpusMeasured: "measured", SourcePreviewed: "previewed", SourcesScanned: "scanned",
        JobCancelled: "cancelled",
    }  # fmt: skip
    lanes.jobs.listeners.append(
        lambda answer: (
            order.append(f"{words[type(answer)]} {answer.request_id}") if type(answer) in words else None
        )
    )
    when(lanes.jobs, JobProgress, lambda progress: progress.what == "measure", _look)
    try:
        lanes.ask(count)
        qtbot.waitUntil(lambda: "measured 1" in order, timeout=PATIENCE)
        assert order == ["cancelled 2", "previewed 4", "scanned 3", "measured 1"]
    finally:
        assert lanes.shut_down()


# Bytes of text in the kinds that are packed, and in Parquet of the values alone.
UNPACKED = {
    "text.txt.gz": len(TEXT), "text.txt.xz": len(TEXT), "lines.jsonl.bz2": len(lines()),
    "table.csv.zst": 9 * len(table()), "members.zip": len(TEXT) + len(lines()) + 108,
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_every_byte_is_accounted_for_in_the_window_and_on_the_card(name: str, tmp_path: Path) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    path.write_bytes(SAMPLES[name]())
    options = SourceOptions(str(path), clean=("html", "nfc"))
    (answer,) = answers(MeasureCorpus(1, (options,)))
    (source,) = answer.survey.sources
    left_out = dict(source.left_out)
    if name != "rows.parquet":
        whole = UNPACKED.get(name, path.stat().st_size)
        assert source.used + source.replaced + source.removed + sum(left_out.values()) == whole
    run = api.TrainingRun([options], api.Options("gpt4", vocab_size=260))
    for _ in run.steps():
        pass
    (told,) = run.record()["sources"]
    assert told["bytes"] == {
        "used": source.used, "replaced": source.replaced, "removed": source.removed,
        "left_out": left_out, "skipped": 0,
    }  # fmt: skip


def test_a_scan_is_told_before_it_begins(rows: str) -> None:
    store = Store()
    job = jobs.start(store, ScanSources(3, (rows,)))
    told = job.step()
    assert isinstance(told, JobProgress)
    assert (told.what, told.name, told.done, told.total) == ("scan", rows, 0, 1)
    job.close()
    store.close()
