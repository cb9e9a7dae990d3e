"""The table of measures as the user wants it: sorted, turned, some of it, differences, one source."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics

from tests.panels.compare.measures.test_measures import cell, lines
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.judging.metrics import BY_NAME, METRICS
from workbench.panels.compare.measures.delegate import MARK
from workbench.panels.compare.measures.model import Look
from workbench.widgets.look import theme
from workbench.worker.messages.comparing import Compare


def names(table) -> list[str]:
    """Return what stands in the first column."""
    model = table.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def click_head(qtbot, table, section: int) -> None:
    head = table.horizontalHeader()
    at = QPoint(head.sectionViewportPosition(section) + 10, head.height() // 2)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)


def entry(menu, text: str):
    return next(each for each in menu.actions() if each.text().replace("&", "") == text)


@pytest.fixture
def measures(bench):
    bench.show("one", "two")
    bench.answer()
    bench.panel.measures.resize(408, 900)
    bench.panel.measures.show()
    return bench.panel.measures


def test_a_click_on_a_head_sorts_and_another_reverses(measures, qtbot):
    listed = names(measures.table)
    assert listed == [metric.label for metric in METRICS]
    click_head(qtbot, measures.table, 1)
    best_first = names(measures.table)
    model = measures.table.model()

    def lead(name: str) -> float | None:
        metric = next(metric for metric in METRICS if metric.label == name)
        own, other = (model.figures.rows[place].figures[metric.name] for place in (0, 1))
        if own is None or other is None or not metric.better:
            return None
        more = own - other if metric.better == "more" else other - own
        return more / abs(other) if other else more * float("inf") if more else 0.0

    leads = [found for name in best_first if (found := lead(name)) is not None]
    assert leads == sorted(leads, reverse=True)
    assert leads[0] > 0 > leads[-1]
    assert all(lead(name) is None for name in best_first[len(leads) :])
    click_head(qtbot, measures.table, 1)
    turned = [found for name in names(measures.table) if (found := lead(name)) is not None]
    assert turned == leads[::-1]
    click_head(qtbot, measures.table, 0)
    assert names(measures.table) == listed
    measures.table.grab()


def test_the_menu_sorts_without_a_mouse(measures):
    view_menu = measures.view_menu
    view_menu.menu.aboutToShow.emit()
    assert [each.text() for each in view_menu.sorting.actions() if each.text()] == [
        "As listed", "A", "B", "&Reversed",
    ]  # fmt: skip
    entry(view_menu.sorting, "B").trigger()
    by_b = names(measures.table)
    assert by_b != [metric.label for metric in METRICS]
    view_menu.menu.aboutToShow.emit()
    assert entry(view_menu.sorting, "B").isChecked()
    entry(view_menu.sorting, "Reversed").trigger()
    assert measures.table.horizontalHeader().sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
    assert names(measures.table) != by_b


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # the offscreen platform, of every menu
def test_measures_are_ticked_while_their_menu_stays_open(measures, qtbot):
    menu = measures.view_menu.measures
    menu.popup(QPoint(0, 0))
    for name in ("Fertility", "Residue"):
        qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry(menu, name)).center())
        assert menu.isVisible()
    menu.setActiveAction(entry(menu, "Unknown"))
    qtbot.keyClick(menu, Qt.Key.Key_Space)
    assert menu.isVisible()
    menu.close()
    assert names(measures.table) == [
        metric.label for metric in METRICS if metric.label not in ("Fertility", "Residue", "Unknown")
    ]
    entry(menu, "Only those with an interval").trigger()
    assert names(measures.table) == [metric.label for metric in METRICS if metric.parts]
    for metric in METRICS:
        if entry(menu, metric.label).isChecked():
            entry(menu, metric.label).trigger()
    assert len(names(measures.table)) == 1  # the last one stays
    assert [each.text() for each in menu.actions() if each.isCheckable() and each.isChecked()] == names(
        measures.table
    )
    entry(menu, "All measures").trigger()
    assert len(names(measures.table)) == len(METRICS)


def test_no_figure_is_cut(measures):
    model, metrics = measures.table.model(), QFontMetrics(theme.interface_font("title"))
    texts = {model.text(metric, place): place for metric in METRICS for place in (0, 1)}
    assert "100.00 %" in texts
    for width in (300, 408, 700):
        measures.resize(width, 500)
        for text, place in texts.items():
            room = measures.table.columnWidth(1 + place) - MARK
            assert metrics.horizontalAdvance(text) <= room, (width, text)


def test_a_line_for_each_tokenizer_sorts_them_by_a_measure(bench, qtbot):
    bench.show("one", "two", "lower")
    bench.answer()
    measures = bench.panel.measures
    measures.resize(800, 400)
    measures.show()
    entry(measures.view_menu.menu, "A line for each tokenizer").trigger()
    table, model = measures.table, measures.table.model()
    assert names(table) == ["A: one", "B: two", "C: lower"]
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Bytes per token"
    tips = [
        model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        for column in range(1, model.columnCount())
    ]
    assert any("T / W" in tip for tip in tips)
    click_head(qtbot, table, 1)
    figures = [float(model.index(row, 1).data()) for row in range(3)]
    assert figures == sorted(figures)
    click_head(qtbot, table, 1)
    assert [float(model.index(row, 1).data()) for row in range(3)] == figures[::-1]
    measures.grab()
    entry(measures.view_menu.menu, "A line for each tokenizer").trigger()
    assert names(table) == [metric.label for metric in METRICS]


def test_a_hidden_measure_leaves_the_table_sorted_by_the_same_one(bench):
    bench.show("one", "two", "lower")
    bench.answer()
    measures = bench.panel.measures
    head = measures.table.horizontalHeader()
    entry(measures.view_menu.menu, "A line for each tokenizer").trigger()
    measures.table.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    by, shown = head.model().headerData(3, Qt.Orientation.Horizontal), names(measures.table)
    entry(measures.view_menu.measures, "Bytes per token").trigger()
    assert head.sortIndicatorSection() == 2
    assert head.model().headerData(2, Qt.Orientation.Horizontal) == by
    assert head.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
    assert names(measures.table) == shown
    entry(measures.view_menu.measures, by).trigger()
    assert head.sortIndicatorSection() == 0
    assert names(measures.table) == ["A: one", "B: two", "C: lower"]


def test_differences_to_the_reference_and_where_none_is_shown(bench, tmp_path):
    bench.sources[:] = [lines(tmp_path, "a.jsonl")]
    bench.add("same", bench.store.tokenizer(bench.open["one"].handle))
    bench.show("one", "same", "two")
    bench.panel.scope.set_value("corpus")
    bench.answer()
    measures = bench.panel.measures
    model, metric = measures.table.model(), BY_NAME["bytes_per_token"]
    first, other = (model.figures.rows[place].figures[metric.name] for place in (0, 2))
    entry(measures.view_menu.menu, "Differences from A").trigger()
    assert cell(bench.panel, metric.name, 0) == metric.text(first)
    assert cell(bench.panel, metric.name, 1) == "no difference shown"
    assert cell(bench.panel, metric.name, 2) == f"−{metric.text(first - other)}"
    assert cell(bench.panel, "whole_words", 2).endswith(" pp")
    low, high = model.figures.reach(metric)
    assert low < 0 <= high
    assert "Difference from A" in measures._legend.text()
    measures.resize(600, 500)
    measures.show()
    measures.grab()
    entry(measures.view_menu.menu, "Differences in percent").trigger()
    assert cell(bench.panel, metric.name, 2) == f"−{100 * (first - other) / first:.1f} %"
    tip = cell(bench.panel, "vocabulary_used", 2, Qt.ItemDataRole.ToolTipRole)
    assert "is unknown" in tip
    measures.grab()


def test_one_source_of_several(bench, tmp_path):
    paths = [lines(tmp_path, "a.jsonl"), lines(tmp_path, "b.jsonl", 9)]
    bench.sources[:] = paths
    bench.show("one", "two")
    bench.panel.scope.set_value("corpus")
    bench.answer()
    view_menu, result = bench.panel.measures.view_menu, bench.panel.measuring.result
    view_menu.menu.aboutToShow.emit()
    assert view_menu.of_source.menuAction().isVisible()
    entry(view_menu.of_source, "b.jsonl").trigger()
    row = result.by_source()[paths[1]][0]
    assert cell(bench.panel, "fertility", 0) == BY_NAME["fertility"].text(row.figures["fertility"])
    assert bench.panel.measures.header.facts().startswith("b.jsonl, ")
    bench.sources.pop()
    bench.panel.renew_sources()
    bench.answer()
    assert view_menu.source == ""
    assert not bench.panel.measures.header.facts().startswith("b.jsonl")


def test_the_look_comes_back(bench, measures, qtbot):
    with qtbot.waitSignal(bench.panel.kept_changed):
        entry(measures.view_menu.measures, "Residue").trigger()
    entry(measures.view_menu.menu, "Differences in percent").trigger()
    kept = bench.panel.kept()
    entry(measures.view_menu.measures, "All measures").trigger()
    bench.panel.restore(kept)
    assert measures.view_menu.look == Look(frozenset({"residue"}), "percent", False)
    assert "Residue" not in names(measures.table)
    assert measures.view_menu.text() == "Differences in percent"
    every = [metric.name for metric in METRICS]
    for spoilt in (3, {"hidden": 7, "shown": [], "turned": "x"}, {"hidden": [4, "x", *every]}):
        bench.panel.restore({"measures": spoilt})
        assert len(names(measures.table)) in (len(METRICS), len(METRICS) - 1)


def test_the_order_comes_back(bench, measures, qtbot):
    bench.answer()
    with qtbot.waitSignal(bench.panel.kept_changed):
        measures.table.horizontalHeader().setSortIndicator(2, Qt.SortOrder.AscendingOrder)
    kept, shown = json.loads(json.dumps(bench.panel.kept())), names(measures.table)
    measures.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert names(measures.table) != shown
    infos = list(bench.open.values())[:2]
    bench.panel.set_tokenizers([])
    with qtbot.assertNotEmitted(bench.panel.measures.kept_changed):
        bench.panel.measures.restore(kept["measures"])  # at the start, when no tokenizer is open yet
        bench.panel.set_tokenizers(infos)
        bench.answer()
    assert names(measures.table) == shown
    assert measures.table.horizontalHeader().sortIndicatorSection() == 2
    for spoilt in ([2], [True, 1], [1 << 40, True], "x"):
        bench.panel.restore({"measures": {"sorted": spoilt}})
    assert names(measures.table) == shown


def test_held_out_documents_are_measured_alone(bench, tmp_path):
    share = SourceOptions(lines(tmp_path, "a.jsonl", 200), held_out=0.25, seed=1)
    bench.sources[:] = [share, lines(tmp_path, "b.jsonl", 9)]
    bench.show("one", "two")
    bench.panel.scope.set_value("corpus")
    assert bench.asked.of(Compare)[-1].sources == (replace(share, held_out=0.0), bench.sources[1])
    bench.answer()
    whole = bench.panel.measuring.result.by_source()[share.path][0].sums["documents"]
    bench.panel.scope.set_value("held_out")
    assert bench.asked.of(Compare)[-1].sources == (replace(share, only_held_out=True),)
    bench.answer()
    held = bench.panel.measuring.result.total()[0].sums["documents"]
    assert whole == 200
    assert 20 < held < 80
    assert bench.panel.measures.header.title() == "On the held-out share"
    assert bench.panel.kept()["scope"] == "held_out"


def test_nothing_held_out_is_said_so(bench, tmp_path):
    bench.sources[:] = [lines(tmp_path, "a.jsonl")]
    bench.show("one", "two")
    bench.panel.scope.set_value("held_out")
    for part in (bench.panel.measures, bench.panel.sources):
        part.show()
        assert part._empty.isVisible()
        assert "held out" in part._empty._sentence.text()


def test_an_empty_corpus_is_not_told_to_choose_what_is_chosen(bench):
    bench.show("one", "two")
    bench.panel.sources.show()
    assert "Choose Whole corpus" in bench.panel.sources._empty._sentence.text()
    bench.panel.scope.set_value("corpus")
    assert bench.panel.sources._empty._sentence.text() == bench.panel.measures._empty._sentence.text()
    assert "add files to it under Train" in bench.panel.sources._empty._sentence.text()
    bench.show("one")
    assert bench.panel.measuring.result is None
