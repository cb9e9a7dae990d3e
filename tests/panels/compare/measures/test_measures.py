"""The measures: figures of the table, what is better, what is not certain; progress, cancel, faults."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from PySide6.QtCore import Qt

from tests.worker.stepping import messages
from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.judging.measuring import Begun, measuring
from workbench.engine.judging.metrics import BY_NAME, METRICS
from workbench.panels.compare.sources import ORDERS
from workbench.worker.jobs.starting import start
from workbench.worker.messages.comparing import Compare, MeasuredRow
from workbench.worker.messages.requests import JobCancelled


def cell(panel, metric: str, place: int, role=Qt.ItemDataRole.DisplayRole):
    model = panel.measures.table.model()
    return model.index([m.name for m in METRICS].index(metric), place + 1).data(role)


def lines(folder: Path, name: str, n: int = 40) -> str:
    file = folder / name
    rows = (f'{{"text": "the {"ab " * (row % 7)}12 he {row}"}}' for row in range(n))
    file.write_text("\n".join(rows))
    return str(file)


def test_the_text_is_measured(bench):
    bench.show("one", "two")
    bench.answer()
    assert cell(bench.panel, "bytes_per_token", 0) == "1.667"
    assert cell(bench.panel, "bytes_per_token", 1) == "1.538"
    model = bench.panel.measures.table.model()
    assert model.figures.is_best(BY_NAME["bytes_per_token"], 0)
    assert not model.figures.is_best(BY_NAME["bytes_per_token"], 1)
    assert not model.figures.is_best(BY_NAME["vocabulary_used"], 0)
    assert not model.figures.is_best(BY_NAME["vocabulary_used"], 1)
    assert bench.panel.measures.header.facts() == "20 bytes"
    assert "too little" in bench.panel.measures._legend.text()
    bench.panel.measures.show()
    bench.panel.measures.grab()


def test_figures_are_those_of_the_engine(bench):
    bench.show("one", "two", "lower")
    bench.answer()
    engines = [bench.store.tokenizer(handle) for handle in bench.panel.handles]
    steps = measuring(engines, [Begun("x"), bench.document.whole(), END_OF_DOCUMENT])
    rows = [step for step in steps if not isinstance(step, int)]
    for row in rows:
        for metric in METRICS:
            shown = metric.text(row.figures.get(metric.name))
            assert cell(bench.panel, metric.name, row.tokenizer) == shown


def test_the_name_of_a_measure_tells_formula_and_source(bench):
    bench.show("one", "two")
    tip = cell(bench.panel, "fertility", -1, Qt.ItemDataRole.ToolTipRole)
    assert "T / W" in tip
    assert "Rust et al. 2021" in tip
    assert "Fewer is better" in tip
    assert "A word is" in tip


def test_a_difference_that_is_not_certain_has_no_tick(bench, tmp_path):
    bench.sources[:] = [lines(tmp_path, "a.jsonl")]
    bench.add("same", bench.store.tokenizer(bench.open["one"].handle))
    bench.show("one", "same", "two")
    bench.panel.scope.set_value("corpus")
    bench.answer()
    model, metric = bench.panel.measures.table.model(), BY_NAME["bytes_per_token"]
    assert model.figures.is_doubtful(metric, 1)
    assert "no difference shown" in cell(bench.panel, metric.name, 1, Qt.ItemDataRole.ToolTipRole)
    assert "95 of 100" in cell(bench.panel, metric.name, 2, Qt.ItemDataRole.ToolTipRole)
    assert model.figures.reach(metric) is not None
    assert "≈" in bench.panel.measures._legend.text()
    bench.panel.measures.show()
    bench.panel.measures.grab()


def test_sources_are_sorted_and_the_order_comes_back(bench, qtbot, tmp_path):
    names = ["b", "C", "a"]
    for name, text in zip(names, ("xy xy", "the the", "the x"), strict=True):
        (tmp_path / name).with_suffix(".txt").write_text(text)
    bench.sources[:] = [str(tmp_path / f"{name}.txt") for name in names]
    bench.show("one", "two")
    panel = bench.panel.sources
    panel.show()
    bench.panel.scope.set_value("corpus")
    bench.answer()

    def shown() -> list[str]:
        return [Path(name).stem for name, _ in panel.bars._sources]

    def figures() -> list[float]:
        return [rows[0].figures["bytes_per_token"] for _, rows in panel.bars._sources]

    assert shown() == names
    found = (*panel.choice.menu.actions(), *panel.sorting.actions())
    entries = {entry.data(): entry for entry in found if entry.isCheckable()}
    for order in ORDERS[1:]:
        with qtbot.waitSignal(bench.panel.kept_changed):
            entries[order].trigger()
        if order == "name":
            assert shown() == ["a", "b", "C"]
        else:
            assert figures() == sorted(figures(), reverse=order == "largest")
            assert len(set(figures())) > 1
    assert [name for name, entry in entries.items() if entry.isChecked()] == ["bytes_per_token", "smallest"]
    kept = bench.panel.kept()
    entries["corpus"].trigger()
    assert shown() == names
    bench.panel.restore(kept)
    assert figures() == sorted(figures())
    bench.panel.restore({**kept, "sources": {"order": 3, "measure": None}})
    assert panel.kept() == kept["sources"]


def test_sources_have_bars_and_the_whole_has_the_table(bench, tmp_path):
    bench.sources[:] = [lines(tmp_path, "a.jsonl"), SourceOptions(lines(tmp_path, "b.jsonl", 9))]
    bench.show("one", "two")
    bench.panel.sources.show()
    bench.panel.scope.set_value("corpus")
    bench.answer()
    bars = bench.panel.sources.bars
    assert [name for name, _ in bars._sources] == [str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]
    assert bars.isVisible()
    assert "a.jsonl" in bars.tip_at(20)
    assert "between" in bars.tip_at(20)
    bench.panel.sources.show_metric(BY_NAME["fertility"])
    assert bars.accessibleDescription().startswith("Fertility")
    bars.grab()
    result = bench.panel.measuring.result
    total = sum(rows[0].sums["bytes"] for rows in result.by_source().values())
    assert result.total()[0].sums["bytes"] == total


def test_cancelling_says_what_of_the_text_was_measured(bench):
    bench.panel.measures.show()
    bench.show("one", "two")
    request = bench.asked.of(Compare)[-1]
    bench.asked.tell(JobCancelled(request.request_id))
    kept = "Canceled. Measured: 0 of 2 tokenizers. A report needs all of them."
    assert bench.panel.measures._said.text() == kept
    assert not bench.panel.saving.button.isEnabled()


def test_cancelling_keeps_the_rows_that_are_done(bench, tmp_path, qtbot):
    bench.sources[:] = [lines(tmp_path, "a.jsonl"), lines(tmp_path, "b.jsonl")]
    bench.panel.measures.show()
    bench.show("one", "two")
    bench.answer()
    bench.panel.scope.set_value("corpus")
    request = bench.asked.of(Compare)[-1]
    link = bench.panel.measures.link
    assert link.text() == "Cancel"
    bench.met.add(request.request_id)
    told = [m for m in messages(start(bench.store, request)) if isinstance(m, MeasuredRow)]
    bench.asked.tell(told[0])
    bench.asked.tell(told[1])
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert request.request_id in bench.asked.cancelled
    bench.asked.tell(JobCancelled(request.request_id))
    assert list(bench.panel.measuring.result.by_source()) == [str(tmp_path / "a.jsonl")]
    assert link.text() == "Measure again"
    kept = "Canceled. Measured: 1 of 2 sources. A report needs all of them."
    assert bench.panel.measures._said.text() == kept
    assert bench.panel.measures.header.facts().startswith("a.jsonl, ")  # the first that is done
    assert bench.panel.measures._model.text(METRICS[0], 1)
    assert bench.panel.saving.button.toolTip() == "The measures are not complete"
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    bench.answer()
    assert len(bench.panel.measuring.result.by_source()) == 2


def test_a_source_of_few_documents_is_said_to_be_too_little(bench, tmp_path):
    bench.sources[:] = [lines(tmp_path, "a.jsonl"), lines(tmp_path, "b.jsonl", 9)]
    bench.show("one", "two")
    bench.answer()
    bench.panel.scope.set_value("corpus")
    bench.answer()
    measures = bench.panel.measures
    few = "too few to estimate"
    assert few not in measures._legend.text()
    for name, is_few in (("a.jsonl", False), ("b.jsonl", True)):
        measures.view_menu._choose_source(str(tmp_path / name))
        assert (few in measures._legend.text()) == is_few, name


def test_a_second_look_costs_nothing(bench, tmp_path):
    bench.sources[:] = [lines(tmp_path, "a.jsonl")]
    bench.show("one", "two")
    bench.answer()
    bench.panel.scope.set_value("corpus")
    bench.answer()
    n = len(bench.asked.of(Compare))
    bench.panel.scope.set_value("text")
    bench.panel.scope.set_value("corpus")
    assert len(bench.asked.of(Compare)) == n
    assert bench.panel.measuring.result.compared is not None


def test_a_file_that_cannot_be_read_is_named(bench, tmp_path):
    good = lines(tmp_path, "a.jsonl")
    bad = tmp_path / "gone.txt"
    bad.write_text("x")
    bench.sources[:] = [good, SourceOptions(str(tmp_path / "dir" / "gone.txt"))]
    bench.panel.measures.show()
    bench.show("one", "two")
    bench.panel.scope.set_value("corpus")
    bench.answer()
    assert "gone.txt" in bench.panel.measures._said.text()


def test_a_file_that_cannot_be_read_is_a_row_of_the_sources(bench, tmp_path):
    bench.sources[:] = [lines(tmp_path, "a.jsonl"), SourceOptions(str(tmp_path / "gone.txt"))]
    bench.panel.measures.show()
    bench.panel.sources.show()
    bench.show("one", "two")
    bench.panel.scope.set_value("corpus")
    bench.answer()
    bars = bench.panel.sources.bars
    assert [name.rpartition("/")[2] for name, _ in bars._sources] == ["a.jsonl", "gone.txt"]
    assert "gone.txt: the file cannot be read: No such file" in bars.accessibleDescription()
    assert "No such file" in bars.tip_at(bars._height + 12)
    measures = bench.panel.measures
    assert measures._model.text(METRICS[0], 0)  # of what could be read
    measures.view_menu._choose_source(str(tmp_path / "gone.txt"))
    assert measures._model.text(METRICS[0], 0) == ""
    assert "cannot be read" in measures._model.about_cell(METRICS[0], 0)
    bench.panel.sources.grab()
    measures.grab()


def test_several_files_that_cannot_be_read_leave_room_for_the_table(bench, tmp_path):
    gone = [str(tmp_path / "dir" / f"gone{n}.txt") for n in range(5)]
    bench.sources[:] = [lines(tmp_path, "a.jsonl"), *map(SourceOptions, gone)]
    bench.panel.measures.show()
    bench.show("one", "two")
    bench.panel.scope.set_value("corpus")
    bench.answer()
    said = bench.panel.measures._said
    assert said.text() == "5 files are left out or read in part: gone0.txt, gone1.txt, gone2.txt…"
    assert said.toolTip().count(": ") >= 6  # the cause of each


def test_an_empty_corpus_says_what_to_do(bench):
    bench.panel.measures.show()
    bench.show("one", "two")
    bench.panel.scope.set_value("corpus")
    assert "empty" in bench.panel.measures._empty._sentence.text()
    assert bench.panel.measures._empty.isVisible()


def test_what_was_measured_of_a_closed_tokenizer_goes(bench):
    bench.show("one", "two", "lower")
    bench.answer()
    counts = weakref.ref(bench.panel.measuring.result.compared.measured.counts[0])
    bench.store.remove(bench.open["lower"].handle)
    bench.show("one", "two")
    bench.answer()
    gc.collect()
    assert counts() is None


def test_tokens_that_lose_text_get_no_tick(bench):
    bench.document.set_bytes(b"THE THE THE the\n")
    bench.panel.renew_text()
    bench.show("one", "lower")
    bench.answer()
    model = bench.panel.measures._model
    figures = [model.figures.rows[place].figures["bytes_per_token"] for place in (0, 1)]
    assert figures[1] > figures[0]
    assert not any(model.figures.is_best(BY_NAME["bytes_per_token"], place) for place in (0, 1))
    assert model.figures.is_best(BY_NAME["lossless"], 0)
    assert bench.panel.measures._legend.text().endswith("No check mark for tokens that lose text: B.")
    bench.show("one", "two", "lower")
    bench.answer()
    assert model.figures.lossy() == [1]
    assert not model.figures.is_best(BY_NAME["bytes_per_token"], 1)
